"""Checks the proof of a promotion's draw against what you wrote down before the draw.

    python draw_verifier.py PROOF --commitment HEX [--word TEXT] [--entries NUMBER]

PROOF is the file from the page of the draw, or the answer of ``/api/promotions/NAME/draw``. HEX is
the commitment that was on the promotion's page from its start: a proof proves nothing without it.
TEXT is the word that you heard called out in the room, NUMBER how many entries there were when
entries closed. It says what was checked and what was not. Python is all it needs, and it imports
nothing of croupier.
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
NUMBERS, LISTS = ("entries", "prizes"), ("among", "drawn")
FIELDS = {"proof", "stream", "commitment", "house-seed", "word", *NUMBERS, *LISTS}
"""What a proof holds: all of it, and nothing else."""


# The next functions are also in the other verifiers. Each of them is one file, so that somebody
# who does not trust the house can read all of what they run.


class FalseDrawError(Exception):
    """A proof does not hold; the message says why in one sentence."""


def need(holds: bool, why: str) -> None:
    """Raise `FalseDrawError` unless the condition holds."""
    if not holds:
        raise FalseDrawError(why)


def parts(*values: object) -> bytes:
    """Return the values as bytes, each with its length in four bytes in front."""
    data = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return b"".join(len(one).to_bytes(4, "big") + one for one in data)


def draw(seed: bytes, about: bytes, left: list[int], prizes: int) -> list[int]:
    """Return the numbers drawn: each from those left, by HMAC-SHA-256 under a counter."""
    drawn, waiting, counter = [], b"", 0
    for _ in range(prizes):
        bits = (len(left) - 1).bit_length()
        size = (bits + 7) // 8
        place = len(left)
        while place >= len(left):
            while len(waiting) < size:
                waiting += hmac.digest(seed, about + parts(counter), "sha256")
                counter += 1
            taken, waiting = waiting[:size], waiting[size:]
            place = int.from_bytes(taken, "big") >> (size * 8 - bits)
        drawn.append(left.pop(place))
    return drawn


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number, 0 or more."""
    return type(value) is int and value >= 0


def check_form(proof: Any) -> None:
    """Refuse a proof in which a part is missing, superfluous or of another kind."""
    known = isinstance(proof, dict) and proof.get("proof") == "promotion-draw"
    need(known, "it is no proof that this program knows")
    for name in sorted(FIELDS ^ proof.keys()):
        need(name in proof, f"the proof has no {name}")
        need(name in FIELDS, f"the proof has {name}, which nothing checks")
    texts = all(isinstance(proof[name], str) for name in ("stream", "word"))
    need(texts and bool(proof["stream"]), "it does not name its promotion")
    for name in ("commitment", "house-seed"):
        found = isinstance(proof[name], str) and HASH.fullmatch(proof[name])
        need(bool(found), f"the {name} is not a hash")
    need(all(is_whole(proof[name]) for name in NUMBERS), "a count is not a whole number")
    for name in LISTS:
        values = proof[name]
        need(isinstance(values, list) and all(map(is_whole, values)), f"{name} is not a list")
    among = proof["among"]
    need(among == sorted(set(among)), "the numbers that could win are not in order")
    inside = all(1 <= one <= proof["entries"] for one in among)
    need(inside, "a number that could win is not that of an entry")


def run_checks(proof: Any, given: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Return what was checked and what was not. Raise `FalseDrawError` if one fails."""
    check_form(proof)
    need(proof["commitment"] == given.commitment, "its commitment is not the one that you gave")
    done = ["the commitment is the one that you gave"]
    left: list[str] = []
    seed, stream = bytes.fromhex(proof["house-seed"]), proof["stream"]
    bound = hashlib.sha256(parts("draw seed", stream, seed)).hexdigest()
    need(bound == proof["commitment"], "the house's seed is not the one that it committed to")
    done.append("the house's seed is the one that it committed to")
    for name, noun in (("word", "the word from the room"), ("entries", "the number of entries")):
        own = getattr(given, name)
        need(own in (None, proof[name]), f"{noun} is {proof[name]!r}, not {own!r}")
        (left if own is None else done).append(f"{noun} is {proof[name]!r}")
    among = proof["among"] or list(range(1, proof["entries"] + 1))
    eligible = hashlib.sha256(parts(*among)).hexdigest()
    about = parts("promotion draw", stream, proof["entries"], eligible, proof["word"])
    drawn = draw(seed, about, list(among), min(proof["prizes"], len(among)))
    need(drawn == proof["drawn"], f"the numbers had to be {drawn}, not {proof['drawn']}")
    done.append(f"the numbers {', '.join(map(str, drawn))} follow from the seed")
    left.append("whose entries these are: their holders know their numbers since they entered")
    return done, left


def main(arguments: list[str]) -> int:
    """Check one proof. Return 0 if it holds, 1 if it does not, 2 if it cannot be read."""
    parser = argparse.ArgumentParser(prog="draw_verifier.py", description=__doc__)
    parser.add_argument("proof", type=Path)
    parser.add_argument("--commitment", required=True, help="what you wrote down before the draw")
    parser.add_argument("--word", help="what you heard called out in the room")
    parser.add_argument("--entries", type=int, help="how many entries there were")
    given = parser.parse_args(arguments)
    try:
        done, left = run_checks(json.loads(given.proof.read_text(encoding="utf-8")), given)
    except FalseDrawError as why:
        print(f"it does not hold: {why}")
        return 1
    except (OSError, ValueError) as error:
        print(f"it cannot be read: {error}", file=sys.stderr)
        return 2
    print("\n".join([f"checked     {one}" for one in done]))
    print("\n".join([f"not checked {one}" for one in left]))
    print("it holds")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
