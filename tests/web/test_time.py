"""Time at the tables: cards come at a pace, betting ends, and of who does not decide the rulebook
says what becomes."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.cards import parse_cards
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import CardDealt
from croupier.record.stores.locations import open_store
from croupier.rulebooks import law_of
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
PACED = Choices(card_milliseconds=2, wager_seconds=30, decision_seconds=1)
TABLE = "/api/tables/quick"


def open_table(client: Client, game: str, choices: Choices) -> None:
    service = client.app.state.service

    async def opened() -> None:
        await service.do(
            lambda floor: floor.open_table(
                law_of(game), choices, cards=floor.cards_of("quick"), name="quick"
            )
        )

    with client.portal() as portal:
        portal.call(opened)


def ask(client: Client, who: str, command: str, **fields: Any) -> Any:
    body = {"command": command, **fields}
    answer = client.post(f"{TABLE}/commands", json=body, headers=told(who))
    assert answer.status_code == 200, answer.text
    return answer.json()


def until(client: Client, seen: str, *, seconds: float = 60) -> dict[str, Any]:
    """Wait until a view has something settled, or whatever else is looked for."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view: dict[str, Any] = client.get(TABLE, headers=told("ann")).json()
        if view[seen]:
            return view
        time.sleep(0.02)
    raise AssertionError(f"no {seen} within {seconds} s: {view['phase']}, {view['prompts']}")


@pytest.mark.parametrize(("game", "on"), [("star-blackjack", "main"), ("caribbean-stud", "ante")])
def test_a_round_goes_on_without_those_who_do_not_decide(
    tmp_path: Path, game: str, on: str
) -> None:
    """Star 16.10, Caribbean 14.14: nobody is waited for without end."""
    settings = Settings(database=str(tmp_path / "floor.db"), empty=True)
    with started(settings) as client:
        open_table(client, game, PACED)
        for who in ("ann", "bob"):
            ask(client, who, "buy-in", amount=100_00)
        for who, box in (("ann", 1), ("bob", 2)):
            ask(client, who, "wager", box=box, amount=10_00, on=on)
        for who in ("ann", "bob"):
            ask(client, who, "deal")
        view = until(client, "settled")
        assert view["rounds"] == 1


def test_betting_ends_when_its_time_is_over(tmp_path: Path) -> None:
    """Bob has a wager and is not ready: the table waits for him, but not for ever."""
    settings = Settings(database=str(tmp_path / "floor.db"), empty=True)
    with started(settings) as client:
        open_table(client, "star-blackjack", Choices(wager_seconds=2))
        for who, box in (("ann", 1), ("bob", 2)):
            ask(client, who, "buy-in", amount=100_00)
            ask(client, who, "wager", box=box, amount=10_00)
        body = {"command": "deal"}
        early = client.post(f"{TABLE}/commands", json=body, headers=told("ann"))
        assert early.json()["events"] == []
        assert until(client, "rounds")["rounds"] == 1


@pytest.mark.parametrize("seconds", [0, 600])
def test_who_has_no_wager_holds_up_nobody(tmp_path: Path, seconds: int) -> None:
    settings = Settings(database=str(tmp_path / "floor.db"), empty=True)
    with started(settings) as client:
        open_table(client, "star-blackjack", Choices(wager_seconds=seconds))
        for who in ("ann", "bob"):
            ask(client, who, "buy-in", amount=100_00)
        ask(client, "ann", "wager", box=1, amount=10_00)
        ask(client, "ann", "deal")
        assert until(client, "rounds")["rounds"] == 1


def test_after_a_start_time_begins_anew(tmp_path: Path) -> None:
    """The cards come when the whole time has passed since the start, by the store's own clock."""
    settings = Settings(database=str(tmp_path / "floor.db"), empty=True)
    choices = Choices(wager_seconds=4, decision_seconds=600)
    with started(settings) as client:
        open_table(client, "star-blackjack", choices)
        ask(client, "bob", "buy-in", amount=100_00)
        ask(client, "ann", "buy-in", amount=100_00)
        ask(client, "ann", "wager", box=1, amount=10_00)
    begun = datetime.now(UTC)
    with started(settings) as client:
        until(client, "rounds")
    dealt = [one for one in open_store(settings.database).read_all() if one.stream == "table/quick"]
    first = next(one for one in dealt if isinstance(one.event, CardDealt))
    assert first.recorded is not None
    assert first.recorded >= begun + timedelta(seconds=choices.wager_seconds)


@pytest.mark.parametrize("milliseconds", [0, 2])
def test_a_round_goes_on_where_nobody_has_chips_for_insurance(
    tmp_path: Path, milliseconds: int
) -> None:
    """All chips lie on the table and the dealer shows an ace: there is nothing to ask."""
    settings = Settings(database=str(tmp_path / "floor.db"), empty=True)
    cards = parse_cards("TH AC 9D 6C TC 8D")
    choices = Choices(burn=False, card_milliseconds=milliseconds)
    with started(settings) as client:
        service = client.app.state.service

        async def opened() -> None:
            await service.do(
                lambda floor: floor.open_table(
                    law_of("star-blackjack"),
                    choices,
                    cards=SoftwareShoe(random_source(1), cards),
                    name="quick",
                    stacked=len(cards),
                )
            )

        with client.portal() as portal:
            portal.call(opened)
        ask(client, "ann", "buy-in", amount=10_00)
        ask(client, "ann", "wager", box=1, amount=10_00)
        ask(client, "ann", "deal")
        end = time.monotonic() + 60
        due = ""
        while due != "decision" and time.monotonic() < end:
            view = client.get(TABLE, headers=told("ann")).json()
            due = view["prompts"][0]["due"]
        assert due == "decision"
        ask(client, "ann", "stand", box=1)
        assert until(client, "settled", seconds=60)["rounds"] == 1
