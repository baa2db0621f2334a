"""The players' pages of promotions: the list, a promotion, the viewer's own part; and the floor."""

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Litestar, Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.features.promotions.api import PROMOTIONS, promotion_view
from croupier.features.promotions.history import PromotionHistories
from croupier.features.promotions.narration import IN_WORDS
from croupier.features.promotions.pages import render
from croupier.features.promotions.pages.plain_words import (
    entry_words,
    plain_terms,
    prize_list,
    stage_words,
)
from croupier.features.promotions.pages.scene import (
    PLACE,
    PromotionScene,
    countdown,
    entry_count,
    is_staff,
    prize_words,
    scene_for,
)
from croupier.features.promotions.rules import Promotion
from croupier.features.promotions.rules.awards import ChoosePayment
from croupier.features.promotions.rules.proofs import entry_numbers, wins_of
from croupier.features.promotions.rules.state import PromotionStage, Win
from croupier.features.promotions.rules.terms import prize_worth
from croupier.games.table.disputes import FINAL, LodgeComplaint, RaiseDispute
from croupier.messages import Command, Refused
from croupier.money import in_dollars
from croupier.rulebooks import GAMES, Role
from croupier.rulebooks.law.promotions import Payment, PrizeKind
from croupier.streams import PROMOTION
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.floor import FloorPromotion
from croupier.web.pages.rendering import frame_for, requested_part
from croupier.web.pages.staff_forms import form_id
from croupier.web.pages.table.forms import read_number
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form
from croupier.web.pages.times import Countdown
from croupier.web.problems import ProblemError, not_yours
from croupier.web.service.submit import STAFF_PLAY, CommandRequest, submit

OVER = (PromotionStage.DRAWN, PromotionStage.CANCELLED)
MOST_NUMBERS = 24
"""How many numbers of the viewer's own entries are shown one by one."""
MOST_PAST = 20
"""The most promotions that are over on the list."""


# --------------------------------------------------------------------------------- the viewer's own


class OwnWin(msgspec.Struct, frozen=True, kw_only=True):
    """A prize that the viewer has won."""

    prize: str
    """The prize, in words."""
    entry: int
    """The number of the entry that was drawn; 0 if the draw has no proof."""
    state: str
    """What has become of it."""
    clause: str
    """The clause behind that."""
    ways: tuple[tuple[str, str], ...]
    """How the viewer may have it paid; empty if there is nothing to choose."""
    due: bool
    """Whether nothing goes on before the viewer has chosen."""


class OwnDispute(msgspec.Struct, frozen=True):
    """A dispute that the viewer has raised."""

    number: int
    """Its number, from 1."""
    about: str
    """What it is about."""
    state: str
    """How far it has come, with its outcome."""
    may_complain: bool
    """Whether the viewer may take it to an inspector."""


