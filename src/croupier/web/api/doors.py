"""What every route does first: finds the hall, and asks whether somebody may."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec
import structlog
from litestar import Request
from litestar.datastructures import State
from litestar.params import HeaderParameter

from croupier.record.envelopes import Cause
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.api.problems import ProblemError
from croupier.web.hall.hall import Hall
from croupier.web.hall.wire_commands import PLAYER
from croupier.web.people.permissions import permitted, role_for
from croupier.web.people.principal import Principal

LOG = structlog.get_logger("croupier.doors")
Asking = Request[Principal, Any, State]
"""A request, with whoever makes it."""
Key = Annotated[str, HeaderParameter(name="Idempotency-Key", max_length=100)]
"""Names a request, so that it is carried out once however often it is sent."""


def hall_of(request: Asking) -> Hall:
    """The hall that a request is made to."""
    return cast("Hall", request.app.state.hall)


def loaded_law(game: str) -> TableLaw:
    """The law of something on the floor; it rests as long as that law is not loaded."""
    if game not in GAMES:
        why = f"no law of {game} is loaded: whoever runs the house can load it with --law"
        raise ProblemError(409, "law/not-loaded", why)
    return law_of(game)


async def acquaint(request: Asking) -> None:
    """Read the log on where a request names what is not known: another process may have opened it.

    So whoever opens a table here finds it there at once.
    """
    hall = hall_of(request)
    shown = hall.showcase
    known: dict[str, Mapping[str, object]] = {
        "tables": shown.tables,
        "tournaments": shown.tournaments,
        "promotions": shown.promotions,
    }
    _, kind, name, *_ = f"{request.scope['path'].removeprefix('/api')}//".split("/")
    if name and kind in known and name not in known[kind]:
        await hall.catch_up()


def signed_in(request: Asking) -> None:
    """See that somebody has signed in, whoever it is."""
    known(request.user)


def known(principal: Principal) -> None:
    """See that it is known who asks."""
    if principal.is_visitor:
        raise ProblemError(401, "sign-in/needed", "sign in first")


def may(request: Asking, action: str, *, owner: str = "") -> None:
    """See that whoever asks may do something; who is not signed in is asked to be."""
    allow(request.user, action, owner=owner)


def allow(principal: Principal, action: str, *, owner: str = "", place: str = "") -> None:
    """See that somebody may do something, at a table where one is meant."""
    if permitted(principal, action, owner=owner, place=place):
        return
    LOG.warning("denied", action=action, person=principal.account, origin=principal.origin)
    known(principal)
    if principal.confined:
        why = "first set your own password, and a code device if your role needs one"
        raise ProblemError(403, "session/confined", why)
    unbound = msgspec.structs.replace(principal, scopes=None)
    if principal.scopes is not None and permitted(unbound, action, owner=owner, place=place):
        raise ProblemError(403, "token/scope", f"this token's scopes do not cover {action}")
    raise ProblemError(403, "person/not-permitted", f"{action} is not for this account")


def cause_of(request: Asking, action: str, command_id: str) -> Cause:
    """Who does something, in which of their roles and from where, for the record."""
    who = request.user
    role = role_for(who, action)
    assert role is not None, "it was seen before that they may"
    return Cause(command_id, who.account, role, origin=who.origin)


def owner_of(principal: Principal, command: Command) -> str:
    """Whose command it is: a player's own, else whom it names; empty where it names nobody."""
    if principal.is_player:
        return principal.account
    return getattr(command, PLAYER, None) or ""


def kept_from(request: Asking, command: Command) -> Refused | None:
    """Refuse what an exclusion keeps the player from."""
    return hall_of(request).keeps_from(owner_of(request.user, command), command)
