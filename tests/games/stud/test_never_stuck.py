"""From any state of a table of Caribbean Stud, what is due can be answered, and play goes on."""

from random import Random

import pytest

from croupier.floor import Croupier
from croupier.games.stud.bets import Concede, Fold, FoldAbsent, PlaceBet, Settle
from croupier.games.stud.due import BetDue, JackpotDue, SettlementDue
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.stud.state import stud_round
from croupier.games.table.choices import Mode
from croupier.games.table.due import CardDue, DeviceDue, Due, ReplacementDue, ShuffleDue, WagersDue
from croupier.games.table.equipment import RestoreDevice
from croupier.games.table.new_cards import ReplaceCards
from croupier.games.table.preparation import ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import Role
from tests.support.dealing import dealers_step
from tests.support.stud_mishaps import NEWCOMER, a_table, check, good_card, lawful, mishap
from tests.support.tables import stud

ENOUGH = 120
"""More answers than any round takes, with all that may be due before the next."""


def answers(croupier: Croupier, item: Due, chance: Random) -> Command:
    """Any lawful answer to something due, by whoever owes it."""
    live = croupier.table.choices.mode is Mode.LIVE
    match item:
        case BetDue(player=player, box=box, choices=choices):
            said = chance.choice([*(choice.call for choice in choices), "nothing"])
            if said == "nothing":
                return FoldAbsent(box, by=Role.DEALER)
            kind = PlaceBet if said == "bet" else Fold
            return kind(player, box, pause=chance.random() < 0.3, by=Role.PLAYER)
        case SettlementDue(boxes=boxes) if boxes and chance.random() < 0.5:
            hand = stud_round(stud(croupier.table)).hand(chance.choice(boxes))
            assert hand is not None
            return Concede(hand.player, hand.box, by=Role.PLAYER)
        case SettlementDue():
            return Settle(by=Role.DEALER)
        case JackpotDue():
            return PayJackpot(by=Role.DEALER)
        case DeviceDue():
            return RestoreDevice(by=Role.DEALER)
        case ReplacementDue(by=by):
            return ReplaceCards(by=by)
        case ShuffleDue() if live:
            return ShuffleCards(by=Role.DEALER)
        case CardDue(box=box) if live:
            return DealCard(good_card(stud(croupier.table), box, chance), by=Role.DEALER)
        case _:
            return dealers_step(croupier, item, chance)


def ante(croupier: Croupier) -> None:
    """An ante of somebody who may always play, on a box that has none."""
    taken = {stake.box for stake in croupier.table.wagers}
    if any(stake.player == NEWCOMER for stake in croupier.table.wagers):
        return
    box = next(box for box in range(1, 8) if box not in taken)
    said = PlaceWager(NEWCOMER, box, 1_000, "ante", by=Role.PLAYER)
    answer = croupier.do(said)
    assert not isinstance(answer, Refused), answer


def goes_on(croupier: Croupier, chance: Random) -> None:
    """Answer what is due until the round is over and the next one has opened."""
    rounds = croupier.table.rounds
    for _ in range(ENOUGH):
        item = croupier.due[0]
        if isinstance(item, BetDue):
            item = chance.choice(croupier.due)
        if not croupier.table.players:
            ante(croupier)
            item = croupier.due[0]
        if isinstance(item, WagersDue):
            ante(croupier)
            command: Command = Deal(by=Role.DEALER)
        else:
            command = answers(croupier, item, chance)
        answer = croupier.do(command)
        assert not isinstance(answer, Refused), (item, command, answer)
        check(croupier)
        if croupier.table.rounds > rounds:
            return
    raise AssertionError(f"the table is stuck: {croupier.due}")


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("seed", range(20))
def test_whatever_happened_play_goes_on(mode: Mode, seed: int) -> None:
    chance = Random(f"{seed} {mode.value}")
    croupier = a_table(mode, chance)
    for _ in range(14):
        for _ in range(chance.randint(1, 24)):
            wrong = chance.random() < 0.5
            croupier.do(mishap(croupier, chance) if wrong else lawful(croupier, chance))
        goes_on(croupier, chance)
