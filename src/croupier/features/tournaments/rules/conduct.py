"""Conduct during sessions: substitutes, disqualifications, buy-backs, chip counts, disputes."""

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.draft import (
    EntrantsCommand,
    ManagersCommand,
    TournamentDraft,
    buy_back_suffices,
    contestant_at,
    dispute_open,
    entry_ended,
    in_time_to_buy_back,
    not_in_progress,
    only_manager,
    only_role,
    players_who_may_buy_back,
    refuse_cards_out,
    table_in_progress,
)
from croupier.features.tournaments.rules.entries import fee_parts, pay_fee
from croupier.features.tournaments.rules.state import (
    Entrant,
    Fate,
    Seat,
    Standings,
    Tournament,
    TournamentPhase,
    post_entries,
    with_entrant,
    with_seat,
)
from croupier.games.table.contest.rounds import (
    ContestantReinstated,
    ContestantRemoved,
    ContestantReplaced,
    WagersLimitedInTime,
)
from croupier.games.table.contest.state import Contestant, Standing
from croupier.games.table.contest.turns import contest_of, current_turn, has_acted
from croupier.games.table.contest.wagers import ShowForm
from croupier.games.table.disputes import (
    COMPLAINED,
    FINAL,
    RAISED,
    AskReview,
    DecideDispute,
    DisputeMoved,
    DisputeRaised,
    LodgeComplaint,
    RaiseDispute,
)
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.state import unchanged
from croupier.games.table.wagers import wager_return
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents, Entry, in_dollars, transfer
from croupier.rulebooks import Role

# ---------------------------------------------------------------------------------------- commands


class SeatReserve(ManagersCommand, frozen=True, tag="seat-reserve"):
    """Gives a reserve the seat of an entrant who did not come."""

    player: str
    """The reserve."""
    instead: str = msgspec.field(name="for")
    """The entrant who did not come."""


class Substitute(ManagersCommand, frozen=True, tag="substitute"):
    """Lets another person play on for an entrant."""

    player: str
    """The substitute."""
    instead: str = msgspec.field(name="for")
    """The entrant."""


class LimitTime(ManagersCommand, frozen=True, tag="limit-time"):
    """Sets the time for a wager."""

    seconds: int
    """The time in seconds; 0 for no limit."""
    notified: bool = False
    """Whether the players were notified in good time."""


class Disqualify(Command, frozen=True, tag="disqualify"):
    """Disqualifies a player."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """The role that usually submits it, used if a text names none."""
    player: str
    """The player."""
    ground: str
    """The ground: ``absent``, ``no-wager``, ``added-chips``, ``hid-chips``, ``advice`` (not in
    Canberra) or ``breach``."""
    refund: bool = False
    """Whether the fee is returned."""


class BuyBack(EntrantsCommand, frozen=True, tag="buy-back"):
    """Buys back after an elimination."""


class DeclineBuyBack(EntrantsCommand, frozen=True, tag="decline-buy-back"):
    """Gives up a buy-back, so that nobody waits for it."""


class CountChips(ManagersCommand, frozen=True, tag="count-chips"):
    """Has the chips at a table counted."""

    table: int = 1
    """The table, from 1."""


class MissingChips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips of one denomination that did not come back."""

    denomination: Cents
    """The value of each."""
    quantity: int
    """How many."""


class ReturnChips(Command, frozen=True, tag="return-chips"):
    """Takes the chips of a table back after a session, and reports what is missing."""

    table: int = 1
    """The table, from 1."""
    missing: tuple[MissingChips, ...] = ()
    """The chips that did not come back."""


# ------------------------------------------------------------------------------------------ events


class ReserveSeated(Event, frozen=True, tag="reserve-seated"):
    """A reserve paid the fee and took a forfeited seat."""

    player: str
    """The reserve."""
    instead: str
    """The player who had the seat."""
    fee: Cents
    """What went to the pool."""
    commission: Cents
    """What the operator keeps."""
    entries: tuple[Entry, ...]
    """The postings of the fee."""
    clause: str
    """The clause that lets the seat be offered."""


class SubstituteAdmitted(Event, frozen=True, tag="substitute-admitted"):
    """A substitute plays on for an entrant."""

    player: str
    """The substitute."""
    instead: str
    """The entrant."""
    clause: str
    """The clause that leaves it to the manager."""


