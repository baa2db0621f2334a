"""Help for a dealer's lines, made from the commands and the lines under their fields."""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache
from textwrap import dedent
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.display.viewers import join_words
from croupier.games.blackjack.reconstruction import Reconstruct
from croupier.games.engine import commands_by_tag
from croupier.games.stud.state import JACKPOT
from croupier.games.table.choices import Choices
from croupier.games.table.equipment import checklist
from croupier.house.accounts import DECIDERS
from croupier.messages import Command
from croupier.rulebooks import GAMING_ROLES, BlackjackLaw, Role, StudLaw, TableLaw
from croupier.terminal.dealer.lines import COMMON_FIELDS, TypedField, typed_fields, usage
from croupier.terminal.output import WIDTH
from croupier.terminal.player.typed import quote, wrap_words


def declared_field_texts(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the fields that a class declares, each with the line below it, or empty."""
    following = [*node.body[1:], None]
    for statement, after in zip(node.body, following, strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id, _text(after)


def _text(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        value = node.value.value
        return " ".join(value.split()) if isinstance(value, str) else ""
    return ""


@cache
def field_texts(kind: type) -> dict[str, str]:
    """Return the line of every field of a class, inherited ones included."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("croupier."):
            (node,) = ast.parse(dedent(inspect.getsource(one))).body
            assert isinstance(node, ast.ClassDef)
            found |= dict(declared_field_texts(node))
    return found


Values = list[tuple[str, str]]
"""The accepted values, and what each means."""


def value_form(field: TypedField, choices: Choices) -> str:
    """Return how a value is written: a number, a card, yes or no; empty for free text."""
    if field.kind is bool:
        return f"yes or no; {'yes' if field.default is True else 'no'} if left out"
    if field.name in ("box", "to-box", "boxes"):
        form = f"1 to {choices.boxes}"
    elif field.money:
        form = "dollars, such as 25 or 7.50"
    else:
        form = FORMS.get(field.kind, "")
    return (
        f"{form}; separate several with commas, such as {SEVERAL[field.kind]}"
        if field.many
        else form
    )


FORMS: dict[type[Any], str] = {
    int: "a whole number",
    Card: "a card, such as 4S or 10H",
    datetime: "a time, such as 2026-05-01T20:00",
    str: "",
}
SEVERAL: dict[type[Any], str] = {int: "1,3", Card: "4S,10H", str: "ann,bob"}


def values_of(law: TableLaw, choices: Choices, command: str, field: TypedField) -> Values:
    """Return the values that a field accepts at a table; empty if they cannot be listed."""
    if field.kind is Role:
        return [("", join_words([role.value for role in GAMING_ROLES], "or"))]
    made = VALUES_OF_TABLE.get((command, field.name))
    if made is not None:
        return made(law, choices)
    return FIXED_VALUES.get((command, field.name)) or FIXED_VALUES.get(("", field.name), [])


def _sanction_grounds(law: TableLaw, _: Choices) -> Values:
    return [
        (rule.ground.value, f"{rule.says.text} ({rule.says.clause})")
        for rule in law.conduct.forbidden
    ]


def _grounds_to_call_off(law: TableLaw, _: Choices) -> Values:
    rules = law.conduct
    grounds = (
        ("disruption", rules.disrupted),
        ("fraud", rules.fraud),
        ("impractical", rules.impractical),
    )
    return [(name, f"{says.text} ({says.clause})") for name, says in grounds if says is not None]


def _wager_kinds(law: TableLaw, choices: Choices) -> Values:
    kinds: Values = [(law.initial, "the wager that every round begins with")]
    kinds += [(name, "an optional wager") for name in choices.side_bets]
    if choices.jackpot is not None:
        kinds.append((JACKPOT, "the progressive jackpot"))
    return kinds


def _equipment(law: TableLaw, choices: Choices) -> Values:
    return [
        (item.name, f"{item.says.text} ({item.says.clause})") for item in checklist(law, choices)
    ]


def _variations(law: TableLaw, _: Choices) -> Values:
    return [(name, f"{says.text} ({says.clause})") for name, says in law.equipment.may_vary.items()]


def _steps(law: TableLaw, _: Choices) -> Values:
    if not isinstance(law, BlackjackLaw):
        return []
    return [
        ("cut", "the cards went into the shoe uncut"),
        ("burn", "no card was burned before the first round"),
        ("shuffle", "the cutting card was out, and the cards were not shuffled"),
        ("discards", "the discards were not put back into the shuffling device"),
        ("insurance", "the dealer showed an ace, and nobody was offered insurance"),
    ]


VALUES_OF_TABLE: dict[tuple[str, str], Callable[[TableLaw, Choices], Values]] = {
    ("sanction", "ground"): _sanction_grounds,
    ("invalidate-round", "ground"): _grounds_to_call_off,
    ("wager", "on"): _wager_kinds,
    ("withdraw", "on"): _wager_kinds,
    ("refuse-wager", "on"): _wager_kinds,
    ("check-equipment", "lacking"): _equipment,
    ("check-equipment", "varied"): _variations,
    ("overlook", "step"): _steps,
}
"""Values that depend on the law or the table, by command and field."""

FIXED_VALUES: dict[tuple[str, str], Values] = {
    ("reconstruct", "decisions"): [
        ("1", "the player decides again whether to take the first of these cards; the usual case"),
        ("0", "no decision is asked again: the cards come as they were called for"),
        ("2", "the decision before it is asked again too, and so on"),
    ],
    ("reconstruct", "keep-calls"): [
        ("no", "the player decides again whether to take the first of these cards"),
        ("yes", "that call stands; calls made after that card are asked again"),
    ],
    ("reconstruct", "misread"): [
        ("no", "the same cards come again, in the same order"),
        ("yes", "they were entered wrongly: enter each one again, as it really is"),
    ],
    ("device-failure", "boxes"): [
        ("", "needed only where the rulebook has single hands declared void; else leave it out"),
    ],
    ("reserve-boxes", "boxes"): [("", "1 2 or 1,2 keeps both")],
    ("", "signal"): [
        ("scratch", "scratches the layout towards the cards: a card"),
        ("tap", "taps the layout: a card"),
        ("knock", "knocks on the layout: a card"),
        ("wave", "waves a flat hand over the cards: stand"),
    ],
    ("", "with"): [("chips", "chips of the table"), ("tokens", "promotional tokens")],
    ("sanction", "breach"): [("", "the number of the clause, such as 18.1")],
}
"""Values that are the same everywhere, by command (empty for any) and field."""


class Subject(msgspec.Struct, frozen=True):
    """A group of commands in the help."""

    name: str
    """The name typed after ``help``."""
    about: str
    """Its contents, in a few words."""
    commands: tuple[str, ...]
    """The names of its commands, the most common first."""


SUBJECTS = (
    Subject(
        "wagers",
        "wagers and chips",
        (
            *("wager", "withdraw", "move-wager", "refuse-wager", "deal", "buy-in", "colour-up"),
            *("give-chips", "exchange-voucher", "deal-without-wagers"),
        ),
    ),
    Subject(
        "cards",
        "making the cards ready, and dealing them",
        (
            *("shuffle", "cut", "decline-cut", "load", "burn", "card", "face-down", "turn-card"),
            *("cutting-card", "order-shuffle", "riffle", "secure-cards", "order-check"),
            *("check-cards", "replace-card", "replace-cards"),
        ),
    ),
    Subject(
        "calls",
        "what players call, insurance, settling",
        (
            *("hit", "stand", "double", "split", "surrender", "expose", "no-double", "no-split"),
            *("no-surrender", "insure", "even-money", "close-insurance", "bet", "fold"),
            *("concede", "settle", "pay-jackpot"),
        ),
    ),
    Subject(
        "seats",
        "seats, boxes, who is there",
        (
            *("sit", "rise", "leave", "vacate-seat", "reserve-boxes", "release-boxes"),
            *("nominate-box", "give-up-box", "limit-players", "absent", "present", "fold-absent"),
        ),
    ),
    Subject(
        "limits",
        "the sign, closing the table, what a manager approves",
        (
            *("change-limits", "announce-limits", "raise-minimum", "personal-limits"),
            *("side-bet-limits", "limit-side-bets", "restrict-to-minimum"),
            *("restrict-to-one-box", "lift-restriction", "announce-closure", "close-table"),
            *("permit-resplit", "approve-face-down", "approve-held-blackjacks"),
            *("close-jackpot", "reopen-jackpot"),
        ),
    ),
    Subject(
        "irregularities",
        "cards and calls that went wrong",
        (
            *("draw-in-error", "refuse-card", "burn-in-error", "faced-card", "extra-dealer-card"),
            *("reconstruct", "miscall", "overlook", "call-insurance", "misdeal", "exposed-card"),
            *("correct-card", "wrong-count", "stray-hand", "reveal-folded", "handle"),
            *("correct-bet", "void-hand", "void-round", "invalidate-round", "wrong-cards"),
            "drop-cards",
        ),
    ),
    Subject(
        "devices",
        "shuffling devices that fail",
        ("device-failure", "restore-device", "use-shoe", "take-back", "stay-in"),
    ),
    Subject(
        "conduct",
        "people who break the rules, disputes",
        (
            *("sanction", "invalidate-wagers", "play-first", "keep-apart", "english-only"),
            *("withhold-payment", "dispute", "decide-dispute", "ask-review", "review-dispute"),
            *("close-dispute", "complain"),
        ),
    ),
    Subject(
        "reports",
        "notices, equipment, papers, wrong payments",
        (
            *("notify", "acknowledge", "check-equipment", "change-dealer", "show-rules"),
            *("show-form", "mispayment", "identify-mispaid", "put-right"),
        ),
    ),
    Subject(
        "accounts",
        "Player Cards and gaming limits",
        (
            *("present-card", "declare-chips", "declare-remaining", "deposit"),
            *("set-deposit-limit", "set-loss-limit", "require-break"),
        ),
    ),
    Subject(
        "tournaments",
        "entries, seats, sessions, prizes",
        (
            *("enter", "withdraw-entry", "refuse-entry", "draw-seats", "assign-seat"),
            *("take-seat", "leave-seat", "seat-reserve", "substitute", "designate-table"),
            *("publish-conditions", "appoint-manager", "approve-commission", "buy-chips"),
            *("buy-back", "start-session", "pass", "undisclosed-wager", "time-out"),
            *("limit-time", "deduct-absent", "break", "end-break", "disqualify", "reinstate"),
            *("move-session", "count-chips", "return-chips", "record-session", "end-session"),
            *("award-prizes", "cancel"),
        ),
    ),
)


def find_subject(name: str) -> Subject | None:
    """Return the subject with this name, or the only one that begins so; None otherwise."""
    found = [one for one in SUBJECTS if one.name == name] or [
        one for one in SUBJECTS if len(name) > 2 and one.name.startswith(name)
    ]
    return found[0] if len(found) == 1 else None


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


def table_commands(law: TableLaw, *, player_cards: bool) -> dict[str, type[Command]]:
    """Return the commands of a table, by name."""
    of_accounts = DECIDERS if player_cards else ()
    return commands_by_tag(law) | {str(kind.__struct_config__.tag): kind for kind in of_accounts}


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


def first_sentence(kind: type[Command]) -> str:
    """Return the first sentence of a command's docstring: what it does."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


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
    law: TableLaw, choices: Choices, kind: type[Command], field: TypedField, indent: str
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
