"""The questions of ``croupier.maths``, as a program asks them."""

import sys
from collections.abc import Callable

import polars
import pytest

from croupier import Choices, CroupierError, maths
from croupier.games.table.choices import JackpotTerms
from croupier.maths.tabular import Tabular
from croupier.rulebooks import CANBERRA_BLACKJACK


def test_every_name_that_is_offered_is_there() -> None:
    assert dir(maths) == sorted(maths.__all__)
    assert all(getattr(maths, name) is not None for name in maths.__all__)


def test_a_game_goes_by_its_name_or_its_law() -> None:
    by_name, by_law = maths.analyse("canberra-blackjack"), maths.analyse(CANBERRA_BLACKJACK)
    assert by_name.main == by_law.main


def test_what_if_holds_two_analyses_against_each_other() -> None:
    effect = maths.what_if("canberra-blackjack", {"blackjack": "6:5"})
    assert effect.before == maths.analyse("canberra-blackjack").main.ev
    assert -0.015 < effect.effect < -0.013
    assert effect.records()[0]["rules"] == "blackjack=6:5"


def test_seen_cards_move_the_figures() -> None:
    fresh = maths.analyse("canberra-blackjack").main.ev
    assert maths.analyse("canberra-blackjack", seen="5H 5D 5C 5S 6H").main.ev > fresh


def test_the_jackpot_is_a_row_of_its_own() -> None:
    choices = Choices(jackpot=JackpotTerms(wager=1_00, pool=150_000_00))
    rows = maths.analyse("caribbean-stud", choices).records()
    assert rows[0]["wager"] == "best-play"
    assert rows[-1]["wager"] == "jackpot"


RESULTS: dict[str, Callable[[], Tabular]] = {
    "analysis": lambda: maths.analyse("perth-blackjack-plus"),
    "hand": lambda: maths.hand_choices("perth-blackjack-plus", "8 8", "T"),
    "chart": lambda: maths.strategy("perth-blackjack-plus"),
    "stud hand": lambda: maths.hand_choices("caribbean-stud", "AC KD QH 8S 3C", "7D"),
    "stud chart": lambda: maths.strategy("caribbean-stud"),
    "simulation": lambda: maths.simulate("caribbean-stud", rounds=1_000, seed=3),
}


@pytest.fixture(scope="module", params=list(RESULTS))
def result(request: pytest.FixtureRequest) -> Tabular:
    return RESULTS[request.param]()


def test_a_result_is_a_table_with_the_same_columns_in_every_row(result: Tabular) -> None:
    rows = result.records()
    assert len({tuple(row) for row in rows}) == 1
    shown = result._repr_html_()
    assert shown.count("<tr>") == len(rows) + 1
    assert all(f"<th>{column}</th>" in shown for column in rows[0])


def test_a_result_is_a_data_frame_of_polars_and_of_pandas(result: Tabular) -> None:
    rows = result.records()
    frame = result.to_polars()
    assert frame.shape == (len(rows), len(rows[0]))
    assert frame.to_dicts() == rows
    assert polars.Object not in frame.dtypes, "a column of mixed values"
    other = result.to_pandas()
    assert list(other.columns) == frame.columns
    assert len(other) == len(rows)


def test_a_missing_library_of_data_frames_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(
        CroupierError, match="polars is not installed; pip install croupier\\[polars\\]"
    ):
        maths.strategy("caribbean-stud").to_polars()


def test_the_same_seed_simulates_the_same() -> None:
    first = maths.simulate("caribbean-stud", rounds=5_000, seed=11)
    again = maths.simulate("caribbean-stud", rounds=5_000, seed=11)
    assert first.records() == again.records()
    assert maths.simulate("caribbean-stud", rounds=5_000).seed >= 0


def test_a_shoe_that_is_too_small_for_its_boxes_is_shuffled_all_the_same() -> None:
    """Seven boxes take some 22 cards: a deck has two rounds, and now and then less than two."""
    found = maths.simulate(
        "star-blackjack", rules={"decks": "1"}, rounds=20_000, boxes_played=7, seed=1
    )
    assert 22 < found.cards_per_round < 22.4
    assert 0.5 < found.shoes / found.rounds < 0.6
    assert abs(found.main.mean) < 0.03
    assert found.options["set"] == ["decks=1"]


@pytest.mark.parametrize(
    ("hand", "dealer", "why"),
    [
        ("T X", "T", "hand: 'X' is not a card"),
        ("T 6", "T T", "dealer: 'T T' is not a card"),
        ("T", "6", "hand: a hand has two cards or more"),
        ("T 6 7", "6", "not over 21"),
    ],
)
def test_a_hand_that_is_none_is_refused_by_its_argument(hand: str, dealer: str, why: str) -> None:
    with pytest.raises(CroupierError, match=why):
        maths.hand_choices("star-blackjack", hand, dealer)
