"""Whether a clause is kept, and shown to be kept: its status, found from evidence and tests."""

from collections.abc import Iterable
from enum import Enum

import msgspec

from croupier.coverage.evidence import Evidence, Weight, Witness
from croupier.rulebooks import Catalogue, Clause


class Status(Enum):
    """What the system does about a clause."""

    ENFORCED = "enforced"
    """It refuses, pays, deals or permits by it."""
    RECORDED = "recorded"
    """It keeps in the record that the clause was followed."""
    SHOWN = "shown"
    """It tells people what the clause says."""
    STATEMENT = "statement"
    """The clause asks for nothing: a heading, a definition."""
    OPEN = "open"
    """Nothing acts on it, or no test shows that something does."""


class Covered(msgspec.Struct, frozen=True):
    """A clause and what speaks for it."""

    id: str
    """The clause's number or name."""
    kind: str = msgspec.field(name="class")
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    status: Status
    """Whether it is kept."""
    where: tuple[str, ...]
    """Where the system acts on it: ``law: double.totals``, ``refusal: double/total``."""
    tests: tuple[str, ...]
    """Scenarios and tests that show it; empty where none do."""

    @property
    def needs(self) -> str:
        """What an open clause lacks."""
        if self.status is not Status.OPEN:
            return ""
        if self.where:
            return "needs a test"
        return "needs code" if self.tests else "needs code and a test"


class Coverage(msgspec.Struct, frozen=True):
    """All clauses of a rulebook, in its order."""

    rulebook: str
    """The rulebook by its name."""
    clauses: tuple[Covered, ...]
    """Each clause with what speaks for it."""


def cover(
    catalogue: Catalogue, evidence: Iterable[Evidence], witnesses: Iterable[Witness]
) -> Coverage:
    """The coverage of a rulebook by what speaks for its clauses."""
    acting: dict[str, dict[str, set[Weight]]] = {}
    for one in evidence:
        if one.book == catalogue.book:
            acting.setdefault(one.clause, {}).setdefault(one.where, set()).add(one.weight)
    shown: dict[str, set[str]] = {}
    for witness in witnesses:
        if witness.book == catalogue.book:
            shown.setdefault(witness.clause, set()).add(witness.name)
    clauses = []
    for clause in catalogue.clauses.values():
        places = acting.get(clause.id, {})
        tests = tuple(sorted(shown.get(clause.id, ())))
        weights = set[Weight]().union(*places.values())
        status = status_of(clause, weights, tested=bool(tests))
        where = tuple(sorted(places, key=_law_first))
        clauses.append(Covered(clause.id, clause.kind, status, where, tests))
    return Coverage(catalogue.book, tuple(clauses))


def status_of(clause: Clause, weights: set[Weight], *, tested: bool) -> Status:
    """A clause's status by the weights of the places that cite it.

    A clause that code only hands on has the weight of what it was seen to be handed to. Where it
    was not seen at all, the code is taken at its word.
    """
    if clause.kind == "statement":
        return Status.STATEMENT
    if not weights or not tested:
        return Status.OPEN
    seen = weights - {Weight.CARRIED}
    if not seen or Weight.ENFORCED in seen:
        return Status.ENFORCED
    return Status.RECORDED if Weight.RECORDED in seen else Status.SHOWN


_ORDER = ("law", "refusal", "payment", "event", "prompt")


def _law_first(where: str) -> tuple[int, str]:
    return _ORDER.index(where.partition(":")[0]), where
