"""``croupier rules report``: one file with every clause, to be printed and filed."""

import csv
from datetime import date
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.features.compliance.cli import report
from croupier.features.compliance.cli.report import COLUMNS, MEANINGS, NAMED_AT_MOST
from croupier.features.compliance.evidence import Status
from croupier.kit import VERSION
from croupier.rulebooks import BOOKS, catalogue
from tests.support.registers import faults, place

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
VOID = {"meta", "col", "br"}


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """A folder with more scenarios than a page names."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for number in range(NAMED_AT_MOST + 2):
        (folder / f"ace-{number}.toml").write_text(SCENARIO)
    return folder


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.features.compliance.cli.report.today", lambda: date(2026, 5, 1))


def written(
    capsys: pytest.CaptureFixture[str], tests: Path, *arguments: str, book: str = STAR
) -> str:
    assert run(["rules", "report", book, "--tests", str(tests), *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


class Page(HTMLParser):
    """A page as its cells, with every element closed that was opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.addresses: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            self.rows[-1][-1] += data + ("\n" if self.open[-1] == "li" else "")


def test_the_table_of_values_has_a_line_per_clause(
    capsys: pytest.CaptureFixture[str], tests: Path
) -> None:
    text = written(capsys, tests, "--csv")
    rows = list(csv.DictReader(StringIO(text)))
    assert tuple(rows[0]) == COLUMNS
    assert [row["clause"] for row in rows] == list(catalogue(STAR).clauses)
    ace = next(row for row in rows if row["clause"] == "11.1.2")
    every = "; ".join(f"mine/ace-{number}.toml" for number in range(NAMED_AT_MOST + 2))
    assert ace == {
        "rulebook": STAR,
        "clause": "11.1.2",
        "class": "game",
        "gist": catalogue(STAR)["11.1.2"].gist,
        "status": "enforced",
        "where": "law: double.counted; refusal: double/total",
        "tests": every,
        "version": VERSION,
        "date": "2026-05-01",
    }
    assert "\r" not in text
    assert {row["status"] for row in rows} == {"enforced", "statement", "open"}


def test_the_page_has_every_clause_and_says_what_it_is_of(
    capsys: pytest.CaptureFixture[str], tests: Path
) -> None:
    text = written(capsys, tests, "--html")
    page = Page(text)
    clauses = {row[0]: row for row in page.rows if len(row) == 6}
    assert list(clauses) == list(catalogue(STAR).clauses)
    ace = clauses["11.1.2"]
    assert ace[2:4] == [catalogue(STAR)["11.1.2"].gist, "enforced"]
    assert ace[4].split("\n")[:2] == ["law: double.counted", "refusal: double/total"]
    assert "mine/ace-0.toml" in ace[5]
    assert "and 2 more" in ace[5]
    assert f"mine/ace-{NAMED_AT_MOST}.toml" not in ace[5]
    for told in (VERSION, "2026-05-01", "Law: star-blackjack (", "@media print", "@page"):
        assert told in text
    assert not [one for one in page.addresses if not one.startswith("#")]
    assert "<script" not in text


def test_the_page_explains_every_status(capsys: pytest.CaptureFixture[str], tests: Path) -> None:
    page = Page(written(capsys, tests, "--html"))
    told = [tuple(row) for row in page.rows if len(row) == 2]
    assert told == [(status.value, meaning) for status, meaning in MEANINGS.items()]
    assert not faults(MEANINGS, Status, where=place("MEANINGS", report))


def test_markdown_has_a_table_per_section(capsys: pytest.CaptureFixture[str], tests: Path) -> None:
    lines = written(capsys, tests, "--markdown").splitlines()
    assert lines[0] == "# What croupier does about each clause"
    assert "2026-05-01" in lines[2]
    assert "### 11 doubling" in lines
    (ace,) = (line for line in lines if line.startswith("| 11.1.2 |"))
    assert "| enforced | `law: double.counted`<br>`refusal: double/total` |" in ace
    assert ace.endswith("<br>and 2 more |")
    rows = [line for line in lines if line.startswith("| ")]
    assert all(row.count(" | ") in (1, 5) for row in rows)


def test_all_rulebooks_go_into_one_file(
    capsys: pytest.CaptureFixture[str], tests: Path, tmp_path: Path
) -> None:
    file = tmp_path / "clauses.csv"
    assert run(["rules", "report", "--csv", "--tests", str(tests), "-o", str(file)]) == 0
    assert capsys.readouterr().out == ""
    rows = list(csv.DictReader(StringIO(file.read_text())))
    assert list(dict.fromkeys(row["rulebook"] for row in rows)) == list(BOOKS)
    assert len(rows) == sum(len(catalogue(book).clauses) for book in BOOKS)


def test_without_evidence_the_report_says_unknown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.features.compliance.findings.load_findings", lambda: None)
    assert run(["rules", "report", STAR, "--csv"]) == 0
    printed = capsys.readouterr()
    assert "make evidence" in printed.err
    statuses = {row["status"] for row in csv.DictReader(StringIO(printed.out))}
    assert statuses == {"unknown", "statement"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((STAR,), "choose the form of the report: --html, --csv or --markdown"),
        ((STAR, "--html", "--csv"), "choose the form of the report"),
        (("chess", "--csv"), "there is no rulebook 'chess'"),
        ((STAR, "--csv", "--tests", "nowhere"), "there is no folder nowhere"),
        ((STAR, "--csv", "-o", "nowhere/report.csv"), "cannot be written: No such file"),
    ],
)
def test_complains_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert run(["rules", "report", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err
    assert printed.err.count("\n") == 1


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "report", "--help"]) == 0
    assert "croupier rules report --html --output clauses.html" in capsys.readouterr().out
