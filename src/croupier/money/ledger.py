"""Double entry: chips move by postings that sum to zero and name their clause."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.errors import CroupierError
from croupier.money.amounts import Cents

Account = str
"""Who or what holds value: ``float``, ``layout``, ``cash``, ``chips/ann``; see :class:`Till`."""


class Till:
    """The accounts that chips move between at a table. Where chips lie is decided here alone.

    A table with chips of another purpose has another till, and none of its accounts is shared.
    """

    __slots__ = (
        "_chips",
        "_purse",
        "_tokens",
        "cash",
        "float",
        "jackpot",
        "layout",
        "mispaid",
        "vouchers",
    )

    def __init__(self, purpose: str = "", *, players: str = "") -> None:
        """Name the accounts by what the chips are for; nothing, for chips that are worth money.

        ``players`` is what the accounts of players' chips begin with, where that differs.
        """
        before = f"{purpose}-" if purpose else ""
        self.float: Account = f"{before}float"
        """The chips in front of the dealer."""
        self.layout: Account = f"{before}layout"
        """All chips and tokens that lie on the layout."""
        self.cash: Account = f"{before}cash"
        """Money that chips were bought with."""
        self.vouchers: Account = f"{before}vouchers"
        """Vouchers that tokens were given for."""
        self.jackpot: Account = f"{before}jackpot"
        """What the table has passed on to its jackpot pool, and been given from it."""
        self.mispaid: Account = f"{before}mispaid"
        """What was paid wrongly to somebody who is not known yet."""
        self._chips = players or f"{before}chips/"
        self._tokens = f"{before}tokens/"
        self._purse = f"{before}purse/"

    def chips(self, player: str) -> Account:
        """A player's chips at the table."""
        return self._chips + player

    def tokens(self, player: str) -> Account:
        """A player's promotional tokens."""
        return self._tokens + player

    def purse(self, player: str) -> Account:
        """What a player has away from the table."""
        return self._purse + player


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
        total = 0
        for posting in self.postings:
            total += posting.amount
        if total:
            raise UnbalancedEntryError(f"postings do not sum to zero: {self.postings}")


def transfer(source: Account, target: Account, amount: Cents, clause: str) -> Entry:
    """Move an amount from one account to another."""
    return Entry((Posting(source, -amount), Posting(target, amount)), clause)


def posted(balances: Mapping[Account, Cents], entries: Iterable[Entry]) -> dict[Account, Cents]:
    """The balances after some entries."""
    after = dict(balances)
    for entry in entries:
        for posting in entry.postings:
            account = posting.account
            after[account] = after.get(account, 0) + posting.amount
    return after
