"""Pages of hands that are set up for practice: the list of them, and one being played.

They are for everybody, also without an account. What was played so far is in the address, so that
every step is a page of its own, works without script and can be sent to others.
"""

import re
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.rulebooks import GAMES, StudLaw, TableLaw, catalogue, law_of
from croupier.web.http.guards import PrincipalRequest, require
from croupier.web.pages.rendering import frame_for, render, requested_part
from croupier.web.pages.table.felt import felt_print
from croupier.web.pages.table.history import signed_amount
from croupier.web.pages.table.page import Surroundings, table_page
from croupier.web.pages.table.routes import HTML, html_response, sent_fields
from croupier.web.pages.table.set_ups import (
    PracticeHand,
    SetUp,
    UnknownHandError,
    dealer_hands,
    find_set_up,
    own_hands,
    play,
    scenes_for,
)
from croupier.web.problems import ProblemError

PLAYED = re.compile(r"([0-9]{1,4})-([a-z]{0,40})")
"""The number of the shoe, and the keys of the calls so far."""
MOST_SHOES = 9999


class PracticeGame(msgspec.Struct, frozen=True):
    """What can be practised in one game."""

    game: str
    title: str
    stud: bool
    scenes: tuple[SetUp, ...]
    """Hands that show something."""
    own: dict[str, str]
    """The hands to choose from, by name."""
    shown: dict[str, str]
    """What the dealer may have, by name."""


class PracticePart(msgspec.Struct, frozen=True):
    """What the bar of a hand that is set up shows beside the table."""

    over: bool
    """Whether the hand is settled."""
    result: str
    """What it has come to, in words."""
    about: str
    """What there was to see; empty for a hand that was chosen."""
    again: str
    """The address of its first card."""
    other: str
    """The same hand with other cards behind it."""


def practice_game(law: TableLaw) -> PracticeGame:
    """Return what can be practised in a game."""
    stud = isinstance(law, StudLaw)
    own, shown = own_hands(law), dealer_hands(law)
    return PracticeGame(law.game, law.title, stud, scenes_for(law), own, shown)


def practice_law(game: str) -> TableLaw:
    """Return the law of a game. Raise ``ProblemError`` 404 if there is no such game."""
    if game not in GAMES:
        raise ProblemError(404, "practice/unknown", f"there is no game {game!r}")
    return law_of(game)


def practice_hand(law: TableLaw, name: str, played: str) -> tuple[SetUp, int, PracticeHand]:
    """Return a hand as far as its address says. Raise ``ProblemError`` 404 if there is none."""
    found = PLAYED.fullmatch(played)
    if found is None:
        raise ProblemError(404, "practice/unknown", "there is no such hand to practise")
    try:
        set_up = find_set_up(law, name)
        return set_up, int(found[1]), play(law, set_up, shoe=int(found[1]), calls=found[2])
    except UnknownHandError as error:
        raise ProblemError(404, "practice/unknown", str(error)) from None


def result_of(hand: PracticeHand) -> str:
    """Return what a hand has come to, in words."""
    if not hand.net:
        return "Your wagers come back"
    return f"You {'win' if hand.net > 0 else 'lose'}: {signed_amount(hand.net)}"


@get("/practice", media_type=HTML)
async def practice(request: PrincipalRequest) -> Response[Any]:
    """List the hands that can be practised, game by game."""
    require(request, "floor.view")
    games = [practice_game(law_of(game)) for game in GAMES]
    frame = frame_for(request, "Practise a hand", here="Practice")
    return html_response(render("table/practice.html", frame=frame, games=games))


@get("/practice/hand", media_type=HTML)
async def choose_hand(
    request: PrincipalRequest, game: FromQuery[str], own: FromQuery[str], shown: FromQuery[str]
) -> Response[Any]:
    """Redirect to the hand that was chosen."""
    require(request, "floor.view")
    set_up = practice_hand(practice_law(game), f"{own}-against-{shown}", "1-")[0]
    return Redirect(f"/practice/{game}/{set_up.name}/1-", status_code=303)


@get("/practice/{game:str}/{name:str}/{played:str}", media_type=HTML)
async def show_hand(
    request: PrincipalRequest, game: FromPath[str], name: FromPath[str], played: FromPath[str]
) -> Response[Any]:
    """Show a hand that is set up, as far as it was played."""
    require(request, "floor.view")
    law = practice_law(game)
    set_up, shoe, hand = practice_hand(law, name, played)
    start = f"/practice/{game}/{name}"
    around = Surroundings(
        set_up=f"{start}/{played}", about=f"Practice: {set_up.title}", deals_itself=True
    )
    croupier = hand.croupier
    page = table_page(
        name,
        len(croupier.events),
        hand.view,
        felt_print(law, croupier.table),
        catalogue(law.book),
        around,
    )
    part = PracticePart(
        hand.over,
        result_of(hand),
        set_up.about,
        f"{start}/{shoe}-",
        f"{start}/{shoe % MOST_SHOES + 1}-",
    )
    template = "table/main.html" if requested_part(request) else "table/page.html"
    frame = frame_for(request, set_up.title)
    return html_response(render(template, page=page, frame=frame, hand=part))


@post("/practice/{game:str}/{name:str}/{played:str}/answer", status_code=200, media_type=HTML)
async def answer_hand(
    request: PrincipalRequest, game: FromPath[str], name: FromPath[str], played: FromPath[str]
) -> Response[Any]:
    """Answer what a hand asks; each step has an address of its own."""
    require(request, "floor.view")
    key = (await sent_fields(request)).get("key", "")
    practice_hand(practice_law(game), name, f"{played}{key}")
    return Redirect(f"/practice/{game}/{name}/{played}{key}", status_code=303)


ROUTER = Router("/", route_handlers=[practice, choose_hand, show_hand, answer_hand])
