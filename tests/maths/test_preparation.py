"""Kernels are compiled part by part before they are needed, and loaded ever after."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.maths import preparation
from croupier.maths.kernels import code_cache
from croupier.maths.preparation import CHARTS, PARTS, PRODUCTS, SHOES, STUD, VALUES

ANSWER = """
from croupier.maths.kernels.compilation import watch_compilation
from croupier.maths.kernels.random_streams import seed_stream

compiled = []
with watch_compilation(lambda: compiled.append(1)):
    words = seed_stream(8, 9).tolist()
print(bool(compiled), words)
"""
ANALYSIS = """
import sys
from croupier.cli.main import run
from croupier.maths.preparation import CHARTS, PRODUCTS, VALUES, prepare

prepare((VALUES, PRODUCTS, CHARTS), cores=2, progress=lambda left: print(*left, sep=", "))
run(["edge", "canberra-blackjack", "--csv"])
print("numba" in sys.modules)
"""


def fresh(code: str, folder: Path) -> str:
    """What a process of its own prints that keeps its kernels in a folder."""
    path = os.pathsep.join(folder for folder in sys.path if folder)
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_what_was_compiled_is_loaded_by_the_next_process(tmp_path: Path) -> None:
    first, words = fresh(ANSWER, tmp_path).split(maxsplit=1)
    second, again = fresh(ANSWER, tmp_path).split(maxsplit=1)
    assert (first, second) == ("True", "False")
    assert again == words


def test_a_part_is_missing_until_there_is_word_that_it_was_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_cache.kernel_folder, "path", tmp_path)
    monkeypatch.setitem(PARTS, SHOES, lambda: None)
    assert preparation.missing_parts((SHOES, STUD)) == [SHOES, STUD]
    told: list[list[str]] = []
    preparation.prepare((SHOES,), cores=2, progress=lambda left: told.append(list(left)))
    assert told == [[SHOES]]
    assert preparation.missing_parts((SHOES, STUD)) == [STUD]


def test_nothing_is_prepared_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache.kernel_folder, "path", None)
    assert preparation.missing_parts(tuple(PARTS)) == []


def test_parts_that_fail_elsewhere_are_left_to_where_they_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_cache.kernel_folder, "path", tmp_path)
    monkeypatch.setattr(preparation, "CODE", "raise SystemExit(1)")
    told: list[int] = []
    parts = (VALUES, PRODUCTS, CHARTS)
    preparation.prepare(parts, cores=2, progress=lambda left: told.append(len(left)))
    assert told == [3, 2, 1, 0]
    assert preparation.missing_parts(parts) == list(parts)


@pytest.mark.slow
def test_a_command_needs_no_numba_once_its_parts_are_prepared(tmp_path: Path) -> None:
    *told, imported = fresh(ANALYSIS, tmp_path).splitlines()
    assert told[0] == f"{VALUES}, {PRODUCTS}, {CHARTS}"
    heading = next(n for n, line in enumerate(told) if line.startswith("game,"))
    rows = csv.DictReader(told[heading:])
    assert ("canberra-blackjack", "best-play") in {(row["game"], row["wager"]) for row in rows}
    assert imported == "False"
