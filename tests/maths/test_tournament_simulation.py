"""Simulated tournaments: held to the engine card for card, and to what must be so."""

from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from croupier.features.tournaments import bots as tournaments_bots
from croupier.features.tournaments.rules.conditions import (
    BadConditionsError,
    conditions_refusal,
    read_conditions,
)
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.blackjack.charts import FlatChart
from croupier.maths.kernels.random_streams import seed_stream
from croupier.maths.kernels.tournaments.cards import BOTS, LATE_ROUNDS, PART
from croupier.maths.kernels.tournaments.play import simulate_tournaments
from croupier.maths.kernels.tournaments.room import PLACE, WENT_ON
from croupier.maths.kernels.tournaments.sessions import NOTED
from croupier.maths.simulation.tournaments import SimulatedTournament, UnsimulatedError
from croupier.rulebooks import BlackjackLaw, law_of
from tests.maths.charted import random_chart
from tests.maths.tournament_tables import TournamentStory, play_by_engine

GAMES = ("star-blackjack", "blackjack-challenge", "canberra-blackjack")
SOME = pytest.param(24, 0, id="some")
MANY = [pytest.param(250, seed, id=f"many-{seed}", marks=pytest.mark.slow) for seed in range(1, 5)]
"""How many tournaments, and the seed of them; many in parts, each of which is over soon."""
ROOM = 2000
"""How many rounds are noted of a tournament: none has more."""
TABLES_CHANGE = 5
"""After so many tournaments another chart is played at other tables."""

Drawn = tuple[SimulatedTournament, TournamentStory]
"""A tournament as it is simulated, and as the engine has played it."""


def law(game: str) -> BlackjackLaw:
    found = law_of(game)
    assert isinstance(found, BlackjackLaw)
    return found


@cache
def best_chart(game: str) -> FlatChart:
    return BlackjackStudy(law(game)).flat_chart


def some_chart(chance: Random) -> FlatChart:
    """A chart in which nearly anything may stand; no pair stands that would have to draw."""
    chart = random_chart(chance)
    pairs = {name: row.replace("S", "-") for name, row in chart.pairs.items()}
    return msgspec.structs.replace(chart, pairs=pairs).flat()


