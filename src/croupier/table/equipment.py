"""Layout and equipment: what a table needs, what was reported in place, what is still lacking."""

from croupier.cards import Device
from croupier.rulebooks import TableLaw
from croupier.rulebooks.equipment_law import Item, Wanted
from croupier.table.checks import not_empowered
from croupier.table.choices import Choices
from croupier.table.commands import Command
from croupier.table.draft import Handler, TableDraft, on
from croupier.table.state import Refused, Table
from croupier.table.upkeep_commands import CheckEquipment
from croupier.table.upkeep_events import EquipmentChecked


def is_wanted(item: Item, choices: Choices) -> bool:
    """Whether a table with these choices needs a piece of equipment."""
    match item.wanted:
        case Wanted.ALWAYS:
            return True
        case Wanted.SHOE:
            return choices.device is Device.SHOE
        case Wanted.SIDE_BETS:
            offered = choices.side_bets
            return item.side_bet in offered if item.side_bet else bool(offered)
        case Wanted.JACKPOT:
            return choices.jackpot is not None
        case Wanted.CASH:
            return not choices.cashless


def checklist(law: TableLaw, choices: Choices) -> tuple[Item, ...]:
    """What must be in place at a table with these choices, in the rulebook's order."""
    return tuple(item for item in law.equipment.checklist if is_wanted(item, choices))


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
    """Refuse to deal while something is lacking, or was not reported in place."""
    if not table.equipment:
        return None
    names = ", ".join(table.equipment)
    why = f"first report in place: {names} (check-equipment)"
    first, *others = _clauses(law, tuple(table.equipment))
    return Refused("equipment/lacking", first, why, tuple(others))


def _clauses(law: TableLaw, names: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses that ask for pieces of equipment."""
    rules = [item.says for item in law.equipment.checklist if item.name in names]
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
    away = [item for item in law.checklist if item.name in command.lacking and item not in wanted]
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
    """Refuse a name that is not on the checklist, or a layout that may not differ so."""
    rules = law.equipment
    names = [item.name for item in rules.checklist]
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


HANDLERS: dict[type[Command], Handler] = {**on(CheckEquipment, check_equipment)}
