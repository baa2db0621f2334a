"""How kernels are compiled: once, kept, and free of Python's lock.

numba counts how many users an array has, by locked instructions each time that one is handed on or
looked up in a tuple. Where that happens round by round it takes far longer than the round. Only
functions that make arrays need it, and those are called seldom.

A variable that begins as a plain 0 is a constant to numba at first, and what it is handed to is
compiled twice; one that begins as ``np.int64(0)`` is not.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any

from numba import njit
from numba.core import caching
from numba.core.runtime.nrt import rtsys

from croupier.maths.kernels.sealed_files import SealedFiles

untyped_njit: Any = njit
untyped_caching: Any = caching
"""numba has types for a part of its interface only."""


class KernelCache(caching.NullCache):
    """Where one function's machine code is kept.

    numba's own cache looks for its folder as soon as a function is declared, and gets ready to
    compile before it loads anything. This one waits until it is asked and loads at once; whatever
    then has to be compiled gets everything ready itself.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @cached_property
    def files(self) -> Any:
        """numba's own cache of the function, in files that show damage."""
        found = untyped_caching.FunctionCache(self.function)
        found._cache_file = SealedFiles(
            cache_path=found.cache_path,
            filename_base=found._impl.filename_base,
            source_stamp=found._impl.locator.get_source_stamp(),
        )
        return found

    @property
    def cache_path(self) -> Any:
        """The folder."""
        return self.files.cache_path

    def load_overload(self, signature: Any, context: Any) -> Any:
        """What was compiled for the types of a signature; None where it is not, or is spoilt."""
        rtsys.initialize(context)
        try:
            with self.files._guard_against_spurious_io_errors():
                return self.files._load_overload(signature, context)
        except Exception:  # noqa: BLE001 - a spoilt file may fail in any way, and is made again
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep what was compiled; where there is no room, it is compiled again the next time."""
        with suppress(OSError):
            self.files.save_overload(signature, compiled)

    def flush(self) -> None:
        """Forget all that was kept of the function."""
        self.files.flush()


def _compiled(function: Callable[..., Any], **options: bool) -> Any:
    dispatcher = untyped_njit(function, nogil=True, error_model="numpy", **options)
    dispatcher._cache = KernelCache(function)
    return dispatcher


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that makes arrays."""
    return _compiled(function)


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that makes none and returns none: what it is handed is not counted."""
    return _compiled(function, _nrt=False)


def inlined(function: Callable[..., Any]) -> Any:
    """The same for a function that becomes a part of those that call it."""
    return _compiled(function, _nrt=False, forceinline=True)
