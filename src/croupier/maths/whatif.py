"""What if a rule were different: a law with some values of its data changed.

A rule is named by its place in the data, such as ``double.totals`` or ``split.hands``, or by a
short name for several rules together (:data:`SHORT_NAMES`). The odds of an optional wager are named
by wager and line: ``perfect-pairs.mixed-pair``.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec.structs import replace

from croupier.cards import Category, HandRank, Rank
from croupier.cards.poker import HIGH
from croupier.errors import CroupierError
from croupier.kit.shapes import did_you_mean
from croupier.money import Odds
from croupier.rulebooks import (
    PERTH_VEGAS_BLACKJACK,
    BlackjackLaw,
    Rule,
    Says,
    TableLaw,
)
from croupier.rulebooks.catalogue import WHAT_IF
from croupier.rulebooks.law.blackjack import SurrenderLaw
from croupier.rulebooks.law.checks import fields_of

SHORT_NAMES: dict[str, tuple[str, ...]] = {
    "decks": ("cards.decks", "cards.decks_in_shuffler", "cards.decks_with_side_bets"),
    "soft-17": ("dealer.draws_soft_17",),
    "blackjack": ("settlement.blackjack",),
    "hands": ("split.hands", "split.permitted_hands"),
    "aces-hands": ("split.aces_hands",),
    "double": ("double.totals",),
    "double-cards": ("double.on_cards", "double.on_split_cards"),
}
"""Names for several rules together, or for one whose place in the data is long."""
Law = TypeVar("Law", bound=TableLaw)
MOST = 1_000_000_000
"""The largest number of any rule."""
MOST_OF_A_RANGE = 60
HANDS = ("hands", "aces-hands", "split.hands", "split.permitted_hands", "split.aces_hands")
MOST_HANDS = 9
"""The most hands by splitting that are analysed."""


class UnknownRuleError(CroupierError):
    """Raised for a rule that the law does not have, or a value that it cannot take."""


class Change(NamedTuple):
    """A value to write at the end of a path into the data."""

    path: tuple[str, ...]
    """The names of the fields on the path."""
    value: str
    """The new value, as a person writes it."""
    name: str
    """The name that the user gave the rule."""


def with_rule(law: Law, name: str, value: str) -> Law:
    """Return the law with one rule changed.

    >>> from croupier.rulebooks import STAR_BLACKJACK
    >>> with_rule(STAR_BLACKJACK, "split.hands", "4").split.hands.value
    4
    """
    return with_rules(law, ((name, value),))


def with_rules(law: Law, rules: Iterable[tuple[str, str]]) -> Law:
    """Return the law with several rules changed at once, so that they may depend on each other."""
    rules = list(rules)
    if isinstance(law, BlackjackLaw):
        law, rules = _with_surrender(law, rules)
    changes = [Change(path, value, name) for name, value in rules for path in _paths(law, name)]
    return cast(Law, _apply_changes(law, changes)) if changes else law


SURRENDER = "surrender"
ACE_HIGH, ACE_LOW = 11, 1
NO_SURRENDER = ("none", "no")


def _with_surrender(law: Law, rules: list[tuple[str, str]]) -> tuple[Law, list[tuple[str, str]]]:
    """Return the law with surrender added or taken away, and the rules that are left to change.

    ``surrender=yes`` adds what Perth's Vegas Blackjack has; a list of dealer's cards, such as
    ``2-11``, says against which. A part such as ``surrender.half`` adds the rest as well.
    """
    left = [rule for rule in rules if rule[0] != SURRENDER]
    switched = [value.strip() for name, value in rules if name == SURRENDER]
    wanted = bool(switched) or any(name.startswith(f"{SURRENDER}.") for name, _ in left)
    if not wanted or not isinstance(law, BlackjackLaw):
        return law, rules
    value = switched[-1] if switched else "yes"
    if value in NO_SURRENDER:
        return cast(Law, replace(law, surrender=None)), left
    found = law.surrender or _new_surrender()
    if value != "yes":
        found = replace(found, against=replace(found.against, value=_surrender_against(value)))
    return cast(Law, replace(law, surrender=found)), left


def _new_surrender() -> SurrenderLaw:
    """Return surrender for a law without it: that of Perth's Vegas Blackjack, without clauses."""
    model = PERTH_VEGAS_BLACKJACK.surrender
    assert model is not None
    parts = {
        name: replace(getattr(model, name), clause=WHAT_IF, also=())
        for name in SurrenderLaw.__struct_fields__
    }
    return replace(model, **parts)


def _surrender_against(value: str) -> tuple[int, ...]:
    try:
        found = _numbers(value)
    except ValueError:
        found = ()
    if not found or not set(found) <= set(range(2, 12)):
        raise UnknownRuleError(
            f"{value!r} is not a value of {SURRENDER}: write yes, none, or what the dealer's card "
            "counts, such as 10,11 or 2-11"
        )
    return tuple(sorted({ACE_LOW if count == ACE_HIGH else count for count in found}))


def changes_text(rules: Mapping[str, str]) -> list[str]:
    """Return changes of rules as people write them: ``blackjack=6:5``."""
    return [f"{name}={value}" for name, value in rules.items()]


