"""A session of a tournament on a table's page: the order of wagering, chips, rounds, forms.

A pure function of what the viewer may see: an undisclosed wager is in the view of its owner alone.
"""

from contextlib import suppress
from datetime import date

import msgspec

from croupier.display.viewers import join_words, noun_count, player_of
from croupier.display.views import ContestantView, ContestView, TableView
from croupier.features.tournaments.rules.state import Tournament
from croupier.money import Cents, in_dollars
from croupier.rulebooks import TableLaw

IN, DONE = "in", "done"
ROUNDS, PLAY_OFF, OVER = "rounds", "play-off", "over"
TURN, WAGERS = "turn", "wagers"


class WagerQuestion(msgspec.Struct, frozen=True):
    """Whose wager is due in a tournament."""

    mine: bool
    """Whether it is the viewer's."""
    heading: str
    """The question, or for whom the table waits."""
    note: str
    """The limits, or when it is the viewer's turn."""
    clause: str
    """The clause that demands it."""
    phase: str
    """The phase of play that it belongs to."""


def order_of(contest: ContestView) -> tuple[ContestantView, ...]:
    """Return the players who are still in, from the marker on; by their boxes without one."""
    players = tuple(one for one in contest.contestants if one.standing == IN)
    first = next((at for at, one in enumerate(players) if one.box == contest.marker), 0)
    return players[first:] + players[:first]


def wager_question(view: TableView) -> WagerQuestion | None:
    """Return whose wager is due; ``None`` if none is, or no tournament is played here."""
    contest = view.contest
    dues = {prompt.due: prompt for prompt in view.prompts}
    if contest is None or contest.part == OVER or not dues.keys() & {TURN, WAGERS}:
        return None
    first = next(iter(dues.values()))
    if first.due not in (TURN, WAGERS):
        return None
    me, order = player_of(view.viewer), order_of(contest)
    place = next((at for at, one in enumerate(order) if one.player == me), None)
    limits = view.limits
    span = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
    note = f"{span} in steps of {in_dollars(limits.unit)}"
    acted = players_who_acted(view)
    phase = f"{contest.part}/{contest.round}/{len(acted)}"
    asked = contest.turn or ("" if place is None or me in acted else me)
    if place is not None and asked == me:
        ordinal = f", {place + 1} of {len(order)} in the order" if contest.marker else ""
        return WagerQuestion(True, f"Your wager{ordinal}", note, first.clause, f"{phase}/mine")
    if not contest.turn:
        return WagerQuestion(False, "Wagers are laid", note, first.clause, f"{phase}/wait")
    names = [one.player for one in order]
    if place is not None and me not in acted:
        before = names.index(me) - names.index(contest.turn)
        note = f"You come {'next' if before == 1 else f'after {before} wagers'}. {note}"
    who = view.names.get(contest.turn, contest.turn)
    return WagerQuestion(False, f"{who} is asked for a wager", note, first.clause, f"{phase}/wait")


def players_who_acted(view: TableView) -> frozenset[str]:
    """Return the players who have wagered, passed, or handed in a form in this round."""
    contest = view.contest
    instead = () if contest is None else contest.contestants
    named = {one.player for one in instead if one.indicator or one.passed}
    return frozenset(named | {wager.player for wager in view.wagers})


# ------------------------------------------------------------------------------------- on the page


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the session, as the page lists them."""

    number: int
    """The place in the order of wagering, from 1; 0 for a player who is out."""
    name: str
    """The player's name."""
    box: int
    """The box, from 1."""
    words: str
    """What the player has done, or is about to do."""
    chips: str
    """The chips in front of the player, or as counted at the end."""
    place: str
    """The place by chips: ``2nd``; empty for a player who is out."""
    state: str
    """``turn``, ``done``, ``out`` or empty."""
    mine: bool
    """Whether it is the viewer."""
    marker: bool
    """Whether the player has the marker."""
    form: bool
    """Whether a form of theirs waits to be announced."""
    passed: bool
    """Whether a pass card of theirs lies there."""
    clause: str
    """The clause by which the player is out; often empty."""


