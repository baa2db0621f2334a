"""Commands, events and refusals: what goes into every decision and what comes out.

The functions at the foot work for any subject that decides in this way: tables, accounts, jackpots,
tournaments, promotions.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import force_setattr

from croupier.errors import CroupierError
from croupier.rulebooks import Role


class Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="command",
    rename="kebab",
    forbid_unknown_fields=True,
):
    """A request to a table, with the role of the sender and the time.

    Both come with the command because the engine has no clock of its own, and assumes no role.
    """

    by: Role
    """The role in which the sender acts."""
    at: datetime | None = None
    """When the command was sent; none where no time is kept."""
    usual: ClassVar[Role] = Role.DEALER
    """The role that is assumed where a text names none."""
    withheld: ClassVar[tuple[str, ...]] = ()
    """The fields that the house alone fills in: nobody sends lots, or the order of cards."""


class PlayerCommand(Command, frozen=True):
    """A command that a player usually sends."""

    usual: ClassVar[Role] = Role.PLAYER
    """The role that is assumed where a text names none."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", rename="kebab"):
    """A recorded fact. Its ``clause`` names the rule that demands or allows it, if one does."""


class ClockMoved(Event, frozen=True, tag="clock-moved"):
    """The table's clock moved to the time of a command."""

    at: datetime
    """The time of the command, which is the table's time from now on."""


class Refused(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command that the rules do not allow. Nothing has changed."""

    code: str
    """What is wrong, for programs: ``split/limit-reached``."""
    clause: str
    """The clause that forbids it; empty where a fact does (an unknown player)."""
    why: str
    """What is wrong, for people, in one sentence."""
    also: tuple[str, ...] = ()
    """Further clauses that forbid it as well, each once and never the first again."""

    def __post_init__(self) -> None:
        if self.also:
            further = tuple(one for one in dict.fromkeys(self.also) if one != self.clause)
            force_setattr(self, "also", further)


EventT = TypeVar("EventT", bound=Event, covariant=True)
StateT = TypeVar("StateT")

Answer = tuple[Event, ...] | Refused
"""The events that a command leads to, or its refusal."""
Evolver = Callable[[Any, Any], Any]
"""A function of a state and an event of one type; it returns the state after the event.

It reads facts from the event and never a law, so that old records fold the same under new laws.
"""


def apply_all(
    state: StateT, events: Iterable[Event], evolvers: Mapping[type[Event], Evolver]
) -> StateT:
    """Return the state after the events."""
    for event in events:
        state = evolvers[type(event)](state, event)
    return state


def union_of(kinds: Iterable[type[Event]]) -> Any:
    """Return the union of the event types, for decoders. Repeated types count once.

    Raise ``CroupierError`` if two types have the same tag.
    """
    unique = tuple(dict.fromkeys(kinds))
    tags = {kind.__struct_config__.tag for kind in unique}
    if len(tags) != len(unique):
        raise CroupierError("two types of events have the same tag")
    return reduce(or_, unique)
