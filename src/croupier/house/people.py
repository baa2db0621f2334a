"""People who sign in: their roles, sessions, exclusions and own limits, as events.

No event holds a name, a password or another secret.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.messages import Event, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role


class PersonRegistered(Event, frozen=True, tag="person-registered"):
    """Somebody was given an account, or made one for themselves."""

    person: str
    """The person's id, by which every later event names them."""
    roles: tuple[Role, ...]
    """What they are here."""
    guest: bool = False
    """Whether it is a guest, who plays at a practice table without a name and a password."""


class GuestKept(Event, frozen=True, tag="guest-kept"):
    """A guest signed up and goes on with the chips and the seat; earlier sessions ended."""

    person: str
    """Whose account it is."""


class RoleGranted(Event, frozen=True, tag="role-granted"):
    """A person was given a role."""

    person: str
    """Who has it now."""
    role: Role
    """The role."""


class RoleWithdrawn(Event, frozen=True, tag="role-withdrawn"):
    """A role was taken from a person."""

    person: str
    """Who had it."""
    role: Role
    """The role."""


class PersonSuspended(Event, frozen=True, tag="person-suspended"):
    """An account was suspended."""

    person: str
    """Whose account it is."""
    reason: str
    """Why."""


class PersonReinstated(Event, frozen=True, tag="person-reinstated"):
    """A closed account was opened again."""

    person: str
    """Whose account it is."""


class PasswordSet(Event, frozen=True, tag="password-set"):
    """A password was set; all sessions from before it ended."""

    person: str
    """Whose password it is."""
    one_time: bool = False
    """Whether another gave it to them, so that they must set their own at once."""


class FactorSet(Event, frozen=True, tag="factor-set"):
    """A person signs in with codes from a device from now on."""

    person: str
    """Who does."""


class FactorRemoved(Event, frozen=True, tag="factor-removed"):
    """A person's device for codes no longer counts."""

    person: str
    """Whose device it was."""
    identified: str = ""
    """How the person showed who they are; empty where nobody asked, as at the machine itself."""


class SignedIn(Event, frozen=True, tag="signed-in"):
    """A person showed who they are."""

    person: str
    """Who did."""
    factor: str = ""
    """What they showed besides the password: ``code``, ``recovery-code``, or nothing."""


class SignedOut(Event, frozen=True, tag="signed-out"):
    """A person ended a session."""

    person: str
    """Who did."""


class SessionsEnded(Event, frozen=True, tag="sessions-ended"):
    """All sessions of a person were ended."""

    person: str
    """Whose they were."""


class TokenIssued(Event, frozen=True, tag="token-issued"):
    """A person made a bearer token for a program or a shoe."""

    person: str
    """Who did, and in whose name it acts."""
    token: str
    """Names the token, without opening anything."""
    scopes: tuple[str, ...]
    """What it is good for."""
    expires: datetime
    """Until when it is good."""


class TokenRevoked(Event, frozen=True, tag="token-revoked"):
    """A bearer token was revoked."""

    person: str
    """The owner of the token."""
    token: str
    """Which one."""


class PlayerExcluded(Event, frozen=True, tag="player-excluded"):
    """A player may not play, by their own wish or the house's."""

    person: str
    """Who is."""
    until: datetime | None
    """Until when; none where for good."""


class ReminderSet(Event, frozen=True, tag="reminder-set"):
    """A player wants to be reminded from time to time how long they have played."""

    person: str
    """Who does."""
    minutes: int
    """The interval in minutes; 0 for never."""


class PlayLimitSet(Event, frozen=True, tag="play-limit-set"):
    """A player set the most to lose, or to bring along, in a gaming day at all tables together."""

    person: str
    """Who did."""
    kind: str
    """``loss`` or ``deposit``."""
    amount: Cents | None
    """The most; none where there is to be no limit."""
    effective: datetime
    """When it takes effect: at once where it is lower, later where it is not."""
    meanwhile: Cents | None = None
    """What holds until then; none where there is no limit until then."""


class RecordsRead(Event, frozen=True, tag="records-read"):
    """Somebody looked at another person's data, or took a copy of the record."""

    person: str
    """Who looked."""
    action: str
    """What was done, as the table of rights names it: ``account.view``."""
    subject: str
    """Whose account it was, or what was copied."""