class PlayerCard(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as a player sees it at a glance."""

    id: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    stage: str
    """How far it has come."""
    entry: str
    """What gives an entry."""
    entry_clause: str
    """The clause that wants that stated."""
    player: bool
    """Whether the viewer is a player, who can have entries."""
    numbers: tuple[int, ...]
    """The numbers of the viewer's own entries."""
    prizes: tuple[str, ...]
    """The prizes in words."""
    draw: str
    """When the draw is."""
    draw_clause: str
    """The clause that wants that stated."""
    wins: tuple[OwnWin, ...]
    """What the viewer has won."""


def player_card(scene: PromotionScene) -> PlayerCard:
    """Return a promotion as its viewer sees it at a glance."""
    says, terms = scene.rules.statements, scene.promotion.terms
    there = "" if terms.presence_required else "; you need not be there"
    return PlayerCard(
        id=scene.name,
        title=scene.title,
        stage=stage_words(scene),
        entry=entry_words(scene),
        entry_clause=says["minimum-wager"].clause,
        player=bool(scene.me),
        numbers=entry_numbers(scene.promotion, scene.me),
        prizes=prize_list(scene),
        draw=f"{scene.when(terms.draw)}{there}" if terms.draw is not None else "",
        draw_clause=says["draw"].clause,
        wins=tuple(_own_win(scene, one) for one in wins_of(scene.promotion, scene.me)),
    )


def _own_win(scene: PromotionScene, win: Win) -> OwnWin:
    prize, rules = scene.prizes[win.prize - 1], scene.rules
    claim, award = rules.statements["claim"].clause, rules.statements["award"].clause
    state, clause = f"To claim it: {scene.promotion.terms.claim}.", claim
    ways: tuple[tuple[str, str], ...] = ()
    due = False
    open_to_choose = win.paid is None and scene.promotion.stage is PromotionStage.DRAWN
    choice, offered = rules.winners_choice, rules.ways_to_choose
    if prize.kind is PrizeKind.CASH and open_to_choose and choice is not None:
        assert offered is not None
        ways = tuple((one.value, IN_WORDS[one]) for one in Payment if one in offered.value)
        due = prize_worth(prize) > choice.value and win.chosen is None
        clause = choice.clause
        if win.chosen is not None:
            state = f"You want it {IN_WORDS[win.chosen]}."
        elif due:
            state = "Say how you want to be paid; nothing is paid before."
    if win.paid is not None:
        since = scene.when(scene.history.closing_time(win.prize))
        state = f"You have it, {IN_WORDS[win.paid]}, since {since}."
        clause = award
    elif win.unclaimed:
        state, clause = f"Recorded as unclaimed: {win.unclaimed}. Ask at the desk.", claim
    elif scene.promotion.cancelled:
        state, clause = "The draw was cancelled.", rules.compromised_hours.clause
    elif scene.promotion.postponed:
        state = "The draw is in doubt: nothing is awarded until it is validated."
        clause = rules.compromised_hours.clause
    return OwnWin(
        prize=prize_words(prize), entry=win.entry, state=state, clause=clause, ways=ways, due=due
    )


def own_disputes(scene: PromotionScene) -> tuple[OwnDispute, ...]:
    """Return the disputes that the viewer has raised."""
    return tuple(
        OwnDispute(
            number,
            one.about,
            f"{one.step}: {one.outcome}" if one.outcome else one.step,
            one.step == FINAL,
        )
        for number, one in enumerate(scene.promotion.disputes, 1)
        if scene.me and one.player == scene.me
    )


# ---------------------------------------------------------------------------------------- the list


class ListedPromotion(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion on the list."""

    card: PlayerCard
    """What the viewer sees of it at a glance."""
    game: str
    """The game at whose tables it runs."""
    state: str
    """``draft``, ``open``, ``over``."""
    entries: str
    """How many entries there are."""
    until: Countdown | None
    """What comes by the clock; ``None`` if nothing does."""
    due: bool
    """Whether the viewer is asked for something."""


def _is_shown_past(_: Promotion) -> bool:
    """Show every promotion that is over."""
    return True


async def listed_promotions(
    request: PrincipalRequest, shows_past: Callable[[Promotion], bool] = _is_shown_past
) -> tuple[ListedPromotion, ...]:
    """Return the promotions that the principal may see: those to come and open, then over.

    Of those that are over, only the newest that ``shows_past`` accepts: reading them all would take
    longer with every year.
    """
    staff = is_staff(request.user)
    known = {
        name: one
        for name, one in service_of(request).read_model.states.of(PROMOTION).items()
        if one.game in GAMES and (one.published or staff)
    }
    over = [name for name, one in known.items() if one.stage in OVER and shows_past(one)]
    current = [name for name, one in known.items() if one.stage not in OVER]
    found = []
    for name in (*current, *over[::-1][:MOST_PAST]):
        one, scene = known[name], await scene_for(request, name)
        card = player_card(scene)
        state = "over" if one.stage in OVER else "open" if one.published else "draft"
        found.append(
            ListedPromotion(
                card=card,
                game=scene.law.title,
                state=state,
                entries=entry_count(one),
                until=countdown(scene),
                due=any(win.due for win in card.wins),
            )
        )
    return tuple(found)


async def floor_promotions(request: PrincipalRequest) -> tuple[FloorPromotion, ...]:
    """Return the promotions that the floor's page shows: published and not over, or won."""
    me = request.user.account

    def has_won(promotion: Promotion) -> bool:
        return bool(me) and any(one.paid is None for one in wins_of(promotion, me))

    return tuple(
        FloorPromotion(
            address=f"/promotions/{one.card.id}",
            title=one.card.title,
            about=f"{one.card.entry[:1].upper()}{one.card.entry[1:]}",
            state="you have won" if one.card.wins else one.card.stage,
            prizes=one.card.prizes,
            own=len(one.card.numbers),
            due=one.due,
        )
        for one in await listed_promotions(request, has_won)
        if one.state == "open" or one.card.wins
    )


async def account_promotions(request: PrincipalRequest) -> tuple[PlayerCard, ...]:
    """Return the promotions that the principal has entered, for the page of the account."""
    me = request.user.account
    found = await listed_promotions(request, lambda one: bool(entry_numbers(one, me)))
    return tuple(one.card for one in found if one.card.numbers)


@get("/promotions", media_type=HTML)
async def promotions(request: PrincipalRequest) -> Response[Any]:
    """List the promotions: to come and open, over; for the desk also drafts."""
    require(request, "promotion.view")
    body = render(
        "list/main.html" if requested_part(request) else "list/page.html",
        frame=frame_for(request, "Promotions", here=PLACE),
        promotions=await listed_promotions(request),
        opens=is_permitted(request.user, "promotion.open"),
        runs=is_permitted(request.user, "promotion.command"),
        staff=is_staff(request.user),
    )
    return html_response(body)


# ------------------------------------------------------------------------------- one and its forms


async def promotion_response(
    request: PrincipalRequest,
    name: str,
    form: SentForm | None = None,
    refused: Refused | None = None,
) -> Response[Any]:
    """Return the page of a promotion, with the refusal of a form beside it if there was one."""
    service, scene = service_of(request), await scene_for(request, name)
    card, promotion = player_card(scene), scene.promotion
    view = promotion_view(name, promotion, request.user)
    body = render(
        "promotion/main.html" if requested_part(request) else "promotion/page.html",
        frame=frame_for(request, scene.title, here=PLACE),
        id=name,
        card=card,
        book=scene.law.book,
        game=scene.law.title,
        terms=plain_terms(scene),
        until=countdown(scene),
        facts=(
            ("Entries", str(view.entries), f"{view.own} of them yours" if scene.me else ""),
            ("Prizes", in_dollars(sum(map(prize_worth, scene.prizes))), _prize_count(scene)),
            ("Draw", scene.when(promotion.terms.draw), ""),
        ),
        shown_numbers=card.numbers[:MOST_NUMBERS],
        drawn=[(prize_words(scene.prizes[one.prize - 1]), one.entry) for one in promotion.wins],
        stage=promotion.stage.value,
        commitment=promotion.commitment,
        proved=promotion.proof is not None,
        disputes=own_disputes(scene),
        dispute_clause=scene.rules.dispute.clause,
        complaint_clause=scene.rules.complaint.clause,
        compromised_clause=scene.rules.compromised_hours.clause,
        player=request.user.is_player and not request.user.guest,
        visitor=request.user.is_visitor,
        runs=is_permitted(request.user, "promotion.command"),
        asked=form or {},
        refused=None if refused is None else scene.refusal(refused),
        form=service.read_model.position,
    )
    return html_response(body, status=200 if refused is None else REFUSED)


def _prize_count(scene: PromotionScene) -> str:
    number = len(scene.prizes)
    return f"{number} prize{'s' * (number != 1)}"


@get("/promotions/{name:str}", media_type=HTML)
async def promotion(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show a promotion: terms in plain words, own entries and prizes, how it is drawn."""
    require(request, "promotion.view")
    return await promotion_response(request, name)


def own_command(player: str, form: SentForm) -> Command | None:
    """Return what a form of the player's asks for; ``None`` if nothing is known."""
    by = Role.PLAYER
    match form.get("what", ""):
        case "choose-payment" if form.get("pay", "") in {one.value for one in Payment}:
            return ChoosePayment(player, Payment(form["pay"]), by=by)
        case "dispute":
            return RaiseDispute(player, form.get("about", "").strip(), by=by)
        case "complain":
            number = read_number(form.get("dispute", ""), 100_000) or 0
            return LodgeComplaint(number, player, by=by)
    return None


@post(
    "/promotions/{name:str}/own",
    status_code=200,
    media_type=HTML,
    opt={"page": "/promotions/{name}"},
)
async def own(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Say how to be paid, dispute something, or complain about a decision."""
    form, service, principal = await signed_in_form(request), service_of(request), request.user
    if not principal.is_player:
        raise not_yours(STAFF_PLAY)
    command = own_command(principal.account, form)
    if command is None:
        raise ProblemError(400, "request/not-understood", "this form asks for nothing known")
    known = form_id(name, principal.account, form)
    answer = await submit(service, principal, CommandRequest(PROMOTIONS, name, command, known))
    if isinstance(answer, Refused):
        return await promotion_response(request, name, form, answer)
    if requested_part(request):
        return await promotion_response(request, name)
    return Redirect(f"/promotions/{name}", status_code=303)


ROUTER = Router("/", route_handlers=[promotions, promotion, own])


def attach(app: Litestar) -> None:
    """Have the floor's page and the page of the account show the promotions."""
    app.state.promotion_histories = PromotionHistories()
    app.state.floor_promotions = floor_promotions
    app.state.account_promotions = account_promotions
