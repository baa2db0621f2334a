"""``croupier strategy``: charts for people, programs and as pictures; single hands."""

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from croupier.cli.main import run
from croupier.maths.cli.charts import STUD_SIGNS, Grid, GridRow, GridSection, divide_into_columns
from croupier.maths.cli.strategy import coloured_lines


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(["strategy", *map(str, arguments)]) == 0
    out = capsys.readouterr().out
    assert all(line == line.rstrip() for line in out.splitlines())
    return out


def data(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    return json.loads(printed(capsys, *arguments, "--json"))


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(["strategy", *map(str, arguments)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err


def test_people_see_the_chart_and_its_legend(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "canberra-blackjack")
    assert shown.startswith("Canberra Blackjack: the best chart\n8 decks, soft 17 stand.")
    lines = {" ".join(line.split()) for line in shown.splitlines()}
    assert "10-11 D D D D D D D D H H" in lines
    assert "5 5 D D D D D D D D H H" in lines
    assert "8 8 P P P P P P P P H H" in lines
    assert "\nD  double, else hit\n" in shown
    assert "surrender" not in shown


def test_surrender_is_there_where_the_law_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "perth-vegas-blackjack")
    assert "\nR  surrender, else hit\n" in shown


def test_cards_are_counted_where_the_law_does(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "blackjack-challenge")
    assert "\nhard, three cards or more\n" in shown
    assert "\nsoft, four cards or more\n" in shown


def test_colours_where_they_can_be_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run(["strategy", "star-blackjack"]) == 0
    assert "\x1b[" in capsys.readouterr().out


def test_programs_get_a_chart_that_edge_can_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = data(capsys, "perth-blackjack-plus")
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(found["chart"]), encoding="utf-8")
    assert run(["edge", "perth-blackjack-plus", "--chart", str(path), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["chart"]["ev"] == pytest.approx(found["ev"], abs=1e-15)
    assert again["main"]["ev"] == found["best"]


def test_exceptions_are_hands_that_the_chart_plays_worse(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = data(capsys, "star-blackjack", "--exceptions")["exceptions"]
    assert all(one["gain"] > 0 and one["best"] != one["chart"] for one in found)
    hands = {(one["hand"], one["dealer"]): one["best"] for one in found}
    assert hands["7 5 4", "T"] == "stand"
    shown = printed(capsys, "star-blackjack", "--exceptions")
    assert "7 5 4" in shown
    assert "1 in 1,759" in shown


def test_every_choice_with_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "star-blackjack", "--hand", "K 6", "--dealer", "TH")
    assert (found["hand"], found["dealer"]) == ("T 6", "T")
    assert list(found["choices"]) == ["hit", "stand"]
    pair = data(capsys, "perth-vegas-blackjack", "--hand", "8 8", "--dealer", "T")
    assert set(pair["choices"]) == {"hit", "stand", "double", "split", "surrender"}
    shown = printed(capsys, "star-blackjack", "--hand", "T 6", "--dealer", "T")
    assert shown.splitlines()[0] == "Star Blackjack: T 6 against T"
    assert shown.splitlines()[2].startswith("hit     -0.57")


def test_cards_that_are_gone_change_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("star-blackjack", "--hand", "T 6", "--dealer", "T")
    found = data(capsys, *hand, "--seen", "5H 5C 5D 5S " * 4)
    assert next(iter(found["choices"])) == "stand"


def test_caribbean_stud_by_hand_and_as_a_chart(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("caribbean-stud", "--hand", "AC KD QH 8S 3C")
    assert data(capsys, *hand, "--dealer", "7D")["best"] == "bet"
    assert "(ace-king high) against 9D\nchoice  worth\nfold    -1.000000" in printed(
        capsys, *hand, "--dealer", "9D"
    )
    shown = printed(capsys, "caribbean-stud")
    assert "\nA K Q\n" in shown
    assert "\nA K 4\n" in shown
    assert "\n3 2  B  B  B  F  F  F  F  F  F  F  F  F  F" in shown
    assert "\n*  by the suits held\n" in shown
    assert len(data(capsys, "caribbean-stud")["rows"]) > 100


@pytest.mark.parametrize(("window", "beside"), [(40, 1), (80, 1), (100, 2), (200, 4)])
def test_sections_of_a_long_chart_stand_side_by_side(window: int, beside: int) -> None:
    rows = tuple(GridRow("T 9", ("bet",) * 13) for _ in range(5))
    sections = tuple(GridSection(f"A K {rank}", rows) for rank in "QJT9")
    heads = tuple("23456789TJQKA")
    lines = coloured_lines(Grid("", "", heads, sections, STUD_SIGNS, dense=True), window)
    titles = [line.plain.split("   ") for line in lines if "A K" in line.plain]
    assert [len([one for one in line if one.strip()]) for line in titles] == [beside] * (
        4 // beside
    )
    assert all(len(line) <= window for line in lines) or beside == 1


@pytest.mark.parametrize("game", ["star-blackjack", "caribbean-stud"])
def test_a_picture_has_a_title_a_legend_and_all_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    path = tmp_path / "chart.svg"
    assert printed(capsys, game, "--svg", path) == ""
    space = "{http://www.w3.org/2000/svg}"
    root = ElementTree.parse(path).getroot()
    texts = [text.text or "" for text in root.iter(f"{space}text")]
    title = root.find(f"{space}title")
    assert title is not None
    assert title.text in texts
    assert {"bet", "fold"} <= set(texts) or {"stand", "hit", "split"} <= set(texts)
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    cells = [one for one in root.iter(f"{space}rect") if one.attrib["class"] == "cell"]
    assert len(cells) > 100
    assert width <= 1440, "wider than a screen"
    assert height <= 900, "higher than a screen"
    for cell in cells:
        right = float(cell.attrib["x"]) + float(cell.attrib["width"])
        lower = float(cell.attrib["y"]) + float(cell.attrib["height"])
        assert right < width
        assert lower < height


def test_a_picture_of_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chart.png"
    assert printed(capsys, "star-blackjack", "--png", path) == ""
    assert path.read_bytes().startswith(b"\x89PNG")


def test_columns_of_a_picture_are_about_equally_high() -> None:
    rows = tuple(GridRow(str(number), ()) for number in range(20))
    sections = tuple(GridSection(str(number), rows) for number in range(4))
    assert [len(column) for column in divide_into_columns(sections, 4)] == [1, 1, 1, 1]
    assert [len(column) for column in divide_into_columns(sections[:1], 4)] == [1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("star-blackjack", "--hand", "T 6"), "--hand and --dealer belong together"),
        (("star-blackjack", "--hand", "T X", "--dealer", "T"), "'X' is not a card"),
        (("star-blackjack", "--hand", "T", "--dealer", "T"), "two cards or more"),
        (("star-blackjack", "--hand", "T 6 9", "--dealer", "T"), "not over 21"),
        (("caribbean-stud", "--hand", "AC KD QH 8S 3C", "--dealer", "7D 8D"), "is not a card"),
        (("caribbean-stud", "--hand", "AC KD QH 8S 3", "--dealer", "7D"), "'3' is not a card"),
        (
            ("star-blackjack", "--set", "decks=1", "--hand", "2 2 2 2 2", "--dealer", "T"),
            "that many cards of one rank: 2",
        ),
        (("caribbean-stud", "--hand", "AC KD", "--dealer", "7D"), "5 cards"),
        (("caribbean-stud", "--exceptions"), "suits decide"),
        (("star-blackjack", "--svg", "nowhere/chart.svg"), "cannot be written"),
        (("star-blackjack", "--png", "nowhere/chart.png"), "cannot be written"),
    ],
)
def test_wrong_usage_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], why: str
) -> None:
    assert why in complaint(capsys, *arguments)


