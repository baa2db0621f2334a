"""Results of players over all tournaments of a floor, as a page and as CSV."""

import csv
import io
from typing import Any

from litestar import Response, Router, get

from croupier.features.tournaments.pages import render
from croupier.features.tournaments.pages.players import PLACE
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.features.tournaments.standings import PlayerRecord, player_records
from croupier.money import in_dollars
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.read_model import names_for
from croupier.web.pages.rendering import frame_for
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.service.submit import viewer_for

HEADS = ("player", "played", "won", "best place", "prizes in dollars")


def results(request: PrincipalRequest) -> list[tuple[str, PlayerRecord]]:
    """Return each player's results, most prize money first, by the names that the viewer sees."""
    model = service_of(request).read_model
    names = names_for(viewer_for(request.user), model.names)
    over = (one for one in model.tournaments.values() if one.phase is TournamentPhase.FINISHED)
    return [(names.get(one.player, one.player), one) for one in player_records(over)]


@get("/tournaments/results", media_type=HTML)
async def results_page(request: PrincipalRequest) -> Response[Any]:
    """Show the results of players over all tournaments that are over."""
    require(request, "tournament.view")
    found = results(request)
    finished = [
        one for one in service_of(request).read_model.tournaments.values() if one.awards is not None
    ]
    body = render(
        "results.html",
        frame=frame_for(request, "Results of tournaments", here=PLACE),
        results=[(name, one, in_dollars(one.prizes)) for name, one in found],
        count=len(finished),
        entries=sum(len(one.entrants) for one in finished),
        paid=in_dollars(sum(sum((one.awards or {}).values()) for one in finished)),
    )
    return html_response(body)


@get(
    "/tournaments/results.csv",
    media_type="text/csv",
    opt={"page": "/tournaments/results"},
)
async def results_csv(request: PrincipalRequest) -> Response[str]:
    """Send the same results as a file."""
    require(request, "tournament.view")
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADS)
    for name, one in results(request):
        prizes = f"{one.prizes / 100:.2f}"
        writer.writerow((name, one.played, one.won, one.best or "", prizes))
    headers = {"Content-Disposition": 'attachment; filename="tournament-results.csv"'}
    return Response(out.getvalue(), media_type="text/csv", headers=headers)


ROUTER = Router("/", route_handlers=[results_page, results_csv])
