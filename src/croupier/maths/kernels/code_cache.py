"""Machine code as it is kept: loaded by LLVM and called as C is, without numba.

To import numba, and to have it load a function, takes longer than to value a game. What it has
compiled needs nothing of it, as long as it makes no arrays and returns none. A function then takes
the place of a result, the place of an error, and the words of its arguments one after the other: a
number is a word, a tuple is the words of its fields, and an array has those of numba's own record
of it (who counts its users, which object it is of, how many elements of how many bytes, where they
lie, shape, strides). Before any code is kept, the compiler is asked whether that is so.
"""

import ctypes
import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from itertools import count
from pathlib import Path
from tempfile import mkstemp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import CroupierError

SOURCES = Path(__file__).parent
SETTINGS = "NUMBA_"
"""How the names of numba's settings in the environment begin."""
CHOSEN_FOLDER = "NUMBA_CACHE_DIR"
"""The setting by which a user says where compiled code goes."""


class KernelFolder:
    """Where this process keeps what it compiles."""

    path: Path | None = None
    """The folder; none where nothing can be kept."""


kept = KernelFolder()


def digest_of(sources: Path) -> str:
    """A short name for all the sources of a folder as they are now."""
    digest = blake2b(digest_size=8)
    for source in sorted(sources.glob("*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def folders() -> list[Path]:
    """Where compiled kernels may go: as the user says, beside the sources, or in a cache."""
    named = os.environ.get(CHOSEN_FOLDER)
    chosen = [Path(named)] if named else []
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [*chosen, SOURCES / "__pycache__", home / "croupier", last_resort()]


def last_resort() -> Path:
    """A folder of this user alone among the temporary files."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    return Path(tempfile.gettempdir()) / f"croupier-{user}"


def is_private(folder: Path) -> bool:
    """Whether a folder is this user's, and nobody else can write there: compiled code is run."""
    found = folder.lstat()
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and own and not others


def keep_kernels() -> None:
    """Choose a folder of these sources alone for what is compiled."""
    name = f"kernels-{digest_of(SOURCES)}"
    for folder in folders():
        try:
            if folder == last_resort():
                folder.mkdir(mode=0o700, exist_ok=True)
                if not is_private(folder):
                    continue
            (folder / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder / name, os.W_OK):
            kept.path = folder / name
            return


@cache
def made_for() -> str:
    """A short name for all that machine code depends on beside its source.

    That is the Python that reads the source, the compiler with its settings, and the processor.
    """
    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

    settings = {name: value for name, value in os.environ.items() if name.startswith(SETTINGS)}
    settings.pop(CHOSEN_FOLDER, None)
    compiler = (version("numba"), version("llvmlite"), sorted(settings.items()))
    processor = (get_host_cpu_name(), get_host_cpu_features().flatten())
    text = repr((sys.version, compiler, processor))
    return blake2b(text.encode(), digest_size=8).hexdigest()


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


NOBODY = 0
"""An array that is handed in is held by who hands it in: its users are not counted."""
NOWHERE = 0
"""Where the elements lie of an array that has none."""
MOST_KNOWN = 256
"""With so many tuples known, all are forgotten."""
END_OF_NAME = b"\n"


class MachineCodeError(CroupierError):
    """Machine code that cannot be had or loaded here."""


class CodeImage(NamedTuple):
    """A function as it is kept."""

    name: str
    """What the function is called in it."""
    data: bytes
    """An object file of this machine."""


class ArgumentWords(NamedTuple):
    """An argument as machine code takes it."""

    value: object
    """The argument itself, which keeps its arrays where they are."""
    kinds: tuple[object, ...]
    """Of what kind it is and its parts are."""
    words: tuple[Any, ...]


_known: dict[int, ArgumentWords] = {}
"""Tuples by where they are in memory: most are tables that are handed in again and again."""


def words_of(value: Any) -> ArgumentWords:
    """An argument's kinds and words."""
    if isinstance(value, np.ndarray):
        return _words_of_array(value)
    if not isinstance(value, tuple):
        return ArgumentWords(value, (type(value),), (value,))
    known = _known.get(id(value))
    if known is None:
        parts = [words_of(field) for field in value]
        kinds = (type(value), *(kind for part in parts for kind in part.kinds))
        known = ArgumentWords(value, kinds, tuple(word for part in parts for word in part.words))
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[id(value)] = known
    return known


def _words_of_array(array: NDArray[Any]) -> ArgumentWords:
    if not array.flags.carray:
        raise MachineCodeError("an array must be writeable, in order and in one piece")
    place = ctypes.addressof(ctypes.c_char.from_buffer(array.data)) if array.size else NOWHERE
    head = (NOBODY, NOBODY, array.size, array.itemsize, place)
    return ArgumentWords(array, (array.dtype.char, array.ndim), head + array.shape + array.strides)


def types_of(value: Any) -> list[Any]:
    """The types of C that the words of an argument are passed as."""
    if isinstance(value, np.ndarray):
        pointer, whole = ctypes.c_void_p, ctypes.c_int64
        return [pointer, pointer, whole, whole, pointer] + 2 * value.ndim * [whole]
    if isinstance(value, tuple):
        return [one for field in value for one in types_of(field)]
    if isinstance(value, bool):
        return [ctypes.c_uint8]
    if isinstance(value, int):
        return [ctypes.c_int64]
    if isinstance(value, float):
        return [ctypes.c_double]
    raise MachineCodeError(f"{value!r} cannot be handed to machine code")


def place_of(function: str, kinds: Sequence[object]) -> Path | None:
    """The file for a function with arguments of some kinds; none where nothing can be kept."""
    if kept.path is None:
        return None
    names = [getattr(kind, "__qualname__", kind) for kind in kinds]
    digest = blake2b(f"{made_for()} {names}".encode(), digest_size=8).hexdigest()
    return kept.path / f"{function}-{digest}.code"


def read_image(place: Path | None) -> CodeImage | None:
    """What is kept in a file; none where it is not there, or is spoilt."""
    if place is None:
        return None
    with suppress(OSError, SpoiltKernelError):
        name, _, data = read_sealed(place).partition(END_OF_NAME)
        return CodeImage(name.decode(), data)
    return None


def write_image(place: Path | None, image: CodeImage) -> None:
    """Keep it; where there is no room, it is compiled again the next time."""
    if place is not None:
        with suppress(OSError):
            write_sealed(place, image.name.encode() + END_OF_NAME + image.data)


@cache
def _loader() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.create_lljit_compiler(
        binding.Target.from_default_triple().create_target_machine()
    )


_numbers = count()
"""Each function is loaded as a library of its own, with a name of its own."""


class MachineCode:
    """A function in memory, ready to be called."""

    def __init__(self, image: CodeImage, taken: Sequence[Any]) -> None:
        from llvmlite.binding import JITLibraryBuilder

        library = JITLibraryBuilder().add_object_img(image.data).add_current_process()
        library.export_symbol(image.name)
        try:
            self._held = library.link(_loader(), f"library {next(_numbers)}")
        except RuntimeError as error:
            raise MachineCodeError(f"{image.name}: {error}") from None
        signature = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *taken)
        self._function = signature(self._held[image.name])

    def __call__(self, words: Sequence[Any]) -> None:
        """Run it without Python's lock."""
        result, error = ctypes.c_void_p(), ctypes.c_void_p()
        if self._function(ctypes.addressof(result), ctypes.addressof(error), *words):
            raise MachineCodeError("a kernel has failed")
