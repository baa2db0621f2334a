"""Sealing secrets: authenticated encryption that names its cipher, so that another can follow it.

What is sealed begins with the mark of its cipher. To replace a cipher, give the next one a mark and
have :data:`CURRENT` name it: from then on it seals, what was sealed before still opens, and
``croupier audit keys rotate`` seals all keys of shoes, people and devices anew.
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

NONCE_SIZE, TAG_SIZE = 12, 16
KEY_SIZE = 32
"""How many bytes a key has, in every cipher."""
AES_256_GCM, CHACHA20_POLY1305 = b"\x01", b"\x02"
"""The marks of the ciphers; a mark is never given to another."""
CIPHERS: dict[bytes, type[AESGCM] | type[ChaCha20Poly1305]] = {
    AES_256_GCM: AESGCM,
    CHACHA20_POLY1305: ChaCha20Poly1305,
}
CURRENT = AES_256_GCM
"""What new secrets are sealed with."""
OVERHEAD = len(CURRENT) + NONCE_SIZE + TAG_SIZE
"""How many bytes sealing adds."""


def new_key() -> bytes:
    """A key for sealing."""
    return os.urandom(KEY_SIZE)


def seal(key: bytes, secret: bytes, bound: bytes, *, mark: bytes = CURRENT) -> bytes:
    """A secret, to be read with the key alone, and only for what it is bound to."""
    nonce = os.urandom(NONCE_SIZE)
    return mark + nonce + CIPHERS[mark](key).encrypt(nonce, secret, bound)


def unseal(key: bytes, sealed: bytes, bound: bytes) -> bytes:
    """A secret that was sealed; raises :class:`InvalidTag` where key or purpose is another.

    What was sealed before ciphers had marks begins with its nonce, and may look as if it had one.
    """
    cipher = CIPHERS.get(sealed[:1])
    if cipher is not None:
        try:
            return _opened(cipher(key), sealed[1:], bound)
        except InvalidTag:
            pass
    return _opened(AESGCM(key), sealed, bound)


def _opened(cipher: AESGCM | ChaCha20Poly1305, sealed: bytes, bound: bytes) -> bytes:
    if len(sealed) < NONCE_SIZE + TAG_SIZE:
        raise InvalidTag
    return cipher.decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], bound)
