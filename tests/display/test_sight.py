"""One view per viewer: whose cards lie open for whom, and what a screen needs besides."""

from random import Random

import msgspec
import pytest

from croupier.cards import Card, Device, parse_cards
from croupier.display.layout import table_view
from croupier.display.scenes import Scene, scene_of
from croupier.display.viewers import Dealer, Official, Onlooker, Patron, Viewer
from croupier.display.views import TableView, hand_value
from croupier.floor import Croupier
from croupier.games.blackjack.approvals import ApproveFaceDown
from croupier.games.blackjack.calls import ExposeCards
from croupier.games.stud.bets import Fold, PlaceBet, Settle, StudRoundOpened
from croupier.games.stud.misdeals import ReportExposed
from croupier.games.stud.state import StudPhase, StudTable, face_up_card, stud_round
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.notices import Notify
from croupier.games.table.preparation import ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.seats import BuyIn, Sit
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, Role
from tests.citing import cites

ANN, BOB = Patron("ann"), Patron("bob")


def seen(croupier: Croupier, viewer: Viewer, **names: str) -> TableView:
    scene = scene_of(croupier.table)
    return table_view(croupier.law, scene, viewer, due=croupier.due, names=names)


def must(croupier: Croupier, *commands: Command) -> None:
    for command in commands:
        answer = croupier.do(command)
        assert not isinstance(answer, Refused), answer


# ------------------------------------------------------------------------------ Caribbean Stud


def dealt(seed: int) -> Croupier:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), seed=seed)
    for box, player in enumerate(("ann", "bob", "cat"), 1):
        croupier.do(PlaceWager(player, box, 1_000, "ante", by=Role.PLAYER))
    croupier.do(Deal(by=Role.DEALER))
    return croupier


def stud(croupier: Croupier) -> StudTable:
    assert isinstance(croupier.table, StudTable)
    return croupier.table


@cites("caribbean-stud", "7.1")
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("viewer", [ANN, BOB, Onlooker(), Dealer(), Official(Role.SURVEILLANCE)])
def test_before_the_hands_are_turned_each_sees_their_own_and_one_card(
    seed: int, viewer: Viewer
) -> None:
    croupier = dealt(seed)
    shown = seen(croupier, viewer)
    assert [card for card in shown.dealer.cards if card] == [face_up_card(stud(croupier))]
    for box in shown.boxes[:3]:
        (hand,) = box.hands
        real = stud_round(stud(croupier)).hand(box.number)
        assert real is not None
        own = isinstance(viewer, Patron) and box.controller == viewer.player
        assert hand.cards == (real.cards if own else (None,) * 5)
        assert bool(hand.name) == own


@cites("caribbean-stud", "8.3", "8.8")
def test_folded_hands_stay_hidden_when_the_others_are_turned() -> None:
    croupier = dealt(1)
    must(
        croupier,
        Fold("ann", 1, by=Role.PLAYER),
        PlaceBet("bob", 2, by=Role.PLAYER),
        PlaceBet("cat", 3, pause=True, by=Role.PLAYER),
    )
    assert stud_round(stud(croupier)).phase is StudPhase.EXPOSED
    shown = seen(croupier, BOB)
    assert all(shown.dealer.cards)
    assert [all(box.hands[0].cards) for box in shown.boxes[:3]] == [False, True, True]
    assert shown.boxes[0].hands[0].standing == "folded"
    last = Scene(croupier.table, croupier.table.round)
    must(croupier, Settle(by=Role.DEALER))
    after = table_view(CARIBBEAN_STUD, Scene(croupier.table, last.round), BOB)
    assert not after.under_way
    assert [all(box.hands[0].cards) for box in after.boxes[:3]] == [False, True, True]
    assert {line.player for line in after.settled} == {"ann", "bob", "cat"}


def live_stud(cards: str) -> Croupier:
    croupier = Croupier(CARIBBEAN_STUD, Choices(mode=Mode.LIVE, device=Device.SHUFFLER))
    must(
        croupier,
        ShuffleCards(by=Role.DEALER),
        PlaceWager("ann", 1, 1_000, "ante", by=Role.PLAYER),
        Deal(by=Role.DEALER),
    )
    must(croupier, *(DealCard(card, by=Role.DEALER) for card in parse_cards(cards)))
    return croupier


@cites("caribbean-stud", "7.4.1")
def test_from_a_device_the_bottom_card_is_turned_once_the_dealer_has_five() -> None:
    croupier = live_stud("2C 3C 7C 9C")
    assert seen(croupier, ANN).dealer.cards == (None,) * 4
    must(croupier, DealCard(Card("QH"), by=Role.DEALER))
    assert seen(croupier, ANN).dealer.cards == (Card("2C"), None, None, None, None)


def test_a_card_shown_by_mistake_was_seen_by_all() -> None:
    croupier = live_stud("2C 3C 7C 9C QH")
    must(croupier, ReportExposed(parse_cards("7C"), by=Role.DEALER))
    assert seen(croupier, Onlooker()).dealer.cards == (None, None, Card("7C"), None, None)
    must(croupier, *(DealCard(card, by=Role.DEALER) for card in parse_cards("AS AD AC AH KD")))
    assert seen(croupier, Onlooker()).dealer.cards[2] is Card("7C")
    assert seen(croupier, Onlooker()).boxes[0].hands[0].cards == (None,) * 5
    assert hand_value(seen(croupier, ANN).boxes[0].hands[0]) == "four aces"


def test_cards_of_the_dealer_shown_while_players_decide_stay_known() -> None:
    croupier = live_stud("2C 3C 7C 9C QH AS AD AC AH KD")
    must(croupier, ReportExposed(parse_cards("9C"), by=Role.DEALER))
    known = (Card("2C"), None, None, Card("9C"), None)
    assert seen(croupier, ANN).dealer.cards == known


