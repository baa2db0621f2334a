"""Events of older versions, and how each is read today.

An event that was recorded stays readable for ever. One that changes gets a new tag, such as
``card-dealt/2``, and the old tag gets a small function here that makes the new form out of the old.
The stored bytes and their hash stay what they were.

A field that is added with a value for those who have none needs nothing: old events hold that.
"""

from collections.abc import Callable
from typing import Any

Form = dict[str, Any]
"""An event as it is written: its fields by their names in the log, ``event`` among them."""
Upcaster = Callable[[Form], Form]
"""Makes the next version of an event out of an older one."""

UPCASTERS: dict[str, Upcaster] = {}
"""The functions by the tags of the events that they read. No tag has changed so far."""
CHOICES, TOURNAMENT = "choices", "tournament"


def is_older(form: Form) -> bool:
    """Whether an event is of a version that is no longer written."""
    return form.get("event") in UPCASTERS or _has_switch(form)


def upcast(form: Form) -> Form:
    """An event as it would be written today, through all versions in between."""
    while is_older(form):
        form = _with_terms(form) if _has_switch(form) else UPCASTERS[form["event"]](form)
    return form


def _has_switch(form: Form) -> bool:
    """Whether a table was opened when a switch said that it is used for tournaments."""
    chosen = form.get(CHOICES)
    return isinstance(chosen, dict) and isinstance(chosen.get(TOURNAMENT), bool)


def _with_terms(form: Form) -> Form:
    """A table that was opened with a switch; one that was on stands for terms without a session."""
    chosen = form[CHOICES]
    return {**form, CHOICES: {**chosen, TOURNAMENT: {} if chosen[TOURNAMENT] else None}}
