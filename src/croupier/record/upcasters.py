"""Events of older versions, and how each is read today.

An event that was recorded stays readable for ever. One that changes gets a small function here that
makes the new form out of the old, and a new tag, such as ``card-dealt/2``, unless the two forms can
be told apart without. The stored bytes and their hash stay what they were.

A field that is added with a value for those who have none needs nothing: old events hold that.
"""

from collections.abc import Callable
from typing import Any

WrittenEvent = dict[str, Any]
"""An event as it is written: its fields by their names in the log, ``event`` among them."""
Upcaster = Callable[[WrittenEvent], WrittenEvent]
"""Makes the next version of an event out of an older one; leaves one of today as it is."""

CHOICES, TOURNAMENT = "choices", "tournament"


def with_tournament_terms(form: WrittenEvent) -> WrittenEvent:
    """An event with the choices of a table, among them terms of a tournament or none.

    They were a switch once. A table that only stood under the rules of tournaments has terms
    without a session.
    """
    chosen = form.get(CHOICES)
    if not isinstance(chosen, dict) or not isinstance(chosen.get(TOURNAMENT), bool):
        return form
    terms: WrittenEvent | None = {} if chosen[TOURNAMENT] else None
    return {**form, CHOICES: {**chosen, TOURNAMENT: terms}}


UPCASTERS: dict[str, Upcaster] = {
    "table-opened": with_tournament_terms,
    "tournament-planned": with_tournament_terms,
}
"""The functions by the tags of the events that they read."""


def is_older(form: WrittenEvent) -> bool:
    """Whether an event may be of a version that is no longer written."""
    return form.get("event") in UPCASTERS


def upcast(form: WrittenEvent) -> WrittenEvent:
    """An event as it would be written today, through all versions in between."""
    while is_older(form) and (newer := UPCASTERS[form["event"]](form)) != form:
        form = newer
    return form
