"""What may replace a wager in a tournament: pass cards, forms, the minimum of a late player."""

from typing import ClassVar

from msgspec.structs import replace

from croupier.games.table.contest.state import UNDISCLOSED, Contestant, Form, with_contestant
from croupier.games.table.contest.turns import (
    contest_of,
    contestant_or_refusal,
    has_acted,
    may_manage,
    not_the_turn,
    too_many_chips,
    tournament_law,
    turn_has_come,
)
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.state import MAIN, Stake, Table, round_has_begun, unchanged
from croupier.games.table.wagers import PlaceWager, lay_wager
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.money import Cents, Entry, balances_after, in_dollars, transfer
from croupier.rulebooks import Role
from croupier.rulebooks.law.tournaments import UndisclosedLaw


class PlayPassCard(PlayerCommand, frozen=True, tag="pass"):
    """Lays a pass card instead of a wager."""

    player: str
    """Who lays it."""


class HandInForm(PlayerCommand, frozen=True, tag="undisclosed-wager"):
    """Gives the supervisor a form with an undisclosed wager."""

    player: str
    """Whose form it is."""
    type: str = ""
    """The type of wager: ``main``; empty if none was written."""
    amount: Cents | None = None
    """The amount; none if none was written."""
    open: Cents = 0
    """What is wagered in chips beside it; 0 for nothing."""
    overlooked: bool = False
    """Whether the supervisor misses what is wrong with it."""


class ShowForm(PlayerCommand, frozen=True, tag="show-form"):
    """Asks to see somebody's form of the last round."""

    player: str
    """Who asks."""
    of: str
    """Whose form is shown."""


class GiveChips(PlayerCommand, frozen=True, tag="give-chips"):
    """Hands chips to another player."""

    player: str
    """Whose chips they are."""
    amount: Cents
    """What they are worth."""
    to: str
    """Who is to have them."""


class TimeOut(Command, frozen=True, tag="time-out"):
    """Reports that a player's time for a wager is over."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """Who reports it where a scenario does not say."""
    player: str
    """Whose time is over."""


class DeductAbsent(Command, frozen=True, tag="deduct-absent"):
    """Deducts a minimum from an absent player's chips for this round."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """Who directs it where a scenario does not say."""
    player: str
    """Who is absent."""


class PassCardPlayed(Event, frozen=True, tag="pass-card-played"):
    """A player laid a pass card instead of a wager."""

    player: str
    """Who played it."""
    box: int
    """Where it lies, from 1."""
    clause: str
    """The clause that lets it stand for a wager."""


class FormHandedIn(Event, frozen=True, tag="form-handed-in"):
    """A player gave the supervisor a form: its wager is a secret until it is announced."""

    player: str
    """The player who wrote the form."""
    box: int
    """The player's box, from 1."""
    type: str
    """The type of wager; empty if none was written."""
    amount: Cents | None
    """The amount; none if none was written."""
    clause: str
    """The clause by which it is examined and an indicator is put down."""
    also: tuple[str, ...] = ()
    """Further clauses that say how it is filled in."""


class FormAnnounced(Event, frozen=True, tag="form-announced"):
    """After the round an undisclosed wager was announced, and its chips were laid down."""

    player: str
    """The player who wrote the form."""
    box: int
    """The player's box, from 1."""
    amount: Cents
    """What it counts for."""
    written: Cents | None
    """What was written; none if no amount was."""
    entry: Entry
    """The postings: from the player to the layout."""
    clause: str
    """The clause that has it announced, or that says what it counts for."""


class FormShown(Event, frozen=True, tag="form-shown"):
    """A player was shown somebody's form of the last round."""

    player: str
    """Who asked."""
    of: str
    """Whose form it is."""
    amount: Cents | None
    """What is written on it; none if no amount is."""
    clause: str
    """The clause that lets the player see it."""


class TimeRanOut(Event, frozen=True, tag="time-ran-out"):
    """A player's time for a wager was over: the minimum is wagered."""

    player: str
    """Whose time was over."""
    clause: str
    """The clause that holds the player to the minimum."""


class AbsenceCharged(Event, frozen=True, tag="absence-charged"):
    """A minimum was deducted from an absent player's chips for a round."""

    player: str
    """Who is absent."""
    amount: Cents
    """How much was deducted."""
    entry: Entry
    """The postings: from the player to the float."""
    clause: str
    """The clause that lets the manager direct it."""


def pass_card_played(table: Table, event: PassCardPlayed) -> Table:
    contest = contest_of(table)
    left = {one.player: one.passes for one in contest.contestants}[event.player]
    contest = with_contestant(contest, event.player, passes=left - 1)
    return replace(table, contest=replace(contest, passed=(*contest.passed, event.player)))


def form_handed_in(table: Table, event: FormHandedIn) -> Table:
    contest = contest_of(table)
    left = {one.player: one.forms for one in contest.contestants}[event.player]
    form = Form(event.player, event.box, event.type, event.amount)
    contest = with_contestant(contest, event.player, forms=left - 1)
    return replace(table, contest=replace(contest, forms=(*contest.forms, form)))


