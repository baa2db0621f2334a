"""A floor on a disk that fills up, and is emptied again."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.outside.people import command, sign_up
from tests.outside.product import Floor

DISK_BYTES = 24_000_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, in memory."""
    place = tmp_path / "disk"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "croupier-test", str(place)]
    if os.geteuid() or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("it takes the right to mount a file system")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(file: Path) -> None:
    """Fill the disk to the last byte."""
    with suppress(OSError), file.open("wb", buffering=0) as filler:
        while filler.write(bytes(4096)):
            continue


def test_a_floor_is_not_ready_while_its_disk_is_full(
    floor: Callable[..., Floor], small_disk: Path
) -> None:
    house = floor("--requests-per-minute", "100000", folder=small_disk).start()
    who = sign_up(house, "ann")
    assert command(who, "practice", command="buy-in", amount=100).status_code == httpx.codes.OK
    filler = small_disk / "filler"
    fill(filler)
    assert httpx.get(f"{house.url}/readyz").status_code == httpx.codes.SERVICE_UNAVAILABLE
    healthy = httpx.get(f"{house.url}/healthz")
    assert healthy.status_code == httpx.codes.OK, healthy.text
    answers = set()
    for _ in range(300):
        answers.add(command(who, "practice", command="buy-in", amount=100).status_code)
        if httpx.codes.SERVICE_UNAVAILABLE in answers:
            break
    assert answers <= {httpx.codes.OK, httpx.codes.SERVICE_UNAVAILABLE}
    filler.unlink()
    end = time.monotonic() + 60
    while httpx.get(f"{house.url}/readyz").status_code != httpx.codes.OK:
        assert time.monotonic() < end, "it does not become ready again"
        time.sleep(0.2)
    assert command(who, "practice", command="buy-in", amount=100).status_code == httpx.codes.OK
