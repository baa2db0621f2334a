"""Processor time that a measurement took, by what took it: it says what bounds the figures."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

PROCESSES = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
"""How many units the kernel counts to a second of processor time."""
OTHERS = "others"
"""Whatever else ran on the machine."""

Parts = Mapping[str, Callable[[], Iterable[int]]]
"""The processes of each part as they are now: some come and go."""
Readings = dict[str, float]
"""Seconds of processor time that each part has taken so far."""


def readings(parts: Parts) -> Readings:
    """What each part's processes have taken so far, and everything else on the machine."""
    found = {name: sum(map(_taken, processes())) for name, processes in parts.items()}
    return {**found, OTHERS: _busy() - sum(found.values())}


def spent(before: Readings, after: Readings) -> Readings:
    """What was taken between two readings; a process that ended in between counts for nothing."""
    return {name: max(0.0, after[name] - before[name]) for name in after}


def descendants(process: int) -> list[int]:
    """A process and all that it has started, and they in turn."""
    children: dict[int, list[int]] = {}
    for folder in PROCESSES.iterdir():
        if folder.name.isdigit() and (fields := _fields(int(folder.name))):
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found, waiting = [], [process]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += children.get(one, [])
    return found


def _taken(process: int) -> float:
    fields = _fields(process)
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def _fields(process: int) -> list[str]:
    """What the kernel says of a process after its name; empty where it has ended."""
    try:
        return (PROCESSES / f"{process}" / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _busy() -> float:
    """Seconds in which any core did anything."""
    user, nice, system, _, _, *interrupts = map(
        int, (PROCESSES / "stat").read_text().split("\n", 1)[0].split()[1:9]
    )
    return (user + nice + system + sum(interrupts)) / TICKS
