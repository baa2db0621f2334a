"""Parts of a law that no game of ours sets apart, and cards at the very end of a shoe."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.blackjack.opening import open_blackjack
from croupier.games.blackjack.state import Hand, hand_total
from croupier.games.blackjack.turn import InsuranceDue, double_bar, double_cards_refusal
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.notices import open_notices
from croupier.messages import Refused
from croupier.rulebooks import BLACKJACK, BlackjackLaw, Rule
from tests.citing import cites
from tests.support.tables import blackjack

STAR = BLACKJACK["star-blackjack"]
PERTH = BLACKJACK["perth-blackjack"]
CANBERRA = BLACKJACK["canberra-blackjack"]
DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def done(croupier: Croupier, do: str, **fields: Any) -> None:
    answer = croupier.do(to_command({"do": do, **fields}))
    assert not isinstance(answer, Refused), answer


def refused(croupier: Croupier, do: str, **fields: Any) -> Refused:
    answer = croupier.do(to_command({"do": do, **fields}))
    assert isinstance(answer, Refused), answer
    return answer


@pytest.mark.parametrize(
    ("cards", "total"),
    [("4H 5C AC", (20, True)), ("4H 7C AC", (12, False)), ("AH 8C AC", (20, True))],
)
def test_only_the_card_of_a_double_may_count_eleven(cards: str, total: tuple[int, bool]) -> None:
    assert hand_total(STAR, Hand(parse_cards(cards), doubled=True)) == total


def test_a_law_may_let_split_hands_double_later_than_others() -> None:
    double = replace(PERTH.double, on_cards=Rule((2,), "3.25"), on_split_cards=Rule((2, 3), "3.25"))
    law = replace(PERTH, double=double)
    three = parse_cards("2H 3H 5C")
    assert double_bar(law, Hand(three)) == "double/cards"
    assert double_bar(law, Hand(three, split=True)) == ""


def test_a_law_may_let_aces_not_be_split_at_all() -> None:
    law = replace(STAR, split=replace(STAR.split, aces_hands=Rule(1, "11.1")))
    croupier = Croupier(law, Choices(burn=False), stack=parse_cards("AH 6C AD TC"))
    done(croupier, "wager", player="ann", box=1, amount=50)
    done(croupier, "deal")
    assert refused(croupier, "split", box=1).code == "split/limit-reached"


def test_a_law_may_let_hard_totals_be_doubled_that_soft_ones_reach_too() -> None:
    law = replace(PERTH, double=replace(PERTH.double, totals=Rule(frozenset({17}), "3.25")))
    assert double_bar(law, Hand(parse_cards("TH 7C"))) == ""
    assert double_bar(law, Hand(parse_cards("AH 6C"))) == "double/total"


def test_a_law_may_leave_open_how_aces_count_for_a_double() -> None:
    law = replace(STAR, double=replace(STAR.double, counted=None))
    hand = Hand(parse_cards("AH 6C"))
    for one, also in ((STAR, ("11.1", "11.1.2")), (law, ("11.1",))):
        answer = double_cards_refusal(one, hand)
        assert answer is not None
        assert (answer.code, answer.clause, answer.also) == ("double/total", "11.1.1", also)


def test_a_refused_optional_wager_is_told_what_there_is() -> None:
    equipment = replace(STAR.equipment, side_bet_areas=None)
    none = replace(STAR, equipment=equipment, side_bets=replace(STAR.side_bets, kinds=()))
    known = "perfect-pairs, any-pairs, lucky-lucky"
    for law, clause, choices in ((STAR, "2.2.4", known), (none, "2.2.1", "none")):
        answer = open_blackjack(law, Choices(side_bets=("pairs-play",)))
        assert isinstance(answer, Refused)
        assert (answer.code, answer.clause) == ("open/side-bet", clause)
        assert answer.why.endswith(f"; choose from {choices}")


def test_a_law_may_let_two_thirds_be_insured() -> None:
    rules = STAR.insurance
    assert rules is not None
    ace = replace(rules.ace, share=Rule(Fraction(2, 3), "8.1"))
    law: BlackjackLaw = replace(STAR, insurance=replace(rules, ace=ace))
    croupier = Croupier(law, Choices(burn=False), stack=parse_cards("TH AC 9D 6C"))
    done(croupier, "wager", player="ann", box=1, amount=90)
    done(croupier, "deal")
    assert refused(croupier, "insure", player="ann", box=1, amount=65).code == "insurance/too-much"
    done(croupier, "insure", player="ann", box=1, amount=60)


def test_a_law_may_have_insurance_and_no_even_money() -> None:
    for even_money in (STAR.interim.even_money, None):
        law = replace(STAR, interim=replace(STAR.interim, even_money=even_money))
        croupier = Croupier(law, Choices(burn=False), stack=parse_cards("AH AC KH"))
        done(croupier, "wager", player="ann", box=1, amount=100)
        done(croupier, "deal")
        (due,) = croupier.due
        assert isinstance(due, InsuranceDue)
        assert [wager.even_money for wager in due.wagers] == [even_money is not None]
    assert refused(croupier, "even-money", player="ann", box=1).code == "even-money/unknown"


def test_a_limit_that_a_law_tells_nobody_of_cannot_be_set() -> None:
    bets = tuple(replace(bet, only_bettors_notices=None) for bet in STAR.side_bets.kinds)
    law = replace(STAR, side_bets=replace(STAR.side_bets, kinds=bets))
    croupier = Croupier(law, Choices(side_bets=(bets[0].name,)))
    answer = refused(croupier, "limit-side-bets", by="gaming-manager")
    assert answer.code == "side-bet/open-to-all"
    assert not open_notices(croupier.table)


def when_one_card_is_left() -> Croupier:
    """A table with 15 on its box, where the last card of the shoe, a six, slipped out."""
    croupier = Croupier(STAR, Choices(mode=Mode.LIVE, decks=6))
    done(croupier, "sit", player="ann", box=1)
    done(croupier, "shuffle")
    done(croupier, "cut", player="ann", position=150)
    done(croupier, "load", depth=52)
    done(croupier, "burn")
    kept = ("TH", "7C", "5D", "6S", "2C")
    for cards in (*[DECK] * 5, [card for card in DECK if card not in kept]):
        done(croupier, "deal-without-wagers", cards=cards)
    done(croupier, "wager", player="ann", box=1, amount=100)
    done(croupier, "deal")
    for card in ("TH", "7C", "5D"):
        done(croupier, "card", card=card)
    done(croupier, "draw-in-error", card="6S")
    return croupier


@cites("star-blackjack", "16.2", "16.9")
def test_the_last_card_is_dealt_before_the_discards_are_shuffled() -> None:
    croupier = when_one_card_is_left()
    assert croupier.table.shoe.empty
    done(croupier, "hit", box=1)
    assert croupier.table.preparation is None
    done(croupier, "card", card="6S")
    assert blackjack(croupier.table).round is not None
    assert croupier.table.preparation is not None


@cites("star-blackjack", "16.8", "16.9")
def test_the_last_card_goes_back_and_no_shuffle_of_the_discards_is_left() -> None:
    croupier = when_one_card_is_left()
    done(croupier, "hit", box=1)
    done(croupier, "card", card="6S")
    done(croupier, "reconstruct", cards=1)
    assert croupier.table.preparation is None
    assert not croupier.table.shuffle_after_round
