"""The HTTP API of seeds, and the service behind it, which commits the house at automatic tables.

The house is bound to its seed before any player adds one. Officials learn the house's seed when the
shoe is over; everybody does at the time that was promised. Decision 22 says what the cards follow
from, decision 39 what is published when.
"""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial
from itertools import islice
from typing import Annotated, cast

import msgspec
import structlog
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from croupier.features.fairness.reveals import shoe_note
from croupier.features.fairness.rules.chance import PlayerSeed
from croupier.features.fairness.rules.shoes import (
    CommittedShoe,
    Reveal,
    SeedCommitted,
    SeedRevealed,
    build_ledger,
)
from croupier.features.fairness.seeds import FIRST_SHOE, LONGEST_SEED
from croupier.floor.floor import Floor
from croupier.games.table.choices import Mode
from croupier.games.table.opening import TableOpened
from croupier.games.table.rounds import RoundEnded, RoundVoided
from croupier.games.table.signs import TableClosed
from croupier.games.table.state import Table
from croupier.house.gaming_days import FloorStarted, GamingDaySet
from croupier.record.envelopes import Envelope
from croupier.record.stores.base import Store, day_setting
from croupier.streams import CARDS, KINDS, TABLE
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.read_model import names_for
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService
from croupier.web.service.submit import viewer_for

LOG = structlog.get_logger("croupier.seeds")
PROMISE_SECONDS = 10
"""How long seeds may be promised before the first is shown, unless every player has promised
one."""
DAY_CHECK_SECONDS = 20
"""How often to check whether the gaming day has ended."""


# ------------------------------------------------------------------------------------- the service


class NoSeedsHereError(ProblemError):
    """Seeds cannot be added at this table: people deal there, or it is closed."""

    def __init__(self, table: str) -> None:
        super().__init__(
            409,
            "seed/not-here",
            f"no seeds are added at {table}: only open tables dealt by software take them",
        )


class NoBoxError(ProblemError):
    """The player has no place at the table, so their seed cannot count."""

    def __init__(self) -> None:
        super().__init__(
            409,
            "seed/no-box",
            "seeds count in the order of the boxes: sit down or place a wager first",
        )


class TooEarlyError(ProblemError):
    """Seeds cannot be shown yet: other players may still promise theirs."""

    def __init__(self, left: timedelta) -> None:
        seconds = max(1, round(left.total_seconds()))
        super().__init__(
            409,
            "seed/too-early",
            f"others may still promise a seed: show yours in {seconds} seconds",
        )


