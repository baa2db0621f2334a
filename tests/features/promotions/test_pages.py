"""Promotions in the browser: terms checked in a form, actions explained before they happen, a
draw that can be checked; for every role what it may do, and nothing else."""

import csv
import io
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.features.promotions import draw_verifier
from croupier.features.promotions.pages.actions import ACTIONS
from croupier.features.promotions.pages.terms_form import (
    TEMPLATES,
    check_form,
    first_values,
    form_values,
)
from croupier.rulebooks import law_of
from croupier.streams import PROMOTION
from tests.support.doorkeepers import told
from tests.web.test_interface import play_a_round

Client = TestClient[Litestar]
BROWSER = {"Accept": "text/html", "Origin": "http://127.0.0.1:8000"}
MANAGER = told("max", "gaming-manager") | BROWSER
DEALER = told("dan", "dealer") | BROWSER
INSPECTOR = told("ines", "inspector") | BROWSER
REGULATOR = told("rita", "regulator") | BROWSER
ANN, BOB = told("ann") | BROWSER, told("bob") | BROWSER
NOW = datetime(2026, 12, 1, 12, 30, tzinfo=UTC)
STAR, STUD = law_of("star-blackjack"), law_of("caribbean-stud")
DESK = "/promotions/june/desk"
GAMES = ["star-blackjack", "blackjack-challenge", "caribbean-stud"]


# ---------------------------------------------------------------------------------------- the form


