"""Telling the user when kernels are compiled, which takes some seconds and happens once."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from croupier.errors import CroupierError
from croupier.terminal.output import print_note

MOST_CORES = 1024
NOTE = "Compiling once; cached for later starts"


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_cores(cores: int | None) -> None:
    """Refuse a number of cores that no machine has."""
    if cores is not None and not 1 <= cores <= MOST_CORES:
        raise CroupierError(f"--cores: 1 to {MOST_CORES}, not {cores}")


def get_ready(*parts: str) -> None:
    """Compile the parts of the mathematics that a command needs, where they are not yet.

    A terminal shows what is still to be done.
    """
    from croupier.maths.preparation import missing, prepare

    if not missing(parts):
        return
    from rich.console import Console

    print_note(NOTE)
    with Console(stderr=True).status("") as status:

        def progress(left: Sequence[str]) -> None:
            status.update(f"compiling {', '.join(left)}" if left else "")

        prepare(parts, cores=usable_cores(), progress=progress)


@contextmanager
def noting_compilation() -> Iterator[None]:
    """Say so on standard error when something has to be compiled after all."""
    from croupier.maths.kernels.compilation import watching

    told = False

    def tell() -> None:
        nonlocal told
        if not told:
            told = True
            print_note(NOTE)

    with watching(tell):
        yield
