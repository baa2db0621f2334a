"""The layout of Caribbean Stud for the eye: the dealer's cards only once they are turned."""

from croupier.cards import rank_hand
from croupier.cli.terminal.views import BoxView, DealerView, HandView, Scene, Wager
from croupier.stud.state import (
    HAND_SIZE,
    JACKPOT,
    StudHand,
    StudPhase,
    StudRound,
    face_up,
)

FACE_DOWN = (StudPhase.DEALING, StudPhase.BETTING)
"""When the dealer's hand is not turned yet."""


def stud_boxes(scene: Scene, round_: StudRound) -> dict[int, BoxView]:
    """The boxes in the round, by their numbers."""
    return {hand.box: _box(scene, round_, hand) for hand in round_.hands}


def _box(scene: Scene, round_: StudRound, hand: StudHand) -> BoxView:
    named = str(rank_hand(hand.cards)) if len(hand.cards) == HAND_SIZE else ""
    view = HandView(
        position=1,
        cards=hand.cards,
        covered=False,
        total=None,
        soft=False,
        blackjack=False,
        over=False,
        turn=scene.turn == (hand.box, 1),
        wagers=(),
        name=named,
    )
    return BoxView(hand.box, (view,), _wagers(scene, round_, hand.box))


def _wagers(scene: Scene, round_: StudRound, box: int) -> tuple[Wager, ...]:
    """Every wager on a box: those settled in this round, and those that lie."""
    settled = [line for line in scene.lines if line.box == box]
    wagers = [Wager(line.player, line.on, line.stake, line) for line in settled]
    wagers += [
        Wager(stake.player, stake.on, stake.amount) for stake in round_.stakes if stake.box == box
    ]
    terms = scene.table.choices.jackpot
    decided = {line.player for line in settled if line.on == JACKPOT}
    if terms is not None:
        wagers += [
            Wager(player, JACKPOT, terms.wager)
            for player, at in round_.jackpot
            if at == box and player not in decided
        ]
    return tuple(wagers)


def stud_dealer(scene: Scene, round_: StudRound) -> DealerView:
    """The dealer's hand: face down but for the card that lies open, until it is turned."""
    cards = round_.dealer
    if round_.phase not in FACE_DOWN:
        return DealerView(cards, name=str(rank_hand(cards)))
    if len(cards) < HAND_SIZE:
        return DealerView((None,) * len(cards))
    shown = face_up(scene.table)
    return DealerView(tuple(card if card is shown else None for card in cards))
