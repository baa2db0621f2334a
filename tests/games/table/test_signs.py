"""Signs: limits to come, the marker of an old minimum, limits of one's own, closing."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.blackjack.side_bets import SideBetLimitsSet, SideBetsLimited
from croupier.games.table.draft import Outcome
from croupier.games.table.due import WagersDue
from croupier.games.table.seats import PlayerLeft, Sit
from croupier.games.table.signs import (
    ClosureAnnounced,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitsSet,
    RetainedMinimumChanged,
    TableClosed,
)
from croupier.games.table.state import Limits, PlayerArrived, Table, minimum_for
from croupier.messages import Command, Refused
from croupier.rulebooks import Role
from tests.citing import cites
from tests.support.tables import blackjack

from .tables import (
    EIGHT,
    after,
    due,
    handle,
    minutes_past_eight,
    opened,
    outcome,
    refused,
    say,
    sit,
    wager,
)

moments = st.integers(0, 90).map(lambda half_minutes: half_minutes / 2)


def sign(minimum: float, at: datetime, effective: datetime, *, retained: bool = False) -> Command:
    return say(
        "announce-limits",
        minimum=minimum,
        effective=effective,
        retained=retained,
        by="supervisor",
        at=at,
    )


def change(at: datetime | None = None, **fields: Any) -> Command:
    return say("change-limits", by="supervisor", at=at, **fields)


def raise_to(minimum: float) -> Command:
    return say("raise-minimum", minimum=minimum, by="supervisor")


def wagers_due(table: Table) -> WagersDue:
    last = due(table)[-1]
    assert isinstance(last, WagersDue)
    return last


@cites("star-blackjack", "6.5")
@given(moments, moments, moments)
def test_a_higher_minimum_needs_twenty_minutes_and_its_time(
    displayed: float, effective: float, now: float
) -> None:
    effective = max(displayed, effective)
    shown, holds = minutes_past_eight(displayed), minutes_past_eight(effective)
    table = after(opened(), sit("ann", 1), sign(10, shown, holds))
    later = minutes_past_eight(max(now, displayed))
    answer = handle(table, change(later, minimum=10))
    long_enough = max(now, displayed) - displayed >= 20 and max(now, displayed) >= effective
    assert isinstance(answer, Outcome) == long_enough
    if isinstance(answer, Refused):
        assert answer.clause == "6.5"
    else:
        assert answer.table.limits.minimum == 1_000


@cites("star-blackjack", "18.8")
@given(moments, moments, moments)
def test_closing_needs_twenty_minutes_and_its_time(
    displayed: float, effective: float, now: float
) -> None:
    effective = max(displayed, effective)
    closing = say(
        "announce-closure",
        effective=minutes_past_eight(effective),
        by="supervisor",
        at=minutes_past_eight(displayed),
    )
    table = after(opened(), sit("ann", 1), closing)
    later = minutes_past_eight(max(now, displayed))
    answer = handle(table, say("close-table", by="supervisor", at=later))
    long_enough = max(now, displayed) - displayed >= 20 and max(now, displayed) >= effective
    assert isinstance(answer, Outcome) == long_enough
    if isinstance(answer, Refused):
        assert answer.clause == "18.8"
    else:
        assert not answer.table.open


@cites("star-blackjack", "6.5")
def test_a_sign_is_on_record_with_its_times() -> None:
    holds = minutes_past_eight(20)
    event = outcome(opened(), sign(10, EIGHT, holds)).events[-1]
    assert event == LimitsAnnounced(Limits(1_000, 500_000, 50), EIGHT, holds, False, "6.5")


@cites("star-blackjack", "6.5")
def test_a_sign_needs_to_know_the_time() -> None:
    timeless = say("announce-limits", minimum=10, effective=EIGHT, by="supervisor")
    assert refused(opened(), timeless).clause == "6.5"
    closing = say("announce-closure", effective=EIGHT, by="supervisor")
    assert refused(opened(), closing).clause == "18.8"


@cites("star-blackjack", "6.5")
@pytest.mark.parametrize("fields", [{"maximum": 50}, {"maximum": 9_000}, {"unit": 5}])
def test_other_limits_change_at_once(fields: dict[str, Any]) -> None:
    (event,) = outcome(opened(), change(**fields)).events
    assert isinstance(event, LimitsChanged)
    assert event.clauses == ("6.5",)


@cites("star-blackjack", "6.5.1", "6.5.1.1", "6.5.1.3", "6.6.1", "6.6.2")
def test_markers_stand_where_the_players_are() -> None:
    """Ann sits at 2 and plays 2 and 5; bob stands at 4; cat comes after the rise."""
    table = after(opened(), sit("ann", 2), wager("ann", 2, 10), wager("ann", 5, 10))
    table = after(table, wager("bob", 4, 10))
    done = outcome(table, raise_to(25))
    (event,) = done.events
    assert isinstance(event, LimitsChanged)
    assert event.keeping == {"ann": 2, "bob": 4}
    assert set(event.clauses) == {"6.5.1", "6.5.1.1", "6.5.1.3", "6.6.1", "6.6.2"}
    later = after(done.table, sit("cat", 1))
    assert [minimum_for(later, name) for name in ("ann", "bob", "cat")] == [500, 500, 2_500]


@cites("star-blackjack", "6.6.1")
def test_the_table_shows_both_signs_while_somebody_keeps_the_old_minimum() -> None:
    table = after(opened(), sit("ann", 2), wager("ann", 2, 5), raise_to(25))
    shown = wagers_due(table)
    assert shown.limits.minimum == 2_500
    assert shown.previous_limits is not None
    assert shown.previous_limits.minimum == 500


@cites("star-blackjack", "6.5.1.2", "6.6.1")
def test_marker_and_old_sign_go_when_the_last_who_kept_it_leaves() -> None:
    table = after(
        opened(), sit("ann", 2), wager("ann", 2, 5), sit("bob", 3), wager("bob", 3, 5), raise_to(25)
    )
    first = outcome(table, say("leave", player="ann"))
    assert isinstance(first.events[-1], PlayerLeft)
    assert first.events[-1].clause == "6.5.1.2"
    assert wagers_due(first.table).previous_limits is not None
    last = after(first.table, say("leave", player="bob"))
    assert wagers_due(last).previous_limits is None


@cites("star-blackjack", "6.5.1")
def test_a_rise_at_an_empty_table_leaves_no_marker() -> None:
    done = outcome(opened(), raise_to(25))
    (event,) = done.events
    assert isinstance(event, LimitsChanged)
    assert event.keeping == {}
    assert wagers_due(done.table).previous_limits is None


@cites("star-blackjack", "6.5.1")
def test_who_has_a_minimum_as_high_as_the_new_one_keeps_none() -> None:
    """Ann's own minimum is 100, bob's is the sign's: only bob has something to keep."""
    own = say("personal-limits", player="ann", minimum=100, maximum=9_000, by="supervisor")
    table = after(
        opened(), sit("ann", 2), wager("ann", 2, 5), sit("bob", 3), wager("bob", 3, 5), own
    )
    (event,) = outcome(table, raise_to(100)).events
    assert isinstance(event, LimitsChanged)
    assert event.keeping == {"bob": 3}


