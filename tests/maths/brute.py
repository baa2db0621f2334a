"""A slow second blackjack for small shoes: every order of cards is gone through, card by card.

It knows the thirteen ranks and the rules as the engine states them, and none of the tricks of
``croupier.maths``: no sets of cards, no exchange of places, no tables.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import numpy as np

from croupier.maths.blackjack.parameters import (
    DEALER_BLACKJACK,
    DEALER_OVER,
    DOUBLE,
    EQUAL,
    FIVE_CARDS,
    HIGHER,
    LOWER,
    ORIGINAL,
    OVER,
    SPLIT,
    TWENTY_ONE,
    BlackjackParameters,
)

Cards = tuple[int, ...]
"""Ranks, an ace 0, a ten 9, a king 12."""
Shoe = tuple[int, ...]
"""How many of each of the thirteen ranks."""
Policy = Callable[[Cards, int], str]
"""What is called with a hand that has a wager of a kind: ``stand``, ``hit`` or ``double``."""


def points(rank: int) -> int:
    return min(rank + 1, 10)


def total(cards: Cards) -> int:
    hard = sum(map(points, cards))
    return hard + 10 if 0 in cards and hard <= 11 else hard


def is_blackjack(cards: Cards) -> bool:
    return len(cards) == 2 and total(cards) == 21


def draws(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    cards = sum(shoe)
    for rank, count in enumerate(shoe):
        if count:
            left = (*shoe[:rank], count - 1, *shoe[rank + 1 :])
            yield rank, Fraction(count, cards), left


class Brute:
    """One game against one dealer's card; ``shoe`` lacks that card."""

    def __init__(self, game: BlackjackParameters, dealer: int, shoe: Shoe) -> None:
        self.game = game
        self.dealer = dealer
        self.shoe = shoe
        self.dealers = cache(self._dealers)

    def _dealers(self, shoe: Shoe) -> dict[Cards, Fraction]:
        ends: dict[Cards, Fraction] = {}

        def draw(cards: Cards, left: Shoe, chance: Fraction) -> None:
            soft = 0 in cards and sum(map(points, cards)) <= 11
            count = total(cards)
            if count > 17 or (count == 17 and not (soft and self.game.dealer_draws_soft_17)):
                ten = max((c for c in cards if c >= 9), default=0) if is_blackjack(cards) else 0
                key = (count, int(is_blackjack(cards)), ten)
                ends[key] = ends.get(key, Fraction(0)) + chance
                return
            for rank, odds, fewer in draws(left):
                draw((*cards, rank), fewer, chance * odds)

        draw((self.dealer,), shoe, Fraction(1))
        return ends

    def is_natural(self, cards: Cards, *, split: bool) -> bool:
        return is_blackjack(cards) and (not split or bool(self.game.split_blackjack_counts))

    def doubled_total(self, cards: Cards) -> int:
        if not self.game.double_aces_as_one:
            return total(cards)
        base = sum(map(points, cards[:-1]))
        return base + 11 if cards[-1] == 0 and base <= 10 else base + points(cards[-1])

    def paid(self, cards: Cards, kind: int, doubled: bool, split: bool, dealer: Cards) -> float:
        """What all wagers on a finished hand win against a dealer's end."""
        game = self.game
        kinds = (kind, DOUBLE) if doubled else (kind,)
        count = self.doubled_total(cards) if doubled else total(cards)
        dealers, dealer_blackjack, dealer_ten = dealer
        if count > 21:
            return float(sum(game.verdicts[k, OVER] for k in kinds))
        if self.is_natural(cards, split=split):
            if game.blackjack_always_wins or not dealer_blackjack:
                return game.blackjack_pays
            mine = max(cards)
            place = 1 if mine == dealer_ten else 0 if mine > dealer_ten else 2
            return float(game.both_blackjack[place])
        for row, made in ((TWENTY_ONE, count == 21), (FIVE_CARDS, len(cards) >= 5)):
            if made and not np.isnan(game.at_once[row, kind]):
                return float(sum(game.at_once[row, k] for k in kinds))
        if dealer_blackjack:
            end = DEALER_BLACKJACK
        elif dealers == game.dealer_exactly:
            return 0.0
        elif dealers > 21:
            end = DEALER_OVER
        else:
            end = HIGHER if count > dealers else EQUAL if count == dealers else LOWER
        return float(sum(game.verdicts[k, end] for k in kinds))

    def finished(self, cards: Cards, kind: int, *, split: bool) -> bool:
        """Whether a hand is complete without its player's doing."""
        game, count = self.game, total(cards)
        if count >= game.may_draw_below or self.is_natural(cards, split=split):
            return True
        if game.most_cards and len(cards) >= game.most_cards:
            return True
        if len(cards) >= 5 and not np.isnan(game.at_once[FIVE_CARDS, kind]):
            return True
        return split and cards[0] == 0 and bool(game.split_aces_one_card) and len(cards) == 2

    def may_double(self, cards: Cards, *, split: bool) -> bool:
        game = self.game
        mask = game.double_split_cards if split else game.double_cards
        if not mask >> len(cards) & 1:
            return False
        hard = sum(map(points, cards))
        if game.double_aces_as_one:
            return bool(game.double_totals >> hard & 1)
        if total(cards) != hard:
            return bool(game.double_soft)
        return bool(game.double_totals >> hard & 1)

    def stand(self, cards: Cards, shoe: Shoe, *, doubled: bool = False) -> Fraction:
        """The expectation of a finished first hand."""
        return sum(
            (
                chance * Fraction(self.paid(cards, ORIGINAL, doubled, False, end))
                for end, chance in self.dealers(shoe).items()
            ),
            Fraction(0),
        )

    def calls(self, cards: Cards, shoe: Shoe) -> dict[str, Fraction]:
        """The expectation of each call with a first hand, played best from there on."""
        if self.finished(cards, ORIGINAL, split=False):
            return {"stand": self.stand(cards, shoe)}
        found = {}
        if total(cards) >= self.game.must_draw_below:
            found["stand"] = self.stand(cards, shoe)
        hit, double = Fraction(0), Fraction(0)
        may_double = self.may_double(cards, split=False)
        for rank, chance, left in draws(shoe):
            grown = (*cards, rank)
            if total(grown) > 21:
                hit += chance * Fraction(self.game.verdicts[ORIGINAL, OVER])
            else:
                hit += chance * max(self.calls(grown, left).values())
            if may_double:
                double += chance * self.stand(grown, left, doubled=True)
        found["hit"] = hit
        if may_double:
            found["double"] = double
        return found

    def played(self, cards: Cards, shoe: Shoe, policy: Policy, power: int) -> Fraction:
        """The mean, or mean square, of what a first hand wins that a policy plays."""

        def settled(final: Cards, left: Shoe, *, doubled: bool) -> Fraction:
            return sum(
                (
                    chance * Fraction(self.paid(final, ORIGINAL, doubled, False, end)) ** power
                    for end, chance in self.dealers(left).items()
                ),
                Fraction(0),
            )

        if total(cards) > 21 or self.finished(cards, ORIGINAL, split=False):
            return settled(cards, shoe, doubled=False)
        call = policy(cards, ORIGINAL)
        if call == "stand":
            return settled(cards, shoe, doubled=False)
        value = Fraction(0)
        for rank, chance, left in draws(shoe):
            grown = (*cards, rank)
            if call == "double":
                value += chance * settled(grown, left, doubled=True)
            else:
                value += chance * self.played(grown, left, policy, power)
        return value

    def split(self, pair: int, most: int, policy: Policy) -> tuple[float, float]:
        """Mean and mean square of splitting, the hands played one after the other.

        ``shoe`` must still hold both cards of the pair.
        """
        moments = [0.0, 0.0]
        start = self.shoe
        first = (*start[:pair], start[pair] - 2, *start[pair + 1 :])

        def play(hands: tuple[Cards, ...], doubles: tuple[bool, ...], shoe: Shoe, p: float) -> None:
            at = len(doubles)
            if at == len(hands):
                settle(hands, doubles, shoe, p)
                return
            cards = hands[at]
            kind = ORIGINAL if at == 0 else SPLIT
            if len(cards) == 2 and points(cards[0]) == points(cards[1]) and len(hands) < most:
                again = (*hands[:at], cards[:1], cards[1:], *hands[at + 1 :])
                play(again, doubles, shoe, p)
                return
            over = total(cards) > 21
            call = "hit" if len(cards) < 2 else "stand"
            if len(cards) >= 2 and not over and not self.finished(cards, kind, split=True):
                call = policy(cards, kind)
            if call == "stand":
                play(hands, (*doubles, False), shoe, p)
                return
            for rank, chance, left in draws(shoe):
                grown = (*hands[:at], (*cards, rank), *hands[at + 1 :])
                done = (*doubles, True) if call == "double" else doubles
                play(grown, done, left, p * float(chance))

        def settle(
            hands: tuple[Cards, ...], doubles: tuple[bool, ...], shoe: Shoe, p: float
        ) -> None:
            for end, chance in self.dealers(shoe).items():
                won = sum(
                    self.paid(cards, SPLIT if at else ORIGINAL, doubled, True, end)
                    for at, (cards, doubled) in enumerate(zip(hands, doubles, strict=True))
                )
                moments[0] += p * float(chance) * won
                moments[1] += p * float(chance) * won**2

        play(((pair,), (pair,)), (), first, 1.0)
        return moments[0], moments[1]
