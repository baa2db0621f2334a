"""Which clauses are kept: found from the law, the source, scenarios and tests, never declared."""

from functools import cache
from pathlib import Path

import msgspec
import pytest

from croupier.blackjack.events import FaceDownApproved, ResplitPermitted, WagersSettled
from croupier.blackjack.opening import blackjack_table, open_blackjack
from croupier.blackjack.state import BlackjackTable
from croupier.coverage import Status, Survey, find_tests, surveyed
from croupier.coverage.citations import citations_in
from croupier.coverage.emissions import (
    by_kind_of_event,
    changes_play,
    clauses_in,
    said_by_event,
)
from croupier.coverage.evidence import Evidence, Weight, Witness
from croupier.coverage.status import cover, status_of
from croupier.money import transfer
from croupier.play.engine import evolve
from croupier.rulebooks import (
    BOOKS,
    STAR_BLACKJACK,
    Catalogue,
    Clause,
    Role,
    catalogue,
)
from croupier.table.card_events import CardsRiffled
from croupier.table.events import BoughtIn, TableClosed, TableOpened
from croupier.table.irregular_events import NoticeGiven
from croupier.table.payments import won
from croupier.table.state import Refused, Stake
from tests.citing import cites

STAR = "star-blackjack"

# An invented rulebook ---------------------------------------------------------------------------


def invented_book() -> Catalogue:
    clauses = {
        name: Clause(name, kind, "-", "dice", f"The gist of {name}")
        for name, kind in (
            ("1", "statement"),
            ("1.1", "game"),
            ("1.2", "game"),
            ("1.3", "floor"),
            ("1.4", "conduct"),
            ("1.5", "game"),
            ("1.6", "game"),
        )
    }
    return Catalogue("invented", clauses)


def evidence(clause: str, where: str, weight: Weight) -> Evidence:
    return Evidence("invented", clause, where, weight)


def test_an_invented_book_shows_each_status() -> None:
    said = [
        evidence("1", "prompt: throw", Weight.SHOWN),
        evidence("1.1", "prompt: throw", Weight.SHOWN),
        evidence("1.1", "refusal: dice/too-many", Weight.ENFORCED),
        evidence("1.1", "law: throwing.dice", Weight.ENFORCED),
        evidence("1.2", "law: throwing.values", Weight.CARRIED),
        evidence("1.2", "event: dice-washed", Weight.RECORDED),
        evidence("1.3", "prompt: cup", Weight.SHOWN),
        evidence("1.4", "refusal: way/unknown", Weight.ENFORCED),
    ]
    tests = [Witness("invented", clause, "t") for clause in ("1.1", "1.2", "1.3", "1.5")]
    tests.append(Witness("another", "1.4", "t"))
    covered = {one.id: one for one in cover(invented_book(), said, tests).clauses}
    assert {name: one.status.value for name, one in covered.items()} == {
        "1": "statement",
        "1.1": "enforced",
        "1.2": "recorded",
        "1.3": "shown",
        "1.4": "open",
        "1.5": "open",
        "1.6": "open",
    }
    assert covered["1.1"].where == (
        "law: throwing.dice",
        "refusal: dice/too-many",
        "prompt: throw",
    )
    assert [covered[name].needs for name in ("1.1", "1.4", "1.5", "1.6")] == [
        "",
        "needs a test",
        "needs code",
        "needs code and a test",
    ]


@pytest.mark.parametrize(
    ("weights", "status"),
    [
        ({Weight.CARRIED}, Status.ENFORCED),
        ({Weight.CARRIED, Weight.SHOWN}, Status.SHOWN),
        ({Weight.CARRIED, Weight.SHOWN, Weight.RECORDED}, Status.RECORDED),
        ({Weight.RECORDED, Weight.ENFORCED}, Status.ENFORCED),
        (set(), Status.OPEN),
    ],
)
def test_what_a_clause_was_seen_in_decides(weights: set[Weight], status: Status) -> None:
    clause = Clause("1.1", "game", "-", "dice", "")
    assert status_of(clause, weights, tested=True) is status
    assert status_of(clause, weights, tested=False) is Status.OPEN


