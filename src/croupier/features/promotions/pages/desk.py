"""The promotions desk: what is due, actions explained before they are done, winners and notices."""

from datetime import datetime
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.features.promotions.api import PROMOTIONS
from croupier.features.promotions.narration import IN_WORDS
from croupier.features.promotions.pages import render
from croupier.features.promotions.pages.actions import (
    DeskAction,
    action_of,
    actions_for,
    event_words,
    fields_of,
    may_do,
    preview_action,
    read_action,
)
from croupier.features.promotions.pages.plain_words import plain_terms, prize_list, stage_words
from croupier.features.promotions.pages.players import player_card
from croupier.features.promotions.pages.scene import (
    PLACE,
    PromotionScene,
    countdown,
    entry_count,
    prize_words,
    promotion_title,
    scene_for,
)
from croupier.features.promotions.rules import Promotion
from croupier.features.promotions.rules.due import Owed, PromotionDue, due
from croupier.features.promotions.rules.publication import AmendTerms
from croupier.features.promotions.rules.state import PromotionStage, Win
from croupier.features.promotions.rules.terms import is_blank, prize_worth, terms_faults
from croupier.messages import Command, Refused
from croupier.money import in_dollars
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import PrizeKind
from croupier.streams import PROMOTION
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, requested_part
from croupier.web.pages.staff_forms import DueTask, form_id, task_by
from croupier.web.pages.table.forms import MisreadError
from croupier.web.pages.table.page import RefusalPart
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form
from croupier.web.pages.times import day_bars, time_left
from croupier.web.problems import ProblemError
from croupier.web.service.submit import CommandRequest, require_role, submit

NEEDS = {
    Owed.SUBMISSION: "Submit the terms to the regulator",
    Owed.PUBLICATION: "Publish the terms",
    Owed.START: "Start the promotion",
    Owed.ENTRIES: "Entries are open",
    Owed.SCRUTINEER: "Appoint the scrutineer",
    Owed.DRAW: "Hold the draw",
    Owed.CHOICE: "{player} says how the prize is paid",
    Owed.AWARD: "Award {player} the prize",
    Owed.VALIDATION: "Validate the draw, or cancel it",
    Owed.DECISION: "Decide a dispute of {player}",
}
"""What may be due, in words; a notice says it itself."""


class DeskWinner(msgspec.Struct, frozen=True, kw_only=True):
    """A prize that was drawn, on the desk's list."""

    prize: str
    """The prize, in words."""
    player: str
    """The winner's id."""
    name: str
    """The winner's name."""
    entry: int
    """The number of the entry drawn; 0 if the draw has no proof."""
    notified: str
    """How and when the winner was notified; empty before."""
    late: bool
    """Whether that was late, or is overdue."""
    until: str
    """By when the winner must be notified; empty if that is done or nobody has to."""
    paid: str
    """How it was handed over, or what the winner wants; empty before."""
    state: str
    """``awarded``, ``unclaimed``, ``chosen``, ``choice`` or ``open``."""


class DeskNotice(msgspec.Struct, frozen=True):
    """A notice on the desk's list."""

    text: str
    """To whom, and about what."""
    clause: str
    """The clause that demands it."""
    state: str
    """``given``, ``given late``, ``overdue`` or ``open``."""
    left: str
    """The time left to give it; empty if none is left, or it was given."""
    until: str
    """The deadline, for scripts; empty likewise."""
    when: str
    """The deadline in words; empty if there is none."""


def needs_of(scene: PromotionScene, actions: tuple[DeskAction, ...]) -> tuple[DueTask, ...]:
    """Return what the promotion waits for, overdue things first."""
    offered = {one.name for one in actions}
    owed = due(scene.rules, scene.promotion, scene.now)
    return tuple(_need(scene, one, offered) for one in owed)


