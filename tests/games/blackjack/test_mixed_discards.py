"""A shoe runs out in a round: the discards finish it, and what was due after it still is."""

from random import Random

import pytest

from croupier.cards import Card, full_decks
from croupier.floor import Croupier
from croupier.games.blackjack.calls import Hit
from croupier.games.blackjack.stray_cards import BurnFacedCard
from croupier.games.blackjack.turn import DecisionDue
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.preparation import (
    CardsShuffled,
    CutCards,
    LoadShoe,
    ShowCuttingCard,
    ShuffleCards,
)
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.state import Mix
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.citing import cites
from tests.support.whim import lawful_command

AFTER_THE_ROUND = {
    "star-blackjack": "4.1.3",
    "blackjack-challenge": "4.4.3",
    "canberra-blackjack": "5.4(b)",
    "perth-blackjack": "4.25",
}


@cites("star-blackjack", "16.9")
@cites("blackjack-challenge", "16.9")
@cites("canberra-blackjack", "14.6")
@cites("perth-blackjack", "7.4")
@pytest.mark.parametrize("game", AFTER_THE_ROUND)
def test_all_cards_are_shuffled_after_the_round(game: str) -> None:
    chance = Random(7)
    for seed in range(100):
        croupier = Croupier(BLACKJACK[game], Choices(), seed=seed)
        croupier.do(PlaceWager("ann", 1, 1_000, by=Role.PLAYER))
        croupier.do(Deal(by=Role.DEALER))
        if croupier.due and isinstance(croupier.due[0], DecisionDue):
            break
    while not croupier.table.shoe.empty:
        croupier.do(BurnFacedCard(by=Role.DEALER))
    while croupier.table.round is not None:
        croupier.do(lawful_command(croupier, chance))
    shuffles = [event for event in croupier.events if isinstance(event, CardsShuffled)]
    assert [event.mixes for event in shuffles[-2:]] == [Mix.DISCARDS, Mix.ALL]
    assert shuffles[-1].clause == AFTER_THE_ROUND[game]


@cites("canberra-blackjack", "5.3", "14.6")
def test_with_real_cards_the_cutting_card_may_come_again() -> None:
    croupier = Croupier(BLACKJACK["canberra-blackjack"], Choices(decks=4, mode=Mode.LIVE))
    croupier.do(PlaceWager("ann", 1, 1_000, by=Role.PLAYER))
    _done(croupier, ShuffleCards(by=Role.DEALER), CutCards(100, "ann", by=Role.PLAYER))
    _done(croupier, LoadShoe(by=Role.DEALER), Deal(by=Role.DEALER))
    dealt = [Card("TH"), Card("7C"), Card("2D")]
    _done(croupier, *(DealCard(card, by=Role.DEALER) for card in dealt))
    rest = list(full_decks(4))
    for card in dealt:
        rest.remove(card)
    _done(croupier, Hit(1, by=Role.PLAYER), ShowCuttingCard(by=Role.DEALER))
    again = croupier.do(ShowCuttingCard(by=Role.DEALER))
    assert isinstance(again, Refused)
    assert again.code == "cutting-card/not-there"
    _done(croupier, *(BurnFacedCard(card, by=Role.DEALER) for card in rest))
    stack = len(rest)
    _done(croupier, ShuffleCards(by=Role.DEALER))
    beyond = croupier.do(CutCards(stack - 51, "ann", by=Role.PLAYER))
    assert isinstance(beyond, Refused)
    assert beyond.clause == "5.3"
    _done(croupier, CutCards(stack - 52, "ann", by=Role.PLAYER), LoadShoe(by=Role.DEALER))
    _done(croupier, ShowCuttingCard(by=Role.DEALER), DealCard(Card("9C"), by=Role.DEALER))


def _done(croupier: Croupier, *commands: Command) -> None:
    """Have all of it done, in this order."""
    for command in commands:
        assert not isinstance(croupier.do(command), Refused)