def test_who_enters_the_cards_knows_those_of_the_boxes() -> None:
    croupier = live_stud("2C 3C 7C 9C QH AS AD AC AH KD")
    shown = seen(croupier, Dealer(enters=True))
    assert all(shown.boxes[0].hands[0].cards)
    assert shown.dealer.cards.count(None) == 4


@cites("caribbean-stud", "3.2", "3.2.1", "3.2.2")
def test_two_decks_of_a_device_are_dealt_in_turn() -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(device=Device.SHUFFLER), seed=3)
    chance = Random(3)
    for _ in range(4):
        croupier.do(PlaceWager("ann", 1, 1_000, "ante", by=Role.PLAYER))
        croupier.do(Deal(by=Role.DEALER))
        croupier.do(
            chance.choice([Fold("ann", 1, by=Role.PLAYER), PlaceBet("ann", 1, by=Role.PLAYER)])
        )
    decks = [event.deck for event in croupier.events if isinstance(event, StudRoundOpened)]
    assert decks == [1, 2, 1, 2]


# ----------------------------------------------------------------------------------- blackjack


@cites("star-blackjack", "3.6.2")
@pytest.mark.parametrize("viewer", [ANN, BOB, Onlooker(), Dealer(), Dealer(enters=True)])
def test_nobody_knows_face_down_cards_before_their_player_turns_them(viewer: Viewer) -> None:
    stack = parse_cards("8H 6C 3D " + "TS " * 10)
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=stack)
    must(
        croupier,
        PlaceWager("ann", 1, 2_000, by=Role.PLAYER),
        ApproveFaceDown(by=Role.INSPECTOR),
        Deal(by=Role.DEALER),
    )
    (hand,) = seen(croupier, viewer).boxes[0].hands
    assert (hand.cards, hand.total, hand_value(hand)) == ((None, None), None, "")
    assert "8H" not in msgspec.json.encode(seen(croupier, viewer)).decode()
    must(croupier, ExposeCards(1, by=Role.PLAYER))
    (hand,) = seen(croupier, viewer).boxes[0].hands
    assert (hand.cards, hand.total, hand_value(hand)) == (parse_cards("8H 3D"), 11, "11")


def star() -> Croupier:
    stack = parse_cards("8H TH 6C 3D TD " + "TS " * 10)
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=stack)
    must(
        croupier,
        BuyIn("ann", 10_000, by=Role.PLAYER),
        Sit("bob", 3, by=Role.PLAYER),
        PlaceWager("ann", 1, 2_000, by=Role.PLAYER),
    )
    must(croupier, PlaceWager("bob", 3, 1_000, by=Role.PLAYER), Deal(by=Role.DEALER))
    return croupier


def test_a_view_has_what_a_screen_needs() -> None:
    croupier = star()
    shown = seen(croupier, ANN, ann="Ann Lee")
    assert (shown.game, shown.title) == ("star-blackjack", "Star Blackjack")
    assert (shown.rounds, shown.under_way, shown.phase) == (1, True, "The players decide")
    assert [(one.player, one.seat, one.chips, one.laid) for one in shown.players] == [
        ("ann", None, 8_000, 2_000),
        ("bob", 3, None, 1_000),
    ]
    assert [box.seated for box in shown.boxes[:3]] == ["", "", "bob"]
    assert shown.boxes[0].hands[0].turn
    assert not shown.boxes[2].hands[0].turn
    assert [(wager.on, wager.amount) for wager in shown.boxes[0].hands[0].wagers] == [
        ("main", 2_000)
    ]
    assert shown.names == {"ann": "Ann Lee"}
    assert any(sign.cloth for sign in shown.signs)
    assert shown.shoe.left == 10


def test_of_the_shoe_only_how_many_are_left_is_shown() -> None:
    text = msgspec.json.encode(seen(star(), Dealer(enters=True))).decode()
    assert '"left":10' in text
    assert "TS" not in text


def test_choices_are_for_who_must_choose() -> None:
    croupier = star()
    (mine,) = seen(croupier, ANN).prompts
    assert [option.key for option in mine.options] == ["h", "d"]
    assert mine.question == "Box 1 has 11 with 8H 3D against 6C"
    (theirs,) = seen(croupier, BOB, ann="Ann Lee").prompts
    assert (theirs.options, theirs.question) == ((), "")
    assert theirs.text == "Ann Lee decides for box 1 with 11: hit, double $20 (10.1)"
    (dealers,) = seen(croupier, Dealer(enters=True)).prompts
    assert [option.key for option in dealers.options] == ["h", "d"]


def test_notices_are_for_staff() -> None:
    croupier = star()
    must(croupier, Notify(Role.SURVEILLANCE, "bob counts", "bob", by=Role.DEALER))
    for viewer in (ANN, BOB, Onlooker()):
        assert seen(croupier, viewer).notices == ()
        assert "counts" not in msgspec.json.encode(seen(croupier, viewer)).decode()
    for official in (Dealer(), Official(Role.SURVEILLANCE)):
        (notice,) = seen(croupier, official).notices
        assert (notice.number, notice.about, notice.acknowledged) == (1, "bob counts", False)


def test_the_meter_is_handed_in() -> None:
    terms = JackpotTerms(wager=500, pool=30_000_00)
    croupier = Croupier(CARIBBEAN_STUD, Choices(jackpot=terms), seed=1)
    assert table_view(CARIBBEAN_STUD, scene_of(croupier.table, 30_000_00), ANN).meter == 30_000_00
    assert table_view(CARIBBEAN_STUD, scene_of(croupier.table), ANN).meter is None
