"""A note to the user when numerical kernels are compiled: it takes seconds, and happens once."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from croupier.errors import CroupierError
from croupier.terminal.output import print_note

MOST_CORES = 1024
NOTE = "Compiling once; cached for later starts"


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def require_usable_cores(cores: int | None) -> None:
    """Raise if the number of cores given is outside 1 to 1024."""
    if cores is not None and not 1 <= cores <= MOST_CORES:
        raise CroupierError(f"--cores: 1 to {MOST_CORES}, not {cores}")


def compile_kernels(*parts: str) -> None:
    """Compile the kernels that a command needs and that are not cached yet.

    A terminal shows the progress.
    """
    from croupier.maths.preparation import missing_parts, prepare

    if not missing_parts(parts):
        return
    from rich.console import Console

    print_note(NOTE)
    with Console(stderr=True).status("") as status:

        def progress(left: Sequence[str]) -> None:
            status.update(f"compiling {', '.join(left)}" if left else "")

        prepare(parts, cores=usable_cores(), progress=progress)


@contextmanager
def note_compilation() -> Iterator[None]:
    """Print a note, once, if a kernel is compiled inside the ``with`` block."""
    from croupier.maths.kernels.compilation import watch_compilation

    noted = False

    def note_once() -> None:
        nonlocal noted
        if not noted:
            noted = True
            print_note(NOTE)

    with watch_compilation(note_once):
        yield
