"""Styles, scripts and drawings, under an address that changes with their contents."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

import msgspec

from croupier.errors import CroupierError
from croupier.web.pages.cloth import places_css
from croupier.web.pages.svg_symbols import drawings

PREFIX = "/static"
TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
MADE = {"drawings.svg": drawings, "places.css": places_css}
"""What is no file, but made by our own code."""
DIGITS = 12
"""How much of the hash of all files stands in their address."""


class NoSuchFileError(CroupierError):
    """A name that is none of our files."""


class StaticFile(msgspec.Struct, frozen=True):
    """One of our files."""

    content: bytes
    """What is in it."""
    media_type: str
    """What it is."""


@cache
def static_file(name: str) -> StaticFile:
    """A file by its name."""
    kind = name.rpartition(".")[2]
    if kind not in TYPES or "/" in name or name.startswith("."):
        raise NoSuchFileError(f"there is no file {name!r}")
    if name in MADE:
        content = MADE[name]().encode()
    else:
        path = files("croupier.web.pages") / "static" / name
        if not path.is_file():
            raise NoSuchFileError(f"there is no file {name!r}")
        content = path.read_bytes()
    return StaticFile(content, TYPES[kind])


@cache
def names() -> tuple[str, ...]:
    """Every file by its name."""
    kept = (path.name for path in (files("croupier.web.pages") / "static").iterdir())
    return tuple(sorted((*kept, *MADE)))


@cache
def files_digest() -> str:
    """What all files together come to: scripts name each other, so their address is one."""
    whole = sha256()
    for name in names():
        whole.update(static_file(name).content)
    return whole.hexdigest()[:DIGITS]


def address(name: str) -> str:
    """Where a browser finds a file; it may keep what it finds there for ever."""
    static_file(name)
    return f"{PREFIX}/{files_digest()}/{name}"
