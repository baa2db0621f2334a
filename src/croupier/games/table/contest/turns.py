"""Turns in a session of a tournament: who must wager next, who has wagered, who is late.

Every command at a tournament's table asks for the turn, so this is written for speed.
"""

from datetime import datetime, timedelta
from itertools import takewhile
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from croupier.games.table.choices import TournamentTerms
from croupier.games.table.contest.state import (
    OVER,
    Asked,
    Contest,
    Contestant,
    Form,
    Standing,
    clockwise_from,
)
from croupier.games.table.state import Line, Settlement, Table
from croupier.messages import Command, Refused
from croupier.money import Account, Entry, Posting, in_dollars
from croupier.rulebooks import Role, Says, TableLaw
from croupier.rulebooks.law.tournaments import ShortWager, TournamentLaw


def contest_of(table: Table) -> Contest:
    """Return the session that is played at a table; there must be one."""
    return table.contest  # type: ignore[return-value]


def terms_of(table: Table) -> TournamentTerms:
    """Return the terms of the tournament that a table is used for; there must be some."""
    return table.choices.tournament  # type: ignore[return-value]


def tournament_law(law: TableLaw) -> TournamentLaw:
    """Return the law's part on tournaments; there must be one."""
    return law.tournaments  # type: ignore[return-value]


MADE_UP = ShortWager.MADE_UP
"""A constant of its own: every wager needs it, and reading it from the enumeration is slow."""

Next = tuple[Contestant | None, Contestant | None]
"""The first contestant who must still wager, and the first such contestant who is present."""
NOBODY: Next = (None, None)
"""The answer once all have wagered, or if nobody may."""
PLAYER, PRESENT = attrgetter("player"), attrgetter("present")


class TurnOrder(msgspec.Struct, frozen=True, gc=False):
    """The contestants who are still in, in the order of their turns."""

    contest: Contest | None
    """The session that the order is for; ``None`` in an empty cache."""
    players: tuple[Contestant, ...]
    """From the marker on; by their boxes where no marker is used."""
    names: tuple[str, ...]
    """The names of the players, in the same order."""
    after: tuple[Next, ...]
    """Who is next by the number of wagers made: index 0 before the first, the last after all."""
    simple: bool
    """Whether all of them are present, and nothing but plain wagers has been made so far."""


# Caches of one entry each: prompt, check and handler ask about the same table in a row. Both are
# keyed by identity, which is safe because tables and sessions are immutable, and because each entry
# holds its key, so that no other object can have its address. Each entry is replaced as a whole: a
# thread that reads it meanwhile sees a key with its own answer.
_last_order = [TurnOrder(None, (), (), (), False)]
"""The last order. A plain wager leaves the session as it is, so the order holds for all of them."""
_last_next: list[tuple[Table | None, Next]] = [(None, NOBODY)]
"""The table that was asked about last, and its answer."""


def turn_order(contest: Contest) -> TurnOrder:
    """Return the contestants who are still in, from the marker on."""
    known = _last_order[0]
    if known.contest is contest:
        return known
    players = clockwise_from(contest, contest.marker)
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
    """Return who must wager next in this round."""
    known, found = _last_next[0]
    if known is table:
        return found
    order, wagers = _last_order[0], table.wagers
    if order.contest is not table.contest:
        order = turn_order(contest_of(table))
    made = len(wagers)
    # The usual case: all present, and every wager so far was made in turn.
    if order.simple and table.round is None and tuple(map(PLAYER, wagers)) == order.names[:made]:
        found = order.after[made]
    else:
        found = _first_of(players_to_wager(table))
    _last_next[0] = table, found
    return found


def _first_of(left: tuple[Contestant, ...]) -> Next:
    return next(iter(left), None), next((one for one in left if one.present), None)


def players_who_acted(table: Table) -> set[str]:
    """Return the players who have had their turn in this round."""
    contest = contest_of(table)
    names = {stake.player for stake in table.wagers}
    if contest.passed or contest.charged or contest.forms:
        names.update(contest.passed, contest.charged, (form.player for form in contest.forms))
    return names


def has_acted(table: Table, contestant: Contestant) -> bool:
    """Return whether a player has had the turn in this round."""
    return contestant.player in players_who_acted(table)


def players_to_wager(table: Table) -> tuple[Contestant, ...]:
    """Return the contestants who must still wager, in the order of their turns, absent ones too.

    None once the cards are dealt, or the session is over.
    """
    contest = contest_of(table)
    if table.round is not None or contest.part is OVER:
        return ()
    players, done = turn_order(contest).players, players_who_acted(table)
    return tuple([one for one in players if one.player not in done]) if done else players


def must_wager(table: Table, player: str) -> bool:
    """Return whether a player must still wager in this round."""
    return any(one.player == player for one in players_to_wager(table))


def turn_has_come(table: Table, one: Contestant) -> bool:
    """Return whether a player's turn has come; it passes over those who are absent."""
    ahead = takewhile(lambda other: other.player != one.player, players_to_wager(table))
    return not any(other.present for other in ahead)


def current_turn(table: Table) -> Contestant | None:
    """Return whose turn it is to wager; ``None`` if it is nobody's, or there is no order."""
    return next_to_wager(table)[1] if contest_of(table).marker else None