def some_sessions(chance: Random, players: int) -> list[dict[str, Any]]:
    """Sessions for a number of players: heats, a second chance, a final."""
    rounds = [*range(1, 9), 12, 24]
    sessions: list[dict[str, Any]] = []
    tables = chance.randint(-(-players // 7), 3)
    if tables > 1 or chance.random() < 0.2:
        advance = chance.randint(1, max(1, 6 // tables))
        sessions.append({"name": "heats", "tables": tables, "advance": advance})
        if players > 7 and chance.random() < 0.4:
            sessions.append({"name": "again", "tables": 2, "advance": 1, "entrants": "eliminated"})
    sessions.append({"name": "final", "tables": 1, "advance": 0})
    for session in sessions:
        number = session["rounds"] = chance.choice(rounds)
        if chance.random() < 0.4:
            session["eliminations"] = sorted(chance.sample(range(1, number + 1), min(number, 2)))
        if chance.random() < 0.2:
            session["chips"] = chance.choice([50, 400])
    return sessions


def some_conditions(chance: Random, game: str, players: int) -> dict[str, Any]:
    """Conditions with few chips, so that players run short, double for less and tie."""
    minimum = chance.choice([5, 10, 10])
    given: dict[str, Any] = {
        "chips": chance.choice([30, 60, 100, 100, 1000]),
        "minimum": minimum,
        "maximum": chance.choice([20, 45, 500]),
        "sessions": some_sessions(chance, players),
        "minimum-players": 1,
        "order-of-wagering": chance.random() < 0.8,
        "prizes": chance.choice([[100], [60, 40], [50, 30, 20]]),
    }
    if chance.random() < 0.3:
        level = {"after": chance.randint(1, 6), "minimum": 2 * minimum, "maximum": 600}
        given["levels"] = [level]
    if game == "canberra-blackjack":
        given["unit"] = chance.choice([minimum, minimum / 2])
        given["ties"] = chance.choice(["play-off", "ballot"])
        given["prize-ties"] = chance.choice(["play-off", "share"])
        if chance.random() < 0.3:
            given |= points(chance, players)
    else:
        given["deal-from-marker"] = chance.random() < 0.4
        given["pass-cards"] = given["undisclosed-wagers"] = chance.randint(0, 1)
    return given


def points(chance: Random, players: int) -> dict[str, Any]:
    """A tournament that points decide."""
    tables = -(-players // 7)
    sessions = [{"name": name, "tables": tables, "rounds": 4} for name in ("one", "two")]
    return {
        "format": "points",
        "points": [10, 5.5, 2],
        "point-ties": chance.choice(["share", "play-off"]),
        "sessions": sessions,
    }


def some_choices(chance: Random, game: str) -> Choices:
    """An operator's choices that are lawful in a game."""
    return Choices(
        decks=6 if game != "canberra-blackjack" else chance.choice([4, 8]),
        chip=chance.choice([50, 250]),
        resplit=game == "star-blackjack" and chance.random() < 0.5,
        burn=chance.random() < 0.8,
        cutting_card_depth=chance.choice([None, 52, 104]),
    )


def test_amounts_that_floating_point_numbers_do_not_hold_are_refused() -> None:
    star = law("star-blackjack")
    for maximum, refused in ((10**9, False), (10**12, True)):
        conditions = read_conditions(star, {"maximum": maximum})
        expected = pytest.raises(UnsimulatedError, match="nobody may come to have more than")
        with expected if refused else nullcontext():
            SimulatedTournament(
                star, conditions, Choices(), ["steady"] * 2, best_chart("star-blackjack")
            )


def some_tournaments(game: str, count: int, seed: int) -> Iterator[Drawn]:
    """Random tournaments, simulated and as the engine has played them; a few at each table."""
    rules = law(game)
    chance = Random(f"{game} {seed}")
    choices, chart, hands = some_choices(chance, game), best_chart(game), None
    while count:
        players = chance.choice([1, 2, 3, 4, 5, 6, 7, 7, 9, 12, 15])
        given = some_conditions(chance, game, players)
        try:
            conditions = read_conditions(rules, given, boxes=7)
        except BadConditionsError:
            continue
        if conditions_refusal(rules, conditions, omitted=(), approved=0):
            continue
        bots = chance.choices(BOTS, k=players)
        try:
            simulated = SimulatedTournament(rules, conditions, choices, bots, chart, hands)
        except UnsimulatedError:
            continue
        hands, cards = simulated.hands, chance.getrandbits(32)
        yield simulated, play_by_engine(rules, conditions, choices, bots, chart, seed=cards)
        count -= 1
        if count % TABLES_CHANGE == 0:
            choices, chart, hands = some_choices(chance, game), some_chart(chance), None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("count", "seed"), [SOME, *MANY])
def test_the_kernels_play_tournaments_as_the_engine_does(game: str, count: int, seed: int) -> None:
    generator = seed_stream(1, 1)
    share = -(-count // len(GAMES))
    for number, (simulated, story) in enumerate(some_tournaments(game, share, seed)):
        play = simulated.room(ROOM)
        simulate_tournaments(
            simulated.rules,
            simulated.format,
            play,
            len(simulated.kinds),
            1,
            generator,
            story.lots(),
            np.zeros((2, simulated.size), np.int64),
        )
        about = f"tournament {number}: {simulated.conditions}"
        row = 0
        for at, table in enumerate(story.tables):
            for turn, noted in enumerate(table.rounds, 1):
                found = play.notes[row].tolist()
                assert found[: table.boxes] == noted.wagers, f"table {at}, round {turn}, {about}"
                chips = found[table.boxes : 2 * table.boxes]
                assert chips == noted.chips, f"table {at}, round {turn}, {about}"
                row += 1
        assert play.contest[NOTED] == row, about
        for session, results in enumerate(story.results):
            places = {who: at for result in results for who, at in result.places.items()}
            went_on = {who for result in results for who in result.advanced}
            for entrant in range(len(simulated.bots)):
                name = f"player-{entrant}"
                place = play.fates[session, PLACE, entrant]
                assert place == places.get(name, 0), about
                if place:
                    assert bool(play.fates[session, WENT_ON, entrant]) == (name in went_on), about


def test_the_kernels_have_the_bots_of_the_engine() -> None:
    assert list(tournaments_bots.BOTS) == list(BOTS)
    assert (tournaments_bots.LATE_ROUNDS, tournaments_bots.PART) == (LATE_ROUNDS, PART)
