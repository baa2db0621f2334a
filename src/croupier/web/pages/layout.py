"""What lies on the felt of a viewer's table: boxes, hands, stacks of chips, each at its place."""

from collections.abc import Iterable

import msgspec

from croupier.blackjack.state import DOUBLE, INSURANCE
from croupier.cards import Card
from croupier.display.viewers import player_of
from croupier.display.views import (
    BoxView,
    HandView,
    SettledView,
    TableView,
    WagerView,
    told_total,
)
from croupier.money import Cents, in_dollars
from croupier.stud.state import StudStanding
from croupier.web.pages.cloth import Cloth, Spot, insurance_place
from croupier.web.pages.svg_symbols import MOST_DRAWN, chip_name, chips_for

RISE = 4.5
"""A chip lies higher than the one under it by its size divided by this."""
BESIDE = 26.0
"""How far apart stacks lie on one spot."""
SMALLER = {0: 0.58, 1: 0.58, 2: 0.46, 3: 0.37}
"""How large chips are drawn in a spot, by the number of stacks that it holds."""


class ChipPart(msgspec.Struct, frozen=True):
    """A chip as it is drawn."""

    name: str
    """Its drawing."""
    x: float
    """Its left edge."""
    y: float
    """Its upper edge."""
    size: float
    """Its width."""


class HandPart(msgspec.Struct, frozen=True):
    """A hand as it is drawn."""

    position: int
    """Its place among the hands of the box, from 1."""
    cards: tuple[tuple[str, str], ...]
    """Each card's own name on this page, and its drawing."""
    label: str
    """The hand as a screen reader says it."""
    total: str
    """What it counts, or is called; empty where nobody knows."""
    net: Cents | None
    """What its wagers have won together; none while they lie."""
    turn: bool
    """Whether a decision for it is due."""
    done: bool
    """Whether nothing more happens to it."""


class BoxPart(msgspec.Struct, frozen=True):
    """A box as it is drawn."""

    number: int
    """Its number on the layout."""
    own: bool
    """Whether the viewer sits there, or has a wager on it."""
    turn: bool
    """Whether a decision for it is due."""
    seated: str
    """Who sits there, by name; empty where nobody does."""
    taken: bool
    """Whether somebody sits there or has a wager on it."""
    hands: tuple[HandPart, ...]
    """The hands that lie on it."""
    chips: tuple[ChipPart, ...]
    """What lies on its spots."""
    bets: tuple[tuple[str, str], ...]
    """Who has how much on it."""
    folded: bool
    """Whether its hand was given up."""


def boxes_of(view: TableView, cloth: Cloth) -> tuple[BoxPart, ...]:
    """Every box of the layout, in the order of play."""
    fresh = bool(view.wagers) and not view.under_way
    return tuple(_box(view, cloth, box, fresh=fresh) for box in view.boxes)


def _box(view: TableView, cloth: Cloth, box: BoxView, *, fresh: bool) -> BoxPart:
    wagers = next_wagers(view, box.number) if fresh else wagers_of(box)
    due = boxes_due(view)
    hands = (
        ()
        if fresh
        else tuple(
            _hand(view, box, hand, turn=hand.turn and box.number in due) for hand in box.hands
        )
    )
    me = player_of(view.viewer)
    owners = {wager.player for wager in wagers}
    return BoxPart(
        box.number,
        own=bool(me) and (box.seated == me or me in owners),
        turn=any(hand.turn for hand in hands),
        seated=name_of(view, box.seated) if box.seated else "",
        taken=bool(box.seated or owners),
        hands=hands,
        chips=tuple(chips_on(cloth, wagers, len(hands))),
        bets=_bets(view, box, wagers),
        folded=bool(hands) and box.hands[0].standing == StudStanding.FOLDED.value,
    )


def boxes_due(view: TableView) -> frozenset[int | None]:
    """The boxes whose turn is shown: the first of those that decide, and the viewer's own.

    At Caribbean Stud all decide at once; a ring around every hand would say nothing.
    """
    me = player_of(view.viewer)
    own = {prompt.box for prompt in view.prompts if prompt.player and prompt.player == me}
    first = {prompt.box for prompt in view.prompts[:1]}
    return frozenset(own or first)


def next_wagers(view: TableView, box: int) -> tuple[WagerView, ...]:
    """The wagers that lie on a box for the next round."""
    return tuple(wager for wager in view.wagers if wager.box == box)


def wagers_of(box: BoxView) -> tuple[WagerView, ...]:
    """All wagers of the round on a box."""
    return (*box.wagers, *(wager for hand in box.hands for wager in hand.wagers))


