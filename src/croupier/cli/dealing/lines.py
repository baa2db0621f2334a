"""Commands as a dealer types them: ``wager ann 1 25``, ``4S``, ``void-round by=supervisor``."""

import re
import shlex
from collections.abc import Callable
from datetime import datetime
from difflib import get_close_matches
from typing import Any, get_args, get_origin

import msgspec

from croupier.cards import Card
from croupier.cli.dealing.meaningless_line import MisreadLineError
from croupier.cli.dealing.shorthand import CARD, FACE_DOWN, full_name
from croupier.cli.dealing.typed_bets import (
    is_wager,
    kinds_of_wager,
    same_again,
    several,
    with_own_box,
)
from croupier.cli.dealing.unsaid import LineContext, fill_in
from croupier.cli.terminal.typed_text import AMOUNT, quoted
from croupier.display.words import listed
from croupier.play.reader import MONEY, command_types, to_command
from croupier.rulebooks import GAMING_ROLES, Role
from croupier.stud.commands import DealFaceDown, TurnCard
from croupier.stud.due import UnreadCardsDue
from croupier.table.commands import Command, DealCard, PlaceWager

NUMBER = re.compile(r"[0-9]{1,9}")
AMOUNTS = re.compile(rf"-?{AMOUNT}")
SWITCH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
YEARS = range(1970, 3000)
UNREAD = UnreadCardsDue.__struct_config__.tag
"""What is due where cards that nobody has read are to be turned."""
OF_ALL = ("by", "at")
"""The keys that every command has; they are always named."""


class TypedField(msgspec.Struct, frozen=True):
    """What a command may be told, and how that is typed."""

    name: str
    """Its name, as it is typed before ``=``."""
    kind: type[Any]
    """The type of one value."""
    many: bool
    """Whether several values may be typed, with commas between them."""
    money: bool
    """Whether it is typed in dollars."""
    required: bool
    """Whether it must be typed."""
    default: object = None
    """What it is where it is left out; none where it must be typed."""


def read_line(moment: LineContext, line: str) -> tuple[Command, ...]:
    """The commands that a line stands for: one, or one for each of several cards or wagers."""
    words = words_in(line)
    if all(CARD.fullmatch(word) for word in words):
        return tuple(card_command(moment, read_card(word)) for word in words)
    if words[0] == FACE_DOWN and len(words) <= 2 and all(map(NUMBER.fullmatch, words[1:])):
        return (DealFaceDown(by=Role.DEALER),) * int(words[1] if words[1:] else 1)
    if CARD.fullmatch(words[0]):
        words.insert(0, str(DealCard.__struct_config__.tag))
    name, words = full_name(words[0]), words[1:]
    if name != str(PlaceWager.__struct_config__.tag):
        return (read_command(moment, name, words),)
    if not words:
        return same_again(moment)
    found = several(moment, words)
    who = moment.person(words[0])
    if len(words) == len(found) == 1 and who in {laid.player for laid in moment.last}:
        return same_again(moment, who)
    return tuple(read_command(moment, name, one) for one in found)


def card_command(moment: LineContext, card: Card) -> Command:
    """What a card alone in a line means: it is turned, where one is to be turned; else dealt."""
    turning = moment.first is not None and moment.first.due == UNREAD
    return (TurnCard if turning else DealCard)(card, by=Role.DEALER)


def words_in(line: str) -> list[str]:
    """The words of a line; double quotes hold several together."""
    if not line.replace("\t", " ").isprintable():
        raise MisreadLineError("the line has control characters: type it again, in plain letters")
    reader = shlex.shlex(line, posix=True)
    reader.whitespace_split = True
    reader.quotes, reader.commenters, reader.escape = '"', "", ""
    try:
        return list(reader)
    except ValueError:
        raise MisreadLineError("a quotation mark has no partner: write two or none") from None


def read_card(word: str) -> Card:
    """A card as it is typed: ``4S``, ``10h`` or ``th``."""
    found = CARD.fullmatch(word)
    if found is None:
        raise MisreadLineError(
            f"{quoted(word)} is not a card: write rank and suit, such as 4S or 10H"
        )
    return Card(("T" if found[1] == "10" else found[1].upper()) + found[2].upper())


def read_command(moment: LineContext, name: str, words: list[str]) -> Command:
    """A command by its name and what was typed behind it."""
    kind = command_types().get(name)
    if kind is None:
        raise no_command(name)
    return in_our_time(to_command(read_fields(moment, kind, words)))


def no_command(name: str) -> MisreadLineError:
    """What is said of a line that begins with neither a card nor a command."""
    close = get_close_matches(name, command_types(), n=1, cutoff=0.75)
    meant = f"; did you mean {close[0]}?" if close else ": see help"
    return MisreadLineError(f"{quoted(name)} is neither a card nor a command{meant}")


def read_fields(
    moment: LineContext, kind: type[Command], words: list[str], **known: Any
) -> dict[str, Any]:
    """A command of a kind as plain data, from what was typed behind its name.

    ``known`` is what goes without saying.
    """
    name = str(kind.__struct_config__.tag)
    fields = command_fields(kind)
    given: dict[str, Any] = dict(known)
    for word in words:
        key, named, value = word.partition("=")
        if named:
            put(given, field_named(name, fields, key.lower().replace("_", "-")), value)
        else:
            put(given, fitting(name, fields, given, word), word)
    if "player" in given:
        given["player"] = moment.person(given["player"])
    if is_wager(kind):
        with_own_box(moment, given, words)
    fill_in(moment, kind, given)
    if "on" in given:
        given["on"] = kinds_of_wager(moment).get(given["on"], given["on"])
    missing = [field.name for field in fields if field.required and field.name not in given]
    if missing:
        raise MisreadLineError(f"{name}: say {listed(missing)} too, as in {usage(kind)}")
    return {"do": name, **given}


