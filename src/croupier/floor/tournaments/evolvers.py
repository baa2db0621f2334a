"""How events change a tournament."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier.floor.tournaments import events as happened
from croupier.floor.tournaments.conditions import Entrants
from croupier.floor.tournaments.ranking import level_for_prizes
from croupier.floor.tournaments.state import (
    Break,
    Entrant,
    Fate,
    SessionResult,
    Standings,
    TableResult,
    Tournament,
    TournamentPhase,
)
from croupier.money import Entry, posted
from croupier.table.disputes import RAISED
from croupier.table.events import Event, LawAdopted
from croupier.table.irregular_events import DisputeMoved, DisputeRaised, NoticeGiven
from croupier.table.irregular_evolvers import unchanged
from croupier.table.messages import Evolver
from croupier.table.state import Dispute, Notice


def evolve(tournament: Tournament | None, event: Event) -> Tournament:
    """The tournament after an event; there is none before the one that plans it."""
    after: Tournament = EVOLVERS[type(event)](tournament, event)
    return after


def planned(_: None, event: happened.TournamentPlanned) -> Tournament:
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


def _with_money(tournament: Tournament, entries: Iterable[Entry]) -> Tournament:
    return replace(tournament, balances=posted(tournament.balances, entries))


def with_entrant(tournament: Tournament, name: str, **changes: Any) -> Tournament:
    """The tournament with one entrant changed."""
    entrant = replace(tournament.entrants[name], **changes)
    return replace(tournament, entrants={**tournament.entrants, name: entrant})


def clock_moved(tournament: Tournament, event: happened.TournamentClockMoved) -> Tournament:
    return replace(tournament, clock=event.at)


def commission_approved(tournament: Tournament, event: happened.CommissionApproved) -> Tournament:
    return replace(tournament, approved=event.amount)


def conditions_published(tournament: Tournament, event: happened.ConditionsPublished) -> Tournament:
    return _with_money(replace(tournament, phase=TournamentPhase.ENTRIES), event.entries)


def manager_appointed(
    tournament: Tournament, event: happened.TournamentManagerAppointed
) -> Tournament:
    return replace(tournament, manager=event.person)


def regulator_told(tournament: Tournament, event: happened.RegulatorTold) -> Tournament:
    return replace(tournament, regulator_told=True)


def table_designated(tournament: Tournament, event: happened.TableDesignated) -> Tournament:
    return replace(tournament, designated=tuple(sorted({*tournament.designated, event.table})))


def player_entered(tournament: Tournament, event: happened.PlayerEntered) -> Tournament:
    fate = Fate.RESERVE if event.reserve else Fate.ENTERED
    entrant = Entrant(event.player, fate, fee=event.fee, commission=event.commission)
    entrants = {**tournament.entrants, event.player: entrant}
    return _with_money(replace(tournament, entrants=entrants), event.entries)


def entry_refused(tournament: Tournament, event: happened.EntryRefused) -> Tournament:
    return replace(tournament, turned_away=(*tournament.turned_away, event.player))


def entry_withdrawn(tournament: Tournament, event: happened.EntryWithdrawn) -> Tournament:
    changes: dict[str, Any] = {"fate": Fate.WITHDRAWN, "clause": event.clause}
    if event.free:
        changes |= {"fee": 0, "commission": 0}
    tournament = with_entrant(tournament, event.player, **changes)
    seats = tuple(seat for seat in tournament.seats if seat.player != event.player)
    return _with_money(replace(tournament, seats=seats), event.entries)


def cancelled(tournament: Tournament, event: happened.TournamentCancelled) -> Tournament:
    return _with_money(replace(tournament, phase=TournamentPhase.CANCELLED), event.entries)


def seats_drawn(tournament: Tournament, event: happened.SeatsDrawn) -> Tournament:
    return replace(tournament, seats=event.seats, phase=TournamentPhase.SEATING)


def _with_seat(tournament: Tournament, whose: str, **changes: Any) -> Tournament:
    seats = tuple(
        replace(seat, **changes) if seat.player == whose else seat for seat in tournament.seats
    )
    return replace(tournament, seats=seats)


def seat_taken_up(tournament: Tournament, event: happened.SeatTakenUp) -> Tournament:
    return _with_seat(tournament, event.player, present=event.present)


def session_chips_bought(tournament: Tournament, event: happened.SessionChipsBought) -> Tournament:
    tournament = _with_seat(tournament, event.player, bought=True)
    paid = tournament.entrants[event.player].buy_ins + event.amount
    return _with_money(with_entrant(tournament, event.player, buy_ins=paid), event.entries)


def session_started(tournament: Tournament, event: happened.SessionStarted) -> Tournament:
    for player in event.forfeited:
        tournament = with_entrant(
            tournament, player, fate=Fate.FORFEITED, clause=event.forfeit_clause
        )
    out = (*tournament.out, *event.without_buy_in)
    return replace(
        tournament, phase=TournamentPhase.SESSION, out=out, standings={}, finished_tables=()
    )


def session_moved(tournament: Tournament, event: happened.SessionMoved) -> Tournament:
    return replace(tournament, starts=event.starts)


def reserve_seated(tournament: Tournament, event: happened.ReserveSeated) -> Tournament:
    tournament = with_entrant(
        tournament, event.player, fate=Fate.ENTERED, fee=event.fee, commission=event.commission
    )
    tournament = _with_seat(tournament, event.instead, player=event.player, present=True)
    return _with_money(tournament, event.entries)


def substitute_admitted(tournament: Tournament, event: happened.SubstituteAdmitted) -> Tournament:
    tournament = with_entrant(tournament, event.instead, fate=Fate.REPLACED, clause=event.clause)
    entrants = {**tournament.entrants, event.player: Entrant(event.player)}

    def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(event.player if name == event.instead else name for name in names)

    tournament = replace(
        tournament,
        entrants=entrants,
        field=renamed(tournament.field),
        fallen=renamed(tournament.fallen),
        level=tuple(map(renamed, tournament.level)),
        standings={
            table: Standings(tuple(map(renamed, one.groups)), one.round)
            for table, one in tournament.standings.items()
        },
    )
    points = dict(tournament.points)
    if event.instead in points:
        points[event.player] = points.pop(event.instead)
    tournament = replace(tournament, points=points)
    return _with_seat(tournament, event.instead, player=event.player)


def player_disqualified(tournament: Tournament, event: happened.PlayerDisqualified) -> Tournament:
    tournament = with_entrant(tournament, event.player, fate=Fate.DISQUALIFIED, clause=event.clause)
    if event.refund:
        fee = tournament.entrants[event.player].fee - event.refund
        tournament = with_entrant(tournament, event.player, fee=fee, refunded=event.refund)
    if tournament.phase is TournamentPhase.SEATING:
        seats = tuple(seat for seat in tournament.seats if seat.player != event.player)
        tournament = replace(tournament, seats=seats)
    return _with_money(tournament, event.entries)


def player_bought_back(tournament: Tournament, event: happened.PlayerBoughtBack) -> Tournament:
    entrant = tournament.entrants[event.player]
    tournament = with_entrant(
        tournament,
        event.player,
        buy_backs=entrant.buy_backs + 1,
        bought_back=entrant.bought_back + event.amount,
    )
    out = tuple(player for player in tournament.out if player != event.player)
    return _with_money(replace(tournament, out=out), event.entries)


def time_limit_set(tournament: Tournament, event: happened.TimeLimitSet) -> Tournament:
    return replace(tournament, seconds=event.seconds)


def break_given(tournament: Tournament, event: happened.BreakGiven) -> Tournament:
    session = tournament.plan.name if tournament.phase is TournamentPhase.SESSION else ""
    given = Break(session, event.round, event.minutes, event.until)
    return replace(tournament, breaks=(*_breaks_over(tournament), given))


def break_ended(tournament: Tournament, event: happened.BreakEnded) -> Tournament:
    return replace(tournament, breaks=_breaks_over(tournament))


def _breaks_over(tournament: Tournament) -> tuple[Break, ...]:
    return tuple(replace(one, over=True) for one in tournament.breaks)


def elimination_undone(tournament: Tournament, event: happened.EliminationUndone) -> Tournament:
    paid = {"fee": tournament.entrants[event.player].fee + event.fee, "refunded": 0}
    tournament = with_entrant(tournament, event.player, fate=Fate.ENTERED, clause="", **paid)
    return _with_money(tournament, event.entries)


def chips_returned(tournament: Tournament, event: happened.ChipsReturned) -> Tournament:
    over = tournament.finished_tables or not tournament.results
    session = tournament.plan.name if over else tournament.results[-1].name
    return replace(tournament, returned=(*tournament.returned, (session, event.table)))


def tie_found(tournament: Tournament, event: happened.TieFound) -> Tournament:
    standings = {**tournament.standings, event.table: Standings(event.groups, event.round)}
    return replace(tournament, standings=standings)


def table_finished(tournament: Tournament, event: happened.TableFinished) -> Tournament:
    result = event.result
    standings = {table: one for table, one in tournament.standings.items() if table != result.table}
    over = tuple(sorted((*tournament.finished_tables, result), key=lambda one: one.table))
    out = (*tournament.out, *(p for p in result.eliminated if p not in tournament.out))
    points = dict(tournament.points)
    for player, earned in event.points.items():
        points[player] = points.get(player, 0) + earned
    tournament = replace(
        tournament, standings=standings, finished_tables=over, points=points, out=out
    )
    tournament = _with_money(tournament, event.entries)
    tables = {seat.table for seat in tournament.seats}
    if tables <= {one.table for one in over}:
        return _session_over(tournament, over)
    return tournament


def _session_over(tournament: Tournament, tables: tuple[TableResult, ...]) -> Tournament:
    """The tournament when the last table of a session is over."""
    session = SessionResult(tournament.plan.name, tables)
    advanced = session.advanced
    field, fallen = tournament.field, tournament.fallen
    if tournament.plan.entrants is Entrants.ELIMINATED:
        field = (*field, *advanced)
        fallen = tuple(player for player in fallen if player not in advanced)
    else:
        fallen = (
            *fallen,
            *(s.player for s in tournament.seats if s.player not in advanced),
        )
        field = advanced
    return _next_session(
        replace(tournament, results=(*tournament.results, session), field=field, fallen=fallen)
    )


def _next_session(tournament: Tournament) -> Tournament:
    tournament = replace(tournament, finished_tables=())
    level = level_for_prizes(tournament) if tournament.last_session else ()
    if tournament.level or (tournament.last_session and not level):
        return replace(tournament, phase=TournamentPhase.FINISHED)
    session = tournament.session + 1
    return replace(
        tournament, phase=TournamentPhase.BETWEEN, session=session, seats=(), level=level
    )


def session_recorded(tournament: Tournament, event: happened.SessionRecorded) -> Tournament:
    points = dict(tournament.points)
    for player, earned in event.points.items():
        points[player] = points.get(player, 0) + earned
    groups: dict[int, tuple[str, ...]] = {}
    for player, place in event.places.items():
        groups[place] = (*groups.get(place, ()), player)
    result = TableResult(1, tuple(groups[place] for place in sorted(groups)), {}, (), ())
    session = SessionResult(event.session, (result,))
    results = (*tournament.results, session)
    return _next_session(replace(tournament, points=points, results=results))


def prizes_awarded(tournament: Tournament, event: happened.PrizesAwarded) -> Tournament:
    return _with_money(replace(tournament, awards=event.prizes), event.entries)


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
    happened.TournamentPlanned: planned,
    happened.TournamentClockMoved: clock_moved,
    happened.CommissionApproved: commission_approved,
    happened.ConditionsPublished: conditions_published,
    happened.TournamentManagerAppointed: manager_appointed,
    happened.RegulatorTold: regulator_told,
    happened.TableDesignated: table_designated,
    happened.PlayerEntered: player_entered,
    happened.EntryRefused: entry_refused,
    happened.EntryWithdrawn: entry_withdrawn,
    happened.TournamentCancelled: cancelled,
    happened.SeatsDrawn: seats_drawn,
    happened.SeatTakenUp: seat_taken_up,
    happened.SessionChipsBought: session_chips_bought,
    happened.SessionStarted: session_started,
    happened.SessionMoved: session_moved,
    happened.ReserveSeated: reserve_seated,
    happened.SubstituteAdmitted: substitute_admitted,
    happened.PlayerDisqualified: player_disqualified,
    happened.PlayerBoughtBack: player_bought_back,
    happened.BreakGiven: break_given,
    happened.BreakEnded: break_ended,
    happened.EliminationUndone: elimination_undone,
    happened.TimeLimitSet: time_limit_set,
    happened.TournamentChipsCounted: unchanged,
    happened.ChipsReturned: chips_returned,
    happened.TieFound: tie_found,
    happened.TableFinished: table_finished,
    happened.SessionRecorded: session_recorded,
    happened.PrizesAwarded: prizes_awarded,
    LawAdopted: law_adopted,
    NoticeGiven: notice_given,
    DisputeRaised: dispute_raised,
    DisputeMoved: dispute_moved,
}
"""One function per event."""
