"""How the original wager ends, what is wagered, values of all hands: held to brute force."""

from collections.abc import Callable

import numpy as np
import pytest

from croupier import Choices, CroupierError, maths
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.blackjack.hands import index_of
from croupier.maths.blackjack.outcomes import (
    RoundOutcomes,
    figure_values,
    figures_of,
    round_outcomes,
    split_figure,
)
from croupier.maths.blackjack.parameters import (
    DOUBLE,
    ORIGINAL,
    BlackjackParameters,
    parameters_of,
)
from croupier.maths.blackjack.valuation import (
    AgainstCard,
    against_card,
    card_setting,
    setting_of,
    split_hands,
)
from croupier.maths.kernels.tables import CALLS
from croupier.rulebooks import BLACKJACK
from tests.maths.brute import Brute, Cards
from tests.maths.test_valuation import NAMES, SMALL, flat, shoe_of, without

CASES = dict(zip(RoundOutcomes._fields, range(4), strict=True))
SIGNS: dict[str, Callable[[float], bool]] = {
    "win": lambda paid: paid > 0,
    "stand_off": lambda paid: paid == 0,
    "loss": lambda paid: paid < 0,
}


class Counting(Brute):
    """Brute force that counts how the original wager ends, or the wagers, instead of money."""

    def __init__(self, game: BlackjackParameters, dealer: int, shoe: Cards, figure: str) -> None:
        # Without what a double wins, a doubled hand is paid what its original wager is.
        verdicts, at_once = game.verdicts.copy(), game.at_once.copy()
        verdicts[DOUBLE] = 0.0
        at_once[:, DOUBLE] = np.where(np.isnan(at_once[:, DOUBLE]), np.nan, 0.0)
        super().__init__(game._replace(verdicts=verdicts, at_once=at_once), dealer, shoe)
        self.figure = figure

    def paid(self, cards: Cards, kind: int, doubled: bool, split: bool, dealer: Cards) -> float:
        if self.figure == "wagered":
            return 2.0 if doubled else 1.0
        if kind != ORIGINAL:
            return 0.0
        return float(SIGNS[self.figure](super().paid(cards, kind, doubled, split, dealer)))


def policy_of(made: AgainstCard) -> Callable[[Cards, int], str]:
    def policy(cards: Cards, _: int) -> str:
        return NAMES[int(made.calls[index_of(*(min(rank, 9) for rank in cards))])]

    return policy


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("dealer", [0, 5, 9])
@pytest.mark.parametrize("figure", CASES)
def test_a_first_hand_ends_as_often_as_brute_force_counts(
    game: str, dealer: int, figure: str
) -> None:
    parameters = parameters_of(BLACKJACK[game])
    setting = setting_of(parameters, flat(SMALL))
    made = against_card(setting, dealer)
    values = figure_values(made, list(figures_of(setting))[CASES[figure]])
    brute = Counting(parameters, dealer, without(SMALL, dealer), figure)
    compared = 0
    for cards in ((3, 5), (5, 7), (0, 5), (7, 9), (3, 7), (5, 9)):
        hand = index_of(*(min(rank, 9) for rank in cards))
        if made.calls[hand] >= CALLS:
            continue
        expected = brute.played(cards, without(SMALL, dealer, *cards), policy_of(made), 1)
        assert values[hand] == pytest.approx(float(expected), abs=1e-12), cards
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("figure", CASES)
@pytest.mark.parametrize(
    ("dealer", "pair", "counts"),
    [(5, 7, {2: 2, 5: 2, 7: 6, 9: 3, 12: 2}), (6, 0, {0: 5, 6: 3, 9: 3, 11: 3})],
)
def test_a_split_ends_as_often_as_brute_force_counts(
    game: str, figure: str, dealer: int, pair: int, counts: dict[int, int]
) -> None:
    parameters = parameters_of(BLACKJACK[game])
    shoe = shoe_of(counts)
    setting = setting_of(parameters, flat(shoe))
    table = card_setting(setting, dealer)
    play = split_hands(table, pair)

    def policy(cards: Cards, kind: int) -> str:
        mask = play.calls[0 if kind == ORIGINAL else 1, index_of(*(min(rank, 9) for rank in cards))]
        return NAMES[int(mask).bit_length() - 1]

    found = split_figure(table, pair, play, list(figures_of(setting))[CASES[figure]])
    brute = Counting(parameters, dealer, without(shoe, dealer), figure)
    assert found == pytest.approx(brute.split(pair, play.most, policy)[0], abs=1e-10)


@pytest.mark.parametrize("game", BLACKJACK)
def test_the_chances_of_a_round_are_all_there_are(game: str) -> None:
    study = BlackjackStudy(BLACKJACK[game])
    outcomes = round_outcomes(study.setting, study.best)
    assert sum(outcomes[:3]) == pytest.approx(1, abs=1e-12)
    assert outcomes.wagered > 1


