"""Cards that are not in play: kept until they are needed, or dropped and collected again."""

from msgspec.structs import replace

from croupier.table.card_counts import ask_check
from croupier.table.card_events import PreparationChanged
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, TableDraft, on
from croupier.table.irregular_events import CheckOrdered
from croupier.table.notices import give_notices
from croupier.table.state import Refused, Stage, has_begun
from croupier.table.upkeep_commands import DropCards, SecureCards
from croupier.table.upkeep_events import CardsDropped, CardsSecured


def secure_cards(draft: TableDraft, command: SecureCards) -> Refused | None:
    """Put cards under lock until the table needs them."""
    rule = draft.law.checks.secured
    if rule is None:
        clause = draft.law.checks.checked_by.clause
        return Refused("cards/not-kept", clause, f"{draft.law.title} keeps no cards ready")
    if refused := not_the_dealer(command, rule.clause):
        return refused
    draft.emit(CardsSecured(command.checked, command.pre_shuffled, command.by, rule.clause))
    return None


def drop_cards(draft: TableDraft, command: DropCards) -> Refused | None:
    """Report dropped cards to the supervisor, and have them counted before they are used.

    Reading R27: what lies on the layout in a round is not touched; the count follows the round.
    """
    table = draft.table
    rule = draft.law.checks.dropped
    if rule is None:
        clause = draft.law.checks.checked_by.clause
        why = f"{draft.law.title} says nothing about dropped cards"
        return Refused("cards/not-dropped", clause, why)
    if refused := not_the_dealer(command, rule.clause):
        return refused
    draft.emit(CardsDropped(rule.clause))
    give_notices(draft, (rule.value,), "cards were dropped: are all there?", rule.clause)
    preparation = table.preparation
    if has_begun(table):
        draft.emit(CheckOrdered(rule.clause))
    elif preparation is None:
        ask_check(draft, rule.clause)
    elif preparation.stage is not Stage.REPLACE:
        again = replace(
            preparation,
            stage=Stage.CHECK,
            declined=(),
            burn_clause="",
            check_clause=rule.clause,
        )
        draft.emit(PreparationChanged(again, rule.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(SecureCards, secure_cards),
    **on(DropCards, drop_cards),
}
