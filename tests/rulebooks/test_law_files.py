"""Games from outside the package: what a file gives, and what is said about one that does not."""

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.errors import CroupierError
from croupier.features.compliance.runs import check_file
from croupier.floor.resting_tables import playing_law
from croupier.games.engine import evolve, open_table
from croupier.games.table.opening import TableOpened
from croupier.maths.blackjack.parameters import parameters_of
from croupier.rulebooks import BLACKJACK, BlackjackLaw, UnknownGameError, catalogue, law_of, load
from croupier.rulebooks.catalogue import sections

OUTSIDE = Path(__file__).parent / "outside"
HARBOUR = OUTSIDE / "harbour_blackjack.py"
PAGE = Path(__file__).parents[2] / "docs" / "add-a-rulebook.md"
START = "from msgspec.structs import replace\nfrom croupier.rulebooks import *\n"


def test_a_game_from_a_file_is_known_by_its_name() -> None:
    with pytest.raises(UnknownGameError):
        law_of("harbour-blackjack")
    (law,) = load(HARBOUR)
    assert law_of("harbour-blackjack") is law
    assert BLACKJACK["harbour-blackjack"] is law
    assert catalogue("harbour-rules")["H.2"].subject == "blackjack"
    assert load(str(HARBOUR)) == (law,), "a file that was loaded is not run again"


def test_clauses_named_by_a_letter_are_one_section() -> None:
    load(HARBOUR)
    last = sections(catalogue("harbour-rules"))[-1]
    assert (last.id, last.title) == ("H", "House rules of the Harbour Room")
    assert [clause.id for clause in last.clauses] == ["H", "H.1", "H.2", "H.3", "H.4", "H.5"]


def test_a_table_of_such_a_game_finds_its_law_again() -> None:
    (law,) = load(HARBOUR)
    opened = open_table(law)
    assert isinstance(opened, TableOpened)
    assert playing_law(evolve(None, opened)) is law


def test_the_maths_reads_such_a_law() -> None:
    (law,) = load(HARBOUR)
    assert isinstance(law, BlackjackLaw)
    numbers = parameters_of(law)
    assert (numbers.decks, numbers.blackjack_pays, numbers.split_hands) == (2, 1.2, 4)
    assert not numbers.dealer_draws_soft_17


def test_such_a_law_reaches_a_process_that_did_not_load_it() -> None:
    sent = pickle.dumps(load(HARBOUR)[0])
    received = "import pickle, sys; print(pickle.load(sys.stdin.buffer).cards.decks.clause)"
    ran = subprocess.run(
        [sys.executable, "-c", received], input=sent, capture_output=True, check=False
    )
    assert ran.stdout.decode().strip() == "H.1", ran.stderr.decode()


@pytest.mark.parametrize("scenario", sorted(OUTSIDE.glob("*.toml")), ids=lambda path: path.stem)
def test_scenarios_of_such_a_game_pass(scenario: Path) -> None:
    load(HARBOUR)
    assert check_file(scenario).problems == ()


