"""What must happen next in a tournament, and who owes it."""

from collections.abc import Mapping
from datetime import datetime

from croupier.features.tournaments.rules.conditions import conditions_refusal
from croupier.features.tournaments.rules.draft import players_who_may_buy_back
from croupier.features.tournaments.rules.interruptions import break_clause, is_break_due, next_break
from croupier.features.tournaments.rules.seats import undesignated_tables
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase, participants
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.state import Part
from croupier.games.table.contest.turns import contest_of, deadline, players_to_wager
from croupier.games.table.disputes import RAISED
from croupier.games.table.due import Due
from croupier.rulebooks import BlackjackLaw, Role
from croupier.rulebooks.law.tournaments import TournamentLaw


class TournamentDue(Due, frozen=True, tag="tournament"):
    """A duty in a tournament."""

    what: str
    """``conditions``, ``manager``, ``regulator``, ``tables`` (to be designated), ``entries``,
    ``draw``, ``seat``, ``buy-in``, ``start``, ``wager``, ``time-out``, ``absence``, ``deal``,
    ``buy-back`` (nobody is left at the table, and this player may still buy back), ``play-off``,
    ``break`` (a planned one is due), ``resume`` (one is in progress), ``count`` (chips to be
    checked and returned), ``dispute``, ``notice`` or ``prizes``."""
    who: Role
    """The role that owes it."""
    clause: str
    """The clause that demands it; empty if none does."""
    player: str = ""
    """The player who owes it or whom it concerns; empty if nobody in particular."""
    table: int = 0
    """The table, from 1; 0 if it is not at a table."""
    deadline: datetime | None = None
    """The time by which it is due; ``None`` if no time is set."""
    overdue: bool = False
    """Whether that time has passed."""


def due(
    law: BlackjackLaw, tournament: Tournament, tables: Mapping[int, BlackjackTable]
) -> tuple[TournamentDue, ...]:
    """Return everything that is due in a tournament, most urgent first; empty when it is over."""
    rules = law.tournaments
    assert rules is not None
    owed = [*_disputes(rules, tournament), *_papers(law, rules, tournament)]
    match tournament.phase:
        case TournamentPhase.ENTRIES if (
            len(tournament.active) < tournament.conditions.minimum_players
        ):
            owed.append(
                _duty_before_session(
                    tournament, "entries", Role.PLAYER, rules.entries.numbers.clause
                )
            )
        case TournamentPhase.ENTRIES | TournamentPhase.BETWEEN:
            manager = rules.entries.run_by.value
            owed.append(_duty_before_session(tournament, "draw", manager, rules.seats.drawn.clause))
        case TournamentPhase.SEATING:
            owed += _start(rules, tournament)
        case TournamentPhase.SESSION:
            owed += _breaks(rules, tournament, tables)
            for number, table in tables.items():
                owed += _at_table(rules, tournament, number, table)
        case TournamentPhase.FINISHED if tournament.awards is None:
            manager = rules.entries.run_by.value
            owed.append(TournamentDue("prizes", manager, rules.pool.all_paid_out.clause))
    return (*owed, *_counts(rules, tournament), *_notices(tournament))


def _counts(rules: TournamentLaw, tournament: Tournament) -> list[TournamentDue]:
    """Return the tables of the last or current session whose chips are not back."""
    session, tables = tournament.plan.name, tournament.finished_tables
    last = tournament.last_played
    if not tables and last is not None and tournament.phase is not TournamentPhase.SESSION:
        session, tables = last.name, last.tables
    clause = rules.places.missing_chips.clause
    return [
        TournamentDue("count", Role.DEALER, clause, "", one.table)
        for one in tables
        if one.counts and (session, one.table) not in tournament.returned
    ]


def _duty_before_session(
    tournament: Tournament, what: str, who: Role, clause: str
) -> TournamentDue:
    """Return a duty that must be met before the next session starts."""
    starts, now = tournament.starts, tournament.clock
    late = tournament.session == 0 and now is not None and now > starts
    deadline = starts if tournament.session == 0 else None
    return TournamentDue(what, who, clause, deadline=deadline, overdue=late)


def _disputes(rules: TournamentLaw, tournament: Tournament) -> list[TournamentDue]:
    rule = rules.disputes
    if rule is None:
        return []
    return [
        TournamentDue("dispute", rule.value, rule.clause, one.player)
        for one in tournament.disputes
        if one.step == RAISED
    ]


