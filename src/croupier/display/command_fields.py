"""The commands in words: their subjects, what each does, what its fields take.

Made from the commands themselves: what a command does is its docstring, what a field means is the
line under it. The terminal's help and the console's forms read it.
"""

import ast
import inspect
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from textwrap import dedent
from typing import Any, get_args, get_origin

import msgspec

from croupier.cards import Card
from croupier.display.viewers import join_words
from croupier.floor.command_text import MONEY
from croupier.games.engine import commands_by_tag
from croupier.games.stud.state import JACKPOT
from croupier.games.table.choices import Choices
from croupier.games.table.equipment import checklist
from croupier.house.accounts import DECIDERS
from croupier.messages import Command
from croupier.rulebooks import GAMING_ROLES, BlackjackLaw, Role, TableLaw

COMMON_FIELDS = ("by", "at")
"""The fields that every command has; they are typed with their names only."""


class CommandField(msgspec.Struct, frozen=True):
    """A field of a command, and how it is typed."""

    name: str
    """The name typed before ``=``."""
    kind: type[Any]
    """The type of one value."""
    many: bool
    """Whether several values may be typed, separated by commas."""
    money: bool
    """Whether the value is an amount in dollars."""
    required: bool
    """Whether the field must be typed."""
    default: object = None
    """The value if the field is left out; None if it must be typed."""


def command_fields(kind: type[Command]) -> list[CommandField]:
    """Return the fields of a command, in the order in which they are typed."""
    found = []
    for field in msgspec.structs.fields(kind):
        options = [field.type] if get_origin(field.type) is tuple else get_args(field.type)
        one = next((option for option in options if option is not type(None)), field.type)
        many = get_origin(one) is tuple
        name = field.encode_name
        kind_of_one = get_args(one)[0] if many else one
        money = name in MONEY
        required = field.required and name not in COMMON_FIELDS
        found.append(CommandField(name, kind_of_one, many, money, required, field.default))
    return found


def table_commands(law: TableLaw, *, player_cards: bool) -> dict[str, type[Command]]:
    """Return the commands of a table, by name."""
    of_accounts = DECIDERS if player_cards else ()
    return commands_by_tag(law) | {str(kind.__struct_config__.tag): kind for kind in of_accounts}


def first_sentence(kind: type[Command]) -> str:
    """Return the first sentence of a command's docstring: what it does."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


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


def value_form(field: CommandField, choices: Choices) -> str:
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


def values_of(law: TableLaw, choices: Choices, command: str, field: CommandField) -> Values:
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
            *("no-surrender", "insure", "decline-insurance", "even-money", "close-insurance"),
            *("bet", "fold", "concede", "settle", "pay-jackpot"),
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
            *("sanction", "hand-over", "invalidate-wagers", "play-first", "keep-apart"),
            *("english-only", "withhold-payment", "dispute", "decide-dispute", "ask-review"),
            *("decline-review", "review-dispute"),
            *("close-dispute", "complain"),
        ),
    ),
    Subject(
        "reports",
        "notices, equipment, papers, wrong payments",
        (
            *("notify", "acknowledge", "check-equipment", "change-dealer", "show-rules"),
            *("tell-player", "set-hours", "over-maximum"),
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
            "staff-table",
            *("publish-conditions", "appoint-manager", "approve-commission", "buy-chips"),
            *(
                "buy-back",
                "decline-buy-back",
                "start-session",
                "pass",
                "undisclosed-wager",
                "time-out",
            ),
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
