"""Seats and the start of a session: drawn or assigned, taken, chips bought, play begun."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import ClassVar

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.conditions import (
    Conditions,
    Entrants,
    Seating,
    SessionPlan,
)
from croupier.features.tournaments.rules.draft import (
    EntrantsCommand,
    ManagersCommand,
    TournamentDraft,
    contestant_at,
    dispute_open,
    entry_ended,
    not_in_progress,
    only_manager,
)
from croupier.features.tournaments.rules.state import (
    BEFORE_A_SESSION,
    Fate,
    Seat,
    Tournament,
    TournamentPhase,
    participants,
    post_entries,
    with_entrant,
    with_seat,
)
from croupier.games.blackjack.game import EVOLVERS as TABLE_EVOLVERS
from croupier.games.blackjack.state import BlackjackDraft, BlackjackTable
from croupier.games.table.choices import Choices, TournamentTerms
from croupier.games.table.contest.rounds import ContestBegan, PresenceChanged
from croupier.games.table.contest.state import NEVER_TAKEN, Contestant, Fall, Standing
from croupier.games.table.contest.turns import tournament_law
from croupier.games.table.draft import Outcome
from croupier.messages import ClockMoved, Event, Evolver, Refused
from croupier.money import Cents, Entry, transfer
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.tournaments import NoShow, TournamentLaw

# ---------------------------------------------------------------------------------------- commands


class DrawSeats(ManagersCommand, frozen=True, tag="draw-seats"):
    """Draws the seats of the next session."""

    seats: dict[str, str] | None = None
    """The outcome: player, and table and box as ``1/3``; ``None`` if lots decide."""
    lots: tuple[int, ...] = ()
    """A permutation of the players by which they are seated; used if no outcome is given."""
    seated: bool = False
    """Whether all players sit down at once."""
    withheld: ClassVar[tuple[str, ...]] = ("lots",)
    """The house draws the lots."""


class AssignSeat(ManagersCommand, frozen=True, tag="assign-seat"):
    """Assigns a player a seat in the next session."""

    player: str
    """The player."""
    table: int
    """The table, from 1."""
    box: int
    """The box, from 1."""


class TakeSeat(EntrantsCommand, frozen=True, tag="take-seat"):
    """Takes the assigned seat."""


class LeaveSeat(EntrantsCommand, frozen=True, tag="leave-seat"):
    """Leaves the assigned seat before the session."""


class BuyChips(EntrantsCommand, frozen=True, tag="buy-chips"):
    """Pays for the chips of the session."""


class StartSession(ManagersCommand, frozen=True, tag="start-session"):
    """Starts the session at all its tables."""

    notified: bool = False
    """Whether everybody entered was notified that it starts before the stated time."""


class MoveSession(ManagersCommand, frozen=True, tag="move-session"):
    """Moves the start of the next session."""

    starts: datetime
    """The new time."""
    notified: bool = False
    """Whether the players were notified in good time."""


# ------------------------------------------------------------------------------------------ events


class SeatsDrawn(Event, frozen=True, tag="seats-drawn"):
    """Seats were drawn or assigned for the next session."""

    session: str
    """Its name."""
    seats: tuple[Seat, ...]
    """The seats."""
    drawn: bool
    """Whether they were drawn by lot; else the manager assigned them."""
    clause: str
    """The clause that says how seats are assigned."""
    also: tuple[str, ...] = ()
    """Further clauses; empty if there are none."""
    lots: str = ""
    """The name of the seed that the lots follow from; empty if there was none: the seats were
    assigned or drawn by hand, or nobody commits to lots here."""


class SeatTakenUp(Event, frozen=True, tag="seat-taken-up"):
    """A player has taken the seat before the session, or left it."""

    player: str
    """The player."""
    present: bool
    """Whether the player is present now."""


class SessionChipsBought(Event, frozen=True, tag="session-chips-bought"):
    """A player paid for the chips of a session."""

    player: str
    """The player."""
    amount: Cents
    """The money."""
    entries: tuple[Entry, ...]
    """The postings."""
    clause: str
    """The clause that requires chips to be bought."""


class SessionStarted(Event, frozen=True, tag="session-started"):
    """A session began at all its tables."""

    session: str
    """Its name."""
    forfeited: tuple[str, ...]
    """The players who lost their places by being absent."""
    without_buy_in: tuple[str, ...]
    """The players eliminated because they did not buy chips."""
    clause: str
    """The clause that gives all players the same chips."""
    forfeit_clause: str
    """The clause by which places are lost; empty if none were."""


class SessionMoved(Event, frozen=True, tag="session-moved"):
    """The start of the next session was moved, with notice."""

    starts: datetime
    """The new time."""
    clause: str
    """The clause that lets the manager move it."""


# ------------------------------------------------------------------------- what each event changes


def seats_drawn(tournament: Tournament, event: SeatsDrawn) -> Tournament:
    return replace(tournament, seats=event.seats, phase=TournamentPhase.SEATING)


def seat_taken_up(tournament: Tournament, event: SeatTakenUp) -> Tournament:
    return with_seat(tournament, event.player, present=event.present)


def session_chips_bought(tournament: Tournament, event: SessionChipsBought) -> Tournament:
    tournament = with_seat(tournament, event.player, bought=True)
    paid = tournament.entrants[event.player].buy_ins + event.amount
    return post_entries(with_entrant(tournament, event.player, buy_ins=paid), event.entries)


def session_started(tournament: Tournament, event: SessionStarted) -> Tournament:
    for player in event.forfeited:
        tournament = with_entrant(
            tournament, player, fate=Fate.FORFEITED, clause=event.forfeit_clause
        )
    return replace(
        tournament,
        phase=TournamentPhase.SESSION,
        out=(*tournament.out, *event.without_buy_in),
        unpaid=(*tournament.unpaid, *event.without_buy_in),
        standings={},
        finished_tables=(),
    )


def session_moved(tournament: Tournament, event: SessionMoved) -> Tournament:
    return replace(tournament, starts=event.starts)


# ------------------------------------------------------------------------------------------- seats


def draw_seats(draft: TournamentDraft, command: DrawSeats) -> Refused | None:
    """Draw the seats of the next session."""
    rules, tournament = draft.rules.seats, draft.tournament
    refused = (
        only_manager(draft, command, rules.drawn)
        or not_in_progress(draft)
        or dispute_open(draft)
        or _session_on(draft)
        or _too_few(draft)
    )
    if refused:
        return refused
    if tournament.conditions.seating is Seating.LIST:
        why = "the manager assigns the seats, as the conditions say"
        return Refused("seats/assigned", rules.drawn.clause, why)
    players = participants(tournament)
    if command.seats is None:
        seats = seats_by_lot(tournament, players, command.lots)
    else:
        seats = tuple(read_seat(player, where) for player, where in command.seats.items())
    if wrong := seating_fault(tournament, players, seats):
        return Refused("seats/draw", rules.drawn.clause, wrong)
    _seat(draft, seats, seated=command.seated)
    return None


def _seat(draft: TournamentDraft, seats: tuple[Seat, ...], *, seated: bool) -> None:
    """Assign the seats that were drawn."""
    rules = draft.rules.seats
    says = rules.drawn
    also = () if rules.per_table is None else (rules.per_table.clause,)
    placed = tuple(
        Seat(one.player, one.table, one.box, present=seated)
        for one in sorted(seats, key=lambda seat: (seat.table, seat.box))
    )
    name = draft.tournament.plan.name
    draft.emit(SeatsDrawn(name, placed, drawn=True, clause=says.clause, also=(*says.also, *also)))


def _session_on(draft: TournamentDraft) -> Refused | None:
    """Refuse while the session before is not over, or if none follows."""
    tournament = draft.tournament
    if tournament.phase in BEFORE_A_SESSION:
        return None
    counted, drawn = draft.rules.places.counted, draft.rules.seats.drawn
    why = "all sessions are over"
    if tournament.phase is TournamentPhase.SESSION:
        why = f"the session {tournament.plan.name} is not over"
    return Refused("seats/not-over", counted.clause, why, (drawn.clause,))


def _too_few(draft: TournamentDraft) -> Refused | None:
    """Refuse the first session below the stated number of entrants.

    Reading TR13: the operator waits for more, or cancels.
    """
    tournament = draft.tournament
    least = tournament.conditions.minimum_players
    if tournament.session or len(tournament.active) >= least:
        return None
    why = f"{len(tournament.active)} have entered; the conditions require {least}"
    return Refused("seats/too-few-entrants", draft.rules.entries.numbers.clause, why)


def read_seat(player: str, where: str) -> Seat:
    """Return a seat as people write it: ``1/3`` is box 3 of table 1."""
    table, _, box = where.partition("/")
    known = table.isdecimal() and box.isdecimal()
    return Seat(player, int(table), int(box)) if known else Seat(player, 0, 0)


def seats_by_lot(
    tournament: Tournament, players: Sequence[str], lots: Sequence[int]
) -> tuple[Seat, ...]:
    """Return seats by a permutation of the players; tables differ by one player at most."""
    if sorted(lots) != list(range(len(players))):
        return ()
    if tournament.level:
        order = [players[lot] for lot in lots]
        own = ([one for one in order if one in group] for group in tournament.level)
        return tuple(
            Seat(player, table, box)
            for table, group in enumerate(own, 1)
            for box, player in enumerate(group, 1)
        )
    tables = min(tournament.plan.tables, len(players))
    return tuple(
        Seat(players[lot], place % tables + 1, place // tables + 1)
        for place, lot in enumerate(lots)
    )


def seating_fault(
    tournament: Tournament, players: Sequence[str], seats: Sequence[Seat]
) -> str | None:
    """Return what is wrong with a seating, in a sentence; ``None`` if nothing is."""
    names = [seat.player for seat in seats]
    if missing := [player for player in players if player not in names]:
        return f"the draw leaves out {', '.join(missing)}"
    if strangers := [name for name in names if name not in players]:
        return f"these do not play the session: {', '.join(strangers)}"
    places = [(seat.table, seat.box) for seat in seats]
    if twice := [place for place in places if places.count(place) > 1]:
        return f"box {twice[0][1]} of table {twice[0][0]} is given to two players"
    tables, boxes = tournament.plan.tables, tournament.boxes
    for seat in seats:
        if not (1 <= seat.table <= tables and 1 <= seat.box <= boxes):
            return f"{seat.player} has no such seat: tables 1 to {tables}, boxes 1 to {boxes}"
        if tournament.level and seat.player not in tournament.level[seat.table - 1]:
            return f"{seat.player} plays with those of equal points, and not at table {seat.table}"
    return None


def assign_seat(draft: TournamentDraft, command: AssignSeat) -> Refused | None:
    """Assign a player a seat in the next session."""
    rules, tournament = draft.rules.seats, draft.tournament
    refused = (
        only_manager(draft, command, rules.drawn) or not_in_progress(draft) or dispute_open(draft)
    )
    if refused:
        return refused
    if tournament.conditions.seating is not Seating.LIST:
        why = "seats are found by ballot, as the conditions say"
        return Refused("seats/ballot", rules.drawn.clause, why)
    assert rules.assigned is not None  # elsewhere conditions with a list are not published
    if refused := _session_on(draft) or _too_few(draft) or entry_ended(draft, command.player):
        return refused
    kept = [seat for seat in tournament.seats if seat.player != command.player]
    new = Seat(command.player, command.table, command.box)
    seats = (*kept, new)
    if wrong := _wrong_seat(tournament, seats, new):
        return Refused("seats/draw", rules.drawn.clause, wrong)
    placed = tuple(sorted(seats, key=lambda seat: (seat.table, seat.box)))
    clause = rules.assigned.clause
    draft.emit(SeatsDrawn(tournament.plan.name, placed, drawn=False, clause=clause))
    return None


def _wrong_seat(tournament: Tournament, seats: Iterable[Seat], new: Seat) -> str | None:
    if new.player not in participants(tournament):
        return f"{new.player} does not play the session"
    seats = tuple(seats)
    return seating_fault(tournament, [seat.player for seat in seats], seats)


def take_seat(draft: TournamentDraft, command: TakeSeat) -> Refused | None:
    """Record that a player is present."""
    return _presence(draft, command.player, present=True)


def leave_seat(draft: TournamentDraft, command: LeaveSeat) -> Refused | None:
    """Record that a player is absent."""
    return _presence(draft, command.player, present=False)


def _presence(draft: TournamentDraft, player: str, *, present: bool) -> Refused | None:
    if refused := not_in_progress(draft) or entry_ended(draft, player):
        return refused
    tournament = draft.tournament
    seat = tournament.seat_of(player)
    exclusive = draft.rules.seats.exclusive
    if seat is None:
        return Refused("seats/none", exclusive.clause, f"{player} has no seat in this session")
    if tournament.phase is TournamentPhase.SEATING:
        draft.emit(SeatTakenUp(player, present))
        return None
    one = contestant_at(draft, seat)
    if one is None:
        why = f"the session at table {seat.table} is over"
        return Refused("seats/none", exclusive.clause, why)
    if one.standing not in (Standing.IN, Standing.DONE):
        clause = draft.rules.wagers.unable.clause
        return Refused("seats/out", clause, f"{player} is no longer in the session")
    draft.at(seat.table).emit(PresenceChanged(player, present))
    return None


# --------------------------------------------------------------------------------------- the start


def buy_chips(draft: TournamentDraft, command: BuyChips) -> Refused | None:
    """Record the payment for the chips of a session."""
    if refused := not_in_progress(draft) or entry_ended(draft, command.player):
        return refused
    rules, tournament = draft.rules.wagers, draft.tournament
    seat, price = tournament.seat_of(command.player), tournament.conditions.buy_in
    if seat is None:
        why = f"{command.player} has no seat in this session"
        return Refused("seats/none", draft.rules.seats.exclusive.clause, why)
    if tournament.phase is not TournamentPhase.SEATING:
        why = "the session has begun: it is too late to buy chips"
        return Refused("chips/too-late", rules.no_buy_in.clause, why)
    if not price or seat.bought:
        why = "the chips are allotted" if not price else f"{command.player} has bought the chips"
        return Refused("chips/not-bought", rules.allotment.clause, why)
    entries = state.postings_entry(
        rules.allotment.clause,
        (state.player_account(command.player), -price),
        (state.buy_ins_account(tournament.name), price),
    )
    draft.emit(SessionChipsBought(command.player, price, entries, rules.allotment.clause))
    return None


def start_session(draft: TournamentDraft, command: StartSession) -> Refused | None:
    """Start the session: a player who is not there is absent, or has lost the place."""
    rules, tournament = draft.rules.seats, draft.tournament
    refused = (
        only_manager(draft, command, rules.moved) or not_in_progress(draft) or dispute_open(draft)
    )
    if refused:
        return refused
    if tournament.phase is not TournamentPhase.SEATING:
        why = "first draw the seats, for a session that has not started"
        return Refused("session/no-seats", rules.drawn.clause, why)
    left = [p for p in participants(tournament) if tournament.seat_of(p) is None]
    if left:
        why = f"these have no seat yet: {', '.join(left)}"
        return Refused("session/no-seats", rules.drawn.clause, why)
    refused = not_designated(draft, sorted({seat.table for seat in tournament.seats}))
    if refused := refused or _too_early(draft, command):
        return refused
    begin_session(draft)
    return None


def not_designated(draft: TournamentDraft, tables: Iterable[int]) -> Refused | None:
    """Refuse to play at tables that the manager has not designated.

    Reading U26: a session starts only at tables that were designated.
    """
    rule = draft.rules.entries.designated
    missing = undesignated_tables(draft.rules, draft.tournament, tables)
    if not missing:
        return None
    why = f"not designated for the tournament: table {', '.join(map(str, missing))}"
    return Refused("session/not-designated", rule.clause, why)


def undesignated_tables(
    rules: TournamentLaw, tournament: Tournament, tables: Iterable[int]
) -> list[int]:
    """Return the tables that are still to be designated.

    None where one clause has both tables and seats allotted: there the draw designates them.
    """
    if rules.entries.designated.clause == rules.seats.drawn.clause:
        return []
    return [table for table in tables if table not in tournament.designated]


def _too_early(draft: TournamentDraft, command: StartSession) -> Refused | None:
    """Refuse a start before the stated time without notice.

    Reading U24: everybody entered must have been notified.
    """
    tournament, says = draft.tournament, draft.rules.seats.moved
    if command.notified or not tournament.is_early:
        return None
    why = f"the session starts at {tournament.starts.isoformat()}; earlier only with notice to all"
    return Refused("session/too-early", says.clause, why)


def begin_session(draft: TournamentDraft) -> None:
    """Begin the session for which seats were assigned.

    Reading U24: before the stated time nobody forfeits a place.
    """
    rules, tournament = draft.rules, draft.tournament
    absent = [seat.player for seat in tournament.seats if not seat.present]
    lost = rules.seats.no_show.value is NoShow.FORFEITED and not tournament.is_early
    forfeited = tuple(absent) if lost else ()
    unpaid: tuple[str, ...] = ()
    if tournament.conditions.buy_in:
        unpaid = tuple(seat.player for seat in tournament.seats if not seat.bought)
    draft.emit(
        SessionStarted(
            tournament.plan.name,
            forfeited,
            unpaid,
            rules.wagers.allotment.clause,
            rules.seats.no_show.clause if forfeited else "",
        )
    )


def start_at_once(draft: TournamentDraft, lots: Sequence[int]) -> None:
    """Seat the entrants of a sit-and-go and begin."""
    tournament = draft.tournament
    number = tournament.conditions.sit_and_go
    if not number or len(tournament.active) < number:
        return
    seats = seats_by_lot(tournament, tournament.active, lots)
    if seating_fault(tournament, tournament.active, seats) is None:
        _seat(draft, seats, seated=True)
        begin_session(draft)


def move_session(draft: TournamentDraft, command: MoveSession) -> Refused | None:
    """Move the start of the next session, with notice."""
    says, tournament = draft.rules.seats.moved, draft.tournament
    refused = only_manager(draft, command, says) or not_in_progress(draft)
    if refused:
        return refused
    if tournament.phase not in BEFORE_A_SESSION:
        return Refused("session/begun", says.clause, "no session is still to start")
    if not command.notified:
        why = "a start is moved with reasonable notice to the players"
        return Refused("session/no-notice", says.clause, why)
    draft.emit(SessionMoved(command.starts, says.clause))
    return None


# --------------------------------------------------------------------------------------- the field


class FieldError(CroupierError):
    """A tournament has no use or no seats for this number of players."""


def players_of_sessions(conditions: Conditions, players: int, boxes: int) -> tuple[int, ...]:
    """Return how many play each session. Raise `FieldError` if they do not fit."""
    least, most = conditions.minimum_players, conditions.maximum_players
    if conditions.sit_and_go:
        least = most = conditions.sit_and_go
    if not least <= players <= most:
        span = f"{least} to {most}" if least < most else f"{least}"
        raise FieldError(f"--players: the conditions are for {span} players, not {players}")
    field, fallen = players, 0
    found = []
    for number, plan in enumerate(conditions.sessions):
        again = plan.entrants is Entrants.ELIMINATED
        count = players if number == 0 or conditions.by_points else fallen if again else field
        seats = plan.tables * boxes
        if count > seats:
            raise FieldError(
                f"--players: {count} would play the session {plan.name!r}, which seats {seats}"
            )
        if count == 0:
            raise FieldError(f"--players: nobody is left for the session {plan.name!r}")
        found.append(count)
        advanced = sum(min(plan.advance, size) for size in table_sizes(plan, count))
        if again:
            field, fallen = field + advanced, fallen - advanced
        else:
            field, fallen = advanced, fallen + count - advanced
    return tuple(found)


def table_sizes(plan: SessionPlan, players: int) -> list[int]:
    """Return how many players sit at each table of a session; they differ by one at most."""
    tables = min(plan.tables, players)
    return [(players - table + tables - 1) // tables for table in range(tables)]


# ----------------------------------------------------------------------------------- at the tables


FIRST_BOX = 1
"""The box at which the marker starts, or at the next player from there."""


def table_choices(tournament: Tournament, choices: Choices) -> Choices:
    """Return the choices of a session's table: the operator's, with what the conditions say."""
    conditions, plan = tournament.conditions, tournament.plan
    terms = TournamentTerms(
        tournament=tournament.name,
        session=plan.name,
        rounds=plan.rounds,
        levels=conditions.levels,
        unit=conditions.unit,
        eliminations=plan.eliminations,
        marker=conditions.order_of_wagering,
        deal_from_marker=conditions.deal_from_marker,
        pass_cards=conditions.pass_cards,
        undisclosed_wagers=conditions.undisclosed_wagers,
        wager_seconds=tournament.seconds,
    )
    return replace(
        choices,
        minimum=conditions.minimum,
        maximum=conditions.maximum,
        unit=conditions.step,
        tournament=terms,
    )


def begin_at_table(
    law: BlackjackLaw, tournament: Tournament, number: int, table: BlackjackTable
) -> Outcome:
    """Return how a session begins at one of its tables: contestants in their seats, with chips."""
    draft = BlackjackDraft(law, table, TABLE_EVOLVERS)
    clause = tournament_law(law).wagers.allotment.clause
    contestants = tuple(
        _contestant(law, tournament, seat) for seat in tournament.seats if seat.table == number
    )
    chips = tournament.conditions.chips_for(tournament.plan)
    till, conditions = table.till, tournament.conditions
    issued = tuple(
        transfer(till.float, till.chips(one.player), chips, clause)
        for one in contestants
        if one.standing is Standing.IN
    )
    marker = FIRST_BOX if conditions.order_of_wagering else 0
    rounds = tournament.plan.rounds
    rules = tournament_law(law)
    order = rules.wagers.order
    used = dict.fromkeys((order.provided.clause, order.marker.clause)) if marker else ()
    also = (rules.prevails.clause, *used)
    if tournament.clock is not None:
        draft.emit(ClockMoved(tournament.clock))
    draft.emit(ContestBegan(contestants, marker, rounds, tournament.seconds, issued, clause, also))
    return Outcome(draft.table, tuple(draft.events))


def _contestant(law: BlackjackLaw, tournament: Tournament, seat: Seat) -> Contestant:
    """Return a player in a seat as the session starts."""
    conditions, entrant = tournament.conditions, tournament.entrants[seat.player]
    one = Contestant(
        seat.player,
        seat.box,
        present=seat.present,
        passes=conditions.pass_cards,
        forms=conditions.undisclosed_wagers,
    )
    if entrant.fate is Fate.FORFEITED:
        return replace(one, standing=Standing.FORFEITED, clause=entrant.clause)
    if conditions.buy_in and not seat.bought:
        clause = tournament_law(law).wagers.no_buy_in.clause
        fall = Fall(0, 0, 0, NEVER_TAKEN)
        return replace(one, standing=Standing.ELIMINATED, clause=clause, fall=fall)
    return one


EVOLVERS: dict[type[Event], Evolver] = {
    SeatsDrawn: seats_drawn,
    SeatTakenUp: seat_taken_up,
    SessionChipsBought: session_chips_bought,
    SessionStarted: session_started,
    SessionMoved: session_moved,
}
"""What each event of this subject changes."""
