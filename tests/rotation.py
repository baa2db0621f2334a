"""A share of the slow tests, another tenth each time: ``pytest --slow-share auto``.

Every slow test is in one of ten shares, and stays there whatever tests are added elsewhere. The
parameters of a test go round the shares, so that none of them gets all the work. A test that needs
what CI does not install says so, ``@pytest.mark.slow(needs="Ray")``, and is in no share.
"""

import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

import pytest

SHARES = 10
AUTO = "auto"
ROOT = Path(__file__).resolve().parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the share as an option."""
    told = f"also run this share of the slow tests: 1 to {SHARES}, or auto for another each commit"
    parser.addoption("--slow-share", metavar="SHARE", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Settle which share it is before processes are started, so that all of them take the same."""
    given = config.getoption("slow_share")
    if given == AUTO:
        config.option.slow_share = str(next_share())
    elif given is not None and given not in map(str, range(1, SHARES + 1)):
        raise pytest.UsageError(f"--slow-share: 1 to {SHARES} or {AUTO}, not {given}")


def next_share() -> int:
    """Count commits, or days where the history is not all there."""
    whole = git("rev-parse", "--is-shallow-repository") == "false"
    number = git("rev-list", "--count", "HEAD") if whole else ""
    return (int(number) if number else int(time.time()) // 86_400) % SHARES + 1


def git(*words: str) -> str:
    """Return what git says of this checkout; nothing where there is no git or no checkout."""
    command = ["git", *words]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


def shares_of(tests: Iterable[str]) -> dict[str, int]:
    """Put every test into a share, by its own name and by its place among its parameters."""
    seen: dict[str, int] = {}
    shares = {}
    for test in sorted(tests):
        function = test.partition("[")[0]
        place = seen[function] = seen.get(function, -1) + 1
        shares[test] = (crc32(function.encode()) + place) % SHARES + 1
    return shares


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests of other shares.

    Those that remain come first: one that takes a minute must not begin when all else is done.
    """
    given = config.getoption("slow_share")
    if given is None:
        return
    slow = {item.nodeid: mark for item in items if (mark := item.get_closest_marker("slow"))}
    shares = shares_of(name for name, mark in slow.items() if "needs" not in mark.kwargs)
    chosen = {name for name, share in shares.items() if share == int(given)}
    others = [item for item in items if item.nodeid in slow and item.nodeid not in chosen]
    config.hook.pytest_deselected(items=others)
    first = [item for item in items if item.nodeid in chosen]
    items[:] = [*first, *(item for item in items if item.nodeid not in slow)]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say which share it was, and how to run the same again."""
    given = config.getoption("slow_share")
    if given is None:
        return
    ended = [
        report
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, ())
        if getattr(report, "when", "") == "call" and "slow" in report.keywords
    ]
    terminalreporter.write_line(
        f"slow tests: {len(ended)}, share {given} of {SHARES}; make test SHARE={given} repeats it"
    )
