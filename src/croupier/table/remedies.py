"""What a family of games lends to the rules that all tables share: ways to call a round off."""

from collections.abc import Callable
from typing import NamedTuple

from croupier.rulebooks.irregularity_law import PaidAlready
from croupier.table.drafting import Draft
from croupier.table.state import Refused


class VoidRound(NamedTuple):
    """How a round is called off."""

    clause: str
    also: tuple[str, ...] = ()
    paid_already: PaidAlready = PaidAlready.STANDS
    forfeited: frozenset[str] = frozenset()
    """Players whose wagers the operator keeps."""


class Remedies(NamedTuple):
    """What each family does in its own way."""

    void_round: Callable[[Draft, VoidRound], None]
    """Ends the round under way, or undoes the one just ended: wagers go back."""
    void_player: Callable[[Draft, str, str], Refused | None]
    """Gives a player's wagers back by a clause; hands that nobody has a wager on are out."""
    step_out: Callable[[Draft, str, str], None]
    """Has a player decide no more in the round under way, by a clause."""
