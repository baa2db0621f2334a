"""The house's own settings in the browser: the gaming day, who changed it, and the server's."""

from datetime import datetime, time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Response, Router, get, post
from litestar.response import Redirect

from croupier.house.gaming_days import GamingDaySet, UnknownZoneError, time_zone
from croupier.record.stores.base import Store, day_setting
from croupier.record.stores.locations import without_password
from croupier.streams import SETTINGS
from croupier.web.api.house import record_day
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.table.routes import HTML, REFUSED, html_response, signed_in_form

render = renderer_of("croupier.features.pit")
PLACE = "Pit"
"""The entry of the navigation."""
GROUPS = (
    ("Tables and play", ("pace", "play-money", "guests", "reveal", "empty")),
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


class SettingRow(msgspec.Struct, frozen=True):
    """A setting of the server."""

    name: str
    """Its name, as a flag and in the file."""
    value: str
    """The value in force, in words; without what nobody should read."""
    meaning: str
    """What it is for."""


class DayChange(msgspec.Struct, frozen=True):
    """A change of the gaming day."""

    at: datetime | None
    """When it was made; none if no clock has noted it."""
    by: str
    """Who made it, by id."""
    zone: str
    """The time zone since."""
    starts: time
    """The hour at which the day changes since."""


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


def day_changes(store: Store) -> list[DayChange]:
    """Return who changed the gaming day, the newest first."""
    return [
        DayChange(one.recorded or one.at, one.actor, one.event.zone, one.event.starts)
        for one in reversed(list(store.read_stream(SETTINGS)))
        if isinstance(one.event, GamingDaySet)
    ]


async def settings_response(request: PrincipalRequest, problem: str = "") -> Response[Any]:
    """Return the page of settings."""
    service = service_of(request)
    setting = await service.read(day_setting)
    body = render(
        "house_settings.html",
        frame=frame_for(request, "Settings", here=PLACE),
        setting=setting,
        day=setting.day_of(service.clock.now()),
        changes=await service.read(day_changes),
        names=service.read_model.names,
        zone=time_zone(setting.zone),
        groups=setting_groups(request),
        may_change=is_permitted(request.user, "house.configure"),
        problem=problem,
    )
    return html_response(body, status=REFUSED if problem else 200)


@get("/pit/settings", media_type=HTML)
async def settings_page(request: PrincipalRequest) -> Response[Any]:
    """Show the house's settings, and who changed them."""
    require(request, "house.view")
    return await settings_response(request)


@post("/pit/settings", status_code=200, media_type=HTML, opt={"page": "/pit/settings"})
async def change_day(request: PrincipalRequest) -> Response[Any]:
    """Set the time zone and when the gaming day changes."""
    form = await signed_in_form(request)
    require(request, "house.configure")
    try:
        starts = time.fromisoformat(form.get("starts", ""))
    except ValueError:
        return await settings_response(request, "Write the time as hours and minutes: 06:00.")
    try:
        await record_day(request, form.get("zone", "").strip(), starts)
    except UnknownZoneError as error:
        return await settings_response(request, f"{str(error)[:1].upper()}{str(error)[1:]}.")
    return Redirect("/pit/settings", status_code=303)


ROUTER = Router("/", route_handlers=[settings_page, change_day])
