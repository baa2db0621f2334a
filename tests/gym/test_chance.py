"""The tables are dealt by chance alone: play by the best chart brings what it must."""

from typing import Any

import numpy as np
import pytest

from croupier.games.table.choices import Choices
from croupier.gym import BlackjackAction, VectorTables
from croupier.gym.compiled import BlackjackTables
from croupier.gym.translation import BLACKJACK_COLUMNS
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.blackjack.charts import CLASSES, FlatChart
from croupier.maths.simulation.automata import CALLS
from croupier.rulebooks import BLACKJACK

COLUMN = {column.name: place for place, column in enumerate(BLACKJACK_COLUMNS)}
TABLES = 5_000
SOME = pytest.param("perth-vegas-blackjack", 50, id="some")
MANY = [pytest.param(game, 1_000, id=game, marks=pytest.mark.slow) for game in BLACKJACK]
"""Which game, and how many steps at so many tables."""
DEVIATIONS = 4


def off_the_top(tables: VectorTables) -> None:
    """Have the cards shuffled before every round, as the exact figures have them."""
    compiled = tables.compiled
    assert isinstance(compiled, BlackjackTables)
    compiled.terms = compiled.terms._replace(cut=1, burned=0)


def wishes(words: Any, masks: Any, chosen: Any) -> Any:
    """The first of each word's calls that is lawful, where nothing was chosen yet."""
    for word, calls in CALLS.items():
        for call in calls:
            action = BlackjackAction[call.upper()]
            wanted = (words == word) & (masks[:, action] == 1) & (chosen < 0)
            chosen = np.where(wanted, action, chosen)
    return chosen


def charted(chart: FlatChart, seen: Any, masks: Any) -> Any:
    """What a chart calls at many tables; insurance is declined."""
    total, soft, pair = (seen[:, COLUMN[name]] for name in ("total", "soft", "pair"))
    dealer = np.maximum(seen[:, COLUMN["dealer"]], 1) - 1
    held = seen[:, COLUMN["held_A"] : COLUMN["seen_A"]].sum(axis=1)
    chosen = np.where(masks[:, BlackjackAction.DECLINE] == 1, BlackjackAction.DECLINE, -1)
    pairs = np.where(pair > 0, chart.pairs[pair - 1, dealer], -1)
    chosen = wishes(pairs, masks, chosen)
    by_total = chart.totals[np.minimum(held, CLASSES + 1) - 2, soft, total, dealer]
    chosen = wishes(by_total, masks, chosen)
    for action in (BlackjackAction.HIT, BlackjackAction.STAND):
        chosen = np.where((chosen < 0) & (masks[:, action] == 1), action, chosen)
    return chosen


@pytest.mark.parametrize(("game", "steps"), [SOME, *MANY])
def test_the_best_chart_brings_its_expectation(game: str, steps: int) -> None:
    study = BlackjackStudy(BLACKJACK[game], Choices())
    tables = VectorTables(game, TABLES)
    off_the_top(tables)
    seen, info = tables.reset(seed=1)
    rounds, won, squares = 0, 0.0, 0.0
    for _ in range(steps):
        seen, rewards, ended, _, info = tables.step(
            charted(study.flat_chart, seen, info["action_mask"])
        )
        assert not info["refused"].any()
        rounds += int(ended.sum())
        won += float(rewards.sum())
        squares += float((rewards**2).sum())
    mean = won / rounds
    error = ((squares / rounds - mean**2) / rounds) ** 0.5
    exact = study.by_chart(study.flat_chart).mean
    assert abs(mean - exact) < DEVIATIONS * error, f"{mean} ± {error}, exactly {exact}"
