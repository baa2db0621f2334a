"""Opening a table of Caribbean Stud."""

from croupier.rulebooks import StudLaw
from croupier.stud.state import StudTable
from croupier.table.choices import Choices, JackpotTerms
from croupier.table.events import TableOpened
from croupier.table.opening import opened_table, table_opened
from croupier.table.state import Refused

FAMILY = "stud"


def _lawful(terms: JackpotTerms) -> bool:
    """Whether a jackpot's terms make sense."""
    share = terms.increment.is_finite() and 0 <= terms.increment <= 1
    return share and terms.wager > 0 and min(terms.pool, terms.bonus, terms.seed) >= 0


def open_stud(
    law: StudLaw, choices: Choices | None = None, *, stacked: int | None = None
) -> TableOpened | Refused:
    """The event that opens a table of Caribbean Stud, or the reason why there may be none."""
    choices = choices or Choices()
    terms = choices.jackpot
    if terms is not None and not _lawful(terms):
        why = (
            "a jackpot has a wager, a share of it between 0 and 1 that feeds the pool, "
            "and a pool, bonus and seed of $0 or more"
        )
        return Refused("open/jackpot", law.jackpot.rate.clause, why)
    if choices.max_payout is not None and choices.max_payout <= 0:
        clause = law.settlement.most_paid.clause
        return Refused("open/max-payout", clause, "a maximum payout must be above $0")
    if choices.side_bets:
        areas = law.equipment.side_bet_areas
        clause = law.jackpot.offered.clause if areas is None else areas.clause
        return Refused("open/side-bet", clause, f"{law.title} has its jackpot and no side bets")
    return table_opened(law, choices, family=FAMILY, stacked=stacked)


def stud_table(event: TableOpened) -> StudTable:
    """A table of Caribbean Stud as it is opened."""
    return opened_table(StudTable, event)
