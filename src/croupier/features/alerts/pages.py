"""Alerts in the browser and in the API: what is open, who acknowledged what."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.response import Redirect

from croupier.house.alerts import Alert, AlertRule
from croupier.house.gaming_days import time_zone
from croupier.record.stores.base import day_setting
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import PrincipalRequest, cause_of, require, service_of
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.table.routes import HTML, REFUSED, html_response, signed_in_form

if TYPE_CHECKING:
    from croupier.features.alerts.service import AlertService

render = renderer_of("croupier.features.alerts")
PLACE = "Pit"
"""The entry of the navigation."""
SHOWN = 100
"""How many alerts that were acknowledged the page shows."""
TITLES = {
    AlertRule.NOTICE: "A notice is open",
    AlertRule.SILENCE: "A table is silent",
    AlertRule.JACKPOT: "A jackpot has passed its mark",
    AlertRule.BAND: "A control band was left",
}


class AlertView(msgspec.Struct, frozen=True, kw_only=True):
    """An alert."""

    alert: str
    """Its name."""
    rule: str
    """The rule that raised it: ``notice``, ``silence``, ``jackpot`` or ``band``."""
    title: str
    """What it is, in a few words."""
    subject: str
    """The table, the dealer or the jackpot that it is about."""
    text: str
    """What happened, in a sentence."""
    raised: datetime
    """When it was raised."""
    sent: tuple[str, ...]
    """Where it was sent: ``webhook``, ``mail``."""
    failed: tuple[str, ...]
    """Where it could not be sent."""
    acknowledged: datetime | None
    """When somebody acknowledged it; none while it is open."""
    by: str
    """The name of who did; empty while it is open."""


def views_of(request: PrincipalRequest) -> tuple[AlertView, ...]:
    """Return all alerts that are held, the open ones first, then the newest."""
    require(request, "alert.view")
    service: AlertService = request.app.state.alerts
    names = service_of(request).read_model.names

    def view(one: Alert) -> AlertView:
        return AlertView(
            alert=one.alert,
            rule=one.rule.value,
            title=TITLES[one.rule],
            subject=one.subject,
            text=one.text,
            raised=one.raised,
            sent=one.sent,
            failed=one.failed,
            acknowledged=one.acknowledged,
            by=names.get(one.by, one.by),
        )

    found = sorted(service.alerts.values(), key=lambda one: one.raised, reverse=True)
    return tuple(map(view, sorted(found, key=lambda one: not one.open)))


async def alerts_response(request: PrincipalRequest, problem: str = "") -> Response[Any]:
    """Return the page of alerts."""
    views: Sequence[AlertView] = views_of(request)
    service: AlertService = request.app.state.alerts
    day = await service_of(request).read(day_setting)
    body = render(
        "alerts.html",
        frame=frame_for(request, "Alerts", here=PLACE),
        open=[one for one in views if one.acknowledged is None],
        done=[one for one in views if one.acknowledged is not None][:SHOWN],
        rules=service.rules,
        zone=time_zone(day.zone),
        may_acknowledge=is_permitted(request.user, "alert.acknowledge"),
        problem=problem,
    )
    return html_response(body, status=REFUSED if problem else 200)


@get("/pit/alerts", media_type=HTML)
async def alerts(request: PrincipalRequest) -> Response[Any]:
    """Show the alerts that are open, and who acknowledged the others."""
    return await alerts_response(request)


@post("/pit/alerts", status_code=200, media_type=HTML, opt={"page": "/pit/alerts"})
async def acknowledge(request: PrincipalRequest) -> Response[Any]:
    """Acknowledge an alert."""
    form = await signed_in_form(request)
    require(request, "alert.acknowledge")
    service: AlertService = request.app.state.alerts
    cause = cause_of(request, "alert.acknowledge", form.get("click") or uuid4().hex)
    refused = await service.acknowledge(form.get("alert", ""), cause)
    if refused is not None:
        return await alerts_response(request, f"{refused.why[:1].upper()}{refused.why[1:]}.")
    return Redirect("/pit/alerts", status_code=303)


@get("/api/alerts")
async def list_alerts(request: PrincipalRequest) -> tuple[AlertView, ...]:
    """List alerts: the open ones first, then the newest."""
    return views_of(request)


ROUTER = Router("/", route_handlers=[alerts, acknowledge])
API_ROUTER = Router("/", route_handlers=[list_alerts])