def form_announced(table: Table, event: FormAnnounced) -> Table:
    assert table.round is not None
    stake = Stake(event.player, event.box, UNDISCLOSED, event.amount)
    contest = contest_of(table)
    wagered = dict(contest.wagered)
    wagered[event.player] = wagered.get(event.player, 0) + event.amount
    return replace(
        table,
        round=replace(table.round, stakes=(*table.round.stakes, stake)),
        contest=replace(contest, wagered=wagered),
        balances=balances_after(table.balances, (event.entry,)),
    )


def absence_charged(table: Table, event: AbsenceCharged) -> Table:
    contest = contest_of(table)
    times = {one.player: one.deducted for one in contest.contestants}[event.player]
    contest = with_contestant(contest, event.player, deducted=times + 1)
    charged = {**contest.charged, event.player: event.amount}
    return replace(
        table,
        contest=replace(contest, charged=charged),
        balances=balances_after(table.balances, (event.entry,)),
    )


def _no_contest(draft: TableDraft) -> Refused | None:
    """Refuse a command of a session at a table where none is played."""
    if draft.table.contest is not None:
        return None
    clause = draft.law.wagers.before_first_card.clause
    return Refused("contest/none", clause, "no session of a tournament is played at this table")


def _in_turn(draft: TableDraft, player: str, *, beside: bool = False) -> Refused | Contestant:
    """Return the contestant whose turn it is, or the refusal.

    Without a marker, a form may come ``beside`` a wager that already lies.
    """
    if refused := _no_contest(draft):
        return refused
    law, table = draft.law, draft.table
    one = contestant_or_refusal(law, table, player)
    if isinstance(one, Refused):
        return one
    if table.round is not None or (table.first_card_out and has_acted(table, one)):
        clause = law.wagers.no_change_after.clause
        return Refused("contest/round-under-way", clause, "the first card is out")
    order = tournament_law(law).wagers.order
    lies = any(stake.player == player for stake in table.wagers)
    alone = beside and lies and not contest_of(table).marker
    if has_acted(table, one) and not (alone and not _has_form(table, player)):
        final = order.final or tournament_law(law).wagers.compulsory
        return Refused("contest/final", final.clause, f"{player} has had the turn in this round")
    return not_the_turn(table, one, order.out_of_turn) or one


def _has_form(table: Table, player: str) -> bool:
    return any(form.player == player for form in contest_of(table).forms)


def play_pass_card(draft: TableDraft, command: PlayPassCard) -> Refused | None:
    """Record a pass card that is played instead of a wager."""
    one = _in_turn(draft, command.player)
    if isinstance(one, Refused):
        return one
    rules = tournament_law(draft.law).wagers
    if rules.pass_cards is None:
        why = "there are no pass cards: every round needs a wager"
        return Refused("contest/no-pass-cards", rules.compulsory.clause, why)
    if not one.passes:
        why = f"{command.player} has no pass card"
        return Refused("contest/no-pass-cards", rules.pass_cards.clause, why)
    draft.emit(PassCardPlayed(command.player, one.box, rules.pass_cards.clause))
    return None


def hand_in_form(draft: TableDraft, command: HandInForm) -> Refused | None:
    """Record a form with an undisclosed wager, and place the open wager beside it."""
    one = _in_turn(draft, command.player, beside=True)
    if isinstance(one, Refused):
        return one
    rules = tournament_law(draft.law)
    terms = rules.wagers.undisclosed
    if terms is None:
        clause = rules.only["undisclosed-wagers"].clause
        return Refused("contest/no-forms", clause, "wagers are laid openly, in chips")
    if not one.forms:
        return Refused("contest/no-forms", terms.provided.clause, f"{one.player} has no form left")
    if command.open < 0:
        return Refused("contest/form", terms.with_chips.clause, "chips beside a form are 0 or more")
    wrong = None if command.overlooked else _wrong_form(draft, terms, command)
    if refused := wrong or too_many_chips(draft.law, draft.table, one.player, command.open):
        return refused
    filled = (terms.written.clause, *terms.written.also, terms.own_care.clause)
    clauses = (terms.examined.clause, (*filled, terms.within.clause))
    draft.emit(FormHandedIn(one.player, one.box, command.type, command.amount, *clauses))
    if command.open:
        beside = PlaceWager(one.player, one.box, command.open, by=command.by)
        lay_wager(draft, beside, terms.with_chips.clause)
    return None


