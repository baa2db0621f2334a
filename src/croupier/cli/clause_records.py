"""Rulebooks, clauses and rules as ``croupier rules --json`` gives them to programs."""

import msgspec


class Listed(msgspec.Struct, frozen=True):
    """A rulebook in the list of all."""

    rulebook: str
    """The rulebook by its name."""
    games: list[str]
    """The games that it has rules for."""
    clauses: dict[str, int]
    """How many clauses there are of each class."""


class Read(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clause as it stands in a list."""

    id: str
    """The clause's number or name."""
    kind: str = msgspec.field(name="class")
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    who: str
    """Whom it binds; ``-`` for nobody in particular."""
    subject: str
    """What it is about, in a word."""
    gist: str
    """What it says, in our own words."""
    rulebook: str = ""
    """The rulebook by its name; empty where only one is asked for."""
    section: str = ""
    """The section that it stands in; empty where that is not asked for."""


class Law(msgspec.Struct, frozen=True):
    """A rule of the law's data that comes from a clause."""

    game: str
    """The game by its name."""
    path: str
    """Where it stands in the law: ``double.totals``."""
    value: str
    """What it says, as it is shown to people."""


class ClausePage(msgspec.Struct, frozen=True):
    """All about one clause."""

    rulebook: str
    """The rulebook by its name."""
    id: str
    """The clause's number or name."""
    kind: str = msgspec.field(name="class")
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    who: str
    """Whom it binds; ``-`` for nobody in particular."""
    subject: str
    """What it is about, in a word."""
    gist: str
    """What it says, in our own words."""
    part_of: str | None
    """The clause that it is part of; none for a section."""
    parts: list[str]
    """The clauses that are part of it; empty where none are."""
    status: str
    """What a run of the tests saw the system do about it."""
    law: list[Law]
    """The rules of the law's data that come from it; empty where none do."""
    where: tuple[str, ...]
    """Where the system acts on it; empty where it does not."""
    tests: tuple[str, ...]
    """Scenarios and tests that show it; empty where none do."""
