"""Which clauses are kept: found from what was seen while scenarios and tests ran."""

import msgspec
import pytest

from croupier.features.compliance.evidence import (
    Evidence,
    Weight,
    Witness,
    clause_coverage,
    gather_sightings,
    strongest,
)
from croupier.rulebooks import Catalogue, Clause


def invented_book() -> Catalogue:
    clauses = {
        name: Clause(name, kind, "-", "dice", f"The gist of {name}")
        for name, kind in (
            ("1", "statement"),
            ("1.1", "game"),
            ("1.2", "game"),
            ("1.3", "floor"),
            ("1.4", "conduct"),
        )
    }
    return Catalogue("invented", clauses)


def evidence(clause: str, where: str, weight: Weight, book: str = "invented") -> Evidence:
    return Evidence(book, clause, where, weight)


def seen() -> list[Witness]:
    return [
        Witness(
            "throwing.toml",
            (
                evidence("1", "prompt: throw", Weight.SHOWN),
                evidence("1.1", "prompt: throw", Weight.SHOWN),
                evidence("1.1", "refusal: dice/too-many", Weight.ENFORCED),
                evidence("1.1", "law: throwing.dice", Weight.ENFORCED),
                evidence("1.2", "event: dice-washed", Weight.RECORDED),
            ),
        ),
        Witness(
            "test_cup",
            (
                evidence("1.3", "prompt: cup", Weight.SHOWN),
                evidence("1.1", "prompt: throw", Weight.SHOWN),
                evidence("1.4", "refusal: way/unknown", Weight.ENFORCED, book="another"),
            ),
        ),
    ]


def test_an_invented_book_shows_each_status() -> None:
    covered = {
        one.id: one for one in clause_coverage(invented_book(), gather_sightings(seen())).clauses
    }
    assert {name: one.status.value for name, one in covered.items()} == {
        "1": "statement",
        "1.1": "enforced",
        "1.2": "recorded",
        "1.3": "shown",
        "1.4": "open",
    }
    assert covered["1.1"].where == (
        "law: throwing.dice",
        "refusal: dice/too-many",
        "prompt: throw",
    )


def test_a_clause_has_the_tests_that_show_it_best() -> None:
    covered = {
        one.id: one for one in clause_coverage(invented_book(), gather_sightings(seen())).clauses
    }
    assert covered["1.1"].tests == ("throwing.toml",), "the other one only shows a prompt"
    assert covered["1.3"].tests == ("test_cup",)
    assert covered["1.4"].tests == ()


def test_without_evidence_nothing_is_known() -> None:
    covered = {one.id: one for one in clause_coverage(invented_book(), None).clauses}
    assert covered["1"].status.value == "statement"
    assert {one.status.value for name, one in covered.items() if name != "1"} == {"unknown"}
    assert not any(one.where or one.tests for one in covered.values())


def test_json_has_the_agreed_form() -> None:
    written = msgspec.json.decode(
        msgspec.json.encode(clause_coverage(invented_book(), gather_sightings(seen())))
    )
    assert written["rulebook"] == "invented"
    assert written["clauses"][2] == {
        "id": "1.2",
        "class": "game",
        "status": "recorded",
        "where": ["event: dice-washed"],
        "tests": ["throwing.toml"],
    }


@pytest.mark.parametrize(
    ("weights", "best"),
    [
        ((Weight.SHOWN, Weight.RECORDED), Weight.RECORDED),
        ((Weight.RECORDED, Weight.ENFORCED, Weight.SHOWN), Weight.ENFORCED),
        ((), None),
    ],
)
def test_the_strongest_decides(weights: tuple[Weight, ...], best: Weight | None) -> None:
    assert strongest(weights) is best
