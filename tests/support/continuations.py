"""How a table might go on from where a scenario has brought it, repeatably: another evening.

Mostly somebody does what is due, else what somebody might well do. Nothing is recorded, and the
cards are any that are left, whatever order the scenario's shoe has.
"""

from collections.abc import Iterator
from random import Random

from croupier.cards import DECK, Card, remaining_cards
from croupier.floor.one_table import call_command
from croupier.games.blackjack.device_failure import StayIn, TakeBackWagers
from croupier.games.blackjack.insurance import CloseInsurance, Insure, TakeEvenMoney
from croupier.games.blackjack.state import History
from croupier.games.blackjack.turn import (
    AnswerDue,
    DecisionDue,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
)
from croupier.games.engine import cards_out, due, family_of, handle
from croupier.games.stud.bets import Fold, PlaceBet, Settle
from croupier.games.stud.cards import TurnCard
from croupier.games.stud.due import BetDue, SettlementDue, UnreadCardsDue
from croupier.games.table.card_counts import CheckCards
from croupier.games.table.draft import Outcome
from croupier.games.table.due import (
    BurnDue,
    CardDue,
    CheckDue,
    CutDue,
    Due,
    EquipmentDue,
    LoadDue,
    ReplacementDue,
    ShuffleDue,
    WagersDue,
)
from croupier.games.table.equipment import CheckEquipment
from croupier.games.table.new_cards import ReplaceCards
from croupier.games.table.preparation import BurnCard, CutCards, LoadShoe, ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import BLACKJACK, Role, TableLaw
from tests.support.likely import likely, likely_of

DUE = 0.7
"""The share of steps at which somebody does what is due."""


def continuation(
    law: TableLaw, table: Table, history: History[Event], chance: Random, steps: int
) -> Iterator[tuple[Command, Outcome | Refused]]:
    """So many further steps: what was said, and what came of it."""
    for _ in range(steps):
        command = said(law, table, chance)
        found = handle(law, table, command, history)
        yield command, found
        if isinstance(found, Outcome):
            history = family_of(table).remember(history, table, found.events, found.table)
            table = found.table
        if not table.open:
            return


def said(law: TableLaw, table: Table, chance: Random) -> Command:
    """What somebody does next at a table: mostly what is due, else what somebody might well do."""
    owed = due(law, table)
    if owed and chance.random() < DUE:
        command = done_about(owed[0], law, table, chance)
        if command is not None:
            return command
    return likely(table, chance)


def done_about(owed: Due, law: TableLaw, table: Table, chance: Random) -> Command | None:
    """What is done about something due; ``None`` where it is nothing of every round."""
    match owed:
        case CardDue(ahead=ahead):
            return DealCard(ahead or _any_card(table, chance), by=Role.DEALER)
        case WagersDue():
            return _wagered(law, table, chance)
        case DecisionDue() | AnswerDue() | SurrenderDue():
            return call_command(chance.choice(owed.choices).call, owed)
        case InsuranceDue():
            return _insured(owed, chance)
        case WithdrawalDue(player=player):
            return chance.choice([StayIn, TakeBackWagers])(player, by=Role.PLAYER)
        case BetDue(player=player, box=box):
            if chance.randrange(3) == 2:
                return Fold(player, box, by=Role.PLAYER)
            return PlaceBet(player, box, by=Role.PLAYER)
        case SettlementDue():
            return Settle(by=Role.DEALER)
        case UnreadCardsDue(box=box):
            return TurnCard(_any_card(table, chance), box, by=Role.DEALER)
        case _:
            return _prepared(owed, table, chance)


def _prepared(owed: Due, table: Table, chance: Random) -> Command | None:
    """What is done about the cards and the equipment between rounds."""
    match owed:
        case ShuffleDue():
            return ShuffleCards(by=Role.DEALER)
        case CutDue(player=player, by=by, least=least):
            cut_by = by if player is None else Role.PLAYER
            return CutCards(max(least, table.shoe.size // 2), player, by=cut_by)
        case LoadDue():
            return LoadShoe(by=Role.DEALER)
        case BurnDue(shown=shown):
            return BurnCard(_any_card(table, chance) if shown else None, by=Role.DEALER)
        case CheckDue(by=by):
            return CheckCards(by=by)
        case ReplacementDue(by=by):
            return ReplaceCards(by=by)
        case EquipmentDue(by=by):
            return CheckEquipment(by=by)
        case _:
            return None


def _wagered(law: TableLaw, table: Table, chance: Random) -> Command:
    """A wager for the next round, and now and then the deal."""
    if table.wagers and chance.random() < 0.5:
        return Deal(by=Role.DEALER)
    wager = likely_of(PlaceWager, table, chance)
    if chance.random() < 0.8:
        player, box, amount = wager.player, wager.box, wager.amount
        on = "main" if law.game in BLACKJACK else "ante"
        return PlaceWager(player, box, amount, on, by=Role.PLAYER)
    return wager


def _insured(owed: InsuranceDue, chance: Random) -> Command:
    if not owed.wagers or chance.random() < 0.4:
        return CloseInsurance(by=Role.DEALER)
    wager = chance.choice(owed.wagers)
    if wager.even_money and chance.random() < 0.5:
        return TakeEvenMoney(wager.player, wager.box, by=Role.PLAYER)
    amount = chance.choice([wager.most, wager.most // 2])
    return Insure(wager.player, wager.box, amount, by=Role.PLAYER)


def _any_card(table: Table, chance: Random) -> Card:
    left = remaining_cards(table.choices.decks, cards_out(table))
    return chance.choice(list(left.elements()) or list(DECK))
