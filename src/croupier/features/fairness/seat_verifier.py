"""Checks a proof of a tournament's draw against what you wrote down before it.

    python seat_verifier.py PROOF --commitment HEX
    python seat_verifier.py PROOF --notes FILE

PROOF is a file from the page "Draws": of seats, or of a ballot between players who are tied. HEX is
the commitment that you were shown before the draw, FILE what ``/api/tournaments/NAME/draws``
answered then: a proof proves nothing without one of them. It says what was checked and what was
not. Python is all it needs, and it imports nothing of croupier.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path
from typing import Any

HASH = re.compile("[0-9a-f]{64}")
BOUND = ("stream", "shoe", "commitment", "house-seed")
KINDS: dict[str, tuple[str, ...]] = {
    "lots": (*BOUND, "seeds", "players", "groups", "tables", "seats"),
    "ballot": (*BOUND, "seeds", "lots", "ties"),
    "unused": BOUND,
}
"""What each kind of proof holds besides its kind: all of it, and nothing else."""


# The next functions are also in the other verifiers. Each of them is one file, so that somebody
# who does not trust the house can read all of what they run.


class UnprovenError(Exception):
    """A proof does not hold; the message says why in one sentence."""


def need(holds: bool, why: str) -> None:
    """Raise `UnprovenError` unless the condition holds."""
    if not holds:
        raise UnprovenError(why)


def parts(*values: object) -> bytes:
    """Return the values as bytes, each with its length in four bytes in front."""
    data = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return b"".join(len(one).to_bytes(4, "big") + one for one in data)


class LotNumbers:
    """Numbers from HMAC-SHA-256 under a counter, by rejection."""

    def __init__(self, seed: bytes, about: bytes) -> None:
        self.seed, self.about, self.counter, self.left = seed, about, 0, b""

    def below(self, limit: int) -> int:
        """Return the next number below a limit."""
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            while len(self.left) < size:
                message = self.about + parts(self.counter)
                self.left += hmac.digest(self.seed, message, "sha256")
                self.counter += 1
            taken, self.left = self.left[:size], self.left[size:]
            number = int.from_bytes(taken, "big") >> (size * 8 - bits)
            if number < limit:
                return number


# The form of a proof: every value is there, and is what it must be -------------------------------


def is_number(value: Any) -> bool:
    """Return whether a value is a whole number from 1 on."""
    return type(value) is int and value >= 1


def is_text(value: Any) -> bool:
    """Return whether a value is a text that is not empty."""
    return isinstance(value, str) and bool(value)


def is_names(value: Any) -> bool:
    """Return whether a value is a list of names."""
    return isinstance(value, list) and all(is_text(one) for one in value)


def check_form(proof: dict[str, Any]) -> None:
    """Refuse a proof in which a part is missing, superfluous or of another kind."""
    kind = proof.get("proof")
    need(isinstance(kind, str) and kind in KINDS, "it is no proof that this program knows")
    wanted = {"proof", *KINDS[str(kind)]}
    for name in sorted(wanted ^ proof.keys()):
        need(name in proof, f"the proof has no {name}")
        need(name in wanted, f"the proof has {name}, which nothing checks")
    need(is_text(proof["stream"]) and is_text(proof["shoe"]), "it does not name its shoe")
    for name in ("commitment", "house-seed"):
        told = isinstance(proof[name], str) and HASH.fullmatch(proof[name]) is not None
        need(told, f"the {name} is not a hash")
    if kind != "unused":
        need(proof["seeds"] == [], "a player's seed is incomplete")
    if kind == "lots":
        check_seats_form(proof)
    if kind == "ballot":
        check_ties_form(proof)


def check_seats_form(proof: dict[str, Any]) -> None:
    """Refuse a draw of seats that is incomplete."""
    players, groups, seats = proof["players"], proof["groups"], proof["seats"]
    need(is_names(players) and bool(players), "it does not say who took part")
    need(len(set(players)) == len(players), "a player takes part twice")
    grouped = isinstance(groups, list) and all(is_names(group) for group in groups)
    need(grouped, "a group of players is incomplete")
    need(is_number(proof["tables"]), "tables is not a number of tables")
    listed = isinstance(seats, list) and all(isinstance(one, dict) for one in seats)
    need(listed, "a seat is incomplete")
    for one in seats:
        whole = one.keys() == {"player", "table", "box"} and is_text(one["player"])
        need(whole and is_number(one["table"]) and is_number(one["box"]), "a seat is incomplete")


def check_ties_form(proof: dict[str, Any]) -> None:
    """Refuse a ballot that is incomplete."""
    ties, lots = proof["ties"], proof["lots"]
    need(is_number(lots) and lots <= 100, "lots is not a number of lots")
    listed = isinstance(ties, list) and bool(ties) and all(isinstance(one, list) for one in ties)
    need(listed, "a tie is incomplete")
    for one in [one for tie in ties for one in tie]:
        whole = isinstance(one, dict) and one.keys() == {"player", "box"}
        need(whole and is_text(one["player"]) and is_number(one["box"]), "a tie is incomplete")
        need(one["box"] < lots, "a tie is incomplete")
    boxes = [one["box"] for tie in ties for one in tie]
    need(len(set(boxes)) == len(boxes), "two players are tied at one box")


# What binds the values ---------------------------------------------------------------------------


def check_commitment(proof: dict[str, Any], given: argparse.Namespace) -> str:
    """Refuse a commitment other than the one that its reader noted."""
    if given.notes is None:
        need(given.commitment == proof["commitment"], "its commitment is not the one that you gave")
        return "the commitment is the one that you gave"
    notes = json.loads(given.notes.read_text(encoding="utf-8"))
    name = f"{proof['shoe']} of {proof['stream']}"
    mine = [one for one in notes["shoes"] if one["shoe"] == proof["shoe"]]
    known = notes["stream"] == proof["stream"] and len(mine) == 1
    need(known, f"your notes have no commitment of {name}")
    same = mine[0]["commitment"] == proof["commitment"]
    need(same, "its commitment is not the one in your notes")
    return f"the commitment is the one in your notes for {name}"


def check_seed(proof: dict[str, Any]) -> str:
    """Refuse a seed other than the one that the house was bound to."""
    seed = bytes.fromhex(proof["house-seed"])
    bound = hashlib.sha256(parts("house seed", proof["stream"], proof["shoe"], seed)).hexdigest()
    need(bound == proof["commitment"], "the house's seed is not the one that it committed to")
    return "the house's seed is the one that it committed to"


def mix(proof: dict[str, Any], values: list[Any]) -> list[Any]:
    """Return the values in the order that the seed gives them."""
    order = list(values)
    about = parts("lots") + parts(proof["stream"], proof["shoe"], 0)
    blocks = LotNumbers(bytes.fromhex(proof["house-seed"]), about)
    for last in range(len(order) - 1, 0, -1):
        other = blocks.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def check_seats(proof: dict[str, Any]) -> str:
    """Refuse a seat that does not follow from the seed and from who took part."""
    order, tables = mix(proof, proof["players"]), proof["tables"]
    right = {player: (n % tables + 1, n // tables + 1) for n, player in enumerate(order)}
    if proof["groups"]:
        right = {
            player: (table, box)
            for table, group in enumerate(proof["groups"], 1)
            for box, player in enumerate([one for one in order if one in group], 1)
        }
    drawn = {one["player"]: (one["table"], one["box"]) for one in proof["seats"]}
    need(len(drawn) == len(proof["seats"]), "a player has two seats")
    for player, (table, box) in right.items():
        need(player in drawn, f"the draw leaves out {player}")
        there = drawn[player]
        why = f"{player} had to have box {box} of table {table}"
        need(there == (table, box), f"{why}, not box {there[1]} of table {there[0]}")
    need(len(drawn) == len(right), "somebody has a seat who did not take part")
    return f"{len(drawn)} seats follow from the seed"


def check_ties(proof: dict[str, Any]) -> str:
    """Refuse a ballot whose order does not follow from the seed: the lowest lot comes first."""
    lots = mix(proof, list(range(proof["lots"])))
    for tie in proof["ties"]:
        right = sorted(tie, key=lambda one: lots[one["box"]])
        for there, due in zip(tie, right, strict=True):
            need(there == due, f"{due['player']} had to come before {there['player']}")
    drawn = sum(len(tie) for tie in proof["ties"])
    return f"the order of {drawn} tied players follows from the seed"


def run_checks(proof: dict[str, Any], given: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Return what was checked and what was not. Raise `UnprovenError` if something fails."""
    check_form(proof)
    done = [check_commitment(proof, given), check_seed(proof)]
    if proof["proof"] == "unused":
        return [*done, "nothing was drawn by it"], []
    liking = "that the house chose no seed to its liking: no player gave one"
    if proof["proof"] == "ballot":
        who = ", ".join(one["player"] for tie in proof["ties"] for one in tie)
        return [*done, check_ties(proof)], [liking, f"that these were tied, at these boxes: {who}"]
    took = "that these took part, in this order: " + ", ".join(proof["players"])
    return [*done, check_seats(proof)], [liking, took]


