"""The gatekeeper: knows whose a request is, and notices at once when a session has ended."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from msgspec.structs import replace

from croupier.house.people import Person
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.permissions import VISITOR, Principal
from croupier.web.auth.rate_limits import RateLimiter
from croupier.web.auth.sign_in import lasting
from croupier.web.auth.stores.base import Session, Token
from croupier.web.auth.tokens import digest
from croupier.web.problems import ProblemError

COOKIE = "__Host-session"
"""Browsers take a cookie of this name only from this very host, and send it to no other."""
PATROL_SECONDS = 0.5
"""How often it is looked whether sessions have ended elsewhere."""
SEEN_SECONDS = 60
"""How often it is written down that a session is in use."""
SWEEP_SECONDS = 600
"""How often what has expired is removed."""
LONGEST_SECRET = 200

Ended = Callable[[set[str]], None]
"""Is told which sessions and tokens no longer count."""


class _Known(msgspec.Struct):
    """A session or token that was shown lately, with its owner's name."""

    paper: Session | Token
    """The session or token."""
    name: str
    """What its owner is called."""


class Authenticator:
    """Says who asks. What it knows of sessions it asks the register for twice a second."""

    def __init__(self, accounts: AccountService) -> None:
        self._accounts = accounts
        self._known: dict[str, _Known] = {}
        self._told: list[Ended] = []
        self._limiter = RateLimiter(accounts)
        self._patrol: asyncio.Task[None] | None = None
        self._swept = 0.0
        accounts.directory.on_change(self._changed)
        accounts.on_end.append(self._forget)

    def on_end(self, told: Ended) -> None:
        """Have somebody told when sessions end, so that they close what is open for them."""
        self._told.append(told)

    # ------------------------------------------------------------------------------ asking

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """Who asks; a visitor where nothing says so. Who asks too often is turned away."""
        origin = connection.client.host if connection.client else ""
        principal = replace(await self._found(connection), origin=origin)
        await self.count(principal)
        return principal

    async def count(self, who: Principal) -> None:
        """Count a request, or a message that is one; who asks too often is turned away."""
        await self._limiter.take(who)

    async def _found(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        shown = connection.headers.get("authorization", "")
        if shown:
            kind, _, secret = shown.partition(" ")
            found = await self.recognised(secret) if kind.lower() == "bearer" else VISITOR
            if found.scopes is None:
                why = "this token is unknown, revoked or expired"
                raise ProblemError(401, "token/unknown", why, WWW_Authenticate="Bearer")
            return found
        secret = connection.cookies.get(COOKIE, "")
        found = await self.recognised(secret) if secret else VISITOR
        return VISITOR if found.scopes is not None else found

    async def recognised(self, secret: str) -> Principal:
        """Whose a session or token is; a visitor's where it is nobody's."""
        if len(secret) > LONGEST_SECRET:
            return VISITOR
        name = digest(secret)
        known = self._known.get(name)
        if known is None:
            known = await self._accounts.run(self._looked_up, name)
            if known is None:
                return VISITOR
            self._known[name] = known
        principal = self._principal(known) or await self._principal_by_now(known)
        if principal is None:
            await self._drop({name})
            return VISITOR
        await self._see(known)
        return principal

    def _looked_up(self, name: str) -> _Known | None:
        """What the register knows of a session or token."""
        store = self._accounts.store
        paper = store.session(name) or store.token(name)
        owner = None if paper is None else store.credential(paper.person)
        return None if paper is None or owner is None else _Known(paper, owner.shown)

    def _principal(self, known: _Known) -> Principal | None:
        """Who somebody is by a session or token; none where it no longer counts."""
        paper = known.paper
        person = self._accounts.directory.person(paper.person)
        if not person.admitted or self._accounts.now() > paper.expires:
            return None
        if isinstance(paper, Token):
            scopes = frozenset(paper.scopes.split())
            return Principal(person.id, known.name, person.roles, scopes, paper.digest)
        if paper.rights != person.rights or self._idle(paper, person):
            return None
        return Principal(
            person.id,
            known.name,
            person.roles,
            None,
            paper.digest,
            paper.confined,
            since=paper.opened,
        )

    async def _principal_by_now(self, known: _Known) -> Principal | None:
        """The same, where another process may have written since whose session it is."""
        await self._accounts.catch_up()
        return self._principal(known)

    def _idle(self, paper: Session, person: Person) -> bool:
        return self._accounts.now() - paper.seen > lasting(self._accounts.policy, person)[0]

    async def _see(self, known: _Known) -> None:
        """Write down from time to time that a session is in use."""
        paper, now = known.paper, self._accounts.now()
        if isinstance(paper, Session) and now - paper.seen > SEEN_SECONDS:
            known.paper = replace(paper, seen=now)
            await self._accounts.run(self._accounts.store.see, paper.digest, now)

    # ------------------------------------------------------------------------ looking after

    def _changed(self, before: Person, after: Person) -> None:
        """End at once what somebody's changed rights end, in this process."""
        if before.rights == after.rights:
            return
        ended = {name for name, one in self._known.items() if one.paper.person == after.id}
        self._forget(ended)

    def _forget(self, ended: set[str]) -> None:
        """Know nothing more of some sessions, and have open streams of theirs closed."""
        if not ended:
            return
        for name in ended:
            self._known.pop(name, None)
        for told in self._told:
            told(ended)

    async def _drop(self, ended: set[str]) -> None:
        """Remove sessions that no longer count."""
        for name in ended:
            await self._accounts.run(self._accounts.store.end_session, name)
        self._forget(ended)

    async def look(self) -> None:
        """See which sessions have ended elsewhere, or by the time."""
        known = list(self._known)
        if known:
            living = await self._accounts.run(self._accounts.store.living, known)
            expired = {name for name in living if name in self._known and not self._counts(name)}
            self._forget({name for name in known if name not in living} | expired)
        if self._accounts.now() - self._swept > SWEEP_SECONDS:
            self._swept = self._accounts.now()
            await self._accounts.run(self._accounts.store.sweep, self._swept)

    def _counts(self, name: str) -> bool:
        return self._principal(self._known[name]) is not None

    async def patrol(self) -> None:
        """Look again and again, for as long as the server runs."""
        while True:
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                self._accounts.log.warning("sessions cannot be checked", why=str(error))
            await asyncio.sleep(PATROL_SECONDS)
