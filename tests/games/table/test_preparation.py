"""Shuffle, cut, load, burn (section 4): who, in which order, and what becomes of the stack."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import Card, Device, full_decks
from croupier.floor import Croupier
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.one_table import basic_bot
from croupier.floor.running_table import dealer_command, unseen_cards
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.choices import Choices
from croupier.games.table.due import BurnDue, CutDue, LoadDue, ShuffleDue, WagersDue
from croupier.games.table.new_cards import CardsReplaced, CardsRiffled
from croupier.games.table.opening import STACKED
from croupier.games.table.preparation import (
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutCards,
    CutDeclined,
    CuttingCardShown,
    DeviceLoaded,
    LoadShoe,
    ShoeLoaded,
    ShuffleCards,
    cutter,
)
from croupier.games.table.rounds import CardDealt, Deal
from croupier.games.table.state import Mix, Preparation, Stage
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import STAR_BLACKJACK, Role
from tests.citing import cites

from .tables import after, dealt, due, live, opened, outcome, refused, say, sit, wager

arrivals = st.permutations(range(1, 8)).flatmap(
    lambda boxes: st.integers(1, 7).map(lambda number: boxes[:number])
)
"""The boxes where players sit down, in the order in which they come."""


def clockwise_from(boxes: list[int], first: int) -> list[int]:
    """The taken boxes from one on, clockwise: to the right, then from the dealer's left again."""
    return [box % 7 + 1 for box in range(first - 1, first + 6) if box % 7 + 1 in boxes]


@cites("star-blackjack", "4.3.1", "4.4")
@given(arrivals)
def test_the_first_to_come_is_asked_first_then_the_others_clockwise(boxes: list[int]) -> None:
    table = after(live(), *(sit(f"p{box}", box) for box in boxes), say("shuffle"))
    asked = []
    while (player := cutter(STAR_BLACKJACK, table)) is not None:
        asked.append(player)
        table = after(table, say("decline-cut", player=player))
    assert asked == [f"p{box}" for box in clockwise_from(boxes, boxes[0])]
    assert due(table)[0] == CutDue(None, Role.SUPERVISOR, 52, "4.4")


@cites("star-blackjack", "4.3.4", "4.4")
@given(arrivals)
def test_after_a_cutting_card_between_rounds_the_rightmost_is_asked_first(
    boxes: list[int],
) -> None:
    table = after(live(), *(sit(f"p{box}", box) for box in boxes), say("shuffle"))
    table = after(table, say("cut", player=f"p{boxes[0]}", position=200), say("load"), say("burn"))
    table = after(table, say("cutting-card"), say("shuffle"))
    asked = []
    while (player := cutter(STAR_BLACKJACK, table)) is not None:
        asked.append(player)
        table = after(table, say("decline-cut", player=player))
    assert asked == [f"p{box}" for box in clockwise_from(boxes, max(boxes))]


@cites("star-blackjack", "4.1.1", "4.3.1", "4.6", "4.9")
def test_each_step_is_due_in_its_turn_with_its_clause() -> None:
    table = after(live(), sit("ann", 1))
    assert due(table)[0] == ShuffleDue("4.1.1")
    table = after(table, say("shuffle"))
    assert due(table)[0] == CutDue("ann", Role.PLAYER, 52, "4.3.1")
    table = after(table, say("cut", player="ann", position=52))
    assert due(table)[0] == LoadDue(0, 208, "4.6")
    table = after(table, say("load"))
    assert due(table)[0] == BurnDue(False, "4.9")
    (wagers,) = due(after(table, say("burn")))
    assert isinstance(wagers, WagersDue)


@cites("star-blackjack", "4.3.2", "4.3.3", "4.3.4", "4.3.5")
def test_the_offer_names_the_clause_that_picks_the_player() -> None:
    ready = [say("shuffle"), say("cut", player="ann", position=99), say("load"), say("burn")]
    table = after(live(), sit("ann", 1), sit("bob", 5), *ready)
    play = [wager("ann", 1, 10), say("deal"), *dealt("TH 7C 9D")]
    shown, stand, last = say("cutting-card"), say("stand", box=1), dealt("TC")
    on_box = after(table, *play[:-1], shown, play[-1], stand, *last)
    on_dealer = after(table, *play, stand, shown, *last)
    before_round = after(table, shown)
    replaced = after(on_box, say("replace-cards", by="supervisor"))
    offers = [due(after(t, say("shuffle")))[0] for t in (on_box, on_dealer, before_round, replaced)]
    assert offers == [
        CutDue("ann", Role.PLAYER, 52, "4.3.2"),
        CutDue("bob", Role.PLAYER, 52, "4.3.3"),
        CutDue("bob", Role.PLAYER, 52, "4.3.4"),
        CutDue("bob", Role.PLAYER, 52, "4.3.5"),
    ]