def test_json_has_the_agreed_form() -> None:
    coverage = cover(invented_book(), [evidence("1.1", "law: a", Weight.ENFORCED)], [])
    written = msgspec.json.decode(msgspec.json.encode(coverage))
    assert written["rulebook"] == "invented"
    assert written["clauses"][1] == {
        "id": "1.1",
        "class": "game",
        "status": "open",
        "where": ["law: a"],
        "tests": [],
    }


# What the engine says ---------------------------------------------------------------------------


def new_table() -> BlackjackTable:
    event = open_blackjack(STAR_BLACKJACK)
    assert isinstance(event, TableOpened)
    return blackjack_table(event)


def test_events_that_only_record_are_told_from_those_that_act() -> None:
    table = new_table()
    recorded = (
        NoticeGiven(Role.INSPECTOR, "a player", "ann", "5.11"),
        CardsRiffled("ann", "4.2"),
    )
    acting = (FaceDownApproved(True, "3.6.2"), TableClosed("18.8"))
    assert not any(changes_play(table, evolve(table, event)) for event in recorded)
    assert all(changes_play(table, evolve(table, event)) for event in acting)


def test_an_event_counts_as_its_kind_was_once_seen_to_act() -> None:
    event = ResplitPermitted("12.5", "12.5.1")
    seen = {*said_by_event(STAR, event, acts=False), *said_by_event("other", event, acts=True)}
    assert {one.weight for one in by_kind_of_event(seen) if one.book == STAR} == {Weight.RECORDED}
    seen |= set(said_by_event(STAR, event, acts=True))
    assert {one.weight for one in by_kind_of_event(seen)} == {Weight.ENFORCED}
    assert {one.clause for one in seen} == {"12.5", "12.5.1"}
    assert {one.where for one in seen} == {"event: resplit-permitted"}


def test_a_settled_wager_counts_as_a_payment() -> None:
    stake = Stake("ann", 1, "main", 500)
    line = won(STAR_BLACKJACK, new_table(), stake, STAR_BLACKJACK.settlement.blackjack, ("5.9",))
    event = WagersSettled((line,), "15.1")
    assert set(said_by_event(STAR, event, acts=True)) == {
        Evidence(STAR, "15.1.1", "payment: main win", Weight.ENFORCED),
        Evidence(STAR, "5.9", "payment: main win", Weight.ENFORCED),
        Evidence(STAR, "15.1", "event: wagers-settled", Weight.ENFORCED),
    }


def test_an_entry_that_moves_money_is_enforced() -> None:
    entry = transfer("cash", "float", 500, "5.1")
    said = said_by_event(STAR, BoughtIn("ann", 500, entry), acts=False)
    assert set(said) == {Evidence(STAR, "5.1", "event: bought-in", Weight.ENFORCED)}


def test_all_clauses_of_a_refusal_count_and_no_empty_one() -> None:
    assert set(clauses_in(Refused("a/b", "1.1", "no", ("1.2",)))) == {"1.1", "1.2"}
    assert not list(clauses_in(Refused("player/unknown", "", "no")))


# A folder of tests ------------------------------------------------------------------------------

SCENARIO = """
title = "Eight may not be doubled"
game = "star-blackjack"
cites = ["11.1.3"]
shoe = "5H 9C 3D TS TC"
steps = [
  {{ do = "wager", player = "ann", box = 1, amount = 100 }},
  {{ do = "deal" }},
  {{ do = "double", box = 1, refused = ["11.1.1", "11.4"] }},
  {{ do = "hit", box = 1 }},
  {{ do = "stand", box = 1 }},
]
paid = [{{ player = "ann", clause = "15.1.7" }}]

[net]
ann = {net}
"""


def folder_of_tests(top: Path, **files: str) -> Path:
    tests = top / "tests"
    (tests / "scenarios").mkdir(parents=True)
    for name, text in files.items():
        path = tests / ("scenarios" if name.startswith("scenario") else "")
        (path / name.replace("_toml", ".toml").replace("_py", ".py")).write_text(text)
    return tests