@cites("star-blackjack", "6.5", "6.5.1")
def test_who_kept_an_old_minimum_has_a_lower_one_that_comes_later() -> None:
    """The old minimum is a right, not a burden: when the table's falls below it, that holds."""
    table = after(
        opened(minimum=1_000), sit("ann", 2), wager("ann", 2, 10), raise_to(25), change(minimum=5)
    )
    assert minimum_for(table, "ann") == 500


@cites("star-blackjack", "6.6")
@given(moments, moments)
def test_a_kept_minimum_ends_after_its_own_twenty_minutes(displayed: float, now: float) -> None:
    table = after(opened(), sit("ann", 2), wager("ann", 2, 5), raise_to(25))
    shown = minutes_past_eight(displayed)
    table = after(table, sign(25, shown, shown, retained=True))
    later = minutes_past_eight(max(now, displayed))
    answer = handle(table, change(later, minimum=25, retained=True))
    if max(now, displayed) - displayed >= 20:
        assert isinstance(answer, Outcome)
        assert answer.events[-1] == RetainedMinimumChanged(2_500, "6.6")
        assert minimum_for(answer.table, "ann") == 2_500
        assert wagers_due(answer.table).previous_limits is None
    else:
        assert isinstance(answer, Refused)
        assert answer.clause == "6.6"