class OwnMeans(msgspec.Struct, frozen=True):
    """What the viewer may wager with."""

    chips: Cents
    """Their chips."""
    least: Cents
    """The smallest wager."""
    pass_cards: int
    """Pass cards left; 0 for none."""
    forms: int
    """Forms left; 0 for none."""
    written: str
    """The undisclosed wager that the viewer has handed in; empty for none."""


class ContestPart(msgspec.Struct, frozen=True, kw_only=True):
    """The session as the page shows it."""

    tournament: str
    """The tournament's name; empty if it is not known here."""
    session: str
    """The session's name."""
    part: str
    """``rounds``, ``play-off`` or ``over``."""
    round: int
    """The present round, from 1."""
    rounds: int
    """How many rounds there are."""
    note: str
    """What there is to say of the session: a play-off, the result, prizes; often empty."""
    clause: str
    """The clause behind that; often empty."""
    order_clause: str
    """The clause on the order of wagering."""
    final_clause: str
    """The clause by which a wager made in turn stands; empty where it may be changed."""
    form_clauses: tuple[tuple[str, str], ...]
    """What a form must observe, each with its clause; empty where there are no forms."""
    order: tuple[SeatLine, ...]
    """The players in the order of wagering, then those who are out."""
    own: OwnMeans | None
    """What the viewer may wager with; ``None`` for anybody who is not in."""

    @property
    def by_box(self) -> dict[int, SeatLine]:
        """The players by their boxes."""
        return {one.box: one for one in self.order}


def contest_part(law: TableLaw, view: TableView, tournament: Tournament | None) -> ContestPart:
    """Return the session that is played at a table, for one viewer."""
    contest, rules = view.contest, law.tournaments
    assert contest is not None
    assert rules is not None
    order = order_of(contest)
    out = tuple(one for one in contest.contestants if one not in order)
    note, clause = session_note(law, view, tournament)
    forms = rules.wagers.undisclosed
    lines = [_line(view, one, at) for at, one in enumerate(order, 1)]
    lines += [_line(view, one, 0) for one in out]
    return ContestPart(
        tournament="" if tournament is None else tournament.name,
        session=contest.session,
        part=contest.part,
        round=contest.round,
        rounds=contest.rounds,
        note=note,
        clause=clause,
        order_clause=rules.wagers.order.first.clause,
        final_clause="" if rules.wagers.order.final is None else rules.wagers.order.final.clause,
        form_clauses=()
        if forms is None
        else (
            ("A main wager with its amount, in your own hand", forms.written.clause),
            ("Within the limits", forms.within.clause),
            ("With chips that you have", forms.with_chips.clause),
        ),
        order=tuple(lines),
        own=_own(view, order),
    )


def _own(view: TableView, order: tuple[ContestantView, ...]) -> OwnMeans | None:
    me = player_of(view.viewer)
    found = next((one for one in order if one.player == me), None)
    if found is None:
        return None
    written = "" if found.undisclosed is None else in_dollars(found.undisclosed)
    return OwnMeans(found.chips, view.limits.minimum, found.pass_cards, found.forms, written)


def chips_of(view: TableView, one: ContestantView) -> Cents:
    """Return a player's chips with those on the layout."""
    staked = sum(wager.amount for wager in view.wagers if wager.player == one.player)
    for box in view.boxes:
        wagers = (*box.wagers, *(wager for hand in box.hands for wager in hand.wagers))
        staked += sum(
            wager.amount
            for wager in wagers
            if wager.player == one.player and wager.settled is None and view.under_way
        )
    return one.chips + staked


