"""Install pinned packages, with a line that shows how far it has come.

``python scripts/install_packages.py PURPOSE MEGABYTES REQUIREMENTS`` runs the environment's own
pip. A terminal gets one line that changes; everything else gets a line now and then. What pip says
goes to a file, and is boiled down to a sentence where pip fails.
"""

import errno
import re
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import TextIO

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOG = Path("build/install.log")
PIP = ("-m", "pip", "install", "--no-compile", "--require-hashes", "--progress-bar", "off")
LOOK_SECONDS = 0.2
"""How often to look how far pip has come."""
LINE_SECONDS = 10
"""How often a line is written where a line cannot be changed afterwards."""
CLEAR = "\r\033[K"
FETCHED = re.compile(r"^Collecting ([\w.-]+)", re.MULTILINE)
UNPACKS = "Installing collected packages"
UNFINISHED = Path(sys.prefix) / "unfinished"
"""Stands in the environment until pip has ended well."""
CAUSES = (
    ("No space left on device", "the disk is full: {purpose} takes {megabytes} MB"),
    ("DO NOT MATCH THE HASHES", "a package is not the one that is pinned, so it was left out"),
    ("Max retries exceeded", "the package index cannot be reached: check the network"),
    ("connection broken by", "the package index cannot be reached: check the network"),
    ("No matching distribution found", "the package index lacks something of {file}"),
)
"""What pip says of a failure, the most telling first, and how to put it."""


def pinned_here(requirements: Path) -> set[str]:
    """The packages that a file of requirements pins for this Python and this system."""
    text = requirements.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.partition(" --hash")[0] for line in text.splitlines() if "==" in line]
    pins = [Requirement(line) for line in lines if not line.lstrip().startswith("#")]
    here = [pin for pin in pins if pin.marker is None or pin.marker.evaluate()]
    return {canonicalize_name(pin.name) for pin in here}


def installed() -> set[str]:
    """The packages that are in the environment by now.

    Folders tell: what is written in them is not there yet while pip unpacks.
    """
    found = Path(sysconfig.get_path("purelib")).glob("*.dist-info")
    return {canonicalize_name(folder.name.partition("-")[0]) for folder in found}


class Progress:
    """What a person is shown meanwhile."""

    def __init__(self, screen: TextIO, purpose: str, total: int) -> None:
        self._screen, self._purpose, self._total = screen, purpose, total
        self._is_terminal = screen.isatty()
        self._next_line = time.monotonic() + LINE_SECONDS

    def show(self, count: int, stage: str) -> None:
        """Show how many packages have come to a stage."""
        text = f"{count} of {self._total} {stage}"
        if self._is_terminal:
            self._write(f"{CLEAR}Installing {self._purpose}: {text}")
        elif time.monotonic() >= self._next_line:
            self._next_line += LINE_SECONDS
            self._write(f"  {text}\n")

    def end(self, text: str) -> None:
        """Write the last line."""
        self._write(f"{CLEAR if self._is_terminal else ''}{text}\n")

    def _write(self, text: str) -> None:
        self._screen.write(text)
        self._screen.flush()


def run_pip(requirements: Path, progress: Progress, wanted: set[str]) -> int:
    """Run pip, show how far it has come, and return its status."""
    command = [sys.executable, *PIP, "-r", str(requirements)]
    if UNFINISHED.exists():
        # A package that was cut off half way looks installed, and has no list of its files by which
        # pip could remove it: everything is laid over what is there.
        command.append("--ignore-installed")
    UNFINISHED.touch()
    LOG.parent.mkdir(exist_ok=True)
    with (
        LOG.open("w", encoding="utf-8") as log,
        subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT) as pip,
    ):
        while pip.poll() is None:
            said = LOG.read_text(encoding="utf-8", errors="replace")
            if UNPACKS in said:
                progress.show(len(wanted & installed()), "packages installed")
            else:
                progress.show(len(set(FETCHED.findall(said))), "packages fetched")
            time.sleep(LOOK_SECONDS)
    if pip.returncode == 0:
        UNFINISHED.unlink()
    return pip.returncode


def cause_of_failure(said: str, **known: str) -> str:
    """Boil down what pip said to a sentence."""
    for sign, sentence in CAUSES:
        if sign in said:
            return sentence.format(**known)
    errors = [line for line in said.splitlines() if line.startswith("ERROR: ")]
    return errors[-1].removeprefix("ERROR: ").rstrip(".") if errors else "pip failed"


def main(purpose: str, megabytes: str, file: str) -> int:
    """Install what a file of requirements pins; return 0, or 1 with a sentence on the screen."""
    requirements = Path(file)
    wanted = pinned_here(requirements)
    if not UNFINISHED.exists():
        wanted -= installed()
    progress = Progress(sys.stdout, purpose, len(wanted))
    sys.stdout.write(f"Installing {purpose}: {len(wanted)} packages, {megabytes} MB on disk\n")
    sys.stdout.flush()
    began = time.monotonic()
    try:
        status = run_pip(requirements, progress, wanted)
        said = LOG.read_text(encoding="utf-8", errors="replace")
    except KeyboardInterrupt:
        progress.end("Interrupted; the next make starts again.")
        return 130
    except OSError as error:
        status, said = 1, "" if error.errno != errno.ENOSPC else CAUSES[0][0]
    if status:
        cause = cause_of_failure(said, purpose=purpose, megabytes=megabytes, file=file)
        progress.end(f"croupier: {cause}. What pip said is in {LOG}.")
        return 1
    progress.end(f"Installed in {time.monotonic() - began:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
