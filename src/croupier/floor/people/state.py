"""A person of the house, as the events of their stream describe them."""

from datetime import datetime

import msgspec

from croupier.money import Cents
from croupier.rulebooks import Role


class PlayLimit(msgspec.Struct, frozen=True):
    """The most that a player is willing to lose, or bring along, in a gaming day."""

    amount: Cents | None = None
    """The most; none where there is no limit."""
    next_amount: Cents | None = None
    """What it becomes later; meaningful only where ``effective`` is set."""
    effective: datetime | None = None
    """When that is; none where nothing is to change."""

    def at(self, now: datetime) -> Cents | None:
        """The most at some moment; none where there is no limit."""
        changed = self.effective is not None and now >= self.effective
        return self.next_amount if changed else self.amount


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has an account at the house."""

    id: str
    """The name that tables and the record use; empty for nobody."""
    roles: frozenset[Role] = frozenset()
    """What they are here."""
    suspended: str = ""
    """Why the account is closed for now; empty where it is open."""
    excluded: bool = False
    """Whether they may not play, by their own wish or the house's."""
    excluded_until: datetime | None = None
    """Until when; none where for good, or where they may play."""
    reminder_minutes: int = 0
    """At what interval in minutes they want to be reminded how long they have played; 0 for
    never."""
    loss_limit: PlayLimit = PlayLimit()
    """The most that they are willing to lose in a day, at all tables together."""
    deposit_limit: PlayLimit = PlayLimit()
    """The most that they are willing to bring along in a day, to all tables together."""
    second_factor: bool = False
    """Whether they sign in with a code besides the password."""
    tokens: frozenset[str] = frozenset()
    """The ids of their bearer tokens that were not revoked."""
    rights: int = 0
    """The version at which their rights or their proofs last changed; sessions from before it have
    ended."""
    version: int = 0
    """How many events their stream holds."""

    @property
    def plays(self) -> bool:
        """Whether they are a player."""
        return Role.PLAYER in self.roles

    @property
    def admitted(self) -> bool:
        """Whether they may sign in: there is an account, and it is open."""
        return bool(self.roles) and not self.suspended

    def kept_out(self, now: datetime) -> bool:
        """Whether they may not play now."""
        if not self.excluded:
            return False
        return self.excluded_until is None or now < self.excluded_until


NOBODY = Person(id="")
"""Whoever has no account."""
