"""The page "Proof of your cards": the house's commitments, players' seeds, and proofs to keep."""

from collections.abc import Awaitable
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.display.viewers import Viewer
from croupier.errors import CroupierError
from croupier.features.fairness.api import (
    NoBoxError,
    NoSeedsHereError,
    TooEarlyError,
    seed_place,
    seed_service_of,
)
from croupier.features.fairness.audit import TableShoes, find_chance, load_shoes
from croupier.features.fairness.reveals import REVEAL_IN_WORDS, NotRevealedError, make_proof
from croupier.features.fairness.rules.shoes import CommittedShoe, shoe_for_seeds
from croupier.features.fairness.seeds import LONGEST_SEED, SeedRefusedError
from croupier.record.codec import encode
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.base import Store
from croupier.rulebooks import TableLaw
from croupier.streams import CARDS, TABLE
from croupier.web.auth.permissions import require_sign_in
from croupier.web.http.guards import PrincipalRequest, require, require_reading, service_of
from croupier.web.http.requests import PathNumber
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.table.routes import HTML, html_response, signed_in_form
from croupier.web.pages.text import table_label
from croupier.web.problems import ProblemError
from croupier.web.service.proofs import proof_owner, prove_event_to
from croupier.web.service.submit import viewer_for

render = renderer_of("croupier.features.fairness")

ON_PROOF = {"page": "/tables/{name}/proof"}
"""The page on which both forms stand."""
REFUSALS = (SeedRefusedError, NoBoxError, NoSeedsHereError, TooEarlyError)
"""The errors for which a seed is refused; the page displays them."""


# ------------------------------------------------------------------------------------------- seeds


class SeedForm(msgspec.Struct, frozen=True, kw_only=True):
    """What the page shows to a player about their own seed for the next shoe."""

    shoe: str
    """The shoe that seeds may be added to."""
    stream: str
    """The stream of the table's cards: part of what is hashed."""
    player: str
    """The player's id, which is part of what is hashed."""
    placed: bool
    """Whether the player has a place at the table, so that a seed can count."""
    promised: bool
    """Whether the player has promised a seed for this shoe."""
    shown: str
    """The seed if it is already shown; else empty."""
    late: bool
    """Whether seeds are already being shown, so that none can be promised for this shoe."""
    others: int
    """How many other players have promised one."""
    longest: int = LONGEST_SEED
    """How many characters a seed has at most."""


def seed_form(request: PrincipalRequest, name: str, shoe: CommittedShoe | None) -> SeedForm | None:
    """Return what a player may do for the next shoe of a table; ``None`` for non-players."""
    table, me = service_of(request).table(name).table, request.user.account
    if shoe is None or not table.open or not request.user.is_player:
        return None
    promised = {one.player for one in shoe.promises}
    return SeedForm(
        shoe=shoe.shoe,
        stream=CARDS.stream(name),
        player=me,
        placed=seed_place(table, shoe, me) is not None,
        promised=me in promised,
        shown=shoe.given.get(me, ""),
        late=bool(shoe.given),
        others=len(promised - {me}),
    )


async def _submit_form(name: str, change: Awaitable[Any]) -> Response[Any]:
    """Submit what a form asks for and return to the page, with the problem if there was one."""
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
"""The sentence that the page displays for each refusal."""


def _code(error: CroupierError) -> str:
    kinds = dict(zip(REFUSALS, PROBLEMS, strict=True))
    return next(code for kind, code in kinds.items() if isinstance(error, kind))