PersonEvent = (
    PersonRegistered
    | GuestKept
    | RoleGranted
    | RoleWithdrawn
    | PersonSuspended
    | PersonReinstated
    | PasswordSet
    | FactorSet
    | FactorRemoved
    | SignedIn
    | SignedOut
    | SessionsEnded
    | TokenIssued
    | TokenRevoked
    | PlayerExcluded
    | ReminderSet
    | PlayLimitSet
    | RecordsRead
)
"""What may have happened to a person; their stream holds no others."""


ENDING_SESSIONS = (
    GuestKept
    | RoleGranted
    | RoleWithdrawn
    | PersonSuspended
    | PasswordSet
    | FactorSet
    | FactorRemoved
    | SessionsEnded
)
"""What ends every earlier session: each carries the version of the rights it was made on."""


class PlayLimit(msgspec.Struct, frozen=True):
    """The most that a player is willing to lose, or bring along, in a gaming day."""

    amount: Cents | None = None
    """The most; none where there is no limit."""
    next_amount: Cents | None = None
    """What it becomes later; meaningful only where ``effective`` is set."""
    effective: datetime | None = None
    """When that is; none where nothing is to change."""

    def at(self, now: datetime) -> Cents | None:
        """Return the limit at a moment; ``None`` if there is none."""
        changed = self.effective is not None and now >= self.effective
        return self.next_amount if changed else self.amount


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has an account at the house."""

    id: str
    """The name that tables and the record use; empty for nobody."""
    roles: frozenset[Role] = frozenset()
    """What they are here."""
    guest: bool = False
    """Whether they are a guest, without a name and a password."""
    suspended: str = ""
    """Why the account is closed for now; empty where it is open."""
    excluded: bool = False
    """Whether they may not play, by their own wish or the house's."""
    excluded_until: datetime | None = None
    """Until when; none where for good, or where they may play."""
    reminder_minutes: int = 0
    """At what interval in minutes they want to be reminded how long they have played; 0 for
    never."""
    loss_limit: PlayLimit = PlayLimit()
    """The most that they are willing to lose in a day, at all tables together."""
    deposit_limit: PlayLimit = PlayLimit()
    """The most that they are willing to bring along in a day, to all tables together."""
    second_factor: bool = False
    """Whether they sign in with a code besides the password."""
    tokens: frozenset[str] = frozenset()
    """The ids of their bearer tokens that were not revoked."""
    rights: int = 0
    """The version at which their rights or their proofs last changed; sessions from before it have
    ended."""
    version: int = 0
    """How many events their stream holds."""

    @property
    def plays(self) -> bool:
        """Whether they are a player."""
        return Role.PLAYER in self.roles

    @property
    def is_admitted(self) -> bool:
        """Whether they may sign in: there is an account, and it is open."""
        return bool(self.roles) and not self.suspended

    def is_kept_out(self, now: datetime) -> bool:
        """Return whether the player may not play now."""
        if not self.excluded:
            return False
        return self.excluded_until is None or now < self.excluded_until


def evolve(person: Person, event: PersonEvent) -> Person:
    """Return the person after an event."""
    version = person.version + 1
    rights = version if isinstance(event, ENDING_SESSIONS) else person.rights
    return replace(person, version=version, rights=rights, **_changed_fields(person, event))


def _changed_fields(person: Person, event: PersonEvent) -> dict[str, Any]:
    """Return the fields that an event changes, besides the versions."""
    match event:
        case PersonRegistered(person=name, roles=roles, guest=guest):
            return {"id": name, "roles": frozenset(roles), "guest": guest}
        case GuestKept():
            return {"guest": False}
        case RoleGranted(role=role):
            return {"roles": person.roles | {role}}
        case RoleWithdrawn(role=role):
            return {"roles": person.roles - {role}}
        case PersonSuspended(reason=reason):
            return {"suspended": reason}
        case PersonReinstated():
            return {"suspended": ""}
        case FactorSet() | FactorRemoved():
            return {"second_factor": isinstance(event, FactorSet)}
        case TokenIssued(token=token):
            return {"tokens": person.tokens | {token}}
        case TokenRevoked(token=token):
            return {"tokens": person.tokens - {token}}
        case _:
            return _play_fields(event)


