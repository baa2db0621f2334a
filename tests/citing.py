"""How a test says which clauses it shows: ``@cites("star-blackjack", "5.5.1")`` above it.

``python -m tests.evidence`` watches the engine while such a test runs. Citing a clause about which
the engine then does nothing is an error there, and leaves the system without evidence. Citing a
clause that its rulebook does not have fails when the test is imported.
"""

from collections.abc import Callable
from typing import TypeVar

from croupier.rulebooks import catalogue

Function = TypeVar("Function", bound=Callable[..., object])
CITED = "cited_clauses"
"""The attribute of a test that holds what it cites."""


def cites(book: str, *clauses: str) -> Callable[[Function], Function]:
    """Name the clauses of a rulebook that a test shows at work."""
    if not clauses:
        raise ValueError(f"name the clauses of {book} that the test shows")
    for clause in clauses:
        catalogue(book)[clause]

    def marked(function: Function) -> Function:
        cited = (*cited_by(function), *((book, clause) for clause in clauses))
        setattr(function, CITED, cited)
        return function

    return marked


def cited_by(function: object) -> tuple[tuple[str, str], ...]:
    """What a test cites: rulebooks and clauses."""
    cited: tuple[tuple[str, str], ...] = getattr(function, CITED, ())
    return cited
