"""The clauses that answers of the engine name."""

import re
from collections.abc import Iterator

import pytest

from croupier.features.compliance.evidence import Evidence, Weight
from croupier.features.compliance.law_index import (
    CLAUSES_BY_NAME,
    ONE_CLAUSE,
    SEVERAL_CLAUSES,
    clauses_in,
    event_evidence,
)
from croupier.games.blackjack.opening import blackjack_table, open_blackjack
from croupier.games.table.opening import TableOpened
from croupier.games.table.rounds import WagersSettled, win_line
from croupier.games.table.seats import BoughtIn
from croupier.games.table.state import Stake
from croupier.messages import Refused
from croupier.money import transfer
from croupier.rulebooks import STAR_BLACKJACK
from croupier.scenarios.runner import event_types
from tests.citing import cited_by, cites
from tests.docs.fields import field_texts

STAR = "star-blackjack"
NO_CLAUSE_ITSELF = frozenset(
    {
        "NoticeGiven.deadline",
        "PersonCautioned.ground",
        "RoundReconstructed.shuffle_after_round",
    }
)
"""Fields that speak of a clause and hold none that acts with the event."""


def test_a_settled_wager_counts_as_a_payment() -> None:
    opened = open_blackjack(STAR_BLACKJACK)
    assert isinstance(opened, TableOpened)
    stake = Stake("ann", 1, "main", 500)
    rule = STAR_BLACKJACK.settlement.blackjack
    line = win_line(STAR_BLACKJACK, blackjack_table(opened), stake, rule, ("5.9",))
    event = WagersSettled((line,), "15.1")
    assert set(event_evidence(STAR, event, acts=True)) == {
        Evidence(STAR, "15.1.1", "payment: main win", Weight.ENFORCED),
        Evidence(STAR, "5.9", "payment: main win", Weight.ENFORCED),
        Evidence(STAR, "15.1", "event: wagers-settled", Weight.ENFORCED),
    }


def test_an_entry_that_moves_money_is_enforced() -> None:
    entry = transfer("cash", "float", 500, "5.1")
    said = event_evidence(STAR, BoughtIn("ann", 500, entry), acts=False)
    assert set(said) == {Evidence(STAR, "5.1", "event: bought-in", Weight.ENFORCED)}


def test_all_clauses_of_a_refusal_count_and_no_empty_one() -> None:
    assert set(clauses_in(Refused("a/b", "1.1", "no", ("1.2",)))) == {"1.1", "1.2"}
    assert not list(clauses_in(Refused("player/unknown", "", "no")))


def fields_with_clauses() -> Iterator[tuple[str, str]]:
    for kind in event_types().values():
        for field, told in field_texts(kind).items():
            if re.search(r"\bclauses?\b", told) and f"{kind.__name__}.{field}" not in (
                NO_CLAUSE_ITSELF
            ):
                yield kind.__name__, field


@pytest.mark.parametrize(("event", "field"), sorted(set(fields_with_clauses())))
def test_no_field_that_holds_clauses_is_overlooked(event: str, field: str) -> None:
    known = field in ONE_CLAUSE | SEVERAL_CLAUSES | CLAUSES_BY_NAME or field.endswith("_clause")
    assert known, f"{event}.{field} holds clauses: croupier.coverage.citations should look there"


def test_a_citing_test_says_what_it_cites() -> None:
    def test_something() -> None: ...

    cites("canberra-blackjack", "10.3")(cites(STAR, "11.1.2", "11.4")(test_something))
    assert cited_by(test_something) == (
        (STAR, "11.1.2"),
        (STAR, "11.4"),
        ("canberra-blackjack", "10.3"),
    )
    assert cited_by(fields_with_clauses) == ()


def test_citing_a_clause_that_does_not_exist_fails() -> None:
    with pytest.raises(Exception, match="has no clause"):
        cites(STAR, "99.9")
    with pytest.raises(ValueError, match="name the clauses"):
        cites(STAR)
