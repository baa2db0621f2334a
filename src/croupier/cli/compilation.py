"""Telling the user when kernels are compiled, which takes some seconds and happens once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from croupier.cli.output import print_note

NOTE = "Compiling once; cached for later starts"


@contextmanager
def noting_compilation() -> Iterator[None]:
    """Say so on standard error when something has to be compiled."""
    from numba.core import event

    class Note(event.Listener):
        """Hears of compilations."""

        told = False

        def on_start(self, event: Any) -> None:
            """Tell at the first one."""
            del event
            if not self.told:
                self.told = True
                print_note(NOTE)

        def on_end(self, event: Any) -> None:
            """Nothing to tell."""

    with event.install_listener("numba:compile", Note()):
        yield
