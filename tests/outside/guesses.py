"""How to guess an event from its hash, written from RFC 9162 and the published form of events.

The attacker knows everything about an event but its card: its place, its command, the second it was
written. Each of the 52 cards gives bytes that can be hashed. Where one of the hashes stands in a
proof, the card is known.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

RANKS, SUITS = "A23456789TJQK", "CDHS"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
HASH = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def leaf_hash(data: bytes) -> bytes:
    """Hash an event."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two hashes side by side."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def head_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root of the tree over some hashes."""
    if len(leaves) == 1:
        return leaves[0]
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    return node_hash(head_of(leaves[:middle]), head_of(leaves[middle:]))


def inclusion(leaves: Sequence[bytes], place: int) -> list[bytes]:
    """Return the hashes of a proof of one event, counted from 0."""
    if len(leaves) == 1:
        return []
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    if place < middle:
        return [*inclusion(leaves[:middle], place), head_of(leaves[middle:])]
    return [*inclusion(leaves[middle:], place - middle), head_of(leaves[:middle])]


def without_salt(body: bytes) -> bytes:
    """Return an event as versions without salts wrote it."""
    return re.sub(rb',"salt":"[0-9a-f]*"\}$', b"}", body)


def salt_of(body: bytes) -> str:
    """Return the salt of an event; empty where it has none."""
    return str(json.loads(body).get("salt", ""))


def is_face_down(body: bytes) -> bool:
    """Whether an event is a card that was dealt face down."""
    event = json.loads(body)["event"]
    return bool(event["event"] == "card-dealt" and event.get("covered"))


def card_of(body: bytes) -> str:
    """Return the card of such an event."""
    return str(json.loads(body)["event"]["card"])


def guesses(body: bytes, salts: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Hash an event with each of the 52 cards, and without a salt or with any that is known."""
    right = f'"card":"{card_of(body)}"'.encode()
    bare = without_salt(body)
    assert bare.count(right) == 1
    tails = [b"}", b',"salt":""}', *(f',"salt":"{salt}"}}'.encode() for salt in salts)]
    for card in CARDS:
        guess = bare.replace(right, f'"card":"{card}"'.encode())[:-1]
        for tail in tails:
            yield card, leaf_hash(guess + tail)


def guess_card(
    body: bytes, hashes: set[bytes], *, neighbours: Sequence[bytes] = (), salts: Iterable[str] = ()
) -> str:
    """Return the card that fits a hash of a proof; empty where none does.

    ``neighbours`` are hashes of other events that the attacker knows: a proof may hold the hash of
    both side by side instead.
    """
    for card, leaf in guesses(body, salts):
        pairs = (node_hash(*pair) for one in neighbours for pair in ((leaf, one), (one, leaf)))
        if leaf in hashes or any(pair in hashes for pair in pairs):
            return card
    return ""


def hashes_in(answer: str) -> set[bytes]:
    """Return every hash that stands in an answer, wherever and however it stands there."""
    found = {bytes.fromhex(one) for one in HASH.findall(answer)}
    for text in re.findall(r"[A-Za-z0-9+/]{43}=", answer):
        found.add(base64.b64decode(text))
    return found


def texts_in(answer: str) -> str:
    """Return an answer with what it holds in base64 written out, such as an event of a proof."""
    found = [answer]
    for text in re.findall(r"[A-Za-z0-9+/]{60,}={0,2}", answer):
        padded = text + "=" * (-len(text) % 4)
        found.append(base64.b64decode(padded).decode(errors="replace"))
    return "\n".join(found)


def read_json_lines(text: str) -> list[Any]:
    """Return the values of a text that holds one on each line."""
    return [json.loads(line) for line in text.splitlines()]
