"""Updates: what one command changed in one stream, encoded once for each kind of viewer."""

from collections.abc import Iterable, Iterator
from itertools import chain, count, groupby, takewhile
from typing import Any

import msgspec

from croupier.display.announcements import Announcement, announce
from croupier.display.disclosure import disclose
from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import Scene
from croupier.display.sentences import Sentence
from croupier.display.viewers import Viewer, Voice
from croupier.display.views import TableView
from croupier.floor.floor import DEALER
from croupier.floor.state import STEP
from croupier.games.engine import due
from croupier.games.table.opening import TableOpened
from croupier.messages import Event
from croupier.record.codec import encode
from croupier.record.envelopes import Envelope
from croupier.record.stores.base import Store
from croupier.streams import ALERTS, BESIDE_TABLES, KINDS, POOL, TABLE, Summary
from croupier.web.auth.permissions import GAMING_STAFF, OVERSIGHT, Principal, is_permitted
from croupier.web.live.read_model import ReadModel, TableReadModel, names_for
from croupier.web.problems import SERVER_FIELDS


def view_fields(view: TableView) -> dict[str, Any]:
    """Return a view as plain fields, its commands without the fields that the server fills in."""
    fields: dict[str, Any] = msgspec.to_builtins(view, str_keys=True)
    for prompt in fields["prompts"]:
        for option in prompt["options"]:
            for command in option["commands"]:
                for name in SERVER_FIELDS:
                    command.pop(name, None)
    return fields


def encode_view(view: TableView) -> bytes:
    """Return a view as JSON."""
    return encode(view_fields(view))


FLOOR = "floor"
"""The kind of the update about an opened table."""
ALERT = "alert"
"""The kind of the update about alerts: one was raised, handed on or acknowledged. All others are
named after the kind of their stream."""


class Subscription(msgspec.Struct, frozen=True):
    """What a live connection asked to receive."""

    tables: frozenset[str] | None = None
    """The tables; ``None`` for all of them."""
    words: bool = False
    """Whether updates also have sentences."""
    views: bool = False
    """Whether each update of a table has the table's view."""


class Update:
    """What one command changed in one stream.

    Its JSON is made once for all viewers that may know the same.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        position: int,
        fields: Summary | None = None,
        *,
        only: str = "",
        action: str = "",
    ) -> None:
        self.kind = kind
        """The name of the message."""
        self.name = name
        """The table, pool, player, tournament or promotion that changed."""
        self.position = position
        """The position of its last event in the log."""
        self._public_fields = {kind: name} if fields is None else {kind: name, **fields}
        self._only, self._action = only, action
        self._encoded: dict[tuple[Viewer, bool, bool], bytes] = {}

    def is_for(self, principal: Principal, subscription: Subscription) -> bool:
        """Return whether a subscriber is to receive it at all."""
        if (
            self.kind == TABLE.word
            and subscription.tables is not None
            and self.name not in subscription.tables
        ):
            return False
        if self._action and not is_permitted(principal, self._action):
            return False
        return not self._only or (principal.is_player and principal.account == self._only)

    def encode_for(self, viewer: Viewer, subscription: Subscription) -> bytes:
        """Return what a viewer may see of it, as JSON."""
        key = viewer, subscription.words, subscription.views
        if key not in self._encoded:
            self._encoded[key] = encode(self._fields(viewer, subscription))
        return self._encoded[key]

    def _fields(self, _viewer: Viewer, _wishes: Subscription) -> dict[str, Any]:
        return self._public_fields


TICKS = "ticks"
"""The kind of the update about the ticks on a settlement."""


class TicksUpdate(Update):
    """Somebody ticked off a payment at a table, or took a tick back: news for its staff alone.

    It comes from no event, so it has the position of the last one before it.
    """

    def __init__(self, table: str, position: int) -> None:
        super().__init__(TICKS, table, position)

    def is_for(self, principal: Principal, subscription: Subscription) -> bool:
        """Return whether a subscriber is staff and follows the table."""
        follows = subscription.tables is None or self.name in subscription.tables
        return follows and bool(principal.roles & (GAMING_STAFF | OVERSIGHT))

    def _fields(self, _viewer: Viewer, _wishes: Subscription) -> dict[str, Any]:
        return {"table": self.name}


class TableUpdate(Update):
    """What one command changed at a table, or one step that the dealer took after it."""

    def __init__(
        self,
        name: str,
        position: int,
        *,
        shown: TableReadModel,
        before: Scene,
        steps: tuple[tuple[Scene, Event], ...],
        after: Scene,
        names: dict[str, str],
        cause: tuple[str, str],
    ) -> None:
        super().__init__(TABLE.word, name, position)
        self.by, self._command_id = cause
        self.law, self.before, self.after = shown.law, before, after
        self.version, self.at, self._rests = shown.version, shown.at, shown.rests
        self.steps, self.names = steps, names
        self._open: dict[int, msgspec.Raw] = {}

    def by_command(self, actor: str, command_id: str) -> bool:
        """Return whether a command itself led to it, and not a later step of the dealer's."""
        return (self.by, self._command_id) == (actor, command_id)

    def is_result_of(self, actor: str, command_id: str) -> bool:
        """Return whether a command led to it, or a step that the dealer took after that command."""
        return self.by_command(actor, command_id) or (
            self.by == DEALER and self._command_id.startswith(f"{actor}/{command_id}{STEP}")
        )

    def _fields(self, viewer: Viewer, subscription: Subscription) -> dict[str, Any]:
        fields: dict[str, Any] = {"table": self.name, "version": self.version, "at": self.at}
        fields["events"] = list(self.disclose_events(viewer))
        if subscription.words:
            fields["sentences"] = self.sentences(viewer)
        if subscription.views:
            owed = () if self._rests else due(self.law, self.after.table)
            names = names_for(viewer, self.names)
            shown = table_view(
                self.law, self.after, viewer, due=owed, names=names, rests=self._rests
            )
            fields["view"] = view_fields(shown)
        return fields

    def sentences(self, viewer: Viewer) -> tuple[Sentence, ...]:
        """Return what a viewer may know of it, as sentences."""
        voice = Voice(viewer, names=names_for(viewer, self.names))
        events = (event for _, event in self.steps)
        return narrate(self.law, self.before, events, voice)[1]

    def announcements(self) -> tuple[Announcement, ...]:
        """Return what the dealer says aloud."""
        events = (event for _, event in self.steps)
        return announce(self.law, self.before.table, events)

    def disclose_events(self, viewer: Viewer) -> Iterator[msgspec.Raw]:
        """Yield what a viewer may know of the events; one that is open to all is encoded once."""
        for number, (scene, event) in enumerate(self.steps):
            known = disclose(self.law, scene.table, event, viewer)
            if known is event:
                if number not in self._open:
                    self._open[number] = msgspec.Raw(encode(event))
                yield self._open[number]
            elif known is not None:
                yield msgspec.Raw(encode(known))


