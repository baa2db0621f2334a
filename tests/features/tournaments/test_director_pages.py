"""The director's pages: conditions checked in a form, actions explained before they are done."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.features.tournaments.pages.conditions_form import check_form, first_values
from croupier.rulebooks import law_of
from tests.support.doorkeepers import told

Client = TestClient[Litestar]
BROWSER = {"Accept": "text/html", "Origin": "http://127.0.0.1:8000"}
OPERATOR = told("gus", "gaming-manager") | BROWSER
DIRECTOR = told("mia", "tournament-manager") | BROWSER
CONSOLE = "/tournaments/cup/director"
NOW = datetime(2026, 12, 1, 12, 30, tzinfo=UTC)
STAR = law_of("star-blackjack")


def form(**changes: str) -> dict[str, str]:
    values = first_values(STAR, "one-table", NOW)
    return values | {name.replace("_", "-"): value for name, value in changes.items()}


@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge", "canberra-blackjack"])
@pytest.mark.parametrize("template", ["one-table", "when-full", "heats", "knock-out"])
def test_every_template_may_be_published_as_it_is(game: str, template: str) -> None:
    law = law_of(game)
    checked = check_form(law, first_values(law, template, NOW), UTC)
    assert checked.problem == ""
    assert not any(one.missing for one in checked.requirements)


def test_a_gap_is_marked_with_its_clause() -> None:
    checked = check_form(STAR, form(payment=""), UTC)
    assert [one.clause for one in checked.requirements if one.missing] == ["19.4.2(j)"]
    assert checked.clauses[0] == "19.4.2(j)"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"prizes": "60, 30"}, "90 per cent"),
        ({"minimum": "0"}, "above $0"),
        ({"sessions": "final, x, 3, 0"}, "whole number"),
        ({"starts": "soon"}, "is not a time"),
        ({"minimum_players": "many"}, "whole number"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(changes: dict[str, str], words: str) -> None:
    assert words in check_form(STAR, form(**changes), UTC).problem


def plan(client: Client, **changes: str) -> Any:
    sent = form(**changes) | {"game": "star-blackjack", "name": "cup", "what": "plan"}
    return client.post("/tournaments/new", data=sent, headers=OPERATOR, follow_redirects=False)


def look(client: Client, headers: dict[str, str] = DIRECTOR, **asked: str) -> Any:
    return client.get(CONSOLE, params=asked | {"look": "yes"}, headers=headers)


def confirm(client: Client, headers: dict[str, str] = DIRECTOR, **sent: str) -> Any:
    return client.post(
        "/tournaments/cup/actions", data=sent, headers=headers, follow_redirects=False
    )


def test_a_action_is_explained_and_nothing_is_recorded_before_it_is_confirmed(
    client: Client,
) -> None:
    assert plan(client).headers["location"] == CONSOLE
    model = client.app.state.service.read_model
    page = re.sub(r"\s+", " ", look(client, OPERATOR, command="publish-conditions").text)
    assert "The conditions are published" in page
    assert "19.4.1" in page
    assert model.tournaments["cup"].phase.value == "draft"
    answer = confirm(client, OPERATOR, command="publish-conditions")
    assert answer.status_code == 303
    assert model.tournaments["cup"].phase.value == "entries"


def test_who_may_not_is_refused_by_the_clause(client: Client) -> None:
    plan(client)
    answer = look(client, DIRECTOR, command="publish-conditions")
    assert answer.status_code == 409
    assert "Refused" in answer.text
    assert "/rules/star-blackjack/" in answer.text


def test_a_cancellation_shows_what_the_pool_comes_to(client: Client) -> None:
    plan(client)
    confirm(client, OPERATOR, command="publish-conditions")
    assert "Not open yet" in client.get("/tournaments/cup", headers=told("ann") | BROWSER).text
    confirm(client, OPERATOR, command="appoint-manager", person="mia")
    body = {"command": "enter"}
    client.post("/api/tournaments/cup/commands", json=body, headers=told("ann"))
    page = re.sub(r"\s+", " ", look(client, OPERATOR, command="cancel", reason="storm").text)
    assert "called off: storm" in page
    assert "Paid back: ann $100." in page
    assert "from $100 to $0" in page
    confirm(client, OPERATOR, command="cancel", reason="storm")
    assert client.app.state.service.read_model.account("ann").purse == 10_000_00


def test_a_console_offers_what_its_role_may_do_and_what_concerns_a_player(client: Client) -> None:
    plan(client)
    confirm(client, OPERATOR, command="publish-conditions")
    confirm(client, OPERATOR, command="appoint-manager", person="mia")
    for player in ("ann", "bob"):
        body = {"command": "enter"}
        client.post("/api/tournaments/cup/commands", json=body, headers=told(player))
    operator, director = (client.get(CONSOLE, headers=who).text for who in (OPERATOR, DIRECTOR))
    assert "?command=cancel#action" in operator
    assert "?command=cancel#action" not in director
    assert "?command=draw-seats#action" in director
    about = client.get(CONSOLE, params={"player": "bob"}, headers=DIRECTOR).text
    assert "?command=disqualify&amp;player=bob#action" in about
    by_name = client.get(CONSOLE, params={"sort": "name"}, headers=DIRECTOR).text
    assert by_name.index('data-player="ann"') < by_name.index('data-player="bob"')
    asked = look(client, command="disqualify", player="bob", ground="breach").text
    page = re.sub(r"\s+", " ", asked)
    assert "bob is disqualified: broke a rule. The fee stays in the pool" in page
    assert "In the name of Mia, tournament manager." in page


def test_players_and_visitors_have_no_console(client: Client) -> None:
    plan(client)
    assert client.get(CONSOLE, headers=told("ann") | BROWSER).status_code == 403
    visitor = client.get(CONSOLE, headers=BROWSER, follow_redirects=False)
    assert visitor.status_code == 303
    assert client.get("/tournaments/cup", headers=BROWSER).status_code == 404


def test_a_name_that_is_taken_or_unreadable_is_refused_in_the_form(client: Client) -> None:
    assert plan(client).status_code == 303
    again = plan(client)
    assert again.status_code == 409
    sent = form() | {"game": "star-blackjack", "name": "two words", "what": "plan"}
    answer = client.post("/tournaments/new", data=sent, headers=OPERATOR)
    assert answer.status_code == 409
    assert "letters, digits and hyphens" in answer.text


def test_papers_have_conditions_and_seats(client: Client) -> None:
    plan(client)
    page = client.get("/tournaments/cup/papers", headers=DIRECTOR).text
    assert "Conditions in plain words" in page
