"""What people at and around a table do beside playing: wagers moved, cards dropped, advice."""

from random import Random

from croupier.rulebooks import Role
from croupier.rulebooks.prohibitions import Ground
from croupier.table.commands import Command, MoveWager
from croupier.table.irregular_commands import Sanction
from croupier.table.upkeep_commands import CheckEquipment, DropCards, SecureCards

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
