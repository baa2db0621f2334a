"""Several tables of one house in the terminal."""

import pytest

from croupier.cli.main import run

JACKPOT = ("--jackpot", "5", "--pool", "30000", "--increment", "0.7")


def evening(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *options: str
) -> str:
    from io import StringIO

    monkeypatch.setattr("sys.stdin", StringIO(lines))
    code = run(["play", "caribbean-stud", "--seed", "3", *options])
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err


def test_two_tables_feed_one_jackpot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "\n10 j\nf\ntable 2\n\n10 j\nf\ntable 1\nq\n"
    told = evening(monkeypatch, capsys, lines, *JACKPOT, "--tables", "2")
    assert "There are 2 tables" in told
    assert "the meter stands at $30,003.50" in told.partition("Table 2.")[0]
    second = told.partition("Table 2.")[2]
    assert "Jackpot: $5 takes part, and the meter stands at $30,003.50." in second
    assert "the meter stands at $30,007" in second
    assert "jackpot $30,007" in second.partition("Table 1.")[2]
    assert told.count("Summary") == 2


def test_a_table_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = evening(monkeypatch, capsys, "\ntable 3\ntable 1\nq\n", "--tables", "2")
    assert 'There is no table "3" here: type 1 to 2.' in told
    assert "This is table 1." in told
    alone = evening(monkeypatch, capsys, "\ntable 2\nq\n")
    assert 'There is no table "2" here: type 1 only.' in alone


def test_a_round_left_for_another_table_waits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = evening(monkeypatch, capsys, "\n10\ntable 2\ntable 1\nf\nq\n", "--tables", "2")
    assert told.count("f fold") == 2
    assert "Your hand on box 1 is folded." in told


@pytest.mark.parametrize("number", ["0", "10", "-1"])
def test_so_many_tables_are_refused(
    number: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = evening(monkeypatch, capsys, "q\n", "--tables", number)
    assert f"--tables: a house has 1 to 9 tables, not {number}" in told
