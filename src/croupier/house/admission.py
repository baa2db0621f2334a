"""Which wagers, purchases and departures a Player Card, gaming limits and declarations allow."""

from typing import NamedTuple

import msgspec

from croupier.games.stud.bets import PlaceBet
from croupier.games.stud.corrections import CorrectBet, wrong_bet_on
from croupier.games.stud.due import bet_needed, bet_of
from croupier.games.stud.jackpots import jackpot_at_risk, jackpot_chips_at_risk
from croupier.games.stud.state import StudTable
from croupier.games.table.checks import TOKENS, tokens_in
from croupier.games.table.seats import BuyIn, Leave
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager, chips_at_risk, has_stake_in_play
from croupier.house.accounts import Place, PlayerAccount
from croupier.messages import Command, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import StudLaw, TableLaw
from croupier.rulebooks.law.table import PlayerCardLaw


class WagerRequest(msgspec.Struct, frozen=True):
    """A wager that a player wants to place, and the player's chips at risk already."""

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


def refuse_wager(law: PlayerCardLaw, account: PlayerAccount, asked: WagerRequest) -> Refused | None:
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


def refuse_to_leave(law: PlayerCardLaw, account: PlayerAccount, table: str) -> Refused | None:
    """Refuse to let a player with a Loss Limit leave before declaring the chips that are left."""
    if account.loss_limit is None or not account.chips.get(table):
        return None
    rule = law.declared_on_leaving
    left = in_dollars(account.chips[table])
    why = f"{account.player} must declare what is left first: {left}"
    return Refused("player/undeclared-chips", rule.clause, why, rule.also)


def refuse_to_buy(law: PlayerCardLaw, account: PlayerAccount, place: Place) -> Refused | None:
    """Refuse chips to a player with a Loss Limit in a round: they are declared before it."""
    if account.loss_limit is None or not place.in_play:
        return None
    rule = law.purchases
    why = f"{account.player} may buy chips between rounds"
    return Refused("player/buys-in-a-round", rule.clause, why, rule.also)


def jackpot_stake(table: Table, player: str) -> Cents:
    """Return what a player has in a jackpot pool for the round under way that may still win."""
    return jackpot_at_risk(table, player) if isinstance(table, StudTable) else 0


def has_wagers(table: Table, player: str) -> bool:
    """Return whether a player has a wager in the round under way, on the layout or in a pool."""
    return has_stake_in_play(table, player) or jackpot_stake(table, player) > 0


class RequestedWager(NamedTuple):
    """What a command would wager."""

    player: str
    """Whose wager it would be."""
    amount: Cents
    """How much."""
    lying: Cents
    """What of the player's chips is already in play at the table."""
    tokens: Cents = 0
    """How much of it is promotional tokens."""


def requested_wager(law: TableLaw, table: Table, command: Command) -> RequestedWager | None:
    """Return the wager that a command asks for; ``None`` if it asks for none."""
    match command:
        case PlaceWager(player=player, amount=amount, chips=chips):
            return _request(table, player, amount, tokens=amount if chips == TOKENS else 0)
        case PlaceBet(player=player, box=box, chips=chips) if isinstance(table, StudTable):
            assert isinstance(law, StudLaw)
            told = command.amount
            wanted = bet_needed(law, table, box) if told is None else told
            if wanted is None:
                return None
            return _request(table, player, wanted, tokens=tokens_in(table, player, wanted, chips))
        case CorrectBet(box=box, fold=False) if isinstance(table, StudTable):
            assert isinstance(law, StudLaw)
            bet = wrong_bet_on(law, table, box)
            missing = 0 if bet is None else bet_of(law, table, box) - bet.amount
            if bet is None or missing <= 0:
                return None
            return _request(
                table, bet.player, missing, tokens=tokens_in(table, bet.player, missing)
            )
    return None


def _request(table: Table, player: str, amount: Cents, *, tokens: Cents = 0) -> RequestedWager:
    pooled = jackpot_chips_at_risk(table, player) if isinstance(table, StudTable) else 0
    lying = chips_at_risk(table, player) + pooled
    return RequestedWager(player, amount, lying, tokens)


def refuse_admission(
    law: PlayerCardLaw,
    account: PlayerAccount,
    command: Command,
    asked: RequestedWager | None,
    *,
    place: Place,
    at_risk: Cents,
) -> Refused | None:
    """Refuse what a player's card, limits or declarations do not allow."""
    match command:
        case Leave() if not place.in_play:
            return refuse_to_leave(law, account, place.table)
        case BuyIn():
            return refuse_to_buy(law, account, place)
    if asked is None:
        return None
    in_round = place.in_play and asked.lying > 0
    wager = WagerRequest(asked.amount, place.table, at_risk, asked.lying, asked.tokens, in_round)
    return refuse_wager(law, account, wager)
