"""Who is excluded from the casino at one table, and so takes no part at any other of the house."""

from collections.abc import Iterator, Mapping

from croupier.blackjack.irregular_commands import TakeBackWagers
from croupier.play.running_table import RunningTable
from croupier.table.commands import (
    ColourUp,
    Command,
    CutCards,
    DeclineCut,
    Leave,
    PlayerCommand,
    ReserveBoxes,
    RiffleCards,
    Rise,
    WithdrawWager,
)
from croupier.table.irregular_commands import AskReview, LodgeComplaint, RaiseDispute
from croupier.table.state import Refused

GOING = (
    Rise,
    Leave,
    WithdrawWager,
    TakeBackWagers,
    ColourUp,
    DeclineCut,
    RaiseDispute,
    AskReview,
    LodgeComplaint,
)
"""What somebody may still do who is on the way out."""

FOR_PLAYERS = (CutCards, ReserveBoxes, RiffleCards)
"""What others enter for a player who takes part by it."""


def barred(tables: Mapping[str, RunningTable], here: str, command: Command) -> Refused | None:
    """Refuse part in a game to somebody who was excluded from the casino at another table.

    Reading R40: nobody decides for them either; the dealer reports them absent.
    """
    if len(tables) == 1 or isinstance(command, GOING):
        return None
    if not isinstance(command, (PlayerCommand, *FOR_PLAYERS)):
        return None
    elsewhere = [one for name, one in tables.items() if name != here and one.table.excluded]
    says = tables[here].law.conduct.excluded_from_casino
    if says is None or not elsewhere:
        return None
    for player in _acting(tables[here], command):
        if any(_sent_away(one, player) for one in elsewhere):
            why = f"{player} is excluded from the casino"
            return Refused("player/excluded", says.clause, why)
    return None


def _acting(running: RunningTable, command: Command) -> Iterator[str]:
    """Who takes part by a command: its player, or the one who is asked, and who lends a hand."""
    player = getattr(command, "player", None)
    if player is None and isinstance(command, PlayerCommand) and running.due:
        player = getattr(running.due[0], "player", None)
    yield from (name for name in (player, getattr(command, "proxy", "")) if name)


def _sent_away(running: RunningTable, player: str) -> bool:
    """Whether a player was excluded at a table, and from the whole casino."""
    says = running.law.conduct.excluded_from_casino
    return says is not None and running.table.excluded.get(player) == says.clause
