"""Rounds in the open format, played again: ``python -m tests.floor.round_trips 1000000 2``.

Random players at tables of every game, with lawful choices of an operator. Prints every difference
with its seed, and how many rounds went round. The second number is that of the processes.
"""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import perf_counter

from croupier import Croupier
from croupier.floor.round_lines import (
    RoundLine,
    differences,
    read_round,
    round_lines,
    write_round,
)
from croupier.rulebooks import GAMES, BlackjackLaw
from croupier.streams import TABLE
from tests.support.whim import play_round, whimsical_table

ROUNDS_AT_A_TABLE = 20


def evening(game: str, chance: Random) -> Croupier:
    """Some rounds of random players at one table."""
    if isinstance(GAMES[game], BlackjackLaw):
        table = whimsical_table(game, chance)
        for _ in range(ROUNDS_AT_A_TABLE):
            play_round(table, chance)
        return table
    choices = {"jackpot": {"wager": 500, "pool": 100_000}} if chance.random() < 0.5 else {}
    table = Croupier(game, choices, seed=chance.getrandbits(32))
    for _ in range(ROUNDS_AT_A_TABLE):
        boxes = range(1, chance.randint(2, 6))
        for box in boxes:
            table.wager(f"p{box}", box=box, amount=20, on="ante")
            if choices:
                table.wager(f"p{box}", box=box, amount=5, on="jackpot")
        table.deal()
        for box in boxes:
            (table.bet if chance.random() < 0.6 else table.fold)(f"p{box}", box=box)
    return table


def lines_of(table: Croupier) -> list[RoundLine]:
    """The rounds of a table as lines."""
    assert table.journal is not None
    return list(round_lines(table.journal.read_stream(TABLE.stream(table.name))))


def round_trips(count: int, seed: int = 1) -> Iterator[tuple[RoundLine, list[str]]]:
    """Yield so many rounds, each read back from its text, and what is different when replayed."""
    chance = Random(seed)
    done = 0
    while True:
        for game in GAMES:
            for line in lines_of(evening(game, chance)):
                if done == count:
                    return
                done += 1
                again = read_round(write_round(line))
                assert again == line
                yield again, differences(again)


SLICE = 5_000
"""How many rounds a process plays at a time, all from one seed."""


def trip(seed: int, count: int) -> tuple[int, list[str]]:
    """Send rounds through the format. Return how many, and every difference."""
    found = [differences for _, differences in round_trips(count, seed)]
    return len(found), [f"seed {seed}: {one}" for differences in found for one in differences]


def main(count: int, processes: int) -> int:
    """Send rounds through the format in several processes. Return how many differences came."""
    slices = [(number, min(SLICE, count - start)) for number, start in _starts(count)]
    done = wrong = 0
    began = perf_counter()
    with ProcessPoolExecutor(processes) as pool:
        for rounds, found in pool.map(trip, *zip(*slices, strict=True)):
            done, wrong = done + rounds, wrong + len(found)
            for difference in found:
                sys.stdout.write(f"{difference}\n")
            speed = done / (perf_counter() - began)
            sys.stdout.write(f"{done:,} rounds, {wrong} differences, {speed:.0f} a second\n")
            sys.stdout.flush()
    return wrong


def _starts(count: int) -> Iterator[tuple[int, int]]:
    return enumerate(range(0, count, SLICE), 1)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    sys.exit(min(1, main(wanted, int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count() or 1)))
