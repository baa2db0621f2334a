"""What one person may see of a round: not another's cards, nor the dealer's until turned."""

import msgspec

from croupier.cards import Card
from croupier.stud.state import Standing, StudPhase, face_up, stud_round
from croupier.table.state import Stake, Table

TURNED = (StudPhase.EXPOSED, StudPhase.JACKPOT, StudPhase.PAID)


class SeenHand(msgspec.Struct, frozen=True):
    """A hand as somebody sees it; ``None`` is a card that lies face down for them."""

    box: int
    player: str
    cards: tuple[Card | None, ...]
    standing: Standing
    seen: tuple[Card, ...] = ()
    """Cards that were shown by mistake in the deal and turned over: everybody has seen them."""


class StudView(msgspec.Struct, frozen=True):
    """A round as one person sees it: a type of its own, so that no hidden card slips through."""

    viewer: str | None
    phase: StudPhase
    dealer: tuple[Card | None, ...]
    hands: tuple[SeenHand, ...]
    stakes: tuple[Stake, ...]


def view(table: Table, viewer: str | None) -> StudView | None:
    """The round under way as a player, or an onlooker (none), sees it."""
    if table.round is None:
        return None
    round_ = stud_round(table)
    turned = round_.phase in TURNED
    shown = (face_up(table), *round_.shown_early)
    dealer = tuple(card if turned or card in shown else None for card in round_.dealer)
    hands = tuple(
        SeenHand(
            hand.box,
            hand.player,
            hand.cards
            if hand.player == viewer or (turned and hand.standing is Standing.BET)
            else (None,) * len(hand.cards),
            hand.standing,
            tuple(card for card in hand.cards if card in round_.exposed),
        )
        for hand in round_.hands
    )
    return StudView(viewer, round_.phase, dealer, hands, round_.stakes)
