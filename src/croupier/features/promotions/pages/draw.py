"""The proof of a draw: its page, the file to keep, and the program that checks it."""

from importlib.resources import files
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath

from croupier.features.promotions.api import NO_PROOF
from croupier.features.promotions.lots import draw_proof
from croupier.features.promotions.pages import render
from croupier.features.promotions.pages.scene import PLACE, prize_words, scene_for
from croupier.features.promotions.rules.draws import WinnersDrawn
from croupier.features.promotions.rules.proofs import DrawCommitted, entry_numbers
from croupier.streams import PROMOTION
from croupier.web.http.guards import PrincipalRequest, require
from croupier.web.pages.rendering import frame_for
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.problems import ProblemError

VERIFIER = "draw_verifier.py"
"""The name under which people save the verifier."""
ON_DRAW = {"page": "/promotions/{name}/draw"}
"""The page on which the files stand."""


class DrawnPrize(msgspec.Struct, frozen=True):
    """A prize on the page of the draw."""

    prize: str
    """The prize, in words."""
    entry: int
    """The number of the entry that was drawn."""
    mine: bool
    """Whether it is the viewer's own."""
    winner: str
    """The winner's name; empty for anybody but staff."""


@get("/promotions/{name:str}/draw", media_type=HTML)
async def draw(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show what the house committed itself to, and how anybody can check the draw."""
    require(request, "promotion.view")
    scene = await scene_for(request, name)
    promotion = scene.promotion
    drawn = tuple(
        DrawnPrize(
            prize_words(scene.prizes[one.prize - 1]),
            one.entry,
            bool(scene.me) and one.player == scene.me,
            scene.who(one.player) if scene.staff else "",
        )
        for one in promotion.wins
    )
    body = render(
        "draw.html",
        frame=frame_for(request, f"{scene.title}, draw", here=PLACE),
        id=name,
        title=scene.title,
        book=scene.law.book,
        stream=PROMOTION.stream(name),
        commitment=promotion.commitment,
        committed=scene.when(scene.history.last(DrawCommitted)),
        held=scene.when(scene.history.last(WinnersDrawn)),
        proof=promotion.proof,
        entries=len(promotion.tickets),
        own=entry_numbers(promotion, scene.me),
        drawn=drawn,
        scrutineer=promotion.scrutineer,
        scrutineer_clause=scene.rules.scrutineer.clause,
        manner_clause=scene.rules.statements["manner"].clause,
        stage=promotion.stage.value,
        verifier=VERIFIER,
    )
    return html_response(body)


@get("/promotions/{name:str}/draw.json", media_type="application/json", opt=ON_DRAW)
async def proof_of_draw(request: PrincipalRequest, name: FromPath[str]) -> Response[bytes]:
    """Send the proof of a draw, with all that is needed to check it offline."""
    require(request, "promotion.view")
    scene = await scene_for(request, name)
    proof = draw_proof(PROMOTION.stream(name), scene.promotion)
    if proof is None:
        raise ProblemError(409, "draw/no-proof", NO_PROOF)
    headers = {"Content-Disposition": f'attachment; filename="{name}-draw.json"'}
    body = msgspec.json.encode(proof)
    return Response(body, media_type="application/json", headers=headers)


@get("/draw-verifier", media_type="text/plain")
async def verifier(request: PrincipalRequest) -> Response[str]:
    """Send the program that checks the proof of a draw; it needs nothing but Python."""
    require(request, "promotion.view")
    text = (files("croupier.features.promotions") / VERIFIER).read_text(encoding="utf-8")
    headers = {"Content-Disposition": f'attachment; filename="{VERIFIER}"'}
    return Response(text, media_type="text/plain", headers=headers)


ROUTER = Router("/", route_handlers=[draw, proof_of_draw, verifier])
