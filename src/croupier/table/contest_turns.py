"""Whose turn it is to wager in a session of a tournament, and who has had it."""

from itertools import takewhile
from operator import attrgetter

import msgspec

from croupier.table.contest_state import OVER, Contest, Contestant, clockwise
from croupier.table.contest_tables import contest_of
from croupier.table.state import Table

Next = tuple[Contestant | None, Contestant | None]
"""The first of those who must still wager, and the first of those among them who are there."""
NOBODY: Next = (None, None)
"""Who is next once all have wagered, or where nobody may."""
PLAYER, PRESENT = attrgetter("player"), attrgetter("present")


class TurnOrder(msgspec.Struct, frozen=True, gc=False):
    """Those who are still in, as their turns come in a round."""

    contest: Contest | None
    """The session that it was found for."""
    players: tuple[Contestant, ...]
    """Those who are in, from the marker on; by their boxes where none is used."""
    names: tuple[str, ...]
    """Their names."""
    after: tuple[Next, ...]
    """Who is next when so many of them have wagered: none, one, and so on to all."""
    simple: bool
    """Whether all of them are there, and nothing but wagers has been made so far."""


_last_order = [TurnOrder(None, (), (), (), False)]
"""The order that was found last: it holds while nobody comes, goes, passes or hides a wager."""
_last_next: list[tuple[Table | None, Next]] = [(None, NOBODY)]
"""The table that was asked about last, and the answer: player and check ask about the same one."""


def turn_order(contest: Contest) -> TurnOrder:
    """Those who are still in, from the marker on."""
    known = _last_order[0]
    if known.contest is contest:
        return known
    players = clockwise(contest, contest.marker)
    otherwise = contest.passed or contest.charged or contest.forms or contest.part is OVER
    found = TurnOrder(
        contest,
        players,
        tuple(map(PLAYER, players)),
        (*zip(players, players, strict=True), NOBODY),
        not otherwise and all(map(PRESENT, players)),
    )
    _last_order[0] = found
    return found


def next_to_wager(table: Table) -> Next:
    """Who must wager next in this round."""
    known, found = _last_next[0]
    if known is table:
        return found
    order, wagers = _last_order[0], table.wagers
    if order.contest is not table.contest:
        order = turn_order(contest_of(table))
    made = len(wagers)
    if order.simple and table.round is None and tuple(map(PLAYER, wagers)) == order.names[:made]:
        found = order.after[made]
    else:
        found = _first_of(waiting(table))
    _last_next[0] = table, found
    return found


def _first_of(left: tuple[Contestant, ...]) -> Next:
    return next(iter(left), None), next((one for one in left if one.present), None)


def have_acted(table: Table) -> set[str]:
    """Who has had the turn in this round."""
    contest = contest_of(table)
    names = {stake.player for stake in table.wagers}
    if contest.passed or contest.charged or contest.forms:
        names.update(contest.passed, contest.charged, (form.player for form in contest.forms))
    return names


def acted(table: Table, contestant: Contestant) -> bool:
    """Whether a player has had the turn in this round."""
    return contestant.player in have_acted(table)


def waiting(table: Table) -> tuple[Contestant, ...]:
    """Those who must still wager, in the order of their turns, absent ones too.

    Nobody must once the cards are dealt, or the session is over.
    """
    contest = contest_of(table)
    if table.round is not None or contest.part is OVER:
        return ()
    players, done = turn_order(contest).players, have_acted(table)
    return tuple([one for one in players if one.player not in done]) if done else players


def is_awaited(table: Table, player: str) -> bool:
    """Whether a player must still wager in this round."""
    return any(one.player == player for one in waiting(table))


def turn_has_come(table: Table, one: Contestant) -> bool:
    """Whether it is a player's turn, or was: it goes on to those behind one who is absent."""
    ahead = takewhile(lambda other: other.player != one.player, waiting(table))
    return not any(other.present for other in ahead)


def turn(table: Table) -> Contestant | None:
    """Whose turn it is to wager; none where nobody's, or where there is no order."""
    return next_to_wager(table)[1] if contest_of(table).marker else None
