"""Pages of strategy drills. They are for everybody, also without an account, and keep nothing."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.features.school.coach import learn_worths, percent_text
from croupier.features.school.drill import (
    AGAIN_AFTER,
    QUESTIONS,
    Drill,
    DrillAnswer,
    DrillKind,
    UnknownDrillError,
    find_kind,
    grade,
    kinds_for,
    next_question,
    question_hands,
    read_address,
)
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.web.http.guards import PrincipalRequest, require
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.pages.table.set_ups import UnknownHandError
from croupier.web.problems import ProblemError

render = renderer_of("croupier.features.school")
DRILLS = 999_999
"""The greatest number of a drill."""


class GameDrills(msgspec.Struct, frozen=True):
    """The drills of one game."""

    game: str
    """The game, by its name for programs."""
    title: str
    """The game, by its name for people."""
    kinds: tuple[DrillKind, ...]
    """The kinds of hands to choose from."""


def drill_law(game: str) -> TableLaw:
    """Return the law of a game. Raise ``ProblemError`` 404 if there is no such game."""
    if game not in GAMES:
        raise ProblemError(404, "drill/unknown", f"there is no game {game!r}")
    return law_of(game)


async def drill_so_far(
    request: PrincipalRequest, law: TableLaw, kind: DrillKind, number: int, keys: str
) -> Drill:
    """Return a drill as far as its answers go, each graded by its exact worth."""
    fresh = question_hands(law, kind.name, number)
    answers: list[DrillAnswer] = []
    for key in keys:
        question = next_question(law, kind, fresh, answers)
        await learn_worths(request.app.state.maths, law, question.choices, (question.hand,))
        # In a thread, for what could not be learned: it is then computed there.
        answers.append(await asyncio.to_thread(grade, law, question, key))
    asked = None
    if len(answers) < QUESTIONS:
        asked = next_question(law, kind, fresh, answers)
        # Now, so that the grade is there at once when the answer comes.
        await learn_worths(request.app.state.maths, law, asked.choices, (asked.hand,))
    return Drill(kind, number, keys, tuple(answers), asked)


@get("/practice/drills", media_type=HTML)
async def drills(request: PrincipalRequest) -> Response[Any]:
    """List the drills, game by game."""
    require(request, "floor.view")
    laws = [law_of(game) for game in GAMES]
    games = [GameDrills(law.game, law.title, kinds_for(law)) for law in laws]
    frame = frame_for(request, "Strategy drills", here="Practice")
    return html_response(render("drills.html", frame=frame, games=games, questions=QUESTIONS))


@get("/practice/drills/{game:str}/{kind:str}", media_type=HTML)
async def begin(
    request: PrincipalRequest, game: FromPath[str], kind: FromPath[str]
) -> Response[Any]:
    """Begin a drill with hands of its own."""
    require(request, "floor.view")
    try:
        find_kind(drill_law(game), kind)
    except UnknownDrillError as error:
        raise ProblemError(404, "drill/unknown", str(error)) from None
    number = secrets.randbelow(DRILLS) + 1
    return Redirect(f"/practice/drills/{game}/{kind}/{number}-", status_code=303)


@get("/practice/drills/{game:str}/{kind:str}/{played:str}", media_type=HTML)
async def drill(
    request: PrincipalRequest, game: FromPath[str], kind: FromPath[str], played: FromPath[str]
) -> Response[Any]:
    """Show a drill as far as it was answered: a grade, the next question, or the result.

    The address of an answer ends in a dot. A wrong answer is looked at before the next question; a
    right one leads on at once.
    """
    require(request, "floor.view")
    law = drill_law(game)
    try:
        number, keys, just_answered = read_address(played)
        found = await drill_so_far(request, law, find_kind(law, kind), number, keys)
    except (UnknownDrillError, UnknownHandError) as error:
        raise ProblemError(404, "drill/unknown", str(error)) from None
    start = f"/practice/drills/{game}/{kind}"
    here = f"{start}/{number}-{keys}"
    if just_answered and (not found.answers or found.answers[-1].right):
        return Redirect(here, status_code=303)
    body = render(
        "drill.html",
        frame=frame_for(request, page_title(found, stopped=just_answered), here="Practice"),
        law=law,
        drill=found,
        stopped=just_answered,
        here=here,
        start=start,
        questions=QUESTIONS,
        again_after=AGAIN_AFTER,
        percent=percent_text,
        pips=pips(found.answers),
    )
    return html_response(body)


def page_title(found: Drill, *, stopped: bool) -> str:
    """Return the title of a drill's page: first the grade, as a screen reader says it first."""
    if stopped:
        last = found.answers[-1]
        return f"Wrong: {last.best} is worth more"
    if found.question is None:
        return f"{found.count_right} of {len(found.answers)} right"
    right = "Right. " if found.answers and found.answers[-1].right else ""
    return f"{right}{found.question.hand.situation}"


def pips(answers: Sequence[DrillAnswer]) -> tuple[str, ...]:
    """Return a mark for each question: right, wrong, here, or nothing yet."""
    marks = ["right" if one.right else "wrong" for one in answers]
    marks += ["here"] if len(marks) < QUESTIONS else []
    return (*marks, *[""] * (QUESTIONS - len(marks)))


ROUTER = Router("/", route_handlers=[drills, begin, drill])
