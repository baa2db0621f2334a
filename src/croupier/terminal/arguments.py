"""Values given on the command line, and one sentence for each that is wrong.

The sentence names the option and what it accepts; it replaces the parser's own messages.
"""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from math import isfinite
from typing import Annotated

from cyclopts import (
    CycloptsError,
    MissingArgumentError,
    Parameter,
    RepeatArgumentError,
    Token,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from croupier.errors import CroupierError
from croupier.money import Cents, NotAnAmountError, dollars, in_dollars

LARGEST_AMOUNT: Cents = 100_000_000_000


def read_amount(option: str, text: str) -> Cents:
    """Return the amount of money given for an option. Raise if it is not one or is too large."""
    try:
        cents = dollars(text.lstrip("$"))
    except NotAnAmountError as error:
        raise CroupierError(f"--{option}: {error}") from None
    if abs(cents) > LARGEST_AMOUNT:
        raise CroupierError(
            f"--{option}: {in_dollars(LARGEST_AMOUNT)} is the largest amount that a table takes"
        )
    return cents


def require_at_least_one(option: str, number: int | None) -> None:
    """Raise if a number was given for the option and it is below one."""
    if number is not None and number < 1:
        raise CroupierError(f"--{option}: {number} is not a number of 1 or more")


def read_positive_amount(option: str, text: str) -> Cents:
    """Return the amount of money given for an option. Raise if it is below zero."""
    cents = read_amount(option, text)
    if cents < 0:
        raise CroupierError(f"--{option}: {in_dollars(cents)} is less than zero")
    return cents


def read_share(option: str, text: str) -> Decimal:
    """Return the share, from 0 to 1, given for an option."""
    try:
        part = Decimal(text if text.isascii() and "_" not in text else "NaN")
    except InvalidOperation:
        part = Decimal("NaN")
    if not part.is_finite() or not 0 <= part <= 1:
        raise CroupierError(f"--{option}: a share is a number from 0 to 1, such as 0.7")
    return part


def split_names(text: str) -> tuple[str, ...]:
    """Split a list of names at its commas, each name once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)


def read_whole_number(kind: type, tokens: Sequence[Token]) -> int:
    """Convert text to a whole number; the parser's own converter rounds 5.9 to 6."""
    del kind
    text = tokens[0].value
    if not WHOLE_NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is not a whole number, such as 6")
    return int(text)


def read_finite_number(kind: type, tokens: Sequence[Token]) -> float:
    """Convert text to a number; infinity and NaN are refused."""
    del kind
    text = tokens[0].value
    try:
        found = float(text) if text.isascii() and "_" not in text else float("nan")
    except ValueError:
        found = float("nan")
    if not isfinite(found):
        raise ValueError(f"{text!r} is not a number, such as 0.5")
    return found


WHOLE = Parameter(converter=read_whole_number)
"""The annotation of an option that takes a whole number."""
WholeNumber = Annotated[int, WHOLE]
MaybeWhole = Annotated[int | None, WHOLE]
NUMBER = Parameter(converter=read_finite_number)
"""The annotation of an option that takes any finite number."""


NEW_OPTION_NAMES = {
    ("edge", "--ante"): "--wager",
    ("edge", "--jackpot-wager"): "--jackpot",
    ("strategy", "--ante"): "--wager",
}
"""The new names of renamed options, by command and old name."""


LIST_HINT = "--help lists what there is"
INVALID_VALUE = re.compile(r"Invalid value for (?P<name>\S+): (?P<why>.*)")
NO_VALUE = re.compile(r'Invalid value for (?P<name>\S+): unable to convert ".*" into bool\.')
NO_CHOICE = re.compile(
    r'Invalid value "(?P<given>.*)" for (?P<name>\S+)\. Choose from: (?P<of>.*)\.'
)
SUGGESTION = re.compile(r'Did you mean "(?P<name>[^"]+)"')
SUGGESTION_CUTOFF = 0.75
"""The similarity, from 0 to 1, from which a name is suggested."""


def usage_error_sentence(error: CycloptsError) -> str:
    """Return one sentence that says what is wrong with a command line."""
    match error:
        case UnknownOptionError():
            return renamed_option_sentence(error) or unknown_option_sentence(error)
        case UnusedCliTokensError():
            more = ", ".join(map(repr, error.unused_tokens or ()))
            return f"{more}: the command takes no such argument; --help lists what it takes"
        case UnknownCommandError():
            return unknown_command_sentence(error)
        case MissingArgumentError() if error.argument is not None:
            name = error.keyword or error.argument.name
            lacks = "needs a value" if name.startswith("-") else "is missing"
            return f"{name} {lacks}; --help shows what it is"
        case RepeatArgumentError():
            return f"{error.token.keyword}: say it once"
    message = " ".join(str(error).split())
    if found := NO_VALUE.fullmatch(message):
        return f"{found['name']}: this takes no value"
    if found := INVALID_VALUE.fullmatch(message):
        return f"{found['name']}: {found['why']}"
    if found := NO_CHOICE.fullmatch(message):
        known = found["of"].replace('"', "")
        return f"{found['name']}: {found['given']!r} is not one of {known}"
    return message


def renamed_option_sentence(error: UnknownOptionError) -> str:
    """Return a sentence with the new name of a renamed option; empty if it was never one."""
    old = error.token.keyword or error.token.value
    new = NEW_OPTION_NAMES.get((" ".join(error.command_chain or ()), old))
    return "" if new is None else f"{old}: now called {new}"


def unknown_option_sentence(error: UnknownOptionError) -> str:
    """Return the sentence for an unknown option, with the closest one that exists."""
    given = error.token.keyword or error.token.value
    names = [name for argument in error.argument_collection for name in argument.names]
    longer = [name for name in names if name.startswith(given)]
    close = longer or get_close_matches(given, names, n=1, cutoff=SUGGESTION_CUTOFF)
    meant = f"did you mean {close[0]}?" if close else LIST_HINT
    return f"there is no option {given} here; {meant}"


def unknown_command_sentence(error: UnknownCommandError) -> str:
    """Return the sentence for an unknown command, with the closest one that exists."""
    given = " ".join((*(error.command_chain or ()), *(error.unused_tokens or ())[:1]))
    found = SUGGESTION.search(" ".join(str(error).split()))
    meant = f"did you mean {found['name']}?" if found else LIST_HINT
    return f"there is no command {given!r}; {meant}"
