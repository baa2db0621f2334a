"""How a test says which clauses it shows: ``@cites("star-blackjack", "5.5.1")`` above it.

``croupier rules coverage`` finds these in the source. Citing a clause that its rulebook does not
have fails when the test is imported.
"""

from collections.abc import Callable
from typing import TypeVar

from croupier.rulebooks import catalogue

Function = TypeVar("Function", bound=Callable[..., object])


def cites(book: str, *clauses: str) -> Callable[[Function], Function]:
    """Name the clauses of a rulebook that a test shows at work; the test itself stays as it is."""
    if not clauses:
        raise ValueError(f"name the clauses of {book} that the test shows")
    for clause in clauses:
        catalogue(book)[clause]

    def unchanged(function: Function) -> Function:
        return function

    return unchanged