@post("/tables/{name:str}/seeds/promises", status_code=200, media_type=HTML, opt=ON_PROOF)
async def promise_seed(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Promise a seed for the next shoe by its hash."""
    form, me = await signed_in_form(request), request.user.account
    require(request, "seed.add", owner=me)
    return await _submit_form(
        name, seed_service_of(request).promise(name, me, form.get("promise", ""))
    )


@post("/tables/{name:str}/seeds", status_code=200, media_type=HTML, opt=ON_PROOF)
async def give_seed(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show the seed that the player has promised."""
    form, me = await signed_in_form(request), request.user.account
    require(request, "seed.add", owner=me)
    return await _submit_form(name, seed_service_of(request).give(name, me, form.get("own", "")))


SEEDS_ROUTER = Router("/", route_handlers=[promise_seed, give_seed])


# ------------------------------------------------------------------------------------------ proofs


VERIFIER = "shoe_verifier.py"
"""The name under which players save the verifier."""


@get("/tables/{name:str}/proof", media_type=HTML)
async def proof(
    request: PrincipalRequest, name: FromPath[str], problem: FromQuery[str] = ""
) -> Response[Any]:
    """Show what the house committed to for a table's cards, shoe by shoe."""
    require(request, "table.view")
    service = service_of(request)
    shown = service.table(name)
    viewer = viewer_for(request.user, shown.table.choices.mode)
    master = service.store.master

    def read_shoes(store: Store) -> tuple[TableShoes, list[tuple[CommittedShoe, bool]]]:
        shoes = load_shoes(store, name)
        return shoes, [
            (one, has_proof(store, shown.law, name, one, viewer, master))
            for one in shoes.ledger.values()
        ]

    shoes, found = await service.read(read_shoes)
    body = render(
        "proof.html",
        frame=frame_for(request, "Proof of your cards"),
        name=name,
        title=shown.law.title,
        place=table_label(name, shown.law.game),
        live=shoes.live,
        shoes=list(reversed(found)),
        when=REVEAL_IN_WORDS,
        verifier=VERIFIER,
        own=None if shoes.live else seed_form(request, name, shoe_for_seeds(shoes.ledger)),
        problem=PROBLEMS.get(problem, ""),
    )
    return html_response(body)


def has_proof(
    store: Store,
    law: TableLaw,
    table: str,
    shoe: CommittedShoe,
    viewer: Viewer,
    master: MasterKey,
) -> bool:
    """Return whether a viewer gets a proof of a shoe: whole once published, else of cards seen.

    Asks for the proof itself, so that a link never leads to a refusal. Only the few shoes in play
    cost anything.
    """
    if shoe.published:
        return True
    try:
        proof_for_viewer(store, law, table, shoe.shoe, viewer, master)
    except NotRevealedError:
        return False
    return True


@get("/tables/{name:str}/proof/{shoe:str}", media_type="application/json", opt=ON_PROOF)
async def proof_of_shoe(
    request: PrincipalRequest, name: FromPath[str], shoe: FromPath[str]
) -> Response[bytes]:
    """Send what the viewer may know of a shoe, with all that is needed to check it offline."""
    require_sign_in(request.user)
    require(request, "table.view")
    service = service_of(request)
    shown = service.table(name)
    viewer = viewer_for(request.user, shown.table.choices.mode)
    master = service.store.master
    try:
        told = await service.read(
            lambda store: proof_for_viewer(store, shown.law, name, shoe, viewer, master)
        )
    except NotRevealedError as error:
        raise ProblemError(409, "shoe/not-revealed", str(error)) from None
    headers = {"Content-Disposition": f'attachment; filename="{name}-{shoe}.json"'}
    return Response(encode(told), media_type="application/json", headers=headers)


def proof_for_viewer(
    store: Store, law: TableLaw, name: str, shoe: str, viewer: Viewer, master: MasterKey
) -> dict[str, Any]:
    """Return what a viewer may know of a shoe. The house's key opens what is not yet recorded."""
    shoes = load_shoes(store, name)
    if shoe not in shoes.ledger:
        raise ProblemError(404, "shoe/unknown", f"table {name} has no shoe {shoe!r}")
    stream = CARDS.stream(name)
    secrets = SealedSecrets(store, stream, master)
    chance, mixed = find_chance(shoes.ledger[shoe], stream, secrets)
    return make_proof(
        law,
        store.read_stream(TABLE.stream(name)),
        shoes,
        shoe,
        viewer,
        stream=stream,
        chance=chance,
        mixed=mixed,
    )


@get("/events/{position:int}/proof", media_type="application/json")
async def proof_of_event(request: PrincipalRequest, position: PathNumber) -> Response[bytes]:
    """Send the proof that one of the viewer's own events is in the log, as a file to keep."""
    await require_reading(request, "proof.view", owner=proof_owner(request.user, position))
    told = await prove_event_to(service_of(request), request.user, position)
    headers = {"Content-Disposition": f'attachment; filename="event-{position}.json"'}
    return Response(encode(told), media_type="application/json", headers=headers)


@get("/shoe-verifier", media_type="text/plain")
async def verifier(request: PrincipalRequest) -> Response[str]:
    """Send the program that checks a proof of a shoe; it needs nothing but Python."""
    from importlib.resources import files

    require(request, "table.view")
    text = (files("croupier.features.fairness") / "verifier.py").read_text(encoding="utf-8")
    headers = {"Content-Disposition": f'attachment; filename="{VERIFIER}"'}
    return Response(text, media_type="text/plain", headers=headers)


ROUTER = Router("/", route_handlers=[proof, proof_of_shoe, proof_of_event, verifier])
