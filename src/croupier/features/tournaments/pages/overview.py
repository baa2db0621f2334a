"""A tournament as one viewer may see it: a pure function of its state and its tables."""

from datetime import timedelta

import msgspec

from croupier.display.viewers import noun_count
from croupier.features.tournaments.pages.own_place import (
    FATES,
    OwnPart,
    TournamentScene,
    capital,
    own_part,
)
from croupier.features.tournaments.pages.plain_words import PlainCondition, plain_conditions
from croupier.features.tournaments.rules.conditions import Conditions, SessionPlan
from croupier.features.tournaments.rules.due import TournamentDue, due
from croupier.features.tournaments.rules.interruptions import least_round, next_break
from croupier.features.tournaments.rules.placings import pool_amount, prize_amounts
from croupier.features.tournaments.rules.state import (
    Fate,
    Tournament,
    TournamentPhase,
    participants,
)
from croupier.features.tournaments.standings import players_to_start, standings, table_standings
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.state import Standing, marker_at
from croupier.games.table.contest.turns import contest_of
from croupier.money import Cents, in_dollars
from croupier.web.pages.table.contest import ordinal, tournament_title
from croupier.web.pages.times import Countdown, time_left

FAR_AWAY = timedelta(days=3650)
"""A start this far ahead means no stated time: the tournament starts when enough have entered."""


# ------------------------------------------------------------------------------------------- parts


class PathStep(msgspec.Struct, frozen=True):
    """A step on the way to the prizes."""

    name: str
    """The session, or the prizes."""
    count: str
    """How many sit down, or how much there is to win."""
    notes: tuple[tuple[str, str], ...]
    """What else there is to say, each with its clause; a clause may be empty."""
    state: str
    """``past``, ``here``, or empty for what is to come."""


class PlacedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the standings."""

    place: str
    """The place; empty before there is one."""
    name: str
    """The player's name."""
    seat: str
    """Where the player sits: ``box 3``; empty for nowhere."""
    chips: str
    """The chips; empty before any are counted."""
    distance: str = ""
    """How far from the last place that goes on; empty if nobody goes on."""
    note: str = ""
    """``absent``, ``out, round 4`` and so on; often empty."""
    mine: bool = False
    """Whether it is the viewer."""
    cut: bool = False
    """Whether it is the last place that goes on."""
    out: bool = False
    """Whether the player is no longer in."""


class StandingsPart(msgspec.Struct, frozen=True):
    """The standings at a table, or of a whole tournament."""

    title: str
    """The table, or what is listed."""
    note: str
    """Who goes on, or in which order."""
    address: str
    """Where the table is watched; empty without one."""
    players: tuple[PlacedPlayer, ...]
    """The players, the best first."""


class DrawnTable(msgspec.Struct, frozen=True):
    """The seats at a table, as drawn."""

    number: int
    """The table, from 1."""
    seats: tuple[tuple[int, str, bool, bool], ...]
    """Box, name, whether it is the viewer, whether the player is there."""


class PrizeLine(msgspec.Struct, frozen=True):
    """What a place is paid, or a player was awarded."""

    who: str
    """The place or the player."""
    share: str
    """The share of the pool; empty once prizes are awarded."""
    amount: str
    """How much."""
    mine: bool = False
    """Whether it is the viewer's."""


class ComingStep(msgspec.Struct, frozen=True):
    """Something that happens next."""

    when: str
    """The time, or ``now``; empty if none is set."""
    text: str
    """What happens."""
    clause: str
    """The clause that asks for it; empty if none does."""
    here: bool = False
    """Whether it is what the tournament waits for."""


Fact = tuple[str, str, str]
"""A figure of a session: its name, the figure, a note that may be empty."""


class TournamentPage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the page of a tournament shows."""

    id: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    book: str
    """The rulebook, by its name for programs."""
    game: str
    """The game's name for programs."""
    about: str
    """Game, time and entries in a line."""
    until: Countdown | None
    """What comes, how long that takes in words, and when, for scripts; ``None`` if no time is set.
    """
    path: tuple[PathStep, ...]
    """The sessions and the prizes."""
    own: OwnPart
    """The viewer's own place."""
    facts: tuple[Fact, ...]
    """Figures of the session; empty when none is played."""
    rounds: tuple[int, int] | None
    """The present round and how many there are; ``None`` when no rounds are played."""
    standings: tuple[StandingsPart, ...]
    """Table by table, or over all sessions; empty before the first round."""
    drawn: tuple[DrawnTable, ...]
    """The seats; empty before they are drawn."""
    drawn_clause: str
    """The clause by which they are drawn."""
    entered: tuple[str, ...]
    """The names of the entrants, in the order of entering."""
    prizes: tuple[PrizeLine, ...]
    """What each place is paid, or who was awarded what."""
    pool: str
    """What is paid out."""
    pool_clause: str
    """The clause by which all of it is."""
    coming: tuple[ComingStep, ...]
    """What happens next; empty when it is over."""
    conditions: tuple[PlainCondition, ...]
    """The conditions in plain words."""
    follows: tuple[str, ...]
    """The tables whose changes concern the page."""
    rests: str = ""
    """Why the tournament rests; empty if it is played."""


