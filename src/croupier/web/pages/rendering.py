"""Rendering: templates and their environment, static files, and the frame around every page."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import jinja2
import msgspec
from litestar.connection import ASGIConnection

from croupier.errors import CroupierError
from croupier.house.terms import HouseTerms
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.permissions import VISITOR, Principal, is_permitted
from croupier.web.http.guards import PrincipalRequest, service_of
from croupier.web.pages.svg_symbols import drawings
from croupier.web.pages.table.felt import places_css
from croupier.web.pages.table.history import each_mark_once, mark, signed_amount
from croupier.web.pages.text import explain, title_of
from croupier.web.pages.times import ZONE_COOKIE
from croupier.web.problems import FAULT, ProblemError

PACKAGE = "croupier.web.pages"
"""Where the templates that every page may use are, and all static files."""
PREFIX = "/static"
TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
GENERATED = {"drawings.svg": drawings, "places.css": places_css}
"""Files that are made by code."""
DIGITS = 12
"""How many digits of the files' hash are in their address."""


class NoSuchFileError(CroupierError):
    """There is no static file of this name."""


class StaticFile(msgspec.Struct, frozen=True):
    """A static file."""

    content: bytes
    media_type: str


@cache
def stored_files() -> dict[str, Traversable]:
    """Return the static files that are stored, by their names; folders are no part of a name.

    Browsers find a script that another imports at the same address, whatever folder it is in.
    """
    root = files(PACKAGE) / "static"
    folders = [root, *(one for one in root.iterdir() if one.is_dir())]
    return {
        path.name: path
        for folder in folders
        for path in folder.iterdir()
        if path.name.rpartition(".")[2] in TYPES
    }


@cache
def static_file(name: str) -> StaticFile:
    """Return a static file by its name; raise :class:`NoSuchFileError` if there is none."""
    kind = name.rpartition(".")[2]
    if name in GENERATED:
        content = GENERATED[name]().encode()
    elif name in stored_files():
        content = stored_files()[name].read_bytes()
    else:
        raise NoSuchFileError(f"there is no file {name!r}")
    return StaticFile(content, TYPES[kind])


@cache
def names() -> tuple[str, ...]:
    """Return the names of all static files."""
    return tuple(sorted((*stored_files(), *GENERATED)))


@cache
def files_digest() -> str:
    """Return the hash of all files: scripts import each other, so they share one address."""
    whole = sha256()
    for name in names():
        whole.update(static_file(name).content)
    return whole.hexdigest()[:DIGITS]


def address(name: str) -> str:
    """Return the address of a file; browsers may cache it for ever."""
    static_file(name)
    return f"{PREFIX}/{files_digest()}/{name}"


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What is around every page."""

    title: str
    """The title in the browser's tab."""
    house: str = "croupier"
    """The name of the house."""
    here: str = ""
    """The entry of the navigation that is current; empty for none."""
    name: str = ""
    """The name of the signed-in person; empty for a visitor."""
    guest: bool = False
    """Whether it is a guest, who has no account yet."""
    chips: str = ""
    """The person's money, in words; empty to show none."""
    chips_are: str = ""
    """Where that money is: in chips, or in the purse; empty to show none."""
    places: tuple[tuple[str, str], ...] = (("Floor", "/"),)
    """The navigation: labels and addresses."""
    pit_places: tuple[tuple[str, str], ...] = ()
    """The pages of the pit that the person may see: labels and addresses."""
    theme: str = ""
    """``light``, ``dark``, or empty for the system's choice."""
    deck: str = ""
    """The options of the cards, such as ``four-colour`` and ``large-index``."""
    minutes: int = 0
    """How many minutes the person has been signed in; 0 if no reminder is due."""
    ask_zone: bool = False
    """Whether the browser is asked for its time zone."""
    demo: tuple[Role, ...] = ()
    """The roles to sign in as with one click; empty unless the server is a demo."""


