"""Commands with files and words that they were not made for: one sentence, and nothing written."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.outside.product import ROOT, Floor, Product

WRONG, FAILED, INTERRUPTED = 2, 1, 130
"""The exit codes of wrong usage, of a check that fails, and after Ctrl-C."""
INNER = re.compile(
    r"Traceback|object at 0x|<class |\w(?:Error|Exception)\(|Errno|fault of croupier"
)
"""What only the inside knows, and nobody should read."""
TOURNAMENT = """\
game = "star-blackjack"

[conditions]
sessions = [{ name = "final", tables = 1, rounds = 1, advance = 0 }]
prizes = [60, 40]
"""
SCENARIO = ROOT / "tests" / "scenarios" / "caribbean-stud" / "07-deal"
NAMED = "ace-shown-without-a-king.toml"
SOMEWHERE = "postgresql://127.0.0.1:1/croupier"


@pytest.fixture(scope="module")
def files(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records of each kind, and much that is no record at all."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "spring.toml").write_text(TOURNAMENT, encoding="utf-8")
    product.say("play", "star-blackjack", "--record", "played.db", folder=folder, typed="\n25\ns\n")
    product.say("deal", "star-blackjack", "--record", "dealt.db", folder=folder, typed="shuffle\n")
    dealt = ("deal", "star-blackjack", "--tournament", "spring.toml", "--record", "spring.db")
    product.say(*dealt, folder=folder, typed="enter ann\n")
    (folder / "folder").mkdir()
    (folder / "empty.db").touch()
    (folder / "text.db").write_text("a text and no database\n" * 40, encoding="utf-8")
    (folder / "latin.toml").write_bytes(b'title = "caf\xe9"\n')
    (folder / "open.toml").write_text("steps = [\n", encoding="utf-8")
    whole = (folder / "played.db").read_bytes()
    (folder / "half.db").write_bytes(whole[: len(whole) // 2])
    shutil.copy(folder / "played.db-key", folder / "half.db-key")
    with sqlite3.connect(folder / "other.db") as db:
        db.execute("CREATE TABLE notes (text)")
    db.close()
    return folder


def sizes(folder: Path) -> dict[str, int]:
    """How many events each record in a folder holds."""
    found = {}
    for name in ("played.db", "dealt.db", "spring.db"):
        db = sqlite3.connect(f"{(folder / name).as_uri()}?mode=ro", uri=True)
        found[name] = db.execute("SELECT count(*) FROM events").fetchone()[0]
        db.close()
    return found


def complaint(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the one sentence that a command ends with; it must be one, and about the outside."""
    assert done.returncode == WRONG, done
    assert not INNER.search(done.stdout + done.stderr), done
    (line,) = done.stderr.splitlines()
    assert line.startswith("croupier: "), line
    return line.removeprefix("croupier: ")


RESUMED = [
    ("play star-blackjack --record dealt.db", "croupier deal star-blackjack --record dealt.db"),
    ("deal star-blackjack --record played.db", "croupier play star-blackjack --record played.db"),
    ("play star-blackjack --record spring.db", "croupier deal star-blackjack --tournament FILE"),
    ("play perth-blackjack --record played.db", "the record is of star-blackjack, not of perth"),
    ("play star-blackjack --record empty.db", "empty.db holds no evening to go on with"),
]
"""Records that cannot be gone on with by a command, and what it says."""
WORDS = [
    ("audit verify text.db", "text.db cannot be used as a record"),
    ("check missing", "no such file or folder: missing"),
    ("play star-blackjack --bankroll 1" + "0" * 400, "--bankroll"),
    ("--law missing.py rules", "missing.py"),
]
"""Other words and files that commands cannot do anything with."""
LONG = [
    ("tournament play spring.toml --record dealt.db --resume", "croupier deal star-blackjack"),
    ("play star-blackjack --record folder --resume", "folder is a folder; a record is a file"),
    ("deal star-blackjack --record text.db --resume", "text.db cannot be used as a record"),
    ("play star-blackjack --record other.db --resume", "other.db is a database, but not a record"),
    ("deal star-blackjack --record missing.db --resume", "no record at missing.db"),
    ("audit verify missing.db", "no record at missing.db"),
    ("audit replay played.db 9", "9"),
    ("promotion check folder", "folder: this is a folder"),
    ("rules no-such-book", "no-such-book"),
    ("backup missing.db copy.db", "missing.db"),
    ("restore text.db new.db", "text.db"),
    ("simulate star-blackjack --rounds " + "9" * 400, "--rounds"),
    ("tournament check latin.toml", "this is not text in UTF-8"),
    ("tournament run spring.toml --save no/such/folder", "No such file or directory"),
    ("tournament standings played.db", "there is no tournament in this log"),
    ("tournament play spring.toml --record played.db --resume", "croupier play star-blackjack"),
    ("deal star-blackjack --record spring.db --resume", "--tournament FILE"),
    ("deal star-blackjack --record empty.db --resume", "empty.db holds no evening"),
    ("play star-blackjack --record missing.db --resume", "no record at missing.db"),
    ("play star-blackjack --record half.db --resume", "half.db"),
    ("deal star-blackjack --tournament open.toml", "open.toml"),
    ("deal star-blackjack --tournament spring.toml --record half.db --resume", "half.db"),
    ("tournament standings half.db", "half.db"),
    ("tournament display text.db", "text.db"),
    ("audit verify half.db", "half.db"),
    ("audit shoe played.db --key text.db", "text.db"),
    ("audit export played.db --output folder", "folder"),
    ("promotion check open.toml", "open.toml"),
    ("edge no-such-game", "no-such-game"),
    ("strategy star-blackjack --decks 999999999999999999999", "with 6 or 8 decks"),
    ("play star-blackjack --seed 1.5", "'1.5' is not a whole number"),
    ("rules star-blackjack 99.99", "99.99"),
    ("serve --config missing.toml", "missing.toml"),
    ("serve --port 99999999", "99999999"),
    ("stats folder", "folder"),
]
"""The same, of the rarer kind: each start of a process takes its time."""


