"""Compiling kernels with numba: once, kept on disk, and without holding Python's lock.

numba counts references to arrays with locked instructions each time an array is passed on or read
from a tuple. In a loop over rounds that takes far longer than the rounds. Only functions that
create arrays need it, and those are called rarely; hence the different decorators below.

A variable that starts as a plain 0 is a constant to numba at first, and functions it is passed to
are compiled twice; one that starts as ``np.int64(0)`` is not.
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
    code_file,
    kernel_folder,
    read_image,
    read_sealed,
    types_of,
    words_of,
    write_image,
    write_sealed,
)


class Kernel:
    """A compiled function. numba compiles it on first call, or into the function that calls it."""

    def __init__(self, function: Callable[..., Any], **options: bool) -> None:
        self.py_func = function
        self.options = options
        self.__doc__ = function.__doc__

    @cached_property
    def dispatcher(self) -> Any:
        """The function in numba."""

        return dispatcher_of(self.py_func, **self.options)

    @property
    def _numba_type_(self) -> Any:
        """The type of the function for numba, when another kernel calls it."""
        return self.dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python."""
        return self.dispatcher(*arguments)


_one_at_a_time = Lock()
"""Held while compiling or loading: all machine code shares one loader."""


class EntryKernel(Kernel):
    """A function whose machine code is kept and then called without numba."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(
            function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, kept=False
        )
        self._codes: dict[tuple[object, ...], MachineCode] = {}

    def __call__(self, *arguments: Any) -> None:
        """Call the function from Python, with kept code if there is any."""
        kinds: tuple[object, ...] = ()
        words: tuple[Any, ...] = ()
        for argument in arguments:
            _, its_kinds, its_words = words_of(argument)
            kinds += its_kinds
            words += its_words
        code = self._codes.get(kinds)
        if code is None:
            code = self._load(kinds, arguments)
        if code is None:
            self._by_numba(*arguments)
        else:
            code(words)

    @cached_property
    def _by_numba(self) -> Any:
        """The function as numba calls it, if its machine code cannot be extracted."""

        return dispatcher_of(self.py_func, _nrt=False)

    def _load(self, kinds: tuple[object, ...], arguments: tuple[Any, ...]) -> MachineCode | None:
        """Return the code for arguments of these types, kept or compiled now.

        Return ``None`` if it cannot be separated from numba.
        """
        taken = [one for argument in arguments for one in types_of(argument)]
        place = code_file(f"{self.py_func.__module__}.{self.py_func.__name__}", kinds)
        with _one_at_a_time:
            # Another thread may have loaded it while this one waited for the lock.
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
    """Compile a function that creates arrays."""
    return Kernel(function)


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that creates and returns no array, without counting references."""
    return Kernel(function, _nrt=False)


def inline(function: Callable[..., Any]) -> Any:
    """Compile such a function into those that call it."""
    return Kernel(function, _nrt=False, forceinline=True)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, which fills its arguments and returns nothing.

    Once its code is kept it needs no numba, so that a command starts in half the time.
    """
    return EntryKernel(function)


_watchers: list[Callable[[], None]] = []


@contextmanager
def watch_compilation(watcher: Callable[[], None]) -> Iterator[None]:
    """Call the watcher for each function that is compiled within the context."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def notify_watchers() -> None:
    """Call the watchers: a function is about to be compiled."""
    for watcher in tuple(_watchers):
        watcher()


untyped_njit: Any = njit
untyped_caching: Any = caching
untyped_types: Any = types
untyped_typeof: Any = numba.typeof
config: Any = numba.config
"""numba has type hints for only a part of its interface."""

config.CACHE_DIR = str(kernel_folder.path or "")


class SealedFiles(untyped_caching.IndexDataCacheFile):  # type: ignore[misc]
    """numba's files for one function: an index, and the machine code for each signature."""

    def _load_index(self) -> Any:
        """Return the files by signature; empty if there is no index or it is out of date."""
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
    """The cache of one function's machine code.

    numba's own cache looks for its folder as soon as a function is declared, and prepares to
    compile before it loads anything. This one waits until it is needed and loads at once; a
    compilation then prepares everything itself.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @cached_property
    def files(self) -> Any:
        """numba's own cache of the function, in files that reveal damage."""
        found = untyped_caching.FunctionCache(self.function)
        found._cache_file = SealedFiles(
            cache_path=found.cache_path,
            filename_base=found._impl.filename_base,
            source_stamp=found._impl.locator.get_source_stamp(),
        )
        return found

    @property
    def cache_path(self) -> Any:
        """The folder of the files."""
        return self.files.cache_path

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return what was compiled for a signature; ``None`` if nothing was, or it is damaged."""
        rtsys.initialize(context)
        found = None
        try:
            with self.files._guard_against_spurious_io_errors():
                found = self.files._load_overload(signature, context)
        except Exception:  # noqa: BLE001 - a spoilt file may fail in any way, and is made again
            with suppress(OSError):
                self.flush()
        if found is None:
            notify_watchers()
        return found

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store what was compiled. If there is no room, it is compiled again next time."""
        with suppress(OSError):
            self.files.save_overload(signature, compiled)

    def flush(self) -> None:
        """Delete all stored code of the function."""
        self.files.flush()


def dispatcher_of(function: Callable[..., Any], *, kept: bool = True, **options: bool) -> Any:
    """Return a function as numba compiles it, for each new combination of argument types."""
    dispatcher = untyped_njit(function, nogil=True, error_model="numpy", **options)
    if kept:
        dispatcher._cache = KernelCache(function)
    return dispatcher


def image_of(dispatcher: Any, arguments: tuple[object, ...], taken: Sequence[Any]) -> CodeImage:
    """Return the machine code of a function that returns nothing, for arguments of these types.

    ``taken`` are the C types of its words. Raise :class:`MachineCodeError` if this version of numba
    passes arguments in another way.
    """
    if config.DISABLE_JIT:
        raise MachineCodeError("nothing is to be compiled")
    notify_watchers()
    signature = tuple(untyped_typeof(argument) for argument in arguments)
    compiled = dispatcher._compiler.compile(signature, untyped_types.none)
    found = compiled.fndesc
    convention = compiled.target_context.call_conv
    passed = convention.get_function_type(found.restype, found.argtypes).args
    if [_c_type_of(one) for one in passed] != [ctypes.c_void_p, ctypes.c_void_p, *taken]:
        raise MachineCodeError("numba passes arguments in another way")
    return CodeImage(found.llvm_func_name, compiled.library._get_compiled_object())


def _c_type_of(kind: Any) -> object:
    """Return the C type for one of LLVM; ``None`` if it is none of those that are passed."""
    if isinstance(kind, ir.PointerType):
        return ctypes.c_void_p
    if isinstance(kind, ir.DoubleType):
        return ctypes.c_double
    widths = {8: ctypes.c_uint8, 64: ctypes.c_int64}
    return widths.get(kind.width) if isinstance(kind, ir.IntType) else None
