"""The values of all laws by their paths, and which of them are read while a test runs."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any

import msgspec

Paths = dict[str, str]
"""What stands at a path such as ``star-blackjack.settlement.blackjack.value``."""


def values_of(laws: Mapping[str, object]) -> Paths:
    """Every value of some laws, in words that two processes would choose alike."""
    return {path: text for game, law in laws.items() for path, text in _values(game, law)}


def _values(path: str, value: object) -> Iterator[tuple[str, str]]:
    inner = list(_parts(path, value))
    if not inner:
        yield path, _told(value)
        return
    if not isinstance(value, msgspec.Struct):
        yield path, f"{len(inner)} of them"
    for part, one in inner:
        yield from _values(part, one)


def _parts(path: str, value: object) -> Iterator[tuple[str, object]]:
    """The structs and lists of structs that a value is made of; none where it is a plain one."""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield f"{path}.{field}", getattr(value, field)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield f"{path}[{key}]", one
    elif isinstance(value, tuple) and any(isinstance(one, msgspec.Struct) for one in value):
        for place, one in enumerate(value):
            yield f"{path}[{place}]", one


def _told(value: object) -> str:
    if isinstance(value, frozenset | set):
        return f"{{{', '.join(sorted(map(_told, value)))}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_told, value))})"
    return str(value) if isinstance(value, Enum) else repr(value)


def differing(old: Paths, new: Paths) -> set[str]:
    """The paths at which two sets of laws differ."""
    return {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}


class Readings:
    """Notes which values of some laws are read, once ``watch`` was called."""

    def __init__(self, laws: Mapping[str, object]) -> None:
        self.seen: set[str] = set()
        self._paths: dict[tuple[int, str], list[str]] = {}
        self._kinds: set[type[msgspec.Struct]] = set()
        for game, law in laws.items():
            self._enter(game, law)

    def _enter(self, path: str, value: object) -> None:
        for part, one in _parts(path, value):
            if isinstance(value, msgspec.Struct):
                self._kinds.add(type(value))
                field = part[len(path) + 1 :]
                self._paths.setdefault((id(value), field), []).append(part)
            self._enter(part, one)

    def watch(self) -> None:
        """Have every field of the laws' classes tell when it is read."""
        for kind in self._kinds:
            for field in kind.__struct_fields__:
                setattr(kind, field, property(self._reader(getattr(kind, field), field)))

    def _reader(self, slot: Any, field: str) -> Callable[[object], object]:
        def read(law: object) -> object:
            self.seen.update(self._paths.get((id(law), field), ()))
            return slot.__get__(law)

        return read

    def taken(self) -> set[str]:
        """What was read since the last call."""
        seen, self.seen = self.seen, set()
        return seen
