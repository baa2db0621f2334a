"""Try a record's faults by the thousand: ``make faults``.

    python -m tests.faults                        10,000 kills, then losses of power and failures
    python -m tests.faults --kills 500 --seed 3
    python -m tests.faults --defect books-apart   with a planted defect, which must be found

Ends with 1 where something was wrong, and says which seed shows it again.
"""

import argparse
import sys
from collections.abc import Iterator
from time import monotonic

from tests.faults.defects import DEFECTS, Defect
from tests.faults.failures import Failure, failures
from tests.faults.kills import Kill, Killer, every_step, kills
from tests.faults.power import KeptDay, PowerLoss

KILLS = 10_000
COMMANDS = 30
EVERY_SECONDS = 5.0
"""How often it is said how far it has got."""
Trial = Kill | PowerLoss | Failure


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
    parser.add_argument("--only", choices=("kills", "power", "failures"), help="one kind of fault")
    return parser.parse_args(given)


def trials(asked: argparse.Namespace, defect: Defect | None) -> Iterator[Trial]:
    """All that is to be tried."""
    if asked.only in (None, "kills"):
        killer = Killer(asked.commands, defect)
        if asked.every_step:
            yield from every_step(killer)
        else:
            died = 0
            for kill in kills(killer, asked.seed):
                died += kill.died
                yield kill
                if died == asked.kills:
                    break
    if asked.only in (None, "power"):
        yield from KeptDay(asked.commands, defect).losses(asked.seed)
    if asked.only in (None, "failures"):
        yield from failures(asked.commands, defect=defect)


def main(given: list[str] | None = None) -> int:
    """Try everything; 1 where something was wrong."""
    asked = arguments(given)
    defect = None if asked.defect is None else DEFECTS[asked.defect]
    begun = said = monotonic()
    tried, died, wrong = 0, 0, 0
    for trial in trials(asked, defect):
        tried += 1
        died += isinstance(trial, Kill) and trial.died
        if trial.wrong:
            wrong += 1
            again = f"--seed {asked.seed} --commands {asked.commands}"
            print(f"{type(trial).__name__} {trial.how}: {'; '.join(trial.wrong)} ({again})")
            if defect is not None:
                break
        if monotonic() - said > EVERY_SECONDS:
            said = monotonic()
            print(f"{tried} tried, {died} processes died, {wrong} wrong", flush=True)
    seconds = monotonic() - begun
    print(f"{tried} tried, {died} processes died, {wrong} wrong, in {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
