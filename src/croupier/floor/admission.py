"""What other tables and the player's account say about a command, before its table decides it.

An exclusion from the casino holds at every table; Player Cards and gaming limits hold wherever they
are checked. The streams that an admission has read must not have moved when the command is written.
"""

from collections.abc import Callable, Iterator, Mapping

from croupier.floor.running_table import RunningTable
from croupier.floor.state import FloorState
from croupier.games.blackjack.device_failure import TakeBackWagers
from croupier.games.table.disputes import AskReview, DeclineReview, LodgeComplaint, RaiseDispute
from croupier.games.table.new_cards import RiffleCards
from croupier.games.table.preparation import CutCards, DeclineCut
from croupier.games.table.seats import ColourUp, Leave, ReserveBoxes, Rise
from croupier.games.table.wagers import WithdrawWager
from croupier.games.table.wagers import amount_at_risk as at_risk_here
from croupier.house.accounts import Place, PlayerAccount, account_at
from croupier.house.admission import has_wagers, jackpot_stake, refuse_admission, requested_wager
from croupier.messages import Command, PlayerCommand, Refused
from croupier.money import Cents
from croupier.streams import ACCOUNT, TABLE

LEAVING_COMMANDS = (
    Rise,
    Leave,
    WithdrawWager,
    TakeBackWagers,
    ColourUp,
    DeclineCut,
    RaiseDispute,
    AskReview,
    DeclineReview,
    LodgeComplaint,
)
"""What an excluded player may still do on the way out."""

FOR_PLAYERS = (CutCards, ReserveBoxes, RiffleCards)
"""What others enter for a player who takes part by it."""


def refuse_excluded(
    tables: Mapping[str, RunningTable], here: str, command: Command
) -> Refused | None:
    """Refuse part in the game to a player who was excluded from the casino at another table.

    Reading R40: no proxy decides for them either; the dealer reports them absent.
    """
    if len(tables) == 1 or isinstance(command, LEAVING_COMMANDS):
        return None
    if not isinstance(command, (PlayerCommand, *FOR_PLAYERS)):
        return None
    elsewhere = [one for name, one in tables.items() if name != here and one.table.excluded]
    says = tables[here].law.conduct.excluded_from_casino
    if says is None or not elsewhere:
        return None
    for player in _participants(tables[here], command):
        if any(_is_excluded(one, player) for one in elsewhere):
            why = f"{player} is excluded from the casino"
            return Refused("player/excluded", says.clause, why)
    return None


def _participants(running: RunningTable, command: Command) -> Iterator[str]:
    """Yield the people who take part by a command: the player and any proxy."""
    player = getattr(command, "player", None)
    if player is None and isinstance(command, PlayerCommand) and running.due:
        player = getattr(running.due[0], "player", None)
    yield from (name for name in (player, getattr(command, "proxy", "")) if name)


def _is_excluded(running: RunningTable, player: str) -> bool:
    """Return whether a player was excluded at a table, and from the whole casino."""
    says = running.law.conduct.excluded_from_casino
    return says is not None and running.table.excluded.get(player) == says.clause


def refuse_without_card(state: FloorState, table: str, command: Command) -> Refused | None:
    """Refuse what the player's card, gaming limits or declarations do not allow."""
    running = state.tables[table]
    law = running.law.player_cards
    if law is None or not running.table.choices.player_cards:
        return None
    asked = requested_wager(running.law, running.table, command)
    player = getattr(command, "player", None) if asked is None else asked.player
    if player is None:
        return None
    place, risk = Place(table, has_wagers(running.table, player)), at_risk(state.tables, player)
    account = account_at(state.account(player), command.at or running.table.clock)
    return refuse_admission(law, account, command, asked, place=place, at_risk=risk)


Tables = Mapping[str, RunningTable]
"""The tables of a house by their names."""


def _tables_with_cards(tables: Tables) -> Iterator[tuple[str, RunningTable]]:
    """Return the tables that check Player Cards and limits."""
    return ((name, one) for name, one in tables.items() if one.table.choices.player_cards)


def at_risk(tables: Tables, player: str) -> Cents:
    """Return what a player has on the layouts of all tables where cards are checked."""
    return sum(
        at_risk_here(running.table, player) + jackpot_stake(running.table, player)
        for _, running in _tables_with_cards(tables)
    )


def streams_read(
    tables: Tables, table: str, account: Callable[[str], PlayerAccount], command: Command
) -> frozenset[str]:
    """Return the other streams on which admitting a wager under a Loss Limit depends.

    They are the account, and the tables where the player's chips are known. A wager at one of them
    at the same time counts, so they must not have moved when this one is written.
    """
    running = tables[table]
    if running.law.player_cards is None or not running.table.choices.player_cards:
        return frozenset()
    asked = requested_wager(running.law, running.table, command)
    if asked is None or (known := account(asked.player)).loss_limit is None:
        return frozenset()
    others = (
        TABLE.stream(name)
        for name, other in _tables_with_cards(tables)
        if name != table and (name in known.chips or asked.player in other.table.players)
    )
    return frozenset((ACCOUNT.stream(asked.player), *others))
