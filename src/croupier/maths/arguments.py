"""The arguments of the Python interface: read leniently where the sense is plain, else refused.

Each reader takes the name of the argument and what the caller passed, and returns a value of the
one type that the mathematics works with. Whatever it cannot read raises :class:`ArgumentError`, one
sentence in Python's terms; the command line turns the argument's name into that of its option.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from pathlib import Path
from typing import TypeAlias

from croupier.cards import Card, NotACardError, Rank, parse_card
from croupier.errors import ArgumentError
from croupier.kit.shapes import as_whole
from croupier.maths.blackjack.charts import Chart, read_chart
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, BlackjackName, StudLaw, StudName, TableLaw

Game: TypeAlias = str | TableLaw
"""The name of a game, such as ``star-blackjack``, or its law."""
AnyBlackjack: TypeAlias = BlackjackName | BlackjackLaw
"""A game whose figures are known to be blackjack's when types are checked."""
AnyStud: TypeAlias = StudName | StudLaw
"""A game whose figures are known to be Caribbean Stud's when types are checked."""
RuleValue: TypeAlias = str | int | bool | Sequence[int]
ChangedRules: TypeAlias = Mapping[str, RuleValue]
"""Rules with other values, as ``croupier edge --set`` takes them; numbers and yes or no as such."""
CardText: TypeAlias = str | int | Card
"""One card: as text, as a card, or in blackjack as what it counts (an ace 1 or 11)."""
CardsText: TypeAlias = str | Sequence[CardText]
"""Several cards: as text, or a list of single ones."""
GivenChart: TypeAlias = Chart | str | Path | None
"""A chart, or the path of its file."""

MOST_ROUNDS = 10**15
MOST_SEED = 2**63 - 1
MOST_CORES = 1024
MOST_CENTS = 10**12
TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
SUITS = ("C", "D", "H", "S")
ACE, TEN = 0, 9
COUNTS = {1: "A", 11: "A", 10: "T", **{number: str(number) for number in range(2, 10)}}
"""What a card counts, and how its rank is written."""


def read_rules(rules: object) -> dict[str, str]:
    """Return changed rules by name, with values as people write them."""
    if rules is None:
        return {}
    if not isinstance(rules, Mapping):
        raise ArgumentError(
            f"rules: {rules!r} is not a dictionary of rules; pass one, such as "
            "{'blackjack': '6:5'}"
        )
    return {str(name): _rule_value(str(name), value) for name, value in rules.items()}


def _rule_value(name: str, value: object) -> str:
    match value:
        case str():
            return value
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case Integral():
            return str(value)
        case list() | tuple() | set() | frozenset() | range() if value and all(
            isinstance(one, Integral) for one in value
        ):
            return ",".join(map(str, value))
    raise ArgumentError(
        f"rules: {value!r} is not a value of {name}; write text such as '6:5', a whole number, "
        "True or False, or a list of whole numbers"
    )


def read_whole(argument: str, value: object, *, least: int = 0, most: int) -> int:
    """Return a whole number within bounds; 1e5 and numpy's numbers are welcome."""
    number = as_whole(value)
    if number is None or not least <= number <= most:
        endless = most >= MOST_ROUNDS and (number is None or number <= most)
        bounds = f"of {least:,} or more" if endless else f"from {least:,} to {most:,}"
        raise ArgumentError(f"{argument}: {value!r} is not a whole number {bounds}")
    return number


def read_cents(argument: str, value: object) -> Cents:
    """Return an amount above zero. Amounts are whole cents here, as everywhere in Python."""
    try:
        return read_whole(argument, value, least=1, most=MOST_CENTS)
    except ArgumentError:
        most = f" up to {MOST_CENTS:,}" if (as_whole(value) or 0) > MOST_CENTS else ""
        raise ArgumentError(
            f"{argument}: {value!r} is not an amount; write whole cents{most}, such as 10_00 for "
            "$10"
        ) from None


def read_maybe_cents(argument: str, value: object) -> Cents | None:
    """Return an amount above zero, or ``None``."""
    return None if value is None else read_cents(argument, value)


def read_switch(argument: str, value: object) -> bool:
    """Return whether something is wanted. Raise for anything but ``True`` and ``False``."""
    if isinstance(value, bool):
        return value
    raise ArgumentError(f"{argument}: {value!r} is neither True nor False")


def read_given_chart(argument: str, chart: object) -> Chart | None:
    """Return a chart, given as such or as the path of its file."""
    if chart is None or isinstance(chart, Chart):
        return chart
    if isinstance(chart, str | os.PathLike):
        return read_chart(chart)
    raise ArgumentError(
        f"{argument}: {chart!r} is not a chart; pass one, such as strategy(game).chart, or a path"
    )


def refuse_given(game: str, given: Iterable[str], *, only_for: str) -> None:
    """Raise, naming the first argument that this game has no use for."""
    for argument in given:
        raise ArgumentError(f"{argument}: only for {only_for}; {game} has no use for it")


def read_ranks(argument: str, cards: object) -> list[int]:
    """Return the ranks of cards by value, an ace 0; suits may be left out."""
    words = [cards] if isinstance(cards, str | Card) or as_whole(cards) is not None else cards
    if isinstance(words, bytes) or not isinstance(words, Iterable):
        raise ArgumentError(f"{argument}: {cards!r} is not a list of cards; write 'T 6'")
    found: list[int] = []
    for word in words:
        if isinstance(word, Card):
            found.append(_value_of(word.rank))
        else:
            found += [_rank(argument, one) for one in _text_of(argument, word).split()]
    return found


def read_rank(argument: str, card: object) -> int:
    """Return the rank of the one card that is given."""
    found = read_ranks(argument, [card])
    if len(found) != 1:
        raise ArgumentError(f"{argument}: {card!r} is not a card; write one, such as T")
    return found[0]


def _text_of(argument: str, card: object) -> str:
    if isinstance(card, str):
        return card
    count = as_whole(card)
    if count in COUNTS:
        return COUNTS[count]
    raise ArgumentError(
        f"{argument}: {card!r} is not a card; write a rank (A 2-9 T J Q K) with or without suit"
    )


def _rank(argument: str, word: str) -> int:
    word = "T" if word == "10" else word
    try:
        rank = parse_card(word).rank if word[-1:].upper() in SUITS else Rank(word.upper())
    except (ValueError, NotACardError):
        raise ArgumentError(
            f"{argument}: {word!r} is not a card; write a rank (A 2-9 T J Q K) with or without suit"
        ) from None
    return _value_of(rank)


def _value_of(rank: Rank) -> int:
    if rank is Rank.ACE:
        return ACE
    return TEN if rank in TENS else int(rank.value) - 1