def _wrong_form(draft: TableDraft, terms: UndisclosedLaw, command: HandInForm) -> Refused | None:
    """Refuse a form that is not filled in as the rules demand."""
    table = draft.table
    if command.type != MAIN or command.amount is None:
        why = "a form names the type of wager, main, and the amount"
        return Refused("contest/form-incomplete", terms.written.clause, why, terms.written.also)
    held = table.chips(command.player)
    limits = table.limits
    if not limits.minimum <= command.amount <= limits.maximum or command.amount > held:
        span = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
        why = f"an undisclosed wager is {span} here, and no more than the player has"
        return Refused("contest/form-outside-limits", terms.within.clause, why)
    if command.amount + command.open > held:
        why = "together with the chips beside it the form goes beyond what the player has"
        return Refused("contest/form-with-chips", terms.with_chips.clause, why)
    return None


def show_form(draft: TableDraft, command: ShowForm) -> Refused | None:
    """Show a player another's form of the last round, until the next first card.

    Reading U25: any player of the tournament may ask, at whatever table. The table does not know
    them all; the tournament refuses others.
    """
    if refused := _no_contest(draft):
        return refused
    rules = tournament_law(draft.law)
    terms = rules.wagers.undisclosed
    contest = contest_of(draft.table)
    if terms is None:
        clause = rules.only["undisclosed-wagers"].clause
        return Refused("contest/no-forms", clause, "there are no forms here")
    form = next((form for form in contest.last_forms if form.player == command.of), None)
    if form is None or round_has_begun(draft.table):
        why = "a form is shown after its round, until the first card of the next"
        return Refused("contest/form-not-shown", terms.shown.clause, why)
    draft.emit(FormShown(command.player, command.of, form.amount, terms.shown.clause))
    return None


def time_out(draft: TableDraft, command: TimeOut) -> Refused | None:
    """Wager the minimum for a player whose time is over."""
    if refused := _no_contest(draft):
        return refused
    law, table = draft.law, draft.table
    rules = tournament_law(law).wagers
    if not may_manage(command):
        why = f"only staff keep the time, not {command.by.one}"
        return Refused("role/not-empowered", rules.timed.clause, why)
    one = contestant_or_refusal(law, table, command.player)
    if isinstance(one, Refused):
        return one
    if not contest_of(table).seconds:
        return Refused("contest/no-time-limit", rules.timed.clause, "no time limit was set")
    if table.round is not None or has_acted(table, one):
        return Refused("contest/not-late", rules.order.first.clause, f"{one.player} is not late")
    if not turn_has_come(table, one) and (refused := not_the_turn(table, one, rules.order.first)):
        return refused
    draft.emit(TimeRanOut(one.player, rules.late.clause))
    minimum = min(table.limits.minimum, table.chips(one.player))
    lay_wager(draft, PlaceWager(one.player, one.box, minimum, by=command.by), rules.late.clause)
    return None


def deduct_absent(draft: TableDraft, command: DeductAbsent) -> Refused | None:
    """Deduct a minimum from an absent player for this round."""
    if refused := _no_contest(draft):
        return refused
    law, table = draft.law, draft.table
    rules = tournament_law(law)
    absent, deducted = rules.seats.no_show, rules.seats.deducted
    if command.by is not Role.TOURNAMENT_MANAGER:
        why = f"the tournament manager directs it, not {command.by.one}"
        clause = absent.clause if deducted is None else deducted.clause
        return Refused("role/not-empowered", clause, why, (absent.clause,))
    one = contestant_or_refusal(law, table, command.player)
    if isinstance(one, Refused):
        return one
    if deducted is None:
        clause = rules.wagers.compulsory.clause
        return Refused("contest/not-deducted", clause, "nothing is deducted for absence here")
    if one.present:
        return Refused("contest/present", absent.clause, f"{one.player} is present")
    if table.round is not None or has_acted(table, one):
        why = f"{one.player}'s absence has been dealt with in this round"
        return Refused("contest/not-now", deducted.clause, why)
    if one.deducted >= deducted.value:
        why = f"a minimum was already deducted for {deducted.value} rounds, the most allowed"
        return Refused("contest/deducted-enough", deducted.clause, why)
    till = table.till
    amount = min(table.limits.minimum, table.chips(one.player))
    entry = transfer(till.chips(one.player), till.float, amount, deducted.clause)
    draft.emit(AbsenceCharged(one.player, amount, entry, deducted.clause))
    return None


def give_chips(draft: TableDraft, _: GiveChips) -> Refused | None:
    """Refuse to hand chips to another player; at a tournament's table the session refuses it."""
    return _no_contest(draft)


HANDLERS: dict[type[Command], Handler] = {
    **on(PlayPassCard, play_pass_card),
    **on(HandInForm, hand_in_form),
    **on(ShowForm, show_form),
    **on(TimeOut, time_out),
    **on(DeductAbsent, deduct_absent),
    **on(GiveChips, give_chips),
}


EVOLVERS: dict[type[Event], Evolver] = {
    PassCardPlayed: pass_card_played,
    FormHandedIn: form_handed_in,
    FormAnnounced: form_announced,
    FormShown: unchanged,
    TimeRanOut: unchanged,
    AbsenceCharged: absence_charged,
}
