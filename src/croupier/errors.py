"""The one family of exceptions: bugs, bad files and wrong usage.

A rule that forbids is never one.
"""


class CroupierError(Exception):
    """Something that croupier cannot do, said in one sentence."""
