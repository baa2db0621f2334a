"""Laws by their values: what rests a table, what does not, and that no revision changes."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.money import odds
from croupier.rulebooks import GAMES, STAR_BLACKJACK, Rule, Says, TableLaw, fingerprint
from croupier.rulebooks.revisions import (
    EARLIER,
    ROWS,
    LawName,
    changes_since,
    differences,
    known_revisions,
    name_of_law,
    plays_like,
    value_lines,
    values_digest,
)
from tests.rulebooks import revisions

BEFORE_THE_RULE = {
    ("star-blackjack", "1"): 11,
    ("blackjack-challenge", "1"): 13,
    ("canberra-blackjack", "NI2018-568"): 7,
    ("perth-blackjack", "RAG/541"): 4,
    ("perth-vegas-blackjack", "RAG/541"): 4,
    ("perth-blackjack-plus", "RAG/541"): 4,
    ("caribbean-stud", "4"): 4,
}
"""How many laws with different values went by one revision before that was refused."""


def with_odds(to: int, against: int) -> TableLaw:
    """Star Blackjack with other odds for a blackjack."""
    paid = Rule(odds(to, against), STAR_BLACKJACK.settlement.blackjack.clause)
    return replace(STAR_BLACKJACK, settlement=replace(STAR_BLACKJACK.settlement, blackjack=paid))


@pytest.mark.parametrize("law", GAMES.values(), ids=GAMES)
def test_every_law_of_the_package_is_entered_under_its_revision(law: TableLaw) -> None:
    assert revisions.complaint(law) == ""
    assert revisions.installed_values(law.game) == value_lines(law)


def test_no_revision_is_given_other_values() -> None:
    entered = {(game, revision, values) for game, revision, _, values in revisions.rows_in(ROWS)}
    counted = Counter((game, revision) for game, revision, _ in entered)
    assert {name: number for name, number in counted.items() if number > 1} == BEFORE_THE_RULE


def test_other_values_under_an_old_revision_are_refused_line_by_line() -> None:
    told = revisions.complaint(with_odds(6, 5))
    assert "settlement.blackjack: 3 to 2 -> 6 to 5" in told
    assert "give the law a new revision" in told
    assert revisions.enter(with_odds(6, 5)) == told


def test_citations_and_words_are_no_values() -> None:
    order = STAR_BLACKJACK.deal.order
    other = replace(
        STAR_BLACKJACK,
        title="Another Blackjack",
        deal=replace(STAR_BLACKJACK.deal, order=Says("in other words", "7.1", (order.clause,))),
    )
    assert fingerprint(other) != fingerprint(STAR_BLACKJACK)
    assert values_digest(other) == values_digest(STAR_BLACKJACK)
    assert plays_like(other, name_of_law(STAR_BLACKJACK))
    assert "python -m tests.rulebooks.revisions" in revisions.complaint(other)
    assert "new revision" not in revisions.complaint(other)


def test_the_order_of_named_parts_is_no_value() -> None:
    equipment = STAR_BLACKJACK.equipment
    turned = replace(equipment, checklist=equipment.checklist[::-1])
    assert values_digest(replace(STAR_BLACKJACK, equipment=turned)) == values_digest(STAR_BLACKJACK)


def test_an_order_of_precedence_is_a_value() -> None:
    wagers = STAR_BLACKJACK.wagers
    turned = replace(wagers, control=wagers.control[::-1])
    assert values_digest(replace(STAR_BLACKJACK, wagers=turned)) != values_digest(STAR_BLACKJACK)


def test_a_clause_that_goes_is_a_value() -> None:
    without = replace(STAR_BLACKJACK, cut=replace(STAR_BLACKJACK.cut, burned=None))
    (changed,) = differences(value_lines(STAR_BLACKJACK), value_lines(without))
    assert changed == ("cut.burned", "said", "nothing")


def test_an_earlier_law_is_known_by_its_row_though_its_record_holds_only_a_fingerprint() -> None:
    of = [name for name, values in known_revisions().items() if name[0] == "star-blackjack"]
    alike = [name for name in of if plays_like(STAR_BLACKJACK, LawName(*name))]
    revision = STAR_BLACKJACK.revision
    assert ("star-blackjack", revision, fingerprint(STAR_BLACKJACK)) in alike
    assert len(alike) < len(of), "those that differ in a value rest"
    playing = [name for name in known_revisions() if plays_like(GAMES[name[0]], LawName(*name))]
    assert len(playing) > len(GAMES), "laws that differ in words alone play on"
    assert not plays_like(STAR_BLACKJACK, LawName("star-blackjack", revision, "unheard-of"))
    assert not plays_like(STAR_BLACKJACK, LawName("canberra-blackjack", *of[-1][1:]))


def test_what_differs_from_an_earlier_law_is_told_line_by_line() -> None:
    known = [LawName(*name, values) for name, values in known_revisions().items()]
    told = {name: changes_since(name, GAMES[name.game]) for name in known}
    rested = [name for name in known if not plays_like(GAMES[name.game], name)]
    assert all(told[name] == () for name in known if name not in rested)
    assert sum(bool(told[name]) for name in rested) > 30
    last = next(name for name in reversed(rested) if name.game == "star-blackjack")
    assert told[last]


def test_nobody_knows_what_differs_from_a_law_that_was_never_entered() -> None:
    assert changes_since(LawName("star-blackjack", "0", "unheard-of"), STAR_BLACKJACK) is None
    entered = name_of_law(with_odds(6, 5))
    assert changes_since(entered, STAR_BLACKJACK) is None


def test_a_new_revision_keeps_the_values_of_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, path in (("ROWS", ROWS), ("EARLIER", EARLIER), ("INSTALLED", revisions.INSTALLED)):
        copy = tmp_path / path.name
        monkeypatch.setattr(revisions, name, copy)
        if path.is_dir():
            copy.mkdir()
            for one in path.iterdir():
                (copy / one.name).write_bytes(one.read_bytes())
        else:
            copy.write_bytes(path.read_bytes())
    newer = replace(with_odds(6, 5), revision="newer")
    before = revisions.rows_in(revisions.EARLIER)
    assert revisions.enter(newer) == ""
    assert tuple(name_of_law(newer)) in revisions.rows_in(revisions.ROWS)
    kept = set(revisions.rows_in(revisions.EARLIER)) - set(before)
    line = ("settlement.blackjack", "3 to 2")
    assert ("star-blackjack", values_digest(STAR_BLACKJACK), *line) in kept
    assert {row[2:] for row in kept} == {line}, "every earlier law differs in that line now"
    assert revisions.installed_values("star-blackjack") == value_lines(newer)
    assert revisions.enter(newer) == ""


def test_a_law_of_another_shape_can_be_declared_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, path in (("ROWS", ROWS), ("EARLIER", EARLIER)):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        monkeypatch.setattr(revisions, name, copy)
    monkeypatch.setattr(revisions, "INSTALLED", tmp_path)
    law = with_odds(6, 5)
    assert revisions.enter(law, unchanged=True) == ""
    rows = revisions.rows_in(revisions.ROWS)
    old = [row for row in rows if row[2] == fingerprint(STAR_BLACKJACK)]
    assert [row[3] for row in old] == [values_digest(law)]
