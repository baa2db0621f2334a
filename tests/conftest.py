import gc
import os
from collections.abc import Iterator
from importlib import import_module

import pytest
from hypothesis import HealthCheck, settings

from croupier.rulebooks import BLACKJACK, GAMES, installed
from tests.rotation import (
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_terminal_summary,
)
from tests.support.postgres import postgres_server, postgres_url
from tests.support.repeatable_cards import repeat_cards

__all__ = [
    "postgres_server",
    "postgres_url",
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_terminal_summary",
]

catalogues = import_module("croupier.rulebooks.catalogue")

# A run repeats the examples of the run before, so that a verdict is about the change alone. New
# examples are looked for on purpose: `--hypothesis-profile=wander`, as `make test-slow` does.
UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
"""How long a machine takes over an example, and how many it leaves out, fails no test."""
settings.register_profile("wander", deadline=None, print_blob=True, suppress_health_check=UNHURRIED)
settings.register_profile("repeat", settings.get_profile("wander"), derandomize=True)
settings.load_profile("repeat")
repeat_cards()


def pytest_xdist_auto_num_workers() -> int:
    """Run one process more than there are cores: tests wait for browsers, servers and clocks."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Take what collection made out of the collector's sight.

    Eighteen thousand tests stay until the end, and it would look through them again and again. In
    one run each, 344 tests took 8.9 processor seconds this way and 10.9 without it.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_game_of_another_test() -> Iterator[None]:
    """A game that a test loads from a file is gone with the test."""
    kept = (GAMES, BLACKJACK, installed._loaded, catalogues._OUTSIDE)
    before = [dict(one) for one in kept]
    yield
    for now, then in zip(kept, before, strict=True):
        for name in now.keys() - then.keys():
            del now[name]
