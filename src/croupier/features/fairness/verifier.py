"""Checks a proof of a shoe's cards against what you wrote down before the first of them.

    python shoe_verifier.py PROOF --commitment HEX [--seed TEXT] [--secret TEXT] [--cut PLACE]
    python shoe_verifier.py PROOF --notes FILE [--seed TEXT] [--secret TEXT] [--cut PLACE]

PROOF is a file from the page "Proof of your cards", or from ``croupier audit shoe --viewer``. HEX
is the commitment that you were shown before the first card, FILE what ``/api/tables/NAME/shoes``
answered then: a proof proves nothing without one of them. ``--seed`` takes the seed that you added,
``--secret`` the secret that a program made it from (``--player-seed``): whether it counted, only
you can ask. PLACE is where you saw a player cut. It says what was checked and what was not. Python
is all it needs, and it imports nothing of croupier.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
HASH, SALT = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{32}")
BOUND, CHANCE = ("stream", "shoe", "commitment"), ("house-seed", "seeds")
CARDS = ("root", "size", "cut", "after", "seen", "cards")
KINDS: dict[str, tuple[str, ...]] = {
    "seen": (*BOUND, *CARDS),
    "shoe": (*BOUND, *CHANCE, "decks", "mixed", *CARDS),
    "device": (*BOUND, *CHANCE, "decks", "out", "seen", "draws"),
    "unused": (*BOUND, "house-seed"),
}
"""What each kind of proof holds besides its kind: all of it, and nothing else."""


class RefusedError(Exception):
    """A proof does not hold; the message says why in one sentence."""


def need(holds: bool, why: str) -> None:
    """Raise `RefusedError` unless the condition holds."""
    if not holds:
        raise RefusedError(why)


def parts(*values: object) -> bytes:
    """Return the values as bytes, each with its length in four bytes in front."""
    data = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return b"".join(len(one).to_bytes(4, "big") + one for one in data)


class Blocks:
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


def leaf(place: int, card: str, salt: bytes) -> bytes:
    """Return the leaf of one place."""
    return hashlib.sha256(b"\x00" + parts("place", place, card, salt)).digest()


def head(leaves: list[bytes]) -> bytes:
    """Return the head of the tree over some leaves, by RFC 9162."""
    if len(leaves) == 1:
        return leaves[0]
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + head(leaves[:middle]) + head(leaves[middle:])).digest()


def head_from(reached: bytes, place: int, size: int, hashes: list[str]) -> bytes:
    """Return the head to which a path leads from a leaf."""
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


# The form of a proof: every value is there, and is what it must be -------------------------------


def is_number(value: Any, least: int = 0) -> bool:
    """Return whether a value is a whole number of at least ``least``."""
    return type(value) is int and value >= least


def is_text(value: Any) -> bool:
    """Return whether a value is a text that is not empty."""
    return isinstance(value, str) and bool(value)


def is_hash(value: Any, form: re.Pattern[str] = HASH) -> bool:
    """Return whether a value is a hash as it is written, in small letters."""
    return isinstance(value, str) and form.fullmatch(value) is not None


def are_cards(value: Any) -> bool:
    """Return whether a value is a list of cards."""
    return isinstance(value, list) and all(one in DECK for one in value)


def is_list_of(value: Any, *fields: str) -> bool:
    """Return whether a value is a list whose entries have exactly these fields."""
    return isinstance(value, list) and all(
        isinstance(one, dict) and one.keys() == set(fields) for one in value
    )


def check_form(proof: dict[str, Any]) -> None:
    """Refuse a proof in which a part is missing, superfluous or of another kind."""
    kind = proof.get("proof")
    need(isinstance(kind, str) and kind in KINDS, "it is no proof that this program knows")
    wanted = {"proof", *KINDS[str(kind)]}
    for name in sorted(wanted ^ proof.keys()):
        need(name in proof, f"the proof has no {name}")
        need(name in wanted, f"the proof has {name}, which nothing checks")
    need(is_text(proof["stream"]) and is_text(proof["shoe"]), "it does not name its shoe")
    for name in ("commitment", "root", "house-seed"):
        need(name not in proof or is_hash(proof[name]), f"the {name} is not a hash")
    if "seeds" in proof:
        check_seeds_form(proof["seeds"])
    decks = proof.get("decks", 0)
    need(is_number(decks) and decks <= 8, "decks is not a number of decks")
    if "cards" in proof:
        check_cards_form(proof, salted=kind == "seen")
    if "draws" in proof:
        check_draws_form(proof)


def check_seeds_form(seeds: Any) -> None:
    """Refuse players' seeds that are malformed, repeated or out of order."""
    need(is_list_of(seeds, "box", "player", "seed", "promise"), "a player's seed is incomplete")
    for one in seeds:
        told = is_number(one["box"], 1) and is_text(one["player"]) and is_text(one["seed"])
        need(told and is_hash(one["promise"]), "a player's seed is incomplete")
    need(len({one["player"] for one in seeds}) == len(seeds), "a player's seed counts twice")
    boxes = [one["box"] for one in seeds]
    need(boxes == sorted(boxes), "the seeds do not stand in the order of the boxes")


