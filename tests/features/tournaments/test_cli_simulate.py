"""``croupier tournament simulate``: who wins, from which seat, how long it takes."""

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.features.tournaments.files import TEMPLATES

CAPTURE = pytest.CaptureFixture[str]
HEATS = """\
game = "star-blackjack"
[conditions]
sessions = [
  { name = "heats", tables = 2, rounds = 4, advance = 1 },
  { name = "final", rounds = 4 },
]
"""


def saved(folder: Path, text: str) -> str:
    file = folder / "spring.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def simulated(file: str, capsys: CAPTURE, *options: str) -> dict[str, Any]:
    asked = ["tournament", "simulate", file, "--tournaments", "300", "--seed", "7", "--json"]
    assert run([*asked, *options]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_it_tells_of_bots_seats_and_length_with_errors(tmp_path: Path, capsys: CAPTURE) -> None:
    told = simulated(saved(tmp_path, HEATS), capsys, "--players", "8")
    assert (told["tournaments"], told["seed"], told["complete"]) == (300, 7, True)
    assert [one["bot"] for one in told["bots"]] == [
        "steady",
        "proportional",
        "follow-the-leader",
        "catch-up-late",
    ]
    for one in told["bots"]:
        assert one["players"] == 2
        assert 0 <= one["wins"]["mean"] <= one["goes-on"]["heats"]["mean"] <= 1
        assert 0 < one["goes-on"]["heats"]["standard_error"] < 0.1
    went_on = sum(one["goes-on"]["heats"]["mean"] * one["players"] for one in told["bots"])
    assert went_on == pytest.approx(2)
    heats, final = told["sessions"]
    assert [len(heats["boxes"]), len(final["boxes"])] == [4, 2]
    assert sum(one["succeeds"]["mean"] * one["players"] for one in heats["boxes"]) == pytest.approx(
        2
    )
    assert heats["rounds"]["mean"] >= 4
    together = heats["rounds"]["mean"] + final["rounds"]["mean"]
    assert told["rounds"]["mean"] == pytest.approx(together)


def test_the_same_seed_gives_the_same_result_on_any_number_of_cores(
    tmp_path: Path, capsys: CAPTURE
) -> None:
    file = saved(tmp_path, HEATS)
    told = [simulated(file, capsys, "--players", "6", "--cores", cores) for cores in ("1", "2")]
    for one in told:
        del one["seconds"]
    assert told[0] == told[1]


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_can_be_simulated(name: str, tmp_path: Path, capsys: CAPTURE) -> None:
    file = saved(tmp_path, TEMPLATES[name])
    asked = ["tournament", "simulate", file, "--players", "7", "--tournaments", "50"]
    assert run([*asked, "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert "catch-up-late" in told.out
    assert "play-offs" in told.out
    unused = "the software players do not use undisclosed-wagers" in told.err
    assert unused == ("undisclosed-wagers" in TEMPLATES[name])


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        (HEATS, ["--players", "1"], "the conditions are for 2 to 100 players, not 1"),
        (HEATS, ["--players", "15"], "15 would play the session 'heats', which seats 14"),
        (HEATS, ["--players", "0"], "--players: 1 or more, not 0"),
        (HEATS, ["--bots", "wild"], "there is no 'wild'; choose from steady"),
        (HEATS, ["--tournaments", "1"], "1 is not a number of tournaments"),
        (HEATS, ["--seed", "-1"], "a seed is a whole number from 0"),
        (HEATS, ["--cores", "0"], "--cores: 1 to 1024, not 0"),
        ('[tables]\ndevice = "shuffler"\n[conditions]\n', [], "simulated from a shoe"),
        ("[conditions]\nminimum = 10.25\n", [], "wager whole minimums, and $10.25 is not"),
        ("[conditions]\nprizes = [50]\n", [], "(19.3.2)"),
        (
            'game = "canberra-blackjack"\n[conditions]\nformat = "points"\npoints = [2, 1]\n'
            'sessions = [{ name = "cards", other-game = true }]\n',
            [],
            "is of another game, which is not simulated",
        ),
        (
            'game = "canberra-blackjack"\n[conditions]\nformat = "points"\npoints = [2, 1]\n',
            [],
            "level on points is not simulated",
        ),
        (
            'game = "canberra-blackjack"\n[conditions]\nsit-and-go = 3\nbuy-in = 50\n',
            [],
            "buy-in can only be 0, as the fee buys the chips here (19.3(a)(iv))",
        ),
    ],
)
def test_what_cannot_be_simulated_is_one_sentence(
    text: str, options: list[str], why: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    assert run(["tournament", "simulate", saved(tmp_path, text), *options]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert why in told.err
    assert told.err.count("\n") == 1
