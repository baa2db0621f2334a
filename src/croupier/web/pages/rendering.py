"""Pages from templates: the environment that all of them share."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import jinja2
import msgspec
from litestar.connection import ASGIConnection

from croupier.errors import CroupierError
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.permissions import VISITOR, Principal, is_permitted
from croupier.web.http.guards import Asking, service_of
from croupier.web.pages.svg_symbols import drawings
from croupier.web.pages.table.felt import places_css
from croupier.web.pages.table.history import mark, signed
from croupier.web.pages.text import explained, title_of
from croupier.web.problems import FAULT, ProblemError

PREFIX = "/static"
TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
MADE = {"drawings.svg": drawings, "places.css": places_css}
"""What is no file, but made by our own code."""
DIGITS = 12
"""How much of the hash of all files stands in their address."""


class NoSuchFileError(CroupierError):
    """A name that is none of our files."""


class StaticFile(msgspec.Struct, frozen=True):
    """One of our files."""

    content: bytes
    """What is in it."""
    media_type: str
    """What it is."""


@cache
def static_file(name: str) -> StaticFile:
    """A file by its name."""
    kind = name.rpartition(".")[2]
    if kind not in TYPES or "/" in name or name.startswith("."):
        raise NoSuchFileError(f"there is no file {name!r}")
    if name in MADE:
        content = MADE[name]().encode()
    else:
        path = files("croupier.web.pages") / "static" / name
        if not path.is_file():
            raise NoSuchFileError(f"there is no file {name!r}")
        content = path.read_bytes()
    return StaticFile(content, TYPES[kind])


@cache
def names() -> tuple[str, ...]:
    """Every file by its name."""
    kept = (path.name for path in (files("croupier.web.pages") / "static").iterdir())
    return tuple(sorted((*kept, *MADE)))


@cache
def files_digest() -> str:
    """What all files together come to: scripts name each other, so their address is one."""
    whole = sha256()
    for name in names():
        whole.update(static_file(name).content)
    return whole.hexdigest()[:DIGITS]


def address(name: str) -> str:
    """Where a browser finds a file; it may keep what it finds there for ever."""
    static_file(name)
    return f"{PREFIX}/{files_digest()}/{name}"


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What stands around every page."""

    title: str
    """What the page is called, in the browser's tab."""
    here: str = ""
    """Which entry of the navigation it belongs to; empty where none."""
    name: str = ""
    """Who is signed in, by name; empty where nobody is."""
    chips: str = ""
    """What the person has, in words; empty where that is not to be shown."""
    chips_are: str = ""
    """Where that is: in chips, or in the purse; empty where it is not to be shown."""
    places: tuple[tuple[str, str], ...] = (("Floor", "/"),)
    """The navigation: what an entry is called, and where it leads."""
    theme: str = ""
    """``light``, ``dark``, or empty where the system decides."""
    deck: str = ""
    """The options of the cards, ``four-colour`` and ``large-index`` among them."""
    minutes: int = 0
    """For how many minutes the person has been signed in; 0 where no reminder of it is due."""


@cache
def environment() -> jinja2.Environment:
    """The templates of this package, with what they need."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("croupier.web.pages"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters |= {
        "dollars": in_dollars,
        "signed": signed,
        "mark": mark,
        "title_of": title_of,
        "terms": explained,
    }
    made.globals |= {"static": address}
    return made


def render(template: str, **context: Any) -> str:
    """A page, or a part of one."""
    return environment().get_template(template).render(**context)


class Reminders:
    """How often each session was reminded already."""

    def __init__(self) -> None:
        self._told: dict[str, int] = {}

    def due(self, session: str, minutes: int, every: int) -> bool:
        """Whether a session is to be reminded now; it then has been."""
        times = minutes // every if every else 0
        if not times or self._told.get(session) == times:
            return False
        self._told[session] = times
        return True

    def forget(self, sessions: set[str]) -> None:
        """Forget sessions that have ended."""
        for one in sessions:
            self._told.pop(one, None)


def minutes_to_tell(request: ASGIConnection[Any, Any, Any, Any], principal: Principal) -> int:
    """For how many minutes somebody has been signed in, where they are to be told; else 0."""
    if not principal.since:
        return 0
    accounts: AccountService = request.app.state.people.accounts
    reminders: Reminders = request.app.state.reminders
    minutes = int(accounts.now() - principal.since) // 60
    every = accounts.directory.person(principal.account).reminder_minutes
    return minutes if reminders.due(principal.session, minutes, every) else 0


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
        here = service_of(request).read_model.account(principal.account).purse
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
    if is_permitted(principal, "table.open"):
        places.append(("Open a table", "/tables/new"))
    if is_permitted(principal, "person.list"):
        places.append(("PeopleModule", "/people"))
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