def check_cards_form(proof: dict[str, Any], *, salted: bool) -> None:
    """Refuse cards that are malformed, or whose numbers do not fit the shoe."""
    fields = ("number", "card", "salt", "path") if salted else ("number", "card")
    cards, size, after = proof["cards"], proof["size"], proof["after"]
    need(is_list_of(cards, *fields) and bool(cards), "it shows no card")
    need(is_number(proof["seen"]) and proof["seen"] == len(cards), "cards are missing from it")
    need(is_number(size, 1) and is_number(after), "its size is not a number of cards")
    need(is_number(proof["cut"]) and proof["cut"] < size, "the cut is outside the shoe")
    need(not (after and proof["cut"]), "what was left of another shoe is not cut again")
    need(all(one["card"] in DECK for one in cards), "one of its cards is none")
    numbers = [one["number"] for one in cards]
    need(all(is_number(one, after + 1) for one in numbers), "a card has no number")
    need(all(one < other for one, other in pairwise(numbers)), "a card has the wrong number")
    need(numbers[-1] <= after + size, "a card has a number that its shoe does not reach")
    for one in cards if salted else ():
        path = one["path"]
        need(is_hash(one["salt"], SALT) and isinstance(path, list), "a card has no salt")
        need(all(map(is_hash, path)), "a card has no path to the root")


def check_draws_form(proof: dict[str, Any]) -> None:
    """Refuse draws that are malformed."""
    draws = proof["draws"]
    need(is_list_of(draws, "draw", "card", "back", "left") and bool(draws), "it shows no card")
    need(is_number(proof["seen"]) and proof["seen"] == len(draws), "cards are missing from it")
    need(proof["decks"] > 0 and are_cards(proof["out"]), "it does not say what was in the device")
    for one in draws:
        counts = (one["draw"], one["back"], one["left"])
        need(all(map(is_number, counts)) and one["card"] in DECK, "a draw is incomplete")


# What binds the values ---------------------------------------------------------------------------


def check_notes(proof: dict[str, Any], notes: dict[str, Any]) -> str:
    """Refuse a proof that does not match the notes from before the first card."""
    name = f"{proof['shoe']} of {proof['stream']}"
    mine = [one for one in notes.get("shoes", [notes]) if one["shoe"] == proof["shoe"]]
    known = notes.get("stream") == proof["stream"] and len(mine) == 1
    need(known, f"your notes have no commitment of {name}")
    noted = mine[0]
    need(noted["commitment"] == proof["commitment"], "its commitment is not the one in your notes")
    counted = [(one["player"], one["box"], one["seed"]) for one in proof.get("seeds", [])]
    for one in noted.get("seeds", []) if "seeds" in proof else []:
        same = not one["seed"] or (one["player"], one["box"], one["seed"]) in counted
        need(same, f"the seed of {one['player']} in your notes does not count as it did")
    if noted.get("root") and "root" in proof:
        for field in ("root", "size", "after"):
            need(noted[field] == proof[field], f"its {field} is not the one in your notes")
        return f"the commitment and the root are those in your notes for {name}"
    need(proof["proof"] != "seen", f"your notes have no root of {name}, so no card is proved")
    return f"the commitment is the one in your notes for {name}"


def check_seed(proof: dict[str, Any]) -> str:
    """Refuse a seed other than the one that the house was bound to."""
    seed = bytes.fromhex(proof["house-seed"])
    bound = hashlib.sha256(parts("house seed", proof["stream"], proof["shoe"], seed)).hexdigest()
    need(bound == proof["commitment"], "the house's seed is not the one that it committed to")
    return "the house's seed is the one that it committed to"


