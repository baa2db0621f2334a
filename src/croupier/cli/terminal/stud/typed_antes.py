"""Antes as they are typed: ``10``, ``3:10``, ``10 j`` with the jackpot wager."""

import re

from croupier.cli.terminal.typed_text import AMOUNT, Misread, quoted, short_amount, typed_amount
from croupier.cli.terminal.typed_wagers import Bet
from croupier.stud.state import ANTE, JACKPOT
from croupier.table.choices import JackpotTerms

ANTE_WORD = re.compile(rf"(?:([0-9]{{1,2}}):)?({AMOUNT})")
JACKPOT_WORD = re.compile(rf"(?:j|jackpot)({AMOUNT})?")


def read_ante(text: str, *, box: int, terms: JackpotTerms | None) -> tuple[Bet, ...] | Misread:
    """The wagers that a line means; an ante without a box goes on ``box``.

    Whether they may be laid is the engine's to say.
    """
    if not text.strip():
        return Misread(f"There is no ante to repeat yet: {accepted(terms)}.")
    bets: list[Bet] = []
    for word in text.lower().split():
        if match := ANTE_WORD.fullmatch(word):
            here = box if match[1] is None else int(match[1])
            bets.append(Bet(here, typed_amount(match[2]), ANTE))
        elif match := JACKPOT_WORD.fullmatch(word):
            if not bets:
                return Misread(
                    f"Put an ante before {quoted(word)}, such as 10 {quoted(word)[1:-1]}."
                )
            amount = terms.wager if terms is not None else 0
            amount = amount if match[1] is None else typed_amount(match[1])
            bets.append(Bet(bets[-1].box, amount, JACKPOT))
        else:
            return Misread(f"{quoted(word)} is not a wager: {accepted(terms)}.")
    return tuple(bets)


def accepted(terms: JackpotTerms | None) -> str:
    """What may be typed for an ante."""
    jackpot = ", 10 j with the jackpot" if terms is not None else ""
    return f"type 10, 3:10 for box 3{jackpot}, or ? for help"


def written_ante(bets: tuple[Bet, ...]) -> str:
    """Wagers the way :func:`read_ante` reads them."""
    return " ".join(
        "j" if bet.on == JACKPOT else f"{bet.box}:{short_amount(bet.amount)}" for bet in bets
    )
