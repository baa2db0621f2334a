"""The log: events folded, encoded and decoded, beside the least that a record needs."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from time import process_time
from typing import TYPE_CHECKING

import msgspec
from rich.console import RenderableType
from rich.table import Table

from croupier.messages import Event

if TYPE_CHECKING:
    from croupier.record.envelopes import Envelope

ROUNDS = 400
BOXES = 3
REPEATS = 25
LIMITS = {
    "fold": 300_000,
    "encode": 1_000_000,
    "decode": 1_000_000,
    "encode with envelope and hash": 500_000,
    "decode with envelope and hash": 500_000,
}
"""How many events a second are wanted of each, on one core."""


class Rate(msgspec.Struct, frozen=True):
    """How fast something is done with events."""

    what: str
    """``fold``, ``encode`` or ``decode``; the last two also with envelope and hash."""
    events_per_second: float
    """The best of several runs, in processor time."""
    limit: int
    """What is wanted."""


class Report(msgspec.Struct, frozen=True):
    """What was measured."""

    events: int
    """How many events each run went through."""
    rates: tuple[Rate, ...]
    """What came of it."""
    complete: bool = True
    """Whether croupier itself was measured."""


def run(seconds: float, progress: Callable[[str], None]) -> Report:  # noqa: ARG001 - all alike
    """Play an evening, then fold, encode and decode its events."""
    from croupier.games.engine import fold
    from croupier.kit.merkle import leaf_hash
    from croupier.record.codec import decode_event, encode

    progress("log: an evening is played")
    events = evening()
    data = [encode(event) for event in events]
    envelopes = enveloped(events)
    bodies = [encode(envelope) for envelope in envelopes]
    leaves = [leaf_hash(body) for body in bodies]
    work: dict[str, Callable[[], object]] = {
        "fold": lambda: fold(events),
        "encode": lambda: [encode(event) for event in events],
        "decode": lambda: [decode_event(one) for one in data],
        "encode with envelope and hash": lambda: [leaf_hash(encode(one)) for one in envelopes],
        "decode with envelope and hash": lambda: checked(bodies, leaves),
    }
    best = dict.fromkeys(work, 0.0)
    for number in range(REPEATS):
        for what, once in work.items():
            progress(f"log: {what}, {number + 1} of {REPEATS}")
            start = process_time()
            once()
            best[what] = max(best[what], len(events) / (process_time() - start))
    return Report(len(events), tuple(Rate(what, best[what], LIMITS[what]) for what in work))


def checked(bodies: list[bytes], leaves: list[bytes]) -> None:
    """Read a log, each event held against its hash."""
    from croupier.kit.merkle import leaf_hash
    from croupier.record.codec import decode_envelope

    for body, leaf in zip(bodies, leaves, strict=True):
        assert leaf_hash(body) == leaf
        decode_envelope(body)


def enveloped(events: list[Event]) -> "list[Envelope]":
    """Events as a store writes them down."""
    from croupier.record.envelopes import Envelope
    from croupier.rulebooks import Role

    now = datetime.now(UTC)
    return [
        Envelope(
            "table/1",
            place,
            f"1/{place}",
            "player 1",
            Role.PLAYER,
            None,
            one,
            place,
            now,
            salt=secrets.token_hex(16),
        )
        for place, one in enumerate(events, 1)
    ]


def evening() -> list[Event]:
    """The events of some hundred rounds of three boxes."""
    from croupier import Croupier, rulebooks
    from croupier.floor.one_table import basic_bot
    from croupier.games.table.rounds import Deal
    from croupier.games.table.wagers import PlaceWager
    from croupier.rulebooks import Role

    croupier = Croupier(rulebooks.law_of("star-blackjack"), seed=1)
    for _ in range(ROUNDS):
        for box in range(1, BOXES + 1):
            croupier.do(PlaceWager(f"player {box}", box, 10_00, by=Role.PLAYER))
        croupier.do(Deal(by=Role.DEALER))
        while croupier.table.round is not None:
            decision = basic_bot(croupier.due[0])
            assert decision is not None
            croupier.do(decision)
    return croupier.events


def show(report: Report) -> RenderableType:
    """The rates beside their limits."""
    table = Table(title=f"The log: {report.events:,} events, one core, processor time")
    for head in ("", "events a second", "wanted", "ratio"):
        table.add_column(head, justify="left" if not head else "right")
    for rate in report.rates:
        ratio = rate.events_per_second / rate.limit
        table.add_row(
            rate.what, f"{rate.events_per_second:,.0f}", f"{rate.limit:,}", f"{ratio:.2f}"
        )
    return table
