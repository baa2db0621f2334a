"""The interface of stores, and what the SQLite and PostgreSQL stores share."""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from croupier.errors import CroupierError
from croupier.games.table.rounds import entries_of
from croupier.house.gaming_days import USUAL_GAMING_DAY, GamingDaySet
from croupier.kit.merkle import Peaks, leaf_hash
from croupier.messages import Event
from croupier.money import Account, Cents
from croupier.record.clock import Reading
from croupier.record.codec import encode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.integrity.checkpoints import CheckpointSigner
from croupier.record.journal import Journal, ReusedIdError, StreamWrite, TurnTaker
from croupier.record.secrets.keys import MasterKey
from croupier.streams import SETTINGS

Key = tuple[str, date, Account]
"""The stream, the gaming day and the account."""
Balances = dict[Key, Cents]
"""What every account has gained or lost in a stream on a gaming day."""


def add_to_balances(
    balances: Balances, stream: str, day: GamingDaySet, at: datetime, events: Iterable[Event]
) -> GamingDaySet:
    """Add what events move to the balances. Return the setting of the gaming day after them."""
    for event in events:
        if isinstance(event, GamingDaySet):
            day = event
        for entry in entries_of(event):
            for posting in entry.postings:
                key = (stream, day.day_of(at), posting.account)
                balances[key] = balances.get(key, 0) + posting.amount
    return day


def balances_of(envelopes: Iterable[Envelope]) -> Balances:
    """Return the balances of a whole log, from its events alone."""
    balances: Balances = {}
    day = USUAL_GAMING_DAY
    for envelope in envelopes:
        at = envelope.at or envelope.recorded
        if at is None:
            raise CroupierError(f"event {envelope.position} does not say when it was written down")
        day = add_to_balances(balances, envelope.stream, day, at, (envelope.event,))
    return {key: amount for key, amount in balances.items() if amount}


SALT_BYTES = 16
"""How many random bytes the salt of an event has."""
SALT_DIGITS = 2 * SALT_BYTES
SaltSource = Callable[[int], bytes]
"""Returns so many random bytes; tests that repeat a log to the last hash bring one of their own."""


class Leaf(NamedTuple):
    """One event of the log, as it is stored."""

    position: int
    """Its number in the whole log, from 1."""
    stream: str
    version: int
    """Its number in the stream, from 1."""
    body: bytes
    """The envelope, encoded once and never again: the hash is of these bytes."""
    leaf: bytes
    """The hash of the body."""


def leaves_of(
    writes: Sequence[StreamWrite],
    versions: Sequence[int],
    cause: Cause,
    read: Reading,
    peaks: Peaks,
    *,
    salts: SaltSource = secrets.token_bytes,
) -> list[Leaf]:
    """Return the leaves of a command's events as they are stored, and add them to the tree.

    ``versions`` are those of the streams before.
    """
    made = []
    # One draw for all events of the command: each draw is a call to the system.
    drawn, start = salts(SALT_BYTES * sum(len(write.events) for write in writes)).hex(), 0
    for write, before in zip(writes, versions, strict=True):
        for version, event in enumerate(write.events, before + 1):
            position = peaks.size + 1
            body = encode(
                Envelope(
                    write.stream,
                    version,
                    cause.command_id,
                    cause.actor,
                    cause.role,
                    cause.at,
                    event,
                    position,
                    read.at,
                    read.clock,
                    cause.origin,
                    drawn[start : start + SALT_DIGITS],
                )
            )
            start += SALT_DIGITS
            leaf = leaf_hash(body)
            peaks.add(leaf)
            made.append(Leaf(position, write.stream, version, body, leaf))
    return made


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """The state of a stream after one of its events."""

    stream: str
    version: int
    """How many events of the stream it includes."""
    leaf: bytes
    """The hash of the last of them, which shows that the snapshot is of this log."""
    code: str
    """The version of the code that made it: see ``snapshots.code_version``."""
    state: bytes
    """The state, encoded, behind a hash of it."""


IDLE = 1.0
"""How many seconds a follower waits before it looks without having been woken."""


BATCH = 1000
"""How many events are read at once."""
SAME_HEAD = "UPDATE head SET size = size"
"""Writes a row as it is: every store commits that like any other change."""


def recorded_span(rows: Sequence[Sequence[Any]], cause: Cause) -> tuple[int, int] | None:
    """Return the first and last position of a command's events; ``None`` if it is new.

    ``rows`` holds content, first and last of the command that has this id. Raise
    :class:`ReusedIdError` if that is another command.
    """
    if not rows:
        return None
    content, first, last = rows[0]
    if content != cause.content:
        raise ReusedIdError(cause.command_id)
    return first, last


def in_batches(rows: Callable[[int], Sequence[Any]], after: int) -> Iterator[Any]:
    """Yield all rows of a query in batches; each row begins with its position.

    No transaction stays open in between, however slow the reader is.
    """
    while found := rows(after):
        yield from found
        after = found[-1][0]
        if len(found) < BATCH:
            return


class UnusableStoreError(CroupierError):
    """A store that cannot be opened: no journal, another program's, or one we may not write."""


class FailedStoreError(CroupierError):
    """A store that failed while in use: a full disk, a lost connection.

    It is unknown then whether anything was written. Submitting again under the same id shows it.
    """

    def __init__(self, why: object) -> None:
        super().__init__(f"the record could not be used: {' '.join(str(why).split())}")


class BeingWrittenError(UnusableStoreError):
    """A file that another process writes to."""


def newer_version_error(what: str, version: int, known: int) -> UnusableStoreError:
    """Return the error of a store that a later croupier has made."""
    return UnusableStoreError(
        f"{what} was written by a newer croupier (schema {version}; this one reads up to {known}): "
        "use that version"
    )


