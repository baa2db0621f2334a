"""Whatever stands in a scenario file, checking it ends in a result and one sentence per problem."""

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.features.compliance.runs import check_file

JUNK: list[Any] = [
    -1, 0, 10**30, 1.005, float("inf"), float("nan"), "", "ann", "TH 9C", "ZZ", "\x00", True,
    [], ["11.1", 3], {}, {"do": "hit"}, "2026-05-01T20:00:00Z", "main", "shuffler",
]  # fmt: skip

LIBRARY_WORDS = ("Expected `", "Object contains", "Object missing", "Invalid value", "- at `")

SCENARIO: dict[str, Any] = {
    "title": "eighteen against seventeen",
    "game": "star-blackjack",
    "cites": ["15.1.3"],
    "shoe": "TH 7C 8D TC",
    "table": {"minimum": 5, "boxes": 7, "side-bets": ["perfect-pairs"]},
    "steps": [
        {"do": "wager", "player": "ann", "box": 1, "amount": 100},
        {"do": "wager", "player": "ann", "box": 1, "amount": 5, "on": "perfect-pairs"},
        {"do": "deal", "at": "2026-05-01T20:00:00Z", "by": "dealer"},
        {"do": "hit", "box": 2, "refused": ["10.1"]},
        {"do": "stand", "box": 1},
    ],
    "net": {"ann": 95},
    "paid": [{"player": "ann", "amount": 100, "clause": "15.1.3"}],
}


def toml(value: Any) -> str:
    """A value in TOML's inline form."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + "".join(f"\\u{ord(c):04x}" if c < " " else c for c in value) + '"'
        case dict():
            return "{" + ", ".join(f'"{key}" = {toml(one)}' for key, one in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return repr(value)


def written(scenario: dict[str, Any]) -> str:
    return "\n".join(f'"{key}" = {toml(value)}' for key, value in scenario.items())


def spoil(part: Any, chance: Random) -> Any:
    """The same with one thing in it changed, added or taken out."""
    if isinstance(part, dict) and part:
        key = chance.choice(list(part))
        match chance.randrange(4):
            case 0:
                del part[key]
            case 1:
                part[chance.choice(["hat", "by", "at", "amount", key])] = chance.choice(JUNK)
            case _:
                part[key] = spoil(part[key], chance)
        return part
    if isinstance(part, list) and part and chance.random() < 0.8:
        place = chance.randrange(len(part))
        part[place] = spoil(part[place], chance)
        return part
    return chance.choice(JUNK)


@pytest.mark.parametrize("seed", range(20))
def test_spoilt_scenarios_are_told_of_in_sentences(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    told = 0
    for _ in range(60):
        scenario = copy.deepcopy(SCENARIO)
        for _ in range(chance.randint(1, 3)):
            scenario = spoil(scenario, chance)
        file = tmp_path / "spoilt.toml"
        file.write_text(written(scenario), encoding="utf-8")
        result = check_file(file)
        assert result.ok == (not result.problems)
        assert all(problem and "\n" not in problem for problem in result.problems)
        assert not any(word in str(result.problems) for word in LIBRARY_WORDS)
        told += not result.ok
    assert told > 20


def test_the_scenario_itself_passes(tmp_path: Path) -> None:
    file = tmp_path / "whole.toml"
    file.write_text(written(SCENARIO), encoding="utf-8")
    assert check_file(file).problems == ()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"title = ", b"[[steps]]\n" * 3])
def test_a_file_that_is_no_scenario_fails_with_exit_code_1(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_bytes(content)
    assert run(["check", str(file)]) == 1


SLIPS = [
    ('"stand"', '"stnad"', "step 3, line 8 (stnad): there is no step 'stnad'; did you mean stand?"),
    ("box = 1, a", "bx = 1, a", "step 1, line 6 (wager): there is no field bx; did you mean box?"),
    ("box = 1, a", "a", "step 1, line 6 (wager): box is missing"),
    ("box = 1, a", "box = 1.5, a", "box: this must be a whole number, not one with a decimal poin"),
    ("= 100", '= "five"', "step 1, line 6 (wager): amount: 'five' is not an amount in dollars"),
    ('do = "deal"', 'doo = "deal"', "step 2, line 7: do is missing; it says what happens"),
    ("7C", "7X", "shoe, line 3: '7X' is not a card: write a rank"),
    ("7C", "-- 7C --", "shoe, line 3: -- may stand once, and -- before //"),
    ("7C", "// 7C --", "shoe, line 3: -- may stand once, and -- before //"),
    ("7C 8D TC", "7C // 8D TC", "step 3, line 8 (stand): was refused: the cards are still being"),
    ("star-b", "sta-b", "game, line 2: there is no game 'sta-blackjack'; did you mean star-blackj"),
    ("15.1.3", "15.1.33", "cites, line 4: star-blackjack has no clause '15.1.33'"),
    ("boxes", "boxs", "table, line 12: there is no field boxs; did you mean boxes?"),
    ("live", "liv", "table.mode, line 13: 'liv' is not accepted here; did you mean live?"),
    ("shoe =", "sheo =", "not a scenario: there is no field sheo, line 3; did you mean shoe?"),
    ("shoe =", "shoe", "not a scenario: line 3, column 6: a name and its value go together"),
    (
        "[table]",
        "[net]",
        "not a scenario: net, line 11: this must be a whole number or a number",
    ),
]
FILE = """\
title = "eighteen against seventeen"
game = "star-blackjack"
shoe = "TH 7C 8D TC"
cites = ["15.1.3"]
steps = [
  { do = "wager", player = "ann", box = 1, amount = 100 },
  { do = "deal" },
  { do = "stand", box = 1 },
]

[table]
boxes = 7
mode = "automatic" # or "live"
"""


@pytest.mark.parametrize(("right", "wrong", "told"), SLIPS)
def test_a_slip_is_told_with_its_line_and_what_was_meant(
    right: str, wrong: str, told: str, tmp_path: Path
) -> None:
    text = FILE.replace('"automatic" # or "live"', '"live"') if right == "live" else FILE
    assert right in text
    file = tmp_path / "slip.toml"
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    problems = check_file(file).problems
    assert told in problems[0]


@pytest.mark.parametrize(
    ("game", "device", "told"),
    [
        ("caribbean-stud", "shoe", "shoe, line 3: a deck of Caribbean Stud Poker has no -- and //"),
        ("star-blackjack", "shuffler", "shoe, line 3: a shuffling device has no cutting card --"),
    ],
)
def test_marks_stand_only_in_shoes_that_can_have_them(
    game: str, device: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "marks.toml"
    table = f'[table]\ndevice = "{device}"\n'
    shoe = f'title = "x"\ngame = "{game}"\nshoe = "TH -- 7C"\nsteps = []\n{table}'
    file.write_text(shoe, encoding="utf-8")
    assert check_file(file).problems == (told,)
