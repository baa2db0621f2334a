"""What may be typed at a live table, told from the commands themselves."""

import inspect
from collections.abc import Iterable, Iterator

import msgspec

from croupier.blackjack.irregular_commands import Reconstruct
from croupier.cli.dealing.field_lines import field_texts
from croupier.cli.dealing.field_values import value_form, values_of
from croupier.cli.dealing.help_subjects import SUBJECTS, Subject, subject_named
from croupier.cli.dealing.lines import OF_ALL, TypedField, typed_fields, usage
from croupier.cli.output import WIDTH
from croupier.cli.terminal.typed_text import folded, quoted
from croupier.display.words import listed
from croupier.floor.players import DECIDERS
from croupier.play.engine import known_commands
from croupier.rulebooks import GAMING_ROLES, StudLaw, TableLaw
from croupier.table.choices import Choices
from croupier.table.commands import Command

INDENT = "  "
LINES = (
    "4S                      a card, dealt where one is due; 10H or TH is a ten",
    "4S 9D KC, or 4s9dkc     several cards, one after the other",
    "4S 2                    a card that was laid at box 2; 0 is the dealer's hand",
    "w ann 1 25              ann lays $25 on box 1; w ann 1 25 bob 2: both do",
    "w (alone)               the wagers of the last round again; w ann: ann's only",
    "d                       no more bets: the round is dealt",
    "h s d p                 hit, stand, double, split, for the box whose turn it is",
    "h4s                     keys and cards may stand in one word",
    "n                       closes insurance; i ann 10 insures ann's wager for $10",
    "hit 3                   a command and its box; by=supervisor says who asks",
    "due, table              what is due; what lies on the layout, and who is there",
    "notices, equipment      word given to others; what must be in place",
    "quit                    leave; Ctrl-C and Ctrl-D ask first",
)
STUD_LINES = (
    "4S                      a card, dealt or turned where one is due; 10H is a ten",
    "4S 9D KC, or 4s9dkc     several cards, one after the other",
    "??                      a card laid face down that nobody has read; ?? 5 is five",
    "w ann 1 10              an ante of $10 on box 1; w ann 1 10 bob 2: for both",
    "w ann 1 5 jackpot       a jackpot wager",
    "w (alone)               the wagers of the last round again; w ann: ann's only",
    "d                       no more bets: the round is dealt",
    "b f                     bet, fold, for the first who has not decided; f bob",
    "s                       settle, where the table waits for it",
    "fold-absent 2, misdeal  a command, its box; by=supervisor says who asks",
    "due, table              what is due; what lies on the layout, and who is there",
    "notices, equipment      word given to others; what must be in place",
    "quit                    leave; Ctrl-C and Ctrl-D ask first",
)


def commands_of(law: TableLaw, *, player_cards: bool) -> dict[str, type[Command]]:
    """The commands that a table knows, by their names."""
    of_accounts = DECIDERS if player_cards else ()
    return known_commands(law) | {str(kind.__struct_config__.tag): kind for kind in of_accounts}


def general_help(law: TableLaw, known: Iterable[str], lines: tuple[str, ...] = ()) -> list[str]:
    """How lines are typed, and the subjects under which the commands are found."""
    first = lines or (STUD_LINES if isinstance(law, StudLaw) else LINES)
    found = [one for one in SUBJECTS if set(one.commands) & set(known)]
    subjects = [f"{INDENT}help {one.name:<17}{one.about}" for one in found]
    return [*first, "Commands by subject, and any one of them with help NAME:", *subjects]


def help_page(
    law: TableLaw, choices: Choices | None, known: dict[str, type[Command]], asked: str
) -> list[str]:
    """What somebody asks for: a command, or the commands of a subject."""
    if asked in known:
        return command_help(law, choices, known[asked])
    subject = subject_named(asked)
    if subject is None:
        subjects = ", ".join(one.name for one in SUBJECTS)
        return folded(f"There is no command or subject {quoted(asked)}: help {subjects}.", WIDTH)
    return subject_help(subject, known)


def subject_help(subject: Subject, known: dict[str, type[Command]]) -> list[str]:
    """The commands of a subject that the table knows, each in a sentence."""
    names = [name for name in subject.commands if name in known]
    if not names:
        return [f"This table has no commands for {subject.about}."]
    column = max(map(len, names)) + len(INDENT)
    lines = [f"{subject.about[0].upper()}{subject.about[1:]}; help NAME says more:"]
    for name in names:
        lines += in_column(name, column, first_sentence(known[name]))
    return lines


def first_sentence(kind: type[Command]) -> str:
    """What a command does, in its first sentence."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def in_column(name: str, column: int, text: str, indent: str = INDENT) -> Iterator[str]:
    """A name, and beside it a text folded under itself."""
    first, *more = folded(text, WIDTH - len(indent) - column) if text else [""]
    yield f"{indent}{name:<{column}}{first}".rstrip()
    yield from (f"{indent}{'':<{column}}{line}" for line in more)


def command_help(law: TableLaw, choices: Choices | None, kind: type[Command]) -> list[str]:
    """One command: how it is typed, what it does, what it takes."""
    texts = field_texts(kind)
    said = {field.encode_name: texts[field.name] for field in msgspec.structs.fields(kind)}
    named = [field for field in typed_fields(kind) if field.name not in OF_ALL]
    lines = [*folded(usage(kind), WIDTH, indent=INDENT), first_sentence(kind)]
    if named:
        lines.append("Each may be named:")
        column = max(len(field.name) for field in named) + len("=...  ")
        for field in named:
            text = said[field.name].replace("``", "")
            lines += in_column(f"{field.name}=...", column, text)
            if choices is not None:
                lines += values(law, choices, kind, field, " " * (column + len(INDENT)))
    roles = listed([role.value for role in GAMING_ROLES], "or")
    asking = f"by=ROLE says who asks: {roles}. at=2026-05-01T20:00 says when."
    return [*lines, *folded(asking, WIDTH, indent=INDENT)]


def values(
    law: TableLaw, choices: Choices, kind: type[Command], field: TypedField, indent: str
) -> Iterator[str]:
    """How a field's value is written, and what each of its values means."""
    command = str(kind.__struct_config__.tag)
    found = values_of(law, choices, command, field)
    form = value_form(field, choices)
    if form and not any(value for value, _ in found):
        yield from in_column("", 0, form, indent)
    column = max((len(value) for value, _ in found), default=0)
    for value, text in found:
        yield from in_column(value, column + len(INDENT) if column else 0, text, indent)


def undoing(known: dict[str, type[Command]]) -> str:
    """Why nothing is undone, and what is done instead."""
    instead = "report what went wrong, and the rulebook's remedy follows (help irregularities)"
    if Reconstruct in known.values():
        instead = f"take cards back with {usage(Reconstruct)}, and they come again in their order"
    return f"What has happened stays on record, so there is no undo: {instead}."
