"""``croupier tournament simulate``: tournaments by the thousand, with software players."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.errors import CroupierError
from croupier.features.tournaments.cli.opening import (
    BOTS_IN_TURN,
    load_lawful_tournament,
    read_bots,
    seed_or_random,
)
from croupier.features.tournaments.files import TournamentFile
from croupier.money import in_dollars
from croupier.terminal.arguments import MaybeWhole, WholeNumber
from croupier.terminal.compiler_notice import (
    compile_kernels,
    note_compilation,
    require_usable_cores,
    usable_cores,
)
from croupier.terminal.output import print_json, print_note, print_table, print_text

if TYPE_CHECKING:
    from croupier.maths.simulation.tournaments import (
        Frequency,
        SimulatedTournament,
        TournamentResult,
    )

Flag = Annotated[bool, Parameter(negative=())]
MOST_TOURNAMENTS = 10**9
SHOWN_AFTER_SECONDS = 2.0
"""A run that takes longer shows its progress."""


def simulate(
    file: Path,
    /,
    *,
    tournaments: WholeNumber = 10_000,
    players: MaybeWhole = None,
    bots: str = BOTS_IN_TURN,
    seed: MaybeWhole = None,
    cores: MaybeWhole = None,
    json: Flag = False,
    progress: Flag = False,
) -> None:
    """Play a tournament many times over: who wins, from which seat, and how long it takes.

    Software players play it as in run, by the best chart for the table. Seats
    are drawn again each time. They use no pass cards or forms and do not buy
    back. Every share comes with its 95 % error. The same seed gives the same
    result on any number of cores. Ctrl-C ends a run and prints the results so
    far.

    Examples:

        croupier tournament simulate spring.toml --players 7

        croupier tournament simulate heats.toml --players 21 --tournaments 100000

        croupier tournament simulate spring.toml --players 6 --bots steady,catch-up-late

        croupier tournament simulate spring.toml --players 7 --seed 7 --json

    Parameters
    ----------
    file
        The tournament, such as spring.toml.
    tournaments
        How many tournaments to play.
    players
        How many players enter each; by default, the fewest that the conditions allow.
    bots
        How they wager, in turn: steady, proportional, follow-the-leader, catch-up-late.
    seed
        A whole number that determines all chance; without it, one is chosen and printed.
    cores
        How many cores of this machine to use; all by default.
    json
        Print the result for programs.
    progress
        Write "progress" and the tournaments played so far to standard error, line by line.
    """
    from croupier.maths.preparation import CHARTS, TOURNAMENT_PLACES, TOURNAMENTS, VALUES
    from croupier.maths.simulation.tournaments import result_of

    check_numbers(tournaments, seed, cores)
    read = load_lawful_tournament(file)
    count = read.conditions.minimum_players if players is None else players
    playing = assign_bots(bots, count)
    seed = seed_or_random(seed)
    compile_kernels(VALUES, CHARTS, TOURNAMENTS, TOURNAMENT_PLACES)
    with note_compilation():
        simulated = compile_simulation(read, playing)
    started = perf_counter()
    watcher = nullcontext(report_progress) if progress else progress_bar(tournaments)
    done, sums = run_simulation(
        simulated, tournaments, seed=seed, cores=cores or usable_cores(), watcher=watcher
    )
    result = result_of(
        simulated,
        sums,
        game=read.law.game,
        tournaments=done,
        asked=tournaments,
        seed=seed,
        seconds=perf_counter() - started,
    )
    if json:
        print_json(result)
    else:
        print_result(read, result)
    for note in result_notes(read, result):
        print_note(note)


def check_numbers(tournaments: int, seed: int | None, cores: int | None) -> None:
    """Refuse numbers that make no sense."""
    if not 2 <= tournaments <= MOST_TOURNAMENTS:
        raise CroupierError(
            f"--tournaments: {tournaments} is not a number of tournaments; "
            f"write one from 2 to {MOST_TOURNAMENTS:,}"
        )
    if seed is not None and not 0 <= seed < 2**63:
        raise CroupierError(f"--seed: a seed is a whole number from 0 to {2**63 - 1}")
    require_usable_cores(cores)


def assign_bots(bots: str, count: int) -> list[str]:
    """Return how each of the players wagers."""
    named = read_bots(bots)
    if count < 1:
        raise CroupierError(f"--players: 1 or more, not {count}")
    return list(islice(cycle(named), count))


def compile_simulation(read: TournamentFile, bots: list[str]) -> "SimulatedTournament":
    """Return the tournament to simulate, with everything compiled."""
    from croupier.maths.simulation.tournaments import SimulatedTournament, TournamentChunk

    simulated = SimulatedTournament(read.law, read.conditions, read.choices, bots)
    simulated.play(1, TournamentChunk(0, 1))
    return simulated


def report_progress(done: int) -> None:
    """Write for programs how many tournaments have been played."""
    print(f"progress {done}", file=sys.stderr, flush=True)


def run_simulation(
    simulated: "SimulatedTournament",
    tournaments: int,
    *,
    seed: int,
    cores: int,
    watcher: AbstractContextManager[Any],
) -> tuple[int, Any]:
    """Play the tournaments. Return how many were played, and their sums."""
    so_far: tuple[int, Any] = (0, None)
    with watcher as progress:
        try:
            for so_far in simulated.run(tournaments, seed=seed, cores=cores):
                progress(so_far[0])
        except KeyboardInterrupt:
            if not so_far[0]:
                raise
    return so_far


@contextmanager
def progress_bar(tournaments: int) -> Iterator[Any]:
    """Show a bar on standard error, if that is a terminal and the run takes long enough."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.completed:,.0f} tournaments"),
        BarColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task("", total=tournaments)
    started = perf_counter()

    def progress(done: int) -> None:
        bar.update(task, completed=done)
        if console.is_terminal and perf_counter() - started > SHOWN_AFTER_SECONDS:
            bar.start()

    try:
        yield progress
    finally:
        bar.stop()