@cites("star-blackjack", "4.5")
@given(st.sampled_from([6, 8]), st.integers(-10, 430))
def test_a_cut_leaves_a_deck_on_either_side(decks: int, position: int) -> None:
    table = after(live(decks=decks), sit("ann", 1), say("shuffle"))
    cut = say("cut", player="ann", position=position)
    if 52 <= position <= decks * 52 - 52:
        (event, _) = outcome(table, cut).events
        assert isinstance(event, CardsCut)
        assert (event.player, event.clause, event.place_clause) == ("ann", "4.3.1", "4.5")
    else:
        assert refused(table, cut).clause == "4.5"


@cites("star-blackjack", "4.6")
@given(st.sampled_from([6, 8]), st.integers(-10, 430))
def test_the_cutting_card_goes_up_to_half_way_in(decks: int, depth: int) -> None:
    table = after(live(decks=decks), sit("ann", 1), say("shuffle"))
    table = after(table, say("cut", player="ann", position=100))
    load = say("load", depth=depth)
    if 0 <= depth <= decks * 26:
        assert ShoeLoaded(depth, "4.6") in outcome(table, load).events
    else:
        assert refused(table, load).clause == "4.6"


def shuffled_by_software(
    decks: int = 6,
) -> tuple[tuple[Card, ...], SoftwareShoe, BlackjackTable]:
    """The order of the cards, who keeps it, and the table, which does not know it."""
    order = full_decks(decks)[::-1]
    cards = SoftwareShoe(random_source(1), order)
    shuffle = ShuffleCards(STACKED, len(order), by=Role.DEALER)
    return order, cards, after(opened(decks=decks), sit("ann", 1), shuffle)


@cites("star-blackjack", "4.6")
def test_what_lay_before_the_cut_lies_behind_and_the_cutting_card_before_the_last_cards() -> None:
    order, cards, table = shuffled_by_software()
    table = after(
        table,
        CutCards(position=100, player="ann", by=Role.DEALER),
        LoadShoe(depth=70, by=Role.DEALER),
    )
    assert cards.next_cards(table.shoe, 312) == order[100:] + order[:100]
    assert table.shoe.cutting_card == 312 - 70


@cites("star-blackjack", "4.9")
def test_the_burned_card_is_the_first_and_nobody_is_told_which() -> None:
    order, cards, table = shuffled_by_software()
    table = after(
        table,
        CutCards(position=100, player="ann", by=Role.DEALER),
        LoadShoe(depth=70, by=Role.DEALER),
    )
    done = outcome(table, say("burn"))
    assert done.events[0] == CardBurned("4.9"), "the event does not say which card"
    assert done.table.discards == (None,), "nor does the table know it"
    assert unseen_cards(done.table, cards) == (order[100],)
    assert cards.next_cards(done.table.shoe) == (order[101],)


@cites("star-blackjack", "4.9")
def test_a_real_burned_card_stays_unknown() -> None:
    table = after(live(device=Device.SHUFFLER), say("shuffle"), say("burn"))
    assert table.discards == (None,)
    assert table.shoe.cards_left == 415


@cites("star-blackjack", "4.7")
def test_a_device_is_loaded_uncut() -> None:
    events = outcome(live(device=Device.SHUFFLER), say("shuffle")).events
    assert events[:2] == (CardsShuffled("4.1.1", 416), DeviceLoaded("4.7"))
    assert not any(isinstance(event, ShoeLoaded | CardsCut) for event in events)


@cites("star-blackjack", "3.1")
def test_a_shuffle_holds_the_cards_of_its_decks_and_no_others() -> None:
    table = after(opened(decks=6), sit("ann", 1))
    for wrong in (416, 313, 311, 0, -312):
        answer = refused(table, ShuffleCards("mine", wrong, by=Role.DEALER))
        assert (answer.code, answer.clause) == ("shuffle/other-cards", "3.1")
    assert refused(table, ShuffleCards(by=Role.DEALER)).code == "shuffle/order", (
        "software knows the order"
    )
    order = refused(live(decks=6), ShuffleCards("mine", 312, by=Role.DEALER))
    assert order.code == "shuffle/order", "nobody knows the order of real cards"
    cards = SoftwareShoe(random_source(1))
    shuffle = dealer_command(table, due(table)[0], cards)
    assert isinstance(shuffle, ShuffleCards)
    shoe = after(table, shuffle).shoe
    assert shoe.size == 312
    assert Counter(cards.next_cards(shoe, 312)) == Counter(full_decks(6))


def test_a_shuffle_during_a_round_holds_the_discards_but_for_those_nobody_saw() -> None:
    """Two of the four discards were burned unseen: two to four cards are shuffled."""
    table = after(opened("8H 6C 3D TS"), wager("ann", 1, 20), say("deal"))
    seen = (Card("2C"), Card("3C"))
    table = replace(
        table,
        shoe=replace(table.shoe, stacked=False, handle="old", drawn=table.shoe.size),
        discards=(None, *seen, None),
        preparation=Preparation(Stage.SHUFFLE, "4.1.1", mixes=Mix.DISCARDS),
    )
    for wrong in (1, 5):
        assert refused(table, ShuffleCards("new", wrong, by=Role.DEALER)).code == (
            "shuffle/other-cards"
        )
    for number in (2, 3, 4):
        assert after(table, ShuffleCards("new", number, by=Role.DEALER)).shoe.handle == "new"


