"""The page "Chances": fields of software players, and how plans of wagers fare in a tournament."""

from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.features.tournaments.bots import BOTS
from croupier.features.tournaments.files import write_tournament
from croupier.features.tournaments.pages import render
from croupier.features.tournaments.pages.players import PLACE, published_tournament
from croupier.features.tournaments.rules.state import Tournament
from croupier.maths.api import jobs_of
from croupier.maths.jobs import JobView, TooManyJobsError
from croupier.money import in_dollars
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, requested_part
from croupier.web.pages.table.contest import ordinal, tournament_title
from croupier.web.pages.table.forms import read_number
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form

MOST_TOURNAMENTS = 100_000
USUAL_TOURNAMENTS = 10_000
PLANS = {
    "steady": "wagers twice the minimum, whatever happens",
    "proportional": "wagers a tenth of the chips",
    "follow-the-leader": "wagers what the leader wagers when behind, else the minimum",
    "catch-up-late": "wagers the minimum, and in the last three rounds what it takes to lead",
}
"""What each plan of wagers does, in words."""


class PlanChances(msgspec.Struct, frozen=True, kw_only=True):
    """How the players fare who wager by one plan."""

    plan: str
    """Its name."""
    players: int
    """How many of the field wager so."""
    wins: str
    """How often one of them comes first, with the error."""
    share: float
    """The same as a number from 0 to 100, for the picture."""
    places: tuple[str, ...]
    """How often each place of the last session is theirs."""
    prize: str
    """What one of them wins on average; empty where places alone do not decide it."""


def chances_of(result: dict[str, Any]) -> tuple[PlanChances, ...]:
    """Return the chances by plan, from what the simulation reports."""
    found = []
    for one in result["bots"]:
        mean, error = one["wins"]["mean"], 1.96 * one["wins"]["standard_error"]
        found.append(
            PlanChances(
                plan=one["bot"],
                players=one["players"],
                wins=f"{mean:.1%} ± {error:.1%}",
                share=round(100 * mean, 1),
                places=tuple(f"{place['mean']:.1%}" for place in one["places"]),
                prize="" if one["prize"] is None else in_dollars(round(one["prize"])),
            )
        )
    return tuple(found)


def usual_field(tournament: Tournament) -> dict[str, str]:
    """Return the form as it begins: one player of each plan, or more where more must enter."""
    given = tournament.conditions
    least = min(max(len(BOTS), given.minimum_players), given.maximum_players)
    field = {plan: least // len(BOTS) + (at < least % len(BOTS)) for at, plan in enumerate(BOTS)}
    told = {plan: str(count) for plan, count in field.items()}
    return told | {"tournaments": str(USUAL_TOURNAMENTS)}


async def chances_response(
    request: PrincipalRequest, name: str, given: SentForm, *, job: JobView | None, problem: str = ""
) -> Response[Any]:
    """Return the page, with the state or the result of a simulation."""
    done = job is not None and job.state == "done"
    chances = chances_of(job.result) if job is not None and done else ()
    body = render(
        "chances/main.html" if requested_part(request) else "chances/page.html",
        frame=frame_for(request, f"{tournament_title(name)}, chances", here=PLACE),
        id=name,
        title=tournament_title(name),
        plans=PLANS,
        given=given,
        job=job,
        chances=chances,
        highest=max((one.share for one in chances), default=0),
        places=[ordinal(at + 1) for at in range(len(chances[0].places))] if chances else [],
        problem=problem,
        most=MOST_TOURNAMENTS,
    )
    return html_response(body, status=REFUSED if problem else 200)


@get("/tournaments/{name:str}/chances", media_type=HTML)
async def chances(
    request: PrincipalRequest, name: FromPath[str], job: FromQuery[str] = ""
) -> Response[Any]:
    """Show the form for a field of software players, and how a simulation of it stands."""
    require(request, "tournament.view")
    tournament = published_tournament(service_of(request), name)
    found = None
    if job:
        require(request, "maths.job")
        found = await jobs_of(request).view(request.user.account, job)
    asked = {key: str(value) for key, value in request.query_params.items()}
    return await chances_response(request, name, usual_field(tournament) | asked, job=found)


@post(
    "/tournaments/{name:str}/chances",
    status_code=200,
    media_type=HTML,
    opt={"page": "/tournaments/{name}/chances"},
)
async def simulate_field(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Start a simulation of the field that a form describes."""
    form, service = await signed_in_form(request), service_of(request)
    require(request, "maths.job")
    tournament = published_tournament(service, name)
    most = tournament.conditions.maximum_players
    field = {plan: read_number(form.get(plan, "") or "0", most) for plan in BOTS}
    number = read_number(form.get("tournaments", ""), MOST_TOURNAMENTS)
    bots = [plan for plan, count in field.items() for _ in range(count or 0)]
    problem = ""
    if None in field.values() or not 2 <= len(bots) <= most:
        problem = f"Write how many players wager by each plan: 2 to {most} together."
    elif number is None or number < 2:
        problem = f"Write how many tournaments are played: 2 to {MOST_TOURNAMENTS:,}."
    if problem or number is None:
        return await chances_response(request, name, form, job=None, problem=problem)
    text = write_tournament(tournament.game, tournament.conditions)
    try:
        started = await jobs_of(request).start_tournament(
            request.user.account,
            tournament.game,
            text,
            bots=",".join(bots),
            players=len(bots),
            tournaments=number,
        )
    except TooManyJobsError as error:
        return await chances_response(request, name, form, job=None, problem=str(error))
    told = {plan: count or 0 for plan, count in field.items()} | {"tournaments": number}
    query = urlencode({"job": started.job} | told)
    return Redirect(f"/tournaments/{name}/chances?{query}", status_code=303)


ROUTER = Router("/", route_handlers=[chances, simulate_field])
