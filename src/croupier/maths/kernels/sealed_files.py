"""Files of compiled kernels, each with a digest of what it holds: a damaged one is noticed.

Machine code that has changed by a byte loads like any other, and then computes something else.
"""

import pickle
from hashlib import blake2b
from pathlib import Path
from typing import Any

from numba.core import caching

from croupier.errors import CroupierError

untyped_caching: Any = caching
DIGEST_BYTES = 16


class SpoiltKernelError(CroupierError):
    """A file of a kernel that holds something else than was written."""


def data_digest(data: bytes) -> bytes:
    """What changes with every change of the data."""
    return blake2b(data, digest_size=DIGEST_BYTES).digest()


class SealedFiles(untyped_caching.IndexDataCacheFile):  # type: ignore[misc]
    """numba's files of one function: an index, and the machine code for each signature."""

    def _load_index(self) -> Any:
        """Which file is for which signature; empty where there is none, or it is out of date."""
        try:
            version, stamp, overloads = self._read(self._index_path)
        except FileNotFoundError:
            return {}
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        held = Path(path).read_bytes()
        seal, data = held[:DIGEST_BYTES], held[DIGEST_BYTES:]
        if seal != data_digest(data):
            raise SpoiltKernelError(f"{path} is damaged")
        return pickle.loads(data)

    def _write(self, path: str, value: Any) -> None:
        data = self._dump(value)
        with self._open_for_write(path) as file:
            file.write(data_digest(data) + data)
