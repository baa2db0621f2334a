"""Several processes behind one address: what they count together, and that they end together."""

import os
import re
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.outside.product import START_SECONDS, Floor

REQUESTS = 60
SCRAPES = 12
COUNTED = re.compile(r'^croupier_requests_total\{status="200"\} (\d+)', re.MULTILINE)


def workers_of(floor: Floor) -> list[int]:
    """The processes that serve, as the system lists them; another child only tidies up."""
    children = Path(f"/proc/{floor.pid}/task/{floor.pid}/children").read_text().split()
    lines = {int(one): Path(f"/proc/{one}/cmdline").read_bytes() for one in children}
    return [one for one, line in lines.items() if b"spawn_main" in line]


def answered_so_far(floor: Floor) -> int:
    """How many requests were answered with 200, by one look at the figures."""
    (found,) = COUNTED.findall(httpx.get(f"{floor.url}/metrics").text)
    return int(found)


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for(so: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + START_SECONDS
    while not so():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def wait_for_both(floor: Floor) -> None:
    """Wait until both processes answer: a new connection goes to either."""

    def ready() -> bool:
        answers = [httpx.get(f"{floor.url}/readyz").status_code for _ in range(5)]
        return answers == [200] * 5 and len(workers_of(floor)) == 2

    wait_for(ready, "the processes do not start")


@pytest.mark.slow
def test_figures_are_those_of_all_processes_and_outlive_one(
    floor: Callable[..., Floor], postgres_url: str
) -> None:
    house = floor("--workers", "2", database=postgres_url).start()
    wait_for_both(house)
    before = answered_so_far(house)
    for _ in range(REQUESTS):
        assert httpx.get(f"{house.url}/api/tables").status_code == httpx.codes.OK
    # Each look at the figures is a request too, counted once it is answered.
    scrapes = [answered_so_far(house) for _ in range(SCRAPES)]
    assert scrapes == [before + REQUESTS + 1 + number for number in range(SCRAPES)]
    os.kill(workers_of(house)[0], signal.SIGKILL)
    wait_for_both(house)
    assert answered_so_far(house) >= scrapes[-1]


def test_when_the_parent_is_killed_its_processes_end(
    floor: Callable[..., Floor], postgres_url: str
) -> None:
    house = floor("--workers", "2", database=postgres_url).start()
    wait_for_both(house)
    workers = workers_of(house)
    house.kill()
    wait_for(lambda: not any(map(is_alive, workers)), "they serve on without a parent")
    with socket.socket() as ear:
        assert ear.connect_ex(("127.0.0.1", house.port)) != 0
