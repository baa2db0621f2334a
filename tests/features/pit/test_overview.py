"""What the pit says of tables: states, needs by urgency, what the house has won."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from croupier.display.layout import phase_of
from croupier.features.pit.overview import (
    PitRow,
    Urgency,
    by_need,
    house_win,
    pit_row,
    pit_totals,
)
from croupier.games.table.state import Dispute, Limits, Notice, Sign, Table
from croupier.rulebooks import STAR_BLACKJACK, Role
from tests.cli.test_deal import live, typed

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
SOON, BEFORE = NOW + timedelta(minutes=9), NOW - timedelta(minutes=9)


def table(*lines: str) -> Table:
    sitting = live("star-blackjack")
    typed(sitting, *lines)
    return sitting.table


def row(shown: Table, name: str = "7", **given: Any) -> PitRow:
    settings: dict[str, Any] = {"last": NOW, "pace": 60, "rests": ""} | given
    return pit_row(
        name,
        STAR_BLACKJACK,
        shown,
        label=f"Table {name}",
        phase=phase_of(shown),
        names={"p1": "Ann"},
        now=NOW,
        **settings,
    )


def test_the_house_wins_what_players_lose_whatever_is_bought_or_cashed() -> None:
    start = ("shuffle", "buy-in ann 100", "sit ann 1", "w ann 1 25", "d", "ts", "6c", "9h", "s")
    lost = table(*start, "td", "5c")
    assert house_win(lost) == 25_00
    assert house_win(table(*start, "td", "9c")) == -25_00
    assert house_win(table(*start, "td", "5c", "leave ann")) == 25_00
    assert house_win(table("buy-in ann 100")) == 0


def test_states_in_a_word() -> None:
    betting = table("shuffle", "buy-in ann 100", "sit ann 1")
    assert row(betting).state == "betting"
    assert row(table()).state == "no players"
    assert row(table("buy-in ann 100", "sit ann 1")).state == "shuffling"
    playing = table("shuffle", "w ann 1 25", "d", "ts")
    assert row(playing).state == "in a round"
    assert row(replace(betting, open=False)).state == "closed"
    assert row(betting, rests="no law").state == "rests"


def test_needs_come_by_urgency_and_signs_are_only_to_be_known() -> None:
    plain = table("shuffle", "w ann 1 25", "d", "ts")
    limits = Limits(plain.limits.minimum * 2, plain.limits.maximum, plain.limits.unit)
    busy = replace(
        plain,
        disputes=(Dispute("p1", "the second card"), Dispute("p1", "old", step="final")),
        notices=(
            Notice(Role.INSPECTOR, "cards", clause="16.16.4", deadline=SOON),
            Notice(Role.SURVEILLANCE, "cards", deadline=BEFORE),
            Notice(Role.INSPECTOR, "done", acknowledged=True),
        ),
        limit_sign=Sign(BEFORE, SOON, limits),
        closing_sign=Sign(BEFORE, SOON),
    )
    found = row(busy, last=NOW - timedelta(minutes=12))
    assert [(need.urgency, need.title) for need in found.needs] == [
        (Urgency.OVERDUE, "Notice for surveillance"),
        (Urgency.DISPUTE, "Ann disputes something"),
        (Urgency.NOTICE, "Notice for the inspector"),
        (Urgency.STANDSTILL, "A round stands still"),
        (Urgency.SIGN, "Minimum $5 to $10"),
        (Urgency.SIGN, "The table closes"),
    ]
    assert [need.notice for need in found.needs if need.notice] == [2, 1]
    assert found.needs[1].command == "decide-dispute"
    totals = pit_totals([found, row(replace(plain, open=False), "8")])
    assert (totals.needs, totals.overdue, totals.open, totals.closed) == (4, 1, 1, 1)


def test_a_round_that_moves_and_an_idle_table_without_one_need_nobody() -> None:
    playing = table("shuffle", "w ann 1 25", "d", "ts")
    assert not row(playing, last=NOW - timedelta(minutes=4)).needs
    betting = table("shuffle", "buy-in ann 100", "sit ann 1")
    assert not row(betting, last=NOW - timedelta(hours=2)).needs


def test_tables_that_need_somebody_come_first_and_closed_ones_last() -> None:
    plain = table("shuffle", "buy-in ann 100", "sit ann 1")
    disputed = replace(plain, disputes=(Dispute("p1", "x"),))
    rows = by_need([row(replace(plain, open=False), "1"), row(plain, "2"), row(disputed, "3")])
    assert [one.table for one in rows] == ["3", "2", "1"]
