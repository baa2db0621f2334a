"""The rules of the laws by identity and by clause, so that the use of a rule shows its clauses."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import msgspec
from msgspec.structs import asdict

from croupier.features.compliance.evidence import Evidence, Weight
from croupier.games.table.due import Due
from croupier.games.table.state import Line
from croupier.messages import Event, Refused
from croupier.money import Entry
from croupier.rulebooks import BOOKS, GAMES, Provision, Rule, Says, TableLaw

ONE_CLAUSE = frozenset({"breach", "clause", "earlier_rounds", "excluded", "machine", "others"})
"""Fields of events and prompts that hold one clause or none."""
SEVERAL_CLAUSES = frozenset({"also", "clauses", "counted", "duties", "places", "ranking"})
"""Fields that hold several clauses."""
CLAUSES_BY_NAME = frozenset({"equipment", "lacking"})
"""Fields that hold a clause for each thing that they name."""


# ------------------------------------------------------------------------------ clauses in answers


def refusal_evidence(book: str, refused: Refused) -> Iterator[Evidence]:
    """Yield the clauses of a refusal."""
    for clause in clauses_in(refused):
        yield Evidence(book, clause, f"refusal: {refused.code}", Weight.ENFORCED)


def prompt_evidence(book: str, prompts: Iterable[Due]) -> Iterator[Evidence]:
    """Yield the clauses of what is due."""
    for prompt in prompts:
        where = f"prompt: {prompt.__struct_config__.tag}"
        for clause in clauses_in(prompt):
            yield Evidence(book, clause, where, Weight.SHOWN)


def event_evidence(book: str, event: Event, *, acts: bool) -> Iterator[Evidence]:
    """Yield the clauses of an event, of the wagers it settles and of the money it moves."""
    weight = Weight.ENFORCED if acts else Weight.RECORDED
    where = f"event: {event.__struct_config__.tag}"
    for part in _structs_within(event, whole=Line):
        if isinstance(part, Line):
            paid = f"payment: {part.on} {part.result}"
            for clause in clauses_in(part):
                yield Evidence(book, clause, paid, Weight.ENFORCED)
        else:
            moves = isinstance(part, Entry)
            for clause in _own_clauses(part):
                yield Evidence(book, clause, where, Weight.ENFORCED if moves else weight)


def clauses_in(part: msgspec.Struct) -> Iterator[str]:
    """Yield every clause that a value, or something within it, names."""
    for one in _structs_within(part):
        yield from _own_clauses(one)


def _own_clauses(part: msgspec.Struct) -> Iterator[str]:
    for field in part.__struct_fields__:
        if field in SEVERAL_CLAUSES:
            yield from getattr(part, field)
        elif field in CLAUSES_BY_NAME and isinstance(value := getattr(part, field), dict):
            yield from value.values()
        elif field in ONE_CLAUSE or field.endswith("_clause"):
            value = getattr(part, field)
            if value and isinstance(value, str):
                yield value


def _structs_within(value: object, *, whole: Any = ()) -> Iterator[msgspec.Struct]:
    """Yield a value's structs from the outside in; those of kinds in ``whole`` are not opened."""
    if isinstance(value, msgspec.Struct):
        yield value
        if not isinstance(value, whole):
            for field in value.__struct_fields__:
                yield from _structs_within(getattr(value, field), whole=whole)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _structs_within(one, whole=whole)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _structs_within(one, whole=whole)


# ---------------------------------------------------------------------------------- rules of a law


class LawRule(msgspec.Struct, frozen=True):
    """One rule of a game's law: its path, and the field that holds it."""

    game: str
    """The game's name."""
    book: str
    """The rulebook's name."""
    path: str
    """Its place in the law: ``double.totals``."""
    owner: type
    """The part of the law that has the field, such as ``DoubleLaw``."""
    field: str
    """The field's name."""
    rule: Provision
    """The rule or statement itself."""
    clause: str
    """One of the clauses that the rule cites."""
    text: str
    """The rule's value for people, or what its clause says."""


def rules_in_law(law: TableLaw) -> Iterator[LawRule]:
    """Yield all rules of a law, in the order of its declaration."""
    for owner, field, path, rule in _rules(law, ()):
        text = law.text_of(rule) if isinstance(rule, Says) else value_text(rule.value)
        for clause in (rule.clause, *rule.also):
            yield LawRule(law.game, law.book, ".".join(path), owner, field, rule, clause, text)


RuleField = tuple[type, str, tuple[str, ...], Provision]


def _rules(part: msgspec.Struct, path: tuple[str, ...]) -> Iterator[RuleField]:
    for field in part.__struct_fields__:
        yield from _within(type(part), field, getattr(part, field), (*path, field))


