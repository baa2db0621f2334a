"""The law as data: every value with its clause.

``law`` has the types that a law is made of, ``books`` one module per rulebook, ``guide``
explanations built from the laws. ``catalogue`` lists the clauses, ``installed`` the games,
``revisions`` the earlier laws. Files with laws of others import only from this package.
"""

from croupier.rulebooks.books.blackjack_challenge import BLACKJACK_CHALLENGE
from croupier.rulebooks.books.canberra_blackjack import CANBERRA_BLACKJACK
from croupier.rulebooks.books.caribbean_stud import CARIBBEAN_STUD
from croupier.rulebooks.books.perth_blackjack import (
    PERTH_BLACKJACK,
    PERTH_BLACKJACK_PLUS,
    PERTH_VEGAS_BLACKJACK,
)
from croupier.rulebooks.books.star_blackjack import STAR_BLACKJACK
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
from croupier.rulebooks.installed import (
    BLACKJACK,
    GAMES,
    BlackjackName,
    LawFileError,
    StudName,
    UnknownGameError,
    fingerprint,
    law_of,
    load,
    read_law,
)
from croupier.rulebooks.law.blackjack import BlackjackLaw
from croupier.rulebooks.law.roles import GAMING_ROLES, Role
from croupier.rulebooks.law.stud import StudLaw
from croupier.rulebooks.law.table import Result, TableLaw

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
    "BlackjackName",
    "Catalogue",
    "Clause",
    "LawFileError",
    "Provision",
    "Result",
    "Role",
    "Rule",
    "Says",
    "StudLaw",
    "StudName",
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
    "read_law",
]