def tournament_page(scene: TournamentScene) -> TournamentPage:
    """Return the page of a tournament for one viewer."""
    tournament, law = scene.tournament, scene.law
    seats = tournament.phase in (TournamentPhase.SEATING, TournamentPhase.SESSION)
    pool = prize_pool(tournament)
    return TournamentPage(
        id=tournament.name,
        title=tournament_title(tournament.name),
        book=law.book,
        game=law.game,
        about=about_line(scene),
        until=countdown(scene),
        path=tuple(_path(scene)),
        own=own_part(scene),
        facts=tuple(_facts(scene)) if scene.in_session else (),
        rounds=rounds_of(scene),
        standings=standings_parts(scene),
        drawn=_drawn_tables(scene) if seats else (),
        drawn_clause=scene.rules.seats.drawn.clause,
        entered=tuple(scene.name(one) for one in tournament.active),
        prizes=prize_list(scene),
        pool=in_dollars(pool),
        pool_clause=scene.rules.pool.all_paid_out.clause,
        coming=tuple(coming_steps(scene)),
        conditions=plain_conditions(law, tournament.conditions, scene.clock),
        follows=tuple(scene.table_names.values()),
        rests=scene.rests,
    )


# ------------------------------------------------------------------------------------ head and path


def about_line(scene: TournamentScene) -> str:
    """Return game, start and entries in a line."""
    tournament, given = scene.tournament, scene.tournament.conditions
    entered = len(tournament.active)
    parts = [f"{scene.law.title} tournament"]
    if starting := players_to_start(tournament):
        parts.append(f"starts as soon as {starting} have entered")
    elif (
        tournament.phase in (TournamentPhase.ENTRIES, TournamentPhase.SEATING)
        and not tournament.session
    ):
        parts.append(scene.clock(tournament.starts))
    parts.append(f"{entered} of {given.maximum_players} places taken")
    return " · ".join(parts)


def countdown(scene: TournamentScene) -> Countdown | None:
    """Return what comes by the clock: a session, the end of a break."""
    tournament = scene.tournament
    rest = tournament.on_break
    if rest is not None and rest.until is not None:
        return Countdown(
            "The break is over in", time_left(scene.now, rest.until), rest.until.isoformat()
        )
    waits = tournament.phase in (
        TournamentPhase.ENTRIES,
        TournamentPhase.SEATING,
        TournamentPhase.BETWEEN,
    )
    left = tournament.starts - scene.now
    if not waits or players_to_start(tournament) or not timedelta() < left < FAR_AWAY:
        return None
    label = f"{capital(tournament.plan.name)} at {scene.clock(tournament.starts)}, in"
    return Countdown(label, time_left(scene.now, tournament.starts), tournament.starts.isoformat())


def _path(scene: TournamentScene) -> list[PathStep]:
    tournament, rules = scene.tournament, scene.rules
    given = tournament.conditions
    found, field = [], max(len(tournament.active), given.sit_and_go, given.minimum_players)
    over = tournament.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)
    for index, plan in enumerate(given.sessions):
        state = "past" if over or index < tournament.session else ""
        if not over and index == tournament.session:
            state = "here"
            if tournament.phase in (TournamentPhase.SEATING, TournamentPhase.SESSION):
                field = len(participants(tournament))
        notes = [(_table_words(plan, given), "")]
        if plan.advance:
            words = f"{plan.advance} of each table go on"
            notes.append((words, rules.places.progress.clause))
        elif index == len(given.sessions) - 1:
            notes.append(("most chips win", rules.places.winner.clause))
        found.append(PathStep(capital(plan.name), str(field), tuple(notes), state))
        field = min(field, plan.tables * plan.advance) if plan.advance else field
    notes = [("all of the pool", rules.pool.all_paid_out.clause)]
    if given.buy_backs:
        notes.append(("buy-backs add to it", rules.places.buy_backs.clause))
    amount = in_dollars(prize_pool(tournament))
    state = "here" if tournament.phase is TournamentPhase.FINISHED else ""
    return [*found, PathStep("Prizes", amount, tuple(notes), state)]


