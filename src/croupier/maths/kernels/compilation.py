"""How kernels are compiled: once, kept, and free of Python's lock.

numba counts how many users an array has, by locked instructions each time that one is handed on or
looked up in a tuple. Where that happens round by round it takes far longer than the round. Only
functions that make arrays need it, and those are called seldom.

A variable that begins as a plain 0 is a constant to numba at first, and what it is handed to is
compiled twice; one that begins as ``np.int64(0)`` is not.
"""

import ctypes
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numba
from llvmlite import ir
from numba import njit
from numba.core import caching, types
from numba.core.runtime.nrt import rtsys

from croupier.maths.kernels.code_cache import (
    CodeImage,
    MachineCode,
    MachineCodeError,
    kept,
    place_of,
    read_image,
    read_sealed,
    types_of,
    words_of,
    write_image,
    write_sealed,
)


class Kernel:
    """A compiled function. numba is imported when it is first called, or compiled into another."""

    def __init__(self, function: Callable[..., Any], **options: bool) -> None:
        self.py_func = function
        self.options = options
        self.__doc__ = function.__doc__

    @cached_property
    def dispatcher(self) -> Any:
        """The function as numba has it."""

        return dispatcher_of(self.py_func, **self.options)

    @property
    def _numba_type_(self) -> Any:
        """What the function is to numba, where another calls it."""
        return self.dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self.dispatcher(*arguments)


_one_at_a_time = Lock()
"""Held by the thread that compiles or loads: all machine code has one loader."""


class EntryKernel(Kernel):
    """A function whose machine code is kept, and then called without numba."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(
            function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, kept=False
        )
        self._codes: dict[tuple[object, ...], MachineCode] = {}

    def __call__(self, *arguments: Any) -> None:
        """Call it from Python."""
        kinds: tuple[object, ...] = ()
        words: tuple[Any, ...] = ()
        for argument in arguments:
            _, its_kinds, its_words = words_of(argument)
            kinds += its_kinds
            words += its_words
        code = self._codes.get(kinds)
        if code is None:
            code = self._loaded(kinds, arguments)
        if code is None:
            self._by_numba(*arguments)
        else:
            code(words)

    @cached_property
    def _by_numba(self) -> Any:
        """The function for where its machine code cannot be had apart from numba."""

        return dispatcher_of(self.py_func, _nrt=False)

    def _loaded(self, kinds: tuple[object, ...], arguments: tuple[Any, ...]) -> MachineCode | None:
        """The code for arguments of some kinds, compiled where it is not kept yet."""
        taken = [one for argument in arguments for one in types_of(argument)]
        place = place_of(f"{self.py_func.__module__}.{self.py_func.__name__}", kinds)
        with _one_at_a_time:
            if kinds in self._codes:
                return self._codes[kinds]
            try:
                image = read_image(place)
                if image is None:
                    image = image_of(self.dispatcher, arguments, taken)
                    write_image(place, image)
                self._codes[kinds] = MachineCode(image, taken)
            except MachineCodeError:
                return None
            return self._codes[kinds]


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that makes arrays."""
    return Kernel(function)


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that makes none and returns none: what it is handed is not counted."""
    return Kernel(function, _nrt=False)


def inlined(function: Callable[..., Any]) -> Any:
    """The same for a function that becomes a part of those that call it."""
    return Kernel(function, _nrt=False, forceinline=True)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and that fills what it is handed: it returns nothing.

    Once it is kept it needs no numba, so that a command starts in half the time.
    """
    return EntryKernel(function)


_watchers: list[Callable[[], None]] = []


@contextmanager
def watching(watcher: Callable[[], None]) -> Iterator[None]:
    """Have somebody told of each function that is compiled meanwhile."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def tell_watchers() -> None:
    """Say that a function is going to be compiled."""
    for watcher in tuple(_watchers):
        watcher()


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
