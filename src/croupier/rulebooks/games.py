"""The games that can be played, by their names: those of the package, and those that are loaded."""

from croupier.errors import CroupierError
from croupier.rulebooks.blackjack_challenge import BLACKJACK_CHALLENGE
from croupier.rulebooks.blackjack_law import BlackjackLaw
from croupier.rulebooks.canberra_blackjack import CANBERRA_BLACKJACK
from croupier.rulebooks.caribbean_stud import CARIBBEAN_STUD
from croupier.rulebooks.perth_blackjack import PERTH_BLACKJACK
from croupier.rulebooks.perth_variants import PERTH_BLACKJACK_PLUS, PERTH_VEGAS_BLACKJACK
from croupier.rulebooks.star_blackjack import STAR_BLACKJACK
from croupier.rulebooks.table_law import TableLaw
from croupier.shapes import did_you_mean

BLACKJACK: dict[str, BlackjackLaw] = {
    law.game: law
    for law in (
        STAR_BLACKJACK,
        BLACKJACK_CHALLENGE,
        CANBERRA_BLACKJACK,
        PERTH_BLACKJACK,
        PERTH_VEGAS_BLACKJACK,
        PERTH_BLACKJACK_PLUS,
    )
}
"""The games of the blackjack family, by their names."""

GAMES: dict[str, TableLaw] = {**BLACKJACK, CARIBBEAN_STUD.game: CARIBBEAN_STUD}
"""Every game that can be played, by its name."""


class UnknownGameError(CroupierError):
    """A game that no rulebook here describes."""

    status, code = 404, "game/unknown"


def law_of(game: str) -> TableLaw:
    """The law of a game by its name."""
    try:
        return GAMES[game]
    except KeyError:
        raise UnknownGameError(f"there is no game {game!r}{did_you_mean(game, GAMES)}") from None


def enter(law: TableLaw) -> None:
    """Let a game be played under its name."""
    GAMES[law.game] = law
    if isinstance(law, BlackjackLaw):
        BLACKJACK[law.game] = law