def test_a_scenario_that_passes_shows_what_it_cites(tmp_path: Path) -> None:
    tests = folder_of_tests(tmp_path, scenario_toml=SCENARIO.format(net=-100))
    result = surveyed(tests, book=STAR)
    assert result.failed == ()
    names = {one.clause for one in result.witnesses}
    assert names == {"11.1.3", "11.1.1", "15.1.7"}, "11.4 is not what the engine refused by"
    covered = {one.id: one for one in result.of(STAR).clauses}
    assert covered["11.1.1"].status is Status.ENFORCED
    assert covered["11.1.1"].where == ("law: double.totals", "refusal: double/total")
    assert covered["11.1.1"].tests == ("tests/scenarios/scenario.toml",)
    assert "payment: main lose" in covered["15.1.7"].where


def test_a_scenario_that_fails_shows_nothing(tmp_path: Path) -> None:
    tests = folder_of_tests(
        tmp_path, scenario_toml=SCENARIO.format(net=-50), scenario_2_toml="title = 1"
    )
    result = surveyed(tests, book=STAR)
    assert sorted(result.failed) == [
        "tests/scenarios/scenario.toml",
        "tests/scenarios/scenario_2.toml",
    ]
    assert not result.witnesses


def test_a_clause_in_the_law_without_a_test_is_open(tmp_path: Path) -> None:
    covered = {one.id: one for one in surveyed(folder_of_tests(tmp_path)).of(STAR).clauses}
    assert covered["11.1.2"].where == ("law: double.counted",)
    assert covered["11.1.2"].status is Status.OPEN
    assert covered["11.1.2"].needs == "needs a test"
    assert surveyed(None).of(STAR) == surveyed(folder_of_tests(tmp_path / "other")).of(STAR)


CITING = """
@cites("star-blackjack", "11.1.2", "11.4")
def test_doubling(): ...

@cites("star-blackjack", "5.5.1")
def helper(): ...

class TestSplits:
    @citing.cites("canberra-blackjack", "10.3")
    def test_aces(self): ...

@pytest.mark.parametrize("star-blackjack", "12.1")
def test_without(): ...
"""


def test_citing_tests_are_found_in_the_source(tmp_path: Path) -> None:
    assert set(citations_in(CITING, "tests/test_a.py")) == {
        Witness(STAR, "11.1.2", "tests/test_a.py::test_doubling"),
        Witness(STAR, "11.4", "tests/test_a.py::test_doubling"),
        Witness("canberra-blackjack", "10.3", "tests/test_a.py::TestSplits::test_aces"),
    }
    result = surveyed(folder_of_tests(tmp_path, test_a_py=CITING), book=STAR)
    covered = {one.id: one for one in result.of(STAR).clauses}
    assert covered["11.1.2"].status is Status.ENFORCED
    assert covered["11.1.2"].tests == ("tests/test_a.py::test_doubling",)


def test_citing_a_clause_that_does_not_exist_fails() -> None:
    with pytest.raises(Exception, match="has no clause"):
        cites(STAR, "99.9")
    with pytest.raises(ValueError, match="name the clauses"):
        cites(STAR)
    assert cites(STAR, "11.1.2")(new_table) is new_table


# The project itself -----------------------------------------------------------------------------


@cache
def whole() -> Survey:
    folder = find_tests()
    assert folder is not None
    return surveyed(folder)


def test_real_clauses_are_enforced() -> None:
    covered = {one.id: one for one in whole().of(STAR).clauses}
    ace = covered["11.1.2"]
    assert ace.status is Status.ENFORCED
    assert "law: double.counted" in ace.where
    assert "refusal: double/total" in ace.where
    assert any(test.startswith("tests/scenarios/star-blackjack/") for test in ace.tests)
    assert "payment: main stand-off" in covered["15.1.9"].where
    assert "event: card-dealt" in covered["7.1"].where
    assert covered["7.1"].status is Status.ENFORCED
    assert covered["11"].status is Status.STATEMENT


def test_every_clause_the_engine_names_is_in_its_rulebook() -> None:
    unknown = [one for one in whole().evidence if one.clause not in catalogue(one.book).clauses]
    assert not unknown


def test_every_clause_of_every_rulebook_has_one_status() -> None:
    for book in BOOKS:
        assert [one.id for one in whole().of(book).clauses] == list(catalogue(book).clauses)


def test_no_law_goes_unread() -> None:
    unread = sorted(f"{datum.game} {datum.path} ({datum.clause})" for datum in whole().unread)
    assert not unread, "let the engine read it, or leave it out of the law"
