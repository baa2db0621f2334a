"""Pages of the rules: rulebooks, and their clauses in our own words."""

from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath

from croupier.rulebooks import BOOKS, GAMES, Catalogue, UnknownBookError, catalogue, law_of
from croupier.rulebooks.catalogue import parent_of, summary
from croupier.web.http.guards import PrincipalRequest, require
from croupier.web.pages.rendering import frame_for, render, requested_part
from croupier.web.pages.table.routes import html_response
from croupier.web.problems import ProblemError


def book_of(name: str) -> Catalogue:
    """Return the clauses of a rulebook."""
    try:
        return catalogue(name)
    except UnknownBookError:
        raise ProblemError(404, "book/unknown", f"there is no rulebook {name!r}") from None


def title_of_book(name: str) -> str:
    """Return the title of a rulebook: the game, or the first of the games it is for."""
    return next((law_of(game).title for game in GAMES if law_of(game).book == name), name)


@get("/rules/{book:str}/{clause:str}", media_type="text/html")
async def one_clause(
    request: PrincipalRequest, book: FromPath[str], clause: FromPath[str]
) -> Response[Any]:
    """Show one clause in our own words, with the clauses above and below it."""
    require(request, "rules.view")
    found = book_of(book)
    if clause not in found:
        raise ProblemError(404, "clause/unknown", f"{book} has no clause {clause!r}")
    below = [one for one in found.clauses.values() if parent_of(found, one.id) == found[clause]]
    template = "rules/clause_card.html" if requested_part(request) else "rules/clause.html"
    body = render(
        template,
        frame=frame_for(request, f"Clause {clause}", here="Rules"),
        clause=found[clause],
        words=summary(found, clause),
        above=parent_of(found, clause),
        below=below,
        book=book,
        title=title_of_book(book),
    )
    return html_response(body)


@get("/rules", media_type="text/html")
async def rulebooks(request: PrincipalRequest) -> Response[Any]:
    """List the rulebooks."""
    require(request, "rules.view")
    found = [(name, title_of_book(name), len(catalogue(name).clauses)) for name in BOOKS]
    return html_response(
        render("rules/rulebooks.html", frame=frame_for(request, "Rules", here="Rules"), books=found)
    )


@get("/rules/{book:str}", media_type="text/html")
async def one_book(request: PrincipalRequest, book: FromPath[str]) -> Response[Any]:
    """Show every clause of a rulebook in our own words."""
    require(request, "rules.view")
    found = book_of(book)
    frame = frame_for(request, title_of_book(book), here="Rules")
    return html_response(
        render(
            "rules/rulebook.html",
            frame=frame,
            book=book,
            title=title_of_book(book),
            clauses=list(found.clauses.values()),
        )
    )


ROUTER = Router("/", route_handlers=[rulebooks, one_book, one_clause])
