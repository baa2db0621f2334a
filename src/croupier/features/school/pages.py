"""The coach on the web: it follows the log to learn every decision made at practice tables."""

import asyncio
from collections.abc import Sequence
from typing import Any

from litestar import Litestar, Response, Router, get
from litestar.params import FromPath

from croupier.display.layout import table_view
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.viewers import Patron
from croupier.display.views import TableView
from croupier.features.school.coach import (
    Advice,
    DecisionTotals,
    HandToDecide,
    hand_advice,
    hand_to_decide,
    viewer_advice,
)
from croupier.floor.resting_tables import display_law, playing_law
from croupier.games.blackjack.calls import DoublePlaced, SplitPlaced, Surrendered
from croupier.games.blackjack.state import Call, CardCalled
from croupier.games.blackjack.turn import DecisionDue, HandFinished
from croupier.games.engine import due, evolve
from croupier.games.stud.bets import BetPlaced, HandFolded
from croupier.games.stud.due import BetDue
from croupier.games.table.choices import Choices
from croupier.games.table.opening import TableOpened
from croupier.messages import Event, Refused
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw
from croupier.streams import KINDS, TABLE
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, render, requested_part
from croupier.web.pages.table.routes import HTML, html_response, view_for
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService


def recorded_call(event: Event) -> str:
    """Return the call that an event records, by its command's name; empty if it records none."""
    match event:
        case CardCalled(call=Call.HIT):
            return "hit"
        case HandFinished(called=True):
            return "stand"
        case DoublePlaced():
            return "double"
        case SplitPlaced():
            return "split"
        case Surrendered():
            return "surrender"
        case BetPlaced():
            return "bet"
        case HandFolded(taken_up=True):
            return "fold"
    return ""


class Coach:
    """The decisions that players at practice tables had to make, and what they called."""

    def __init__(self) -> None:
        self._scenes: dict[str, Scene] = {}
        self._decisions: dict[tuple[str, str], list[tuple[HandToDecide, str]]] = {}

    def take(self, envelopes: Sequence[Envelope]) -> None:
        """Apply events of the log."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            if kind is TABLE:
                self._take(name, envelope.event)

    def _take(self, name: str, event: Event) -> None:
        if isinstance(event, TableOpened):
            table = evolve(None, event)
            if table.choices.practice:
                self._scenes[name] = scene_of(table)
        elif name in self._scenes:
            scene = self._scenes[name]
            if call := recorded_call(event):
                law = playing_law(scene.table)
                if not isinstance(law, Refused):
                    self._note(name, law, scene, event, call)
            self._scenes[name] = next_scene(scene, event)

    def _note(self, name: str, law: TableLaw, scene: Scene, event: Event, call: str) -> None:
        """Record a call with the hand that it was about, as its player saw it."""
        owed = due(law, scene.table)
        about = (one for one in owed if isinstance(one, DecisionDue | BetDue))
        asked = next((one for one in about if one.box == getattr(event, "box", 0)), None)
        if asked is None or getattr(event, "player", asked.player) != asked.player:
            return
        hand = hand_to_decide(table_view(law, scene, Patron(asked.player), due=owed))
        if hand is not None:
            self._decisions.setdefault((name, asked.player), []).append((hand, call))

    def sums(self, table: str, player: str) -> DecisionTotals:
        """Return what a player's decisions at a table came to; it may take a moment."""
        sums = DecisionTotals(mistakes=[])
        if (scene := self._scenes.get(table)) is not None:
            law = display_law(scene.table)
            for hand, call in tuple(self._decisions.get((table, player), ())):
                advice = hand_advice(law, scene.table.choices, hand)
                if advice is not None:
                    sums.note(advice, call)
        return sums


async def advice_and_totals(
    coach: Coach, table: str, law: TableLaw, choices: Choices, seen: TableView, player: str
) -> tuple[Advice | None, DecisionTotals]:
    """Return the worth of the viewer's choices and the cost of mistakes, computed in a thread."""
    advice = await asyncio.to_thread(viewer_advice, law, choices, seen)
    return advice, await asyncio.to_thread(coach.sums, table, player)


@get("/tables/{name:str}/coach", media_type=HTML)
async def coach(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show what each choice is worth and what mistakes have cost, at practice tables only."""
    require(request, "table.view")
    shown = service_of(request).table(name)
    if not shown.table.choices.practice:
        clause = shown.law.conduct.no_aids
        why = "only practice tables have a coach"
        words = f"{why} (clause {clause})" if clause is not None else why
        raise ProblemError(403, "coach/not-here", words)
    seen = view_for(request, name)
    kept: Coach = request.app.state.coach
    me = request.user.account
    advice, sums = await advice_and_totals(kept, name, shown.law, shown.table.choices, seen, me)
    body = render(
        "coach_part.html" if requested_part(request) else "coach.html",
        frame=frame_for(request, "The coach"),
        name=name,
        advice=advice,
        sums=sums,
    )
    return html_response(body)


ROUTER = Router("/", route_handlers=[coach])


def attach(app: Litestar, service: FloorService) -> None:
    """Have the coach follow the log of a floor from its beginning."""
    app.state.coach = kept = Coach()
    service.subscribe(kept.take)
