"""Promotions: amounts and times on both sides, who may do what, the order of refusals."""

from datetime import datetime, timedelta
from decimal import Decimal
from itertools import permutations

import pytest
from msgspec.structs import replace

from croupier.features.promotions.files import default_terms
from croupier.features.promotions.rules import Prize, due, evolve, open_promotion
from croupier.features.promotions.rules.awards import PrizeAwarded, RefuseClaim
from croupier.features.promotions.rules.draws import EnterPromotion
from croupier.features.promotions.rules.due import Owed
from croupier.features.promotions.rules.publication import AmendTerms
from croupier.features.promotions.rules.state import PromotionNotice, PromotionStage
from croupier.features.promotions.rules.terms import terms_faults, terms_refusal
from croupier.messages import Refused
from croupier.money import dollars
from croupier.rulebooks import GAMES as EVERY_GAME
from croupier.rulebooks import Role, law_of
from croupier.rulebooks.law.promotions import Payment, PrizeKind
from tests.citing import cites
from tests.support.promotions import DRAW, GAMES, STARTS, Desk, started

SECOND = timedelta(seconds=1)
CLAUSES = {
    "star-blackjack": ("20", "20.9", "20.10", "20.10.1", "20.12"),
    "blackjack-challenge": ("20", "20.9", "20.10", "20.10.1", "20.12"),
    "caribbean-stud": ("17", "17.12", "17.9", "17.9.1", "17.11"),
}
"""The section, and the clauses that have other numbers: submission, claims, compromise."""

every_book = pytest.mark.parametrize("game", GAMES)


def with_prizes(game: str, *prizes: Prize) -> Desk:
    return started(game, replace(default_terms(law_of(game)), prizes=prizes))


def prize(kind: PrizeKind, value: str, litres: str | None = None) -> Prize:
    exact = None if litres is None else Decimal(litres)
    return Prize(kind=kind, value=dollars(value), litres=exact)


def iso(time: datetime) -> str:
    return time.isoformat()


# ------------------------------------------------------------------------------------ both sides


@every_book
@cites("star-blackjack", "20.9")
@cites("blackjack-challenge", "20.9")
@cites("caribbean-stud", "17.12")
def test_twenty_four_hours_before_the_start(game: str) -> None:
    desk = Desk(game)
    desk.done("submit-terms", at=iso(STARTS))
    desk.done("publish-terms")
    day = STARTS + timedelta(hours=24)
    assert desk.refused("start-promotion", at=iso(day - SECOND)) == CLAUSES[game][1]
    desk.done("start-promotion", at=iso(day))
    assert desk.promotion.stage is PromotionStage.RUNNING


@every_book
@cites("star-blackjack", "20.2")
@cites("blackjack-challenge", "20.2")
@cites("caribbean-stud", "17.2")
@pytest.mark.parametrize(("value", "needed"), [("10000", False), ("10000.01", True)])
def test_a_scrutineer_from_a_cent_over_ten_thousand(game: str, value: str, needed: bool) -> None:
    desk = with_prizes(game, prize(PrizeKind.CASINO_DOLLARS, value))
    desk.done("enter", player="ann")
    if needed:
        clause = desk.refused("draw", winners=["ann"], at=iso(DRAW))
        assert clause == f"{CLAUSES[game][0]}.2"
        desk.done("appoint-scrutineer", person="auditor 4")
    desk.done("draw", winners=["ann"], at=iso(DRAW))


@pytest.mark.parametrize("game", GAMES[:2])
@cites("star-blackjack", "20.4")
@cites("blackjack-challenge", "20.4")
@pytest.mark.parametrize(("value", "chooses"), [("10000", False), ("10000.01", True)])
def test_the_winner_chooses_from_a_cent_over_ten_thousand(
    game: str, value: str, chooses: bool
) -> None:
    desk = with_prizes(game, prize(PrizeKind.CASH, value))
    desk.done("enter", player="ann")
    desk.done("appoint-scrutineer", person="auditor 4")
    desk.done("draw", winners=["ann"], at=iso(DRAW))
    if chooses:
        assert desk.refused("award", player="ann", pay="cheque") == "20.4"
        desk.done("choose-payment", player="ann", pay="cheque")
        assert desk.refused("award", player="ann", pay="cash") == "20.4"
    desk.done("award", player="ann", pay="cheque")


