"""Which clauses the system keeps, and which of them tests show it to keep.

Nothing is declared. One side is found from the law's data that the source reads and from what the
engine says while the scenario files are played; the other from scenarios that pass and tests that
cite. A clause without both is open.
"""

from croupier.coverage.law_data import Datum, data_of, readable
from croupier.coverage.status import Coverage, Covered, Status
from croupier.coverage.survey import Survey, find_tests, surveyed

__all__ = [
    "Coverage",
    "Covered",
    "Datum",
    "Status",
    "Survey",
    "data_of",
    "find_tests",
    "readable",
    "surveyed",
]
