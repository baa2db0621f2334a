"""Forms in which staff plan and run tournaments and promotions.

Both are planned on terms that a rulebook demands clause by clause, and run by actions that are
explained before they are confirmed. The fields are the same; ``staff_forms.html`` draws them.
"""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec

from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.web.pages.table.routes import SentForm
from croupier.web.pages.times import time_left

LONGEST_NAME = 40
"""The most characters of a tournament's or a promotion's name."""

Templates = dict[str, tuple[str, dict[str, str]]]
"""Forms to begin with, by key: a label, and what differs from the usual values."""


class StaffField(msgspec.Struct, frozen=True):
    """A field of a form."""

    name: str
    """Its name in the form; in terms and conditions, the name that files use."""
    label: str
    """What people read."""
    widget: str
    """``amount``, ``number``, ``tick``, ``choice``, ``time``, ``lines`` or ``text``."""
    options: tuple[tuple[str, str], ...] = ()
    """The choices, each with its words; empty for other widgets."""
    hint: str = ""
    """How it is written, or what it is for; often empty."""
    clause: str = ""
    """The clause that wants it stated; empty if none does."""
    usual: str = ""
    """What it begins with; often empty."""


class Requirement(msgspec.Struct, frozen=True):
    """Something that the rulebook wants stated."""

    label: str
    """What must be stated."""
    clause: str
    """The clause that wants it."""
    missing: bool
    """Whether it is left out."""


class DueTask(msgspec.Struct, frozen=True):
    """Something that a tournament or a promotion waits for."""

    text: str
    """What it is."""
    clause: str
    """The clause that asks for it; empty if none does."""
    address: str
    """Where the action that settles it is explained; empty if the viewer has none."""
    when: str
    """By when it is due, or from when on; empty if no time is set."""
    overdue: bool
    """Whether that time has passed."""
    left: str
    """The time left until then; empty if none is left."""
    until: str
    """That moment, for scripts; empty if no time is left."""


def task_by(deadline: datetime | None, now: datetime, **parts: Any) -> DueTask:
    """Return a task with the time left until its deadline; ``parts`` are its other fields."""
    if deadline is None or deadline <= now:
        return DueTask(**parts, left="", until="")
    return DueTask(**parts, left=time_left(now, deadline), until=deadline.isoformat())


def games_with(provides: Callable[[TableLaw], object]) -> dict[str, str]:
    """Return the titles of the games whose law provides for something, by their names."""
    return {name: law_of(name).title for name in GAMES if provides(law_of(name)) is not None}


def name_problem(name: str, reserved: tuple[str, ...]) -> str:
    """Return what is wrong with a name; empty if nothing is.

    ``reserved`` are the words that addresses of pages need.

    >>> name_problem("june-draw", ("new",))
    ''
    >>> name_problem("new", ("new",))
    "a name has 1 to 40 letters, digits and hyphens, and is not 'new'"
    """
    if name.replace("-", "").isalnum() and len(name) <= LONGEST_NAME and name not in reserved:
        return ""
    return f"a name has 1 to {LONGEST_NAME} letters, digits and hyphens, and is not {name!r}"


def form_id(name: str, account: str, form: SentForm) -> str:
    """Return the id of a form's command: a form sent twice is carried out once."""
    sent = "&".join(f"{key}={value}" for key, value in sorted(form.items()))
    return f"page-{sha256(f'{name}/{account}/{sent}'.encode()).hexdigest()[:24]}"