def _need(scene: PromotionScene, owed: PromotionDue, offered: set[str]) -> DueTask:
    player = "" if owed.player is None else owed.player
    if owed.what is Owed.WORD:
        text = scene.with_names(f"Notify {owed.about.removeprefix('to ')}")
        text += f" ({scene.who(player)})" if player else ""
        action = _action_for_notice(scene, owed)
    else:
        text, action = NEEDS[owed.what].format(player=scene.who(player)), owed.what.value
    where = ""
    if action in offered and owed.what is not Owed.CHOICE:
        where = f"/promotions/{scene.name}/desk?command={action}"
        where += f"&player={player}" if player else ""
    return task_by(
        owed.deadline,
        scene.now,
        text=text,
        clause=owed.clause,
        address=where,
        when=scene.when(owed.deadline),
        overdue=owed.overdue,
    )


def _action_for_notice(scene: PromotionScene, owed: PromotionDue) -> str:
    """Return the action that settles a notice."""
    clause = owed.clause
    if clause == scene.rules.notified_hours.clause:
        return "notify-winner"
    if clause == scene.rules.claimant_told.clause:
        return "inform-claimant"
    return "submit-terms" if clause == scene.rules.amended.clause else "acknowledge"


def desk_winners(scene: PromotionScene) -> tuple[DeskWinner, ...]:
    """Return the prizes drawn, with what has become of each."""
    return tuple(_winner(scene, one) for one in scene.promotion.wins)


def _winner(scene: PromotionScene, win: Win) -> DeskWinner:
    prize, rules = scene.prizes[win.prize - 1], scene.rules
    told, closed = scene.history.notification_of(win.player), scene.history.closing_time(win.prize)
    deadline, late = None, told is not None and told[2]
    for notice in scene.promotion.open_notices().values():
        if notice.clause == rules.notified_hours.clause and notice.player == win.player:
            deadline, late = notice.deadline, notice.late(scene.now)
    choice = rules.winners_choice
    state, paid = "open", ""
    if win.paid is not None:
        state, paid = "awarded", f"{IN_WORDS[win.paid]}, {scene.when(closed)}"
    elif win.unclaimed:
        state, paid = "unclaimed", win.unclaimed
    elif win.chosen is not None:
        state, paid = "chosen", f"{IN_WORDS[win.chosen]}, as the winner chose"
    elif choice is not None and prize.kind is PrizeKind.CASH and prize_worth(prize) > choice.value:
        state, paid = "choice", "the winner has not chosen yet"
    return DeskWinner(
        prize=prize_words(prize),
        player=win.player,
        name=scene.who(win.player),
        entry=win.entry,
        notified="" if told is None else f"{told[0].replace('-', ' ')}, {scene.when(told[1])}",
        late=late,
        until=scene.when(deadline),
        paid=paid,
        state=state,
    )


def desk_notices(scene: PromotionScene) -> tuple[DeskNotice, ...]:
    """Return all notices, the open ones first."""
    found = []
    for one in scene.promotion.notices:
        late = one.late(scene.now)
        state = ("given late" if late else "given") if not one.open else "open"
        state = "overdue" if one.open and late else state
        text = f"{one.whom.title}: {one.about}"
        text += f" ({scene.who(one.player)})" if one.player else ""
        ahead = one.open and one.deadline is not None and one.deadline > scene.now
        left = time_left(scene.now, one.deadline) if ahead and one.deadline else ""
        until = one.deadline.isoformat() if ahead and one.deadline else ""
        found.append(
            DeskNotice(
                scene.with_names(text), one.clause, state, left, until, scene.when(one.deadline)
            )
        )
    return tuple(sorted(found, key=lambda one: one.state.startswith("given")))


class CourseStep(msgspec.Struct, frozen=True):
    """A step in the course of a promotion."""

    when: str
    """When it was, or will be."""
    text: str
    """What."""
    clauses: tuple[str, ...]
    """The clauses behind it."""
    state: str
    """``past`` or ``ahead``."""


