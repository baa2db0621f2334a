"""Draws of seats with proof: committed before, published after, checked by two programs."""

import json
import subprocess
import sys
import time
from argparse import Namespace
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.features.fairness import seat_verifier
from croupier.features.fairness.rules.chance import CommittedChance
from croupier.features.tournaments.lots import find_false_draws, lot_draws, lot_proof
from croupier.features.tournaments.rules.seats import DrawSeats
from croupier.features.tournaments.runner import TournamentRunner
from croupier.floor.floor import Floor
from croupier.record.integrity.verification import verify
from croupier.rulebooks import Role
from tests.features.fairness.test_browser_verifier import browser_verdicts
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
OPERATOR = told("gus", "gaming-manager")
DIRECTOR = told("mia", "tournament-manager")
BROWSER = {"Accept": "text/html"}
PLACE = "/api/tournaments/cup"
PLAYERS = tuple(f"p{number}" for number in range(1, 8))
CONDITIONS = {
    "entry-fee": 10,
    "sessions": [
        {"name": "heats", "tables": 2, "rounds": 3, "advance": 2},
        {"name": "final", "tables": 1, "rounds": 3, "advance": 0},
    ],
    "starts": "2030-06-01T18:00:00Z",
}


def give(client: Client, headers: dict[str, str], what: str, **fields: Any) -> Any:
    answer = client.post(f"{PLACE}/commands", json={"command": what, **fields}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def publish(client: Client) -> None:
    body = {"tournament": "cup", "game": "star-blackjack", "conditions": CONDITIONS}
    assert client.post("/api/tournaments", json=body, headers=OPERATOR).status_code == 201
    give(client, OPERATOR, "publish-conditions")
    give(client, OPERATOR, "appoint-manager", person="mia")


def draws(client: Client, drawn: int) -> list[dict[str, Any]]:
    """What is committed to, once the seeds of so many draws are published."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        found: list[dict[str, Any]] = client.get(f"{PLACE}/draws").json()["shoes"]
        published = [one for one in found if one["house-seed"]]
        if len(published) == drawn and len(found) > drawn:
            return found
    raise AssertionError(f"{drawn} draws are not published")


def proof_of(client: Client, shoe: str) -> dict[str, Any]:
    answer = client.get(f"/tournaments/cup/draws/{shoe}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def check(proof: dict[str, Any], commitment: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "proof.json"
    file.write_text(json.dumps(proof))
    program = str(files("croupier.features.fairness") / "seat_verifier.py")
    return subprocess.run(
        [sys.executable, "-I", program, str(file), "--commitment", commitment],
        capture_output=True,
        text=True,
        check=False,
    )


def forged(proof: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Proofs that do not hold, by what was changed."""
    made: dict[str, dict[str, Any]] = {}
    first, second = (one["player"] for one in proof["seats"][:2])
    made["two seats exchanged"] = changed = deepcopy(proof)
    changed["seats"][0]["player"], changed["seats"][1]["player"] = second, first
    made["a player left out"] = changed = deepcopy(proof)
    del changed["seats"][0]
    made["a stranger"] = changed = deepcopy(proof)
    changed["seats"].append({"player": "zoe", "table": 1, "box": 7})
    made["another seed"] = {**proof, "house-seed": "0" * 64}
    made["another order of players"] = {**proof, "players": proof["players"][::-1]}
    made["one table more"] = {**proof, "tables": 3}
    made["nobody"] = {**proof, "players": []}
    return made


def test_seats_follow_from_what_was_committed_to_before_anybody_entered(
    settings: Settings, tmp_path: Path
) -> None:
    with started(settings) as client:
        publish(client)
        (before,) = draws(client, 0)
        assert (before["standing"], before["house-seed"]) == ("open", "")
        assert client.get(f"/tournaments/cup/draws/{before['shoe']}").status_code == 409
        for player in PLAYERS:
            give(client, told(player), "enter")
        seats = give(client, DIRECTOR, "draw-seats")["seats"]
        drawn, following = draws(client, 1)
        assert drawn["commitment"] == before["commitment"]
        assert following["house-seed"] == ""
        proof = proof_of(client, drawn["shoe"])
        assert proof["players"] == list(PLAYERS)
        assert [one["player"] for one in proof["seats"]] == [one["player"] for one in seats]
        # The same by hand: the seed gives the lots, and lots fill the tables in turn.
        seed = bytes.fromhex(proof["house-seed"])
        lots = CommittedChance(seed, proof["stream"], proof["shoe"], ()).lots(len(PLAYERS))
        right = {PLAYERS[lot]: (n % 2 + 1, n // 2 + 1) for n, lot in enumerate(lots)}
        assert {one["player"]: (one["table"], one["box"]) for one in proof["seats"]} == right
        page = client.get("/tournaments/cup/draws", headers=BROWSER).text
        assert before["commitment"] in page
        assert proof["house-seed"] in page
    done = check(proof, before["commitment"], tmp_path)
    assert done.returncode == 0, done.stdout
    assert "checked     7 seats follow from the seed" in done.stdout
    assert "not checked that these took part" in done.stdout
    questions = [(one, {"commitment": one["commitment"]}) for one in forged(proof).values()]
    verdicts = browser_verdicts([(proof, {"commitment": before["commitment"]}), *questions])
    assert verdicts[0]["holds"], verdicts[0]
    for (name, wrong), verdict in zip(forged(proof).items(), verdicts[1:], strict=True):
        with pytest.raises(seat_verifier.UnprovenError) as refused:
            seat_verifier.run_checks(wrong, Namespace(notes=None, commitment=wrong["commitment"]))
        assert not verdict["holds"], name
        assert verdict["why"] == str(refused.value), name


def test_a_second_draw_has_a_seed_of_its_own_and_a_restart_loses_nothing(
    settings: Settings,
) -> None:
    with started(settings) as client:
        publish(client)
        for player in PLAYERS[:4]:
            give(client, told(player), "enter")
        (first,) = draws(client, 0)
    with started(settings) as client:
        assert draws(client, 0) == [first]
        give(client, DIRECTOR, "draw-seats")
        assert len(draws(client, 1)) == 2, "the house commits itself to the next draw"
        give(client, DIRECTOR, "draw-seats")
        one, two, _ = draws(client, 2)
        assert one["commitment"] == first["commitment"]
        assert one["house-seed"] != two["house-seed"]
        by_hand = {player: f"1/{box}" for box, player in enumerate(PLAYERS[:4], 1)}
        give(client, DIRECTOR, "draw-seats", seats=by_hand)
        store = client.app.state.service.store.reader
        found = lot_draws(store, "cup")
        assert [bool(draw.seats) for draw in found] == [True, True, False]
        for draw in found[:2]:
            given = Namespace(notes=None, commitment=draw.seed.commitment)
            seat_verifier.run_checks(lot_proof("cup", draw), given)
        give(client, OPERATOR, "cancel", reason="too few")
        last = draws_after_the_end(client)
        assert proof_of(client, last["shoe"])["proof"] == "unused"
        assert verify(store).ok


def test_two_draws_in_one_turn_of_the_writer_have_a_proof_each(client: Client) -> None:
    publish(client)
    for player in PLAYERS[:4]:
        give(client, told(player), "enter")
    service = client.app.state.service

    def draw_twice(floor: Floor) -> None:
        for number in range(2):
            runner = TournamentRunner(floor, "cup")
            command = DrawSeats(by=Role.TOURNAMENT_MANAGER)
            answer = runner.submit(command, actor="mia", command_id=f"draw {number}")
            assert isinstance(answer, tuple), answer

    with client.portal() as portal:
        portal.call(service.do, draw_twice)
    draws(client, 2)
    one, two, waiting = lot_draws(service.store.reader, "cup")
    assert (one.session, two.session, waiting.session) == ("heats", "heats", "")
    assert not list(find_false_draws(service.store.reader, "cup"))


def draws_after_the_end(client: Client) -> dict[str, Any]:
    """The seed that was left over, once it is given up."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        last: dict[str, Any] = client.get(f"{PLACE}/draws").json()["shoes"][-1]
        if last["standing"] == "abandoned":
            return last
    raise AssertionError("the last seed is not given up")


def test_a_sit_and_go_is_seated_by_committed_lots_too(client: Client) -> None:
    place = "/api/tournaments/sit-and-go-1"
    for player in PLAYERS[:3]:
        client.post(f"{place}/commands", json={"command": "enter"}, headers=told(player))
    end = time.monotonic() + 300
    while not client.get(f"{place}/draws").json()["shoes"][0]["house-seed"]:
        assert time.monotonic() < end
    draw = lot_draws(client.app.state.service.store.reader, "sit-and-go-1")[0]
    assert (draw.session, draw.players) == ("final", PLAYERS[:3])
