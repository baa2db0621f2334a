"""Every citation of the law was read against the rulebook's text, and stands in a register.

``citations`` holds a table for each rulebook, in the order of its clauses: the clause, the
provision of the law that cites it, and the games whose law does so where not all of its games do.
No command writes these tables: whoever cites another clause reads it, and writes its line by hand.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.rulebooks import BOOKS, GAMES, TableLaw, catalogue
from tests.rulebooks.test_law import rules_in

Citation = tuple[str, str, str]
"""The game, the clause, and the provision's place in the law."""

TABLES = Path(__file__).parent / "citations"


def laws_of(book: str) -> dict[str, TableLaw]:
    """The laws of a rulebook's games, by their names."""
    return {game: law for game, law in GAMES.items() if law.book == book}


def written(book: str) -> Iterator[Citation]:
    """The citations in the register of a rulebook."""
    with (TABLES / f"{book}.tsv").open(encoding="utf-8", newline="") as table:
        for line in csv.DictReader(table, delimiter="\t"):
            for game in line["games"].split(", ") if line["games"] else laws_of(book):
                yield game, line["clause"], line["provision"]


def cited(book: str) -> Iterator[Citation]:
    """The citations in the laws of a rulebook."""
    for game, law in laws_of(book).items():
        for path, rule in rules_in(law, game):
            provision = path.removeprefix(f"{game}.")
            for clause in (rule.clause, *rule.also):
                yield game, clause, provision


@pytest.mark.parametrize("book", BOOKS)
def test_the_law_cites_what_the_register_says(book: str) -> None:
    law, register = set(cited(book)), set(written(book))
    assert sorted(law - register) == [], "cited by the law, and not in the register"
    assert sorted(register - law) == [], "in the register, and not cited by the law"


@pytest.mark.parametrize("book", BOOKS)
def test_the_register_follows_the_order_of_the_rulebook(book: str) -> None:
    order = list(catalogue(book).clauses)
    places = [order.index(clause) for _, clause, _ in written(book)]
    assert places == sorted(places)
    assert len(set(written(book))) == len(list(written(book))), "a line stands there twice"
