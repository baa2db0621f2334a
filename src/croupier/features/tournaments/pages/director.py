"""The director's console: what is due, players, actions explained before they are done; papers."""

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.features.tournaments.api import TOURNAMENTS, require_tournament
from croupier.features.tournaments.pages import render
from croupier.features.tournaments.pages.actions import (
    AT_TABLES,
    ActionPreview,
    DirectorAction,
    action_of,
    actions_for,
    belongs_to,
    fields_of,
    preview_action,
    read_action,
)
from croupier.features.tournaments.pages.overview import (
    FAR_AWAY,
    about_line,
    prize_list,
    prize_pool,
    rounds_of,
    standings_parts,
)
from croupier.features.tournaments.pages.own_place import TournamentScene
from croupier.features.tournaments.pages.plain_words import plain_conditions
from croupier.features.tournaments.pages.players import (
    PLACE,
    house_clock,
    refusal_of,
    scene_for,
)
from croupier.features.tournaments.rules.due import TournamentDue, due
from croupier.features.tournaments.rules.entries import AppointManager
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase
from croupier.features.tournaments.runner import table_name
from croupier.games.table.contest.turns import current_turn
from croupier.messages import Command, Refused
from croupier.money import in_dollars
from croupier.rulebooks import Role
from croupier.web.auth.command_roles import role_for_command
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
from croupier.web.pages.rendering import frame_for, requested_part
from croupier.web.pages.staff_forms import DueTask, Requirement, form_id, task_by
from croupier.web.pages.table.contest import tournament_title
from croupier.web.pages.table.forms import MisreadError
from croupier.web.pages.table.page import RefusalPart
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form
from croupier.web.pages.times import house_zone
from croupier.web.problems import ProblemError
from croupier.web.service.submit import (
    CommandRequest,
    at_table,
    require_role,
    submit,
)

NEEDS = {
    "conditions": ("Publish the conditions", "publish-conditions"),
    "manager": ("Appoint somebody to run it", "appoint-manager"),
    "regulator": ("Give the regulator a copy of the conditions", "notify"),
    "entries": ("More players must enter", ""),
    "draw": ("Draw the seats", "draw-seats"),
    "start": ("Start the session", "start-session"),
    "seat": ("{player} has not taken the seat", ""),
    "buy-in": ("{player} has not bought the chips", ""),
    "tables": ("Designate table {table}", "designate-table"),
    "buy-back": ("{player} may buy back", ""),
    "wager": ("{player} wagers at table {table}", ""),
    "absence": ("{player} is absent at table {table}", "deduct-absent"),
    "deal": ("Cards are dealt at table {table}", ""),
    "time-out": ("The time of {player} at table {table} runs", ""),
    "play-off": ("A tie is played off at table {table}", ""),
    "break": ("A break is planned now", "break"),
    "resume": ("There is a break", "end-break"),
    "dispute": ("{player} has raised a dispute", "decide-dispute"),
    "notice": ("A notice is open", ""),
    "count": ("Check the chips of table {table} and take them back", "return-chips"),
    "prizes": ("Award the prizes", "award-prizes"),
}
"""What may be due, in words, and the action that settles it; empty if others do."""


SORTS = ("seat", "name", "state", "chips", "paid")
"""What the list of players may be sorted by; the most chips and money come first."""


class DirectedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player on the director's list."""

    id: str
    """The player's id."""
    name: str
    """The player's name."""
    seat: str
    """Table and box: ``1 / 3``; empty without a seat."""
    state: str
    """What the player does, or what became of the entry."""
    chips: str
    """The chips; empty if none are in play."""
    paid: str
    """What the player has paid so far."""


def needs_of(scene: TournamentScene, address: str) -> tuple[DueTask, ...]:
    """Return what the tournament waits for, most urgent first."""
    tournament = scene.tournament
    if tournament.clock is None or scene.now > tournament.clock:
        tournament = msgspec.structs.replace(tournament, clock=scene.now)
    owed = () if scene.rests else due(scene.law, tournament, scene.tables)
    return tuple(_need(scene, one, address) for one in owed)


def _need(scene: TournamentScene, owed: TournamentDue, address: str) -> DueTask:
    words, action = NEEDS[owed.what]
    text = words.format(player=scene.name(owed.player), table=owed.table)
    where = ""
    if action:
        where = f"{address}?command={action}"
        where += f"&player={owed.player}" if owed.player else ""
        where += f"&table={owed.table}" if owed.table else ""
    deadline = owed.deadline
    if deadline is not None and deadline - scene.now > FAR_AWAY:
        deadline = None
    return task_by(
        deadline,
        scene.now,
        text=text,
        clause=owed.clause,
        address=where,
        when="" if deadline is None else scene.clock(deadline),
        overdue=owed.overdue,
    )


