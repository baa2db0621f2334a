"""Players' own seeds: committed to, promised, shown, closed in box order, revealed and proved."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from croupier.app.settings import Settings
from croupier.cli.main import run
from croupier.client import Client as Program
from croupier.features.fairness import verifier
from croupier.features.fairness.rules.chance import seed_from_secret, seed_promise
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
TABLE = "caribbean-stud-2"
SEEDS = f"/api/tables/{TABLE}/seeds"


def ask(client: Client, who: str, command: str, **fields: Any) -> Any:
    body = {"command": command, **fields}
    return client.post(f"/api/tables/{TABLE}/commands", json=body, headers=told(who))


def sit(client: Client, *people: str) -> None:
    """Have people buy chips and wager, each at the box of their number."""
    for box, who in enumerate(people, 1):
        assert ask(client, who, "buy-in", amount=100_00).status_code == 200
        placed = ask(client, who, "wager", box=box, amount=25_00, on="ante")
        assert placed.status_code == 200, placed.text


def next_shoe(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get(SEEDS).json()
    return found


def promised(client: Client, who: str) -> Any:
    """Promise the seed that follows from somebody's secret: their name."""
    shoe = next_shoe(client)
    seed = seed_from_secret(who, shoe["commitment"])
    bound = seed_promise(seed, shoe["stream"], shoe["shoe"], who)
    return client.post(f"{SEEDS}/promises", json={"promise": bound}, headers=told(who))


def given(client: Client, who: str) -> Any:
    seed = seed_from_secret(who, next_shoe(client)["commitment"])
    return client.post(SEEDS, json={"seed": seed}, headers=told(who))


def play_round(client: Client, *people: str) -> None:
    """Have people ante, each at the box of their number, and fold what they are dealt."""
    for box, who in enumerate(people, 1):
        placed = ask(client, who, "wager", box=box, amount=25_00, on="ante")
        assert placed.status_code == 200, placed.text
    for who in people:
        assert ask(client, who, "deal").status_code == 200
    for box, who in enumerate(people, 1):
        folded = ask(client, who, "fold", box=box)
        assert folded.status_code == 200, folded.text