def _within(owner: type, field: str, value: object, path: tuple[str, ...]) -> Iterator[RuleField]:
    if isinstance(value, Rule | Says):
        yield declaring_class(owner, field), field, path, value
    elif isinstance(value, msgspec.Struct):
        yield from _rules(value, path)
    elif isinstance(value, tuple):
        for number, one in enumerate(value, 1):
            name = str(getattr(one, "name", number))
            yield from _within(owner, field, one, (*path, name))
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from _within(owner, field, one, (*path, str(name)))


def declaring_class(owner: type, field: str) -> type:
    """Return the class that declares a field which others inherit."""
    return next(one for one in reversed(owner.__mro__) if field in vars(one))


def value_text(value: object) -> str:
    """Return a rule's value for people: ``9, 10, 11``, ``3 to 2``, ``yes``."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case range():
            return f"{value.start} to {value.stop - 1}"
        case Enum():
            return value_text(value.value)
        case frozenset() | set():
            return ", ".join(sorted(map(value_text, value), key=_natural))
        case tuple() | list():
            return ", ".join(map(value_text, value))
        case dict():
            return ", ".join(f"{value_text(key)}: {value_text(one)}" for key, one in value.items())
        case msgspec.Struct() if type(value).__str__ is object.__str__:
            return ", ".join(f"{name} {value_text(one)}" for name, one in asdict(value).items())
        case _:
            return str(value)


def _natural(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdigit() else (0, text)


# ------------------------------------------------------------------------------- rules by identity


class Provisions:
    """The rules of some laws, and the rulebooks to which parts of the laws belong."""

    def __init__(self, laws: Iterable[TableLaw]) -> None:
        self.laws = tuple(laws)
        """The laws themselves: what is known by its identity must not go away."""
        self.data = tuple(datum for law in self.laws for datum in rules_in_law(law))
        self._cited: dict[int, dict[tuple[str, str, str], None]] = {}
        for datum, where in rules_with_places(self.data):
            cited = self._cited.setdefault(id(datum.rule), {})
            cited[datum.book, datum.clause, where] = None
        self._books: dict[int, dict[str, None]] = {}
        for law in self.laws:
            for part in _parts(law):
                self._books.setdefault(id(part), {})[law.book] = None

    def __contains__(self, rule: Provision) -> bool:
        return id(rule) in self._cited

    def books_of(self, part: object) -> tuple[str, ...]:
        """Return the rulebooks that have a part of a law, its owner first; empty if none has it.

        A game that is based on another shares its parts. The other's come first, as a game is
        declared after the one that it is based on.
        """
        return tuple(self._books.get(id(part), ()))

    def clauses_of(self, rule: Provision, weight: Weight, book: str = "") -> Iterator[Evidence]:
        """Yield the clauses of a rule that was used.

        If several rulebooks share the rule, yield only those of the one by which it was used, if
        known: a game that nobody has played shows nothing.
        """
        cited = self._cited.get(id(rule), {})
        own = [one for one in cited if one[0] == book]
        for in_book, clause, where in own or cited:
            yield Evidence(in_book, clause, where, weight)


def rules_with_places(data: Iterable[LawRule]) -> Iterator[tuple[LawRule, str]]:
    """Yield each rule with its place in the law: ``law: double.totals``.

    A path names its game if the games of a rulebook differ in it.
    """
    data = tuple(data)
    games: dict[str, set[str]] = {}
    having: dict[tuple[str, str, str], set[str]] = {}
    for datum in data:
        games.setdefault(datum.book, set()).add(datum.game)
        having.setdefault((datum.book, datum.clause, datum.path), set()).add(datum.game)
    for datum in data:
        shared = having[datum.book, datum.clause, datum.path] == games[datum.book]
        yield datum, f"law: {datum.path}" + ("" if shared else f" ({datum.game})")


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, msgspec.Struct):
        yield value
        for field in value.__struct_fields__:
            yield from _parts(getattr(value, field))
    elif isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _parts(one)


_known: dict[tuple[int, ...], Provisions] = {}
"""Cached rules by the identity of their laws; the rules hold the laws, so that identities stay
valid."""


def provisions_of(*laws: TableLaw) -> Provisions:
    """Return the rules of some laws, collected once."""
    key = tuple(map(id, laws))
    if key not in _known:
        _known[key] = Provisions(laws)
    return _known[key]


def rule_names(read: Iterable[int]) -> frozenset[str]:
    """Return those of the read rules that belong to the package's laws, by game and path."""
    wanted = set(read)
    laws = (law for law in GAMES.values() if law.book in BOOKS)
    data = provisions_of(*laws).data
    return frozenset(f"{one.game} {one.path}" for one in data if id(one.rule) in wanted)