def course_of(scene: PromotionScene) -> tuple[CourseStep, ...]:
    """Return what has happened, then what the terms set for later."""
    past = [
        CourseStep(scene.short_time(one.at), words.text, words.clauses, "past")
        for one in scene.history.steps
        for words in (event_words(scene, one.event, one.at),)
    ]
    terms, says = scene.promotion.terms, scene.rules.statements
    planned: tuple[tuple[datetime | None, str, str], ...] = (
        (terms.starts, "Start", says["starts"].clause),
        (terms.entries_close, "Entries close", says["entries-close"].clause),
        (terms.draw, "Draw", says["draw"].clause),
    )
    goes_on = scene.promotion.stage not in (PromotionStage.CANCELLED, PromotionStage.DRAWN)
    ahead = [
        CourseStep(scene.short_time(at), text, (clause,), "ahead")
        for at, text, clause in planned
        if goes_on and at is not None and at > scene.now
    ]
    return (*past, *ahead)


def desk_facts(scene: PromotionScene) -> tuple[tuple[str, str, str], ...]:
    """Return the few figures that the desk is opened for: name, figure, note."""
    promotion, terms = scene.promotion, scene.promotion.terms
    players = len({one.player for one in promotion.tickets})
    worth = sum(prize_worth(one) for one in scene.prizes)
    stated = [
        name for name in scene.rules.statements if not is_blank(_stated_term(promotion, name))
    ]
    wanted = len(scene.rules.statements)
    handed = sum(one.paid is not None for one in promotion.wins)
    regulator = "the regulator does not have them"
    if promotion.with_regulator:
        regulator = f"with the regulator since {scene.when(promotion.submitted) or 'the change'}"
    return (
        ("Entries", str(len(promotion.tickets)), f"of {players} player{'s' * (players != 1)}"),
        ("Prizes", in_dollars(worth), f"{len(scene.prizes)} in all, {handed} handed over"),
        ("Draw", scene.when(terms.draw) or "not stated", f"at {scene.law.title} tables"),
        ("Terms stated", f"{len(stated)} of {wanted}", regulator),
    )


def _stated_term(promotion: Promotion, term: str) -> object:
    return getattr(promotion.terms, term.replace("-", "_"))


def desk_tabs(request: PrincipalRequest) -> list[tuple[str, str, str]]:
    """Return all promotions with a note of how far they are, newest first."""
    found = []
    for name, one in service_of(request).read_model.states.of(PROMOTION).items():
        open_notices = len(one.open_notices())
        note = f"{open_notices} open notice{'s' * (open_notices != 1)}"
        found.append((name, promotion_title(name), note if open_notices else one.stage.value))
    return found[::-1]


# ------------------------------------------------------------------------------------------- routes


