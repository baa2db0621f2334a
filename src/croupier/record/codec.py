"""The codec of logs: everything that programs write and read back, amounts in cents.

What people write, with amounts in dollars, is read by ``croupier.floor.command_text``. The two
cannot be confused: a command in a log is tagged ``command``, one that a person has written ``do``.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from operator import or_
from typing import Any, cast

import msgspec

from croupier.errors import CroupierError
from croupier.messages import Command, Event
from croupier.record.envelopes import Envelope
from croupier.streams import ACCOUNT, TABLE, RecordedEvent

WrittenEvent = dict[str, Any]
"""An event as it is written: its fields by their names in the log, ``event`` among them."""
Upcaster = Callable[[WrittenEvent], WrittenEvent]
"""Makes the next version of an event out of an older one; leaves one of today as it is."""

CHOICES, TOURNAMENT = "choices", "tournament"


def with_tournament_terms(form: WrittenEvent) -> WrittenEvent:
    """Return an event with the choices of a table, among them terms of a tournament or none.

    They were a switch once. A table that only stood under the rules of tournaments has terms
    without a session.
    """
    chosen = form.get(CHOICES)
    if not isinstance(chosen, dict) or not isinstance(chosen.get(TOURNAMENT), bool):
        return form
    terms: WrittenEvent | None = {} if chosen[TOURNAMENT] else None
    return {**form, CHOICES: {**chosen, TOURNAMENT: terms}}


UPCASTERS: dict[str, Upcaster] = {
    "table-opened": with_tournament_terms,
    "tournament-planned": with_tournament_terms,
}
"""The functions by the tags of the events that they read."""


def is_older(form: WrittenEvent) -> bool:
    """Return whether an event may be of a version that is no longer written."""
    return form.get("event") in UPCASTERS


def upcast(form: WrittenEvent) -> WrittenEvent:
    """Return an event as it would be written today, through all versions in between."""
    while is_older(form) and (newer := UPCASTERS[form["event"]](form)) != form:
        form = newer
    return form


class UnreadableLogError(CroupierError):
    """Something that this codec has not written."""


def _to_text(value: object) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a log holds no {type(value).__name__}")


def _from_text(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"a log holds no {kind.__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_to_text)

COMMANDS = (*TABLE.commands, *ACCOUNT.commands)
"""Every command of every game and account."""


UNREADABLE = (msgspec.MsgspecError, CroupierError, ValueError, ZeroDivisionError)
"""What reading something that no log holds may raise."""


@cache
def _decoder(kind: Any) -> Callable[[bytes | str], Any]:
    """Return the decoder of a type; making one takes long, with so many types of events."""
    return msgspec.json.Decoder(kind, dec_hook=_from_text).decode


@cache
def _event_decoder() -> Callable[[bytes | str], Any]:
    """Return the decoder of events, which is not looked up by their union: its hash takes long."""
    return _decoder(RecordedEvent)


def encode(value: object) -> bytes:
    """Encode a value of the engine: an envelope, event, command, table, pool, promotion."""
    return _encoder.encode(value)


def decode(kind: Any, data: bytes | str) -> Any:
    """Read a value of any type that ``encode`` has written.

    Raises :class:`UnreadableLogError` for anything else.
    """
    try:
        return _decoder(kind)(data)
    except UNREADABLE as error:
        raise UnreadableLogError(f"this is not what was written down: {error}") from None


def _decode(what: str, decoder: Callable[[bytes | str], Any], data: bytes | str) -> Any:
    try:
        return decoder(data)
    except UNREADABLE as error:
        raise UnreadableLogError(f"this is no {what} of a log: {error}") from None


def decode_event(data: bytes | str) -> Event:
    """Read an event, of whichever version."""
    try:
        event: Event = _decode("event", _event_decoder(), data)
    except UnreadableLogError:
        if not is_older(form := _form(data)):
            raise
        event = _decode("event", _event_decoder(), encode(upcast(form)))
    return event


def decode_envelope(data: bytes | str) -> Envelope:
    """Read an envelope with an event of whichever version."""
    try:
        envelope: Envelope = _decoder(Envelope)(data)
    except UNREADABLE:
        form = _form(data)
        event = form.get("event")
        if not isinstance(event, dict) or not is_older(event):
            return cast(Envelope, _decode("envelope", _decoder(Envelope), data))
        envelope = _decode("envelope", _decoder(Envelope), encode({**form, "event": upcast(event)}))
    return envelope


def _form(data: bytes | str) -> WrittenEvent:
    """Return the object that was written; empty if it is none."""
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except UNREADABLE:
        return {}


def decode_command(data: bytes | str, commands: tuple[type[Command], ...] = COMMANDS) -> Command:
    """Read a command of one of these types, by default of tables and accounts; amounts in cents."""
    command: Command = _decode("command", _decoder(reduce(or_, commands)), data)
    return command
