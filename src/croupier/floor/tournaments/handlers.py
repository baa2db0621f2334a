"""``decide``: what a command leads to in a tournament, or why it is refused."""

from collections.abc import Mapping, Sequence

from croupier.blackjack.state import BlackjackTable
from croupier.floor.tournaments import (
    allotted_seats,
    breaks,
    commands,
    conduct,
    entries,
    placings,
    prizes,
    reinstatement,
)
from croupier.floor.tournaments.conditions import Conditions
from croupier.floor.tournaments.conduct_events import BreakEnded
from croupier.floor.tournaments.draft import (
    Handler,
    TournamentDraft,
    TournamentOutcome,
    gone,
    halted,
    not_on,
    take_time,
)
from croupier.floor.tournaments.events import (
    TournamentClockMoved,
    TournamentPlanned,
)
from croupier.floor.tournaments.evolvers import EVOLVERS
from croupier.floor.tournaments.state import ENTERED, Tournament, TournamentPhase
from croupier.rulebooks import BlackjackLaw, TableLaw, fingerprint
from croupier.rulebooks.law_values import values_digest
from croupier.table import irregular_commands as table_commands
from croupier.table.choices import Choices
from croupier.table.commands import Command, Deal
from croupier.table.contest_checks import NEVER, tournament_law
from croupier.table.events import Event
from croupier.table.state import Refused

HANDLERS: dict[type[Command], Handler] = {
    commands.ApproveCommission: entries.approve_commission,
    commands.PublishConditions: entries.publish,
    commands.AppointManager: entries.appoint_manager,
    commands.NotifyOf: entries.notify,
    commands.DesignateTable: entries.designate_table,
    commands.Enter: entries.enter,
    commands.RefuseEntry: entries.refuse_entry,
    commands.WithdrawEntry: entries.withdraw_entry,
    commands.Cancel: entries.cancel,
    commands.DrawSeats: allotted_seats.draw_seats,
    commands.AssignSeat: allotted_seats.assign_seat,
    commands.TakeSeat: allotted_seats.take_seat,
    commands.LeaveSeat: allotted_seats.leave_seat,
    commands.BuyChips: allotted_seats.buy_chips,
    commands.StartSession: allotted_seats.start_session,
    commands.MoveSession: allotted_seats.move_session,
    commands.SeatReserve: conduct.seat_reserve,
    commands.Substitute: conduct.substitute,
    commands.Disqualify: conduct.disqualify,
    commands.BuyBack: conduct.buy_back,
    commands.LimitTime: conduct.limit_time,
    commands.GiveBreak: breaks.give_break,
    commands.EndBreak: breaks.end_break,
    commands.Reinstate: reinstatement.reinstate,
    commands.CountChips: conduct.count_chips,
    commands.ReturnChips: conduct.return_chips,
    commands.EndSession: placings.end_session,
    commands.RecordSession: placings.record_session,
    commands.AwardPrizes: prizes.award_prizes,
}
"""One function per command."""

DISPUTES: dict[type[Command], Handler] = {
    table_commands.RaiseDispute: conduct.raise_dispute,
    table_commands.DecideDispute: conduct.decide_dispute,
    table_commands.AskReview: conduct.ask_review,
    table_commands.LodgeComplaint: conduct.lodge_complaint,
}
"""Commands of a table that the tournament answers where its manager decides disputes."""

SESSION = TournamentPhase.SESSION
"""A constant of its own: every command at a table needs it, and reading the enumeration is slow."""
Tables = Mapping[int, BlackjackTable]
"""The tables of the session that is on, by their numbers."""


def plan(
    law: TableLaw,
    name: str,
    conditions: Conditions,
    *,
    omitted: tuple[str, ...] = (),
    choices: Choices,
) -> TournamentPlanned | Refused:
    """The event that begins a tournament, or why the rulebook has none."""
    if law.tournaments is None:
        return Refused("tournament/no-clause", "", f"{law.title} has no tournaments")
    return TournamentPlanned(
        name,
        law.game,
        law.revision,
        fingerprint(law),
        conditions,
        omitted,
        choices.low_limit,
        choices.boxes,
        choices,
        values_digest(law),
    )


def answered(law: BlackjackLaw) -> frozenset[type[Command]]:
    """The commands that the tournament answers, and not a table."""
    disputes = DISPUTES if tournament_law(law).disputes is not None else {}
    return frozenset((*HANDLERS, *disputes))


def decide(
    law: BlackjackLaw, tournament: Tournament, tables: Tables, command: Command
) -> TournamentOutcome | Refused:
    """What a command leads to, in the tournament and at its tables; or why it is refused."""
    handler = HANDLERS.get(type(command)) or DISPUTES[type(command)]
    draft = TournamentDraft(law, tournament, tables, EVOLVERS)
    refused = take_time(draft, command) or handler(draft, command)
    return refused or draft.outcome


def leaves_tables_alone(tournament: Tournament) -> bool:
    """Whether the tournament refuses nothing at its tables, and ignores what happens there.

    That holds for commands that bring no time.
    """
    if tournament.phase is not SESSION or tournament.halted or tournament.breaks:
        return False
    return all(one.fate is ENTERED for one in tournament.entrants.values())


def not_at_tables(law: BlackjackLaw, tournament: Tournament, command: Command) -> Refused | None:
    """Refuse what the tournament's state, or a person's entry, does not allow at a table."""
    draft = TournamentDraft(law, tournament, {}, EVOLVERS)
    if refused := not_on(draft) or halted(draft):
        return refused
    player = getattr(command, "player", None)
    return gone(draft, player) if player in tournament.entrants else None


def no_such_table(law: BlackjackLaw, number: int, command: Command) -> Refused:
    """Refuse a table where no session is on; or what a tournament never allows."""
    if (never := NEVER.get(type(command))) is not None:
        refused = never(law, None, command)
        assert refused is not None
        return refused
    rules = law.tournaments
    assert rules is not None
    why = f"no session is on at table {number}"
    return Refused("tournament/no-table", rules.seats.exclusive.clause, why)


def noticed(law: BlackjackLaw, tournament: Tournament, command: Command) -> tuple[Event, ...]:
    """What a command at a table means for the tournament: its time, and that a break is over."""
    events: list[Event] = []
    if command.at is not None and command.at != tournament.clock:
        events.append(TournamentClockMoved(command.at))
    if isinstance(command, Deal) and tournament.on_break is not None:
        events.append(BreakEnded(breaks.clause_of(tournament_law(law))))
    return tuple(events)


def go_on(
    law: BlackjackLaw, tournament: Tournament, tables: Tables, lots: Sequence[int]
) -> TournamentOutcome | None:
    """What follows automatically when rounds are over: a count, a play-off, a result."""
    for number, table in tables.items():
        if placings.has_news(tournament, number, table):
            draft = TournamentDraft(law, tournament, tables, EVOLVERS)
            placings.settle_table(draft, number, lots)
            return draft.outcome
    return None
