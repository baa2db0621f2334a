"""What staff may report or order at a table, in words of the trade, each with its command.

The dealer's entries are what goes wrong; a supervisor's are the powers of the office. What the
rulebook lacks is not offered; whether the role may do it, the engine decides with its clause.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args
from zoneinfo import ZoneInfo

import msgspec

from croupier.cards import Card
from croupier.cards.card import NotACardError, parse_card
from croupier.games.engine import commands_by_tag
from croupier.house.gaming_days import UnknownZoneError, time_zone
from croupier.messages import Command
from croupier.rulebooks import Role, TableLaw
from croupier.rulebooks.guide.comparison import Cell
from croupier.rulebooks.guide.irregularities import MISHAPS, remedy
from croupier.web.pages.table.forms import MisreadError, read_amount

MONEY = ("amount", "minimum", "maximum", "unit")
"""Fields that are typed in dollars."""
CARD, BOX, PLAYER = "card", "box", "player"
ZONE = "zone"
"""The field in which a script sends the browser's time zone."""
WORDS = {"effective": "time"}
"""Labels of fields whose names say too little."""


class StaffCommand(msgspec.Struct, frozen=True):
    """Something that staff may report or order."""

    words: str
    """The label, as somebody of the trade would say it."""
    command: str
    """The wire name of its command."""
    fields: tuple[str, ...] = ()
    """The fields to be typed; often one."""
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
    StaffCommand("A player asks for the rules", "show-rules", (PLAYER,)),
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


def menus_for(
    law: TableLaw, roles: frozenset[Role]
) -> tuple[tuple[str, tuple[StaffCommand, ...]], ...]:
    """Return what the roles may report or order under a law, with titles if there are two menus."""
    known = commands_by_tag(law)

    def found(every: tuple[StaffCommand, ...]) -> tuple[StaffCommand, ...]:
        return tuple(entry for entry in every if entry.command in known)

    if roles <= {Role.DEALER}:
        return (("", found(REPORTS)),)
    return (("Powers", found(POWERS)), ("What a dealer reports", found(REPORTS)))


def staff_command(law: TableLaw, roles: frozenset[Role], name: str) -> StaffCommand:
    """Return one of them by its name."""
    for _, entries in menus_for(law, roles):
        for entry in entries:
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
    law: TableLaw, entry: StaffCommand, given: Mapping[str, str], role: Role, house: ZoneInfo
) -> Command:
    """Return the command of an entry, with the typed fields.

    A browser's field for a time has no zone; what is recorded has the house's.
    """
    kind = commands_by_tag(law)[entry.command]
    types = {field.name: field for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = dict(entry.fixed)
    for name in entry.fields:
        text = given.get(name, "").strip()
        if text:
            value = read_field(name, types[name].type, text)
            if isinstance(value, datetime):
                zoned = value if value.tzinfo else value.replace(tzinfo=form_zone(given, house))
                value = zoned.astimezone(house)
            values[name] = value
        elif types[name].required:
            raise MisreadError(f"give the {WORDS.get(name, name.replace('_', ' '))}")
    return kind(**values, by=role)


def read_field(name: str, kind: Any, text: str) -> Any:
    """Return a typed field as the command's type."""
    if name in MONEY:
        return read_amount(text)
    several = getattr(kind, "__origin__", None) is tuple
    inner = get_args(kind)[0] if several else kind
    try:
        if several:
            return tuple(_one(inner, part) for part in text.replace(",", " ").split())
        return _one(inner, text)
    except (ValueError, msgspec.ValidationError, NotACardError):
        what = WORDS.get(name, name.replace("_", " "))
        raise MisreadError(f'"{text[:24]}" is not a valid {what}') from None


def _one(kind: Any, text: str) -> Any:
    if kind is Card or Card in get_args(kind):
        return parse_card(text)
    if kind is datetime:
        return datetime.fromisoformat(text)  # a browser's field has no seconds
    return msgspec.convert(text, kind, strict=False)
