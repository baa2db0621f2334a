"""Lazy values and imports, safe to use from several threads at once.

Before Python 3.12 ``functools.cached_property`` holds one lock for all instances, which would let
only one of many studies be computed at a time. :class:`Once` has no lock: two threads may compute a
value twice, and either result is used.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from threading import local
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Once(Generic[Value]):
    """A property that is computed on first access and then stored in the instance."""

    def __init__(self, method: Callable[[Any], Value]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    # Without __set__, Python prefers the instance's dictionary: __get__ runs until it is filled.
    def __get__(self, instance: Any, owner: type | None = None) -> Value:
        if self.name not in instance.__dict__:
            instance.__dict__[self.name] = self.method(instance)
        value: Value = instance.__dict__[self.name]
        return value


class ByThread(Generic[Value]):
    """A factory whose value each thread creates once, on first call, and keeps."""

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make = make
        self._own = local()

    def __call__(self) -> Value:
        if not hasattr(self._own, "value"):
            self._own.value = self._make()
        value: Value = self._own.value
        return value


def lazy_attributes(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """Return a ``__getattr__`` for a package that imports each name when it is first used.

    ``places`` maps names to modules. ``croupier.games.engine:open_game`` takes an attribute of
    another name; a colon with nothing after it stands for the module itself.
    """

    def find(name: str) -> object:
        place = places.get(name)
        if place is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        path, colon, there = place.partition(":")
        module = import_module(path)
        return module if colon and not there else getattr(module, there or name)

    return find


def lazy_directory(names: Sequence[str]) -> Callable[[], list[str]]:
    """Return a ``__dir__`` for a package that lists its public names, imported or not."""
    return lambda: sorted(names)
