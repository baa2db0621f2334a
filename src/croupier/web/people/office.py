"""The office: what everything done to people's accounts stands on, and the way into the log."""

import time
from collections.abc import Callable
from functools import reduce
from typing import Any, Protocol, TypeVar
from uuid import uuid4

import anyio
import structlog
from anyio import CapacityLimiter
from msgspec.structs import replace

from croupier.floor.people import Person, evolve
from croupier.floor.people.decisions import Answer
from croupier.floor.people.events import PersonEvent
from croupier.record.envelopes import Cause, person_stream
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.rulebooks import Role
from croupier.table.state import Refused
from croupier.web.api.problems import ProblemError, refusal_error
from croupier.web.people.directory import Directory, folded
from croupier.web.people.factors import Factors
from croupier.web.people.passwords import Passwords
from croupier.web.people.permissions import role_for
from croupier.web.people.policy import USUAL, Policy, Rate
from croupier.web.people.principal import Principal
from croupier.web.people.register import Register

AT_ONCE = 4
"""How many pieces of work for people wait in threads at the same time."""

T = TypeVar("T")


class Chronicle(Protocol):
    """Writes to the log, wherever that is."""

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Have work read and append; after a conflict it is run again."""

    async def catch_up(self) -> None:
        """Know all that others have written by now."""


class Office:
    """Register, log and rules, for all that is done to people's accounts."""

    def __init__(
        self,
        register: Register,
        chronicle: Chronicle,
        *,
        key: bytes,
        policy: Policy = USUAL,
        directory: Directory | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.register, self.policy, self.now = register, policy, now
        self.directory = directory or Directory()
        """Everybody, as the log tells."""
        self.passwords = Passwords(policy)
        self.factors = Factors(register, key, drift=policy.code_drift)
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
            known = folded(journal.read_stream(person_stream(person)))
            answer = decision(known)
            if isinstance(answer, Refused):
                return answer
            if replace(reduce(evolve, answer, known), version=known.version) == known:
                return None
            journal.append([StreamWrite(person_stream(person), known.version, answer)], cause)
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
        write = StreamWrite(person_stream(person), ANY, events)
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
        if self.register.count(f"{what} {who}", began) > rate.most:
            self.log.warning("too often", what=what, who=who)
            raise too_often(began + rate.seconds - now)

    def forgive(self, what: str, who: str, rate: Rate) -> None:
        """Take back what was counted: it was no guess."""
        now = int(self.now())
        self.register.count(f"{what} {who}", now - now % rate.seconds, -1)


def too_often(seconds: int) -> ProblemError:
    """For somebody who asks too often."""
    why = f"too many attempts: wait {seconds} seconds"
    return ProblemError(429, "rate/exceeded", why, Retry_After=str(seconds))
