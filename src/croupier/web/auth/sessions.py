"""The authenticator: finds the principal of each request, and notices when a session has ended."""

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
from croupier.web.auth.sign_in import session_lifetime
from croupier.web.auth.stores.base import Session, Token
from croupier.web.auth.tokens import digest
from croupier.web.problems import ProblemError

COOKIE = "__Host-session"
"""Browsers accept a cookie of this name only from this very host, and send it to no other."""
CHECK_SECONDS = 0.5
"""How often to check whether other processes have ended sessions."""
USE_SECONDS = 60
"""How often the last use of a session is written."""
SWEEP_SECONDS = 600
"""How often expired sessions and tokens are removed."""
LONGEST_SECRET = 200

Ended = Callable[[set[str]], None]
"""Called with the hashes of sessions and tokens that have ended."""


class _Known(msgspec.Struct):
    """A session or token that was used lately, with its owner's name."""

    grant: Session | Token
    name: str


class Authenticator:
    """Finds the principal of a request.

    Known sessions are held in memory and checked twice a second.
    """

    def __init__(self, accounts: AccountService) -> None:
        self._accounts = accounts
        self._known: dict[str, _Known] = {}
        self._listeners: list[Ended] = []
        self._limiter = RateLimiter(accounts)
        self._watching: asyncio.Task[None] | None = None
        self._swept = 0.0
        accounts.directory.on_change(self._end_outdated_sessions)
        accounts.on_end.append(self._forget)

    def on_end(self, listener: Ended) -> None:
        """Call a function when sessions end, to close what is open for them."""
        self._listeners.append(listener)

    # ------------------------------------------------------------------------------ asking

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """Return the principal of a connection and count the request.

        Raise 429 beyond the rate limit.
        """
        origin = connection.client.host if connection.client else ""
        principal = replace(await self._find_principal(connection), origin=origin)
        await self.count(principal)
        return principal

    async def count(self, who: Principal) -> None:
        """Count a request, or a message that is one.

        Raise ``ProblemError`` 429 beyond the rate limit.
        """
        await self._limiter.take(who)

    async def _find_principal(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        shown = connection.headers.get("authorization", "")
        if shown:
            kind, _, secret = shown.partition(" ")
            found = await self.principal_with(secret) if kind.lower() == "bearer" else VISITOR
            if found.scopes is None:
                why = "this token is unknown, revoked or expired"
                raise ProblemError(401, "token/unknown", why, WWW_Authenticate="Bearer")
            return found
        secret = connection.cookies.get(COOKIE, "")
        found = await self.principal_with(secret) if secret else VISITOR
        return VISITOR if found.scopes is not None else found

    async def principal_with(self, secret: str) -> Principal:
        """Return the principal of a session or token; ``VISITOR`` if it is unknown, revoked or
        expired."""
        if len(secret) > LONGEST_SECRET:
            return VISITOR
        name = digest(secret)
        known = self._known.get(name)
        if known is None:
            known = await self._accounts.run(self._find, name)
            if known is None:
                return VISITOR
            self._known[name] = known
        principal = self._principal(known) or await self._principal_by_now(known)
        if principal is None:
            await self._delete({name})
            return VISITOR
        await self._note_use(known)
        return principal

    def _find(self, name: str) -> _Known | None:
        """Look up a session or token in the credential store."""
        store = self._accounts.store
        grant = store.session(name) or store.token(name)
        owner = None if grant is None else store.credential(grant.person)
        return None if grant is None or owner is None else _Known(grant, owner.shown)

    def _principal(self, known: _Known) -> Principal | None:
        """Return the principal of a session or token; ``None`` if it is no longer valid."""
        grant = known.grant
        person = self._accounts.directory.person(grant.person)
        if not person.is_admitted or self._accounts.now() > grant.expires:
            return None
        if isinstance(grant, Token):
            scopes = frozenset(grant.scopes.split())
            return Principal(person.id, known.name, person.roles, scopes, grant.digest)
        if grant.rights != person.rights or self._idle(grant, person):
            return None
        return Principal(
            person.id,
            known.name,
            person.roles,
            None,
            grant.digest,
            grant.confined,
            since=grant.opened,
            guest=person.guest,
        )

    async def _principal_by_now(self, known: _Known) -> Principal | None:
        """Return the principal after reading what other processes have written about the person."""
        await self._accounts.catch_up()
        return self._principal(known)

    def _idle(self, grant: Session, person: Person) -> bool:
        return (
            self._accounts.now() - grant.seen > session_lifetime(self._accounts.policy, person)[0]
        )

    async def _note_use(self, known: _Known) -> None:
        """Write from time to time that a session is in use."""
        grant, now = known.grant, self._accounts.now()
        if isinstance(grant, Session) and now - grant.seen > USE_SECONDS:
            known.grant = replace(grant, seen=now)
            await self._accounts.run(self._accounts.store.note_use, grant.digest, now)

    # ------------------------------------------------------------------------ looking after

    def _end_outdated_sessions(self, before: Person, after: Person) -> None:
        """End at once the sessions that a person's changed rights end, in this process."""
        if before.rights == after.rights:
            return
        ended = {name for name, one in self._known.items() if one.grant.person == after.id}
        self._forget(ended)

    def _forget(self, ended: set[str]) -> None:
        """Forget sessions, and have the streams that are open for them closed."""
        if not ended:
            return
        for name in ended:
            self._known.pop(name, None)
        for listener in self._listeners:
            listener(ended)

    async def _delete(self, ended: set[str]) -> None:
        """Delete sessions that are no longer valid."""
        for name in ended:
            await self._accounts.run(self._accounts.store.end_session, name)
        self._forget(ended)

    async def check_sessions(self) -> None:
        """Check which sessions have expired, or were ended by other processes."""
        known = list(self._known)
        if known:
            living = await self._accounts.run(self._accounts.store.existing_digests, known)
            expired = {name for name in living if name in self._known and not self._counts(name)}
            self._forget({name for name in known if name not in living} | expired)
        if self._accounts.now() - self._swept > SWEEP_SECONDS:
            self._swept = self._accounts.now()
            await self._accounts.run(self._accounts.store.sweep, self._swept)

    def _counts(self, name: str) -> bool:
        return self._principal(self._known[name]) is not None

    async def watch_sessions(self) -> None:
        """Check the sessions twice a second for as long as the server runs."""
        # A session that another process ended still counts here until the next check, so for up to
        # half a second. In return, requests with a known session need no database.
        while True:
            try:
                await self.check_sessions()
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                self._accounts.log.warning("sessions cannot be checked", why=str(error))
            await asyncio.sleep(CHECK_SECONDS)
