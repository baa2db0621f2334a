"""The cache of machine code: kernels loaded by LLVM and called like C functions, without numba.

Importing numba and having it load a function takes longer than valuing a game. Its compiled code
does not need it, as long as it creates and returns no arrays. Such a function takes a pointer to a
result, a pointer to an error, and the words of its arguments one after the other: a number is a
word, a tuple is the words of its fields, and an array is the words of numba's own record of it
(reference counter, parent object, number of elements, their size, data pointer, shape, strides).
Before any code is kept, the compiler is asked whether this still holds.
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
"""The prefix of numba's settings in the environment."""
CHOSEN_FOLDER = "NUMBA_CACHE_DIR"
"""The setting with which a user chooses the folder for compiled code."""


class KernelFolder:
    """The folder in which this process keeps compiled code."""

    path: Path | None = None
    """The folder; ``None`` if nothing can be kept."""


kept = KernelFolder()


def digest_of(sources: Path) -> str:
    """Return a digest of the sources below a folder."""
    digest = blake2b(digest_size=8)
    for source in sorted(sources.rglob("*.py")):
        digest.update(source.relative_to(sources).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def folders() -> list[Path]:
    """Return the folders to try: the user's, beside the sources, a cache, a temporary one."""
    named = os.environ.get(CHOSEN_FOLDER)
    chosen = [Path(named)] if named else []
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [*chosen, SOURCES / "__pycache__", home / "croupier", last_resort()]


def last_resort() -> Path:
    """Return a folder for this user alone among the temporary files."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    return Path(tempfile.gettempdir()) / f"croupier-{user}"


def is_private(folder: Path) -> bool:
    """Return whether only this user can write to a folder. It must be so: its code is executed."""
    found = folder.lstat()
    own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and own and not others


def keep_kernels() -> None:
    """Choose a folder for compiled code that is named after the digest of these sources."""
    name = f"kernels-{digest_of(SOURCES)}"
    for folder in folders():
        try:
            # Anybody can write to the temporary files, and what is found there would be run.
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
    """Return a digest of everything that machine code depends on besides its source.

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
    """Raised for a damaged file of machine code."""


def data_digest(data: bytes) -> bytes:
    """Return the digest of data that is stored with it."""
    return blake2b(data, digest_size=DIGEST_BYTES).digest()


def read_sealed(path: Path) -> bytes:
    """Return the content of a file. Raise :class:`SpoiltKernelError` if it is damaged."""
    held = path.read_bytes()
    seal, data = held[:DIGEST_BYTES], held[DIGEST_BYTES:]
    if seal != data_digest(data):
        raise SpoiltKernelError(f"{path} is damaged")
    return data


def write_sealed(path: Path, data: bytes) -> None:
    """Write a file atomically: other processes never see it incomplete."""
    handle, draft = mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data_digest(data) + data)
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise


NOBODY = 0
"""The reference counter and parent of an array that is passed in: its caller keeps it alive."""
NOWHERE = 0
"""The data pointer of an empty array."""
MOST_KNOWN = 256
"""The most tuples remembered; then all are forgotten."""
END_OF_NAME = b"\n"


class MachineCodeError(CroupierError):
    """Raised for machine code that cannot be produced or loaded here."""


class CodeImage(NamedTuple):
    """A compiled function as it is stored."""

    name: str
    """The function's symbol in the object file."""
    data: bytes
    """An object file for this machine."""


class ArgumentWords(NamedTuple):
    """An argument as machine code takes it."""

    value: object
    """The argument itself, kept so that its arrays stay in place."""
    kinds: tuple[object, ...]
    """The types of the argument and its parts."""
    words: tuple[Any, ...]


_known: dict[int, ArgumentWords] = {}
"""The words of tuples by identity: most are tables that are passed again and again."""


def words_of(value: Any) -> ArgumentWords:
    """Return an argument's types and words."""
    if isinstance(value, np.ndarray):
        return _words_of_array(value)
    if not isinstance(value, tuple):
        return ArgumentWords(value, (type(value),), (value,))
    # The entry holds the tuple itself, so that its id cannot pass to another one.
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
    """Return the C types with which the words of an argument are passed."""
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
    """Return the file for a function with arguments of these types; ``None`` without a folder."""
    if kept.path is None:
        return None
    names = [getattr(kind, "__qualname__", kind) for kind in kinds]
    digest = blake2b(f"{made_for()} {names}".encode(), digest_size=8).hexdigest()
    return kept.path / f"{function}-{digest}.code"


def read_image(place: Path | None) -> CodeImage | None:
    """Return the code stored in a file; ``None`` if there is none or it is damaged."""
    if place is None:
        return None
    with suppress(OSError, SpoiltKernelError):
        name, _, data = read_sealed(place).partition(END_OF_NAME)
        return CodeImage(name.decode(), data)
    return None


def write_image(place: Path | None, image: CodeImage) -> None:
    """Store the code. If there is no room, it is compiled again next time."""
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
        """Run the function without holding Python's lock.

        Raise :class:`MachineCodeError` if it fails.
        """
        result, error = ctypes.c_void_p(), ctypes.c_void_p()
        if self._function(ctypes.addressof(result), ctypes.addressof(error), *words):
            raise MachineCodeError("a kernel has failed")
