"""``croupier tournament``: conditions checked and printed, tournaments run, papers and results."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.cli.main import run
from croupier.features.tournaments.files import TEMPLATES
from croupier.rulebooks import BLACKJACK, GAMES, STAR_BLACKJACK, Rule

CAPTURE = pytest.CaptureFixture[str]
PLAYERS = {"repechage": "9", "points": "8", "sit-and-go": "7", "when-full": "7"}


def saved(folder: Path, text: str) -> str:
    file = folder / "spring.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_can_be_checked_printed_and_run(
    name: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    assert run(["tournament", "template", name]) == 0
    file = saved(tmp_path, capsys.readouterr().out)
    assert run(["tournament", "check", file]) == 0
    assert "can be published" in capsys.readouterr().out
    assert run(["tournament", "conditions", file, "--html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")
    players = PLAYERS.get(name, "6")
    assert run(["tournament", "run", file, "--players", players, "--seed", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["state"] == "finished"
    assert told["pool"] == sum(one["prize"] for one in told["standings"]) > 0
    assert len(told["standings"]) == int(players)


def test_all_templates_are_listed(capsys: CAPTURE) -> None:
    assert run(["tournament", "template"]) == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == [*TEMPLATES]
    assert run(["tournament", "template", "cup"]) == 2
    assert "there is no template 'cup'" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_tournament(tmp_path: Path, capsys: CAPTURE) -> None:
    file = saved(tmp_path, TEMPLATES["one-table"])
    told = []
    for seed in ("5", "5", "6"):
        asked = ["tournament", "run", file, "--players", "4", "--seed", seed, "--watch"]
        assert run(asked) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]
    assert "Prizes: " in told[0]


def test_rounds_levels_and_breaks_can_be_watched(tmp_path: Path, capsys: CAPTURE) -> None:
    text = """\