def directed_players(scene: TournamentScene, sort: str = "seat") -> tuple[DirectedPlayer, ...]:
    """Return the players with seat, state, chips and what they have paid, in an order."""
    found: list[tuple[dict[str, Any], DirectedPlayer]] = []
    for player, entrant in scene.tournament.entrants.items():
        seat = scene.tournament.seat_of(player)
        table = None if seat is None else scene.tables.get(seat.table)
        state, chips, held = entrant.fate.value, "", -1
        if table is not None and table.contest is not None:
            one = table.contest.contestant(player)
            turn = current_turn(table)
            if one is not None:
                state = one.standing.value if one.present else "absent"
                held = table.chips(player)
                chips = in_dollars(held)
            if turn is not None and turn.player == player:
                state = "is asked for a wager"
        elif seat is not None and scene.tournament.phase is TournamentPhase.FINISHED:
            state = "played to the end"
        elif seat is not None:
            state = "there" if seat.present else "not there yet"
        paid = entrant.fee + entrant.commission + entrant.buy_ins + entrant.bought_back
        name = scene.name(player)
        where = (1, 0, 0) if seat is None else (0, seat.table, seat.box)
        keys: dict[str, Any] = {
            "seat": where,
            "name": name.lower(),
            "state": state,
            "chips": -held,
            "paid": -paid,
        }
        shown = DirectedPlayer(
            id=player,
            name=name,
            seat="" if seat is None else f"{seat.table} / {seat.box}",
            state=state,
            chips=chips,
            paid=in_dollars(paid),
        )
        found.append((keys, shown))
    by = sort if sort in SORTS else SORTS[0]
    return tuple(one for _, one in sorted(found, key=lambda pair: pair[0][by]))


def requirements(scene: TournamentScene) -> tuple[Requirement, ...]:
    """Return what the rulebook wants the conditions to state, and what they leave out."""
    tournament = scene.tournament
    given = tournament.conditions
    wanted = scene.rules.entries.required_statements(by_points=given.by_points)
    return tuple(
        Requirement(
            f"{name.replace('-', ' ').capitalize()}: {says.text}",
            says.clause,
            name in tournament.omitted
            or (name == "conducted-by-rules" and not given.conducted_by_rules),
        )
        for name, says in wanted.items()
    )


# ------------------------------------------------------------------------------------------- routes


async def director_response(
    request: PrincipalRequest,
    name: str,
    asked: SentForm,
    problem: RefusalPart | None = None,
) -> Response[Any]:
    """Return the console, with the panel of an action if one was chosen."""
    service = service_of(request)
    tournament = require_tournament(service, name)
    scene = scene_for(request, tournament, await house_clock(service))
    address = f"/tournaments/{name}/director"
    chosen = action_of(asked.get("command", ""))
    preview: ActionPreview | None = None
    if chosen is not None and "look" in asked and problem is None:
        try:
            command = await _command(request, chosen, scene, asked)
            preview = preview_action(scene, command)
            if preview.refused is not None:
                problem = refusal_of(scene, preview.refused)
        except MisreadError as error:
            problem = RefusalPart(str(error), ())
    fields = () if chosen is None else fields_of(chosen, scene, _players(request))
    rounds = rounds_of(scene)
    sort = asked.get("sort", "")
    players = directed_players(scene, sort)
    about = next((one for one in players if one.id == asked.get("player", "")), None)
    role = None
    if chosen is not None:
        role = role_for_command(request.user, scene.law, chosen.kind, live=False)
    body = render(
        "director/main.html" if requested_part(request) else "director/page.html",
        frame=frame_for(request, f"{tournament_title(name)}, director", here=PLACE),
        id=name,
        title=tournament_title(name),
        book=scene.law.book,
        summary=about_line(scene),
        me=request.user.name or request.user.account,
        role="" if role is None else role.title,
        phase=tournament.phase.value,
        rests=scene.rests,
        round="" if rounds is None else f"round {rounds[0]} of {rounds[1]}",
        pool=in_dollars(prize_pool(tournament)),
        manager=scene.name(tournament.manager),
        needs=needs_of(scene, address),
        players=players,
        sort=sort if sort in SORTS else SORTS[0],
        about=about,
        actions=[one for one in actions_for(scene) if belongs_to(one, scene, request.user.roles)],
        chosen=chosen,
        fields=fields,
        people=_managers(request) if chosen is not None and chosen.kind is AppointManager else (),
        asked=asked,
        preview=preview,
        problem=problem,
        form=service.read_model.position,
        requirements=requirements(scene) if tournament.phase is TournamentPhase.DRAFT else (),
        tables=[(number, table_name(tournament, number)) for number in scene.tables],
        published=tournament.phase is not TournamentPhase.DRAFT,
        follows=tuple(scene.table_names.values()),
    )
    return html_response(body, status=200 if problem is None else REFUSED)