@every_book
@pytest.mark.parametrize(("litres", "lawful"), [("20", True), ("20.001", False)])
def test_twenty_litres_and_a_millilitre_more(game: str, litres: str, lawful: bool) -> None:
    desk = Desk(game)
    liquor = prize(PrizeKind.LIQUOR, "300", litres)
    found = terms_refusal(desk.rules, replace(desk.promotion.terms, prizes=(liquor,)))
    assert (found is None) is lawful
    assert found is None or found.clause == f"{CLAUSES[game][0]}.5.4"


def test_a_draw_whose_start_and_closing_are_open_is_out_of_no_order() -> None:
    terms = default_terms(law_of("star-blackjack"))
    found = terms_faults(Desk().rules, replace(terms, starts=None, entries_close=None))
    assert [(one.code, one.clause) for one in found] == [
        ("terms/unsaid", "20.7.6"),
        ("terms/unsaid", "20.7.7"),
    ]


def test_a_fault_names_the_prize_by_its_number() -> None:
    terms = replace(
        default_terms(law_of("star-blackjack")),
        prizes=(prize(PrizeKind.CASH, "5"), Prize(kind=PrizeKind.GOODS)),
    )
    (fault,) = terms_faults(Desk().rules, terms)
    assert (fault.code, fault.clause) == ("prize/no-value", "20.7.11")
    assert "prize 2" in fault.why


@every_book
@cites("star-blackjack", "20.10.1")
@cites("blackjack-challenge", "20.10.1")
@cites("caribbean-stud", "17.9.1")
def test_a_claim_of_a_hundred_dollars_and_of_a_cent_more(game: str) -> None:
    desk = started(game)
    desk.done("refuse-claim", player="ann", value=100, reason="late")
    over = {"player": "bob", "value": 100.01, "reason": "late"}
    assert desk.refused("refuse-claim", **over) == CLAUSES[game][3]
    assert desk.refused("refuse-claim", **over, address="1 Quay Street") == CLAUSES[game][3]
    desk.done("refuse-claim", **over, name="Bob", address="1 Quay Street")
    kept = desk.promotion.claims
    assert [(claim.value, claim.name) for claim in kept] == [(100_00, ""), (100_01, "Bob")]


@every_book
@cites("star-blackjack", "20.8")
@cites("blackjack-challenge", "20.8")
@cites("caribbean-stud", "17.8")
@pytest.mark.parametrize(("more", "late"), [(timedelta(0), False), (SECOND, True)])
def test_two_days_after_the_draw(game: str, more: timedelta, late: bool) -> None:
    desk = started(game)
    desk.done("enter", player="ann")
    desk.done("draw", winners=["ann"], at=iso(DRAW))
    then = DRAW + timedelta(days=2) + more
    (owed,) = (one for one in due(desk.rules, desk.promotion, then) if one.what is Owed.WORD)
    assert (owed.overdue, owed.deadline) == (late, DRAW + timedelta(days=2))
    desk.done("notify-winner", player="ann", method="mail", at=iso(then))
    (notice,) = desk.promotion.notices
    assert (notice.open, notice.late(desk.promotion.clock)) == (False, late)


@every_book
@cites("star-blackjack", "20.8")
@cites("blackjack-challenge", "20.8")
@cites("caribbean-stud", "17.8")
def test_a_winner_who_is_told_is_the_only_one_who_was(game: str) -> None:
    """Bob also waits for word of a claim: that is another one, and older than that of his prize."""
    goods = prize(PrizeKind.GOODS, "100")
    desk = with_prizes(game, goods, goods)
    for player in ("ann", "bob"):
        desk.done("enter", player=player)
    desk.done("refuse-claim", player="bob", value=5, reason="late")
    desk.done("draw", winners=["ann", "bob"], at=iso(DRAW))
    desk.done("notify-winner", player="bob", method="mail")
    heard = [(notice.player, notice.open) for notice in desk.promotion.notices]
    assert heard == [("bob", True), ("ann", True), ("bob", False)]


