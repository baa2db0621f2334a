"""Money over the wire: jackpot meters, and players' own accounts."""

import msgspec
from litestar import Router, get
from litestar.params import FromPath

from croupier.house.accounts import LossLimit
from croupier.money import Cents
from croupier.record.stores.base import Store
from croupier.streams import ACCOUNT
from croupier.web.api.people import named
from croupier.web.api.records import RecordedView, recorded_view
from croupier.web.http.guards import Asking, require, require_reading, service_of
from croupier.web.http.requests import Cursor, Page, PageLimit
from croupier.web.live.read_model import names_for
from croupier.web.service.submit import viewer_for


class JackpotView(msgspec.Struct, frozen=True):
    """A jackpot, as anybody may see it."""

    jackpot: str
    """What it is called."""
    meter: Cents
    """What it stands at."""
    wager: Cents
    """What a jackpot wager is."""
    tables: tuple[str, ...]
    """The tables that feed it."""


class ChipsAtTable(msgspec.Struct, frozen=True):
    """A player's chips at one table."""

    table: str
    """Where."""
    chips: Cents
    """In front of the player."""
    laid: Cents
    """On the layout."""


class AccountView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A player's account, for the player and those who may look."""

    player: str
    """Whose it is."""
    name: str
    """What the player is called."""
    purse: Cents
    """What the player has away from the tables."""
    tables: tuple[ChipsAtTable, ...]
    """Chips at tables where the player is."""
    card_holder: str | None
    """In whose name the presented Player Card is; none before one was shown."""
    loss_limit: LossLimit | None
    """The Loss Limit; none where none is set."""
    lost: Cents
    """The net loss in its period; below zero is a win."""
    deposit_limit: Cents | None
    """The Deposit Limit; none where none is set."""


class PlayerOnFloor(msgspec.Struct, frozen=True):
    """Somebody who plays, and where: as anybody can see, but for the name."""

    player: str
    """The id."""
    name: str
    """What the player is called; a handle for whoever is not signed in."""
    tables: tuple[str, ...]
    """Where the player is."""


@get("/api/jackpots")
async def list_jackpots(request: Asking) -> tuple[JackpotView, ...]:
    """List the jackpots with their meters."""
    require(request, "jackpot.view")
    pools = service_of(request).read_model.pools
    return tuple(
        JackpotView(name, pool.meter, pool.wager, tuple(pool.tables))
        for name, pool in pools.items()
    )


@get("/api/players")
async def list_players(request: Asking) -> tuple[PlayerOnFloor, ...]:
    """List who is at which tables."""
    require(request, "floor.view")
    read_model = service_of(request).read_model
    names = names_for(viewer_for(request.user), read_model.names)
    where: dict[str, list[str]] = {}
    for name, shown in read_model.tables.items():
        for player in shown.table.players:
            where.setdefault(player, []).append(name)
    return tuple(
        PlayerOnFloor(player, names.get(player, player), tuple(tables))
        for player, tables in where.items()
    )


@get("/api/accounts/{player:str}")
async def view_account(request: Asking, player: FromPath[str]) -> AccountView:
    """Show a player's account; `me` is one's own. That somebody else looked is recorded."""
    player = named(request, player)
    await require_reading(request, "account.view", owner=player)
    read_model = service_of(request).read_model
    account = read_model.account(player)
    chips = []
    for name, shown in read_model.tables.items():
        table = shown.table
        if player in table.players and table.choices.tournament is None:
            stakes = (*table.wagers, *(table.round.stakes if table.round is not None else ()))
            laid = sum(stake.amount for stake in stakes if stake.player == player)
            chips.append(ChipsAtTable(name, table.chips(player), laid))
    return AccountView(
        player=player,
        name=read_model.names.get(player, player),
        purse=account.purse,
        tables=tuple(chips),
        card_holder=account.card_holder,
        loss_limit=account.loss_limit,
        lost=account.lost,
        deposit_limit=account.deposit_limit,
    )


@get("/api/accounts/{player:str}/statement")
async def view_statement(
    request: Asking, player: FromPath[str], cursor: Cursor = 0, limit: PageLimit = 50
) -> Page[RecordedView]:
    """List what happened to a player's account, the oldest first."""
    player = named(request, player)
    await require_reading(request, "account.view", owner=player)

    def found(store: Store) -> Page[RecordedView]:
        envelopes = list(store.read_stream(ACCOUNT.stream(player), cursor))
        shown = tuple(recorded_view(store, one, content=True) for one in envelopes[:limit])
        more = len(envelopes) > limit
        return Page(shown, envelopes[limit - 1].version if more else None)

    return await service_of(request).read(found)


ROUTER = Router("/", route_handlers=[list_jackpots, list_players, view_account, view_statement])
