"""Refusals that a scenario expects: the clause that decides, and others that also forbid it."""

from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.messages import Refused

OF_A_REFUSAL = ("refused", "also")
"""Keys of a step that are not the command's own: what must refuse it."""
CLOCK = "clock/"
"""How the codes begin that refuse a time itself."""
DECLARATIONS = ("declare-chips", "declare-remaining")
"""Steps that declare chips, for which the time matters."""
FIRST_EVENING = "2026-01-01T18:00:00Z"
"""When a file begins that has named no time yet: early, since clocks only move forward."""


class BadScenarioError(CroupierError):
    """A file that is no scenario."""


class ExpectedRefusal(msgspec.Struct, frozen=True):
    """By which clauses something must be refused."""

    clauses: tuple[str, ...]
    """The clause that decides, or several of which any will do; the code where no clause does."""
    also: frozenset[str] | None = None
    """The further clauses, exactly; ``None`` if they do not matter."""

    @property
    def clauses_text(self) -> str:
        """The clauses, for people."""
        either = " or ".join(self.clauses)
        if not self.also:
            return either
        return f"{either} and also {', '.join(sorted(self.also))}"

    def difference(self, refused: Refused) -> str | None:
        """Return how a refusal differs from the expected one; ``None`` if it does not."""
        by = refused.clause or refused.code
        if self.also is None:
            as_wanted = bool({by, *refused.also} & set(self.clauses))
        else:
            as_wanted = (by,) == self.clauses and set(refused.also) == self.also
        if as_wanted:
            return None
        if refused.also and self.also is not None:
            by = f"{by} and also {', '.join(sorted(refused.also))}"
        return f"was refused by {by} ({refused.why}), not by {self.clauses_text}"


def with_times(
    steps: Iterable[dict[str, Any]], *, dated: Container[str] = ()
) -> Iterator[dict[str, Any]]:
    """Yield each step with its time, as far as it needs one.

    A refused step changes nothing, but its time has come: the next step happens no earlier. The
    steps ``dated`` have a time: if they name none, the last that the file has named. Only a
    declaration that must be refused keeps none, which is a reason to refuse it.
    """
    passed, latest = None, FIRST_EVENING
    for step in steps:
        do = step.get("do")
        known = latest if isinstance(do, str) and do in dated else passed
        if do in DECLARATIONS and "refused" in step:
            known = None
        timed = step if known is None or "at" in step else {**step, "at": known}
        yield timed
        wrong_time = str(step.get("refused", "")).startswith(CLOCK)
        latest = latest if wrong_time else timed.get("at", latest)
        passed = timed.get("at") if "refused" in step and not wrong_time else None


def expected_refusal(
    refused: object, also: object = None, *, exact: bool = False
) -> ExpectedRefusal | None:
    """Read what a file says about a refusal; ``None`` where it expects none.

    ``exact`` holds a file to one clause, and to no further ones where it names none.
    """
    if refused is None:
        if also is not None:
            raise BadScenarioError("also belongs with refused: it names further clauses")
        return None
    clauses = _texts([refused] if isinstance(refused, str) else refused)
    if not clauses:
        raise BadScenarioError("refused names a clause, or a list of clauses, as text")
    further = None if also is None else _texts(also)
    if also is not None and further is None:
        raise BadScenarioError("also is a list of clauses, as text")
    if len(clauses) > 1 and (exact or further is not None):
        raise BadScenarioError(f"refused names one clause here, not {' or '.join(clauses)}")
    if further is None and exact:
        further = ()
    return ExpectedRefusal(clauses, None if further is None else frozenset(further))


def _texts(given: object) -> tuple[str, ...] | None:
    """Return the value as texts; ``None`` if it is no list of texts."""
    if isinstance(given, list) and all(isinstance(one, str) for one in given):
        return tuple(given)
    return None
