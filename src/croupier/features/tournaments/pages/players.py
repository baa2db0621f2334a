"""The players' pages of tournaments: the list, a tournament, the forms for an entry and a turn."""

from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.features.tournaments.api import TOURNAMENTS, require_tournament
from croupier.features.tournaments.pages import render
from croupier.features.tournaments.pages.overview import (
    about_line,
    countdown,
    prize_pool,
    rounds_of,
    tournament_page,
)
from croupier.features.tournaments.pages.own_place import OwnPart, TournamentScene, own_part
from croupier.features.tournaments.pages.plain_words import TimeWriter
from croupier.features.tournaments.rules.conduct import BuyBack, DeclineBuyBack
from croupier.features.tournaments.rules.draft import EntrantsCommand
from croupier.features.tournaments.rules.entries import Enter, WithdrawEntry
from croupier.features.tournaments.rules.schedules import WEEKDAYS, next_starts
from croupier.features.tournaments.rules.seats import BuyChips, LeaveSeat, TakeSeat
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase
from croupier.features.tournaments.runner import table_name
from croupier.features.tournaments.software_players import fill_with_software
from croupier.floor.resting_tables import tournament_law
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.wagers import HandInForm, PlayPassCard
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.house.gaming_days import time_zone
from croupier.messages import Command, Refused
from croupier.money import in_dollars
from croupier.record.stores.base import day_setting
from croupier.rulebooks import GAMES, BlackjackLaw, Role, law_of
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.read_model import names_for
from croupier.web.pages.floor import FloorTournament
from croupier.web.pages.rendering import frame_for, requested_part
from croupier.web.pages.staff_forms import form_id
from croupier.web.pages.table.contest import tournament_title
from croupier.web.pages.table.forms import MisreadError, read_amount
from croupier.web.pages.table.page import RefusalPart
from croupier.web.pages.table.routes import (
    HTML,
    REFUSED,
    TOO_LATE,
    SentForm,
    html_response,
    is_over,
    response_after,
    signed_in_form,
    submit_and_show,
)
from croupier.web.pages.times import Countdown
from croupier.web.problems import ProblemError, not_yours
from croupier.web.service.floor_service import FloorService
from croupier.web.service.submit import STAFF_PLAY, CommandRequest, submit, viewer_for

