"""What a server has counted, as staff see it: pages, JSON and CSV."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.maths.background import TableEdge, edge_question
from croupier.rulebooks import STAR_BLACKJACK
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
STAR = "/api/tables/star-blackjack-1"
MANAGER = told("mia", "gaming-manager")
ROUNDS = 12
EDGE = TableEdge(0.01, 1.3, {"perfect-pairs": 0.05})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("floor")
    with started(Settings(database=str(folder / "floor.db"), pace=0)) as client:
        choices = client.app.state.service.table("star-blackjack-1").table.choices
        client.app.state.edges._known[edge_question(STAR_BLACKJACK, choices)] = EDGE
        for _ in range(ROUNDS):
            play(client)
        yield client


def ask(client: Client, command: dict[str, object]) -> None:
    client.post(f"{STAR}/commands", json=command, headers=told("ann"))


def play(client: Client) -> None:
    """A round with ten dollars on the first box; the last option of every question is taken."""
    if "ann" not in client.app.state.service.table("star-blackjack-1").table.players:
        ask(client, {"command": "buy-in", "amount": 500_00})
    ask(client, {"command": "wager", "box": 1, "amount": 10_00})
    ask(client, {"command": "deal"})
    view = client.get(STAR, headers=told("ann")).json()
    while view["under-way"]:
        option = view["prompts"][0]["options"][-1]
        for command in option["commands"] or [{"command": "close-insurance"}]:
            ask(client, command)
        view = client.get(STAR, headers=told("ann")).json()


def test_rounds_are_counted_against_exact_expectations(client: Client) -> None:
    report = client.get("/api/surveillance", headers=MANAGER).json()
    assert report["rounds"] == ROUNDS
    rows = {(row["scope"], row["name"], row["measure"]): row for row in report["watches"]}
    cards = rows["table", "star-blackjack-1", "cards"]
    assert cards["tries"] >= 4 * ROUNDS
    blackjacks = rows["table", "star-blackjack-1", "blackjacks"]
    assert blackjacks["tries"] == ROUNDS
    assert blackjacks["expected"] == pytest.approx(0.0475 * ROUNDS, rel=0.1)
    assert all(row["scope"] == "table" for row in report["watches"]), "software is no dealer"


def test_the_win_is_that_of_the_table_and_lies_in_its_band(client: Client) -> None:
    report = client.get("/api/surveillance", headers=MANAGER).json()
    table = client.app.state.service.table("star-blackjack-1").table
    today, always = (row for row in report["bands"] if row["name"] == "star-blackjack-1")
    assert today["win"] == always["win"] == 500_00 - table.chips("ann")
    assert always["stake"] == ROUNDS * 10_00
    assert always["expected"] == pytest.approx(0.01 * ROUNDS * 10_00)
    assert always["low"] < always["win"] < always["high"]
    assert always["drop"] == 500_00


def test_the_page_shows_a_tables_shoes_and_the_rate_of_false_alarms(client: Client) -> None:
    page = client.get("/pit/unusual", headers=MANAGER).text
    assert "Nothing is unusual." in page
    assert "less than once in 365 days" in " ".join(page.split())
    table = client.get("/pit/unusual?table=star-blackjack-1", headers=MANAGER).text
    assert "The last shoes" in table
    assert client.get("/pit/unusual?table=nowhere", headers=MANAGER).status_code == 404


def test_the_files_have_the_same_rows(client: Client) -> None:
    report = client.get("/api/surveillance", headers=MANAGER).json()
    answer = client.get("/pit/unusual.csv", headers=MANAGER)
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == len(report["watches"]) + len(report["bands"])
    ratings = client.get("/pit/ratings.csv", headers=MANAGER)
    (rated,) = csv.DictReader(io.StringIO(ratings.text))
    assert (rated["player"], rated["average_bet"]) == ("ann", "10.00")


def test_a_rating_has_the_theoretical_win_from_the_edge_of_the_table(client: Client) -> None:
    (row,) = client.get("/api/ratings", headers=MANAGER).json()
    table = client.app.state.service.table("star-blackjack-1").table
    assert row["rounds"] == ROUNDS
    assert row["average"] == 10_00
    assert row["theoretical"] == pytest.approx(0.01 * ROUNDS * 10_00)
    assert row["net"] == table.chips("ann") - 500_00
    assert "ann" in client.get("/pit/ratings", headers=MANAGER).text


@pytest.mark.parametrize(
    ("who", "unusual", "ratings"),
    [
        ("supervisor", 200, 403),
        ("assistant-gaming-manager", 200, 200),
        ("surveillance", 200, 200),
        ("inspector", 200, 200),
        ("dealer", 403, 403),
        ("tournament-manager", 403, 403),
        ("player", 403, 403),
    ],
)
def test_who_may_look(client: Client, who: str, unusual: int, ratings: int) -> None:
    asked = told("kim", who)
    assert client.get("/pit/unusual", headers=asked).status_code == unusual
    assert client.get("/api/surveillance", headers=asked).status_code == unusual
    assert client.get("/pit/ratings", headers=asked).status_code == ratings
    assert client.get("/api/ratings", headers=asked).status_code == ratings


def test_counting_goes_on_after_the_server_was_started_anew(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "floor.db"), pace=0)
    for rounds in (1, 2):
        with started(settings) as client:
            play(client)
            report = client.get("/api/surveillance", headers=MANAGER).json()
            assert report["rounds"] == rounds
