"""Brings a tournament to its end from wherever it has got to, by lawful steps alone.

It wants the prizes: a refund is looked for only where nobody can win, or too few have entered.
"""

from collections.abc import Iterator
from random import Random

from croupier.features.tournaments.rules.conditions import Seating
from croupier.features.tournaments.rules.conduct import DeclineBuyBack, Disqualify
from croupier.features.tournaments.rules.draft import players_who_may_buy_back
from croupier.features.tournaments.rules.entries import Cancel, DesignateTable, Enter
from croupier.features.tournaments.rules.interruptions import EndBreak
from croupier.features.tournaments.rules.placings import AwardPrizes, RecordSession
from croupier.features.tournaments.rules.seats import (
    AssignSeat,
    BuyChips,
    DrawSeats,
    StartSession,
    TakeSeat,
    seats_by_lot,
)
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase, participants
from croupier.features.tournaments.runner import TournamentRunner
from croupier.floor.one_table import basic_bot
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.state import Part
from croupier.games.table.contest.turns import contest_of, must_wager, tournament_law
from croupier.games.table.disputes import RAISED, DecideDispute
from croupier.games.table.rounds import Deal
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import Role
from tests.support.continuations import done_about

Step = tuple[Command, int | None]
"""A command, and the table that it is for; ``None`` at the desk."""
MOST_STEPS = 3_000
"""More than any of these tournaments needs."""
HOPELESS = ("prizes/nobody", "seats/too-few-entrants")
"""The refusals after which only a refund is left: nobody can win, or too few may still enter."""


class StuckError(AssertionError):
    """Nobody can do anything that brings the tournament nearer to its end."""


def is_over(house: TournamentRunner) -> bool:
    """Whether prizes were awarded, or everything was refunded."""
    tournament = house.tournament
    return tournament.awards is not None or tournament.phase is TournamentPhase.CANCELLED


def bring_to_an_end(house: TournamentRunner, chance: Random) -> None:
    """Take lawful steps until the prizes are awarded, or the fees are back."""
    for _ in range(MOST_STEPS):
        if is_over(house):
            return
        take_next_step(house, chance)
    raise StuckError(f"no end after {MOST_STEPS} steps: {house.tournament}")


def take_next_step(house: TournamentRunner, chance: Random) -> None:
    """Take the first step of those that might help which is lawful."""
    refusals: list[tuple[Command, Refused]] = []
    for command, table in next_steps(house, chance):
        answer = house.submit(command, table=table)
        if not isinstance(answer, Refused):
            return
        refusals.append((command, answer))
    tournament = house.tournament
    hopeless = any(answer.code in HOPELESS for _, answer in refusals)
    if hopeless and not isinstance(house.submit(_cancel(house)), Refused):
        return
    told = "\n".join(f"{command}: {answer}" for command, answer in refusals)
    raise StuckError(f"{tournament.phase}, {tournament.entrants}, {house.due}:\n{told}")


def _cancel(house: TournamentRunner) -> Cancel:
    return Cancel("nobody can win", by=tournament_law(house.law).pool.cancelled.value)


def next_steps(house: TournamentRunner, chance: Random) -> Iterator[Step]:
    """What might bring the tournament on, the likeliest first."""
    for command in _at_the_desk(house):
        yield command, None
    if house.tournament.phase is TournamentPhase.SESSION:
        for number, table in house.tables_now.items():
            if contest_of(table).part is not Part.OVER:
                for command in _at_table(house, number, table, chance):
                    yield command, number


def _at_the_desk(house: TournamentRunner) -> Iterator[Command]:
    tournament = house.tournament
    rules = tournament_law(house.law)
    manager = rules.entries.run_by.value
    for number, one in enumerate(tournament.disputes, 1):
        if one.step == RAISED and rules.disputes is not None:
            yield DecideDispute(number, "settled", by=rules.disputes.value)
    if tournament.on_break is not None:
        yield EndBreak(by=manager)
    match tournament.phase:
        case TournamentPhase.ENTRIES | TournamentPhase.BETWEEN | TournamentPhase.SEATING:
            yield from _before_a_session(house)
        case TournamentPhase.FINISHED:
            yield AwardPrizes(by=manager)
        case _:
            pass


def _before_a_session(house: TournamentRunner) -> Iterator[Command]:
    tournament = house.tournament
    rules, conditions = tournament_law(house.law), tournament.conditions
    manager, players = rules.entries.run_by.value, participants(tournament)
    wanted = max(conditions.minimum_players, conditions.sit_and_go)
    if not tournament.session and len(tournament.active) < wanted:
        name = f"p{len(tournament.entrants)}"
        yield Enter(name, by=Role.PLAYER)
    if tournament.plan.other_game:
        yield RecordSession({one: place for place, one in enumerate(players, 1)}, by=manager)
    if any(tournament.seat_of(one) is None for one in players):
        yield from _seats(tournament, manager)
    for one in tournament.seats:
        if not one.present:
            yield TakeSeat(one.player, by=Role.PLAYER)
        if conditions.buy_in and not one.bought:
            yield BuyChips(one.player, by=Role.PLAYER)
    for table in sorted({one.table for one in tournament.seats} - set(tournament.designated)):
        yield DesignateTable(table, by=manager)
    clock = tournament.clock
    at = tournament.starts if clock is None or clock < tournament.starts else None
    yield StartSession(by=manager, at=at)


def _seats(tournament: Tournament, manager: Role) -> Iterator[Command]:
    """How players without a seat may get one."""
    if tournament.conditions.seating is not Seating.LIST:
        yield DrawSeats(None, (), False, by=manager)
        return
    players = participants(tournament)
    taken = {(one.table, one.box) for one in tournament.seats}
    for seat in seats_by_lot(tournament, players, range(len(players))):
        for box in range(1, tournament.boxes + 1):
            if tournament.seat_of(seat.player) is None and (seat.table, box) not in taken:
                yield AssignSeat(seat.player, seat.table, box, by=manager)


def _at_table(
    house: TournamentRunner, number: int, table: BlackjackTable, chance: Random
) -> Iterator[Command]:
    tournament, manager = house.tournament, tournament_law(house.law).entries.run_by.value
    running = house.running_table_at(number)
    assert running is not None
    for owed in running.due[:1]:
        if (known := basic_bot(owed)) is not None:
            yield known
        elif (done := done_about(owed, house.law, table, chance)) is not None:
            yield done
    if table.round is not None:
        return
    if not contest_of(table).goes_on:
        for player in players_who_may_buy_back(tournament, table):
            yield DeclineBuyBack(player, by=manager)
    yield from _wagers(house, table)
    yield Deal(by=Role.DEALER)


def _wagers(house: TournamentRunner, table: BlackjackTable) -> Iterator[Command]:
    """How wagers that are missing or too small may come, or their owners go."""
    rules = tournament_law(house.law)
    lying = {stake.player: stake.amount for stake in table.wagers if stake.on == MAIN}
    minimum = table.limits.minimum
    for one in contest_of(table).in_play:
        if must_wager(table, one.player) or 0 < lying.get(one.player, 0) < minimum:
            if not one.present:
                yield TakeSeat(one.player, by=Role.PLAYER)
            amount = min(minimum - lying.get(one.player, 0), table.chips(one.player))
            yield PlaceWager(one.player, one.box, amount, by=Role.PLAYER)
            for ground in rules.seats.grounds:
                yield Disqualify(one.player, ground, by=rules.seats.disqualified_by.value)
