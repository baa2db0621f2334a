"""Numbers on the command line: whole ones where whole ones are meant, in plain digits."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import Annotated

from cyclopts import Parameter, Token

WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)


def whole_number(kind: type, tokens: Sequence[Token]) -> int:
    """A whole number; the parser's own reading would round 5.9 to 6."""
    del kind
    text = tokens[0].value
    if not WHOLE_NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is not a whole number, such as 6")
    return int(text)


def finite_number(kind: type, tokens: Sequence[Token]) -> float:
    """A number, but neither one without end nor none at all."""
    del kind
    text = tokens[0].value
    try:
        found = float(text) if text.isascii() and "_" not in text else float("nan")
    except ValueError:
        found = float("nan")
    if not isfinite(found):
        raise ValueError(f"{text!r} is not a number, such as 0.5")
    return found


WHOLE = Parameter(converter=whole_number)
"""Marks an option that takes a whole number."""
WholeNumber = Annotated[int, WHOLE]
MaybeWhole = Annotated[int | None, WHOLE]
NUMBER = Parameter(converter=finite_number)
"""Marks an option that takes any number."""
