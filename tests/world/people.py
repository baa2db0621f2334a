"""The people of a world: guests who play, and dealers who deal at live tables, all by chance."""

from random import Random

from croupier.cards import DECK, Card, remaining_cards
from croupier.floor.command_text import to_command
from croupier.floor.floor import Floor
from croupier.floor.one_table import call_command
from croupier.floor.running_table import RunningTable
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue, SurrenderDue
from croupier.games.engine import cards_out
from croupier.games.stud.due import BetDue, JackpotDue
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.stud.state import StudTable
from croupier.games.table.card_counts import CheckCards
from croupier.games.table.due import (
    BurnDue,
    CardDue,
    CheckDue,
    CutDue,
    Due,
    LoadDue,
    ShuffleDue,
    WagersDue,
)
from croupier.games.table.preparation import BurnCard, CutCards, LoadShoe, ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.seats import BuyIn
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command
from croupier.rulebooks import Role

GUESTS = ("ann", "bob", "cat", "dan")
BOUGHT = (100_00, 200_00, 500_00)
WAGERED = (10_00, 20_00, 25_00, 50_00)
DEPOSIT, WHIM = 0.08, 0.05
"""How often somebody buys chips, and how often somebody asks for what makes no sense now."""


def wish(house: Floor, name: str, random: Random) -> Command:
    """What somebody at a table asks for next."""
    running = house.tables[name]
    guest = random.choice(GUESTS)
    if running.table.choices.player_cards and _cardless(house, guest):
        return to_command({"do": "present-card", "player": guest, "holder": guest})
    chance = random.random()
    if chance < DEPOSIT or guest not in running.table.players:
        return BuyIn(guest, random.choice(BOUGHT), by=Role.PLAYER)
    if chance < DEPOSIT + WHIM or not running.due:
        return _whim(guest, random)
    return _answer(running, running.due[0], guest, random)


def _cardless(house: Floor, guest: str) -> bool:
    return guest not in house.accounts


def _whim(guest: str, random: Random) -> Command:
    """Something that is likely to be refused."""
    wanted = ("hit", "stand", "double", "split", "deal", "close-insurance", "settle")
    fields = {"do": random.choice(wanted), "box": random.randint(1, 9), "player": guest}
    if fields["do"] in ("deal", "close-insurance", "settle"):
        fields = {"do": fields["do"]}
    return to_command(fields)


def _answer(running: RunningTable, due: Due, guest: str, random: Random) -> Command:
    """What is done about what is due, by whom it is due from."""
    match due:
        case WagersDue():
            return _wager(running, guest, random)
        case BetDue(player=player, box=box):
            word = random.choice(("bet", "bet", "fold"))
            return to_command({"do": word, "player": player, "box": box})
        case InsuranceDue():
            return CloseInsurance(by=Role.DEALER)
        case DecisionDue() | AnswerDue() | SurrenderDue():
            return call_command(random.choice(due.choices).call, due)
        case CutDue(player=player, least=least, by=by):
            position = random.randint(least, running.table.shoe.size - least)
            return CutCards(position, player, by=by if player is None else Role.DEALER)
        case _:
            return _dealt(running.table, due, random)


def _wager(running: RunningTable, guest: str, random: Random) -> Command:
    """A wager, or the end of wagers."""
    table = running.table
    if table.wagers and random.random() < 0.5:
        return Deal(by=Role.DEALER)
    mine = [stake.box for stake in table.wagers if stake.player == guest]
    free = [box for box in range(1, 6) if box not in {stake.box for stake in table.wagers}]
    if not isinstance(table, StudTable):
        return PlaceWager(guest, random.choice(free or [1]), random.choice(WAGERED), by=Role.PLAYER)
    if mine:
        on = {"do": "wager", "player": guest, "box": mine[0], "amount": 5, "on": "jackpot"}
        return to_command(on)
    on = {"do": "wager", "player": guest, "box": random.choice(free or [1]), "amount": 10}
    return to_command({**on, "on": "ante"})


def _dealt(table: Table, due: Due, random: Random) -> Command:
    """What a dealer does who deals with real cards."""
    match due:
        case CardDue(ahead=ahead):
            return DealCard(ahead or _any_card(table, random), by=Role.DEALER)
        case ShuffleDue():
            return ShuffleCards(by=Role.DEALER)
        case LoadDue():
            return LoadShoe(by=Role.DEALER)
        case BurnDue(shown=shown):
            return BurnCard(_any_card(table, random) if shown else None, by=Role.DEALER)
        case CheckDue(by=by):
            return CheckCards(by=by)
        case JackpotDue():
            return PayJackpot(by=Role.DEALER)
        case _:
            raise AssertionError(f"no rule says what to do about {due}")


def _any_card(table: Table, random: Random) -> Card:
    """Any card that may still come."""
    left = remaining_cards(table.choices.decks, cards_out(table))
    return random.choice([card for card in DECK if left[card] > 0])
