"""The rounds of a tournament session: wagers corrected, eliminations, limits, void rounds."""

from typing import TypeVar

from msgspec.structs import replace

from croupier.games.table.contest.state import (
    IN,
    NEVER_TAKEN,
    ROUNDS,
    Contest,
    Contestant,
    Fall,
    Part,
    Standing,
    marker_at,
    next_marker,
    with_contestant,
)
from croupier.games.table.contest.turns import (
    MADE_UP,
    contest_of,
    players_to_wager,
    settlements_of_successor,
    terms_of,
    tournament_law,
    with_successor,
)
from croupier.games.table.draft import TableDraft
from croupier.games.table.rounds import LOSE, VOID, PastRoundVoided
from croupier.games.table.signs import LimitsChanged
from croupier.games.table.state import MAIN, Limits, Line, Player, Stake, Table
from croupier.games.table.wagers import PlaceWager, lay_wager, part_of, wager_return
from croupier.messages import Event, Evolver
from croupier.money import Cents, Entry, balances_after, transfer
from croupier.rulebooks import Role


class ContestBegan(Event, frozen=True, tag="contest-began"):
    """A session began at the table, and the chips were issued."""

    contestants: tuple[Contestant, ...]
    """Who was given which seat."""
    marker: int
    """The box where the marker lies; 0 if none is used."""
    rounds: int
    """How many rounds the session has."""
    seconds: int
    """Time for a wager; 0 if there is no limit."""
    entries: tuple[Entry, ...]
    """The postings: from the float to the players."""
    clause: str
    """The clause that has everybody start with the same chips."""
    also: tuple[str, ...] = ()
    """Further clauses, such as the one by which the rules of tournaments prevail."""


class PresenceChanged(Event, frozen=True, tag="presence-changed"):
    """A player has come to the seat, or left it."""

    player: str
    """Who comes or goes."""
    present: bool
    """Whether the player is there now."""


class WagersLimitedInTime(Event, frozen=True, tag="wagers-limited-in-time"):
    """Wagers must be made within a time."""

    seconds: int
    """How long; 0 if there is no limit any more."""
    clause: str
    """The clause that lets the manager say so."""


class ContestantEliminated(Event, frozen=True, tag="contestant-eliminated"):
    """A player is out of the session."""

    player: str
    """Who is eliminated."""
    fall: Fall
    """What decides the placing."""
    clause: str
    """The clause by which the player is out; empty if the conditions alone say so."""


class ContestantRemoved(Event, frozen=True, tag="contestant-removed"):
    """A player was disqualified, or has forfeited the place."""

    player: str
    """Who is removed."""
    standing: Standing
    """Which of the two."""
    clause: str
    """The clause by which."""


class ContestantReplaced(Event, frozen=True, tag="contestant-replaced"):
    """Somebody took over a seat, with the chips that are there."""

    player: str
    """Who had the seat."""
    by: str
    """Who has it now."""
    entries: tuple[Entry, ...]
    """The postings of chips that change hands, or are issued."""
    clause: str
    """The clause that lets the manager allow it."""


class ContestantReinstated(Event, frozen=True, tag="contestant-reinstated"):
    """An eliminated player is back: bought back, or out by a round that was void."""

    player: str
    """Who is back in."""
    entries: tuple[Entry, ...]
    """The postings: chips given up, and issued again; empty if none moved."""
    clause: str
    """The clause that lets the player back."""


class ContestRoundEnded(Event, frozen=True, tag="contest-round-ended"):
    """A round of the session is over, and the next is open for wagers."""

    round: int
    """The round that is over, counted from 1."""
    marker: int
    """The box where the marker goes, or the next one up with a player who is in; 0 if none is
    used."""
    rounds_left: int
    """How many rounds the session still has; 0 after the last, and in a play-off."""
    clause: str
    """The clause that moves the marker."""


class PlayOffBegan(Event, frozen=True, tag="play-off-began"):
    """Players who are level play on; the others are done."""

    players: tuple[str, ...]
    """Who plays on."""
    marker: int
    """The box where the marker lies now; 0 if none is used."""
    clause: str
    """The clause that wants it."""


class ContestEnded(Event, frozen=True, tag="contest-ended"):
    """The session is over at the table: chips were counted and went back to the float."""

    counts: dict[str, Cents]
    """What each player had."""
    entries: tuple[Entry, ...]
    """The postings: from the players to the float."""
    clause: str
    """The clause that has them counted."""


def past_round_voided(table: Table, event: PastRoundVoided) -> Table:
    balances = balances_after(table.balances, (line.entry for line in event.lines))
    return without_past_round(replace(table, balances=balances))


