"""What every route does first: finds the hall, and asks whether somebody may."""

from typing import Annotated, Any, cast

from litestar import Request
from litestar.datastructures import State
from litestar.params import HeaderParameter

from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.api.problems import ProblemError
from croupier.web.hall.asked import PLAYER
from croupier.web.hall.hall import Hall
from croupier.web.people.permissions import permitted
from croupier.web.people.principal import Principal

Asking = Request[Principal, Any, State]
"""A request, with whoever makes it."""
Key = Annotated[str, HeaderParameter(name="Idempotency-Key", max_length=100)]
"""Names a request, so that it is carried out once however often it is sent."""


def hall_of(request: Asking) -> Hall:
    """The hall that a request is made to."""
    return cast("Hall", request.app.state.hall)


def signed_in(request: Asking) -> None:
    """See that somebody has signed in, whoever it is."""
    if request.user.is_visitor:
        raise ProblemError(401, "person/unknown", "sign in first")


def may(request: Asking, action: str, *, owner: str = "") -> None:
    """See that somebody may do something; who is not signed in is asked to be."""
    if permitted(request.user, action, owner=owner):
        return
    who = request.user
    request.app.state.log.warning("denied", action=action, person=who.account, origin=who.origin)
    signed_in(request)
    if request.user.confined:
        why = "first set a password of your own, and a device for codes where your role needs one"
        raise ProblemError(403, "session/confined", why)
    raise ProblemError(403, "person/not-permitted", f"{action} is not for this account")


def owner_of(principal: Principal, command: Command) -> str:
    """Whose command it is: a player's own, else whom it names; empty where it names nobody."""
    if principal.is_player:
        return principal.account
    return getattr(command, PLAYER, None) or ""


def kept_from(request: Asking, command: Command) -> Refused | None:
    """Refuse what the player's own limits, or an exclusion, keep them from."""
    refused: Refused | None = request.app.state.people.refused_to(
        owner_of(request.user, command), command
    )
    return refused
