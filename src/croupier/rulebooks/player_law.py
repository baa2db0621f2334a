"""The shape of the law about players beyond one round: their cards and limits, wrong payments."""

import msgspec

from croupier.money import Cents
from croupier.rulebooks.catalogue import Rule, Says
from croupier.rulebooks.roles import Role


class PlayerCardLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Player Cards and gaming limits."""

    card: Says
    """Who plays has a valid Player Card."""
    own_card: Says
    """And it is their own."""
    found_before: Says
    found_during: Says
    found_after: Says
    """What becomes of an invalid wager, by when it is found."""
    proxy: Says
    """Nobody wagers for another, but to lend a hand to somebody at the same table."""
    purchases: Says
    declared: Says
    """With a Loss Limit, chips bought, and chips brought along, are declared before the round."""
    declared_on_leaving: Says
    directions: Says
    """And the operator's guidance is followed; a player who sets a limit is told of all this."""
    limit: Says
    deposits: Says
    """What a player who sets limits may lose, and deposit from outside in a calendar day."""
    rest: Rule[Role]
    """Who may have a player rest until the new period."""
    over_limit: Says
    over_after: Says
    last_first: Says
    """What exceeds a Loss Limit goes back, the last placed first, and the player is advised."""


class MispaymentLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Payments that were too much or too little."""

    unintended: Says
    """No breach, if it was not meant and is put right or tried to be."""
    put_right: Says
    suspected: Says
    """One that may have been meant: put right, and the patron identified."""
    attempt: Says
    """What counts as an attempt."""
    reported: Rule[Cents]
    """Above this it is reported at the end of the month."""
    reported_to: Rule[Role]
    """To whom."""
