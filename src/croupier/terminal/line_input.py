"""Input typed by a person: lines with editing and history at a terminal, names, passwords.

Elsewhere (pipes, tests) lines are read from the stream.
"""

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
from croupier.terminal.output import replace_unencodable

NAME = "croupier"


def state_folder() -> Path:
    """Return the folder for history and saved evenings: ``$XDG_STATE_HOME/croupier``."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / NAME


def private_folder(folder: Path) -> Path:
    """Create the folder if it is missing, readable by its owner only, and return it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def new_evening_path(game: str, now: datetime) -> Path | None:
    """Return a path to record an unnamed evening in; None if the folder cannot be created."""
    try:
        folder = private_folder(state_folder() / "evenings")
    except OSError:
        return None
    return folder / f"{now:%Y-%m-%d-%H%M%S}-{game}.db"


MOST_REMEMBERED = 500
HISTORY = "history"


def replace_undecodable() -> None:
    """Replace undecodable input and unencodable output instead of raising."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    replace_unencodable()


def read_line(source: TextIO, target: TextIO, prompt: str) -> str:
    """Write the prompt and return the next line with its newline; empty at the end of input."""
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
    """Switch on line editing, with the history of earlier evenings."""
    try:
        import readline
    except ImportError:
        return
    import atexit

    path = state_folder() / HISTORY
    with suppress(OSError):
        private_folder(path.parent)
        readline.read_history_file(path)
    readline.set_history_length(MOST_REMEMBERED)
    atexit.register(_save, path)


def _save(path: Path) -> None:
    """Save the history for the next evening; do nothing if it cannot be written."""
    import readline

    with suppress(OSError):
        readline.write_history_file(path)


LONGEST_NAME = 20


def check_player_name(player: str) -> str:
    """Return the player's name with single spaces. Raise if it cannot be shown at a table."""
    name = " ".join(player.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise CroupierError(
            f"--player: a name has 1 to {LONGEST_NAME} printable characters, such as ann"
        )
    return name


def read_secret(prompt: str, *, otherwise: str) -> str:
    """Read a line without echo. Raise with the text ``otherwise`` if there is no terminal."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(prompt)
    except (EOFError, OSError, getpass.GetPassWarning):
        raise CroupierError(otherwise) from None
