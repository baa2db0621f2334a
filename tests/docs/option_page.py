"""The page of options, made from the commands themselves."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from cyclopts import App, Argument

from croupier.cli.deal import deal
from croupier.cli.play import play
from croupier.maths.cli.edge import edge
from croupier.maths.cli.simulate import simulate
from croupier.maths.cli.strategy import strategy
from croupier.terminal.table_options import OpenTableOptions, option_name
from tests.docs.markdown import MADE, cell, page, prose, table

COMMANDS = (play, deal, simulate, edge, strategy)


PANELS = {"Table": "any game", "Blackjack": "blackjack", "Caribbean Stud": "Caribbean Stud"}


FIELDS = {option_name(field.name) for field in fields(OpenTableOptions)}
INTRO = (
    "The options of the commands that open a table. Each has one name, wherever it is known; one",
    "that would change nothing is refused in a sentence.",
)


def options() -> str:
    """Every option of the commands that open a table."""
    shared: dict[str, dict[str, tuple[str, list[str]]]] = {panel: {} for panel in PANELS}
    own: dict[str, list[Sequence[str]]] = {}
    for command in COMMANDS:
        name = command.__name__
        for argument in arguments(command):
            panel = panel_of(argument)
            text = cell(argument.parameter.help or "")
            if panel in shared and argument.name in FIELDS:
                shared[panel].setdefault(argument.name, (text, []))[1].append(f"`{name}`")
            else:
                row = (f"`{argument.name}`", PANELS.get(panel, "any game"), text)
                own.setdefault(name, []).append(row)
    rows = [
        (f"`{name}`", PANELS[panel], text, ", ".join(known))
        for panel, found in shared.items()
        for name, (text, known) in found.items()
    ]
    parts = [prose(*INTRO, MADE), "## A table's options"]
    parts.append(table(("option", "for", "what it says", "known to"), rows))
    for name, found in own.items():
        heads = ("option", "for", "what it says")
        parts += [f"## More options of `croupier {name}`", table(heads, found)]
    return page("Every option", *parts)


def panel_of(argument: Argument) -> str:
    """The panel of the help text in which an option stands."""
    panels: Any = argument.parameter.group
    return str(panels[0].name)


def arguments(command: Callable[..., int]) -> Iterator[Argument]:
    """The options of a command."""
    app = App()
    app.default(command)
    for argument in app.assemble_argument_collection(parse_docstring=True):
        if argument.name.startswith("--") and argument.show:
            yield argument