def _play_fields(event: PersonEvent) -> dict[str, Any]:
    """Return the fields that an event about a person's play changes."""
    match event:
        case PlayerExcluded(until=until):
            return {"excluded": True, "excluded_until": until}
        case ReminderSet(minutes=minutes):
            return {"reminder_minutes": minutes}
        case PlayLimitSet(kind=kind, amount=amount, effective=effective, meanwhile=meanwhile):
            return {f"{kind}_limit": PlayLimit(meanwhile, amount, effective)}
        case _:
            return {}


NOBODY = Person(id="")
"""A person without an account."""


ALONE = (Role.PLAYER, Role.ADMINISTRATOR, Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR)
"""Roles that nobody holds together with another. Staff do not play, a person who
manages accounts has no power at a table, and one who watches the operator does not work for it."""
WITH_OTHERS = Role.TOURNAMENT_MANAGER
"""The one role that a person in the line of command may hold besides their own."""
SHORTEST_EXCLUSION = timedelta(days=1)
COOLING_OFF = timedelta(days=1)
"""How long a player waits for a limit that is higher than before."""
LONGEST_REMINDER_MINUTES = 24 * 60
LIMITS = ("loss", "deposit")

Answer = tuple[PersonEvent, ...] | Refused


def roles_together(roles: frozenset[Role]) -> Refused | None:
    """Refuse roles that one person may not have at the same time."""
    apart = [role for role in ALONE if role in roles]
    if apart and len(roles) > 1:
        others = " and ".join(sorted(role.title for role in roles - {apart[0]}))
        why = f"{apart[0].one} has no other role, so nobody is that and {others}"
        return Refused("person/duties", "", why)
    line = roles - {WITH_OTHERS}
    if len(line) > 1:
        why = "a person has only one rank: " + " or ".join(sorted(role.title for role in line))
        return Refused("person/one-place", "", why)
    return None


def register(person: str, roles: frozenset[Role]) -> Answer:
    """Decide that a person is given an account."""
    if refused := roles_together(roles):
        return refused
    ordered = tuple(role for role in Role if role in roles)
    return (PersonRegistered(person, ordered),)


def grant(person: Person, role: Role, by: str) -> Answer:
    """Decide that a person is given a role; nobody grants one to themselves."""
    if refused := _themselves(person, by, "grant a role"):
        return refused
    if role in person.roles:
        return Refused("person/has-role", "", f"this person is {role.one} already")
    if refused := roles_together(person.roles | {role}):
        return refused
    return (RoleGranted(person.id, role),)


def withdraw(person: Person, role: Role, by: str) -> Answer:
    """Decide that a role is taken from another person."""
    if refused := _themselves(person, by, "withdraw a role"):
        return refused
    if role not in person.roles:
        return Refused("person/lacks-role", "", f"this person is not {role.one}")
    return (RoleWithdrawn(person.id, role),)


def _themselves(person: Person, by: str, what: str) -> Refused | None:
    if person.id != by:
        return None
    return Refused("person/themselves", "", f"nobody can {what} on their own account")


def suspend(person: Person, reason: str, by: str) -> Answer:
    """Decide that a person's account is suspended."""
    if refused := _themselves(person, by, "close or open an account"):
        return refused
    if not reason.strip():
        return Refused("person/no-reason", "", "say why the account is closed")
    if person.suspended:
        return Refused("person/suspended", "", "this account is closed already")
    return (PersonSuspended(person.id, reason.strip()),)


GUEST_LEFT = "the guest has left"
"""Why an account is closed that a guest had."""


def register_guest(person: str) -> Answer:
    """Decide that a guest may play."""
    return (PersonRegistered(person, (Role.PLAYER,), guest=True),)


def keep_guest(person: Person) -> Answer:
    """Decide that a guest becomes a player with an account; nothing for others."""
    return (GuestKept(person.id),) if person.guest else ()


def end_guest(person: Person) -> Answer:
    """Decide that a guest has left; nothing for others."""
    return (PersonSuspended(person.id, GUEST_LEFT),) if person.guest else ()


CLOSED_BY_OWNER = "closed by its owner"
"""Why an account is closed, where the player closed it."""


def close(person: Person) -> Answer:
    """Decide that a person closes their own account; an administrator can reopen it."""
    if person.suspended:
        return Refused("person/suspended", "", "this account is closed already")
    return (PersonSuspended(person.id, CLOSED_BY_OWNER),)


