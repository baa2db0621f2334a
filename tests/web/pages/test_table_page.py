"""A table's page as a function of a viewer's view, for every game."""

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.cards import parse_cards
from croupier.display.layout import table_view
from croupier.display.scenes import scene_of
from croupier.display.viewers import Onlooker, Patron, Viewer
from croupier.display.views import TableView
from croupier.floor import Croupier
from croupier.games.stud.due import BetDue
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Sit
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import GAMES, Role, catalogue, law_of
from croupier.web.pages.rendering import Frame, render
from croupier.web.pages.table import routes
from croupier.web.pages.table.bets import bets_commands
from croupier.web.pages.table.felt import felt_print
from croupier.web.pages.table.forms import MisreadError, spot_commands
from croupier.web.pages.table.page import Surroundings, TablePage, table_page
from tests.support.doorkeepers import told

CARDS = {
    "caribbean-stud": "2C 3D 9H TS KS 7D 7H 4C 5D JS AS AD 8C 8D 9S",
}
STACK = "TH 8S 6C 7D 9S TC 5H 4D 2S 3C"


def do(croupier: Croupier, command: Command) -> None:
    answer = croupier.do(command)
    assert not isinstance(answer, Refused), answer


def in_mid_round(game: str) -> Croupier:
    """Ann and bob at boxes 1 and 3, each with $25, cards dealt."""
    law = law_of(game)
    cards = parse_cards(CARDS.get(game, STACK))
    croupier = Croupier(law, Choices(burn=False), stack=cards)
    for player, box in (("ann", 1), ("bob", 3)):
        do(croupier, BuyIn(player, 200_00, by=Role.PLAYER))
        do(croupier, Sit(player, box, by=Role.PLAYER))
        do(croupier, PlaceWager(player, box, 25_00, on=law.initial, by=Role.PLAYER))
    do(croupier, Deal(by=Role.DEALER))
    return croupier


def page_for(croupier: Croupier, viewer: Viewer, **around: object) -> TablePage:
    law = croupier.law
    seen = table_view(law, scene_of(croupier.table), viewer, due=croupier.due)
    felt = felt_print(law, croupier.table)
    surroundings = Surroundings(**around)  # type: ignore[arg-type]
    return table_page("t1", 7, seen, felt, catalogue(law.book), surroundings)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_shows_what_is_asked_and_what_lies_there(game: str) -> None:
    page = page_for(in_mid_round(game), Patron("ann"))
    html = render("table/page.html", page=page, frame=Frame(title="t", name="ann"))
    assert page.question.kind == "hand"
    assert {call.key for call in page.question.calls} <= set("hsdpbfu")
    own = page.boxes[0]
    assert own.own
    assert own.turn
    assert own.bets == (("ann", "$25"),)
    assert own.chips
    assert 'action="/tables/t1/answer"' in html
    assert "style=" not in html
    assert page.felt.first.upper() in html


@pytest.mark.parametrize("game", GAMES)
def test_an_onlooker_is_asked_nothing(game: str) -> None:
    page = page_for(in_mid_round(game), Onlooker())
    html = render("table/page.html", page=page, frame=Frame(title="t"))
    assert page.question.kind == "wait"
    assert not page.question.calls
    assert "/answer" not in html
    assert "Sign in to play" in html


def test_a_hand_that_is_hidden_is_not_in_the_page() -> None:
    croupier = in_mid_round("caribbean-stud")
    assert isinstance(croupier.due[0], BetDue)
    page = page_for(croupier, Patron("ann"))
    html = render("table/page.html", page=page, frame=Frame(title="t", name="ann"))
    assert [face for _, face in page.boxes[2].hands[0].cards] == ["back"] * 5
    for card in croupier.table.round.hands[1].cards:  # type: ignore[union-attr]
        assert f"#{card}" not in html


def test_a_refusal_stands_with_its_clause() -> None:
    refused = Refused("double/total", "11.1.1", "8 may not be doubled", ("11.1.2",))
    page = page_for(in_mid_round("star-blackjack"), Patron("ann"), refused=refused)
    html = render("table/page.html", page=page, frame=Frame(title="t", name="ann"))
    assert "/rules/star-blackjack/11.1.1" in html
    assert page.announcement == "Refused: 8 may not be doubled. Clause 11.1.1."


def betting() -> TableView:
    croupier = Croupier(law_of("star-blackjack"), Choices(burn=False), stack=parse_cards(STACK))
    do(croupier, BuyIn("ann", 200_00, by=Role.PLAYER))
    return table_view(croupier.law, scene_of(croupier.table), Patron("ann"), due=croupier.due)


@pytest.mark.parametrize(
    ("spot", "chip", "amount"),
    [("1:main", "", ""), ("one", "500", ""), ("1:main", "", "lots"), ("", "500", "")],
)
def test_a_wager_that_means_nothing_is_told_in_a_sentence(
    spot: str, chip: str, amount: str
) -> None:
    seen = betting()
    with pytest.raises(MisreadError):
        spot_commands(seen, spot, chip, amount)


def test_there_is_nothing_to_repeat_before_the_first_round() -> None:
    seen = betting()
    with pytest.raises(MisreadError, match="no wagers to repeat"):
        bets_commands(seen, "repeat")
    assert bets_commands(seen, "clear") == ()


def test_visitors_get_the_same_part_until_the_table_changes(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many watch, a change is rendered once for all of them."""
    rendered = []

    def counted(*args: Any, **kwargs: Any) -> Any:
        rendered.append(args)
        return render(*args, **kwargs)

    monkeypatch.setattr(routes, "render", counted)
    path, part = "/tables/star-blackjack-1", {"Croupier-Part": "main"}
    texts = [client.get(path, headers=part).text for _ in range(5)]
    assert len(set(texts)) == 1
    assert len(rendered) == 1
    assert "<html" not in texts[0]
    me = told("ann", "player")
    sat = client.post(f"{path}/sit", headers=me | part, data={"box": "3"})
    assert sat.status_code == 200
    assert client.get(path, headers=part).text != texts[0]
    assert 'class="box own' not in client.get(path, headers=part).text