def test_players_add_seeds_and_the_log_proves_it(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with started(settings) as client:
        first = next_shoe(client)
        assert (first["shoe"], len(first["commitment"]), first["seeds"]) == ("shoe-1", 64, [])
        for who in ("ann", "bob"):
            assert ask(client, who, "buy-in", amount=100_00).status_code == 200
        play_round(client, "bob", "ann")
        shoe = next_shoe(client)
        assert promised(client, "ann").status_code == 200
        assert promised(client, "ann").status_code == 200, "the same once more"
        assert promised(client, "bob").status_code == 200
        assert given(client, "ann").status_code == 200
        shown = given(client, "bob").json()["seeds"]
        assert [(one["player"], one["box"], one["seed"]) for one in shown] == [
            (who, box, seed_from_secret(who, shoe["commitment"]))
            for box, who in ((1, "bob"), (2, "ann"))
        ]
        while next_shoe(client)["shoe"] == shoe["shoe"]:
            play_round(client, "bob", "ann")
        notes = client.get(f"/api/tables/{TABLE}/shoes")
        play_round(client, "bob", "ann")
        proof = client.get(shoe["proof"], headers=told("ann"))
    (noted,) = [one for one in notes.json()["shoes"] if one["shoe"] == shoe["shoe"]]
    assert [one["player"] for one in noted["seeds"]] == ["bob", "ann"]
    assert (noted["reveal"], noted["house-seed"]) == ("day", "")
    file, saved = tmp_path / "shoe.json", tmp_path / "notes.json"
    file.write_bytes(proof.content)
    saved.write_bytes(notes.content)
    verified = subprocess.run(
        [sys.executable, verifier.__file__, str(file), "--notes", str(saved)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "not checked that the order follows from the seeds" in verified.stdout
    capsys.readouterr()
    assert run(["audit", "shoe", settings.database, TABLE, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    (mine,) = [one for one in table["shoes"] if one["shoe"] == shoe["shoe"]]
    assert [one["player"] for one in mine["seeds"]] == ["bob", "ann"]


def test_seeds_count_in_the_first_shoe_before_anybody_sits_down(client: Client) -> None:
    first = next_shoe(client)
    assert first["shoe"] == "shoe-1"
    for who in ("bob", "ann"):
        assert promised(client, who).status_code == 200
    assert "Promise" in client.get(f"/tables/{TABLE}/proof", headers=told("cy")).text
    for who in ("ann", "bob"):
        assert given(client, who).status_code == 200
    sit(client, "ann")
    assert next_shoe(client)["shoe"] == "shoe-2"
    noted = client.get(f"/api/tables/{TABLE}/shoes").json()["shoes"][0]
    assert [(one["player"], one["seed"]) for one in noted["seeds"]] == [
        (who, seed_from_secret(who, first["commitment"])) for who in ("bob", "ann")
    ]
    assert promised(client, "bob").json()["code"] == "seed/no-box"


def test_a_player_adds_a_seed_by_the_forms_of_a_page(client: Client) -> None:
    page, ann = f"/tables/{TABLE}/proof", told("ann")

    def sent(form: str, **fields: str) -> str:
        answer = client.post(f"/tables/{TABLE}/{form}", data=fields, headers=ann)
        assert answer.status_code == 200, answer.text
        return answer.text

    assert 'id="seed"' not in client.get(page).text, "a visitor has none to add"
    assert ask(client, "bob", "buy-in", amount=100_00).status_code == 200
    assert "sit down or place a wager" in client.get(page, headers=ann).text
    assert "sit down or place a wager" in sent("seeds/promises", promise="0" * 64)
    sit(client, "ann")
    shoe = next_shoe(client)
    assert "The first shoe of a table is mixed" in client.get(page, headers=ann).text
    bound = seed_promise("luck", shoe["stream"], shoe["shoe"], "ann")
    assert "Show my seed" in sent("seeds/promises", promise=bound)
    assert "not the seed that you promised" in sent("seeds", own="other luck")
    assert "Your seed for shoe-2 is" in sent("seeds", own="luck")
    (mine,) = next_shoe(client)["seeds"]
    assert (mine["player"], mine["seed"]) == ("ann", "luck")


def test_what_a_seed_is_refused_for(client: Client) -> None:
    assert ask(client, "bob", "buy-in", amount=100_00).status_code == 200
    nobody = promised(client, "ann")
    assert (nobody.status_code, nobody.json()["code"]) == (409, "seed/no-box")
    sit(client, "ann", "bob")
    wrong = client.post(f"{SEEDS}/promises", json={"promise": "luck"}, headers=told("ann"))
    assert wrong.status_code == 400
    unpromised = given(client, "ann")
    assert (unpromised.status_code, unpromised.json()["code"]) == (409, "seed/refused")
    promised(client, "ann")
    other = client.post(SEEDS, json={"seed": "another"}, headers=told("ann"))
    assert other.json()["code"] == "seed/refused"
    given(client, "ann")
    late = promised(client, "bob")
    assert late.json()["code"] == "seed/refused"
    assert "next shoe" in late.json()["detail"]


def test_where_cards_take_time_others_may_promise_before_a_seed_is_shown(
    settings: Settings,
) -> None:
    with started(replace(settings, pace=10)) as client:
        sit(client, "ann", "bob")
        promised(client, "ann")
        early = given(client, "ann")
        assert (early.status_code, early.json()["code"]) == (409, "seed/too-early")
        promised(client, "bob")
        assert given(client, "ann").status_code == 200, "everybody has promised"


def test_a_table_that_closes_reveals_its_shoe(client: Client) -> None:
    manager = told("max", "gaming-manager")
    plan = {"table": "short", "game": "caribbean-stud"}
    assert client.post("/api/tables", json=plan, headers=manager).status_code == 201
    client.get("/api/tables/short/seeds").raise_for_status()
    closed = client.post(
        "/api/tables/short/commands", json={"command": "close-table"}, headers=manager
    )
    assert closed.status_code == 200, closed.text
    refused = client.get("/api/tables/short/seeds")
    assert (refused.status_code, refused.json()["code"]) == (409, "seed/not-here")
    inspector = told("ines", "inspector")
    log = client.get("/api/audit/events?stream=cards/short", headers=inspector).json()["items"]
    assert [one["event"] for one in log] == ["seed-committed", "shoe-abandoned", "seed-revealed"]


def test_a_program_adds_a_seed_of_its_own(client: Client) -> None:
    sit(client, "ann")
    client.headers.update(told("ann"))
    program = Program(http=client)
    shoe = program.promise_seed(TABLE, "a secret")
    program.give_seed(TABLE, "a secret")
    (mine,) = next_shoe(client)["seeds"]
    assert (shoe, mine["player"], bool(mine["seed"])) == ("shoe-2", "ann", True)


def test_a_proof_is_offered_to_those_who_have_seen_a_card(client: Client) -> None:
    """A link to a proof never leads to a refusal: a shoe in play has one for its players alone."""
    page = f"/tables/{TABLE}/proof"
    assert "My cards" not in client.get(page, headers=told("ann")).text
    sit(client, "ann")
    assert ask(client, "ann", "deal").status_code == 200
    links = re.findall(rf'href="({page}/shoe-\d+)"', client.get(page, headers=told("ann")).text)
    assert links
    assert all(client.get(link, headers=told("ann")).status_code == 200 for link in links)
    stranger = client.get(page, headers=told("cy")).text
    for link in re.findall(rf'href="({page}/shoe-\d+)"', stranger):
        assert client.get(link, headers=told("cy")).status_code == 200
