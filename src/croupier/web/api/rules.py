"""The rules in the API: games, rulebooks, clauses in our words, and their coverage by tests."""

import msgspec
from litestar import Router, get
from litestar.params import FromPath, FromQuery

from croupier.features.compliance.evidence import CoveredClause
from croupier.features.compliance.findings import current_evidence, rulebook_coverage
from croupier.rulebooks import (
    GAMES,
    UnknownBookError,
    UnknownClauseError,
    books,
    catalogue,
    fingerprint,
)
from croupier.web.http.guards import PrincipalRequest, require
from croupier.web.http.requests import Cursor, Page, PageLimit, page_of
from croupier.web.problems import ProblemError


class GameView(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    game: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    rulebook: str
    """The rulebook it is played by."""
    revision: str
    """The revision of the rulebook."""
    fingerprint: str
    """The hash of the law's data, which tells it from any other."""


class RulebookView(msgspec.Struct, frozen=True):
    """A rulebook."""

    rulebook: str
    """Its name."""
    clauses: int
    """The number of its clauses."""
    games: tuple[str, ...]
    """The games played by it."""


class ClauseView(msgspec.Struct, frozen=True):
    """A clause, in our words."""

    rulebook: str
    """The rulebook."""
    clause: str
    """Its number in the rulebook."""
    kind: str
    """``game``, ``floor``, ``conduct`` or ``statement``."""
    who: str
    """The role it concerns."""
    subject: str
    """Its subject."""
    gist: str
    """What it says, in our words."""


def clauses_of(book: str) -> tuple[ClauseView, ...]:
    """Return every clause of a rulebook."""
    try:
        found = catalogue(book)
    except UnknownBookError as error:
        raise ProblemError(404, "rulebook/unknown", str(error)) from None
    return tuple(
        ClauseView(book, one.id, one.kind, one.who, one.subject, one.gist)
        for one in found.clauses.values()
    )


@get("/api/games")
async def list_games(request: PrincipalRequest) -> tuple[GameView, ...]:
    """List the games that can be played here."""
    require(request, "rules.view")
    return tuple(
        GameView(law.game, law.title, law.book, law.revision, fingerprint(law))
        for law in GAMES.values()
    )


@get("/api/rulebooks")
async def list_rulebooks(request: PrincipalRequest) -> tuple[RulebookView, ...]:
    """List the rulebooks."""
    require(request, "rules.view")
    return tuple(
        RulebookView(
            book,
            len(catalogue(book).clauses),
            tuple(law.game for law in GAMES.values() if law.book == book),
        )
        for book in books()
    )


@get("/api/rulebooks/{rulebook:str}/clauses")
async def list_clauses(
    request: PrincipalRequest,
    rulebook: FromPath[str],
    search: FromQuery[str] = "",
    cursor: Cursor = 0,
    limit: PageLimit = 50,
) -> Page[ClauseView]:
    """List the clauses of a rulebook in our words; `search` selects those with all its words."""
    require(request, "rules.view")
    words = search.lower().split()
    found = [
        one
        for one in clauses_of(rulebook)
        if all(word in f"{one.clause} {one.subject} {one.gist}".lower() for word in words)
    ]
    return page_of(found, cursor, limit)


@get("/api/rulebooks/{rulebook:str}/clauses/{clause:str}")
async def view_clause(
    request: PrincipalRequest, rulebook: FromPath[str], clause: FromPath[str]
) -> ClauseView:
    """Show one clause in our words."""
    require(request, "rules.view")
    try:
        one = catalogue(rulebook)[clause]
    except UnknownBookError as error:
        raise ProblemError(404, "rulebook/unknown", str(error)) from None
    except (UnknownClauseError, KeyError):
        raise ProblemError(404, "clause/unknown", f"{rulebook} has no clause {clause}") from None
    return ClauseView(rulebook, one.id, one.kind, one.who, one.subject, one.gist)


@get("/api/rulebooks/{rulebook:str}/coverage", sync_to_thread=True)
def view_coverage(
    request: PrincipalRequest, rulebook: FromPath[str], cursor: Cursor = 0, limit: PageLimit = 50
) -> Page[CoveredClause]:
    """Show for each clause what a run of the tests saw the system do about it."""
    require(request, "coverage.view")
    if rulebook not in books():
        raise ProblemError(404, "rulebook/unknown", f"there is no rulebook {rulebook!r}")
    _, seen = current_evidence()
    return page_of(rulebook_coverage(rulebook, seen).clauses, cursor, limit)


ROUTER = Router(
    "/",
    route_handlers=[list_games, list_rulebooks, list_clauses, view_clause, view_coverage],
)
