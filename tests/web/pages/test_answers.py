"""Nobody is asked a question without an answer: there is a button, or the dealer goes on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.display.layout import table_view
from croupier.display.scenes import scene_of
from croupier.display.viewers import Patron
from croupier.display.views import TableView
from croupier.floor import Croupier
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.stud.state import ANTE
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Sit
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.record.envelopes import Cause
from croupier.rulebooks import GAMES, Role, law_of
from croupier.web.pages.table.page import INSURANCE, WAGERS, ViewerQuestion, question_for

MINIMUM, UNIT = 5_00, 50
MOST_STEPS = 60
"""More answers than a round of two players takes."""
PEOPLE = {"ann": 1, "bob": 2}


def view_of(croupier: Croupier, player: str) -> TableView:
    return table_view(croupier.law, scene_of(croupier.table), Patron(player), due=croupier.due)


def begins(croupier: Croupier, data: st.DataObject) -> None:
    """People lay anything from the least to all that they have, and the cards are dealt."""
    stud = croupier.law.game == "caribbean-stud"
    for player, box in PEOPLE.items():
        steps = st.integers(0, 40).map(lambda count: count * UNIT)
        wager = MINIMUM + data.draw(steps, label=f"{player} wagers besides")
        rest = data.draw(st.one_of(st.just(0), steps), label=f"{player} has left")
        done(croupier, BuyIn(player, wager + rest, by=Role.PLAYER))
        done(croupier, Sit(player, box, by=Role.PLAYER))
        on = ANTE if stud else MAIN
        done(croupier, PlaceWager(player, box, wager, on=on, by=Role.PLAYER))
    done(croupier, Deal(by=Role.DEALER))


def done(croupier: Croupier, command: Command) -> None:
    answer = croupier.do(command)
    assert not isinstance(answer, Refused), answer


def questions(croupier: Croupier, content: set[str]) -> dict[str, ViewerQuestion]:
    """What everybody is asked; who is content needs no further insurance."""
    asked = {
        player: question_for(view_of(croupier, player), declined=player in content)
        for player in PEOPLE
    }
    return {player: one for player, one in asked.items() if one.kind != "wait"}


def answers(croupier: Croupier, player: str, key: str, content: set[str]) -> None:
    """Give the answer of a key, as the page does."""
    prompts = view_of(croupier, player).prompts
    prompt = next(one for one in prompts if any(option.key == key for option in one.options))
    option = next(option for option in prompt.options if option.key == key)
    for command in option.commands:
        done(croupier, command)
    if prompt.due == INSURANCE:
        content.add(player)
        if all(one.kind != INSURANCE for one in questions(croupier, content).values()):
            done(croupier, CloseInsurance(by=Role.DEALER))


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_whoever_is_asked_has_a_button_or_the_dealer_goes_on(
    game: str, data: Any, seed: int
) -> None:
    choices = Choices(minimum=MINIMUM, maximum=500_00, unit=UNIT)
    croupier = Croupier(law_of(game), choices, seed=seed)
    content: set[str] = set()
    begins(croupier, data)
    for _ in range(MOST_STEPS):
        if croupier.table.round is None:
            return
        asked = questions(croupier, content)
        if not asked:
            before = croupier.due
            croupier.house.deal_due(croupier.name, Cause("next", "dealer", Role.DEALER))
            assert croupier.due != before, f"nobody is asked, and the dealer waits: {before}"
            continue
        for player, one in asked.items():
            assert one.kind != WAGERS, (player, one)
            assert one.calls, (player, one)
            assert all("$0" not in call.label.split() for call in one.calls), (player, one)
        player = data.draw(st.sampled_from(sorted(asked)), label="who answers")
        key = data.draw(st.sampled_from([call.key for call in asked[player].calls]), label="what")
        answers(croupier, player, key, content)
    raise AssertionError("the round does not end")