@cites("caribbean-stud", "17.11")
@pytest.mark.parametrize(("more", "late"), [(timedelta(0), False), (SECOND, True)])
def test_forty_eight_hours_for_the_inspector(more: timedelta, late: bool) -> None:
    desk = started("caribbean-stud")
    desk.done("postpone-draw", reason="a broken seal")
    then = STARTS + timedelta(hours=48) + more
    assert due(desk.rules, desk.promotion, then)[0].overdue is late
    desk.done("acknowledge", notice=1, by="inspector", at=iso(then))
    assert desk.promotion.notices[0].late(None) is late


@pytest.mark.parametrize("game", GAMES[:2])
@cites("star-blackjack", "20.12")
@cites("blackjack-challenge", "20.12")
def test_the_inspector_hears_at_once(game: str) -> None:
    desk = started(game)
    desk.done("cancel-draw", reason="a broken seal")
    assert desk.promotion.notices[0].deadline == STARTS
    assert not due(desk.rules, desk.promotion, STARTS)[0].overdue
    assert due(desk.rules, desk.promotion, STARTS + SECOND)[0].overdue


# -------------------------------------------------------------------------- order of the refusals


def test_what_stands_against_a_command_is_told_in_one_order() -> None:
    """The role, then the whole, then the person; the clauses of the others are named too."""
    terms = replace(
        default_terms(law_of("star-blackjack")),
        prizes=(prize(PrizeKind.CASH, "20000"),),
        presence_required=True,
    )
    desk = started("star-blackjack", terms)
    desk.done("enter", player="ann")
    desk.done("postpone-draw", reason="a broken seal")
    answer = desk.step("draw", winners=["bob"])
    assert isinstance(answer, Refused)
    assert answer.clause == "20.12"
    assert list(answer.also) == [
        "20.7.7", "20.2", "20.7.3", "20.7.8", "20.7.1",
    ]  # fmt: skip
    by_player = desk.step("draw", winners=["bob"], by="player")
    assert isinstance(by_player, Refused)
    assert by_player.code == "role/not-empowered"
    assert by_player.also == ("20.1",)


def test_a_closed_promotion_comes_before_the_person_and_the_amount() -> None:
    terms = replace(default_terms(law_of("star-blackjack")), minimum_wager=50_00)
    desk = started("star-blackjack", terms)
    late = {"player": "ann", "eligible": False, "wagered": 10, "at": "2026-06-08T00:00:00Z"}
    answer = desk.step("enter", **late)
    assert isinstance(answer, Refused)
    assert answer.clause == "20.7.6"
    assert {"20.7.3", "20.7.4"} <= set(answer.also)


@pytest.mark.parametrize("at", [None, iso(STARTS)])
@pytest.mark.parametrize("term", ["entries_close", "draw", "minimum_wager", "prizes"])
def test_what_terms_do_not_state_stands_against_nothing(term: str, at: str | None) -> None:
    """Before the start they may lack anything; then publication and submission are in the way."""
    desk = Desk("star-blackjack", replace(Desk().promotion.terms, **{term: None}))
    time = {} if at is None else {"at": at}
    answers = {
        "enter": desk.step("enter", player="ann", **time),
        "draw": desk.step("draw", winners=[], **time),
    }
    for do, nobody in (("enter", ()), ("draw", ("20.7.3",))):
        answer = answers[do]
        assert isinstance(answer, Refused)
        assert answer.code == "terms/unpublished"
        assert (answer.clause, answer.also) == ("20.6", ("20.9", "20.7.7", *nobody))


def test_terms_that_lack_several_things_are_refused_by_each_of_their_clauses() -> None:
    desk = Desk("star-blackjack", replace(Desk().promotion.terms, claim=None, manner=" "))
    answer = desk.step("submit-terms")
    assert isinstance(answer, Refused)
    assert answer.clause == "20.7.1"
    assert "20.7.8" in answer.also


