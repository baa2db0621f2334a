"""What a promotion's state does not keep: when each thing happened, read from its stream."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, tzinfo

import msgspec

from croupier.features.promotions.rules.awards import PrizeAwarded, PrizeUnclaimed
from croupier.features.promotions.rules.draws import PromotionEntered, WinnerNotified
from croupier.messages import ClockMoved, Event
from croupier.record.envelopes import Envelope
from croupier.record.stores.base import Store
from croupier.streams import PROMOTION


class HistoryStep(msgspec.Struct, frozen=True):
    """Something that happened to a promotion."""

    at: datetime
    """When."""
    event: Event
    """What."""


class PromotionHistory:
    """The course of one promotion, as far as its stream was read."""

    def __init__(self) -> None:
        self.version = 0
        """How many events were read."""
        self.entered: list[datetime] = []
        """When each entry was taken, in the order of their numbers."""
        self.steps: list[HistoryStep] = []
        """Everything else that happened, in order."""

    def read(self, envelopes: Iterable[Envelope]) -> None:
        """Add events that follow the last one read."""
        for envelope in envelopes:
            self.version = envelope.version
            at = envelope.at or envelope.recorded
            if at is None or isinstance(envelope.event, ClockMoved):
                continue
            if isinstance(envelope.event, PromotionEntered):
                self.entered.append(at)
                continue
            self.steps.append(HistoryStep(at, envelope.event))

    def entries_by_day(self, zone: tzinfo) -> dict[date, int]:
        """Return how many entries were taken on each day, by the clocks of a zone."""
        return dict(sorted(Counter(at.astimezone(zone).date() for at in self.entered).items()))

    def notification_of(self, player: str) -> tuple[str, datetime, bool] | None:
        """Return how and when a winner was first notified, and whether late; ``None`` if not."""
        for step in self.steps:
            match step.event:
                case WinnerNotified(player=found, method=method, late=late) if found == player:
                    return method, step.at, late
        return None

    def closing_time(self, prize: int) -> datetime | None:
        """Return when a prize was handed over or recorded as unclaimed; ``None`` before."""
        for step in reversed(self.steps):
            match step.event:
                case PrizeAwarded(prize=found) | PrizeUnclaimed(prize=found) if found == prize:
                    return step.at
        return None

    def last(self, kind: type[Event]) -> datetime | None:
        """Return when an event of a kind happened last; ``None`` if it never did."""
        return next((one.at for one in reversed(self.steps) if isinstance(one.event, kind)), None)


class PromotionHistories:
    """The histories of all promotions; each look reads only what is new.

    Use it from one thread only, the one that reads the store.
    """

    def __init__(self) -> None:
        self._found: dict[str, PromotionHistory] = {}

    def of(self, store: Store, name: str) -> PromotionHistory:
        """Return the history of a promotion up to the newest event in the store."""
        found = self._found.setdefault(name, PromotionHistory())
        found.read(store.read_stream(PROMOTION.stream(name), found.version))
        return found
