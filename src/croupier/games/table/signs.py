"""Signs at the table: limits and their changes, personal limits, the closing of the table."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from croupier.games.table.checks import not_empowered, notice_missing, round_under_way
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.seats import record_arrival_for_staff
from croupier.games.table.state import (
    Limits,
    Sign,
    Table,
    is_playing,
    minimum_for,
    players_at,
    with_former_limits,
    with_player,
)
from croupier.games.table.wagers import wager_return
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Rule, TableLaw


class AnnounceLimits(Command, frozen=True, tag="announce-limits"):
    """Puts up a sign with new limits and the time when they take effect."""

    effective: datetime
    """When the limits take effect."""
    minimum: Cents | None = None
    """The least wager; as it is if left out."""
    maximum: Cents | None = None
    """The most; as it is if left out."""
    unit: Cents | None = None
    """The step above the minimum; as it is if left out."""
    retained: bool = False
    """Whether it is about the older minimum that some players keep."""


class ChangeLimits(Command, frozen=True, tag="change-limits"):
    """Puts new limits into effect."""

    minimum: Cents | None = None
    """The least wager; as it is if left out."""
    maximum: Cents | None = None
    """The most; as it is if left out."""
    unit: Cents | None = None
    """The step above the minimum; as it is if left out."""
    retained: bool = False
    """Ends the old minimum of those who kept it, instead of changing the sign."""
    agreed: tuple[str, ...] = ()
    """The players who agree, where the rulebook lets that stand in for a notice."""


class RaiseMinimum(Command, frozen=True, tag="raise-minimum"):
    """Raises the minimum at once; those already playing keep the old one, with a marker."""

    minimum: Cents
    """The new minimum."""


class SetPersonalLimits(Command, frozen=True, tag="personal-limits"):
    """Gives one player limits of their own."""

    player: str
    """Whose limits they are."""
    minimum: Cents
    """The least wager."""
    maximum: Cents
    """The largest wager."""


class SetHours(Command, frozen=True, tag="set-hours"):
    """Puts up the hours of gaming of a day, where they are laid down elsewhere."""

    opens: datetime
    """When gaming begins."""
    closes: datetime
    """When it ends."""


class AnnounceClosure(Command, frozen=True, tag="announce-closure"):
    """Puts up a sign with the time of closing, or announces how many rounds are left."""

    effective: datetime
    """When the table closes."""
    rounds: int | None = None
    """How many rounds are left; as many as the time allows if left out."""


class CloseTable(Command, frozen=True, tag="close-table"):
    """Closes the table."""


class LimitsAnnounced(Event, frozen=True, tag="limits-announced"):
    """A sign shows limits to come."""

    limits: Limits
    """The limits to come."""
    displayed: datetime
    """When the sign was put up."""
    effective: datetime
    """When the limits take effect."""
    retained: bool
    """Whether the limits are only for players who kept an older minimum."""
    clause: str
    """The clause that asks for the sign."""


class LimitsChanged(Event, frozen=True, tag="limits-changed"):
    """New limits hold.

    ``keeping`` names players who keep the old minimum, with a marker at a box.
    """

    limits: Limits
    """What the sign says from now on."""
    keeping: dict[str, int | None]
    """Who keeps the old minimum, and the box where their marker lies; no box if none does."""
    clauses: tuple[str, ...]
    """The clauses that let the limits change in this way."""


class RetainedMinimumChanged(Event, frozen=True, tag="retained-minimum-changed"):
    """Those who kept an old minimum now have this one, or the table's if that is no higher."""

    minimum: Cents
    """The minimum that the sign had announced for them."""
    clause: str
    """The clause that lets it change."""


class PersonalLimitsSet(Event, frozen=True, tag="personal-limits-set"):
    """A player has limits of their own, shown on a sign."""

    player: str
    """Whose limits they are."""
    limits: Limits
    """The limits that hold for this player."""
    clause: str
    """The clause that allows them."""


class ClosureAnnounced(Event, frozen=True, tag="closure-announced"):
    """A sign shows the time of closing."""

    displayed: datetime
    """When the sign was put up."""
    effective: datetime
    """When the table closes."""
    clause: str
    """The clause that asks for the sign."""
    rounds: int | None = None
    """How many rounds are still played; none if the time alone decides."""


class HoursSet(Event, frozen=True, tag="hours-set"):
    """The hours of gaming of a day were put up."""

    opens: datetime
    """When gaming begins."""
    closes: datetime
    """When it ends."""
    clause: str
    """The clause that refers to them."""


class TableClosed(Event, frozen=True, tag="table-closed"):
    """The table is closed."""

    clause: str
    """The clause that lets it close."""


