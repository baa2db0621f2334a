"""Checks what somebody may know of a shoe, and imports nothing of croupier.

    python shoe_verifier.py REVEAL [SECRET]

REVEAL is what ``croupier audit shoe --viewer`` wrote, SECRET what you gave as ``--player-seed``. It
says what holds, and prints the commitment and the root: compare them with what you were shown
before the first card. Python is all it needs.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path
from typing import Any

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def parts(*values: object) -> bytes:
    """Values as bytes, each with its length in four bytes in front."""
    data = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return b"".join(len(one).to_bytes(4, "big") + one for one in data)


class Blocks:
    """Numbers from HMAC-SHA-256 under a counter, by rejection."""

    def __init__(self, seed: bytes, about: bytes) -> None:
        self.seed, self.about, self.counter, self.left = seed, about, 0, b""

    def below(self, limit: int) -> int:
        """The next number below a limit."""
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


def leaf(place: int, card: str, salt: bytes) -> bytes:
    """The leaf of one place."""
    return hashlib.sha256(b"\x00" + parts("place", place, card, salt)).digest()


def head(leaves: list[bytes]) -> bytes:
    """The head of the tree over some leaves, by RFC 9162."""
    if len(leaves) == 1:
        return leaves[0]
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + head(leaves[:middle]) + head(leaves[middle:])).digest()


def head_from(reached: bytes, place: int, size: int, hashes: list[str]) -> bytes:
    """The head that a path leads to from a leaf."""
    last = size - 1
    for sibling in map(bytes.fromhex, hashes):
        if place & 1 or place == last:
            reached = hashlib.sha256(b"\x01" + sibling + reached).digest()
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            reached = hashlib.sha256(b"\x01" + reached + sibling).digest()
        place, last = place >> 1, last >> 1
    return reached if last == 0 else b""


def about(told: dict[str, Any]) -> bytes:
    """What all numbers of a shoe are bound to: its table, its name, the seeds that were given."""
    given = [one for one in told["seeds"] if one["seed"]]
    seeds = [value for one in given for value in (one["box"], one["player"], one["seed"])]
    return parts(told["stream"], told["shoe"], len(given), *seeds)


def check_seeds(told: dict[str, Any], secret: str) -> str:
    """What is wrong with the players' seeds."""
    for one in told["seeds"]:
        bound = parts("player seed", told["stream"], told["shoe"], one["player"], one["seed"])
        if one["seed"] and hashlib.sha256(bound).hexdigest() != one["promise"]:
            return f"the seed of {one['player']} is not the one that was promised"
    boxes = [one["box"] for one in told["seeds"] if one["seed"]]
    if boxes != sorted(boxes):
        return "the seeds do not stand in the order of the boxes"
    mine = hmac.digest(secret.encode(), parts("player", told["commitment"]), "sha256").hex()
    if secret and mine not in [one["seed"] for one in told["seeds"]]:
        return "your seed is not among those that count"
    return ""


def check_cards(told: dict[str, Any]) -> str:
    """What is wrong with the cards that were shown."""
    for one in told.get("cards", []):
        came = one["number"] - 1 - told["after"]
        place = came if told["after"] else (came + told["cut"]) % told["size"]
        reached = leaf(place, one["card"], bytes.fromhex(one["salt"]))
        if place != one["place"] or (
            head_from(reached, place, told["size"], one["path"]).hex() != told["root"]
        ):
            return f"card {one['number']} is not {one['card']} in the order that was fixed"
    return ""


def check_whole(told: dict[str, Any]) -> str:
    """What is wrong with the house's seed, and with what follows from it."""
    seed, names = bytes.fromhex(told["house-seed"]), (told["stream"], told["shoe"])
    if hashlib.sha256(parts("house seed", *names, seed)).hexdigest() != told["commitment"]:
        return "the house's seed is not the one that was committed to"
    if told["root"]:
        order, blocks = list(told["mixed"]), Blocks(seed, parts("order") + about(told))
        for last in range(len(order) - 1, 0, -1):
            other = blocks.below(last + 1)
            order[last], order[other] = order[other], order[last]
        salts = [hmac.digest(seed, parts("salt", *names, n), "sha256")[:16] for n in range(416)]
        leaves = [leaf(n, card, salts[n]) for n, card in enumerate(order[: told["size"]])]
        if head(leaves).hex() != told["root"]:
            return "the order does not follow from the seeds"
    for one in told.get("draws", []):
        left = [card for card, count in zip(DECK, one["left"], strict=True) for _ in range(count)]
        blocks = Blocks(seed, parts("draw") + about(told) + parts(one["draw"]))
        if left[blocks.below(len(left))] != one["card"]:
            return f"draw {one['draw']} does not follow from the seeds"
    return ""


def main(arguments: list[str]) -> int:
    """Check one reveal; 0 where it holds, 1 where it does not, 2 where it cannot be read."""
    try:
        told = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        wrong = check_seeds(told, "".join(arguments[1:2])) or check_cards(told)
        wrong = wrong or ("house-seed" in told and check_whole(told)) or ""
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        print(f"usage: shoe_verifier.py REVEAL [SECRET]; {error}", file=sys.stderr)
        return 2
    print(f"commitment {told['commitment']}\nroot       {told['root'] or 'none'}")
    cards = len(told.get("cards") or told.get("draws") or [])
    holds = f"it holds for {cards} cards{', and for the whole' * ('house-seed' in told)}"
    print(f"it does not hold: {wrong}" if wrong else holds)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
