"""Proofs over the wire: of one's own events for players, and checkpoints for everybody."""

import base64
import json
import re

from litestar import Litestar
from litestar.testing import TestClient

from croupier.kit.merkle import extends
from croupier.record.integrity.checkpoints import verify_checkpoint
from croupier.record.integrity.proof_verifier import check
from croupier.record.secrets.keys import read_public_key
from tests.support.doorkeepers import told
from tests.web.test_interface import INSPECTOR, play_a_round
from tests.web.test_tables import STAR, ask

Client = TestClient[Litestar]
ANN, BOB = told("ann"), told("bob")


def events_of(client: Client) -> list[dict[str, object]]:
    head, _, *lines = client.get("/api/audit/export", headers=INSPECTOR).text.splitlines()
    assert json.loads(head)["withheld"] == []
    return [json.loads(line) for line in lines]


def test_a_player_gets_proofs_of_their_own_events_alone(client: Client) -> None:
    play_a_round(client, "ann")
    events = events_of(client)
    key = read_public_key(client.get("/api/house/key").content, "the house")
    proved: set[str] = set()
    for one in events:
        position, event = one["position"], one["event"]
        assert isinstance(event, dict)
        answer = client.get(f"/api/proofs/{position}", headers=ANN)
        others = client.get(f"/api/proofs/{position}", headers=BOB)
        if answer.status_code == 200:
            proof = answer.json()
            assert check(proof, key) == ""
            assert json.loads(base64.b64decode(proof["event"]))["event"] == event
            proved.add(event["event"])
        else:
            assert (answer.status_code, answer.json()["code"]) == (404, "proof/no-event")
        mine = str(one["stream"]).startswith("cards/")
        assert others.status_code == (200 if mine and answer.status_code == 200 else 404), one
        assert client.get(f"/api/proofs/{position}").status_code == 401
        for role in ("dealer", "supervisor", "administrator"):
            refused = client.get(f"/api/proofs/{position}", headers=told("sam", role))
            assert refused.status_code == 403
    assert {"wager-placed", "wagers-settled", "purse-moved", "seed-committed"} <= proved
    assert "card-dealt" not in proved
    assert client.get("/api/proofs/999999", headers=ANN).status_code == 404
    assert client.get("/api/proofs/0", headers=ANN).status_code == 404


def test_an_event_of_a_round_in_play_waits_for_its_end(client: Client) -> None:
    ask(client, "ann", "buy-in", amount=100_00)
    early = client.post("/api/checkpoints", headers=INSPECTOR).json()["size"]
    ask(client, "ann", "wager", box=1, amount=25_00)
    ask(client, "ann", "deal")
    view = client.get(STAR, headers=ANN).json()
    late = client.post("/api/checkpoints", headers=INSPECTOR).json()["size"]
    if view["under-way"]:
        refused = client.get(f"/api/proofs/{late - 1}", headers=INSPECTOR)
        assert (refused.status_code, refused.json()["code"]) == (409, "proof/not-covered")
        assert "still in play" in refused.json()["detail"]
        assert client.get("/api/proofs/1", headers=INSPECTOR).json()["size"] == early


def test_everybody_follows_the_checkpoints(client: Client) -> None:
    assert client.get("/api/checkpoints/newest").status_code == 404
    sizes = []
    for amount in (100_00, 200_00, 300_00):
        ask(client, "ann", "buy-in", amount=amount)
        sizes.append(client.post("/api/checkpoints", headers=INSPECTOR).json()["size"])
    listed = client.get("/api/checkpoints?limit=2").json()
    assert [one["size"] for one in listed["checkpoints"]] == sizes[:0:-1]
    (oldest,) = client.get(f"/api/checkpoints?before={listed['next']}").json()["checkpoints"]
    assert (oldest["size"], oldest["since"], oldest["hashes"]) == (sizes[0], 0, [])
    key = read_public_key(listed["key"].encode(), "the house")
    heads = {
        one.size: one.head
        for one in (
            verify_checkpoint(shown["note"].encode(), key)
            for shown in (*listed["checkpoints"], oldest)
        )
    }
    path = f"/api/checkpoints/{sizes[2]}/consistency"
    whole = client.get(f"{path}?since={sizes[0]}").json()
    for since, size, hashes in (
        *((one["since"], one["size"], one["hashes"]) for one in listed["checkpoints"]),
        (whole["since"], whole["size"], whole["hashes"]),
    ):
        proof = [bytes.fromhex(one) for one in hashes]
        assert extends(since, heads[since], size, heads[size], proof)
    assert client.get(f"/api/checkpoints/{sizes[1]}").json()["size"] == sizes[1]
    for wrong, code in (
        (f"/api/checkpoints/{sizes[0] + 1}", "checkpoint/unknown"),
        (f"{path}?since={sizes[0] + 1}", "checkpoint/unknown"),
        (f"/api/checkpoints/{sizes[0]}/consistency?since={sizes[1]}", "checkpoint/not-older"),
    ):
        assert client.get(wrong).json()["code"] == code


def test_a_player_keeps_the_proof_of_a_step_from_its_page(client: Client) -> None:
    play_a_round(client, "ann")
    page = "/tables/star-blackjack-1/rounds/1"
    before = client.get(f"{page}?step=1", headers=ANN)
    assert before.status_code == 200
    assert "Proof of this step" not in before.text, "no checkpoint covers it yet"
    client.post("/api/checkpoints", headers=INSPECTOR)
    steps = [client.get(f"{page}?step={step}", headers=ANN).text for step in range(1, 30)]
    links = {link for text in steps for link in re.findall(r'href="(/events/\d+/proof)"', text)}
    assert links
    key = read_public_key(client.get("/api/house/key").content, "the house")
    for link in links:
        kept = client.get(link, headers=ANN)
        assert kept.headers["content-disposition"].startswith("attachment; filename=")
        assert check(kept.json(), key) == ""
        assert client.get(link, headers=BOB).status_code == 404
