"""Charts of play: the best one, and any other."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from croupier.maths.blackjack.charts import (
    Chart,
    ChartError,
    FlatChart,
    cells_of,
    chart_calls,
    chart_of,
    read_chart,
)
from croupier.maths.blackjack.hands import every_hand, lawful_calls
from croupier.maths.blackjack.parameters import parameters_of
from croupier.maths.blackjack.rounds import value_round
from croupier.maths.blackjack.valuation import Setting
from croupier.maths.kernels.tables import STAND
from croupier.rulebooks import (
    BLACKJACK_CHALLENGE,
    CANBERRA_BLACKJACK,
    PERTH_BLACKJACK,
    PERTH_VEGAS_BLACKJACK,
    STAR_BLACKJACK,
)
from tests.maths.studies import study


def column_value(setting: Setting, chart: FlatChart) -> float:
    return value_round(setting._replace(chart=chart)).mean


def test_no_other_cell_makes_the_best_chart_better() -> None:
    """Tried on the closest cells, where hands that are split play no part."""
    found = study(PERTH_BLACKJACK.game)
    best = column_value(found.setting, found.flat_chart)
    for soft, total, dealer in ((0, 16, 9), (0, 12, 2), (0, 12, 3), (1, 18, 1), (0, 15, 9)):
        totals = found.flat_chart.totals.copy()
        totals[:, soft, total, dealer] = 1 - totals[:, soft, total, dealer]
        assert column_value(found.setting, FlatChart(totals, found.flat_chart.pairs)) < best


def test_a_chart_survives_being_written_in_rows(tmp_path: Path) -> None:
    found = study(BLACKJACK_CHALLENGE.game)
    path = tmp_path / "chart.json"
    path.write_bytes(msgspec.json.encode(found.chart))
    flat = read_chart(path).flat()
    for dealer in range(10):
        lawful = lawful_calls(found.parameters)
        one, other = (
            chart_calls(cells_of(chart, every_hand(), dealer), lawful)
            for chart in (flat, found.flat_chart)
        )
        assert (one == other).all()
    assert (flat.pairs == found.flat_chart.pairs).all()


def test_a_chart_of_unlawful_wishes_is_played_within_the_law() -> None:
    """Below twelve a hand must draw (10.2), whatever the chart says."""
    rows = {str(total): "S S S S S S S S S S" for total in range(4, 22)}
    chart = Chart(name="never draw", hard=rows, soft=rows).flat()
    hands = every_hand()
    calls = chart_calls(cells_of(chart, hands, 5), lawful_calls(parameters_of(STAR_BLACKJACK)))
    for hand in np.flatnonzero(hands.cards >= 2):
        assert (calls[hand] == 1 << STAND) == (hands.totals[hand] >= 12)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[hard]\n16 = "S S"', "ten words"),
        ('[hard]\n30 = "S S S S S S S S S S"', "not a total"),
        ('[pairs]\nJ = "P P P P P P P P P P"', "not a pair"),
        ('[hard]\n16 = "P P P P P P P P P P"', "each one of"),
        ('[stiff]\n16 = "S"', "stiff"),
    ],
)
def test_a_bad_chart_is_refused_with_what_is_accepted(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ChartError, match=why):
        read_chart(path)


def test_a_chart_leaves_out_rows_that_fewer_cards_have() -> None:
    chart = chart_of(study(CANBERRA_BLACKJACK.game).flat_chart, "c")
    repeated = (chart.hard_three, chart.hard_four, chart.soft_three, chart.soft_four)
    assert not any(repeated)


def test_three_cards_are_doubled_where_the_law_has_it() -> None:
    """Blackjack Challenge 10.1."""
    assert "Dh" in study(BLACKJACK_CHALLENGE.game).chart.hard_three["10"].split()


def test_surrender_is_in_the_chart_where_the_law_has_it() -> None:
    """Vegas 5.2: against a ten or an ace."""
    chart = study(PERTH_VEGAS_BLACKJACK.game).chart
    assert chart.hard["16"].split()[8:] == ["Rh", "Rh"]
    assert "R" not in " ".join(study(PERTH_BLACKJACK.game).chart.hard.values())
