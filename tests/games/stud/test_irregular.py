"""Irregularities of Caribbean Stud that a scenario file cannot show: views, prompts, deadlines."""

from datetime import UTC, datetime
from typing import Any

import pytest

from croupier.cards import Card, Device, parse_cards
from croupier.display.layout import table_view
from croupier.display.scenes import scene_of
from croupier.display.viewers import Onlooker, Patron
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.stud.due import BetDue, JackpotDue
from croupier.games.stud.measures import end_of_month
from croupier.games.stud.state import face_up_card, stud_round
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.due import CheckDue, ShuffleDue, WagersDue
from croupier.games.table.notices import open_notices, overdue_notices
from croupier.messages import Event, Refused
from croupier.rulebooks import CARIBBEAN_STUD, Role
from tests.citing import cites
from tests.support.tables import stud

# Dealer ace-king-queen-seven-two; box 1 a pair of nines; box 2 king high.
TWO = "AS 9H KC KD 9D JD QH 4C 8C 7C 6S 6H 2S 3H 3S"
# Dealer ace-king; box 1 a flush; box 2 king high.
FLUSH = "AS 9H KC KD TH JD QC 2H 8C 7D JH 6H 5S 3H 3S"
TERMS = JackpotTerms(wager=500, pool=3_000_000)


def say(croupier: Croupier, do: str, **fields: Any) -> tuple[Event, ...] | Refused:
    return croupier.do(to_command({"do": do, **fields}))


def done(croupier: Croupier, do: str, **fields: Any) -> None:
    answer = say(croupier, do, **fields)
    assert not isinstance(answer, Refused), answer


def live(device: Device = Device.SHOE, *, jackpot: bool = False) -> Croupier:
    """A live table with two antes, betting closed."""
    terms = TERMS if jackpot else None
    choices = Choices(mode=Mode.LIVE, device=device, jackpot=terms)
    croupier = Croupier(CARIBBEAN_STUD, choices)
    done(croupier, "sit", player="ann", box=1)
    done(croupier, "shuffle")
    if device is Device.SHOE:
        done(croupier, "cut", position=20)
        done(croupier, "load")
    for player, box in (("ann", 1), ("bob", 2)):
        done(croupier, "wager", player=player, box=box, amount=10, on="ante")
        if jackpot:
            done(croupier, "wager", player=player, box=box, amount=5, on="jackpot")
    done(croupier, "deal")
    return croupier


def deal(croupier: Croupier, cards: str) -> None:
    for card in parse_cards(cards):
        done(croupier, "card", card=card.value)


@cites("caribbean-stud", "14.5")
def test_a_card_shown_in_the_deal_lies_face_down_but_all_have_seen_it() -> None:
    croupier = live()
    deal(croupier, TWO[:5])
    done(croupier, "exposed-card", cards=["9H"])
    seen = table_view(CARIBBEAN_STUD, scene_of(croupier.table), Patron("bob"))
    (ann,), (bob,) = (box.hands for box in seen.boxes[:2])
    assert ann.cards == (None,)
    assert ann.seen == (Card("9H"),)
    assert bob.seen == ()


@cites("caribbean-stud", "14.6", "7.1")
def test_the_dealers_card_shown_in_the_deal_is_the_only_one_face_up() -> None:
    croupier = live()
    deal(croupier, TWO[:2])
    assert face_up_card(stud(croupier.table)) is None
    done(croupier, "exposed-card", cards=["AS"])
    assert face_up_card(stud(croupier.table)) is Card("AS")
    deal(croupier, TWO[3:])
    seen = table_view(CARIBBEAN_STUD, scene_of(croupier.table), Onlooker())
    assert seen.dealer.cards == (Card("AS"), None, None, None, None)


@cites("caribbean-stud", "14.7")
def test_the_dealers_cards_shown_too_soon_are_seen_by_all() -> None:
    croupier = live()
    deal(croupier, TWO)
    done(croupier, "exposed-card", cards=["KD", "QH"])
    seen = table_view(CARIBBEAN_STUD, scene_of(croupier.table), Patron("ann"))
    assert [card and card.value for card in seen.dealer.cards] == [None, "KD", "QH", None, "2S"]
    assert [type(item) for item in croupier.due] == [BetDue, BetDue]


@cites("caribbean-stud", "14.13.1")
def test_only_who_plays_first_is_asked() -> None:
    croupier = live()
    deal(croupier, TWO)
    done(croupier, "play-first", players=["bob", "zoe"], by="supervisor")
    assert [item.player for item in croupier.due if isinstance(item, BetDue)] == ["bob"]
    done(croupier, "fold", player="bob", box=2)
    assert [item.player for item in croupier.due if isinstance(item, BetDue)] == ["ann"]


@cites("caribbean-stud", "14.13.3")
def test_a_sign_says_that_english_is_spoken() -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), stack=())
    done(croupier, "english-only", by="supervisor")
    (wagers,) = croupier.due
    assert isinstance(wagers, WagersDue)
    assert "14.13.3" in [sign.clause for sign in wagers.signs]


@cites("caribbean-stud", "15.1")
def test_a_device_that_jams_with_betting_closed_is_asked_to_shuffle() -> None:
    croupier = live(Device.SHUFFLER)
    done(croupier, "device-failure")
    assert croupier.due == (ShuffleDue("15.1"),)
    assert croupier.table.round is not None


