"""The law as data: one module per rulebook, every value with its clause."""

from croupier.rulebooks.blackjack_challenge import BLACKJACK_CHALLENGE
from croupier.rulebooks.blackjack_law import BlackjackLaw
from croupier.rulebooks.catalogue import (
    BOOKS,
    Catalogue,
    Clause,
    Rule,
    UnknownBookError,
    UnknownClauseError,
    catalogue,
)
from croupier.rulebooks.roles import Role
from croupier.rulebooks.star_blackjack import STAR_BLACKJACK
from croupier.rulebooks.table_law import TableLaw

GAMES: dict[str, BlackjackLaw] = {law.game: law for law in (STAR_BLACKJACK, BLACKJACK_CHALLENGE)}
"""Every game that can be played, by its name."""


class UnknownGameError(Exception):
    """A game that no rulebook here describes."""


def law_of(game: str) -> BlackjackLaw:
    """The law of a game by its name."""
    try:
        return GAMES[game]
    except KeyError:
        raise UnknownGameError(f"there is no game {game!r}; there are {', '.join(GAMES)}") from None


__all__ = [
    "BLACKJACK_CHALLENGE",
    "BOOKS",
    "GAMES",
    "STAR_BLACKJACK",
    "BlackjackLaw",
    "Catalogue",
    "Clause",
    "Role",
    "Rule",
    "TableLaw",
    "UnknownBookError",
    "UnknownClauseError",
    "UnknownGameError",
    "catalogue",
    "law_of",
]
