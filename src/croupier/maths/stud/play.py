"""Best play of Caribbean Stud as a chart: which hands to bet on against which card."""

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, Card
from croupier.cards.poker import BY_HEIGHT, HIGH
from croupier.games.table.choices import Choices
from croupier.maths.stud.analysis import best_counts
from croupier.maths.stud.counts import StudCounts, count_bets
from croupier.maths.stud.poker_classes import HandClass, hand_classes
from croupier.maths.stud.terms import StudTerms, stud_terms
from croupier.maths.tabular import RowCells, Tabular
from croupier.money import Cents
from croupier.rulebooks import StudLaw

BET, FOLD, BY_SUITS = "bet", "fold", "suits"
"""The entries of a chart; the last if the suits held decide."""

Numbers = NDArray[np.int64]


DEALER_CARDS = tuple(rank.value for rank in sorted(RANKS, key=lambda rank: HIGH[rank]))
"""The cards that the dealer may show, lowest first."""


class PlayCell(msgspec.Struct, frozen=True):
    """The play of a class of hands against a card, and the value of a bet."""

    play: str
    """``bet``, ``fold`` or ``suits``."""
    bet: float
    """The expectation of a bet in antes, over all suits; a fold is worth -1."""


class PlayRow(msgspec.Struct, frozen=True):
    """A class of hands against every card that the dealer may show."""

    hand: str
    """The ranks of the hand: ``A K Q J 9``."""
    rank: str
    """The name of the hand."""
    cells: dict[str, PlayCell]
    """The plays by rank of the dealer's card; a card that cannot be shown is left out."""


class StudPlay(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """Best play. Hands above all rows are bet on, hands below all rows are folded."""

    game: str
    """The name of the game."""
    ante: Cents
    """The ante, which matters under a maximum payout."""
    bet_above: str
    """The ranks of the lowest hand from which every hand is bet on against every card."""
    fold_below: str
    """The ranks of the highest hand up to which every hand is folded against every card."""
    rows: tuple[PlayRow, ...]
    """The hands in between, highest first."""

    def records(self) -> list[RowCells]:
        """Return a row for each hand in between, with a column for each dealer's card."""
        return [
            {"hand": row.hand, "rank": row.rank}
            | {card: row.cells[card].play if card in row.cells else None for card in DEALER_CARDS}
            for row in self.rows
        ]


def best_play(
    law: StudLaw,
    choices: Choices | None = None,
    *,
    ante: Cents | None = None,
    seen: tuple[Card, ...] = (),
) -> StudPlay:
    """Return the chart of best play."""
    terms = stud_terms(law, choices or Choices(), ante=ante)
    counts = best_counts(terms, seen)
    possible = possible_bets(terms, seen)
    never = (counts.raised == 0).all(axis=(0, 2))
    always = (counts.raised == possible).all(axis=(0, 2))
    first = int(np.flatnonzero(~never)[0]) if not never.all() else len(never)
    last = int(np.flatnonzero(~always)[-1]) if not always.all() else -1
    classes = hand_classes()
    return StudPlay(
        game=law.game,
        ante=terms.ante,
        bet_above=_ranks(classes[last + 1]) if last + 1 < len(classes) else "",
        fold_below=_ranks(classes[first - 1]) if first else "",
        rows=tuple(_row(number, counts, possible, terms) for number in range(last, first - 1, -1)),
    )


def possible_bets(terms: StudTerms, seen: tuple[Card, ...] = ()) -> NDArray[np.uint32]:
    """Return the bits of all ranks that can be held in the dealer's suit.

    They are those of the best play if every bet were good.
    """
    always = np.ones_like(terms.values())
    return count_bets(always, terms.lowest, gone=seen).raised


def _row(
    number: int, counts: StudCounts, possible: NDArray[np.uint32], terms: StudTerms
) -> PlayRow:
    one = hand_classes()[number]
    cells = {}
    for place, rank in enumerate(DEALER_CARDS):
        if possible[:, number, place].any():
            raised = counts.raised[:, number, place]
            every = bool((raised == possible[:, number, place]).all())
            play = BET if every else BY_SUITS if raised.any() else FOLD
            cells[rank] = PlayCell(play, _worth(counts.every[number, place], one, terms))
    return PlayRow(_ranks(one), str(one.rank), cells)


def _worth(ends: Numbers, one: HandClass, terms: StudTerms) -> float:
    """Return the value of a bet from the counts of its endings."""
    amounts = msgspec.structs.astuple(terms.endings[one.rank.category])
    total = sum(int(n) * amount for n, amount in zip(ends, amounts, strict=True))
    return float(terms.per_ante(total) / int(ends.sum()))


def _ranks(one: HandClass) -> str:
    return " ".join(BY_HEIGHT[height].value for height in one.heights)