def main(arguments: list[str]) -> int:
    """Check one proof. Return 0 if it holds, 1 if it does not, 2 if it cannot be read."""
    parser = argparse.ArgumentParser(prog="seat_verifier.py", description=__doc__)
    parser.add_argument("proof", type=Path)
    noted = parser.add_mutually_exclusive_group(required=True)
    noted.add_argument("--commitment", help="the commitment that you wrote down")
    noted.add_argument("--notes", type=Path, help="what you saved before the draw")
    given = parser.parse_args(arguments)
    try:
        proof = json.loads(given.proof.read_text(encoding="utf-8"))
        need(isinstance(proof, dict), "it is no proof that this program knows")
        done, left = run_checks(proof, given)
    except UnprovenError as why:
        print(f"it does not hold: {why}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"it cannot be read: {error}", file=sys.stderr)
        return 2
    for one in proof.get("seats", []):
        print(f"seat        {one['player']}: table {one['table']}, box {one['box']}")
    for number, tie in enumerate(proof.get("ties", []), 1):
        order = ", ".join(f"{one['player']} (box {one['box']})" for one in tie)
        print(f"ballot {number}    {order}")
    print("\n".join([f"checked     {one}" for one in done]))
    print("".join([f"not checked {one}\n" for one in left]), end="")
    print("it holds: compare the draw with the one that you saw" if left else "it holds")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