def _seated_players(contestants: tuple[Contestant, ...]) -> dict[str, Player]:
    return {
        one.player: Player(one.player, seat=one.box, place=one.box, counted=True)
        for one in contestants
    }


def contest_began(table: Table, event: ContestBegan) -> Table:
    return replace(
        table,
        contest=Contest(contestants=event.contestants, marker=event.marker, seconds=event.seconds),
        players=_seated_players(event.contestants),
        rounds_left=event.rounds,
        balances=balances_after(table.balances, event.entries),
    )


def presence_changed(table: Table, event: PresenceChanged) -> Table:
    contest = with_contestant(contest_of(table), event.player, present=event.present)
    return replace(table, contest=contest)


def wagers_limited_in_time(table: Table, event: WagersLimitedInTime) -> Table:
    return replace(table, contest=replace(contest_of(table), seconds=event.seconds))


def contestant_eliminated(table: Table, event: ContestantEliminated) -> Table:
    contest = with_contestant(
        contest_of(table),
        event.player,
        standing=Standing.ELIMINATED,
        clause=event.clause,
        fall=event.fall,
    )
    return replace(table, contest=contest)


def contestant_removed(table: Table, event: ContestantRemoved) -> Table:
    contest = contest_of(table)
    contest = with_contestant(contest, event.player, standing=event.standing, clause=event.clause)
    forms = tuple(form for form in contest.forms if form.player != event.player)
    return replace(table, contest=replace(contest, forms=forms))


def contestant_replaced(table: Table, event: ContestantReplaced) -> Table:
    contest = contest_of(table)
    old = contest.contestant(event.player)
    assert old is not None
    contest = with_contestant(
        with_successor(contest, event.player, event.by),
        event.by,
        standing=Standing.IN,
        clause="",
        present=True,
    )
    new = Player(event.by, seat=old.box, place=old.box, counted=True)
    players = {name: one for name, one in table.players.items() if name != event.player}
    return replace(
        table,
        contest=contest,
        settled=settlements_of_successor(table, table.settled, event.player, event.by),
        players={**players, event.by: new},
        balances=balances_after(table.balances, event.entries),
    )


def contestant_reinstated(table: Table, event: ContestantReinstated) -> Table:
    contest = with_contestant(
        contest_of(table),
        event.player,
        standing=Standing.IN,
        clause="",
        present=True,
        fall=None,
    )
    return replace(table, contest=contest, balances=balances_after(table.balances, event.entries))


def contest_round_ended(table: Table, event: ContestRoundEnded) -> Table:
    contest = contest_of(table)
    return replace(
        table,
        contest=replace(
            contest,
            round=event.round + 1,
            marker=event.marker,
            passed=(),
            forms=(),
            last_forms=contest.forms,
            charged={},
        ),
        rounds_left=event.rounds_left,
    )


def play_off_began(table: Table, event: PlayOffBegan) -> Table:
    contest = contest_of(table)
    contestants = tuple(
        replace(one, standing=Standing.DONE)
        if one.standing is Standing.IN and one.player not in event.players
        else one
        for one in contest.contestants
    )
    contest = replace(contest, contestants=contestants, part=Part.PLAY_OFF, marker=event.marker)
    return replace(table, contest=contest)


def contest_ended(table: Table, event: ContestEnded) -> Table:
    return replace(
        table,
        contest=replace(contest_of(table), part=Part.OVER, counts=event.counts),
        balances=balances_after(table.balances, event.entries),
    )


ABSENCE = "absence"
"""The kind of wager that stands for a deduction for absence in a settlement."""
TableT = TypeVar("TableT", bound=Table)


def limits_in(table: Table, number: int) -> Limits:
    """Return the limits of a round of the session, by its number from 1."""
    choices, terms = table.choices, terms_of(table)
    minimum, maximum = choices.minimum, choices.maximum
    for level in terms.levels:
        if level.after < number:
            minimum, maximum = level.minimum, level.maximum
    return Limits(minimum, maximum, minimum if terms.unit is None else terms.unit)


def correct_wagers(draft: TableDraft) -> None:
    """Correct wagers to the limits before the first card, if the rulebook does so.

    Reading TR3: an excess over the maximum, or over a whole number of minimums, goes back; a short
    wager is made up; a player who cannot make it up gets it back and is out. Reading TR29: the same
    applies beside a form.
    """
    rule = tournament_law(draft.law).wagers.short
    if rule.value is not MADE_UP:
        return
    initial, limits = draft.law.initial, draft.table.limits
    as_they_should = range(limits.minimum, limits.maximum + 1, limits.minimum)
    for stake in draft.table.wagers:
        if stake.amount not in as_they_should and stake.on == initial:
            _put_right(draft, stake, rule.clause)


