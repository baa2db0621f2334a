"""Changes that change nothing: each with the reason why no test could notice it."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tests.mutants.changes import Change

FILE = Path(__file__).with_name("equivalents.toml")


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that was looked at, and found to leave everything as it is."""

    file: str
    """The file's path within the project."""
    scope: str
    """The function, class or constant."""
    was: str
    """What stands there."""
    now: str
    """What would be put there."""
    why: str
    """The proof, in a sentence."""

    def fits(self, change: Change) -> bool:
        """Whether it is about a change; line numbers do not matter."""
        return (self.file, self.scope, self.was, self.now) == (
            change.file,
            change.scope,
            change.was,
            change.now,
        )


def equivalents(path: Path = FILE) -> list[Equivalent]:
    """The list as it is kept."""
    listed = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    return msgspec.convert(listed, list[Equivalent])


def stale(listed: Iterable[Equivalent], changes: Iterable[Change]) -> list[Equivalent]:
    """What is listed and is no change any more: the code has moved on."""
    places = {(one.file, one.scope, one.was, one.now) for one in changes}
    return [one for one in listed if (one.file, one.scope, one.was, one.now) not in places]


def left_out(listed: Iterable[Equivalent], changes: Iterable[Change]) -> list[Change]:
    """The changes that are not listed."""
    known = {(one.file, one.scope, one.was, one.now) for one in listed}
    return [one for one in changes if (one.file, one.scope, one.was, one.now) not in known]
