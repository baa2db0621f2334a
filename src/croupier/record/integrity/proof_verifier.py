"""Checks what croupier proves, and imports nothing of it: python proof_verifier.py FILE KEY.

FILE is a proof that ``croupier audit prove`` or a server wrote, or a copy of the log that a server
sent. KEY is the public key that the house has given out. It says whether the event of a proof was
in the log when the checkpoint was signed, and prints the event; or whether a copy is the log that
its checkpoint covers, and prints which events it withholds. The only library it needs is
``cryptography``, for the signatures.
"""

import base64
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, StopIteration, AssertionError)


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of an event, by RFC 9162."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two hashes side by side."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def head_from(leaf: bytes, place: int, size: int, hashes: list[bytes]) -> bytes | None:
    """Return the head that a proof leads to from a leaf (from 0); ``None`` if it is impossible."""
    here, last, reached = place, size - 1, leaf
    for sibling in hashes:
        if last == 0:
            return None
        if here & 1 or here == last:
            reached = node_hash(sibling, reached)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            reached = node_hash(reached, sibling)
        here, last = here >> 1, last >> 1
    return reached if last == 0 else None


def is_signed(text: bytes, signature: str, key: Ed25519PublicKey) -> bool:
    """Return whether a text was signed with a key."""
    try:
        key.verify(base64.b64decode(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def facts_of(checkpoint: str, key: Ed25519PublicKey) -> dict[str, str] | None:
    """Return the fields of a checkpoint; ``None`` if this key did not sign it."""
    text, _, signature = checkpoint.partition("\n-- ")
    if not is_signed(text.encode(), signature, key):
        return None
    return dict(line.split(" ", 1) for line in text.splitlines()[1:])


def check(proof: dict[str, object], key: Ed25519PublicKey) -> str:
    """Return what is wrong with a proof; empty if it holds."""
    told = facts_of(str(proof["checkpoint"]), key)
    if told is None:
        return "the checkpoint was not signed with this key"
    size, place = int(told["size"]), int(str(proof["position"])) - 1
    hashes = [bytes.fromhex(one) for one in proof["hashes"]]  # type: ignore[attr-defined]
    body = base64.b64decode(str(proof["event"]))
    if not 0 <= place < size:
        return f"the checkpoint covers {size} events"
    if json.loads(body).get("position") != place + 1:
        return "the event claims another position"
    if head_from(leaf_hash(body), place, size, hashes) != base64.b64decode(told["head"]):
        return "the event is not in the log that the checkpoint covers"
    return ""


def check_copy(lines: Iterator[bytes], key: Ed25519PublicKey) -> str:
    """Return what is wrong with a copy of the log; empty if it is what the checkpoint covers."""
    first, second = next(lines), next(lines)
    head = json.loads(first)
    if not is_signed(b"croupier export\n" + first, json.loads(second)["signature"], key):
        return "its first line was not signed with this key"
    told = facts_of(head["checkpoint"], key)
    if told is None:
        return "the checkpoint was not signed with this key"
    withheld = {one["position"] for one in head["withheld"]}
    size, peaks = head["first"] - 1, [bytes.fromhex(one) for one in head["peaks"]]
    if len(peaks) != size.bit_count() or int(told["size"]) != head["last"]:
        return "its first line does not fit the checkpoint"
    for line in lines:
        event, place = json.loads(line), size + 1
        if event.get("withheld" if place in withheld else "position") != place:
            return f"event {place} is missing, not in its place, or withheld without saying so"
        reached, full = bytes.fromhex(event["leaf"]) if place in withheld else leaf_hash(line), size
        while full & 1:
            reached, full = node_hash(peaks.pop(), reached), full >> 1
        peaks.append(reached)
        size += 1
    root = peaks.pop() if peaks else hashlib.sha256(b"").digest()
    while peaks:
        root = node_hash(peaks.pop(), root)
    if size != head["last"] or root != base64.b64decode(told["head"]):
        return "it is not the log that the checkpoint covers"
    for one in head["withheld"]:
        print(f"event {one['position']} of {one['stream']} is withheld: {one['why']}")
    print(f"events {head['first']} to {size}")
    return ""


def main(arguments: list[str]) -> int:
    """Check one file; 0 where it holds, 1 where it does not, 2 where it cannot be read."""
    if len(arguments) != 2:
        print("usage: proof_verifier.py FILE KEY", file=sys.stderr)
        return 2
    try:
        key = load_pem_public_key(Path(arguments[1]).read_bytes())
        assert isinstance(key, Ed25519PublicKey)
        with Path(arguments[0]).open("rb") as file:
            copy = file.read(19) == b'{"croupier-export":'
            file.seek(0)
            if copy:
                wrong = check_copy((line.rstrip(b"\n") for line in file), key)
            else:
                wrong = check(proof := json.load(file), key)
    except (OSError, *UNREADABLE) as error:
        print(f"this cannot be read: {error}", file=sys.stderr)
        return 2
    if wrong:
        print(f"the {'copy' if copy else 'proof'} is not valid: {wrong}", file=sys.stderr)
        return 1
    if copy:
        print("the copy is valid: these events are the log", file=sys.stderr)
        return 0
    print(base64.b64decode(proof["event"]).decode())
    print("the proof is valid: this event was in the log", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
