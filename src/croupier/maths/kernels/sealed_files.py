"""Files of compiled kernels, each with a digest of what it holds: a damaged one is noticed.

Machine code that has changed by a byte loads like any other, and then computes something else.
"""

import os
from hashlib import blake2b
from pathlib import Path
from tempfile import mkstemp

from croupier.errors import CroupierError

DIGEST_BYTES = 16


class SpoiltKernelError(CroupierError):
    """A file of a kernel that holds something else than was written."""


def data_digest(data: bytes) -> bytes:
    """What changes with every change of the data."""
    return blake2b(data, digest_size=DIGEST_BYTES).digest()


def read_sealed(path: Path) -> bytes:
    """What a file holds."""
    held = path.read_bytes()
    seal, data = held[:DIGEST_BYTES], held[DIGEST_BYTES:]
    if seal != data_digest(data):
        raise SpoiltKernelError(f"{path} is damaged")
    return data


def write_sealed(path: Path, data: bytes) -> None:
    """Write a file, which nobody sees before it is complete."""
    handle, draft = mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data_digest(data) + data)
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