def test_chances_explain_the_edge_where_nothing_is_doubled_or_split() -> None:
    """Each wager wins or loses one; only a blackjack wins more, so its chance is the rest."""
    rules: dict[str, str | int] = {"blackjack": "1:1", "double": "4", "hands": 1}
    main = maths.analyse("perth-blackjack", {"layout": 1}, rules=rules).main
    assert main.average_wager == pytest.approx(1, abs=1e-12)
    assert main.win - main.loss == pytest.approx(main.ev, abs=1e-12)
    assert main.element_of_risk == pytest.approx(main.ev, abs=1e-12)


def test_the_figures_of_a_chart_have_a_deviation() -> None:
    figures = maths.analyse("perth-blackjack-plus", {"layout": 1})
    chart = maths.strategy("perth-blackjack-plus", {"layout": 1}).chart
    given = maths.analyse("perth-blackjack-plus", {"layout": 1}, chart=chart)
    assert given.chart.sd == pytest.approx(figures.chart.sd, abs=1e-12)
    played = maths.simulate("perth-blackjack-plus", {"layout": 1}, rounds=4_000_000, seed=3)
    assert played.main.sd == pytest.approx(figures.chart.sd, abs=0.004)


def test_the_ante_of_caribbean_stud_has_its_chances() -> None:
    figures = maths.analyse("caribbean-stud")
    assert figures.main.win + figures.main.stand_off + figures.main.loss == pytest.approx(1)
    blind = figures.strategies["blind"]
    # Whoever bets on everything wins as often as the dealer has no hand or the worse one: the
    # dealer's hand and the player's are alike, so of the deals in which the dealer plays and the
    # two are not equal, more than half are the dealer's.
    assert blind.win + blind.stand_off + blind.loss == pytest.approx(1)
    assert blind.loss < 0.5 < blind.win
    assert figures.main.loss > 1 - figures.main.raise_frequency


# Tables -----------------------------------------------------------------------------------------


def test_a_table_of_values_has_every_first_hand_and_agrees_with_single_ones() -> None:
    values = maths.hand_values("perth-vegas-blackjack", {"layout": 1})
    assert len(values.hands) == 55 * 10
    found = next(one for one in values.hands if (one.hand, one.dealer) == ("6 T", "T"))
    single = maths.hand_choices("perth-vegas-blackjack", "T 6", "T", {"layout": 1})
    assert found.choices == single.choices
    assert found.best == "surrender"
    row = next(one for one in values.records() if (one["hand"], one["dealer"]) == ("6 T", "9"))
    assert row["surrender"] is None
    assert row["split"] is None


def test_a_table_of_values_has_hands_of_more_cards() -> None:
    three = maths.hand_values("star-blackjack", cards=3)
    assert {one.hand.count(" ") for one in three.hands} == {2}
    whole = maths.hand_values("star-blackjack", cards=None)
    assert len(whole.hands) > 30_000
    assert {one.hand for one in three.hands} <= {one.hand for one in whole.hands}


def test_removing_all_cards_of_a_rank_moves_the_edge_as_seeing_them_does() -> None:
    effects = maths.effects_of_removal("star-blackjack")
    without_five = maths.analyse("star-blackjack", seen="5H").main.ev
    assert effects.ev + effects.effects["5"] == pytest.approx(without_five, abs=1e-14)
    assert effects.effects["5"] > 0 > effects.effects["A"]
    # Weighted by their numbers, the cards are worth next to nothing together: the next card is
    # any of them, and to see it changes only how well one can play on.
    mean = sum(effects.effects[card] * (4 if card == "T" else 1) for card in effects.effects) / 13
    assert 0 <= mean < 0.00001


def test_removing_a_ten_is_the_mean_over_the_ranks_where_they_differ() -> None:
    """Challenge pays blackjack against blackjack by the ranks of the two tens (15.1.1.2)."""
    gone = "TH TD TC TS TH TD TC TS"
    rules = {"settlement.both_blackjack.same": "9:1"}
    effects = maths.effects_of_removal("blackjack-challenge", seen=gone, rules=rules)
    single = [
        maths.analyse("blackjack-challenge", seen=f"{gone} {rank}H", rules=rules).main.ev
        for rank in "TJQK"
    ]
    left = np.array([24, 32, 32, 32])
    expected = float(left @ np.array(single)) / left.sum() - effects.ev
    assert effects.effects["T"] == pytest.approx(expected, abs=1e-14)
    assert len({round(one, 12) for one in single}) > 1


@pytest.mark.parametrize("ask", [maths.hand_values, maths.effects_of_removal])
def test_tables_are_for_blackjack(ask: Callable[[str], object]) -> None:
    with pytest.raises(CroupierError, match="only for blackjack; caribbean-stud has no such table"):
        ask("caribbean-stud")


def test_a_hand_has_at_least_two_cards() -> None:
    choices = Choices(decks=8)
    with pytest.raises(CroupierError, match="is not a whole number from 2 to 21"):
        maths.hand_values("star-blackjack", choices, cards=1)