PLACE = "Tournaments"
"""The entry of the navigation."""
OVER = (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
SHOWN_DATES = 3
"""How many of its next dates a tournament that repeats is listed with."""
MOST_PAST = 20
"""The most tournaments that are over on the list."""


# ---------------------------------------------------------------------------------------- the scene


async def house_clock(service: FloorService) -> TimeWriter:
    """Return how the house's clocks show a moment."""
    zone = time_zone((await service.read(day_setting)).zone)

    def time_of(at: datetime) -> str:
        return f"{at.astimezone(zone):%-d %B, %H:%M}"

    return time_of


def session_tables(service: FloorService, tournament: Tournament) -> dict[int, str]:
    """Return the tables of the session in progress by number, with their names on the floor."""
    if tournament.phase is not TournamentPhase.SESSION:
        return {}
    named = {
        number: table_name(tournament, number)
        for number in sorted({seat.table for seat in tournament.seats})
    }
    return {at: name for at, name in named.items() if name in service.read_model.tables}


def shown_law(tournament: Tournament) -> BlackjackLaw:
    """Return the law to show a tournament by. Raise a problem if it is not installed any more."""
    law = tournament_law(tournament)
    if not isinstance(law, Refused):
        return law
    if tournament.game not in GAMES:
        raise ProblemError(409, law.code, law.why)
    found = law_of(tournament.game)
    assert isinstance(found, BlackjackLaw)
    return found


def scene_for(
    request: PrincipalRequest, tournament: Tournament, clock: TimeWriter
) -> TournamentScene:
    """Return a tournament with all that is needed to show it to the request's principal."""
    service = service_of(request)
    model, principal = service.read_model, request.user
    named = session_tables(service, tournament)
    law = tournament_law(tournament)
    tables: dict[int, BlackjackTable] = {}
    for number, name in named.items():
        table = model.tables[name].table
        assert isinstance(table, BlackjackTable)
        tables[number] = table
    return TournamentScene(
        law=shown_law(tournament),
        tournament=tournament,
        tables=tables,
        table_names=named,
        names=names_for(viewer_for(principal), model.names),
        me=principal.account if principal.is_player else "",
        purse=model.account(principal.account).purse if principal.is_player else None,
        now=service.clock.now(),
        clock=clock,
        rests=law.why if isinstance(law, Refused) else "",
    )


def published_tournament(service: FloorService, name: str) -> Tournament:
    """Return a tournament whose conditions are published. Raise if there is none of this name."""
    tournament = require_tournament(service, name)
    if tournament.phase is TournamentPhase.DRAFT:
        raise ProblemError(404, "tournament/unknown", f"{name} is not published yet")
    return tournament


# ----------------------------------------------------------------------------------------- the list


class ListedTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament on the list."""

    id: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    game: str
    """The game, as the law names it."""
    about: str
    """Game, start and entries in a line."""
    state: str
    """``open``, ``playing``, ``over`` or ``cancelled``."""
    pool: str
    """What is paid out."""
    fee: str
    """What an entry costs, or that it is free."""
    until: Countdown | None
    """What comes by the clock; ``None`` if nothing does."""
    round: str
    """The present round: ``round 3 of 10``; empty when none is played."""
    own: OwnPart
    """The viewer's own place."""


def tournament_line(scene: TournamentScene) -> ListedTournament:
    """Return the line of a tournament on the list."""
    tournament = scene.tournament
    rounds = rounds_of(scene)
    state = "open" if tournament.phase is TournamentPhase.ENTRIES else "playing"
    if tournament.phase in OVER:
        over = tournament.phase is TournamentPhase.FINISHED
        state = "over" if over else "cancelled"
    fee = tournament.conditions.entry_fee
    return ListedTournament(
        id=tournament.name,
        title=tournament_title(tournament.name),
        game=tournament.game,
        about=about_line(scene),
        state=state,
        pool=in_dollars(prize_pool(tournament)),
        fee=in_dollars(fee) if fee else "free",
        until=countdown(scene),
        round="" if rounds is None else f"round {rounds[0]} of {rounds[1]}",
        own=own_part(scene),
    )


async def listed_tournaments(request: PrincipalRequest) -> tuple[ListedTournament, ...]:
    """Return every published tournament: those that can be entered, in play, then over."""
    service = service_of(request)
    clock = await house_clock(service)
    found = [
        tournament_line(scene_for(request, one, clock))
        for one in service.read_model.tournaments.values()
        if one.phase is not TournamentPhase.DRAFT and one.game in GAMES
    ]
    order = ("open", "playing", "over", "cancelled")
    now = [one for one in found if one.state in order[:2]]
    past = [one for one in reversed(found) if one.state in order[2:]]
    return (*sorted(now, key=lambda one: order.index(one.state)), *past[:MOST_PAST])


class ListedSchedule(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that repeats, on the list."""

    id: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    about: str
    """Game, days, hour and fee in a line."""
    dates: tuple[tuple[str, str], ...]
    """The next dates: when it starts, and the address of its tournament or when entries open."""


def every_day(weekdays: tuple[str, ...]) -> str:
    """Return days of the week in words.

    >>> every_day(("friday", "saturday"))
    'every Friday and Saturday'
    """
    if len(weekdays) == len(WEEKDAYS):
        return "every day"
    *others, last = (day.capitalize() for day in weekdays)
    return f"every {', '.join(others)} and {last}" if others else f"every {last}"


async def listed_schedules(request: PrincipalRequest) -> tuple[ListedSchedule, ...]:
    """Return the tournaments that repeat and have not ended, with their next dates."""
    service = service_of(request)
    now, model, clock = service.clock.now(), service.read_model, await house_clock(service)
    found = []
    for name, one in model.schedules.items():
        told = one.plan
        if one.ended or told.game not in GAMES:
            continue
        fee = told.conditions.entry_fee
        cost, often = in_dollars(fee) if fee else "free", every_day(told.weekdays)
        dates = []
        for start in next_starts(one, now, SHOWN_DATES):
            open_now = start.tournament(name) in model.tournaments
            where = f"/tournaments/{start.tournament(name)}" if open_now else ""
            dates.append((clock(start.starts), where or f"entries open {clock(start.opens)}"))
        found.append(
            ListedSchedule(
                id=name,
                title=tournament_title(name),
                about=f"{law_of(told.game).title}, {often} at {told.starts:%H:%M}, entry {cost}",
                dates=tuple(dates),
            )
        )
    return tuple(found)


async def floor_tournaments(request: PrincipalRequest) -> tuple[FloorTournament, ...]:
    """Return the tournaments that the floor's page shows: those that are not over."""
    return tuple(
        FloorTournament(
            address=f"/tournaments/{one.id}",
            title=one.title,
            about=one.about,
            state=one.round or ("entries are open" if one.state == "open" else "in play"),
            pool=one.pool,
            label="Look" if one.state == "playing" else f"Enter for {one.fee}",
            due=one.own.due,
        )
        for one in await listed_tournaments(request)
        if one.state in ("open", "playing")
    ) + tuple(
        FloorTournament(
            address="/tournaments#schedules",
            title=one.title,
            about=one.about,
            state=f"next: {one.dates[0][0]}",
            pool="",
            label="All dates",
            due=False,
        )
        for one in await listed_schedules(request)
    )


@get("/tournaments", media_type=HTML)
async def tournaments(request: PrincipalRequest) -> Response[Any]:
    """List the tournaments: to be entered, in play, over."""
    require(request, "tournament.view")
    runs = is_permitted(request.user, "tournament.open")
    body = render(
        "list/main.html" if requested_part(request) else "list/page.html",
        frame=frame_for(request, "Tournaments", here=PLACE),
        tournaments=await listed_tournaments(request),
        runs=runs,
        schedules=await listed_schedules(request),
        drafts=[
            (one.name, tournament_title(one.name))
            for one in service_of(request).read_model.tournaments.values()
            if runs and one.phase is TournamentPhase.DRAFT
        ],
    )
    return html_response(body)


# -------------------------------------------------------------------------------- one and its forms


def refusal_of(scene: TournamentScene, refused: Refused) -> RefusalPart:
    """Return a refusal as shown: people by their names, the deciding clause first."""
    clauses = (one for one in (refused.clause, *refused.also) if one)
    return RefusalPart(scene.with_names(refused.why), tuple(clauses))


async def tournament_response(
    request: PrincipalRequest, name: str, refused: Refused | None = None
) -> Response[Any]:
    """Return the page of a tournament, with the refusal of a form if there was one."""
    service = service_of(request)
    tournament = published_tournament(service, name)
    scene = scene_for(request, tournament, await house_clock(service))
    page = tournament_page(scene)
    problem = None if refused is None else refusal_of(scene, refused)
    body = render(
        "tournament/main.html" if requested_part(request) else "tournament/page.html",
        frame=frame_for(request, page.title, here=PLACE),
        page=page,
        refused=problem,
        form=service.read_model.position,
        may_enter=request.user.is_player or request.user.is_visitor,
        runs=is_permitted(request.user, "tournament.open"),
    )
    return html_response(body, status=200 if refused is None else REFUSED)


@get("/tournaments/{name:str}", media_type=HTML)
async def tournament(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show a tournament: conditions, seats, standings, prizes, and what the viewer may do."""
    require(request, "tournament.view")
    return await tournament_response(request, name)


def own_command(player: str, form: SentForm) -> Command | None:
    """Return what a form about the player's own entry asks for; ``None`` if nothing is known."""
    by = Role.PLAYER
    match form.get("what", ""):
        case "enter":
            return Enter(player, agreed="agreed" in form, by=by)
        case "reserve":
            return Enter(player, agreed="agreed" in form, reserve=True, by=by)
    kinds: dict[str, type[EntrantsCommand]] = {
        "withdraw-entry": WithdrawEntry,
        "take-seat": TakeSeat,
        "leave-seat": LeaveSeat,
        "buy-chips": BuyChips,
        "buy-back": BuyBack,
        "decline-buy-back": DeclineBuyBack,
    }
    kind = kinds.get(form.get("what", ""))
    return None if kind is None else kind(player, by=by)


@post("/tournaments/{name:str}/entry", status_code=200, media_type=HTML)
async def entry(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Enter, withdraw, take or leave the seat, buy chips, buy back."""
    form, service, principal = await signed_in_form(request), service_of(request), request.user
    published_tournament(service, name)
    if not principal.is_player:
        raise not_yours(STAFF_PLAY)
    if form.get("what") == "software":
        require(request, "tournament.command", owner=principal.account)
        fill = partial(fill_with_software, name=name, player=principal.account)
        return await after_form(request, name, await service.do(fill))
    command = own_command(principal.account, form)
    if command is None:
        raise ProblemError(400, "request/not-understood", "this form asks for nothing known")
    known = form_id(name, principal.account, form)
    answer = await submit(service, principal, CommandRequest(TOURNAMENTS, name, command, known))
    return await after_form(request, name, answer if isinstance(answer, Refused) else None)


async def after_form(
    request: PrincipalRequest, name: str, refused: Refused | None
) -> Response[Any]:
    """Return the page after a form: scripts get its part, others are redirected to it."""
    if requested_part(request) or refused is not None:
        return await tournament_response(request, name, refused)
    return Redirect(f"/tournaments/{name}", status_code=303)


# ------------------------------------------------------------------------------------- at the table


def turn_command(player: str, box: int, form: SentForm) -> Command:
    """Return what a form for a player's turn asks for. Raise if it cannot be read."""
    match form.get("what", ""):
        case "wager":
            return PlaceWager(player, box, read_amount(form.get("amount", "")), by=Role.PLAYER)
        case "pass":
            return PlayPassCard(player, by=Role.PLAYER)
        case "form":
            beside = form.get("open", "").strip()
            return HandInForm(
                player,
                MAIN,
                read_amount(form.get("written", "")),
                read_amount(beside) if beside else 0,
                by=Role.PLAYER,
            )
    raise MisreadError("lay a wager, play a pass card or hand in a form")


def own_box(request: PrincipalRequest, name: str) -> int:
    """Return the principal's box in the session at a table; 0 if they have none."""
    contest = service_of(request).table(name).table.contest
    one = None if contest is None else contest.contestant(request.user.account)
    return 0 if one is None else one.box


@post(
    "/tables/{name:str}/turn",
    status_code=200,
    media_type=HTML,
    opt={"page": "/tables/{name}"},
)
async def turn(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Lay the wager of the turn, or what may replace it."""
    form = await signed_in_form(request)
    if is_over(request, name, form):
        return response_after(request, name, notice=TOO_LATE)
    try:
        command = turn_command(request.user.account, own_box(request, name), form)
    except MisreadError as error:
        return response_after(request, name, str(error))
    return await submit_and_show(request, name, form, (command,))


ROUTER = Router("/", route_handlers=[tournaments, tournament, entry, turn])


def attach(app: Litestar) -> None:
    """Have the floor's page show the tournaments."""
    app.state.floor_tournaments = floor_tournaments
