"""A session of a tournament as a viewer may see it."""

from croupier.display.disclosure_tournaments import knows_form
from croupier.display.viewers import Viewer
from croupier.display.views import ContestantView, ContestView
from croupier.table.contest_state import Contest, Contestant, Part, marker_at
from croupier.table.contest_tables import terms_of
from croupier.table.contest_turns import turn
from croupier.table.state import Table


def contest_view(table: Table, viewer: Viewer) -> ContestView | None:
    """The session that is played at a table; none where none is."""
    contest = table.contest
    if contest is None:
        return None
    now = turn(table)
    terms = terms_of(table)
    return ContestView(
        terms.session,
        contest.part.value,
        contest.round,
        terms.rounds,
        marker_at(contest),
        "" if now is None else now.player,
        contest.seconds,
        tuple(_contestant(table, contest, one, viewer) for one in contest.contestants),
    )


def _contestant(table: Table, contest: Contest, one: Contestant, viewer: Viewer) -> ContestantView:
    form = next((form for form in contest.forms if form.player == one.player), None)
    known = form is not None and knows_form(viewer, one.player)
    over = contest.part is Part.OVER
    return ContestantView(
        one.player,
        one.box,
        contest.counts.get(one.player, 0) if over else table.chips(one.player),
        one.standing.value,
        one.present,
        one.passes,
        one.forms,
        form is not None,
        form.amount if form is not None and known else None,
    )
