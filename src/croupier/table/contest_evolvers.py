"""How the events of a tournament session change the table."""

from typing import Any

from msgspec.structs import replace

from croupier.money import posted
from croupier.table import contest_events as happened
from croupier.table.contest_state import Contest, Contestant, Form, Part, Standing
from croupier.table.contest_successors import inherited, succeeded
from croupier.table.contest_tables import contest_of
from croupier.table.events import Event
from croupier.table.irregular_evolvers import unchanged
from croupier.table.messages import Evolver
from croupier.table.state import Player, Stake, Table

UNDISCLOSED = "undisclosed"
"""An undisclosed wager, among the kinds of wager, once it is announced."""


def with_contestant(contest: Contest, who: str, **changes: Any) -> Contest:
    """The session with one contestant changed."""
    contestants = tuple(
        replace(one, **changes) if one.player == who else one for one in contest.contestants
    )
    return replace(contest, contestants=contestants)


def _seated(contestants: tuple[Contestant, ...]) -> dict[str, Player]:
    return {
        one.player: Player(one.player, seat=one.box, place=one.box, counted=True)
        for one in contestants
    }


def contest_began(table: Table, event: happened.ContestBegan) -> Table:
    return replace(
        table,
        contest=Contest(contestants=event.contestants, marker=event.marker, seconds=event.seconds),
        players=_seated(event.contestants),
        rounds_left=event.rounds,
        balances=posted(table.balances, event.entries),
    )


def presence_changed(table: Table, event: happened.PresenceChanged) -> Table:
    contest = with_contestant(contest_of(table), event.player, present=event.present)
    return replace(table, contest=contest)


def pass_card_played(table: Table, event: happened.PassCardPlayed) -> Table:
    contest = contest_of(table)
    left = {one.player: one.passes for one in contest.contestants}[event.player]
    contest = with_contestant(contest, event.player, passes=left - 1)
    return replace(table, contest=replace(contest, passed=(*contest.passed, event.player)))


def form_handed_in(table: Table, event: happened.FormHandedIn) -> Table:
    contest = contest_of(table)
    left = {one.player: one.forms for one in contest.contestants}[event.player]
    form = Form(event.player, event.box, event.type, event.amount)
    contest = with_contestant(contest, event.player, forms=left - 1)
    return replace(table, contest=replace(contest, forms=(*contest.forms, form)))


def form_announced(table: Table, event: happened.FormAnnounced) -> Table:
    assert table.round is not None
    stake = Stake(event.player, event.box, UNDISCLOSED, event.amount)
    contest = contest_of(table)
    wagered = dict(contest.wagered)
    wagered[event.player] = wagered.get(event.player, 0) + event.amount
    return replace(
        table,
        round=replace(table.round, stakes=(*table.round.stakes, stake)),
        contest=replace(contest, wagered=wagered),
        balances=posted(table.balances, (event.entry,)),
    )


def absence_charged(table: Table, event: happened.AbsenceCharged) -> Table:
    contest = contest_of(table)
    times = {one.player: one.deducted for one in contest.contestants}[event.player]
    contest = with_contestant(contest, event.player, deducted=times + 1)
    charged = {**contest.charged, event.player: event.amount}
    return replace(
        table,
        contest=replace(contest, charged=charged),
        balances=posted(table.balances, (event.entry,)),
    )


def wagers_limited_in_time(table: Table, event: happened.WagersLimitedInTime) -> Table:
    return replace(table, contest=replace(contest_of(table), seconds=event.seconds))


def contestant_eliminated(table: Table, event: happened.ContestantEliminated) -> Table:
    contest = with_contestant(
        contest_of(table),
        event.player,
        standing=Standing.ELIMINATED,
        clause=event.clause,
        fall=event.fall,
    )
    return replace(table, contest=contest)


def contestant_removed(table: Table, event: happened.ContestantRemoved) -> Table:
    contest = contest_of(table)
    contest = with_contestant(contest, event.player, standing=event.standing, clause=event.clause)
    forms = tuple(form for form in contest.forms if form.player != event.player)
    return replace(table, contest=replace(contest, forms=forms))


def contestant_replaced(table: Table, event: happened.ContestantReplaced) -> Table:
    contest = contest_of(table)
    old = contest.contestant(event.player)
    assert old is not None
    contest = with_contestant(
        succeeded(contest, event.player, event.by),
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
        settled=inherited(table, table.settled, event.player, event.by),
        players={**players, event.by: new},
        balances=posted(table.balances, event.entries),
    )


def contestant_reinstated(table: Table, event: happened.ContestantReinstated) -> Table:
    contest = with_contestant(
        contest_of(table),
        event.player,
        standing=Standing.IN,
        clause="",
        present=True,
        fall=None,
    )
    return replace(table, contest=contest, balances=posted(table.balances, event.entries))


def contest_round_ended(table: Table, event: happened.ContestRoundEnded) -> Table:
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


def play_off_began(table: Table, event: happened.PlayOffBegan) -> Table:
    contest = contest_of(table)
    contestants = tuple(
        replace(one, standing=Standing.DONE)
        if one.standing is Standing.IN and one.player not in event.players
        else one
        for one in contest.contestants
    )
    contest = replace(contest, contestants=contestants, part=Part.PLAY_OFF, marker=event.marker)
    return replace(table, contest=contest)


def contest_ended(table: Table, event: happened.ContestEnded) -> Table:
    return replace(
        table,
        contest=replace(contest_of(table), part=Part.OVER, counts=event.counts),
        balances=posted(table.balances, event.entries),
    )


EVOLVERS: dict[type[Event], Evolver] = {
    happened.ContestBegan: contest_began,
    happened.PresenceChanged: presence_changed,
    happened.PassCardPlayed: pass_card_played,
    happened.FormHandedIn: form_handed_in,
    happened.FormAnnounced: form_announced,
    happened.FormShown: unchanged,
    happened.TimeRanOut: unchanged,
    happened.AbsenceCharged: absence_charged,
    happened.WagersLimitedInTime: wagers_limited_in_time,
    happened.ContestantEliminated: contestant_eliminated,
    happened.ContestantRemoved: contestant_removed,
    happened.ContestantReplaced: contestant_replaced,
    happened.ContestantReinstated: contestant_reinstated,
    happened.ContestRoundEnded: contest_round_ended,
    happened.PlayOffBegan: play_off_began,
    happened.ContestEnded: contest_ended,
}
"""One function per event."""
