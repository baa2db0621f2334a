"""Scenario files that several games share: one story, and what differs from game to game.

``games`` names the games in place of ``game``: a list where nothing differs, or a table for each
game with its own clauses and whatever else differs there.
"""

import re
from collections.abc import Iterator
from typing import Any

from croupier.play.scenario_refusals import BadScenarioError
from croupier.rulebooks import UnknownGameError, law_of

GAMES_KEY = "games"
CLAUSES_KEY = "clauses"
NAME = re.compile(r"\{(?P<name>[a-z0-9-]+)\}")
"""How the story names a clause that each game numbers in its own way: ``{soft-total}``."""
SHARED = ("game", GAMES_KEY, "kind", "steps")
"""Keys that no game may have for itself: the story is the same in all of them."""
SEVERAL = 'as in games = ["star-blackjack", "blackjack-challenge"]'

ScenarioData = dict[str, Any]


def game_names(data: ScenarioData) -> tuple[str, ...]:
    """Return the games that a file is run for, in its order.

    A file that names no ``games`` is run once, as it is: the one name is then empty.
    """
    if GAMES_KEY not in data:
        return ("",)
    if "game" in data:
        raise BadScenarioError("games: a file names one game with game or several with games")
    games = data[GAMES_KEY]
    if not isinstance(games, list | dict) or not all(isinstance(one, str) for one in games):
        raise BadScenarioError(f"games: this is a list of games, or a table for each, {SEVERAL}")
    if not games:
        raise BadScenarioError(f"games: name at least one, {SEVERAL}")
    if len(set(games)) < len(games):
        raise BadScenarioError("games: a game is named twice")
    return tuple(games)


def data_for(data: ScenarioData, game: str) -> ScenarioData:
    """Return what a file says for one of its games, as a file of that game alone would say it.

    What the game's own table holds takes the place of the same key above it, and its clauses
    that of their names. Without a game, that is the file as it is.

    >>> data_for({"cites": ["{ace}"], "games": {"star-blackjack": {"clauses": {"ace": "3.4"}}}},
    ...          "star-blackjack")
    {'game': 'star-blackjack', 'cites': ['3.4']}
    """
    if not game:
        return data
    place = f"{GAMES_KEY}.{game}"
    try:
        law_of(game)
    except UnknownGameError as error:
        raise BadScenarioError(f"{place}: {error}") from None
    games = data[GAMES_KEY]
    own = games[game] if isinstance(games, dict) else {}
    if not isinstance(own, dict):
        raise BadScenarioError(f"{place}: this must be a table of names and values")
    for key in SHARED:
        if key in own:
            raise BadScenarioError(f"{place}: {key} is the same in all games of a file")
    clauses = _clauses(own.get(CLAUSES_KEY, {}), place)
    shared = {key: value for key, value in data.items() if key != GAMES_KEY}
    differing = {key: value for key, value in own.items() if key != CLAUSES_KEY}
    unnamed = {"game": game, **shared, **differing}
    _check_names(unnamed, clauses, place)
    named: ScenarioData = _with_clauses(unnamed, clauses)
    return named


def _clauses(given: object, place: str) -> dict[str, str | list[str]]:
    """The clauses of a game by their names in the story; a name may stand for several."""
    whole = isinstance(given, dict) and all(
        isinstance(one, str)
        or (isinstance(one, list) and all(isinstance(clause, str) for clause in one))
        for one in given.values()
    )
    if not isinstance(given, dict) or not whole:
        raise BadScenarioError(f"{place}.{CLAUSES_KEY}: each name stands for a clause, as text")
    return given


def _check_names(data: ScenarioData, clauses: dict[str, Any], place: str) -> None:
    """Raise where the story names a clause that the game does not give, or the other way round."""
    names = dict.fromkeys(_names_in(data))
    for name in names:
        if name not in clauses:
            raise BadScenarioError(f"{place}.{CLAUSES_KEY}: the clause for {{{name}}} is missing")
    for name in clauses:
        if name not in names:
            raise BadScenarioError(f"{place}.{CLAUSES_KEY}: nothing in the file is {{{name}}}")


def _names_in(value: object) -> Iterator[str]:
    if isinstance(value, str) and (found := NAME.fullmatch(value)):
        yield found["name"]
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _names_in(one)


def _with_clauses(value: Any, clauses: dict[str, Any]) -> Any:
    if isinstance(value, str) and (found := NAME.fullmatch(value)):
        return clauses[found["name"]]
    if isinstance(value, dict):
        return {key: _with_clauses(one, clauses) for key, one in value.items()}
    return [_with_clauses(one, clauses) for one in value] if isinstance(value, list) else value
