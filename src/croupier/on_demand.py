"""Packages whose names are imported when they are first asked for, so that a start is short."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def on_demand(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """A package's ``__getattr__``: each name with the module that has it.

    A name that is another's there stands after a colon: ``croupier.play.engine:open_game``; a
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
