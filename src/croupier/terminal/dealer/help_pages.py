"""Help for a dealer's lines, made from the commands and the lines under their fields."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.display.command_fields import (
    COMMON_FIELDS,
    SUBJECTS,
    CommandField,
    Subject,
    field_texts,
    find_subject,
    first_sentence,
    value_form,
    values_of,
)
from croupier.display.viewers import join_words
from croupier.games.blackjack.reconstruction import Reconstruct
from croupier.games.table.choices import Choices
from croupier.messages import Command
from croupier.rulebooks import GAMING_ROLES, StudLaw, TableLaw
from croupier.terminal.dealer.lines import typed_fields, usage
from croupier.terminal.output import WIDTH
from croupier.terminal.player.typed import quote, wrap_words

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


def general_help(law: TableLaw, known: Iterable[str], lines: tuple[str, ...] = ()) -> list[str]:
    """Return how lines are typed, and the subjects of the commands."""
    first = lines or (STUD_LINES if isinstance(law, StudLaw) else LINES)
    found = [one for one in SUBJECTS if set(one.commands) & set(known)]
    subjects = [f"{INDENT}help {one.name:<17}{one.about}" for one in found]
    return [*first, "Commands by subject, and any one of them with help NAME:", *subjects]


def help_page(
    law: TableLaw, choices: Choices | None, known: dict[str, type[Command]], asked: str
) -> list[str]:
    """Return the help for a command, or for the commands of a subject."""
    if asked in known:
        return command_help(law, choices, known[asked])
    subject = find_subject(asked)
    if subject is None:
        subjects = ", ".join(one.name for one in SUBJECTS)
        return wrap_words(f"There is no command or subject {quote(asked)}: help {subjects}.", WIDTH)
    return subject_help(subject, known)


def subject_help(subject: Subject, known: dict[str, type[Command]]) -> list[str]:
    """Return the commands of a subject that the table has, each with one sentence."""
    names = [name for name in subject.commands if name in known]
    if not names:
        return [f"This table has no commands for {subject.about}."]
    column = max(map(len, names)) + len(INDENT)
    lines = [f"{subject.about[0].upper()}{subject.about[1:]}; help NAME says more:"]
    for name in names:
        lines += in_column(name, column, first_sentence(known[name]))
    return lines


def in_column(name: str, column: int, text: str, indent: str = INDENT) -> Iterator[str]:
    """Yield a name with a text beside it, wrapped in its own column."""
    first, *more = wrap_words(text, WIDTH - len(indent) - column) if text else [""]
    yield f"{indent}{name:<{column}}{first}".rstrip()
    yield from (f"{indent}{'':<{column}}{line}" for line in more)


def command_help(law: TableLaw, choices: Choices | None, kind: type[Command]) -> list[str]:
    """Return the page of a command: how it is typed, what it does, what it takes."""
    texts = field_texts(kind)
    said = {field.encode_name: texts[field.name] for field in msgspec.structs.fields(kind)}
    named = [field for field in typed_fields(kind) if field.name not in COMMON_FIELDS]
    lines = [*wrap_words(usage(kind), WIDTH, indent=INDENT), first_sentence(kind)]
    if named:
        lines.append("Each may be named:")
        column = max(len(field.name) for field in named) + len("=...  ")
        for field in named:
            text = said[field.name].replace("``", "")
            lines += in_column(f"{field.name}=...", column, text)
            if choices is not None:
                lines += value_lines(law, choices, kind, field, " " * (column + len(INDENT)))
    roles = join_words([role.value for role in GAMING_ROLES], "or")
    asking = f"by=ROLE says who asks: {roles}. at=2026-05-01T20:00 says when."
    return [*lines, *wrap_words(asking, WIDTH, indent=INDENT)]


def value_lines(
    law: TableLaw, choices: Choices, kind: type[Command], field: CommandField, indent: str
) -> Iterator[str]:
    """Yield how a field's value is written, and what each of its values means."""
    command = str(kind.__struct_config__.tag)
    found = values_of(law, choices, command, field)
    form = value_form(field, choices)
    if form and not any(value for value, _ in found):
        yield from in_column("", 0, form, indent)
    column = max((len(value) for value, _ in found), default=0)
    for value, text in found:
        yield from in_column(value, column + len(INDENT) if column else 0, text, indent)


def no_undo_sentence(known: dict[str, type[Command]]) -> str:
    """Return a sentence on why there is no undo, and what to do instead."""
    instead = "report what went wrong, and the rulebook's remedy follows (help irregularities)"
    if Reconstruct in known.values():
        instead = f"take cards back with {usage(Reconstruct)}, and they come again in their order"
    return f"What has happened stays on record, so there is no undo: {instead}."
