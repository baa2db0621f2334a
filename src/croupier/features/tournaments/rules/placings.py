"""Places, ties and prizes: how a table is counted, which ties matter, and what the pool pays."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from msgspec.structs import replace

from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.conditions import MOST_BOXES, Conditions, Entrants, Ties
from croupier.features.tournaments.rules.draft import (
    ManagersCommand,
    TournamentDraft,
    dispute_open,
    not_in_progress,
    only_manager,
    players_who_may_buy_back,
    refuse_cards_out,
    table_in_progress,
)
from croupier.features.tournaments.rules.state import (
    BEFORE_A_SESSION,
    Fate,
    SessionResult,
    Standings,
    TableResult,
    Tournament,
    TournamentPhase,
    participants,
    post_entries,
    with_entrant,
)
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.rounds import ContestEnded, PlayOffBegan, fall_of
from croupier.games.table.contest.state import (
    OVER,
    ROUNDS,
    Contest,
    Contestant,
    Part,
    Standing,
    marker_at,
)
from croupier.games.table.contest.turns import contest_of, terms_of
from croupier.games.table.state import Table
from croupier.games.table.wagers import wager_return
from croupier.messages import Event, Evolver, Refused
from croupier.money import Cents, Entry, Posting, transfer

HIDDEN_CHIPS = "hid-chips"
"""The ground of a disqualification after which no chips are turned into cash."""


# ---------------------------------------------------------------------------------------- commands


class EndSession(ManagersCommand, frozen=True, tag="end-session"):
    """Ends the session at a table early."""

    table: int = 1
    """The table, from 1."""
    agreed: tuple[str, ...] = ()
    """The players who agree, if chips are exchanged for cash."""
    lots: tuple[int, ...] = ()
    """A permutation of the numbers from 0 to 9, by boxes: where nothing else decides, the lower
    number advances. Empty if lots decide nothing."""
    withheld: ClassVar[tuple[str, ...]] = ("lots",)
    """The house draws the lots."""


class RecordSession(ManagersCommand, frozen=True, tag="record-session"):
    """Records the outcome of a session of another game."""

    places: dict[str, int]
    """The place of each player, from 1."""


class AwardPrizes(ManagersCommand, frozen=True, tag="award-prizes"):
    """Pays out the pool."""


# ------------------------------------------------------------------------------------------ events


class TieFound(Event, frozen=True, tag="tie-found"):
    """Players are tied where it matters and play on; or a round of their play-off was counted."""

    table: int
    """The table, from 1."""
    groups: tuple[tuple[str, ...], ...]
    """All players from the best on, tied players together."""
    round: int
    """The round that was counted."""
    clause: str
    """The clause that requires a play-off."""


class TableFinished(Event, frozen=True, tag="table-finished"):
    """A session is over at a table, and its result announced."""

    result: TableResult
    """Places, counts, and who advances."""
    points: dict[str, Fraction]
    """What the places earn; empty if points do not decide."""
    entries: tuple[Entry, ...]
    """The postings of chips exchanged for cash; empty if none are."""
    clause: str
    """The clause that requires the announcement."""
    also: tuple[str, ...]
    """Further clauses that shaped it."""
    ballots: tuple[tuple[str, ...], ...] = ()
    """The players whose ties were decided by lot, tie by tie, in the order drawn; empty if no lot
    decided anything."""
    lots: str = ""
    """The name of the seed that the lots follow from; empty if there were no lots, or nobody
    commits to them here."""


class SessionRecorded(Event, frozen=True, tag="session-recorded"):
    """The outcome of a session of another game was recorded."""

    session: str
    """Its name."""
    places: dict[str, int]
    """The places of the players."""
    points: dict[str, Fraction]
    """The points that they earn."""
    clause: str
    """The clause that lets other games count."""


class SessionLapsed(Event, frozen=True, tag="session-lapsed"):
    """A session ended before its start: nobody was left to play it."""

    session: str
    """Its name."""
    clause: str
    """The clause by which the conditions say which session follows which."""


class PrizesAwarded(Event, frozen=True, tag="prizes-awarded"):
    """The pool was paid out."""

    prizes: dict[str, Cents]
    """What each winner receives."""
    entries: tuple[Entry, ...]
    """The postings: a guarantee met, and the prizes."""
    clause: str
    """The clause by which the whole pool is paid."""
    also: tuple[str, ...]
    """Further clauses that shaped it; empty if none did."""


# ------------------------------------------------------------------------- what each event changes


def tie_found(tournament: Tournament, event: TieFound) -> Tournament:
    standings = {**tournament.standings, event.table: Standings(event.groups, event.round)}
    return replace(tournament, standings=standings)


def table_finished(tournament: Tournament, event: TableFinished) -> Tournament:
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
    tournament = _without_cashed_buy_ins(post_entries(tournament, event.entries), event)
    tables = {seat.table for seat in tournament.seats}
    if tables <= {one.table for one in over}:
        return _end_of_session(tournament, over)
    return tournament


def _without_cashed_buy_ins(tournament: Tournament, event: TableFinished) -> Tournament:
    """Return the tournament with the buy-ins settled whose chips were turned into cash."""
    accounts = {one.account for entry in event.entries for one in entry.postings}
    for player in event.result.counts:
        if state.player_account(player) in accounts:
            tournament = with_entrant(tournament, player, buy_ins=0)
    return tournament


def _end_of_session(tournament: Tournament, tables: tuple[TableResult, ...]) -> Tournament:
    """Return the tournament when the last table of a session is over."""
    session = SessionResult(tournament.plan.name, tables)
    advanced = session.advancing_players
    field, fallen = tournament.field, tournament.fallen
    if tournament.plan.entrants is Entrants.ELIMINATED:
        field = (*field, *advanced)
        fallen = tuple(player for player in fallen if player not in advanced)
    else:
        stays_out = {*advanced, *tournament.unpaid}
        fallen = (*fallen, *(s.player for s in tournament.seats if s.player not in stays_out))
        field = advanced
    return _next_session(
        replace(tournament, results=(*tournament.results, session), field=field, fallen=fallen)
    )


def _next_session(tournament: Tournament) -> Tournament:
    tournament = replace(tournament, finished_tables=())
    # Players with equal points for prizes play one more session after the last. ``level`` is set
    # while they do, so that a second such session never follows.
    level = prize_ties(tournament) if tournament.last_session else ()
    if tournament.level or (tournament.last_session and not level):
        return replace(tournament, phase=TournamentPhase.FINISHED)
    session = tournament.session + 1
    return replace(
        tournament, phase=TournamentPhase.BETWEEN, session=session, seats=(), level=level
    )


def session_recorded(tournament: Tournament, event: SessionRecorded) -> Tournament:
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


def session_lapsed(tournament: Tournament, event: SessionLapsed) -> Tournament:
    results = (*tournament.results, SessionResult(event.session, ()))
    return _next_session(replace(tournament, results=results))


def prizes_awarded(tournament: Tournament, event: PrizesAwarded) -> Tournament:
    return post_entries(replace(tournament, awards=event.prizes), event.entries)


# ------------------------------------------------------------------------------- places and points


Groups = tuple[tuple[str, ...], ...]
"""Players from the best on, tied players together."""


def first_places(groups: Groups) -> list[tuple[int, tuple[str, ...]]]:
    """Return the first place of each group, with its players."""
    found, place = [], 1
    for group in groups:
        found.append((place, group))
        place += len(group)
    return found


def shares_differ(shares: Sequence[object], place: int, size: int) -> bool:
    """Return whether ``size`` places from ``place`` on have different shares, 0 after the last."""
    own = {shares[at - 1] if at <= len(shares) else 0 for at in range(place, place + size)}
    return len(own) > 1


def groups_by_points(tournament: Tournament) -> Groups:
    """Return the entrants by the points that they have earned."""
    scores: dict[Fraction, tuple[str, ...]] = {}
    for player in tournament.active:
        score = Fraction(tournament.points.get(player, 0))
        scores[score] = (*scores.get(score, ()), player)
    return tuple(scores[score] for score in sorted(scores, reverse=True))


def prize_ties(tournament: Tournament) -> Groups:
    """Return the groups with equal points that play extra rounds for their prizes.

    Each group plays at one table. Reading TR26: more than a table seats share their prizes.
    """
    conditions = tournament.conditions
    if not conditions.by_points or conditions.prize_ties is not Ties.PLAY_OFF:
        return ()
    return tuple(
        group
        for place, group in first_places(groups_by_points(tournament))
        if len(group) <= tournament.boxes and shares_differ(conditions.prizes, place, len(group))
    )


def first_place_of(tournament: Tournament, table: int) -> int:
    """Return the first of the places that are played for at a table of extra rounds."""
    group = tournament.level[table - 1]
    totals = first_places(groups_by_points(tournament))
    return next(place for place, level in totals if not set(level).isdisjoint(group))


def groups_after_extra_rounds(tournament: Tournament) -> Groups:
    """Return the order by points, in which extra rounds have placed those with equal points."""
    tables = {one.table: one.groups for one in tournament.results[-1].tables}
    found: list[tuple[str, ...]] = []
    for group in groups_by_points(tournament):
        own = (n for n, level in enumerate(tournament.level, 1) if not set(level).isdisjoint(group))
        found += tables.get(next(own, 0), (group,))
    return tuple(found)


# --------------------------------------------------------------------------------- placing a table


Merit = tuple[int, ...]
"""What decides a placing: greater is better, the most important first."""


def merit(table: BlackjackTable, one: Contestant) -> Merit:
    """Return the sort key of a contestant: chips, or for those out of chips how they lost them.

    Reading TR10: a player with nothing left, or too little to play on, is placed like those who
    were eliminated in the round.
    """
    fall = one.fall
    # True sorts above False: players who are still in stand above all who fell earlier.
    if fall is not None:
        return (False, fall.round, fall.chips, fall.wager, fall.taken)
    chips = table.chips(one.player)
    if chips >= table.limits.minimum:
        return (True, chips)
    last = fall_of(table, one.player)
    return (True, chips, last.wager, last.taken)


def group_by_merit(table: BlackjackTable, players: Iterable[Contestant]) -> Groups:
    """Return the players from the best on, tied players together."""
    # The box only fixes the order within a group, so that every run writes the same record.
    order = sorted(players, key=lambda one: (merit(table, one), -one.box), reverse=True)
    return tuple(
        tuple(one.player for one in level)
        for _, level in groupby(order, key=lambda one: merit(table, one))
    )


def table_ranking(table: BlackjackTable) -> Groups:
    """Return all players who have a place at a table, from the best on."""
    return group_by_merit(table, _ranked_players(table))


def _ranked_players(table: BlackjackTable) -> list[Contestant]:
    """Return all players who have a place at a table: neither disqualified nor forfeited.

    Reading U18: a player who was out before the first round, for want of a buy-in, has none either.
    """
    out = (Standing.DISQUALIFIED, Standing.FORFEITED)
    return [
        one
        for one in contest_of(table).contestants
        if one.standing not in out and (one.fall is None or one.fall.round > 0)
    ]


def refine_groups(table: BlackjackTable, groups: Groups) -> Groups:
    """Return the groups after a round of a play-off, which only tied players have played.

    Nobody passes another group; the others' chips have not changed, so they stay tied.
    """
    left = _ranked_players(table)
    return tuple(
        level
        for group in groups
        for level in group_by_merit(table, (one for one in left if one.player in group))
    )


# -------------------------------------------------------------------------------------------- ties


def tie_matters(tournament: Tournament, table: int, place: int, size: int) -> bool:
    """Return whether a tie from a place on decides who advances, or what they win."""
    conditions = tournament.conditions
    if tournament.level:
        first = first_place_of(tournament, table)
        return shares_differ(conditions.prizes, first + place - 1, size)
    if conditions.by_points:
        return shares_differ(conditions.points, place, size)
    if tournament.last_session:
        return shares_differ(conditions.prizes, place, size)
    # The group straddles the line: some of it would advance, and some would not.
    return place <= tournament.plan.advance < place + size - 1


def has_play_off(tournament: Tournament) -> bool:
    """Return whether a tie that matters in this session is played off."""
    conditions = tournament.conditions
    if conditions.by_points and not tournament.level:
        return conditions.point_ties is Ties.PLAY_OFF
    if tournament.last_session:
        return conditions.prize_ties is Ties.PLAY_OFF
    return conditions.ties is Ties.PLAY_OFF


def some_advance(tournament: Tournament) -> bool:
    """Return whether some players advance from this session and others do not."""
    return not tournament.conditions.by_points and not tournament.last_session


def has_ballot(tournament: Tournament) -> bool:
    """Return whether a ballot decides a tie that matters in this session."""
    return some_advance(tournament) and tournament.conditions.ties is Ties.BALLOT


# -------------------------------------------------------------------------------- counting a table


def may_be_over(tournament: Tournament, number: int, table: Table) -> bool:
    """Return whether a table of the session may be over.

    While wagers are on the layout, their round is still to come. Reading U20: a table at which all
    are out waits for those who may buy back.
    """
    contest = contest_of(table)
    if table.round is not None or table.wagers or contest.part is OVER:
        return False
    if not contest.goes_on:
        return not players_who_may_buy_back(tournament, table)
    if contest.part is ROUNDS:
        return contest.round > terms_of(table).rounds
    return contest.round - 1 > tournament.standings[number].round


def settle_table(draft: TournamentDraft, number: int, lots: Sequence[int]) -> None:
    """Count a table: require a play-off for a tie that matters, or announce the result.

    ``lots`` is a permutation of the boxes, for a tie that a ballot decides. Reading TR28: also for
    players who are tied and out in the same round, where nothing else says who advances.
    """
    table = draft.table(number)
    assert table is not None
    contest = contest_of(table)
    groups = _current_groups(draft.tournament, number, table)
    level = _players_to_play_off(draft.tournament, number, table, groups)
    if level:
        clause = draft.rules.places.play_off.clause
        draft.emit(TieFound(number, groups, contest.round - 1, clause))
        marker = marker_at(_contest_among(contest, level))
        draft.at(number).emit(PlayOffBegan(level, marker, clause))
        return
    _finish_by_lot(draft, number, groups, lots)


def _current_groups(tournament: Tournament, number: int, table: BlackjackTable) -> Groups:
    """Return the players of a table from the best on, by what a play-off has shown so far."""
    if contest_of(table).part is not Part.PLAY_OFF:
        return table_ranking(table)
    return refine_groups(table, tournament.standings[number].groups)


def _finish_by_lot(
    draft: TournamentDraft, number: int, groups: Groups, lots: Sequence[int]
) -> None:
    """Close a session at a table; lots say who advances where nothing else does."""
    tournament, contest = draft.tournament, contest_of(draft.at(number).table)
    lot = draft.rules.places.ballot if has_ballot(tournament) else None
    ballots: Groups = ()
    if some_advance(tournament):
        level = [
            group
            for place, group in first_places(groups)
            if tie_matters(tournament, number, place, len(group))
        ]
        groups = decide_by_ballot(tournament, number, contest, groups, lots)
        order = [player for group in groups for player in group]
        ballots = tuple(tuple(one for one in order if one in group) for group in level)
    shaped_by = () if lot is None else (lot.clause,)
    finish_table(draft, number, groups, shaped_by=shaped_by, ballots=ballots)


def _players_to_play_off(
    tournament: Tournament, number: int, table: BlackjackTable, groups: Groups
) -> tuple[str, ...]:
    """Return the players who are tied where it matters and can play on."""
    if not has_play_off(tournament):
        return ()
    minimum = table.limits.minimum
    able = {one.player for one in contest_of(table).in_play if table.chips(one.player) >= minimum}
    level: list[str] = []
    for place, group in first_places(groups):
        # All of a group or none: a player below the minimum could not wager in the play-off.
        if tie_matters(tournament, number, place, len(group)) and able.issuperset(group):
            level += group
    return tuple(level)


def _contest_among(contest: Contest, players: tuple[str, ...]) -> Contest:
    """Return a session with only some of its players still in."""
    kept = tuple(one for one in contest.contestants if one.player in players)
    return Contest(contestants=kept, marker=contest.marker)


def decide_by_ballot(
    tournament: Tournament, number: int, contest: Contest, groups: Groups, lots: Sequence[int]
) -> Groups:
    """Return the groups with the ties that matter decided by lot."""
    boxes = {one.player: one.box for one in contest.contestants}
    found: list[tuple[str, ...]] = []
    for place, group in first_places(groups):
        if tie_matters(tournament, number, place, len(group)):
            order = sorted(group, key=lambda player: lots[boxes[player]])
            found += [(player,) for player in order]
        else:
            found.append(group)
    return tuple(found)


def finish_table(
    draft: TournamentDraft,
    number: int,
    groups: Groups,
    *,
    shaped_by: tuple[str, ...],
    ballots: Groups,
) -> None:
    """Close a session at a table: return the chips, announce the result.

    ``ballots`` are the ties that lots have decided, each in the order drawn.
    """
    table = draft.at(number)
    contest = contest_of(table.table)
    rules, tournament = draft.rules, draft.tournament
    counts = {one.player: table.table.chips(one.player) for one in contest.contestants}
    counted = rules.places.counted
    till = table.table.till
    entries = tuple(
        transfer(till.chips(player), till.float, held, rules.wagers.kept_by_operator.clause)
        for player, held in counts.items()
        if held
    )
    for stake in table.table.wagers:
        raise AssertionError(f"{stake.player}'s wager lies on the layout at the end")
    table.emit(ContestEnded(counts, entries, counted.clause))
    order = [player for group in groups for player in group]
    out = tuple(one.player for one in contest.contestants if one.standing is Standing.ELIMINATED)
    result = TableResult(number, groups, counts, tuple(order[: tournament.plan.advance]), out)
    earned = tournament.conditions.by_points and not tournament.level
    points = points_by_player(tournament.conditions, groups) if earned else {}
    also = (rules.places.winner.clause, rules.places.progress.clause, *shaped_by)
    short = any(counts[player] < table.table.limits.minimum for player in order)
    if out or short or any(len(group) > 1 for group in groups):
        also = (*also, rules.places.same_round.clause)
    cash = _cash_out_entries(draft, contest, counts)
    draft.emit(TableFinished(result, points, cash, counted.clause, also, ballots))


def _cash_out_entries(
    draft: TournamentDraft, contest: Contest, counts: dict[str, int]
) -> tuple[Entry, ...]:
    """Return the postings of chips exchanged at face value, if the conditions say so.

    Reading U17: a player who was disqualified for hiding chips is paid nothing for them.
    """
    if not draft.tournament.conditions.cash_out:
        return ()
    agreed = draft.rules.places.all_agree
    clause = "" if agreed is None else agreed.clause
    entrants = draft.tournament.entrants
    paid = [
        Posting(state.player_account(one.player), counts[one.player])
        for one in contest.contestants
        if counts[one.player] and entrants[one.player].ground != HIDDEN_CHIPS
    ]
    if not paid:
        return ()
    operator = Posting(
        state.cash_out_account(draft.tournament.name), -sum(one.amount for one in paid)
    )
    return (Entry((operator, *paid), clause),)


def points_by_player(conditions: Conditions, groups: Groups) -> dict[str, Fraction]:
    """Return what places earn: tied places share their points equally."""
    earned: dict[str, Fraction] = {}
    for place, group in first_places(groups):
        shares = conditions.points[place - 1 : place - 1 + len(group)]
        share = sum((Fraction(one) for one in shares), start=Fraction(0)) / len(group)
        earned |= dict.fromkeys(group, share)
    return earned


def end_session(draft: TournamentDraft, command: EndSession) -> Refused | None:
    """End the session at a table early, once it is known who advances.

    Reading TR30: in a play-off that is so as soon as no tie that matters is left. Reading U20: not
    while somebody may buy back.
    """
    says, tournament = draft.rules.places.ended_early, draft.tournament
    refused = only_manager(draft, command, says) or not_in_progress(draft) or dispute_open(draft)
    if refused:
        return refused
    here = table_in_progress(draft, command.table)
    if here is None:
        why = f"no session is on at table {command.table}"
        return Refused("session/not-on", says.clause, why, says.also)
    if refused := refuse_cards_out(draft, command.table, says.clause):
        return refused
    if refused := _still_open(draft, here) or _not_agreed(draft, here, command.agreed):
        return refused
    table = draft.at(command.table)
    # Wagers on the layout count for the placing, so they go back first. If the end is refused
    # after all, the whole draft is dropped.
    for stake in here.wagers:
        table.emit(wager_return(here.till, stake, says.clause, "no further round is played"))
    groups = _current_groups(tournament, command.table, table.table)
    if level := _players_to_play_off(tournament, command.table, table.table, groups):
        why = f"those who go on are not known yet: {', '.join(level)} play a tie off"
        return Refused("session/open", says.clause, why, says.also)
    if refused := _without_lots(draft, command, groups):
        return refused
    _finish_by_lot(draft, command.table, groups, command.lots)
    return None


def _still_open(draft: TournamentDraft, table: BlackjackTable) -> Refused | None:
    """Refuse an early end while it is not known who advances."""
    places, tournament, contest = draft.rules.places, draft.tournament, contest_of(table)
    says = places.ended_early
    if waits := players_who_may_buy_back(tournament, table):
        why = f"those who go on are not known yet: {', '.join(waits)} may still buy back"
        return Refused("session/open", says.clause, why, (*says.also, places.buy_backs.clause))
    left = _players_left(contest)
    if len(left) <= max(1, tournament.plan.advance) or contest.part is Part.PLAY_OFF:
        return None
    why = f"those who go on are not known yet: {', '.join(left)} are still in"
    return Refused("session/open", says.clause, why, says.also)


def _players_left(contest: Contest) -> list[str]:
    left = (Standing.IN, Standing.DONE)
    return [one.player for one in contest.contestants if one.standing in left]


def _not_agreed(
    draft: TournamentDraft, table: BlackjackTable, agreed: Sequence[str]
) -> Refused | None:
    """Refuse an early end to which not all agree, if chips are exchanged for cash."""
    says = draft.rules.places.all_agree
    if says is None or not draft.tournament.conditions.cash_out:
        return None
    missing = [player for player in _players_left(contest_of(table)) if player not in agreed]
    if not missing:
        return None
    why = f"all must agree to turn chips into cash; still missing: {', '.join(missing)}"
    return Refused("session/not-agreed", says.clause, why)


def _without_lots(draft: TournamentDraft, command: EndSession, groups: Groups) -> Refused | None:
    """Refuse lots that are not a valid draw, or none where they decide.

    Reading TR28: nothing else may decide between players who are out in the same round.
    """
    decide = some_advance(draft.tournament) and any(
        tie_matters(draft.tournament, command.table, place, len(group))
        for place, group in first_places(groups)
    )
    fair = sorted(command.lots) == list(range(MOST_BOXES + 1))
    if fair or not (decide or command.lots):
        return None
    why = f"lots are each number from 0 to {MOST_BOXES} once, in the order drawn"
    return Refused("session/lots", draft.rules.places.counted.clause, why)


def record_session(draft: TournamentDraft, command: RecordSession) -> Refused | None:
    """Record the outcome of a session of another game."""
    says = draft.rules.places.points
    tournament = draft.tournament
    clause = draft.rules.places.winner.clause if says is None else says.clause
    role = only_manager(draft, command, says or draft.rules.places.winner)
    if refused := role or not_in_progress(draft):
        return refused
    due = tournament.phase in BEFORE_A_SESSION
    if not tournament.plan.other_game or not due:
        why = "the next session is not another game"
        return Refused("session/not-recorded", clause, why)
    players = participants(tournament)
    if set(command.places) != set(players) or any(at < 1 for at in command.places.values()):
        why = f"give each of these a place from 1 on: {', '.join(players)}"
        return Refused("session/places", clause, why)
    groups: dict[int, list[str]] = {}
    for player, place in command.places.items():
        groups.setdefault(place, []).append(player)
    order = tuple(tuple(groups[place]) for place in sorted(groups))
    earned = points_by_player(tournament.conditions, order)
    draft.emit(SessionRecorded(tournament.plan.name, dict(command.places), earned, clause))
    return None


def end_empty_sessions(draft: TournamentDraft) -> None:
    """End the coming sessions that nobody is left to play.

    Reading U28: such a session ends at once, and the next one follows.
    """
    clause = draft.rules.entries.statements["sessions"].clause
    while _is_next_session_empty(draft.tournament):
        draft.emit(SessionLapsed(draft.tournament.plan.name, clause))


def _is_next_session_empty(tournament: Tournament) -> bool:
    """Return whether the next session has nobody to play it; while entries are open it may have."""
    waits = (TournamentPhase.SEATING, TournamentPhase.BETWEEN)
    return tournament.phase in waits and not participants(tournament)


# ------------------------------------------------------------------------------------------ prizes


def prize_amounts(pool: Cents, shares: Sequence[Decimal], winners: int) -> list[Cents]:
    """Return the prizes of places 1, 2 and so on, in whole cents; the rest goes to first place.

    There is at least one winner. Prizes without a winner go to first place too.
    """
    amounts = [int(pool * share / 100) for share in shares]
    kept = amounts[:winners]
    kept[0] += pool - sum(kept)
    return kept


def divide_pool(
    pool: Cents, shares: Sequence[Decimal], groups: Groups, order: Mapping[str, tuple[int, int]]
) -> dict[str, Cents]:
    """Return what each winner is paid; tied players share their prizes equally.

    ``order`` is the table and box of each: odd cents go one each from the lowest on.
    """
    winners = sum(len(group) for group in groups)
    amounts = prize_amounts(pool, shares, winners)
    paid: dict[str, Cents] = {}
    for place, group in first_places(groups):
        together = sum(amounts[place - 1 : place - 1 + len(group)])
        each, odd = divmod(together, len(group))
        first = sorted(group, key=lambda player: order.get(player, (0, 0)))
        for number, player in enumerate(first):
            if amount := each + (number < odd):
                paid[player] = amount
    return paid


def final_groups(tournament: Tournament) -> Groups:
    """Return the players with a final place, best first."""
    entered = {name for name, one in tournament.entrants.items() if one.fate is Fate.ENTERED}
    last = tournament.results[-1].tables
    groups = tuple(group for table in last for group in table.groups)
    if tournament.conditions.by_points:
        groups = (
            groups_after_extra_rounds(tournament)
            if tournament.level
            else groups_by_points(tournament)
        )
    left = (tuple(player for player in group if player in entered) for group in groups)
    return tuple(group for group in left if group)


def pool_amount(tournament: Tournament) -> Cents:
    """Return what is in the prize pool."""
    return tournament.balances.get(state.pool_account(tournament.name), 0)


def award_prizes(draft: TournamentDraft, command: AwardPrizes) -> Refused | None:
    """Pay out the pool, with what a guarantee adds."""
    rules, tournament = draft.rules, draft.tournament
    counted, whole = rules.places.counted, rules.pool.all_paid_out
    refused = only_manager(draft, command, counted) or not_in_progress(draft) or dispute_open(draft)
    if refused:
        return refused
    if tournament.phase is not TournamentPhase.FINISHED:
        why = "prizes are awarded when the last session is over"
        return Refused("prizes/too-early", counted.clause, why, (whole.clause,))
    if tournament.awards is not None:
        return Refused("prizes/awarded", whole.clause, "the prizes are awarded")
    groups = final_groups(tournament)
    if not groups:
        return Refused("prizes/nobody", whole.clause, "nobody is left to pay")
    conditions, name = tournament.conditions, tournament.name
    pool = pool_amount(tournament)
    topped_up = max(0, conditions.guarantee - pool)
    guaranteed = rules.pool.guaranteed or whole
    entries: list[Entry] = list(
        state.postings_entry(
            guaranteed.clause,
            (state.guarantee_account(name), -topped_up),
            (state.pool_account(name), topped_up),
        )
    )
    order = {seat.player: (seat.table, seat.box) for seat in tournament.seats}
    prizes = divide_pool(pool + topped_up, conditions.prizes, groups, order)
    if prizes:
        paid = tuple(Posting(state.player_account(one), amount) for one, amount in prizes.items())
        out = Posting(state.pool_account(name), -sum(prizes.values()))
        entries.append(Entry((out, *paid), whole.clause))
    also = (counted.clause, *whole.also, *((guaranteed.clause,) if topped_up else ()))
    shared = rules.places.sharing
    if shared is not None and any(len(group) > 1 for group in groups):
        also = (*also, shared.clause)
    draft.emit(PrizesAwarded(prizes, tuple(entries), whole.clause, also))
    return None


EVOLVERS: dict[type[Event], Evolver] = {
    TieFound: tie_found,
    TableFinished: table_finished,
    SessionRecorded: session_recorded,
    SessionLapsed: session_lapsed,
    PrizesAwarded: prizes_awarded,
}
"""What each event of this subject changes."""
