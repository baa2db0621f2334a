"""Accounts: the people folded from the log, and the service through which every change is made.

Also what the API and pages show of people and their sessions.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import reduce
from typing import Any, Protocol, TypeVar, cast
from uuid import uuid4

import anyio
import msgspec
import structlog
from anyio import CapacityLimiter
from msgspec.structs import replace

from croupier.house.people import NOBODY, Answer, Person, PersonEvent, evolve
from croupier.messages import Refused
from croupier.money import Cents
from croupier.record.codec import decode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.rulebooks import Role
from croupier.streams import KINDS, PERSON
from croupier.web.auth.passwords import Passwords
from croupier.web.auth.permissions import Principal, role_for
from croupier.web.auth.policy import DEFAULT_POLICY, Policy, Rate
from croupier.web.auth.second_factor import Factors
from croupier.web.auth.stores.base import CredentialStore, Session
from croupier.web.auth.tokens import session_id
from croupier.web.problems import ProblemError, refusal_error

PersonWatcher = Callable[[Person, Person], None]
"""Called with a person before and after an event."""


def fold_person(envelopes: Iterable[Envelope]) -> Person:
    """Return the person that the events of a stream fold to."""
    return reduce(evolve, (cast("PersonEvent", one.event) for one in envelopes), NOBODY)


class Directory:
    """Everybody with an account, by id, folded from the log."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self._listeners: list[PersonWatcher] = []

    def person(self, person: str) -> Person:
        """Return the person with this id; ``NOBODY`` if there is none."""
        return self.people.get(person, NOBODY)

    def with_role(self, role: Role) -> list[Person]:
        """Return everybody with a role."""
        return [one for one in self.people.values() if role in one.roles]

    def on_change(self, listener: PersonWatcher) -> None:
        """Call a function with every change to a person."""
        self._listeners.append(listener)

    def snapshot_state(self) -> dict[str, Person]:
        """Return all people, for a snapshot of the floor."""
        return self.people

    def restore_state(self, encoded: bytes) -> None:
        """Restore the people of a snapshot."""
        self.people.update(decode(dict[str, Person], encoded))

    def apply(self, envelopes: Sequence[Envelope]) -> None:
        """Apply events of the log; those of other streams are skipped."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            if kind is not PERSON:
                continue
            before = self.person(name)
            after = evolve(before, cast("PersonEvent", envelope.event))
            self.people[name] = after
            for listener in self._listeners:
                listener(before, after)


# The service --------------------------------------------------------------------------------------

AT_ONCE = 4
"""The number of threads for database work and password hashing."""

T = TypeVar("T")


class Chronicle(Protocol):
    """Writes to the log, for the service on a server and for the store on the command line."""

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Read and append by ``work``, which is run again after a conflict."""

    async def catch_up(self) -> None:
        """Read everything that other processes have written by now."""