def _managers(request: PrincipalRequest) -> tuple[tuple[str, str], ...]:
    """Return the people who may run a tournament, the signed-in person first."""
    directory, names = accounts_of(request).directory, service_of(request).read_model.names
    found = {request.user.account: request.user.name or request.user.account}
    for role in (Role.TOURNAMENT_MANAGER, Role.GAMING_MANAGER):
        found |= {one.id: names.get(one.id, one.id) for one in directory.with_role(role)}
    return tuple(found.items())


def _players(request: PrincipalRequest) -> dict[str, str]:
    """Return the players of the house by their names."""
    directory, names = accounts_of(request).directory, service_of(request).read_model.names
    return {one.id: names.get(one.id, one.id) for one in directory.with_role(Role.PLAYER)}


async def _command(
    request: PrincipalRequest, action: DirectorAction, scene: TournamentScene, form: SentForm
) -> Command:
    """Return the command that a form asks for, in the principal's role."""
    zone = await house_zone(request)
    role = require_role(request.user, action.kind, scene.law)
    return read_action(action, scene, form, role, zone)


@get("/tournaments/{name:str}/director", media_type=HTML)
async def director(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show the console of a tournament's director."""
    require(request, "tournament.command")
    asked = {key: str(value) for key, value in request.query_params.items()}
    return await director_response(request, name, asked)


@post(
    "/tournaments/{name:str}/actions",
    status_code=200,
    media_type=HTML,
    opt={"page": "/tournaments/{name}/director"},
)
async def do_action(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Carry out an action that was explained and confirmed."""
    form, service, principal = await signed_in_form(request), service_of(request), request.user
    require(request, "tournament.command")
    scene = scene_for(request, require_tournament(service, name), await house_clock(service))
    action = action_of(form.get("command", ""))
    if action is None:
        raise ProblemError(400, "request/not-understood", "this form names no action of a director")
    try:
        command = await _command(request, action, scene, form)
    except MisreadError as error:
        return await director_response(request, name, form, RefusalPart(str(error), ()))
    known = form_id(name, principal.account, form)
    answer: Any
    if isinstance(command, AT_TABLES):
        seat = scene.tournament.seat_of(getattr(command, "player", ""))
        number = 0 if seat is None else seat.table
        table = scene.table_names.get(number, table_name(scene.tournament, number))
        answer = await submit(service, principal, at_table(table, command, known))
    else:
        request_ = CommandRequest(TOURNAMENTS, name, command, known)
        answer = await submit(service, principal, request_)
    if isinstance(answer, Refused):
        return await director_response(request, name, form, refusal_of(scene, answer))
    return Redirect(f"/tournaments/{name}/director", status_code=303)


@get("/tournaments/{name:str}/papers", media_type=HTML)
async def papers(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show the papers of a tournament to print: conditions, seats, score sheets, results."""
    require(request, "tournament.command")
    service = service_of(request)
    tournament: Tournament = require_tournament(service, name)
    scene = scene_for(request, tournament, await house_clock(service))
    body = render(
        "director/papers.html",
        frame=frame_for(request, f"{tournament_title(name)}, papers", here=PLACE),
        id=name,
        title=tournament_title(name),
        game=scene.law.title,
        book=scene.law.book,
        session=tournament.plan.name,
        rounds=tournament.plan.rounds,
        conditions=plain_conditions(scene.law, tournament.conditions, scene.clock),
        seats=[
            (seat.table, seat.box, scene.name(seat.player))
            for seat in sorted(tournament.seats, key=lambda one: (one.table, one.box))
        ],
        standings=standings_parts(scene),
        prizes=prize_list(scene),
        awarded=tournament.awards is not None,
    )
    return html_response(body)


ROUTER = Router("/", route_handlers=[director, do_action, papers])
