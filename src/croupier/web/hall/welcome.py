"""A welcome for new players: play money, once, whoever of the processes sees them first."""

from collections.abc import Iterable, Sequence
from functools import partial

from croupier.floor.people.events import PersonRegistered
from croupier.money import Cents
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from croupier.web.hall.hall import Hall
from croupier.web.hall.running_floor import RunningFloor


class Welcome:
    """Watches for new players."""

    def __init__(self, hall: Hall, amount: Cents) -> None:
        self._hall, self._amount = hall, amount

    def see(self, envelopes: Sequence[Envelope]) -> None:
        """Give those play money who have just come; who has had it gets no more."""
        for envelope in envelopes:
            event = envelope.event
            if isinstance(event, PersonRegistered) and Role.PLAYER in event.roles:
                self._give(event.person)

    def begin(self, players: Iterable[str]) -> None:
        """Give those play money who came before, and were forgotten when a process died."""
        for player in players:
            self._give(player)

    def _give(self, player: str) -> None:
        if self._amount and player not in self._hall.showcase.accounts:
            self._hall.submit(partial(_granted, player, self._amount))


def _granted(player: str, amount: Cents, floor: RunningFloor) -> None:
    floor.grant(player, amount)
