"""How the table changes when its equipment, or cards that are not in play, were reported on."""

from msgspec.structs import replace

from croupier.table import upkeep_events as reported
from croupier.table.card_events import CardsReplaced
from croupier.table.events import Event
from croupier.table.irregular_evolvers import unchanged
from croupier.table.messages import Evolver
from croupier.table.state import KeptCards, Table


def equipment_checked(table: Table, event: reported.EquipmentChecked) -> Table:
    return replace(table, equipment=event.lacking)


def cards_secured(table: Table, event: reported.CardsSecured) -> Table:
    return replace(table, kept=KeptCards(event.checked, event.pre_shuffled))


def cards_replaced(table: Table, event: CardsReplaced) -> Table:
    return replace(table, kept=None) if table.kept is not None else table


EVOLVERS: dict[type[Event], Evolver] = {
    reported.EquipmentChecked: equipment_checked,
    reported.CardsSecured: cards_secured,
    reported.CardsDropped: unchanged,
    CardsReplaced: cards_replaced,
}
"""One function per event."""
