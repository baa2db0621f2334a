"""The house's own settings in the browser: what can be changed, who did, and the server's."""

from datetime import datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Response, Router, get, post
from litestar.response import Redirect

from croupier.house.gaming_days import GamingDaySet, UnknownZoneError, time_zone
from croupier.house.terms import (
    LONGEST_HOUSE_NAME,
    BadHouseTermError,
    HouseNamed,
    HouseTerms,
    PaceSet,
    PlayMoneySet,
)
from croupier.messages import Event
from croupier.money import in_dollars
from croupier.record.stores.base import Store, day_setting
from croupier.record.stores.locations import without_password
from croupier.streams import SETTINGS
from croupier.web.api.house import TermsBody, record_day, record_terms
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.table.forms import MisreadError
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form

render = renderer_of("croupier.features.pit")
PLACE = "Pit"
"""The entry of the navigation."""
GROUPS = (
    ("Tables and play", ("guests", "reveal", "empty")),
    (
        "Accounts",
        (
            *("sign-up", "players-need-codes", "code-drift", "shortest-password"),
            *("session-hours", "idle-minutes", "staff-session-hours", "staff-idle-minutes"),
            *("sign-in-attempts", "requests-per-minute"),
        ),
    ),
    (
        "Alerts",
        (
            *("false-alarm-days", "alert-notice-minutes", "alert-silent-minutes"),
            *("alert-jackpot", "alert-webhook", "alert-mail", "mail-server", "mail-from"),
        ),
    ),
    ("The server", ("names", "proxies", "workers", "database", "checkpoints", "logs", "strict")),
)
"""The server's settings that the page shows, under their headings; files with secrets are none."""
LAST_CHANGES = 40
"""How many changes the page lists; the record has all of them."""
LARGEST = 10**12
"""No number in a form of settings is larger."""


class SettingRow(msgspec.Struct, frozen=True):
    """A setting of the server."""

    name: str
    """Its name, as a flag and in the file."""
    value: str
    """The value in force, in words; without what nobody should read."""
    meaning: str
    """What it is for."""


class HouseChange(msgspec.Struct, frozen=True):
    """A change of one of the house's settings."""

    at: datetime | None
    """When it was made; none if no clock has noted it."""
    by: str
    """Who made it, by id."""
    words: str
    """What it was set to."""


def value_in_words(name: str, value: object) -> str:
    """Return a setting's value for people, without passwords and paths of addresses.

    >>> value_in_words("sign-up", True), value_in_words("alert-webhook", "https://a.org/s3cret")
    ('yes', 'https://a.org/…')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "database":
        return without_password(str(value))
    if name == "alert-webhook" and value:
        parts = urlsplit(str(value))
        return f"{parts.scheme}://{parts.hostname}/…"
    return str(value) if value != "" else "none"


def setting_groups(request: PrincipalRequest) -> list[tuple[str, list[SettingRow]]]:
    """Return the server's settings under their headings."""
    every = {one.name: one for one in request.app.state.explain_settings()}
    return [
        (
            title,
            [
                SettingRow(name, value_in_words(name, every[name].value), every[name].meaning)
                for name in names
            ],
        )
        for title, names in GROUPS
    ]


def words_of(event: Event) -> str:
    """Return what a setting was set to, in words; empty for an event about something else.

    >>> words_of(PaceSet(600)), words_of(PlayMoneySet(0))
    ('the pace to 0.6 seconds for a card', 'play money for new players to none')
    """
    match event:
        case GamingDaySet(zone=zone, starts=starts):
            return f"the gaming day to {zone}, {starts.strftime('%H:%M')}"
        case HouseNamed(name=name):
            return f"the name of the house to {name or 'croupier'}"
        case PaceSet(card_milliseconds=milliseconds):
            return f"the pace to {in_seconds(milliseconds)} seconds for a card"
        case PlayMoneySet(amount=amount):
            return f"play money for new players to {in_dollars(amount) if amount else 'none'}"
    return ""