def check_players(proof: dict[str, Any], seed: str, secret: str) -> str:
    """Refuse seeds that players did not promise, or that lack the reader's own."""
    for one in proof["seeds"]:
        bound = parts("player seed", proof["stream"], proof["shoe"], one["player"], one["seed"])
        kept = hashlib.sha256(bound).hexdigest() == one["promise"]
        need(kept, f"the seed of {one['player']} is not the one that was promised")
    made = hmac.digest(secret.encode(), parts("player", proof["commitment"]), "sha256").hex()
    mine = [one for one, given in ((seed, seed), (made, secret)) if given]
    counted = [one["seed"] for one in proof["seeds"]]
    need(all(one in counted for one in mine), "your seed is not among those that count")
    who = ", ".join(one["player"] for one in proof["seeds"])
    return f"it counts the seeds of {who}, as promised" if who else ""


def about(proof: dict[str, Any]) -> bytes:
    """Return what all numbers of a shoe are bound to: its table, its name, the players' seeds."""
    given = [one[name] for one in proof["seeds"] for name in ("box", "player", "seed")]
    return parts(proof["stream"], proof["shoe"], len(proof["seeds"]), *given)


def check_order(proof: dict[str, Any]) -> list[str]:
    """Return the order that follows from the seeds; refuse it if its root differs."""
    seed, size, mixed = bytes.fromhex(proof["house-seed"]), proof["size"], proof["mixed"]
    whole = proof["decks"] > 0
    need(are_cards(mixed) and whole != bool(mixed), "it does not say what was mixed")
    order = [card for card in DECK for _ in range(proof["decks"])] if whole else list(mixed)
    need(order == sorted(order, key=DECK.index), "what was mixed is not in the order of a deck")
    need(size == len(order) if whole else size <= len(order), "its size is not that of its cards")
    blocks = Blocks(seed, parts("order") + about(proof))
    for last in range(len(order) - 1, 0, -1):
        other = blocks.below(last + 1)
        order[last], order[other] = order[other], order[last]
    names = (proof["stream"], proof["shoe"])
    salts = [hmac.digest(seed, parts("salt", *names, n), "sha256")[:16] for n in range(size)]
    leaves = [leaf(n, order[n], salts[n]) for n in range(size)]
    need(head(leaves).hex() == proof["root"], "the order does not follow from the seeds")
    return order[:size]


