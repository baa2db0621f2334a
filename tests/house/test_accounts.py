"""Player Cards and gaming limits: who may wager, how much, and what becomes of what was invalid."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.stud.state import stud_round
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.house.accounts import (
    Deposit,
    Deposited,
    LossLimit,
    LossLimitSet,
    Place,
    PlayerAccount,
    ResultRecorded,
    account_at,
    decide,
    evolve,
)
from croupier.house.admission import WagerRequest, refuse_to_buy, refuse_to_leave, refuse_wager
from croupier.messages import Event, Refused
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, Role
from croupier.rulebooks.books.caribbean_stud import PLAYER_CARDS
from croupier.streams import ACCOUNT
from tests.citing import cites
from tests.support.tables import stud

EIGHT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
# Dealer ace-king-queen-seven-two; box 1 a pair of nines, box 2 king high.
SHOE = "AS 9H KC KD 9D JD QH 4C 8C 7C 6S 6H 2S 3H 3S"


def a_table(**choices: Any) -> Croupier:
    given = Choices(player_cards=True, burn=False, **choices)
    return Croupier(CARIBBEAN_STUD, given, stack=parse_cards(SHOE))


def say(croupier: Croupier, do: str, **fields: Any) -> tuple[Event, ...] | Refused:
    return croupier.do(to_command({"do": do, **fields}))


def done(croupier: Croupier, do: str, **fields: Any) -> None:
    answer = say(croupier, do, **fields)
    assert not isinstance(answer, Refused), answer


def refused(croupier: Croupier, do: str, **fields: Any) -> Refused:
    before = croupier.table, dict(croupier.house.accounts)
    answer = say(croupier, do, **fields)
    assert isinstance(answer, Refused), answer
    assert (croupier.table, croupier.house.accounts) == before
    return answer


def ante(amount: float = 10, box: int = 1, player: str = "ann") -> dict[str, Any]:
    return {"player": player, "box": box, "amount": amount, "on": "ante"}


def with_limit(amount: int, *, declared: int = 500) -> Croupier:
    croupier = a_table()
    done(croupier, "present-card", player="ann", holder="ann")
    done(croupier, "set-loss-limit", player="ann", amount=amount, days=1, at=EIGHT)
    if declared:
        done(croupier, "declare-chips", player="ann", amount=declared, at=EIGHT)
    return croupier


@cites("caribbean-stud", "5.1", "16.1", "16.1.1", "16.1.2")
def test_nobody_wagers_without_a_card_of_their_own() -> None:
    croupier = a_table()
    assert refused(croupier, "wager", **ante()).clause == "5.1"
    done(croupier, "present-card", player="ann", holder="bob")
    assert refused(croupier, "wager", **ante()).clause == "16.1"
    done(croupier, "present-card", player="ann", holder="ann")
    done(croupier, "wager", **ante())


@cites("caribbean-stud", "16.2", "16.2.1", "16.2.2", "16.2.3", "16.2.4")
def test_with_a_loss_limit_chips_are_declared() -> None:
    croupier = with_limit(100, declared=0)
    assert croupier.journal is not None
    events = croupier.journal.events(ACCOUNT.stream("ann"))
    told = next(event for event in events if isinstance(event, LossLimitSet))
    assert set(told.duties) == {"16.2", "16.2.1", "16.2.2", "16.2.3", "16.2.4"}
    assert refused(croupier, "wager", **ante()).clause == "16.2.2"
    done(croupier, "declare-chips", player="ann", amount=200, at=EIGHT)
    done(croupier, "wager", **ante())
    done(croupier, "withdraw", player="ann", box=1, on="ante")
    done(croupier, "declare-remaining", player="ann", amount=200, at=EIGHT)
    assert refused(croupier, "wager", **ante()).clause == "16.2.2"


@cites("caribbean-stud", "16.3")
def test_no_wager_beyond_the_loss_limit() -> None:
    croupier = with_limit(30)
    assert refused(croupier, "wager", **ante(31)).clause == "16.3"
    done(croupier, "wager", **ante(15))
    done(croupier, "deal")
    answer = refused(croupier, "bet", player="ann", box=1)
    assert answer.clause == "16.3"
    assert "$15 more" in answer.why
    done(croupier, "fold", player="ann", box=1)
    assert croupier.account("ann").lost == 1_500
    assert refused(croupier, "wager", **ante(16)).clause == "16.3"


@cites("caribbean-stud", "16.3", "16.4")
def test_a_new_period_begins_afresh() -> None:
    croupier = with_limit(10)
    done(croupier, "wager", **ante(10))
    done(croupier, "deal")
    done(croupier, "fold", player="ann", box=1)
    assert refused(croupier, "wager", **ante(5)).clause == "16.3"
    assert refused(croupier, "require-break", player="ann").clause == "16.4"
    done(croupier, "require-break", player="ann", by="supervisor")
    assert refused(croupier, "wager", **ante(5)).clause == "16.4"
    later = EIGHT + timedelta(days=2, hours=1)
    done(croupier, "declare-chips", player="ann", amount=50, at=later)
    limit = croupier.account("ann").loss_limit
    assert limit is not None
    assert limit.started == EIGHT + timedelta(days=2)
    done(croupier, "wager", **ante(5))


@cites("caribbean-stud", "14.20", "14.20.1")
def test_an_invalid_wager_found_before_the_hand_goes_back() -> None:
    croupier = a_table()
    done(croupier, "present-card", player="ann", holder="ann")
    done(croupier, "wager", **ante(10))
    done(croupier, "invalidate-wagers", player="ann")
    assert croupier.table.wagers == ()
    assert croupier.table.chips("ann") == 0


@cites("caribbean-stud", "14.20.2", "14.20.3", "14.21.2")
def test_found_during_the_hand_it_goes_back_and_wins_nothing_found_later_it_stands() -> None:
    croupier = a_table()
    for player in ("ann", "bob"):
        done(croupier, "present-card", player=player, holder=player)
    done(croupier, "wager", **ante(10))
    done(croupier, "wager", **ante(20, box=2, player="bob"))
    done(croupier, "deal")
    done(croupier, "bet", player="ann", box=1)
    done(croupier, "invalidate-wagers", player="ann")
    done(croupier, "bet", player="bob", box=2)
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == 0
    assert croupier.table.chips("bob") == -6_000
    answer = refused(croupier, "invalidate-wagers", player="bob")
    assert answer.clause == "14.20.3"
    assert refused(croupier, "invalidate-wagers", player="bob", over=5).clause == "14.21.2"


@cites("caribbean-stud", "14.20.2")
def test_an_invalid_jackpot_wager_leaves_the_pool_and_wins_nothing() -> None:
    # Ann's five hearts would win $100 of the jackpot.
    shoe = "AS 2H KD 4H QC 6H 7C 8H 2S TH"
    terms = JackpotTerms(wager=500, pool=1_000_000, increment=Decimal("0.333"))
    choices = Choices(player_cards=True, burn=False, jackpot=terms)
    croupier = Croupier(CARIBBEAN_STUD, choices, stack=parse_cards(shoe))
    pool = croupier.pool
    assert pool is not None
    done(croupier, "present-card", player="ann", holder="ann")
    done(croupier, "wager", **ante(10))
    done(croupier, "wager", player="ann", box=1, amount=5, on="jackpot")
    done(croupier, "deal")
    assert croupier.pool is not None
    assert croupier.pool.wagered == 500
    done(croupier, "invalidate-wagers", player="ann")
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == 0
    assert croupier.pool.is_balanced
    assert (croupier.pool.meter, croupier.pool.carry, croupier.pool.retained) == (
        pool.meter,
        pool.carry,
        pool.retained,
    )


@cites("caribbean-stud", "14.21", "14.21.1")
def test_what_is_over_the_limit_goes_back_the_last_placed_first() -> None:
    croupier = a_table()
    done(croupier, "present-card", player="ann", holder="ann")
    done(croupier, "wager", **ante(10))
    done(croupier, "deal")
    done(croupier, "bet", player="ann", box=1, pause=True)
    done(croupier, "invalidate-wagers", player="ann", over=15)
    stakes = {stake.on: stake.amount for stake in stud_round(stud(croupier.table)).stakes}
    assert stakes == {"ante": 1_000, "bet": 500}
    done(croupier, "settle")
    # Alone at the table ann has king high against ace-king.
    assert croupier.table.chips("ann") == -1_500


def test_a_deposit_limit_counts_outside_money_by_the_day() -> None:
    croupier = a_table()
    done(croupier, "set-deposit-limit", player="ann", amount=100)
    done(croupier, "deposit", player="ann", amount=60, at=EIGHT)
    done(croupier, "deposit", player="ann", amount=500, external=False, at=EIGHT)
    assert (
        refused(croupier, "deposit", player="ann", amount=41, at=EIGHT).code == "deposit/over-limit"
    )
    done(croupier, "deposit", player="ann", amount=100, at=EIGHT + timedelta(days=1))


def test_the_clock_of_the_house_says_which_day_a_deposit_is_made_on() -> None:
    account = PlayerAccount(player="ann", deposit_limit=100_00)
    deposit = Deposit("ann", 100_00, by=Role.PLAYER, at=EIGHT)
    days = {"": "2026-05-02", "Australia/Perth": "2026-05-02", "America/Lima": "2026-05-01"}
    for zone, day in days.items():
        answer = decide(account, deposit, PLAYER_CARDS, Place(zone=zone))
        assert not isinstance(answer, Refused)
        (event,) = answer
        assert isinstance(event, Deposited)
        assert (event.day, event.zone) == (day, zone or "Australia/Sydney")
        after = evolve(account, event)
        assert after.deposited_on_day_of(EIGHT) == 100_00
        assert after.deposited_on_day_of(EIGHT + timedelta(days=1)) == 0
    assert after.deposited_on_day_of(EIGHT + timedelta(hours=8, minutes=59)) == 100_00


def test_a_deposit_of_an_older_record_was_counted_by_utc() -> None:
    old = {"event": "deposited", "player": "ann", "amount": 500, "external": True}
    event = msgspec.convert({**old, "day": "2026-05-01"}, Deposited)
    assert evolve(PlayerAccount(player="ann"), event).deposited_on_day_of(EIGHT) == 500


def test_a_limit_of_a_cent_is_one() -> None:
    croupier = a_table()
    done(croupier, "set-loss-limit", player="ann", amount=Decimal("0.01"), days=1, at=EIGHT)
    limit = croupier.account("ann").loss_limit
    assert limit is not None
    assert limit.amount == 1


@pytest.mark.parametrize("fields", [{"amount": 0, "days": 1}, {"amount": 5, "days": 0}])
def test_a_limit_must_mean_something(fields: dict[str, int]) -> None:
    answer = refused(a_table(), "set-loss-limit", player="ann", at=EIGHT, **fields)
    assert answer.code == "limit/impossible"


def test_elsewhere_nobody_asks_for_cards() -> None:
    plain = Croupier(STAR_BLACKJACK, seed=1)
    assert not isinstance(say(plain, "wager", player="ann", box=1, amount=10), Refused)
    answer = say(plain, "present-card", player="ann", holder="ann")
    assert isinstance(answer, Refused)
    assert answer.code == "player/no-cards-here"


@cites("caribbean-stud", "16.2", "16.2.3")
@pytest.mark.parametrize(
    ("do", "fields", "code"),
    [
        ("set-deposit-limit", {"amount": 0}, "limit/impossible"),
        ("set-deposit-limit", {"amount": -5}, "limit/impossible"),
        ("set-loss-limit", {"amount": 0, "days": 1}, "limit/impossible"),
        ("set-loss-limit", {"amount": 10, "days": 0}, "limit/impossible"),
        ("deposit", {"amount": 0}, "deposit/what"),
        ("declare-remaining", {"amount": -1}, "declare/nothing"),
        ("declare-remaining", {"amount": 0}, "declare/none-here"),
    ],
)
def test_amounts_and_days_that_cannot_be(do: str, fields: dict[str, Any], code: str) -> None:
    croupier = with_limit(100, declared=0)
    assert refused(croupier, do, player="ann", at=EIGHT, **fields).code == code


@cites("caribbean-stud", "16.2")
def test_a_deposit_and_a_limit_need_their_time() -> None:
    croupier = with_limit(100)
    assert refused(croupier, "deposit", player="ann", amount=5).code == "deposit/what"
    unlimited = refused(croupier, "set-loss-limit", player="ann", amount=5, days=1)
    assert unlimited.code == "clock/unknown"
    deposit = to_command({"do": "deposit", "player": "ann", "amount": 5, "at": EIGHT})
    answer = croupier.do(replace(deposit, at=EIGHT.replace(tzinfo=None)))
    assert isinstance(answer, Refused)
    assert answer.code == "clock/no-zone"
    wager = to_command({"do": "wager", **ante(), "at": EIGHT})
    answer = croupier.do(replace(wager, at=EIGHT.replace(tzinfo=None)))
    assert isinstance(answer, Refused)
    assert answer.code == "clock/no-zone"
    before = EIGHT - timedelta(minutes=1)
    answer = refused(croupier, "deposit", player="ann", amount=5, at=before)
    assert answer.code == "clock/backwards"
    done(croupier, "deposit", player="ann", amount=5, at=EIGHT)


@cites("caribbean-stud", "16.3")
@pytest.mark.parametrize(("amount", "lawful"), [(33, True), (34, False)])
def test_a_loss_limit_counts_ones_own_wagers_and_nobody_elses(amount: int, lawful: bool) -> None:
    """Of $100 an ante of $33 and its bet of $66 may be lost; $34 and $68 would be $102."""
    croupier = with_limit(100)
    done(croupier, "present-card", player="bob", holder="bob")
    done(croupier, "wager", **ante(90, box=2, player="bob"))
    done(croupier, "wager", **ante(amount))
    done(croupier, "deal")
    if lawful:
        done(croupier, "bet", player="ann", box=1)
    else:
        assert refused(croupier, "bet", player="ann", box=1).clause == "16.3"


def test_what_is_lost_counts_from_nothing_and_to_the_cent() -> None:
    croupier = a_table()
    assert croupier.account("ann").lost == 0
    done(croupier, "present-card", player="ann", holder="ann")
    done(croupier, "wager", **ante(10))
    done(croupier, "deal")
    done(croupier, "fold", player="ann", box=1)
    assert croupier.account("ann").lost == 1_000


def test_a_loss_without_tokens_is_all_chips() -> None:
    """Of $500 that were declared and $10 that were lost, $490 are left at the table."""
    limit = LossLimit(100_000, 1, EIGHT)
    account = PlayerAccount(player="ann", chips={"1": 50_000}, loss_limit=limit)
    after = evolve(account_at(account, limit.ends), ResultRecorded("ann", -1_000, "1"))
    assert (after.chips, after.lost) == ({"1": 49_000}, 1_000)


def an_account(**known: Any) -> PlayerAccount:
    return PlayerAccount(player="ann", card_holder="ann", **known)


def asked(amount: int, *, tokens: bool = False) -> WagerRequest:
    in_tokens = amount if tokens else 0
    return WagerRequest(amount, "one", at_risk=0, chips_here=0, tokens=in_tokens, in_round=False)


@cites("caribbean-stud", "16.2", "16.2.1", "16.2.3")
def test_who_has_no_loss_limit_buys_and_leaves_without_declaring() -> None:
    limit = LossLimit(100_00, 1, EIGHT)
    free, bound = an_account(chips={"one": 5_00}), an_account(chips={"one": 5_00}, loss_limit=limit)
    in_play = Place("one", in_play=True)
    assert refuse_to_leave(PLAYER_CARDS, free, "one") is None
    assert refuse_to_buy(PLAYER_CARDS, free, in_play) is None
    leaving, buying = (
        refuse_to_leave(PLAYER_CARDS, bound, "one"),
        refuse_to_buy(PLAYER_CARDS, bound, in_play),
    )
    assert leaving is not None
    assert buying is not None
    assert (leaving.code, leaving.clause) == ("player/undeclared-chips", "16.2.3")
    assert buying.code == "player/buys-in-a-round"
    assert refuse_to_leave(PLAYER_CARDS, bound, "two") is None
    assert refuse_to_buy(PLAYER_CARDS, bound, Place("one")) is None


@cites("caribbean-stud", "16.2.2")
def test_tokens_are_not_declared_and_chips_are_enough_to_the_cent() -> None:
    account = an_account(chips={"one": 5_00}, loss_limit=LossLimit(100_00, 1, EIGHT))
    assert refuse_wager(PLAYER_CARDS, account, asked(5_00)) is None
    over = refuse_wager(PLAYER_CARDS, account, asked(5_01))
    assert over is not None
    assert (over.code, over.clause) == ("player/over-declared", "16.2.2")
    assert refuse_wager(PLAYER_CARDS, account, asked(5_01, tokens=True)) is None
    lies = replace(asked(5_00, tokens=True), chips_here=6_00)  # laid before the limit was set
    assert refuse_wager(PLAYER_CARDS, account, lies) is None