# ------------------------------------------------------------------------------------- who may ask

OPERATORS = (
    "submit-terms", "publish-terms", "start-promotion", "appoint-scrutineer", "draw",
    "notify-winner", "award", "refuse-claim", "inform-claimant", "postpone-draw", "cancel-draw",
    "validate", "amend-terms", "postpone-promotion",
)  # fmt: skip
FIELDS: dict[str, dict[str, object]] = {
    "appoint-scrutineer": {"person": "auditor 4"},
    "notify-winner": {"player": "ann", "method": "mail"},
    "award": {"player": "ann", "pay": "goods"},
    "refuse-claim": {"player": "ann", "value": 5, "reason": "late"},
    "inform-claimant": {"player": "ann"},
    "postpone-draw": {"reason": "a broken seal"},
    "cancel-draw": {"reason": "a broken seal"},
    "postpone-promotion": {"reason": "a broken seal"},
    "amend-terms": {"terms": {}},
}


@every_book
@pytest.mark.parametrize("do", OPERATORS)
@pytest.mark.parametrize("by", ["player", "dealer", "supervisor", "inspector", "regulator"])
def test_what_the_operator_does_nobody_else_does(game: str, do: str, by: str) -> None:
    answer = started(game).step(do, by=by, **FIELDS.get(do, {}))
    assert isinstance(answer, Refused)
    assert answer.code == "role/not-empowered"
    assert answer.clause.startswith(f"{CLAUSES[game][0]}.")


@pytest.mark.parametrize("by", ["inspector", "surveillance", "regulator"])
def test_who_neither_plays_nor_works_there_enters_nobody(by: str) -> None:
    assert started().refused("enter", player="ann", by=by) == "20.7.3"


@pytest.mark.parametrize("by", ["player", "dealer", "supervisor", "gaming-manager"])
def test_players_enter_or_are_entered_at_the_tables(by: str) -> None:
    desk = started()
    desk.done("enter", player="ann", by=by)
    assert [ticket.player for ticket in desk.promotion.tickets] == ["ann"]


STILL_TO_DO = ("refuse-claim", "inform-claimant")
"""What is owed to claimants though there is no draw any more."""


@every_book
@pytest.mark.parametrize("do", [one for one in OPERATORS if one not in STILL_TO_DO])
def test_after_a_cancelled_draw_nothing_goes_on(game: str, do: str) -> None:
    desk = started(game)
    desk.done("cancel-draw", reason="a broken seal")
    answer = desk.step(do, **FIELDS.get(do, {}))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause) == ("promotion/cancelled", CLAUSES[game][4])


@pytest.mark.parametrize("game", GAMES[:2])
def test_of_a_cancelled_draw_the_regulator_approves_no_change(game: str) -> None:
    desk = started(game)
    desk.done("cancel-draw", reason="a broken seal")
    assert desk.refused("approve-amendment", about="prizes", by="regulator") == "20.12"


def test_a_claim_is_for_nothing_or_more() -> None:
    claim = RefuseClaim("ann", -1, "never entered", by=Role.GAMING_MANAGER)
    answer = started().do(claim)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause) == ("claim/value", "20.10")
    desk = started()
    desk.done("refuse-claim", player="ann", value=0, reason="never entered")
    assert [(claim.player, claim.value) for claim in desk.promotion.claims] == [("ann", 0)]


def test_a_game_without_rules_for_promotions_has_none() -> None:
    without = [game for game in EVERY_GAME if game not in GAMES]
    assert len(without) == 4
    for game in without:
        answer = open_promotion(law_of(game), default_terms(law_of("star-blackjack")))
        assert isinstance(answer, Refused)
        assert answer.code == "promotion/no-rules"


# ------------------------------------------------------------------------------------------ times


