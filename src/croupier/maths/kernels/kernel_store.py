"""Where compiled kernels are kept, so that a changed source is never answered by an old kernel.

numba looks only at the file of a kernel itself, not at those that it calls. So the folder is
named after all sources together.
"""

import os
import stat
import sys
import tempfile
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

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
