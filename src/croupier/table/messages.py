"""What decisions are made of: answers, and what each type of event changes."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

from croupier.errors import CroupierError
from croupier.table.events import Event
from croupier.table.state import Refused

EventT = TypeVar("EventT", bound=Event, covariant=True)
StateT = TypeVar("StateT")
KindT = TypeVar("KindT", bound=Event)

Answer = tuple[Event, ...] | Refused
"""What a command leads to, or why it is refused."""
Evolver = Callable[[Any, Any], Any]
"""Applies one type of event to a state."""


class Evolvers(dict[type[Event], Evolver], Generic[StateT]):
    """What each type of event changes; also the list of those types."""

    def on(
        self, kind: type[KindT]
    ) -> Callable[[Callable[[StateT, KindT], StateT]], Callable[[StateT, KindT], StateT]]:
        """Register the function below as what applies events of a type."""

        def register(
            evolver: Callable[[StateT, KindT], StateT],
        ) -> Callable[[StateT, KindT], StateT]:
            if kind in self:
                raise CroupierError(f"{kind.__name__} has an evolver already")
            self[kind] = evolver
            return evolver

        return register


def apply_all(
    state: StateT, events: Iterable[Event], evolvers: Mapping[type[Event], Evolver]
) -> StateT:
    """Return the state after the events."""
    for event in events:
        state = evolvers[type(event)](state, event)
    return state


def union_of(kinds: Iterable[type[Event]]) -> Any:
    """Return the types of events as one type, for decoders; each may be given several times."""
    unique = tuple(dict.fromkeys(kinds))
    tags = {kind.__struct_config__.tag for kind in unique}
    if len(tags) != len(unique):
        raise CroupierError("two types of events have the same tag")
    return reduce(or_, unique)