def print_result(read: TournamentFile, result: "TournamentResult") -> None:
    """Print everything that a run has shown."""
    title = f"{read.title}: " if read.title else ""
    entrants = sum(one.players for one in result.bots)
    print_text(f"{title}{read.law.title}, {entrants} players, {result.tournaments:,} tournaments")
    print()
    on = list(result.bots[0].goes_on)
    heads = ("Bot", "Players", "Wins", *(f"Advances from {name}" for name in on))
    rows = [
        (
            one.bot,
            str(one.players),
            share_text(one.wins),
            *(share_text(one.goes_on[name]) for name in on),
        )
        for one in result.bots
    ]
    print_table("", heads, rows, widest_first=20)
    print()
    print_places(result)
    print_boxes(read, result)
    print()
    print_table("", ("", ""), length_rows(result), widest_first=30)


def print_places(result: "TournamentResult") -> None:
    """Print how often each place is theirs, and what they win; nothing where points decide."""
    most = len(result.bots[0].places)
    if not most:
        return
    heads = ("Bot by place", *(str(place) for place in range(1, most + 1)), "Prize")
    rows = [
        (
            one.bot,
            *(f"{place.mean:.1%}" for place in one.places),
            "" if one.prize is None else in_dollars(round(one.prize)),
        )
        for one in result.bots
    ]
    print_table("", heads, rows, widest_first=20)
    print()


def print_boxes(read: TournamentFile, result: "TournamentResult") -> None:
    """Print how each seat fares, with a column for each session."""
    heads = ["Box"]
    for plan, one in zip(read.conditions.sessions, result.sessions, strict=True):
        heads.append(f"Advances from {one.session}" if plan.advance else f"Wins {one.session}")
    rows = []
    for box in range(max(len(one.boxes) for one in result.sessions)):
        cells = (
            share_text(one.boxes[box].succeeds) if box < len(one.boxes) else ""
            for one in result.sessions
        )
        rows.append((str(box + 1), *cells))
    print_table("", heads, rows)


def length_rows(result: "TournamentResult") -> list[tuple[str, str]]:
    """Return how long a tournament takes."""
    rows = [(f"rounds of {one.session}", average_text(one.rounds)) for one in result.sessions]
    if len(rows) > 1:
        rows.append(("rounds together", average_text(result.rounds)))
    rows.append(("play-offs", f"in {share_text(result.play_offs)} of the tournaments"))
    rate = result.table_rounds / result.seconds if result.seconds else 0.0
    took = f"{result.seconds:.1f} s, {rate:,.0f} rounds of a table a second"
    return [*rows, ("seed", str(result.seed)), ("time", took)]


def share_text(one: "Frequency") -> str:
    """Return a share with its error."""
    return f"{one.mean:.2%} ± {one.margin:.2%}"


def average_text(one: "Frequency") -> str:
    """Return an average with its error."""
    return f"{one.mean:.2f} ± {one.margin:.2f}"


def result_notes(read: TournamentFile, result: "TournamentResult") -> Iterator[str]:
    """Yield what a reader should know besides the result."""
    conditions = read.conditions
    unused = {
        "pass-cards": conditions.pass_cards,
        "undisclosed-wagers": conditions.undisclosed_wagers,
        "buy-backs": conditions.buy_backs,
    }
    if named := [name for name, provided in unused.items() if provided]:
        yield f"the software players do not use {', '.join(named)}"
    if not result.complete:
        yield f"interrupted after {result.tournaments:,} tournaments"