def met(product: Product, files: Path, line: str, why: str, *more: str) -> None:
    before = sizes(files)
    done = product.run(*line.split(), *more, folder=files, typed="25\ns\nq\n")
    assert why in complaint(done)
    assert sizes(files) == before
    assert (files / "empty.db").stat().st_size == 0


@pytest.mark.parametrize(("line", "why"), RESUMED)
def test_a_record_that_does_not_fit_is_refused_before_anything_is_written(
    product: Product, files: Path, line: str, why: str
) -> None:
    met(product, files, line, why, "--resume")


@pytest.mark.parametrize(("line", "why"), WORDS)
def test_what_cannot_be_meant_is_one_sentence(
    product: Product, files: Path, line: str, why: str
) -> None:
    met(product, files, line, why)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "why"), LONG)
def test_what_else_cannot_be_meant_is_one_sentence(
    product: Product, files: Path, line: str, why: str
) -> None:
    met(product, files, line, why)


def test_a_record_that_a_server_writes_is_its_own(
    product: Product, floor: Callable[..., Floor]
) -> None:
    house = floor().start()
    for command in ("play", "deal"):
        words = (command, "star-blackjack", "--record", house.database, "--resume")
        said = complaint(product.run(*words, folder=house.folder, typed="25\n"))
        assert said.endswith(f"croupier serve --database {house.database} goes on with it")
    house.stop()


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--database", SOMEWHERE),
        ("audit", "verify", SOMEWHERE),
        ("audit", "prepare", SOMEWHERE),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_database_server_without_its_driver_names_the_extra_to_install(
    product: Product, tmp_path: Path, words: tuple[str, ...]
) -> None:
    driver = tmp_path / "missing" / "psycopg"
    driver.mkdir(parents=True)
    (driver / "__init__.py").write_text("raise ModuleNotFoundError('psycopg')\n")
    path = f"{driver.parent}{os.pathsep}{product.site}"
    folder = tmp_path / "floor"
    folder.mkdir()
    done = product.run(*words, folder=folder, environment={"PYTHONPATH": path}, seconds=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "croupier: a PostgreSQL server needs an extra: pip install 'croupier[postgresql]'\n"
    )
    assert list(folder.iterdir()) == [], "no key is left behind"


def test_one_broken_file_does_not_end_a_check(product: Product, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_bytes((SCENARIO / NAMED).read_bytes())
    (tmp_path / "latin.toml").write_bytes(b'title = "caf\xe9"\n')
    (tmp_path / "open.toml").write_text("steps = [\n", encoding="utf-8")
    (tmp_path / "deep.toml").write_text(f"a = {'[' * 5000}{']' * 5000}\n", encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "gone.toml").symlink_to("nowhere")
    (tmp_path / "self.toml").symlink_to("self.toml")
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "again").symlink_to("..")
    (tmp_path / "folder.toml").symlink_to("loop")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/n\xffme.toml")).write_text("a = 1\n")
    done = product.run("check", tmp_path, folder=tmp_path)
    assert done.returncode == FAILED, done
    assert not INNER.search(done.stdout + done.stderr), done
    assert done.stdout.endswith("1 passed, 8 failed\n")
    told = product.run("check", "--json", tmp_path, folder=tmp_path)
    assert told.returncode == FAILED
    assert [Path(one["file"]).name for one in json.loads(told.stdout) if one["ok"]] == ["good.toml"]


def test_a_tournament_may_end_with_nobody_placed(product: Product, tmp_path: Path) -> None:
    (tmp_path / "spring.toml").write_text(TOURNAMENT, encoding="utf-8")
    lines = (
        "enter ann",
        "enter bob",
        "draw-seats ann:1/1 bob:1/2",
        "take-seat ann",
        "take-seat bob",
        "start-session at=2026-06-01T18:00:00Z",
        "disqualify ann hid-chips",
        "disqualify bob hid-chips",
    )
    words = ("deal", "star-blackjack", "--tournament", "spring.toml", "--record", "spring.db")
    said = product.say(*words, folder=tmp_path, typed="\n".join(lines))
    assert "Table 1 is over: nobody is placed" in said
    assert "disqualified" in product.say("tournament", "export", "spring.db", folder=tmp_path)


@pytest.mark.parametrize("command", ["play", "deal"])
def test_typed_bytes_that_are_no_text_are_not_understood(
    product: Product, tmp_path: Path, command: str
) -> None:
    done = subprocess.run(
        [*product.command, command, "star-blackjack"],
        cwd=tmp_path,
        env=product.environment,
        input=b"\xff\xfe\n\x00\n" + b"9" * 5000 + b"\nq\n",
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done
    assert not INNER.search((done.stdout + done.stderr).decode(errors="replace")), done


def test_ctrl_c_ends_a_table_quietly(product: Product, tmp_path: Path) -> None:
    with subprocess.Popen(
        [*product.command, "deal", "star-blackjack"],
        cwd=tmp_path,
        env=product.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as table:
        assert table.stdout is not None
        table.stdout.readline()  # it is waiting for a line now, or about to
        time.sleep(0.5)
        table.send_signal(signal.SIGINT)
        out, err = table.communicate(timeout=300)
    assert table.returncode in (0, INTERRUPTED), err
    assert not INNER.search((out + err).decode())
