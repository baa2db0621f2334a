"""Forms for a player's own seed, on the page with the proof of a table's cards.

The browser works the promise out: the house must not know a seed while others may still add one.
Without a script the promise is typed.
"""

from collections.abc import Awaitable
from typing import Any, cast
from urllib.parse import quote

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.errors import CroupierError
from croupier.play.seed_desk import LONGEST_SEED, SeedRefusedError
from croupier.record.envelopes import cards_stream
from croupier.record.shoe_ledger import CommittedShoe
from croupier.web.api.doors import hall_of, require
from croupier.web.hall.seed_clerk import (
    NoBoxError,
    NoSeedsHereError,
    SeedClerk,
    TooEarlyError,
    seed_place,
)
from croupier.web.pages.frames import Asking
from croupier.web.pages.table_routes import HTML, own_form

ON_PROOF = {"page": "/tables/{name}/proof"}
"""Where both forms stand."""
REFUSALS = (SeedRefusedError, NoBoxError, NoSeedsHereError, TooEarlyError)
"""What a seed may be refused for."""


class SeedForm(msgspec.Struct, frozen=True, kw_only=True):
    """What the page says to a player of their own seed for the next shoe."""

    shoe: str
    """The shoe that seeds may be added to."""
    stream: str
    """The stream of the table's cards: part of what is hashed."""
    player: str
    """Whose seed it is."""
    placed: bool
    """Whether the player has a place at the table, so that a seed can count."""
    promised: bool
    """Whether the player has promised a seed for this shoe."""
    shown: str
    """The seed, where it is shown already; else empty."""
    late: bool
    """Whether seeds are being shown, so that nobody promises one for this shoe any more."""
    others: int
    """How many others have promised one."""
    longest: int = LONGEST_SEED
    """How many characters a seed has at most."""


def seed_form(request: Asking, name: str, shoe: CommittedShoe | None) -> SeedForm | None:
    """What a player may do for the next shoe of a table; none for those who do not play."""
    table, me = hall_of(request).shown(name).table, request.user.account
    if shoe is None or not table.open or not request.user.is_player:
        return None
    promised = {one.player for one in shoe.promises}
    return SeedForm(
        shoe=shoe.shoe,
        stream=cards_stream(name),
        player=me,
        placed=seed_place(table, shoe, me) is not None,
        promised=me in promised,
        shown=shoe.given.get(me, ""),
        late=bool(shoe.given),
        others=len(promised - {me}),
    )


async def _sent(name: str, change: Awaitable[Any]) -> Response[Any]:
    """Carry out what a form asks, and go back to the page, with what was wrong if something was."""
    wrong = ""
    try:
        await change
    except REFUSALS as error:
        wrong = f"?problem={quote(_code(error))}"
    return Redirect(f"/tables/{quote(name, safe='')}/proof{wrong}#seed", status_code=303)


PROBLEMS = {
    "refused": "This is not the seed that you promised, or it comes too late for this shoe",
    "no-box": "Seeds count in the order of the boxes: sit down or place a wager first",
    "not-here": "No seeds are added at this table",
    "too-early": "Others may still promise a seed: show yours in a few seconds",
}
"""What the page says of each refusal."""


def _code(error: CroupierError) -> str:
    kinds = dict(zip(REFUSALS, PROBLEMS, strict=True))
    return next(code for kind, code in kinds.items() if isinstance(error, kind))


def _clerk(request: Asking) -> SeedClerk:
    return cast("SeedClerk", request.app.state.seeds)


@post("/tables/{name:str}/seeds/promises", status_code=200, media_type=HTML, opt=ON_PROOF)
async def promise_seed(request: Asking, name: FromPath[str]) -> Response[Any]:
    """Promise a seed for the next shoe by its hash."""
    form, me = await own_form(request), request.user.account
    require(request, "seed.add", owner=me)
    return await _sent(name, _clerk(request).promise(name, me, form.get("promise", "")))


@post("/tables/{name:str}/seeds", status_code=200, media_type=HTML, opt=ON_PROOF)
async def give_seed(request: Asking, name: FromPath[str]) -> Response[Any]:
    """Show the seed that one has promised."""
    form, me = await own_form(request), request.user.account
    require(request, "seed.add", owner=me)
    return await _sent(name, _clerk(request).give(name, me, form.get("own", "")))


ROUTER = Router("/", route_handlers=[promise_seed, give_seed])