def limits_announced(table: Table, event: LimitsAnnounced) -> Table:
    sign = Sign(event.displayed, event.effective, event.limits)
    if event.retained:
        return replace(table, retained_sign=sign)
    return replace(table, limit_sign=sign)


def limits_changed(table: Table, event: LimitsChanged) -> Table:
    players = {
        name: replace(
            player,
            retained_minimum=player.retained_minimum or table.limits.minimum,
            place=event.keeping[name],
        )
        if name in event.keeping
        else player
        for name, player in table.players.items()
    }
    if event.limits != table.limits:
        table = with_former_limits(table)
    previous = table.limits if event.keeping else table.previous_limits
    sign = table.limit_sign
    announced = None if sign is None else sign.limits
    if announced is not None and announced.minimum == event.limits.minimum:
        sign = None
    return replace(
        table, limits=event.limits, players=players, previous_limits=previous, limit_sign=sign
    )


def retained_minimum_changed(table: Table, event: RetainedMinimumChanged) -> Table:
    over = event.minimum >= table.limits.minimum
    players = {
        name: replace(player, retained_minimum=None if over else event.minimum)
        if player.retained_minimum is not None
        else player
        for name, player in table.players.items()
    }
    previous = None
    if not over:
        assert table.previous_limits is not None
        previous = replace(table.previous_limits, minimum=event.minimum)
    return replace(table, players=players, previous_limits=previous, retained_sign=None)


def personal_limits_set(table: Table, event: PersonalLimitsSet) -> Table:
    if event.limits != table.players[event.player].personal:
        table = with_former_limits(table)
    return with_player(table, event.player, personal=event.limits)


def closure_announced(table: Table, event: ClosureAnnounced) -> Table:
    sign = Sign(event.displayed, event.effective)
    return replace(table, closing_sign=sign, rounds_left=event.rounds)


def hours_set(table: Table, event: HoursSet) -> Table:
    return replace(table, hours=(event.opens, event.closes))


def table_closed(table: Table, event: TableClosed) -> Table:
    return replace(table, open=False)


def unreachable_minimum(limits: Limits, chip: Cents, clause: str) -> Refused | None:
    """Refuse a minimum that no wager in chips reaches within the steps and the maximum."""
    steps = range(limits.minimum, limits.maximum + 1, limits.unit)
    # The remainders repeat after as many steps as the chip has cents.
    if any(amount % chip == 0 for amount in steps[:chip]):
        return None
    return Refused(
        "limits/unreachable",
        clause,
        f"no wager reaches a minimum of {in_dollars(limits.minimum)} in steps of "
        f"{in_dollars(limits.unit)} with chips of {in_dollars(chip)} up to "
        f"{in_dollars(limits.maximum)}",
    )


def impossible_limits(limits: Limits, clause: str) -> Refused | None:
    """Refuse limits that contradict each other."""
    if 0 < limits.minimum <= limits.maximum and limits.unit > 0:
        return None
    return Refused(
        "limits/impossible",
        clause,
        f"a minimum of {in_dollars(limits.minimum)}, a maximum of "
        f"{in_dollars(limits.maximum)} and steps "
        f"of {in_dollars(limits.unit)} cannot be limits",
    )


def not_displayed_long_enough(
    sign: Sign | None, now: datetime | None, minutes: Rule[int], what: str
) -> Refused | None:
    """Refuse a step before its sign has been displayed for the time required."""
    if sign is not None:
        assert now is not None
        long_enough = now - sign.displayed >= timedelta(minutes=minutes.value)
        if long_enough and now >= sign.effective:
            return None
    return Refused(
        "sign/too-short",
        minutes.clause,
        f"{what} needs a sign with its time, "
        + (f"{minutes.value} minutes " * bool(minutes.value))
        + "before",
    )


def unusable_time(now: datetime | None, effective: datetime, clause: str) -> Refused | None:
    """Refuse a sign while the time is unknown, or one about the past."""
    if effective.tzinfo is None:
        why = "a time needs its zone, such as 2026-05-01T20:00:00Z"
        return Refused("clock/no-zone", "", why)
    if now is not None and effective < now:
        return Refused("sign/past", clause, "a sign announces the future, not the past")
    if now is not None:
        return None
    return Refused(
        "clock/unknown", clause, "a sign counts from the time it is displayed: give the time"
    )


def _limits(table: Table, command: AnnounceLimits | ChangeLimits) -> Limits:
    now = table.limits
    return Limits(
        now.minimum if command.minimum is None else command.minimum,
        now.maximum if command.maximum is None else command.maximum,
        now.unit if command.unit is None else command.unit,
    )


