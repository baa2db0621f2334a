"""Who may do what at the server: one table, which the documentation prints and a test walks."""

from enum import Enum

import msgspec

from croupier.rulebooks import Role

LINE = frozenset({Role.DEALER, Role.SUPERVISOR, Role.ASSISTANT_GAMING_MANAGER, Role.GAMING_MANAGER})
"""The operator's line of command at the tables."""
SUPERVISION = LINE - {Role.DEALER}
"""Those of the line who look after tables."""
OVERSIGHT = frozenset({Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR})
"""Those who watch the operator."""
GAMING_STAFF = LINE | {Role.TOURNAMENT_MANAGER}
STAFF = GAMING_STAFF | OVERSIGHT | {Role.ADMINISTRATOR}
"""Everybody who does not play."""
EVERYBODY = STAFF | {Role.PLAYER}


class Whose(Enum):
    """Whose thing somebody may act on."""

    ANYBODYS = "anybody's"
    OWN = "their own"


class Scope(Enum):
    """What a bearer token may be good for; a person's token never does more than the person may."""

    READ = "read"
    """Look: tables, floor, jackpots, rules, mathematics."""
    PLAY = "play"
    """Play: commands of a player at tables and in tournaments."""
    MANAGE = "manage"
    """Act as staff: commands of the line at tables, tournaments and promotions."""
    SHOE = "shoe"
    """Tell a live table the cards that come out, and nothing else; ``shoe:1`` for one table."""
    AUDIT = "audit"
    """Read the record: events, checkpoints, proofs, notices."""


class Right(msgspec.Struct, frozen=True):
    """Lets some roles do one thing."""

    action: str
    """What may be done, as ``table.command``."""
    roles: frozenset[Role]
    """Who may."""
    whose: Whose = Whose.ANYBODYS
    """On whose things."""
    visitors: bool = False
    """Whether somebody who has not signed in may do it too."""
    scope: Scope | None = None
    """What a bearer token must be good for; none where no token will do."""
    recorded: bool = False
    """Whether it is written down that somebody has looked: for what is another person's."""


def _looked_at_by_all(action: str) -> Right:
    return Right(action, EVERYBODY, visitors=True, scope=Scope.READ)


ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})
PLAYERS = frozenset({Role.PLAYER})
MANAGERS = frozenset({Role.GAMING_MANAGER, Role.ASSISTANT_GAMING_MANAGER})

RIGHTS: tuple[Right, ...] = (
    # The floor, as everybody may see it: each viewer's view has only what that viewer may know.
    _looked_at_by_all("floor.view"),
    _looked_at_by_all("table.view"),
    _looked_at_by_all("table.follow"),
    _looked_at_by_all("jackpot.view"),
    _looked_at_by_all("tournament.view"),
    _looked_at_by_all("promotion.view"),
    _looked_at_by_all("rules.view"),
    Right("maths.job", EVERYBODY, scope=Scope.READ),
    # Tables. What a command needs beyond this is in ``croupier.web.people.powers``.
    Right("table.command", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("table.command", GAMING_STAFF | OVERSIGHT, scope=Scope.MANAGE),
    Right("seed.add", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("table.shoe", LINE, scope=Scope.SHOE),
    Right("table.open", MANAGERS, scope=Scope.MANAGE),
    Right("table.adopt-law", frozenset({Role.GAMING_MANAGER}), scope=Scope.MANAGE),
    Right("round.view", PLAYERS, Whose.OWN, scope=Scope.READ),
    Right("round.view", LINE | OVERSIGHT, scope=Scope.AUDIT),
    Right("tournament.open", MANAGERS | {Role.TOURNAMENT_MANAGER}, scope=Scope.MANAGE),
    Right("tournament.command", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("tournament.command", GAMING_STAFF | {Role.REGULATOR}, scope=Scope.MANAGE),
    Right("promotion.open", frozenset({Role.GAMING_MANAGER}), scope=Scope.MANAGE),
    Right("promotion.command", PLAYERS, Whose.OWN, scope=Scope.PLAY),
    Right("promotion.command", LINE | {Role.REGULATOR, Role.INSPECTOR}, scope=Scope.MANAGE),
    # Players' accounts: chips, limits, what was won and lost.
    Right("account.view", PLAYERS, Whose.OWN, scope=Scope.READ),
    Right("account.view", SUPERVISION | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    # The record.
    Right("notice.view", LINE | OVERSIGHT | {Role.TOURNAMENT_MANAGER}, scope=Scope.AUDIT),
    _looked_at_by_all("coverage.view"),
    Right("audit.view", MANAGERS | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    Right("audit.export", MANAGERS | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    _looked_at_by_all("checkpoint.view"),
    Right("checkpoint.view", STAFF, scope=Scope.AUDIT),
    Right("proof.view", PLAYERS, Whose.OWN, scope=Scope.READ),
    Right("proof.view", MANAGERS | OVERSIGHT, scope=Scope.AUDIT, recorded=True),
    Right("checkpoint.make", MANAGERS | OVERSIGHT, scope=Scope.AUDIT),
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
    Right("person.list", ADMINISTRATOR | OVERSIGHT, recorded=True),
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
"""Every action of the server, and who may do it. What stands in no row, nobody may."""

ACTIONS = tuple(dict.fromkeys(right.action for right in RIGHTS))
"""Every action, once."""
