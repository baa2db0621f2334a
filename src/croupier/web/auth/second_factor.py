"""The second factor: codes from a device (TOTP, RFC 6238), and recovery codes for when it is lost.

The secret of a device is sealed with a key that is not in the database.
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
    """The secret of a device was sealed with another key."""


def factor_key(master: bytes) -> bytes:
    """Return the key that seals secrets of devices, derived from the house's master key."""
    return HKDF(SHA256(), 32, salt=None, info=b"croupier second factors").derive(master)


def totp(secret: bytes) -> TOTP:
    """Return the code generator of a device.

    Devices in use know SHA-1 alone, which is sound for this.
    """
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)


def code_at(secret: bytes, now: float) -> str:
    """Return the code that a device shows at a time."""
    return totp(secret).generate(int(now)).decode()


class Factors:
    """Enrols and verifies devices and recovery codes.

    A code is valid in its own interval, and in ``drift`` intervals before and after.
    """

    def __init__(self, store: CredentialStore, key: bytes, *, drift: int = 0) -> None:
        self._store = store
        self._drift = drift
        self._key = key

    def new_secret(self) -> bytes:
        """Return a new secret for a device."""
        return secrets.token_bytes(SECRET_BYTES)

    def seal(self, person: str, secret: bytes) -> bytes:
        """Return a secret sealed and bound to its person."""
        return seal(self._key, secret, person.encode())

    def unseal(self, person: str, sealed: bytes) -> bytes:
        """Return the unsealed secret of a person's device."""
        try:
            return unseal(self._key, sealed, person.encode())
        except InvalidTag:
            raise UnsealedFactorError(
                "the second factor cannot be checked: the master key has changed"
            ) from None

    def address(self, name: str, secret: bytes) -> str:
        """Return the ``otpauth:`` address that a device reads the secret from."""
        return totp(secret).get_provisioning_uri(name, ISSUER)

    def text(self, secret: bytes) -> str:
        """Return the secret as text, to be typed into a device."""
        return b32encode(secret).decode()

    def step_of(self, secret: bytes, code: str, now: float) -> int | None:
        """Return the interval that a code belongs to; ``None`` if it is not valid now."""
        found = None
        for stray in range(-self._drift, self._drift + 1):
            step = int(now) // STEP_SECONDS + stray
            right = code_at(secret, step * STEP_SECONDS)
            if hmac.compare_digest(right.encode(), code.encode()):
                found = step
        return found

    def verify(self, credential: Credential, code: str, now: float) -> str:
        """Use up a code. Return ``code`` or ``recovery-code``, or nothing if it is not valid."""
        person, code = credential.person, code.strip().lower()
        if code.isdecimal():
            try:
                secret = self.unseal(person, credential.factor)
            except UnsealedFactorError:
                return ""
            step = self.step_of(secret, code, now)
            used = step is not None and self._store.use_step(person, step)
            return "code" if used else ""
        used = self._store.use_recovery_code(person, digest(code))
        return "recovery-code" if used else ""

    def set_up(self, person: str, secret: bytes, step: int) -> list[str]:
        """Enable a device. Return the recovery codes, which are shown only once."""
        codes = [new_code() for _ in range(RECOVERY_CODES)]
        sealed = self.seal(person, secret)
        self._store.set_factor(person, sealed, [digest(code) for code in codes], step)
        return codes


def reseal_devices(store: CredentialStore, old: bytes, new: bytes) -> int:
    """Seal the secrets of all devices with a new key. Return how many; others' are left alone."""
    count, before, after = 0, Factors(store, old), Factors(store, new)
    for person, sealed in store.devices():
        try:
            secret = before.unseal(person, sealed)
        except UnsealedFactorError:
            continue
        store.reseal(person, after.seal(person, secret))
        count += 1
    return count
