"""``croupier deal --tournament``: a live tournament, run and dealt line by line."""

import io
import json
from pathlib import Path

import pytest

from croupier.cli.main import run

CAPTURE = pytest.CaptureFixture[str]
FILE = """\
game = "star-blackjack"

[conditions]
pass-cards = 1
undisclosed-wagers = 1
wager-seconds = 30
sessions = [{ name = "final", tables = 1, rounds = 1, advance = 0 }]
prizes = [60, 40]
"""
SEATED = (
    "enter ann",
    "enter bob",
    "draw-seats ann:1/1 bob:1/2",
    "take-seat ann",
    "take-seat bob",
    "start-session at=2026-06-01T18:00:00Z",
    "shuffle",
    "cut ann 100",
    "load 60",
    "burn",
)
ROUND = ("deal", "TH 9C TD", "KS 9D", "stand ann", "stand", "9S")


class Pit:
    """A tournament at a terminal, typed into again and again."""

    def __init__(
        self, folder: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch, text: str = FILE
    ) -> None:
        self.file = folder / "spring.toml"
        self.file.write_text(text, encoding="utf-8")
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def typed(self, *lines: str, options: tuple[str, ...] = ()) -> str:
        """What is printed while these lines are typed."""
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{x}\n" for x in lines)))
        asked = ["deal", "star-blackjack", "--tournament", str(self.file), *options]
        assert run(asked) == 0
        return self._capsys.readouterr().out


@pytest.fixture
def pit(tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch) -> Pit:
    return Pit(tmp_path, capsys, monkeypatch)


def test_a_tournament_is_run_from_the_entries_to_the_prizes(pit: Pit) -> None:
    """19.9.4, 19.6.12, 19.5.8, 19.5.9: turns, a time-out, the count, the prizes."""
    told = pit.typed(
        *SEATED,
        "wager bob 20",
        "wager ann 20 at=2026-06-01T18:00:10Z",
        "notify surveillance about=time at=2026-06-01T18:00:41Z",
        "time-out bob",
        *ROUND,
        "return-chips 1",
        "award-prizes",
    )
    assert "Due: ann wagers on box 1 within 30 seconds, until 18:00:30; round 1" in told
    assert "the marker on box 1" in told
    assert "Refused: Bob waits: it is ann's turn (19.9.5)." in told
    assert "until 18:00:40, overdue" in told
    assert "bob's time is over: the minimum is wagered (19.6.12)." in told
    assert "The session is over: ann $1,020 and bob $990" in told
    assert "Due: Check the chips of table 1 and take them back: return-chips 1 (19.5.9)" in told
    assert "Prizes: ann $120 and bob $80 (19.3.2)." in told
    assert "Due: Nothing: the tournament is over\n\nplace 1  box 1 ann $1,020\n" in told


def test_forms_and_pass_cards_are_typed_and_a_form_stays_hidden(pit: Pit) -> None:
    """19.7.1, 19.8.2.5: the dealer sees the indicator, and not what is written."""
    told = pit.typed(*SEATED, "undisclosed-wager ann main 70", "pass bob", "table", "standings")
    assert "ann hands in a form (" in told
    assert "70" not in told.partition("ann hands in a form")[2]
    assert "bob plays a pass card" in told
    assert "place 1  box 1 ann $1,000" in told


def test_players_on_the_command_line_are_seated_at_once(pit: Pit) -> None:
    told = pit.typed("due", options=("--players", "ann,bob,cat"))
    assert "wagers on box 1 within 30 seconds" in told


def test_a_record_is_gone_on_with(pit: Pit, tmp_path: Path) -> None:
    record = str(tmp_path / "spring.db")
    pit.typed(*SEATED, "wager ann 20", options=("--record", record))
    told = pit.typed("wager bob 20", *ROUND, options=("--record", record, "--resume"))
    assert "Due: bob wagers on box 2 within 30 seconds" in told.partition("bob's wager")[0]
    assert "Table 1 is over: 1 ann $1,020 and 2 bob $980 (19.5.8)." in told


def test_programs_run_one_in_json(pit: Pit) -> None:
    steps = (
        {"do": "enter", "player": "ann"},
        {"do": "enter", "player": "bob"},
        {"do": "draw-seats", "seats": {"ann": "1/1", "bob": "1/2"}, "seated": True},
        {"do": "start-session"},
        {"do": "wager", "player": "bob", "amount": 20},
        {"do": "due"},
    )
    told = pit.typed(*map(json.dumps, steps), options=("--json",)).splitlines()
    answers = [json.loads(line) for line in told]
    assert answers[4]["refused"]["clause"] == "19.9.5"
    assert {"turn", "tournament"} <= {one["due"] for one in answers[5]["due"]}


def test_two_tables_take_turns_in_front(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = FILE.replace(
        'sessions = [{ name = "final", tables = 1, rounds = 1, advance = 0 }]',
        'sessions = [{ name = "heats", tables = 2, rounds = 1, advance = 1 }, { name = "final" }]',
    )
    pit = Pit(tmp_path, capsys, monkeypatch, text)
    told = pit.typed("at 2", "at 3", options=("--players", "ann,bob,cat,dan"))
    assert "wagers at table 2" in told
    assert 'No session is on at table "3".' in told
    assert "wagers at table 1" in told.partition('"3"')[0]


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        (["blackjack-challenge"], "is a tournament of star-blackjack, not of blackjack-challenge"),
        (["star-blackjack", "--decks", "4"], "--decks: not with --tournament: the file's [tables]"),
        (["star-blackjack", "--resume"], "--resume: name the tournament's file"),
    ],
)
def test_what_does_not_fit_is_one_sentence(
    asked: list[str], wrong: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    file = tmp_path / "spring.toml"
    file.write_text(FILE, encoding="utf-8")
    assert run(["deal", *asked, "--tournament", str(file)]) == 2
    assert wrong in capsys.readouterr().err


def test_what_cannot_be_read_changes_nothing(pit: Pit) -> None:
    told = pit.typed("wagr ann 20", "draw-seats ann:1/1 bob", "enter", "help reinstate", "help x")
    assert 'Not understood: "wagr" is neither a card nor a command; did you mean wager?' in told
    assert "bob is not a seat: write NAME:TABLE/BOX, such as ann:1/3" in told
    assert "enter: say player too" in told
    assert "Brings back a player who was eliminated by mistake." in told
    assert 'There is no command or subject "x": help wagers' in told


def test_players_need_a_tournament(capsys: CAPTURE) -> None:
    assert run(["deal", "star-blackjack", "--players", "ann"]) == 2
    assert "--players: only with --tournament" in capsys.readouterr().err


def test_a_table_may_end_with_nobody_placed(pit: Pit) -> None:
    """19.6.7, 19.5.8: whoever hid chips is out; where all did, no place is given and none paid."""
    told = pit.typed(
        *SEATED[:6],
        "disqualify ann hid-chips",
        "disqualify bob hid-chips",
        "standings",
        "return-chips 1",
        "award-prizes",
        "cancel reason=disqualified",
    )
    assert "Table 1 is over: nobody is placed (19.5.8)." in told
    assert "Refused: Nobody is left to pay (19.3.2)." in told
    assert "Due: Nothing: the tournament is over" in told
