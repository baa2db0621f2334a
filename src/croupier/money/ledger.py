"""Double entry: chips move by postings that sum to zero and name their clause."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.errors import CroupierError
from croupier.money.cents import Cents

Account = str
"""Who or what holds value: ``float``, ``layout``, ``cash``, ``chips/ann``; see :class:`Till`."""


class Till(msgspec.Struct, frozen=True, gc=False):
    """The accounts that chips move between at a table. Where chips lie is decided here alone.

    A table with chips of another purpose has another till, and none of its accounts is shared.
    """

    purpose: str = ""
    """What the chips are for: empty for those that are worth money, else a word before each name,
    such as ``tournament``."""

    def _named(self, name: str) -> Account:
        return f"{self.purpose}-{name}" if self.purpose else name

    @property
    def float(self) -> Account:
        """The chips in front of the dealer."""
        return self._named("float")

    @property
    def layout(self) -> Account:
        """All chips and tokens that lie on the layout."""
        return self._named("layout")

    @property
    def cash(self) -> Account:
        """Money that chips were bought with."""
        return self._named("cash")

    @property
    def vouchers(self) -> Account:
        """Vouchers that tokens were given for."""
        return self._named("vouchers")

    @property
    def jackpot(self) -> Account:
        """What the table has passed on to its jackpot pool, and been given from it."""
        return self._named("jackpot")

    @property
    def mispaid(self) -> Account:
        """What was paid wrongly to somebody who is not known yet."""
        return self._named("mispaid")

    def chips(self, player: str) -> Account:
        """A player's chips at the table."""
        return self._named(f"chips/{player}")

    def tokens(self, player: str) -> Account:
        """A player's promotional tokens."""
        return self._named(f"tokens/{player}")

    def purse(self, player: str) -> Account:
        """What a player has away from the table."""
        return self._named(f"purse/{player}")


class UnbalancedEntryError(CroupierError):
    """An entry whose postings do not sum to zero: a bug, never a rule."""


class Posting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """So much more (or less) on one account."""

    account: Account
    """Who or what holds the value."""
    amount: Cents
    """What it gains; below zero is what it gives."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Postings that belong together, and the clause that demands them."""

    postings: tuple[Posting, ...]
    """What each account gains or gives; they sum to zero."""
    clause: str
    """The clause that demands it; empty where no rule does."""

    def __post_init__(self) -> None:
        if sum(posting.amount for posting in self.postings):
            raise UnbalancedEntryError(f"postings do not sum to zero: {self.postings}")


def transfer(source: Account, target: Account, amount: Cents, clause: str) -> Entry:
    """Move an amount from one account to another."""
    return Entry((Posting(source, -amount), Posting(target, amount)), clause)


def posted(balances: Mapping[Account, Cents], entries: Iterable[Entry]) -> dict[Account, Cents]:
    """The balances after some entries."""
    after = dict(balances)
    for entry in entries:
        for posting in entry.postings:
            after[posting.account] = after.get(posting.account, 0) + posting.amount
    return after
