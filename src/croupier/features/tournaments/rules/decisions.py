"""The state machine of a tournament: ``decide`` and ``evolve`` over the tables of all subjects.

Here too: planning a tournament, what events shared with other streams change in it, and how it
bears on commands at its tables.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.features.tournaments.rules import conduct, entries, interruptions, placings, seats
from croupier.features.tournaments.rules import draft as rules_draft
from croupier.features.tournaments.rules.conditions import Conditions
from croupier.features.tournaments.rules.conduct import (
    BuyBack,
    CountChips,
    DeclineBuyBack,
    Disqualify,
    LimitTime,
    ReturnChips,
    SeatReserve,
    Substitute,
)
from croupier.features.tournaments.rules.draft import (
    Handler,
    TournamentClockMoved,
    TournamentDraft,
    TournamentOutcome,
    TournamentPlanned,
    dispute_open,
    entry_ended,
    move_clock,
    not_in_progress,
)
from croupier.features.tournaments.rules.entries import (
    AppointManager,
    ApproveCommission,
    Cancel,
    DesignateTable,
    Enter,
    NotifyOf,
    PublishConditions,
    RefuseEntry,
    StaffTable,
    WithdrawEntry,
)
from croupier.features.tournaments.rules.interruptions import (
    BreakEnded,
    EndBreak,
    GiveBreak,
    Reinstate,
)
from croupier.features.tournaments.rules.placings import AwardPrizes, EndSession, RecordSession
from croupier.features.tournaments.rules.seats import (
    AssignSeat,
    BuyChips,
    DrawSeats,
    LeaveSeat,
    MoveSession,
    StartSession,
    TakeSeat,
)
from croupier.features.tournaments.rules.state import ENTERED, Tournament, TournamentPhase
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.choices import Choices
from croupier.games.table.contest.checks import NEVER
from croupier.games.table.contest.turns import tournament_law
from croupier.games.table.contest.wagers import DeductAbsent, ShowForm
from croupier.games.table.disputes import (
    RAISED,
    AskReview,
    DecideDispute,
    DisputeMoved,
    DisputeRaised,
    LodgeComplaint,
    RaiseDispute,
)
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.opening import LawAdopted
from croupier.games.table.rounds import Deal
from croupier.games.table.state import Dispute, Notice
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import BlackjackLaw, TableLaw, fingerprint
from croupier.rulebooks.revisions import values_digest

# ------------------------------------------------------------------------- what each event changes


def evolve(tournament: Tournament | None, event: Event) -> Tournament:
    """Return the tournament after an event; before the event that plans it there is none."""
    after: Tournament = EVOLVERS[type(event)](tournament, event)
    return after


def planned(_: None, event: TournamentPlanned) -> Tournament:
    return Tournament(
        name=event.name,
        game=event.game,
        revision=event.revision,
        fingerprint=event.fingerprint,
        law_values=event.law_values,
        conditions=event.conditions,
        omitted=event.omitted,
        low_limit=event.low_limit,
        boxes=event.boxes,
        starts=event.conditions.starts,
        seconds=event.conditions.wager_seconds,
    )


def law_adopted(tournament: Tournament, event: LawAdopted) -> Tournament:
    return replace(
        tournament,
        revision=event.revision,
        fingerprint=event.fingerprint,
        law_values=event.law_values,
    )


def notice_given(tournament: Tournament, event: NoticeGiven) -> Tournament:
    notice = Notice(
        event.whom, event.about, event.player, event.clause, tournament.clock, event.deadline
    )
    return replace(tournament, notices=(*tournament.notices, notice))


def dispute_raised(tournament: Tournament, event: DisputeRaised) -> Tournament:
    dispute = Dispute(event.player, event.about, RAISED)
    return replace(tournament, disputes=(*tournament.disputes, dispute), halted=True)


def dispute_moved(tournament: Tournament, event: DisputeMoved) -> Tournament:
    disputes = list(tournament.disputes)
    one = disputes[event.dispute - 1]
    disputes[event.dispute - 1] = replace(
        one, step=event.step, outcome=event.outcome or one.outcome
    )
    halted = any(dispute.step == RAISED for dispute in disputes)
    return replace(tournament, disputes=tuple(disputes), halted=halted)


EVOLVERS: dict[type[Event], Evolver] = {
    **rules_draft.EVOLVERS,
    **entries.EVOLVERS,
    **seats.EVOLVERS,
    **conduct.EVOLVERS,
    **interruptions.EVOLVERS,
    **placings.EVOLVERS,
    TournamentPlanned: planned,
    LawAdopted: law_adopted,
    NoticeGiven: notice_given,
    DisputeRaised: dispute_raised,
    DisputeMoved: dispute_moved,
}
"""What each event changes, subject by subject."""


# --------------------------------------------------------------------------------------- decisions


HANDLERS: dict[type[Command], Handler] = {
    ApproveCommission: entries.approve_commission,
    PublishConditions: entries.publish,
    AppointManager: entries.appoint_manager,
    NotifyOf: entries.notify,
    DesignateTable: entries.designate_table,
    StaffTable: entries.staff_table,
    Enter: entries.enter,
    RefuseEntry: entries.refuse_entry,
    WithdrawEntry: entries.withdraw_entry,
    Cancel: entries.cancel,
    DrawSeats: seats.draw_seats,
    AssignSeat: seats.assign_seat,
    TakeSeat: seats.take_seat,
    LeaveSeat: seats.leave_seat,
    BuyChips: seats.buy_chips,
    StartSession: seats.start_session,
    MoveSession: seats.move_session,
    SeatReserve: conduct.seat_reserve,
    Substitute: conduct.substitute,
    Disqualify: conduct.disqualify,
    BuyBack: conduct.buy_back,
    DeclineBuyBack: conduct.decline_buy_back,
    LimitTime: conduct.limit_time,
    GiveBreak: interruptions.give_break,
    EndBreak: interruptions.end_break,
    Reinstate: interruptions.reinstate,
    CountChips: conduct.count_chips,
    ReturnChips: conduct.return_chips,
    EndSession: placings.end_session,
    RecordSession: placings.record_session,
    AwardPrizes: placings.award_prizes,
}
"""One function per command."""

DISPUTES: dict[type[Command], Handler] = {
    RaiseDispute: conduct.raise_dispute,
    DecideDispute: conduct.decide_dispute,
    AskReview: conduct.ask_review,
    LodgeComplaint: conduct.lodge_complaint,
}
"""Commands of a table that the tournament handles if its manager decides disputes."""

SESSION = TournamentPhase.SESSION
"""A constant of its own: every command at a table needs it, and enumeration access is slow."""
Tables = Mapping[int, BlackjackTable]
"""The tables of the session in progress, by number."""


def plan_tournament(
    law: TableLaw,
    name: str,
    conditions: Conditions,
    *,
    omitted: tuple[str, ...] = (),
    choices: Choices,
) -> TournamentPlanned | Refused:
    """Return the event that plans a tournament, or the refusal if the rulebook has none."""
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


_RUN = "tournaments.entries.run_by"
POWERS: dict[str, tuple[str, ...]] = {
    "approve-commission": ("tournaments.pool.commission",),
    "publish-conditions": ("tournaments.entries.published",),
    "appoint-manager": ("tournaments.entries.manager",),
    "designate-table": ("tournaments.entries.designated",),
    "staff-table": ("tournaments.entries.designated",),
    "cancel": ("tournaments.pool.cancelled",),
    "disqualify": ("tournaments.seats.disqualified_by",),
    **dict.fromkeys(
        (
            "refuse-entry",
            "draw-seats",
            "assign-seat",
            "start-session",
            "move-session",
            "seat-reserve",
            "substitute",
            "limit-time",
            "break",
            "count-chips",
            "end-session",
            "record-session",
            "award-prizes",
        ),
        (_RUN,),
    ),
}
"""The rules that empower a role to submit a command, by their paths in the law."""


def tournament_commands(law: BlackjackLaw) -> frozenset[type[Command]]:
    """Return the commands that the tournament handles instead of a table."""
    disputes = DISPUTES if tournament_law(law).disputes is not None else {}
    return frozenset((*HANDLERS, *disputes))


def decide(
    law: BlackjackLaw, tournament: Tournament, tables: Tables, command: Command
) -> TournamentOutcome | Refused:
    """Return what a command leads to, in the tournament and at its tables, or the refusal."""
    handler = HANDLERS.get(type(command)) or DISPUTES[type(command)]
    draft = TournamentDraft(law, tournament, tables, EVOLVERS)
    if refused := move_clock(draft, command) or handler(draft, command):
        return refused
    placings.end_empty_sessions(draft)
    return draft.outcome


# ----------------------------------------------------------------------------------- at the tables


def is_indifferent_to_tables(tournament: Tournament) -> bool:
    """Return whether the tournament neither refuses nor reacts to anything at its tables.

    That holds for commands that carry no time.
    """
    if tournament.phase is not SESSION or tournament.halted or tournament.breaks:
        return False
    if tournament.is_early:
        return False
    return all(one.fate is ENTERED for one in tournament.entrants.values())


def not_at_tables(law: BlackjackLaw, tournament: Tournament, command: Command) -> Refused | None:
    """Refuse what the tournament's state, or a player's entry, does not allow at a table."""
    draft = TournamentDraft(law, tournament, {}, EVOLVERS)
    if refused := not_in_progress(draft) or dispute_open(draft):
        return refused
    player = getattr(command, "player", None)
    if refused := entry_ended(draft, player) if player in tournament.entrants else None:
        return refused
    if isinstance(command, DeductAbsent):
        return conduct.before_stated_time(draft, command.player)
    return conduct.onlooker(draft, command) if isinstance(command, ShowForm) else None


def no_such_table(law: BlackjackLaw, number: int, command: Command) -> Refused:
    """Refuse a table without a session in progress, or a command that no tournament allows."""
    if (never := NEVER.get(type(command))) is not None:
        refused = never(law, None, command)
        assert refused is not None
        return refused
    rules = law.tournaments
    assert rules is not None
    why = f"no session is on at table {number}"
    return Refused("tournament/no-table", rules.seats.exclusive.clause, why)


def effects_of_table_command(
    law: BlackjackLaw, tournament: Tournament, command: Command
) -> tuple[Event, ...]:
    """Return the tournament's events for a command at a table: a later time, the end of a break."""
    events: list[Event] = []
    if command.at is not None and command.at != tournament.clock:
        events.append(TournamentClockMoved(command.at))
    if isinstance(command, Deal) and tournament.on_break is not None:
        events.append(BreakEnded(interruptions.break_clause(tournament_law(law))))
    return tuple(events)


def advance(
    law: BlackjackLaw, tournament: Tournament, tables: Tables, lots: Sequence[int]
) -> TournamentOutcome | None:
    """Return what follows automatically when rounds are over: a count, a play-off, a result."""
    for number, table in tables.items():
        if placings.may_be_over(tournament, number, table):
            draft = TournamentDraft(law, tournament, tables, EVOLVERS)
            placings.settle_table(draft, number, lots)
            placings.end_empty_sessions(draft)
            return draft.outcome
    return None
