"""The HTTP API of promotions: list and view them, open one, submit its commands."""

from typing import Any
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from croupier.features.promotions.files import read_terms, require_promotion_rules
from croupier.features.promotions.lots import draw_proof
from croupier.features.promotions.rules import Promotion
from croupier.features.promotions.rules.proofs import entry_numbers
from croupier.features.promotions.rules.state import PromotionStage
from croupier.features.promotions.rules.terms import Terms
from croupier.features.promotions.runner import (
    UnknownPromotionError,
    open_on_floor,
    promotion_after,
    submit_to_promotion,
)
from croupier.floor.floor import Floor
from croupier.floor.state import content_of
from croupier.games.table.choices import Mode
from croupier.messages import Refused
from croupier.rulebooks import TableLaw, law_of
from croupier.streams import PROMOTION
from croupier.web.auth.permissions import Principal
from croupier.web.http.guards import (
    IdempotencyKey,
    PrincipalRequest,
    cause_of,
    installed_law,
    require,
    service_of,
)
from croupier.web.problems import ProblemError, problem_of, problem_response
from croupier.web.service.floor_service import FloorService
from croupier.web.service.messages import (
    BadRequestError,
    commands_by_name,
    message_union,
)
from croupier.web.service.submit import CommandRequest, Submission, Target, submit

NO_PROOF = "the draw is not held yet, or the house had not committed itself to it"


