"""How kernels are compiled: once, kept, and free of Python's lock.

numba counts how many users an array has, by locked instructions each time that one is handed on or
looked up in a tuple. Where that happens round by round it takes far longer than the round. Only
functions that make arrays need it, and those are called seldom.

A variable that begins as a plain 0 is a constant to numba at first, and what it is handed to is
compiled twice; one that begins as ``np.int64(0)`` is not.
"""

from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import Any

from croupier.maths.kernels.machine_code import (
    MachineCode,
    MachineCodeError,
    place_of,
    read_image,
    types_of,
    words_of,
    write_image,
)


class Kernel:
    """A compiled function. numba is imported when it is first called, or compiled into another."""

    def __init__(self, function: Callable[..., Any], **options: bool) -> None:
        self.py_func = function
        self.options = options
        self.__doc__ = function.__doc__

    @cached_property
    def dispatcher(self) -> Any:
        """The function as numba has it."""
        from croupier.maths.kernels.numba_compiler import dispatcher_of

        return dispatcher_of(self.py_func, **self.options)

    @property
    def _numba_type_(self) -> Any:
        """What the function is to numba, where another calls it."""
        return self.dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self.dispatcher(*arguments)


_one_at_a_time = Lock()
"""Held by the thread that compiles or loads: all machine code has one loader."""


class EntryKernel(Kernel):
    """A function whose machine code is kept, and then called without numba."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(
            function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, kept=False
        )
        self._codes: dict[tuple[object, ...], MachineCode] = {}

    def __call__(self, *arguments: Any) -> None:
        """Call it from Python."""
        kinds: tuple[object, ...] = ()
        words: tuple[Any, ...] = ()
        for argument in arguments:
            _, its_kinds, its_words = words_of(argument)
            kinds += its_kinds
            words += its_words
        code = self._codes.get(kinds)
        if code is None:
            code = self._loaded(kinds, arguments)
        if code is None:
            self._by_numba(*arguments)
        else:
            code(words)

    @cached_property
    def _by_numba(self) -> Any:
        """The function for where its machine code cannot be had apart from numba."""
        from croupier.maths.kernels.numba_compiler import dispatcher_of

        return dispatcher_of(self.py_func, _nrt=False)

    def _loaded(self, kinds: tuple[object, ...], arguments: tuple[Any, ...]) -> MachineCode | None:
        """The code for arguments of some kinds, compiled where it is not kept yet."""
        taken = [one for argument in arguments for one in types_of(argument)]
        place = place_of(f"{self.py_func.__module__}.{self.py_func.__name__}", kinds)
        with _one_at_a_time:
            if kinds in self._codes:
                return self._codes[kinds]
            try:
                image = read_image(place)
                if image is None:
                    from croupier.maths.kernels.numba_compiler import image_of

                    image = image_of(self.dispatcher, arguments, taken)
                    write_image(place, image)
                self._codes[kinds] = MachineCode(image, taken)
            except MachineCodeError:
                return None
            return self._codes[kinds]


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that makes arrays."""
    return Kernel(function)


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that makes none and returns none: what it is handed is not counted."""
    return Kernel(function, _nrt=False)


def inlined(function: Callable[..., Any]) -> Any:
    """The same for a function that becomes a part of those that call it."""
    return Kernel(function, _nrt=False, forceinline=True)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and that fills what it is handed: it returns nothing.

    Once it is kept it needs no numba, so that a command starts in half the time.
    """
    return EntryKernel(function)