def test_without_matplotlib_points_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = complaint(capsys, "star-blackjack", "--png", tmp_path / "chart.png")
    assert "install croupier[plots]" in said


@pytest.mark.parametrize("also", [["--svg", "chart.svg"], ["--png", "chart.png"], ["--exceptions"]])
def test_one_hand_is_not_drawn(also: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["strategy", "star-blackjack", "--hand", "T 6", "--dealer", "T", *also]) == 2
    assert "--hand is about one hand" in capsys.readouterr().err


def test_a_hand_of_more_cards_than_the_game_has_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand = ["--hand", "2 2 2 2 2 2", "--dealer", "6"]
    assert run(["strategy", "perth-blackjack-plus", *hand]) == 2
    assert "has at most 5 cards (6.2)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "head"),
    [
        (("star-blackjack",), "kind,hand,2,3,4,5,6,7,8,9,T,A"),
        (("star-blackjack", "--hand", "T 6", "--dealer", "T"), "hand,dealer,call,worth"),
        (("star-blackjack", "--exceptions"), "hand,dealer,best,chart,gain,chance"),
        (("caribbean-stud",), "hand,rank,2,3,4,5,6,7,8,9,T,J,Q,K,A"),
        (
            ("caribbean-stud", "--hand", "AC KD QH 8S 3C", "--dealer", "7D"),
            "hand,rank,dealer,call,worth",
        ),
    ],
)
def test_a_spreadsheet_gets_lines(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], head: str
) -> None:
    assert run(["strategy", *arguments, "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == head
    assert len(lines) > 1


def test_a_drawn_chart_is_announced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "chart.svg"
    assert run(["strategy", "star-blackjack", "--svg", str(file)]) == 0
    assert capsys.readouterr().err == f"croupier: the chart is in {file}\n"


def test_every_hand_against_every_card(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "perth-vegas-blackjack", "--values").splitlines()
    assert lines[1].split()[:3] == ["hand", "dealer", "best"]
    assert len(lines) == 2 + 55 * 10
    found = data(capsys, "perth-vegas-blackjack", "--values")
    assert len(found["hands"]) > 30_000
    two = next(one for one in found["hands"] if (one["hand"], one["dealer"]) == ("8 8", "T"))
    assert (
        two["choices"]
        == data(capsys, "perth-vegas-blackjack", "--hand", "8 8", "--dealer", "T")["choices"]
    )
    assert "--values: only for blackjack" in complaint(capsys, "caribbean-stud", "--values")
    why = complaint(capsys, "star-blackjack", "--values", "--exceptions")
    assert "--values is a table of its own" in why
