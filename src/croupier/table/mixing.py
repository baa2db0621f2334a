"""By what means cards are mixed: by hand, by a machine, or by hand before a device does it."""

from croupier.cards import Device
from croupier.rulebooks import Says, TableLaw
from croupier.table.commands import ShuffleCards
from croupier.table.state import Refused, Table


def mixing(law: TableLaw, table: Table) -> Says:
    """The provision by which cards are mixed: for a shuffling device its own, where it has one."""
    return _in_shuffler(law, table.choices.device) or law.shuffle.occasions


def first_mixing(law: TableLaw, device: Device) -> Says:
    """The provision by which cards are mixed before play starts, with a shoe or such a device."""
    return _in_shuffler(law, device) or law.shuffle.at_start


def _in_shuffler(law: TableLaw, device: Device) -> Says | None:
    return law.shuffle.at_start_in_shuffler if device is Device.SHUFFLER else None


def not_so_mixed(law: TableLaw, table: Table, command: ShuffleCards) -> Refused | None:
    """Refuse a shuffle by means that the rulebook does not have at this table."""
    return _not_by_machine(law, table, command) or _not_by_hand_first(law, table, command)


def _not_by_machine(law: TableLaw, table: Table, command: ShuffleCards) -> Refused | None:
    """Refuse a machine where the rulebook knows none, or asks for a shuffle by hand."""
    rules = law.shuffle
    if not command.machine:
        return None
    if rules.machine is None or table.choices.device is Device.SHUFFLER:
        why = "no machine shuffles for a shoe here"
        return Refused("shuffle/machine", mixing(law, table).clause, why)
    by_hand = rules.by_hand_when_directed
    if by_hand is None:
        return None
    directed = "" if rules.directed is None else rules.directed.clause
    assert table.preparation is not None
    if table.preparation.clause != directed:
        return None
    return Refused("shuffle/by-hand", by_hand.clause, "this shuffle is done by hand")


def _not_by_hand_first(law: TableLaw, table: Table, command: ShuffleCards) -> Refused | None:
    """Refuse a shuffle by hand before the device's where there is no device, or no such rule."""
    rule = law.shuffle.by_hand_first
    if not command.by_hand or (rule is not None and table.choices.device is Device.SHUFFLER):
        return None
    clause = law.cut.not_for_shuffler.clause if rule is None else rule.clause
    why = "by-hand is for cards that go into a shuffling device"
    if rule is None:
        why = f"{law.title} has no shuffle by hand before the device's"
    return Refused("shuffle/no-device", clause, why)