def test_the_clock_only_moves_forward_and_needs_its_zone() -> None:
    desk = started()
    answer = desk.step("enter", player="ann", at=iso(STARTS - SECOND))
    assert isinstance(answer, Refused)
    assert answer.code == "clock/backwards"
    command = desk.step("enter", player="ann", at=iso(STARTS))
    assert not isinstance(command, Refused)
    naive = replace(desk.promotion.terms, draw=datetime(2026, 6, 7, 20))  # noqa: DTZ001
    opened = open_promotion(desk.law, naive)
    assert isinstance(opened, Refused)
    assert opened.code == "clock/no-zone"
    amended = Desk().do(AmendTerms(naive, by=Role.GAMING_MANAGER))
    assert isinstance(amended, Refused)
    assert amended.code == "clock/no-zone"


def test_a_command_whose_time_has_no_zone_is_refused() -> None:
    desk = started()
    naive = datetime(2026, 6, 2, 20)  # noqa: DTZ001
    answer = desk.do(EnterPromotion("ann", by=Role.PLAYER, at=naive))
    assert isinstance(answer, Refused)
    assert answer.code == "clock/no-zone"


def test_a_refused_command_leaves_the_clock_alone() -> None:
    desk = started()
    desk.refused("draw", at=iso(DRAW))
    assert desk.promotion.clock == STARTS


@every_book
def test_times_in_any_other_order_are_refused(game: str) -> None:
    desk = Desk(game)
    times = [STARTS, STARTS + timedelta(days=1), STARTS + timedelta(days=2)]
    lawful = []
    for starts, close, draw in permutations(times):
        terms = replace(desk.promotion.terms, starts=starts, entries_close=close, draw=draw)
        if not list(terms_faults(desk.rules, terms)):
            lawful.append([starts, close, draw])
    assert lawful == [times]


@every_book
def test_a_promotion_may_start_close_and_be_drawn_at_one_moment(game: str) -> None:
    desk = Desk(game)
    terms = replace(desk.promotion.terms, starts=STARTS, entries_close=STARTS, draw=STARTS)
    assert list(terms_faults(desk.rules, terms)) == []


def test_a_notice_is_not_late_where_nobody_keeps_time() -> None:
    notice = PromotionNotice(Role.PLAYER, "a prize was won", "ann", "20.8", deadline=DRAW)
    assert [notice.late(now) for now in (None, DRAW, DRAW + SECOND)] == [False, False, True]


# ----------------------------------------------------------------------------------- what is due


def what(desk: Desk, at: datetime | None = None) -> list[str]:
    return [one.what.value for one in due(desk.rules, desk.promotion, at)]


def test_a_promotion_says_what_is_due_from_beginning_to_end() -> None:
    terms = replace(
        default_terms(law_of("star-blackjack")), prizes=(prize(PrizeKind.CASH, "20000"),)
    )
    desk = Desk("star-blackjack", terms)
    assert what(desk) == ["submit-terms", "publish-terms"]
    desk.done("submit-terms", at=iso(STARTS - timedelta(days=2)))
    assert what(desk) == ["publish-terms"]
    desk.done("publish-terms")
    assert what(desk) == ["start-promotion"]
    desk.done("start-promotion", at=iso(STARTS))
    assert what(desk) == ["enter", "appoint-scrutineer"]
    desk.done("enter", player="ann")
    desk.done("appoint-scrutineer", person="auditor 4")
    assert what(desk) == ["enter", "draw"]
    assert due(desk.rules, desk.promotion, DRAW + SECOND)[0].overdue
    desk.done("draw", at=iso(DRAW), winners=["ann"])
    assert what(desk) == ["notice", "choose-payment"]
    desk.done("notify-winner", player="ann", method="telephone")
    desk.done("choose-payment", player="ann", pay="cheque")
    assert what(desk) == ["award"]
    desk.done("award", player="ann", pay="cheque")
    assert what(desk) == []


def test_terms_that_are_published_and_not_submitted_start_nothing() -> None:
    desk = Desk()
    desk.done("publish-terms")
    assert what(desk) == ["submit-terms"]


