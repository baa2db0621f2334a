"""An event as it is recorded: in which stream, at which place, who caused it, when."""

from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias, get_args

import msgspec

from croupier.blackjack.evolvers import EVOLVERS as BLACKJACK_EVOLVERS
from croupier.floor.jackpots import PoolEvent
from croupier.floor.people.events import PersonEvent
from croupier.floor.players import EVOLVERS as ACCOUNT_EVOLVERS
from croupier.floor.promotions.evolvers import EVOLVERS as PROMOTION_EVOLVERS
from croupier.floor.readiness import PlayerReady
from croupier.floor.tournaments.evolvers import EVOLVERS as TOURNAMENT_EVOLVERS
from croupier.record.gaming_days import HouseEvent
from croupier.record.shoe_events import CardsEvent, MasterKeyChanged
from croupier.rulebooks import Role
from croupier.stud.evolvers import EVOLVERS as STUD_EVOLVERS
from croupier.table.events import Event, TableOpened
from croupier.table.messages import union_of

RecordedEvent: TypeAlias = Event
if not TYPE_CHECKING:
    RecordedEvent = union_of(
        (
            TableOpened,
            *BLACKJACK_EVOLVERS,
            *STUD_EVOLVERS,
            *get_args(PoolEvent),
            *ACCOUNT_EVOLVERS,
            *PROMOTION_EVOLVERS,
            *TOURNAMENT_EVOLVERS,
            *get_args(PersonEvent),
            PlayerReady,
            *get_args(HouseEvent),
            *get_args(CardsEvent),
            MasterKeyChanged,
        )
    )
"""Every event that a log may hold: the union of them all as the program runs."""

TABLES, POOLS, ACCOUNTS = "table", "pool", "account"
PROMOTIONS, TOURNAMENTS, PEOPLE = "promotion", "tournament", "person"
CARDS = "cards"
READINESS = "ready"
"""The kinds of streams: the first word of each stream's name."""
HOUSE = "house/settings"
"""The stream of what concerns the house as a whole."""
KEYS = "house/keys"
"""The stream of changes of the master key."""
STARTS = "house/starts"
"""The stream of when the floor was started."""


def table_stream(name: str) -> str:
    """The stream of a table."""
    return f"{TABLES}/{name}"


def cards_stream(table: str) -> str:
    """The stream of a table's cards: its commitments."""
    return f"{CARDS}/{table}"


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


def readiness_stream(table: str) -> str:
    """The stream of who is ready at a table."""
    return f"{READINESS}/{table}"


def person_stream(person: str) -> str:
    """The stream of a person."""
    return f"{PEOPLE}/{person}"


class Cause(msgspec.Struct, frozen=True, gc=False):
    """What led to events: one command, of one person, in one role."""

    command_id: str
    """Names the command, which is carried out only once."""
    actor: str
    """Who asked for it, by their id; the dealer's software is ``dealer``."""
    role: Role
    """In which role."""
    at: datetime | None = None
    """When; none where nobody keeps time."""
    content: str = ""
    """A hash that tells the command from others under its id; empty for ids that nobody chose."""
    origin: str = ""
    """From where it came: a network address; empty where it came from the machine itself."""


class Envelope(msgspec.Struct, frozen=True, gc=False, rename="kebab"):
    """One event of one stream, with all that is known of how it came about."""

    stream: str
    """The stream: ``table/1``, ``cards/1``, ``pool/grand``, ``tournament/spring``."""
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
    position: int = 0
    """Its place in the order of the whole journal, counted from 1 without a gap."""
    recorded: datetime | None = None
    """When it was recorded, by the store's clock, which never goes back; none where there is
    none."""
    clock: str = ""
    """``back`` or ``ahead`` where the store's clock had jumped; empty where it had not."""
    origin: str = ""
    """From where it came: a network address; empty where it came from the machine itself."""
    salt: str = ""
    """16 random bytes in hex, so that nobody can guess the event from its hash; empty in records of
    versions that had none. Only those who may know the whole event get to see it."""
