"""Nobody computes a card that lies face down from what the house hands out to prove other things.

A program takes every proof, checkpoint and copy that any role can get while a hand of Caribbean
Stud is in play, and tries all 52 cards for each card on the table.
"""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.outside.guesses import (
    card_of,
    guess_card,
    hashes_in,
    inclusion,
    is_face_down,
    leaf_hash,
    salt_of,
    texts_in,
    without_salt,
)
from tests.outside.people import STAFF_ROLES, administrator, command, hire, sign_up
from tests.outside.product import Floor, Product

TABLE = "caribbean-stud-1"
READERS = ("inspector", "surveillance", "regulator", "gaming-manager", "assistant-gaming-manager")
"""Those who may read the whole record, once rounds are over."""
LOOKS = (
    "/api/checkpoints?limit=200",
    "/api/checkpoints/newest",
    "/api/audit/events?limit=200",
    "/api/audit/export",
    f"/api/audit/events?stream=table/{TABLE}",
    f"/api/tables/{TABLE}",
    f"/api/tables/{TABLE}/rounds",
    f"/api/tables/{TABLE}/rounds/1",
    f"/api/tables/{TABLE}/seeds",
    f"/tables/{TABLE}/proof",
    "/api/accounts/me/statement",
    "/api/notices",
)
"""What else tells of the record."""


def recorded(house: Floor) -> list[bytes]:
    """Read the stored events, as whoever holds the disk can."""
    with sqlite3.connect(f"file:{house.database}?mode=ro", uri=True) as db:
        return [bytes(body) for (body,) in db.execute("SELECT body FROM events ORDER BY position")]


def beside(events: list[bytes], body: bytes) -> list[bytes]:
    """Hash the events before and after one: a tree joins nothing else with it at first."""
    place = events.index(body)
    return [leaf_hash(one) for one in events[place - 1 : place + 2] if one != body]


def sizes_of(visitor: httpx.Client) -> list[int]:
    listed = visitor.get("/api/checkpoints?limit=200").json()["checkpoints"]
    return [one["size"] for one in listed]


def haul(client: httpx.Client, positions: range) -> list[str]:
    """Ask for everything that could hold a hash or a salt."""
    answers = [client.get(path).text for path in LOOKS]
    sizes = sizes_of(client)
    answers += [
        client.get(f"/api/checkpoints/{new}/consistency?since={old}").text
        for new in sizes
        for old in sizes
    ]
    return answers + [client.get(f"/api/proofs/{position}").text for position in positions]


@pytest.mark.slow
def test_no_proof_that_any_role_can_get_tells_a_card_that_lies_face_down(
    floor: Callable[..., Floor], product: Product, tmp_path: Path
) -> None:
    house = floor().start()
    first = administrator(house)
    staff = {
        role: hire(house, first, f"the-{role}", role)
        for role in STAFF_ROLES
        if role != "administrator"
    }
    ann, eve, visitor = sign_up(house, "ann"), sign_up(house, "eve"), house.visitor()
    inspector = staff["inspector"]
    inspector.post("/api/checkpoints").raise_for_status()
    command(ann, TABLE, command="buy-in", amount=200_00).raise_for_status()
    command(ann, TABLE, command="wager", box=1, amount=25_00, on="ante").raise_for_status()
    command(ann, TABLE, command="deal").raise_for_status()
    events = recorded(house)
    secret = [body for body in events if is_face_down(body)]
    assert len(secret) == 9, "five of ann's, four of the dealer's"
    in_play = json.loads(secret[0])["position"]
    assert inspector.post("/api/checkpoints").json()["size"] >= len(events)

    everybody = {**staff, "administrator": first, "ann": ann, "eve": eve, "visitor": visitor}
    hand = range(in_play - 3, len(events) + 2)
    answers = {name: haul(client, hand) for name, client in everybody.items()}
    told = "\n".join(text for texts in answers.values() for text in texts)
    hashes, readable = hashes_in(told), texts_in(told)
    assert len(hashes) > 20
    known = [salt_of(body) for body in events if not is_face_down(body)]
    for body in secret:
        assert salt_of(body) not in readable
        assert guess_card(body, hashes, neighbours=beside(events, body), salts=known[-9:]) == ""

    # The same program against the same events as they were written before there were salts.
    bare = [leaf_hash(without_salt(body)) for body in events]
    handed_out = {one for place in range(len(bare)) for one in inclusion(bare, place)}
    assert [guess_card(body, handed_out) for body in secret] == [card_of(one) for one in secret]

    # Proofs against an earlier tree are given: of what came before the hand.
    early = inspector.get("/api/proofs/1").json()
    assert early["size"] < in_play
    refused = inspector.get(f"/api/proofs/{in_play}")
    assert (refused.status_code, refused.json()["code"]) == (409, "proof/not-covered")

    after_the_round(house, product, tmp_path, everybody, secret)
    house.stop()
    assert "Traceback" not in house.said


def after_the_round(
    house: Floor,
    product: Product,
    folder: Path,
    everybody: dict[str, httpx.Client],
    secret: list[bytes],
) -> None:
    """A folded hand stays its player's; the player gets proofs of what is theirs."""
    ann = everybody["ann"]
    command(ann, TABLE, command="fold", box=1).raise_for_status()
    everybody["inspector"].post("/api/checkpoints").raise_for_status()
    events = recorded(house)
    whole = range(1, len(events) + 1)
    hand = whole[json.loads(secret[0])["position"] - 3 :]
    told = "\n".join(text for name in ("eve", "visitor") for text in haul(everybody[name], hand))
    mine = haul(ann, whole)
    for texts in (told, "\n".join(mine)):
        hashes, readable = hashes_in(texts), texts_in(texts)
        for body in secret:
            assert salt_of(body) not in readable
            assert guess_card(body, hashes, neighbours=beside(events, body)) == ""

    (folder / "house.pem").write_text(everybody["visitor"].get("/api/house/key").text)
    proved = set()
    for text in mine:
        if '"hashes"' in text and '"event"' in text:
            (folder / "proof.json").write_text(text)
            done = check_alone(product, folder)
            assert done.returncode == 0, done.stderr
            proved.add(json.loads(done.stdout)["event"]["event"])
    assert {"wager-placed", "purse-moved", "hand-folded", "seed-committed"} <= proved
    assert "card-dealt" not in proved


def check_alone(product: Product, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run the verifier that comes with the wheel, without the rest of it."""
    verifier = product.site / "croupier" / "record" / "integrity" / "proof_verifier.py"
    return subprocess.run(
        [sys.executable, "-I", verifier, folder / "proof.json", folder / "house.pem"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
