"""The numbered papers of the cage, made from the record: a slip or sheet for each event."""

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from croupier.errors import CroupierError
from croupier.features.cage.rules.desk import ChipsPaid
from croupier.features.cage.rules.drops import DropCollected, DropCounted
from croupier.features.cage.rules.floats import (
    FloatClosed,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    FloatOpened,
)
from croupier.messages import Event
from croupier.money import Cents
from croupier.record.envelopes import Envelope

TITLES: dict[type[Event], str] = {
    FloatOpened: "Opener",
    FloatFilled: "Fill slip",
    FloatCredited: "Credit slip",
    FloatCounted: "Count sheet",
    FloatClosed: "Closer",
    DropCollected: "Drop box slip",
    DropCounted: "Drop count sheet",
    ChipsPaid: "Cash-out slip",
}
"""The heading of each kind of paper."""
SIGNATURES: dict[type[Event], tuple[str, str]] = {
    FloatOpened: ("Brought by", "Received at the table by"),
    FloatFilled: ("Brought by", "Received at the table by"),
    FloatCredited: ("Taken from the table by", "Received in the cage by"),
    FloatCounted: ("Counted by", "Checked by"),
    FloatClosed: ("Counted and taken by", "Received in the cage by"),
    DropCollected: ("Taken from the table by", "Received in the cage by"),
    DropCounted: ("Counted by", "Checked by"),
    ChipsPaid: ("Paid by", "Checked by"),
}
"""What the two people sign for."""


class UnknownPaperError(CroupierError):
    """A paper that the cage has not written."""

    status, code = 404, "cage/no-such-paper"

    def __init__(self, place: str, number: int) -> None:
        super().__init__(f"the cage has no paper {number} of {place}")


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered paper: what moved or was counted, and who stands for it."""

    number: int
    """Its number at the table or the desk, from 1."""
    title: str
    """What kind of paper it is."""
    at: datetime | None
    """When it was recorded; ``None`` if the record has no time."""
    actor: str
    """The account that entered it."""
    chips: tuple[tuple[Cents, int, Cents], ...]
    """Denomination, number and worth of the chips, the largest first; empty for cash."""
    amount: Cents | None
    """The sum; ``None`` for a box that is not counted."""
    expected: Cents | None
    """What the books come to; ``None`` where nothing was counted."""
    box: str
    """The mark on the drop box; empty where it is about none."""
    signs: tuple[tuple[str, str], ...]
    """What each of the two people signs for, and who they are."""

    @property
    def variance(self) -> Cents:
        """What the count found: above zero too much, below zero too little; 0 without a count."""
        if self.amount is None or self.expected is None:
            return 0
        return self.amount - self.expected


def paper_of(envelope: Envelope) -> Paper:
    """Return the paper of an event of the cage."""
    event = envelope.event
    chips = getattr(event, "chips", {})
    collected = isinstance(event, DropCollected)
    brought, received = SIGNATURES[type(event)]
    return Paper(
        number=event.number,  # type: ignore[attr-defined]
        title=TITLES[type(event)],
        at=envelope.at or envelope.recorded,
        actor=envelope.actor,
        chips=tuple((one, count, one * count) for one, count in chips.items()),
        amount=getattr(event, "amount", None),
        expected=None if collected else getattr(event, "expected", None),
        box=getattr(event, "box", ""),
        signs=((brought, event.brought), (received, event.received)),  # type: ignore[attr-defined]
    )


def papers_of(envelopes: Iterable[Envelope]) -> Iterator[Paper]:
    """Yield the papers of a stream, in order."""
    return map(paper_of, envelopes)


def find_paper(envelopes: Iterable[Envelope], place: str, number: int) -> Paper:
    """Return one paper of a stream; ``place`` names its table or desk in what is raised.

    Raise ``UnknownPaperError`` if there is none.
    """
    for paper in papers_of(envelopes):
        if paper.number == number:
            return paper
    raise UnknownPaperError(place, number)