def _put_right(draft: TableDraft, stake: Stake, clause: str) -> None:
    """Correct one wager to the limits."""
    table = draft.table
    minimum = table.limits.minimum
    allowed = min(stake.amount, table.limits.maximum)
    if allowed >= minimum:
        part = part_of(stake, stake.amount - allowed + allowed % minimum)
        why = "above the maximum, or no whole number of minimums"
        draft.emit(wager_return(table.till, part, clause, why))
        return
    lacking = minimum - stake.amount
    if table.chips(stake.player) >= lacking:
        make_up = PlaceWager(stake.player, stake.box, lacking, by=Role.DEALER)
        lay_wager(draft, make_up, clause)
        return
    for other in draft.table.wagers:
        if other.player == stake.player:
            draft.emit(
                wager_return(table.till, other, clause, "below the minimum, and no chips left")
            )
    fall = Fall(contest_of(table).round, draft.table.chips(stake.player), 0, NEVER_TAKEN)
    draft.emit(ContestantEliminated(stake.player, fall, clause))


def order_of_taking(table: Table) -> dict[str, int]:
    """Return the order in which the players' last chips were taken in the round.

    What is deducted for absence is taken before the first card.
    """
    deducted = _void_base(contest_of(table)).charged
    lost = [line.player for one in table.settled for line in one.lines if line.result == LOSE]
    return {player: place for place, player in enumerate([*deducted, *lost])}


def fall_of(table: Table, player: str) -> Fall:
    """Return what decides the placing of a player who is out after this round."""
    contest = contest_of(table)
    wagered = contest.wagered.get(player, 0)
    taken = order_of_taking(table).get(player, NEVER_TAKEN)
    return Fall(contest.round, table.chips(player), wagered, taken)


def close_round(draft: TableDraft) -> None:
    """Do what follows the settlement of a round: eliminations, new limits, the marker.

    Rounds of a play-off are counted on. Reading TR27: limits that begin after the last round hold
    in it.
    """
    contest, terms = contest_of(draft.table), terms_of(draft.table)
    rules = tournament_law(draft.law)
    lay_at = marker_at(contest)
    scheduled = contest.part is ROUNDS
    if contest.round in terms.eliminations:
        _eliminate_least(draft)
    goes_on = contest.round < terms.rounds
    if scheduled and terms.levels:
        limits = limits_in(draft.table, contest.round + 1)
        if limits != draft.table.limits:
            draft.emit(LimitsChanged(limits, {}, (rules.wagers.limits.clause,)))
    if not scheduled or goes_on:
        eliminate_unable(draft)
    left = max(0, terms.rounds - contest.round)
    marker = next_marker(contest_of(draft.table), lay_at)
    clause = rules.wagers.order.marker.clause
    draft.emit(ContestRoundEnded(contest.round, marker, left, clause))


def eliminate_unable(draft: TableDraft) -> None:
    """Eliminate every player who cannot wager the minimum now in force."""
    table = draft.table
    minimum, held, account = table.limits.minimum, table.balances, table.till.chips
    for one in contest_of(table).contestants:
        if held.get(account(one.player), 0) < minimum and one.standing is IN:
            clause = tournament_law(draft.law).wagers.unable.clause
            draft.emit(ContestantEliminated(one.player, fall_of(table, one.player), clause))


def void_earlier_round(draft: TableDraft, void: PastRoundVoided) -> None:
    """Record that an earlier round is void.

    Reading TR21: a player who must still wager and now has too little is out; during a round, that
    is decided when it is over.
    """
    draft.emit(void)
    table = draft.table
    for one in () if table.contest is None else players_to_wager(table):
        if table.chips(one.player) < table.limits.minimum:
            clause = tournament_law(draft.law).wagers.unable.clause
            draft.emit(ContestantEliminated(one.player, fall_of(table, one.player), clause))


def _eliminate_least(draft: TableDraft) -> None:
    """Eliminate the player with the fewest chips, if there is only one."""
    table = draft.table
    players = contest_of(table).in_play
    if len(players) < 2:
        return
    falls = {one.player: fall_of(table, one.player) for one in players}
    least = min(fall.chips for fall in falls.values())
    level = {name: fall for name, fall in falls.items() if fall.chips == least}
    first = min((fall.wager, fall.taken) for fall in level.values())
    out = [name for name, fall in level.items() if (fall.wager, fall.taken) == first]
    if len(out) > 1:
        return
    places = tournament_law(draft.law).places
    says = places.progress if len(level) == 1 else places.same_round
    draft.emit(ContestantEliminated(out[0], falls[out[0]], says.clause))


