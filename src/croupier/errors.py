"""The base class of all exceptions: bugs, bad files and wrong usage.

What a rule forbids is never an exception but a ``Refused``.
"""

from pathlib import Path
from traceback import extract_tb


class CroupierError(Exception):
    """The base class of croupier's exceptions. Its text is one sentence for the user."""

    code: str = ""
    """Names the condition for programs, such as ``table/unknown``.

    Empty for a fault. A server then does not reveal the text, which may quote a driver; and the
    fault may have come after the commit.
    """
    status: int = 500
    """The HTTP status of a server's answer; every error with a code sets its own."""


class ArgumentError(CroupierError):
    """Raised for an argument that cannot be read; the text starts with its name."""


def describe_fault(error: BaseException) -> str:
    """Return one line that reports a fault of croupier itself, with the exception and its place.

    >>> describe_fault(KeyError("eve"))
    "a fault of croupier: KeyError: 'eve'"
    """
    what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    frames = extract_tb(error.__traceback__)
    where = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    return f"a fault of croupier: {what}{where}"
