"""Double entry: chips move by postings that sum to zero and name their clause."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.errors import CroupierError
from croupier.money.cents import Cents

Account = str
"""Who or what holds value: ``float``, ``layout``, ``cash``, ``vouchers``, ``chips/ann``,
``tokens/ann``."""

FLOAT: Account = "float"
LAYOUT: Account = "layout"
CASH: Account = "cash"
VOUCHERS: Account = "vouchers"


def chips_of(player: str) -> Account:
    """The account of a player's chips at the table."""
    return f"chips/{player}"


def tokens_of(player: str) -> Account:
    """The account of a player's promotional tokens."""
    return f"tokens/{player}"


def purse_of(player: str) -> Account:
    """The account of what a player has away from the table."""
    return f"purse/{player}"


class UnbalancedEntryError(CroupierError):
    """An entry whose postings do not sum to zero: a bug, never a rule."""


class Posting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """So much more (or less) on one account."""

    account: Account
    amount: Cents


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Postings that belong together, and the clause that demands them."""

    postings: tuple[Posting, ...]
    clause: str

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
