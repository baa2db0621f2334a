"""What a session of a tournament refuses, before the table's own rules apply.

The refusals come in the order of person, place, turn, kind of chips, amount.
"""

from collections.abc import Callable
from typing import Any

from croupier.games.table.checks import OTHER_CHIPS
from croupier.games.table.conduct import ShowRules
from croupier.games.table.contest.state import OVER, Contestant
from croupier.games.table.contest.turns import (
    MADE_UP,
    contest_of,
    contestant_or_refusal,
    current_turn,
    has_acted,
    next_to_wager,
    not_the_turn,
    players_to_wager,
    too_many_chips,
    tournament_law,
    turn_order,
)
from croupier.games.table.contest.wagers import GiveChips, ShowForm
from croupier.games.table.disputes import (
    AskReview,
    CloseDispute,
    DecideDispute,
    DeclineReview,
    LodgeComplaint,
    RaiseDispute,
    ReviewDispute,
)
from croupier.games.table.notices import Notify
from croupier.games.table.seats import (
    BuyIn,
    ColourUp,
    ExchangeVoucher,
    GiveUpBox,
    Leave,
    ReserveBoxes,
    Rise,
    Sit,
    VacateSeat,
)
from croupier.games.table.signs import (
    AnnounceLimits,
    ChangeLimits,
    CloseTable,
    RaiseMinimum,
    SetPersonalLimits,
)
from croupier.games.table.state import Table
from croupier.games.table.wagers import MoveWager, PlaceWager, WithdrawWager
from croupier.messages import Command, Refused
from croupier.money import in_dollars
from croupier.rulebooks import Says, TableLaw
from croupier.rulebooks.law.tournaments import TournamentLaw

ContestCheck = Callable[[TableLaw, Any, Any], Refused | None]
"""Refuses a kind of command, or returns ``None``."""


def check_wager(law: TableLaw, table: Table, command: PlaceWager) -> Refused | None:
    """Refuse a wager by another person, on another box, out of turn, or in other chips."""
    player, now = command.player, next_to_wager(table)[1]
    in_turn = now is not None and player == now.player and command.box == now.box
    if in_turn and command.chips == "chips" and command.amount <= table.chips(player):
        return None
    return _unusual_wager(law, table, command)


def _unusual_wager(law: TableLaw, table: Table, command: PlaceWager) -> Refused | None:
    """Refuse a wager that is no plain wager in turn, if there is a reason to."""
    one = contestant_or_refusal(law, table, command.player)
    if isinstance(one, Refused):
        return one
    if table.round is not None or (table.first_card_out and has_acted(table, one)):
        return None
    return (
        _elsewhere(law, one, command)
        or _not_in_order(law, table, one, command)
        or _wrong_chips(law, table, command)
    )


def _elsewhere(law: TableLaw, one: Contestant, command: PlaceWager) -> Refused | None:
    if command.box == one.box:
        return None
    own = tournament_law(law).wagers.own_position
    why = f"{one.player} wagers on box {one.box}, not on box {command.box}"
    return Refused("contest/other-box", own.clause, why)


def _not_in_order(
    law: TableLaw, table: Table, one: Contestant, command: PlaceWager
) -> Refused | None:
    """Refuse a wager out of turn, or a change of one that was made in turn."""
    if not contest_of(table).marker:
        return None
    order = tournament_law(law).wagers.order
    if current_turn(table) is one:
        return None
    if not has_acted(table, one):
        return not_the_turn(table, one, order.out_of_turn)
    if order.final is None or (command.on != law.initial and _is_last_to_act(table, one)):
        return None
    why = f"{one.player} has already wagered in turn"
    return Refused("contest/final", order.final.clause, why)


def _is_last_to_act(table: Table, one: Contestant) -> bool:
    """Return whether the player was the last to wager, and may still add an optional wager."""
    order = turn_order(contest_of(table)).players
    later = order[order.index(one) + 1 :]
    return not any(has_acted(table, other) for other in later if other.present)


def _wrong_chips(law: TableLaw, table: Table, command: PlaceWager) -> Refused | None:
    """Refuse chips that are not the tournament's, or more than the player has."""
    if command.chips == "chips":
        too_many = too_many_chips(law, table, command.player, command.amount)
        return too_many or _beyond_form(law, table, command)
    only = tournament_law(law).wagers.chips_only
    return Refused("contest/other-chips", only.clause, OTHER_CHIPS, only.also)


def _beyond_form(law: TableLaw, table: Table, command: PlaceWager) -> Refused | None:
    """Refuse chips that a player's form needs.

    Reading TR29. A form that was overlooked may ask for more than the player has anyway.
    """
    terms = tournament_law(law).wagers.undisclosed
    forms = contest_of(table).forms
    written = next((form.amount for form in forms if form.player == command.player), None)
    held = table.chips(command.player)
    if written is None or not held - command.amount < written <= held:
        return None
    assert terms is not None
    why = "together with the form the wager goes beyond what the player has"
    return Refused("contest/form-with-chips", terms.with_chips.clause, why)


