"""Layout and equipment: what a table needs, what was reported in place, what is still lacking."""

from typing import ClassVar

from msgspec.structs import replace

from croupier.cards import Card, Device
from croupier.games.table.checks import not_empowered
from croupier.games.table.choices import Choices
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.state import Table
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import BlackjackLaw, Role, Says, StudLaw, TableLaw
from croupier.rulebooks.law.table import Item, Wanted


class FailDevice(Command, frozen=True, tag="device-failure"):
    """Reports that the shuffling device has failed."""

    harmed: bool = False
    """Whether a player or the operator was put at a disadvantage."""
    spare: bool = False
    """Whether another device is at hand."""
    practicable: bool = True
    """Whether the cards can be moved to it."""
    damaged: tuple[Card, ...] = ()
    """Cards that it has damaged."""
    boxes: tuple[int, ...] = ()
    """The boxes whose hands are concerned, where hands are declared void one by one."""
    idle: bool = False
    """Whether only the deck is concerned that is not in play, where a device holds two."""


class RestoreDevice(Command, frozen=True, tag="restore-device"):
    """Brings a working device to a table that went on with a shoe."""


class CheckEquipment(Command, frozen=True, tag="check-equipment"):
    """Reports layout and equipment in place; what is not is named."""

    usual: ClassVar[Role] = Role.SUPERVISOR
    """A supervisor, where a text names no role."""
    lacking: tuple[str, ...] = ()
    """What is not in place, by the names of the checklist; left out, all is."""
    varied: tuple[str, ...] = ()
    """In what the layout differs from its pattern, where the rulebook allows that: ``logo``."""


class DeviceFailed(Event, frozen=True, tag="device-failed"):
    """The shuffling device failed; these clauses say what is done."""

    damaged: tuple[Card, ...]
    """Cards that were replaced from a new deck."""
    clauses: tuple[str, ...]
    """The clauses that say what is done."""
    out: bool = False
    """Whether it is out of use when the round is over, no other being at hand."""


class DeviceChanged(Event, frozen=True, tag="device-changed"):
    """The table goes on with a card shoe, or with a shuffling device again."""

    shoe: bool
    """Whether a card shoe is used from now on; false brings a shuffling device back."""
    clause: str
    """The clause that allows the change."""


class EquipmentChecked(Event, frozen=True, tag="equipment-checked"):
    """Layout and equipment were looked over."""

    in_place: tuple[str, ...]
    """What is in place, by the names of the checklist."""
    lacking: dict[str, str]
    """What is not, with the clause that asks for it; empty if all is in place."""
    spared: tuple[str, ...]
    """What is away and may be; empty if nothing is."""
    varied: tuple[str, ...]
    """In what the layout differs from its pattern; empty if it does not."""
    by: Role
    """In which role it was reported."""
    clauses: tuple[str, ...]
    """The clauses that ask for what is in place, and that allow what is away or differs."""


def device_failed(table: Table, event: DeviceFailed) -> Table:
    return replace(table, device_failed=event.clauses[0]) if event.out else table


def device_changed(table: Table, event: DeviceChanged) -> Table:
    device = Device.SHOE if event.shoe else Device.SHUFFLER
    return replace(
        table,
        choices=replace(table.choices, device=device),
        device_missing=event.shoe,
        device_failed="",
        shoe=replace(table.shoe, device=device),
    )


def equipment_checked(table: Table, event: EquipmentChecked) -> Table:
    return replace(table, equipment=event.lacking)


def is_wanted(item: Item, choices: Choices) -> bool:
    """Return whether a table with these choices needs a piece of equipment."""
    match item.wanted:
        case Wanted.ALWAYS:
            return True
        case Wanted.SHOE:
            return choices.device is Device.SHOE
        case Wanted.SHUFFLER:
            return choices.device is Device.SHUFFLER
        case Wanted.SIDE_BETS:
            offered = choices.side_bets
            return item.side_bet in offered if item.side_bet else bool(offered)
        case Wanted.JACKPOT:
            return choices.jackpot is not None
        case Wanted.BONUS_JACKPOT:
            return choices.jackpot is not None and choices.jackpot.bonus > 0
        case Wanted.MAX_PAYOUT:
            return choices.max_payout is not None
        case Wanted.CASH:
            return not choices.cashless


