"""``croupier rules``: what it prints for people and for programs, and how it complains."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.features.compliance.cli import coverage
from croupier.features.compliance.findings import Freshness
from croupier.rulebooks import BOOKS, catalogue
from croupier.rulebooks.catalogue import parent_of, parts_of, section_names, sections
from croupier.terminal import output
from croupier.terminal.output import plain_lines

STAR = "star-blackjack"

SCENARIO = """
title = "An ace and a two are three"
game = "star-blackjack"
cites = ["11.1.2"]
shoe = "AH 7C 2D"
steps = [
  { do = "wager", player = "ann", box = 1, amount = 100 },
  { do = "deal" },
  { do = "double", box = 1, refused = "11.1.1" },
]
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """A folder with one scenario."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "ace.toml").write_text(SCENARIO)
    return folder


class Screen:
    """Runs commands and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.noted = ""

    def prints(self, *arguments: object) -> str:
        assert run(["rules", *map(str, arguments)]) == 0
        printed = self.capsys.readouterr()
        self.noted = printed.err
        assert all(len(line) <= 80 and line == line.rstrip() for line in printed.out.splitlines())
        return printed.out

    def data(self, *arguments: object) -> Any:
        assert run(["rules", *map(str, arguments), "--json"]) == 0
        return json.loads(self.capsys.readouterr().out)

    def complains(self, *arguments: object) -> str:
        assert run(["rules", *map(str, arguments)]) == 2
        printed = self.capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        return printed.err


@pytest.fixture
def screen(capsys: pytest.CaptureFixture[str]) -> Screen:
    return Screen(capsys)


# Reading ----------------------------------------------------------------------------------------


def test_lists_the_rulebooks(screen: Screen) -> None:
    lines = screen.prints().splitlines()
    assert lines[0].split() == ["rulebook", "game", "floor", "conduct", "statement", "games"]
    starts = [line.split()[0] for line in lines[1:] if not line.startswith(" ")]
    assert starts == list(BOOKS)
    listed = screen.data()
    assert [one["rulebook"] for one in listed] == list(BOOKS)
    assert listed[0]["games"] == [STAR]
    for one in listed:
        assert sum(one["clauses"].values()) == len(catalogue(one["rulebook"]).clauses)


@pytest.mark.parametrize("book", BOOKS)
def test_lists_every_clause_of_a_rulebook_in_its_order(screen: Screen, book: str) -> None:
    printed = screen.prints(book)
    place = 0
    for clause in catalogue(book).clauses:
        place = printed.index(f"\n{clause}", place)
    assert [one["id"] for one in screen.data(book)["clauses"]] == list(catalogue(book).clauses)


def test_clauses_are_grouped_by_section(screen: Screen) -> None:
    printed = screen.prints(STAR)
    assert "\n11  doubling\n11 " in printed
    clauses = screen.data(STAR)["clauses"]
    pay_tables = [one for one in clauses if one["id"].startswith("table:")]
    assert {one["section"] for one in pay_tables} == {"14"}


def test_shows_one_clause(screen: Screen, tests: Path) -> None:
    printed = screen.prints(STAR, "11.1.2", "--tests", tests)
    for text in (
        "star-blackjack 11.1.2: ",
        "class    game",
        "subject  double",
        "part of  11.1  ",
        "status   enforced",
        "law      double.counted = aces-as-one",
        "engine   refusal: double/total",
        "tests    tests/ace.toml",
    ):
        assert text in printed
    page = screen.data(STAR, "11.1.2", "--tests", tests)
    assert page["class"] == "game"
    assert page["part_of"] == "11.1"
    assert page["parts"] == []
    assert page["status"] == "enforced"
    assert page["where"] == ["law: double.counted", "refusal: double/total"]
    assert page["law"] == [{"game": STAR, "path": "double.counted", "value": "aces-as-one"}]
    assert page["tests"] == ["tests/ace.toml"]


def test_what_a_cloth_says_has_the_law_s_own_values(screen: Screen, tests: Path) -> None:
    law = screen.data(STAR, "2.2.3.1", "--tests", tests)["law"]
    assert {
        "game": STAR,
        "path": "equipment.inscriptions.1",
        "value": "Blackjack pays 3 to 2",
    } in law


def test_a_clause_names_its_parts(screen: Screen, tests: Path) -> None:
    assert screen.data(STAR, "11.1", "--tests", tests)["parts"] == ["11.1.1", "11.1.2", "11.1.3"]
    assert "parts    11.1.1  " in screen.prints(STAR, "11.1", "--tests", tests)


