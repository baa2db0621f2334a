"""What a run of the tests has found is kept, and counts for what it was made with alone."""

from pathlib import Path

import msgspec
import pytest

from croupier.features.compliance import source_hashes
from croupier.features.compliance.evidence import (
    Evidence,
    Status,
    Weight,
    Witness,
    gather_sightings,
)
from croupier.features.compliance.findings import (
    FILE,
    MAKE_COMMAND,
    PACKAGE,
    BadFindingsError,
    Findings,
    Freshness,
    current_evidence,
    find_tests,
    freshness,
    load_findings,
    make_findings,
    rulebook_coverage,
    save_findings,
)
from croupier.rulebooks import BOOKS, catalogue

STAR = "star-blackjack"
TESTS = Path(__file__).parents[2]


def some_findings() -> Findings:
    seen = [
        Witness("b.toml", (Evidence(STAR, "11.1.2", "law: double.counted", Weight.ENFORCED),)),
        Witness("a.toml", (Evidence(STAR, "11.1", "event: double-placed", Weight.ENFORCED),)),
    ]
    return make_findings(gather_sightings(seen), {"star-blackjack double.counted"}, TESTS)


# The file -----------------------------------------------------------------------------------------


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "data" / "evidence.json"
    save_findings(some_findings(), file)
    assert load_findings(file) == some_findings()
    assert load_findings(tmp_path / "none.json") is None


def test_the_same_findings_are_the_same_text(tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    save_findings(some_findings(), first)
    backwards = msgspec.structs.replace(
        some_findings(), seen=dict(reversed(some_findings().seen.items()))
    )
    save_findings(make_findings(backwards.seen, set(backwards.read), TESTS), second)
    assert first.read_bytes() == second.read_bytes()


def test_a_broken_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    file.write_text("{")
    with pytest.raises(BadFindingsError, match=r"evidence\.json cannot be read .*make evidence"):
        load_findings(file)


# Whether it counts --------------------------------------------------------------------------------


def test_findings_count_for_what_they_were_made_with() -> None:
    assert freshness(some_findings(), tests=TESTS) is Freshness.CURRENT
    assert freshness(None, tests=TESTS) is Freshness.MISSING


@pytest.mark.parametrize(
    "other",
    [
        {"version": "0.0.1"},
        {"laws": {STAR: "0123456789abcdef"}},
        {"sources": "0123456789abcdef"},
        {"tests": "0123456789abcdef"},
    ],
)
def test_findings_of_anything_else_are_stale(other: dict[str, object]) -> None:
    findings = msgspec.structs.replace(some_findings(), **other)
    assert freshness(findings, tests=TESTS) is Freshness.STALE


def test_a_wheel_has_no_tests_to_compare() -> None:
    findings = msgspec.structs.replace(some_findings(), tests="0123456789abcdef")
    assert freshness(findings, tests=None) is Freshness.CURRENT


def test_sources_are_told_apart_by_name_and_content(tmp_path: Path) -> None:
    package = tmp_path / "croupier"
    (package / "games").mkdir(parents=True)
    (package / "cli").mkdir()
    (package / "games" / "seats.py").write_text("seats = 7\n")
    first = source_hashes.package_hash(package)
    (package / "cli" / "check.py").write_text("# a command changes no evidence\n")
    (package / "games" / "notes.txt").write_text("nor does a note\n")
    assert source_hashes.package_hash(package) == first
    (package / "games" / "seats.py").write_bytes(b"seats = 7\r\n")
    assert source_hashes.package_hash(package) == first, "line ends do not count"
    (package / "games" / "seats.py").write_text("seats = 9\n")
    assert source_hashes.package_hash(package) != first
    (package / "games" / "seats.py").write_text("seats = 7\n")
    (package / "games" / "seats.py").rename(package / "games" / "boxes.py")
    assert source_hashes.package_hash(package) != first


def test_every_package_that_may_act_on_a_clause_is_watched() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.name for path in PACKAGE.glob("*.py")} - {"__init__.py", "__main__.py"}
    unwatched = {"app", "cli", "client", "gym", "maths", "terminal", "web", "errors.py"}
    assert (packages | modules) - set(source_hashes.HASHED_PACKAGES) == unwatched
    assert set(source_hashes.HASHED_PACKAGES) <= packages | modules


# The project itself -------------------------------------------------------------------------------


def test_the_evidence_that_would_be_shipped_is_current() -> None:
    found, _ = current_evidence()
    told = f"the evidence in {FILE.relative_to(PACKAGE)} is {found.value}: {MAKE_COMMAND}"
    assert found is Freshness.CURRENT, f"{told} (python -m tests.evidence)"


def test_real_clauses_are_enforced() -> None:
    _, seen = current_evidence()
    covered = {one.id: one for one in rulebook_coverage(STAR, seen).clauses}
    ace = covered["11.1.2"]
    assert ace.status is Status.ENFORCED
    assert "law: double.counted" in ace.where
    assert "refusal: double/total" in ace.where
    assert any(test.startswith("tests/scenarios/star-blackjack/") for test in ace.tests)
    assert "payment: main stand-off" in covered["15.1.9"].where
    assert "event: card-dealt" in covered["7.1"].where
    assert covered["7.1"].status is Status.ENFORCED
    assert covered["11"].status is Status.STATEMENT
    assert covered["18.14"].status is Status.RECORDED, "that the rules were shown has no effect"
    assert covered["10.1.1"].status is Status.SHOWN, "a prompt says that one may double"


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_open(book: str) -> None:
    _, seen = current_evidence()
    left = [one.id for one in rulebook_coverage(book, seen).clauses if one.status is Status.OPEN]
    assert not left, "let a scenario make the engine act on it"


def test_every_clause_that_was_seen_is_in_its_rulebook() -> None:
    _, seen = current_evidence()
    assert seen is not None
    for book, clauses in seen.items():
        assert clauses.keys() <= catalogue(book).clauses.keys()


def test_every_clause_of_every_rulebook_has_one_status() -> None:
    _, seen = current_evidence()
    for book in BOOKS:
        assert [one.id for one in rulebook_coverage(book, seen).clauses] == list(
            catalogue(book).clauses
        )


def test_the_tests_lie_beside_the_source() -> None:
    assert find_tests() == TESTS
