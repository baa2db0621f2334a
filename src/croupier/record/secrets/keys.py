"""Key files, which only their owner can read; no key is in a database."""

import ctypes
import os
import resource
import sys
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

from croupier.errors import CroupierError

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
    """Return a key for sealing."""
    return os.urandom(KEY_SIZE)


def seal(key: bytes, secret: bytes, bound: bytes, *, mark: bytes = CURRENT) -> bytes:
    """Seal a secret with a key, bound to a purpose."""
    nonce = os.urandom(NONCE_SIZE)
    return mark + nonce + CIPHERS[mark](key).encrypt(nonce, secret, bound)


def unseal(key: bytes, sealed: bytes, bound: bytes) -> bytes:
    """Open a sealed secret. Raise :class:`InvalidTag` if the key or the purpose differs.

    What was sealed before ciphers had marks begins with its nonce, and may look as if it had one.
    """
    cipher = CIPHERS.get(sealed[:1])
    if cipher is not None:
        try:
            return _try_unseal(cipher(key), sealed[1:], bound)
        except InvalidTag:
            pass
    return _try_unseal(AESGCM(key), sealed, bound)


def _try_unseal(cipher: AESGCM | ChaCha20Poly1305, sealed: bytes, bound: bytes) -> bytes:
    if len(sealed) < NONCE_SIZE + TAG_SIZE:
        raise InvalidTag
    return cipher.decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], bound)


PR_SET_DUMPABLE = 4
"""The Linux option that allows or forbids core dumps of a process."""


def keep_memory_private() -> None:
    """Forbid core dumps of this process, and reading its memory by the same user.

    Called where a master key is read. Where the system has no such switch, the limit on the size of
    dumps remains.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


PRIVATE = 0o600
"""Read and write for the owner, nothing for anybody else."""
MASTER_BITS = 256
MASTER_SIZE = MASTER_BITS // 8
CREDENTIALS = "CREDENTIALS_DIRECTORY"
"""Where a service manager hands out secrets, by the variable that says so."""
CREDENTIAL, SIGNING_CREDENTIAL = "croupier-master-key", "croupier-signing-key"
"""The names of the master key and of the key that signs checkpoints there."""
BESIDE = "-key"
"""How the name of the file with the master key ends, beside a record of its own."""
NEXT = "-next"
"""What is added to that name while one key takes the place of another."""


class BadKeyError(CroupierError):
    """A file without a key of the required kind, or one that others can read."""


def create_private_file(path: Path, data: bytes) -> bytes:
    """Create a file that only its owner can read; an existing one is left alone.

    It gets its name when all of it is on disk, and the name is on disk on return: a crash meanwhile
    leaves a whole key or none.
    """
    half = path.with_name(f"{path.name}-half-written")
    try:
        half.unlink(missing_ok=True)
        handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.link(half, path)
        half.unlink()
        _sync(path.parent)
    except OSError as error:
        raise BadKeyError(f"no key can be written to {path}: {error.strerror}") from None
    return data


def _sync(folder: Path) -> None:
    """Make sure that the names in a folder are on disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_private_file(path: Path) -> bytes:
    """Return the content of a private file. Raise if others than its owner may read it."""
    try:
        mode = path.stat().st_mode & 0o077
        data = path.read_bytes()
    except OSError as error:
        raise BadKeyError(f"the key {path} cannot be read: {error.strerror}") from None
    if mode:
        raise BadKeyError(f"others can read the key {path}: chmod 600 it, and replace the key")
    return data


def signing_key(path: Path) -> Ed25519PrivateKey:
    """Return the key that signs checkpoints; a new one where there is no file yet."""
    if not path.exists():
        made = Ed25519PrivateKey.generate()
        pem = made.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        create_private_file(path, pem)
        return made
    return signing_key_in(_secret(path), path)


def signing_key_in(pem: bytes, path: Path) -> Ed25519PrivateKey:
    """Return the key that signs checkpoints, as its file holds it."""
    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadKeyError(f"{path} holds no private key in PEM form") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKeyError(f"{path} holds a key that is not Ed25519")
    return key


def public_text(key: Ed25519PrivateKey) -> str:
    """Return the public key in PEM form, with which inspectors check signatures."""
    return (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )


def public_key(path: Path) -> Ed25519PublicKey:
    """Return the key that checkpoints are checked with."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadKeyError(f"the key {path} cannot be read: {error.strerror}") from None
    return read_public_key(data, str(path))


def read_public_key(data: bytes, where: str) -> Ed25519PublicKey:
    """Return the public key in a text, which came from a file or from a house."""
    try:
        key = serialization.load_pem_public_key(data)
    except (ValueError, UnsupportedAlgorithm):
        raise BadKeyError(f"{where} holds no public key in PEM form") from None
    if not isinstance(key, Ed25519PublicKey):
        raise BadKeyError(f"{where} holds a key that is not Ed25519")
    return key


class MasterKey:
    """The key that opens the secrets of all shoes. It is never shown, and never in a database."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        """The key itself."""
        self.id = sha256(b"croupier master key\0" + key).hexdigest()[:16]
        """Its id, which reveals nothing of the key."""

    def __repr__(self) -> str:
        return f"MasterKey({self.id})"


def master_key_path(record: Path | None) -> Path:
    """Return the path of a record's master key: the service manager's, or beside its file.

    A database on a server has no place beside it.
    """
    if found := credential_path(CREDENTIAL):
        return found
    if record is None:
        raise BadKeyError(
            f"say which file holds the master key: there is no {CREDENTIAL} in ${CREDENTIALS}"
        )
    return record.with_name(record.name + BESIDE)


def credential_path(name: str) -> Path | None:
    """Return the path of the service manager's secret of this name; ``None`` if there is none."""
    folder = os.environ.get(CREDENTIALS)
    path = Path(folder) / name if folder else None
    return path if path is not None and path.exists() else None


def new_master_key(path: Path) -> MasterKey:
    """Make a master key in a file that is not there yet."""
    keep_memory_private()
    return MasterKey(create_private_file(path, AESGCM.generate_key(MASTER_BITS)))


def master_key(path: Path) -> MasterKey:
    """Return the master key in a file."""
    keep_memory_private()
    data = _secret(path)
    if len(data) != MASTER_SIZE:
        raise BadKeyError(
            f"{path} holds no master key: it has {len(data)} bytes, not {MASTER_SIZE}"
        )
    return MasterKey(data)


def _secret(path: Path) -> bytes:
    """Return the content of a file that only its owner or the service manager can read."""
    from_manager = path == credential_path(path.name) or path.name == CREDENTIAL
    return _credential(path) if from_manager else read_private_file(path)


def _credential(path: Path) -> bytes:
    """Return a secret of the service manager; the service's group may be able to read it."""
    try:
        mode = path.stat().st_mode & 0o027
        data = path.read_bytes()
    except OSError as error:
        raise BadKeyError(f"the key {path} cannot be read: {error.strerror}") from None
    if mode:
        raise BadKeyError(f"others can read or change the credential {path}")
    return data
