"""Commands as a dealer types them: ``wager ann 1 25``, ``4S``, ``void-round by=supervisor``."""

import re
import shlex
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from difflib import get_close_matches
from itertools import accumulate
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.display.choices import KEYS
from croupier.display.command_fields import COMMON_FIELDS, CommandField, command_fields
from croupier.display.viewers import join_words
from croupier.display.views import Prompt, short_names
from croupier.errors import CroupierError
from croupier.floor.command_text import command_types, to_command
from croupier.games.stud.cards import DealFaceDown, TurnCard
from croupier.games.stud.due import UnreadCardsDue
from croupier.games.stud.state import JACKPOT
from croupier.games.table.rounds import DealCard
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command
from croupier.rulebooks import GAMING_ROLES, BlackjackLaw, Role
from croupier.terminal.dealer.defaults import LineContext, add_defaults, only_box_of
from croupier.terminal.player.typed import AMOUNT, quote


class MisreadLineError(CroupierError):
    """A line means nothing; the message says what is wrong and what is accepted."""


CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE)
FACE_DOWN = "??"
KEYS_IN_A_ROW = "hsdpbfn"
"""The keys that may be typed in one word with others: few, so that a typing error rarely is one."""
PART = rf"(?:(?:10|[2-9TJQKA])[CDHS]|\?\?|[{KEYS_IN_A_ROW}])"
ROW = re.compile(rf"{PART}+", re.IGNORECASE)
COMMAND_OF_KEY = {key: name for name, key in KEYS.items()} | {
    "b": "bet",
    "f": "fold",
    "i": "insure",
    "w": "wager",
}
"""The command of a key that is followed by more words: ``d 3 10``, ``w ann 1 25``."""


def split_pieces(line: str, names: Collection[str]) -> list[str]:
    """Split a line of keys and cards into its pieces; any other line is one piece."""
    words = line.split()
    if not words or words[0].lower() in names or not all(map(ROW.fullmatch, words)):
        return [line]
    return [part for word in words for part in re.findall(PART, word, re.IGNORECASE)]


def full_name(word: str) -> str:
    """Return a command's name from its key or as typed; ``pay_jackpot`` is ``pay-jackpot``."""
    name = word.lower().replace("_", "-")
    return COMMAND_OF_KEY.get(name, name)


def commands_for_key(prompts: Iterable[Prompt], key: str) -> tuple[Command, ...]:
    """Return the commands of the first option due that has this key; empty if none has."""
    typed = key.lower()
    options = (option for prompt in prompts for option in prompt.options)
    return next((option.commands for option in options if option.key == typed), ())


CHIPS = ("chips", "tokens")
FLAGS = ("helping",)
"""Words of a wager without a value, which are not players' names."""
NUMBERS = re.compile(AMOUNT)


def repeat_wagers(moment: LineContext, player: str | None = None) -> tuple[Command, ...]:
    """Return the wagers of the last round again, all or one player's."""
    again = [laid for laid in moment.last if player in (None, laid.player)]
    if not again:
        who = "" if player is None else f" of {player}"
        raise MisreadLineError(f"there are no wagers{who} to repeat: type wager PLAYER BOX AMOUNT")
    return tuple(
        PlaceWager(one.player, one.box, amount, one.on, chips, by=Role.PLAYER)
        for one in again
        for amount, chips in zip((one.stake - one.tokens, one.tokens), CHIPS, strict=True)
        if amount
    )


def split_wagers(moment: LineContext, words: list[str]) -> list[list[str]]:
    """Split a line into the words of each wager; later wagers default to the first amount."""
    kinds = {*wager_kinds(moment), *FLAGS}
    starts = [not (NUMBERS.fullmatch(word) or "=" in word or word in kinds) for word in words]
    groups: list[list[str]] = [[] for _ in range(max(1, sum(starts)))]
    for word, number in zip(words, accumulate(starts), strict=True):
        groups[max(0, number - 1)].append(word)
    if len(groups) < 2:
        return groups
    first = [word for word in groups[0] if NUMBERS.fullmatch(word)]
    return [groups[0], *(_like_the_first(group, first) for group in groups[1:])]


def _like_the_first(group: list[str], first: list[str]) -> list[str]:
    """Add the first wager's amount, if a number alone is the box of a further wager."""
    numbers = [word for word in group if NUMBERS.fullmatch(word)]
    if len(numbers) < len(first) and "amount" not in {word.partition("=")[0] for word in group}:
        return [*group, f"amount={first[-1]}"]
    return group


