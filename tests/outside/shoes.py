"""Shoes as players meet them: seeds over the wire, rounds, proofs, and a house that cheats.

The bytes are those of ``docs/record.md``, worked out here once more.
"""

import copy
import hashlib
import hmac
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from tests.outside.people import command
from tests.outside.product import Product

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
BOXES = range(1, 8)
Proof = dict[str, Any]


def framed(*values: object) -> bytes:
    """Join values, each behind its length."""
    data = [one if isinstance(one, bytes) else str(one).encode() for one in values]
    return b"".join(len(one).to_bytes(4, "big") + one for one in data)


def own_seed(secret: str, commitment: str) -> str:
    """Return the seed that somebody with a secret adds to a shoe."""
    return hmac.digest(secret.encode(), framed("player", commitment), "sha256").hex()


def add_seeds(table: str, **players: httpx.Client) -> str:
    """Have players promise seeds for the next shoe and then show them; returns its name.

    Each one's secret is their name.
    """
    address = f"/api/tables/{table}/seeds"
    shoe = next(iter(players.values())).get(address).json()
    for name, client in players.items():
        seed = own_seed(name, shoe["commitment"])
        player = client.get("/api/session").json()["account"]
        bound = framed("player seed", shoe["stream"], shoe["shoe"], player, seed)
        body = {"promise": hashlib.sha256(bound).hexdigest()}
        assert client.post(f"{address}/promises", json=body).is_success
    for name, client in players.items():
        given = client.post(address, json={"seed": own_seed(name, shoe["commitment"])})
        assert given.is_success, given.text
    return str(shoe["shoe"])


def play_blackjack(client: httpx.Client, table: str) -> None:
    """Play one round at all boxes, with as many cards as seven hands take that stand."""
    for box in BOXES:
        placed = command(client, table, command="wager", box=box, amount=5_00)
        assert placed.is_success, placed.text
    dealt = command(client, table, command="deal")
    assert dealt.is_success, dealt.text
    for _ in range(100):
        if not client.get(f"/api/tables/{table}").json()["under-way"]:
            return
        for box in BOXES:
            for call in ("stand", "hit"):
                if command(client, table, command=call, box=box).is_success:
                    break
        command(client, table, command="close-insurance")
    raise AssertionError("the round does not end")


def play_stud(client: httpx.Client, table: str) -> None:
    """Play one round of Caribbean Stud and fold."""
    placed = command(client, table, command="wager", box=1, amount=5_00, on="ante")
    assert placed.is_success, placed.text
    assert command(client, table, command="deal").is_success
    folded = command(client, table, command="fold", box=1)
    assert folded.is_success, folded.text


def notes_of(client: httpx.Client, table: str) -> Proof:
    """Return what the house has committed to, as anybody may save it."""
    found: Proof = client.get(f"/api/tables/{table}/shoes").json()
    return found


def note_of(client: httpx.Client, table: str, shoe: str) -> Proof:
    """Return what the house says of one shoe."""
    (found,) = [one for one in notes_of(client, table)["shoes"] if one["shoe"] == shoe]
    return dict(found)


def verdict(
    product: Product, folder: Path, proof: Any, *options: str, notes: Proof | None = None
) -> tuple[int, str]:
    """Run the verifier of the wheel by itself; returns how it ended and what it said."""
    (folder / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    words = [str(folder / "proof.json"), *options]
    if notes is not None:
        (folder / "notes.json").write_text(json.dumps(notes), encoding="utf-8")
        words += ["--notes", str(folder / "notes.json")]
    verifier = product.site / "croupier" / "features" / "fairness" / "verifier.py"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(verifier), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


# A house that cheats -----------------------------------------------------------------------------


def numbers(seed: bytes, about: bytes) -> Any:
    """Return a function that draws a number below a limit."""
    state = {"left": b"", "counter": 0}

    def below(limit: int) -> int:
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            while len(state["left"]) < size:  # type: ignore[arg-type]
                block = hmac.digest(seed, about + framed(state["counter"]), "sha256")
                state["left"], state["counter"] = state["left"] + block, state["counter"] + 1  # type: ignore[operator]
            taken, state["left"] = state["left"][:size], state["left"][size:]  # type: ignore[index]
            number = int.from_bytes(taken, "big") >> (size * 8 - bits)
            if number < limit:
                return number

    return below


def order_of(proof: Proof) -> list[str]:
    """Return the order that follows from the seeds in a proof of whole decks."""
    seeds = [one[name] for one in proof["seeds"] for name in ("box", "player", "seed")]
    about = framed("order", proof["stream"], proof["shoe"], len(proof["seeds"]), *seeds)
    below = numbers(bytes.fromhex(proof["house-seed"]), about)
    cards = [card for card in DECK for _ in range(proof["decks"])]
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def root_of(proof: Proof, order: list[str]) -> str:
    """Return the root that the house publishes for an order."""
    seed = bytes.fromhex(proof["house-seed"])
    leaves = []
    for place, card in enumerate(order):
        salt = hmac.digest(seed, framed("salt", proof["stream"], proof["shoe"], place), "sha256")
        leaf = framed("place", place, card, salt[:16])
        leaves.append(hashlib.sha256(b"\x00" + leaf).digest())
    return head(leaves).hex()


def head(leaves: list[bytes]) -> bytes:
    """Return the head of a tree by RFC 9162."""
    if len(leaves) == 1:
        return leaves[0]
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + head(leaves[:middle]) + head(leaves[middle:])).digest()


def commitment_of(proof: Proof) -> str:
    """Return the commitment to the seed in a proof."""
    bound = framed("house seed", proof["stream"], proof["shoe"], bytes.fromhex(proof["house-seed"]))
    return hashlib.sha256(bound).hexdigest()


def dealt_from(proof: Proof, order: list[str]) -> Proof:
    """Return a proof whose root and cards are those of another order, all of a piece."""
    forged = copy.deepcopy(proof)
    forged["root"] = root_of(forged, order)
    for one in forged["cards"]:
        one["card"] = order[(one["number"] - 1 + forged["cut"]) % forged["size"]]
    return forged


def published(notes: Proof, proof: Proof) -> Proof:
    """Return the notes as they would be had the house published the root of a forged proof."""
    changed = copy.deepcopy(notes)
    for one in changed["shoes"]:
        if one["shoe"] == proof["shoe"]:
            one["root"] = proof["root"]
    return changed
