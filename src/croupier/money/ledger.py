"""Double entry: chips move by postings that sum to zero and cite their clause."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.errors import CroupierError
from croupier.money.amounts import Cents

Account = str
"""The name of an account: ``float``, ``layout``, ``cash``, ``chips/ann``; see :class:`Till`."""


class Till:
    """The accounts of a table, between which its chips move.

    Chips of another purpose, such as a tournament's, have a till of their own that shares no
    account.
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
        """Name the accounts after the purpose of the chips; it is empty for chips worth money.

        ``players`` is the prefix of the accounts for players' chips, if it differs from the
        purpose.
        """
        before = f"{purpose}-" if purpose else ""
        self.float: Account = f"{before}float"
        """The chips in front of the dealer."""
        self.layout: Account = f"{before}layout"
        """All chips and tokens on the layout."""
        self.cash: Account = f"{before}cash"
        """The cash paid for chips."""
        self.vouchers: Account = f"{before}vouchers"
        """The vouchers exchanged for tokens."""
        self.jackpot: Account = f"{before}jackpot"
        """What the table has paid into its jackpot pool and received from it."""
        self.mispaid: Account = f"{before}mispaid"
        """Wrong payments to patrons who are not identified yet."""
        self._chips = players or f"{before}chips/"
        self._tokens = f"{before}tokens/"
        self._purse = f"{before}purse/"

    def chips(self, player: str) -> Account:
        """Return the account of a player's chips at the table."""
        return self._chips + player

    def tokens(self, player: str) -> Account:
        """Return the account of a player's promotional tokens."""
        return self._tokens + player

    def purse(self, player: str) -> Account:
        """Return the account of a player's money away from the table."""
        return self._purse + player


class UnbalancedEntryError(CroupierError):
    """Raised for an entry whose postings do not sum to zero: a bug, never a rule."""


class Posting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A change of one account."""

    account: Account
    """The name of the account."""
    amount: Cents
    """The change; negative for an account that gives."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Postings that belong together, and the clause that demands them."""

    postings: tuple[Posting, ...]
    """The changes of all accounts; they sum to zero."""
    clause: str
    """The clause; empty if no rule demands it."""

    def __post_init__(self) -> None:
        total = 0
        for posting in self.postings:
            total += posting.amount
        if total:
            raise UnbalancedEntryError(f"postings do not sum to zero: {self.postings}")


def transfer(source: Account, target: Account, amount: Cents, clause: str) -> Entry:
    """Return the entry that moves an amount from one account to another."""
    return Entry((Posting(source, -amount), Posting(target, amount)), clause)


def balances_after(
    balances: Mapping[Account, Cents], entries: Iterable[Entry]
) -> dict[Account, Cents]:
    """Return the balances after the entries."""
    after = dict(balances)
    for entry in entries:
        for posting in entry.postings:
            account = posting.account
            after[account] = after.get(account, 0) + posting.amount
    return after
