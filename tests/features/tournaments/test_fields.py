"""How many play each session of a tournament, worked out by hand."""

from typing import Any

import pytest

from croupier.features.tournaments.rules.conditions import Conditions, Entrants, Format, SessionPlan
from croupier.features.tournaments.rules.seats import FieldError, players_of_sessions, table_sizes

BOXES = 7
FINAL = SessionPlan(name="final")


def heats(tables: int, advance: int) -> SessionPlan:
    return SessionPlan(name="heats", tables=tables, advance=advance)


def second_chance(advance: int = 1) -> SessionPlan:
    return SessionPlan(name="second chance", advance=advance, entrants=Entrants.ELIMINATED)


def played(players: int, *plans: SessionPlan, **conditions: Any) -> tuple[int, ...]:
    return players_of_sessions(Conditions(sessions=plans, **conditions), players, BOXES)


@pytest.mark.parametrize(
    ("players", "plans", "expected"),
    [
        (7, (heats(2, 2), FINAL), (7, 4)),
        (3, (heats(2, 3), FINAL), (3, 3)),  # tables of two and of one: all go on
        (14, (heats(2, 1), FINAL), (14, 2)),  # every box is taken
        (7, (heats(2, 1), second_chance(), FINAL), (7, 5, 3)),
        (7, (heats(2, 1), second_chance(), second_chance(), FINAL), (7, 5, 4, 4)),
        (7, (heats(2, 2), heats(1, 2), second_chance(), FINAL), (7, 4, 5, 3)),
        (3, (heats(1, 2), second_chance(), FINAL), (3, 1, 3)),
    ],
)
def test_who_goes_on_plays_next_and_who_falls_out_a_second_chance(
    players: int, plans: tuple[SessionPlan, ...], expected: tuple[int, ...]
) -> None:
    assert played(players, *plans) == expected


def test_for_points_everybody_plays_every_session() -> None:
    conditions = Conditions(format=Format.POINTS, sessions=(heats(1, 0), FINAL))
    assert players_of_sessions(conditions, 6, BOXES) == (6, 6)


@pytest.mark.parametrize("players", [2, 6])
def test_as_few_and_as_many_as_the_conditions_say(players: int) -> None:
    assert played(players, FINAL, minimum_players=2, maximum_players=6) == (players,)


@pytest.mark.parametrize(
    ("players", "conditions", "sentence"),
    [
        (1, {"maximum_players": 6}, "for 2 to 6 players, not 1"),
        (7, {"maximum_players": 6}, "for 2 to 6 players, not 7"),
        (5, {"sit_and_go": 6}, "for 6 players, not 5"),
        (7, {"sit_and_go": 6}, "for 6 players, not 7"),
        (8, {}, "8 would play the session 'final', which seats 7"),
    ],
)
def test_a_number_that_does_not_fit_is_named(
    players: int, conditions: dict[str, int], sentence: str
) -> None:
    with pytest.raises(FieldError, match=sentence):
        played(players, FINAL, **conditions)


def test_a_sit_and_go_starts_with_its_own_number() -> None:
    assert played(6, FINAL, sit_and_go=6) == (6,)


def test_nobody_fell_out_for_a_second_chance() -> None:
    with pytest.raises(FieldError, match="nobody is left for the session 'second chance'"):
        played(3, heats(1, 3), second_chance(), FINAL)


@pytest.mark.parametrize(
    ("tables", "players", "sizes"), [(3, 10, [4, 3, 3]), (5, 2, [1, 1]), (2, 8, [4, 4])]
)
def test_tables_differ_by_one_at_most(tables: int, players: int, sizes: list[int]) -> None:
    assert table_sizes(heats(tables, 1), players) == sizes
