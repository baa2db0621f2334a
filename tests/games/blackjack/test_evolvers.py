"""What events make of a blackjack table, and of what may still be taken back there."""

from itertools import accumulate, combinations
from random import Random

from msgspec.structs import replace

from croupier.cards import Device, parse_cards
from croupier.floor import Croupier
from croupier.games.blackjack.game import EVOLVERS, evolve
from croupier.games.blackjack.history import remember
from croupier.games.blackjack.settlement import DiscardsReturned, last_rounds
from croupier.games.blackjack.state import DONE, NO_HISTORY, BlackjackTable, Hand, History, round_of
from croupier.games.table.choices import Choices
from croupier.games.table.conduct import PlayerSanctioned
from croupier.games.table.preparation import PreparationChanged
from croupier.games.table.rounds import CardDealt, Deal, RoundEnded
from croupier.games.table.state import Preparation, Stage
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Event, Refused
from croupier.rulebooks import CANBERRA_BLACKJACK, STAR_BLACKJACK, Role
from tests.support.tables import blackjack
from tests.support.whim import lawful_command


def with_wagers(shoe: str, *players: str) -> Croupier:
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards(shoe))
    for box, player in enumerate(players, 1):
        croupier.do(PlaceWager(player, box, 100_00, by=Role.PLAYER))
    return croupier


def dealt(croupier: Croupier) -> tuple[BlackjackTable, tuple[Event, ...]]:
    """The table before a deal, and what the deal leads to."""
    before = blackjack(croupier.table)
    events = croupier.do(Deal(by=Role.DEALER))
    assert not isinstance(events, Refused)
    return before, events


def test_a_hand_that_refused_a_card_takes_the_one_behind_it_whatever_the_box_did_before() -> None:
    """The first hand has stood; the second refused the four, and must draw the five behind it."""
    croupier = with_wagers("8H 6C 8D TS", "ann")
    dealt(croupier)
    table = blackjack(croupier.table)
    (box,) = round_of(table).boxes
    stood = Hand(parse_cards("8H TS"), progress=DONE, split=True)
    refusing = Hand(parse_cards("8D 2C"), split=True, refused=True)
    table = replace(
        table,
        round=replace(round_of(table), boxes=(replace(box, hands=(stood, refusing)),)),
        ahead=parse_cards("4S 5S"),
        offered=1,
    )
    (five,) = parse_cards("5S")
    table = evolve(table, CardDealt(five, 1, 2, "10.2", ahead=True))
    assert (table.ahead, table.offered) == (parse_cards("4S"), 1)
    table = evolve(table, CardDealt(five, 1, 1, "10.2", ahead=True))
    assert (table.ahead, table.offered) == ((), 0)


def test_a_round_that_opens_and_ends_in_one_command_is_remembered_as_one_of_many() -> None:
    before, events = dealt(with_wagers("AH 9C KD", "ann"))
    assert RoundEnded in map(type, events)
    ready = PreparationChanged(Preparation(Stage.SHUFFLE, "4.1.1"), "4.1.1")
    table, one_by_one = before, NO_HISTORY
    for event in (*events, ready):
        earlier, table = table, evolve(table, event)
        one_by_one = remember(one_by_one, earlier, (event,), table, EVOLVERS)
    assert remember(NO_HISTORY, before, (*events, ready), table, EVOLVERS) == one_by_one
    assert type(one_by_one.events[-1]) is RoundEnded


def test_a_round_that_was_taken_up_midway_cannot_be_taken_back() -> None:
    """Nothing is known of its beginning, from whatever event on; the next round is remembered."""
    croupier = Croupier(STAR_BLACKJACK, Choices(device=Device.SHUFFLER), seed=3)
    croupier.do(PlaceWager("ann", 1, 100_00, by=Role.PLAYER))
    before, first = dealt(croupier)
    while croupier.table.round is not None:
        events = croupier.do(lawful_command(croupier, Random(1)))
        assert not isinstance(events, Refused)
        first += events
    assert {DiscardsReturned, RoundEnded} <= set(map(type, first))
    croupier.do(PlaceWager("ann", 1, 100_00, by=Role.PLAYER))
    next_table, second = dealt(croupier)
    tables = [*accumulate(first, evolve, initial=before)]
    for start, end in combinations(range(1, len(tables)), 2):
        taken_up = remember(NO_HISTORY, tables[start], first[start:end], tables[end], EVOLVERS)
        assert taken_up == NO_HISTORY or tables[start].round is None
    known = remember(NO_HISTORY, next_table, second, blackjack(croupier.table), EVOLVERS)
    assert known.base is next_table


def test_what_is_done_about_a_player_who_was_paid_in_the_round_is_not_taken_back() -> None:
    """Ann's blackjack was paid before the moment from which the round could be taken back."""
    croupier = with_wagers("AH 9D 9C KD 9S TC", "ann", "bob")
    dealt(croupier)
    table = blackjack(croupier.table)
    assert [line.player for one in table.settled for line in one.lines] == ["ann"]
    for player, kept in (("ann", False), ("bob", False), ("cat", True)):
        event = PlayerSanctioned(player, "18.1", "", False, False, ("18.3",))
        after = remember(History(table), table, (event,), table, EVOLVERS)
        assert after.events == ((event,) if kept else ())


def test_a_round_that_ends_by_itself_is_one_less_before_the_closing() -> None:
    """Most rounds end with their settlement; one that is settled already ends after it."""
    croupier = with_wagers("TH 9C 8D TS", "ann")
    dealt(croupier)
    table = blackjack(croupier.table)
    for left, then in ((None, None), (3, 2), (1, 0), (0, 0)):
        ended = evolve(replace(table, rounds_left=left), RoundEnded("15.5"))
        assert (ended.rounds_left, ended.untold) == (then, 0)


def test_only_a_rulebook_that_says_so_plays_its_last_rounds_without_a_shuffle() -> None:
    croupier = with_wagers("8H 6C 8D TS", "ann")
    table = replace(blackjack(croupier.table), rounds_left=1)
    assert last_rounds(STAR_BLACKJACK, table) is None
    assert last_rounds(CANBERRA_BLACKJACK, table) is not None
