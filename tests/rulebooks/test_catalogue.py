"""The catalogue: every clause once, and no rule without one."""

import csv
import re
import shutil
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.rulebooks import (
    BOOKS,
    STAR_BLACKJACK,
    UnknownBookError,
    UnknownClauseError,
    catalogue,
)
from croupier.rulebooks.catalogue import UPON, summary

KINDS = {"game", "floor", "conduct", "statement"}


def rows_of(book: str) -> list[list[str]]:
    """The lines of a book's table, read here and not by the engine."""
    table = files("croupier.rulebooks") / "data" / f"{book}.tsv"
    lines = table.read_text(encoding="utf-8").splitlines()
    return list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_loads_whole(book: str) -> None:
    header, *rows = rows_of(book)
    assert header == ["id", "class", "who", "subject", "gist"]
    loaded = catalogue(book)
    assert loaded.book == book
    own = [row[0] for row in rows]
    below = [*catalogue(UPON[book]).clauses] if book in UPON else []
    assert list(loaded.clauses) == [*dict.fromkeys((*below, *own))], "in the rulebook's order"


@pytest.mark.parametrize("book", BOOKS)
def test_no_clause_stands_twice(book: str) -> None:
    ids = [row[0] for row in rows_of(book)[1:]]
    twice = {clause for clause in ids if ids.count(clause) > 1}
    assert not twice


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_has_a_kind_a_subject_and_a_gist(book: str) -> None:
    for clause in catalogue(book).clauses.values():
        assert clause.kind in KINDS, clause
        assert clause.subject, clause
        assert clause.gist, clause
        assert clause.who, clause


@pytest.mark.parametrize("book", BOOKS)
def test_a_clause_below_another_has_it_above(book: str) -> None:
    """A numbered clause such as 14.6.1 stands after 14.6 in the same table."""
    clauses = list(catalogue(book).clauses)
    numbered = [clause for clause in clauses if clause.replace(".", "").isdigit()]
    for clause in numbered:
        parent = clause.rpartition(".")[0]
        if parent:
            assert parent in numbered, clause
            assert clauses.index(parent) < clauses.index(clause), clause


def test_an_unknown_clause_cannot_be_declared() -> None:
    with pytest.raises(UnknownClauseError, match=r"star-blackjack has no clause '99\.9'"):
        catalogue("star-blackjack").rule(1, "99.9")


def test_an_unknown_clause_is_not_found() -> None:
    with pytest.raises(UnknownClauseError, match=r"'4\.3\.9'"):
        catalogue("star-blackjack")["4.3.9"]


def test_a_rule_keeps_its_value_and_its_clause() -> None:
    rule = catalogue("star-blackjack").rule(3, "5.4")
    assert (rule.value, rule.clause) == (3, "5.4")


def test_an_unknown_book_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBookError) as caught:
        catalogue("pontoon")
    assert "pontoon" in str(caught.value)
    assert all(book in str(caught.value) for book in BOOKS)


def test_a_rulebook_of_the_package_may_rest_on_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules[catalogue.__module__]
    shutil.copytree(module.DATA, tmp_path, dirs_exist_ok=True)
    table = Path(__file__).parent / "outside" / "harbour-rules.tsv"
    shutil.copy(table, tmp_path)
    monkeypatch.setattr(module, "DATA", tmp_path)
    monkeypatch.setattr(module, "BOOKS", (*BOOKS, "harbour-rules"))
    monkeypatch.setitem(UPON, "harbour-rules", "star-blackjack")
    harbour, star = catalogue("harbour-rules"), catalogue("star-blackjack")
    assert harbour["H.2"].subject == "blackjack"
    assert harbour["15.1.1"] == star["15.1.1"]
    assert "six to five" in harbour["9.1.1"].gist
    assert set(star.clauses) < set(harbour.clauses)
    law = replace(STAR_BLACKJACK, game="harbour", book="harbour-rules")
    assert law.promotions is STAR_BLACKJACK.promotions


@pytest.mark.parametrize("book", BOOKS)
def test_a_summary_is_whole(book: str) -> None:
    """It ends neither in a colon nor in a word that needs the next clause."""
    found = catalogue(book)
    open_ends = re.compile(r"(?:[:;,]|\b(?:if|unless|whether|and|or|these|following))$")
    words = {clause: summary(found, clause) for clause in found.clauses}
    assert {clause: text for clause, text in words.items() if open_ends.search(text)} == {}
