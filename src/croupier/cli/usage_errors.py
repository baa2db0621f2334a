"""Wrong usage in one sentence of our own: what was wrong, and what is accepted."""

import re
from difflib import get_close_matches

from cyclopts import (
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

LIST_HINT = "--help lists what there is"
MISREAD = re.compile(r"Invalid value for (?P<name>\S+): (?P<why>.*)")
NO_VALUE = re.compile(r'Invalid value for (?P<name>\S+): unable to convert ".*" into bool\.')
NO_CHOICE = re.compile(
    r'Invalid value "(?P<given>.*)" for (?P<name>\S+)\. Choose from: (?P<of>.*)\.'
)
SUGGESTED = re.compile(r'Did you mean "(?P<name>[^"]+)"')
CLOSE = 0.75
"""From this likeness on a name was probably meant."""


def sentence(error: CycloptsError) -> str:
    """What was wrong with a command line."""
    match error:
        case UnknownOptionError():
            return renamed(error) or unknown_option(error)
        case UnusedCliTokensError():
            more = ", ".join(map(repr, error.unused_tokens or ()))
            return f"{more}: the command takes no such argument; --help lists what it takes"
        case UnknownCommandError():
            return unknown_command(error)
        case MissingArgumentError() if error.argument is not None:
            name = error.keyword or error.argument.name
            lacks = "needs a value" if name.startswith("-") else "is missing"
            return f"{name} {lacks}; --help shows what it is"
        case RepeatArgumentError():
            return f"{error.token.keyword}: say it once"
    told = " ".join(str(error).split())
    if found := NO_VALUE.fullmatch(told):
        return f"{found['name']}: this takes no value"
    if found := MISREAD.fullmatch(told):
        return f"{found['name']}: {found['why']}"
    if found := NO_CHOICE.fullmatch(told):
        known = found["of"].replace('"', "")
        return f"{found['name']}: {found['given']!r} is none of {known}"
    return told


def renamed(error: UnknownOptionError) -> str:
    """What an unknown option is called now; nothing if it never was one."""
    from croupier.cli.table_options import RENAMED

    old = error.token.keyword or error.token.value
    new = RENAMED.get((" ".join(error.command_chain or ()), old))
    return "" if new is None else f"{old}: now called {new}"


def unknown_option(error: UnknownOptionError) -> str:
    """What is said of an option that there is not, with the one that was probably meant."""
    given = error.token.keyword or error.token.value
    names = [name for argument in error.argument_collection for name in argument.names]
    longer = [name for name in names if name.startswith(given)]
    close = longer or get_close_matches(given, names, n=1, cutoff=CLOSE)
    meant = f"did you mean {close[0]}?" if close else LIST_HINT
    return f"there is no option {given} here; {meant}"


def unknown_command(error: UnknownCommandError) -> str:
    """What is said of a command that there is not."""
    given = " ".join((*(error.command_chain or ()), *(error.unused_tokens or ())[:1]))
    found = SUGGESTED.search(" ".join(str(error).split()))
    meant = f"did you mean {found['name']}?" if found else LIST_HINT
    return f"there is no command {given!r}; {meant}"
