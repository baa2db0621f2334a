"""``croupier edge``: what it prints for people and for programs, and how it complains."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.maths.cli import edge
from croupier.maths.cli.edge import print_every_csv
from croupier.maths.figures import BreakEvenRow, EdgeRow, EveryFigure

CHART = 'name = "timid"\n[hard]\n12 = "S S S S S S S S S S"\n'


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(["edge", *map(str, arguments)]) == 0
    out = capsys.readouterr().out
    assert all(line == line.rstrip() for line in out.splitlines())
    return out


def data(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    return json.loads(printed(capsys, *arguments, "--json"))


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(["edge", *map(str, arguments)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err


def test_people_see_every_wager_and_the_class_of_strategy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = printed(capsys, "star-blackjack")
    assert shown.startswith("Star Blackjack: 8 decks, lucky lucky table 1\n")
    for wager in (
        "best play",
        "best chart by totals",
        "insurance against an ace",
        "insurance against a ten",
        "perfect-pairs",
        "any-pairs",
        "lucky-lucky",
    ):
        assert f"\n{wager} " in shown
    assert "7.469880 %" in shown
    assert "(CDP1)" in shown
    assert "Even money" in shown


def test_programs_get_the_keys_that_are_promised(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "canberra-blackjack", "--decks", 6, "--soft-17", "draw")
    assert found["game"] == "canberra-blackjack"
    assert found["options"] == {"decks": 6, "soft-17": "draw"}
    main = found["main"]
    assert main["ev"] == pytest.approx(-0.0072694, abs=1e-7)
    assert main["sd"] ** 2 == pytest.approx(main["variance"])
    assert main["strategy"] == "CDP1"
    assert found["chart"]["ev"] < main["ev"]
    assert found["insurance"]["ev"] == pytest.approx(-23 / 311)
    assert set(found["side_bets"]) == {"perfect-pairs", "pairs-play"}
    assert found["side_bets"]["pairs-play"]["hit"] == pytest.approx(23 / 311)
    assert found["seconds"] > 0


def test_a_game_without_insurance_says_null(capsys: pytest.CaptureFixture[str]) -> None:
    assert data(capsys, "blackjack-challenge")["insurance"] is None


def test_caribbean_stud_is_per_ante(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "caribbean-stud")
    main = found["main"]
    assert main["ev"] == pytest.approx(-0.0519908, abs=1e-7)
    at_risk = 1 + 2 * main["raise_frequency"]
    assert main["element_of_risk"] == pytest.approx(main["ev"] / at_risk)
    assert found["jackpot"] is None
    assert found["chart"]["ev"] < main["ev"]


def test_the_jackpot_is_there_where_its_wager_and_meter_are_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ("--jackpot", 1, "--pool", 150_000, "--increment", "0.5")
    jackpot = data(capsys, "caribbean-stud", *options, "--bonus", 100, "--jackpot-players", 5)
    found = jackpot["jackpot"]
    assert found["pool"] == 150_000
    assert (found["ev"] < 0) is (found["pool"] < found["break_even"])
    assert found["bonus_return"] > 0
    assert found["players"] == 5
    assert "breaks even at a meter of $159,8" in printed(
        capsys, "caribbean-stud", "--jackpot", 1, "--pool", 150_000
    )


def test_a_maximum_payout_costs_by_the_ante(capsys: pytest.CaptureFixture[str]) -> None:
    small, large = (
        data(capsys, "caribbean-stud", "--max-payout", 1_000, "--wager", ante)["main"]["ev"]
        for ante in (2, 50)
    )
    assert large < small


def test_a_layout_is_chosen_by_number_or_by_what_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    by_number = data(capsys, "perth-blackjack", "--layout", 7)
    by_word = data(capsys, "perth-blackjack", "--soft-17", "draw")
    assert by_number["options"] == {"decks": 8, "soft-17": "draw", "perfect-pairs-table": 6}
    assert by_number["options"] == by_word["options"]
    assert by_number["main"] == by_word["main"]


def test_decks_that_only_a_shuffling_device_may_hold_are_lawful(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = data(capsys, "perth-blackjack", "--decks", 5)
    assert found["options"] == {"decks": 5, "soft-17": "stand", "device": "shuffler"}
    assert found["side_bets"] == {}


def test_pay_tables_are_picked(capsys: pytest.CaptureFixture[str]) -> None:
    star = [
        data(capsys, "star-blackjack", "--lucky-lucky-table", table)["side_bets"]["lucky-lucky"]
        for table in (1, 3)
    ]
    assert star[0]["ev"] > star[1]["ev"]
    options = ("--decks", 6, "--perfect-pairs-table", 3)
    perth = data(capsys, "perth-blackjack", *options)
    assert perth["options"]["perfect-pairs-table"] == 3
    assert perth["side_bets"]["perfect-pairs"]["ev"] == pytest.approx(-0.01929, abs=1e-5)


def test_what_if_is_answered_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    usual = data(capsys, "star-blackjack")
    asked = data(capsys, "star-blackjack", "--set", "blackjack=6:5", "--set", "decks=2")
    assert asked["options"]["set"] == ["blackjack=6:5", "decks=2"]
    assert asked["options"]["decks"] == 2
    assert asked["main"]["ev"] < usual["main"]["ev"]


def test_seen_cards_change_the_next_hand_and_a_note_names_the_clause_against_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    usual = data(capsys, "star-blackjack")["main"]["ev"]
    assert run(["edge", "star-blackjack", "--seen", "5H 5D 5C 6s", "--json"]) == 0
    output = capsys.readouterr()
    found = json.loads(output.out)
    assert found["options"]["seen"] == ["5H", "5D", "5C", "6S"]
    assert found["main"]["ev"] > usual
    assert "(18.1)" in output.err


def test_a_chart_of_ones_own_is_held_against_best_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "timid.toml"
    path.write_text(CHART, encoding="utf-8")
    found = data(capsys, "star-blackjack", "--chart", path)
    assert found["chart"]["name"] == "timid"
    assert found["chart"]["ev"] < found["main"]["ev"] - 0.01
    assert "\nchart timid" in printed(capsys, "star-blackjack", "--chart", path)


def test_lines_with_commas(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "star-blackjack", "--csv"))))
    assert [row["wager"] for row in rows][:2] == ["best-play", "best-chart"]
    assert float(rows[0]["ev"]) + 1 == pytest.approx(float(rows[0]["rtp"]))
    assert float(rows[1]["sd"]) ** 2 == pytest.approx(float(rows[1]["variance"]))
    assert 0.4 < float(rows[0]["hit"]) < 0.5
    assert sum(float(rows[0][name]) for name in ("hit", "stand-off", "loss")) == pytest.approx(1)
    risk = float(rows[0]["element-of-risk"]) * float(rows[0]["average-wager"])
    assert risk == pytest.approx(float(rows[0]["ev"]))
    assert rows[2]["variance"] == rows[2]["loss"] == ""


def test_effects_of_removal(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "perth-blackjack", "--removal")
    assert [line.split()[0] for line in text.splitlines()[2:]] == [*"A23456789T"]
    rows = list(
        csv.DictReader(io.StringIO(printed(capsys, "perth-blackjack", "--removal", "--csv")))
    )
    assert float(rows[4]["effect"]) > 0 > float(rows[0]["effect"])
    found = json.loads(printed(capsys, "perth-blackjack", "--removal", "--json"))
    assert found["effects"]["5"] == float(rows[4]["effect"])


def test_surrender_can_be_added_and_taken_away(capsys: pytest.CaptureFixture[str]) -> None:
    def edge(*arguments: object) -> float:
        found = json.loads(printed(capsys, *arguments, "--json"))
        return -float(found["main"]["ev"])

    plain = edge("star-blackjack")
    added = edge("star-blackjack", "--set", "surrender=yes")
    assert edge("star-blackjack", "--set", "surrender=10,11") == added < plain
    assert edge("star-blackjack", "--set", "surrender=2-11") < added
    assert edge("star-blackjack", "--set", "surrender.half=1/3") < added
    vegas = edge("perth-vegas-blackjack")
    assert edge("perth-vegas-blackjack", "--set", "surrender=none") > vegas
    assert edge("perth-vegas-blackjack", "--set", "surrender=yes") == vegas


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("whist",), "there is no game 'whist'"),
        ((), "name a game"),
        (("star-blackjack", "--all"), "name none"),
        (("--all", "--decks", 6), "name none"),
        (("--all", "--json", "--csv"), "one of --json, --csv and --markdown"),
        (("star-blackjack", "--markdown"), "only with --all"),
        (("star-blackjack", "--decks", 7), "6 or 8 decks (3.1)"),
        (("star-blackjack", "--soft-17", "draw"), "no choice (13.2)"),
        (("star-blackjack", "--layout", 3), "no choice (13.2)"),
        (("canberra-blackjack", "--layout", 3), "use --soft-17 stand or draw"),
        (("canberra-blackjack", "--resplit"), "fixes how often hands are split (10.3)"),
        (("perth-blackjack", "--layout", 11), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
        (("perth-blackjack", "--layout", 1, "--soft-17", "draw"), "layout 1 of Perth"),
        (("perth-blackjack", "--perfect-pairs-table", 1), "does not fit 8 decks (3.19)"),
        (("star-blackjack", "--perfect-pairs-table", 2), "one pay table"),
        (("star-blackjack", "--lucky-lucky-table", 4), "pay tables 1 to 3"),
        (("canberra-blackjack", "--lucky-lucky-table", 1), "are perfect-pairs, pairs-play"),
        (("star-blackjack", "--wager", 5), "for Caribbean Stud, not for star-blackjack"),
        (("caribbean-stud", "--resplit"), "for blackjack, not for caribbean-stud"),
        (("caribbean-stud", "--chart", "x.toml"), "for blackjack, not for caribbean-stud"),
        (("caribbean-stud", "--pool", 5), "only with --jackpot"),
        (("caribbean-stud", "--jackpot", 5), "such as --pool 100000"),
        (("caribbean-stud", "--jackpot", "much", "--pool", 1), "--jackpot"),
        (("caribbean-stud", "--jackpot-players", 3), "--jackpot-players: only with --jackpot"),
        (("caribbean-stud", "--wager", 5), "only with --max-payout"),
        (("caribbean-stud", "--ante", 5), "--ante: now called --wager"),
        (("caribbean-stud", "--jackpot-wager", 5), "--jackpot-wager: now called --jackpot"),
        (("star-blackjack", "--minimum", 5), "there is no option"),
        (("star-blackjack", "--set", "decks"), "write RULE=VALUE"),
        (("star-blackjack", "--set", "double.total=9"), "no rule 'double.total'"),
        (("star-blackjack", "--seen", "8X"), "'8X' is not a card"),
        (("star-blackjack", "--seen", "8H " * 9), "cannot have left 8 decks"),
        (
            ("star-blackjack", "--chart", "nowhere.toml"),
            "nowhere.toml is not a chart: there is no such file",
        ),
    ],
)
def test_wrong_usage_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], why: str
) -> None:
    assert why in complaint(capsys, *arguments)


def test_a_bar_is_shown_only_for_what_takes_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with edge.patient_bar() as progress:
        progress(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(edge, "PATIENCE_SECONDS", 0.0)
    with edge.patient_bar() as progress:
        progress(1, 2)
    assert "1/2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["star-blackjack", "--decks", "0"], "--decks: 0"),
        (["star-blackjack", "--decks", "-1"], "--decks: -1"),
        (["star-blackjack", "--lucky-lucky-table", "0"], "pay tables 1 to 3"),
        (["perth-blackjack", "--layout", "0"], "(2.1)"),
        (["star-blackjack", "--set", "hands=200"], "from 1 to 9"),
        (["star-blackjack", "--set", "double.totals=9-"], "9-11"),
        (["star-blackjack", "--jackpot-players", "0"], "for Caribbean Stud"),
        (["caribbean-stud", "--max-payout", "9", "--wager", "-5"], "-$5"),
    ],
)
def test_a_number_that_cannot_be_is_never_taken_for_the_usual_one(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["edge", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_every_table_in_lines_stands_once(capsys: pytest.CaptureFixture[str]) -> None:
    figures = EveryFigure(
        blackjack=(
            EdgeRow(
                game="star-blackjack",
                options={"decks": 6},
                ev=-0.007,
                rtp=0.993,
                insurance=None,
                ten_insurance=None,
                even_money=None,
            ),
        ),
        usual=(),
        side_bets=(),
        stud=(),
        break_even=(BreakEvenRow(game="caribbean-stud", wager=1.0, players=1, meter=159810.55),),
        seconds=1.0,
    )
    print_every_csv(figures)
    star, stud = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (star["decks"], star["wager"], star["ev"]) == ("6", "best-play", "-0.007")
    assert (stud["jackpot-wager"], stud["meter"], stud["ev"]) == ("1.0", "159810.55", "0.0")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            '[hard]\n16 = "S S S S S H H H H X"\n',
            "not a chart, line 2: 'S S S S S H H H H X' is not a row",
        ),
        ('[hard]\n4o = "S S S S S H H H H H"\n', "not a chart, line 2: '4o' is not a total"),
        ('[hrd]\n16 = "S"\n', "not a chart, line 1: there is no field hrd; did you mean hard?"),
        ("[hard\n", "is not a chart: line 1, column 6: a heading is not closed"),
    ],
)
def test_a_bad_chart_is_told_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    assert why in complaint(capsys, "star-blackjack", "--chart", path)


def test_lines_of_stud_hold_the_terms_of_the_jackpot(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--jackpot", "1", "--pool", "150000", "--max-payout", "50000")
    assert run(["edge", "caribbean-stud", *options, "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert {row["max-payout"] for row in rows} == {"50000.0"}
    assert all(row["element-of-risk"] and row["loss"] for row in rows[:-1])
    terms = [row["jackpot-wager"] + row["players"] + row["meter"] for row in rows]
    assert terms == [*[""] * (len(rows) - 1), "1.01150000.0"]


def test_an_unknown_line_of_a_side_bet_lists_the_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["edge", "star-blackjack", "--set", "perfect-pairs.purple=2"]) == 2
    assert capsys.readouterr().err == (
        "croupier: perfect-pairs has no line 'purple'; choose from coloured-pair, mixed-pair, "
        "perfect-pair\n"
    )
