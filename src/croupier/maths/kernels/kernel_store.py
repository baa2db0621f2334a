"""Where compiled kernels are kept, so that a changed source is never answered by an old kernel.

numba looks only at the file of a kernel itself, not at those that it calls. So the folder is
named after all sources together.
"""

import os
import stat
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numba

config: Any = numba.config
SOURCES = Path(__file__).parent


def digest_of(sources: Path) -> str:
    """A short name for all the sources of a folder as they are now."""
    digest = blake2b(digest_size=8)
    for source in sorted(sources.glob("*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def folders() -> list[Path]:
    """Where compiled kernels may go: as the user says, beside the sources, or in a cache."""
    chosen = [Path(config.CACHE_DIR)] if config.CACHE_DIR else []
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
    """Have numba keep what it compiles in a folder of these sources alone."""
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
            config.CACHE_DIR = str(folder / name)
            return
