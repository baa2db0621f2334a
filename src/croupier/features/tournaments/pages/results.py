"""Results of players over all tournaments, prizes paid, entries by day; as pages and as CSV."""

from collections import Counter
from datetime import date, datetime, tzinfo
from typing import Any

import msgspec
from litestar import Litestar, Response, Router, get

from croupier.features.tournaments.pages import render
from croupier.features.tournaments.pages.players import PLACE
from croupier.features.tournaments.rules.entries import PlayerEntered
from croupier.features.tournaments.rules.placings import PrizesAwarded
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.features.tournaments.standings import PlayerRecord, player_records
from croupier.money import Cents, in_dollars
from croupier.record.stores.base import Store
from croupier.streams import TOURNAMENT
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.read_model import names_for
from croupier.web.pages.rendering import frame_for
from croupier.web.pages.statement import csv_response
from croupier.web.pages.table.contest import tournament_title
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.pages.times import day_bars, zone_for
from croupier.web.service.submit import viewer_for

HEADS = ("player", "played", "won", "best place", "prizes in dollars")
DAY_HEADS = ("day", "entries", "prizes in dollars")
PRIZE_HEADS = ("tournament", "entries", "winners", "prizes in dollars")
ON_RESULTS = {"page": "/tournaments/results"}
"""The page on which the links to the files stand."""


class TournamentDays:
    """When players entered and prizes were paid, over all tournaments; each look reads what is new.

    Use it from one thread only, the one that reads the store.
    """

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._entered: list[datetime] = []
        self._paid: list[tuple[datetime, Cents]] = []

    def read(self, store: Store, names: tuple[str, ...], zone: tzinfo) -> "DailyFigures":
        """Return the figures of some tournaments by day, as the store has them now."""
        for name in names:
            stream = TOURNAMENT.stream(name)
            for envelope in store.read_stream(stream, self._versions.get(name, 0)):
                self._versions[name] = envelope.version
                at = envelope.at or envelope.recorded
                if at is not None and isinstance(envelope.event, PlayerEntered):
                    self._entered.append(at)
                elif at is not None and isinstance(envelope.event, PrizesAwarded):
                    self._paid.append((at, sum(envelope.event.prizes.values())))
        paid: Counter[date] = Counter()
        for at, amount in self._paid:
            paid[at.astimezone(zone).date()] += amount
        return DailyFigures(
            dict(Counter(one.astimezone(zone).date() for one in self._entered)), paid
        )


class DailyFigures(msgspec.Struct, frozen=True):
    """Entries and prizes by day."""

    entries: dict[date, int]
    """How many players entered."""
    prizes: dict[date, Cents]
    """What was paid in prizes."""


class TournamentPrizes(msgspec.Struct, frozen=True):
    """What a tournament paid."""

    name: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    entries: int
    """How many players entered."""
    winners: int
    """How many received a prize."""
    paid: Cents
    """What they received together."""


def results(request: PrincipalRequest) -> list[tuple[str, PlayerRecord]]:
    """Return each player's results, most prize money first, by the names that the viewer sees."""
    model = service_of(request).read_model
    names = names_for(viewer_for(request.user), model.names)
    over = (one for one in model.tournaments.values() if one.phase is TournamentPhase.FINISHED)
    return [(names.get(one.player, one.player), one) for one in player_records(over)]


def prizes_paid(request: PrincipalRequest) -> list[TournamentPrizes]:
    """Return what each tournament that is over has paid, the newest first."""
    found = [
        TournamentPrizes(
            one.name,
            tournament_title(one.name),
            len(one.entrants),
            sum(amount > 0 for amount in one.awards.values()),
            sum(one.awards.values()),
        )
        for one in service_of(request).read_model.tournaments.values()
        if one.awards is not None
    ]
    return found[::-1]


async def daily_figures(request: PrincipalRequest) -> DailyFigures:
    """Return entries and prizes by day, by the viewer's clock."""
    service, zone = service_of(request), await zone_for(request)
    days: TournamentDays = request.app.state.tournament_days
    drafts = TournamentPhase.DRAFT
    known = service.read_model.tournaments.items()
    names = tuple(name for name, one in known if one.phase is not drafts)
    return await service.read(lambda store: days.read(store, names, zone))


@get("/tournaments/results", media_type=HTML)
async def results_page(request: PrincipalRequest) -> Response[Any]:
    """Show the results of players, the prizes paid and the entries by day."""
    require(request, "tournament.view")
    paid, days = prizes_paid(request), await daily_figures(request)
    body = render(
        "results.html",
        frame=frame_for(request, "Results of tournaments", here=PLACE),
        results=[(name, one, in_dollars(one.prizes)) for name, one in results(request)],
        count=len(paid),
        entries=sum(one.entries for one in paid),
        paid=in_dollars(sum(one.paid for one in paid)),
        prizes=paid,
        bars=day_bars(days.entries),
    )
    return html_response(body)


@get("/tournaments/results.csv", media_type="text/csv", opt=ON_RESULTS)
async def results_csv(request: PrincipalRequest) -> Response[str]:
    """Send the results of players as a file."""
    require(request, "tournament.view")
    rows = [
        (name, one.played, one.won, one.best or "", f"{one.prizes / 100:.2f}")
        for name, one in results(request)
    ]
    return csv_response("tournament-results.csv", HEADS, rows)


@get("/tournaments/prizes.csv", media_type="text/csv", opt=ON_RESULTS)
async def prizes_csv(request: PrincipalRequest) -> Response[str]:
    """Send what each tournament has paid as a file."""
    require(request, "tournament.view")
    rows = [
        (one.name, one.entries, one.winners, f"{one.paid / 100:.2f}")
        for one in prizes_paid(request)
    ]
    return csv_response("tournament-prizes.csv", PRIZE_HEADS, rows)


@get("/tournaments/days.csv", media_type="text/csv", opt=ON_RESULTS)
async def days_csv(request: PrincipalRequest) -> Response[str]:
    """Send entries and prizes by day as a file."""
    require(request, "tournament.view")
    found = await daily_figures(request)
    rows = [
        (day, found.entries.get(day, 0), f"{found.prizes.get(day, 0) / 100:.2f}")
        for day in sorted(found.entries.keys() | found.prizes.keys())
    ]
    return csv_response("tournament-days.csv", DAY_HEADS, rows)


ROUTER = Router("/", route_handlers=[results_page, results_csv, prizes_csv, days_csv])


def attach(app: Litestar) -> None:
    """Have the application keep the figures read so far."""
    app.state.tournament_days = TournamentDays()
