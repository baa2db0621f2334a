"""What stands around every page: who is signed in, the navigation, the person's own options."""

from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.web.api.doors import Asking, hall_of
from croupier.web.api.problems import FAULT, ProblemError
from croupier.web.pages.rendering import Frame
from croupier.web.pages.time_reminders import minutes_to_tell
from croupier.web.people.permissions import permitted
from croupier.web.people.principal import VISITOR, Principal

__all__ = ["Asking", "frame_for", "known_words", "problem_in_form", "wants_part"]

THEMES = ("light", "dark")
DECKS = ("four-colour", "large-index")
THEME_COOKIE, DECK_COOKIE = "theme", "deck"
PART = "Croupier-Part"
"""The header by which our scripts ask for a part of a page."""


def frame_for(request: Asking, title: str, *, here: str = "", chips: Cents | None = None) -> Frame:
    """The frame of a page for whoever asks for it."""
    principal: Principal = request.scope.get("user", VISITOR)
    return Frame(
        title=title,
        here=here,
        name=principal.name or principal.account,
        chips=chips_of(request, principal, chips),
        chips_are=where_chips_are(principal, chips),
        places=places_for(principal),
        theme=known_words(request.cookies.get(THEME_COOKIE, ""), THEMES),
        deck=known_words(request.cookies.get(DECK_COOKIE, ""), DECKS),
        minutes=0 if wants_part(request) else minutes_to_tell(request, principal),
    )


def chips_of(request: Asking, principal: Principal, here: Cents | None) -> str:
    """What a player has in chips here, or away from the tables; empty for who does not play."""
    if not principal.is_player:
        return ""
    if here is None:
        here = hall_of(request).showcase.account(principal.account).purse
    return in_dollars(here)


def where_chips_are(principal: Principal, here: Cents | None) -> str:
    """Where a player's money lies that a page shows; empty for who does not play."""
    if not principal.is_player:
        return ""
    return "in the purse" if here is None else "in chips"


def places_for(principal: Principal) -> tuple[tuple[str, str], ...]:
    """Where the navigation leads somebody."""
    places = [("Floor", "/"), ("Rules", "/rules")]
    if Role.PLAYER in principal.roles:
        places.append(("My account", "/account"))
    if permitted(principal, "table.open"):
        places.append(("Open a table", "/tables/new"))
    if permitted(principal, "person.list"):
        places.append(("People", "/people"))
    return tuple(places)


def known_words(text: str, known: tuple[str, ...]) -> str:
    """Of the words in a cookie those that we know."""
    return " ".join(word for word in known if word in text.split("."))


def wants_part(request: Asking) -> str:
    """The part of a page that our script asks for; empty where the whole is wanted."""
    return str(request.headers.get(PART, ""))


def problem_in_form(error: Exception) -> str:
    """Return what a form says was wrong with it.

    Raise the error again where the server was at fault, or busy: nothing in the form was wrong.
    """
    if isinstance(error, ProblemError) and error.status >= FAULT[0]:
        raise error
    return str(error)
