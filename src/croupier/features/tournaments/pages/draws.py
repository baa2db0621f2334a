"""The page of a tournament's draws: what the house committed to, and proofs to check and keep."""

from importlib.resources import files
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath

from croupier.features.fairness.seeds import LOTS
from croupier.features.tournaments.lots import LotDraw, lot_draws, lot_proof
from croupier.features.tournaments.pages import render
from croupier.features.tournaments.pages.players import PLACE, published_tournament
from croupier.record.codec import encode
from croupier.streams import CARDS
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.read_model import names_for
from croupier.web.pages.rendering import frame_for
from croupier.web.pages.table.contest import tournament_title
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.problems import ProblemError
from croupier.web.service.submit import viewer_for


class DrawNote(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A seed that the house has committed to for a draw, to be noted before it."""

    shoe: str
    """The name of the seed."""
    commitment: str
    """The hash of it, in hex."""
    standing: str
    """How far it has come: ``open`` until something is drawn by it."""
    session: str
    """The session that it was drawn in; empty before the draw, and for a seed never used."""
    draws: str
    """What was drawn: ``seats``, ``ballot``, or empty where nothing was."""
    house_seed: str
    """The seed in hex, once it is published; else empty."""
    proof: str
    """The address of the proof."""


class DrawsView(msgspec.Struct, frozen=True):
    """What the house has committed to for the draws of a tournament."""

    tournament: str
    """The tournament."""
    stream: str
    """The stream of its lots: part of what is hashed."""
    shoes: tuple[DrawNote, ...]
    """The seeds, the first first."""


async def _draws(request: PrincipalRequest, name: str) -> tuple[LotDraw, ...]:
    require(request, "tournament.view")
    service = service_of(request)
    published_tournament(service, name)
    return await service.read(lambda store: lot_draws(store, name))


@get("/api/tournaments/{tournament:str}/draws")
async def list_draws(request: PrincipalRequest, tournament: FromPath[str]) -> DrawsView:
    """List what the house has committed to for seats and ballots; save it before a draw."""
    notes = tuple(
        DrawNote(
            shoe=one.seed.shoe,
            commitment=one.seed.commitment,
            standing=one.seed.standing.value,
            session=one.session,
            draws="ballot" if one.is_ballot else "seats" if one.seats else "",
            house_seed=one.seed.published,
            proof=f"/tournaments/{tournament}/draws/{one.seed.shoe}",
        )
        for one in await _draws(request, tournament)
    )
    return DrawsView(tournament, CARDS.stream(tournament + LOTS), notes)


@get("/tournaments/{name:str}/draws", media_type=HTML)
async def draws(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show what the house committed to for the draws of a tournament: seats and ballots."""
    found = await _draws(request, name)
    model = service_of(request).read_model
    body = render(
        "draws.html",
        frame=frame_for(request, f"{tournament_title(name)}, draws", here=PLACE),
        id=name,
        title=tournament_title(name),
        draws=found[::-1],
        names=names_for(viewer_for(request.user), model.names),
    )
    return html_response(body)


@get(
    "/tournaments/{name:str}/draws/{shoe:str}",
    media_type="application/json",
    opt={"page": "/tournaments/{name}/draws"},
)
async def proof_of_draw(
    request: PrincipalRequest, name: FromPath[str], shoe: FromPath[str]
) -> Response[bytes]:
    """Send what is needed to check a draw offline, once its seed is published."""
    found = {one.seed.shoe: one for one in await _draws(request, name)}
    if shoe not in found:
        raise ProblemError(404, "shoe/unknown", f"tournament {name} has no draw {shoe!r}")
    told = lot_proof(name, found[shoe])
    headers = {"Content-Disposition": f'attachment; filename="{name}-{shoe}.json"'}
    return Response(encode(told), media_type="application/json", headers=headers)


@get("/seat-verifier", media_type="text/plain")
async def seat_verifier(request: PrincipalRequest) -> Response[str]:
    """Send the program that checks a proof of a draw; it needs nothing but Python."""
    require(request, "tournament.view")
    text = (files("croupier.features.fairness") / "seat_verifier.py").read_text(encoding="utf-8")
    headers = {"Content-Disposition": 'attachment; filename="seat_verifier.py"'}
    return Response(text, media_type="text/plain", headers=headers)


API_ROUTER = Router("/", route_handlers=[list_draws])
ROUTER = Router("/", route_handlers=[draws, proof_of_draw, seat_verifier])
