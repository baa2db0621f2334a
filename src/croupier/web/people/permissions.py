"""The question that every door of the server asks: may this person do that?"""

import msgspec
import structlog

from croupier.errors import CroupierError
from croupier.rulebooks import Role
from croupier.web.api.problems import ProblemError
from croupier.web.people.principal import Principal
from croupier.web.people.rights import RIGHTS, Right, Whose

LOG = structlog.get_logger("croupier.doors")
PLAYER_FIELD = "player"
"""The field of a command that names whose it is; left out, it is the one who asks."""
CONFINED_TO = frozenset({"session.view", "session.end", "password.change", "factor.change"})
"""What somebody may do whose password was given by another, or who lacks the second factor."""


class UnknownActionError(CroupierError):
    """An action that stands in no row of the table: a mistake in the program."""

    def __init__(self, action: str) -> None:
        super().__init__(f"there is no action {action!r} in croupier.web.people.rights")


def _rows_by_action() -> dict[str, tuple[Right, ...]]:
    found: dict[str, tuple[Right, ...]] = {}
    for right in RIGHTS:
        found[right.action] = (*found.get(right.action, ()), right)
    return found


_ROWS = _rows_by_action()


def right_for(
    principal: Principal, action: str, *, owner: str = "", place: str = ""
) -> Right | None:
    """The row that lets somebody act on what ``owner`` has; none where no row does.

    An empty ``owner`` is for what belongs to nobody, such as a table; ``place`` is the table, for
    tokens that are good at one alone.
    """
    if action not in _ROWS:
        raise UnknownActionError(action)
    if principal.confined and action not in CONFINED_TO:
        return None
    return next((row for row in _ROWS[action] if _admits(row, principal, owner, place)), None)


def permitted(principal: Principal, action: str, *, owner: str = "", place: str = "") -> bool:
    """Whether somebody may do something to what ``owner`` has, at a table where one is meant."""
    return right_for(principal, action, owner=owner, place=place) is not None


def role_for(principal: Principal, action: str, *, owner: str = "") -> Role | None:
    """In which of their roles somebody may act; none where in none of them."""
    right = right_for(principal, action, owner=owner)
    if right is None:
        return None
    return next((role for role in Role if role in principal.roles & right.roles), None)


def _admits(row: Right, principal: Principal, owner: str, place: str) -> bool:
    if principal.is_visitor:
        return row.visitors
    if not principal.roles & row.roles:
        return False
    if row.whose is Whose.OWN and owner != principal.account:
        return False
    return principal.scopes is None or _within(row, principal.scopes, place)


def _within(row: Right, scopes: frozenset[str], place: str) -> bool:
    """Whether a token is good for a row; ``shoe:1`` is good at table 1, or where none is meant."""
    if row.scope is None:
        return False
    good_for = (one.partition(":") for one in scopes)
    return any(
        scope == row.scope.value and (not bound or not place or bound == place)
        for scope, _, bound in good_for
    )


def require_sign_in(principal: Principal) -> None:
    """Require that somebody has signed in. Raise ``ProblemError`` 401 for a visitor."""
    if principal.is_visitor:
        raise ProblemError(401, "sign-in/needed", "sign in first")


def require_permission(
    principal: Principal, action: str, *, owner: str = "", place: str = ""
) -> None:
    """Require the permission for an action on what ``owner`` has, at a table where one is meant.

    Raise ``ProblemError``, 401 for a visitor and 403 for others; the log has a line of it.
    """
    if permitted(principal, action, owner=owner, place=place):
        return
    LOG.warning("denied", action=action, person=principal.account, origin=principal.origin)
    require_sign_in(principal)
    if principal.confined:
        why = "first set your own password, and a code device if your role needs one"
        raise ProblemError(403, "session/confined", why)
    unbound = msgspec.structs.replace(principal, scopes=None)
    if principal.scopes is not None and permitted(unbound, action, owner=owner, place=place):
        raise ProblemError(403, "token/scope", f"this token's scopes do not cover {action}")
    raise ProblemError(403, "person/not-permitted", f"{action} is not for this account")


def owner_of(principal: Principal, command: msgspec.Struct) -> str:
    """Return whose command it is: a player's own, else whom it names; empty for nobody's."""
    if principal.is_player:
        return principal.account
    return getattr(command, PLAYER_FIELD, None) or ""
