"""Where compiled kernels are kept, so that a changed source is never answered by an old kernel.

numba looks only at the file of a kernel itself, not at those that it calls. So the folder is
named after all sources together.
"""

import os
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
    return [*chosen, SOURCES / "__pycache__", home / "croupier", Path(tempfile.gettempdir())]


def keep_kernels() -> None:
    """Have numba keep what it compiles in a folder of these sources alone."""
    name = f"kernels-{digest_of(SOURCES)}"
    for folder in folders():
        try:
            (folder / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder / name, os.W_OK):
            config.CACHE_DIR = str(folder / name)
            return