def in_seconds(milliseconds: int) -> str:
    """Return milliseconds as seconds: ``0.6``."""
    return f"{Decimal(milliseconds) / 1000:f}"


def house_changes(store: Store) -> list[HouseChange]:
    """Return who changed which setting, the newest first."""
    return [
        HouseChange(one.recorded or one.at, one.actor, words)
        for one in reversed(list(store.read_stream(SETTINGS)))
        if (words := words_of(one.event))
    ]


class Refusal(msgspec.Struct, frozen=True):
    """What was wrong with a form."""

    form: str
    """Which of the page's forms it was: ``day`` or ``house``."""
    why: str
    """What was wrong with it, in a sentence."""
    given: SentForm
    """What was typed, and stays there."""


async def settings_response(
    request: PrincipalRequest, refusal: Refusal | None = None
) -> Response[Any]:
    """Return the page of settings."""
    service = service_of(request)
    setting = await service.read(day_setting)
    terms: HouseTerms = request.app.state.house_terms.terms
    typed = {
        "zone": setting.zone,
        "starts": setting.starts.strftime("%H:%M"),
        "name": terms.name,
        "pace": in_seconds(terms.card_milliseconds),
        "play-money": in_seconds(terms.play_money * 10),
    }
    body = render(
        "house_settings.html",
        frame=frame_for(request, "Settings", here=PLACE),
        setting=setting,
        terms=terms,
        typed=typed | (refusal.given if refusal else {}),
        day=setting.day_of(service.clock.now()),
        changes=(await service.read(house_changes))[:LAST_CHANGES],
        names=service.read_model.names,
        zone=time_zone(setting.zone),
        groups=setting_groups(request),
        may_change=is_permitted(request.user, "house.configure"),
        may_see_people=is_permitted(request.user, "person.list"),
        longest_name=LONGEST_HOUSE_NAME,
        refusal=refusal,
    )
    return html_response(body, status=REFUSED if refusal else 200)


@get("/pit/settings", media_type=HTML)
async def settings_page(request: PrincipalRequest) -> Response[Any]:
    """Show the house's settings, and who changed them."""
    require(request, "house.view")
    return await settings_response(request)


@post("/pit/settings", status_code=200, media_type=HTML, opt={"page": "/pit/settings"})
async def change_settings(request: PrincipalRequest) -> Response[Any]:
    """Change the gaming day, or the house's name, pace and play money.

    What is wrong is said beside the form, which keeps its values.
    """
    form = await signed_in_form(request)
    require(request, "house.configure")
    which = "house" if form.get("what") == "house" else "day"
    try:
        if which == "house":
            await record_terms(request, terms_in(form))
        else:
            await record_day(request, form.get("zone", "").strip(), _time_in(form))
    except (MisreadError, BadHouseTermError, UnknownZoneError) as error:
        why = f"{str(error)[:1].upper()}{str(error)[1:]}."
        return await settings_response(request, Refusal(which, why, form))
    return Redirect("/pit/settings", status_code=303)


def terms_in(form: SentForm) -> TermsBody:
    """Return the terms of the form. Raise ``MisreadError`` for a number that is none."""
    pace = _number_in(form, "pace", "write the seconds for a card as a number: 0.6")
    money = _number_in(form, "play-money", "write the play money in whole dollars: 1000")
    if money != int(money):
        raise MisreadError("write the play money in whole dollars: 1000")
    return TermsBody(form.get("name", ""), round(pace * 1000), int(money) * 100)


def _number_in(form: SentForm, name: str, why: str) -> Decimal:
    text = form.get(name, "").strip().removeprefix("$").replace(",", "")
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise MisreadError(why) from None
    if not number.is_finite() or abs(number) > LARGEST:
        raise MisreadError(why)
    return number


def _time_in(form: SentForm) -> time:
    try:
        return time.fromisoformat(form.get("starts", ""))
    except ValueError:
        raise MisreadError("write the time as hours and minutes: 06:00") from None


ROUTER = Router("/", route_handlers=[settings_page, change_settings])
