"""Archives of closed gaming days: files that stand alone, and can be checked against checkpoints.

A day's file has its events byte for byte as they are stored, one per line, so their hashes are
those of the log. The files of all days together make the tree over which checkpoints are signed.
"""

import gzip
import os
import re
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.house.gaming_days import USUAL_GAMING_DAY, GamingDaySet
from croupier.kit.merkle import Peaks, leaf_hash
from croupier.record.codec import decode_envelope
from croupier.record.integrity.checkpoints import verify_checkpoint
from croupier.record.secrets.keys import PRIVATE
from croupier.record.stores.base import Leaf, Store, day_setting
from croupier.streams import SETTINGS

NAMED = re.compile(r"(\d{4}-\d{2}-\d{2})\.(\d+)-(\d+)\.jsonl\.gz")
"""The name of a day's file: the day, and the places of its first and last event."""
CHECKPOINT = ".checkpoint"
"""How the name of a signed checkpoint beside the files ends."""


class BadArchiveError(CroupierError):
    """A folder whose files are not the days of one log."""


class DayFile(NamedTuple):
    """The file of a closed day."""

    day: date
    first: int
    """The position of its first event."""
    last: int
    """The position of its last event."""
    path: Path


class ArchiveReport(msgspec.Struct, frozen=True):
    """What a folder of closed days holds."""

    days: int
    """How many days."""
    events: int
    """How many events, from the first of the log on."""
    checkpoints: int
    """How many signed checkpoints they were checked against; 0 without a key."""


def day_files(folder: Path) -> list[DayFile]:
    """Return the files of a folder, in the order of the log; other files are ignored."""
    found = []
    for path in folder.iterdir():
        if named := NAMED.fullmatch(path.name):
            day, first, last = named.groups()
            found.append(DayFile(date.fromisoformat(day), int(first), int(last), path))
    return sorted(found, key=lambda one: one.first)


def archive(store: Store, folder: Path, now: datetime) -> list[DayFile]:
    """Write each closed day that a folder lacks, and the newest checkpoint; returns those days."""
    folder.mkdir(parents=True, exist_ok=True)
    known = day_files(folder)
    today, made = day_setting(store).day_of(now), []
    after = known[-1].last if known else 0
    for day, leaves in groupby(_events_by_day(store, after), key=itemgetter(0)):
        if day >= today:
            break
        made.append(_write_day(folder, day, (leaf for _, leaf in leaves)))
    if made:
        _save_checkpoint(store, folder, made[-1].last)
    return made


def _events_by_day(store: Store, after: int) -> Iterator[tuple[date, Leaf]]:
    """Yield the events after a position, each with its gaming day."""
    told = (one for one in store.read_stream(SETTINGS) if one.position <= after)
    settings = [one.event for one in told if isinstance(one.event, GamingDaySet)]
    setting = settings[-1] if settings else USUAL_GAMING_DAY
    for leaf in store.leaves(after):
        envelope = decode_envelope(leaf.body)
        assert envelope.recorded is not None, "a store says when it wrote something down"
        yield setting.day_of(envelope.recorded), leaf
        if isinstance(envelope.event, GamingDaySet):
            setting = envelope.event


def _write_day(folder: Path, day: date, leaves: Iterator[Leaf]) -> DayFile:
    """Write a day's file whole, or not at all; the same day always gives the same bytes."""
    unfinished = folder / f"{day}.unfinished"
    first = last = 0
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
    with os.fdopen(handle, "wb") as raw:
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
            for leaf in leaves:
                file.write(leaf.body + b"\n")
                first, last = first or leaf.position, leaf.position
        raw.flush()
        os.fsync(raw.fileno())
    path = folder / f"{day}.{first}-{last}.jsonl.gz"
    unfinished.rename(path)
    return DayFile(day, first, last, path)


def _save_checkpoint(store: Store, folder: Path, last: int) -> None:
    """Put the newest checkpoint that covers the files beside them."""
    covered = [(size, note) for size, note in store.checkpoints() if size <= last]
    if covered:
        size, note = covered[-1]
        (folder / f"{size}{CHECKPOINT}").write_bytes(note)


def check_archive(folder: Path, key: Ed25519PublicKey | None = None) -> ArchiveReport:
    """Check that the files of a folder are one log without a gap, as it was signed."""
    notes = [path.read_bytes() for path in sorted(folder.glob(f"*{CHECKPOINT}"))]
    heads = (
        {}
        if key is None
        else {one.size: one.head for one in (verify_checkpoint(n, key) for n in notes)}
    )
    peaks, held = Peaks(), 0
    files = day_files(folder)
    for file in files:
        if file.first != peaks.size + 1:
            raise BadArchiveError(f"{file.path.name}: event {peaks.size + 1} is missing before it")
        for body in _lines(file.path):
            peaks.add(leaf_hash(body))
            if peaks.size in heads:
                held += 1
                if heads[peaks.size] != peaks.head():
                    raise BadArchiveError(
                        f"{file.path.name}: up to event {peaks.size} it is not what was signed"
                    )
        if peaks.size != file.last:
            raise BadArchiveError(f"{file.path.name}: it has events up to {peaks.size} alone")
    return ArchiveReport(len(files), peaks.size, held)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                yield line.removesuffix(b"\n")
    except (OSError, EOFError, zlib.error) as error:
        raise BadArchiveError(f"{path.name}: it cannot be read: {error}") from None
