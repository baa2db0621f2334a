"""What a player has in play at a table, and what a command would add to it."""

from croupier.money import Cents
from croupier.rulebooks import StudLaw, TableLaw
from croupier.stud.commands import CorrectBet, PlaceBet
from croupier.stud.corrections import wrong_bet
from croupier.stud.due import wanted_bet
from croupier.stud.jackpots import jackpot_at_risk
from croupier.stud.state import StudTable
from croupier.table.commands import Command, PlaceWager
from croupier.table.state import Table
from croupier.table.wagers import has_stake_in_play


def in_pool(table: Table, player: str) -> Cents:
    """What of a player's is in a jackpot pool for the round under way, and may still win."""
    return jackpot_at_risk(table, player) if isinstance(table, StudTable) else 0


def in_play(table: Table, player: str) -> bool:
    """Whether a player has a wager in the round under way, on the layout or in a pool."""
    return has_stake_in_play(table, player) or in_pool(table, player) > 0


def wager_asked(law: TableLaw, table: Table, command: Command) -> tuple[str, Cents] | None:
    """Who would wager how much more with a command; none where it is no wager."""
    match command:
        case PlaceWager(player=player, amount=amount):
            return player, amount
        case PlaceBet(player=player, box=box, amount=None):
            assert isinstance(law, StudLaw)
            assert isinstance(table, StudTable)
            return player, wanted_bet(law, table, box)
        case CorrectBet(box=box, fold=False) if isinstance(table, StudTable):
            assert isinstance(law, StudLaw)
            bet = wrong_bet(law, table, box)
            missing = 0 if bet is None else wanted_bet(law, table, box) - bet.amount
            return None if bet is None or missing <= 0 else (bet.player, missing)
        case PlaceBet(player=player, amount=int(amount)):
            return player, amount
    return None
