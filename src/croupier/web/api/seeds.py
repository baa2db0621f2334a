"""Players' own seeds over the wire: what the next cards follow from, besides the house's."""

from datetime import datetime
from itertools import islice
from typing import Annotated, cast

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from croupier.display.shoe_reveals import note_of
from croupier.play.seed_desk import LONGEST_SEED
from croupier.record.envelopes import cards_stream
from croupier.record.shoe_events import PlayerSeed
from croupier.record.shoe_ledger import CommittedShoe, ledger_of
from croupier.web.api.doors import Asking, hall_of, require
from croupier.web.hall.askers import viewer_for
from croupier.web.hall.seed_clerk import SeedClerk
from croupier.web.hall.showcase import names_for

MOST_SHOES = 200
"""How many shoes of a table are listed."""


class PromisedSeed(msgspec.Struct, frozen=True):
    """A seed that a player has promised."""

    player: str
    """Who."""
    name: str
    """What the player is called."""
    box: int
    """The box that it counts at; seeds count in the order of the boxes."""
    promise: str
    """The hash that binds the player to it."""
    seed: str
    """The seed; empty until its player shows it."""


class SeedsView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What the next cards of a table will follow from, as far as anybody may know."""

    table: str
    """The table."""
    stream: str
    """The stream of its cards: part of what is hashed."""
    shoe: str
    """The shoe, or the epoch of a shuffling device, that seeds are added to."""
    commitment: str
    """The hash of the house's seed: the house is bound to it."""
    reveal: str
    """When everybody learns the house's seed: ``shoe``, ``day`` or ``never``."""
    shown_from: datetime
    """From when on promised seeds may be shown; earlier, where everybody has promised one."""
    seeds: tuple[PromisedSeed, ...]
    """What players have promised, in the order of the boxes."""
    proof: str
    """Where the proof of this shoe is, once it is in play."""


class ShoeNote(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What everybody may know of a shoe, or of an epoch of a shuffling device."""

    shoe: str
    """Its name at its table."""
    standing: str
    """``open``, ``closed``, ``in play``, ``over`` or ``abandoned``."""
    commitment: str
    """The hash of the house's seed: the house is bound to it."""
    root: str
    """The hash of its order, from before the cut on; empty before that, and for an epoch."""
    size: int
    """How many cards lie in it; 0 where it has no order."""
    after: int
    """How many cards had left the shoe that it takes the place of; 0 where it takes none's."""
    seeds: tuple[PlayerSeed, ...]
    """The players' seeds that count, in the order of the boxes; empty until they are closed."""
    dropped: tuple[PlayerSeed, ...]
    """Seeds that were promised and never given."""
    reveal: str
    """When everybody learns the house's seed: ``shoe``, ``day`` or ``never``."""
    house_seed: str
    """That seed, once it is published; else empty."""
    proof: str
    """Where its proof is, once it is in play."""


class ShoesView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The commitments of a table; saved before the first card, they are what proofs are held to."""

    table: str
    """The table."""
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


def _clerk(request: Asking) -> SeedClerk:
    return cast("SeedClerk", request.app.state.seeds)


def _view(request: Asking, table: str, shoe: CommittedShoe) -> SeedsView:
    names = names_for(viewer_for(request.user), hall_of(request).showcase.names)
    return SeedsView(
        table=table,
        stream=cards_stream(table),
        shoe=shoe.shoe,
        commitment=shoe.commitment,
        reveal=shoe.reveal.value,
        shown_from=_clerk(request).shown_from(table, shoe),
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
async def view_seeds(request: Asking, table: FromPath[str]) -> SeedsView:
    """Show what the house has committed to for the next cards, and whose seeds are added."""
    require(request, "table.view")
    return _view(request, table, await _clerk(request).seeds(table))


@get("/api/tables/{table:str}/shoes")
async def list_shoes(request: Asking, table: FromPath[str]) -> ShoesView:
    """List what the house has committed to of a table's cards: save it before the first card."""
    require(request, "table.view")
    hall = hall_of(request)
    hall.shown(table)
    stream = cards_stream(table)
    ledger = await hall.read(
        lambda store: ledger_of(one.event for one in store.read_stream(stream))
    )
    newest = list(islice(reversed(ledger.values()), MOST_SHOES))[::-1]
    notes = tuple(
        ShoeNote(
            **note_of(one),
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
    request: Asking, table: FromPath[str], data: JSONBody[PromiseBody]
) -> SeedsView:
    """Promise a seed for the next cards by its hash; it is shown later, and by nobody changed."""
    require(request, "seed.add", owner=request.user.account)
    shoe = await _clerk(request).promise(table, request.user.account, data.promise)
    return _view(request, table, shoe)


@post("/api/tables/{table:str}/seeds", status_code=200)
async def give_seed(request: Asking, table: FromPath[str], data: JSONBody[SeedBody]) -> SeedsView:
    """Show the seed that one has promised; from the first on, nobody promises one for this shoe."""
    require(request, "seed.add", owner=request.user.account)
    shoe = await _clerk(request).give(table, request.user.account, data.seed)
    return _view(request, table, shoe)


ROUTER = Router("/", route_handlers=[view_seeds, list_shoes, promise_seed, give_seed])