def updates_from(read_model: ReadModel, envelopes: Iterable[Envelope]) -> Iterator[Update]:
    """Apply events to a read model and yield one update per command and stream."""
    for (stream, _, _), group in groupby(envelopes, key=_command_key):
        kind, name = KINDS.of(stream)
        if kind is TABLE:
            yield from _table_updates(read_model, name, tuple(group))
            continue
        found = tuple(group)
        read_model.apply_all(found)
        if stream == ALERTS:
            yield Update(ALERT, name, found[-1].position, action="alert.view")
        if kind not in BESIDE_TABLES:
            continue
        fields = kind.summary(read_model.states.of(kind)[name], [one.event for one in found])
        if fields is not None:
            only = name if kind.private else ""
            position, action = found[-1].position, kind.follow_action
            yield Update(kind.word, name, position, fields, only=only, action=action)


def _command_key(envelope: Envelope) -> tuple[str, str, str]:
    return envelope.stream, envelope.actor, envelope.command_id


def _table_updates(
    read_model: ReadModel, name: str, group: tuple[Envelope, ...]
) -> Iterator[Update]:
    first, last = group[0], group[-1]
    if isinstance(first.event, TableOpened):
        read_model.apply(first)
        yield Update(FLOOR, name, first.position)
        group = group[1:]
    if not group or name not in read_model.tables:
        return
    before = read_model.scene(name)
    steps = []
    for envelope in group:
        steps.append((read_model.tables[name].scene, envelope.event))
        read_model.apply(envelope)
    shown = read_model.tables[name]
    yield TableUpdate(
        name,
        last.position,
        shown=shown,
        before=before,
        steps=tuple(steps),
        after=read_model.scene(name),
        names=read_model.names,
        cause=(last.actor, last.command_id),
    )


def updates_between(store: Store, after: int, until: int, names: dict[str, str]) -> list[Update]:
    """Return the updates between two positions of the log, rebuilt from the store."""
    news = list(takewhile(lambda one: one.position <= until, store.read_all(after)))
    concerned = {envelope.stream for envelope in news}
    concerned.update(POOL.stream(name) for name in POOL.names(store.streams()))
    read_model = ReadModel()
    read_model.names = names
    before = chain.from_iterable(_events_until(store, stream, after) for stream in concerned)
    read_model.apply_all(sorted(before, key=lambda envelope: envelope.position))
    return list(updates_from(read_model, news))


def _events_until(store: Store, stream: str, place: int) -> list[Envelope]:
    """Return the events of a stream up to a position in the log."""
    return [one for one in store.read_stream(stream) if one.position <= place]


def rebuild_updates(
    store: Store, table: str, actor: str, command_id: str, names: dict[str, str]
) -> list[TableUpdate]:
    """Return the updates that a command led to at its table, rebuilt from the store."""
    span = store.span(actor, command_id)
    if span is None:
        return []
    first, last = span
    for number in count(1):
        step = store.span(DEALER, f"{actor}/{command_id}{STEP}{number}")
        if step is None:
            break
        last = step[1]
    return [
        one
        for one in updates_between(store, first - 1, last, names)
        if isinstance(one, TableUpdate)
        and one.name == table
        and one.is_result_of(actor, command_id)
    ]
