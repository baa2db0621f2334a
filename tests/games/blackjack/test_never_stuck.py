"""Whatever has been said at a table, answering what is due ends the round and opens the next.

And whoever is asked can answer: everything that is shown as a choice is accepted.
"""

from collections.abc import Iterator
from random import Random

import pytest

from croupier.floor import Croupier
from croupier.floor.one_table import call_command
from croupier.games.blackjack.calls import DoubleDown
from croupier.games.blackjack.device_failure import StayIn, TakeBackWagers
from croupier.games.blackjack.insurance import CloseInsurance, Insure, TakeEvenMoney
from croupier.games.blackjack.turn import (
    AnswerDue,
    DecisionDue,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
)
from croupier.games.engine import decide
from croupier.games.table.choices import Mode
from croupier.games.table.conduct import Sanction
from croupier.games.table.due import Due, ReplacementDue, WagersDue
from croupier.games.table.new_cards import ReplaceCards
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.games.blackjack.test_mishaps import answer, some_command, table_of
from tests.support.invariants import check_invariants
from tests.support.mishaps import some_mishap
from tests.support.tables import blackjack_law
from tests.support.whim import PLAYERS, place_wagers

SEEDS = 20
MOST_STEPS = 800
"""More than the longest round takes, with a shuffle in it and one after it."""


def lawful_answers(croupier: Croupier, due: Due, chance: Random) -> Iterator[Command]:
    """Everything that the one who is asked may say, as it is shown."""
    match due:
        case DecisionDue() | AnswerDue() | SurrenderDue():
            for choice in due.choices:
                if choice.call == "double":
                    yield DoubleDown(due.box, due.player, choice.most, by=Role.PLAYER)
                else:
                    yield call_command(choice.call, due)
        case WithdrawalDue():
            yield StayIn(due.player, by=Role.PLAYER)
            yield TakeBackWagers(due.player, by=Role.PLAYER)
        case InsuranceDue():
            yield CloseInsurance(by=Role.DEALER)
            yield from insurances(croupier, due)
        case ReplacementDue():
            yield ReplaceCards(by=due.by)
        case _:
            yield answer(croupier, due, chance)


def insurances(croupier: Croupier, due: InsuranceDue) -> Iterator[Command]:
    rules = blackjack_law(croupier).insurance
    assert rules is not None
    step = int(rules.step.value * croupier.table.choices.chip)
    for wager in due.wagers:
        if wager.most >= step:
            yield Insure(wager.player, wager.box, wager.most, by=Role.PLAYER)
        if wager.even_money:
            yield TakeEvenMoney(wager.player, wager.box, by=Role.PLAYER)


def answer_all_that_is_due(croupier: Croupier, chance: Random) -> None:
    """Go on until the next round is opened, by any lawful choice; every one shown is accepted."""
    opened = False
    for _ in range(MOST_STEPS):
        table = croupier.table
        if not table.open:
            return
        due = chance.choice(croupier.due)
        if isinstance(due, WagersDue):
            due = croupier.due[0]
        if table.round is None and isinstance(due, WagersDue):
            if opened:
                return
            if not table.first_card_out:
                croupier.do(PlaceWager("zoe", 1, table.limits.minimum, by=Role.PLAYER))
            dealt = croupier.do(Deal(by=Role.DEALER))
            assert not isinstance(dealt, Refused), dealt
            opened = True
            continue
        answers = list(lawful_answers(croupier, due, chance))
        assert answers, due
        for said in answers:
            outcome = decide(croupier.law, croupier.table, said, croupier.history)
            assert not isinstance(outcome, Refused), (due, said, outcome)
        answered = croupier.do(chance.choice(answers))
        assert not isinstance(answered, Refused), (due, answered)
        check_invariants(croupier)
    raise AssertionError(f"stuck at {croupier.due}")


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", BLACKJACK)
def test_what_is_due_leads_on(game: str, seed: int, mode: Mode) -> None:
    chance = Random(f"never stuck {game} {seed} {mode}")
    croupier = table_of(game, mode, chance)
    for player in chance.sample(PLAYERS, 2):
        croupier.do(BuyIn(player, chance.choice([5, 40, 300]) * 1_000, by=Role.PLAYER))
    for _ in range(chance.randint(1, 120)):
        whim = chance.random()
        if whim < 0.1:
            place_wagers(croupier, chance)
            croupier.do(some_mishap(croupier, chance))
        elif whim < 0.14:
            out = chance.choice(PLAYERS)
            breach = chance.choice(["18.1", "4.3", "8.7"])
            void = chance.random() < 0.3
            croupier.do(Sanction(out, breach, void=void, exclude=True, by=Role.SUPERVISOR))
        elif whim < 0.4:
            croupier.do(some_mishap(croupier, chance))
        else:
            croupier.do(some_command(croupier, chance)[0])
        check_invariants(croupier)
    answer_all_that_is_due(croupier, chance)
