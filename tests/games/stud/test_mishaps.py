"""Whatever goes wrong at a table of Caribbean Stud, and whenever: money and cards are conserved."""

from collections import Counter
from random import Random

import pytest

from croupier.games.engine import fold
from croupier.games.stud.bets import Concede
from croupier.games.stud.state import StudPhase, stud_round
from croupier.games.table.choices import Mode
from croupier.games.table.rounds import Deal
from croupier.games.table.state import Table
from croupier.messages import Refused
from tests.support.stud_mishaps import a_table, check, lawful, mishap
from tests.support.tables import stud

LATE = (StudPhase.EXPOSED, StudPhase.JACKPOT)


def likely(table: Table, seed: int) -> float:
    """How likely something goes wrong: often, or mostly when a round is to be settled and paid."""
    if seed % 2:
        return 0.25
    late = table.round is not None and stud_round(stud(table)).phase in LATE
    return 0.4 if late else 0.01


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.slow if seed % 3 else ()) for seed in range(12)]
)
def test_mishaps_at_any_moment(mode: Mode, seed: int) -> None:
    chance = Random(seed)
    croupier = a_table(mode, chance)
    taken: Counter[str] = Counter()
    for _ in range(400):
        wrong = chance.random() < likely(croupier.table, seed)
        command = mishap(croupier, chance) if wrong else lawful(croupier, chance)
        before = croupier.table
        answer = croupier.do(command)
        if isinstance(answer, Refused):
            assert croupier.table is before
            assert wrong or isinstance(command, Concede | Deal), f"{command} was due, then {answer}"
            continue
        taken[type(command).__name__] += 1
        check(croupier)
    assert fold(croupier.events) == (croupier.table, croupier.history)
    assert len(taken) > 10
