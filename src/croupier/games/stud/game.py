"""Caribbean Stud put together: all evolvers, all handlers, opening, how a round continues."""

from functools import reduce

from croupier.games.stud import (
    bets,
    corrections,
    device_failure,
    jackpots,
    measures,
    misdeals,
    settlement,
    voids,
)
from croupier.games.stud import cards as stud_cards
from croupier.games.stud.bets import StudRoundOpened, advance, give_card, proxy_wager
from croupier.games.stud.due import card_due
from croupier.games.stud.jackpots import place_jackpot_wager, undecided_jackpot_wagers
from croupier.games.stud.measures import not_together
from croupier.games.stud.state import JACKPOT, StudDraft, StudTable
from croupier.games.table import seats, wagers
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.dispatch import EVOLVERS as TABLE_EVOLVERS
from croupier.games.table.dispatch import table_handlers
from croupier.games.table.draft import Handler, NextCards, on
from croupier.games.table.opening import TableOpened, new_table, opening_event
from croupier.games.table.rounds import PastRoundVoided
from croupier.games.table.seats import Leave, Sit
from croupier.games.table.state import PAST_ROUNDS, PastRound, stake_of
from croupier.games.table.wagers import MoveWager, PlaceWager, place_initial, wager_return
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import StudLaw


def evolve(table: StudTable, event: Event) -> StudTable:
    """Return the table after an event."""
    after: StudTable = EVOLVERS[type(event)](table, event)
    return after


EVOLVERS: dict[type[Event], Evolver] = {
    **TABLE_EVOLVERS,
    **misdeals.EVOLVERS,
    **stud_cards.EVOLVERS,
    **device_failure.EVOLVERS,
    **voids.EVOLVERS,
    **measures.EVOLVERS,
    **corrections.EVOLVERS,
    **bets.EVOLVERS,
    **jackpots.EVOLVERS,
    **settlement.EVOLVERS,
}
"""What each event changes, subject by subject."""


Past = tuple[PastRound, ...]
"""Rounds that are over, the newest last."""


def remember_rounds(past: Past, table: StudTable, events: tuple[Event, ...]) -> Past:
    """Return the past rounds after the events of a command at a table."""
    for number, event in enumerate(events):
        match event:
            case StudRoundOpened():
                before = reduce(evolve, events[:number], table)
                last = (PastRound(before.rounds, before.settled),) if before.settled else ()
                past = (*past, *last)[-PAST_ROUNDS:]
            case PastRoundVoided(number=void):
                past = tuple(one for one in past if one.number != void)
            case _:
                continue
    return past


FAMILY = "stud"


def _lawful(terms: JackpotTerms) -> bool:
    """Return whether a jackpot's terms make sense."""
    share = terms.increment.is_finite() and 0 <= terms.increment <= 1
    return share and terms.wager > 0 and min(terms.pool, terms.bonus, terms.seed) >= 0


def open_stud(
    law: StudLaw, choices: Choices | None = None, *, stacked: int | None = None
) -> TableOpened | Refused:
    """Return the event that opens a table of Caribbean Stud, or the refusal of its choices."""
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
    return opening_event(law, choices, family=FAMILY, stacked=stacked)


def stud_table(event: TableOpened) -> StudTable:
    """Return a new table of Caribbean Stud, from the event that opened it."""
    return new_table(StudTable, event)


def place_wager(draft: StudDraft, command: PlaceWager) -> Refused | None:
    """Place an ante or a jackpot wager."""
    refused = not_together(draft.law, draft.table, command.player) or proxy_wager(
        draft.law, draft.table, command
    )
    if refused:
        return refused
    place = place_initial if command.on == draft.law.initial else place_jackpot_wager
    return place(draft, command)


def move_wager(draft: StudDraft, command: MoveWager) -> Refused | None:
    """Move an ante, and with it the jackpot wager that needs it."""
    table = draft.table
    jackpot = stake_of(table, command.player, command.box, JACKPOT)
    if jackpot is None:
        return wagers.move_wager(draft, command)
    clause = draft.law.jackpot.needs_ante.clause
    draft.emit(wager_return(table.till, jackpot, clause, f"moved to box {command.to_box}"))
    tender = "tokens" if jackpot.tokens else "chips"
    again = PlaceWager(
        command.player, command.to_box, jackpot.amount, JACKPOT, tender, by=command.by
    )
    return wagers.move_wager(draft, command) or place_jackpot_wager(draft, again)


def sit(draft: StudDraft, command: Sit) -> Refused | None:
    """Take a seat, unless a player who is to be kept apart is at the table."""
    return not_together(draft.law, draft.table, command.player) or seats.sit(draft, command)


def leave(draft: StudDraft, command: Leave) -> Refused | None:
    """Leave with the chips, unless a jackpot wager is still to be decided."""
    if any(player == command.player for player, _ in undecided_jackpot_wagers(draft.table)):
        clause = draft.law.wagers.no_change_after.clause
        why = f"{command.player} has a jackpot wager in play and may leave when it is decided"
        return Refused("wager/in-play", clause, why)
    return seats.leave(draft, command)


HANDLERS: dict[type[Command], Handler] = {
    **table_handlers(voids.REMEDIES),
    **on(PlaceWager, place_wager),
    **on(MoveWager, move_wager),
    **on(Sit, sit),
    **on(Leave, leave),
    **bets.HANDLERS,
    **jackpots.HANDLERS,
    **corrections.HANDLERS,
    **misdeals.HANDLERS,
    **stud_cards.HANDLERS,
    **measures.HANDLERS,
    **device_failure.HANDLERS,
}
"""One function per command."""


def continue_round(draft: StudDraft, next_cards: NextCards[StudTable] | None = None) -> None:
    """Play the round on after a command.

    With ``next_cards``, all cards that fall due are dealt until somebody else must act.
    """
    advance(draft)
    if next_cards is None:
        return
    while draft.table.preparation is None and (due := card_due(draft.law, draft.table)):
        cards = next_cards(draft.table, 1)
        if not cards:
            return
        give_card(draft, cards[0], due)
        advance(draft)
