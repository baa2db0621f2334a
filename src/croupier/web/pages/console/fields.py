"""The fields of a report's form: what each is called, how it is filled in, what it starts with."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from croupier.cards import Card, full_decks
from croupier.display.command_fields import (
    CommandField,
    field_texts,
    first_sentence,
    table_commands,
    value_form,
    values_of,
)
from croupier.display.views import DisputeView, NoticeView, TableView
from croupier.games.table.choices import Choices
from croupier.messages import Command
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role, TableLaw
from croupier.web.pages.console.commands import PEOPLE, StaffCommand, asked_fields, field_words
from croupier.web.pages.text import title_of

ValueList = tuple[tuple[str, str], ...]
"""Values to pick from, each with its words."""

YES_OR_NO: ValueList = (("no", "no"), ("yes", "yes"))
NOTIFIED = (Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR, Role.SUPERVISOR)
"""Whom word is given to, the most usual first."""
LABELS = {"effective": "from when"}
"""Labels where a sentence about the field would call it otherwise."""
LIMITS = ("minimum", "maximum", "unit")
"""Fields that begin with what the sign says now."""
SIGNED = ("change-limits", "announce-limits")
"""Commands whose limits are those of the sign."""


class FormField(msgspec.Struct, frozen=True):
    """A field of the form, ready to be drawn."""

    name: str
    """Its name in the form, which is the wire name of the command's field."""
    label: str
    control: str
    """How it is filled in: ``pick``, ``person``, ``card``, ``time`` or ``text``."""
    hint: str = ""
    """What the field means, and what it accepts."""
    value: str = ""
    """What was typed before, or what holds now."""
    options: ValueList = ()
    """What can be picked, or what is proposed while somebody types."""
    required: bool = False
    numeric: bool = False
    """Whether a phone should show figures to type."""


class ReportForm(msgspec.Struct, frozen=True):
    """The form of an entry: what it does, its fields, and those that are rarely needed."""

    about: str
    """What the command does, in one sentence."""
    fields: tuple[FormField, ...]
    more: tuple[FormField, ...]
    """Fields that may be left alone; folded away."""

    @property
    def asks(self) -> bool:
        """Whether anything may be filled in."""
        return bool(self.fields or self.more)


def report_form(
    law: TableLaw,
    choices: Choices,
    view: TableView,
    entry: StaffCommand,
    given: Mapping[str, str],
) -> ReportForm:
    """Return the form of an entry, with what was typed already."""
    kind = table_commands(law, player_cards=True)[entry.command]
    built = {
        field.name: _form_field(law, choices, view, kind, field, given)
        for field in asked_fields(kind, entry)
    }
    first = {name for name in built if name in entry.fields or built[name].required}
    typed = {name for name in built if given.get(name)}
    shown = first | typed if entry.fields or first else built.keys()
    return ReportForm(
        first_sentence(kind),
        tuple(field for name, field in built.items() if name in shown),
        tuple(field for name, field in built.items() if name not in shown),
    )


def _form_field(
    law: TableLaw,
    choices: Choices,
    view: TableView,
    kind: type[Command],
    field: CommandField,
    given: Mapping[str, str],
) -> FormField:
    command = str(kind.__struct_config__.tag)
    control, options = _control(law, choices, view, command, field)
    texts = field_texts(kind)
    names = {one.encode_name: one.name for one in msgspec.structs.fields(kind)}
    accepted = "" if control == "pick" else _hint(law, choices, command, field)
    hint = texts[names[field.name]].replace("``", "")
    label = LABELS.get(field.name) or field_words(field.name)
    return FormField(
        field.name,
        label[:1].upper() + label[1:],
        control,
        hint=f"{hint} {accepted}".strip(),
        value=given.get(field.name) or _start(view, command, field, options),
        options=options,
        required=field.required,
        numeric=field.money or field.kind is int,
    )


def _control(
    law: TableLaw, choices: Choices, view: TableView, command: str, field: CommandField
) -> tuple[str, ValueList]:
    """Return how a field is filled in, and what can be picked or is proposed."""
    if field.kind is datetime:
        return "time", ()
    if field.kind is Card:
        return "card", _cards()
    if field.kind is bool:
        return "pick", YES_OR_NO
    if field.kind is Role:
        return "pick", tuple((role.value, role.title) for role in NOTIFIED)
    if field.name in PEOPLE:
        return "person", tuple((view.names.get(one.player, one.player), "") for one in view.players)
    if field.many:
        return "text", ()
    return _values_or_text(law, choices, view, command, field)


def _values_or_text(
    law: TableLaw, choices: Choices, view: TableView, command: str, field: CommandField
) -> tuple[str, ValueList]:
    """Return the values of a field that has few, or a field for text."""
    options: ValueList = ()
    if field.name in ("box", "to-box"):
        options = tuple((str(box.number), str(box.number)) for box in view.boxes)
    elif field.name == "dispute":
        options = tuple((str(one.number), _dispute(view, one)) for one in view.disputes)
    elif field.name == "notice":
        open_notices = (one for one in view.notices if not one.acknowledged)
        options = tuple((str(one.number), _notice(one)) for one in open_notices)
    elif field.name == "on":
        kinds = (law.initial, *choices.side_bets, *(("jackpot",) if choices.jackpot else ()))
        options = tuple((kind, title_of(kind)) for kind in kinds)
    else:
        found = values_of(law, choices, command, field)
        options = tuple((value, f"{value}: {words}") for value, words in found if value)
    if not options:
        return "text", ()
    return "pick", options if field.required else (("", "–"), *options)


def _hint(law: TableLaw, choices: Choices, command: str, field: CommandField) -> str:
    """Return what may be typed, as a sentence."""
    listed = [value for value, _ in values_of(law, choices, command, field) if value]
    if listed:
        return f"Accepted: {', '.join(listed)}."
    form = value_form(field, choices)
    return f"{form[:1].upper()}{form[1:]}." if form else ""


def _start(view: TableView, command: str, field: CommandField, options: ValueList) -> str:
    """Return what a field begins with: what holds now, or what is most likely."""
    if field.kind is bool:
        return "yes" if field.default is True else "no"
    if command in SIGNED and field.name in LIMITS:
        now: Cents = getattr(view.limits, field.name)
        return in_dollars(now).removeprefix("$")
    if field.required and field.name in PEOPLE and len(options) == 1:
        return options[0][0]
    return ""


def _dispute(view: TableView, one: DisputeView) -> str:
    return f"{one.number}: {view.names.get(one.player, one.player)}, {one.about[:40]}"


def _notice(one: NoticeView) -> str:
    return f"{one.number}: {one.about[:40]}, for the {one.whom.title}"


def _cards() -> ValueList:
    return tuple((card.value, card.name_in_words) for card in full_decks(1))