[conditions]
levels = [{ after = 1, minimum = 20, maximum = 400 }]
breaks = [{ after = 1, minutes = 10 }]
sessions = [{ name = "heats", tables = 2, rounds = 2, advance = 1 }, { name = "final", rounds = 1 }]
"""
    asked = ["tournament", "run", saved(tmp_path, text), "--players", "4", "--seed", "3"]
    assert run([*asked, "--watch"]) == 0
    told = capsys.readouterr().out.splitlines()
    rounds = [line.partition(":")[0] for line in told if " of 2:" in line]
    assert rounds == [
        "Table 1, round 1 of 2",
        "Table 2, round 1 of 2",
        "Table 1, round 2 of 2",
        "Table 2, round 2 of 2",
    ]
    break_at = told.index("There is a break of 10 minutes.")
    assert told[break_at - 1] == "Table 2: wagers are $20 to $400 from now on"
    assert told[break_at + 1].startswith("Table 1, round 2 of 2: ")
    assert told.count("There is a break of 10 minutes.") == 1


def test_the_conditions_cite_their_clauses(tmp_path: Path, capsys: CAPTURE) -> None:
    text = '[conditions]\nmay-refuse = true\ncriteria = "members"\n'
    assert run(["tournament", "conditions", saved(tmp_path, text)]) == 0
    told = capsys.readouterr().out
    for clause in ("19.4.2(a)", "19.4.2(h)(ii)", "19.4.2(h)(iii)", "19.4.2(k)"):
        assert f"({clause})" in told


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[conditions]\nfee = 5\n", "condition 'fee', line 2: there is no such condition"),
        ('[conditions]\nchips = "many"\n', "condition 'chips', line 2: 'many' is not an amount"),
        ('[conditions]\nties = "toss"\n', '\'toss\' is not accepted; it is "play-off" or "ballot"'),
        (
            "[conditions]\nsessions = []\n",
            "condition 'sessions', line 2: is empty; a tournament has",
        ),
        ("[conditions]\nentry-fee = -1\n", "condition 'entry-fee', line 2: is -$1"),
        ("title = 1\n", "a tournament has [conditions]"),
        (
            "bogus = 1\n[conditions]\n",
            "bogus, line 1: there is no such key; choose from conditions",
        ),
        (
            "[conditions]\n[tables]\nboxs = 3\n",
            "[tables] boxs, line 3: there is no such choice; did you mean boxes?",
        ),
        ("[conditions]\n[tables]\nminimum = 3\n", "[tables] minimum, line 3: this comes from"),
        (
            '[conditions]\n[tables]\nboxes = "x"\n',
            "[tables] boxes, line 3: this must be a whole number",
        ),
        (
            "[conditions]\nbreaks = [{ after = 2, minutes = 0 }]\n",
            "has one of 0 minutes; it must be 1 or more",
        ),
        (
            "[conditions]\nlevels = [{ after = 2, minimum = 9, maximum = 1 }]\n",
            "condition 'levels', line 2: has $9 to $1 after round 2; a minimum must be above $0",
        ),
        (
            '[conditions]\nsessions = [{ name = "a", advance = 8 }, { name = "b" }]\n',
            "named 'a' has 8 go on from a table where 7 sit at most",
        ),
        ('game = "caribbean-stud"\n[conditions]\n', "has no tournaments"),
        (
            "[conditions]\nstarts = 2026-05-01T00:00:00Z\nwithdraw-until = 2026-05-02T00:00:00Z\n",
            "condition 'withdraw-until', line 3: is 2026-05-02T00:00:00+00:00; it must not be",
        ),
        (
            "[conditions]\nmaximum-players = 4\n"
            'sessions = [{ name = "a", tables = 2, advance = 3 }, { name = "b" }]\n',
            "line 3: named 'a' has 3 go on from a table where 2 sit at most",
        ),
        ("[conditions]\nchips = -5\n", "line 2: is -$5; it must be at least the minimum of $10"),
        ("[conditions]\nminimum = 0\n", "line 2: is $0; it must be above $0"),
        (
            "[conditions]\nlevels = [{ after = 5, minimum = 20, maximum = 40 }, "
            "{ after = 5, minimum = 30, maximum = 40 }]\n",
            "line 2: has round 5 after round 5; rounds must rise, from 1 on",
        ),
        (
            '[conditions]\n[seats]\nann = "1/1"\nbob = "1/1"\n',
            "[seats] bob, line 4: 1/1 is ann's; each player needs a seat alone",
        ),
    ],
)
def test_a_bad_file_names_the_condition_and_the_line(
    text: str, wrong: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    assert run(["tournament", "check", saved(tmp_path, text)]) == 2
    assert wrong in capsys.readouterr().err


def test_what_the_rulebook_does_not_allow_is_told_with_its_clause(
    tmp_path: Path, capsys: CAPTURE
) -> None:
    file = saved(tmp_path, "[conditions]\nprizes = [60, 50]\n")
    for command in ("check", "conditions", "run"):
        assert run(["tournament", command, file]) == 2
        told = capsys.readouterr()
        assert told.err == (
            f"croupier: {file}: prizes, line 2: the prizes make 110 per cent of the pool, and they "
            "must make 100 (19.3.2)\n"
        )
        assert not told.out
    assert run(["tournament", "check", file, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["clause"] == "19.3.2"
    for text, said in (
        ("[conditions]\ncommission = 5\n", "commission, line 2: commission can only be 0"),
        ("[conditions]\n[tables]\nboxes = 0\n", "("),
        ("[conditions]\n[tables]\nlow-limit = true\n", "(6.8.1)"),
    ):
        assert run(["tournament", "check", saved(tmp_path, text)]) == 2
        assert said in capsys.readouterr().err


def test_a_recorded_tournament_is_gone_on_with_and_audited(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(tmp_path, '[conditions]\nsessions = [{ name = "final", rounds = 2 }]\n')
    record = str(tmp_path / "spring.db")
    monkeypatch.setattr("sys.stdin", io.StringIO("20\n"))
    kept = [file, "--record", record]
    seated = ["--players", "ann", "--seed", "4", "--no-colour"]
    assert run(["tournament", "play", *kept, *seated]) == 0
    assert "You leave the tournament." in capsys.readouterr().out
    assert run(["tournament", "run", *kept]) == 2
    assert "add --resume to continue it" in capsys.readouterr().err
    assert run(["tournament", "run", *kept, "--resume", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["state"] == "finished"
    assert {one["player"] for one in told["standings"]} == {"you", "ann"}
    for command in (["verify", record], ["balance", record]):
        assert run(["audit", *command]) == 0
        assert "nothing is wrong" in capsys.readouterr().out
    assert run(["audit", "shoe", record, "final/1"]) == 0
    assert "the house's seed is the one committed to" in capsys.readouterr().out
    assert run(["tournament", "run", *kept, "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["standings"] == told["standings"]


def test_a_recorded_tournament_under_another_law_rests_until_it_is_moved(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(tmp_path, '[conditions]\nsessions = [{ name = "final", rounds = 2 }]\n')
    record = str(tmp_path / "spring.db")
    kept = [file, "--record", record]
    with monkeypatch.context() as yesterday:
        limits = STAR_BLACKJACK.limits
        minutes = Rule(7, limits.notice_minutes.clause)
        other = replace(STAR_BLACKJACK, limits=replace(limits, notice_minutes=minutes))
        for games in (GAMES, BLACKJACK):
            yesterday.setitem(games, other.game, other)
        yesterday.setattr("sys.stdin", io.StringIO("20\n"))
        seated = ["--players", "ann", "--seed", "4", "--no-colour"]
        assert run(["tournament", "play", *kept, *seated]) == 0
    capsys.readouterr()
    assert run(["tournament", "run", *kept, "--resume"]) == 2
    why = capsys.readouterr().err
    assert "the tournament rests: it was planned under star-blackjack" in why
    assert "croupier audit adopt-law" in why
    adopt = ["audit", "adopt-law", record]
    assert run(adopt) == 0
    told = capsys.readouterr().out
    assert re.match("tournament .* stands under revision ", told)
    assert run([*adopt, "--void-round"]) == 0
    assert capsys.readouterr().out.startswith("table final/1 stands under revision ")
    assert run(adopt) == 2
    assert "these rest: none" in capsys.readouterr().err
    assert run(["tournament", "run", *kept, "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "finished"
    assert run(["audit", "verify", record]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--resume"], "--resume: name the tournament's file"),
        (["--record", "none.db", "--resume"], "--resume: no record at none.db"),
        (["--record", "a.db", "--resume", "--seed", "1"], "--seed: not with --resume"),
        (["--record", "a.db", "--save", "b"], "--save: not with --record"),
        (["--record", "postgresql://x/y"], "--record: a tournament in the terminal needs a file"),
    ],
)
def test_what_does_not_go_with_a_record(
    options: list[str], said: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    file = saved(tmp_path, TEMPLATES["one-table"])
    assert run(["tournament", "run", file, *options]) == 2
    assert said in capsys.readouterr().err


def test_a_record_under_other_conditions_is_not_gone_on_with(
    tmp_path: Path, capsys: CAPTURE
) -> None:
    record = str(tmp_path / "spring.db")
    text = '[conditions]\nsessions = [{ name = "final", rounds = 1 }]\n'
    assert run(["tournament", "run", saved(tmp_path, text), "--record", record]) == 0
    other = saved(tmp_path, text.replace("rounds = 1", "rounds = 2"))
    assert run(["tournament", "run", other, "--record", record, "--resume"]) == 2
    assert "holds a tournament under other conditions" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "seats", "play"])
def test_players_without_a_seat_are_told_before_anything_starts(
    command: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    sessions = '{ name = "a", tables = 3, advance = 4 }, { name = "b" }'
    file = saved(tmp_path, f"[conditions]\nmaximum-players = 21\nsessions = [{sessions}]\n")
    assert run(["tournament", command, file, "--players", "20"]) == 2
    told = capsys.readouterr()
    assert told.err == "croupier: --players: 12 would play the session 'b', which seats 7\n"
    assert not told.out
    assert run(["tournament", command, file, "--players", "22"]) == 2
    assert "the conditions are for 2 to 21 players" in capsys.readouterr().err


def test_payouts(capsys: CAPTURE) -> None:
    asked = ["tournament", "payouts", "--entries", "24", "--fee", "100", "--prizes", "50,30,20"]
    assert run([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "pool": 2400_00,
        "prizes": [1200_00, 720_00, 480_00],
    }
    assert run([*asked, "--added", "100", "--guarantee", "5000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pool"] == 5000_00
    for wrong in (["--entries", "0"], ["--prizes", "50,60"], ["--fee", "x"], ["--fee", "-1"]):
        assert run([*asked, *wrong]) == 2
        assert capsys.readouterr().err


def test_seats_and_results_of_several_tournaments(tmp_path: Path, capsys: CAPTURE) -> None:
    file = saved(tmp_path, TEMPLATES["one-table"])
    assert run(["tournament", "seats", file, "--players", "ann,bob", "--seed", "1", "--json"]) == 0
    drawn = json.loads(capsys.readouterr().out)
    assert {one["player"] for one in drawn} == {"ann", "bob"}
    logs = []
    for number in ("1", "2"):
        log = str(tmp_path / f"{number}.jsonl")
        asked = ["tournament", "run", file, "--players", "ann,bob", "--seed", number]
        assert run([*asked, "--save", log]) == 0
        assert run([*asked, "--save", log]) == 2
        logs.append(log)
    capsys.readouterr()
    assert run(["tournament", "standings", logs[0], "--json"]) == 0
    standing = json.loads(capsys.readouterr().out)
    assert [one["place"] for one in standing] == [1, 2]
    assert run(["tournament", "export", *logs]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 4
    assert sum(int(row["prize"]) for row in rows) == 400_00
    assert run(["tournament", "export", file]) == 2
    assert run(["tournament", "export"]) == 2
