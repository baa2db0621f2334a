"""What staff may report or order at a table, in words of the trade, each with its command.

What is needed often has an entry in words of the trade, with the fields that matter then. Below
these, every command that a role may submit at the table is offered by its own name, with all of
its fields; what the role may not submit is not offered.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from croupier.cards import Card
from croupier.cards.card import NotACardError, parse_card
from croupier.display.command_fields import (
    COMMON_FIELDS,
    SUBJECTS,
    CommandField,
    command_fields,
    table_commands,
)
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.contest.wagers import HANDLERS as CONTEST_HANDLERS
from croupier.house.gaming_days import UnknownZoneError, time_zone
from croupier.messages import Command
from croupier.rulebooks import Role, TableLaw
from croupier.rulebooks.guide.comparison import Cell
from croupier.rulebooks.guide.irregularities import MISHAPS, remedy
from croupier.web.auth.command_roles import power
from croupier.web.pages.table.forms import MisreadError, read_amount

CARD, BOX, PLAYER = "card", "box", "player"
ZONE = "zone"
"""The field in which a script sends the browser's time zone."""
WORDS = {
    "effective": "time",
    "on": "wager",
    "of": "whose wager",
    "whom": "recipient",
    "with": "chips or tokens",
    "keep-calls": "call stands",
    "by-hand": "shuffled by hand",
    "machine": "shuffled by a machine",
    "to-box": "new box",
    "to": "recipient",
}
"""Labels of fields whose names say too little."""
PEOPLE = ("player", "players", "to", "of", "proxy", "forfeit", "agreed")
"""Fields that name people at the table."""
COMMAS, COMMAS_OR_SPACES = re.compile(r"\s*,\s*"), re.compile(r"[,\s]+")
"""What stands between several values: a name may have a space in it, cards and numbers do not."""
FILLED_IN = frozenset({"handle"})
"""Fields that software fills in, so that nobody is asked for them."""


class StaffCommand(msgspec.Struct, frozen=True):
    """Something that staff may report or order."""

    words: str
    """The label, as somebody of the trade would say it."""
    command: str
    """The wire name of its command."""
    fields: tuple[str, ...] = ()
    """The fields that its form begins with; the others of the command are folded away."""
    fixed: tuple[tuple[str, Any], ...] = ()
    """The fields that are fixed."""
    mishap: str = ""
    """The entry of the guide with the remedy; empty for a plain order."""

    @property
    def name(self) -> str:
        """A unique name: several entries may have the same command."""
        return "-".join((self.command, *(key for key, _ in self.fixed)))


