"""The office: what everything done to people's accounts stands on, and the way into the log."""

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
from croupier.record.codec import decode_as
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.rulebooks import Role
from croupier.streams import KINDS, PERSON
from croupier.web.auth.passwords import Passwords
from croupier.web.auth.permissions import Principal, role_for
from croupier.web.auth.policy import USUAL, Policy, Rate
from croupier.web.auth.second_factor import Factors
from croupier.web.auth.stores.base import CredentialStore, Session
from croupier.web.auth.tokens import session_id
from croupier.web.problems import ProblemError, refusal_error

PersonWatcher = Callable[[Person, Person], None]
"""Is told of a person before and after an event."""


def folded(envelopes: Iterable[Envelope]) -> Person:
    """A person as the events of their stream tell."""
    return reduce(evolve, (cast("PersonEvent", one.event) for one in envelopes), NOBODY)


class Directory:
    """Everybody who has an account, by their ids."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self._told: list[PersonWatcher] = []

    def person(self, person: str) -> Person:
        """Somebody as the log tells of them; nobody where there is no such person."""
        return self.people.get(person, NOBODY)

    def having(self, role: Role) -> list[Person]:
        """Everybody who has a role."""
        return [one for one in self.people.values() if role in one.roles]

    def on_change(self, told: PersonWatcher) -> None:
        """Have somebody told of every change to a person."""
        self._told.append(told)

    def kept(self) -> dict[str, Person]:
        """Everybody, for a picture of the floor."""
        return self.people

    def remember(self, kept: bytes) -> None:
        """Know again whom a picture tells of."""
        self.people.update(decode_as(dict[str, Person], kept))

    def apply(self, envelopes: Sequence[Envelope]) -> None:
        """Go on by events of the log; those of other streams are passed over."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            if kind is not PERSON:
                continue
            before = self.person(name)
            after = evolve(before, cast("PersonEvent", envelope.event))
            self.people[name] = after
            for told in self._told:
                told(before, after)


AT_ONCE = 4
"""How many pieces of work for people wait in threads at the same time."""

T = TypeVar("T")


class Chronicle(Protocol):
    """Writes to the log, wherever that is."""

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Have work read and append; after a conflict it is run again."""

    async def catch_up(self) -> None:
        """Know all that others have written by now."""


class AccountService:
    """Register, log and rules, for all that is done to people's accounts."""

    def __init__(
        self,
        store: CredentialStore,
        chronicle: Chronicle,
        *,
        key: bytes,
        policy: Policy = USUAL,
        directory: Directory | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.policy, self.now = store, policy, now
        self.directory = directory or Directory()
        """Everybody, as the log tells."""
        self.passwords = Passwords(policy)
        self.factors = Factors(store, key, drift=policy.code_drift)
        self.log = structlog.get_logger("croupier.people")
        self.on_end: list[Callable[[set[str]], None]] = []
        """Who is told which sessions and tokens were ended here, by their hashes."""
        self._chronicle = chronicle
        self._threads: CapacityLimiter | None = None

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Have something done in a thread: the database, or the hashing of a password."""
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
        """Decide something about an account and write it down; what is refused is denied."""
        cause = self.cause(by, action)

        def work(journal: Journal) -> Refused | None:
            known = folded(journal.read_stream(PERSON.stream(person)))
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
        """Have work read and append; after a conflict it is run again."""
        return await self._chronicle.record(work)

    async def catch_up(self) -> None:
        """Know all that other processes have written by now."""
        await self._chronicle.catch_up()

    async def note(self, person: str, *events: PersonEvent, cause: Cause) -> Person:
        """Write down what depends on nothing that was written before."""
        write = StreamWrite(PERSON.stream(person), ANY, events)
        await self._chronicle.record(lambda journal: journal.append([write], cause))
        for event in events:
            kind, by = str(event.__struct_config__.tag), cause.actor
            self.log.info("recorded", action=kind, person=person, by=by, origin=cause.origin)
        return self.directory.person(person)

    def cause(self, by: Principal, action: str, *, owner: str = "") -> Cause:
        """Who does something, in which of their roles, and from where."""
        role = role_for(by, action, owner=owner or by.account)
        if role is None:
            role = next((role for role in Role if role in by.roles), Role.PLAYER)
        return Cause(uuid4().hex, by.account, role, origin=by.origin)

    def end(self, *ended: str) -> None:
        """Tell those who look after sessions that some have ended, so that nobody waits for it."""
        for told in self.on_end:
            told({one for one in ended if one})

    # ------------------------------------------------------------------------------- limiting

    def allow(self, what: str, who: str, rate: Rate) -> None:
        """Count something that somebody does, in all processes together; too often is denied."""
        now = int(self.now())
        began = now - now % rate.seconds
        if self.store.count(f"{what} {who}", began) > rate.most:
            self.log.warning("too often", what=what, who=who)
            raise too_often(began + rate.seconds - now)

    def forgive(self, what: str, who: str, rate: Rate) -> None:
        """Take back what was counted: it was no guess."""
        now = int(self.now())
        self.store.count(f"{what} {who}", now - now % rate.seconds, -1)


def too_often(seconds: int) -> ProblemError:
    """For somebody who asks too often."""
    why = f"too many attempts: wait {seconds} seconds"
    return ProblemError(429, "rate/exceeded", why, Retry_After=str(seconds))


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


def who_is(accounts: AccountService, principal: Principal, session: Session | None = None) -> Who:
    """Who asks, in the words of the interface."""
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
