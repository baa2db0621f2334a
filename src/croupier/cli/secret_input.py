"""Secrets that are typed: unseen, or not at all."""

import getpass
import warnings

from croupier.errors import CroupierError


def typed_unseen(prompt: str, *, otherwise: str) -> str:
    """What somebody types unseen; where nobody can, ``otherwise`` says what to do instead."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(prompt)
    except (EOFError, OSError, getpass.GetPassWarning):
        raise CroupierError(otherwise) from None
