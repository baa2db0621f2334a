"""What must happen next at a table between rounds, and who owes it.

Families put what is due in a round before it; prompts, scenarios and the software dealer read it.
"""

from datetime import datetime

import msgspec

from croupier.cards import CARDS_PER_DECK, Card, Device
from croupier.games.table.card_counts import verifier
from croupier.games.table.contest.state import Contest, Part, marker_at
from croupier.games.table.contest.turns import deadline, is_late, players_to_wager, tournament_law
from croupier.games.table.equipment import all_items
from croupier.games.table.preparation import (
    burns_after_bets,
    clause_of_stage,
    cutter,
    cutting_card_range,
    least_cut,
    offer_clause,
    stack_size,
)
from croupier.games.table.state import Limits, Stage, Table
from croupier.money import Cents
from croupier.rulebooks import Role, Says, TableLaw


class Due(msgspec.Struct, frozen=True, gc=False, tag_field="due", rename="kebab"):
    """Something owed. ``clause`` names the rule that demands it."""


class CardDue(Due, frozen=True, tag="card"):
    """The dealer owes a card to a hand, or to the dealer's own (box 0)."""

    box: int
    """Where it goes, from 1; 0 is the dealer."""
    hand: int
    """Which hand of the box, counted from 1."""
    clause: str
    """The clause by which it is owed."""
    covered: bool = False
    """Whether it is laid face down."""
    ahead: Card | None = None
    """The card itself, where it lies ready: drawn in error, or put back; else none."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """Something a player may call, and the clause that allows it."""

    call: str
    """The command that calls it."""
    clause: str
    """The clause that allows it."""
    most: Cents = 0
    """The largest further wager it may carry; 0 if it carries none."""


class WagersDue(Due, frozen=True, tag="wagers"):
    """Players may wager; the dealer may close betting and deal."""

    limits: Limits
    """The sign that holds."""
    previous_limits: Limits | None
    """The older sign, where some players keep its minimum."""
    clause: str
    """The clause under which wagers are placed."""
    sign_clause: str
    """The clause that asks for the sign."""
    signs: tuple[Says, ...]
    """What else is written on the layout and on signs at the table."""
    closed: bool = False
    """Whether the first card has slipped out, so that only the deal is left."""


class EquipmentDue(Due, frozen=True, tag="equipment"):
    """Layout and equipment are to be reported in place before a round is dealt."""

    lacking: tuple[str, ...]
    """What was not reported in place yet, by the names of the checklist."""
    wanted: tuple[Says, ...]
    """What the rulebook asks of each."""
    by: Role
    """Who reports it."""
    clause: str
    """The clause that asks for the first of them."""


class CheckDue(Due, frozen=True, tag="check"):
    """The cards are to be counted."""

    expected: int
    """How many there should be."""
    clause: str
    """The clause that asks for the count."""
    by: Role = Role.DEALER
    """Who counts them, or anybody above."""


class ReplacementDue(Due, frozen=True, tag="replacement"):
    """Other cards must come: these are not as they should be."""

    by: Role
    """Who brings them."""
    clause: str
    """The clause that demands it."""


class DeviceDue(Due, frozen=True, tag="device"):
    """Another shuffling device must come before the next round."""

    clause: str
    """The clause that demands it."""


class ShuffleDue(Due, frozen=True, tag="shuffle"):
    """The dealer owes a shuffle."""

    clause: str
    """The clause that demands it."""


class CutDue(Due, frozen=True, tag="cut"):
    """A player is offered the cut, or a supervisor must cut (no player)."""

    player: str | None
    """Who is offered it; none if the dealer or a supervisor cuts."""
    by: Role
    """In which role it is done."""
    least: int
    """The least number of cards between the cut and either end."""
    clause: str
    """The clause that gives them the cut."""


class LoadDue(Due, frozen=True, tag="load"):
    """The dealer inserts the cutting card and loads the shoe."""

    least: int
    """The fewest cards that may lie behind it."""
    most: int
    """The most cards that may lie behind it."""
    clause: str
    """The clause that says how many."""


class BurnDue(Due, frozen=True, tag="burn"):
    """The dealer burns the first card."""

    shown: bool
    """Whether it is shown, and as many as it counts are burned after it."""
    clause: str
    """The clause that has cards burned."""


class TurnDue(Due, frozen=True, tag="turn"):
    """A player of a tournament must wager, play a pass card or hand in a form."""

    player: str
    """Whose turn it is."""
    box: int
    """The player's box, from 1."""
    round: int
    """The round of the session, counted from 1."""
    marker: int
    """The box where the marker lies; 0 if there is no order."""
    seconds: int
    """The time for it; 0 if there is no limit."""
    clause: str
    """The clause that demands it."""
    deadline: datetime | None = None
    """Until when; none if there is no limit, or no time is kept."""
    overdue: bool = False
    """Whether that has passed by the table's clock."""