@cites("star-blackjack", "6.6")
def test_a_kept_minimum_rises_to_what_its_sign_said() -> None:
    """Ann keeps 5 where 25 holds; the sign gave her 10."""
    table = after(opened(), sit("ann", 2), wager("ann", 2, 5), raise_to(25))
    table = after(table, sign(10, EIGHT, minutes_past_eight(20), retained=True))
    table = after(table, change(minutes_past_eight(20), minimum=10, retained=True))
    assert minimum_for(table, "ann") == 1_000


@cites("star-blackjack", "6.7")
def test_own_limits_are_on_record_and_bind() -> None:
    table = after(opened(), sit("ann", 1))
    command = say("personal-limits", player="ann", minimum=100, maximum=9_000, by="supervisor")
    done = outcome(table, command)
    assert done.events == (PersonalLimitsSet("ann", Limits(10_000, 900_000, 50), "6.7"),)
    assert minimum_for(done.table, "ann") == 10_000
    assert minimum_for(done.table, "bob") == 500


@cites("star-blackjack", "6.7")
def test_own_limits_may_be_the_first_that_a_player_has_at_the_table() -> None:
    command = say("personal-limits", player="ann", minimum=100, maximum=9_000, by="supervisor")
    done = outcome(opened(), command)
    assert done.events == (
        PlayerArrived("ann"),
        PersonalLimitsSet("ann", Limits(10_000, 900_000, 50), "6.7"),
    )


@cites("star-blackjack", "6.7")
def test_own_limits_go_with_their_player() -> None:
    table = after(opened(), sit("ann", 1))
    own = say("personal-limits", player="ann", minimum=100, maximum=9_000, by="supervisor")
    back = after(table, own, say("leave", player="ann"), sit("ann", 1))
    assert minimum_for(back, "ann") == 500


@cites("star-blackjack", "18.8")
def test_closing_is_on_record_and_nothing_is_due_any_more() -> None:
    closing = say("announce-closure", effective=EIGHT, by="supervisor", at=EIGHT)
    done = outcome(opened(), closing, say("close-table", by="supervisor"))
    assert done.events[-2:] == (ClosureAnnounced(EIGHT, EIGHT, "18.8"), TableClosed("18.8"))
    assert due(done.table) == ()


@cites("star-blackjack", "14.5")
def test_the_amounts_of_a_side_bet_are_on_the_sign() -> None:
    table = opened(side_bets=("any-pairs",))
    command = say("side-bet-limits", on="any-pairs", minimum=5, maximum=50, by="supervisor")
    done = outcome(table, command)
    assert done.events == (SideBetLimitsSet("any-pairs", Limits(500, 5_000, 50), "14.5"),)
    assert blackjack(done.table).side_bet_limits == {"any-pairs": Limits(500, 5_000, 50)}


@cites("star-blackjack", "14.6", "14.6.1", "14.6.2")
def test_side_bets_for_bettors_only_are_announced_by_a_sign() -> None:
    notices = [
        say("notify", whom=whom, about="side wagers") for whom in ("surveillance", "inspector")
    ]
    table = after(opened(side_bets=("any-pairs",)), *notices)
    done = outcome(table, say("limit-side-bets", by="gaming-manager"))
    assert done.events == (SideBetsLimited("14.6", "14.6.2"),)
    assert blackjack(done.table).side_bets_for_bettors_only


@cites("star-blackjack", "6.5", "18.8")
@pytest.mark.parametrize("do", ["announce-limits", "announce-closure"])
def test_a_sign_speaks_of_what_is_to_come(do: str) -> None:
    minimum = {"minimum": 10} if do == "announce-limits" else {}
    past = say(
        do,
        effective=minutes_past_eight(0),
        by="supervisor",
        at=minutes_past_eight(1),
        **minimum,
    )
    answer = handle(after(opened(), sit("ann", 1)), past)
    assert isinstance(answer, Refused)
    assert answer.code == "sign/past"


def test_a_time_without_its_zone_is_refused() -> None:
    answer = handle(opened(), Sit("ann", 1, at=datetime(2026, 5, 1, 20, 0), by=Role.PLAYER))  # noqa: DTZ001
    assert isinstance(answer, Refused)
    assert answer.code == "clock/no-zone"