class PlayerDisqualified(Event, frozen=True, tag="player-disqualified"):
    """A player was disqualified."""

    player: str
    """The player."""
    ground: str
    """The ground."""
    entries: tuple[Entry, ...]
    """The postings of a fee that was returned; empty if it stays."""
    refund: Cents
    """How much of the fee was returned; 0 if it stays."""
    clause: str
    """The clause of the ground."""
    also: tuple[str, ...] = ()
    """Further clauses; empty if there are none."""


class PlayerBoughtBack(Event, frozen=True, tag="player-bought-back"):
    """An eliminated player bought back."""

    player: str
    """The player."""
    amount: Cents
    """The price, which goes to the pool."""
    entries: tuple[Entry, ...]
    """The postings."""
    clause: str
    """The clause that lets the conditions provide for it."""


class BuyBackDeclined(Event, frozen=True, tag="buy-back-declined"):
    """An eliminated player does not buy back."""

    player: str
    """The player."""
    clause: str
    """The clause that lets the conditions provide for buy-backs."""


class TimeLimitSet(Event, frozen=True, tag="time-limit-set"):
    """A time limit for wagers was set at all tables."""

    seconds: int
    """The time in seconds; 0 for no limit."""
    clause: str
    """The clause that lets the manager set it."""


class TournamentChipsCounted(Event, frozen=True, tag="tournament-chips-counted"):
    """The chips at a table were counted at the manager's request."""

    table: int
    """The table, from 1."""
    counts: dict[str, Cents]
    """The chips in front of each player."""
    clause: str
    """The clause that lets the manager have them counted."""


class ChipsReturned(Event, frozen=True, tag="chips-returned"):
    """The chips of a table went back to the inventory after a session."""

    table: int
    """The table, from 1."""
    missing: tuple[MissingChips, ...]
    """The chips that did not come back; empty if all did."""
    clause: str
    """The clause that requires a report and a record of it."""


# ------------------------------------------------------------------------- what each event changes


def reserve_seated(tournament: Tournament, event: ReserveSeated) -> Tournament:
    tournament = with_entrant(
        tournament, event.player, fate=Fate.ENTERED, fee=event.fee, commission=event.commission
    )
    tournament = with_seat(tournament, event.instead, player=event.player, present=True)
    return post_entries(tournament, event.entries)