@every_book
def test_entries_are_open_up_to_their_last_moment_and_the_draw_is_late_after_its_own(
    game: str,
) -> None:
    desk = started(game)
    desk.done("enter", player="ann")
    close = desk.promotion.terms.entries_close
    assert close is not None
    assert what(desk, close) == ["enter", "draw"]
    assert what(desk, close + SECOND) == ["draw"]
    for then, overdue in ((DRAW, False), (DRAW + SECOND, True)):
        (draw,) = due(desk.rules, desk.promotion, then)
        assert (draw.deadline, draw.overdue) == (DRAW, overdue)


def test_the_largest_prize_is_why_a_draw_is_overseen() -> None:
    large, larger = prize(PrizeKind.GOODS, "20000"), prize(PrizeKind.GOODS, "30000")
    desk = with_prizes("star-blackjack", large, larger, prize(PrizeKind.GOODS, "5"))
    (owed,) = (one for one in due(desk.rules, desk.promotion) if one.what is Owed.SCRUTINEER)
    assert "$30,000" in owed.about


def test_a_prize_may_be_worth_nothing() -> None:
    desk = with_prizes("star-blackjack", prize(PrizeKind.GOODS, "0"))
    desk.done("enter", player="ann")
    desk.done("draw", at=iso(DRAW), winners=["ann"])
    (awarded,) = desk.done("award", player="ann", pay="goods")
    assert isinstance(awarded, PrizeAwarded)
    assert (awarded.value, awarded.entry) == (0, None)


def test_a_prize_that_was_handed_over_is_owed_no_more_and_the_next_still_is() -> None:
    desk = with_prizes("star-blackjack", *[prize(PrizeKind.GOODS, "100")] * 2)
    for player in ("ann", "bob"):
        desk.done("enter", player=player)
    desk.done("draw", at=iso(DRAW), winners=["ann", "bob"])
    desk.done("award", player="ann", pay="goods")
    owed = due(desk.rules, desk.promotion)
    assert [one.player for one in owed if one.what is Owed.AWARD] == ["bob"]


def test_what_is_due_goes_by_the_clock_where_it_is_asked_for_an_earlier_time() -> None:
    desk = started()
    desk.done("enter", player="ann")
    desk.done("postpone-draw", reason="a broken seal", at=iso(DRAW + SECOND))
    desk.done("validate")
    draw, inspector = due(desk.rules, desk.promotion, STARTS)
    assert (draw.what, draw.overdue, inspector.overdue) == (Owed.DRAW, True, False)


def test_what_is_overdue_comes_first() -> None:
    desk = started()
    desk.done("enter", player="ann")
    desk.done("refuse-claim", player="bob", value=5, reason="late")
    desk.done("draw", at=iso(DRAW), winners=["ann"])
    then = DRAW + timedelta(days=3)
    owed = due(desk.rules, desk.promotion, then)
    assert [(one.what, one.player, one.overdue) for one in owed] == [
        (Owed.WORD, "ann", True),
        (Owed.WORD, "bob", False),
        (Owed.AWARD, "ann", False),
    ]


def test_disputes_and_a_postponed_draw_are_due_too() -> None:
    desk = started()
    desk.done("dispute", player="ann", about="my entry")
    desk.done("postpone-draw", reason="a broken seal")
    assert what(desk) == ["notice", "validate", "decide-dispute"]
    desk.done("decide-dispute", dispute=1, outcome="it counts")
    desk.done("cancel-draw", reason="a broken seal")
    assert what(desk) == ["notice", "notice"]


# ----------------------------------------------------------------------------------- small corners


def test_prizes_that_were_drawn_are_not_changed_any_more() -> None:
    desk = started()
    desk.done("enter", player="ann")
    desk.done("draw", at=iso(DRAW), winners=["ann"])
    desk.done("approve-amendment", about="prizes", by="regulator")
    other = {"prizes": [{"kind": "goods", "value": 5}]}
    assert desk.refused("amend-terms", terms=other) == "20.7.11"
    desk.done("amend-terms", terms={"publication": "website"})


