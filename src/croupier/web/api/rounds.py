"""Rounds that are over, told again from the record alone: to players their own, to staff all."""

import msgspec
from litestar import Router, get
from litestar.params import FromPath

from croupier.display.recall import RecalledRound, replayed, rounds_in
from croupier.display.sentences import Sentence
from croupier.display.voices import Voice
from croupier.record.envelopes import table_stream
from croupier.record.stores import Store
from croupier.web.api.doors import Asking, hall_of, require
from croupier.web.api.pages import Cursor, Page, PageLimit, PathNumber, page_of
from croupier.web.api.problems import ProblemError
from croupier.web.hall.askers import viewer_for
from croupier.web.hall.showcase import names_for


class ToldStep(msgspec.Struct, frozen=True):
    """One event of a round, in sentences."""

    position: int
    """Its place in the log."""
    by: str
    """Who asked for the command that led to it."""
    sentences: tuple[Sentence, ...]
    """What happened, with the clauses; none where the one who asks is not told."""


class ToldRound(msgspec.Struct, frozen=True):
    """A round, step by step."""

    round: RecalledRound
    """What it came to."""
    steps: tuple[ToldStep, ...]
    """What happened, in its order."""


def _own(request: Asking, found: RecalledRound) -> bool:
    """Whether somebody may look at a round: a player, where they had a wager in it."""
    return not request.user.is_player or request.user.account in found.net


@get("/api/tables/{table:str}/rounds")
async def list_rounds(
    request: Asking, table: FromPath[str], cursor: Cursor = 0, limit: PageLimit = 20
) -> Page[RecalledRound]:
    """List rounds of a table, the newest first: one's own, or for staff all of them."""
    require(request, "round.view", owner=request.user.account)
    hall_of(request).shown(table)

    def found(store: Store) -> list[RecalledRound]:
        told = rounds_in(store.read_stream(table_stream(table)))
        return [one for one in told if _own(request, one)][::-1]

    return page_of(await hall_of(request).read(found), cursor, limit)


@get("/api/tables/{table:str}/rounds/{number:int}")
async def view_round(request: Asking, table: FromPath[str], number: PathNumber) -> ToldRound:
    """Tell a round that is over once more, step by step, as the one who asks may know it."""
    require(request, "round.view", owner=request.user.account)
    hall = hall_of(request)
    shown = hall.shown(table)
    viewer = viewer_for(request.user, shown.table.choices.mode)
    voice = Voice(viewer, names=names_for(viewer, dict(hall.showcase.names)))

    def told(store: Store) -> ToldRound:
        envelopes = list(store.read_stream(table_stream(table)))
        wanted = next((one for one in rounds_in(envelopes) if one.number == number), None)
        if wanted is None or not wanted.ended or not _own(request, wanted):
            raise ProblemError(404, "round/unknown", f"there is no such round at {table}")
        steps = tuple(
            ToldStep(step.position, step.by, step.sentences)
            for step in replayed(shown.law, envelopes, voice)
            if wanted.first <= step.position <= wanted.last
        )
        return ToldRound(wanted, steps)

    return await hall.read(told)


ROUTER = Router("/", route_handlers=[list_rounds, view_round])
