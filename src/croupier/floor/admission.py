"""What a table admits by a player's card, limits and declarations: wagers, purchases, leaving."""

import msgspec

from croupier.floor.players import Place, PlayerAccount
from croupier.money import Cents, in_dollars
from croupier.rulebooks.player_law import PlayerCardLaw
from croupier.table.state import Refused


class AskedWager(msgspec.Struct, frozen=True):
    """A wager that somebody wants to place, and what lies already."""

    amount: Cents
    """How much is added to what lies there."""
    table: str
    """Where it would be placed; empty where no table is meant."""
    at_risk: Cents
    """What the player has on the layouts of all tables."""
    chips_here: Cents
    """What of the player's chips lies on the layout of this table."""
    tokens: Cents
    """How much of it is promotional tokens, which nobody buys or brings along."""
    in_round: bool
    """Whether the player has chips in a round that has begun."""


def gate(law: PlayerCardLaw, account: PlayerAccount, asked: AskedWager) -> Refused | None:
    """Refuse a wager that the player's card, limit or declarations do not allow.

    Reading K48: a limit that is set in a round requires declarations from the next round on.
    Reading K55: a break bars every wager, the bet of a round under way included.
    """
    name = account.player
    if account.card_holder is None:
        rule = law.card
        return Refused("player/no-card", rule.clause, f"{name} has shown no Player Card", rule.also)
    if account.card_holder != name:
        rule = law.own_card
        why = f"the Player Card that {name} has shown is {account.card_holder}'s"
        return Refused("player/anothers-card", rule.clause, why, rule.also)
    if account.loss_limit is None:
        return None
    if account.resting:
        return Refused(
            "player/resting", law.rest.clause, f"{name} may not play until the next period"
        )
    left = account.loss_limit.amount - account.lost - asked.at_risk
    if asked.amount > left:
        why = f"{name} may risk {in_dollars(max(0, left))} more under the Loss Limit"
        return Refused("player/over-limit", law.limit.clause, why)
    known = account.chips.get(asked.table)
    chips = asked.amount - asked.tokens
    rule = law.declared
    if known is None and chips and not asked.in_round:
        return Refused(
            "player/undeclared", rule.clause, f"{name} must declare chips first", rule.also
        )
    if not chips or known is None or chips <= known - asked.chips_here:
        return None
    have = in_dollars(max(0, known - asked.chips_here))
    why = f"{name} has {have} left of what was bought or declared here"
    return Refused("player/over-declared", rule.clause, why, rule.also)


def not_to_leave(law: PlayerCardLaw, account: PlayerAccount, table: str) -> Refused | None:
    """Have a player with a Loss Limit declare the chips that are left before leaving a table."""
    if account.loss_limit is None or not account.chips.get(table):
        return None
    rule = law.declared_on_leaving
    left = in_dollars(account.chips[table])
    why = f"{account.player} must declare what is left first: {left}"
    return Refused("player/undeclared-chips", rule.clause, why, rule.also)


def not_to_buy(law: PlayerCardLaw, account: PlayerAccount, place: Place) -> Refused | None:
    """Refuse chips to a player with a Loss Limit in a round: they are declared before it."""
    if account.loss_limit is None or not place.in_play:
        return None
    rule = law.purchases
    why = f"{account.player} may buy chips between rounds"
    return Refused("player/buys-in-a-round", rule.clause, why, rule.also)
