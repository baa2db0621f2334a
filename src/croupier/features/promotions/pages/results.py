"""Figures of all promotions: entries by day, prizes by what has become of them; as CSV too."""

from collections import Counter
from datetime import date
from typing import Any

import msgspec
from litestar import Response, Router, get

from croupier.features.promotions.pages import render
from croupier.features.promotions.pages.plain_words import stage_words
from croupier.features.promotions.pages.scene import (
    PLACE,
    PromotionScene,
    is_staff,
    prize_words,
    scene_for,
)
from croupier.features.promotions.rules.terms import prize_worth
from croupier.money import Cents, in_dollars
from croupier.rulebooks import GAMES
from croupier.streams import PROMOTION
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for
from croupier.web.pages.statement import csv_response
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.pages.times import day_bars

ON_RESULTS = {"page": "/promotions/results"}
"""The page on which the links to the files stand."""
HEADS = (
    "promotion",
    "game",
    "state",
    "entries",
    "players",
    "prizes",
    "prizes in dollars",
    "awarded in dollars",
    "unclaimed in dollars",
)
DAY_HEADS = ("day", "entries")
AWARD_HEADS = ("promotion", "prize", "worth in dollars", "player", "entry", "state")


class PromotionFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion in figures."""

    id: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    game: str
    """The game at whose tables it runs."""
    stage: str
    """How far it has come."""
    entries: int
    """How many entries there are."""
    players: int
    """How many players have entered."""
    prizes: int
    """How many prizes there are."""
    worth: Cents
    """What they are worth."""
    awarded: Cents
    """What of that was handed over."""
    unclaimed: Cents
    """What of that was recorded as unclaimed."""


def figures_of(scene: PromotionScene) -> PromotionFigures:
    """Return a promotion in figures."""
    promotion = scene.promotion
    worth = [prize_worth(one) for one in scene.prizes]
    return PromotionFigures(
        id=scene.name,
        title=scene.title,
        game=scene.law.title,
        stage=stage_words(scene),
        entries=len(promotion.tickets),
        players=len({one.player for one in promotion.tickets}),
        prizes=len(worth),
        worth=sum(worth),
        awarded=sum(worth[one.prize - 1] for one in promotion.wins if one.paid is not None),
        unclaimed=sum(worth[one.prize - 1] for one in promotion.wins if one.unclaimed),
    )


async def shown_scenes(request: PrincipalRequest) -> list[PromotionScene]:
    """Return the promotions that the principal may see, in the order of their opening."""
    require(request, "promotion.view")
    known = service_of(request).read_model.states.of(PROMOTION).items()
    staff = is_staff(request.user)
    names = [name for name, one in known if one.game in GAMES and (one.published or staff)]
    return [await scene_for(request, name) for name in names]


def entries_by_day(scenes: list[PromotionScene]) -> dict[date, int]:
    """Return the entries of all promotions by day."""
    total: Counter[date] = Counter()
    for scene in scenes:
        total.update(scene.history.entries_by_day(scene.zone))
    return dict(sorted(total.items()))


@get("/promotions/results", media_type=HTML)
async def results(request: PrincipalRequest) -> Response[Any]:
    """Show the figures of all promotions."""
    scenes = await shown_scenes(request)
    found = [figures_of(one) for one in scenes]
    body = render(
        "results.html",
        frame=frame_for(request, "Figures of promotions", here=PLACE),
        found=found,
        bars=day_bars(entries_by_day(scenes)),
        entries=sum(one.entries for one in found),
        awarded=in_dollars(sum(one.awarded for one in found)),
        staff=is_staff(request.user),
    )
    return html_response(body)


@get("/promotions/results.csv", media_type="text/csv", opt=ON_RESULTS)
async def results_csv(request: PrincipalRequest) -> Response[str]:
    """Send the same figures as a file."""
    found = [figures_of(one) for one in await shown_scenes(request)]
    rows = [
        (one.id, one.game, one.stage, one.entries, one.players, one.prizes, *_sums(one))
        for one in found
    ]
    return csv_response("promotions.csv", HEADS, rows)


def _sums(one: PromotionFigures) -> tuple[str, ...]:
    return tuple(f"{sum_ / 100:.2f}" for sum_ in (one.worth, one.awarded, one.unclaimed))


@get("/promotions/entries.csv", media_type="text/csv", opt=ON_RESULTS)
async def entries_csv(request: PrincipalRequest) -> Response[str]:
    """Send the entries by day as a file."""
    days = entries_by_day(await shown_scenes(request))
    return csv_response("promotion-entries.csv", DAY_HEADS, days.items())


@get("/promotions/awards.csv", media_type="text/csv", opt=ON_RESULTS)
async def awards_csv(request: PrincipalRequest) -> Response[str]:
    """Send every prize drawn as a file; to anybody but staff, only the viewer's own."""
    rows = []
    for scene in await shown_scenes(request):
        for win in scene.promotion.wins:
            if not (scene.staff or (scene.me and win.player == scene.me)):
                continue
            prize = scene.prizes[win.prize - 1]
            state = "unclaimed" if win.unclaimed else "open"
            state = "awarded" if win.paid is not None else state
            worth = f"{prize_worth(prize) / 100:.2f}"
            row = (scene.name, prize_words(prize), worth, scene.who(win.player), win.entry, state)
            rows.append(row)
    return csv_response("promotion-awards.csv", AWARD_HEADS, rows)


ROUTER = Router("/", route_handlers=[results, results_csv, entries_csv, awards_csv])
