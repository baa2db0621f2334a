"""How kernels are compiled: once, kept, and free of Python's lock.

numba counts how many users an array has, by locked instructions each time that one is handed on or
looked up in a tuple. Where that happens round by round it takes far longer than the round. Only
functions that make arrays need it, and those are called seldom.
"""

from functools import partial
from typing import Any

from numba import njit

kernel: Any = partial(njit, cache=True, nogil=True, error_model="numpy")
"""Compiles a function that makes arrays."""

inner: Any = partial(kernel, _nrt=False)
"""Compiles a function that makes none and returns none: what it is handed is not counted."""

inlined: Any = partial(inner, forceinline=True)
"""The same for a function that becomes a part of those that call it."""
