"""Values that are worked out when they are first asked for, by any number of threads at once.

Room to work in is each thread's own.

Until Python 3.12 ``functools.cached_property`` has one lock for all instances, which would let
only one study of many be worked on at a time.
"""

from collections.abc import Callable
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