def _paths(law: TableLaw, name: str) -> list[tuple[str, ...]]:
    """Return the paths in the data of the rules that a name stands for."""
    paths = [tuple(path.split(".")) for path in SHORT_NAMES.get(name, (name,))]
    bet, _, line = name.partition(".")
    if line and bet in getattr(getattr(law, "side_bets", None), "names", ()):
        lines = _side_bet_lines(law, bet)
        if line not in lines:
            raise UnknownRuleError(f"{bet} has no line {line!r}{did_you_mean(line, lines)}")
        paths = [("side_bets", "kinds", bet, "lines", line, "odds")]
    elif bet in getattr(getattr(law, "side_bets", None), "names", ()):
        lines = _side_bet_lines(law, bet)
        raise UnknownRuleError(f"{bet} has several lines; name one, such as {bet}.{lines[0]}")
    if len(paths) > 1:
        paths = [path for path in paths if _value_at(law, path) is not None]
    if not paths:
        raise _unknown(name)
    return paths


def _side_bet_lines(law: TableLaw, bet: str) -> list[str]:
    """Return the names of the lines of an optional wager's pay table."""
    kinds = cast(BlackjackLaw, law).side_bets.kinds
    return [one.name for kind in kinds if kind.name == bet for one in kind.lines]


def _value_at(node: object, path: tuple[str, ...]) -> object:
    for step in path:
        node = _step(node, step)
    return node


def _step(node: object, step: str) -> object:
    """Return the data after one step; ``None`` if there is none."""
    if isinstance(node, tuple):
        return next((item for item in node if _name_of(item) == step), None)
    if isinstance(node, dict):
        return next((item for key, item in node.items() if _key_of(key) == step), None)
    return getattr(node, step, None)


def _name_of(item: Any) -> str:
    """Return the name of an item: a win at once by its hand, all else by its own name."""
    return str(item.made.value) if hasattr(item, "made") else str(getattr(item, "name", ""))


def _key_of(key: Any) -> str:
    """Return the name of a key of the data: a layout, or a kind of hand."""
    return str(getattr(key, "key", key))


def _field(step: str) -> str:
    return step.replace("-", "_")


def _has(node: object, step: str) -> bool:
    """Return whether the data has such a step, with or without a value."""
    if isinstance(node, msgspec.Struct):
        return _field(step) in node.__struct_fields__
    return isinstance(node, tuple | dict) and _step(node, step) is not None


def _steps(node: object) -> list[str]:
    """Return the names of what a part of the law has."""
    if isinstance(node, Rule | Says):
        return []
    if isinstance(node, msgspec.Struct):
        return list(node.__struct_fields__)
    if isinstance(node, dict):
        return [_key_of(key) for key in node]
    return [_name_of(item) for item in node] if isinstance(node, tuple) else []


def _at_end(node: Any, kind: Any, changes: list[Change]) -> Any:
    """Return the data after a step, changed further down the paths, or here at their end."""
    further = [change for change in changes if change.path]
    if further:
        node = _apply_changes(node, further)
    for change in changes:
        if not change.path:
            node = _new_value(node, kind, change.value, change.name)
    return node


def _apply_changes(node: Any, changes: list[Change]) -> Any:
    """Return the data with values changed at the ends of paths."""
    steps: dict[str, list[Change]] = {}
    for change in changes:
        if not change.path or not _has(node, change.path[0]):
            raise _unknown(change.name, node, change.path)
        rest = change._replace(path=change.path[1:])
        steps.setdefault(change.path[0], []).append(rest)
    if isinstance(node, tuple):
        return tuple(
            _apply_changes(item, steps[_name_of(item)]) if _name_of(item) in steps else item
            for item in node
        )
    if isinstance(node, dict):
        return {
            key: _at_end(item, type(item), steps[_key_of(key)]) if _key_of(key) in steps else item
            for key, item in node.items()
        }
    kinds = fields_of(node.__class__)
    fields = {_field(step): ends for step, ends in steps.items()}
    new = {name: _at_end(getattr(node, name), kinds[name], ends) for name, ends in fields.items()}
    return replace(node, **new)


def _new_value(old: Any, kind: Any, value: str, name: str) -> Any:
    """Return a rule, or a rule for every layout, with its value changed."""
    if isinstance(old, dict):
        return {key: _new_value(rule, type(rule), value, name) for key, rule in old.items()}
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if value == "none" and NoneType in kinds:
        return None
    if Says in kinds:
        return _with_clause(old, value, name, optional=NoneType in kinds)
    inner = next((get_args(k)[0] for k in kinds if get_origin(k) is Rule), None)
    if inner is None and isinstance(old, Rule):
        inner = type(old.value)
    if inner is None:
        raise _unknown(name, old)
    new = _read(inner, value, name, old)
    if isinstance(old, Rule):
        return replace(old, value=new)
    return Rule(new, WHAT_IF)


