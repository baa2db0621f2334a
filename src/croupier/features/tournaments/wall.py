"""The wall display of a tournament: clock, level, standings, seats, prizes, next break."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from croupier.display.documents import grid, page, paragraph
from croupier.display.viewers import Onlooker, Voice
from croupier.features.tournaments.narration import tournament_duty_sentence
from croupier.features.tournaments.rules.due import due
from croupier.features.tournaments.rules.interruptions import least_round, next_break
from croupier.features.tournaments.rules.placings import pool_amount, prize_amounts
from croupier.features.tournaments.rules.state import Fate, Tournament, TournamentPhase
from croupier.features.tournaments.standings import players_to_start, standings, table_standings
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.state import OVER
from croupier.games.table.contest.turns import contest_of, current_turn
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw

REFRESH_SECONDS = 5


class WallLine(msgspec.Struct, frozen=True):
    """A player on the wall display."""

    place: str
    """The place, from 1; empty if the player has none."""
    player: str
    """The player's name."""
    seat: str
    """Table and box, such as 1/3; empty if the player has no seat."""
    chips: str
    """The chips in front of the player, or the count; empty if there are none."""
    note: str
    """Remarks: out, marker, a prize; empty if there are none."""


class Wall(msgspec.Struct, frozen=True):
    """Everything on the wall display, in words."""

    title: str
    """The tournament."""
    clock: str
    """The time; empty if none is kept."""
    facts: tuple[tuple[str, str], ...]
    """Session, round, level, next level, break, pool: each with its name."""
    lines: tuple[WallLine, ...]
    """The players, leaders first."""
    prizes: tuple[tuple[str, str], ...]
    """What each place is paid."""
    late: tuple[str, ...]
    """What is overdue; empty if nothing is."""


def build_wall(
    law: BlackjackLaw,
    tournament: Tournament,
    tables: Mapping[int, BlackjackTable],
    now: datetime | None,
    title: str = "",
) -> Wall:
    """Return the wall display at a time that the caller provides."""
    if now is not None and (tournament.clock is None or now > tournament.clock):
        tournament = msgspec.structs.replace(tournament, clock=now)
    on = {number: one for number, one in tables.items() if one.contest is not None}
    owed = due(law, tournament, on)
    late = [tournament_duty_sentence(one, tournament, ONLOOKER) for one in owed if one.overdue]
    return Wall(
        title or tournament.name,
        "" if now is None else now.strftime("%H:%M:%S"),
        (*_session(tournament, on), *_breaks(tournament, on, now), *_money(tournament)),
        tuple(_lines(tournament, on)),
        tuple(_prizes(tournament)),
        tuple(late),
    )


ONLOOKER = Voice(Onlooker())


def _slowest(tables: Mapping[int, BlackjackTable]) -> BlackjackTable:
    """Return the slowest table of a session, of those whose rounds are not over."""
    return min(
        tables.values(),
        key=lambda table: (contest_of(table).part is OVER, contest_of(table).round),
    )


def _session(tournament: Tournament, tables: Mapping[int, BlackjackTable]) -> list[tuple[str, str]]:
    """Return where the tournament stands, and the limits."""
    if tournament.phase is not TournamentPhase.SESSION:
        over = tournament.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
        told = tournament.phase.value
        state = told if over else f"{told}: {tournament.plan.name}"
        return [("state", state), *_start(tournament)]
    number, plan = least_round(tables), tournament.plan
    facts = [("session", plan.name)]
    facts.append(("round", f"{number} of {plan.rounds}" if number else "play-off"))
    limits = _slowest(tables).limits
    facts.append(("limits", _span(limits.minimum, limits.maximum)))
    levels = tournament.conditions.levels if number else ()
    later = [one for one in levels if number <= one.after < plan.rounds]
    if later:
        facts.append(
            (
                "next level",
                f"{_span(later[0].minimum, later[0].maximum)} after round {later[0].after}",
            )
        )
    for table, one in tables.items():
        if (player := current_turn(one)) is not None:
            facts.append(("turn", f"{player.player}, table {table}"))
    return facts