@cites("caribbean-stud", "14.9.3", "15.1")
def test_a_count_that_is_due_is_not_lost_when_the_device_jams() -> None:
    croupier = live(Device.SHUFFLER)
    done(croupier, "wrong-cards", foreign=["a joker"])
    for do in ("device-failure", "use-shoe", "restore-device"):
        done(croupier, do)
        assert isinstance(croupier.due[0], CheckDue)


@cites("caribbean-stud", "14.19")
@pytest.mark.parametrize(("amount", "told"), [(1000, 0), (1000.01, 1), (-1000, 0), (-1000.5, 1)])
def test_the_regulator_hears_of_more_than_a_thousand(amount: float, told: int) -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), stack=())
    done(croupier, "mispayment", amount=amount, player="ann", at="2026-05-31T23:59:00Z")
    assert len(croupier.table.notices) == told
    if told:
        (notice,) = open_notices(croupier.table).values()
        assert (notice.whom, notice.clause) == (Role.REGULATOR, "14.19")
        assert notice.deadline == datetime(2026, 6, 1, tzinfo=UTC)
        assert not overdue_notices(croupier.table, datetime(2026, 6, 1, tzinfo=UTC))
        assert overdue_notices(croupier.table, datetime(2026, 6, 1, 0, 0, 1, tzinfo=UTC))


def test_a_month_ends_with_its_year() -> None:
    assert end_of_month(datetime(2026, 12, 31, 5, 6, tzinfo=UTC)) == datetime(
        2027, 1, 1, tzinfo=UTC
    )


@cites("caribbean-stud", "14.16", "14.18.1.1", "14.18.1.2")
def test_the_chips_are_where_a_wrong_payment_left_them_until_it_is_put_right() -> None:
    croupier = Croupier(CARIBBEAN_STUD, Choices(), stack=())
    done(croupier, "mispayment", amount=40, player="ann")
    done(croupier, "mispayment", amount=-25)
    assert croupier.table.chips("ann") == 4_000
    assert croupier.table.balances[croupier.table.till.mispaid] == -2_500
    done(croupier, "identify-mispaid", mispayment=2, player="bob")
    assert croupier.table.chips("bob") == -2_500
    for number in (1, 2):
        done(croupier, "put-right", mispayment=number, note="done")
    assert croupier.table.chips("ann") == croupier.table.chips("bob") == 0
    assert not any(croupier.table.balances.values())


def waiting_jackpot() -> Croupier:
    """A live table where a flush waits to be paid."""
    croupier = live(jackpot=True)
    deal(croupier, FLUSH)
    done(croupier, "bet", player="ann", box=1)
    done(croupier, "bet", player="bob", box=2)
    assert isinstance(croupier.due[0], JackpotDue)
    return croupier


@cites("caribbean-stud", "16.19")
def test_a_jackpot_that_waits_need_not_be_paid_to_staff() -> None:
    croupier = waiting_jackpot()
    done(croupier, "withhold-payment", player="ann", by="supervisor")
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == 1_000 + 10_000 - 500


@cites("caribbean-stud", "16.8.1")
def test_a_jackpot_wager_that_waits_may_be_void() -> None:
    croupier = waiting_jackpot()
    done(croupier, "sanction", player="ann", breach="16.6", void=True, by="supervisor")
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == 0
    assert croupier.table.chips("bob") == -3_500


@cites("caribbean-stud", "14.8")
def test_a_hand_that_waits_for_its_jackpot_may_be_void() -> None:
    croupier = waiting_jackpot()
    done(croupier, "wrong-count", box=1, count=6)
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == 0
    assert croupier.table.chips("bob") == -3_500


@cites("caribbean-stud", "16.9.2", "16.10")
def test_a_paid_jackpot_goes_back_with_the_round_that_is_called_off() -> None:
    croupier = waiting_jackpot()
    done(croupier, "pay-jackpot")
    done(croupier, "invalidate-round", ground="fraud", by="supervisor")
    assert croupier.table.chips("ann") == croupier.table.chips("bob") == 0
    assert croupier.pool is not None
    assert (croupier.pool.wagered, croupier.pool.paid_by_operator) == (0, 0)


@cites("caribbean-stud", "16.8.2")
def test_whoever_is_sent_away_has_folded() -> None:
    croupier = live()
    deal(croupier, TWO)
    done(croupier, "sanction", player="bob", breach="16.6", exclude=True, by="supervisor")
    assert [hand.standing.value for hand in stud_round(stud(croupier.table)).hands] == [
        "undecided",
        "folded",
    ]
    assert croupier.table.chips("bob") == -1_000


def test_a_round_in_which_all_wagers_are_void_in_the_deal_comes_to_its_end() -> None:
    croupier = live()
    deal(croupier, TWO[:5])
    for player in ("ann", "bob"):
        done(croupier, "sanction", player=player, breach="16.6", void=True, by="supervisor")
    deal(croupier, "KD 9D QH 4C 7C 6S 2S 3H")  # none for bob, who had no card yet
    assert croupier.table.round is None
    assert croupier.table.chips("ann") == croupier.table.chips("bob") == 0
