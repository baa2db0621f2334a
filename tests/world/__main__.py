"""Have worlds happen by the ten thousand: ``make worlds``.

    python -m tests.world                   50,000 seeds
    python -m tests.world --seeds 500 --first 1000
    python -m tests.world --seed 1234       one world, with all that happens in it

Ends with 1 where something did not hold, and says which seeds show it again. A run that is stopped
(control-C) says from which seed to go on.
"""

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator
from time import monotonic

from tests.world.plants import PLANTS
from tests.world.world import Outcome, outcome

SEEDS = 50_000
EVERY_SECONDS = 10.0
"""How often it is said how far it has got."""
MOST_WRONG = 10
"""After so many worlds in which something did not hold, no more are tried."""


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.world",
        description="Worlds of tables, guests and servers, with everything that goes wrong.",
    )
    parser.add_argument(
        "--seeds", type=int, default=SEEDS, help="how many worlds (default %(default)s)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (default %(default)s)")
    parser.add_argument("--seed", type=int, help="one world, told step by step")
    parser.add_argument("--plant", choices=sorted(PLANTS), help="with a bug in the servers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at a time")
    return parser.parse_args(given)


def one_of(job: tuple[int, str | None]) -> Outcome:
    """How the world of a seed goes, with a bug where one is named."""
    seed, bug = job
    return outcome(seed) if bug is None else outcome(seed, plant=PLANTS[bug])


def told(one: Outcome) -> int:
    """Tell a world step by step."""
    print("\n".join(one.trail))
    print(f"seed {one.seed}: {one.events} events, {one.fingerprint}")
    if one.wrong:
        print(f"wrong: {one.wrong}")
    return 1 if one.wrong else 0


def main(given: list[str] | None = None) -> int:
    """Have all of them happen; 1 where something did not hold."""
    asked = arguments(given)
    if asked.seed is not None:
        return told(one_of((asked.seed, asked.plant)))
    begun = said = monotonic()
    done = events = wrong = 0
    try:
        for one in outcomes(asked):
            done += 1
            events += one.events
            if one.wrong:
                wrong += 1
                print(f'seed {one.seed}: {one.wrong} (again: ARGS="--seed {one.seed}")', flush=True)
                if wrong == MOST_WRONG:
                    break
            if monotonic() - said > EVERY_SECONDS:
                said = monotonic()
                print(f"{done} worlds, {events} events, {wrong} wrong", flush=True)
    except KeyboardInterrupt:
        print(f"stopped; to go on: --first {asked.first + done} --seeds {asked.seeds - done}")
    seconds = monotonic() - begun
    print(f"{done} worlds, {events} events, {wrong} wrong, in {seconds:.0f} s")
    return 1 if wrong else 0


def outcomes(asked: argparse.Namespace) -> Iterator[Outcome]:
    """The worlds that were asked for, in the order of their seeds."""
    jobs = [(seed, asked.plant) for seed in range(asked.first, asked.first + asked.seeds)]
    if asked.jobs == 1:
        yield from map(one_of, jobs)
        return
    with multiprocessing.Pool(asked.jobs) as pool:
        yield from pool.imap(one_of, jobs, chunksize=8)


if __name__ == "__main__":
    sys.exit(main())
