"""Which screen a table is shown on: drawn in colour, or in plain lines; and how fast."""

import os
from typing import TextIO

from croupier.cli.terminal.faces import Faces
from croupier.cli.terminal.felt import FeltScreen
from croupier.cli.terminal.screen import PlainScreen
from croupier.display.wagers import short_names
from croupier.errors import CroupierError

PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.12, 5.0
"""Between two cards: if nobody says otherwise, and at most."""


def pause_seconds(given: float | None) -> float:
    """The pause between two cards; one that nobody would wait for is refused."""
    if given is None:
        return PAUSE_SECONDS
    if not 0 <= given <= LONGEST_PAUSE_SECONDS:
        raise CroupierError(f"--pause: say 0 to {LONGEST_PAUSE_SECONDS:g} seconds, not {given:g}")
    return given


def choose_screen(
    source: TextIO,
    target: TextIO,
    side_bets: tuple[str, ...],
    faces: Faces,
    pause: float = 0.0,
    *,
    plain: bool,
    four_colours: bool = False,
) -> PlainScreen | FeltScreen:
    """A drawn table where colours can be shown and somebody types; else plain lines."""
    shorts = short_names(side_bets)
    piped = not source.isatty()
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    if plain or piped or dumb or os.environ.get("NO_COLOR") or not target.isatty():
        return PlainScreen(source, target, faces=faces, shorts=shorts, echo=piped)
    return FeltScreen(
        source,
        target,
        faces=faces,
        shorts=shorts,
        pause_seconds=pause,
        four_colours=four_colours,
    )