MISREAD = (("cards", 1), ("decisions", 0), ("misread", True))
REPORTS = (
    StaffCommand(
        "A card came out that was not due",
        "draw-in-error",
        (CARD,),
        mishap="A card was dealt though none was due",
    ),
    StaffCommand(
        "A card lies face up in the shoe",
        "faced-card",
        (CARD,),
        mishap="A card lies face up in the shoe or device",
    ),
    StaffCommand(
        "I burned a card by mistake", "burn-in-error", (CARD,), mishap="A card was burned in error"
    ),
    StaffCommand(
        "I drew one card too many for my own hand",
        "extra-dealer-card",
        (CARD,),
        mishap="A card too many on the dealer's complete hand, face up",
    ),
    StaffCommand(
        "I typed the last card wrongly",
        "reconstruct",
        fixed=MISREAD,
        mishap="A card was laid at the wrong place",
    ),
    StaffCommand("I typed a card wrongly", "correct-card", ("wrong", "right")),
    StaffCommand(
        "A card went to the wrong place",
        "reconstruct",
        ("cards",),
        mishap="A card was laid at the wrong place",
    ),
    StaffCommand("The player is gone", "absent", (BOX,), mishap="Nobody is there to decide"),
    StaffCommand("The player is gone", "fold-absent", (BOX,), mishap="Nobody is there to decide"),
    StaffCommand(
        "A card was shown by mistake", "exposed-card", ("cards",), mishap="Cards shown by mistake"
    ),
    StaffCommand(
        "A hand has too few or too many cards",
        "wrong-count",
        (BOX, "count"),
        mishap="A hand with too few or too many cards",
    ),
    StaffCommand(
        "The deal went wrong before anybody looked",
        "misdeal",
        mishap="A deal that was wrong, noticed before a player has handled cards",
    ),
    StaffCommand(
        "I called a total wrongly", "miscall", (BOX, "total"), mishap="A total was called wrongly"
    ),
    StaffCommand("I forgot a step", "overlook", ("step",)),
    StaffCommand(
        "A card is missing or does not belong",
        "wrong-cards",
        ("foreign",),
        mishap="A card is missing, or does not belong",
    ),
    StaffCommand("The cards were dropped", "drop-cards", mishap="The cards were dropped"),
    StaffCommand(
        "The device failed, another is at hand",
        "device-failure",
        fixed=(("spare", True),),
        mishap="The device fails, another is at hand",
    ),
    StaffCommand("The cutting card came out", "cutting-card"),
    StaffCommand("A player disputes something", "dispute", (PLAYER, "about"), mishap="A dispute"),
    StaffCommand("A player asks for a review", "ask-review", ("dispute", PLAYER)),
    StaffCommand("A player accepts a decision", "decline-review", ("dispute", PLAYER)),
    StaffCommand("A player asks for the rules", "show-rules", (PLAYER,)),
    StaffCommand("Another dealer takes over", "change-dealer", ("dealer",)),
    StaffCommand("A player buys chips", "buy-in", (PLAYER, "amount")),
    StaffCommand("A player cashes out", "leave", (PLAYER,)),
)
"""What a dealer reports."""
POWERS = (
    StaffCommand("Declare the round void", "void-round", mishap="It cannot be reconstructed"),
    StaffCommand("Declare a hand void", "void-hand", (BOX,), mishap="It cannot be reconstructed"),
    StaffCommand(
        "Caution somebody",
        "sanction",
        (PLAYER, "ground"),
        (("caution", True),),
        mishap="A prohibited device, or another breach",
    ),
    StaffCommand(
        "Void somebody's wagers",
        "sanction",
        (PLAYER, "breach"),
        (("void", True),),
        mishap="A prohibited device, or another breach",
    ),
    StaffCommand(
        "Exclude somebody from the game",
        "sanction",
        (PLAYER, "breach"),
        (("exclude", True),),
        mishap="A prohibited device, or another breach",
    ),
    StaffCommand("Hand somebody who is held over", "hand-over", (PLAYER, "officer")),
    StaffCommand("Hold a player to the minimum", "restrict-to-minimum", (PLAYER,)),
    StaffCommand("Lift a restriction", "lift-restriction", (PLAYER,)),
    StaffCommand("Refuse a wager", "refuse-wager", (PLAYER, BOX, "reason")),
    StaffCommand("Change the limits now", "change-limits", ("minimum", "maximum")),
    StaffCommand("Announce other limits", "announce-limits", ("minimum", "maximum", "effective")),
    StaffCommand("Announce the closing", "announce-closure", ("effective",)),
    StaffCommand("Close the table", "close-table"),
    StaffCommand("Keep boxes for a player", "reserve-boxes", (PLAYER, "boxes")),
    StaffCommand("Have the cards shuffled", "order-shuffle"),
    StaffCommand("Bring new cards", "replace-cards"),
    StaffCommand("Have the cards counted", "order-check", mishap="More faced cards are suspected"),
    StaffCommand(
        "Call the outcome off",
        "invalidate-round",
        ("ground",),
        mishap="The game is disrupted, or somebody cheats",
    ),
    StaffCommand("Decide a dispute", "decide-dispute", ("dispute", "outcome"), mishap="A dispute"),
    StaffCommand("Review a dispute", "review-dispute", ("dispute", "outcome"), mishap="A dispute"),
    StaffCommand("Close a dispute", "close-dispute", ("dispute",), mishap="A dispute"),
    StaffCommand("Report the equipment", "check-equipment", ("lacking",)),
    StaffCommand("Give word to somebody outside", "notify", ("whom", "about")),
)
"""What a supervisor or a higher rank may order."""


class Menu(msgspec.Struct, frozen=True):
    """A group of entries, by what somebody is doing."""

    title: str
    """Its heading; empty for a menu that needs none."""
    entries: tuple[StaffCommand, ...]


def offered_commands(
    law: TableLaw, choices: Choices, roles: frozenset[Role]
) -> dict[str, type[Command]]:
    """Return the commands that the roles may submit at a table, by their wire names.

    Commands of a tournament's session are left out at tables without one.
    """
    live = choices.mode is Mode.LIVE
    return {
        name: kind
        for name, kind in table_commands(law, player_cards=choices.player_cards).items()
        if roles & power(law, kind, live=live).roles
        and (choices.tournament is not None or kind not in CONTEST_HANDLERS)
    }


def quick_menus(law: TableLaw, choices: Choices, roles: frozenset[Role]) -> tuple[Menu, ...]:
    """Return what is needed most often, in words of the trade; dealers have one menu alone."""
    offered = offered_commands(law, choices, roles)

    def menu(title: str, entries: tuple[StaffCommand, ...]) -> Menu:
        return Menu(title, tuple(entry for entry in entries if entry.command in offered))

    if roles <= {Role.DEALER}:
        return (menu("", REPORTS),)
    menus = (menu("Powers", POWERS), menu("What a dealer reports", REPORTS))
    return tuple(one for one in menus if one.entries)


