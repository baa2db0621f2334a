"""Opening a blackjack table: the choices that only this family has."""

from msgspec.structs import replace

from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.choices import Choices, chosen_pay_table, pay_table_choice
from croupier.games.table.opening import (
    TableOpened,
    new_table,
    opening_event,
    unlawful_choices,
    with_usual_decks,
)
from croupier.messages import Refused
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.blackjack import SideBet

FAMILY = "blackjack"


def open_blackjack(
    law: BlackjackLaw, choices: Choices | None = None, *, stacked: int | None = None
) -> TableOpened | Refused:
    """Return the event that opens a blackjack table, or the refusal of its choices."""
    choices = with_usual_decks(law, choices or Choices())
    refused = (
        unlawful_choices(law, choices)
        or _unlawful_side_bets(law, choices)
        or _unlawful_pay_tables(law, choices)
        or _unlawful_options(law, choices)
    )
    if refused:
        return refused
    inscription = _inscription(law, choices)
    if isinstance(inscription, Refused):
        return inscription
    event = opening_event(law, choices, family=FAMILY, stacked=stacked)
    return event if isinstance(event, Refused) else replace(event, inscription=inscription)


def blackjack_table(event: TableOpened) -> BlackjackTable:
    """Return a new blackjack table, from the event that opened it."""
    table = new_table(BlackjackTable, event)
    return replace(table, inscription=event.inscription, resplit=event.choices.resplit)


def _inscription(law: BlackjackLaw, choices: Choices) -> str | Refused:
    rules = law.dealer.draws_soft_17
    for key in ("", str(choices.layout), choices.soft_17):
        if key in rules:
            return key
    known = ", ".join(rules)
    clause = law.equipment.boxes.clause
    also = (next(iter(rules.values())).clause,)
    return Refused("open/layout", clause, f"{law.title} has these layouts: {known}", also)


def _unlawful_side_bets(law: BlackjackLaw, choices: Choices) -> Refused | None:
    areas = law.equipment.side_bet_areas
    several = law.side_bets.several_kinds
    lawful = law.side_bets.names if areas is None else areas.value
    for name in choices.side_bets:
        if name not in lawful:
            known = ", ".join(lawful) or "none"
            clause = areas.clause if areas is not None else law.equipment.boxes.clause
            also = areas.also if areas is not None else ()
            if several is not None and len(choices.side_bets) > 1:
                also = (*also, several.clause)
            why = f"{name} is not a side bet of {law.title}; choose from {known}"
            return Refused("open/side-bet", clause, why, also)
    one = law.side_bets.one_kind
    if one is not None and len(set(choices.side_bets)) > 1:
        return Refused("open/one-side-bet", one.clause, "a table offers only one side bet")
    return None


def pay_table(bet: SideBet, choices: Choices) -> int | None:
    """Return the pay table of an optional wager, from 0; ``None`` if none fits the choices."""
    chosen = chosen_pay_table(bet.name, choices)
    tables = range(bet.pay_tables)
    if len(tables) == 1:
        return 0
    fitting = [
        number
        for number in tables
        if not bet.decks_of_tables or bet.decks_of_tables[number] == choices.decks
    ]
    if chosen is None:
        return fitting[0] if fitting else None
    return chosen - 1 if chosen - 1 in fitting else None


def _unlawful_pay_tables(law: BlackjackLaw, choices: Choices) -> Refused | None:
    areas = law.equipment.side_bet_areas or law.equipment.boxes
    for name, _ in choices.pay_tables:
        own = pay_table_choice(name)
        if own is not None:
            why = f"the pay table of {name} is chosen by {own.replace('_', '-')}"
            return Refused("open/pay-table", areas.clause, why)
        if name not in choices.side_bets:
            why = f"{name} is not among the side bets of this table, so it has no pay table"
            return Refused("open/pay-table", areas.clause, why)
    for bet in law.side_bets.kinds:
        if bet.name in choices.side_bets and pay_table(bet, choices) is None:
            clause = (bet.tables or bet.wins).clause
            count = bet.pay_tables
            why = f"{bet.name} has pay tables 1 to {count}, and this one does not fit"
            if bet.decks_of_tables:
                why += f" {choices.decks} decks"
            return Refused("open/pay-table", clause, why)
    return None


def _unlawful_options(law: BlackjackLaw, choices: Choices) -> Refused | None:
    if choices.resplit and law.split.permitted_by is None:
        clause = law.split.hands.clause
        return Refused("open/resplit", clause, f"{law.title} fixes how often hands are split")
    ten = law.insurance.ten if law.insurance is not None else None
    if choices.ten_insurance and ten is None:
        clause = (
            law.wagers.no_change_after.clause
            if law.insurance is None
            else law.insurance.ace.offered.clause
        )
        return Refused("open/ten-insurance", clause, f"{law.title} has no insurance against a ten")
    return None
