"""What needs numba itself: compiling, and its own store of functions that make arrays.

This module is imported when something has to be compiled, or is called that makes arrays.
"""

import ctypes
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba import njit
from numba.core import caching, types
from numba.core.runtime.nrt import rtsys

from croupier.maths.kernels.compile_watch import tell_watchers
from croupier.maths.kernels.kernel_store import kept
from croupier.maths.kernels.machine_code import CodeImage, MachineCodeError
from croupier.maths.kernels.sealed_files import read_sealed, write_sealed

untyped_njit: Any = njit
untyped_caching: Any = caching
untyped_types: Any = types
untyped_typeof: Any = numba.typeof
config: Any = numba.config
"""numba has types for a part of its interface only."""

config.CACHE_DIR = str(kept.path or "")


class SealedFiles(untyped_caching.IndexDataCacheFile):  # type: ignore[misc]
    """numba's files of one function: an index, and the machine code for each signature."""

    def _load_index(self) -> Any:
        """Which file is for which signature; empty where there is none, or it is out of date."""
        try:
            version, stamp, overloads = pickle.loads(read_sealed(Path(self._index_path)))
        except FileNotFoundError:
            return {}
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: Any) -> None:
        held = (self._version, self._source_stamp, overloads)
        write_sealed(Path(self._index_path), self._dump(held))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(read_sealed(Path(self._data_path(name))))

    def _save_data(self, name: str, data: Any) -> None:
        write_sealed(Path(self._data_path(name)), self._dump(data))


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
        found = None
        try:
            with self.files._guard_against_spurious_io_errors():
                found = self.files._load_overload(signature, context)
        except Exception:  # noqa: BLE001 - a spoilt file may fail in any way, and is made again
            with suppress(OSError):
                self.flush()
        if found is None:
            tell_watchers()
        return found

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep what was compiled; where there is no room, it is compiled again the next time."""
        with suppress(OSError):
            self.files.save_overload(signature, compiled)

    def flush(self) -> None:
        """Forget all that was kept of the function."""
        self.files.flush()


def dispatcher_of(function: Callable[..., Any], *, kept: bool = True, **options: bool) -> Any:
    """A function as numba compiles it at each call with types that are new to it."""
    dispatcher = untyped_njit(function, nogil=True, error_model="numpy", **options)
    if kept:
        dispatcher._cache = KernelCache(function)
    return dispatcher


def image_of(dispatcher: Any, arguments: tuple[object, ...], taken: Sequence[Any]) -> CodeImage:
    """The machine code of a function that returns nothing, for arguments of these types.

    ``taken`` is how its words are passed. Where this version of numba passes arguments in another
    way, there is none.
    """
    if config.DISABLE_JIT:
        raise MachineCodeError("nothing is to be compiled")
    tell_watchers()
    signature = tuple(untyped_typeof(argument) for argument in arguments)
    compiled = dispatcher._compiler.compile(signature, untyped_types.none)
    found = compiled.fndesc
    convention = compiled.target_context.call_conv
    passed = convention.get_function_type(found.restype, found.argtypes).args
    if [_passed_as(one) for one in passed] != [ctypes.c_void_p, ctypes.c_void_p, *taken]:
        raise MachineCodeError("numba passes arguments in another way")
    return CodeImage(found.llvm_func_name, compiled.library._get_compiled_object())


def _passed_as(kind: Any) -> object:
    """The type that C has for one of LLVM; none where it is not one of those that are passed."""
    if isinstance(kind, ir.PointerType):
        return ctypes.c_void_p
    if isinstance(kind, ir.DoubleType):
        return ctypes.c_double
    widths = {8: ctypes.c_uint8, 64: ctypes.c_int64}
    return widths.get(kind.width) if isinstance(kind, ir.IntType) else None