def all_menus(law: TableLaw, choices: Choices, roles: frozenset[Role]) -> tuple[Menu, ...]:
    """Return every command that the roles may submit, with all its fields, by subject."""
    offered = offered_commands(law, choices, roles)
    return tuple(
        Menu(subject.about[:1].upper() + subject.about[1:], entries)
        for subject in SUBJECTS
        if (entries := tuple(plain_entry(name) for name in subject.commands if name in offered))
    )


def plain_entry(command: str) -> StaffCommand:
    """Return the entry of a command without fixed fields, called by its own name."""
    words = command.replace("-", " ")
    return StaffCommand(words[:1].upper() + words[1:], command)


def staff_command(
    law: TableLaw, choices: Choices, roles: frozenset[Role], name: str
) -> StaffCommand:
    """Return an entry by its name. Raise :class:`MisreadError` if it is not offered here."""
    for menus in (quick_menus(law, choices, roles), all_menus(law, choices, roles)):
        for menu in menus:
            for entry in menu.entries:
                if entry.name == name:
                    return entry
    raise MisreadError("this table takes no such report")


def remedy_of(law: TableLaw, entry: StaffCommand) -> Cell:
    """Return the rulebook's remedy with its clauses; empty for a plain order."""
    found = next((mishap for mishap in MISHAPS if mishap.title == entry.mishap), None)
    if found is None:
        return Cell("", ())
    cell = remedy(law, found)
    return Cell(f"{found.at_the_table} {cell.text.capitalize()}.", cell.clauses)


def form_zone(given: Mapping[str, str], house: ZoneInfo) -> ZoneInfo:
    """Return the time zone of a form: the browser's if a script has sent it, else the house's."""
    name = given.get(ZONE, "")
    try:
        return time_zone(name) if name else house
    except UnknownZoneError:
        raise MisreadError(f"{name[:40]} is not a time zone that is known here") from None


def command_of(
    law: TableLaw,
    entry: StaffCommand,
    given: Mapping[str, str],
    role: Role,
    house: ZoneInfo,
    *,
    people: Mapping[str, str] | None = None,
) -> Command:
    """Return the command of an entry, with the typed fields.

    A browser's field for a time has no zone; what is recorded has the house's. ``people`` has the
    ids of those who are at the table, by name.
    """
    kind = table_commands(law, player_cards=True)[entry.command]
    names = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = dict(entry.fixed)
    for field in asked_fields(kind, entry):
        text = given.get(field.name, "").strip()
        if text:
            value = read_field(field, text)
            if isinstance(value, datetime):
                zoned = value if value.tzinfo else value.replace(tzinfo=form_zone(given, house))
                value = zoned.astimezone(house)
            if field.name in PEOPLE and people:
                value = _ids_of(value, people)
            values[names[field.name]] = value
        elif field.required:
            raise MisreadError(f"give the {field_words(field.name)}")
    return kind(**values, by=role)


def asked_fields(kind: type[Command], entry: StaffCommand) -> list[CommandField]:
    """Return the fields that an entry's form has: those named first, then all others."""
    fixed = {name for name, _ in entry.fixed}
    fields = {
        field.name: field
        for field in command_fields(kind)
        if field.name not in COMMON_FIELDS
        and field.name not in fixed | FILLED_IN
        and not issubclass(field.kind, msgspec.Struct)
    }
    first = [fields[name] for name in entry.fields if name in fields]
    return [*first, *(field for field in fields.values() if field not in first)]


def field_words(name: str) -> str:
    """Return what a field is called on a form."""
    return WORDS.get(name, name.replace("-", " "))


def _ids_of(value: Any, people: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(people.get(one, one) for one in value)
    return people.get(value, value)


def read_field(field: CommandField, text: str) -> Any:
    """Return a typed field as the command's type. Raise :class:`MisreadError` if it is none."""
    if field.money:
        return read_amount(text)
    try:
        if field.many:
            between = COMMAS if field.kind is str else COMMAS_OR_SPACES
            return tuple(_one(field.kind, part) for part in between.split(text.strip(", ")) if part)
        return _one(field.kind, text)
    except (ValueError, msgspec.ValidationError, NotACardError):
        raise MisreadError(f'"{text[:24]}" is not a valid {field_words(field.name)}') from None


def _one(kind: Any, text: str) -> Any:
    if kind is Card:
        return parse_card(text)
    if kind is datetime:
        return datetime.fromisoformat(text)  # a browser's field has no seconds
    if kind is bool:
        return ("no", "yes").index(text.lower()) == 1
    if issubclass(kind, Role):
        return Role(text)
    return msgspec.convert(text, kind, strict=False)
