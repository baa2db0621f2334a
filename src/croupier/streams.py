"""An event as it is recorded: in which stream, at which place, who caused it, when."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, get_args

from croupier.features.fairness.rules.shoes import CardsEvent
from croupier.features.promotions import rules
from croupier.features.promotions.rules import Promotion
from croupier.features.promotions.rules.decisions import EVOLVERS as PROMOTION_EVOLVERS
from croupier.features.tournaments.rules import decisions
from croupier.features.tournaments.rules.decisions import EVOLVERS as TOURNAMENT_EVOLVERS
from croupier.features.tournaments.rules.state import Tournament
from croupier.floor.floor import STEP
from croupier.games.blackjack.game import EVOLVERS as BLACKJACK_EVOLVERS
from croupier.games.blackjack.state import History
from croupier.games.engine import fold
from croupier.games.stud.game import EVOLVERS as STUD_EVOLVERS
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.house import accounts, jackpots, readiness
from croupier.house.accounts import EVOLVERS as ACCOUNT_EVOLVERS
from croupier.house.accounts import PlayerAccount
from croupier.house.gaming_days import HouseEvent, MasterKeyChanged
from croupier.house.jackpots import Pool, PoolEvent
from croupier.house.people import PersonEvent
from croupier.house.readiness import NOBODY, PlayerReady, Readiness
from croupier.messages import Event, union_of
from croupier.record.codec import decode_account, decode_pool, decode_table_and_history
from croupier.record.envelopes import Envelope

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


RecordedEvent: TypeAlias = Event


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


class Kind(NamedTuple):
    """How the streams of one kind are folded, and their snapshots read."""

    fold: Callable[[str, Any, Iterable[Event]], Any]
    """The state after events, from the stream's name and the state before; none at first."""
    read: Callable[[bytes], Any]
    """The state in a snapshot."""


def _table(_: str, before: tuple[Table, History[Event]] | None, events: Iterable[Event]) -> Any:
    return fold(events) if before is None else fold(events, *before)


def _pool(_: str, before: Pool | None, events: Iterable[Any]) -> Pool | None:
    for event in events:
        before = jackpots.evolve(before, event)
    return before


def _account(name: str, before: PlayerAccount | None, events: Iterable[Any]) -> PlayerAccount:
    account = before or PlayerAccount(player=name)
    for event in events:
        account = accounts.evolve(account, event)
    return account


KINDS = {
    TABLES: Kind(_table, decode_table_and_history),
    POOLS: Kind(_pool, decode_pool),
    ACCOUNTS: Kind(_account, decode_account),
}
"""The streams that have snapshots, by the first word of their names."""


class SideStreams(Protocol):
    """Whoever keeps what happens beside the tables, by its names."""

    pools: dict[str, Pool]
    accounts: dict[str, PlayerAccount]
    tournaments: dict[str, Tournament]
    promotions: dict[str, Promotion]
    readiness: dict[str, Readiness]

    def account(self, player: str) -> PlayerAccount:
        """What is known of a player beyond the tables."""


def take_in(kept: SideStreams, kind: str, name: str, event: Any) -> None:
    """Go on by an event of a stream of some kind; one of a table changes nothing here."""
    if kind == POOLS:
        kept.pools[name] = jackpots.evolve(kept.pools.get(name), event)
    elif kind == ACCOUNTS:
        kept.accounts[name] = accounts.evolve(kept.account(name), event)
    elif kind == TOURNAMENTS:
        kept.tournaments[name] = decisions.evolve(kept.tournaments.get(name), event)
    elif kind == PROMOTIONS:
        kept.promotions[name] = rules.evolve(kept.promotions.get(name), event)
    elif kind == READINESS:
        kept.readiness[name] = readiness.evolve(kept.readiness.get(name, NOBODY), event)


def state_then(
    envelopes: Iterable[Envelope], evolve: Callable[[Any, Any], Any], actor: str, command_id: str
) -> Any:
    """What a stream told of when a command was carried out, with what followed from it at once.

    None where it never was. Whoever asks the same again is answered with it, whatever has happened
    since: a command and what follows from it stand together in the log.
    """
    state, found = None, False
    for one in envelopes:
        own = (one.actor, one.command_id) == (actor, command_id)
        own |= one.command_id.startswith(f"{actor}/{command_id}{STEP}")
        if found and not own:
            break
        state, found = evolve(state, one.event), found or own
    return state if found else None
