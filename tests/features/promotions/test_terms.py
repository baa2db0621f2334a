"""Random terms and random ways to a start, held to what was written by hand from the rulebooks."""

from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from croupier.features.promotions.files import READERS, default_terms, read_terms
from croupier.features.promotions.rules.terms import (
    Prize,
    Terms,
    scrutineer_reason,
    stated_prizes,
    terms_faults,
)
from croupier.messages import Refused
from croupier.rulebooks import catalogue, law_of
from croupier.rulebooks.law.promotions import PrizeKind
from tests.auditor.promotions import ASKED, DESCRIBED, NaivePreparation, against
from tests.support.promotions import GAMES, STARTS, Desk

SECTION = {"star-blackjack": "20", "blackjack-challenge": "20", "caribbean-stud": "17"}
OPTIONAL = ("disbursement",)


@st.composite
def prizes(draw: st.DrawFn) -> dict[str, Any]:
    """A prize of any kind, which may lack whatever it can lack."""
    kind = draw(st.sampled_from([one.value for one in PrizeKind]))
    prize: dict[str, Any] = {"kind": kind}
    if draw(st.booleans()):
        prize["value"] = draw(st.sampled_from([0, 5, 10_000, 10_000.01]))
    if draw(st.booleans()):
        prize["litres"] = draw(st.sampled_from([0, 19.99, 20, 20.01, 21]))
    if kind in DESCRIBED:
        parts = draw(st.lists(st.sampled_from(DESCRIBED[kind][1]), unique=True))
        prize["details"] = dict.fromkeys(parts, "said")
    return prize


def clauses(found: list[Refused]) -> set[str]:
    return {one.clause for one in found}


@given(
    game=st.sampled_from(GAMES),
    omitted=st.lists(st.sampled_from([*ASKED, *OPTIONAL]), unique=True, max_size=4),
    given_prizes=st.lists(prizes(), max_size=3),
)
def test_the_clauses_against_terms_are_those_of_the_rulebook(
    game: str, omitted: list[str], given_prizes: list[dict[str, Any]]
) -> None:
    desk = Desk(game)
    written = {} if "prizes" in omitted else {"prizes": given_prizes}
    terms = read_terms(desk.law, written, omitted)
    said: dict[str, Any] = dict.fromkeys(READERS)
    said["prizes"] = given_prizes
    for term in omitted:
        del said[term]
    if not given_prizes:
        said.pop("prizes", None)
    wanted = against(SECTION[game], said, cash=game != "caribbean-stud")
    found = list(terms_faults(desk.rules, terms))
    assert clauses(found) == wanted
    assert all(one in catalogue(desk.law.book) for fault in found for one in fault.also)
    answer = Desk(game, terms).step("submit-terms", at=STARTS.isoformat())
    assert isinstance(answer, Refused) is bool(wanted)
    if isinstance(answer, Refused):
        assert wanted <= {answer.clause, *answer.also}


@given(
    game=st.sampled_from(GAMES),
    steps=st.lists(
        st.tuples(
            st.sampled_from(["submit-terms", "publish-terms", "amend-terms", "start-promotion"]),
            st.booleans(),
            st.sampled_from([0, 1, 23, 24, 25]),
        ),
        max_size=14,
    ),
)
def test_a_promotion_starts_when_everybody_has_known_for_long_enough(
    game: str, steps: list[tuple[str, bool, int]]
) -> None:
    desk, naive = Desk(game), NaivePreparation(STARTS)
    for do, flag, hours in steps:
        if naive.started:
            break
        naive.now += timedelta(hours=hours)
        fields: dict[str, Any] = {"at": naive.now.isoformat()}
        if do == "publish-terms":
            fields["marketing"] = flag
        if do == "amend-terms":
            fields["terms"] = {"claim": "at the desk" if flag else "at the cage"}
        answer = desk.step(do, **fields)
        assert isinstance(answer, Refused) is not naive.take(do, marketing=flag), (do, answer)
    assert (desk.promotion.started is not None) is naive.started


def test_the_usual_terms_can_be_submitted_under_every_rulebook() -> None:
    for game in GAMES:
        law = law_of(game)
        assert law.promotions is not None
        assert list(terms_faults(law.promotions, default_terms(law))) == []


def test_terms_that_name_no_prize_or_value_yet_need_no_scrutineer() -> None:
    assert stated_prizes(Terms()) == ()
    for game in GAMES:
        law = law_of(game)
        assert law.promotions is not None
        assert scrutineer_reason(law.promotions, Terms()) == ""
        unvalued = Terms(prizes=(Prize(kind=PrizeKind.GOODS),))
        assert scrutineer_reason(law.promotions, unvalued) == ""
