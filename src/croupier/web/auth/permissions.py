"""Permissions: every action of the server, and which roles and scopes may do it."""

from enum import Enum

import msgspec
import structlog

from croupier.errors import CroupierError
from croupier.rulebooks import Role
from croupier.web.problems import ProblemError

LOG = structlog.get_logger("croupier.permissions")


class Principal(msgspec.Struct, frozen=True):
    """The person or program that makes a request, as authenticated by the server."""

    account: str = ""
    """The person's id, as in tables and the record; empty for a visitor."""
    name: str = ""
    """The person's name; empty for a visitor."""
    roles: frozenset[Role] = frozenset()
    """The roles granted to the account; empty for a visitor."""
    scopes: frozenset[str] | None = None
    """The scopes of the bearer token; ``None`` for a browser's session, which has no such bounds.
    """
    session: str = ""
    """The public id of the session or token; empty for a visitor."""
    confined: bool = False
    """Whether only the password may be changed, or the second factor set up, until that is done."""
    origin: str = ""
    """The network address of the request; empty if unknown."""
    since: float = 0.0
    """When the session began, in seconds of the epoch; 0 for a token and for a visitor."""
    guest: bool = False
    """Whether this is a guest, who may play at a practice table of their own and nowhere else."""

    @property
    def is_visitor(self) -> bool:
        return not self.account

    @property
    def is_player(self) -> bool:
        """Whether this is a player; players have no other role."""
        return Role.PLAYER in self.roles


VISITOR = Principal()
"""A principal who has not signed in, without an address."""


LINE = frozenset({Role.DEALER, Role.SUPERVISOR, Role.ASSISTANT_GAMING_MANAGER, Role.GAMING_MANAGER})
"""The operator's line of command at the tables."""
SUPERVISION = LINE - {Role.DEALER}
"""The line without dealers."""
OVERSIGHT = frozenset({Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR})
"""Those who watch the operator."""
GAMING_STAFF = LINE | {Role.TOURNAMENT_MANAGER}
STAFF = GAMING_STAFF | OVERSIGHT | {Role.ADMINISTRATOR}
"""Everybody who does not play."""
EVERYBODY = STAFF | {Role.PLAYER}


class Whose(Enum):
    """Whose things a right extends to."""

    ANYBODYS = "anybody's"
    OWN = "their own"


class Scope(Enum):
    """What a bearer token may be used for; it never allows more than its owner may do."""

    READ = "read"
    """Read tables, floor, jackpots, rules, mathematics."""
    PLAY = "play"
    """Submit a player's commands at tables and in tournaments."""
    MANAGE = "manage"
    """Act as staff: submit the line's commands at tables, tournaments and promotions."""
    SHOE = "shoe"
    """Report the cards drawn at a live table, and nothing else; ``shoe:1`` for one table."""
    AUDIT = "audit"
    """Read the record: events, checkpoints, proofs, notices."""


class Right(msgspec.Struct, frozen=True):
    """A row of the table of permissions: an action and the roles that may do it."""

    action: str
    """The action, such as ``table.command``."""
    roles: frozenset[Role]
    whose: Whose = Whose.ANYBODYS
    """Whose things they may do it to."""
    visitors: bool = False
    """Whether visitors may do it too."""
    scope: Scope | None = None
    """The scope that a bearer token needs; ``None`` if no token is enough."""
    recorded: bool = False
    """Whether reading is recorded, since it is another person's data."""


def _readable_by_all(action: str) -> Right:
    return Right(action, EVERYBODY, visitors=True, scope=Scope.READ)


ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})
PLAYERS = frozenset({Role.PLAYER})
MANAGERS = frozenset({Role.GAMING_MANAGER, Role.ASSISTANT_GAMING_MANAGER})

