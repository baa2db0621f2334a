"""Best play for a user's question: the chart, its exceptions, and the value of each call."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import read_card, read_cards
from croupier.errors import ArgumentError
from croupier.maths.arguments import CardsText, CardText, read_rank, read_ranks
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.blackjack.best_chart import PlayException
from croupier.maths.blackjack.charts import PAIR_NAMES, Chart
from croupier.maths.blackjack.hands import index_of
from croupier.maths.blackjack.side_bets import insurance_figures
from croupier.maths.kernels.tables import GONE
from croupier.maths.study_tables import StudyTable
from croupier.maths.tabular import RowCells, Tabular

if TYPE_CHECKING:
    from croupier.maths.stud.analysis import StudDecision


def ranks_text(ranks: Sequence[int]) -> str:
    """Return ranks as people write them."""
    return " ".join(PAIR_NAMES[rank] for rank in ranks)


def check_hand(study: BlackjackStudy, ranks: list[int], dealer: int) -> None:
    """Raise if the ranks are no hand, are over, or are not in the shoe."""
    if len(ranks) < 2 or index_of(*ranks) == GONE:
        raise ArgumentError("hand: a hand has two cards or more and is not over 21")
    most = study.law.play.most_cards
    if most is not None and len(ranks) > most.value:
        why = f"hand: a hand of {study.law.title} has at most {most.value} cards"
        raise ArgumentError(f"{why} ({most.clause})")
    every = [*ranks, dealer]
    for rank in set(every):
        if every.count(rank) > study.setting.shoe.ranks[rank]:
            raise ArgumentError(
                f"hand: the shoe does not hold that many cards of one rank: {ranks_text([rank])}"
            )


class HandChoices(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """The value of every call with one hand, in units of the wager, best first."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices of the table, by option name."""
    hand: str
    """The hand's cards by rank."""
    dealer: str
    """The dealer's card by rank."""
    choices: dict[str, float]
    """The value of each call, best first."""

    def records(self) -> list[RowCells]:
        """Return a row for each call."""
        return [
            {"hand": self.hand, "dealer": self.dealer, "call": call, "worth": worth}
            for call, worth in self.choices.items()
        ]


class BlackjackPlay(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """The best chart of a blackjack game."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices of the table, by option name."""
    chart: Chart
    """The best chart."""
    ev: float
    """The expectation under the chart, in units of the wager."""
    best: float
    """The expectation under best play."""
    exceptions: tuple[PlayException, ...] | None = None
    """The hands with which best play differs from the chart; ``None`` if not requested."""

    def records(self) -> list[RowCells]:
        """Return a row for each hand of the chart, with a column for each dealer's card."""
        return self.chart.records()


def blackjack_play(asked: StudyTable, *, exceptions: bool) -> BlackjackPlay:
    """Return the best chart of a blackjack table, with its exceptions on request."""
    study = asked.study()
    return BlackjackPlay(
        game=study.law.game,
        options=asked.full_options(study.options),
        chart=study.chart,
        ev=study.best_by_chart.mean,
        best=study.best.mean,
        exceptions=study.exceptions if exceptions else None,
    )


def hand_choices(
    asked: StudyTable, hand: CardsText, dealer: CardText
) -> "HandChoices | StudDecision":
    """Return the value of every call with one hand against a dealer's card."""
    if asked.stud is not None:
        # Blackjack needs nothing of stud's figures, which take half a second to import.
        from croupier.maths.stud.analysis import decide_stud

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
        options=asked.full_options(study.options),
        hand=ranks_text(ranks),
        dealer=ranks_text([card]),
        choices=study.choices_for(ranks, card),
    )


def insurance_choices(asked: StudyTable, hand: CardsText, dealer: CardText) -> dict[str, float]:
    """Return what insuring a hand and declining are worth, in units of the original wager.

    The player's own cards count. Empty if there is no insurance against the dealer's card.
    """
    study = asked.study()
    ranks, card = read_ranks("hand", hand), read_rank("dealer", dealer)
    found = insurance_figures(study.parameters, study.setting.shoe, card, ranks)
    return {} if found is None else {"insure": found.ev_of_wager, "decline": 0.0}
