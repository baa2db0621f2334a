"""Lines that a person types: edited and remembered at a terminal, plainly read elsewhere."""

import getpass
import os
import sys
import warnings
from contextlib import suppress
from datetime import datetime
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from croupier.errors import CroupierError
from croupier.terminal.output import write_in_plain_letters

NAME = "croupier"


def state_folder() -> Path:
    """Where what the terminal remembers is kept: ``$XDG_STATE_HOME/croupier``."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / NAME


def private(folder: Path) -> Path:
    """The folder, made where it is missing, open to its owner only."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def new_evening(game: str, now: datetime) -> Path | None:
    """A file for an evening for which nobody has named one; none where none can be made."""
    try:
        folder = private(state_folder() / "evenings")
    except OSError:
        return None
    return folder / f"{now:%Y-%m-%d-%H%M%S}-{game}.db"


MOST_REMEMBERED = 500
HISTORY = "history"


def replace_unreadable() -> None:
    """Read bytes that are no text as a mark, and write any text in what letters there are."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    write_in_plain_letters()


def read_line(source: TextIO, target: TextIO, prompt: str) -> str:
    """The next line after a prompt, with its end; empty where there are no more."""
    if source is sys.stdin and target is sys.stdout and source.isatty() and target.isatty():
        _remember()
        try:
            return f"{input(prompt)}\n"
        except EOFError:
            return ""
    target.write(prompt)
    target.flush()
    return source.readline()


@cache
def _remember() -> None:
    """Let lines be edited, and those of earlier evenings be called back."""
    try:
        import readline
    except ImportError:
        return
    import atexit

    path = state_folder() / HISTORY
    with suppress(OSError):
        private(path.parent)
        readline.read_history_file(path)
    readline.set_history_length(MOST_REMEMBERED)
    atexit.register(_save, path)


def _save(path: Path) -> None:
    """Keep the lines for the next evening, where that can be done."""
    import readline

    with suppress(OSError):
        readline.write_history_file(path)


LONGEST_NAME = 20


def seemly(player: str) -> str:
    """A name that can be shown at the table."""
    name = " ".join(player.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise CroupierError(
            f"--player: a name has 1 to {LONGEST_NAME} printable characters, such as ann"
        )
    return name


def typed_unseen(prompt: str, *, otherwise: str) -> str:
    """What somebody types unseen; where nobody can, ``otherwise`` says what to do instead."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(prompt)
    except (EOFError, OSError, getpass.GetPassWarning):
        raise CroupierError(otherwise) from None