def contestant_or_refusal(law: TableLaw, table: Table, player: str) -> Refused | Contestant:
    """Return the contestant of that name, or the refusal if that person does not play here."""
    rules = tournament_law(law)
    contest = contest_of(table)
    one = contest.contestant(player)
    exclusive = rules.seats.exclusive
    if one is None:
        why = f"{player} has no seat at this table, which is reserved for the tournament"
        return Refused("contest/no-seat", exclusive.clause, why)
    if refused := no_longer_in(rules, one):
        return refused
    if contest.part is OVER:
        return Refused("contest/over", exclusive.clause, "the session is over at this table")
    return one


def no_longer_in(rules: TournamentLaw, one: Contestant) -> Refused | None:
    """Refuse a contestant who is no longer in the session, by the clause of the elimination."""
    match one.standing:
        case Standing.IN:
            return None
        case Standing.ELIMINATED:
            unable = rules.wagers.unable
            also = (one.clause,) if one.clause else ()
            why = f"{one.player} is eliminated"
            return Refused("contest/eliminated", unable.clause, why, also)
        case Standing.DONE:
            why = f"{one.player} is done: others play a tie off"
            return Refused("contest/not-in-play-off", rules.places.play_off.clause, why)
        case Standing.DISQUALIFIED | Standing.FORFEITED:
            why = f"{one.player} is out: {one.standing.value}"
            return Refused(f"contest/{one.standing.value}", one.clause, why)


def not_the_turn(table: Table, one: Contestant, says: Says) -> Refused | None:
    """Refuse a contestant out of turn, if there is an order."""
    contest = contest_of(table)
    if not contest.marker:
        return None
    now = current_turn(table)
    if now is not None and now.player == one.player:
        return None
    whose = "all have wagered" if now is None else f"it is {now.player}'s turn"
    return Refused("contest/not-the-turn", says.clause, f"{one.player} waits: {whose}")


def too_many_chips(law: TableLaw, table: Table, player: str, amount: int) -> Refused | None:
    """Refuse an amount above what a player has."""
    held = table.chips(player)
    if amount <= held:
        return None
    few = tournament_law(law).wagers.too_few
    why = f"{player} has {in_dollars(held)} in tournament chips, not {in_dollars(amount)}"
    return Refused("contest/too-few-chips", few.clause, why)


def may_manage(command: Command) -> bool:
    """Return whether the sender is the tournament's manager or staff of the table."""
    return command.by is Role.TOURNAMENT_MANAGER or command.by.may_act_as(Role.DEALER)


def with_turn_start(table: Table, contest: Contest) -> Contest:
    """Return the session with whose turn it is and since when, before the clock moves."""
    if not contest.seconds:
        return contest
    now = current_turn(table)
    return contest if now is None else replace(contest, asked=_turn_start(table, contest, now))


def _turn_start(table: Table, contest: Contest, now: Contestant) -> Asked:
    """Return when a player's turn began: now, or earlier if it was noted before."""
    known = contest.asked
    if known is not None and (known.player, known.round) == (now.player, contest.round):
        return known
    return Asked(now.player, contest.round, table.clock)


def deadline(table: Table, contest: Contest) -> datetime | None:
    """Return when the wager that is due must be made; ``None`` if there is no limit."""
    now = current_turn(table) if contest.seconds else None
    if now is None:
        return None
    since = _turn_start(table, contest, now).since
    return None if since is None else since + timedelta(seconds=contest.seconds)


def is_late(table: Table, until: datetime | None) -> bool:
    """Return whether the time of a turn is over."""
    if until is None:
        return False
    assert table.clock is not None
    return table.clock > until


def with_successor(contest: Contest, old: str, new: str) -> Contest:
    """Return the session with one player in place of another, in the round before as well."""
    earlier = contest.before
    return replace(
        contest,
        contestants=tuple(
            replace(one, player=new) if one.player == old else one for one in contest.contestants
        ),
        passed=tuple(new if name == old else name for name in contest.passed),
        forms=_forms(contest.forms, old, new),
        charged=_with_renamed_key(contest.charged, old, new),
        wagered=_with_renamed_key(contest.wagered, old, new),
        last_forms=_forms(contest.last_forms, old, new),
        before=None if earlier is None else with_successor(earlier, old, new),
    )


def _forms(forms: tuple[Form, ...], old: str, new: str) -> tuple[Form, ...]:
    return tuple(replace(form, player=new) if form.player == old else form for form in forms)


def _with_renamed_key(amounts: dict[str, int], old: str, new: str) -> dict[str, int]:
    return {new if name == old else name: amount for name, amount in amounts.items()}


def settlements_of_successor(
    table: Table, settlements: tuple[Settlement, ...], old: str, new: str
) -> tuple[Settlement, ...]:
    """Return settlements as if the successor had wagered: undoing them concerns the successor."""
    accounts = {table.till.chips(old): table.till.chips(new)}
    return tuple(
        replace(one, lines=tuple(_line(line, old, new, accounts) for line in one.lines))
        for one in settlements
    )


def _line(line: Line, old: str, new: str, accounts: dict[Account, Account]) -> Line:
    """Return a settled line with the successor's name and accounts."""
    if line.player != old:
        return line
    postings = tuple(
        Posting(accounts.get(one.account, one.account), one.amount) for one in line.entry.postings
    )
    return replace(line, player=new, entry=Entry(postings, line.entry.clause))