def announce_limits(draft: TableDraft, command: AnnounceLimits) -> Refused | None:
    """Put up a sign with future limits."""
    table = draft.table
    law = draft.law.limits
    clause = law.notice_minutes.clause
    if command.retained and law.retained is not None:
        clause = law.retained.notice_minutes.clause
    limits = _limits(table, command)
    refused = (
        not_empowered(command, law.altered_by, "announce limits")
        or unusable_time(table.clock, command.effective, clause)
        or impossible_limits(limits, law.sign.clause)
    )
    if refused:
        return refused
    assert table.clock is not None
    draft.emit(LimitsAnnounced(limits, table.clock, command.effective, command.retained, clause))
    return None


def change_limits(draft: TableDraft, command: ChangeLimits) -> Refused | None:
    """Put new limits into effect; a higher minimum needs its sign first."""
    table = draft.table
    law = draft.law.limits
    if refused := not_empowered(command, law.altered_by, "change limits"):
        return refused
    if command.retained:
        return _change_retained_minimum(draft, command)
    limits = _limits(table, command)
    if refused := impossible_limits(limits, law.sign.clause):
        return refused
    granted = change_granted(
        draft.law, table, table.limits, limits, sign=table.limit_sign, agreed=command.agreed
    )
    if isinstance(granted, Refused):
        return granted
    clauses = tuple(dict.fromkeys((law.altered_by.clause, granted)))
    draft.emit(LimitsChanged(limits, {}, clauses))
    return None


def change_granted(
    law: TableLaw,
    table: Table,
    before: Limits,
    limits: Limits,
    *,
    sign: Sign | None,
    agreed: tuple[str, ...],
) -> Refused | str:
    """Return the clause by which limits may change now from what they were, or the refusal.

    ``sign`` announces the change; ``agreed`` are the players who agree to it. Reading R36: an
    excluded person is no player at the table.
    """
    rules = law.limits
    raised = limits.minimum > before.minimum
    if not raised and not rules.notice_for_any_change:
        return rules.altered_by.clause
    playing = players_at(table)
    free = None if playing else rules.free_while_empty
    if free is not None:
        return free.clause
    by_all = rules.all_agree if playing <= set(agreed) else None
    if by_all is not None:
        return by_all.clause
    if sign is not None and not _announces(sign, limits, all_of_them=rules.notice_for_any_change):
        sign = None
    what = "a change of limits" if rules.notice_for_any_change else "a higher minimum"
    refused = not_displayed_long_enough(sign, table.clock, rules.notice_minutes, what)
    if refused is None:
        return rules.notice_minutes.clause
    others = (rules.free_while_empty, rules.all_agree)
    also = tuple(rule.clause for rule in others if rule is not None)
    return replace(refused, also=(*also, rules.sign.clause))


def _announces(sign: Sign, limits: Limits, *, all_of_them: bool) -> bool:
    """Return whether a sign announces the limits: all of them, or just the minimum."""
    assert sign.limits is not None
    return sign.limits == limits if all_of_them else sign.limits.minimum == limits.minimum


def _change_retained_minimum(draft: TableDraft, command: ChangeLimits) -> Refused | None:
    table = draft.table
    law = draft.law.limits
    if law.retained is None:
        clause = law.altered_by.clause
        return Refused(
            "limits/nobody-keeps", clause, "nobody keeps an earlier minimum in this game"
        )
    minutes = law.retained.notice_minutes
    if all(player.retained_minimum is None for player in table.players.values()):
        return Refused("limits/nobody-keeps", minutes.clause, "nobody keeps an earlier minimum")
    sign = table.retained_sign
    announced = sign.limits if sign is not None else None
    if announced is None or command.minimum not in (None, announced.minimum):
        sign = None
    what = "raising the minimum that some players keep"
    if refused := not_displayed_long_enough(sign, table.clock, minutes, what):
        return refused
    assert announced is not None
    draft.emit(RetainedMinimumChanged(announced.minimum, minutes.clause))
    return None


def raise_minimum(draft: TableDraft, command: RaiseMinimum) -> Refused | None:
    """Raise the minimum at once; those already playing keep theirs.

    Reading U13: a player who has wagered since coming here is playing; a seat alone is not play.
    """
    table = draft.table
    law = draft.law.limits.retained
    if law is None:
        clause = draft.law.limits.altered_by.clause
        return Refused("limits/not-at-once", clause, "limits do not change at once in this game")
    rule = law.raised_by
    limits = Limits(command.minimum, table.limits.maximum, table.limits.unit)
    sign = draft.law.limits.sign.clause
    refused = not_empowered(command, rule, "raise the minimum") or impossible_limits(limits, sign)
    if refused:
        return refused
    if command.minimum <= table.limits.minimum:
        return Refused(
            "limits/not-higher",
            rule.clause,
            f"the minimum is {in_dollars(table.limits.minimum)} already; a lower one is a "
            f"change of limits",
        )
    keeping = {
        player.name: player.place
        for player in table.players.values()
        if minimum_for(table, player.name) < command.minimum and is_playing(table, player)
    }
    clauses = [rule.clause]
    if keeping:
        clauses += [law.marker.clause, law.marker_box.clause, law.both_signs.clause]
    draft.emit(LimitsChanged(limits, keeping, (*clauses, law.newcomers.clause)))
    return None