def in_our_time(command: Command) -> Command:
    """The command, where its times leave room to count hours and days from them."""
    for time in (command.at, getattr(command, "effective", None)):
        if time is not None and time.year not in YEARS:
            raise MisreadLineError(f"a time is of the years {YEARS[0]} to {YEARS[-1]}")
    return command


def command_fields(kind: type[Command]) -> list[TypedField]:
    """What a command may be told, in the order of typing."""
    found = []
    for field in msgspec.structs.fields(kind):
        options = [field.type] if get_origin(field.type) is tuple else get_args(field.type)
        one = next((option for option in options if option is not type(None)), field.type)
        many = get_origin(one) is tuple
        name = field.encode_name
        kind_of_one = get_args(one)[0] if many else one
        money = name in MONEY
        required = field.required and name not in OF_ALL
        found.append(TypedField(name, kind_of_one, many, money, required, field.default))
    return found


def field_named(name: str, fields: list[TypedField], key: str) -> TypedField:
    """The field that a key names."""
    for field in fields:
        if field.name == key:
            return field
    known = listed(field.name for field in fields)
    raise MisreadLineError(f"{name}: there is no {quoted(key)}; it takes {known}")


def fitting(name: str, fields: list[TypedField], given: dict[str, Any], word: str) -> TypedField:
    """The first field, not told yet, that a word can stand for; text comes last."""
    unnamed = [field for field in fields if field.name not in OF_ALL]
    open_ = [field for field in unnamed if field.many or field.name not in given]
    for field in open_:
        if field.kind is not str and fits(field, word):
            return field
    counts = any(field.kind is int and field.required for field in unnamed)
    if not (counts and AMOUNTS.fullmatch(word)):
        for field in open_:
            if field.kind is str:
                return field
    known = listed(field.name for field in unnamed) if unnamed else "nothing more"
    raise MisreadLineError(f"{name}: nothing fits {quoted(word)}; it takes {known}")


def fits(field: TypedField, word: str) -> bool:
    """Whether a word, without its key, can stand for a field."""
    if field.kind is bool:
        return word.lower() == field.name
    try:
        value_of(field, word)
    except MisreadLineError:
        return False
    return True


def put(given: dict[str, Any], field: TypedField, word: str) -> None:
    """Note what was typed for a field."""
    if not field.many:
        given[field.name] = value_of(field, word)
        return
    parts = [part.strip() for part in word.split(",")]
    values = [value_of(field, part) for part in parts if part]
    given[field.name] = [*given.get(field.name, ()), *values]


def value_of(field: TypedField, word: str) -> Any:
    """What a word means for a field, as plain data."""
    if field.money:
        if not AMOUNTS.fullmatch(word):
            raise MisreadLineError(
                f"{quoted(word)} is not an amount in dollars, such as 25 or 7.50"
            )
        return word.replace("$", "")
    read = READERS.get(field.kind)
    if read is None:
        raise MisreadLineError(f"{field.name} cannot be typed: the table fills it in")
    return read(field, word)


def _number(field: TypedField, word: str) -> int:
    if not NUMBER.fullmatch(word):
        raise MisreadLineError(f"{quoted(word)} is not a number for {field.name}")
    return int(word)


def _switch(field: TypedField, word: str) -> bool:
    if word.lower() == field.name:
        return True
    if word.lower() not in SWITCH:
        raise MisreadLineError(f"{field.name} is yes or no, not {quoted(word)}")
    return SWITCH[word.lower()]


def _role(field: TypedField, word: str) -> str:  # noqa: ARG001 - all readers are called alike
    roles = [role.value for role in GAMING_ROLES]
    if word.lower() not in roles:
        raise MisreadLineError(f"{quoted(word)} is not a role; choose {listed(roles)}")
    return word.lower()


def _time(field: TypedField, word: str) -> str:
    try:
        datetime.fromisoformat(word)
    except ValueError:
        raise MisreadLineError(
            f"{quoted(word)} is not a time for {field.name}, such as 2026-05-01T20:00"
        ) from None
    return word


READERS: dict[type[Any], Callable[[TypedField, str], object]] = {
    int: _number,
    str: lambda _, word: word,
    bool: _switch,
    Card: lambda _, word: read_card(word).value,
    Role: _role,
    datetime: _time,
}
"""How a word is read, by what it is to become."""


def typed_fields(kind: type[Command]) -> list[TypedField]:
    """The fields of a command that a person types; what a pool pays, its pool says."""
    return [field for field in command_fields(kind) if field.kind in READERS]


def usage(kind: type[Command]) -> str:
    """How a command is typed: ``wager PLAYER BOX AMOUNT [ON] [WITH]``."""
    parts = [str(kind.__struct_config__.tag)]
    for field in typed_fields(kind):
        if field.name in OF_ALL:
            continue
        other = "no" if field.default is True else "yes"
        shown = f"{field.name}={other}" if field.kind is bool else field.name.upper()
        shown += "..." if field.many else ""
        parts.append(shown if field.required else f"[{shown}]")
    return " ".join(parts)
