"""Balances as a store keeps them: for each stream, gaming day and account, what it has gained."""

from collections.abc import Iterable
from datetime import date, datetime

from croupier.errors import CroupierError
from croupier.money import Account, Cents
from croupier.record.books import entries_of
from croupier.record.envelopes import Envelope
from croupier.record.gaming_days import USUAL, GamingDaySet
from croupier.table.events import Event

Key = tuple[str, date, Account]
"""The stream, the gaming day and the account."""
Balances = dict[Key, Cents]
"""What every account has gained or lost in a stream on a gaming day."""


def book(
    balances: Balances, stream: str, day: GamingDaySet, at: datetime, events: Iterable[Event]
) -> GamingDaySet:
    """Add what events of a stream move to balances; returns the gaming day's setting after them."""
    for event in events:
        if isinstance(event, GamingDaySet):
            day = event
        for entry in entries_of(event):
            for posting in entry.postings:
                key = (stream, day.day_of(at), posting.account)
                balances[key] = balances.get(key, 0) + posting.amount
    return day


def balances_of(envelopes: Iterable[Envelope]) -> Balances:
    """The balances of a whole log, from its events alone."""
    balances: Balances = {}
    day = USUAL
    for envelope in envelopes:
        at = envelope.at or envelope.recorded
        if at is None:
            raise CroupierError(f"event {envelope.position} does not say when it was written down")
        day = book(balances, envelope.stream, day, at, (envelope.event,))
    return {key: amount for key, amount in balances.items() if amount}
