"""The second factor: codes from a device (TOTP, RFC 6238), and recovery codes for when it is lost.

The secret of a device is kept sealed with a key that is not in the database.
"""

import hmac
import secrets
from base64 import b32encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from croupier.errors import CroupierError
from croupier.record.secrets.keys import seal, unseal
from croupier.web.auth.stores.base import Credential, CredentialStore
from croupier.web.auth.tokens import digest, new_code

DIGITS = 6
STEP_SECONDS = 30
SECRET_BYTES = 20
RECOVERY_CODES = 10
ISSUER = "croupier"


class UnsealedFactorError(CroupierError):
    """The secret of a device cannot be read: another key sealed it."""


def factor_key(master: bytes) -> bytes:
    """The key that seals secrets of devices, made from the house's master key."""
    return HKDF(SHA256(), 32, salt=None, info=b"croupier second factors").derive(master)


def totp(secret: bytes) -> TOTP:
    """The codes of a device. Devices in use know SHA-1 alone, which is sound for this."""
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)


def code_at(secret: bytes, now: float) -> str:
    """The code that a device shows at a moment."""
    return totp(secret).generate(int(now)).decode()


class Factors:
    """Looks after devices and recovery codes.

    A code counts in its own interval, and in so many before and after as ``drift`` says.
    """

    def __init__(self, store: CredentialStore, key: bytes, *, drift: int = 0) -> None:
        self._store = store
        self._drift = drift
        self._key = key

    def new_secret(self) -> bytes:
        """A secret for a device."""
        return secrets.token_bytes(SECRET_BYTES)

    def sealed(self, person: str, secret: bytes) -> bytes:
        """A secret as it is kept, bound to its person."""
        return seal(self._key, secret, person.encode())

    def opened(self, person: str, sealed: bytes) -> bytes:
        """The secret of a person's device."""
        try:
            return unseal(self._key, sealed, person.encode())
        except InvalidTag:
            raise UnsealedFactorError(
                "the second factor cannot be checked: the master key has changed"
            ) from None

    def address(self, name: str, secret: bytes) -> str:
        """What a device reads to know the secret."""
        return totp(secret).get_provisioning_uri(name, ISSUER)

    def text(self, secret: bytes) -> str:
        """The secret to be typed into a device."""
        return b32encode(secret).decode()

    def step_of(self, secret: bytes, code: str, now: float) -> int | None:
        """The interval that a code belongs to; none where it is not one of now."""
        found = None
        for stray in range(-self._drift, self._drift + 1):
            step = int(now) // STEP_SECONDS + stray
            right = code_at(secret, step * STEP_SECONDS)
            if hmac.compare_digest(right.encode(), code.encode()):
                found = step
        return found

    def shown(self, credential: Credential, code: str, now: float) -> str:
        """What somebody has shown: ``code``, ``recovery-code``, or nothing that counts.

        Whatever counts is used up by it.
        """
        person, code = credential.person, code.strip().lower()
        if code.isdecimal():
            try:
                secret = self.opened(person, credential.factor)
            except UnsealedFactorError:
                return ""
            step = self.step_of(secret, code, now)
            used = step is not None and self._store.use_step(person, step)
            return "code" if used else ""
        used = self._store.use_recovery_code(person, digest(code))
        return "recovery-code" if used else ""

    def set_up(self, person: str, secret: bytes, step: int) -> list[str]:
        """Have a device count from now on; recovery codes, which are shown this once."""
        codes = [new_code() for _ in range(RECOVERY_CODES)]
        sealed = self.sealed(person, secret)
        self._store.set_factor(person, sealed, [digest(code) for code in codes], step)
        return codes


def reseal_devices(store: CredentialStore, old: bytes, new: bytes) -> int:
    """Seal the secrets of all devices with a new key; how many. What is not ours is left alone."""
    count, before, after = 0, Factors(store, old), Factors(store, new)
    for person, sealed in store.devices():
        try:
            secret = before.opened(person, sealed)
        except UnsealedFactorError:
            continue
        store.reseal(person, after.sealed(person, secret))
        count += 1
    return count