class StoredCommand(NamedTuple):
    """A command that was carried out, for recognising a repeated one."""

    actor: str
    command_id: str
    first: int
    """The position of its first event."""
    last: int
    """The position of its last event."""
    content: str = ""
    """The hash of the command; empty for generated ids, ``erased`` if it would identify a person
    who was erased."""


@runtime_checkable
class SnapshotStore(Protocol):
    """The part of a store with snapshots, one of each stream."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream; ``None`` if there is none, or it is of another log."""

    def keep_snapshot(self, stream: str, version: int, code: str, state: bytes) -> None:
        """Save the state of a stream after one of its events, in place of the one before."""

    def drop_snapshots(self) -> int:
        """Delete all snapshots, and return how many there were."""


def snapshot_store_of(journal: object) -> SnapshotStore | None:
    """Return the journal's snapshots; ``None`` if it has none."""
    return journal if isinstance(journal, SnapshotStore) else None


class PersonalDataStore(Protocol):
    """The part of a store with personal data, encrypted under a key for each person."""

    def known_people(self) -> list[str]:
        """Return everybody whose data the store holds."""

    def person(self, person: str) -> tuple[bytes, bytes] | None:
        """Return a person's key and profile, both sealed; ``None`` if there are none."""

    def keep_person(self, person: str, key: bytes, profile: bytes) -> None:
        """Save a person's key and profile, both sealed, in place of those before."""

    def begin_person(self, person: str, key: bytes) -> None:
        """Save a person's key, sealed, unless there is one already."""

    def forget_person(self, person: str, spans: list[tuple[int, int]]) -> None:
        """Delete a person's key and profile.

        ``spans`` are the places of events about the person. What would confirm a guess at the
        commands that led to them goes too.
        """


class Log(Protocol):
    """Events and checkpoints as they are stored: all that a check of the log relies on."""

    def leaves(self, after: int = 0) -> Iterator[Leaf]:
        """Return everything after a position, as it is stored."""

    def checkpoints(self) -> list[tuple[int, bytes]]:
        """Return the checkpoints that are kept, by the number of events that each covers."""


class Store(Log, Journal, TurnTaker, SnapshotStore, PersonalDataStore, Protocol):
    """A journal that outlives the process, with the tree over all that it holds."""

    signer: CheckpointSigner | None
    """Signs checkpoints as the log grows; ``None`` if they are not signed."""

    def open_people(self, master: MasterKey) -> None:
        """Seal and open personal data with this master key from now on."""

    def origin(self, envelope: Envelope) -> str:
        """Return where a command came from; sealed if no master key is at hand."""

    def version(self, stream: str) -> int:
        """Return how many events a stream holds."""

    def balances(self) -> Balances:
        """Return what each account has gained by stream and gaming day, as it is stored."""

    @property
    def peaks(self) -> Peaks:
        """The tree over all that is written."""

    def kept_head(self) -> tuple[Peaks, datetime | None]:
        """Return the stored tree, and the time of the last event; ``None`` if there is none."""

    def stream_versions(self) -> Iterator[tuple[str, int]]:
        """Return all streams, and how many events each holds by the table of streams."""

    def commands(self) -> Iterator[StoredCommand]:
        """Return the commands that were carried out, in the order of what they led to."""

    def span(self, actor: str, command_id: str) -> tuple[int, int] | None:
        """Return the positions of a command's first and last event; ``None`` if it has none."""

    def version_at(self, stream: str, position: int) -> int:
        """Return how many events a stream held when the log had reached a position."""

    def damage(self) -> str:
        """Return what is wrong with its storage, including indexes; empty if nothing."""

    def changes_of_schema(self) -> list[str]:
        """Return how the tables and triggers differ from croupier's own, each as a sentence."""

    def tables_outside(self) -> list[str]:
        """Return the tables that say nothing about events: people's, and other programs'."""

    def at_one_moment(self) -> AbstractContextManager[None]:
        """Read everything within the context as of one moment, whatever others write.

        For one thread that only reads.
        """

    def keep_checkpoint(self, size: int, note: bytes) -> None:
        """Save a signed checkpoint beside the events."""

    def keep_order(self, stream: str, handle: str, sealed: bytes) -> None:
        """Save the sealed order of a table's cards."""

    def order(self, stream: str, handle: str) -> bytes | None:
        """Return the sealed order of a handle; ``None`` if it is not here."""

    def try_writing(self) -> None:
        """Commit an empty change, to see whether the store can be written to."""

    def schema(self) -> int:
        """Return the version of the schema: a newer croupier may have raised it."""

    def wait(self, seconds: float, *, for_others: bool = False) -> int:
        """Wait until something may have been appended, or the given seconds have passed.

        It returns the place that the log has reached, or 0 where it is not known. With
        ``for_others`` appends through this very store need not be reported.
        """

    def close(self) -> None:
        """Close the store."""


def day_setting(journal: Journal) -> GamingDaySet:
    """Return the journal's setting of when the gaming day changes."""
    events = [one.event for one in journal.read_stream(SETTINGS)]
    return next(
        (one for one in reversed(events) if isinstance(one, GamingDaySet)), USUAL_GAMING_DAY
    )


def subscribe(store: Store, after: int = 0, *, until: float | None = None) -> Iterator[Envelope]:
    """Yield everything after a position, then what is appended, each once and in order.

    It never ends, unless the given seconds pass without anything new.
    """
    since = time.monotonic()
    while True:
        for envelope in store.read_all(after):
            after, since = envelope.position, time.monotonic()
            yield envelope
        left = IDLE if until is None else min(IDLE, since + until - time.monotonic())
        if left <= 0:
            return
        store.wait(left)
