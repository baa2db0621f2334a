"""Why a round is called off: the grounds that each rulebook has, and no others."""

import pytest

from croupier import Choices, Croupier
from croupier.messages import Refused
from croupier.rulebooks import law_of
from tests.citing import cites

from .tables import say

TWO = "the ground is disruption or fraud"


@cites("canberra-blackjack", "16.1", "16.3")
@pytest.mark.parametrize(
    ("game", "clause", "grounds"),
    [
        ("star-blackjack", "18.4", TWO),
        ("canberra-blackjack", "16.1", "the ground is disruption or fraud or impractical"),
        ("perth-blackjack", "8.2", TWO),
        ("caribbean-stud", "16.9", TWO),
    ],
)
def test_a_refusal_names_the_grounds_of_the_rulebook(game: str, clause: str, grounds: str) -> None:
    croupier = Croupier(law_of(game), Choices())
    answer = croupier.do(say("invalidate-round", ground="boredom", by="supervisor"))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause, answer.why) == ("invalidate/ground", clause, grounds)