# Searching --------------------------------------------------------------------------------------


def test_searches_all_words_in_all_books(screen: Screen) -> None:
    found = screen.data("search", "Insurance", "ACE")
    assert {"rulebook", "id", "class", "who", "subject", "gist"} == set(found[0])
    assert (STAR, "8.1") in [(one["rulebook"], one["id"]) for one in found]
    assert len({one["rulebook"] for one in found}) > 1
    for one in found:
        text = f"{one['id']} {one['subject']} {one['gist']}".lower()
        assert "insurance" in text
        assert "ace" in text
    assert screen.prints("search", "insurance", "ace").endswith(f"\n{len(found)} clauses\n")


def test_searches_one_book(screen: Screen) -> None:
    found = screen.data("search", "surrender", "--book", "perth-blackjack")
    assert {one["rulebook"] for one in found} == {"perth-blackjack"}
    assert screen.prints("search", "surrender", "--book", STAR) == "0 clauses\n"


# Coverage ---------------------------------------------------------------------------------------


def test_coverage_has_the_agreed_form(screen: Screen, tests: Path) -> None:
    result = screen.data("coverage", STAR, "--tests", tests)
    assert list(result) == ["rulebook", "clauses"]
    assert [one["id"] for one in result["clauses"]] == list(catalogue(STAR).clauses)
    assert {
        "id": "11.1.2",
        "class": "game",
        "status": "enforced",
        "where": ["law: double.counted", "refusal: double/total"],
        "tests": ["tests/ace.toml"],
    } in result["clauses"]


def test_coverage_of_all_rulebooks_is_a_list(screen: Screen, tests: Path) -> None:
    results = screen.data("coverage", "--tests", tests)
    assert [one["rulebook"] for one in results] == list(BOOKS)
    printed = screen.prints("coverage", "--tests", tests)
    for book in BOOKS:
        assert f"\n{book}: " in printed


def test_coverage_closes_with_a_count(screen: Screen, tests: Path) -> None:
    printed = screen.prints("coverage", STAR, "--tests", tests, "--section", "11")
    assert printed.splitlines()[1].split() == ["clause", "class", "status", "tests", "where"]
    assert "star-blackjack: 2 enforced, 0 recorded, 0 shown, 1 statement, 5 open\n" in printed


def test_coverage_of_some_clauses(screen: Screen, tests: Path) -> None:
    def ids(*arguments: str) -> list[str]:
        result = screen.data("coverage", STAR, "--tests", tests, *arguments)
        return [one["id"] for one in result["clauses"]]

    assert ids("--section", "13") == ["13", "13.1", "13.2", "13.3", "13.4"]
    assert ids("--section", "7,13", "--class", "statement") == ["7", "13"]
    assert ids("--section", "11-12", "--class", "floor") == ["12.5", "12.5.1"]
    assert ids("--section", "11", "--open", "--class", "conduct", "--class", "game") == [
        "11.1",
        "11.1.3",
        "11.2",
        "11.3",
        "11.4",
    ]


def test_open_clauses_say_what_stands_in_the_law(screen: Screen, tests: Path) -> None:
    printed = screen.prints("coverage", STAR, "--tests", tests, "--section", "11", "--open")
    assert "not seen; law: double.one_card" in " ".join(printed.split())
    assert "enforced  " not in printed