@cites("star-blackjack", "16.9")
def test_cards_laid_beforehand_are_shuffled_when_they_have_run_out_and_others_follow() -> None:
    """The order of the cards stays whose it was, whatever the command says of it."""
    table = after(opened("TH 7C"), wager("ann", 1, 20), say("deal"))
    more = ShuffleCards("mine", 3, by=Role.DEALER)
    assert refused(table, more).code == "shuffle/not-due"
    table = after(table, *dealt("TH 7C"))
    assert refused(table, ShuffleCards(by=Role.DEALER)).code == "shuffle/not-due"
    shoe = after(table, more).shoe
    assert (shoe.size, shoe.drawn, shoe.handle) == (5, 2, STACKED)


@cites("star-blackjack", "4.4")
def test_a_refused_cut_is_on_record() -> None:
    table = after(live(), sit("ann", 1), say("shuffle"))
    assert outcome(table, say("decline-cut", player="ann")).events == (CutDeclined("ann", "4.4"),)


@cites("star-blackjack", "4.2", "4.2.1")
def test_a_riffle_is_on_record_and_the_cut_is_still_due() -> None:
    table = after(live(pre_shuffled=True), sit("ann", 1), say("shuffle"))
    casino = outcome(table, say("riffle", player="ann", by="supervisor"))
    maker = outcome(table, say("riffle", player="ann", factory=True, by="supervisor"))
    assert casino.events == (CardsRiffled("ann", "4.2"),)
    assert maker.events == (CardsRiffled("ann", "4.2.1"),)
    assert casino.table.preparation == table.preparation


@cites("star-blackjack", "3.5.2", "4.7")
def test_new_cards_for_a_device_are_on_record_and_shuffled() -> None:
    table = after(live(device=Device.SHUFFLER), say("shuffle"), say("burn"))
    table = after(table, wager("ann", 1, 10), say("deal"), *dealt("TH 7C 9D"))
    table = after(table, say("stand", box=1), *dealt("TC"))
    done = outcome(table, say("replace-cards", by="supervisor"))
    assert done.events[0] == CardsReplaced("3.5.2")
    assert isinstance(done.table.preparation, Preparation)
    assert done.table.preparation.stage is Stage.SHUFFLE


ROUND = [wager("ann", 1, 10), say("deal"), *dealt("TH 7C 9D"), say("stand", box=1), *dealt("TC")]
ROUND_WITH_CUTTING_CARD = [*ROUND[:3], say("cutting-card"), *ROUND[3:]]


@cites("star-blackjack", "4.1.2", "4.1.3", "4.1.4")
@pytest.mark.parametrize(
    ("occasion", "clause"),
    [
        ([say("cutting-card")], "4.1.2"),
        (ROUND_WITH_CUTTING_CARD, "4.1.3"),
        ([say("order-shuffle", by="supervisor")], "4.1.4"),
    ],
)
def test_a_shuffle_is_due_by_the_clause_of_its_occasion(
    occasion: list[Command], clause: str
) -> None:
    ready = [say("shuffle"), say("cut", player="ann", position=99), say("load"), say("burn")]
    table = after(live(), sit("ann", 1), *ready, *ROUND, *occasion)
    assert due(table)[0] == ShuffleDue(clause)
    assert refused(table, Deal(by=Role.DEALER)).clause == clause
    assert outcome(table, say("shuffle")).events[0] == CardsShuffled(clause, 416)


@cites("star-blackjack", "4.1.3")
@pytest.mark.parametrize("seed", range(3))
def test_software_shuffles_after_the_cutting_card_and_not_before(seed: int) -> None:
    """Every shoe is dealt to its cutting card, half way in, and to the end of that round."""
    choices = Choices(decks=6, cutting_card_depth=156)
    croupier = Croupier(STAR_BLACKJACK, choices, seed=seed)
    while Counter(map(type, croupier.events))[CardsShuffled] < 5:
        for box in range(1, 8):
            croupier.do(PlaceWager(player=f"p{box}", box=box, amount=500, by=Role.PLAYER))
        answer = croupier.do(Deal(by=Role.DEALER))
        assert not isinstance(answer, Refused)
        while croupier.table.round is not None:
            command = basic_bot(croupier.due[0])
            assert command is not None
            croupier.do(command)
    drawn = 0
    shown: CuttingCardShown | None = None
    shuffles: list[str] = []
    for event in croupier.events:
        match event:
            case CardDealt() | CardBurned():
                drawn += 1
            case CuttingCardShown():
                assert drawn == 156
                shown = event
            case CardsShuffled(clause=clause):
                assert shuffles == [] or (shown is not None and shown.clause == clause)
                shuffles.append(clause)
                drawn, shown = 0, None
    assert shuffles[0] == "4.1.1"
    assert set(shuffles[1:]) <= {"4.1.2", "4.1.3"}
