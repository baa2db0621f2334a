"""Streams beside the tables: how each goes on by an event, for the writer and the views alike."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from croupier.floor import jackpots, players, promotions, readiness
from croupier.floor.jackpots import Pool
from croupier.floor.players import PlayerAccount
from croupier.floor.promotions import Promotion
from croupier.floor.readiness import NOBODY, Readiness
from croupier.floor.tournaments import evolvers as tournaments
from croupier.floor.tournaments.state import Tournament
from croupier.play.house import STEP
from croupier.record.envelopes import (
    ACCOUNTS,
    POOLS,
    PROMOTIONS,
    READINESS,
    TOURNAMENTS,
    Envelope,
)


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
        kept.accounts[name] = players.evolve(kept.account(name), event)
    elif kind == TOURNAMENTS:
        kept.tournaments[name] = tournaments.evolve(kept.tournaments.get(name), event)
    elif kind == PROMOTIONS:
        kept.promotions[name] = promotions.evolve(kept.promotions.get(name), event)
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
