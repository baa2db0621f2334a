"""The layout of a blackjack round as a viewer sees it.

The dealer has no card face down. Where first cards are dealt face down, nobody knows them before
the player turns them: not the player, not the dealer.
"""

from msgspec.structs import replace

from croupier.blackjack.state import (
    Box,
    Hand,
    Progress,
    Round,
    hand_total,
    has_blackjack,
    is_blackjack,
    total_of,
)
from croupier.cards import Card
from croupier.display.scenes import Scene
from croupier.display.views import (
    ON_A_HAND,
    BoxView,
    DealerView,
    HandView,
    WagerView,
)
from croupier.display.wagers import wagers_at
from croupier.rulebooks import BlackjackLaw

FIRST_CARDS = 2
"""How many cards of a covered hand lie face down."""

Turns = frozenset[tuple[int, int]]
"""The hands, by box and place, for which a decision is due."""


def blackjack_boxes(
    law: BlackjackLaw, scene: Scene, round_: Round, turns: Turns
) -> dict[int, BoxView]:
    """The boxes in the round, by their numbers."""
    return {box.number: _box(law, scene, box, turns) for box in round_.boxes}


def _box(law: BlackjackLaw, scene: Scene, box: Box, turns: Turns) -> BoxView:
    wagers = wagers_at(scene, box.number)
    hands = tuple(
        _hand(
            law,
            hand,
            position,
            turn=(box.number, position) in turns,
            wagers=tuple(w for w in wagers if w.hand == position and w.on in ON_A_HAND),
        )
        for position, hand in enumerate(box.hands, 1)
    )
    return BoxView(
        box.number,
        controller=box.controller,
        hands=hands,
        wagers=tuple(wager for wager in wagers if wager.on not in ON_A_HAND),
    )


def known_cards(hand: Hand) -> tuple[Card | None, ...]:
    """The cards of a hand, except those that lie face down."""
    if not hand.covered:
        return hand.cards
    return (*(None for _ in hand.cards[:FIRST_CARDS]), *hand.cards[FIRST_CARDS:])


def _hand(
    law: BlackjackLaw, hand: Hand, position: int, *, turn: bool, wagers: tuple[WagerView, ...]
) -> HandView:
    view = HandView(
        position,
        known_cards(hand),
        split=hand.split,
        doubled=hand.doubled,
        done=hand.progress is not Progress.OPEN,
        turn=turn,
        wagers=wagers,
    )
    if not view.cards or None in view.cards:
        return view
    total, soft = hand_total(law, hand)
    blackjack, over = has_blackjack(law, hand), total > law.play.over.value
    return replace(view, total=total, soft=soft, blackjack=blackjack, over=over)


def blackjack_dealer(law: BlackjackLaw, round_: Round) -> DealerView:
    """The dealer's hand."""
    cards = round_.dealer
    if not cards:
        return DealerView()
    total, soft = total_of(cards)
    return DealerView(cards, total, soft, is_blackjack(cards), total > law.play.over.value)