@cache
def environment() -> jinja2.Environment:
    """Return the environment of the templates that every page may use."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader(PACKAGE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters |= {
        "dollars": in_dollars,
        "signed": signed_amount,
        "mark": mark,
        "each_mark_once": each_mark_once,
        "title_of": title_of,
        "terms": explain,
    }
    made.globals |= {"static": address}
    return made


@cache
def feature_environment(package: str) -> jinja2.Environment:
    """Return the environment of a feature's templates, which also has those of every page.

    These are looked up first: a feature extends ``base.html`` and cannot replace it.
    """
    shared = environment()
    loaders = [jinja2.PackageLoader(PACKAGE), jinja2.PackageLoader(package)]
    return shared.overlay(loader=jinja2.ChoiceLoader(loaders))


def render(template: str, **context: Any) -> str:
    """Return a page, or a part of one."""
    return environment().get_template(template).render(**context)


def renderer_of(package: str) -> Callable[..., str]:
    """Return what :func:`render` is for a feature: its templates are in its own package."""

    def render_own(template: str, **context: Any) -> str:
        return feature_environment(package).get_template(template).render(**context)

    return render_own


class Reminders:
    """How often each session was reminded already."""

    def __init__(self) -> None:
        self._told: dict[str, int] = {}

    def due(self, session: str, minutes: int, every: int) -> bool:
        """Return whether a session is to be reminded now, and count it."""
        times = minutes // every if every else 0
        if not times or self._told.get(session) == times:
            return False
        self._told[session] = times
        return True

    def forget(self, sessions: set[str]) -> None:
        """Forget sessions that have ended."""
        for one in sessions:
            self._told.pop(one, None)


def reminder_minutes(request: ASGIConnection[Any, Any, Any, Any], principal: Principal) -> int:
    """Return how many minutes the person has been signed in if a reminder is due; else 0."""
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
"""The header by which scripts ask for a part of a page."""


def house_name(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the name of the house, as pages show it."""
    terms: HouseTerms = request.app.state.house_terms.terms
    return terms.name or "croupier"


def frame_for(
    request: PrincipalRequest, title: str, *, here: str = "", chips: Cents | None = None
) -> Frame:
    """Return the frame of a page for the request's principal."""
    principal: Principal = request.scope.get("user", VISITOR)
    return Frame(
        title=title,
        house=house_name(request),
        here=here,
        name=principal.name or principal.account,
        guest=principal.guest,
        chips=chips_of(request, principal, chips),
        chips_are=where_chips_are(principal, chips),
        places=places_for(principal),
        pit_places=pit_places_for(principal),
        theme=known_words(request.cookies.get(THEME_COOKIE, ""), THEMES),
        deck=known_words(request.cookies.get(DECK_COOKIE, ""), DECKS),
        minutes=0 if requested_part(request) else reminder_minutes(request, principal),
        demo=request.app.state.demo_roles,
        ask_zone=bool(principal.name) and ZONE_COOKIE not in request.cookies,
    )


def chips_of(request: PrincipalRequest, principal: Principal, here: Cents | None) -> str:
    """Return a player's chips here, or money away from the tables; empty for anybody else."""
    if not principal.is_player:
        return ""
    if here is None:
        here = service_of(request).read_model.account(principal.account).purse
    return in_dollars(here)


def where_chips_are(principal: Principal, here: Cents | None) -> str:
    """Return where the money that a page shows is; empty for anybody but players."""
    if not principal.is_player:
        return ""
    return "in the purse" if here is None else "in chips"


def places_for(principal: Principal) -> tuple[tuple[str, str], ...]:
    """Return the navigation of a principal."""
    places = [("Floor", "/"), ("Tournaments", "/tournaments"), ("Promotions", "/promotions")]
    places.append(("Practice", "/practice"))
    places.append(("Rules", "/rules"))
    if Role.PLAYER in principal.roles and not principal.guest:
        places.append(("My account", "/account"))
    if is_permitted(principal, "pit.view"):
        places.append(("Pit", "/pit"))
    if is_permitted(principal, "cage.view"):
        places.append(("Cage", "/cage"))
    if is_permitted(principal, "table.open"):
        places.append(("Open a table", "/tables/new"))
    if is_permitted(principal, "person.list"):
        places.append(("People", "/people"))
    return tuple(places)


def pit_places_for(principal: Principal) -> tuple[tuple[str, str], ...]:
    """Return the pages of the pit that a principal may see."""
    places = (
        ("pit.view", "Tables", "/pit"),
        ("pit.view", "Dealers", "/pit/dealers"),
        ("surveillance.view", "Unusual", "/pit/unusual"),
        ("alert.view", "Alerts", "/pit/alerts"),
        ("rating.view", "Ratings", "/pit/ratings"),
        ("house.view", "Settings", "/pit/settings"),
    )
    return tuple((name, to) for action, name, to in places if is_permitted(principal, action))


def known_words(text: str, known: tuple[str, ...]) -> str:
    """Return the known words of a cookie."""
    return " ".join(word for word in known if word in text.split("."))


def requested_part(request: PrincipalRequest) -> str:
    """Return the part of a page that a script asks for; empty for the whole."""
    return str(request.headers.get(PART, ""))


def problem_in_form(error: Exception) -> str:
    """Return what a form says was wrong with it.

    Raise the error again if the server was at fault, or busy: nothing in the form was wrong.
    """
    if isinstance(error, ProblemError) and error.status >= FAULT[0]:
        raise error
    return str(error)
