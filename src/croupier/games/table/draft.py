"""Deciding in steps: a draft applies each event at once, so the next step sees its effect.

A refused draft is discarded; nothing of it reaches a record.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from croupier.cards import Card
from croupier.games.table.state import Table
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import TableLaw

LawT = TypeVar("LawT", bound=TableLaw, covariant=True)
TableT = TypeVar("TableT", bound=Table, covariant=True)
EventsT = TypeVar("EventsT", bound=Sequence[Event])


class Draft(Generic[LawT, TableT]):
    """A decision in progress under a law: the table as it would become, and the events so far."""

    __slots__ = ("events", "evolvers", "law", "table")

    def __init__(self, law: LawT, table: TableT, evolvers: Mapping[type[Event], Evolver]) -> None:
        self.law = law
        self.table = table
        self.evolvers = evolvers
        """What each type of event changes in the family of games."""
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Append an event and apply it to the table."""
        self.table = self.evolvers[type(event)](self.table, event)
        self.events.append(event)

    def emit_all(self, events: EventsT, apply: Callable[[Any, EventsT], Any]) -> None:
        """Append events and apply them by one function, for speed.

        The function must give the same table as the evolvers would, event by event.
        """
        self.table = apply(self.table, events)
        self.events += events


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What a command led to: the events, and the table after them."""

    table: Table
    """The table after it."""
    events: tuple[Event, ...]
    """What happened, in its order."""


TableDraft = Draft[TableLaw, Table]
"""A draft of any family's table, for the subjects that all share."""
NextCards = Callable[[TableT, int], Sequence[Card]]
"""Returns the next cards of a table in its current state, at most the number given; may be empty.

A device that mixes as it deals gives one at a time.
"""
Handler = Callable[[Any, Any], Refused | None]
"""Decides one kind of command in a draft: emits events, or returns a refusal."""
DraftT = TypeVar("DraftT", bound=Draft[Any, Any])
CommandT = TypeVar("CommandT", bound=Command)


def on(
    kind: type[CommandT], handler: Callable[[DraftT, CommandT], Refused | None]
) -> dict[type[Command], Handler]:
    """Return a table of handlers with one entry: the handler of this kind of command."""
    return {kind: handler}
