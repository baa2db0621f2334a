"""What every route does first: finds the hall, and asks whether somebody may."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

from litestar import Request
from litestar.datastructures import State
from litestar.params import HeaderParameter

from croupier.record.envelopes import Cause
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.web.api.problems import ProblemError
from croupier.web.hall.hall import Hall
from croupier.web.people.accounts import note_reading
from croupier.web.people.office import Office
from croupier.web.people.permissions import require_permission, right_for, role_for
from croupier.web.people.principal import Principal

Asking = Request[Principal, Any, State]
"""A request, with whoever makes it."""
Key = Annotated[str, HeaderParameter(name="Idempotency-Key", max_length=100)]
"""Names a request, so that it is carried out once however often it is sent."""


def hall_of(request: Asking) -> Hall:
    """Return the hall that a request is made to."""
    return cast("Hall", request.app.state.hall)


def office_of(request: Asking) -> Office:
    """Return the office that a request is made to."""
    return cast("Office", request.app.state.people.office)


def loaded_law(game: str) -> TableLaw:
    """The law of something on the floor; it rests as long as that law is not loaded."""
    if game not in GAMES:
        why = f"no law of {game} is loaded: whoever runs the house can load it with --law"
        raise ProblemError(409, "law/not-loaded", why)
    return law_of(game)


async def catch_up_on_unknown(request: Asking) -> None:
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


def require(request: Asking, action: str, *, owner: str = "") -> None:
    """Require that whoever asks may do something; see ``require_permission``."""
    require_permission(request.user, action, owner=owner)


async def require_reading(request: Asking, action: str, *, owner: str) -> None:
    """Require that somebody may look; that they looked at what is another's is written down."""
    require(request, action, owner=owner)
    right = right_for(request.user, action, owner=owner)
    if right is not None and right.recorded:
        await note_reading(office_of(request), request.user, action, owner or "all")


def cause_of(request: Asking, action: str, command_id: str, content: str = "") -> Cause:
    """Return who does something, in which of their roles and from where, for the record.

    ``content`` distinguishes it from anything else under the same id; empty where nobody chose it.
    """
    who = request.user
    role = role_for(who, action)
    assert role is not None, "it was seen before that they may"
    return Cause(command_id, who.account, role, content=content, origin=who.origin)
