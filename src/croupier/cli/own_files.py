"""The folders in which a person's evenings and typed lines are kept, for nobody else to read."""

import os
from datetime import datetime
from pathlib import Path

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
