"""Compiling the kernels that a command will need, in advance and on all cores.

numba compiles one function at a time in a process, however many threads it has. So each part of the
mathematics is run once in a process of its own. The code compiled there is kept, and loaded where
it is needed.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.maths.simulation.tournaments import SimulatedTournament

VALUES, CHARTS, PRODUCTS = "hands", "charts", "pairs of hands"
SHOES, TABLES = "rounds of one box", "rounds of a table"
STUD, STUD_ROUNDS = "stud hands", "stud rounds"
TOURNAMENTS, TOURNAMENT_PLACES = "tournaments", "places in tournaments"

CODE = "import sys; from croupier.maths.preparation import compile_part; compile_part(sys.argv[1])"
"""The program of a process that compiles."""

CompileWatcher = Callable[[Sequence[str]], None]
"""Receives the parts that are still to be compiled."""


def _values() -> None:
    """Value single hands and split ones."""
    from croupier.maths.blackjack.parameters import parameters_of
    from croupier.maths.blackjack.valuation import against_card, setting_of
    from croupier.rulebooks import STAR_BLACKJACK

    against_card(setting_of(parameters_of(STAR_BLACKJACK)), 9)


def _charts() -> None:
    """Run the kernels that find the best chart."""
    import numpy as np

    from croupier.maths.blackjack.parameters import parameters_of
    from croupier.maths.blackjack.valuation import setting_of
    from croupier.maths.kernels.exact.dealer import OUTCOMES
    from croupier.maths.kernels.exact.decisions import review, spread
    from croupier.maths.kernels.tables import CALLS
    from croupier.rulebooks import STAR_BLACKJACK

    setting = setting_of(parameters_of(STAR_BLACKJACK))
    hands, shoe, nobody = setting.hands, setting.shoe.ranks, np.zeros(0, np.int64)
    calls, chances = np.zeros(len(hands.cards), np.int64), np.zeros(len(hands.cards))
    values, outcomes = np.zeros((len(chances), CALLS)), np.zeros((len(chances), OUTCOMES))
    review(hands, nobody, calls, shoe, outcomes, setting.pays, 0, chances, values)
    spread(hands, nobody, calls, shoe, chances)


def _products() -> None:
    """Compute the products of two hands of a split, for the variance."""
    import numpy as np

    from croupier.maths.blackjack.analysis import split_products
    from croupier.maths.blackjack.parameters import NO_NATURAL, parameters_of
    from croupier.maths.blackjack.splits import PairCards, SplitHands
    from croupier.maths.blackjack.valuation import SplitPlay, card_setting, setting_of
    from croupier.maths.kernels.tables import STAND
    from croupier.rulebooks import STAR_BLACKJACK

    setting = setting_of(parameters_of(STAR_BLACKJACK))
    calls = np.full((2, len(setting.hands.cards)), 1 << STAND)
    none = np.zeros(0)
    play = SplitPlay(SplitHands(PairCards(0, 0), none, none, (0, 0)), calls, NO_NATURAL, 2)
    split_products(card_setting(setting, 9), 7, play)


def _simulate(boxes: int) -> None:
    from croupier.games.table.choices import Choices
    from croupier.maths.blackjack.charts import Chart
    from croupier.maths.simulation.blackjack import BlackjackSimulation, Seats
    from croupier.maths.simulation.runs import Chunk, Plan, terms_of
    from croupier.rulebooks import STAR_BLACKJACK

    game = BlackjackSimulation(STAR_BLACKJACK, Choices(), Chart(), Seats(boxes))
    game.play(1, Chunk(0, 1), terms_of(game, Plan(1, 1, 1)))


def _shoes() -> None:
    """Run the fast simulation."""
    _simulate(1)


def _tables() -> None:
    """Run the general simulation."""
    _simulate(2)


def _stud() -> None:
    """Count hands of Caribbean Stud."""
    from croupier.cards import parse_cards
    from croupier.games.table.choices import Choices
    from croupier.maths.stud.analysis import best_counts, decide_stud
    from croupier.maths.stud.terms import stud_terms
    from croupier.rulebooks import CARIBBEAN_STUD

    best_counts(stud_terms(CARIBBEAN_STUD, Choices()))
    decide_stud(CARIBBEAN_STUD, parse_cards("AC KD QH 8S 3C"), parse_cards("7D")[0])


def _stud_rounds() -> None:
    """Simulate rounds of Caribbean Stud."""
    from croupier.maths.simulation.runs import Chunk, Plan, terms_of
    from croupier.maths.simulation.stud import stud_game
    from croupier.maths.stud.analysis import SIMPLE_STRATEGIES
    from croupier.rulebooks import CARIBBEAN_STUD

    game = stud_game(CARIBBEAN_STUD, strategy=SIMPLE_STRATEGIES[0].name)
    game.play(1, Chunk(0, 1), terms_of(game, Plan(1, 1, 1)))


def _tournament() -> "SimulatedTournament":
    from croupier.features.tournaments.rules.conditions import Conditions
    from croupier.games.table.choices import Choices
    from croupier.maths.blackjack.charts import Chart
    from croupier.maths.simulation.tournaments import SimulatedTournament
    from croupier.rulebooks import STAR_BLACKJACK

    bots, chart = ("steady", "proportional"), Chart().flat()
    return SimulatedTournament(STAR_BLACKJACK, Conditions(), Choices(), bots, chart)


def _tournaments() -> None:
    """Simulate a tournament."""
    from croupier.maths.simulation.tournaments import TournamentChunk

    _tournament().play(1, TournamentChunk(0, 1))


def _tournament_places() -> None:
    """Run the kernels after the rounds of a tournament, the last one first."""
    import numpy as np

    from croupier.maths.kernels.random_streams import seed_stream
    from croupier.maths.kernels.tournaments.play import find_values, part_field, write_places
    from croupier.maths.kernels.tournaments.sessions import draw_lots
    from croupier.maths.simulation.tournaments import NO_LOTS

    game = _tournament()
    form, room = game.format, game.room()
    find_values(form, room, len(game.kinds), np.zeros(game.size, np.int64))
    part_field(form, 0, 0, room)
    write_places(form, 0, 0, 1, 0, 0, room)
    draw_lots(0, form.matters[0], room.standings, seed_stream(1, 0), NO_LOTS.ballots, 0)


PARTS: dict[str, Callable[[], None]] = {
    TOURNAMENTS: _tournaments,
    TOURNAMENT_PLACES: _tournament_places,
    VALUES: _values,
    PRODUCTS: _products,
    CHARTS: _charts,
    SHOES: _shoes,
    TABLES: _tables,
    STUD: _stud,
    STUD_ROUNDS: _stud_rounds,
}
"""The parts with kernels, those that take longest first."""


def missing_parts(parts: Sequence[str]) -> list[str]:
    """Return the given parts that are not compiled yet; empty if nothing can be kept."""
    from croupier.maths.kernels.code_cache import kernel_folder

    if kernel_folder.path is None:
        return []
    return [
        part for part in PARTS if part in parts and not mark_of(kernel_folder.path, part).exists()
    ]


def mark_of(folder: Path, part: str) -> Path:
    """Return the file that marks a part as compiled: for this Python, numba and processor."""
    from croupier.maths.kernels.code_cache import environment_digest

    return folder / f"{part.replace(' ', '-')}-{environment_digest()}.compiled"


def compile_part(part: str) -> None:
    """Compile the kernels of a part, and mark it as compiled."""
    from croupier.maths.kernels.code_cache import kernel_folder

    PARTS[part]()
    if kernel_folder.path is not None:
        mark_of(kernel_folder.path, part).touch()


def _compile_elsewhere(part: str) -> None:
    """Compile a part in a process of its own. If that fails, it is compiled where it is needed."""
    path = os.pathsep.join(folder for folder in sys.path if folder)
    subprocess.run(
        [sys.executable, "-c", CODE, part],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def prepare(parts: Sequence[str], *, cores: int, progress: CompileWatcher) -> None:
    """Compile the missing ones of the given parts, several at a time."""
    left = missing_parts(parts)
    if len(left) < 2 or cores < 2 or not sys.executable:
        for part in tuple(left):
            progress(left)
            compile_part(part)
            left.remove(part)
        return
    with ThreadPoolExecutor(cores) as pool:
        running = {pool.submit(_compile_elsewhere, part): part for part in left}
        progress(left)
        for done in as_completed(running):
            left.remove(running[done])
            progress(left)
