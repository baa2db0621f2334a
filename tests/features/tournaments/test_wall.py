"""Wall display, seat cards, reserve list and results over tournaments: each a command."""

import csv
import io
import json
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.features.tournaments.files import TEMPLATES, TournamentStage, stage_tournament
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.features.tournaments.wall import build_wall, wall_html
from croupier.record.codec import encode

CAPTURE = pytest.CaptureFixture[str]


def stage(**more: object) -> TournamentStage:
    base = {
        "kind": "tournament",
        "title": "wall",
        "game": "canberra-blackjack",
        "conditions": {
            "breaks": [{"after": 1, "minutes": 10}],
            "levels": [{"after": 1, "minimum": 20, "maximum": 900}],
            "prizes": [70, 30],
            "wager-seconds": 30,
        },
        "seats": {"ann": "1/1", "bob": "1/2"},
        "shoe": "TH 9C TD KS 9D 9S",
        "steps": [],
    }
    return stage_tournament({**base, **more})


def kept(found: TournamentStage, folder: Path) -> str:
    """What has happened as a log."""
    path = folder / "wall.jsonl"
    path.write_bytes(b"".join(encode(one) + b"\n" for one in found.journal.order))
    return str(path)


def wall(log: str, capsys: CAPTURE, at: str = "2026-06-01T18:00:05Z") -> dict[str, object]:
    assert run(["tournament", "display", log, "--at", at, "--json"]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


def test_the_wall_shows_level_turn_standings_prizes_and_the_next_break(
    tmp_path: Path, capsys: CAPTURE
) -> None:
    found = stage()
    found.take({"do": "wager", "player": "ann", "amount": 20})
    told = wall(kept(found, tmp_path), capsys)
    facts = dict(told["facts"])  # type: ignore[call-overload]
    assert facts["round"] == "1 of 3"
    assert facts["limits"] == "$10 to $500"
    assert facts["next level"] == "$20 to $900 after round 1"
    assert facts["next break"] == "10 minutes after round 1"
    assert facts["turn"] == "bob, table 1"
    assert facts["prize pool"] == "$200"
    assert told["prizes"] == [["1", "$140"], ["2", "$60"]]
    assert [one["chips"] for one in told["lines"]] == ["$1,000", "$1,000"]  # type: ignore[attr-defined]
    assert told["late"] == []


def test_the_wall_of_a_play_off_shows_the_limits_that_hold(tmp_path: Path, capsys: CAPTURE) -> None:
    """Everybody has 20 against 19 in both rounds, so all are level; the last level has begun."""
    levels = [
        {"after": 1, "minimum": 20, "maximum": 900},
        {"after": 2, "minimum": 40, "maximum": 900},
    ]
    conditions = {"sessions": [{"name": "final", "rounds": 2}], "levels": levels}
    found = stage(conditions=conditions, shoe="TH TC 9S KS KD TD TH TC 9S KS KD TD")
    for first, second in (("ann", "bob"), ("bob", "ann")):
        for name in (first, second):
            found.take({"do": "wager", "player": name, "amount": 20})
        found.take({"do": "deal"})
        for name in ("ann", "bob"):
            found.take({"do": "stand", "player": name})
    facts = dict(wall(kept(found, tmp_path), capsys)["facts"])  # type: ignore[call-overload]
    assert (facts["round"], facts["limits"]) == ("play-off", "$40 to $900")
    assert "next level" not in facts


def test_what_is_overdue_is_named_and_a_break_counts_down(tmp_path: Path, capsys: CAPTURE) -> None:
    found = stage()
    log = kept(found, tmp_path)
    assert "time-out ann" in wall(log, capsys, "2026-06-01T18:00:31Z")["late"][0]  # type: ignore[index]
    found.take({"do": "break", "minutes": 10, "at": "2026-06-01T18:05:00Z"})
    log = kept(found, tmp_path)
    facts = dict(wall(log, capsys, "2026-06-01T18:13:30Z")["facts"])  # type: ignore[call-overload]
    assert facts["break"] == "until 18:15, 1:30 left"
    assert run(["tournament", "display", log, "--at", "2026-06-01T18:15:01Z"]) == 0
    told = capsys.readouterr().out
    assert "break       until 18:15, over" in told
    assert "overdue: There is a break" in told


def test_the_wall_as_a_page_names_what_people_typed_safely() -> None:
    found = stage(seats={"<b>": "1/1", "bob": "1/2"})
    house = found.house
    page = wall_html(build_wall(house.law, house.tournament, house.tables_now, None, "A & B"))
    assert "<h1>A &amp; B</h1>" in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert 'http-equiv="refresh"' in page


def test_before_and_after_the_sessions(tmp_path: Path, capsys: CAPTURE) -> None:
    found = stage(seats={}, shoe="")
    assert found.house.tournament.phase is TournamentPhase.ENTRIES
    for name in ("ann", "bob"):
        found.take({"do": "enter", "player": name})
    found.take({"do": "enter", "player": "zoe", "reserve": True})
    log = kept(found, tmp_path)
    facts = dict(wall(log, capsys)["facts"])  # type: ignore[call-overload]
    assert facts["starts"] == "2026-06-01 18:00+00:00"
    assert facts["reserves"] == "zoe"
    assert run(["tournament", "reserves", log]) == 0
    assert capsys.readouterr().out == "zoe\n"
    assert run(["tournament", "reserves", log, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == ["zoe"]


def test_seat_cards_and_a_sheet_to_sign(tmp_path: Path, capsys: CAPTURE) -> None:
    file = tmp_path / "spring.toml"
    file.write_text(TEMPLATES["one-table"], encoding="utf-8")
    asked = ["tournament", "seats", str(file), "--players", "ann,<bob>", "--seed", "1"]
    assert run([*asked, "--cards"]) == 0
    told = capsys.readouterr().out
    assert "One table\nann\nTable 1, box " in told
    assert run([*asked, "--html"]) == 0
    page = capsys.readouterr().out
    assert "Signature" in page
    assert "<strong>&lt;bob&gt;</strong>" in page


def test_results_of_each_player_over_tournaments(tmp_path: Path, capsys: CAPTURE) -> None:
    logs = []
    for number, winner in enumerate(("ann", "ann"), 1):
        found = stage(conditions={"sessions": [{"name": "final", "rounds": 1}], "prizes": [70, 30]})
        for name in ("ann", "bob"):
            found.take({"do": "wager", "player": name, "amount": 20})
        found.take({"do": "deal"})
        for name in ("ann", "bob"):
            found.take({"do": "stand", "player": name})
        found.take({"do": "award-prizes"})
        folder = tmp_path / f"{winner}{number}"
        folder.mkdir()
        logs.append(kept(found, folder))
    assert run(["tournament", "results", *logs, "--json"]) == 0
    ann, bob = json.loads(capsys.readouterr().out)
    assert ann == {
        "player": "ann",
        "played": 2,
        "won": 2,
        "best": 1,
        "prizes": 280_00,
        "net": 80_00,
    }
    assert (bob["won"], bob["best"], bob["net"]) == (0, 2, -80_00)
    assert run(["tournament", "results", *logs, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["player"] for row in rows] == ["ann", "bob"]
    assert run(["tournament", "results", *logs]) == 0
    assert "+$80" in capsys.readouterr().out
    assert run(["tournament", "results"]) == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("", "there is no tournament in this log"), ("nonsense\n", "line 1 is no part of a log")],
)
def test_what_is_no_log_is_one_sentence(
    text: str, wrong: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(text, encoding="utf-8")
    assert run(["tournament", "display", str(log)]) == 2
    assert wrong in capsys.readouterr().err
    assert run(["tournament", "display", str(tmp_path / "none")]) == 2
    assert run(["tournament", "display", str(log), "--at", "noon"]) == 2


def test_ties_share_the_prizes_of_their_places(capsys: CAPTURE) -> None:
    asked = ["tournament", "payouts", "--entries", "5", "--fee", "100", "--prizes", "50,30,20"]
    assert run([*asked, "--ties", "2-3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prizes"] == [250_00, 125_00, 125_00]
    assert run([*asked, "--ties", "1-5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prizes"] == [100_00] * 5
    for wrong in ("3-2", "2", "2-9", "2-3,3-4", "x-y"):
        assert run([*asked, "--ties", wrong]) == 2
        assert "--ties takes places in order" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge", "caribbean-stud"])
def test_the_terms_of_a_promotion_are_printed(game: str, tmp_path: Path, capsys: CAPTURE) -> None:
    file = tmp_path / "june.toml"
    assert run(["promotion", "template", game, "--output", str(file)]) == 0
    assert run(["promotion", "terms", str(file), "--title", "June & July"]) == 0
    told = capsys.readouterr().out
    clause = "17.7.3" if game == "caribbean-stud" else "20.7.3"
    assert f"eligibility: members ({clause})" in told
    assert "prize 1: " in told
    assert run(["promotion", "terms", str(file), "--title", "June & July", "--html"]) == 0
    assert "<h1>June &amp; July</h1>" in capsys.readouterr().out
    file.write_text(f'game = "{game}"\nomit = ["claim"]\n\n[terms]\n', encoding="utf-8")
    assert run(["promotion", "terms", str(file)]) == 2
