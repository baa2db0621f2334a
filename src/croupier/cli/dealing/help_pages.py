"""What may be typed at a live table, told from the commands themselves."""

import inspect

import msgspec

from croupier import blackjack, stud
from croupier.blackjack.irregular_commands import Reconstruct
from croupier.cli.dealing.field_lines import field_texts
from croupier.cli.dealing.lines import OF_ALL, fields_of, usage
from croupier.cli.output import WIDTH
from croupier.cli.terminal.wording import folded
from croupier.floor.players import DECIDERS
from croupier.rulebooks import StudLaw, TableLaw
from croupier.table.commands import Command
from croupier.table.state import Table

INDENT = "  "
FIRST = (
    "4S                        a card, dealt where one is due; 10H or TH is a ten",
    "4S 9D KC                  several cards, one after the other",
    "4S 2                      a card that was laid at box 2; 0 is the dealer's hand",
    "wager ann 1 25            a command and what it needs; amounts in dollars",
    "hit                       a call for the box whose turn it is; hit 3 names one",
    "void-round by=supervisor  who asks, where it is not the dealer",
    "due                       what is due",
    "table                     what lies on the layout, and who is there",
    "notices                   word given to people outside the game",
    "equipment                 what must be in place, and what was not reported yet",
    "help wager                how a command is typed",
    "quit                      leave",
)


def commands_of(law: TableLaw, table: Table) -> dict[str, type[Command]]:
    """The commands that a table knows, by their names."""
    family = stud if isinstance(law, StudLaw) else blackjack
    kinds: list[type[Command]] = list(family.HANDLERS)
    if table.choices.player_cards:
        kinds += DECIDERS
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def general_help(known: dict[str, type[Command]]) -> list[str]:
    """How lines are typed, and every command by name."""
    return [*FIRST, *folded(f"commands: {', '.join(sorted(known))}", WIDTH, indent=INDENT)]


def command_help(kind: type[Command]) -> list[str]:
    """One command: how it is typed, what it does, what it takes."""
    told = (inspect.getdoc(kind) or "").partition("\n\n")[0]
    texts = field_texts(kind)
    said = {field.encode_name: texts[field.name] for field in msgspec.structs.fields(kind)}
    named = [field.name for field in fields_of(kind) if field.name not in OF_ALL]
    lines = [usage(kind), " ".join(told.split())]
    if named:
        lines.append("Each may be named:")
        column = max(len(name) for name in named) + len("=...  ")
        room = WIDTH - len(INDENT) - column
        for name in named:
            first, *more = folded(said[name].replace("``", ""), room)
            lines.append(f"{INDENT}{f'{name}=...':<{column}}{first}")
            lines += (f"{INDENT}{'':<{column}}{line}" for line in more)
    return [*lines, "by=ROLE says who asks, at=TIME when."]


def undoing(law: TableLaw, table: Table) -> str:
    """Why nothing is undone, and what is done instead."""
    instead = "report what went wrong, and the rulebook's remedy follows (see help)"
    if Reconstruct in commands_of(law, table).values():
        instead = f"take cards back with {usage(Reconstruct)}, and they come again in their order"
    return f"What has happened stays on record, so there is no undo: {instead}."
