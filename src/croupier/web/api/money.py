"""Money in the API: jackpot meters, and players' accounts."""

import msgspec
from litestar import Router, get
from litestar.params import FromPath

from croupier.house.accounts import LossLimit
from croupier.money import Cents
from croupier.record.stores.base import Store
from croupier.streams import ACCOUNT
from croupier.web.api.people import person_id
from croupier.web.api.records import RecordedView, recorded_view
from croupier.web.http.guards import PrincipalRequest, require, require_reading, service_of
from croupier.web.http.requests import Cursor, Page, PageLimit
from croupier.web.live.read_model import names_for
from croupier.web.service.submit import viewer_for


class JackpotView(msgspec.Struct, frozen=True):
    """A jackpot, as anybody may see it."""

    jackpot: str
    """Its name."""
    meter: Cents
    """The meter."""
    wager: Cents
    """The price of a jackpot wager."""
    tables: tuple[str, ...]
    """The tables that feed it."""


class ChipsAtTable(msgspec.Struct, frozen=True):
    """A player's chips at one table."""

    table: str
    """The name of the table."""
    chips: Cents
    """The chips in front of the player."""
    laid: Cents
    """The chips on the layout."""


class AccountView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A player's account, as the player and officials see it."""

    player: str
    """The player's id."""
    name: str
    """The player's name."""
    purse: Cents
    """The money away from the tables."""
    tables: tuple[ChipsAtTable, ...]
    """The chips at the tables where the player is."""
    card_holder: str | None
    """The name on the presented Player Card; none before one was presented."""
    loss_limit: LossLimit | None
    """The Loss Limit; none if none is set."""
    lost: Cents
    """The net loss in its period; below zero is a win."""
    deposit_limit: Cents | None
    """The Deposit Limit; none if none is set."""


class PlayerOnFloor(msgspec.Struct, frozen=True):
    """A player and where they are, as anybody can see it."""

    player: str
    """The player's id."""
    name: str
    """The player's name; a handle for visitors."""
    tables: tuple[str, ...]
    """The tables where the player is."""


@get("/api/jackpots")
async def list_jackpots(request: PrincipalRequest) -> tuple[JackpotView, ...]:
    """List the jackpots with their meters."""
    require(request, "jackpot.view")
    pools = service_of(request).read_model.pools
    return tuple(
        JackpotView(name, pool.meter, pool.wager, tuple(pool.tables))
        for name, pool in pools.items()
    )


@get("/api/players")
async def list_players(request: PrincipalRequest) -> tuple[PlayerOnFloor, ...]:
    """List the players and the tables where they are."""
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
async def view_account(request: PrincipalRequest, player: FromPath[str]) -> AccountView:
    """Show a player's account; `me` is your own. Reading another's is recorded."""
    player = person_id(request, player)
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
    request: PrincipalRequest, player: FromPath[str], cursor: Cursor = 0, limit: PageLimit = 50
) -> Page[RecordedView]:
    """List the events of a player's account, the oldest first."""
    player = person_id(request, player)
    await require_reading(request, "account.view", owner=player)

    def find(store: Store) -> Page[RecordedView]:
        envelopes = list(store.read_stream(ACCOUNT.stream(player), cursor))
        shown = tuple(recorded_view(store, one, content=True) for one in envelopes[:limit])
        more = len(envelopes) > limit
        return Page(shown, envelopes[limit - 1].version if more else None)

    return await service_of(request).read(find)


ROUTER = Router("/", route_handlers=[list_jackpots, list_players, view_account, view_statement])
