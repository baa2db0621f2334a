"""Money as exact values: cents and odds, and a double-entry ledger of accounts."""

from croupier.money.amounts import (
    Cents,
    Dollars,
    NotAnAmountError,
    Odds,
    dollars,
    in_dollars,
    odds,
)
from croupier.money.ledger import (
    Account,
    Entry,
    Posting,
    Till,
    UnbalancedEntryError,
    balances_after,
    transfer,
)

__all__ = [
    "Account",
    "Cents",
    "Dollars",
    "Entry",
    "NotAnAmountError",
    "Odds",
    "Posting",
    "Till",
    "UnbalancedEntryError",
    "balances_after",
    "dollars",
    "in_dollars",
    "odds",
    "transfer",
]