def form(**changes: str) -> dict[str, str]:
    values = first_values(STAR, "members", NOW)
    return values | {name.replace("_", "-"): value for name, value in changes.items()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_may_be_submitted_as_it_is(game: str, template: str) -> None:
    law = law_of(game)
    checked = check_form(law, first_values(law, template, NOW), UTC)
    assert checked.lawful, (checked.problems, checked.requirements)
    assert checked.submit_by == NOW.replace(minute=0) + timedelta(hours=24)


@pytest.mark.parametrize("template", TEMPLATES)
def test_terms_written_back_into_the_form_are_the_same(template: str) -> None:
    first = check_form(STAR, first_values(STAR, template, NOW), UTC)
    assert first.terms is not None
    assert check_form(STAR, form_values(first.terms, UTC), UTC).terms == first.terms


def test_a_gap_is_marked_with_its_clause() -> None:
    checked = check_form(STAR, form(claim="", prizes=""), UTC)
    gaps = [one.clause for one in checked.requirements if one.missing]
    assert gaps == ["20.7.8", "20.7.11"]
    assert not checked.lawful


@pytest.mark.parametrize(
    ("changes", "words", "clause"),
    [
        ({"prizes": "tobacco; 20"}, "may not be given", "20.5.1"),
        ({"prizes": "vehicle; 45000; make=Falcon"}, "do not state model", "20.7.11.2(ii)"),
        ({"prizes": "liquor; 90; litres=21"}, "21.0 litres", "20.5.4"),
        ({"prizes": "gold; 1"}, "choose from", ""),
        ({"prizes": "cash; many"}, "many", ""),
        ({"minimum_wager": "some"}, "Least wager", ""),
        ({"starts": "soon"}, "time", ""),
        ({"draw": "2026-12-01T00:00"}, "before the start", "20.7.7"),
    ],
)
def test_what_is_wrong_is_said_with_its_clause(
    changes: dict[str, str], words: str, clause: str
) -> None:
    [problem, *_] = check_form(STAR, form(**changes), UTC).problems
    assert words in problem.why
    assert clause in ("", *problem.clauses)
    assert bool(clause) == bool(problem.clauses)


def test_the_form_is_checked_while_one_types(client: Client) -> None:
    page = client.get("/promotions/new", headers=MANAGER)
    assert "may be submitted" in page.text
    sent = form(award="") | {"game": "star-blackjack", "what": "check"}
    part = client.post(
        "/promotions/new", data=sent, headers=MANAGER | {"Croupier-Part": "main"}
    ).text
    assert "<html" not in part
    assert "missing" in part


# ----------------------------------------------------------------------------------------- the desk


def later(client: Client, hours: float) -> None:
    """Have the store's clock show a later time."""
    clock = client.app.state.service.clock
    clock._offsets.append(max(clock._offsets) + timedelta(hours=hours))


def draft(client: Client, name: str = "june", game: str = "star-blackjack", **changes: str) -> Any:
    now = client.app.state.service.clock.now()
    values = first_values(law_of(game), "members", now)
    values |= {key.replace("_", "-"): value for key, value in changes.items()}
    sent = values | {"game": game, "name": name, "what": "open"}
    return client.post("/promotions/new", data=sent, headers=MANAGER, follow_redirects=False)


def look(client: Client, headers: dict[str, str] = MANAGER, /, **sent: str) -> str:
    answer = client.post("/promotions/june/actions", data=sent | {"what": "look"}, headers=headers)
    return re.sub(r"\s+", " ", answer.text)


def confirm(client: Client, headers: dict[str, str] = MANAGER, /, **sent: str) -> Any:
    return client.post(
        "/promotions/june/actions",
        data=sent | {"what": "confirm"},
        headers=headers,
        follow_redirects=False,
    )


def do(client: Client, headers: dict[str, str] = MANAGER, /, **sent: str) -> None:
    answer = confirm(client, headers, **sent)
    assert answer.status_code == 303, re.sub(r"\s+", " ", answer.text)[-3000:]


def state(client: Client, name: str = "june") -> Any:
    return client.app.state.service.read_model.states.of(PROMOTION)[name]


def run(client: Client, **changes: str) -> None:
    """Bring a promotion to its start: drafted, submitted, published, a day later started."""
    assert draft(client, **changes).headers["location"] == DESK
    do(client, command="submit-terms")
    do(client, command="publish-terms", marketing="yes")
    later(client, 48)
    do(client, command="start-promotion")


def to_the_draw(client: Client, *entrants: str, **changes: str) -> None:
    run(client, **changes)
    for number, player in enumerate(entrants):
        client.get("/", headers=told(player) | BROWSER)
        do(client, command="enter", player=player, eligible="yes", form=str(number))
    later(client, 24 * 7)


@pytest.fixture
def players(client: Client) -> Client:
    """A client of a house that knows ann and bob."""
    for one in ("ann", "bob"):
        play_a_round(client, one)
    return client


def test_an_action_is_explained_and_nothing_is_recorded_before_it_is_confirmed(
    client: Client,
) -> None:
    assert draft(client).headers["location"] == DESK
    page = look(client, command="submit-terms")
    assert "The regulator is given the terms" in page
    assert "/rules/star-blackjack/20.9" in page
    assert state(client).stage.value == "draft"
    do(client, command="submit-terms")
    assert state(client).stage.value == "submitted"


PRIZES = "cash; 20000\ncasino-dollars; 250"


def test_a_draw_is_explained_held_and_proved(
    players: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client = players
    to_the_draw(client, "ann", "bob", "ann", prizes=PRIZES)
    commitment = state(client).commitment
    assert len(commitment) == 64
    assert commitment in client.get("/promotions/june", headers=BROWSER).text
    refused = look(client, command="draw", word="teapot")
    assert "Refused" in refused
    assert 'value="teapot"' in refused, "the form keeps its values"
    do(client, command="appoint-scrutineer", person="sue")
    page = look(client, command="draw", word="teapot")
    assert "2 winners will be drawn by lot from 3 entries; sue oversees it" in page
    assert "must be notified by" in page
    assert not state(client).wins
    do(client, command="draw", word="teapot")
    wins = state(client).wins
    assert [one.prize for one in wins] == [1, 2]
    proof = client.get("/promotions/june/draw.json", headers=BROWSER)
    assert "ann" not in proof.text
    (tmp_path / "proof.json").write_bytes(proof.content)
    given = [str(tmp_path / "proof.json"), "--commitment", commitment]
    assert draw_verifier.main([*given, "--word", "teapot", "--entries", "3"]) == 0
    assert draw_verifier.main([*given, "--word", "coffee"]) == 1
    assert "it does not hold: the word from the room" in capsys.readouterr().out


def test_winners_choose_are_notified_and_have_their_prizes(players: Client) -> None:
    client = players
    to_the_draw(client, "ann", "bob", "ann", prizes=PRIZES)
    do(client, command="appoint-scrutineer", person="sue")
    do(client, command="draw", word="teapot")
    wins = state(client).wins
    first = wins[0].player
    winner = told(first) | BROWSER
    page = client.get("/promotions/june", headers=winner).text
    assert "You have won $20,000 in cash" in page
    refused = look(client, command="award", player=first, pay="cheque")
    assert "20.4" in refused
    sent = {"what": "choose-payment", "pay": "cheque"}
    client.post("/promotions/june/own", data=sent, headers=winner)
    do(client, command="notify-winner", player=first, method="telephone")
    do(client, command="award", player=first, pay="cheque")
    assert "You have it, by cheque" in client.get("/promotions/june", headers=winner).text
    other = wins[1].player
    do(client, command="notify-winner", player=other, method="email", form="2")
    do(client, command="leave-unclaimed", player=other, reason="not claimed in 30 days")
    desk = re.sub(r"\s+", " ", client.get(DESK, headers=MANAGER).text)
    for words in ("telephone, ", "awarded", "unclaimed", "entry ", "sue overseeing"):
        assert words in desk
    figures = client.get("/promotions/results.csv", headers=BROWSER).text
    [row] = list(csv.DictReader(io.StringIO(figures)))
    assert (row["entries"], row["players"]) == ("3", "2")
    assert (row["awarded in dollars"], row["unclaimed in dollars"]) == ("20000.00", "250.00")
    days = list(csv.DictReader(io.StringIO(client.get("/promotions/entries.csv").text)))
    assert sum(int(one["entries"]) for one in days) == 3
    awards = client.get("/promotions/awards.csv", headers=MANAGER).text
    assert len(awards.splitlines()) == 3
    assert len(client.get("/promotions/awards.csv", headers=BROWSER).text.splitlines()) == 1


def test_a_postponed_draw_and_the_inspectors_notice(players: Client) -> None:
    """At once by 20.12: the notice is overdue from the first moment, until it is acknowledged."""
    client = players
    to_the_draw(client, "ann")
    blank = look(client, command="postpone-draw", reason=" ")
    assert "20.12" in blank
    page = look(client, command="postpone-draw", reason="a list was lost")
    assert "An inspector must be notified at once: a list was lost" in page
    do(client, command="postpone-draw", reason="a list was lost")
    assert "The draw is postponed." in re.sub(
        r"\s+", " ", client.get("/promotions/june", headers=BROWSER).text
    )
    assert "overdue" in client.get(DESK, headers=INSPECTOR).text
    assert "20.12" in look(client, command="draw")
    assert confirm(client, MANAGER, command="acknowledge", notice="1").status_code == 409
    later(client, 0.1)
    do(client, INSPECTOR, command="acknowledge", notice="1")
    assert "given late" in client.get(DESK, headers=MANAGER).text
    do(client, command="validate")
    do(client, command="draw")
    do(client, command="cancel-draw", reason="the list was false")
    assert state(client).stage.value == "cancelled"
    assert "cancelled" in client.get("/promotions", headers=BROWSER).text


def test_at_caribbean_stud_the_inspector_has_48_hours(players: Client) -> None:
    to_the_draw(players, "ann", game="caribbean-stud")
    do(players, command="postpone-draw", reason="a list was lost")
    page = players.get(DESK, headers=INSPECTOR).text
    assert "time left" in page
    assert re.search(r'data-until="20\d\d-', page)
    assert "/rules/caribbean-stud/17.11" in page


def test_claims_are_refused_with_name_and_address_and_explained(players: Client) -> None:
    client = players
    run(client)
    sent = {"command": "refuse-claim", "player": "bob", "value": "150", "reason": "no entry"}
    refused = look(client, **sent)
    assert "20.10.1" in refused
    assert "no entry" in refused
    do(client, **sent, name="Bob Day", address="2 Hill Road")
    desk = client.get(DESK, headers=MANAGER).text
    assert "2 Hill Road" in desk
    do(client, command="inform-claimant", player="bob")
    assert not state(client).open_notices()
    assert "2 Hill Road" not in client.get("/promotions/june", headers=BOB).text


def test_a_dispute_is_decided_and_taken_to_an_inspector(players: Client) -> None:
    client = players
    run(client)
    own = "/promotions/june/own"
    blank = client.post(own, data={"what": "dispute", "about": " "}, headers=ANN)
    assert blank.status_code == 409
    client.post(own, data={"what": "dispute", "about": "my entry is missing"}, headers=ANN)
    do(client, command="decide-dispute", dispute="1", outcome="there was none")
    page = client.get("/promotions/june", headers=ANN).text
    assert "Complain to an inspector" in page
    client.post(own, data={"what": "complain", "dispute": "1"}, headers=ANN)
    do(client, INSPECTOR, command="acknowledge", notice="1")
    assert "my entry is missing" not in client.get("/promotions/june", headers=BOB).text


def test_terms_change_before_the_start_and_only_with_approval_after_it(players: Client) -> None:
    client = players
    run(client)
    page = client.get("/promotions/june/terms", headers=MANAGER)
    values = form_values(state(client).terms, UTC)
    sent = values | {"nature": "two draws", "what": "look"}
    refused = client.post("/promotions/june/terms", data=sent, headers=MANAGER)
    assert (page.status_code, refused.status_code) == (200, 409)
    assert "20.9.1" in refused.text
    assert 'value="two draws"' in refused.text
    do(client, REGULATOR, command="approve-amendment", about="two draws")
    shown = client.post("/promotions/june/terms", data=sent, headers=MANAGER)
    assert "The terms change" in shown.text
    assert state(client).terms.nature != "two draws"
    changed = client.post(
        "/promotions/june/terms",
        data=sent | {"what": "amend"},
        headers=MANAGER,
        follow_redirects=False,
    )
    assert changed.headers["location"] == DESK
    assert state(client).terms.nature == "two draws"


def test_those_present_can_win_if_the_terms_ask_for_it(players: Client) -> None:
    client = players
    to_the_draw(client, "ann", "bob", presence_required="yes")
    assert "Refused" in look(client, command="draw")
    do(client, command="draw", **{"present-bob": "yes"})
    assert [one.player for one in state(client).wins] == ["bob"]
    proof = json.loads(client.get("/promotions/june/draw.json").text)
    assert (proof["among"], proof["drawn"]) == ([2], [2])
    assert "was present" in client.get(DESK, headers=MANAGER).text


# ------------------------------------------------------------------------------------ who may what


def offered(client: Client, headers: dict[str, str]) -> set[str]:
    return set(
        re.findall(r"desk\?command=([a-z-]+)#action\"", client.get(DESK, headers=headers).text)
    )


def test_each_role_is_offered_what_it_may_do(players: Client) -> None:
    client = players
    to_the_draw(client, "ann")
    names = {one.name for one in ACTIONS}
    assert offered(client, MANAGER) == {
        "enter",
        "appoint-scrutineer",
        "draw",
        "refuse-claim",
        "postpone-draw",
        "cancel-draw",
    }
    assert offered(client, REGULATOR) == {"approve-amendment"}
    assert offered(client, DEALER) == set()
    assert offered(client, INSPECTOR) == set()
    do(client, command="postpone-draw", reason="doubt")
    assert offered(client, INSPECTOR) == {"acknowledge"}
    assert "validate" in offered(client, MANAGER) <= names


def test_a_dealer_is_refused_every_action_by_rule_or_right(client: Client) -> None:
    draft(client)
    before = state(client)
    for one in ACTIONS:
        sent = {"command": one.name, "player": "ann", "reason": "x", "notice": "1", "dispute": "1"}
        assert confirm(client, DEALER, **sent).status_code in (403, 409), one.name
    assert state(client) == before


def test_players_and_visitors_see_what_is_public_and_no_desk(players: Client) -> None:
    client = players
    draft(client)
    for headers, status in ((ANN, 403), (BROWSER, 303)):
        answer = client.get(DESK, headers=headers, follow_redirects=False)
        assert answer.status_code == status
        assert client.get("/promotions/june", headers=headers).status_code == 404
        assert client.get("/promotions/june/draw", headers=headers).status_code == 404
        assert "June" not in client.get("/promotions", headers=headers).text
    assert client.post("/promotions/june/own", data={}, headers=MANAGER).status_code == 403
    assert client.get("/promotions/new", headers=ANN).status_code == 403


def test_what_is_ones_own_is_on_the_floor_and_the_account(players: Client) -> None:
    client = players
    to_the_draw(client, "ann", "bob", "ann")
    floor = re.sub(r"\s+", " ", client.get("/", headers=ANN).text)
    assert "You have 2 entries." in floor
    mine = re.sub(r"\s+", " ", client.get("/promotions/june", headers=ANN).text)
    assert "Numbers 1, 3" in mine
    assert "June" in client.get("/promotions", headers=BROWSER).text
    do(client, command="draw")
    names = client.get("/promotions/june/draw", headers=BROWSER).text
    assert ">ann<" not in names
    assert ">bob<" not in names
    assert f"<b>{state(client).wins[0].entry}</b>" in names


def test_a_name_that_is_taken_or_unreadable_is_refused_in_the_form(client: Client) -> None:
    assert draft(client).status_code == 303
    assert draft(client).status_code == 409
    answer = draft(client, name="two words")
    assert answer.status_code == 409
    assert "letters, digits and hyphens" in answer.text
    assert draft(client, name="results").status_code == 409


def test_a_player_nobody_knows_is_refused_beside_the_form(client: Client) -> None:
    run(client)
    page = look(client, command="enter", player="nobody", eligible="yes", wagered="x")
    assert "an amount is typed in dollars" in page or "there is no player" in page
    page = look(client, command="enter", player="nobody", eligible="yes")
    assert "there is no player &#39;nobody&#39;" in page
    assert 'value="nobody"' in page


def test_a_form_sent_twice_enters_once(players: Client) -> None:
    run(players)
    for _ in range(2):
        do(players, command="enter", player="ann", eligible="yes", form="7")
    assert len(state(players).tickets) == 1


def test_a_draft_with_gaps_says_what_is_missing(client: Client) -> None:
    draft(client, claim="", prizes="")
    assert "no prize yet" in client.get("/promotions", headers=MANAGER).text
    page = client.get(DESK, headers=MANAGER).text
    assert "Cannot be submitted yet" in page
    assert "/rules/star-blackjack/20.7.8" in page
    assert "20.7.8" in look(client, command="submit-terms")
