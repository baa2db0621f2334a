"""The coach on the web: it follows the log to learn every decision made at practice tables."""

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from litestar import Litestar, Response, Router, get
from litestar.params import FromPath

from croupier.display.layout import table_view
from croupier.display.replays import rounds_in
from croupier.display.scenes import Scene, next_scene, scene_of
from croupier.display.viewers import Patron
from croupier.features.school.coach import (
    DecisionTotals,
    HandToDecide,
    hand_advice,
    hand_to_decide,
    learn_worths,
    viewer_advice,
)
from croupier.floor.resting_tables import display_law, playing_law
from croupier.games.blackjack.calls import DoublePlaced, SplitPlaced, Surrendered
from croupier.games.blackjack.state import Call, CardCalled
from croupier.games.blackjack.turn import DecisionDue, HandFinished
from croupier.games.engine import due, evolve
from croupier.games.stud.bets import BetPlaced, HandFolded
from croupier.games.stud.due import BetDue
from croupier.games.table.opening import TableOpened
from croupier.messages import Event, Refused
from croupier.record.envelopes import Envelope
from croupier.rulebooks import TableLaw
from croupier.streams import KINDS, TABLE
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, renderer_of, requested_part
from croupier.web.pages.table.routes import HTML, html_response, view_for
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService

render = renderer_of("croupier.features.school")


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


class DecisionMade(NamedTuple):
    """A decision about a hand, as its player saw it."""

    player: str
    hand: HandToDecide
    call: str


def decision_made(law: TableLaw, scene: Scene, event: Event) -> DecisionMade | None:
    """Return the decision that an event records; ``None`` if it records none."""
    call = recorded_call(event)
    if not call:
        return None
    owed = due(law, scene.table)
    about = (one for one in owed if isinstance(one, DecisionDue | BetDue))
    asked = next((one for one in about if one.box == getattr(event, "box", 0)), None)
    if asked is None or getattr(event, "player", asked.player) != asked.player:
        return None
    hand = hand_to_decide(table_view(law, scene, Patron(asked.player), due=owed))
    return None if hand is None else DecisionMade(asked.player, hand, call)


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
            law = playing_law(scene.table)
            if not isinstance(law, Refused) and (made := decision_made(law, scene, event)):
                self._decisions.setdefault((name, made.player), []).append((made.hand, made.call))
            self._scenes[name] = next_scene(scene, event)

    def hands(self, table: str, player: str) -> tuple[HandToDecide, ...]:
        """Return the hands that a player has decided about at a table."""
        return tuple(hand for hand, _ in self._decisions.get((table, player), ()))

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
    choices, asked = shown.table.choices, hand_to_decide(seen)
    hands = (*(() if asked is None else (asked,)), *kept.hands(name, me))
    await learn_worths(request.app.state.maths, shown.law, choices, hands)
    # In threads, for what could not be learned: it is then computed there.
    advice = await asyncio.to_thread(viewer_advice, shown.law, choices, seen)
    sums = await asyncio.to_thread(kept.sums, name, me)
    body = render(
        "part.html" if requested_part(request) else "page.html",
        frame=frame_for(request, "The coach"),
        name=name,
        advice=advice,
        sums=sums,
    )
    return html_response(body)


# Past rounds -------------------------------------------------------------------------------------


def decisions_in_round(
    law: TableLaw, envelopes: Sequence[Envelope], number: int, player: str
) -> list[DecisionMade] | None:
    """Return a player's decisions in a round that is over; ``None`` if there is no such round."""
    found = next((one for one in rounds_in(envelopes) if one.number == number), None)
    if found is None or not found.ended:
        return None
    scene: Scene | None = None
    decisions = []
    for envelope in envelopes:
        event = envelope.event
        if envelope.position > found.last:
            break
        if scene is None:
            scene = scene_of(evolve(None, event))
            continue
        if envelope.position >= found.first:
            made = decision_made(law, scene, event)
            if made is not None and made.player == player:
                decisions.append(made)
        scene = next_scene(scene, event)
    return decisions


@get("/tables/{name:str}/rounds/{number:int}/coach", media_type=HTML)
async def past_round(
    request: PrincipalRequest, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Show what each of the player's choices in a past round was worth.

    The round is over, so that it is no aid to play: every table has this.
    """
    me = request.user.account
    require(request, "round.view", owner=me)
    service = service_of(request)
    shown = service.table(name)
    law, choices = shown.law, shown.table.choices
    stream = TABLE.stream(name)
    found = await service.read(
        lambda store: decisions_in_round(law, list(store.read_stream(stream)), number, me)
    )
    if found is None:
        why = f"there is no round {number} at this table that is over"
        raise ProblemError(404, "round/unknown", why)
    await learn_worths(request.app.state.maths, law, choices, [one.hand for one in found])
    studied, sums = [], DecisionTotals(mistakes=[])
    for one in found:
        advice = await asyncio.to_thread(hand_advice, law, choices, one.hand)
        if advice is not None:
            studied.append((one.call, advice, sums.note(advice, one.call)))
    body = render(
        "past.html",
        frame=frame_for(request, f"Round {number}, the coach"),
        address=f"/tables/{name}/rounds/{number}",
        title=f"{law.title}, round {number}",
        studied=studied,
        sums=sums,
    )
    return html_response(body)


ROUTER = Router("/", route_handlers=[coach, past_round])


def attach(app: Litestar, service: FloorService) -> None:
    """Have the coach follow the log of a floor from its beginning."""
    app.state.coach = kept = Coach()
    service.subscribe(kept.take)