class SeedService:
    """The service for the seeds of all automatic tables of a floor."""

    def __init__(self, service: FloorService) -> None:
        self._service = service
        self._committed: dict[str, datetime] = {}
        self._promised: set[str] = set()
        """The tables whose seeds are published when a shoe is over, not when the day is."""
        self._revealed: set[str] = set()
        """The tables where a seed may be due: a shoe of theirs is over, or the gaming day is."""

    def see(self, envelopes: Sequence[Envelope]) -> None:
        """Commit to a seed when a table opens; reveal all seeds when a table closes."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            match envelope.event:
                case TableOpened():
                    self._check_table(name)
                case TableClosed():
                    self._check_table(name)
                case FloorStarted() | GamingDaySet():
                    for name in self._service.read_model.tables:
                        self._check_table(name)
                case SeedCommitted(reveal=reveal) if kind is CARDS:
                    self._committed[name] = envelope.recorded or self._service.clock.now()
                    if reveal is Reveal.SHOE:
                        self._promised.add(name)
                case SeedRevealed() | RoundEnded() | RoundVoided() as event:
                    self._after_end(name, event)

    def _after_end(self, name: str, event: SeedRevealed | RoundEnded | RoundVoided) -> None:
        """Publish a shoe that is over, or wait for the end of its last round."""
        if isinstance(event, SeedRevealed) and name in self._promised:
            self._revealed.add(name)
        if name in self._revealed:
            self._publish_at(name)

    async def run(self) -> None:
        """End epochs with the gaming day, and publish what was promised for then.

        Run until cancelled. A table with a round in progress is dealt with when the round ends.
        """
        published: date | None = None
        while True:
            today = await self._today()
            if today not in (None, published):
                self._revealed.update(self._service.read_model.tables)
                published = today
            for name in tuple(self._revealed):
                self._publish_at(name)
            await asyncio.sleep(DAY_CHECK_SECONDS)

    async def _today(self) -> date | None:
        """Return the gaming day; ``None`` if the store does not answer, to try again later."""
        try:
            return await self._service.read(partial(_day_at, self._service.clock.now()))
        except Exception:
            LOG.warning("the gaming day is unknown", exc_info=True)
            return None

    def _publish_at(self, name: str) -> None:
        """Publish what is due at a table, if the log shows none of its cards on the table."""
        shown = self._service.read_model.tables.get(name)
        if shown is None or shown.table.choices.mode is not Mode.AUTOMATIC:
            self._revealed.discard(name)
        elif shown.table.round is None:
            self._revealed.discard(name)
            self._service.submit(partial(self._publish_due, name, shown.table))

    def _publish_due(self, name: str, table: Table, floor: Floor) -> None:
        now, desk = self._service.clock.now(), self._service.store.desk(name)
        if name in floor.tables:
            version = floor.version(TABLE.stream(name))
            if not desk.end_epochs(floor.tables[name].table, version, now):
                self._revealed.add(name)
        desk.publish(table, now)

    def _check_table(self, name: str) -> None:
        shown = self._service.read_model.tables.get(name)
        if shown is not None and shown.table.choices.mode is Mode.AUTOMATIC:
            self._service.submit(partial(self._commit_or_end, name))
            self._publish_at(name)

    def _commit_or_end(self, name: str, floor: Floor) -> None:
        desk = self._service.store.desk(name)
        if name in floor.tables and floor.tables[name].table.open:
            desk.invite()
        else:
            desk.end()

    # ------------------------------------------------------------------------ what players ask

    async def seeds(self, name: str) -> CommittedShoe:
        """Return the shoe that seeds may be added to at a table. Commit to one if there is none."""
        self._table(name)
        shoe: CommittedShoe = await self._service.do(
            lambda _: self._service.store.desk(name).invite()
        )
        return shoe

    async def promise(self, name: str, player: str, told: str) -> CommittedShoe:
        """Bind a player to a seed for the next shoe, by its hash."""
        table = self._table(name)

        def promise(_: Floor) -> None:
            desk = self._service.store.desk(name)
            place = seed_place(table, desk.invite(), player)
            if place is None:
                raise NoBoxError
            desk.promise(player, place, told)

        await self._service.do(promise)
        return await self.seeds(name)

    async def give(self, name: str, player: str, seed: str) -> CommittedShoe:
        """Show the seed that a player promised.

        Raise `TooEarlyError` while others may still promise.
        """
        left = self.reveal_time(name, await self.seeds(name)) - self._service.clock.now()
        if left > timedelta(0):
            raise TooEarlyError(left)
        await self._service.do(lambda _: self._service.store.desk(name).give(player, seed))
        return await self.seeds(name)

    def reveal_time(self, name: str, shoe: CommittedShoe) -> datetime:
        """Return when seeds may be shown: once all players have promised, or after a while."""
        table = self._table(name)
        begun = self._committed.get(name) or self._service.clock.now()
        promised = {one.player for one in shoe.promises}
        everybody = bool(table.players) and set(table.players) <= promised
        if everybody or not table.choices.card_milliseconds:
            return begun
        return begun + timedelta(seconds=PROMISE_SECONDS)

    def _table(self, name: str) -> Table:
        table = self._service.table(name).table
        if table.choices.mode is not Mode.AUTOMATIC or not table.open:
            raise NoSeedsHereError(name)
        return table


def seed_place(table: Table, shoe: CommittedShoe, player: str) -> int | None:
    """Return the box at which a player's seed counts; ``None`` if the player has no place.

    It is the player's seat, or the box of their last wager. At a new table nobody sits yet, and the
    first cards are shuffled when somebody sits down: there the seeds count in the order of their
    promises.
    """
    if shoe.shoe == FIRST_SHOE and not table.players:
        return len(shoe.promises) + 1
    known = table.players.get(player)
    return None if known is None else known.seat or known.place


def _day_at(now: datetime, store: Store) -> date:
    return day_setting(store).day_of(now)


# ----------------------------------------------------------------------------------------- the API


MOST_SHOES = 200
"""How many shoes of a table are listed at most."""


class PromisedSeed(msgspec.Struct, frozen=True):
    """A seed that a player has promised."""

    player: str
    """The player's id."""
    name: str
    """The player's name as displayed."""
    box: int
    """The box at which it counts; seeds count in the order of the boxes."""
    promise: str
    """The hash that binds the player to the seed."""
    seed: str
    """The seed; empty until its player shows it."""


class SeedsView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What the next cards of a table will follow from, as far as anybody may know it."""

    table: str
    """The table's name."""
    stream: str
    """The stream of its cards: part of what is hashed."""
    shoe: str
    """The shoe, or the epoch of a shuffling device, that seeds are added to."""
    commitment: str
    """The hash of the house's seed: the house is bound to it."""
    reveal: str
    """When everybody learns the house's seed: ``shoe``, ``day`` or ``never``."""
    shown_from: datetime
    """When promised seeds may be shown; earlier if every player has promised one."""
    seeds: tuple[PromisedSeed, ...]
    """The promised seeds, in the order of the boxes."""
    proof: str
    """The address of this shoe's proof, once the shoe is in play."""


