"""What the project's own scenario files hold, read once in a process."""

from functools import cache
from pathlib import Path
from typing import Any

from croupier.play.scenario import Heading, read_data, shaped


@cache
def own_data(path: Path) -> dict[str, Any]:
    """What a file of ours holds; whoever asks changes nothing in it."""
    return read_data(path)


def own_heading(path: Path) -> Heading:
    """The heading of a file of ours."""
    return shaped(own_data(path), Heading)
