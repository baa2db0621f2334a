"""What lies on a layout, for the eye: the same for every game."""

import msgspec

from croupier.blackjack.state import DOUBLE, INSURANCE
from croupier.cards import Card
from croupier.money import Cents
from croupier.stud.state import ANTE, BET
from croupier.table.settled import Line
from croupier.table.state import MAIN, RoundState, Table

FULL = 21
"""The total at which it no longer matters how an ace is counted."""
ON_A_HAND = (MAIN, DOUBLE, ANTE, BET)
"""The wagers that lie with a hand's cards; all others lie with the box."""


class Scene(msgspec.Struct, frozen=True):
    """The table, and the round under way or the last one."""

    table: Table
    round: RoundState | None = None
    lines: tuple[Line, ...] = ()
    """What has been settled in that round."""
    turn: tuple[int, int] | None = None
    """The box and hand for which somebody is asked to decide."""
    meter: Cents | None = None
    """What the jackpot stands at, where the table has one."""


class Wager(msgspec.Struct, frozen=True):
    """A wager as it lies, or as it was settled."""

    player: str
    on: str
    amount: Cents
    line: Line | None = None


class HandView(msgspec.Struct, frozen=True):
    """A hand for the eye."""

    position: int
    cards: tuple[Card, ...]
    covered: bool
    total: int | None
    """None where the cards lie face down, or none lies yet."""
    soft: bool
    blackjack: bool
    over: bool
    turn: bool
    wagers: tuple[Wager, ...]
    name: str = ""
    """What the hand is called, in games where hands have names."""


class BoxView(msgspec.Struct, frozen=True):
    """A box for the eye; one without a wager has no hands."""

    number: int
    hands: tuple[HandView, ...] = ()
    wagers: tuple[Wager, ...] = ()
    """Optional wagers and insurance."""


class DealerView(msgspec.Struct, frozen=True):
    """The dealer's hand for the eye."""

    cards: tuple[Card | None, ...] = ()
    """``None`` is a card that lies face down."""
    total: int | None = None
    soft: bool = False
    blackjack: bool = False
    over: bool = False
    name: str = ""


def told_total(hand: HandView | DealerView) -> str:
    """A hand's name, or its total in words: 16, soft 17, blackjack, 24 over; empty where neither is
    known."""
    if hand.name:
        return hand.name
    if hand.total is None:
        return ""
    if hand.blackjack:
        return "blackjack"
    if hand.over:
        return f"{hand.total} over"
    return f"soft {hand.total}" if hand.soft and hand.total < FULL else str(hand.total)


def short_on(on: str, shorts: dict[str, str]) -> str:
    """The name of a wager, as short as it can be."""
    return shorts.get(on, "ins" if on == INSURANCE else on)
