"""What lies on the layout for all to see: followed event by event, the cards of a round that is
over included."""

import msgspec

from croupier.blackjack import evolve
from croupier.blackjack.events import Line, RoundOpened, WagersSettled
from croupier.blackjack.state import (
    DOUBLE,
    INSURANCE,
    Box,
    Hand,
    Round,
    hand_total,
    has_blackjack,
    is_blackjack,
    law_of,
    round_of,
    total_of,
)
from croupier.cards import Card
from croupier.money import Cents
from croupier.table.events import Event
from croupier.table.state import MAIN, Table

FULL = 21
"""The total at which it no longer matters how an ace is counted."""
ON_A_HAND = (MAIN, DOUBLE)
"""The wagers that lie with a hand's cards; all others lie with the box."""


class Scene(msgspec.Struct, frozen=True):
    """The table, and the round under way or the last one."""

    table: Table
    round: Round | None = None
    lines: tuple[Line, ...] = ()
    """What has been settled in that round."""
    turn: tuple[int, int] | None = None
    """The box and hand for which somebody is asked to decide."""


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


class BoxView(msgspec.Struct, frozen=True):
    """A box for the eye; one without a wager has no hands."""

    number: int
    hands: tuple[HandView, ...] = ()
    wagers: tuple[Wager, ...] = ()
    """Optional wagers and insurance."""


def follow(scene: Scene, event: Event) -> Scene:
    """The scene after an event."""
    table = evolve(scene.table, event)
    lines = scene.lines
    if isinstance(event, RoundOpened):
        lines = ()
    elif isinstance(event, WagersSettled):
        lines = (*lines, *event.lines)
    return Scene(table, scene.round if table.round is None else round_of(table), lines)


def boxes_of(scene: Scene) -> tuple[BoxView, ...]:
    """Every box of the layout, in order."""
    numbers = range(1, scene.table.choices.boxes + 1)
    if scene.round is None:
        return tuple(BoxView(number) for number in numbers)
    found = {box.number: _box(scene, scene.round, box) for box in scene.round.boxes}
    return tuple(found.get(number, BoxView(number)) for number in numbers)


def _box(scene: Scene, round_: Round, box: Box) -> BoxView:
    hands = tuple(
        _hand(scene, round_, box, position, hand) for position, hand in enumerate(box.hands, 1)
    )
    wagers = tuple(
        wager for wager, _ in _wagers(scene, round_, box.number) if wager.on not in ON_A_HAND
    )
    return BoxView(box.number, hands, wagers)


def _hand(
    scene: Scene,
    round_: Round,
    box: Box,
    position: int,
    hand: Hand,
) -> HandView:
    law = law_of(scene.table)
    total, soft = hand_total(law, hand) if hand.cards else (0, False)
    hidden = hand.covered or not hand.cards
    wagers = tuple(
        wager
        for wager, at in _wagers(scene, round_, box.number)
        if at == position and wager.on in ON_A_HAND
    )
    return HandView(
        position,
        hand.cards,
        hand.covered,
        None if hidden else total,
        soft and not hidden,
        not hidden and has_blackjack(law, hand),
        not hidden and total > law.play.over.value,
        scene.turn == (box.number, position),
        wagers,
    )


def _wagers(scene: Scene, round_: Round, box: int) -> list[tuple[Wager, int]]:
    """Every wager on a box with its hand: those settled in this round, and those that lie."""
    settled = [
        (Wager(line.player, line.on, line.stake, line), line.hand)
        for line in scene.lines
        if line.box == box
    ]
    lying = [
        (Wager(stake.player, stake.on, stake.amount), stake.hand)
        for stake in round_.stakes
        if stake.box == box
    ]
    return settled + lying


class DealerView(msgspec.Struct, frozen=True):
    """The dealer's hand for the eye."""

    cards: tuple[Card, ...] = ()
    total: int | None = None
    soft: bool = False
    blackjack: bool = False
    over: bool = False


def dealer_of(scene: Scene) -> DealerView:
    """The dealer's hand."""
    if scene.round is None or not scene.round.dealer:
        return DealerView()
    cards = scene.round.dealer
    total, soft = total_of(cards)
    over = total > law_of(scene.table).play.over.value
    return DealerView(cards, total, soft, is_blackjack(cards), over)


def told_total(hand: HandView | DealerView) -> str:
    """A hand's total in words: 16, soft 17, blackjack, 24 over; empty where it is not known."""
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


def laid_by(scene: Scene, player: str) -> Cents:
    """What a player has on the layout."""
    stakes = scene.table.wagers
    if scene.table.round is not None:
        stakes = (*stakes, *round_of(scene.table).stakes)
    return sum(stake.amount for stake in stakes if stake.player == player)
