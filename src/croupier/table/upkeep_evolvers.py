"""How the table changes when its equipment, or cards that are not in play, were reported on."""

from msgspec.structs import replace

from croupier.table import upkeep_events as reported
from croupier.table.events import Event
from croupier.table.irregular_evolvers import Evolver
from croupier.table.state import Table


def equipment_checked(table: Table, event: reported.EquipmentChecked) -> Table:
    return replace(table, equipment=event.lacking)


EVOLVERS: dict[type[Event], Evolver] = {
    reported.EquipmentChecked: equipment_checked,
}
"""One function per event."""
