"""Seats for the next session: drawn or assigned, taken, and the start."""

from collections.abc import Iterable, Sequence

from croupier.floor.tournaments import accounts
from croupier.floor.tournaments.commands import (
    AssignSeat,
    BuyChips,
    DrawSeats,
    LeaveSeat,
    MoveSession,
    StartSession,
    TakeSeat,
)
from croupier.floor.tournaments.conditions import Seating
from croupier.floor.tournaments.draft import (
    TournamentDraft,
    contestant_at,
    gone,
    halted,
    not_on,
    only_manager,
)
from croupier.floor.tournaments.events import (
    SeatsDrawn,
    SeatTakenUp,
    SessionChipsBought,
    SessionMoved,
    SessionStarted,
)
from croupier.floor.tournaments.state import (
    BEFORE_A_SESSION,
    Seat,
    Tournament,
    TournamentPhase,
    participants,
)
from croupier.rulebooks.tournament_law import NoShow
from croupier.table.contest_events import PresenceChanged
from croupier.table.contest_state import Standing
from croupier.table.state import Refused


def draw_seats(draft: TournamentDraft, command: DrawSeats) -> Refused | None:
    """Draw the seats of the next session."""
    rules, tournament = draft.rules.seats, draft.tournament
    refused = (
        only_manager(draft, command, rules.drawn)
        or not_on(draft)
        or halted(draft)
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
        seats = seated_by_lot(tournament, players, command.lots)
    else:
        seats = tuple(seat_named(player, where) for player, where in command.seats.items())
    if wrong := wrong_seats(tournament, players, seats):
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
    """Refuse while the session before is not over, or none follows."""
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


def seat_named(player: str, where: str) -> Seat:
    """A seat as people write it: ``1/3`` is box 3 of table 1."""
    table, _, box = where.partition("/")
    known = table.isdecimal() and box.isdecimal()
    return Seat(player, int(table), int(box)) if known else Seat(player, 0, 0)


def seated_by_lot(
    tournament: Tournament, players: Sequence[str], lots: Sequence[int]
) -> tuple[Seat, ...]:
    """Seats by a permutation of the players; the sizes of tables differ by one at most."""
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


def wrong_seats(
    tournament: Tournament, players: Sequence[str], seats: Sequence[Seat]
) -> str | None:
    """What is wrong with a seating, in a sentence."""
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
    """Give a player a seat in the next session."""
    rules, tournament = draft.rules.seats, draft.tournament
    refused = only_manager(draft, command, rules.drawn) or not_on(draft) or halted(draft)
    if refused:
        return refused
    if tournament.conditions.seating is not Seating.LIST:
        why = "seats are found by ballot, as the conditions say"
        return Refused("seats/ballot", rules.drawn.clause, why)
    assert rules.assigned is not None  # elsewhere conditions with a list are not published
    if refused := _session_on(draft) or _too_few(draft) or gone(draft, command.player):
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
    return wrong_seats(tournament, [seat.player for seat in seats], seats)


def take_seat(draft: TournamentDraft, command: TakeSeat) -> Refused | None:
    """Record that a player is there."""
    return _presence(draft, command.player, present=True)


def leave_seat(draft: TournamentDraft, command: LeaveSeat) -> Refused | None:
    """Record that a player is not there."""
    return _presence(draft, command.player, present=False)


def _presence(draft: TournamentDraft, player: str, *, present: bool) -> Refused | None:
    if refused := not_on(draft) or gone(draft, player):
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


def buy_chips(draft: TournamentDraft, command: BuyChips) -> Refused | None:
    """Take the money for the chips of a session."""
    if refused := not_on(draft) or gone(draft, command.player):
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
    entries = accounts.moves(
        rules.allotment.clause,
        (accounts.player(command.player), -price),
        (accounts.buy_ins(tournament.name), price),
    )
    draft.emit(SessionChipsBought(command.player, price, entries, rules.allotment.clause))
    return None


def start_session(draft: TournamentDraft, command: StartSession) -> Refused | None:
    """Start the session: whoever is not there is absent, or has lost the place."""
    rules, tournament = draft.rules.seats, draft.tournament
    refused = only_manager(draft, command, rules.moved) or not_on(draft) or halted(draft)
    if refused:
        return refused
    if tournament.phase is not TournamentPhase.SEATING:
        why = "first draw the seats, for a session that has not started"
        return Refused("session/no-seats", rules.drawn.clause, why)
    left = [p for p in participants(tournament) if tournament.seat_of(p) is None]
    if left:
        why = f"these have no seat yet: {', '.join(left)}"
        return Refused("session/no-seats", rules.drawn.clause, why)
    start(draft)
    return None


def start(draft: TournamentDraft) -> None:
    """Begin the session that seats were found for."""
    rules, tournament = draft.rules, draft.tournament
    absent = [seat.player for seat in tournament.seats if not seat.present]
    lost = rules.seats.no_show.value is NoShow.FORFEITED
    forfeited = tuple(absent) if lost else ()
    unpaid: tuple[str, ...] = ()
    if tournament.conditions.buy_in:
        unpaid = tuple(
            seat.player
            for seat in tournament.seats
            if not seat.bought and seat.player not in forfeited
        )
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
    """Seat the entrants and begin, where a number of them start at once."""
    tournament = draft.tournament
    number = tournament.conditions.sit_and_go
    if not number or len(tournament.active) < number:
        return
    seats = seated_by_lot(tournament, tournament.active, lots)
    if wrong_seats(tournament, tournament.active, seats) is None:
        _seat(draft, seats, seated=True)
        start(draft)


def move_session(draft: TournamentDraft, command: MoveSession) -> Refused | None:
    """Move the start of the next session, with notice."""
    says, tournament = draft.rules.seats.moved, draft.tournament
    refused = only_manager(draft, command, says) or not_on(draft)
    if refused:
        return refused
    if tournament.phase not in BEFORE_A_SESSION:
        return Refused("session/begun", says.clause, "no session is still to start")
    if not command.notified:
        why = "a start is moved with reasonable notice to the players"
        return Refused("session/no-notice", says.clause, why)
    draft.emit(SessionMoved(command.starts, says.clause))
    return None
