"""Every rule of the law by its identity, so that one that is read can be told by its clauses."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.coverage.evidence import Evidence, Weight
from croupier.coverage.law_data import Datum, data_of
from croupier.rulebooks import BOOKS, GAMES, Provision, TableLaw


class Provisions:
    """The rules of some laws, and the rulebooks that their parts belong to."""

    def __init__(self, laws: Iterable[TableLaw]) -> None:
        self.laws = tuple(laws)
        """The laws themselves: what is known by its identity must not go away."""
        self.data = tuple(datum for law in self.laws for datum in data_of(law))
        self._cited: dict[int, dict[tuple[str, str, str], None]] = {}
        for datum, where in named_places(self.data):
            cited = self._cited.setdefault(id(datum.rule), {})
            cited[datum.book, datum.clause, where] = None
        self._books: dict[int, dict[str, None]] = {}
        for law in self.laws:
            for part in _parts(law):
                self._books.setdefault(id(part), {})[law.book] = None

    def __contains__(self, rule: Provision) -> bool:
        return id(rule) in self._cited

    def books_of(self, part: object) -> tuple[str, ...]:
        """The rulebooks that have a part of a law, whose own it is first; none where none has it.

        A game that rests on another shares its parts: those of the other come first, as a game is
        declared after what it rests on.
        """
        return tuple(self._books.get(id(part), ()))

    def cited_by(self, rule: Provision, weight: Weight, book: str = "") -> Iterator[Evidence]:
        """The clauses of a rule that something was done with.

        Of a rule that several rulebooks share only those of the one by which it was done, if that
        is known: a game that nobody has played shows nothing.
        """
        cited = self._cited.get(id(rule), {})
        own = [one for one in cited if one[0] == book]
        for in_book, clause, where in own or cited:
            yield Evidence(in_book, clause, where, weight)


_known: dict[tuple[int, ...], Provisions] = {}
"""The rules of laws that were asked for before, by the identity of the laws, which they keep."""


def provisions_of(*laws: TableLaw) -> Provisions:
    """The rules of some laws, found once."""
    key = tuple(map(id, laws))
    if key not in _known:
        _known[key] = Provisions(laws)
    return _known[key]


def names_of(read: Iterable[int]) -> frozenset[str]:
    """The rules of the package's laws among some that were read, by game and path."""
    wanted = set(read)
    laws = (law for law in GAMES.values() if law.book in BOOKS)
    data = provisions_of(*laws).data
    return frozenset(f"{one.game} {one.path}" for one in data if id(one.rule) in wanted)


def named_places(data: Iterable[Datum]) -> Iterator[tuple[Datum, str]]:
    """Each rule with its place in the law: ``law: double.totals``.

    A path names its game where the games of a rulebook differ in it.
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