def all_items(law: TableLaw) -> tuple[Item, ...]:
    """Return everything that can be on a game's checklist: equipment, then the signs.

    The signs are those that the rulebook asks for elsewhere: limits, the decks in a device,
    optional wagers, the jackpot.
    """
    limits, decks = law.limits, law.cards.decks_on_shuffler
    signs = [Item(name="sign-of-limits", says=limits.sign)]
    if limits.unit.clause != limits.sign.clause:
        signs.append(Item(name="sign-of-multiples", says=limits.unit))
    if decks is not None:
        signs.append(Item(name="sign-of-decks", says=decks, wanted=Wanted.SHUFFLER))
    if isinstance(law, BlackjackLaw):
        signs += [
            Item(
                name=f"sign-of-{bet.name}",
                says=Says("shows the amounts it takes", bet.amount.clause, bet.amount.also),
                wanted=Wanted.SIDE_BETS,
                side_bet=bet.name,
            )
            for bet in law.side_bets.kinds
        ]
    elif isinstance(law, StudLaw):
        jackpot, bonus = law.jackpot.amount, law.jackpot.bonus_sign
        most = law.settlement.most_paid
        signs += [
            Item(name="sign-of-jackpot", says=jackpot, wanted=Wanted.JACKPOT),
            Item(name="sign-of-bonus-jackpot", says=bonus, wanted=Wanted.BONUS_JACKPOT),
            Item(name="sign-of-max-payout", says=most, wanted=Wanted.MAX_PAYOUT),
        ]
    return (*law.equipment.checklist, *signs)


def checklist(law: TableLaw, choices: Choices) -> tuple[Item, ...]:
    """Return the items that a table with these choices must have, in the rulebook's order."""
    return tuple(item for item in all_items(law) if is_wanted(item, choices))


def unlawful_without_cash(law: TableLaw, choices: Choices) -> Refused | None:
    """Refuse a table without cash where the rulebook asks for a drop box at every table."""
    if not choices.cashless:
        return None
    for item in law.equipment.checklist:
        if item.wanted is Wanted.CASH and item.spared is None:
            why = f"every table of {law.title} has its {item.name}"
            return Refused("open/cashless", item.says.clause, why)
    return None


def not_in_place(law: TableLaw, table: Table) -> Refused | None:
    """Refuse a deal while equipment is lacking or was not reported in place."""
    if not table.equipment:
        return None
    names = ", ".join(table.equipment)
    why = f"first report in place: {names} (check-equipment)"
    first, *others = _clauses(law, tuple(table.equipment))
    return Refused("equipment/lacking", first, why, tuple(others))


def _clauses(law: TableLaw, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the clauses that demand pieces of equipment."""
    rules = [item.says for item in all_items(law) if item.name in names]
    return tuple(dict.fromkeys(one for rule in rules for one in (rule.clause, *rule.also)))


def check_equipment(draft: TableDraft, command: CheckEquipment) -> Refused | None:
    """Record which equipment is in place; what is lacking stops the next deal.

    Reading R26: a supervisor reports it, where the rulebook names nobody.
    """
    law = draft.law.equipment
    refused = not_empowered(command, law.reported_by, "report the equipment") or _unknown(
        draft.law, command
    )
    if refused:
        return refused
    wanted = checklist(draft.law, draft.table.choices)
    lacking = {item.name: item.says.clause for item in wanted if item.name in command.lacking}
    in_place = tuple(item.name for item in wanted if item.name not in lacking)
    every = all_items(draft.law)
    away = [item for item in every if item.name in command.lacking and item not in wanted]
    spared = [item.spared for item in away if item.spared is not None]
    varied = [law.may_vary[name] for name in command.varied]
    allowed = (rule.clause for rule in (*spared, *varied))
    draft.emit(
        EquipmentChecked(
            in_place,
            lacking,
            tuple(item.name for item in away),
            command.varied,
            command.by,
            tuple(dict.fromkeys((*_clauses(draft.law, in_place), *allowed))),
        )
    )
    return None


def _unknown(law: TableLaw, command: CheckEquipment) -> Refused | None:
    """Refuse a name that is not on the checklist, or a variation that the law does not allow."""
    rules = law.equipment
    names = [item.name for item in all_items(law)]
    for name in command.lacking:
        if name not in names:
            why = f"the checklist has no {name}; it has {', '.join(names)}"
            return Refused("equipment/unknown", rules.reported_by.clause, why)
    for name in command.varied:
        if name not in rules.may_vary:
            known = ", ".join(rules.may_vary) or "nothing"
            cloth = next(item.says for item in rules.checklist if item.name in ("cloth", "layout"))
            why = f"a layout may differ in {known} here, not in {name}"
            return Refused("equipment/varied", cloth.clause, why)
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(CheckEquipment, check_equipment),
}


EVOLVERS: dict[type[Event], Evolver] = {
    DeviceFailed: device_failed,
    DeviceChanged: device_changed,
    EquipmentChecked: equipment_checked,
}