def check_withdrawal(law: TableLaw, table: Table, command: WithdrawWager) -> Refused | None:
    """Refuse to withdraw a wager that was made in turn."""
    one = contestant_or_refusal(law, table, command.player)
    if isinstance(one, Refused):
        return one
    final = tournament_law(law).wagers.order.final
    if final is None or not contest_of(table).marker or not has_acted(table, one):
        return None
    why = f"{one.player} has already wagered in turn"
    return Refused("contest/final", final.clause, why)


def not_all_wagered(law: TableLaw, table: Table) -> Refused | None:
    """Refuse a deal while a required wager is missing or too small."""
    rules = tournament_law(law)
    contest = contest_of(table)
    if contest.part is OVER or not contest.goes_on:
        clause = rules.seats.exclusive.clause
        over = "the session is over at this table"
        why = over if contest.part is OVER else "nobody is left to play a round at this table"
        return Refused("contest/over", clause, why)
    compulsory = rules.wagers.compulsory
    if next_to_wager(table)[0] is not None:
        names = ", ".join(one.player for one in players_to_wager(table))
        why = f"nothing is dealt before these have wagered: {names}"
        return Refused("contest/no-wager", compulsory.clause, why)
    if rules.wagers.short.value is MADE_UP or table.first_card_out:
        return None
    minimum = table.limits.minimum
    short = [s for s in table.wagers if s.on == law.initial and s.amount < minimum]
    if not short:
        return None
    why = f"{short[0].player}'s wager is below the minimum of {in_dollars(minimum)}"
    return Refused("contest/short", rules.wagers.short.clause, why)


def _never(pick: Callable[[TournamentLaw], Says], code: str, why: str) -> ContestCheck:
    """Return a check that always refuses."""

    def refuse(law: TableLaw, _: object, __: Command) -> Refused:
        says = pick(tournament_law(law))
        return Refused(code, says.clause, why, says.also)

    return refuse


def _on_seats(law: TableLaw, table: Table, command: Sit | Rise | Leave) -> Refused | None:
    """Refuse to change seats, or to take chips away."""
    rules = tournament_law(law)
    if contest_of(table).contestant(command.player) is None:
        one = contestant_or_refusal(law, table, command.player)
        assert isinstance(one, Refused)
        return one
    says = rules.wagers.own_position if isinstance(command, Sit) else rules.wagers.no_exchange
    why = "a player keeps the seat for the session"
    return Refused("contest/seat", says.clause, why, says.also)


_limits = _never(
    lambda rules: rules.wagers.limits,
    "contest/limits",
    "in a tournament, only its conditions change the limits",
)
_seats = _never(
    lambda rules: rules.seats.kept_in_seat,
    "contest/seat",
    "in a tournament a player keeps the seat for the session",
)
_exchange = _never(
    lambda rules: rules.wagers.no_exchange,
    "contest/exchange",
    "tournament chips are not changed or passed on",
)

STILL_POSSIBLE = (
    RaiseDispute,
    DecideDispute,
    AskReview,
    DeclineReview,
    ReviewDispute,
    CloseDispute,
    LodgeComplaint,
    Notify,
    ShowRules,
    ShowForm,
)
"""The commands that are still possible after the session: its last round has forms as well."""

NEVER: dict[type[Command], ContestCheck] = {
    MoveWager: _never(
        lambda rules: rules.wagers.own_position,
        "contest/other-box",
        "in a session a player wagers only on their own box",
    ),
    BuyIn: _never(
        lambda rules: rules.wagers.no_additions,
        "contest/added-chips",
        "in a session, chips come only from winning wagers",
    ),
    ExchangeVoucher: _never(
        lambda rules: rules.wagers.chips_only,
        "contest/other-chips",
        OTHER_CHIPS,
    ),
    ColourUp: _exchange,
    GiveChips: _exchange,
    VacateSeat: _seats,
    GiveUpBox: _seats,
    ReserveBoxes: _seats,
    ChangeLimits: _limits,
    AnnounceLimits: _limits,
    RaiseMinimum: _limits,
    SetPersonalLimits: _limits,
}
"""The commands that a session never allows, with their refusals."""

CHECKS: dict[type[Command], ContestCheck] = {
    **NEVER,
    PlaceWager: check_wager,
    WithdrawWager: check_withdrawal,
    Sit: _on_seats,
    Rise: _on_seats,
    Leave: _on_seats,
    CloseTable: _never(
        lambda rules: rules.seats.exclusive,
        "contest/not-over",
        "the table is reserved until the session is over",
    ),
}
"""The check of each kind of command, made before the table's own rules apply."""


def after_contest(law: TableLaw, table: Table, command: Command) -> Refused | None:
    """Refuse what is no longer possible once a session is over."""
    check = CHECKS.get(type(command))
    if check is not None and (refused := check(law, table, command)) is not None:
        return refused
    if isinstance(command, STILL_POSSIBLE):
        return None
    clause = tournament_law(law).places.counted.clause
    return Refused(
        "contest/over", clause, "the session is over at this table, and its result stands"
    )


def not_in_tournaments(law: TableLaw, table: Table, clause: str) -> Refused | None:
    """Refuse a power that does not apply in a tournament."""
    off = None if table.contest is None else tournament_law(law).switched_off
    if off is None or clause not in off.value:
        return None
    return Refused("contest/switched-off", off.clause, f"{clause} does not apply in a tournament")