def name_of(view: TableView, player: str) -> str:
    """What a person is called."""
    return view.names.get(player, player)


def _bets(
    view: TableView, box: BoxView, wagers: tuple[WagerView, ...]
) -> tuple[tuple[str, str], ...]:
    """Who has how much on a box, who decides first."""
    sums: dict[str, Cents] = {box.controller: 0} if box.controller else {}
    for wager in wagers:
        sums[wager.player] = sums.get(wager.player, 0) + wager.amount
    return tuple(
        (name_of(view, player), in_dollars(amount)) for player, amount in sums.items() if amount
    )


# Hands -------------------------------------------------------------------------------------------


def spoken(cards: Iterable[Card | None]) -> str:
    """Cards as a screen reader says them."""
    return ", ".join("a card face down" if card is None else card.name_in_words for card in cards)


def named_cards(
    view: TableView, place: str, cards: tuple[Card | None, ...]
) -> tuple[tuple[str, str], ...]:
    """Each card's own name on the page, which it keeps while it lies there, and its drawing."""
    return tuple(
        (f"r{view.rounds}-{place}-{at}", "back" if card is None else str(card))
        for at, card in enumerate(cards)
    )


def _hand(view: TableView, box: BoxView, hand: HandView, *, turn: bool) -> HandPart:
    total = told_total(hand)
    ours = hand.wagers or (box.wagers if len(box.hands) == 1 else ())
    decided = [wager.settled for wager in ours if wager.settled is not None]
    net = sum(one.net for one in decided) if decided and len(decided) == len(ours) else None
    words = spoken(hand.cards)
    return HandPart(
        hand.position,
        named_cards(view, f"b{box.number}-h{hand.position}", hand.cards),
        f"{words}: {total}" if total else words,
        "folded" if hand.standing == StudStanding.FOLDED.value else total,
        net,
        turn,
        hand.done or net is not None,
    )


# Chips -------------------------------------------------------------------------------------------


def stack(amount: Cents, x: float, y: float, size: float) -> Iterable[ChipPart]:
    """The chips of an amount, one on the other; the largest lies at the bottom."""
    for at, value in enumerate(chips_for(amount)[:MOST_DRAWN]):
        top = y - at * size / RISE
        yield ChipPart(
            chip_name(value), round(x - size, 1), round(top - size, 1), round(size * 2, 1)
        )


def chips_on(cloth: Cloth, wagers: tuple[WagerView, ...], hands: int) -> Iterable[ChipPart]:
    """What lies on the spots of a box: wagers, and beside them what was paid."""
    spots = {spot.on: spot for spot in cloth.spots}
    for on, spot in spots.items():
        lying = [wager for wager in wagers if _spot_of(wager, spots) == on and _lies(wager)]
        count = len(lying)
        size = spot.size * (SMALLER.get(count, 0.3) if spot.size > 20 else 0.86)
        for at, wager in enumerate(sorted(lying, key=lambda one: (one.hand, one.on == DOUBLE))):
            x = spot.x + (at - (count - 1) / 2) * min(BESIDE, 64 / max(count, 1))
            yield from stack(wager.amount, x, spot.y + 3, size)
        if paid := sum(wager.settled.net for wager in lying if wager.settled is not None):
            yield from _payment(spot, paid, size, hands)


def _payment(spot: Spot, paid: Cents, size: float, hands: int) -> Iterable[ChipPart]:
    """A payment lies beside the wager, as a dealer lays it."""
    away = spot.size + size + (10 if hands > 1 else 2)
    yield from stack(max(paid, 0), spot.x - away, spot.y + 2, size)


def _spot_of(wager: WagerView, spots: dict[str, Spot]) -> str:
    """Where a wager lies: a double with the wager that it doubles."""
    if wager.on in spots:
        return wager.on
    return next(iter(spots)) if wager.on == DOUBLE else ""


def _lies(wager: WagerView) -> bool:
    """Whether the chips are still there: what was lost is in the float."""
    settled: SettledView | None = wager.settled
    return settled is None or settled.net >= 0


def insurance_chips(view: TableView, cloth: Cloth) -> tuple[ChipPart, ...]:
    """What lies on the insurance line, each between its box and the dealer."""
    if not cloth.insurance:
        return ()
    found: list[ChipPart] = []
    for box in view.boxes:
        lying = [wager for wager in box.wagers if wager.on == INSURANCE and wager.settled is None]
        if amount := sum(wager.amount for wager in lying):
            place = insurance_place(box.number, cloth.boxes)
            found += stack(amount, place.x, place.y, 13)
    return tuple(found)
