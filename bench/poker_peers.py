"""Five-card hands ranked by other libraries, one call of Python for each hand.

Each function imports its library, makes the hands in that library's own cards beforehand, and
returns a function that ranks so many of them. The libraries are imported by name, so that types and
lint hold with or without them.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import cycle, islice

Hand = tuple[str, ...]
"""Five cards as most libraries write them: ``Th``."""
RankHands = Callable[[int], int]
"""Ranks so many hands, one by one, and counts them."""


def eval7(hands: Sequence[Hand]) -> RankHands:
    """eval7's `evaluate` on a list of its cards: C behind a Python call."""
    library = import_module("eval7")
    made = [([library.Card(card) for card in hand],) for hand in hands]
    return one_by_one(library.evaluate, made)


def treys(hands: Sequence[Hand]) -> RankHands:
    """The evaluator of treys, in Python, on two cards and a board of three."""
    library = import_module("treys")
    made = [[library.Card.new(card) for card in hand] for hand in hands]
    return one_by_one(library.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in made])


def phevaluator(hands: Sequence[Hand]) -> RankHands:
    """phevaluator's `evaluate_cards`, in Python, on the numbers of its cards."""
    library = import_module("phevaluator")
    made = [tuple(library.Card(card).id_ for card in hand) for hand in hands]
    return one_by_one(library.evaluate_cards, made)


def pokerkit(hands: Sequence[Hand]) -> RankHands:
    """A `StandardHighHand` of pokerkit, in Python, made of its cards; making it ranks it."""
    library = import_module("pokerkit")
    made = [(tuple(library.Card.parse("".join(hand))),) for hand in hands]
    return one_by_one(library.StandardHighHand, made)


def one_by_one(rank: Callable[..., object], calls: Sequence[tuple[object, ...]]) -> RankHands:
    """Rank hands in turn, each by its arguments, beginning again when all are done."""

    def ranked(number: int) -> int:
        for arguments in islice(cycle(calls), number):
            rank(*arguments)
        return number

    return ranked