def test_the_page_shows_the_files_as_they_are() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert HARBOUR.read_text(encoding="utf-8") in page
    assert (OUTSIDE / "harbour-rules.tsv").read_text(encoding="utf-8") in page
    assert (OUTSIDE / "double-on-a-soft-total.toml").read_text(encoding="utf-8") in page


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = 1", "has no law: give a BlackjackLaw or a StudLaw a name in it"),
        (f"{START}S = STAR_BLACKJACK", "has no law"),
        ("x = (", r"line 1: '\(' was never closed"),
        ("import nothing_of_the_kind", "line 1: ModuleNotFoundError: No module named"),
        (f"{START}M = replace(STAR_BLACKJACK, title='Mine')", "a game star-blackjack already"),
        (f"{START}M = replace(STAR_BLACKJACK, game='My Game')", "hyphens, such as"),
        (
            f"{START}Rule = catalogue('star-blackjack').rule\n\nx = Rule(6, '99.9')",
            "line 5: star-blackjack has no clause '99.9'",
        ),
        (
            "from croupier.rulebooks.law.table import FloorLaw\nF = FloorLaw(\n    hours=None,\n)",
            "line 2: FloorLaw lacks closing_minutes, closed_by, idle_rounds, vacated_by, no_wagers",
        ),
        (
            f"{START}S = STAR_BLACKJACK\nR = Rule('6 to 5', '15.1.1')\n"
            "M = replace(S, game='mine', settlement=replace(S.settlement, blackjack=R))",
            r"line 5: mine: settlement.blackjack \(15.1.1\) has '6 to 5', and takes odds",
        ),
        (
            f"{START}M = replace(STAR_BLACKJACK, game='mine', book='canberra-blackjack')",
            "cites '2.2.1', a clause that the rulebook does not have",
        ),
        (f"{START}catalogue_beside(__file__, 'mine')", "clauses of mine are missing: there is no"),
        (f"{START}catalogue_beside(__file__, 'caribbean-stud')", "choose another name"),
        (f"{START}catalogue_beside(__file__, 'tabs')", "tabs.tsv, line 1: the columns are id"),
        (f"{START}catalogue_beside(__file__, 'short')", "short.tsv, line 2: this row has 2"),
        (f"{START}catalogue_beside(__file__, 'kinds')", "has the class 'law', which is none of"),
        (f"{START}catalogue_beside(__file__, 'twice')", "line 3: this row has clause '1' a second"),
    ],
)
def test_a_file_without_a_sound_law_is_refused_in_a_sentence(
    text: str, why: str, tmp_path: Path
) -> None:
    head = "id\tclass\twho\tsubject\tgist\n"
    for name, table in {
        "tabs": "id,class\n",
        "short": f"{head}1\tgame\n",
        "kinds": f"{head}1\tlaw\t-\t-\t-\n",
        "twice": head + "1\tgame\t-\t-\t-\n" * 2,
    }.items():
        (tmp_path / f"{name}.tsv").write_text(table, encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CroupierError, match=why) as caught:
        load(file)
    assert str(caught.value).startswith("mine.py")
    assert "\n" not in str(caught.value)


def test_what_is_wrong_in_a_file_beside_it_is_found_there(tmp_path: Path) -> None:
    floor = "from croupier.rulebooks.law.table import FloorLaw\n\nFLOOR = FloorLaw()\n"
    (tmp_path / "floor_of_mine.py").write_text(floor, encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text("from floor_of_mine import FLOOR", encoding="utf-8")
    with pytest.raises(CroupierError, match=r"floor_of_mine\.py, line 3: FloorLaw lacks closing"):
        load(file)


def test_two_files_cannot_have_one_game(tmp_path: Path) -> None:
    load(HARBOUR)
    for file in (HARBOUR, OUTSIDE / "harbour-rules.tsv"):
        shutil.copy(file, tmp_path)
    with pytest.raises(CroupierError, match="there is a game harbour-blackjack already"):
        load(tmp_path / HARBOUR.name)


@pytest.mark.parametrize("name", ["none.py", "outside", "outside/harbour-rules.tsv"])
def test_what_is_no_python_file_is_refused(name: str) -> None:
    with pytest.raises(CroupierError, match="there is no Python file"):
        load(Path(__file__).parent / name)


@pytest.mark.parametrize("given", [["--law", str(HARBOUR)], [f"--law={HARBOUR}"]])
def test_any_command_takes_a_law(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", *given, str(OUTSIDE)]) == 0
    assert run(["rules", "harbour-blackjack", "H.2", *given]) == 0
    assert "six for every five" in capsys.readouterr().out


def test_the_option_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--law"]) == 2
    assert run(["rules", "--law", "none.py"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "croupier: --law: name a Python file with a law, such as my_game.py",
        "croupier: there is no Python file none.py to take a law from",
    ]
