"""The players' pages of tournaments: what they show, to whom, and what their forms do."""

import re
from datetime import UTC, datetime
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from croupier.features.tournaments.pages.plain_words import plain_conditions
from croupier.features.tournaments.rules.conditions import read_conditions
from croupier.rulebooks import law_of
from tests.support.doorkeepers import told

Client = TestClient[Litestar]
PLACE = "/tournaments/sit-and-go-1"
BROWSER = {"Accept": "text/html"}
PLAYERS = ("ann", "bob", "cat")


def ask(client: Client, who: str, what: str, **fields: str) -> Any:
    form = {"what": what, "agreed": "yes", "form": "1", **fields}
    headers = told(who) | BROWSER | {"Origin": "http://127.0.0.1:8000"}
    return client.post(f"{PLACE}/entry", data=form, headers=headers)


def see(client: Client, who: str = "", path: str = PLACE) -> str:
    answer = client.get(path, headers=BROWSER | (told(who) if who else {}))
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", answer.text)


def test_a_new_servers_tournament_is_on_the_floor_and_on_the_list(client: Client) -> None:
    for path in ("/", "/tournaments"):
        page = see(client, path=path)
        assert f'href="{PLACE}"' in page
        assert "Sit-and-go 1" in page
        assert "$150" in page  # three fees of $50


def test_conditions_are_told_in_sentences_with_their_clauses(client: Client) -> None:
    page = see(client)
    assert "One in every round: $10 to $500, in steps of $10." in page
    assert 'href="/rules/canberra-blackjack/19.3(a)(iii)"' in page
    assert "30 seconds for a wager" in page


def test_a_player_enters_and_pays_once_though_the_form_is_sent_twice(client: Client) -> None:
    assert "Enter for $50" in see(client, "ann")
    assert ask(client, "ann", "enter").status_code == 200
    assert ask(client, "ann", "enter").status_code == 200
    assert client.app.state.service.read_model.account("ann").purse == 10_000_00 - 50_00
    page = see(client, "ann")
    assert "You have entered" in page
    assert "2 more players have entered" in page
    assert ask(client, "ann", "enter", form="2").status_code == 409


def test_a_refusal_stands_on_the_page_with_its_clause(client: Client) -> None:
    answer = ask(client, "ann", "take-seat")
    assert answer.status_code == 409
    assert "Refused:" in answer.text
    assert "/rules/canberra-blackjack/" in answer.text


def test_a_withdrawal_is_said_to_cost_the_fee_before_it_does(client: Client) -> None:
    ask(client, "ann", "enter")
    assert "the fee stays in the pool" in see(client, "ann")
    assert ask(client, "ann", "withdraw-entry", form="3").status_code == 200
    assert "Withdrawn" in see(client, "ann")
    assert client.app.state.service.read_model.account("ann").purse == 10_000_00 - 50_00


def test_the_session_shows_standings_order_and_whose_wager_is_awaited(client: Client) -> None:
    for who in PLAYERS:
        assert ask(client, who, "enter").status_code == 200
    page = see(client, "ann")
    assert "Round" in page
    assert "1 of 10" in page
    assert page.count("$1,000</b>") == 3
    assert re.search(r"(You wager|\w+ wagers) at table 1", page)
    assert 'href="/tables/sit-and-go-1.1.1"' in page
    assert "Entries are closed" in see(client, "dee")


def test_a_visitor_is_told_no_names_to_sign_in_with(client: Client) -> None:
    client.app.state.service.read_model.names["ann"] = "Annabel"
    ask(client, "ann", "enter")
    assert "Annabel" not in see(client)
    assert "Annabel" in see(client, "bob")


def test_staff_do_not_enter(client: Client) -> None:
    headers = told("gus", "gaming-manager") | BROWSER | {"Origin": "http://127.0.0.1:8000"}
    answer = client.post(f"{PLACE}/entry", data={"what": "enter"}, headers=headers)
    assert answer.status_code == 403


def test_an_unknown_tournament_is_not_there(client: Client) -> None:
    answer = client.get("/tournaments/none", headers=BROWSER)
    assert answer.status_code == 404
    assert "To the tournaments" in answer.text


def test_every_condition_of_star_tournaments_is_told_with_a_clause() -> None:
    law = law_of("star-blackjack")
    given = read_conditions(
        law,
        {
            "pass-cards": 1,
            "undisclosed-wagers": 2,
            "buy-backs": 1,
            "wager-seconds": 20,
            "levels": [{"after": 5, "minimum": 25, "maximum": 500}],
            "starts": datetime(2026, 12, 1, 18, tzinfo=UTC),
        },
    )
    lines = {one.term: one for one in plain_conditions(law, given, lambda at: f"{at:%H:%M}")}
    assert all(one.clauses for one in lines.values())
    assert lines["Pass card"].text == "One in each session, played instead of a wager."
    assert "From round 6 on $25 to $500." in lines["Wagers"].text
    assert "19.8.1" in lines["Undisclosed"].clauses
    assert "19.5.6.1" in lines["Absence"].clauses
