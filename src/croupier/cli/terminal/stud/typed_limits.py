"""Limits and declarations as they are typed: ``limit 200 7``, ``declare 50``, ``left 90``."""

import re
from datetime import datetime

from croupier.cli.terminal.typed_text import AMOUNT, Misread, quoted, typed_amount
from croupier.floor.account_commands import (
    AccountCommand,
    DeclareChips,
    DeclareRemaining,
    Deposit,
    SetDepositLimit,
    SetLossLimit,
)
from croupier.rulebooks import Role

USES = {
    "limit": ("limit 200 7", "lose at most $200 in 7 days; limit 200 means a day"),
    "deposits": ("deposits 100", "deposit at most $100 a day"),
    "deposit": ("deposit 50", "put $50 into your account"),
    "declare": ("declare 50", "declare $50 in chips brought along; declare 50 bought"),
    "left": ("left 90", "declare the $90 that are left, before you leave"),
}
"""How each word is typed, and what it does."""
DAYS = re.compile(r"[0-9]{1,3}")


def read_limit(line: str, player: str, now: datetime) -> AccountCommand | Misread | None:
    """What a line asks of the player's account; ``None`` where it is about something else.

    Whether it may be done is the account's to say.
    """
    word, *rest = line.lower().split() or [""]
    if word not in USES:
        return None
    wrong = Misread(f"{quoted(line)} says too little or too much: type {USES[word][0]}.")
    if not rest or not re.fullmatch(AMOUNT, rest[0]):
        return wrong
    amount, more = typed_amount(rest[0]), rest[1:]
    match word, more:
        case "limit", []:
            return SetLossLimit(player, amount, at=now, by=Role.PLAYER)
        case "limit", [days] if DAYS.fullmatch(days):
            return SetLossLimit(player, amount, int(days), at=now, by=Role.PLAYER)
        case "deposits", []:
            return SetDepositLimit(player, amount, at=now, by=Role.PLAYER)
        case "deposit", []:
            return Deposit(player, amount, at=now, by=Role.PLAYER)
        case "declare", [] | ["bought"]:
            return DeclareChips(player, amount, bool(more), at=now, by=Role.PLAYER)
        case "left", []:
            return DeclareRemaining(player, amount, at=now, by=Role.PLAYER)
        case _:
            return wrong
