"""Power that fails at every step of a day: what was synced is there, and that was enough."""

from random import Random

import pytest

from tests.faults.defects import DEFECTS
from tests.faults.power import KeptDay
from tests.faults.tape import Create, Platter, Remove, Sync, Truncate, Write

COMMANDS = 8


def test_no_loss_of_power_loses_an_answer() -> None:
    losses = list(KeptDay(COMMANDS).losses(seed=1, times=1))
    assert [loss for loss in losses if loss.wrong] == []
    assert len(losses) > 150


@pytest.mark.slow
@pytest.mark.parametrize("defect", sorted(DEFECTS))
def test_losses_of_power_find_planted_defects(defect: str) -> None:
    losses = KeptDay(5, DEFECTS[defect]).losses(seed=1)
    assert any(loss.wrong for loss in losses)


# ---------------------------------------------------------------------------------- the disk itself


def images(*steps: Create | Write | Truncate | Sync | Remove) -> set[tuple[tuple[str, bytes], ...]]:
    """All disks that some steps may leave, found by trying often."""
    platter = Platter()
    for step in steps:
        platter.take(step)
    return {tuple(sorted(platter.after_power_loss(Random(seed)).items())) for seed in range(200)}


def test_what_was_synced_is_there() -> None:
    made = Create(1, "day.db-wal"), Write(1, 0, b"abcd"), Truncate(1, 3), Sync(1)
    assert images(*made) == {(("day.db-wal", b"abc"),)}


def test_what_was_not_synced_may_be_there_or_not() -> None:
    made = Create(1, "day.db-wal"), Write(1, 0, b"ab"), Sync(1), Write(1, 1, b"cd")
    assert images(*made) == {(("day.db-wal", b"ab"),), (("day.db-wal", b"acd"),)}
    assert images(*made, Remove("day.db-wal", synced=False)) == images(*made) | {()}
    assert images(*made, Remove("day.db-wal", synced=True)) == {()}


def test_a_write_is_torn_where_sectors_end() -> None:
    made = Create(1, "day.db-wal"), Sync(1), Write(1, 0, b"a" * 512 + b"b" * 512)
    halves = b"", b"a" * 512, bytes(512) + b"b" * 512, b"a" * 512 + b"b" * 512
    assert images(*made) == {(("day.db-wal", half),) for half in halves}


def test_a_file_whose_folder_was_not_synced_may_be_gone() -> None:
    assert () in images(Create(1, "day.db"), Write(1, 0, b"a"), Sync(1))
