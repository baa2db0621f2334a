"""Short ways to write a round at Perth down in a test. Amounts are dollars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from . import writing
from .facts import BoxFacts, HandFacts, Line, RoundFacts, TableFacts
from .perth import (
    faults_perth,
    faults_plus,
    faults_vegas,
    settle_perth,
    settle_plus,
    settle_vegas,
)

__all__ = ["DRAWS", "STANDS", "box", "clauses", "lines", "net", "played", "settle"]

STANDS = TableFacts(draws_soft_17=False, perfect_pairs_table=6)  # layouts 1 to 6
DRAWS = TableFacts(draws_soft_17=True, perfect_pairs_table=6)  # layouts 7 to 10

SETTLE: Mapping[str, Callable[[RoundFacts], tuple[Line, ...]]] = {
    "perth": settle_perth,
    "vegas": settle_vegas,
    "plus": settle_plus,
}
FAULTS: Mapping[str, Callable[[RoundFacts], list[str]]] = {
    "perth": faults_perth,
    "vegas": faults_vegas,
    "plus": faults_plus,
}


def box(
    *hands: HandFacts,
    wagers: writing.Wagers = (("ann", 100),),
    number: int = 1,
    seated: str | None = None,
    insurance: Mapping[str, float] = writing.NOTHING,
    even_money: AbstractSet[str] = writing.NOBODY,
    surrendered: AbstractSet[str] = writing.NOBODY,
    going_back: AbstractSet[str] = writing.NOBODY,
    initial: str = "",
) -> BoxFacts:
    """A box; with nothing said, ann has 100 on it."""
    facts = writing.box(
        *hands,
        wagers=wagers,
        number=number,
        seated=seated,
        insurance=insurance,
        even_money=even_money,
        initial=initial,
    )
    return replace(facts, surrendered=surrendered, going_back=going_back)


def played(*boxes: BoxFacts, dealer: str, table: TableFacts = STANDS) -> RoundFacts:
    """A finished round; with nothing said, the dealer stands on every seventeen."""
    return RoundFacts(table, boxes, tuple(dealer.split()))


def settle(game: str, finished: RoundFacts) -> tuple[Line, ...]:
    """The settlement by the rules of a game."""
    return SETTLE[game](finished)


def lines(game: str, finished: RoundFacts) -> list[tuple[str, int, str, str, float, str]]:
    """The settlement without the boxes, in dollars."""
    return [
        (line.player, line.hand, line.on, line.result, line.net / 100, line.clause)
        for line in settle(game, finished)
    ]


def net(game: str, finished: RoundFacts) -> dict[str, float]:
    """What each player won or lost, in dollars."""
    sums: dict[str, float] = {}
    for line in settle(game, finished):
        sums[line.player] = sums.get(line.player, 0) + line.net / 100
    return sums


def clauses(game: str, finished: RoundFacts) -> list[str]:
    """The clauses of the faults, which stand in brackets at the end of each sentence."""
    return [fault.rsplit(" (", 1)[1].removesuffix(")") for fault in FAULTS[game](finished)]