def absence_lines_back(draft: TableDraft, clause: str) -> tuple[Line, ...]:
    """Return the lines that undo what was deducted for absence in a void round.

    Wagers that lie for the round after it go back as well: that round is not the next any more.
    """
    table = draft.table
    contest = table.contest
    if contest is None:
        return ()
    for stake in table.wagers:
        draft.emit(wager_return(table.till, stake, clause, "the round before is void"))
    till, base = table.till, _void_base(contest)
    return tuple(
        Line(
            one.player,
            one.box,
            0,
            ABSENCE,
            VOID,
            0,
            base.charged[one.player],
            clause,
            (),
            transfer(till.float, till.chips(one.player), base.charged[one.player], clause),
        )
        for one in base.contestants
        if base.charged.get(one.player)
    )


def _void_base(contest: Contest) -> Contest:
    """Return the session as the void round began: the one under way or just ended."""
    before = contest.before
    return before if before is not None and before.round < contest.round else contest


def with_round_reopened(table: TableT) -> TableT:
    """Return the table with its session as it stood before a round that is void."""
    contest = table.contest
    if contest is None:
        return table
    base = _void_base(contest)
    scheduled = base.part is ROUNDS
    left = max(0, terms_of(table).rounds - base.round + 1) if scheduled else 0
    limits = limits_in(table, base.round) if scheduled else table.limits
    afresh = with_people_of(_fresh_session(base), contest)
    return replace(table, contest=afresh, limits=limits, rounds_left=left)


def with_people_of(earlier: Contest, now: Contest) -> Contest:
    """Return an earlier session with its people as they are now.

    Those who were disqualified since stay out; those who have come back since stay in.
    """
    people = {one.box: one for one in now.contestants}
    contestants = []
    for one in earlier.contestants:
        later = people[one.box]
        one = replace(one, player=later.player, present=later.present)
        if later.standing in (Standing.DISQUALIFIED, Standing.FORFEITED):
            one = replace(one, standing=later.standing, clause=later.clause)
        elif later.standing is Standing.IN:
            one = replace(one, standing=Standing.IN, clause="", fall=None)
        contestants.append(one)
    return replace(earlier, contestants=tuple(contestants))


def resumed_session(earlier: Contest, now: Contest) -> Contest:
    """Return the session as it stood earlier in a round, with its people and times as they are."""
    return replace(with_people_of(earlier, now), seconds=now.seconds)


def without_past_round(table: TableT) -> TableT:
    """Return the table with one more round to play, for an earlier one that is void.

    Reading TR21: a player who was out only because of that round is back.
    """
    contest = table.contest
    if contest is None:
        return table
    contestants = tuple(
        replace(one, standing=Standing.IN, clause="", fall=None)
        if _is_able_again(table, one)
        else one
        for one in contest.contestants
    )
    contest = replace(contest, contestants=contestants, before=None)
    if contest.part is not ROUNDS or contest.round < 2:
        return replace(table, contest=contest)
    contest = replace(contest, round=contest.round - 1)
    return replace(table, contest=contest, rounds_left=(table.rounds_left or 0) + 1)


def _fresh_session(contest: Contest) -> Contest:
    """Return the session before anybody has wagered in its round."""
    with_form = {form.player for form in contest.forms}
    contestants = tuple(
        replace(
            one,
            passes=one.passes + (one.player in contest.passed),
            forms=one.forms + (one.player in with_form),
            deducted=one.deducted - (one.player in contest.charged),
        )
        for one in contest.contestants
    )
    return replace(
        contest,
        contestants=contestants,
        passed=(),
        forms=(),
        charged={},
        wagered={},
        last_forms=(),
        before=None,
    )


def _is_able_again(table: Table, one: Contestant) -> bool:
    out = one.standing is Standing.ELIMINATED and one.fall is not None and one.fall.round > 0
    return out and table.chips(one.player) >= table.limits.minimum


def form_stakes(table: Table, box: int) -> tuple[Stake, ...]:
    """Return the stakes of a box that only a form plays: one of 0, as its wager is secret."""
    return tuple(
        Stake(form.player, form.box, MAIN, 0) for form in contest_of(table).forms if form.box == box
    )


def initial_wagers(stakes: tuple[Stake, ...], initial: str) -> dict[str, Cents]:
    """Return the initial wagers of a round by their players."""
    return {stake.player: stake.amount for stake in stakes if stake.on == initial}


EVOLVERS: dict[type[Event], Evolver] = {
    PastRoundVoided: past_round_voided,
    ContestBegan: contest_began,
    PresenceChanged: presence_changed,
    WagersLimitedInTime: wagers_limited_in_time,
    ContestantEliminated: contestant_eliminated,
    ContestantRemoved: contestant_removed,
    ContestantReplaced: contestant_replaced,
    ContestantReinstated: contestant_reinstated,
    ContestRoundEnded: contest_round_ended,
    PlayOffBegan: play_off_began,
    ContestEnded: contest_ended,
}
