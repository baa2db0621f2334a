"""The one family of exceptions: bugs, bad files and wrong usage.

A rule that forbids is never one.
"""

from pathlib import Path
from traceback import extract_tb


class CroupierError(Exception):
    """Something that croupier cannot do, said in one sentence."""

    code: str = ""
    """Names the condition for programs, such as ``table/unknown``.

    Empty for a fault: a server then tells nobody what it was, since the sentence may quote a
    driver, and the fault may have come after the commit."""
    status: int = 500
    """The HTTP status of a server's answer; any error with a code sets its own."""


def describe_fault(error: BaseException) -> str:
    """Say in one line that croupier itself is at fault, with the exception and its place.

    >>> describe_fault(KeyError("eve"))
    "a fault of croupier: KeyError: 'eve'"
    """
    what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    frames = extract_tb(error.__traceback__)
    where = f", {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    return f"a fault of croupier: {what}{where}"
