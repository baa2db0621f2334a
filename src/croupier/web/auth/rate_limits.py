"""Limits on requests that hold in all processes together, at little cost.

A process takes a handful of requests at once from the shared counter and uses them up. So the limit
is never exceeded, and most requests ask nobody.
"""

import msgspec

from croupier.web.auth.accounts import AccountService, too_often
from croupier.web.auth.permissions import Principal

HANDFUL = 50
"""How many requests a process takes at once."""
MOST_KNOWN = 10_000
"""How many people and addresses are remembered; beyond that all is asked for anew."""


class _Lease(msgspec.Struct):
    """What a process may still let through of somebody's requests in a period."""

    began: int
    """When the period began, in seconds of the epoch."""
    left: int
    """How many requests are left; 0 where more must be asked for."""
    noted: bool = False
    """Whether the log says that more were asked for than there are."""


class RateLimiter:
    """Counts requests by person, or by address for visitors."""

    def __init__(self, accounts: AccountService) -> None:
        self._accounts = accounts
        self._leases: dict[str, _Lease] = {}

    async def take(self, who: Principal) -> None:
        """Let one request through; who asks too often is turned away."""
        policy = self._accounts.policy
        rate = policy.requests_by_address if who.is_visitor else policy.requests_by_person
        name = f"requests {who.account or who.origin}"
        now = int(self._accounts.now())
        began = now - now % rate.seconds
        lease = self._leases.get(name)
        if lease is None or lease.began != began:
            lease = self._keep(name, _Lease(began, 0))
        if lease.left <= 0:
            used = await self._accounts.run(self._accounts.store.count, name, began, HANDFUL)
            lease.left = min(HANDFUL, rate.most - (used - HANDFUL))
            if lease.left <= 0:
                self._note(lease, who)
                raise too_often(began + rate.seconds - now)
        lease.left -= 1

    def _note(self, lease: _Lease, who: Principal) -> None:
        """Have the log say once in a period that somebody asks too often."""
        if not lease.noted:
            lease.noted = True
            log = self._accounts.log
            log.warning("too often", what="requests", who=who.account, origin=who.origin)

    def _keep(self, name: str, lease: _Lease) -> _Lease:
        if len(self._leases) >= MOST_KNOWN:
            self._leases.clear()
        self._leases[name] = lease
        return lease
