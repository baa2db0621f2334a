"""The house's people as the log tells of them: a picture that belongs to the event loop."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import cast

from croupier.floor.people import NOBODY, Person, evolve
from croupier.floor.people.events import PersonEvent
from croupier.record.codec import decode_as
from croupier.record.envelopes import PEOPLE, Envelope
from croupier.rulebooks import Role

PersonWatcher = Callable[[Person, Person], None]
"""Is told of a person before and after an event."""


def folded(envelopes: Iterable[Envelope]) -> Person:
    """A person as the events of their stream tell."""
    return reduce(evolve, (cast("PersonEvent", one.event) for one in envelopes), NOBODY)


class Directory:
    """Everybody who has an account, by their ids."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self._told: list[PersonWatcher] = []

    def person(self, person: str) -> Person:
        """Somebody as the log tells of them; nobody where there is no such person."""
        return self.people.get(person, NOBODY)

    def having(self, role: Role) -> list[Person]:
        """Everybody who has a role."""
        return [one for one in self.people.values() if role in one.roles]

    def on_change(self, told: PersonWatcher) -> None:
        """Have somebody told of every change to a person."""
        self._told.append(told)

    def kept(self) -> dict[str, Person]:
        """Everybody, for a picture of the floor."""
        return self.people

    def remember(self, kept: bytes) -> None:
        """Know again whom a picture tells of."""
        self.people.update(decode_as(dict[str, Person], kept))

    def take_in(self, envelopes: Sequence[Envelope]) -> None:
        """Go on by events of the log; those of other streams are passed over."""
        for envelope in envelopes:
            kind, _, name = envelope.stream.partition("/")
            if kind != PEOPLE:
                continue
            before = self.person(name)
            after = evolve(before, cast("PersonEvent", envelope.event))
            self.people[name] = after
            for told in self._told:
                told(before, after)
