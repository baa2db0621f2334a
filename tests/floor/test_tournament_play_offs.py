"""Play-offs: who plays on, and where the marker lies."""

from typing import Any

import pytest

from croupier.play.tournament_scenario import set_tournament
from croupier.table.contest_events import PlayOffBegan
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
    found = set_tournament(data)
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
    found = set_tournament(data)
    monkeypatch.setattr(found.house, "lots", lambda _number: lots)
    for name in ("ann", "bob"):
        found.take({"do": "wager", "player": name, "amount": 20})
    found.take({"do": "deal"})
    for name in ("ann", "bob"):
        found.take({"do": "stand", "player": name})
    (result,) = found.house.tournament.results
    assert result.advanced == (first,)
