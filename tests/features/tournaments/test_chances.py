"""The page of chances: a field of software players, played in the background."""

import time
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.features.tournaments.files import TEMPLATES, read_tournament, write_tournament
from croupier.features.tournaments.pages.chances import chances_of
from tests.support.doorkeepers import told

Client = TestClient[Litestar]
PLACE = "/tournaments/sit-and-go-1/chances"
BROWSER = told("ann") | {"Accept": "text/html", "Origin": "http://127.0.0.1:8000"}
FIELD = {"steady": "1", "proportional": "2", "tournaments": "200"}


@pytest.mark.parametrize("name", list(TEMPLATES))
def test_conditions_written_to_a_file_read_the_same(name: str, tmp_path: Path) -> None:
    before, after = tmp_path / "before.toml", tmp_path / "after.toml"
    before.write_text(TEMPLATES[name])
    read = read_tournament(before)
    after.write_text(write_tournament(read.law.game, read.conditions))
    assert read_tournament(after).conditions == read.conditions


def test_what_a_simulation_reports_is_shown_by_plan() -> None:
    half = {"mean": 0.5, "standard_error": 0.01}
    bot = {"bot": "steady", "players": 2, "wins": half, "places": [half, half], "prize": 7500.0}
    (one,) = chances_of({"bots": [bot]})
    assert (one.wins, one.share, one.prize) == ("50.0% ± 2.0%", 50.0, "$75")
    assert one.places == ("50.0%", "50.0%")


def test_a_field_that_makes_no_sense_is_refused_in_a_sentence(client: Client) -> None:
    for changes, words in (
        ({"steady": "many"}, "2 to 3 together"),
        ({"steady": "9"}, "2 to 3 together"),
        ({"tournaments": "1"}, "2 to 100,000"),
    ):
        answer = client.post(PLACE, data=FIELD | changes, headers=BROWSER)
        assert words in answer.text


@pytest.mark.slow
def test_a_field_is_played_and_the_chances_add_up(client: Client) -> None:
    answer = client.post(PLACE, data=FIELD, headers=BROWSER, follow_redirects=False)
    where = answer.headers["location"]
    assert 'value="2"' in client.get(where, headers=BROWSER).text
    job = where.partition("job=")[2].partition("&")[0]
    end = time.monotonic() + 300
    while (view := client.get(f"/api/maths/jobs/{job}", headers=BROWSER).json())["state"] in (
        "waiting",
        "running",
    ):
        assert time.monotonic() < end
        time.sleep(0.2)
    assert view["state"] == "done", view
    first = sum(one["players"] * one["places"][0]["mean"] for one in view["result"]["bots"])
    assert first == pytest.approx(1, abs=1e-9)
    prizes = sum(one["players"] * one["prize"] for one in view["result"]["bots"])
    assert prizes == pytest.approx(150_00, abs=0.01)
    page = client.get(where, headers=BROWSER).text
    assert "Comes first" in page
    assert "Proportional" in page
