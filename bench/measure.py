"""Timing contestants in alternating slices, so that a noisy machine disturbs all of them alike.

A contestant is prepared once and warmed up, then takes its turn in every slice. What is counted is
processor time, so that other programs count for little. The median of its slices is its figure; the
distance from its slowest to its fastest slice, as a share of that median, is its spread.
"""

import gc
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import msgspec

SLICES = 5
WARM_UP_SECONDS = 0.1


class Played(NamedTuple):
    """Rounds that were finished, and the commands (a peer's: actions) that took."""

    rounds: int
    commands: int


Play = Callable[[float], Played]
"""Plays rounds for about so many seconds."""


class Contestant(NamedTuple):
    """A library that plays blackjack, with a number of boxes in play.

    `prepare` imports the library. An `ImportError` from it or from the warm-up leaves the
    contestant out; it never ends the run.
    """

    library: str
    module: str
    package: str
    boxes: int
    prepare: Callable[[], Play]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What one contestant did, or that it is not there (`note`) and why (`reason`)."""

    library: str
    boxes: int
    version: str | None = None
    rounds_per_second: float | None = None
    commands_per_second: float | None = None
    spread: float | None = None
    slices: tuple[float, ...] = ()
    note: str | None = None
    reason: str | None = None
    ratios: dict[str, float] = {}
    """Rounds per second divided by those of each peer that plays as many boxes."""


def until(play: Callable[[int], int], *, batch: int) -> Play:
    """Make a function that plays so many rounds, and counts actions, play against the clock."""

    def play_seconds(seconds: float) -> Played:
        rounds = actions = 0
        deadline = perf_counter() + seconds
        while perf_counter() < deadline:
            actions += play(batch)
            rounds += batch
        return Played(rounds, actions)

    return play_seconds


def compare(
    contestants: Sequence[Contestant],
    *,
    seconds: float,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Row]:
    """Measure each contestant for so many seconds in all, and return a row for each in order."""
    ready: dict[Contestant, Play] = {}
    absent: dict[Contestant, Row] = {}
    for contestant in contestants:
        progress(f"warming up {contestant.library}")
        try:
            play = contestant.prepare()
            play(WARM_UP_SECONDS)
        except ImportError as error:
            absent[contestant] = _absent(contestant, error)
        else:
            ready[contestant] = play

    timed: dict[Contestant, list[tuple[float, float]]] = {one: [] for one in ready}
    for number in range(1, SLICES + 1):
        for contestant, play in ready.items():
            progress(f"slice {number} of {SLICES}: {contestant.library}")
            timed[contestant].append(_time(play, seconds / SLICES))
    return [absent[one] if one in absent else _row(one, timed[one]) for one in contestants]


def _time(play: Play, seconds: float) -> tuple[float, float]:
    """One slice: its rounds and its commands for a second of processor time."""
    gc.collect()
    start = process_time()
    played = play(seconds)
    elapsed = process_time() - start
    return played.rounds / elapsed, played.commands / elapsed


def processor_seconds(
    calls: Mapping[str, Callable[[], object]], seconds: float
) -> dict[str, float]:
    """The median processor time of each call, after a first one that compiles; they take turns."""
    for call in calls.values():
        call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    deadline = perf_counter() + seconds
    while perf_counter() < deadline or not all(times.values()):
        for name, call in calls.items():
            start = process_time()
            call()
            times[name].append(process_time() - start)
    return {name: median(taken) for name, taken in times.items()}


def _row(contestant: Contestant, slices: list[tuple[float, float]]) -> Row:
    rounds = [rate for rate, _ in slices]
    middle = median(rounds)
    return Row(
        library=contestant.library,
        boxes=contestant.boxes,
        version=_version(contestant.package),
        rounds_per_second=middle,
        commands_per_second=median(rate for _, rate in slices),
        spread=(max(rounds) - min(rounds)) / middle if middle else 0.0,
        slices=tuple(rounds),
    )


def _absent(contestant: Contestant, error: ImportError) -> Row:
    missing = isinstance(error, ModuleNotFoundError) and error.name == contestant.module
    return Row(
        library=contestant.library,
        boxes=contestant.boxes,
        note="not installed" if missing else "not available",
        reason=str(error),
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