RIGHTS: tuple[Right, ...] = (
    # The floor, as everybody may see it: each viewer's view has only what that viewer may know.
    _readable_by_all("floor.view"),
    _readable_by_all("table.view"),
    _readable_by_all("table.follow"),
    _readable_by_all("jackpot.view"),
    _readable_by_all("tournament.view"),
    _readable_by_all("promotion.view"),
    _readable_by_all("rules.view"),
    Right("maths.job", EVERYBODY, scope=Scope.READ),
    # Tables. What a command needs beyond this is in ``croupier.web.auth.command_roles``.
    Right("table.command", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("table.command", GAMING_STAFF | OVERSIGHT, scope=Scope.MANAGE),
    Right("seed.add", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("table.shoe", LINE, scope=Scope.SHOE),
    Right("table.open", MANAGERS, scope=Scope.MANAGE),
    Right("pit.view", SUPERVISION | OVERSIGHT | {Role.TOURNAMENT_MANAGER}),
    Right("surveillance.view", SUPERVISION | OVERSIGHT, scope=Scope.AUDIT),
    Right("rating.view", MANAGERS | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    Right("alert.view", SUPERVISION | OVERSIGHT, scope=Scope.AUDIT),
    Right("alert.acknowledge", SUPERVISION | {Role.SURVEILLANCE}),
    Right("table.adopt-law", frozenset({Role.GAMING_MANAGER}), scope=Scope.MANAGE),
    Right("round.view", PLAYERS, Whose.OWN, scope=Scope.READ),
    Right("round.view", GAMING_STAFF | OVERSIGHT, scope=Scope.AUDIT),
    Right("round.share", PLAYERS, Whose.OWN),
    Right("tournament.open", MANAGERS | {Role.TOURNAMENT_MANAGER}, scope=Scope.MANAGE),
    Right("tournament.command", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("tournament.command", GAMING_STAFF | {Role.REGULATOR}, scope=Scope.MANAGE),
    Right("promotion.open", frozenset({Role.GAMING_MANAGER}), scope=Scope.MANAGE),
    Right("promotion.command", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("promotion.command", LINE | {Role.REGULATOR, Role.INSPECTOR}, scope=Scope.MANAGE),
    # The cage: floats, drop boxes, what a gaming day came to.
    Right("cage.view", SUPERVISION | OVERSIGHT, scope=Scope.AUDIT),
    Right("cage.command", SUPERVISION, scope=Scope.MANAGE),
    # Players' accounts: chips, limits, what was won and lost.
    Right("account.view", PLAYERS, Whose.OWN, scope=Scope.READ),
    Right("account.view", SUPERVISION | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    # The record.
    Right("notice.view", LINE | OVERSIGHT | {Role.TOURNAMENT_MANAGER}, scope=Scope.AUDIT),
    _readable_by_all("coverage.view"),
    Right("audit.view", MANAGERS | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    Right("audit.export", MANAGERS | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    _readable_by_all("checkpoint.view"),
    Right("checkpoint.view", STAFF, scope=Scope.AUDIT),
    Right("proof.view", PLAYERS, Whose.OWN, scope=Scope.READ),
    Right("proof.view", MANAGERS | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    Right("checkpoint.make", MANAGERS | OVERSIGHT, scope=Scope.AUDIT),
    Right("house.view", MANAGERS | OVERSIGHT | ADMINISTRATOR),
    Right("house.configure", frozenset({Role.GAMING_MANAGER})),
    Right("metrics.view", ADMINISTRATOR, scope=Scope.READ),
    # People.
    Right("session.view", EVERYBODY, visitors=True, scope=Scope.READ),
    Right("session.begin", EVERYBODY, visitors=True),
    Right("session.end", EVERYBODY, Whose.OWN),
    Right("session.end", ADMINISTRATOR),
    Right("person.register", frozenset(), visitors=True),
    Right("person.view", EVERYBODY, Whose.OWN),
    Right("person.view", ADMINISTRATOR | OVERSIGHT, recorded=True),
    Right("person.list", ADMINISTRATOR | OVERSIGHT | MANAGERS, recorded=True),
    Right("person.create", ADMINISTRATOR),
    Right("person.grant", ADMINISTRATOR),
    Right("person.recover", ADMINISTRATOR),
    Right("person.suspend", ADMINISTRATOR),
    Right("person.close", PLAYERS, Whose.OWN),
    Right("password.change", EVERYBODY, Whose.OWN),
    Right("factor.change", EVERYBODY, Whose.OWN),
    Right("exclusion.begin", PLAYERS, Whose.OWN),
    Right("exclusion.begin", MANAGERS),
    Right("reminder.set", PLAYERS, Whose.OWN),
    Right("play-limit.set", PLAYERS, Whose.OWN),
    Right("token.make", EVERYBODY, Whose.OWN),
    Right("token.view", EVERYBODY, Whose.OWN),
    Right("token.revoke", EVERYBODY, Whose.OWN),
    Right("token.revoke", ADMINISTRATOR),
)
"""Every action of the server, and who may do it. Nobody may do what is in no row."""

ACTIONS = tuple(dict.fromkeys(right.action for right in RIGHTS))
"""Every action once."""


PLAYER_FIELD = "player"
"""The field of a command that names its player; if left out, it is the principal."""
CONFINED_TO = frozenset({"session.view", "session.end", "password.change", "factor.change"})
"""What a principal may do whose password was set by another, or who lacks the second factor."""


GUESTS_MAY = frozenset(
    {right.action for right in RIGHTS if right.visitors}
    | {"table.command", "round.view", "account.view", "proof.view", "session.end"}
) - {"person.register"}
"""What a guest may do: what visitors may, and play at their own practice table."""


class UnknownActionError(CroupierError):
    """The action is in no row of the table: a mistake in the program."""

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
    """Return the row that allows the action on what ``owner`` has; ``None`` if no row does.

    An empty ``owner`` is for what belongs to nobody, such as a table; ``place`` is the table, for
    tokens that are valid at one alone.
    """
    if action not in _ROWS:
        raise UnknownActionError(action)
    if principal.confined and action not in CONFINED_TO:
        return None
    if principal.guest and action not in GUESTS_MAY:
        return None
    return next((row for row in _ROWS[action] if _admits(row, principal, owner, place)), None)


def is_permitted(principal: Principal, action: str, *, owner: str = "", place: str = "") -> bool:
    """Return whether the principal may do the action on what ``owner`` has, at a table if one is
    meant."""
    return right_for(principal, action, owner=owner, place=place) is not None


def role_for(principal: Principal, action: str, *, owner: str = "") -> Role | None:
    """Return the role in which the principal may do the action; ``None`` if in none."""
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
    return principal.scopes is None or _covers(row, principal.scopes, place)


def _covers(row: Right, scopes: frozenset[str], place: str) -> bool:
    """Return whether scopes cover a row; ``shoe:1`` does at table 1, or if no table is meant."""
    if row.scope is None:
        return False
    good_for = (one.partition(":") for one in scopes)
    return any(
        scope == row.scope.value and (not bound or not place or bound == place)
        for scope, _, bound in good_for
    )


def require_sign_in(principal: Principal) -> None:
    """Raise ``ProblemError`` 401 for a visitor."""
    if principal.is_visitor:
        raise ProblemError(401, "sign-in/needed", "sign in first")


def require_permission(
    principal: Principal, action: str, *, owner: str = "", place: str = ""
) -> None:
    """Require the permission for an action on what ``owner`` has, at a table if one is meant.

    Raise ``ProblemError``, 401 for a visitor and 403 for others, and log the denial.
    """
    if is_permitted(principal, action, owner=owner, place=place):
        return
    LOG.warning("denied", action=action, person=principal.account, origin=principal.origin)
    require_sign_in(principal)
    if principal.confined:
        why = "first set your own password, and a code device if your role needs one"
        raise ProblemError(403, "session/confined", why)
    if principal.guest:
        raise for_accounts_only()
    unbound = msgspec.structs.replace(principal, scopes=None)
    if principal.scopes is not None and is_permitted(unbound, action, owner=owner, place=place):
        raise ProblemError(403, "token/scope", f"this token's scopes do not cover {action}")
    raise ProblemError(403, "person/not-permitted", f"{action} is not for this account")


def for_accounts_only() -> ProblemError:
    """Return the problem for something that a guest may not do."""
    why = "a guest plays at the practice table only: create an account, and keep your chips"
    return ProblemError(403, "guest/not-permitted", why)


def owner_of(principal: Principal, command: msgspec.Struct) -> str:
    """Return whose command it is: a player's own, else the player it names; empty for nobody's."""
    if principal.is_player:
        return principal.account
    return getattr(command, PLAYER_FIELD, None) or ""
