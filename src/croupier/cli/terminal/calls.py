"""Calls as they are typed: a key or a word, and an amount where one goes with it."""

import re

import msgspec

from croupier.blackjack.commands import Decision
from croupier.cli.terminal.typed_text import AMOUNT, Misread, quoted, typed_amount
from croupier.display import core
from croupier.display.choices import KEYS, Answerable, takes_amount
from croupier.display.words import listed
from croupier.money import Cents
from croupier.rulebooks import Role, TableLaw
from croupier.table.due import Choice
from croupier.table.state import Refused, Table

CALLED = re.compile(rf"([a-z-]+?)\s*({AMOUNT})?")


class Called(msgspec.Struct, frozen=True):
    """A choice that was made, with an amount where one was typed."""

    choice: Choice
    """What was chosen."""
    amount: Cents | None = None
    """The further wager that was typed; none where it is as large as it may be."""


def read_call(text: str, keys: dict[str, Choice]) -> Called | Misread:
    """The choice that a line means: a key or its word, and an amount where it takes one."""
    match = CALLED.fullmatch(text.strip().lower())
    accepted = listed((f"{key} ({choice.call})" for key, choice in keys.items()), "or")
    if match is None:
        return Misread(f"{quoted(text.strip())} is not a choice here: type {accepted}.")
    choice = keys.get(match[1])
    if choice is None:
        choice = next((choice for choice in keys.values() if choice.call == match[1]), None)
    if choice is None:
        return Misread(f"{quoted(match[1])} is not a choice here: type {accepted}.")
    if match[2] is None:
        return Called(choice)
    if not takes_amount(choice):
        return Misread(f"No amount goes with {choice.call}: type {accepted}.")
    return Called(choice, typed_amount(match[2]))


def why_not(law: TableLaw, table: Table, owed: Answerable, text: str) -> Refused | None:
    """Why a call that is known, but not among the choices, may not be made; the engine says it."""
    match = CALLED.fullmatch(text.strip().lower())
    if match is None:
        return None
    calls = {key: call for call, key in KEYS.items()}
    kind = core.COMMANDS.get(calls.get(match[1], match[1]))
    if kind is None or not issubclass(kind, Decision):
        return None
    call = kind(box=getattr(owed, "box", 0), player=owed.player, by=Role.PLAYER)
    return core.first_refusal(law, table, call)