def check_cut(proof: dict[str, Any], seen: int | None) -> str:
    """Refuse a cut that neither follows from the seeds nor was seen."""
    cut, size = proof["cut"], proof["size"]
    if seen is not None:
        need(cut == seen, f"the cards were cut after {cut}, not after {seen}")
        return f"the cards were cut after {cut}, as you saw"
    if not cut:
        return "the cards were not cut"
    blocks = parts("cut") + about(proof)
    for deck in (len(DECK), 0):
        least = max(1, min(deck, size // 2))
        number = Blocks(bytes.fromhex(proof["house-seed"]), blocks).below(size - 2 * least + 1)
        if cut == least + number:
            return f"the cut after {cut} follows from the seeds"
    raise RefusedError(
        f"the cut after {cut} does not follow from the seeds: if a player cut, give the place"
    )


def place_of(proof: dict[str, Any], number: int) -> int:
    """Return where a card lay in the order, by its number as the cards came out."""
    came: int = number - 1 - proof["after"]
    return came if proof["after"] else (came + int(proof["cut"])) % int(proof["size"])


def check_dealt(proof: dict[str, Any], order: list[str]) -> None:
    """Refuse a card that is not at its place in the order."""
    for one in proof["cards"]:
        came = order[place_of(proof, one["number"])]
        need(came == one["card"], f"card {one['number']} had to be {came}, not {one['card']}")


def check_paths(proof: dict[str, Any]) -> None:
    """Refuse a card whose path does not lead to the root."""
    for one in proof["cards"]:
        place = place_of(proof, one["number"])
        reached = leaf(place, one["card"], bytes.fromhex(one["salt"]))
        there = head_from(reached, place, proof["size"], one["path"]).hex() == proof["root"]
        need(there, f"card {one['number']} is not {one['card']} in the order that was fixed")


def check_draws(proof: dict[str, Any]) -> None:
    """Refuse a draw that does not follow from the seeds and the device's content.

    Cards go back in the order in which they came out; those that were out at first, all at once.
    """
    seed, bound = bytes.fromhex(proof["house-seed"]), parts("draw") + about(proof)
    out, first, before = list(proof["out"]), len(proof["out"]), -1
    need(out == sorted(out, key=DECK.index), "the cards that were out are not in a deck's order")
    for one in proof["draws"]:
        back, number = one["back"], one["draw"]
        need(number > before, f"draw {number} is not after the one before it")
        first = 0 if back >= first else first
        need(back <= len(out) and not (back and first), f"what went back before draw {number}?")
        out, before = out[back:], number
        gone = Counter(out)
        left = [card for card in DECK for _ in range(proof["decks"] - gone[card])]
        need(
            len(left) == one["left"] > 0, f"before draw {number} the device held {len(left)} cards"
        )
        card = left[Blocks(seed, bound + parts(number)).below(len(left))]
        need(card == one["card"], f"draw {number} had to be {card}, not {one['card']}")
        out.append(card)


def run_checks(proof: dict[str, Any], given: argparse.Namespace) -> tuple[list[str], list[str]]:
    """Return what was checked and what was not. Raise `RefusedError` if something does not hold."""
    check_form(proof)
    if given.notes is None:
        need(given.commitment == proof["commitment"], "its commitment is not the one that you gave")
        need(proof["proof"] != "seen", "no seed is published, so only notes with a root prove it")
        done = ["the commitment is the one that you gave"]
    else:
        done = [check_notes(proof, json.loads(given.notes.read_text(encoding="utf-8")))]
    if proof["proof"] == "seen":
        need(
            not (given.seed or given.secret),
            "whether your seed counts shows when the house publishes its own",
        )
        check_paths(proof)
        shown = f"{proof['seen']} cards lay where the root has them, after a cut of {proof['cut']}"
        unseen = "that the order follows from the seeds, and every card that is not in the proof"
        return [*done, shown], [f"{unseen}: the house has not published its seed", "who cut"]
    done.append(check_seed(proof))
    if proof["proof"] == "unused":
        return [*done, "nobody has seen a card that follows from it"], []
    left = (
        [] if proof["seeds"] else ["that the house chose no seed to its liking: no player gave one"]
    )
    done.append(check_players(proof, given.seed, given.secret))
    if proof["proof"] == "device":
        check_draws(proof)
        done.append(f"{proof['seen']} draws follow from the seeds")
        if proof["out"]:
            left.append(f"that these were out of the device at first: {' '.join(proof['out'])}")
        return done, [*left, "that cards went back into the device when the proof says"]
    order = check_order(proof)
    done += [f"the order of {len(order)} cards follows from the seeds", check_cut(proof, given.cut)]
    check_dealt(proof, order)
    if proof["mixed"]:
        left.append("that the cards that were mixed are those that had to be")
    return [*done, f"{proof['seen']} cards came as the order has them"], left


def main(arguments: list[str]) -> int:
    """Check one proof. Return 0 if it holds, 1 if it does not, 2 if it cannot be read."""
    parser = argparse.ArgumentParser(prog="shoe_verifier.py", description=__doc__)
    parser.add_argument("proof", type=Path)
    noted = parser.add_mutually_exclusive_group(required=True)
    noted.add_argument("--commitment", help="the commitment that you wrote down")
    noted.add_argument("--notes", type=Path, help="what you saved before the first card")
    parser.add_argument("--seed", default="", help="the seed that you added")
    parser.add_argument("--secret", default="", help="what you gave as --player-seed")
    parser.add_argument("--cut", type=int, help="where you saw a player cut")
    given = parser.parse_args(arguments)
    try:
        proof = json.loads(given.proof.read_text(encoding="utf-8"))
        need(isinstance(proof, dict), "it is no proof that this program knows")
        done, left = run_checks(proof, given)
    except RefusedError as why:
        print(f"it does not hold: {why}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"it cannot be read: {error}", file=sys.stderr)
        return 2
    cards = [one["card"] for one in proof.get("cards") or proof.get("draws") or []]
    for first in range(0, len(cards), 13):
        print(f"cards       {' '.join(cards[first : first + 13])}")
    print("\n".join([f"checked     {one}" for one in done if one]))
    print("".join([f"not checked {one}\n" for one in left]), end="")
    print("it holds: compare the cards with those that you saw" if cards else "it holds")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
