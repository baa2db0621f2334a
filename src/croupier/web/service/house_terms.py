"""The house's terms as this process knows them: what it was started with, and what was changed."""

from collections.abc import Callable, Sequence
from typing import get_args

import msgspec

from croupier.house.terms import HouseTerms, TermEvent, terms_after
from croupier.record.codec import decode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.streams import SETTINGS
from croupier.web.service.floor_service import FloorService

TERM_EVENTS = get_args(TermEvent)


class TermsSnapshot(msgspec.Struct, frozen=True):
    """The changes in a snapshot of the floor."""

    changes: tuple[TermEvent, ...]
    """The last change of each term."""


class HouseTermsService:
    """Follows the house's terms and changes them."""

    def __init__(self, service: FloorService, started_with: HouseTerms) -> None:
        self._service, self._started_with = service, started_with
        self._changes: dict[type, TermEvent] = {}
        self.on_change: list[Callable[[HouseTerms], None]] = []
        """What is called with the new terms, in every process."""

    @property
    def terms(self) -> HouseTerms:
        """The terms in force."""
        return terms_after(self._started_with, self._changes.values())

    def see(self, envelopes: Sequence[Envelope]) -> None:
        """Follow what the record says of the terms."""
        found = [one.event for one in envelopes if isinstance(one.event, TERM_EVENTS)]
        for event in found:
            self._changes[type(event)] = event
        if found:
            self._notify()

    def snapshot_state(self) -> TermsSnapshot:
        """Return the changes, for a snapshot of the floor."""
        return TermsSnapshot(tuple(self._changes.values()))

    def restore_state(self, encoded: bytes) -> None:
        """Restore the changes of a snapshot."""
        found: TermsSnapshot = decode(TermsSnapshot, encoded)
        self._changes = {type(one): one for one in found.changes}
        self._notify()

    def _notify(self) -> None:
        for listener in self.on_change:
            listener(self.terms)

    async def change(
        self,
        cause: Cause,
        *,
        name: str | None = None,
        card_milliseconds: int | None = None,
        play_money: int | None = None,
    ) -> HouseTerms:
        """Record other terms; what is left out stays. Return the terms then in force.

        Raise ``BadHouseTermError`` for a value that is not allowed.
        """

        def write(journal: Journal) -> None:
            recorded = (one.event for one in journal.read_stream(SETTINGS))
            known = terms_after(self._started_with, recorded)
            events = known.changes_to(
                name=name, card_milliseconds=card_milliseconds, play_money=play_money
            )
            if events:
                journal.append([StreamWrite(SETTINGS, ANY, events)], cause)

        await self._service.record(write)
        return self.terms
