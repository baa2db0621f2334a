"""Play-offs: who plays on, and where the marker lies."""

from fractions import Fraction
from typing import Any

import pytest

from croupier.features.tournaments.files import TournamentStage, stage_tournament
from croupier.features.tournaments.rules.conditions import read_conditions
from croupier.features.tournaments.rules.decisions import decide
from croupier.features.tournaments.rules.draft import TournamentOutcome
from croupier.features.tournaments.rules.placings import EndSession, prize_ties
from croupier.features.tournaments.rules.state import Entrant, Tournament
from croupier.games.table.contest.rounds import PlayOffBegan
from croupier.messages import Refused
from croupier.rulebooks import CANBERRA_BLACKJACK, Role
from tests.citing import cites


@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge"])
@cites("star-blackjack", "19.10.3")
@cites("blackjack-challenge", "19.10.3")
def test_the_marker_of_a_play_off_lies_with_one_who_plays_it(game: str) -> None:
    """Ann and cat are level at 1020. The marker would come to bob, who has lost: cat has it."""
    data: dict[str, Any] = {
        "kind": "tournament",
        "title": "a play-off",
        "game": game,
        "shoe": "TH 9C TC TD KS 9D KC 9S",
        "conditions": {"sessions": [{"name": "final", "rounds": 1}]},
        "seats": {"ann": "1/1", "bob": "1/2", "cat": "1/3"},
        "steps": [],
    }
    found = stage_tournament(data)
    for name in ("ann", "bob", "cat"):
        found.take({"do": "wager", "player": name, "amount": 20})
    found.take({"do": "deal"})
    for name in ("ann", "bob", "cat"):
        found.take({"do": "stand", "player": name})
    events = [one.event for one in found.journal.order]
    (began,) = (event for event in events if isinstance(event, PlayOffBegan))
    assert (began.players, began.marker) == (("ann", "cat"), 3)


@pytest.mark.parametrize(("lots", "first"), [((0, 1, 2), "ann"), ((0, 2, 1), "bob")])
@cites("star-blackjack", "19.5.8", "19.10.4")
def test_lots_say_who_goes_on_of_those_whom_nothing_tells_apart(
    lots: tuple[int, ...], first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both win 20, have 60, and are out as the minimum is now 100: neither's chips were taken."""
    heats = {"name": "heats", "rounds": 3, "advance": 1}
    data: dict[str, Any] = {
        "kind": "tournament",
        "title": "level and out",
        "game": "star-blackjack",
        "shoe": "TH TC 9S KS KD TD",
        "conditions": {
            "chips": 40,
            "levels": [{"after": 1, "minimum": 100, "maximum": 500}],
            "sessions": [heats, {"name": "final", "rounds": 1}],
        },
        "seats": {"ann": "1/1", "bob": "1/2"},
        "steps": [],
    }
    found = stage_tournament(data)
    monkeypatch.setattr(found.house, "lots", lambda _number: lots)
    for name in ("ann", "bob"):
        found.take({"do": "wager", "player": name, "amount": 20})
    found.take({"do": "deal"})
    for name in ("ann", "bob"):
        found.take({"do": "stand", "player": name})
    (result,) = found.house.tournament.results
    assert result.advancing_players == (first,)


HEATS = {"name": "heats", "rounds": 3, "advance": 2}
FINAL = {"name": "final", "rounds": 3}
FAIR = (0, 1, 7, 2, 3, 4, 5, 6, 8, 9)


def two_out_and_level(*sessions: dict[str, Any]) -> TournamentStage:
    """Ann's blackjack makes her 100; bob and cat have 60 and are out as the minimum is now 100."""
    data: dict[str, Any] = {
        "kind": "tournament",
        "title": "an early end",
        "game": "star-blackjack",
        "shoe": "AH TC TD 9S KS KD KC TH",
        "conditions": {
            "chips": 40,
            "levels": [{"after": 1, "minimum": 100, "maximum": 500}],
            "prizes": [50, 30, 20],
            "sessions": list(sessions),
        },
        "seats": {"ann": "1/1", "bob": "1/2", "cat": "1/3"},
        "steps": [],
    }
    found = stage_tournament(data)
    for name, amount in (("ann", 40), ("bob", 20), ("cat", 20)):
        found.take({"do": "wager", "player": name, "amount": amount})
    for step in ({"do": "deal"}, *({"do": "stand", "player": name} for name in ("bob", "cat"))):
        found.take(step)
    return found


@pytest.mark.parametrize(
    ("sessions", "lots", "lawful"),
    [
        ((HEATS, FINAL), (), False),
        ((HEATS, FINAL), (0, 1), False),
        ((HEATS, FINAL), FAIR, True),
        ((FINAL,), (), True),
        ((FINAL,), (0, 1), False),
        ((FINAL,), FAIR, True),
    ],
)
@cites("star-blackjack", "19.5.8")
def test_lots_are_needed_where_they_say_who_goes_on_and_are_a_draw_wherever_they_come(
    sessions: tuple[dict[str, Any], ...], lots: tuple[int, ...], lawful: bool
) -> None:
    """For a prize no lots are drawn: in the final bob and cat stay level."""
    house = two_out_and_level(*sessions).house
    command = EndSession(1, lots=lots, by=Role.TOURNAMENT_MANAGER)
    answer = decide(house.law, house.tournament, house.tables_now, command)
    assert isinstance(answer, TournamentOutcome) is lawful
    if isinstance(answer, Refused):
        assert (answer.code, answer.clause) == ("session/lots", "19.5.8")


@pytest.mark.parametrize(("boxes", "played"), [(2, False), (3, True), (4, True)])
def test_those_with_equal_points_play_on_where_a_table_seats_them(boxes: int, played: bool) -> None:
    """Reading TR26: more than a table seats share their prizes."""
    conditions = read_conditions(
        CANBERRA_BLACKJACK, {"format": "points", "points": [10, 6, 2], "prizes": [60, 40]}
    )
    players = ("ann", "bob", "cat")
    tournament = Tournament(
        name="any",
        game="canberra-blackjack",
        conditions=conditions,
        boxes=boxes,
        starts=conditions.starts,
        entrants={name: Entrant(name) for name in players},
        points=dict.fromkeys(players, Fraction(6)),
    )
    assert prize_ties(tournament) == ((players,) if played else ())
