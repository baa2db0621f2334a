import os
from collections.abc import Iterator
from importlib import import_module

import pytest
from hypothesis import settings

from croupier.rulebooks import BLACKJACK, GAMES, law_files

catalogues = import_module("croupier.rulebooks.catalogue")

# Under CI hypothesis picks its own profile, which repeats the same examples on every run.
if not os.environ.get("CI"):
    settings.register_profile("desk", deadline=None, print_blob=True)
    settings.load_profile("desk")


@pytest.fixture(autouse=True)
def _no_game_of_another_test() -> Iterator[None]:
    """A game that a test loads from a file is gone with the test."""
    kept = (GAMES, BLACKJACK, law_files._loaded, catalogues._OUTSIDE)
    before = [dict(one) for one in kept]
    yield
    for now, then in zip(kept, before, strict=True):
        for name in now.keys() - then.keys():
            del now[name]