async def desk_response(
    request: PrincipalRequest,
    name: str,
    asked: SentForm,
    problem: RefusalPart | None = None,
) -> Response[Any]:
    """Return the desk, with the panel of an action if one was chosen."""
    service, scene = service_of(request), await scene_for(request, name)
    actions = actions_for(scene, request.user)
    chosen = action_of(asked.get("command", ""))
    if chosen is not None and not may_do(request.user, scene, chosen.kind):
        chosen = None
    preview: Any = None
    if chosen is not None and asked.get("what") == "look" and problem is None:
        try:
            preview = preview_action(scene, _command(request, chosen, scene, asked))
        except MisreadError as error:
            problem = RefusalPart(str(error), ())
        if isinstance(preview, Refused):
            problem, preview = scene.refusal(preview), None
    promotion = scene.promotion
    draft = promotion.started is None
    body = render(
        "desk/main.html" if requested_part(request) else "desk/page.html",
        frame=frame_for(request, f"{scene.title}, desk", here=PLACE),
        id=name,
        title=scene.title,
        book=scene.law.book,
        stage=stage_words(scene),
        tabs=desk_tabs(request),
        until=countdown(scene),
        facts=desk_facts(scene),
        entries=entry_count(promotion),
        needs=needs_of(scene, actions),
        actions=actions,
        chosen=chosen,
        chosen_clause="" if chosen is None else chosen.clause(scene.rules),
        fields=() if chosen is None else fields_of(chosen, scene),
        asked=asked,
        preview=preview,
        problem=problem,
        form=service.read_model.position,
        terms=plain_terms(scene),
        amends=may_do(request.user, scene, AmendTerms)
        and promotion.stage is not PromotionStage.CANCELLED,
        amended_clause=scene.rules.amended.clause,
        faults=[scene.refusal(one) for one in terms_faults(scene.rules, promotion.terms)]
        if draft
        else [],
        bars=day_bars(scene.history.entries_by_day(scene.zone)),
        prizes=prize_list(scene),
        prizes_clause=scene.rules.statements["prizes"].clause,
        winners=desk_winners(scene),
        scrutineer=promotion.scrutineer,
        scrutineer_clause=scene.rules.scrutineer.clause,
        offered={one.name for one in actions},
        course=course_of(scene),
        notices=desk_notices(scene),
        claims=[(scene.who(one.player), in_dollars(one.value), one) for one in promotion.claims],
        claims_clause=scene.rules.claims_kept.clause,
        disputes=[(scene.who(one.player), one) for one in promotion.disputes],
        dispute_clause=scene.rules.dispute.clause,
        commitment=promotion.commitment,
        proved=promotion.proof is not None,
        published=promotion.published,
        card=player_card(scene),
        me=request.user.name or request.user.account,
        role=_role_words(request),
    )
    return html_response(body, status=200 if problem is None else REFUSED)


def _role_words(request: PrincipalRequest) -> str:
    """Return the role in which the viewer acts here."""
    for role in (Role.GAMING_MANAGER, Role.INSPECTOR, Role.REGULATOR):
        if role in request.user.roles:
            return role.title.lower()
    return "staff"


def _command(
    request: PrincipalRequest, action: DeskAction, scene: PromotionScene, form: SentForm
) -> Command:
    """Return the command that a form asks for, in the principal's role."""
    role = require_role(request.user, action.kind, scene.law)
    return read_action(action, scene, form, role, known_players(request, scene))


def known_players(request: PrincipalRequest, scene: PromotionScene) -> dict[str, str]:
    """Return the ids of players by their names and ids, in small letters."""
    model = service_of(request).read_model
    ids = {*model.states.accounts, *(one.player for one in scene.promotion.tickets)}
    found = {one.casefold(): one for one in ids}
    return found | {model.names[one].casefold(): one for one in ids if one in model.names}


@get("/promotions/{name:str}/desk", media_type=HTML)
async def desk(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show the desk of a promotion."""
    require(request, "promotion.command")
    asked = {key: str(value) for key, value in request.query_params.items() if key != "what"}
    return await desk_response(request, name, asked)


@post(
    "/promotions/{name:str}/actions",
    status_code=200,
    media_type=HTML,
    opt={"page": "/promotions/{name}/desk"},
)
async def do_action(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show what an action would lead to, or carry out one that was confirmed.

    Both are posted: what is written about people belongs into no address.
    """
    form, service, principal = await signed_in_form(request), service_of(request), request.user
    require(request, "promotion.command")
    scene, action = await scene_for(request, name), action_of(form.get("command", ""))
    if action is None:
        raise ProblemError(400, "request/not-understood", "this form names no action of the desk")
    if form.get("what") == "look":
        return await desk_response(request, name, form)
    try:
        command = _command(request, action, scene, form)
    except MisreadError as error:
        return await desk_response(request, name, form, RefusalPart(str(error), ()))
    known = form_id(name, principal.account, form)
    answer = await submit(service, principal, CommandRequest(PROMOTIONS, name, command, known))
    if isinstance(answer, Refused):
        return await desk_response(request, name, form, scene.refusal(answer))
    return Redirect(f"/promotions/{name}/desk", status_code=303)


ROUTER = Router("/", route_handlers=[desk, do_action])