def test_a_scrutineer_is_somebody_and_comes_before_the_draw() -> None:
    desk = started()
    assert desk.refused("appoint-scrutineer", person=" ") == "20.2"
    desk.done("enter", player="ann")
    desk.done("draw", at=iso(DRAW), winners=["ann"])
    assert desk.refused("appoint-scrutineer", person="auditor 4") == "20.2"


@cites("star-blackjack", "20.3")
@pytest.mark.parametrize("kind", [PrizeKind.CASINO_DOLLARS, PrizeKind.SLOTS_DOLLARS])
@pytest.mark.parametrize("pay", [one.value for one in Payment])
def test_credited_dollars_are_handed_over_or_credited_and_never_become_money(
    kind: PrizeKind, pay: str
) -> None:
    desk = with_prizes("star-blackjack", prize(kind, "100"))
    desk.done("enter", player="ann")
    desk.done("draw", at=iso(DRAW), winners=["ann"])
    if pay in ("goods", "transfer", "cheque"):
        (awarded,) = desk.done("award", player="ann", pay=pay)
        assert isinstance(awarded, PrizeAwarded)
        assert awarded.entry is None
    else:
        assert desk.refused("award", player="ann", pay=pay) == "20.3"


def test_a_cash_prize_is_neither_goods_nor_has_it_an_alternative() -> None:
    desk = started()
    desk.done("enter", player="ann")
    desk.done("draw", at=iso(DRAW), winners=["ann"])
    assert desk.refused("award", player="ann", pay="goods") == "20.7.11"
    assert desk.refused("award", player="ann", pay="alternative") == "20.3"
    desk.done("choose-payment", player="ann", pay="cheque")
    (awarded,) = desk.done("award", player="ann", pay="cheque")
    assert evolve(desk.promotion, awarded) == desk.promotion


def test_a_dispute_is_about_something_that_there_is() -> None:
    desk = started()
    assert desk.refused("dispute", player="ann", about=" ") == "20.11"
    for do, fields in (("decide-dispute", {"outcome": "no"}), ("complain", {"player": "ann"})):
        answer = desk.step(do, dispute=1, **fields)
        assert isinstance(answer, Refused)
        assert answer.code == "dispute/unknown"


@cites("star-blackjack", "20.11")
def test_of_two_disputes_each_keeps_its_own_decision() -> None:
    desk = started()
    for player in ("ann", "bob"):
        desk.done("dispute", player=player, about="an entry")
    desk.done("decide-dispute", dispute=1, outcome="it counts", person="manager 7")
    first, second = desk.promotion.disputes
    assert (first.player, first.outcome, first.decided_by) == ("ann", "it counts", "manager 7")
    assert (second.player, second.step, second.decided_by) == ("bob", "raised", "")
    not_decided = desk.step("complain", dispute=2, player="bob")
    assert isinstance(not_decided, Refused)
    assert not_decided.code == "dispute/not-now"
    assert desk.refused("complain", dispute=1, player="bob") == "20.11"
    desk.done("complain", dispute=1, player="ann")
    complained = desk.promotion.disputes[0]
    assert (complained.outcome, complained.decided_by) == ("it counts", "manager 7")


@pytest.mark.parametrize("by", ["player", "inspector", "regulator"])
def test_only_what_an_inspector_is_told_is_acknowledged(by: str) -> None:
    """A claimant is informed by the operator, and says nothing to it."""
    desk = started()
    desk.done("refuse-claim", player="ann", value=5, reason="late")
    answer = desk.step("acknowledge", notice=1, by=by)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause) == ("notice/not-theirs", "20.10")


def test_a_notice_that_was_never_given_is_nobodys_to_acknowledge() -> None:
    desk = started()
    answer = desk.step("acknowledge", notice=1, by="inspector")
    assert isinstance(answer, Refused)
    assert answer.code == "notice/unknown"
    desk.done("refuse-claim", player="ann", value=5, reason="late")
    assert desk.refused("acknowledge", notice=1, by="inspector") == "20.10"