def _with_clause(old: Says | None, value: str, name: str, *, optional: bool) -> Says:
    """Return what a clause says. It can only be present or not, if the law may lack it."""
    if optional and value == "yes":
        return old or Says("what if there were such a clause", WHAT_IF)
    where = name if old is None else f"{name} ({old.clause})"
    switch = "; yes or none says whether there is such a clause" if optional else ""
    raise UnknownRuleError(f"{where} describes a procedure and holds no value to change{switch}")


def _unknown(name: str, node: object = None, path: tuple[str, ...] = ()) -> UnknownRuleError:
    """Return the error for a rule that the law does not have; inside of a part, list the part."""
    known = _steps(node)
    if path and known and name != path[0]:
        meant = did_you_mean(path[0], known)
        return UnknownRuleError(f"the law has no rule {name!r}: no {path[0]!r} there{meant}")
    if not path and known:
        return UnknownRuleError(f"{name} is no single rule; name one of {', '.join(known)} in it")
    short = ", ".join((*SHORT_NAMES, SURRENDER))
    return UnknownRuleError(
        f"the law has no rule {name!r}: name it by its place in the data, such as double.totals, "
        f"or as one of {short}"
    )


def _read(kind: Any, text: str, name: str, old: Any) -> Any:
    """Return a rule's value from text. Raise, naming what is accepted, if it does not fit."""
    origin = get_origin(kind) or kind
    reader: Callable[[str], Any] | None = None
    accepted = ""
    if origin is Literal:
        words = {member.value: member for member in get_args(kind)}
        reader, accepted = _one_of(words), " or ".join(words)
    elif origin is bool:
        reader, accepted = _one_of(YES_AND_NO), "yes or no (for soft 17: draw or stand)"
    elif isinstance(origin, type) and issubclass(origin, Enum):
        values = {str(member.value): member for member in origin}
        reader, accepted = _one_of(values), ", ".join(values)
    elif origin is tuple and isinstance(old, Rule) and isinstance(old.value[0], Odds):
        reader = _odds_of_tables(len(old.value))
        accepted = "odds, such as 25:1, or one for each pay table"
    elif name in HANDS:
        reader, accepted = _from_to(1, MOST_HANDS), f"a number of hands from 1 to {MOST_HANDS}"
    elif origin in READERS:
        reader, accepted = READERS[origin]
    if reader is None:
        raise UnknownRuleError(f"{name} holds no value that fits on one line")
    try:
        return reader(text.strip())
    except (ValueError, KeyError, ZeroDivisionError):
        raise UnknownRuleError(f"{text!r} is not a value of {name}: write {accepted}") from None


YES_AND_NO = {"yes": True, "no": False, "true": True, "false": False, "draw": True, "stand": False}


def _one_of(values: dict[str, Any]) -> Callable[[str], Any]:
    return lambda text: values[text]


def _odds(text: str) -> Odds:
    """Return odds such as ``6:5``, ``6 to 5`` or ``2``."""
    to, _, against = text.replace(" to ", ":").partition(":")
    odds = Odds(int(to), int(against or 1))
    if odds.to < 0 or odds.against < 1:
        raise ValueError(text)
    return odds


def _odds_of_tables(number: int) -> Callable[[str], tuple[Odds, ...]]:
    """Return a reader of odds for all pay tables, or for each, separated by commas."""

    def read(text: str) -> tuple[Odds, ...]:
        found = tuple(_odds(part.strip()) for part in text.split(","))
        if len(found) not in (1, number):
            raise ValueError(text)
        return found * number if len(found) == 1 else found

    return read


def _hand(text: str) -> HandRank:
    """Return the lowest hand of a kind, by its ranks: ``A K`` or ``2 2``."""
    heights = tuple(sorted((HIGH[Rank(word)] for word in text.upper().split()), reverse=True))
    if len(heights) == 2 and heights[0] == heights[1]:
        return HandRank(Category.ONE_PAIR, heights[:1])
    if len(set(heights)) != len(heights):
        raise ValueError(text)
    return HandRank(Category.HIGH_CARD, heights)


def _from_to(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds."""

    def number(text: str) -> int:
        read = int(text)
        if not least <= read <= most:
            raise ValueError(text)
        return read

    return number


def _numbers(text: str) -> tuple[int, ...]:
    """Return numbers such as ``9-11`` or ``6,8``."""
    found: list[int] = []
    small = _from_to(0, MOST_OF_A_RANGE)
    for part in text.split(","):
        first, to, last = part.partition("-")
        found += range(small(first), small(last if to else first) + 1)
    if not found:
        raise ValueError(text)
    return tuple(found)


READERS: dict[Any, tuple[Callable[[str], Any], str]] = {
    int: (_from_to(0, MOST), f"a whole number from 0 to {MOST:,}"),
    Fraction: (Fraction, "a fraction, such as 1/2"),
    Odds: (_odds, "odds, such as 6:5"),
    HandRank: (_hand, "the ranks of a high card or a pair, such as A K or 2 2"),
    tuple: (_numbers, "numbers, such as 9-11 or 6,8"),
    frozenset: (lambda text: frozenset(_numbers(text)), "numbers, such as 9-11 or 6,8"),
}
"""The reader of each type of value, and what to write."""
