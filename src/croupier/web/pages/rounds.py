"""Pages of finished rounds: the list of a table's, and one of them step by step."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath, FromQuery

from croupier.display.disclosure import disclose
from croupier.display.layout import table_view
from croupier.display.narration.narrator import ACCOUNT_EVENTS, narrate_event
from croupier.display.replays import RecalledRound, rounds_in
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.sentences import Sentence
from croupier.display.viewers import Voice
from croupier.display.views import TableView
from croupier.games.engine import evolve
from croupier.games.table.opening import TableOpened
from croupier.money import Cents
from croupier.record.envelopes import Envelope
from croupier.record.stores.base import Store
from croupier.rulebooks import TableLaw, catalogue
from croupier.streams import TABLE
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.read_model import names_for
from croupier.web.pages.rendering import frame_for, render
from croupier.web.pages.table.felt import felt_print, wagers_of
from croupier.web.pages.table.history import RecentRounds, signed_amount
from croupier.web.pages.table.page import table_page
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.pages.text import SIGNS, table_label
from croupier.web.problems import ProblemError
from croupier.web.service.proofs import provable_positions
from croupier.web.service.submit import viewer_for


class ReplayStep(msgspec.Struct, frozen=True):
    """One event of a round, and the table after it."""

    sentences: tuple[Sentence, ...]
    """What happened, in words."""
    view: TableView
    """The table afterwards, as the viewer may see it."""
    position: int
    """The position of its event in the log."""


class Replay(msgspec.Struct, frozen=True):
    """A round, step by step."""

    round: RecalledRound
    """The result of the round."""
    steps: tuple[ReplayStep, ...]
    """The steps, in order; events that the viewer may not know are left out."""


def replay(
    law: TableLaw, envelopes: Iterable[Envelope], number: int, voice: Voice
) -> Replay | None:
    """Return a round of a table by its number; ``None`` if there is no such round."""
    stream = list(envelopes)
    recalled = next((one for one in rounds_in(stream) if one.number == number), None)
    if recalled is None:
        return None
    scene: Scene | None = None
    steps = []
    for envelope in stream:
        event = envelope.event
        if isinstance(event, TableOpened):
            scene = scene_of(evolve(None, event))
            continue
        if scene is None or isinstance(event, ACCOUNT_EVENTS) or envelope.position > recalled.last:
            continue
        known = disclose(law, scene.table, event, voice.viewer)
        scene = next_scene(scene, event)
        if envelope.position >= recalled.first and known is not None:
            after = table_view(law, scene, voice.viewer, names=voice.names, faces=voice.faces)
            if sentences := narrate_event(law, known, after, voice):
                steps.append(ReplayStep(sentences, after, envelope.position))
    return Replay(recalled, tuple(steps))


def recent_of(request: PrincipalRequest) -> RecentRounds:
    """Return the last rounds of all tables, as this process has followed them."""
    found: RecentRounds = request.app.state.recent_rounds
    return found


async def listed_rounds(
    request: PrincipalRequest, name: str, first: int, last: int
) -> list[tuple[int, Mapping[str, Cents], bool]]:
    """Return rounds of a table, the newest first: number, results, and whether it is over.

    Without a ``last`` those in memory; else those of these numbers, from the log.
    """
    if not last:
        return [(one.number, one.net, one.over) for one in recent_of(request).of(name)]
    stream = TABLE.stream(name)
    found = await service_of(request).read(lambda store: list(rounds_in(store.read_stream(stream))))
    return [(one.number, one.net, one.ended) for one in found[::-1] if first <= one.number <= last]


@get("/tables/{name:str}/rounds", media_type=HTML)
async def rounds(
    request: PrincipalRequest,
    name: FromPath[str],
    first: FromQuery[int] = 0,
    last: FromQuery[int] = 0,
) -> Response[Any]:
    """List rounds of a table, the last ones unless asked: a player's own, for staff all."""
    require(request, "round.view", owner=request.user.account)
    shown = service_of(request).table(name)
    me = request.user.account
    found = []
    for number, nets, over in await listed_rounds(request, name, first, last):
        if request.user.is_player and me not in nets:
            continue
        net = nets.get(me, 0) if request.user.is_player else -sum(nets.values())
        found.append((number, signed_amount(net) if net else "even", net, over))
    body = render(
        "rounds/list.html",
        frame=frame_for(request, "Rounds"),
        name=name,
        title=f"{shown.law.title}, {table_label(name, shown.law.game)}",
        rounds=found,
        own=request.user.is_player,
        may_share=may_share(request),
        some=bool(last),
    )
    return html_response(body)


def may_share(request: PrincipalRequest) -> bool:
    """Return whether the principal may show own rounds to others."""
    return is_permitted(request.user, "round.share", owner=request.user.account)


def participants(told: Replay) -> frozenset[str]:
    """Return everybody who had a wager in a round, settled or not."""
    views = (step.view for step in told.steps)
    wagers = (wager for seen in views for box in seen.boxes for wager in wagers_of(box))
    return frozenset(told.round.net) | {wager.player for wager in wagers}


@get("/tables/{name:str}/rounds/{number:int}", media_type=HTML)
async def one_round(
    request: PrincipalRequest, name: FromPath[str], number: FromPath[int], step: FromQuery[int] = 0
) -> Response[Any]:
    """Show a round step by step, from its first."""
    service = service_of(request)
    shown = service.table(name)
    viewer = viewer_for(request.user, shown.table.choices.mode)
    voice = Voice(viewer, SIGNS, names_for(viewer, service.read_model.names))
    me = request.user.account if request.user.is_player else ""

    def read(store: Store) -> tuple[Replay | None, frozenset[int]]:
        envelopes = list(store.read_stream(TABLE.stream(name)))
        proved = provable_positions(service, store, envelopes, me) if me else frozenset[int]()
        return replay(shown.law, envelopes, number, voice), proved

    told, proved = await service.read(read)
    if told is None:
        raise ProblemError(404, "round/unknown", f"there is no round {number} at this table")
    took_part = request.user.account in participants(told)
    require(request, "round.view", owner=request.user.account if took_part else "")
    last = len(told.steps)
    at = min(max(step, 1), last) if last else 0
    page = table_page(
        name,
        shown.version,
        told.steps[at - 1].view,
        felt_print(shown.law, shown.table),
        catalogue(shown.law.book),
    )
    body = render(
        "rounds/round.html",
        frame=frame_for(request, f"Round {number}"),
        page=page,
        place=table_label(name, shown.law.game),
        steps=[one.sentences for one in told.steps],
        number=number,
        at=at,
        last=last,
        void=told.round.void,
        studied=request.user.is_player and took_part and told.round.ended,
        may_share=took_part and told.round.ended and may_share(request),
        proved=told.steps[at - 1].position if at and told.steps[at - 1].position in proved else 0,
    )
    return html_response(body)


ROUTER = Router("/", route_handlers=[rounds, one_round])
