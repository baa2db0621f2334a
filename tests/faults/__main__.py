"""Try a record's faults by the thousand: ``make faults``.

    python -m tests.faults                        10,000 kills, then losses of power and failures,
                                                  then 1,000 kills of servers under load
    python -m tests.faults --kills 500 --seed 3
    python -m tests.faults --first 4200 --kills 5800    go on after a run that was stopped
    python -m tests.faults --defect books-apart   with a planted defect, which must be found

Ends with 1 where something was wrong, and says which seed shows it again. A run that is stopped
(control-C) says how to go on.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import islice
from time import monotonic

from tests.faults.defects import DEFECTS, Defect
from tests.faults.failures import Failure, failures
from tests.faults.kills import Kill, Killer, every_step, in_processes, plans
from tests.faults.power import KeptDay, PowerLoss
from tests.faults.wire import WireTrial, wired

KILLS = 10_000
WIRE_KILLS = 1000
COMMANDS = 30
EVERY_SECONDS = 5.0
"""How often it is said how far it has got."""
Trial = Kill | PowerLoss | Failure | WireTrial


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description="Kill processes that keep a record, cut their power, let their disks fail.",
    )
    parser.add_argument(
        "--kills", type=int, default=KILLS, help="how many processes die (default %(default)s)"
    )
    parser.add_argument(
        "--first", type=int, default=0, help="leave out so many of the kills (default %(default)s)"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="kills at a time (default %(default)s)"
    )
    parser.add_argument(
        "--commands",
        type=int,
        default=COMMANDS,
        help="how many commands a day has (default %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="which kills (default %(default)s)")
    parser.add_argument(
        "--defect", choices=sorted(DEFECTS), help="plant a defect; its first finding ends the run"
    )
    parser.add_argument(
        "--every-step", action="store_true", help="one kill at each step, and no more"
    )
    parser.add_argument(
        "--wire",
        type=int,
        default=WIRE_KILLS,
        help="how many servers die under load (default %(default)s)",
    )
    parser.add_argument(
        "--only", choices=("kills", "power", "failures", "wire"), help="one kind of fault"
    )
    return parser.parse_args(given)


def trials(asked: argparse.Namespace, defect: Defect | None) -> Iterator[Trial]:
    """All that is to be tried."""
    if asked.only in (None, "kills"):
        yield from killed(asked, defect)
    if asked.only in (None, "power"):
        yield from KeptDay(asked.commands, defect).losses(asked.seed)
    if asked.only in (None, "failures"):
        yield from failures(asked.commands, defect=defect)
    if asked.only in (None, "wire") and defect is None:
        yield from wired(asked.wire, asked.seed)


def killed(asked: argparse.Namespace, defect: Defect | None) -> Iterator[Kill]:
    """As many kills as were asked for, those left out that a run before has done."""
    killer = Killer(asked.commands, defect)
    planned = every_step(killer.steps) if asked.every_step else plans(killer.steps, asked.seed)
    died = 0
    for kill in in_processes(killer, islice(planned, asked.first, None), asked.jobs):
        died += kill.died
        yield kill
        if not asked.every_step and died == asked.kills:
            break


class Tally:
    """What came of the trials so far."""

    def __init__(self) -> None:
        self.kills = self.died = self.others = self.wrong = 0
        self._begun = self._said = monotonic()

    def count(self, trial: Trial) -> None:
        """Take in what came of one more, and say now and then how far it has got."""
        if isinstance(trial, Kill):
            self.kills += 1
            self.died += trial.died
        elif isinstance(trial, WireTrial):
            self.others += 1
            self.died += trial.died
        else:
            self.others += 1
        self.wrong += bool(trial.wrong)
        if monotonic() - self._said > EVERY_SECONDS:
            self._said = monotonic()
            print(self, flush=True)

    def __str__(self) -> str:
        tried, seconds = self.kills + self.others, monotonic() - self._begun
        return f"{tried} tried, {self.died} processes died, {self.wrong} wrong, in {seconds:.0f} s"


def main(given: list[str] | None = None) -> int:
    """Try everything; 1 where something was wrong."""
    asked = arguments(given)
    defect = None if asked.defect is None else DEFECTS[asked.defect]
    tally = Tally()
    try:
        for trial in trials(asked, defect):
            tally.count(trial)
            if trial.wrong:
                again = f"--seed {asked.seed} --commands {asked.commands}"
                print(f"{type(trial).__name__} {trial.how}: {'; '.join(trial.wrong)} ({again})")
                if defect is not None:
                    break
    except KeyboardInterrupt:
        first, left = asked.first + tally.kills, asked.kills - tally.died
        rest = "--only power, then --only failures, then --only wire"
        on = f"--first {first} --kills {left}" if left > 0 else rest
        print(f"stopped; to go on: --seed {asked.seed} {on}")
    print(tally)
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