class AbsenceDue(Due, frozen=True, tag="absence"):
    """An absent player of a tournament must be dealt with before the deal."""

    player: str
    """Who is absent."""
    box: int
    """The player's box, from 1."""
    clause: str
    """The clause that says what may be done."""


def due_in_contest(law: TableLaw, table: Table, contest: Contest) -> tuple[Due, ...]:
    """Return the turns that are due in a session of a tournament, then the absences."""
    rules = tournament_law(law)
    left = players_to_wager(table)
    there = [one for one in left if one.present]
    clause = rules.wagers.compulsory.clause
    if contest.marker:
        there, clause = there[:1], rules.wagers.order.first.clause
    marker = marker_at(contest)
    until = deadline(table, contest)
    late = is_late(table, until)
    turns = [
        TurnDue(one.player, one.box, contest.round, marker, contest.seconds, clause, until, late)
        for one in there
    ]
    absent = rules.seats.no_show.clause
    return (*turns, *(AbsenceDue(one.player, one.box, absent) for one in left if not one.present))


def due_between_rounds(law: TableLaw, table: Table) -> tuple[Due, ...]:
    """Return what is due while no round is under way."""
    if not table.open:
        return ()
    closed = table.first_card_out and table.contest is None
    says = law.wagers.no_change_after if closed else law.wagers.before_first_card
    wagers: Due = WagersDue(
        table.limits,
        table.previous_limits,
        says.clause,
        law.limits.sign.clause,
        signs_at(law, table),
        closed,
    )
    step = None if burns_after_bets(law, table) else due_preparation(law, table)
    contest = table.contest
    lacking = (_equipment(law, table),) if table.equipment else ()
    if contest is not None:
        if contest.part is Part.OVER:
            return ()
        turns = due_in_contest(law, table, contest)
        return (*lacking, *turns, wagers) if step is None else (*lacking, step, *turns, wagers)
    return (*lacking, wagers) if step is None else (*lacking, step, wagers)


def _equipment(law: TableLaw, table: Table) -> EquipmentDue:
    """Return the equipment that has yet to be reported in place."""
    rules = law.equipment
    wanted = tuple(item.says for item in all_items(law) if item.name in table.equipment)
    lacking = tuple(table.equipment)
    return EquipmentDue(lacking, wanted, rules.reported_by.value, wanted[0].clause)


def signs_at(law: TableLaw, table: Table) -> tuple[Says, ...]:
    """Return the texts on the layout, and the signs that the table's state demands."""
    signs = law.equipment.inscriptions
    low_limit = law.limits.low_limit if table.choices.low_limit else None
    retained = None if table.previous_limits is None else law.limits.retained
    areas = law.equipment.area_inscriptions
    signs = (*signs, *(areas[name] for name in table.choices.side_bets if name in areas))
    if law.cards.decks_on_shuffler is not None and table.choices.device is Device.SHUFFLER:
        signs = (*signs, law.cards.decks_on_shuffler)
    if law.floor.hours is not None:
        signs = (*signs, law.floor.hours)
    if low_limit is not None:
        signs = (*signs, low_limit.offered, low_limit.no_tournament)
    if retained is not None:
        signs = (*signs, retained.both_signs)
    if table.contest is not None:
        signs = (*signs, tournament_law(law).no_advice)
    return signs


def due_preparation(law: TableLaw, table: Table) -> Due | None:
    """Return the step of the preparation that is due, if one is."""
    preparation = table.preparation
    if preparation is None:
        return None
    rules = law.cut
    match preparation.stage:
        case Stage.CHECK:
            clause = clause_of_stage(law, table)
            expected = table.choices.decks * CARDS_PER_DECK
            return CheckDue(expected, clause, verifier(law, table).value)
        case Stage.REPLACE:
            return ReplacementDue(law.cards.replaced_by.value, clause_of_stage(law, table))
        case Stage.SHUFFLE:
            return ShuffleDue(preparation.clause)
        case Stage.CUT:
            player = cutter(law, table)
            least = least_cut(law, table)
            clause = rules.offered.clause if rules.dealer_cuts else offer_clause(law, table)
            by = rules.passed_on.value if player is None else Role.PLAYER
            return CutDue(player, by, least, clause)
        case Stage.LOAD:
            depth = rules.cutting_card_depth
            least, most = cutting_card_range(depth.value, stack_size(table))
            return LoadDue(least, most, depth.clause)
        case Stage.BURN:
            by_value = rules.burned_by_value
            clause = preparation.burn_clause
            return BurnDue(by_value is not None and by_value.clause == clause, clause)
