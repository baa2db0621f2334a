"""Notices that are late."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from croupier.games.table.notices import overdue_notices
from croupier.games.table.state import Notice
from croupier.rulebooks import Role

from .tables import EIGHT, minutes_past_eight, opened


@pytest.mark.parametrize(("minutes", "late"), [(10, []), (10.5, [2]), (21, [2, 3])])
def test_only_an_open_notice_with_a_deadline_is_ever_late(minutes: float, late: list[int]) -> None:
    ten, twenty = (EIGHT + timedelta(minutes=count) for count in (10, 20))
    notices = (
        Notice(Role.INSPECTOR, "cards"),
        Notice(Role.REGULATOR, "first", deadline=ten),
        Notice(Role.REGULATOR, "second", deadline=twenty),
        Notice(Role.REGULATOR, "third", deadline=ten, acknowledged=True),
    )
    table = replace(opened(), notices=notices)
    assert list(overdue_notices(table, minutes_past_eight(minutes))) == late
