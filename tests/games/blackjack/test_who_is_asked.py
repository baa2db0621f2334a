"""Who is excluded or absent is prompted for nothing; who is prompted may do what is shown."""

import pytest

from croupier.cards import parse_cards
from croupier.floor import Croupier
from croupier.games.blackjack.calls import DoubleDown
from croupier.games.blackjack.oversights import ReportAbsent
from croupier.games.blackjack.turn import AnswerDue, InsuranceDue, SurrenderDue
from croupier.games.table.choices import Choices
from croupier.games.table.conduct import Sanction
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.rulebooks import BLACKJACK, Role
from tests.citing import cites
from tests.support.tables import blackjack_law

INSURING = [game for game, law in BLACKJACK.items() if law.insurance is not None]
BREACH = {"star-blackjack": "18.1", "canberra-blackjack": "4.3"}


def dealt_against_an_ace(game: str) -> Croupier:
    cards = parse_cards("TH TS AC 9D 9S 6C TC")
    croupier = Croupier(BLACKJACK[game], Choices(burn=False), stack=cards)
    croupier.do(BuyIn("ann", 12_000, by=Role.PLAYER))
    for box, player in enumerate(("ann", "bob"), 1):
        croupier.do(PlaceWager(player, box, 10_000, by=Role.PLAYER))
    croupier.do(Deal(by=Role.DEALER))
    return croupier


def prompted(croupier: Croupier) -> dict[str, int]:
    (due,) = croupier.due
    assert isinstance(due, InsuranceDue)
    return {wager.player: wager.most for wager in due.wagers}


@cites("star-blackjack", "18.3.2")
@cites("canberra-blackjack", "16.2(b)")
@cites("perth-blackjack", "8.8(b)")
@pytest.mark.parametrize("game", INSURING)
def test_insurance_is_offered_to_nobody_who_is_excluded(game: str) -> None:
    croupier = dealt_against_an_ace(game)
    croupier.do(
        Sanction("bob", BREACH.get(game, "8.7"), exclude=True, by=Role.SUPERVISOR),
    )
    assert set(prompted(croupier)) == {"ann"}


@cites("star-blackjack", "16.10")
@cites("canberra-blackjack", "14.7")
@cites("perth-blackjack", "7.5")
@pytest.mark.parametrize("game", INSURING)
def test_insurance_is_offered_to_nobody_who_is_away(game: str) -> None:
    croupier = dealt_against_an_ace(game)
    croupier.do(ReportAbsent(2, by=Role.DEALER))
    assert set(prompted(croupier)) == {"ann"}


@cites("star-blackjack", "8.1")
@cites("canberra-blackjack", "7.1")
@pytest.mark.parametrize("game", INSURING)
def test_insurance_is_offered_for_what_a_player_can_lay(game: str) -> None:
    croupier = dealt_against_an_ace(game)
    assert blackjack_law(croupier).insurance is not None
    assert prompted(croupier) == {"ann": 2_000, "bob": 5_000}


@cites("perth-blackjack", "5.2(c)")
def test_who_is_alone_on_a_box_is_offered_surrender_while_others_are_asked() -> None:
    cards = parse_cards("6H TC TD KD 5D 6C 6S 2S 9S")
    law = BLACKJACK["perth-vegas-blackjack"]
    croupier = Croupier(law, Choices(burn=False), stack=cards)
    for player, box in (("ann", 1), ("bob", 1), ("cat", 2), ("dan", 3), ("eve", 3)):
        croupier.do(PlaceWager(player, box, 1_000, by=Role.PLAYER))
    croupier.do(Deal(by=Role.DEALER))
    croupier.do(DoubleDown(1, "ann", by=Role.PLAYER))
    asked, offered = croupier.due
    assert isinstance(asked, AnswerDue)
    assert isinstance(offered, SurrenderDue)
    assert (asked.player, offered.player) == ("bob", "cat")