def _table_words(plan: SessionPlan, given: Conditions) -> str:
    if plan.other_game:
        return "another game"
    chips = in_dollars(given.chips_for(plan))
    return f"{noun_count(plan.tables, 'table')}, {noun_count(plan.rounds, 'round')}, {chips} each"


# ---------------------------------------------------------------------------------------- standings


def rounds_of(scene: TournamentScene) -> tuple[int, int] | None:
    """Return the present round and the number of rounds; ``None`` if none are played."""
    if not scene.in_session:
        return None
    number = least_round(scene.tables)
    return (number, scene.tournament.plan.rounds) if number else None


def _facts(scene: TournamentScene) -> list[Fact]:
    tournament, plan = scene.tournament, scene.tournament.plan
    number = least_round(scene.tables)
    facts = [("Play-off", "a tie is played off", "")]
    if number:
        left = plan.rounds - number
        note = f"{left} more after it" if left else "the last"
        facts = [("Round", f"{number} of {plan.rounds}", note)]
    limits = next(iter(scene.tables.values())).limits
    span = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
    later = [one for one in tournament.conditions.levels if number <= one.after < plan.rounds]
    note = f"{in_dollars(later[0].minimum)} from round {later[0].after + 1}" if later else ""
    facts.append(("Wagers", span, note))
    if scene.me and (seat := tournament.seat_of(scene.me)) is not None:
        table = scene.tables.get(seat.table)
        if table is not None:
            facts += _own_facts(scene, table)
    rest = next_break(tournament, scene.tables)
    if rest is not None:
        facts.append(("Next break", f"{rest.minutes} minutes", f"after round {rest.after}"))
    return facts


def _own_facts(scene: TournamentScene, table: BlackjackTable) -> list[Fact]:
    """Return the viewer's place at the table, and the marker there."""
    facts = []
    contest = contest_of(table)
    if box := marker_at(contest):
        holder = next(one.player for one in contest.contestants if one.box == box)
        facts.append(("Marker", f"box {box}", scene.name(holder)))
    placed = table_standings(table)
    mine = next((one for one in placed if one.player == scene.me), None)
    if mine is not None and mine.playing:
        facts.append(("Your place", f"{ordinal(mine.place)} of {len(placed)}", ""))
    return facts


def standings_parts(scene: TournamentScene) -> tuple[StandingsPart, ...]:
    """Return the standings: table by table while rounds are played, else over the sessions."""
    if scene.in_session:
        return tuple(_at_table(scene, number, table) for number, table in scene.tables.items())
    if not scene.tournament.results:
        return ()
    lines = tuple(
        PlacedPlayer(
            place="" if one.place is None else str(one.place),
            name=scene.name(one.player),
            seat=one.session,
            chips="" if one.chips is None else in_dollars(one.chips),
            note=FATES.get(Fate(one.fate), ""),
            mine=one.player == scene.me,
        )
        for one in standings(scene.tournament)
        if one.session
    )
    return (StandingsPart("Results", "who came furthest first", "", lines),)


def _at_table(scene: TournamentScene, number: int, table: BlackjackTable) -> StandingsPart:
    contest, plan = contest_of(table), scene.tournament.plan
    placed = table_standings(table)
    playing = [one for one in placed if one.playing]
    goes_on = min(plan.advance, len(playing))
    last = playing[goes_on - 1].chips if goes_on else 0
    lines = []
    for index, one in enumerate(placed, 1):
        contestant = contest.contestant(one.player)
        assert contestant is not None
        note = ""
        if contestant.standing is Standing.ELIMINATED:
            fall = contestant.fall
            note = "out" if fall is None else f"out, round {fall.round}"
        elif contestant.standing not in (Standing.IN, Standing.DONE):
            note = contestant.standing.value
        elif not contestant.present:
            note = "absent"
        distance = in_dollars(one.chips - last, sign=True) if goes_on and one.playing else ""
        lines.append(
            PlacedPlayer(
                place=str(one.place) if one.playing else "",
                name=scene.name(one.player),
                seat=f"box {one.box}",
                chips=in_dollars(one.chips),
                distance="" if distance == "$0" else distance,
                note=note,
                mine=one.player == scene.me,
                cut=bool(goes_on) and index == goes_on,
                out=not one.playing,
            )
        )
    note = f"the first {goes_on} go on" if goes_on else "most chips win"
    address = f"/tables/{scene.table_names[number]}"
    return StandingsPart(f"Table {number}", note, address, tuple(lines))


def _drawn_tables(scene: TournamentScene) -> tuple[DrawnTable, ...]:
    tables: dict[int, list[tuple[int, str, bool, bool]]] = {}
    for seat in sorted(scene.tournament.seats, key=lambda one: (one.table, one.box)):
        line = seat.box, scene.name(seat.player), seat.player == scene.me, seat.present
        tables.setdefault(seat.table, []).append(line)
    return tuple(DrawnTable(number, tuple(seats)) for number, seats in tables.items())


