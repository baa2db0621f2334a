"""Rounds in the open format, played again: ``python -m tests.floor.round_trips 1000000``.

Random players at tables of every game, with lawful choices of an operator. Prints every difference
and how many rounds went round.
"""

import sys
from collections.abc import Iterator
from random import Random

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


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    wrong = 0
    for number, (_, found) in enumerate(round_trips(wanted), 1):
        wrong += bool(found)
        for difference in found:
            sys.stdout.write(f"{difference}\n")
        if number % 10_000 == 0 or number == wanted:
            sys.stdout.write(f"{number} rounds, {wrong} with a difference\n")
            sys.stdout.flush()
