"""A record goes on with the command that made it; any other refuses it and writes nothing."""

import io
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.house.gaming_days import FloorStarted
from croupier.record.envelopes import Cause
from croupier.record.journal import StreamWrite
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from croupier.streams import STARTS

TOURNAMENT = """\
game = "star-blackjack"

[conditions]
sessions = [{ name = "final", tables = 1, rounds = 1, advance = 0 }]
prizes = [60, 40]
"""
PLAY = ("play", "star-blackjack")
DEAL = ("deal", "star-blackjack")
DEAL_TOURNAMENT = (*DEAL, "--tournament", "spring.toml")
PLAY_TOURNAMENT = ("tournament", "play", "spring.toml")
ALL = (PLAY, DEAL, DEAL_TOURNAMENT, PLAY_TOURNAMENT)
Typed = Callable[..., int]


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Runs a command in a folder of its own with some lines typed."""
    monkeypatch.chdir(tmp_path)
    Path("spring.toml").write_text(TOURNAMENT, encoding="utf-8")

    def type_in(*words: str, lines: str = "") -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return run(list(words))

    return type_in


def events_in(record: str) -> int:
    with sqlite3.connect(f"file:{record}?mode=ro", uri=True) as db:
        return int(db.execute("SELECT count(*) FROM events").fetchone()[0])


def refuse_all_but(
    own: tuple[str, ...], record: str, typed: Typed, capsys: pytest.CaptureFixture[str], meant: str
) -> None:
    """Each other command names the one that fits, and the log is as long as it was."""
    size, key = events_in(record), Path(f"{record}-key").exists()
    capsys.readouterr()
    for words in ALL:
        if words != own:
            for resume in ([], ["--resume"]):
                assert typed(*words, "--record", record, *resume, lines="25\n") == 2
                printed = capsys.readouterr()
                assert printed.out == ""
                assert printed.err.endswith(f"{meant} goes on with it\n")
                assert printed.err.count("\n") == 1
    assert (events_in(record), Path(f"{record}-key").exists()) == (size, key)


def test_an_evening_that_software_deals_is_played(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(*PLAY, "--record", "evening.db", lines="\n25\n") == 0
    meant = "croupier play star-blackjack --record evening.db --resume"
    refuse_all_but(PLAY, "evening.db", typed, capsys, meant)
    assert typed(*PLAY, "--record", "evening.db", "--resume") == 0


def test_an_evening_at_a_live_table_is_dealt(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(*DEAL, "--record", "evening.db", lines="sit ann 1\nshuffle\n") == 0
    meant = "croupier deal star-blackjack --record evening.db --resume"
    refuse_all_but(DEAL, "evening.db", typed, capsys, meant)
    assert typed(*DEAL, "--record", "evening.db", "--resume") == 0


def test_a_tournament_at_live_tables_is_dealt(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(*DEAL_TOURNAMENT, "--record", "spring.db", lines="enter ann\n") == 0
    meant = "croupier deal star-blackjack --tournament FILE --record spring.db --resume"
    refuse_all_but(DEAL_TOURNAMENT, "spring.db", typed, capsys, meant)
    assert typed(*DEAL_TOURNAMENT, "--record", "spring.db", "--resume") == 0


def test_a_tournament_that_software_deals_is_played(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("tournament", "run", "spring.toml", "--record", "spring.db") == 0
    meant = "croupier tournament play FILE --record spring.db --resume"
    refuse_all_but(PLAY_TOURNAMENT, "spring.db", typed, capsys, meant)


def test_a_floor_is_served(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    store = SqliteJournal("floor.db")
    store.append(
        [StreamWrite(STARTS, 0, (FloorStarted("1", "one"),))],
        Cause("start", "house", Role.GAMING_MANAGER),
    )
    store.close()
    refuse_all_but((), "floor.db", typed, capsys, "croupier serve --database floor.db")


@pytest.mark.parametrize("words", ALL)
def test_an_empty_file_stays_empty(
    typed: Typed, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    Path("empty.db").touch()
    assert typed(*words, "--record", "empty.db", "--resume", lines="25\n") == 2
    assert capsys.readouterr().err == (
        "croupier: --resume: empty.db holds no evening to go on with\n"
    )
    assert Path("empty.db").stat().st_size == 0
    assert not Path("empty.db-key").exists()


def test_a_record_of_another_game_names_its_own(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(*PLAY, "--record", "evening.db", lines="\n25\n") == 0
    size = events_in("evening.db")
    capsys.readouterr()
    assert typed("play", "perth-blackjack", "--record", "evening.db", "--resume") == 2
    assert capsys.readouterr().err == (
        "croupier: the record is of star-blackjack, not of perth-blackjack: "
        "croupier play star-blackjack --record evening.db --resume goes on with it\n"
    )
    assert events_in("evening.db") == size
