"""Tables of values: every hand against every card of the dealer, and what each card is worth."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from croupier.cards import DECK, Card, Rank
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.blackjack.best_chart import CALL_NAMES
from croupier.maths.blackjack.charts import PAIR_NAMES
from croupier.maths.blackjack.rounds import cards_left
from croupier.maths.tabular import RowCells, Tabular

if TYPE_CHECKING:
    from croupier.maths.study_tables import StudyTable

DEALERS = (*range(1, 10), 0)
"""The dealer's cards in the order of charts: from two to ten, then the ace."""
TEN_RANKS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)


class HandValue(msgspec.Struct, frozen=True, kw_only=True):
    """What each call with a hand is worth against one card of the dealer."""

    hand: str
    """The ranks of the hand, lowest first, aces first: ``A 6``, ``2 2 T``."""
    dealer: str
    """The rank of the dealer's card."""
    best: str
    """The best call; ``stand`` for a hand with which nothing is left to call."""
    choices: dict[str, float]
    """The player's expectation by call, in units of the wager; only calls that the rules allow."""


class HandValues(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """The value of every hand against every card of the dealer."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices that the values are for, by option name."""
    hands: tuple[HandValue, ...]
    """The hands of two cards first, then those of three, and so on."""

    def records(self) -> list[RowCells]:
        """Return a row for every hand and card of the dealer; a call not allowed is ``None``."""
        return [
            {"hand": one.hand, "dealer": one.dealer, "best": one.best}
            | {call: one.choices.get(call) for call in CALL_NAMES}
            for one in self.hands
        ]


def hand_values(table: "StudyTable", *, cards: int | None = 2) -> HandValues:
    """Return the values of all hands with this many cards; ``None`` for hands of any number."""
    study = table.study()
    return HandValues(
        game=table.law.game,
        options=table.full_options(study.options),
        hands=tuple(_hands(study, cards)),
    )


def _hands(study: BlackjackStudy, cards: int | None) -> Iterator[HandValue]:
    hands = study.setting.hands
    wanted = (hands.cards >= 2) if cards is None else (hands.cards == cards)
    order = sorted(np.flatnonzero(wanted), key=lambda hand: (hands.cards[hand], int(hand)))
    against = study.best.against
    for hand in order:
        ranks = [rank for rank in range(len(PAIR_NAMES)) for _ in range(hands.counts[hand, rank])]
        text = " ".join(PAIR_NAMES[rank] for rank in ranks)
        for dealer in DEALERS:
            held = hands.counts[hand].astype(float)
            held[dealer] += 1
            if dealer not in against or (held > study.setting.shoe.ranks).any():
                continue
            choices = study.choices_for(ranks, dealer)
            best = next(iter(choices))
            yield HandValue(hand=text, dealer=PAIR_NAMES[dealer], best=best, choices=choices)


class RemovalEffects(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """What the player gains when one card has left the shoe."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices that the figures are for, by option name."""
    ev: float
    """The player's expectation from the shoe as it is."""
    effects: dict[str, float]
    """By rank of the card: the expectation without it, less ``ev``; a ten is any of the four ten
    ranks. Play is best for each shoe."""

    def records(self) -> list[RowCells]:
        """Return a row for every rank."""
        return [
            {"game": self.game, "card": card, "effect": effect, "ev": self.ev + effect}
            for card, effect in self.effects.items()
        ]


def effects_of_removal(table: "StudyTable") -> RemovalEffects:
    """Return what one card of each rank is worth to the player when it is gone."""
    study = table.study()
    return RemovalEffects(
        game=table.law.game,
        options=table.full_options(study.options),
        ev=study.best.mean,
        effects={name: _effect(study, name) for name in PAIR_NAMES},
    )


def _effect(study: BlackjackStudy, name: str) -> float:
    """Return the effect of one card gone; of a ten, the mean over the ten ranks that are left."""
    ranks = TEN_RANKS if Rank(name) in TEN_RANKS else (Rank(name),)
    left = cards_left(study.choices.decks, study.seen)
    total = weights = 0.0
    for rank in ranks:
        cards = {card: count for card, count in zip(DECK, left, strict=True) if card.rank is rank}
        weight = sum(cards.values())
        if weight:
            total += weight * _without(study, max(cards, key=lambda card: cards[card]))
            weights += weight
        if not _tens_differ(study):
            break
    return float(total / weights) if weights else 0.0


def _without(study: BlackjackStudy, card: Card) -> float:
    gone = BlackjackStudy(study.law, study.choices, seen=(*study.seen, card))
    return gone.best.mean - study.best.mean


def _tens_differ(study: BlackjackStudy) -> bool:
    """Return whether a blackjack against a blackjack is paid by the ranks of the ten cards."""
    return len(set(study.parameters.both_blackjack)) > 1
