"""Money: cents, odds, accounts."""

from croupier.money.cents import Cents, NotAnAmountError, dollars, in_dollars
from croupier.money.ledger import (
    Account,
    Entry,
    Posting,
    Till,
    UnbalancedEntryError,
    posted,
    transfer,
)
from croupier.money.odds import Odds, odds

__all__ = [
    "Account",
    "Cents",
    "Entry",
    "NotAnAmountError",
    "Odds",
    "Posting",
    "Till",
    "UnbalancedEntryError",
    "dollars",
    "in_dollars",
    "odds",
    "posted",
    "transfer",
]
