"""What make installs: no more than running needs, and a sentence where it cannot."""

import io
import os
import subprocess
import sys
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.docs.pages import ROOT

REQUIREMENTS = ROOT / "requirements"


def load_script() -> ModuleType:
    """Import the script that installs packages, which is part of no package."""
    spec = spec_from_file_location("install_packages", ROOT / "scripts" / "install_packages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()


def pins(name: str) -> set[str]:
    """Every package that a file pins, with its version, on whatever system."""
    lines = (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line[:1].isalnum()}


def test_what_the_tests_need_contains_what_running_needs() -> None:
    assert pins("runtime") <= pins("dev")


@pytest.mark.parametrize("part", ["build", "cluster", "gym", "pettingzoo", "postgresql"])
def test_one_environment_holds_one_version_of_each_package(part: str) -> None:
    versions = {pin.partition("==")[0]: pin for pin in pins("dev") if not pin.startswith("numpy=")}
    others = [pin for pin in pins(part) if pin != versions.get(pin.partition("==")[0], pin)]
    assert others == []


def test_running_needs_as_much_space_as_make_says() -> None:
    packages = SCRIPT.pinned_here(REQUIREMENTS / "runtime.txt")
    sizes = [
        Path(str(file.locate())).stat().st_size
        for package in packages
        for file in distribution(package).files or ()
        if file.suffix != ".pyc" and Path(str(file.locate())).is_file()
    ]
    said = '"what croupier needs" 400 requirements/runtime.txt'
    assert said in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert 320 < sum(sizes) / 2**20 < 400


def test_a_pin_for_another_system_is_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "few.txt"
    file.write_text(
        "rich==15.0.0 \\\n    --hash=sha256:00\n    # via -r few.in\n"
        "typing_extensions==4.16.0 ; python_version >= '3.11' \\\n    --hash=sha256:00\n"
        "colorama==0.4.6 ; sys_platform == 'nowhere' \\\n    --hash=sha256:00\n",
        encoding="utf-8",
    )
    assert SCRIPT.pinned_here(file) == {"rich", "typing-extensions"}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_one_line_that_changes() -> None:
    screen = Terminal()
    progress = SCRIPT.Progress(screen, "what croupier needs", 44)
    progress.show(1, "packages fetched")
    progress.show(2, "packages fetched")
    progress.end("Installed in 9 seconds")
    assert "\n" not in screen.getvalue()[:-1]
    assert screen.getvalue().split(SCRIPT.CLEAR)[1:] == [
        "Installing what croupier needs: 1 of 44 packages fetched",
        "Installing what croupier needs: 2 of 44 packages fetched",
        "Installed in 9 seconds\n",
    ]


def test_a_file_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(SCRIPT.time, "monotonic", lambda: now)
    screen = io.StringIO()
    progress = SCRIPT.Progress(screen, "what croupier needs", 44)
    for now in range(25):
        progress.show(int(now), "packages fetched")
    progress.end("Installed in 25 seconds")
    assert screen.getvalue().splitlines() == [
        "  10 of 44 packages fetched",
        "  20 of 44 packages fetched",
        "Installed in 25 seconds",
    ]


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for pip, to be written by the test; it is run in an environment of its own."""
    program = tmp_path / "pip.py"
    monkeypatch.setattr(SCRIPT, "PIP", (str(program),))
    monkeypatch.setattr(SCRIPT, "LOG", tmp_path / "build" / "install.log")
    monkeypatch.setattr(SCRIPT, "UNFINISHED", tmp_path / "unfinished")
    monkeypatch.setattr(SCRIPT, "LOOK_SECONDS", 0.01)
    return program


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("ERROR: [Errno 28] No space left on device", "the disk is full: it takes 7 MB"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
            "a package is not the one that is pinned, so it was left out",
        ),
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'\n"
            "ERROR: No matching distribution found for rich==15.0.0",
            "the package index cannot be reached: check the network",
        ),
        (
            "ERROR: No matching distribution found for rich==15.0.0",
            "the package index lacks something of",
        ),
        ("ERROR: Something else.", "Something else"),
        ("", "pip failed"),
    ],
)
def test_a_failure_is_told_in_a_sentence(
    pip: Path, said: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pip.write_text(f"import sys\nprint({said!r})\nsys.exit(1)\n", encoding="utf-8")
    assert SCRIPT.main("it", "7", str(REQUIREMENTS / "build.txt")) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first == "Installing it: 0 packages, 7 MB on disk"
    assert last.startswith(f"croupier: {sentence}")
    assert last.endswith("install.log.")


def test_what_was_cut_off_is_installed_again(pip: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pip.write_text("import sys\nprint(sys.argv)\nsys.exit('--ignore-installed' not in sys.argv)")
    few = str(REQUIREMENTS / "pins.txt")
    assert SCRIPT.main("it", "7", few) == 1
    assert SCRIPT.main("it", "7", few) == 0
    assert SCRIPT.main("it", "7", few) == 1, "it was finished: nothing is laid over it"
    assert capsys.readouterr().out.count("croupier: pip failed") == 2


def make_venv(folder: Path, **environment: str) -> str:
    """What the script that makes an environment says; it must fail."""
    done = subprocess.run(
        [ROOT / "scripts" / "make-venv", folder],
        env={**os.environ, "PYTHON": sys.executable, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert not folder.exists()
    return done.stderr


def test_an_old_python_is_refused_in_a_sentence(tmp_path: Path) -> None:
    old = tmp_path / "python2"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
    old.chmod(0o755)
    said = make_venv(tmp_path / "venv", PYTHON=str(old))
    assert said == f"croupier: PYTHON={old} is not a Python 3.11 or later.\n"


def test_no_network_is_told_in_a_sentence(tmp_path: Path) -> None:
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "PIP_RETRIES": "0"}
    index = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_EXTRA_INDEX_URL": ""}
    said = make_venv(tmp_path / "venv", **nowhere, **index)
    assert said.startswith("croupier: pip could not fetch the build tools; is the network there?")
    assert len(said.splitlines()) == 1