class AccountService:
    """Credentials, log and policy: what every change to an account needs."""

    def __init__(
        self,
        store: CredentialStore,
        chronicle: Chronicle,
        *,
        key: bytes,
        policy: Policy = DEFAULT_POLICY,
        directory: Directory | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.policy, self.now = store, policy, now
        self.directory = directory or Directory()
        self.passwords = Passwords(policy)
        self.factors = Factors(store, key, drift=policy.code_drift)
        self.log = structlog.get_logger("croupier.people")
        self.on_end: list[Callable[[set[str]], None]] = []
        """Called with the hashes of sessions and tokens that were ended here."""
        self._chronicle = chronicle
        self._threads: CapacityLimiter | None = None

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run blocking work in a thread: the database, or hashing a password."""
        if self._threads is None:
            self._threads = CapacityLimiter(AT_ONCE)
        return await anyio.to_thread.run_sync(work, *given, limiter=self._threads)

    # ------------------------------------------------------------------------------- writing

    async def decide(
        self,
        person: str,
        decision: Callable[[Person], Answer],
        *,
        by: Principal,
        action: str,
    ) -> Person:
        """Decide on a person's account and record the events. Raise ``ProblemError`` if refused."""
        cause = self.cause(by, action)

        def work(journal: Journal) -> Refused | None:
            known = fold_person(journal.read_stream(PERSON.stream(person)))
            answer = decision(known)
            if isinstance(answer, Refused):
                return answer
            if replace(reduce(evolve, answer, known), version=known.version) == known:
                return None
            journal.append([StreamWrite(PERSON.stream(person), known.version, answer)], cause)
            return None

        answer = await self._chronicle.record(work)
        if answer is not None:
            raise refusal_error(answer)
        self.log.info("recorded", action=action, person=person, by=by.account, origin=by.origin)
        return self.directory.person(person)

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Read and append by ``work``, which is run again after a conflict."""
        return await self._chronicle.record(work)

    async def catch_up(self) -> None:
        """Read everything that other processes have written by now."""
        await self._chronicle.catch_up()

    async def note(self, person: str, *events: PersonEvent, cause: Cause) -> Person:
        """Record events that depend on nothing written before."""
        write = StreamWrite(PERSON.stream(person), ANY, events)
        await self._chronicle.record(lambda journal: journal.append([write], cause))
        for event in events:
            kind, by = str(event.__struct_config__.tag), cause.actor
            self.log.info("recorded", action=kind, person=person, by=by, origin=cause.origin)
        return self.directory.person(person)

    def cause(self, by: Principal, action: str, *, owner: str = "") -> Cause:
        """Return the cause of an action: the principal, the role they act in, and their address."""
        role = role_for(by, action, owner=owner or by.account)
        if role is None:
            role = next((role for role in Role if role in by.roles), Role.PLAYER)
        return Cause(uuid4().hex, by.account, role, origin=by.origin)

    def end(self, *ended: str) -> None:
        """Report sessions and tokens that have ended, so that open connections close at once."""
        for listener in self.on_end:
            listener({one for one in ended if one})

    # ------------------------------------------------------------------------------- limiting

    def allow(self, what: str, who: str, rate: Rate) -> None:
        """Count an attempt, in all processes together.

        Raise ``ProblemError`` 429 if there are too many.
        """
        now = int(self.now())
        began = now - now % rate.seconds
        if self.store.count(f"{what} {who}", began) > rate.most:
            self.log.warning("too often", what=what, who=who)
            raise too_many_attempts(began + rate.seconds - now)

    def forgive(self, what: str, who: str, rate: Rate) -> None:
        """Take back an attempt that turned out to be no guess."""
        now = int(self.now())
        self.store.count(f"{what} {who}", now - now % rate.seconds, -1)


def too_many_attempts(seconds: int) -> ProblemError:
    """Return the problem for too many attempts, with the seconds to wait."""
    why = f"too many attempts: wait {seconds} seconds"
    return ProblemError(429, "rate/exceeded", why, Retry_After=str(seconds))


# What is shown of people --------------------------------------------------------------------------


class SessionSummary(msgspec.Struct, frozen=True):
    """A session without its secret."""

    id: str
    """The session's public id, which opens nothing."""
    began: datetime
    """When the person signed in."""
    seen: datetime
    """When it was last used, to the minute."""
    origin: str
    """The address it was opened from."""
    this: bool
    """Whether it is the session of this request."""


class Who(msgspec.Struct, frozen=True, rename="kebab"):
    """The principal of a request, as the API shows it."""

    account: str = ""
    """The person's id; empty for a visitor."""
    name: str = ""
    """The person's name; empty for a visitor."""
    roles: tuple[Role, ...] = ()
    scopes: tuple[str, ...] | None = None
    """The scopes of the token; ``None`` for a browser's session."""
    confined: bool = False
    """Whether they must first set their own password, or a device for codes."""
    second_factor: bool = False
    """Whether they sign in with codes."""
    minutes: int = 0
    """How many minutes the session has lasted; 0 for a visitor."""
    reminder_minutes: int = 0
    """The interval of reminders in minutes; 0 for none."""
    reminder_due: bool = False
    """Whether a reminder of the time played is due."""
    excluded: bool = False
    """Whether they may not play."""


class Limit(msgspec.Struct, frozen=True, rename="kebab"):
    """A person's own limit in force."""

    amount: Cents | None
    """The limit now; ``None`` if there is none."""
    next_amount: Cents | None = None
    """The limit to come; meaningful only with ``effective``."""
    effective: datetime | None = None
    """When ``next_amount`` takes effect; ``None`` if nothing is to change."""


class PersonView(msgspec.Struct, frozen=True, rename="kebab"):
    """A person, as officials and the person see them."""

    person: str
    """The person's id."""
    name: str
    """The person's name."""
    roles: tuple[Role, ...]
    suspended: str
    """Why the account is suspended; empty if it is open."""
    excluded: bool
    """Whether the person is excluded from play."""
    excluded_until: datetime | None
    """The end of the exclusion; ``None`` if it is for good or there is none."""
    second_factor: bool
    """Whether they sign in with codes."""
    reminder_minutes: int
    """The interval of reminders in minutes; 0 for none."""
    loss_limit: Limit
    """The most they let themselves lose in a gaming day."""
    deposit_limit: Limit
    """The most they let themselves bring along in a gaming day."""


def in_order(roles: frozenset[Role]) -> tuple[Role, ...]:
    """Return roles in the order in which they are always listed."""
    return tuple(role for role in Role if role in roles)


def view_of(person: Person, name: str, now: datetime) -> PersonView:
    """Return what is shown of a person."""
    return PersonView(
        person.id,
        name,
        in_order(person.roles),
        person.suspended,
        person.is_kept_out(now),
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


def who_is(accounts: AccountService, principal: Principal, session: Session | None = None) -> Who:
    """Return the principal of a request, as the API shows it."""
    person = accounts.directory.person(principal.account)
    now = accounts.now()
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
        person.is_kept_out(datetime.fromtimestamp(now, UTC)),
    )


def session_summary(session: Session, asking: Principal) -> SessionSummary:
    """Return what a person sees of one of their sessions."""
    return SessionSummary(
        session_id(session.digest),
        utc_time(session.opened),
        utc_time(session.seen),
        session.origin,
        session.digest == asking.session,
    )


def utc_time(at: float) -> datetime:
    """Return a time of the credential store, to the second."""
    return datetime.fromtimestamp(int(at), UTC)
