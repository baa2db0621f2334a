"""A hand that somebody asks about, as it is written: ``T 6`` against ``T``, ``AC KD QH 8S 3C``.

What is wrong with it is said with the name of the argument in front: ``hand: ...``.
"""

from collections.abc import Sequence

from croupier.cards import Card, NotACardError, Rank, parse_card, parse_cards
from croupier.errors import CroupierError
from croupier.maths.analysis import BlackjackStudy
from croupier.maths.charts import PAIR_NAMES
from croupier.maths.kernels.tables import GONE
from croupier.maths.player_hands import index_of

TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
SUITS = ("C", "D", "H", "S")
ACE, TEN = 0, 9


class ArgumentError(CroupierError):
    """An argument that cannot be read; its name stands in front."""


def read_cards(argument: str, cards: str | Sequence[Card]) -> tuple[Card, ...]:
    """Cards by their names or as they are."""
    if not isinstance(cards, str):
        return tuple(cards)
    try:
        return parse_cards(cards)
    except NotACardError as error:
        raise ArgumentError(f"{argument}: {error}") from None


def read_card(argument: str, text: str) -> Card:
    """One card."""
    cards = read_cards(argument, text)
    if len(cards) != 1:
        raise ArgumentError(f"{argument}: {text!r} is not a card; write one, such as 7D")
    return cards[0]


def read_ranks(argument: str, text: str) -> list[int]:
    """The ranks of cards by what they count, an ace 0; suits may be left out."""
    return [_rank(argument, word) for word in text.split()]


def read_rank(argument: str, text: str) -> int:
    """The rank of the one card that is named."""
    found = read_ranks(argument, text)
    if len(found) != 1:
        raise ArgumentError(f"{argument}: {text!r} is not a card; write one, such as T")
    return found[0]


def _rank(argument: str, word: str) -> int:
    try:
        rank = parse_card(word).rank if word[-1:].upper() in SUITS else Rank(word.upper())
    except (ValueError, NotACardError):
        raise ArgumentError(
            f"{argument}: {word!r} is not a card; write a rank (A 2-9 T J Q K) with or without suit"
        ) from None
    if rank is Rank.ACE:
        return ACE
    return TEN if rank in TENS else int(rank.value) - 1


def rank_names(ranks: Sequence[int]) -> str:
    """Ranks as people write them."""
    return " ".join(PAIR_NAMES[rank] for rank in ranks)


def check_hand(study: BlackjackStudy, ranks: list[int], dealer: int) -> None:
    """Refuse a hand that is none or over, or whose cards are not there."""
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
                f"hand: the shoe does not hold that many cards of one rank: {rank_names([rank])}"
            )
