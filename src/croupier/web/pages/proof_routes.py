"""A player's proof of their own cards: what the house committed to, and a file to check it with."""

from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath, FromQuery

from croupier.display.shoe_reveals import WHEN, NotRevealedError, reveal
from croupier.display.viewers import Viewer
from croupier.play.shoe_audit import known_chance, shoes_of
from croupier.record.codec import encode
from croupier.record.envelopes import cards_stream, table_stream
from croupier.record.keys import MasterKey
from croupier.record.sealed_orders import SealedSecrets
from croupier.record.shoe_ledger import CommittedShoe, shoe_for_seeds
from croupier.record.stores import Store
from croupier.rulebooks import TableLaw
from croupier.web.api.doors import hall_of, require, require_reading
from croupier.web.api.pages import PathNumber
from croupier.web.api.problems import ProblemError
from croupier.web.hall.askers import viewer_for
from croupier.web.hall.event_proofs import proof_owner, prove_event_to
from croupier.web.pages.frames import Asking, frame_for
from croupier.web.pages.rendering import render
from croupier.web.pages.seed_forms import ON_PROOF, PROBLEMS, seed_form
from croupier.web.pages.table_routes import HTML, html
from croupier.web.people.permissions import require_sign_in

VERIFIER = "shoe_verifier.py"


@get("/tables/{name:str}/proof", media_type=HTML)
async def proof(
    request: Asking, name: FromPath[str], problem: FromQuery[str] = ""
) -> Response[Any]:
    """Show what the house committed to of a table's cards, shoe by shoe."""
    require(request, "table.view")
    hall = hall_of(request)
    shown = hall.shown(name)
    shoes = await hall.read(lambda store: shoes_of(store, name))
    found = [(one, has_proof(one)) for one in shoes.ledger.values()]
    body = render(
        "proof.html",
        frame=frame_for(request, "Proof of your cards"),
        name=name,
        title=shown.law.title,
        live=shoes.live,
        shoes=list(reversed(found)),
        when=WHEN,
        verifier=VERIFIER,
        own=None if shoes.live else seed_form(request, name, shoe_for_seeds(shoes.ledger)),
        problem=PROBLEMS.get(problem, ""),
    )
    return html(body)


def has_proof(shoe: CommittedShoe) -> bool:
    """Whether there may be something in a shoe that a player can check."""
    return bool(shoe.published) or shoe.order is not None


@get("/tables/{name:str}/proof/{shoe:str}", media_type="application/json", opt=ON_PROOF)
async def proof_of_shoe(
    request: Asking, name: FromPath[str], shoe: FromPath[str]
) -> Response[bytes]:
    """Send what the viewer may know of a shoe, with all that it takes to check it alone."""
    require_sign_in(request.user)
    require(request, "table.view")
    hall = hall_of(request)
    shown = hall.shown(name)
    viewer = viewer_for(request.user, shown.table.choices.mode)
    master = hall.store.master
    try:
        told = await hall.read(lambda store: revealed(store, shown.law, name, shoe, viewer, master))
    except NotRevealedError as error:
        raise ProblemError(409, "shoe/not-revealed", str(error)) from None
    headers = {"Content-Disposition": f'attachment; filename="{name}-{shoe}.json"'}
    return Response(encode(told), media_type="application/json", headers=headers)


def revealed(
    store: Store, law: TableLaw, name: str, shoe: str, viewer: Viewer, master: MasterKey
) -> dict[str, Any]:
    """What a viewer may know of a shoe; the house's key opens what is not yet in the record."""
    shoes = shoes_of(store, name)
    if shoe not in shoes.ledger:
        raise ProblemError(404, "shoe/unknown", f"table {name} has no shoe {shoe!r}")
    stream = cards_stream(name)
    secrets = SealedSecrets(store, stream, master)
    chance, mixed = known_chance(shoes.ledger[shoe], stream, secrets)
    return reveal(
        law,
        store.read_stream(table_stream(name)),
        shoes,
        shoe,
        viewer,
        stream=stream,
        chance=chance,
        mixed=mixed,
    )


@get("/events/{position:int}/proof", media_type="application/json")
async def proof_of_event(request: Asking, position: PathNumber) -> Response[bytes]:
    """Send the proof that an event of one's own is in the log, as a file to keep."""
    await require_reading(request, "proof.view", owner=proof_owner(request.user, position))
    told = await prove_event_to(hall_of(request), request.user, position)
    headers = {"Content-Disposition": f'attachment; filename="event-{position}.json"'}
    return Response(encode(told), media_type="application/json", headers=headers)


@get("/shoe-verifier", media_type="text/plain")
async def verifier(request: Asking) -> Response[str]:
    """Send the program that checks such a file; it needs nothing but Python."""
    from importlib.resources import files

    require(request, "table.view")
    text = (files("croupier.record") / VERIFIER).read_text(encoding="utf-8")
    headers = {"Content-Disposition": f'attachment; filename="{VERIFIER}"'}
    return Response(text, media_type="text/plain", headers=headers)


ROUTER = Router("/", route_handlers=[proof, proof_of_shoe, proof_of_event, verifier])
