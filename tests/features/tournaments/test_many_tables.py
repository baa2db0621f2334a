"""Two hundred players at thirty tables, by programs: nothing is lost, and the wall is right."""

import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.client.live import command_fields
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.floor.one_table import basic_bot
from croupier.games.blackjack.turn import InsuranceDue
from croupier.games.table.contest.state import OVER
from croupier.games.table.contest.turns import contest_of
from croupier.games.table.due import TurnDue
from croupier.games.table.wagers import PlaceWager, WagerPlaced
from croupier.messages import Command
from croupier.money import in_dollars
from croupier.record.integrity.verification import verify
from croupier.rulebooks import Role
from croupier.streams import TABLE
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
OPERATOR = told("gus", "gaming-manager")
DIRECTOR = told("mia", "tournament-manager")
PLACE = "/api/tournaments/cup"
PLAYERS = [f"p{number:03}" for number in range(1, 201)]
TABLES = 30
PATIENCE_SECONDS = 60
"""How long the wall may take on a loaded machine; how long it takes is for `bench` to say."""
CONDITIONS = {
    "entry-fee": 10,
    "maximum-players": 210,
    "sessions": [
        {"name": "heats", "tables": TABLES, "rounds": 1, "advance": 1},
        {"name": "semi-final", "tables": 5, "rounds": 1, "advance": 1},
        {"name": "final", "tables": 1, "rounds": 1, "advance": 0},
    ],
    "starts": "2030-06-01T18:00:00Z",
}


def give(client: Client, headers: dict[str, str], what: str, **fields: Any) -> None:
    answer = client.post(f"{PLACE}/commands", json={"command": what, **fields}, headers=headers)
    assert answer.status_code == 200, answer.text


def answers(client: Client, table: str) -> list[tuple[str, Command]]:
    """What the players of a table do about what is due there; nothing if nobody is asked."""
    shown = client.app.state.service.read_model.tables[table]
    if not shown.due:
        return []
    owed, contest = shown.due[0], contest_of(shown.table)
    if isinstance(owed, TurnDue):
        wager = PlaceWager(owed.player, owed.box, shown.table.limits.minimum, by=Role.PLAYER)
        return [(owed.player, wager)]
    command = basic_bot(owed)
    if command is None:
        return []
    if isinstance(owed, InsuranceDue) and not owed.turn:
        return [(one.player, command) for one in contest.in_play]
    return [(getattr(owed, "player", "") or owed.turn, command)]


def play_table(client: Client, table: str) -> Counter[str]:
    """Play a table to its end over the wire. Return what was accepted, by kind."""
    accepted: Counter[str] = Counter()
    while contest_of(client.app.state.service.read_model.tables[table].table).part is not OVER:
        for player, command in answers(client, table):
            body = command_fields(command)
            answer = client.post(f"/api/tables/{table}/commands", json=body, headers=told(player))
            assert answer.status_code == 200, answer.text
            accepted[body["command"]] += 1
    return accepted


def wall_delay(client: Client) -> float:
    """How long the wall takes to show the leaders as the tables have them."""
    began, model = time.monotonic(), client.app.state.service.read_model
    while True:
        page = client.get("/wall/cup", headers={"Accept": "text/html"}).text
        tournament = model.tournaments["cup"]
        named = {f"cup.{tournament.session + 1}.{seat.table}" for seat in tournament.seats}
        chips = [
            table.chips(one.player)
            for table in (model.tables[name].table for name in named if name in model.tables)
            if tournament.phase is TournamentPhase.SESSION and contest_of(table).part is not OVER
            for one in contest_of(table).in_play
        ]
        seconds = time.monotonic() - began
        if not chips or in_dollars(max(chips)) in page:
            return seconds
        shown = re.findall(r"\$[0-9,]+", page)
        assert seconds < PATIENCE_SECONDS, (in_dollars(max(chips)), shown)


@pytest.mark.slow
def test_two_hundred_players_at_thirty_tables(settings: Settings) -> None:
    with started(settings) as client:
        body = {"tournament": "cup", "game": "star-blackjack", "conditions": CONDITIONS}
        assert client.post("/api/tournaments", json=body, headers=OPERATOR).status_code == 201
        give(client, OPERATOR, "publish-conditions")
        give(client, OPERATOR, "appoint-manager", person="mia")
        for number in range(1, TABLES + 1):
            give(client, DIRECTOR, "designate-table", table=number)
        with ThreadPoolExecutor(8) as programs:
            list(programs.map(lambda one: give(client, told(one), "enter"), PLAYERS))
        accepted: Counter[str] = Counter()
        delays = []
        for session, tables in enumerate((TABLES, 5, 1), 1):
            give(client, DIRECTOR, "draw-seats", seated=True)
            give(client, DIRECTOR, "start-session", notified=True)
            named = [f"cup.{session}.{number}" for number in range(1, tables + 1)]
            with ThreadPoolExecutor(8) as programs:
                running = [programs.submit(play_table, client, name) for name in named]
                while not all(one.done() for one in running):
                    delays.append(wall_delay(client))
            accepted += sum((one.result() for one in running), Counter())
        give(client, DIRECTOR, "award-prizes")
        assert delays
        store, tournament = (
            client.app.state.service.store.reader,
            client.app.state.service.read_model.tournaments["cup"],
        )
        assert sum(tournament.awards.values()) == 200 * 10_00
        assert [len(one.tables) for one in tournament.results] == [30, 5, 1]
        wagers = [
            envelope.event
            for stream in store.streams()
            if (TABLE.name_of(stream) or "").startswith("cup.")
            for envelope in store.read_stream(stream)
            if isinstance(envelope.event, WagerPlaced)
        ]
        assert len(wagers) == accepted["wager"]
        assert verify(store).ok
