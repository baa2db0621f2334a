"""Evidence for clauses: what the engine was seen to do about each, and the resulting coverage."""

from collections.abc import Iterable
from enum import Enum

import msgspec

from croupier.rulebooks import Catalogue

# ----------------------------------------------------------------------------------- what was seen


class Weight(Enum):
    """What a place that names a clause does about it, strongest first."""

    ENFORCED = "enforced"
    """Refuses, moves money or cards, gives notice, or changes what may be done."""
    RECORDED = "recorded"
    """Records that something was done, and has no other effect."""
    SHOWN = "shown"
    """Informs people: a prompt, a sign, the layout."""


STRONGEST_FIRST = tuple(Weight)


def strongest(weights: Iterable[Weight]) -> Weight | None:
    """Return the strongest of some weights; ``None`` if there are none."""
    return min(weights, key=STRONGEST_FIRST.index, default=None)


class Evidence(msgspec.Struct, frozen=True, order=True):
    """A place that was seen to name a clause, or to decide by it: ``refusal: split/aces``."""

    book: str
    """The rulebook's name."""
    clause: str
    """The clause that is named."""
    where: str
    """The place: ``refusal: split/limit-reached``, ``law: double.totals``."""
    weight: Weight
    """What that place did about it."""


class Witness(msgspec.Struct, frozen=True):
    """What a scenario or test showed of the clauses that it names."""

    name: str
    """The scenario's file, or the test."""
    seen: tuple[Evidence, ...]
    """What its run made the engine do about them."""


# ---------------------------------------------------------------------------------------- coverage


class Status(Enum):
    """What the system does about a clause."""

    ENFORCED = "enforced"
    """A test made it refuse, pay, deal, give notice or permit by it."""
    RECORDED = "recorded"
    """A test made it record that the clause was followed, with no other effect."""
    SHOWN = "shown"
    """A test made it show people what the clause says."""
    STATEMENT = "statement"
    """The clause requires nothing: a heading, a definition."""
    OPEN = "open"
    """No test that names it made the system do anything about it."""
    UNKNOWN = "unknown"
    """There is no evidence for these sources."""


class CoveredClause(msgspec.Struct, frozen=True):
    """A clause and the evidence for it."""

    id: str
    """The clause's number or name."""
    kind: str = msgspec.field(name="class")
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    status: Status
    """Whether it is kept."""
    where: tuple[str, ...]
    """Where the system acts on it: ``law: double.totals``, ``refusal: double/total``."""
    tests: tuple[str, ...]
    """Scenarios and tests that show it; empty if none do."""


class Coverage(msgspec.Struct, frozen=True):
    """All clauses of a rulebook, in its order."""

    rulebook: str
    """The rulebook's name."""
    clauses: tuple[CoveredClause, ...]
    """Each clause with the evidence for it."""


Places = dict[str, Weight]
"""Places or tests, and what each did about a clause."""


class Sightings(msgspec.Struct, frozen=True):
    """What was seen of one clause."""

    where: Places
    """The places in the system that acted on it."""
    tests: Places
    """The scenarios and tests that made them."""


SeenClauses = dict[str, dict[str, Sightings]]
"""What was seen, by rulebook and clause."""


def gather_sightings(witnesses: Iterable[Witness]) -> SeenClauses:
    """Return what scenarios and tests have shown, clause by clause."""
    seen: SeenClauses = {}
    for witness in witnesses:
        for one in witness.seen:
            shown = seen.setdefault(one.book, {}).setdefault(one.clause, Sightings({}, {}))
            for places, name in ((shown.where, one.where), (shown.tests, witness.name)):
                places[name] = strongest((places.get(name, one.weight), one.weight)) or one.weight
    return seen


def clause_coverage(catalogue: Catalogue, seen: SeenClauses | None) -> Coverage:
    """Return the coverage of a rulebook by what was seen; all unknown if there is no evidence."""
    by_clause = None if seen is None else seen.get(catalogue.book, {})
    clauses = []
    for clause in catalogue.clauses.values():
        shown = (
            Sightings({}, {}) if by_clause is None else by_clause.get(clause.id, Sightings({}, {}))
        )
        weight = strongest(shown.where.values())
        if clause.kind == "statement":
            status = Status.STATEMENT
        elif by_clause is None:
            status = Status.UNKNOWN
        else:
            status = Status.OPEN if weight is None else Status(weight.value)
        where = tuple(sorted(shown.where, key=_law_first))
        tests = tuple(sorted(name for name, did in shown.tests.items() if did is weight))
        clauses.append(CoveredClause(clause.id, clause.kind, status, where, tests))
    return Coverage(catalogue.book, tuple(clauses))


_ORDER = ("law", "refusal", "payment", "event", "prompt")


def _law_first(where: str) -> tuple[int, str]:
    return _ORDER.index(where.partition(":")[0]), where
