"""An event as it is written down: in which stream, at which place, who caused it, when."""

from datetime import datetime

import msgspec

from croupier.blackjack.event_union import BlackjackEvent
from croupier.floor.jackpots import PoolEvent
from croupier.floor.players import AccountEvent
from croupier.floor.promotions.events import PromotionEvent
from croupier.floor.tournaments.events import TournamentEvent
from croupier.rulebooks import Role
from croupier.stud.event_union import StudEvent

RecordedEvent = (
    BlackjackEvent | StudEvent | PoolEvent | AccountEvent | PromotionEvent | TournamentEvent
)
"""Every event that a log may hold."""

TABLES, POOLS, ACCOUNTS = "table", "pool", "account"
PROMOTIONS, TOURNAMENTS = "promotion", "tournament"
"""The kinds of streams: the first word of each stream's name."""


def table_stream(name: str) -> str:
    """The stream of a table."""
    return f"{TABLES}/{name}"


def pool_stream(name: str) -> str:
    """The stream of a jackpot pool."""
    return f"{POOLS}/{name}"


def account_stream(player: str) -> str:
    """The stream of a player's account."""
    return f"{ACCOUNTS}/{player}"


def promotion_stream(name: str) -> str:
    """The stream of a promotion."""
    return f"{PROMOTIONS}/{name}"


def tournament_stream(name: str) -> str:
    """The stream of a tournament."""
    return f"{TOURNAMENTS}/{name}"


class Cause(msgspec.Struct, frozen=True, gc=False):
    """What led to events: one command, of one person, in one role."""

    command_id: str
    """Names the command; the same again is not carried out twice."""
    actor: str
    """Who asked for it, by their id; the dealer's software is ``dealer``."""
    role: Role
    """In which role."""
    at: datetime | None = None
    """When; none where nobody keeps time."""


class Envelope(msgspec.Struct, frozen=True, gc=False, rename="kebab"):
    """One event of one stream, with all that is known of how it came about."""

    stream: str
    """The stream: ``table/1``, ``pool/grand``, ``promotion/june``, ``tournament/spring``."""
    version: int
    """Its place in the stream, counted from 1 without a gap."""
    command_id: str
    """The command that led to it."""
    actor: str
    """Who asked for that, by their id."""
    role: Role
    """In which role."""
    at: datetime | None
    """When; none where nobody kept time."""
    event: RecordedEvent
    """What happened."""
