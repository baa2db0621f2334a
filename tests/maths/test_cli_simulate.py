"""``croupier simulate``: what it prints for people and for programs, and how it complains."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.maths.cli import simulate
from croupier.maths.kernels.compilation import notify_watchers
from croupier.maths.simulation.runs import CHUNK_ROUNDS, Totals
from croupier.terminal import compiler_notice

CHART = '[hard]\n16 = "S S S S S H H H H H"\n'


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(["simulate", *map(str, arguments)]) == 0
    out = capsys.readouterr().out
    assert all(line == line.rstrip() for line in out.splitlines())
    return out


def data(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    return json.loads(printed(capsys, *arguments, "--json"))


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(["simulate", *map(str, arguments)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err


def test_people_see_the_mean_its_error_and_the_sessions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ("--rounds", "2e5", "--seed", 7, "--float", 300, "--wager", 25)
    shown = printed(capsys, "star-blackjack", *options)
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert shown.startswith("Star Blackjack: 8 decks")
    assert "200,000 on 1 box" in shown
    assert "mean per wager" in shown
    assert "standard error" in shown
    assert "$300.00 float    lost in " in shown
    assert "2,000 sessions of 100 rounds: mean -$" in shown
    assert "not exceeded by" in shown


@pytest.mark.parametrize(
    ("table", "moved"),
    [
        (("star-blackjack",), True),
        (("star-blackjack", "--boxes-played", 3), True),
        (("star-blackjack", "--device", "shuffler"), False),
        (("caribbean-stud",), False),
    ],
)
def test_a_mean_of_shoes_is_said_to_be_moved_by_the_cutting_card(
    table: tuple[object, ...], moved: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = " ".join(printed(capsys, *table, "--rounds", 2_000, "--seed", 7).split())
    said = "(95 %) The cutting card moves it from the exact figure of croupier edge, which is off"
    assert (said in shown) is moved


def test_programs_get_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    options = (
        "--rounds",
        100_000,
        "--seed",
        7,
        "--boxes-played",
        3,
        "--session",
        50,
        "--float",
        100,
    )
    side = ("--side-bets", "perfect-pairs,lucky-lucky", "--insurance", "--side-wager", 5)
    found = data(capsys, "star-blackjack", *options, *side)
    assert found["game"] == "star-blackjack"
    assert found["options"]["insurance"] == "always"
    assert (found["seed"], found["rounds"], found["boxes_played"]) == (7, 100_000, 3)
    assert found["complete"] is True
    assert -0.1 < found["main"]["mean"] < 0.1
    assert found["main"]["standard_error"] > 0
    assert set(found["wagers"]) == {"perfect-pairs", "lucky-lucky", "insurance"}
    assert found["session"]["sessions"] == 2_000
    assert found["float_risk"]["dollars"] == 100
    assert 0 < found["float_risk"]["probability"] < 1
    assert 0 < found["cards_per_round"] < 20


def test_a_seed_gives_the_same_result_on_any_number_of_cores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    results = []
    for cores in (1, 2):
        options = ("--rounds", 3 * CHUNK_ROUNDS, "--seed", 5, "--cores", cores)
        result = data(capsys, "perth-blackjack", *options)
        del result["seconds"], result["rounds_per_second"]
        results.append(result)
    assert results[0] == results[1]


def test_the_seed_is_told_where_none_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (data(capsys, "star-blackjack", "--rounds", 1_000) for _ in range(2))
    assert first["seed"] != second["seed"]
    again = data(capsys, "star-blackjack", "--rounds", 1_000, "--seed", first["seed"])
    assert again["main"] == first["main"]


def test_a_chart_from_a_file_is_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    file.write_text(CHART)
    options = ("--rounds", 200_000, "--seed", 1)
    by_chart = data(capsys, "star-blackjack", *options, "--chart", file)
    best = data(capsys, "star-blackjack", *options)
    assert by_chart["options"]["chart"] == str(file)
    assert by_chart["main"]["mean"] < best["main"]["mean"] - 0.01


def test_a_what_if_is_simulated_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("star-blackjack", "--rounds", "2e5", "--seed", 7)
    as_it_is = data(capsys, *given)
    shorter = data(capsys, *given, "--set", "blackjack=6:5")
    assert shorter["options"]["set"] == ["blackjack=6:5"]
    assert "set" not in as_it_is["options"]
    assert -0.0146 < shorter["main"]["mean"] - as_it_is["main"]["mean"] < -0.0126
    shown = " ".join(printed(capsys, *given, "--set", "blackjack=6:5").split())
    assert "insurance never, set blackjack=6:5" in shown


def test_caribbean_stud_with_its_jackpot(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--rounds", 50_000, "--seed", 1, "--jackpot", 5, "--pool", 30_000)
    found = data(capsys, "caribbean-stud", *options, "--boxes-played", 2)
    assert found["wagers"]["jackpot"]["mean"] < 0
    assert found["options"]["jackpot-pool"] == "$30,000"
    assert "Caribbean Stud" in printed(capsys, "caribbean-stud", *options)


def test_rounds_are_written_as_people_do() -> None:
    written = ("250000", "1e9", "2.5e6", "1_000", "10,000")
    assert [simulate.number_of_rounds(text) for text in written] == [
        *(250_000, 10**9, 2_500_000, 1_000, 10_000)
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("roulette",), "no game"),
        (("star-blackjack", "--rounds", "many"), "--rounds: 'many' is not a number of rounds"),
        (("star-blackjack", "--rounds", "0"), "--rounds"),
        (("star-blackjack", "--rounds", "1.5"), "--rounds"),
        (("star-blackjack", "--rounds", "nan"), "--rounds"),
        (("star-blackjack", "--boxes-played", "10"), "played: Star Blackjack is played on 1 to 9"),
        (("caribbean-stud", "--boxes-played", "0"), "--boxes-played: 1 to 9 boxes can be in play"),
        (("star-blackjack", "--boxes", "3"), "to play several, use --boxes-played 3"),
        (("star-blackjack", "--decks", "5"), "decks"),
        (("star-blackjack", "--depth", "300"), "the cutting card goes 0 to 208 cards"),
        (("star-blackjack", "--session", "0"), "--session"),
        (("star-blackjack", "--seed", "-1"), "--seed"),
        (("star-blackjack", "--cores", "0"), "--cores"),
        (("star-blackjack", "--cores", "99999"), "--cores: 1 to 1024, not 99999"),
        (("star-blackjack", "--wager", "0"), "--wager"),
        (("star-blackjack", "--float", "-5"), "--float"),
        (("star-blackjack", "--side-bets", "pairs-play"), "pairs-play is not a side bet"),
        (("star-blackjack", "--strategy", "best"), "--strategy: only for Caribbean Stud"),
        (("caribbean-stud", "--chart", "x.toml"), "--chart: only for blackjack"),
        (("caribbean-stud", "--pool", "5"), "--pool: only with --jackpot"),
        (("blackjack-challenge", "--insurance"), "--insurance: Blackjack Challenge has no"),
        (("star-blackjack", "--chart", "nowhere.toml"), "nowhere.toml"),
        (("star-blackjack", "--set", "decks"), "--set: 'decks' is not a change"),
        (("star-blackjack", "--set", "no.such=1"), "the law has no rule 'no.such'"),
        (("star-blackjack", "--soft-17", "stand"), "try --set soft-17=stand"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert says in complaint(capsys, *arguments)


def test_without_ray_a_cluster_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = complaint(capsys, "star-blackjack", "--rounds", 1_000, "--cluster", "auto")
    assert "pip install 'croupier[cluster]'" in said


def test_an_interrupted_run_prints_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: Totals) -> None:
        raise KeyboardInterrupt

    class Bar:
        def __enter__(self) -> object:
            return stop

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(simulate, "progress_bar", lambda *_: Bar())
    assert run(["simulate", "star-blackjack", "--rounds", "1e12", "--cores", "1"]) == 0
    output = capsys.readouterr()
    assert f"{CHUNK_ROUNDS - CHUNK_ROUNDS % 100:,} on 1 box" in output.out
    assert "interrupted after" in output.err


def test_compiling_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    with compiler_notice.note_compilation():
        for _ in range(2):
            notify_watchers()
    assert capsys.readouterr().err == f"croupier: {compiler_notice.NOTE}\n"


def test_the_text_has_the_deviation_that_programs_get(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("star-blackjack", "--boxes-played", 3, "--rounds", "2e4", "--seed", 7)
    sd = data(capsys, *options)["main"]["sd"]
    assert f"sd of a round    {sd:.4f} wagers" in printed(capsys, *options)


def test_a_won_jackpot_stands_in_a_bin_without_an_upper_limit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ("caribbean-stud", "--rounds", "2e6", "--jackpot", 5, "--pool", 100_000, "--seed", 3)
    bins = data(capsys, *options)["session"]["histogram"]
    assert bins[-1]["high"] is None
    assert bins[-1]["sessions"] > 0
    assert all(one["high"] is not None for one in bins[:-1])
    last = next(line for line in printed(capsys, *options).splitlines()[::-1] if line)
    assert last.split()[0] == ">="


def test_a_spreadsheet_gets_a_line_for_each_wager(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--side-bets", "any-pairs", "--rounds", "2e4", "--seed", 7)
    lines = printed(capsys, "star-blackjack", *options, "--csv").splitlines()
    assert lines[0] == "wager,mean,standard_error,sd,hit,box_sd,box_covariance"
    assert [line.split(",")[0] for line in lines[1:]] == ["main", "any-pairs"]
    assert "choose one of --json and --csv" in complaint(
        capsys, "star-blackjack", "--json", "--csv"
    )
