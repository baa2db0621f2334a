"""Short ways to write a round down in a test. Amounts are dollars, as in the scenario files."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from .facts import BoxFacts, HandFacts, RoundFacts, TableFacts, WagerFacts
from .procedure import faults
from .settlement import net, settle

__all__ = ["Wagers", "box", "cents", "clauses", "dollars", "hand", "lines", "played"]

Wagers = tuple[tuple[str, float] | tuple[str, float, str], ...]

NOTHING: Mapping[str, float] = {}
NOBODY: AbstractSet[str] = frozenset()


def cents(dollars: float) -> int:
    """Whole cents for an amount in dollars."""
    return round(dollars * 100)


def hand(cards: str, players: str = "ann", doubled: Mapping[str, float] = NOTHING) -> HandFacts:
    """A hand from cards and players written in a row."""
    extra = {player: cents(amount) for player, amount in doubled.items()}
    return HandFacts(tuple(cards.split()), tuple(players.split()), extra)


def box(
    *hands: HandFacts,
    wagers: Wagers = (("ann", 100),),
    number: int = 1,
    seated: str | None = None,
    insurance: Mapping[str, float] = NOTHING,
    even_money: AbstractSet[str] = NOBODY,
    initial: str = "",
) -> BoxFacts:
    """A box; with nothing said, ann has 100 on it."""
    return BoxFacts(
        number=number,
        wagers=tuple(
            WagerFacts(wager[0], cents(wager[1]), wager[2] if len(wager) == 3 else "main")
            for wager in wagers
        ),
        hands=hands,
        seated=seated,
        insurance={player: cents(amount) for player, amount in insurance.items()},
        even_money=even_money,
        initial=tuple(initial.split()),
    )


def played(*boxes: BoxFacts, dealer: str, table: TableFacts | None = None) -> RoundFacts:
    """A finished round; with nothing said, at a table that chose nothing."""
    return RoundFacts(table or TableFacts(), boxes, tuple(dealer.split()))


def dollars(finished: RoundFacts) -> dict[str, float]:
    """What each player won or lost, in dollars."""
    return {player: amount / 100 for player, amount in net(finished).items()}


def lines(finished: RoundFacts) -> list[tuple[str, int, str, str, float, str]]:
    """The settlement without the boxes, in dollars."""
    return [
        (line.player, line.hand, line.on, line.result, line.net / 100, line.clause)
        for line in settle(finished)
    ]


def clauses(finished: RoundFacts) -> list[str]:
    """The clauses of the faults, which stand in brackets at the end of each sentence."""
    return [fault.rsplit("(", 1)[1].rstrip(")") for fault in faults(finished)]
