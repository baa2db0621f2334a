"""An independent auditor for Star Blackjack: a second, naive settlement of finished rounds.

It shares no code with the engine and looks at the outcome only: `settle` says what every wager
should have come to, `net` adds that up per player, and `faults` lists what was played unlawfully.
"""

from __future__ import annotations

from .facts import BoxFacts, HandFacts, Line, RoundFacts, TableFacts, WagerFacts
from .procedure import faults
from .settlement import net, settle

__all__ = [
    "BoxFacts",
    "HandFacts",
    "Line",
    "RoundFacts",
    "TableFacts",
    "WagerFacts",
    "faults",
    "net",
    "settle",
]
