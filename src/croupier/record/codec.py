"""The codec of logs: everything that is written down and read back by programs, amounts in cents.

What people write, with amounts in dollars, has a reader of its own in ``croupier.play.reader``. The
two cannot be taken for each other: a command in a log is tagged ``command``, one that a person has
written ``do``.
"""

from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import msgspec

from croupier import blackjack, stud
from croupier.blackjack.history import History
from croupier.blackjack.state import BlackjackTable
from croupier.errors import CroupierError
from croupier.floor.jackpots import Pool
from croupier.floor.players import DECIDERS, PlayerAccount
from croupier.record.envelopes import Envelope, RecordedEvent
from croupier.stud.state import StudTable
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.state import Table

Kind = TypeVar("Kind")


class UnreadableLogError(CroupierError):
    """Something that this codec has not written."""


def _written(value: object) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a log holds no {type(value).__name__}")


def _read(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"a log holds no {kind.__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_written)
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}

COMMANDS: tuple[type[Command], ...] = (
    *{**stud.HANDLERS, **blackjack.HANDLERS},
    *DECIDERS,
)
"""Every command of every game and account."""


@cache
def command_union() -> Any:
    """All commands as one type, for the decoder."""
    union: Any = COMMANDS[0]
    for kind in COMMANDS[1:]:
        union |= kind
    return union


def encode(value: object) -> bytes:
    """Write a value of the engine down: an envelope, event, command, table, pool or account."""
    return _encoder.encode(value)


def _decode(kind: Any, data: bytes | str, what: str) -> Any:
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind, dec_hook=_read)
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, ValueError, ZeroDivisionError) as error:
        raise UnreadableLogError(f"this is no {what} of a log: {error}") from None


def decode_event(data: bytes | str) -> Event:
    """Read an event."""
    event: Event = _decode(RecordedEvent, data, "event")
    return event


def decode_envelope(data: bytes | str) -> Envelope:
    """Read an envelope."""
    envelope: Envelope = _decode(Envelope, data, "envelope")
    return envelope


def decode_command(data: bytes | str) -> Command:
    """Read a command, amounts in cents."""
    command: Command = _decode(command_union(), data, "command")
    return command


def decode_table(data: bytes | str) -> Table:
    """Read a table."""
    table: Table = _decode(BlackjackTable | StudTable, data, "table")
    return table


def decode_history(data: bytes | str) -> History:
    """Read what may still be taken back at a table."""
    history: History = _decode(History, data, "history")
    return history


def decode_pool(data: bytes | str) -> Pool:
    """Read a jackpot pool."""
    pool: Pool = _decode(Pool, data, "pool")
    return pool


def decode_account(data: bytes | str) -> PlayerAccount:
    """Read a player's account."""
    account: PlayerAccount = _decode(PlayerAccount, data, "account")
    return account
