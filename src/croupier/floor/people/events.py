"""What has happened to a person's account. No event holds a name, a password or another secret."""

from datetime import datetime

from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.table.events import Event


class PersonRegistered(Event, frozen=True, tag="person-registered"):
    """Somebody was given an account, or made one for themselves."""

    person: str
    """Whose it is: the id by which all know them from now on."""
    roles: tuple[Role, ...]
    """What they are here."""


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
    """Whose it was."""
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
