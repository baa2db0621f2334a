"""No kernel reads or writes beside its arrays; compiled code looks only if it is told to."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from croupier.maths.blackjack.parameters import parameters_of
from croupier.maths.blackjack.valuation import card_setting, setting_of
from croupier.maths.figures import tables_of
from croupier.maths.kernels.exact.dealer import MOST_DRAWN, MOST_KINDS, MOST_OF_A_RANK
from croupier.rulebooks import BLACKJACK

EVERY_FIGURE = "from croupier.maths.figures import every_figure; every_figure()"


@pytest.mark.parametrize("game", BLACKJACK)
def test_there_is_room_for_every_tree_of_the_dealer(game: str) -> None:
    law = BLACKJACK[game]
    for choices in tables_of(law):
        setting = setting_of(parameters_of(law, choices))
        for card in (0, 1, 2):
            trees = [card_setting(setting, card).tree(pair) for pair in range(3)]
            assert max(len(tree.outcomes) for tree in trees) <= MOST_KINDS
            assert max(int(np.max(tree.drawn)) for tree in trees) < MOST_DRAWN
            assert max(int(np.max(tree.apart)) for tree in trees) < MOST_OF_A_RANK


@pytest.mark.slow
def test_no_figure_takes_an_element_that_is_not_there(tmp_path: Path) -> None:
    watched = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", EVERY_FIGURE], env=watched, check=True, timeout=1200)
