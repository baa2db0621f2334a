"""What a player has in play at a table, and whether card and limits admit what a command adds."""

from typing import NamedTuple

from croupier.floor import admission
from croupier.floor.admission import AskedWager
from croupier.floor.players import Place, PlayerAccount
from croupier.money import Cents
from croupier.rulebooks import StudLaw, TableLaw
from croupier.rulebooks.player_law import PlayerCardLaw
from croupier.stud.commands import CorrectBet, PlaceBet
from croupier.stud.corrections import wrong_bet
from croupier.stud.due import TOKENS, bet_of, tokens_in, wanted_bet
from croupier.stud.jackpots import jackpot_at_risk, jackpot_chips_at_risk
from croupier.stud.state import StudTable
from croupier.table.commands import BuyIn, Command, Leave, PlaceWager
from croupier.table.state import Refused, Table
from croupier.table.wagers import chips_at_risk, has_stake_in_play


def in_pool(table: Table, player: str) -> Cents:
    """What a player has in a jackpot pool for the round under way that may still win."""
    return jackpot_at_risk(table, player) if isinstance(table, StudTable) else 0


def in_play(table: Table, player: str) -> bool:
    """Whether a player has a wager in the round under way, on the layout or in a pool."""
    return has_stake_in_play(table, player) or in_pool(table, player) > 0


class WagerAsked(NamedTuple):
    """What a command would wager."""

    player: str
    """Whose wager it would be."""
    amount: Cents
    """How much."""
    lying: Cents
    """What of the player's chips is already in play at the table."""
    tokens: Cents = 0
    """How much of it is promotional tokens."""


def wager_asked(law: TableLaw, table: Table, command: Command) -> WagerAsked | None:
    """What a command would wager; none where it is no wager."""
    match command:
        case PlaceWager(player=player, amount=amount, chips=chips):
            return _asked(table, player, amount, tokens=amount if chips == TOKENS else 0)
        case PlaceBet(player=player, box=box, chips=chips) if isinstance(table, StudTable):
            assert isinstance(law, StudLaw)
            told = command.amount
            wanted = wanted_bet(law, table, box) if told is None else told
            if wanted is None:
                return None
            return _asked(table, player, wanted, tokens=tokens_in(table, player, wanted, chips))
        case CorrectBet(box=box, fold=False) if isinstance(table, StudTable):
            assert isinstance(law, StudLaw)
            bet = wrong_bet(law, table, box)
            missing = 0 if bet is None else bet_of(law, table, box) - bet.amount
            if bet is None or missing <= 0:
                return None
            return _asked(table, bet.player, missing, tokens=tokens_in(table, bet.player, missing))
    return None


def _asked(table: Table, player: str, amount: Cents, *, tokens: Cents = 0) -> WagerAsked:
    pooled = jackpot_chips_at_risk(table, player) if isinstance(table, StudTable) else 0
    lying = chips_at_risk(table, player) + pooled
    return WagerAsked(player, amount, lying, tokens)


def not_admitted(
    law: PlayerCardLaw,
    account: PlayerAccount,
    command: Command,
    asked: WagerAsked | None,
    *,
    place: Place,
    at_risk: Cents,
) -> Refused | None:
    """Refuse what a player's card, limits or declarations do not allow."""
    match command:
        case Leave() if not place.in_play:
            return admission.not_to_leave(law, account, place.table)
        case BuyIn():
            return admission.not_to_buy(law, account, place)
    if asked is None:
        return None
    in_round = place.in_play and asked.lying > 0
    wager = AskedWager(asked.amount, place.table, at_risk, asked.lying, asked.tokens, in_round)
    return admission.gate(law, account, wager)