def _papers(law: BlackjackLaw, rules: TournamentLaw, tournament: Tournament) -> list[TournamentDue]:
    """Return what must happen before entries open: conditions, manager, regulator."""
    if tournament.phase is TournamentPhase.CANCELLED:
        return []
    entries, owed = rules.entries, []
    operator = entries.published.value
    if tournament.phase is TournamentPhase.DRAFT:
        refused = conditions_refusal(
            law,
            tournament.conditions,
            omitted=tournament.omitted,
            approved=tournament.approved,
        )
        clause = entries.published.clause if refused is None else refused.clause
        owed.append(TournamentDue("conditions", operator, clause))
    if not tournament.manager:
        owed.append(TournamentDue("manager", entries.manager.value, entries.manager.clause))
    told = entries.regulator_told
    if told is not None and not tournament.regulator_told:
        owed.append(TournamentDue("regulator", operator, told.clause))
    return owed


def _start(rules: TournamentLaw, tournament: Tournament) -> list[TournamentDue]:
    """Return what must happen before the start: tables, seats, chips, the start itself."""
    manager = rules.entries.run_by.value
    owed = _tables(rules, tournament) + [
        TournamentDue("seat", Role.PLAYER, rules.seats.no_show.clause, seat.player, seat.table)
        for seat in tournament.seats
        if not seat.present
    ]
    if tournament.conditions.buy_in:
        clause = rules.wagers.no_buy_in.clause
        owed += [
            TournamentDue("buy-in", Role.PLAYER, clause, seat.player, seat.table)
            for seat in tournament.seats
            if not seat.bought
        ]
    unseated = [one for one in participants(tournament) if tournament.seat_of(one) is None]
    what = "draw" if unseated else "start"
    return [*owed, _duty_before_session(tournament, what, manager, rules.seats.moved.clause)]


def _tables(rules: TournamentLaw, tournament: Tournament) -> list[TournamentDue]:
    """Return the tables with seats that are still to be designated."""
    rule = rules.entries.designated
    missing = undesignated_tables(
        rules, tournament, sorted({one.table for one in tournament.seats})
    )
    return [TournamentDue("tables", rule.value, rule.clause, "", table) for table in missing]


def _breaks(
    rules: TournamentLaw, tournament: Tournament, tables: Mapping[int, BlackjackTable]
) -> list[TournamentDue]:
    """Return a break in progress, or one that the conditions plan now."""
    manager, clause = rules.entries.run_by.value, break_clause(rules)
    if (now := tournament.on_break) is not None:
        late = is_past(tournament, now.until)
        return [TournamentDue("resume", manager, clause, deadline=now.until, overdue=late)]
    planned = next_break(tournament, tables)
    if planned is None or not is_break_due(planned, tables):
        return []
    return [TournamentDue("break", manager, clause)]


def is_past(tournament: Tournament, deadline: datetime | None) -> bool:
    """Return whether the tournament's clock has passed a time."""
    if deadline is None:
        return False
    assert tournament.clock is not None
    return tournament.clock > deadline


def _at_table(
    rules: TournamentLaw, tournament: Tournament, number: int, table: BlackjackTable
) -> list[TournamentDue]:
    """Return what is due at a table: a turn, an absence, a deal, a play-off, a buy-back."""
    contest = contest_of(table)
    if contest.part is Part.OVER or table.round is not None:
        return []
    if not contest.goes_on:
        clause, waits = rules.places.buy_backs.clause, players_who_may_buy_back(tournament, table)
        return [TournamentDue("buy-back", Role.PLAYER, clause, one, number) for one in waits]
    manager, left = rules.entries.run_by.value, players_to_wager(table)
    owed = []
    if contest.part is Part.PLAY_OFF:
        owed.append(TournamentDue("play-off", manager, rules.places.play_off.clause, "", number))
    for one in left:
        if not one.present:
            clause = rules.seats.no_show.clause
            owed.append(TournamentDue("absence", manager, clause, one.player, number))
    there = [one for one in left if one.present]
    for one in there[:1] if contest.marker else there:
        clause = rules.wagers.compulsory.clause
        owed.append(TournamentDue("wager", Role.PLAYER, clause, one.player, number))
        if contest.seconds:
            late, until = rules.wagers.late.clause, deadline(table, contest)
            past = is_past(tournament, until)
            owed.append(TournamentDue("time-out", manager, late, one.player, number, until, past))
    if not left:
        owed.append(TournamentDue("deal", Role.DEALER, rules.wagers.compulsory.clause, "", number))
    return owed


def _notices(tournament: Tournament) -> list[TournamentDue]:
    return [
        TournamentDue(
            "notice",
            one.whom,
            one.clause,
            one.player or "",
            deadline=one.deadline,
            overdue=is_past(tournament, one.deadline),
        )
        for one in tournament.notices
    ]
