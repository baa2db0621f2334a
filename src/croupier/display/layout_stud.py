"""The layout of Caribbean Stud as a viewer sees it.

Players know their own hands; the dealer's hand and those that bet on are known to all once they are
turned; everybody saw a card that was shown by mistake.
"""

from msgspec.structs import replace

from croupier.cards import Card, rank_hand
from croupier.display.layout_blackjack import Turns
from croupier.display.scenes import Scene
from croupier.display.viewers import Viewer, enters_cards, player_of
from croupier.display.views import BoxView, DealerView, HandView
from croupier.display.wagers import wagers_at
from croupier.stud.state import (
    HAND_SIZE,
    StudHand,
    StudPhase,
    StudRound,
    StudStanding,
    StudTable,
    face_up,
)

TURNED = (StudPhase.EXPOSED, StudPhase.JACKPOT, StudPhase.PAID)
"""When the dealer's hand, and those that bet on, lie open."""


def stud_boxes(scene: Scene, round_: StudRound, viewer: Viewer, turns: Turns) -> dict[int, BoxView]:
    """The boxes in the round, by their numbers."""
    return {
        hand.box: BoxView(
            hand.box,
            controller=hand.player,
            hands=(_hand(round_, hand, viewer, turn=(hand.box, 1) in turns),),
            wagers=wagers_at(scene, hand.box),
        )
        for hand in round_.hands
    }


def knows_hand(round_: StudRound, hand: StudHand, viewer: Viewer) -> bool:
    """Whether a viewer may know all cards of a hand."""
    own = hand.player == player_of(viewer)
    turned = round_.phase in TURNED and hand.standing is StudStanding.BET
    return own or turned or enters_cards(viewer)


def _hand(round_: StudRound, hand: StudHand, viewer: Viewer, *, turn: bool) -> HandView:
    known = knows_hand(round_, hand, viewer)
    cards = hand.cards if known else (None,) * len(hand.cards)
    return HandView(
        1,
        cards,
        name=hand_in_words(cards),
        seen=tuple(card for card in hand.cards if card in round_.exposed),
        standing=hand.standing.value,
        done=hand.standing is not StudStanding.UNDECIDED,
        turn=turn,
    )


def hand_in_words(cards: tuple[Card | None, ...]) -> str:
    """What five cards are called; empty where there are not five, or some are hidden."""
    known = tuple(card for card in cards if card is not None)
    whole = len(cards) == len(known) == HAND_SIZE
    return str(rank_hand(known)) if whole else ""


def stud_dealer(scene: Scene, round_: StudRound) -> DealerView:
    """The dealer's hand: face down until it is turned, except for what everybody has seen."""
    cards = round_.dealer
    decided = all(hand.standing is not StudStanding.UNDECIDED for hand in round_.hands)
    turning = round_.phase is StudPhase.BETTING and decided and None in cards
    if round_.phase in TURNED or turning:
        return DealerView(cards, name=hand_in_words(cards))
    seen = {*round_.exposed, *round_.shown_early}
    assert isinstance(scene.table, StudTable)
    if (up := face_up(replace(scene.table, round=round_))) is not None:
        seen.add(up)
    return DealerView(tuple(card if card in seen else None for card in cards))
