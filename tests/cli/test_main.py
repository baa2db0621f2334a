"""The command line's entry: the list of commands."""

from collections.abc import Iterator
from importlib import import_module
from inspect import getdoc
from subprocess import run as run_process
from sys import executable

import pytest
from cyclopts import App

from croupier.cli.main import SUMMARIES, command_line, command_path, run


@pytest.mark.parametrize("name", SUMMARIES)
def test_a_command_is_listed_with_the_first_sentence_of_its_help(name: str) -> None:
    module, _, attribute = command_path(name).partition(":")
    command = getattr(import_module(module), attribute)
    told = command.help if isinstance(command, App) else getdoc(command)
    first = (told or "").partition("\n\n")[0]
    assert " ".join(first.split()) == SUMMARIES[name]


def test_the_list_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert all(f" {name} {summary}" in shown for name, summary in SUMMARIES.items())


def test_a_command_has_all_of_its_own_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edge", "--help"]) == 0
    assert "croupier edge star-blackjack" in capsys.readouterr().out


def paths(app: App, *above: str) -> Iterator[tuple[str, ...]]:
    """All commands by their words, those of groups too."""
    for name in app:
        if not name.startswith("-"):
            words = (*above, name)
            if app[name].default_command is not None:
                yield words
            yield from paths(app[name], *words)


def test_every_command_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    found = list(paths(command_line(overview=False)))
    assert {("edge",), ("completion",), ("audit", "schema"), ("rules", "compare")} <= {*found}
    for words in found:
        assert run([*words, "--help"]) == 0
        shown = capsys.readouterr().out
        assert "Examples" in shown
        assert f" croupier {' '.join(words)}" in shown.partition("Examples")[2]


def test_the_list_imports_neither_the_engine_nor_the_mathematics() -> None:
    code = "import sys; from croupier.cli.main import run; run(['--help']); print(*sys.modules)"
    done = run_process([executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "croupier.floor", "croupier.games.blackjack"} & set(
        done.stdout.split()
    )


def test_exact_figures_import_neither_a_round_nor_other_games_nor_the_simulation() -> None:
    code = (
        "import sys; from croupier.cli.main import run; "
        "run(['edge', 'canberra-blackjack', '--json']); print(); print(*sys.modules)"
    )
    done = run_process([executable, "-c", code], capture_output=True, text=True, check=True)
    imported = set(done.stdout.splitlines()[-1].split())
    assert {"croupier.games.blackjack.opening", "croupier.maths.blackjack.analysis"} <= imported
    needless = {"croupier.floor", "croupier.games.stud", "croupier.maths.simulation.runs"}
    assert (
        not (needless | {"croupier.games.blackjack.game", "croupier.games.table.dispatch"})
        & imported
    )