def reinstate(person: Person) -> Answer:
    """Open a closed account again."""
    if not person.suspended:
        return Refused("person/not-suspended", "", "this account is not closed")
    return (PersonReinstated(person.id),)


def exclude(person: Person, until: datetime | None, now: datetime) -> Answer:
    """Decide that a player may not play, for a time or for good; it is never shortened."""
    if not person.plays:
        return Refused("exclusion/no-player", "", "only a player can be kept from playing")
    if until is not None and until < now + SHORTEST_EXCLUSION:
        return Refused("exclusion/too-short", "", "an exclusion lasts a day at least")
    if person.is_kept_out(now) and _ends_sooner(until, person.excluded_until):
        why = "an exclusion can be made longer, never shorter"
        return Refused("exclusion/shorter", "", why)
    return (PlayerExcluded(person.id, until),)


def _ends_sooner(until: datetime | None, known: datetime | None) -> bool:
    """Return whether one end comes before another; none means never."""
    if until is None:
        return False
    return known is None or until < known


def set_reminder(person: Person, minutes: int) -> Answer:
    """Decide that a player is reminded of the time played, at an interval in minutes."""
    if not person.plays:
        return Refused("reminder/no-player", "", "only a player is reminded of the time")
    if not 0 <= minutes <= LONGEST_REMINDER_MINUTES:
        why = f"a reminder comes after 1 to {LONGEST_REMINDER_MINUTES} minutes, or never (0)"
        return Refused("reminder/minutes", "", why)
    return (ReminderSet(person.id, minutes),)


def set_limit(person: Person, kind: str, amount: Cents | None, now: datetime) -> Answer:
    """Decide a player's limit for a day; a higher one takes effect a day later."""
    if not person.plays:
        return Refused("play-limit/no-player", "", "only a player has such limits")
    if kind not in LIMITS:
        return Refused("play-limit/kind", "", f"there is no limit {kind!r}: loss or deposit")
    if amount is not None and amount <= 0:
        return Refused("play-limit/amount", "", "a limit is an amount above $0, or none")
    known: PlayLimit = getattr(person, f"{kind}_limit")
    holds = known.at(now)
    lower = amount is not None and (holds is None or amount <= holds)
    effective = now if lower or holds is None else now + COOLING_OFF
    return (PlayLimitSet(person.id, kind, amount, effective, holds),)


def refuse_play(person: Person, now: datetime) -> Refused | None:
    """Refuse a seat, a wager or chips to somebody who is kept from playing."""
    if not person.is_kept_out(now):
        return None
    until = person.excluded_until
    end = "for good" if until is None else f"until {until.astimezone(UTC):%-d %B %Y, %H:%M UTC}"
    return Refused("exclusion/holds", "", f"you are excluded from play {end}")


def over_loss_limit(person: Person, stake: Cents, lost: Cents, now: datetime) -> Refused | None:
    """Refuse to bring more to tables than the most that a player is willing to lose today.

    ``lost`` is what was brought today, to all tables together.
    """
    most = person.loss_limit.at(now)
    if most is None or lost + stake <= most:
        return None
    why = f"your loss limit leaves {_remainder(most, lost)} for today"
    return Refused("play-limit/loss", "", why)


def beyond_loss_limit(person: Person, brought: Cents, now: datetime) -> Refused | None:
    """Refuse a wager where more is at tables than the most to lose that a player has set since."""
    most = person.loss_limit.at(now)
    if most is None or brought <= most:
        return None
    over = in_dollars(brought - most)
    why = f"you brought {over} more to tables today than your loss limit: take chips off first"
    return Refused("play-limit/loss", "", why)


def over_deposit_limit(
    person: Person, amount: Cents, deposited: Cents, now: datetime
) -> Refused | None:
    """Refuse money from outside beyond the most for today, ``deposited`` of which is here."""
    most = person.deposit_limit.at(now)
    if most is None or deposited + amount <= most:
        return None
    why = f"your deposit limit leaves {_remainder(most, deposited)} for today"
    return Refused("play-limit/deposit", "", why)


def _remainder(most: Cents, used: Cents) -> str:
    """Return what a limit still allows, as text."""
    return in_dollars(max(0, most - used))
