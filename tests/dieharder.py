"""Puts the bytes that the shuffles of committed shoes are made from through dieharder.

    python -m tests.dieharder [--write]

dieharder is a Debian package. With ``--write`` its verdict goes to ``docs/dieharder.md``.
"""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

from croupier.features.fairness.rules.chance import SEED_SIZE, HmacBlocks, length_prefixed

PAGE = Path(__file__).parents[1] / "docs" / "dieharder.md"
SHOE_BYTES = 2_048
"""About as many bytes as the shuffle of eight decks takes; then comes a shoe with a new seed."""
TESTS: tuple[tuple[int, int], ...] = (
    (0, 100),
    (1, 20),
    (2, 20),
    (3, 50),
    (8, 50),
    (9, 20),
    (10, 50),
    (11, 50),
    (12, 50),
    (13, 50),
    (15, 100),
    (16, 20),
    (100, 100),
    (101, 100),
    (102, 100),
)
"""The numbers of the tests, as dieharder -l lists them, and how many samples each takes."""
COLUMNS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment")
"""What is told of each test."""
MISSING = "dieharder is not installed: on Debian, apt install dieharder"
FRAME = """\
# What dieharder says

`make dieharder` puts the bytes that shuffles are made from through tests of dieharder (a Debian
package): HMAC-SHA-256 in counter mode, a new seed from the operating system for every shoe. This is
the verdict of one whole run, as it came. dieharder calls a line `WEAK` where its p-value is below
0.005 or above 0.995, so one in a hundred is by chance; lines of one test (`sts_serial`) share their
data and stray together. `FAILED` (beyond 0.000001) would not be chance.

```text
{verdict}
```
"""


def feed(target: IO[bytes]) -> None:
    """Write bytes of shoe after shoe until nobody reads them any more."""
    shoe = 0
    try:
        while True:
            shoe += 1
            blocks = HmacBlocks(
                os.urandom(SEED_SIZE), length_prefixed("order", "cards/1", f"shoe-{shoe}", 0)
            )
            target.write(blocks(SHOE_BYTES))
    except (BrokenPipeError, ValueError):
        return


def verdict_of(test: int, samples: int) -> list[str]:
    """The lines of one test."""
    command = ["dieharder", "-g", "200", "-d", str(test), "-p", str(samples)]
    for column in COLUMNS:
        command += ["-D", column]
    piped = subprocess.PIPE
    with subprocess.Popen(command, stdin=piped, stdout=piped, bufsize=0) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        feeder = threading.Thread(target=feed, args=(running.stdin,), daemon=True)
        feeder.start()
        said = running.stdout.read().decode()
        running.stdout.close()
        feeder.join()
    return [line for line in said.splitlines() if line.count("|") == 5]


def main(arguments: list[str]) -> int:
    """Run all tests; 1 where one has failed, 2 where dieharder is missing."""
    if shutil.which("dieharder") is None:
        print(MISSING, file=sys.stderr)
        return 2
    lines: list[str] = []
    for test, samples in TESTS:
        found = verdict_of(test, samples)
        fresh = [line for line in found if line not in lines]
        print("\n".join(fresh), flush=True)
        lines += fresh
    if "--write" in arguments:
        PAGE.write_text(FRAME.format(verdict="\n".join(lines)), encoding="utf-8")
    return 1 if any("FAILED" in line for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
