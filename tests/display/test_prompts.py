"""What is due, in words: for anybody, and for who must answer."""

from croupier.cards import parse_cards
from croupier.display.layout import table_view
from croupier.display.prompts import notice_line, prompt_lines
from croupier.display.scenes import scene_of
from croupier.display.viewers import Dealer, Onlooker, Patron, Viewer, Voice
from croupier.display.views import Prompt, TableView
from croupier.floor import Croupier
from croupier.games.blackjack.stray_cards import DrawInError
from croupier.games.blackjack.turn import InsuranceDue
from croupier.games.table.choices import Choices
from croupier.games.table.notices import Notify
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, Role

ANN, BOB = Patron("ann"), Patron("bob")


def seen(croupier: Croupier, viewer: Viewer) -> TableView:
    names = {"ann": "Ann Lee"}
    return table_view(croupier.law, scene_of(croupier.table), viewer, due=croupier.due, names=names)


def first(croupier: Croupier, viewer: Viewer) -> Prompt:
    return seen(croupier, viewer).prompts[0]


def star(cards: str) -> Croupier:
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards(cards))
    croupier.do(BuyIn("ann", 10_000, by=Role.PLAYER))
    return croupier


def test_wagers_are_asked_for_with_the_chips_at_hand() -> None:
    croupier = star("8H")
    assert first(croupier, ANN).question == "Your wagers, from $100 in chips"
    assert first(croupier, BOB).question == "Your wagers"
    assert first(croupier, Onlooker()).question == ""
    assert first(croupier, Onlooker()).text == "Wagers from $5 to $5,000, then deal (5.2)"


def test_after_a_slipped_first_card_nobody_is_asked_for_wagers() -> None:
    croupier = star("8H 6C 9D")
    croupier.do(PlaceWager("ann", 1, 2_000, by=Role.PLAYER))
    croupier.do(DrawInError(by=Role.DEALER))
    assert first(croupier, ANN).question == ""
    told = "Deal: the first card is out, and no more wagers are taken (5.3)"
    assert first(croupier, Onlooker()).text == told


def test_insurance_is_put_to_who_may_insure() -> None:
    croupier = star("TH 5C AC 9D TD TS")
    for player, box in (("ann", 1), ("bob", 2)):
        croupier.do(PlaceWager(player, box, 2_000, by=Role.PLAYER))
    croupier.do(Deal(by=Role.DEALER))
    assert isinstance(croupier.due[0], InsuranceDue)
    mine = first(croupier, ANN)
    assert mine.question == "Insurance against the ace, box 1 up to $10 (8.3)"
    assert [option.key for option in mine.options] == ["y", "n"]
    assert "Ann Lee box 1 up to $10" in mine.text
    assert first(croupier, Onlooker()).options == ()


def test_a_bet_is_put_to_its_player_with_the_hand_by_name() -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), seed=2)
    for player, box in (("ann", 1), ("bob", 2)):
        croupier.do(PlaceWager(player, box, 1_000, "ante", by=Role.PLAYER))
    croupier.do(Deal(by=Role.DEALER))
    mine, theirs = seen(croupier, ANN).prompts
    assert mine.question.startswith("You have ")
    assert [option.key for option in mine.options] == ["b", "f"]
    assert (theirs.question, theirs.options) == ("", ())
    assert theirs.text == "bob decides for box 2: bet $20, fold (8.1)"


def test_a_dealer_is_told_of_open_notices() -> None:
    croupier = star("8H")
    croupier.do(Notify(Role.INSPECTOR, "ann is gone", "ann", by=Role.DEALER))
    assert prompt_lines(seen(croupier, Dealer()))[-1] == "Open notices: 1 (inspector)"
    assert len(prompt_lines(seen(croupier, ANN))) == 1
    (notice,) = seen(croupier, Dealer()).notices
    voice = Voice(Dealer(), names={"ann": "Ann Lee"})
    assert notice_line(notice, voice) == "1 open, inspector: Ann Lee is gone (Ann Lee)"


def test_nothing_is_due_at_a_closed_table() -> None:
    croupier = star("8H")
    shown = table_view(STAR_BLACKJACK, scene_of(croupier.table), Dealer())
    assert prompt_lines(shown) == ["Nothing: the table is closed"]
