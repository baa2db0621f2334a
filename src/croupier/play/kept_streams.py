"""The streams of a house as they are recorded: their versions, appends, snapshots."""

from abc import abstractmethod
from hashlib import sha256

import msgspec

from croupier.errors import CroupierError
from croupier.play.recovery import KINDS, SnapshotKeeper
from croupier.record.codec import encode
from croupier.record.envelopes import Cause
from croupier.record.journal import Journal, StreamWrite
from croupier.record.refusals import Refusals
from croupier.record.stores import shelf_of
from croupier.table.events import Event
from croupier.table.state import Refused


class CommandIdError(CroupierError):
    """An id that no command may have."""

    status, code = 400, "request/not-understood"


class UnlawfulTableError(CroupierError):
    """A table that the rulebook does not allow."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.why} ({refused.clause})")
        self.refused = refused


def content_of(place: str, command: msgspec.Struct) -> str:
    """What distinguishes a command from any other that might come under its id."""
    return sha256(place.encode() + b"\n" + encode(command)).hexdigest()


class KeptStreams:
    """Writes events of several streams to one journal, and knows how far each of them is."""

    def __init__(self, journal: Journal | None, refusals: Refusals | None = None) -> None:
        self._journal = journal
        self._versions: dict[str, int] = {}
        self._written = 0
        """How many events the journal holds."""
        self._refusals = refusals
        self._grown: set[str] = set()
        shelf = None if journal is None else shelf_of(journal)
        self._snapshots = None if shelf is None else SnapshotKeeper(shelf)

    @abstractmethod
    def _state_of(self, stream: str) -> object:
        """The current state of a stream."""

    def _found(self, stream: str, version: int) -> None:
        """Continue from what a journal already held."""
        self._versions[stream] = version
        self._written += version
        if self._snapshots is not None:
            self._snapshots.found(stream, version)

    def _new_id(self, place: str) -> str:
        """An id that no command has had: the journal grows with each of them."""
        return f"{place}/{self._written}"

    def _refused_before(self, cause: Cause) -> Refused | None:
        """The refusal of the same command, where refusals are remembered."""
        return None if self._refusals is None else self._refusals.told(cause)

    def _refused_now(self, cause: Cause, refused: Refused) -> Refused:
        """A refusal, remembered where refusals are."""
        return refused if self._refusals is None else self._refusals.kept(cause, refused)

    def _write(self, stream: str, events: tuple[Event, ...]) -> StreamWrite:
        return StreamWrite(stream, self._versions.get(stream, 0), events)

    def _append(self, writes: list[StreamWrite], cause: Cause) -> None:
        if self._journal is None or not any(write.events for write in writes):
            return
        self._journal.append(writes, cause)
        for write in writes:
            self._versions[write.stream] = write.expected_version + len(write.events)
            self._written += len(write.events)
            self._grown.add(write.stream)

    def _keep_snapshots(self) -> None:
        """Keep the state of streams that have grown enough since they were last kept.

        Whoever has continued from what was appended calls this.
        """
        if self._snapshots is None:
            return
        grown, self._grown = self._grown, set()
        for stream in grown:
            version = self._versions[stream]
            if stream.partition("/")[0] in KINDS and self._snapshots.is_due(stream, version):
                self._snapshots.keep(stream, version, self._state_of(stream))