def _line(view: TableView, one: ContestantView, number: int) -> SeatLine:
    contest = view.contest
    assert contest is not None
    laid = sum(wager.amount for wager in view.wagers if wager.player == one.player)
    playing = [other for other in contest.contestants if other.standing in (IN, DONE)]
    ahead = sum(chips_of(view, other) > chips_of(view, one) for other in playing)
    turn = contest.turn == one.player and not view.under_way and contest.part != OVER
    acted = bool(laid) or one.indicator or one.passed
    state = "turn" if turn else "done" if acted else ""
    place = ordinal(ahead + 1)
    if one.standing not in (IN, DONE):
        state, place = "out", ""
    return SeatLine(
        number=number,
        name=view.names.get(one.player, one.player),
        box=one.box,
        words=_words(view, one, laid, turn=turn),
        chips=in_dollars(one.chips),
        place=place,
        state=state,
        mine=bool(player_of(view.viewer)) and one.player == player_of(view.viewer),
        marker=bool(contest.marker) and contest.marker == one.box,
        form=one.indicator,
        passed=one.passed,
        clause=one.clause,
    )


def ordinal(number: int) -> str:
    """Return a place as people say it.

    >>> [ordinal(one) for one in (1, 2, 11, 23)]
    ['1st', '2nd', '11th', '23rd']
    """
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def tournament_title(name: str) -> str:
    """Return the name of a tournament as people say it.

    >>> tournament_title("spring-cup"), tournament_title("sit-and-go-2")
    ('Spring cup', 'Sit-and-go 2')
    >>> tournament_title("friday-night-2026-11-20")
    'Friday night, 20 November 2026'
    """
    series, day = name[:-11], name[-11:]
    if series and day.startswith("-"):
        with suppress(ValueError):
            return f"{tournament_title(series)}, {date.fromisoformat(day[1:]):%-d %B %Y}"
    words = name.replace("sit-and-go-", "sit_and_go ").replace("-", " ").replace("_", "-")
    return words[:1].upper() + words[1:]


def session_table_label(table: str) -> str:
    """Return the name of a session's table as people say it.

    >>> session_table_label("spring-cup.2.1")
    'Spring cup, table 1'
    """
    tournament, _, number = table.rpartition(".")
    return f"{tournament_title(tournament.rpartition('.')[0])}, table {number}"


def _words(view: TableView, one: ContestantView, laid: Cents, *, turn: bool) -> str:
    contest = view.contest
    assert contest is not None
    if one.standing not in (IN, DONE):
        return one.standing
    if one.standing == DONE:
        return "done: others play off"
    if contest.part == OVER:
        return "counted"
    words = ["has the marker"] if contest.marker == one.box else []
    if not one.present:
        words.append("absent")
    if turn:
        words.append("is asked")
    if one.passed:
        words.append("played a pass card")
    if laid:
        words.append(f"wagers {in_dollars(laid)}")
    if one.indicator:
        secret = "" if one.undisclosed is None else f" of {in_dollars(one.undisclosed)}"
        words.append(f"form{secret} handed in")
    return join_words(words) if words else ""


def session_note(law: TableLaw, view: TableView, tournament: Tournament | None) -> tuple[str, str]:
    """Return what there is to say of the session, with its clause: play-off, result, prizes."""
    contest, rules = view.contest, law.tournaments
    assert contest is not None
    assert rules is not None
    if contest.part == PLAY_OFF:
        level = join_words(view.names.get(one.player, one.player) for one in order_of(contest))
        return f"{level} are level and play it off", rules.places.play_off.clause
    if contest.part != OVER:
        return "", ""
    if tournament is not None and tournament.awards:
        prizes = join_words(
            f"{view.names.get(who, who)} {in_dollars(won)}"
            for who, won in tournament.awards.items()
        )
        return f"The tournament is over. Prizes: {prizes}", rules.pool.all_paid_out.clause
    best = sorted(contest.contestants, key=lambda one: -one.chips)
    counts = join_words(
        f"{view.names.get(one.player, one.player)} {in_dollars(one.chips)}"
        for one in best
        if one.chips
    )
    rounds = noun_count(contest.rounds, "round")
    return f"The {contest.session} is over after {rounds}: {counts}", rules.places.counted.clause
