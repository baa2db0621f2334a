"""What may be typed for each field of a command, value by value."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from croupier.cards import Card
from croupier.cli.dealing.lines import TypedField
from croupier.display.words import listed
from croupier.rulebooks import GAMING_ROLES, BlackjackLaw, Role, TableLaw
from croupier.stud.state import JACKPOT
from croupier.table.choices import Choices
from croupier.table.equipment import checklist

Values = list[tuple[str, str]]
"""Each value that is accepted, and what it means."""


def value_form(field: TypedField, choices: Choices) -> str:
    """How a value is written: a number, a card, yes or no; empty where it is free text."""
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
    """The values that a field takes at a table, where they can be counted; else none."""
    if field.kind is Role:
        return [("", listed([role.value for role in GAMING_ROLES], "or"))]
    made = MADE.get((command, field.name))
    if made is not None:
        return made(law, choices)
    return SAID.get((command, field.name)) or SAID.get(("", field.name), [])


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


MADE: dict[tuple[str, str], Callable[[TableLaw, Choices], Values]] = {
    ("sanction", "ground"): _sanction_grounds,
    ("invalidate-round", "ground"): _grounds_to_call_off,
    ("wager", "on"): _wager_kinds,
    ("withdraw", "on"): _wager_kinds,
    ("refuse-wager", "on"): _wager_kinds,
    ("check-equipment", "lacking"): _equipment,
    ("check-equipment", "varied"): _variations,
    ("overlook", "step"): _steps,
}
"""Values that the law or the table decides, by command and field."""

SAID: dict[tuple[str, str], Values] = {
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
"""Values that are the same everywhere, by command (any, where empty) and field."""