def wager_kinds(moment: LineContext) -> dict[str, str]:
    """Return the kinds of wager and of chips, by names and short names."""
    law = moment.law
    known = [bet.name for bet in law.side_bets.kinds] if isinstance(law, BlackjackLaw) else []
    shorts = {short: name for name, short in short_names(moment.side_bets).items()}
    return shorts | {name: name for name in (*known, law.initial, MAIN, JACKPOT, *CHIPS)}


def read_lone_number_as_amount(
    moment: LineContext, given: dict[str, Any], typed: list[str]
) -> None:
    """Read the only number of a wager as the amount, if the player has a box already.

    A number that could be a box is one, so that a forgotten amount never becomes a wager.
    """
    if "amount" in given or "box" not in given or "player" not in given:
        return
    named = any(word.lower().startswith("box=") for word in typed)
    own = only_box_of(moment, given["player"])
    if own is not None and not named and given["box"] > moment.boxes:
        given |= {"amount": str(given["box"]), "box": own}


def is_wager(kind: type[Command]) -> bool:
    """Return whether the command requires a player, a box and an amount of money."""
    required = {field.encode_name for field in msgspec.structs.fields(kind) if field.required}
    return required >= {"player", "box", "amount"}


NUMBER = re.compile(r"[0-9]{1,9}")
AMOUNTS = re.compile(rf"-?{AMOUNT}")
SWITCH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
YEARS = range(1970, 3000)
UNREAD = UnreadCardsDue.__struct_config__.tag
"""The wire name of the prompt to turn cards that were dealt unread."""


def read_line(moment: LineContext, line: str) -> tuple[Command, ...]:
    """Return the commands that a line means: one, or one for each of several cards or wagers."""
    words = split_words(line)
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
        return repeat_wagers(moment)
    found = split_wagers(moment, words)
    who = moment.person(words[0])
    if len(words) == len(found) == 1 and who in {laid.player for laid in moment.last}:
        return repeat_wagers(moment, who)
    return tuple(read_command(moment, name, one) for one in found)


def card_command(moment: LineContext, card: Card) -> Command:
    """Return the command for a card alone in a line: turn it if one is due, else deal it."""
    turning = moment.first is not None and moment.first.due == UNREAD
    return (TurnCard if turning else DealCard)(card, by=Role.DEALER)


def split_words(line: str) -> list[str]:
    """Split a line into words; double quotes keep several together."""
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
    """Return the card that a word means: ``4S``, ``10h`` or ``th``."""
    found = CARD.fullmatch(word)
    if found is None:
        raise MisreadLineError(
            f"{quote(word)} is not a card: write rank and suit, such as 4S or 10H"
        )
    return Card(("T" if found[1] == "10" else found[1].upper()) + found[2].upper())


def read_command(moment: LineContext, name: str, words: list[str]) -> Command:
    """Return the command with this name and the words typed after it."""
    kind = command_types().get(name)
    if kind is None:
        raise unknown_command(name)
    return require_plausible_times(to_command(read_fields(moment, kind, words)))


def unknown_command(name: str) -> MisreadLineError:
    """Return the error for a line that begins with neither a card nor a command."""
    close = get_close_matches(name, command_types(), n=1, cutoff=0.75)
    meant = f"; did you mean {close[0]}?" if close else ": see help"
    return MisreadLineError(f"{quote(name)} is neither a card nor a command{meant}")


def read_fields(
    moment: LineContext, kind: type[Command], words: list[str], **known: Any
) -> dict[str, Any]:
    """Return a command as plain data from the words typed after its name.

    ``known`` holds fields that need not be typed.
    """
    name = str(kind.__struct_config__.tag)
    fields = command_fields(kind)
    given: dict[str, Any] = dict(known)
    for word in words:
        key, named, value = word.partition("=")
        if named:
            add_value(given, find_field(name, fields, key.lower().replace("_", "-")), value)
        else:
            add_value(given, find_fitting_field(name, fields, given, word), word)
    if "player" in given:
        given["player"] = moment.person(given["player"])
    if is_wager(kind):
        read_lone_number_as_amount(moment, given, words)
    add_defaults(moment, kind, given)
    if "on" in given:
        given["on"] = wager_kinds(moment).get(given["on"], given["on"])
    missing = [field.name for field in fields if field.required and field.name not in given]
    if missing:
        raise MisreadLineError(f"{name}: say {join_words(missing)} too, as in {usage(kind)}")
    return {"do": name, **given}


