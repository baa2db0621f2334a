"""How a game is played best: its chart, the exceptions to it, and what each call is worth."""

import msgspec

from croupier.maths.asked_tables import AskedTable
from croupier.maths.charts import Chart
from croupier.maths.exceptions import PlayException
from croupier.maths.hands import (
    check_hand,
    rank_names,
    read_card,
    read_cards,
    read_rank,
    read_ranks,
)
from croupier.maths.stud import StudDecision, decide_stud
from croupier.maths.tabular import RowCells, Tabular


class HandChoices(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """What every call is worth with one hand, in units of the wager; the best first."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the table has, by the names of the options."""
    hand: str
    """The hand's cards by their ranks."""
    dealer: str
    """The dealer's card by its rank."""
    choices: dict[str, float]
    """What each call is worth, the best first."""

    def records(self) -> list[RowCells]:
        """A row for each call."""
        return [
            {"hand": self.hand, "dealer": self.dealer, "call": call, "worth": worth}
            for call, worth in self.choices.items()
        ]


class BlackjackPlay(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """How a blackjack game is played best by totals."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the table has, by the names of the options."""
    chart: Chart
    """The best chart."""
    ev: float
    """What the chart expects, in units of the wager."""
    best: float
    """What best play expects."""
    exceptions: tuple[PlayException, ...] | None = None
    """Where best play looks beyond the chart; none where that was not asked for."""

    def records(self) -> list[RowCells]:
        """A row for each hand of the chart, with a column for each of the dealer's cards."""
        return self.chart.records()


def blackjack_play(asked: AskedTable, *, exceptions: bool) -> BlackjackPlay:
    """The best chart of a blackjack table, if wanted with the exceptions to it."""
    study = asked.study()
    return BlackjackPlay(
        game=study.law.game,
        options=asked.described(study.options),
        chart=study.chart,
        ev=study.best_by_chart.mean,
        best=study.best.mean,
        exceptions=study.exceptions if exceptions else None,
    )


def hand_choices(asked: AskedTable, hand: str, dealer: str) -> HandChoices | StudDecision:
    """What every call is worth with one hand against one card of the dealer's."""
    if asked.stud is not None:
        return decide_stud(
            asked.stud,
            read_cards("hand", hand),
            read_card("dealer", dealer),
            choices=asked.choices,
            ante=asked.ante,
            seen=asked.seen,
        )
    study = asked.study()
    ranks, card = read_ranks("hand", hand), read_rank("dealer", dealer)
    check_hand(study, ranks, card)
    return HandChoices(
        game=study.law.game,
        options=asked.described(study.options),
        hand=rank_names(ranks),
        dealer=rank_names([card]),
        choices=study.choices_for(ranks, card),
    )
