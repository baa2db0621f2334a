"""What is told of people and sessions, to themselves and to those who look after accounts."""

from datetime import UTC, datetime

import msgspec

from croupier.floor.people import Person
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.web.people.door_keys import session_id
from croupier.web.people.office import Office
from croupier.web.people.principal import Principal
from croupier.web.people.register import Session


class SessionSummary(msgspec.Struct, frozen=True):
    """A session, without what opens doors."""

    id: str
    """Names the session, without opening anything."""
    began: datetime
    """When somebody signed in."""
    seen: datetime
    """When it was last used, to the minute."""
    origin: str
    """The address that it was begun from."""
    this: bool
    """Whether it is the one that asks."""


class Who(msgspec.Struct, frozen=True, rename="kebab"):
    """Who asks, as the server knows them."""

    account: str = ""
    """The person's id; empty for a visitor."""
    name: str = ""
    """What they are called; empty for a visitor."""
    roles: tuple[Role, ...] = ()
    """Their roles."""
    scopes: tuple[str, ...] | None = None
    """What the token is good for; none for a browser's session."""
    confined: bool = False
    """Whether they must first set their own password, or a device for codes."""
    second_factor: bool = False
    """Whether they sign in with codes."""
    minutes: int = 0
    """How long the session has lasted; 0 for a visitor."""
    reminder_minutes: int = 0
    """After how many minutes each they want to be reminded; 0 for never."""
    reminder_due: bool = False
    """Whether it is time to tell them how long they have played."""
    excluded: bool = False
    """Whether they may not play."""


class Limit(msgspec.Struct, frozen=True, rename="kebab"):
    """A limit as it holds."""

    amount: Cents | None
    """The most now; none where there is no limit."""
    next_amount: Cents | None = None
    """What it becomes; means something only with ``effective``."""
    effective: datetime | None = None
    """When it becomes that; none where nothing is to change."""


class PersonView(msgspec.Struct, frozen=True, rename="kebab"):
    """A person, to whoever may look."""

    person: str
    """The id."""
    name: str
    """What they are called."""
    roles: tuple[Role, ...]
    """Their roles."""
    suspended: str
    """Why the account is closed; empty where it is open."""
    excluded: bool
    """Whether they may not play."""
    excluded_until: datetime | None
    """Until when; none where for good, or where they may."""
    second_factor: bool
    """Whether they sign in with codes."""
    reminder_minutes: int
    """After how many minutes each they are reminded; 0 for never."""
    loss_limit: Limit
    """The most that they let themselves lose in a day."""
    deposit_limit: Limit
    """The most that they let themselves bring along in a day."""


def in_order(roles: frozenset[Role]) -> tuple[Role, ...]:
    """Roles in the order in which they are always told."""
    return tuple(role for role in Role if role in roles)


def view_of(person: Person, name: str, now: datetime) -> PersonView:
    """A person as they are shown."""
    return PersonView(
        person.id,
        name,
        in_order(person.roles),
        person.suspended,
        person.kept_out(now),
        person.excluded_until,
        person.second_factor,
        person.reminder_minutes,
        _limit(person, "loss_limit", now),
        _limit(person, "deposit_limit", now),
    )


def _limit(person: Person, name: str, now: datetime) -> Limit:
    known = getattr(person, name)
    if known.effective is None or known.effective <= now:
        return Limit(known.at(now))
    return Limit(known.amount, known.next_amount, known.effective)


def who_is(office: Office, principal: Principal, session: Session | None = None) -> Who:
    """Who asks, in the words of the interface."""
    person = office.directory.person(principal.account)
    now = office.now()
    minutes = 0 if session is None else int(now - session.opened) // 60
    every = person.reminder_minutes
    return Who(
        principal.account,
        principal.name,
        in_order(principal.roles),
        None if principal.scopes is None else tuple(sorted(principal.scopes)),
        principal.confined,
        person.second_factor,
        minutes,
        every,
        bool(every) and minutes >= every,
        person.kept_out(datetime.fromtimestamp(now, UTC)),
    )


def session_summary(session: Session, asking: Principal) -> SessionSummary:
    """What somebody is told of a session of theirs."""
    return SessionSummary(
        session_id(session.digest),
        utc_time(session.opened),
        utc_time(session.seen),
        session.origin,
        session.digest == asking.session,
    )


def utc_time(at: float) -> datetime:
    """Return a time of the register's, to the second."""
    return datetime.fromtimestamp(int(at), UTC)
