"""Who may know of an event: the possible answers."""

from collections.abc import Callable
from enum import Enum
from typing import Any

from croupier.display.seen_events import Seen
from croupier.display.viewers import Viewer
from croupier.rulebooks import TableLaw


class Disclosed(Enum):
    """Who may know all of an event."""

    PUBLIC = "public"
    STAFF = "staff"
    """The house and those who watch over it."""
    CONCERNED = "concerned"
    """Staff, and the player or players whom it names."""
    OFF_THE_FLOOR = "off the floor"
    """Nobody who looks at tables: it is between a person and those who keep the accounts."""


Redaction = Callable[[TableLaw, Any, Any, Viewer], Seen | None]
"""What a viewer may know of an event with a secret; ``None`` for nothing."""
