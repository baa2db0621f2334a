"""What may be done to people's accounts, and what is refused: duties are kept apart here."""

from datetime import datetime, timedelta

from croupier.floor.people.events import (
    PersonEvent,
    PersonRegistered,
    PersonReinstated,
    PersonSuspended,
    PlayerExcluded,
    PlayLimitSet,
    ReminderSet,
    RoleGranted,
    RoleWithdrawn,
)
from croupier.floor.people.state import Person, PlayLimit
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.table.state import Refused

ALONE = (Role.PLAYER, Role.ADMINISTRATOR, Role.INSPECTOR, Role.SURVEILLANCE, Role.REGULATOR)
"""Roles that nobody holds together with another. Staff do not play, whoever keeps the accounts
holds no power at a table, and whoever watches the operator does not work for it."""
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
    """Give somebody an account."""
    if refused := roles_together(roles):
        return refused
    ordered = tuple(role for role in Role if role in roles)
    return (PersonRegistered(person, ordered),)


def grant(person: Person, role: Role, by: str) -> Answer:
    """Give somebody a role; nobody does so for themselves."""
    if refused := _themselves(person, by, "grant a role"):
        return refused
    if role in person.roles:
        return Refused("person/has-role", "", f"this person is {role.one} already")
    if refused := roles_together(person.roles | {role}):
        return refused
    return (RoleGranted(person.id, role),)


def withdraw(person: Person, role: Role, by: str) -> Answer:
    """Take a role from somebody else."""
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
    """Suspend somebody's account."""
    if refused := _themselves(person, by, "close or open an account"):
        return refused
    if not reason.strip():
        return Refused("person/no-reason", "", "say why the account is closed")
    if person.suspended:
        return Refused("person/suspended", "", "this account is closed already")
    return (PersonSuspended(person.id, reason.strip()),)


CLOSED_BY_OWNER = "closed by its owner"
"""Why an account is closed, where the player closed it."""


def close(person: Person) -> Answer:
    """Close one's own account; an administrator can open it again."""
    if person.suspended:
        return Refused("person/suspended", "", "this account is closed already")
    return (PersonSuspended(person.id, CLOSED_BY_OWNER),)


def reinstate(person: Person) -> Answer:
    """Open a closed account again."""
    if not person.suspended:
        return Refused("person/not-suspended", "", "this account is not closed")
    return (PersonReinstated(person.id),)


def exclude(person: Person, until: datetime | None, now: datetime) -> Answer:
    """Keep a player from playing, for a while or for good; it can be made longer, never shorter."""
    if not person.plays:
        return Refused("exclusion/no-player", "", "only a player can be kept from playing")
    if until is not None and until < now + SHORTEST_EXCLUSION:
        return Refused("exclusion/too-short", "", "an exclusion lasts a day at least")
    if person.kept_out(now) and _ends_sooner(until, person.excluded_until):
        why = "an exclusion can be made longer, never shorter"
        return Refused("exclusion/shorter", "", why)
    return (PlayerExcluded(person.id, until),)


def _ends_sooner(until: datetime | None, known: datetime | None) -> bool:
    """Whether one end comes before another; none means never."""
    if until is None:
        return False
    return known is None or until < known


def remind(person: Person, minutes: int) -> Answer:
    """Have a player reminded how long they have played, at an interval in minutes."""
    if not person.plays:
        return Refused("reminder/no-player", "", "only a player is reminded of the time")
    if not 0 <= minutes <= LONGEST_REMINDER_MINUTES:
        why = f"a reminder comes after 1 to {LONGEST_REMINDER_MINUTES} minutes, or never (0)"
        return Refused("reminder/minutes", "", why)
    return (ReminderSet(person.id, minutes),)


def limit(person: Person, kind: str, amount: Cents | None, now: datetime) -> Answer:
    """Set the most to lose or to bring along in a day; a higher limit takes effect a day later."""
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


def not_to_play(person: Person, now: datetime) -> Refused | None:
    """Refuse a seat, a wager or chips to somebody who is kept from playing."""
    if not person.kept_out(now):
        return None
    until = person.excluded_until
    end = "for good" if until is None else f"until {until.isoformat(timespec='minutes')}"
    return Refused("exclusion/holds", "", f"you are excluded from play {end}")


def over_loss_limit(person: Person, stake: Cents, lost: Cents, now: datetime) -> Refused | None:
    """Refuse to bring more to tables than the most that a player is willing to lose today.

    ``lost`` is what was brought today, to all tables together.
    """
    most = person.loss_limit.at(now)
    if most is None or lost + stake <= most:
        return None
    why = f"your loss limit leaves {_left(most, lost)} for today"
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
    why = f"your deposit limit leaves {_left(most, deposited)} for today"
    return Refused("play-limit/deposit", "", why)


def _left(most: Cents, used: Cents) -> str:
    """What a limit still allows, for people."""
    return in_dollars(max(0, most - used))
