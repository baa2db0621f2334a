"""Checks a proof of croupier's, and imports nothing of it: python proof_verifier.py PROOF KEY.

PROOF is what ``croupier audit prove`` wrote, KEY the public key that the house has given out. It
says whether the event was in the log when the checkpoint was signed, and prints the event. The only
library it needs is ``cryptography``, for the signature.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key


def leaf_hash(data: bytes) -> bytes:
    """The hash of an event, by RFC 9162."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two hashes side by side."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def head_from(leaf: bytes, place: int, size: int, hashes: list[bytes]) -> bytes | None:
    """The head that a proof leads to from a leaf, counted from 0; none where it cannot be right."""
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


def check(proof: dict[str, object], key: Ed25519PublicKey) -> str:
    """What is wrong with a proof; nothing if it holds."""
    text, _, signature = str(proof["checkpoint"]).partition("\n-- ")
    try:
        key.verify(base64.b64decode(signature), text.encode())
    except (InvalidSignature, ValueError):
        return "the checkpoint was not signed with this key"
    told = dict(line.split(" ", 1) for line in text.splitlines()[1:])
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


def main(arguments: list[str]) -> int:
    """Check one proof; 0 where it holds, 1 where it does not, 2 where it cannot be read."""
    if len(arguments) != 2:
        print("usage: proof_verifier.py PROOF KEY", file=sys.stderr)
        return 2
    try:
        proof = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        key = load_pem_public_key(Path(arguments[1]).read_bytes())
        assert isinstance(key, Ed25519PublicKey)
        wrong = check(proof, key)
    except (OSError, ValueError, KeyError, TypeError, AssertionError) as error:
        print(f"this cannot be read: {error}", file=sys.stderr)
        return 2
    if wrong:
        print(f"the proof is not valid: {wrong}", file=sys.stderr)
        return 1
    print(base64.b64decode(proof["event"]).decode())
    print("the proof is valid: this event was in the log", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
