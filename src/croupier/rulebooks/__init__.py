"""The law as data: one module per rulebook, every value with its clause."""

from croupier.rulebooks.blackjack_challenge import BLACKJACK_CHALLENGE
from croupier.rulebooks.blackjack_law import BlackjackLaw
from croupier.rulebooks.canberra_blackjack import CANBERRA_BLACKJACK
from croupier.rulebooks.caribbean_stud import CARIBBEAN_STUD
from croupier.rulebooks.catalogue import (
    BOOKS,
    Catalogue,
    Clause,
    Provision,
    Rule,
    Says,
    UnknownBookError,
    UnknownClauseError,
    UnsoundLawError,
    books,
    catalogue,
    catalogue_beside,
)
from croupier.rulebooks.fingerprints import fingerprint
from croupier.rulebooks.games import BLACKJACK, GAMES, UnknownGameError, law_of
from croupier.rulebooks.law_files import LawFileError, load
from croupier.rulebooks.perth_blackjack import PERTH_BLACKJACK
from croupier.rulebooks.perth_variants import PERTH_BLACKJACK_PLUS, PERTH_VEGAS_BLACKJACK
from croupier.rulebooks.roles import GAMING_ROLES, Role
from croupier.rulebooks.star_blackjack import STAR_BLACKJACK
from croupier.rulebooks.stud_law import StudLaw
from croupier.rulebooks.table_law import Result, TableLaw

__all__ = [
    "BLACKJACK",
    "BLACKJACK_CHALLENGE",
    "BOOKS",
    "CANBERRA_BLACKJACK",
    "CARIBBEAN_STUD",
    "GAMES",
    "GAMING_ROLES",
    "PERTH_BLACKJACK",
    "PERTH_BLACKJACK_PLUS",
    "PERTH_VEGAS_BLACKJACK",
    "STAR_BLACKJACK",
    "BlackjackLaw",
    "Catalogue",
    "Clause",
    "LawFileError",
    "Provision",
    "Result",
    "Role",
    "Rule",
    "Says",
    "StudLaw",
    "TableLaw",
    "UnknownBookError",
    "UnknownClauseError",
    "UnknownGameError",
    "UnsoundLawError",
    "books",
    "catalogue",
    "catalogue_beside",
    "fingerprint",
    "law_of",
    "load",
]
