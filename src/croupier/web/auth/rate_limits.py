"""Rate limits on requests that hold across all processes, at little cost.

A process takes a handful of requests at a time from the shared counter and uses them up. So the
limit is never exceeded, and most requests need no database.
"""

import sqlite3

import msgspec

from croupier.record.stores.base import FailedStoreError
from croupier.web.auth.accounts import AccountService, too_many_attempts
from croupier.web.auth.permissions import Principal

HANDFUL = 50
"""How many requests a process takes at a time."""
MOST_KNOWN = 10_000
"""The most people and addresses held in memory; beyond that all are forgotten."""


class _Lease(msgspec.Struct):
    """What a process may still let through for one person or address in a period."""

    began: int
    """When the period began, in seconds of the epoch."""
    left: int
    """The requests left; at 0 more must be taken from the counter."""
    uncounted: int = 0
    """The requests taken while the counter could not be written; this process alone knows them."""
    logged: bool = False
    """Whether exceeding the limit was logged in this period."""


class RateLimiter:
    """Counts requests by person, or by address for visitors."""

    def __init__(self, accounts: AccountService) -> None:
        self._accounts = accounts
        self._leases: dict[str, _Lease] = {}

    async def take(self, who: Principal) -> None:
        """Let one request through. Raise ``ProblemError`` 429 beyond the limit."""
        policy = self._accounts.policy
        rate = policy.requests_by_address if who.is_visitor else policy.requests_by_person
        if who.guest:
            rate = policy.requests_by_guest
        name = f"requests {who.account or who.origin}"
        now = int(self._accounts.now())
        began = now - now % rate.seconds
        lease = self._leases.get(name)
        if lease is None or lease.began != began:
            lease = self._keep(name, _Lease(began, 0))
        if lease.left <= 0:
            used = await self._take_handful(lease, name)
            lease.left = min(HANDFUL, rate.most - (used - HANDFUL))
            if lease.left <= 0:
                self._log_excess(lease, who)
                raise too_many_attempts(began + rate.seconds - now)
        lease.left -= 1

    async def _take_handful(self, lease: _Lease, name: str) -> int:
        """Return how many requests were used in the period, with a handful more.

        While the store cannot be written, this process counts alone: whether it is alive, and what
        it has in memory, can be asked on a full disk too.
        """
        count = self._accounts.store.count
        try:
            return lease.uncounted + await self._accounts.run(count, name, lease.began, HANDFUL)
        except (FailedStoreError, sqlite3.Error):
            lease.uncounted += HANDFUL
            return lease.uncounted

    def _log_excess(self, lease: _Lease, who: Principal) -> None:
        """Log once in a period that somebody exceeds the limit."""
        if not lease.logged:
            lease.logged = True
            log = self._accounts.log
            log.warning("too often", what="requests", who=who.account, origin=who.origin)

    def _keep(self, name: str, lease: _Lease) -> _Lease:
        if len(self._leases) >= MOST_KNOWN:
            self._leases.clear()
        self._leases[name] = lease
        return lease