class ShoeNote(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What everybody may know of a shoe, or of an epoch of a shuffling device."""

    shoe: str
    """Its name at its table."""
    standing: str
    """``open``, ``closed``, ``in play``, ``over`` or ``abandoned``."""
    commitment: str
    """The hash of the house's seed: the house is bound to it."""
    root: str
    """The hash of its order, published before the cut; empty before that, and for an epoch."""
    size: int
    """How many cards the shoe holds; 0 if its order is not fixed."""
    after: int
    """How many cards had left the shoe that it replaces; 0 if it replaces none."""
    seeds: tuple[PlayerSeed, ...]
    """The players' seeds that count, in the order of the boxes; empty until they are closed."""
    dropped: tuple[PlayerSeed, ...]
    """Seeds that were promised and never shown."""
    reveal: str
    """When everybody learns the house's seed: ``shoe``, ``day`` or ``never``."""
    house_seed: str
    """The house's seed once it is published; else empty."""
    proof: str
    """The address of its proof, once it is in play."""


class ShoesView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The commitments of a table. Save them before the first card, to check proofs against them."""

    table: str
    """The table's name."""
    stream: str
    """The stream of its cards: part of what is hashed."""
    shoes: tuple[ShoeNote, ...]
    """The newest shoes, in the order of their commitments."""


class PromiseBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's promise of a seed."""

    promise: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of ``player seed``, stream, shoe, player and seed, each behind its length."""


class SeedBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed that a player has promised."""

    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_SEED)]
    """The seed itself."""


def seed_service_of(request: PrincipalRequest) -> SeedService:
    """Return the application's seed service."""
    return cast("SeedService", request.app.state.seeds)


def _view(request: PrincipalRequest, table: str, shoe: CommittedShoe) -> SeedsView:
    names = names_for(viewer_for(request.user), service_of(request).read_model.names)
    return SeedsView(
        table=table,
        stream=CARDS.stream(table),
        shoe=shoe.shoe,
        commitment=shoe.commitment,
        reveal=shoe.reveal.value,
        shown_from=seed_service_of(request).reveal_time(table, shoe),
        seeds=tuple(
            PromisedSeed(
                one.player,
                names.get(one.player, one.player),
                one.box,
                one.promise,
                shoe.given.get(one.player, ""),
            )
            for one in sorted(shoe.promises, key=lambda one: one.box)
        ),
        proof=f"/tables/{table}/proof/{shoe.shoe}",
    )


@get("/api/tables/{table:str}/seeds")
async def view_seeds(request: PrincipalRequest, table: FromPath[str]) -> SeedsView:
    """Show what the house has committed to for the next cards, and whose seeds are added."""
    require(request, "table.view")
    return _view(request, table, await seed_service_of(request).seeds(table))


@get("/api/tables/{table:str}/shoes")
async def list_shoes(request: PrincipalRequest, table: FromPath[str]) -> ShoesView:
    """List what the house has committed to for a table's cards; save it before the first card."""
    require(request, "table.view")
    service = service_of(request)
    service.table(table)
    stream = CARDS.stream(table)
    ledger = await service.read(
        lambda store: build_ledger(one.event for one in store.read_stream(stream))
    )
    newest = list(islice(reversed(ledger.values()), MOST_SHOES))[::-1]
    notes = tuple(
        ShoeNote(
            **shoe_note(one),
            standing=one.standing.value,
            seeds=one.seeds,
            dropped=one.dropped,
            reveal=one.reveal.value,
            house_seed=one.published,
            proof=f"/tables/{table}/proof/{one.shoe}",
        )
        for one in newest
    )
    return ShoesView(table=table, stream=stream, shoes=notes)


@post("/api/tables/{table:str}/seeds/promises", status_code=200)
async def promise_seed(
    request: PrincipalRequest, table: FromPath[str], data: JSONBody[PromiseBody]
) -> SeedsView:
    """Promise a seed for the next cards by its hash. The seed itself is shown later, unchanged."""
    require(request, "seed.add", owner=request.user.account)
    shoe = await seed_service_of(request).promise(table, request.user.account, data.promise)
    return _view(request, table, shoe)


@post("/api/tables/{table:str}/seeds", status_code=200)
async def give_seed(
    request: PrincipalRequest, table: FromPath[str], data: JSONBody[SeedBody]
) -> SeedsView:
    """Show your promised seed. After the first is shown, nobody can promise one for this shoe."""
    require(request, "seed.add", owner=request.user.account)
    shoe = await seed_service_of(request).give(table, request.user.account, data.seed)
    return _view(request, table, shoe)


ROUTER = Router("/", route_handlers=[view_seeds, list_shoes, promise_seed, give_seed])