def substitute_admitted(tournament: Tournament, event: SubstituteAdmitted) -> Tournament:
    tournament = with_entrant(tournament, event.instead, fate=Fate.REPLACED, clause=event.clause)
    entrants = {**tournament.entrants, event.player: Entrant(event.player)}

    def rename(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(event.player if name == event.instead else name for name in names)

    tournament = replace(
        tournament,
        entrants=entrants,
        field=rename(tournament.field),
        fallen=rename(tournament.fallen),
        level=tuple(map(rename, tournament.level)),
        standings={
            table: Standings(tuple(map(rename, one.groups)), one.round)
            for table, one in tournament.standings.items()
        },
    )
    points = dict(tournament.points)
    if event.instead in points:
        points[event.player] = points.pop(event.instead)
    tournament = replace(tournament, points=points)
    return with_seat(tournament, event.instead, player=event.player)


def player_disqualified(tournament: Tournament, event: PlayerDisqualified) -> Tournament:
    tournament = with_entrant(
        tournament,
        event.player,
        fate=Fate.DISQUALIFIED,
        clause=event.clause,
        ground=event.ground,
    )
    if event.refund:
        fee = tournament.entrants[event.player].fee - event.refund
        tournament = with_entrant(tournament, event.player, fee=fee, refunded=event.refund)
    if tournament.phase is TournamentPhase.SEATING:
        seats = tuple(seat for seat in tournament.seats if seat.player != event.player)
        tournament = replace(tournament, seats=seats)
    return post_entries(tournament, event.entries)


def player_bought_back(tournament: Tournament, event: PlayerBoughtBack) -> Tournament:
    entrant = tournament.entrants[event.player]
    tournament = with_entrant(
        tournament,
        event.player,
        buy_backs=entrant.buy_backs + 1,
        bought_back=entrant.bought_back + event.amount,
    )
    out = tuple(player for player in tournament.out if player != event.player)
    unpaid = tuple(player for player in tournament.unpaid if player != event.player)
    return post_entries(replace(tournament, out=out, unpaid=unpaid), event.entries)


def buy_back_declined(tournament: Tournament, event: BuyBackDeclined) -> Tournament:
    return with_entrant(tournament, event.player, declined_buy_back=True)


def time_limit_set(tournament: Tournament, event: TimeLimitSet) -> Tournament:
    return replace(tournament, seconds=event.seconds)


def chips_returned(tournament: Tournament, event: ChipsReturned) -> Tournament:
    last = None if tournament.finished_tables else tournament.last_played
    session = tournament.plan.name if last is None else last.name
    return replace(tournament, returned=(*tournament.returned, (session, event.table)))


# ----------------------------------------------------------------------------------------- players


def seat_reserve(draft: TournamentDraft, command: SeatReserve) -> Refused | None:
    """Let a reserve pay the fee and take a forfeited seat."""
    seats, tournament = draft.rules.seats, draft.tournament
    rule = seats.reserves or seats.drawn
    refused = only_manager(draft, command, rule) or not_in_progress(draft) or dispute_open(draft)
    if refused:
        return refused
    waits = tournament.fate_of(command.player) is Fate.RESERVE
    lost = tournament.fate_of(command.instead) is Fate.FORFEITED
    seat = tournament.seat_of(command.instead)
    here = None if seat is None else table_in_progress(draft, seat.table)
    begun = here is None or contest_of(here).round > 1
    if tournament.session or not (waits and lost) or begun:
        why = "a reserve takes a seat that was forfeited, at the start of the first session"
        return Refused("reserve/not-now", rule.clause, why)
    assert seat is not None
    if refused := refuse_cards_out(draft, seat.table, rule.clause):
        return refused
    entries = pay_fee(draft, command.player)
    paid = fee_parts(draft)
    draft.emit(ReserveSeated(command.player, command.instead, *paid, entries, rule.clause))
    chips = tournament.conditions.chips_for(tournament.plan)
    table = draft.at(seat.table)
    till = table.table.till
    issued = (transfer(till.float, till.chips(command.player), chips, rule.clause),)
    table.emit(ContestantReplaced(command.instead, command.player, issued, rule.clause))
    return None


def substitute(draft: TournamentDraft, command: Substitute) -> Refused | None:
    """Let another person play on for an entrant, with seat and chips."""
    says, tournament = draft.rules.seats.substitutes, draft.tournament
    refused = (
        only_manager(draft, command, says)
        or not_in_progress(draft)
        or dispute_open(draft)
        or entry_ended(draft, command.instead)
    )
    if refused:
        return refused
    seat = tournament.seat_of(command.instead)
    if command.player in tournament.entrants or seat is None:
        why = "a substitute has no entry, and takes over a seat that was given"
        return Refused("substitute/not-possible", says.clause, why)
    if refused := refuse_cards_out(draft, seat.table, says.clause):
        return refused
    one = contestant_at(draft, seat)
    if tournament.phase is TournamentPhase.SESSION and (
        one is None or one.standing is not Standing.IN
    ):
        why = f"{command.instead} is no longer in the session"
        return Refused("substitute/out", draft.rules.wagers.unable.clause, why)
    if one is not None:
        _give_back(draft, seat, says.clause)
        table = draft.at(seat.table)
        till = table.table.till
        held = table.table.chips(command.instead)
        entry = transfer(till.chips(command.instead), till.chips(command.player), held, says.clause)
        table.emit(ContestantReplaced(command.instead, command.player, (entry,), says.clause))
    draft.emit(SubstituteAdmitted(command.player, command.instead, says.clause))
    return None


def _give_back(draft: TournamentDraft, seat: Seat, clause: str) -> None:
    """Return the wagers placed for the next round."""
    table = draft.at(seat.table)
    for stake in table.table.wagers:
        if stake.player == seat.player:
            table.emit(wager_return(table.table.till, stake, clause, "its owner plays no more"))


def disqualify(draft: TournamentDraft, command: Disqualify) -> Refused | None:
    """Disqualify a player, by the clause of the ground."""
    rules = draft.rules.seats
    says = rules.grounds.get(command.ground)
    if says is None:
        known = ", ".join(rules.grounds)
        why = f"{command.ground!r} is not a ground; choose from {known}"
        return Refused("disqualify/ground", rules.disqualified_by.clause, why)
    role = rules.disqualified_by.value
    also = rules.disqualified_by.also
    refused = (
        only_role(command, role, says.clause, also)
        or not_in_progress(draft)
        or entry_ended(draft, command.player)
    )
    if refused:
        return refused
    seat = draft.tournament.seat_of(command.player)
    one = contestant_at(draft, seat)
    refused = (
        (None if seat is None else refuse_cards_out(draft, seat.table, says.clause))
        or _no_such_ground(draft, command, seat, one)
        or _no_refund(draft, command, says.clause)
    )
    if refused:
        return refused
    if one is not None:
        assert seat is not None
        _give_back(draft, seat, says.clause)
        removed = ContestantRemoved(command.player, Standing.DISQUALIFIED, says.clause)
        draft.at(seat.table).emit(removed)
    fee = draft.tournament.entrants[command.player].fee if command.refund else 0
    entries: tuple[Entry, ...] = state.postings_entry(
        says.clause,
        (state.pool_account(draft.tournament.name), -fee),
        (state.player_account(command.player), fee),
    )
    draft.emit(
        PlayerDisqualified(command.player, command.ground, entries, fee, says.clause, says.also)
    )
    return None


def _no_such_ground(
    draft: TournamentDraft, command: Disqualify, seat: Seat | None, one: Contestant | None
) -> Refused | None:
    """Refuse a ground that the facts do not support."""
    seats, wagers = draft.rules.seats, draft.rules.wagers
    if command.ground == "absent":
        there = one.present if one is not None else seat is not None and seat.present
        clause = seats.no_show.clause
        if there:
            return Refused("disqualify/present", clause, f"{command.player} is present")
        if refused := before_stated_time(draft, command.player):
            return refused
    if command.ground == "no-wager" and not _owes_wager(draft, seat, one):
        why = f"{command.player} has wagered or passed, or was not asked yet"
        return Refused("disqualify/not-refused", wagers.compulsory.clause, why)
    return None


def before_stated_time(draft: TournamentDraft, player: str) -> Refused | None:
    """Refuse to count an absence of a player before the session's stated time.

    Reading U24: nobody loses anything by it until then.
    """
    tournament = draft.tournament
    if not tournament.is_early:
        return None
    why = f"{player} must be there at {tournament.starts.isoformat()}, which is still to come"
    return Refused("disqualify/too-early", draft.rules.seats.no_show.clause, why)


def onlooker(draft: TournamentDraft, command: ShowForm) -> Refused | None:
    """Refuse to show a form to somebody who does not play in the tournament."""
    terms = draft.rules.wagers.undisclosed
    if terms is None or draft.tournament.fate_of(command.player) is Fate.ENTERED:
        return None
    why = f"{command.player} does not play in this tournament"
    return Refused("contest/no-seat", terms.shown.clause, why)


def _owes_wager(draft: TournamentDraft, seat: Seat | None, one: Contestant | None) -> bool:
    """Return whether a player of a session owes a wager, and is in turn if wagers have an order."""
    if one is None:
        return False
    assert seat is not None
    here = draft.at(seat.table).table
    return current_turn(here) == one if contest_of(here).marker else not has_acted(here, one)


def _no_refund(draft: TournamentDraft, command: Disqualify, clause: str) -> Refused | None:
    seats = draft.rules.seats
    if not command.refund:
        return None
    if command.ground != seats.refundable:
        if not seats.refundable:
            clause = draft.rules.pool.not_refunded.clause
        return Refused("disqualify/no-refund", clause, "the fee is not returned on this ground")
    if draft.tournament.awards is None:
        return None
    paid, why = draft.rules.pool.all_paid_out, "the pool, with the fee, has been paid out"
    return Refused("disqualify/no-refund", paid.clause, why, paid.also)


def buy_back(draft: TournamentDraft, command: BuyBack) -> Refused | None:
    """Give an eliminated player the old seat and fresh chips."""
    says, tournament = draft.rules.places.buy_backs, draft.tournament
    refused = not_in_progress(draft) or dispute_open(draft) or entry_ended(draft, command.player)
    if refused:
        return refused
    conditions = tournament.conditions
    seat = tournament.seat_of(command.player)
    one = contestant_at(draft, seat)
    out = one is not None and one.standing is Standing.ELIMINATED
    if tournament.session or not out:
        why = "an eliminated player buys back in the first session, while that is on"
        return Refused("buy-back/not-now", says.clause, why)
    assert seat is not None
    used = tournament.entrants[command.player].buy_backs
    if used >= conditions.buy_backs:
        why = f"the conditions let a player buy back {conditions.buy_backs} times"
        return Refused("buy-back/used-up", says.clause, why)
    if tournament.entrants[command.player].declined_buy_back:
        why = f"{command.player} has declined to buy back"
        return Refused("buy-back/declined", says.clause, why)
    here = draft.at(seat.table).table
    if not in_time_to_buy_back(tournament, here):
        why = f"players can buy back only before round {conditions.buy_back_until}"
        return Refused("buy-back/too-late", says.clause, why)
    if refused := refuse_cards_out(draft, seat.table, says.clause):
        return refused
    if not buy_back_suffices(tournament, here):
        gives = in_dollars(conditions.chips_for(tournament.plan))
        least = in_dollars(here.limits.minimum)
        why = f"a buy-back gives {gives}, and the minimum is {least} by now"
        unable = draft.rules.wagers.unable.clause
        return Refused("buy-back/below-minimum", says.clause, why, (unable,))
    price = conditions.buy_back_price
    entries = state.postings_entry(
        says.clause,
        (state.player_account(command.player), -price),
        (state.pool_account(tournament.name), price),
    )
    draft.emit(PlayerBoughtBack(command.player, price, entries, says.clause))
    till, left = here.till, here.chips(command.player)
    chips = conditions.chips_for(tournament.plan)
    given = [transfer(till.chips(command.player), till.float, left, says.clause)] if left else []
    given.append(transfer(till.float, till.chips(command.player), chips, says.clause))
    draft.at(seat.table).emit(ContestantReinstated(command.player, tuple(given), says.clause))
    return None


def decline_buy_back(draft: TournamentDraft, command: DeclineBuyBack) -> Refused | None:
    """Record that an eliminated player does not buy back."""
    says, tournament = draft.rules.places.buy_backs, draft.tournament
    if command.by not in (Role.PLAYER, draft.rules.entries.run_by.value):
        why = f"the player or the tournament manager says so, not {command.by.one}"
        return Refused("role/not-empowered", says.clause, why)
    refused = not_in_progress(draft) or dispute_open(draft) or entry_ended(draft, command.player)
    if refused:
        return refused
    seat = tournament.seat_of(command.player)
    here = None if seat is None else table_in_progress(draft, seat.table)
    if here is None or command.player not in players_who_may_buy_back(tournament, here):
        why = f"{command.player} has no buy-back to decline"
        return Refused("buy-back/none-open", says.clause, why)
    draft.emit(BuyBackDeclined(command.player, says.clause))
    return None


# ---------------------------------------------------------------------------------- time and chips


def limit_time(draft: TournamentDraft, command: LimitTime) -> Refused | None:
    """Set the time for a wager at all tables."""
    rule = draft.rules.wagers.timed
    refused = only_manager(draft, command, rule) or not_in_progress(draft)
    if refused:
        return refused
    if command.seconds < 1:
        return Refused("time/seconds", rule.clause, "a time limit is 1 second or more")
    if rule.value and not command.notified:
        why = "a time limit needs reasonable notice to the players"
        return Refused("time/no-notice", rule.clause, why)
    draft.emit(TimeLimitSet(command.seconds, rule.clause))
    for number in draft.tables:
        if table_in_progress(draft, number) is not None:
            draft.at(number).emit(WagersLimitedInTime(command.seconds, rule.clause))
    return None


def count_chips(draft: TournamentDraft, command: CountChips) -> Refused | None:
    """Have the chips at a table counted."""
    says = draft.rules.places.counted_any_time
    refused = only_manager(draft, command, says) or not_in_progress(draft)
    if refused:
        return refused
    here = table_in_progress(draft, command.table)
    if here is None:
        why = f"no session is on at table {command.table}"
        return Refused("count/no-session", says.clause, why)
    assert here.contest is not None
    counts = {one.player: here.chips(one.player) for one in here.contest.contestants}
    draft.emit(TournamentChipsCounted(command.table, counts, says.clause))
    return None


def return_chips(draft: TournamentDraft, command: ReturnChips) -> Refused | None:
    """Return the chips of a table to the inventory, and report what is missing."""
    says = draft.rules.places.missing_chips
    staff = command.by is Role.TOURNAMENT_MANAGER or command.by.may_act_as(Role.DEALER)
    if not staff:
        why = f"only dealers and supervisors handle the chips, not {command.by.one}"
        return Refused("role/not-empowered", says.clause, why)
    if refused := not_in_progress(draft):
        return refused
    if not draft.tournament.results and table_in_progress(draft, command.table) is not None:
        why = f"the session at table {command.table} is not over"
        return Refused("chips/not-over", says.clause, why)
    if any(one.quantity < 1 or one.denomination < 1 for one in command.missing):
        return Refused(
            "chips/quantity", says.clause, "give the value and the number of the missing chips"
        )
    draft.emit(ChipsReturned(command.table, command.missing, says.clause))
    if command.missing:
        number = sum(one.quantity for one in command.missing)
        about = f"{number} tournament chips are missing at table {command.table}"
        draft.emit(NoticeGiven(Role.TOURNAMENT_MANAGER, about, None, says.clause))
    return None


# ---------------------------------------------------------------------------------------- disputes


def raise_dispute(draft: TournamentDraft, command: RaiseDispute) -> Refused | None:
    """Record a dispute, which stops play."""
    rule = draft.rules.disputes
    assert rule is not None
    if refused := not_in_progress(draft):
        return refused
    if not command.about.strip():
        return Refused("dispute/about-nothing", rule.clause, "say what is in dispute")
    draft.emit(DisputeRaised(command.player, command.about, rule.clause))
    return None


def decide_dispute(draft: TournamentDraft, command: DecideDispute) -> Refused | None:
    """Decide a dispute finally."""
    rule = draft.rules.disputes
    assert rule is not None
    refused = only_role(command, rule.value, rule.clause) or not_in_progress(draft)
    refused = refused or _not_at(draft, command.dispute, RAISED, rule.clause)
    if refused:
        return refused
    _move(draft, command, command.dispute, FINAL, rule.clause, command.outcome, command.person)
    return None


def ask_review(draft: TournamentDraft, command: AskReview) -> Refused | None:
    """Refuse a review: the manager's decision is final."""
    rule = draft.rules.disputes
    assert rule is not None
    why = f"the manager decided dispute {command.dispute}, and that decision is final"
    return Refused("dispute/final", rule.clause, why)


def lodge_complaint(draft: TournamentDraft, command: LodgeComplaint) -> Refused | None:
    """Take a decided dispute to an inspector.

    Reading ST11: the right to complain stays.
    """
    rule = draft.law.conduct.dispute.complaint
    if refused := _not_at(draft, command.dispute, FINAL, rule.clause):
        return refused
    _move(draft, command, command.dispute, COMPLAINED, rule.clause)
    about = f"complaint about dispute {command.dispute}"
    draft.emit(NoticeGiven(rule.value, about, command.player, rule.clause))
    return None


def _not_at(draft: TournamentDraft, number: int, step: str, clause: str) -> Refused | None:
    disputes = draft.tournament.disputes
    if not 1 <= number <= len(disputes):
        why = f"there is no dispute {number}; {len(disputes)} were raised"
        return Refused("dispute/unknown", "", why)
    if disputes[number - 1].step == step:
        return None
    why = f"dispute {number} is {disputes[number - 1].step}, and must be {step} for this"
    return Refused("dispute/not-now", clause, why)


def _move(
    draft: TournamentDraft,
    command: Command,
    number: int,
    step: str,
    clause: str,
    outcome: str = "",
    person: str = "",
) -> None:
    draft.emit(DisputeMoved(number, step, outcome, command.by, person, clause, step == FINAL))


EVOLVERS: dict[type[Event], Evolver] = {
    ReserveSeated: reserve_seated,
    SubstituteAdmitted: substitute_admitted,
    PlayerDisqualified: player_disqualified,
    PlayerBoughtBack: player_bought_back,
    BuyBackDeclined: buy_back_declined,
    TimeLimitSet: time_limit_set,
    TournamentChipsCounted: unchanged,
    ChipsReturned: chips_returned,
}
"""What each event of this subject changes."""