def set_personal_limits(draft: TableDraft, command: SetPersonalLimits) -> Refused | None:
    """Give one player limits above the sign's, on a sign of their own."""
    table = draft.table
    rule = draft.law.limits.personal
    limits = Limits(command.minimum, command.maximum, table.limits.unit)
    notices = draft.law.limits.personal_notices
    refused = (
        not_empowered(command, rule, "give a player limits of their own")
        or record_arrival_for_staff(draft, command.player)
        or impossible_limits(limits, rule.clause)
        or notice_missing(table, notices, command.player, rule.clause)
    )
    if refused:
        return refused
    if draft.law.limits.personal_exceeds and limits.maximum <= table.limits.maximum:
        why = f"limits of their own let a player exceed {in_dollars(table.limits.maximum)}"
        return Refused("limits/not-above", rule.clause, why)
    draft.emit(PersonalLimitsSet(command.player, limits, rule.clause))
    return None


def set_hours(draft: TableDraft, command: SetHours) -> Refused | None:
    """Put up the hours of gaming: no round begins outside them."""
    floor = draft.law.floor
    if floor.hours is None:
        why = f"{draft.law.title} has no clause on the hours of gaming"
        return Refused("hours/no-clause", floor.closed_by.clause, why)
    if refused := not_empowered(command, floor.closed_by, "put up the hours of gaming"):
        return refused
    if command.opens.tzinfo is None or command.closes.tzinfo is None:
        return Refused("clock/no-zone", "", "a time needs its zone, such as 2026-05-01T20:00:00Z")
    if command.closes <= command.opens:
        return Refused("hours/impossible", floor.hours.clause, "gaming ends after it begins")
    draft.emit(HoursSet(command.opens, command.closes, floor.hours.clause))
    return None


def announce_closure(draft: TableDraft, command: AnnounceClosure) -> Refused | None:
    """Put up a sign with the time of closing."""
    table = draft.table
    floor = draft.law.floor
    refused = not_empowered(command, floor.closed_by, "announce the closing") or unusable_time(
        table.clock, command.effective, floor.closing_minutes.clause
    )
    if refused:
        return refused
    assert table.clock is not None
    clause = floor.closing_minutes.clause
    if command.rounds is not None and command.rounds < 1:
        return Refused("sign/rounds", clause, "at least one round must remain")
    draft.emit(ClosureAnnounced(table.clock, command.effective, clause, command.rounds))
    return None


def close_table(draft: TableDraft, command: CloseTable) -> Refused | None:
    """Close the table; if players are present, only after its sign."""
    table = draft.table
    floor = draft.law.floor
    if not table.open:
        return Refused("table/closed", floor.closed_by.clause, "the table is closed already")
    refused = not_empowered(command, floor.closed_by, "close the table") or round_under_way(
        draft.law, table, "a table closes"
    )
    if refused:
        return refused
    clause = (floor.closed_while_empty or floor.closed_by).clause
    ended = table.hours is not None and table.clock is not None and table.clock >= table.hours[1]
    if ended and floor.hours is not None:
        # The close of gaming needs no notice: that is for closing before it.
        clause = floor.hours.clause
    elif players_at(table):
        clause = floor.closing_minutes.clause
        refused = not_displayed_long_enough(
            table.closing_sign, table.clock, floor.closing_minutes, "closing with players present"
        )
        if refused:
            return refused
    for stake in table.wagers:
        draft.emit(wager_return(draft.table.till, stake, clause, "the table closed"))
    draft.emit(TableClosed(clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(AnnounceLimits, announce_limits),
    **on(ChangeLimits, change_limits),
    **on(RaiseMinimum, raise_minimum),
    **on(SetPersonalLimits, set_personal_limits),
    **on(SetHours, set_hours),
    **on(AnnounceClosure, announce_closure),
    **on(CloseTable, close_table),
}

EVOLVERS: dict[type[Event], Evolver] = {
    LimitsAnnounced: limits_announced,
    LimitsChanged: limits_changed,
    RetainedMinimumChanged: retained_minimum_changed,
    PersonalLimitsSet: personal_limits_set,
    HoursSet: hours_set,
    ClosureAnnounced: closure_announced,
    TableClosed: table_closed,
}
