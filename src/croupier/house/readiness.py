"""Readiness: at an automatic table, play goes on as soon as every player concerned is ready."""

import msgspec

from croupier.messages import Event


class PlayerReady(Event, frozen=True, tag="player-ready"):
    """A player needs no more time: the dealer may deal, or close insurance."""

    player: str
    """Who is ready."""
    what: str
    """For what: ``deal/3`` or ``insurance/3``, with the number of rounds that have begun."""
    goes_on: bool | None = None
    """Whether the dealer goes on because of it, as the last who was waited for; none in records
    from before this was kept."""


class Readiness(msgspec.Struct, frozen=True):
    """Which players are ready at a table, and for what; it starts empty for every step."""

    what: str = ""
    """For what; empty before anybody was ready for anything."""
    players: frozenset[str] = frozenset()
    """Who is."""

    def to(self, what: str) -> frozenset[str]:
        """Return the players who are ready for something."""
        return self.players if what == self.what else frozenset()


NOBODY = Readiness()


def evolve(readiness: Readiness, event: PlayerReady) -> Readiness:
    """Return the readiness after one more player is ready."""
    return Readiness(event.what, readiness.to(event.what) | {event.player})
