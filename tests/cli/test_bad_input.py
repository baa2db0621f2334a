"""Input that cannot be meant: one sentence, an exit code, no trace, and nothing has changed."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.backup import passphrase
from croupier.cli.main import run
from croupier.errors import CroupierError
from croupier.kit.toml_files import UnreadableFileError, parse_toml, read_text
from croupier.scenarios.files import find_files
from croupier.terminal.output import replace_unencodable
from croupier.terminal.remote import read_password
from tests.cli.test_deal import answers, live, sent

START = "from croupier.cli.main import main; main()"
SCENARIO = Path(__file__).parents[1] / "scenarios" / "caribbean-stud" / "07-deal"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("play star-blackjack --bankroll 1e3", "--bankroll: '1e3' is not an amount in dollars"),
        ("play star-blackjack --bankroll 1_000", "--bankroll: '1_000' is not an amount"),
        ("play star-blackjack --bankroll \u0665\u0660", "is not an amount in dollars, such as 25"),
        ("play star-blackjack --pause 1_0", "'1_0' is not a number, such as 0.5"),
        ("play star-blackjack --pause nan", "'nan' is not a number, such as 0.5"),
        ("play star-blackjack --pause -1", "--pause: say 0 to 5 seconds, not -1"),
        ("play x --server http://127.0.0.1:9 --pause 1", "not with --server, which sets the pace"),
        ("play star-blackjack --decks 5.9", "'5.9' is not a whole number, such as 6"),
        ("play star-blackjack --sign-up", "--sign-up: only with --server"),
        ("play star-blackjack --checkpoints .", "--checkpoints: only with --record"),
        ("play star-blackjack --sign key", "--sign: only with --record"),
        ("play star-blackjack --server http://h --seed 1", "--seed: not with --server"),
        ("play star-blackjack --server http://h --tutorial", "--tutorial: not with --server"),
        ("play star-blackjack --server http://[::1", "is not an address such as http://127.0.0.1"),
        ("play star-blackjack --server http://", "is not an address such as http://127.0.0.1:8000"),
        ("play star-blackjack --server http://\udcff", "is not an address such as http://127.0.0"),
        ("promotion check .", ".: this is a folder"),
        ("play star-blackjack --min 5", "no option --min here; did you mean --minimum?"),
        ("play star-blackjack --nonsense", "there is no option --nonsense here; --help lists"),
        ("play star-blackjack --decks", "--decks needs a value; --help shows what it is"),
        ("play star-blackjack --decks 6 --decks 8", "--decks: say it once"),
        ("play star-blackjack --resplit=3", "--resplit: this takes no value"),
        ("play star-blackjack --side-bets ,", "--side-bets: name at least one, such as perfect"),
        ("simulate", "GAME is missing; --help shows what it is"),
        ("nonsense", "there is no command 'nonsense'; --help lists what there is"),
        ("audit verfy x", "there is no command 'audit verfy'; did you mean verify?"),
        ("completion tcsh", "SHELL: 'tcsh' is not one of bash, zsh, fish"),
        ("edge star-blackjack --set double.totals=99", "'99' is not a value of double.totals"),
        ("edge caribbean-stud --max-payout -1", "a maximum payout must be above $0 (10.2)"),
        ("simulate star-blackjack --boxes-played 0", "is played on 1 to 9 boxes, not 0"),
        ("simulate caribbean-stud --strategy x", "--strategy: 'x' is not a strategy; choose from"),
        ("play star-blackjack --server http://h --decks 6", "--decks: not with --server"),
        ("play --decks 6", "--decks: only with a game, such as star-blackjack"),
        ("play --practice", "--practice: only with a game, such as star-blackjack"),
        ("check --schema --strict", "--strict: --schema takes no other option"),
        ("rules coverage star-blackjack 11.1", "'11.1': the command takes no such argument"),
        ("deal star-blackjack --dealer dan", "--dealer: only with --server"),
        ("deal star-blackjack --players ann", "--players: only with --tournament"),
        ("deal star-blackjack --checkpoints .", "--checkpoints: only with --record"),
        ("deal star-blackjack --server http://h --json", "--json: not with --server"),
        (
            "deal star-blackjack --tournament x --decks 6",
            "--decks: not with --tournament: the file's",
        ),
        ("deal star-blackjack --tournament x --sign k", "--sign: not for a"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    arguments: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == 2
    printed = capsys.readouterr()
    assert why in printed.err
    assert printed.err.count("\n") == 1


def test_a_complaint_is_one_line_whatever_a_name_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "no\nwhere"]) == 2
    assert capsys.readouterr().err == "croupier: no such file or folder: no where\n"


def test_names_have_no_control_characters() -> None:
    table = live("star-blackjack")
    assert answers(table, "w a\x1b[31mnn 1 25")[0].startswith(
        "Not understood: the line has control characters"
    )
    wager = {"do": "wager", "player": "a\x07nn", "box": 1, "amount": 25}
    (answer,) = sent(table, wager)
    assert answer["refused"]["why"] == "player has control characters; write plain text"
    assert [one["due"] for one in answer["due"]] == ["shuffle", "wagers"]
    assert table.table.wagers == ()


@pytest.mark.parametrize("typed", ["\u0662\u0665", "1:\u0662\u0665", "\u0661:25"])
def test_digits_of_other_scripts_are_no_amount_at_the_table(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"\n{typed}\nq\n"))
    assert run(["play", "star-blackjack", "--seed", "7"]) == 0
    assert "is not a wager: type 25, 1:25 3:50" in capsys.readouterr().out
    table = live("star-blackjack")
    assert answers(table, f"w ann {typed.replace(':', ' ')}")[0].startswith("Not understood: ")
    assert table.table.wagers == ()


def test_a_secret_that_nobody_can_type_is_asked_for_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(prompt: str) -> str:
        raise EOFError(prompt)

    monkeypatch.setattr("getpass.getpass", ended)
    with pytest.raises(CroupierError, match="set CROUPIER_PASSWORD or CROUPIER_TOKEN"):
        read_password("ann")
    monkeypatch.delenv("CROUPIER_PASSPHRASE", raising=False)
    with pytest.raises(CroupierError, match="set CROUPIER_PASSPHRASE"):
        passphrase()


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        ("deal star-blackjack", "<&-"),
        ("play star-blackjack", "<&- >&- 2>&-"),
        ("deal star-blackjack", "> /dev/full"),
    ],
)
def test_closed_streams_and_a_full_disk_end_without_a_trace(command: str, closed: str) -> None:
    line = f'"{sys.executable}" -c "{START}" {command} {closed}'
    done = subprocess.run(
        line, shell=True, input="quit\n", capture_output=True, text=True, timeout=120, check=False
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode in (0, 2)
    assert (done.returncode == 2) == ("/dev/full" in closed)


def test_a_name_of_endless_parts_is_not_read() -> None:
    with pytest.raises(UnreadableFileError, match="too deep"):
        parse_toml(f"{'a.' * 5000}b = 1")
    with pytest.raises(UnreadableFileError, match="a number has too many digits"):
        parse_toml(f"a = {'9' * 5000}")
    assert parse_toml('a.b = "one. two. three."') == {"a": {"b": "one. two. three."}}


def test_one_folder_that_cannot_be_read_does_not_hide_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    name = "ace-shown-without-a-king.toml"
    (tmp_path / name).write_text((SCENARIO / name).read_text(encoding="utf-8"), encoding="utf-8")
    listed = Path.iterdir

    def iterdir(folder: Path) -> object:
        if folder == locked:
            raise PermissionError(13, "Permission denied")
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    monkeypatch.setattr(os, "access", lambda path, _: path != locked)
    assert find_files([tmp_path]) == [tmp_path / name, locked]
    with pytest.raises(UnreadableFileError, match="this folder cannot be read"):
        read_text(locked)
    assert run(["check", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert f"FAILED {locked}\n    not a scenario: this folder cannot be read" in printed
    assert "1 passed, 1 failed" in printed


def test_a_terminal_without_symbols_gets_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    target = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdin", io.StringIO("25\nn\n"))
    monkeypatch.setattr("sys.stdout", target)
    assert run(["play", "star-blackjack", "--seed", "7", "--player", "jörg"]) == 0
    target.flush()
    assert isinstance(target.buffer, io.BytesIO)
    assert "Summary" in target.buffer.getvalue().decode("ascii")


@pytest.mark.parametrize("held", [b"", b"x", b"hello, this is a text and no database at all"])
def test_what_is_no_database_is_not_copied_and_nothing_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], held: bytes
) -> None:
    given, target = tmp_path / "given", tmp_path / "target"
    given.write_bytes(held)
    for command in ("backup", "restore"):
        assert run([command, str(given), str(target)]) == 2
        assert "given cannot be copied: it is not a database\n" in capsys.readouterr().err
        assert not target.exists()


def test_an_empty_file_is_no_evening_to_go_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.db").touch()
    assert run(["play", "star-blackjack", "--record", str(tmp_path / "empty.db"), "--resume"]) == 2
    assert "empty.db holds no evening to go on with\n" in capsys.readouterr().err


def test_an_empty_file_is_no_promotion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.toml").touch()
    assert run(["promotion", "check", str(tmp_path / "empty.toml")]) == 2
    assert "the file is empty; promotion template writes one" in capsys.readouterr().err


def test_a_terminal_without_some_letters_shows_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.BytesIO()
    output = io.TextIOWrapper(written, encoding="ascii")
    monkeypatch.setattr("sys.stdout", output)
    replace_unencodable()
    assert run(["rules", "compare", "star-blackjack", "perth-blackjack"]) == 0
    output.write("K♠ 9♥ “two to one” \u4e2d\n")
    output.flush()
    assert written.getvalue().decode("ascii").endswith('KS 9H "two to one" ?\n')
