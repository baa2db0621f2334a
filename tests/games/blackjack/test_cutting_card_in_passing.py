"""A card that was not due may come from behind the cutting card, which is not lost with it."""

from random import Random

import pytest

from croupier.cards import parse_card
from croupier.floor import Croupier
from croupier.floor.running_table import next_card
from croupier.games.blackjack.state import DEALER
from croupier.games.blackjack.stray_cards import BurnFacedCard, BurnInError, DrawInError
from croupier.games.blackjack.turn import DecisionDue
from croupier.games.engine import handle
from croupier.games.table.choices import Choices
from croupier.games.table.preparation import CuttingCardShown, PreparationChanged
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.citing import cites
from tests.support.tables import blackjack_law, cards_of
from tests.support.whim import lawful_command

GAMES = ("star-blackjack", "canberra-blackjack", "perth-blackjack")


def with_the_cutting_card_in_front(game: str, *, before_a_round: bool) -> Croupier:
    """A table whose cutting card is the next to come out, or the next but one before a round."""
    chance = Random(7)
    for seed in range(200):
        croupier = Croupier(BLACKJACK[game], Choices(decks=8), seed=seed)
        while not any(isinstance(e, CuttingCardShown) for e in croupier.events):
            if croupier.table.round is None:
                croupier.do(PlaceWager("ann", 1, 1_000, by=Role.PLAYER))
                shoe = croupier.table.shoe
                if before_a_round and shoe.cutting_card == shoe.drawn + 1:
                    return croupier
                croupier.do(Deal(by=Role.DEALER))
                continue
            deciding = isinstance(croupier.due[0], DecisionDue)
            if deciding and croupier.table.shoe.cutting_card_in_front and not before_a_round:
                return croupier
            croupier.do(lawful_command(croupier, chance))
    raise AssertionError("no shoe came so far")


@cites("star-blackjack", "4.1.3")
@cites("canberra-blackjack", "5.4(b)")
@cites("perth-blackjack", "4.25")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [BurnFacedCard, BurnInError, DrawInError])
def test_it_comes_out_before_a_card_that_was_not_due(game: str, kind: type[Command]) -> None:
    croupier = with_the_cutting_card_in_front(game, before_a_round=False)
    croupier.do(kind(by=Role.DEALER))
    shown = [event for event in croupier.events if isinstance(event, CuttingCardShown)]
    clause = blackjack_law(croupier).shuffle.cutting_card_drawn.clause
    assert [(event.box, event.clause) for event in shown] == [(1, clause)]


@cites("star-blackjack", "4.1.2")
@cites("canberra-blackjack", "5.4(a)")
@cites("perth-blackjack", "4.26")
@pytest.mark.parametrize("game", GAMES)
def test_behind_a_faced_card_before_a_round_it_is_the_first_card(game: str) -> None:
    croupier = with_the_cutting_card_in_front(game, before_a_round=True)
    known = len(croupier.events)
    croupier.do(BurnFacedCard(by=Role.DEALER))
    clause = blackjack_law(croupier).shuffle.cutting_card_first.clause
    after = croupier.events[known:]
    assert CuttingCardShown(None, clause) in after
    assert any(isinstance(event, PreparationChanged) for event in after)
    assert croupier.table.rounds_this_shoe == 0


@cites("star-blackjack", "4.1.3", "16.1", "16.2")
@cites("canberra-blackjack", "5.4(b)", "14.1", "14.2")
@cites("perth-blackjack", "4.25", "7.1", "7.2")
@pytest.mark.parametrize("game", GAMES)
def test_behind_a_card_that_opened_the_round_it_comes_with_the_next_one(game: str) -> None:
    """The first card slipped out, and box 1 is still owed it when another shows its face."""
    croupier = with_the_cutting_card_in_front(game, before_a_round=True)
    law, table = blackjack_law(croupier), croupier.table
    card = next_card(table, cards_of(croupier))
    for command in (
        DrawInError(card, by=Role.DEALER),
        Deal(by=Role.DEALER),
        BurnFacedCard(parse_card("5S"), by=Role.DEALER),
    ):
        outcome = handle(law, table, command)
        assert not isinstance(outcome, Refused)
        table = outcome.table
        shown = [event for event in outcome.events if isinstance(event, CuttingCardShown)]
    assert shown == [CuttingCardShown(DEALER, law.shuffle.cutting_card_drawn.clause)]
