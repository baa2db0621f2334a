"""Money: cents, odds, accounts."""

from croupier.money.cents import Cents, NotAnAmountError, dollars, in_dollars
from croupier.money.ledger import (
    CASH,
    FLOAT,
    LAYOUT,
    VOUCHERS,
    Account,
    Entry,
    Posting,
    UnbalancedEntryError,
    chips_of,
    posted,
    purse_of,
    tokens_of,
    transfer,
)
from croupier.money.odds import Odds, odds

__all__ = [
    "CASH",
    "FLOAT",
    "LAYOUT",
    "VOUCHERS",
    "Account",
    "Cents",
    "Entry",
    "NotAnAmountError",
    "Odds",
    "Posting",
    "UnbalancedEntryError",
    "chips_of",
    "dollars",
    "in_dollars",
    "odds",
    "posted",
    "purse_of",
    "tokens_of",
    "transfer",
]
