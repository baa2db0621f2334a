"""What people at and around a table do beside playing: wagers moved, cards dropped, advice."""

from random import Random

from croupier.games.table.card_counts import DropCards, SecureCards
from croupier.games.table.conduct import Sanction
from croupier.games.table.equipment import CheckEquipment
from croupier.games.table.wagers import MoveWager
from croupier.messages import Command
from croupier.rulebooks import Role
from croupier.rulebooks.law.irregularities import Ground

LACKING = ((), ("drop-box",), ("cloth",), ("card-backs",), ("umbrella",))


def some_conduct(player: str, box: int, chance: Random) -> list[Command]:
    """Commands of the kind, possible or not."""
    return [
        CheckEquipment(chance.choice(LACKING), by=Role.SUPERVISOR),
        SecureCards(checked=chance.random() < 0.5, by=Role.DEALER),
        DropCards(by=Role.DEALER),
        MoveWager(player, box, chance.randint(1, 7), by=Role.PLAYER),
        Sanction(player, ground=chance.choice(list(Ground)), caution=True, by=Role.DEALER),
        Sanction(player, ground=chance.choice(list(Ground)), void=True, by=Role.SUPERVISOR),
    ]