def _span(minimum: Cents, maximum: Cents) -> str:
    return f"{in_dollars(minimum)} to {in_dollars(maximum)}"


def _start(tournament: Tournament) -> list[tuple[str, str]]:
    if (
        tournament.phase not in (TournamentPhase.ENTRIES, TournamentPhase.SEATING)
        or tournament.session
    ):
        return []
    if number := players_to_start(tournament):
        return [("starts", f"as soon as {number} have entered")]
    return [("starts", tournament.starts.isoformat(sep=" ", timespec="minutes"))]


def _breaks(
    tournament: Tournament, tables: Mapping[int, BlackjackTable], now: datetime | None
) -> list[tuple[str, str]]:
    """Return the break in progress, with the time left, or the next one."""
    current = tournament.on_break
    if current is not None:
        until = current.until
        if until is None:
            return [("break", "on")]
        left = "" if now is None else f", {_time_left(until - now)}"
        return [("break", f"until {until:%H:%M}{left}")]
    planned = next_break(tournament, tables)
    if planned is None:
        return []
    return [("next break", f"{planned.minutes} minutes after round {planned.after}")]


def _time_left(time: timedelta) -> str:
    seconds = int(time.total_seconds())
    return f"{seconds // 60}:{seconds % 60:02d} left" if seconds > 0 else "over"


def _money(tournament: Tournament) -> list[tuple[str, str]]:
    waiting = [name for name, one in tournament.entrants.items() if one.fate is Fate.RESERVE]
    facts = [("entries", str(len(tournament.active)))]
    facts += [("reserves", ", ".join(waiting))] if waiting else []
    return [*facts, ("prize pool", in_dollars(_pool(tournament)))]


def _pool(tournament: Tournament) -> Cents:
    """Return what is paid out: the awards made, or the pool with a guarantee."""
    if tournament.awards is not None:
        return sum(tournament.awards.values())
    return max(pool_amount(tournament), tournament.conditions.guarantee)


def _prizes(tournament: Tournament) -> list[tuple[str, str]]:
    if tournament.awards is not None:
        return [(player, in_dollars(won)) for player, won in tournament.awards.items()]
    winners = max(1, len(tournament.active))
    amounts = prize_amounts(_pool(tournament), tournament.conditions.prizes, winners)
    return [(str(place), in_dollars(amount)) for place, amount in enumerate(amounts, 1)]


def _lines(tournament: Tournament, tables: Mapping[int, BlackjackTable]) -> list[WallLine]:
    """Return the players at the tables by chips, or all players by their results so far."""
    if tournament.phase is not TournamentPhase.SESSION:
        seats = {one.player: f"{one.table}/{one.box}" for one in tournament.seats}
        return [
            WallLine(
                "" if one.place is None else str(one.place),
                one.player,
                seats.get(one.player, ""),
                "" if one.chips is None else in_dollars(one.chips),
                in_dollars(one.prize) if one.prize else one.session,
            )
            for one in standings(tournament)
        ]
    found = []
    for number, table in tables.items():
        contest = table.contest
        for one in table_standings(table):
            marker = contest is not None and contest.marker == one.box
            note = "out" if not one.playing else "marker" if marker else ""
            seat = f"{number}/{one.box}"
            found.append(WallLine(str(one.place), one.player, seat, in_dollars(one.chips), note))
    return found


HEADS = ("Place", "Player", "Seat", "Chips", "Note")


def wall_rows(wall: Wall) -> list[tuple[str, str, str, str, str]]:
    """Return the players as rows of a table."""
    return [(one.place, one.player, one.seat, one.chips, one.note) for one in wall.lines]


def wall_html(wall: Wall) -> str:
    """Return the wall display as a page that reloads itself."""
    parts = [paragraph(wall.clock, "faint")] if wall.clock else []
    parts += [paragraph(line, "late") for line in wall.late]
    parts.append(grid((), wall.facts))
    parts.append(grid(HEADS, wall_rows(wall)))
    parts.append(grid(("Prizes", ""), wall.prizes))
    return page(wall.title, parts, kind="wall", refresh_seconds=REFRESH_SECONDS)
