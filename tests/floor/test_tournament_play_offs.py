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