def test_a_clause_that_no_law_names_is_told(
    screen: Screen, tests: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is left in the laws that come with croupier, so the law is taken away."""
    monkeypatch.setattr(coverage, "law_by_clause", lambda _: {})
    printed = screen.prints("coverage", STAR, "--tests", tests, "--section", "11", "--open")
    assert "nothing cites it" in printed


def test_scenarios_that_fail_are_named(screen: Screen, tests: Path) -> None:
    (tests / "broken.toml").write_text("title = 1")
    screen.prints("coverage", STAR, "--tests", tests)
    assert screen.noted == ("croupier: 1 scenario fails and does not count: tests/broken.toml\n")


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (Freshness.MISSING, "no test run has left evidence here"),
        (Freshness.STALE, "the evidence is from another law, other sources or other tests"),
    ],
)
def test_without_evidence_nothing_is_known(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, found: Freshness, told: str
) -> None:
    monkeypatch.setattr(
        "croupier.features.compliance.cli.coverage.current_evidence", lambda: (found, None)
    )
    printed = screen.prints("coverage", STAR, "--section", "11")
    assert screen.noted.count("\n") == 1
    assert told in screen.noted
    assert "make evidence" in screen.noted
    assert "6 open" not in printed
    assert "star-blackjack: 0 enforced, 0 recorded, 0 shown, 1 statement, 0 open, 7 unknown" in (
        printed
    )
    assert "status   unknown" in screen.prints(STAR, "11.1.2")


# Names ------------------------------------------------------------------------------------------


def test_a_game_stands_for_its_rulebook(screen: Screen) -> None:
    assert screen.data("perth-vegas-blackjack")["rulebook"] == "perth-blackjack"
    found = screen.data("search", "surrender", "--book", "perth-vegas-blackjack")
    assert {one["rulebook"] for one in found} == {"perth-blackjack"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("star-blackjak",), "there is no rulebook 'star-blackjak'; near it: star-blackjack"),
        (("Star",), "near it: star-blackjack"),
        (("11.1.2",), "choose from star-blackjack, blackjack-challenge"),
        ((STAR, "11.1.22"), "star-blackjack has no clause '11.1.22'; near it: 11.1.2"),
        ((STAR, "?"), "star-blackjack has no clause '?'\n"),
        (("search",), "at least one word"),
        (("search", "ace", "--book", "x"), "there is no rulebook 'x'"),
        (("coverage", "canbera-blackjack"), "near it: canberra-blackjack"),
        (("coverage", STAR, "--section", "99"), "there is no section '99'"),
        (("coverage", STAR, "--section", "a-b"), "there is no section 'a-b'"),
        (("coverage", STAR, "--class", "games"), "--class"),
        (("coverage", STAR, "--tests", "nowhere"), "there is no folder nowhere"),
    ],
)
def test_complains_in_one_sentence(screen: Screen, arguments: tuple[str, ...], told: str) -> None:
    assert told in screen.complains(*arguments)


# The outline of a rulebook ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "clause", "parent"),
    [
        (STAR, "11.1.2", "11.1"),
        (STAR, "11", None),
        (STAR, "19.4.2(h)(ii)", "19.4.2(h)"),
        (STAR, "table:lucky-lucky:any-20", "table:lucky-lucky"),
        (STAR, "table:lucky-lucky", "14"),
        (STAR, "def:void", "1"),
        (STAR, "diagram:A", None),
        ("perth-blackjack", "table:3.19:mixed-pair", "3.19"),
        ("perth-blackjack", "8.7(a)#2", "8.7"),
        ("canberra-blackjack", "def:float", "A"),
    ],
)
def test_what_a_clause_is_part_of(book: str, clause: str, parent: str | None) -> None:
    found = parent_of(catalogue(book), clause)
    assert (found.id if found else None) == parent


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_stands_in_one_section(book: str) -> None:
    every = sections(catalogue(book))
    assert sum(len(section.clauses) for section in every) == len(catalogue(book).clauses)
    assert len({section.id for section in every}) == len(every)
    for section in every:
        assert section.title or not section.id.isdigit()
        assert all(
            section_names(catalogue(book))[clause.id] == section.id for clause in section.clauses
        )


def test_parts_stand_in_the_order_of_the_rulebook() -> None:
    parts = [part.id for part in parts_of(catalogue(STAR), "15.1")]
    assert parts == [f"15.1.{number}" for number in range(1, 11)]


# Tables -----------------------------------------------------------------------------------------


def test_long_first_cells_have_a_line_to_themselves() -> None:
    rows = [("1", "a", "short"), ("a-first-cell-that-is-long", "b", "word " * 30)]
    lines = list(plain_lines(("", "", ""), rows))
    assert lines[0] == "1  a  short"
    assert lines[1] == "a-first-cell-that-is-long"
    assert lines[2].startswith("   b  word word")
    assert all(len(line) <= output.WIDTH for line in lines)
    assert not list(plain_lines(("", ""), []))


def test_a_terminal_gets_a_drawn_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert run(["rules"]) == 0
    assert "─" in capsys.readouterr().out


# How long it takes --------------------------------------------------------------------------------


def test_a_clause_is_shown_within_a_second_of_processor_time() -> None:
    """From the start of Python to the last line, the tests' fingerprint included."""
    told = (
        "import resource, sys\n"
        "from croupier.cli.main import run\n"
        f"code = run(['rules', {STAR!r}, '11.1.2'])\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "print(used.ru_utime + used.ru_stime, file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert "status   " in done.stdout
    assert float(done.stderr.splitlines()[-1]) < 1.0
