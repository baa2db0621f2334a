"""Lines that a person types: edited and remembered at a terminal, plainly read elsewhere."""

import sys
from contextlib import suppress
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from croupier.cli.own_files import private, state_folder
from croupier.cli.plain_letters import write_in_plain_letters

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
