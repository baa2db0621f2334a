"""The order of cards: kept by a source, under a handle, and found again behind any cut."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card, Device, Shoe, full_decks, parse_cards
from croupier.floor import Croupier
from croupier.floor.card_sources import SoftwareShoe, UnknownOrderError, random_source
from croupier.floor.running_table import next_card, unseen_cards
from croupier.games.blackjack.stray_cards import DrawInError
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.due import CardDue
from croupier.games.table.opening import STACKED
from croupier.games.table.preparation import CutCards, ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import STAR_BLACKJACK, Role
from tests.citing import cites
from tests.support.tables import cards_of

NOT_NEXT = ("card/not-next", "3.6")
stacks = st.lists(st.sampled_from(DECK), max_size=60).map(tuple)


def laid(cards: int, *, cut: int = 0, drawn: int = 0, handle: str = STACKED) -> Shoe:
    """A shoe of so many cards whose order is kept elsewhere."""
    return Shoe(device=Device.SHOE, decks=8, size=cards, handle=handle, cut=cut, drawn=drawn)


def in_order(stack: tuple[Card, ...], cut: int) -> tuple[Card, ...]:
    """The cards as they come out after a cut."""
    return SoftwareShoe(random_source(1), stack).next_cards(laid(len(stack), cut=cut), len(stack))


def test_what_lay_before_the_cut_goes_behind() -> None:
    assert in_order(parse_cards("AC 2C 3C 4C 5C"), 2) == parse_cards("3C 4C 5C AC 2C")


@given(stacks, st.data())
def test_a_cut_keeps_every_card_and_is_undone_by_its_opposite(
    stack: tuple[Card, ...], data: st.DataObject
) -> None:
    """4.6: the cut moves cards and loses none."""
    position = data.draw(st.integers(0, len(stack)))
    after = in_order(stack, position)
    assert Counter(after) == Counter(stack)
    assert in_order(after, len(stack) - position) == stack


@pytest.mark.parametrize("position", [0, 3])
def test_a_cut_at_either_end_changes_nothing(position: int) -> None:
    stack = parse_cards("AC 2C 3C")
    assert in_order(stack, position) == stack


def test_a_known_stack_is_dealt_from_the_front() -> None:
    source = SoftwareShoe(random_source(1), parse_cards("AC 2C"))
    assert source.next_cards(laid(2, drawn=1)) == (Card("2C"),)
    assert source.cards_drawn(laid(2, drawn=1)) == (Card("AC"),)


def test_an_empty_shoe_has_no_next_card() -> None:
    source = SoftwareShoe(random_source(1), parse_cards("AC 2C"))
    assert source.next_cards(laid(2, drawn=2)) == ()
    assert source.next_cards(laid(2, drawn=1), 3) == (Card("2C"),), "fewer than were asked for"


@given(stacks, st.data())
def test_cards_in_front_and_cards_gone_make_the_whole_stack_around_any_cut(
    stack: tuple[Card, ...], data: st.DataObject
) -> None:
    source = SoftwareShoe(random_source(1), stack)
    cut = data.draw(st.integers(0, len(stack)))
    drawn = data.draw(st.integers(0, len(stack)))
    count = data.draw(st.integers(0, len(stack) + 2))
    whole = stack[cut:] + stack[:cut]
    shoe = laid(len(stack), cut=cut, drawn=drawn)
    assert source.cards_drawn(shoe) == whole[:drawn]
    assert source.next_cards(shoe, count) == whole[drawn : drawn + count]


def test_a_shuffle_has_a_handle_of_its_own_and_ends_the_one_before() -> None:
    source = SoftwareShoe(random_source(1))
    first = source.shuffle(full_decks(6), 312)
    order = source.next_cards(laid(312, handle=first), 312)
    assert Counter(order) == Counter(full_decks(6))
    second = source.shuffle(full_decks(6), 312)
    assert first != second
    assert source.next_cards(laid(312, handle=second), 312) != order
    with pytest.raises(UnknownOrderError, match=first):
        source.next_cards(laid(312, handle=first))


def test_of_a_shuffle_only_so_many_cards_are_kept() -> None:
    source = SoftwareShoe(random_source(1))
    kept = source.next_cards(laid(40, handle=source.shuffle(DECK, 40)), 52)
    assert len(kept) == 40
    assert not Counter(kept) - Counter(DECK)


@pytest.mark.parametrize("handle", ["", "shuffle-1", "of another house"])
def test_an_order_that_is_not_kept_here_is_not_made_up(handle: str) -> None:
    source = SoftwareShoe(random_source(1), parse_cards("AC 2C"))
    for ask in (source.next_cards, source.cards_drawn):
        with pytest.raises(UnknownOrderError, match="is not known here"):
            ask(laid(2, handle=handle))


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=9), st.integers(0, 2**32))
def test_any_of_some_cards_is_one_of_them(cards: list[Card], seed: int) -> None:
    assert SoftwareShoe(random_source(seed)).any_of(Counter(cards)) in cards


def test_each_of_some_cards_is_as_likely_as_the_others() -> None:
    source, cards = SoftwareShoe(random_source(7)), Counter(parse_cards("AC AC AC 2C"))
    drawn = Counter(source.any_of(cards) for _ in range(4_000))
    assert 2_850 < drawn[Card("AC")] < 3_150


@pytest.mark.parametrize(
    ("mode", "device"),
    [
        (Mode.LIVE, Device.SHOE),
        (Mode.LIVE, Device.SHUFFLER),
        (Mode.AUTOMATIC, Device.SHUFFLER),
    ],
)
def test_nobody_knows_the_next_of_real_cards_or_of_those_in_a_device(
    mode: Mode, device: Device
) -> None:
    """There is no order of them, and so no card that must be the next."""
    croupier = Croupier(STAR_BLACKJACK, Choices(mode=mode, device=device, decks=6), seed=1)
    if mode is Mode.LIVE:
        croupier.do(ShuffleCards(by=Role.DEALER))
    croupier.do(PlaceWager("ann", 1, 500, by=Role.PLAYER))
    table = croupier.table
    assert (table.shoe.handle, table.shoe.size) == ("", 312)
    assert unseen_cards(table, cards_of(croupier)) == ()
    assert cards_of(croupier).next_cards(table.shoe) == ()
    found = {next_card(table, cards_of(croupier)) for _ in range(60)}
    assert len(found) > 10, "any that is left"


def refusal(croupier: Croupier, command: Command) -> tuple[str, str]:
    """The code and clause of a refusal, with nothing changed."""
    before = croupier.table
    answer = croupier.do(command)
    assert isinstance(answer, Refused), answer
    assert croupier.table is before
    return answer.code, answer.clause


@cites("star-blackjack", "3.6")
def test_a_card_that_is_not_in_front_is_refused_by_whoever_runs_the_table() -> None:
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards("TH 7C 6D TC 9S"))
    croupier.do(PlaceWager("ann", 1, 500, by=Role.PLAYER))
    croupier.do(Deal(by=Role.DEALER))
    assert refusal(croupier, DrawInError(Card("9S"), by=Role.DEALER)) == NOT_NEXT
    assert not isinstance(croupier.do(DrawInError(Card("TC"), by=Role.DEALER)), Refused)
    assert croupier.table.ahead == (Card("TC"),)


def test_a_shoe_that_has_run_out_gives_no_card_that_somebody_names() -> None:
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards("TH 7C"))
    croupier.do(PlaceWager("ann", 1, 500, by=Role.PLAYER))
    croupier.do(Deal(by=Role.DEALER))
    assert croupier.table.shoe.empty
    assert isinstance(croupier.due[0], CardDue)
    assert refusal(croupier, DealCard(Card("8D"), by=Role.DEALER)) == NOT_NEXT


@cites("star-blackjack", "4.1")
def test_nobody_but_the_dealer_brings_an_order_of_the_cards() -> None:
    croupier = Croupier(STAR_BLACKJACK, seed=1)
    for handle in ("mine", "shuffle-1", STACKED):
        answer = croupier.do(ShuffleCards(handle, 416, by=Role.GAMING_MANAGER))
        assert isinstance(answer, Refused)
        assert answer.clause == "4.1"
    croupier.do(PlaceWager("ann", 1, 500, by=Role.PLAYER))
    assert not isinstance(croupier.do(Deal(by=Role.DEALER)), Refused)


def test_a_seed_gives_the_same_orders_again() -> None:
    orders = []
    for seed in (1, 1, 2):
        source = SoftwareShoe(random_source(seed))
        orders.append(source.next_cards(laid(52, handle=source.shuffle(DECK, 52)), 52))
        orders.append(tuple(DECK[source.number_below(52)] for _ in range(9)))
    assert orders[:2] == orders[2:4]
    assert orders[:2] != orders[4:]


def test_whoever_cuts_is_the_one_to_whom_it_is_offered() -> None:
    """The dealer cuts for a player, unless players are asked."""
    asked = Croupier(STAR_BLACKJACK, seed=1, cut_for_players=False)
    asked.do(PlaceWager("ann", 1, 500, by=Role.PLAYER))
    assert asked.table.preparation is not None
    order = cards_of(asked).next_cards(asked.table.shoe, 416)
    assert not isinstance(asked.do(CutCards(100, "ann", by=Role.PLAYER)), Refused)
    shoe = asked.table.shoe
    assert (shoe.cut, shoe.drawn) == (100, 1), "the first card is burned"
    gone = cards_of(asked).cards_drawn(shoe)
    assert gone + cards_of(asked).next_cards(shoe, 415) == order[100:] + order[:100]
    assert unseen_cards(asked.table, cards_of(asked)) == gone
