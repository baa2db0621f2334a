"""Scripts that let a shell complete commands and options."""

import shutil
import subprocess

import pytest

from croupier.cli.main import run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_knows_commands_and_options(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "simulate" in script
    assert "decks" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_reads_its_script(capsys: pytest.CaptureFixture[str]) -> None:
    run(["completion", "bash"])
    script = capsys.readouterr().out
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "csh"]) == 2
    assert '"bash", "zsh", "fish"' in capsys.readouterr().err