def require_plausible_times(command: Command) -> Command:
    """Return the command. Raise if its times leave no room to add hours and days to them."""
    for time in (command.at, getattr(command, "effective", None)):
        if time is not None and time.year not in YEARS:
            raise MisreadLineError(f"a time is of the years {YEARS[0]} to {YEARS[-1]}")
    return command


def find_field(name: str, fields: list[CommandField], key: str) -> CommandField:
    """Return the field with this name."""
    for field in fields:
        if field.name == key:
            return field
    known = join_words(field.name for field in fields)
    raise MisreadLineError(f"{name}: there is no {quote(key)}; it takes {known}")


def find_fitting_field(
    name: str, fields: list[CommandField], given: dict[str, Any], word: str
) -> CommandField:
    """Return the first field, not given yet, whose type fits the word; text fields come last."""
    unnamed = [field for field in fields if field.name not in COMMON_FIELDS]
    open_ = [field for field in unnamed if field.many or field.name not in given]
    for field in open_:
        if field.kind is not str and fits(field, word):
            return field
    counts = any(field.kind is int and field.required for field in unnamed)
    if not (counts and AMOUNTS.fullmatch(word)):
        for field in open_:
            if field.kind is str:
                return field
    known = join_words(field.name for field in unnamed) if unnamed else "nothing more"
    raise MisreadLineError(f"{name}: nothing fits {quote(word)}; it takes {known}")


def fits(field: CommandField, word: str) -> bool:
    """Return whether a word without a name can be the value of the field."""
    if field.kind is bool:
        return word.lower() == field.name
    try:
        read_value(field, word)
    except MisreadLineError:
        return False
    return True


def add_value(given: dict[str, Any], field: CommandField, word: str) -> None:
    """Store the value typed for a field; append it if the field takes several."""
    if not field.many:
        given[field.name] = read_value(field, word)
        return
    parts = [part.strip() for part in word.split(",")]
    values = [read_value(field, part) for part in parts if part]
    given[field.name] = [*given.get(field.name, ()), *values]


def read_value(field: CommandField, word: str) -> Any:
    """Return the value of a word for a field, as plain data."""
    if field.money:
        if not AMOUNTS.fullmatch(word):
            raise MisreadLineError(f"{quote(word)} is not an amount in dollars, such as 25 or 7.50")
        return word.replace("$", "")
    read = READERS.get(field.kind)
    if read is None:
        raise MisreadLineError(f"{field.name} cannot be typed: the table fills it in")
    return read(field, word)


def _number(field: CommandField, word: str) -> int:
    if not NUMBER.fullmatch(word):
        raise MisreadLineError(f"{quote(word)} is not a number for {field.name}")
    return int(word)


def _switch(field: CommandField, word: str) -> bool:
    if word.lower() == field.name:
        return True
    if word.lower() not in SWITCH:
        raise MisreadLineError(f"{field.name} is yes or no, not {quote(word)}")
    return SWITCH[word.lower()]


def _role(field: CommandField, word: str) -> str:  # noqa: ARG001 - all readers are called alike
    roles = [role.value for role in GAMING_ROLES]
    if word.lower() not in roles:
        raise MisreadLineError(f"{quote(word)} is not a role; choose {join_words(roles)}")
    return word.lower()


def _time(field: CommandField, word: str) -> str:
    try:
        datetime.fromisoformat(word)
    except ValueError:
        raise MisreadLineError(
            f"{quote(word)} is not a time for {field.name}, such as 2026-05-01T20:00"
        ) from None
    return word


READERS: dict[type[Any], Callable[[CommandField, str], object]] = {
    int: _number,
    str: lambda _, word: word,
    bool: _switch,
    Card: lambda _, word: read_card(word).value,
    Role: _role,
    datetime: _time,
}
"""The function that reads a word, by the type of the field."""


def typed_fields(kind: type[Command]) -> list[CommandField]:
    """Return the fields of a command that a person types; a jackpot's pool fills in the rest."""
    return [field for field in command_fields(kind) if field.kind in READERS]


def usage(kind: type[Command]) -> str:
    """Return how a command is typed: ``wager PLAYER BOX AMOUNT [ON] [WITH]``."""
    parts = [str(kind.__struct_config__.tag)]
    for field in typed_fields(kind):
        if field.name in COMMON_FIELDS:
            continue
        other = "no" if field.default is True else "yes"
        shown = f"{field.name}={other}" if field.kind is bool else field.name.upper()
        shown += "..." if field.many else ""
        parts.append(shown if field.required else f"[{shown}]")
    return " ".join(parts)
