"""Sealed secrets name their cipher: another can take its place, and what was sealed still opens."""

import os
from pathlib import Path

import msgspec
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.record.copies import FIRST_DOUBLINGS, SealedKeys, _key_from, import_keys
from croupier.record.secrets import keys
from croupier.record.secrets.keys import (
    CIPHERS,
    CURRENT,
    NONCE_SIZE,
    OVERHEAD,
    new_key,
    seal,
    unseal,
)

SECRET, BOUND = b"the order of the cards", b"shoe 1 of table 2"


@pytest.mark.parametrize("mark", CIPHERS)
def test_a_secret_opens_with_its_key_and_purpose_alone_in_every_cipher(mark: bytes) -> None:
    key = new_key()
    sealed = seal(key, SECRET, BOUND, mark=mark)
    assert (sealed[:1], len(sealed)) == (mark, len(SECRET) + OVERHEAD)
    assert unseal(key, sealed, BOUND) == SECRET
    for other_key, data, bound in (
        (new_key(), sealed, BOUND),
        (key, sealed, b"shoe 2 of table 2"),
        (key, sealed[:-1], BOUND),
        (key, sealed[: NONCE_SIZE + 1], BOUND),
        (key, b"", BOUND),
        *((key, other + sealed[1:], BOUND) for other in CIPHERS if other != mark),
    ):
        with pytest.raises(InvalidTag):
            unseal(other_key, data, bound)


def test_another_cipher_takes_over_and_opens_what_the_one_before_sealed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = new_key()
    before = seal(key, SECRET, BOUND)
    (other,) = (mark for mark in CIPHERS if mark != CURRENT)
    monkeypatch.setattr(keys.seal, "__kwdefaults__", {"mark": other})
    after = seal(key, SECRET, BOUND)
    assert (before[:1], after[:1]) == (CURRENT, other)
    assert unseal(key, before, BOUND) == unseal(key, after, BOUND) == SECRET


@pytest.mark.parametrize("first", [b"\x00", *CIPHERS])
def test_what_was_sealed_before_ciphers_had_marks_still_opens(first: bytes) -> None:
    key, nonce = new_key(), first + os.urandom(NONCE_SIZE - 1)
    assert unseal(key, nonce + AESGCM(key).encrypt(nonce, SECRET, BOUND), BOUND) == SECRET


def test_keys_that_were_exported_before_still_open(tmp_path: Path) -> None:
    salt, nonce, passphrase = os.urandom(16), os.urandom(16), "a long enough passphrase"
    key = _key_from(passphrase, salt, FIRST_DOUBLINGS)
    sealed = AESGCM(key).encrypt(nonce, msgspec.json.encode({"floor.db-key": b"7" * 32}), None)
    file = tmp_path / "monday.keys"
    file.write_bytes(msgspec.json.encode(SealedKeys(salt, nonce, sealed)))
    assert import_keys(file, passphrase) == {"floor.db-key": b"7" * 32}
