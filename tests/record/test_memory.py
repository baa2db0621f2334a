"""What a process knows stays in it: no core dumps, and tracebacks without values."""

import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

from croupier.cards import DECK

BROKEN = """
import sys, croupier.floor.floor as house
from croupier.cli.main import main
{how}
sys.argv = ["croupier", "play", "star-blackjack", "--record", sys.argv[1]]
main()
"""
BUG = """
done = house.Floor.do
def broken(self, table, command, **rest):
    answer = done(self, table, command, **rest)
    running = self.tables[table]
    if running.table.round is not None:
        order = running.cards.next_cards(running.table.shoe, 300)
        raise ZeroDivisionError("a bug")
    return answer
house.Floor.do = broken
"""
CRASH = """
import os, signal
done = house.Floor.do
def broken(self, table, command, **rest):
    answer = done(self, table, command, **rest)
    if self.tables[table].table.round is not None:
        os.kill(os.getpid(), signal.SIGSEGV)
    return answer
house.Floor.do = broken
"""


def started(how: str, folder: Path) -> subprocess.CompletedProcess[str]:
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    return subprocess.run(
        [sys.executable, "-c", BROKEN.format(how=how), str(folder / "evening.db")],
        input="\n1:25\ns\ns\nq\n",
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (most, most)),
        timeout=120,
    )


def test_a_traceback_tells_no_card(tmp_path: Path) -> None:
    ended = started(BUG, tmp_path)
    assert ended.returncode == 70
    assert "ZeroDivisionError: a bug" in ended.stderr
    assert "Traceback" not in ended.stderr
    cards = "|".join(str(card) for card in DECK)
    assert not re.search(rf"(?:\b(?:{cards})\b\W+){{3}}", ended.stderr)
    assert "Card(" not in ended.stderr


def test_a_crash_leaves_no_core_dump(tmp_path: Path) -> None:
    ended = started(CRASH, tmp_path)
    assert ended.returncode == -signal.SIGSEGV
    names = {path.name for path in tmp_path.iterdir()}
    assert names <= {"evening.db", "evening.db-wal", "evening.db-shm", "evening.db-writer"} | {
        "evening.db-key"
    }


def test_an_evening_switches_core_dumps_off(tmp_path: Path) -> None:
    how = "import resource, atexit; atexit.register(lambda: print(resource.getrlimit(4)[0]))"
    assert resource.RLIMIT_CORE == 4
    if sys.platform == "linux":
        how += (
            "\nimport ctypes; atexit.register(lambda: print("
            "'dumpable', ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)))"
        )
    ended = started(how, tmp_path)
    assert ended.returncode == 0, ended.stderr
    told = ended.stdout.splitlines()
    assert "0" in told[-2:]
    assert sys.platform != "linux" or "dumpable 0" in told[-2:]
