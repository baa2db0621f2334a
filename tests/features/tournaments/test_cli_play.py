"""``croupier tournament play``: a person wagers in turn among software players."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from croupier.cli.main import run
from croupier.display.viewers import Patron, Voice
from croupier.features.tournaments.bots import SoftwarePlayers, open_tournament
from croupier.features.tournaments.cli.play import TournamentEvening
from croupier.features.tournaments.files import read_tournament
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.rulebooks import BlackjackLaw
from croupier.terminal.player.colours import PLAIN_ASCII
from croupier.terminal.player.felt import FeltScreen
from croupier.terminal.player.screen import PlainScreen, Screen

CAPTURE = pytest.CaptureFixture[str]
FORMS = """\
game = "star-blackjack"

[conditions]
chips = 40
pass-cards = 1
undisclosed-wagers = 1
buy-backs = 1
buy-back-until = 3
sessions = [{ name = "final", tables = 1, rounds = 4, advance = 0 }]
prizes = [60, 40]
"""


STUDIES: dict[str, BlackjackStudy] = {}
"""One for each game: all files here have the same tables."""


def studied(law: BlackjackLaw, choices: Choices) -> BlackjackStudy:
    """A study whose chart is computed once for all tests."""
    return STUDIES.setdefault(law.game, BlackjackStudy(law, choices))


@pytest.fixture(autouse=True)
def _computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.maths.blackjack.analysis.BlackjackStudy", studied)


def saved(folder: Path, text: str) -> str:
    file = folder / "spring.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def played(
    folder: Path,
    capsys: CAPTURE,
    monkeypatch: pytest.MonkeyPatch,
    lines: list[str],
    *options: str,
    text: str = FORMS,
) -> str:
    """What a tournament prints while these lines are typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    asked = ["tournament", "play", saved(folder, text), "--players", "ann,bob", *options]
    assert run(asked) == 0
    return capsys.readouterr().out


def test_a_person_passes_wagers_secretly_and_leaves(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    """19.7.1, 19.8.1, 19.9.4: all in turn, and the marker goes round."""
    lines = ["pass", "standings", "form 20 10", "n", "s"]
    told = played(tmp_path, capsys, monkeypatch, lines, "--seed", "7", "--box", "1")
    assert "Round 1 of 4, the marker on box 1. Your wager of $40, $10 to $500" in told
    assert "You play a pass card." in told
    assert "bob's wager on box 2: $10." in told
    assert "After round 1: 1 ann" in told
    assert "Your undisclosed wager: $20." in told
    assert "Round 3 of 4, the marker on box 3" in told
    assert "You leave the tournament." in told
    assert "session      final, round 3: place 3 of 3 at table 1" in told
    assert told.rstrip().endswith("seed         7")


def test_planned_breaks_are_given_between_rounds(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``tournament run`` gives them; the person passes, so that no card decides anything."""
    planned = FORMS + "breaks = [{ after = 1, minutes = 10 }]\n"
    planned += "levels = [{ after = 1, minimum = 20, maximum = 200 }]\n"
    told = played(tmp_path, capsys, monkeypatch, ["pass"], "--seed", "7", text=planned)
    round_over, _, rest = told.partition("There is a break of 10 minutes.")
    assert "The limits are $20 to $200 from now on." in round_over
    assert "After round 1: " in round_over
    assert "Round 2 of 4" in rest
    assert "break" not in rest


def test_what_cannot_be_wagered_is_asked_again(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["much", "5", "", "form 900", "see zoe", "50"]
    told = played(tmp_path, capsys, monkeypatch, lines, "--seed", "7")
    assert '"much" is not a wager: type 25, pass, form 50, or ? for help.' in told
    assert "A wager is $10 to $500 in this round, not $5." in told
    assert "Enter is not a wager" in told
    assert "(19.8.2.3)" in told
    assert "(19.8.4)" in told
    assert "$40 in tournament chips, not $50 (19.6.1)." in told
    assert "final, round 1: place 1 of 3" in told


def test_who_is_out_may_buy_back_and_sees_the_end(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    """19.4.2(g): an eliminated player buys back while the conditions let that be done."""
    lines = ["40", "h", "h", "h", "h", "y", *["n", "s", "10", "h"] * 40]
    told = played(tmp_path, capsys, monkeypatch, lines, "--seed", "11")
    assert "You are out. You may buy back for $50: y pays $50, n stays out" in told
    assert "You buy back for $50 (19.4.2(g))." in told
    assert "Prizes: " in told
    assert "prize        $" in told


@pytest.mark.parametrize("name", ["heats", "repechage", "points", "sit-and-go"])
def test_all_structures_can_be_played_to_the_prizes(
    name: str, tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["tournament", "template", name]) == 0
    file = saved(tmp_path, capsys.readouterr().out)
    monkeypatch.setattr("sys.stdin", io.StringIO("n\ns\n100\nh\n" * 400))
    players = {"sit-and-go": "6", "repechage": "8", "points": "7"}.get(name, "8")
    asked = ["tournament", "play", file, "--players", players, "--seed", "3"]
    assert run(asked) == 0
    told = capsys.readouterr().out
    assert "Prizes: " in told
    assert "prize        $" in told


def test_the_same_seed_and_input_give_the_same_tournament(
    tmp_path: Path, capsys: CAPTURE, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["10", "s", "n"] * 10
    told = [played(tmp_path, capsys, monkeypatch, lines, "--seed", seed) for seed in "556"]
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (["--box", "9"], "nobody drew box 9 at table 1; choose from 1, 2, 3"),
        (["--player", "ann"], "--player: ann is already among the others"),
        (["--bots", "bold"], "--bots: there is no 'bold'"),
        (["--player", ""], "--player: a name has"),
    ],
)
def test_bad_options_are_one_sentence(
    options: list[str], wrong: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    asked = ["tournament", "play", saved(tmp_path, FORMS), "--players", "ann,bob"]
    assert run([*asked, *options]) == 2
    assert wrong in capsys.readouterr().err


class Interrupted(io.StringIO):
    """Somebody who presses Ctrl-C."""

    def readline(self, *_: Any) -> Any:
        raise KeyboardInterrupt


@pytest.mark.parametrize("drawn", [False, True])
def test_ctrl_c_sums_up(drawn: bool, tmp_path: Path) -> None:
    read = read_tournament(Path(saved(tmp_path, FORMS)))
    house = open_tournament(read.law, read.conditions, name="spring", seed=1)
    chart = studied(read.law, read.choices).flat_chart
    target = io.StringIO()
    screen: Screen = PlainScreen(Interrupted(), target, faces=PLAIN_ASCII, shorts={}, echo=True)
    if drawn:
        console = Console(file=target, width=100, height=40, force_terminal=True)
        screen = FeltScreen(
            Interrupted(),
            target,
            faces=PLAIN_ASCII,
            shorts={},
            pause_seconds=0,
            console=console,
        )
    software = SoftwarePlayers(["ann"], ["steady"], chart)
    voice = Voice(Patron("you"), PLAIN_ASCII)
    TournamentEvening(house, software, screen, voice, box=1).run(["you", "ann"])
    told = target.getvalue()
    assert "Summary" in told
    assert "place 1 of 2" in told
    assert not drawn or "final 1/4, marker 1" in told
