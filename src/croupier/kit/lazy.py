"""Values that are worked out when they are first asked for, by any number of threads at once.

Room to work in is each thread's own.

Until Python 3.12 ``functools.cached_property`` has one lock for all instances, which would let
only one study of many be worked on at a time.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from threading import local
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Once(Generic[Value]):
    """A method that is called once; its value then stands in its place."""

    def __init__(self, method: Callable[[Any], Value]) -> None:
        self.method = method
        self.__doc__ = method.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Value:
        if self.name not in instance.__dict__:
            instance.__dict__[self.name] = self.method(instance)
        value: Value = instance.__dict__[self.name]
        return value


class ByThread(Generic[Value]):
    """A value that each thread makes for itself, and keeps: calling gives it."""

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make = make
        self._own = local()

    def __call__(self) -> Value:
        if not hasattr(self._own, "value"):
            self._own.value = self._make()
        value: Value = self._own.value
        return value


def on_demand(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """A package's ``__getattr__``: each name with the module that has it.

    A name that is another's there stands after a colon: ``croupier.games.engine:open_game``; a
    colon with nothing after it offers the module itself.
    """

    def find(name: str) -> object:
        place = places.get(name)
        if place is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        path, colon, there = place.partition(":")
        module = import_module(path)
        return module if colon and not there else getattr(module, there or name)

    return find


def directory(names: Sequence[str]) -> Callable[[], list[str]]:
    """A package's ``__dir__``: the names that it offers, whether or not they were asked for."""
    return lambda: sorted(names)