class PromotionView(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as the principal may see it."""

    promotion: str
    """Its name."""
    game: str
    """The game under whose rulebook it runs."""
    stage: PromotionStage
    """How far it has come."""
    terms: Terms | None
    """The terms; ``None`` before they are published, except for staff."""
    entries: int
    """How many entries there are."""
    own: int
    """How many of them are the principal's own."""
    winners: tuple[str, ...]
    """The winners in the order of the prizes; empty before the draw, and for anybody but staff and
    the winners themselves."""
    numbers: tuple[int, ...] = ()
    """The numbers of the principal's own entries, from 1."""
    commitment: str = ""
    """The hash of the seed by which the draw is held; empty before the start."""
    drawn: tuple[int, ...] = ()
    """The numbers of the entries drawn, in the order of the prizes; empty before the draw, and for
    a draw without a proof."""


class PlannedPromotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A promotion to be opened."""

    promotion: str
    """Its name."""
    game: str
    """The game; its rulebook must provide for promotions."""
    terms: dict[str, Any] = {}
    """The terms by their names, amounts in dollars, as in a promotion file."""


def promotion_view(name: str, promotion: Promotion, principal: Principal) -> PromotionView:
    """Return what the principal may see of a promotion."""
    staff = bool(principal.roles) and not principal.is_player
    own = sum(ticket.player == principal.account for ticket in promotion.tickets)
    winners = tuple(win.player for win in promotion.wins)
    mine = tuple(one for one in winners if one == principal.account)
    return PromotionView(
        promotion=name,
        game=promotion.game,
        stage=promotion.stage,
        terms=promotion.terms if staff or promotion.published else None,
        entries=len(promotion.tickets),
        own=own if principal.account else 0,
        winners=winners if staff else mine,
        numbers=entry_numbers(promotion, principal.account) if principal.account else (),
        commitment=promotion.commitment,
        drawn=() if promotion.proof is None else promotion.proof.drawn,
    )


def require_promotion(service: FloorService, principal: Principal, name: str) -> Promotion:
    """Return a promotion by its name; before its terms are published, only to staff.

    Raise ``UnknownPromotionError`` if there is none for this principal.
    """
    promotion = service.read_model.states.of(PROMOTION).get(name)
    if promotion is None or not _is_shown(principal, promotion):
        raise UnknownPromotionError(name)
    return promotion


def _is_shown(principal: Principal, promotion: Promotion) -> bool:
    outside = principal.is_player or not principal.roles
    return promotion.published or not outside


@get("/api/promotions")
async def list_promotions(request: PrincipalRequest) -> tuple[PromotionView, ...]:
    """List the promotions of the floor."""
    require(request, "promotion.view")
    promotions = service_of(request).read_model.states.of(PROMOTION)
    return tuple(
        promotion_view(name, one, request.user)
        for name, one in promotions.items()
        if _is_shown(request.user, one)
    )


@get("/api/promotions/{promotion:str}")
async def view_promotion(request: PrincipalRequest, promotion: FromPath[str]) -> PromotionView:
    """Show a promotion with its terms."""
    require(request, "promotion.view")
    return promotion_view(
        promotion, require_promotion(service_of(request), request.user, promotion), request.user
    )


class DrawProofView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The proof of a draw: numbers and hashes, and no name."""

    proof: str
    """Always ``promotion-draw``."""
    stream: str
    """The promotion's stream, which is part of what is hashed."""
    commitment: str
    """The hash of the seed, as published at the start."""
    house_seed: str
    """The seed, in hex."""
    word: str
    """What somebody in the room called out; empty if nobody did."""
    entries: int
    """How many entries there were."""
    among: tuple[int, ...]
    """The numbers of the entries that could win; empty if all could."""
    prizes: int
    """How many prizes there are."""
    drawn: tuple[int, ...]
    """The numbers of the entries drawn, in the order of the prizes."""


@get("/api/promotions/{promotion:str}/draw")
async def view_draw(request: PrincipalRequest, promotion: FromPath[str]) -> DrawProofView:
    """Show the proof of a promotion's draw. Anybody may check it."""
    require(request, "promotion.view")
    found = require_promotion(service_of(request), request.user, promotion)
    proof = draw_proof(PROMOTION.stream(promotion), found)
    if proof is None:
        raise ProblemError(409, "draw/no-proof", NO_PROOF)
    return msgspec.convert(proof, DrawProofView)


@post("/api/promotions", status_code=201)
async def open_new_promotion(
    request: PrincipalRequest,
    data: JSONBody[PlannedPromotion],
    idempotency_key: IdempotencyKey = "",
) -> Response[PromotionView]:
    """Open a promotion; all further steps, such as submitting its terms, are commands.

    With an Idempotency-Key, repeating the request opens no second promotion and gets the same
    answer.
    """
    require(request, "promotion.open")
    law = law_of(data.game)
    require_promotion_rules(law)
    if not data.promotion.replace("-", "").isalnum() or len(data.promotion) > 40:
        raise BadRequestError("a promotion's name has 1 to 40 letters, digits and hyphens")
    terms = read_terms(law, data.terms)
    name, content = data.promotion, content_of(data.promotion, data)
    cause = cause_of(request, "promotion.open", idempotency_key or uuid4().hex, content)

    def open_once(floor: Floor) -> Promotion | Refused:
        answer = floor.once(cause, lambda: open_on_floor(floor, law, name, terms, cause) or ())
        if isinstance(answer, Refused):
            return answer
        return promotion_after(floor, name, cause.actor, cause.command_id)

    promotion: Promotion | Refused = await service_of(request).do(
        open_once, (cause.actor, cause.command_id)
    )
    if isinstance(promotion, Refused):
        return problem_response(problem_of(promotion, law))  # type: ignore[return-value]
    return Response(promotion_view(name, promotion, request.user))


def _terms(service: FloorService, user: Principal, promotion: str) -> tuple[TableLaw, Mode]:
    return installed_law(require_promotion(service, user, promotion).game), Mode.AUTOMATIC


def _decide(floor: Floor, given: Submission) -> Promotion | Refused:
    """Decide a command of a promotion. Return the promotion as it stood right after it."""
    name, command, command_id, principal = given
    actor, origin = principal.account, principal.origin
    answer = submit_to_promotion(
        floor, name, command, actor=actor, command_id=command_id, origin=origin
    )
    if isinstance(answer, Refused):
        return answer
    return promotion_after(floor, name, actor, command_id)


PROMOTIONS = Target("promotion.command", commands_by_name(PROMOTION.commands), _terms, _decide)
"""The promotions of the floor."""
PromotionCommandMessage: Any = message_union(PROMOTION.commands)
"""Any command of a promotion, as a client sends it."""


@post("/api/promotions/{promotion:str}/commands", status_code=200)
async def command_promotion(
    request: PrincipalRequest,
    promotion: FromPath[str],
    data: JSONBody[PromotionCommandMessage],
    idempotency_key: IdempotencyKey = "",
) -> Response[PromotionView]:
    """Submit a command of a promotion: publish terms, enter, hold the draw and so on."""
    user, service = request.user, service_of(request)
    asked = CommandRequest(PROMOTIONS, promotion, data, idempotency_key or uuid4().hex)
    after = await submit(service, user, asked)
    if isinstance(after, Refused):
        law = installed_law(require_promotion(service, user, promotion).game)
        return problem_response(problem_of(after, law, service.read_model.names))  # type: ignore[return-value]
    return Response(promotion_view(promotion, after, user))


ROUTER = Router(
    "/",
    route_handlers=[
        list_promotions,
        view_promotion,
        view_draw,
        open_new_promotion,
        command_promotion,
    ],
)
