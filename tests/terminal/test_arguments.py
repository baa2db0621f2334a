"""Numbers on the command line, for every option of every command."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from cyclopts import App

from croupier.cli.main import command_line, run
from croupier.terminal.arguments import read_finite_number, read_whole_number

READERS = {int: read_whole_number, float: read_finite_number}


def every_command(app: App, path: str = "") -> Iterator[tuple[str, App]]:
    """Every command below one, with its name."""
    for name in app:
        if not name.startswith("-"):
            below = app[name]
            yield f"{path} {name}".strip(), below
            yield from every_command(below, f"{path} {name}".strip())


def numbers_of(app: App) -> Iterator[tuple[str, type, Any]]:
    """The options of a command that take a number: name, kind, and what reads it."""
    if app.default_command is None:
        return
    for argument in app.assemble_argument_collection():
        for kind in (argument.hint, *get_args(argument.hint)):
            if kind in READERS:
                yield argument.name, kind, argument.parameter.converter


def test_every_option_that_takes_a_number_reads_it_strictly() -> None:
    checked = 0
    for command, app in every_command(command_line(overview=False)):
        for option, kind, reader in numbers_of(app):
            assert reader is READERS[kind], f"{command} {option} reads numbers loosely"
            checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("play", "star-blackjack", "--decks", "5.9"), "'5.9' is not a whole number"),
        (("play", "star-blackjack", "--decks", "\u0666"), "'\u0666' is not a whole number"),
        (("play", "star-blackjack", "--seed", "1e3"), "'1e3' is not a whole number"),
        (("play", "star-blackjack", "--pause", "nan"), "'nan' is not a number"),
        (("play", "star-blackjack", "--pause", "soon"), "'soon' is not a number"),
        (("play", "star-blackjack", "--minimum", "\u0665"), "is not an amount in dollars"),
        (("simulate", "star-blackjack", "--rounds", "\u0661\u0660"), "is not a number of rounds"),
    ],
)
def test_what_is_no_such_number_is_refused(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(list(arguments)) == 2
    assert why in capsys.readouterr().err