# -------------------------------------------------------------------------------- prizes, what next


def prize_pool(tournament: Tournament) -> Cents:
    """Return what is paid out: the awards made, or the pool as it is, or will be at the start."""
    if tournament.awards is not None:
        return sum(tournament.awards.values())
    given = tournament.conditions
    starting = players_to_start(tournament)
    at_start = starting * (given.entry_fee - given.commission) + given.added
    return max(pool_amount(tournament), given.guarantee, at_start if starting else 0)


def prize_list(scene: TournamentScene) -> tuple[PrizeLine, ...]:
    """Return what each place is paid, or what each winner was awarded."""
    tournament = scene.tournament
    if tournament.awards is not None:
        return tuple(
            PrizeLine(scene.name(player), "", in_dollars(won), mine=player == scene.me)
            for player, won in tournament.awards.items()
        )
    shares = tournament.conditions.prizes
    amounts = prize_amounts(prize_pool(tournament), shares, len(shares))
    return tuple(
        PrizeLine(ordinal(place), f"{share.normalize():f} %", in_dollars(amount))
        for place, (share, amount) in enumerate(zip(shares, amounts, strict=False), 1)
    )


AWAITED = {
    "conditions": "The conditions are published",
    "manager": "Somebody is appointed to run it",
    "regulator": "The regulator gets a copy of the conditions",
    "entries": "More players enter",
    "draw": "Seats are drawn for {session}",
    "start": "{session} starts",
    "seat": "{player} takes the seat",
    "buy-in": "{player} buys the chips",
    "tables": "Table {table} is designated",
    "buy-back": "{player} may buy back",
    "wager": "{player} wagers at table {table}",
    "absence": "{player} is absent at table {table}: the manager decides",
    "deal": "Cards are dealt at table {table}",
    "play-off": "A tie is played off at table {table}",
    "break": "A break",
    "resume": "Play resumes",
    "dispute": "The manager decides a dispute",
    "prizes": "Prizes are awarded",
}
"""What a tournament waits for, as players read it; what is left out concerns only the staff."""
OWN_AWAITED = {
    "seat": "You take your seat",
    "buy-in": "You buy your chips",
    "buy-back": "You may buy back",
    "wager": "You wager at table {table}",
    "absence": "You are absent at table {table}: the manager decides",
}
"""The same where it concerns the viewer."""
MOST_AWAITED = 6
"""The most lines of what is awaited."""


def coming_steps(scene: TournamentScene) -> list[ComingStep]:
    """Return what is awaited now, then the sessions to come and the prizes."""
    tournament = scene.tournament
    if tournament.phase is TournamentPhase.CANCELLED or tournament.awards is not None:
        return []
    owed = [] if scene.rests else [one for one in _duties(scene) if one.what in AWAITED]
    found = [_awaited_step(scene, one) for one in owed[:MOST_AWAITED]]
    if len(owed) > MOST_AWAITED:
        found.append(ComingStep("", f"and {len(owed) - MOST_AWAITED} more", ""))
    rules, given = scene.rules, tournament.conditions
    for plan in given.sessions[tournament.session + 1 :]:
        if found:
            clause = rules.places.counted.clause
            found.append(ComingStep("", "Chips are counted; ties are decided", clause))
        found.append(ComingStep("", f"{capital(plan.name)}: {_table_words(plan, given)}", ""))
    if tournament.phase is not TournamentPhase.FINISHED:
        found.append(ComingStep("", "Prizes", rules.pool.all_paid_out.clause))
    return found


def _duties(scene: TournamentScene) -> tuple[TournamentDue, ...]:
    tournament = scene.tournament
    if tournament.clock is None or scene.now > tournament.clock:
        tournament = msgspec.structs.replace(tournament, clock=scene.now)
    return due(scene.law, tournament, scene.tables)


def _awaited_step(scene: TournamentScene, owed: TournamentDue) -> ComingStep:
    mine = bool(owed.player) and owed.player == scene.me
    words = (OWN_AWAITED if mine else AWAITED).get(owed.what, AWAITED[owed.what])
    words = words.format(
        session=capital(scene.tournament.plan.name),
        player=scene.name(owed.player),
        table=owed.table,
    )
    deadline = owed.deadline
    shown = deadline is not None and deadline - scene.now < FAR_AWAY
    when = f"{scene.clock(deadline)}" if shown and deadline is not None else "now"
    return ComingStep(when, words, owed.clause, here=True)
