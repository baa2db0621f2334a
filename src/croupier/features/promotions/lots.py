"""Lots that can be proved: the numbers that follow from a seed, and the proof of them as a file.

The bytes are specified in ``docs/promotions.md``; ``draw_verifier`` computes them again without
anything of croupier, and so does the page of the draw.
"""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from hashlib import sha256
from typing import Any

from croupier.cards import below
from croupier.features.fairness.rules.chance import HmacBlocks, length_prefixed
from croupier.features.promotions import draw_verifier
from croupier.features.promotions.rules import Promotion
from croupier.features.promotions.rules.decisions import evolve
from croupier.features.promotions.rules.draws import WinnersDrawn
from croupier.features.promotions.rules.terms import stated_prizes
from croupier.messages import Event

KIND = "promotion-draw"
"""What the file of a proof says it is."""


def draw_commitment(seed: bytes, stream: str) -> str:
    """Return the hash that binds the house to a seed, for the draw of one promotion."""
    return sha256(length_prefixed("draw seed", stream, seed)).hexdigest()


def draw_numbers(
    seed: bytes, stream: str, entries: int, among: Sequence[int], prizes: int, *, word: str
) -> tuple[int, ...]:
    """Return the numbers of the entries drawn, one for each prize, in the order of the prizes.

    ``entries`` is how many entries there are, ``among`` the numbers of those that can win. Each
    number is drawn from those that are left.

    >>> draw_numbers(bytes(32), "promotion/june", 5, range(1, 6), 2, word="tea")
    (5, 1)
    """
    eligible = sha256(length_prefixed(*among)).hexdigest()
    about = length_prefixed("promotion draw", stream, entries, eligible, word)
    chance, left = HmacBlocks(seed, about), list(among)
    return tuple(left.pop(below(len(left), chance)) for _ in range(prizes))


def draw_proof(stream: str, promotion: Promotion) -> dict[str, Any] | None:
    """Return all that is needed to check a draw, without a name; ``None`` if it has no proof."""
    proof = promotion.proof
    if proof is None:
        return None
    return {
        "proof": KIND,
        "stream": stream,
        "commitment": promotion.commitment,
        "house-seed": proof.seed,
        "word": proof.word,
        "entries": len(promotion.tickets),
        "among": list(proof.among),
        "prizes": len(stated_prizes(promotion.terms)),
        "drawn": list(proof.drawn),
    }


def find_false_draw(stream: str, events: Iterable[Event], *, key_lost: bool) -> Iterator[str]:
    """Yield what is wrong with the draw of a promotion, each in a sentence; nothing before it.

    A draw without the seed is wrong, unless the house has lost the key that the seed was under.
    """
    opened, *later = events
    if not any(isinstance(one, WinnersDrawn) for one in later):
        return
    promotion = reduce(evolve, later, evolve(None, opened))
    proof = draw_proof(stream, promotion)
    if proof is None:
        if promotion.commitment and promotion.wins and not key_lost:
            yield f"{stream}: the draw does not show the seed that the house committed to"
        return
    holders = [promotion.tickets[number - 1].player for number in proof["drawn"]]
    if holders != [win.player for win in promotion.wins]:
        yield f"{stream}: the winners are not those whose entries were drawn"
    given = Namespace(commitment=promotion.commitment, word=None, entries=None)
    try:
        draw_verifier.run_checks(proof, given)
    except draw_verifier.FalseDrawError as error:
        yield f"{stream}: {error}"
