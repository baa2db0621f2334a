"""The floor's page: what its cards say of each table."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.application import application
from croupier.app.new_floor import floor_tables
from croupier.app.settings import Settings
from croupier.maths.background import TableEdge, edge_question
from croupier.rulebooks import GAMES, STAR_BLACKJACK


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app = application(Settings(database=str(tmp_path / "floor.db"), pace=0))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield client


def card(page: str, title: str, label: str) -> str:
    cards: list[str] = re.findall(r'<li class="sheet place-card.*?</li>', page, re.DOTALL)
    heading = re.compile(rf"<h2>{title}</h2>\s*<span[^>]*>{label}</span>")
    return next(one for one in cards if heading.search(one))


def test_cards_name_tables_as_people_do_and_show_limits_and_side_bets(
    client: TestClient[Litestar],
) -> None:
    page = client.get("/").text
    assert "star-blackjack-2</" not in page
    second = card(page, "Star Blackjack", "Table 2")
    assert "<b>$25</b> to <b>$10,000</b>" in second
    assert "Perfect Pairs" in second
    assert "Lucky Lucky" in second
    assert "with a" in card(page, "Star Blackjack", "Practice table")


def test_a_card_shows_the_house_edge_as_soon_as_it_is_known_and_never_waits_for_it(
    client: TestClient[Litestar],
) -> None:
    first = card(client.get("/").text, "Star Blackjack", "Table 1")
    assert re.search(r"house edge</dt>\s*<dd>\s*–", first)
    choices = client.app.state.service.table("star-blackjack-1").table.choices
    client.app.state.edges._known[edge_question(STAR_BLACKJACK, choices)] = TableEdge(
        0.00804841, 1.3
    )
    first = card(client.get("/").text, "Star Blackjack", "Table 1")
    assert re.search(r"house edge</dt>\s*<dd>\s*0.80 %", first)


def test_a_new_floor_has_every_game_and_tables_that_differ() -> None:
    tables = floor_tables(600)
    assert {one.game for one in tables} == set(GAMES)
    assert len({(one.choices.minimum, one.choices.maximum) for one in tables}) >= 5
    assert sum(bool(one.choices.side_bets) for one in tables) >= 3
    assert min(one.choices.minimum for one in tables) == 1_00
