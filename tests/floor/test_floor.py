"""Tables that share a jackpot pool and the accounts of players, and the journal of it all."""

from copy import deepcopy
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.errors import CroupierError
from croupier.floor import Croupier, Floor, UnlawfulTableError
from croupier.floor.card_sources import CardSource, SoftwareShoe, random_source
from croupier.floor.command_text import to_command
from croupier.floor.floor import Answer
from croupier.floor.running_table import RunningTable
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.preparation import CardsShuffled, PreparationChanged
from croupier.games.table.rounds import CardDealt
from croupier.house.accounts import ResultRecorded
from croupier.house.jackpots import PoolFed
from croupier.messages import Refused
from croupier.record.codec import decode_envelope, encode
from croupier.record.journal import MemoryJournal, StaleVersionError
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK
from croupier.streams import ACCOUNT, POOL, TABLE
from tests.citing import cites

EIGHT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
GRAND = JackpotTerms(name="grand", wager=500, pool=8_000_000, increment=Decimal("0.75"))
# Dealer ace-king-queen-seven-five; box 1 nothing, and then a straight flush.
NOTHING = "AS 9H KD TD QC 2H 7D 6H 5S 3H"
STRAIGHT_FLUSH = "AS 9H KD TH QC JH 7D QH 5S KH"
SCENARIOS = Path(__file__).parents[1] / "scenarios"


def a_house() -> tuple[Floor, MemoryJournal]:
    journal = MemoryJournal()
    return Floor(journal), journal


def stud_table(house: Floor, shoe: str = NOTHING, **choices: Any) -> RunningTable:
    stack = parse_cards(shoe)
    return house.open_table(
        CARIBBEAN_STUD,
        Choices(**{"burn": False, **choices}),
        cards=SoftwareShoe(random_source(1), stack),
        stacked=len(stack),
    )


def say(house: Floor, table: str, do: str, command_id: str = "", **fields: Any) -> Answer:
    return house.do(table, to_command({"do": do, **fields}), command_id=command_id)


def done(house: Floor, table: str, do: str, **fields: Any) -> None:
    answer = say(house, table, do, **fields)
    assert not isinstance(answer, Refused), answer


def refused(house: Floor, table: str, do: str, **fields: Any) -> Refused:
    """The answer to what must be refused, with nothing changed anywhere."""
    before = state_of(house)
    answer = say(house, table, do, **fields)
    assert isinstance(answer, Refused), answer
    assert state_of(house) == before
    return answer


def ante(amount: float = 10, player: str = "ann") -> dict[str, Any]:
    return {"player": player, "box": 1, "amount": amount, "on": "ante"}


def state_of(house: Floor) -> object:
    tables = {
        name: (running.table, running.history, running.due)
        for name, running in house.tables.items()
    }
    return tables, dict(house.pools), dict(house.accounts)


# One pool, two tables -----------------------------------------------------------------------------


def with_jackpot(house: Floor, table: str, player: str) -> None:
    done(house, table, "wager", **ante(player=player))
    done(house, table, "wager", player=player, box=1, amount=5, on="jackpot")
    done(house, table, "deal")


@cites("caribbean-stud", "11.5", "11.6", "11.9", "12.1.2")
def test_two_tables_feed_one_pool_and_either_wins_from_it() -> None:
    house, journal = a_house()
    first = stud_table(house, jackpot=GRAND)
    second = stud_table(house, STRAIGHT_FLUSH, jackpot=GRAND)
    assert house.pools.keys() == {"grand"}
    assert house.pools["grand"].tables == ("1", "2")
    with_jackpot(house, "1", "ann")
    assert house.pools["grand"].meter == 8_000_000 + 375
    with_jackpot(house, "2", "bob")
    assert house.pools["grand"].meter == 8_000_000 + 750
    done(house, "1", "fold", player="ann", box=1)
    done(house, "2", "bet", player="bob", box=1)
    pool = house.pools["grand"]
    assert pool.paid_from_meter == 800_075, "a tenth of what both tables have fed"
    assert pool.meter == 8_000_750 - 800_075
    assert pool.is_balanced
    assert house.pool_of("1") is house.pool_of("2") is pool
    passed_on = [one.table.balances[one.table.till.jackpot] for one in (first, second)]
    assert passed_on == [500, 500 - 800_075]
    assert sum(passed_on) == pool.wagered - pool.paid_from_meter
    fed = [event for event in journal.events(POOL.stream("grand")) if isinstance(event, PoolFed)]
    assert [event.table for event in fed] == ["1", "2"]


def test_tables_that_name_no_pool_have_one_each() -> None:
    house, _ = a_house()
    for _ in range(2):
        stud_table(house, jackpot=replace(GRAND, name=""))
    with_jackpot(house, "1", "ann")
    assert [house.pools[name].wagered for name in ("table-1", "table-2")] == [500, 0]


@cites("caribbean-stud", "11.9", "11.9.1", "11.9.2", "11.9.3")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"wager": 1_000}, "11.9.3"),
        ({"increment": Decimal("0.5")}, "11.9.2"),
        ({"seed": 100_000}, "11.9.2"),
        ({"bonus": 25_000}, "11.9.1"),
    ],
)
def test_a_table_that_says_something_else_is_not_linked(
    changes: dict[str, Any], clause: str
) -> None:
    house, journal = a_house()
    stud_table(house, jackpot=GRAND)
    before, written = state_of(house), len(journal.order)
    with pytest.raises(UnlawfulTableError) as caught:
        stud_table(house, jackpot=replace(GRAND, **changes))
    assert caught.value.refused.clause == clause
    assert state_of(house) == before
    assert len(journal.order) == written
    stud_table(house, jackpot=replace(GRAND, name="other", **changes))
    assert house.pools.keys() == {"grand", "other"}


def test_no_two_tables_have_one_name() -> None:
    house, _ = a_house()
    stud_table(house)
    with pytest.raises(CroupierError, match="there is already a table 1"):
        house.open_table(CARIBBEAN_STUD, cards=SoftwareShoe(random_source(1)), name="1")


# One player, two tables ---------------------------------------------------------------------------


def two_tables(**fields: Any) -> Floor:
    house, _ = a_house()
    for _ in range(2):
        stud_table(house, player_cards=True, **fields)
    return house


@cites("caribbean-stud", "5.1", "16.1")
def test_a_card_shown_at_one_table_holds_at_the_other() -> None:
    house = two_tables()
    assert refused(house, "2", "wager", **ante()).clause == "5.1"
    done(house, "1", "present-card", player="ann", holder="ann")
    done(house, "2", "wager", **ante())
    done(house, "2", "present-card", player="ann", holder="bob")
    assert refused(house, "1", "wager", **ante()).clause == "16.1"


def with_limit(amount: int) -> Floor:
    house = two_tables()
    done(house, "1", "present-card", player="ann", holder="ann")
    done(house, "1", "set-loss-limit", player="ann", amount=amount, days=1, at=EIGHT)
    return house


@cites("caribbean-stud", "16.2", "16.2.2")
def test_chips_are_declared_at_each_table() -> None:
    house = with_limit(100)
    assert refused(house, "2", "wager", **ante()).clause == "16.2.2"
    done(house, "1", "declare-chips", player="ann", amount=200, at=EIGHT)
    assert refused(house, "2", "wager", **ante()).clause == "16.2.2"
    done(house, "2", "declare-chips", player="ann", amount=50, at=EIGHT)
    assert refused(house, "2", "wager", **ante(51)).clause == "16.2.2"
    done(house, "2", "wager", **ante())
    done(house, "2", "withdraw", player="ann", box=1, on="ante")
    done(house, "2", "declare-remaining", player="ann", amount=50, at=EIGHT)
    assert refused(house, "2", "wager", **ante()).clause == "16.2.2"
    done(house, "1", "wager", **ante(51))


@cites("caribbean-stud", "16.3")
def test_a_loss_limit_counts_what_lies_and_what_was_lost_at_both_tables() -> None:
    house = with_limit(30)
    for table in ("1", "2"):
        done(house, table, "declare-chips", player="ann", amount=200, at=EIGHT)
    done(house, "1", "wager", **ante(15))
    assert house.at_risk("ann") == 1_500
    answer = refused(house, "2", "wager", **ante(16))
    assert answer.clause == "16.3"
    assert "$15 more" in answer.why
    done(house, "2", "wager", **ante(15))
    for table in ("1", "2"):
        done(house, table, "deal")
        assert refused(house, table, "bet", player="ann", box=1).clause == "16.3"
    done(house, "1", "fold", player="ann", box=1)
    assert (house.at_risk("ann"), house.account("ann").lost) == (1_500, 1_500)
    assert refused(house, "1", "wager", **ante(5)).clause == "16.3"
    done(house, "2", "fold", player="ann", box=1)
    assert (house.at_risk("ann"), house.account("ann").lost) == (0, 3_000)
    for table in ("1", "2"):
        assert refused(house, table, "wager", **ante(5)).clause == "16.3"


def test_deposits_at_two_tables_are_of_one_day() -> None:
    house = two_tables()
    done(house, "1", "set-deposit-limit", player="ann", amount=100)
    done(house, "1", "deposit", player="ann", amount=60, at=EIGHT)
    answer = refused(house, "2", "deposit", player="ann", amount=41, at=EIGHT)
    assert answer.code == "deposit/over-limit"
    done(house, "2", "deposit", player="ann", amount=40, at=EIGHT)
    assert house.account("ann").deposited == 10_000


def test_a_table_that_looks_after_no_cards_asks_for_none() -> None:
    house = two_tables()
    stud_table(house)
    done(house, "3", "wager", **ante())
    assert house.at_risk("ann") == 0
    assert house.accounts == {}


# The journal --------------------------------------------------------------------------------------

EVENING: list[tuple[str, dict[str, Any]]] = [
    ("1", {"do": "wager", "player": "ann", "box": 1, "amount": 20}),
    ("2", {"do": "present-card", "player": "bob", "holder": "bob"}),
    ("2", {"do": "set-loss-limit", "player": "bob", "amount": 900, "days": 2, "at": EIGHT}),
    ("2", {"do": "declare-chips", "player": "bob", "amount": 500, "at": EIGHT}),
    ("2", {"do": "wager", **ante(player="bob")}),
    ("2", {"do": "wager", "player": "bob", "box": 1, "amount": 5, "on": "jackpot"}),
    ("1", {"do": "deal", "at": EIGHT}),
    ("2", {"do": "deal"}),
    ("3", {"do": "present-card", "player": "cat", "holder": "cat"}),
    ("3", {"do": "wager", **ante(player="cat")}),
    ("3", {"do": "wager", "player": "cat", "box": 1, "amount": 5, "on": "jackpot"}),
    ("1", {"do": "stand", "box": 1}),
    ("3", {"do": "deal"}),
    ("2", {"do": "bet", "player": "bob", "box": 1}),
    ("1", {"do": "wager", "player": "ann", "box": 2, "amount": 30}),
    ("1", {"do": "reconstruct", "cards": 1}),
    ("3", {"do": "fold", "player": "cat", "box": 1}),
    ("1", {"do": "hit", "box": 1}),
]
"""A blackjack table, and two of Caribbean Stud on one pool: bob's straight flush wins from it."""


def an_evening() -> tuple[Floor, MemoryJournal]:
    house, journal = a_house()
    # Ann has eighteen against seventeen; taken back, she draws the ten.
    stack = parse_cards("TH 7C 8D TC 5S 4D")
    cards = SoftwareShoe(random_source(1), stack)
    house.open_table(STAR_BLACKJACK, Choices(burn=False), cards=cards, stacked=len(stack))
    for shoe in (STRAIGHT_FLUSH, NOTHING):
        stud_table(house, shoe, jackpot=GRAND, player_cards=True)
    return house, journal


def test_the_same_command_again_changes_nothing_and_has_the_same_answer() -> None:
    house, journal = an_evening()
    for number, (table, step) in enumerate(EVENING):
        answer = say(house, table, command_id=f"step {number}", **step)
        assert not isinstance(answer, Refused), (step, answer)
        before, written, commands = state_of(house), len(journal.order), house.commands
        for earlier, (there, said) in enumerate(EVENING[: number + 1]):
            again = say(house, there, command_id=f"step {earlier}", **said)
            assert earlier != number or again == answer
        assert state_of(house) == before
        assert (len(journal.order), house.commands) == (written, commands)


def test_what_was_refused_may_be_asked_again_under_its_id() -> None:
    house, _ = an_evening()
    assert isinstance(say(house, "1", "deal", command_id="again"), Refused)
    done(house, "1", "wager", player="ann", box=1, amount=20)
    assert not isinstance(say(house, "1", "deal", command_id="again"), Refused)


def test_every_event_has_its_place_in_its_stream_and_its_cause() -> None:
    house, journal = an_evening()
    for number, (table, step) in enumerate(EVENING):
        say(house, table, command_id=f"step {number}", **step)
    for stream in journal.streams():
        versions = [envelope.version for envelope in journal.read_stream(stream)]
        assert versions == list(range(1, len(versions) + 1))
    streams = {TABLE.stream(name) for name in "123"} | {POOL.stream("grand")}
    assert set(journal.streams()) == streams | {ACCOUNT.stream(one) for one in ("bob", "cat")}
    results = [one for one in journal.order if isinstance(one.event, ResultRecorded)]
    assert [one.stream for one in results] == [ACCOUNT.stream("bob")] * 2 + [ACCOUNT.stream("cat")]
    for one in results:
        beside = [other for other in journal.order if other.command_id == one.command_id]
        assert any(other.stream.startswith("table/") for other in beside), "one append"
    actors = {one.actor for one in journal.order if one.command_id.partition("+")[2]}
    assert actors == {"dealer"}, "the dealer's steps are told from what was asked for"


def test_two_houses_do_not_write_over_each_other() -> None:
    house, journal = an_evening()
    other = Floor.from_journal(journal, lambda name: house.tables[name].cards)
    done(house, "1", "wager", player="ann", box=1, amount=20)
    before, written = state_of(other), len(journal.order)
    with pytest.raises(StaleVersionError, match="table/1 is at version"):
        say(other, "1", "wager", player="ann", box=2, amount=20)
    assert state_of(other) == before
    assert len(journal.order) == written


def read_back(journal: MemoryJournal) -> MemoryJournal:
    """A journal as it is when it has been written down and read again."""
    return MemoryJournal(decode_envelope(encode(envelope)) for envelope in journal.order)


@pytest.mark.parametrize("steps", range(len(EVENING) + 1))
def test_a_restored_house_is_the_same_and_plays_on(steps: int) -> None:
    house, journal = an_evening()
    for table, step in EVENING[:steps]:
        done(house, table, **step)
    sources: dict[str, CardSource] = deepcopy(
        {name: running.cards for name, running in house.tables.items()}
    )
    copied = read_back(journal)
    assert copied.order == journal.order
    restored = Floor.from_journal(copied, sources.__getitem__)
    assert state_of(restored) == state_of(house)
    for table, step in EVENING[steps:]:
        assert say(restored, table, **step) == say(house, table, **step)
    assert state_of(restored) == state_of(house)
    assert [one.event for one in copied.order] == [one.event for one in journal.order]


def test_a_restored_house_shuffles_on() -> None:
    house, journal = a_house()
    house.open_table(STAR_BLACKJACK, cards=SoftwareShoe(random_source(5)))
    for _ in range(3):
        play_a_round(house)
    cards = deepcopy(house.tables["1"].cards)
    restored = Floor.from_journal(read_back(journal), lambda _: cards)
    for one in (house, restored):
        done(one, "1", "order-shuffle", by="supervisor")
        play_a_round(one)
    assert state_of(restored) == state_of(house)


def play_a_round(house: Floor) -> None:
    done(house, "1", "wager", player="ann", box=1, amount=20)
    done(house, "1", "deal")
    while house.tables["1"].table.round is not None:
        if isinstance(say(house, "1", "stand", box=1), Refused):
            answer = say(house, "1", "hit", box=1)
            if isinstance(answer, Refused):
                done(house, "1", "close-insurance")


def test_a_command_and_the_cards_dealt_after_it_are_one_append() -> None:
    """Whoever has the deal has its cards: no crash comes between them."""
    stack = parse_cards("TH 7C 8D TC")
    whole = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=stack)
    wager = to_command({"do": "wager", "player": "ann", "box": 1, "amount": 10})
    whole.house.do("1", wager, command_id="wager")
    whole.house.do("1", to_command({"do": "deal"}), command_id="deal")
    assert whole.journal is not None
    dealt = [one for one in whole.journal.order if isinstance(one.event, CardDealt)]
    assert [one.command_id for one in dealt] == ["deal"] * 3


def test_a_dealer_goes_on_after_a_crash_amid_making_cards_ready() -> None:
    """A journal that ends after the shuffle: the cards are cut, loaded and burned on restoring."""
    whole = Croupier(STAR_BLACKJACK, Choices(), seed=1)
    wager = to_command({"do": "wager", "player": "ann", "box": 1, "amount": 10})
    whole.house.do("1", wager, command_id="wager")
    assert whole.journal is not None
    ids = [one.command_id for one in whole.journal.order]
    kept = whole.journal.order[: ids.index("ann/wager+2")]
    assert isinstance(kept[-1].event, CardsShuffled | PreparationChanged)
    cards = whole.house.tables["1"].cards
    house = Floor.from_journal(MemoryJournal(kept), lambda _: cards)
    assert house.tables["1"].table.preparation is None
    assert house.tables["1"].table.shoe.drawn == 1, "one card burned"
    answer = house.do("1", to_command({"do": "deal"}))
    assert not isinstance(answer, Refused)


def test_ids_stay_apart_after_a_restore() -> None:
    croupier = Croupier(STAR_BLACKJACK, Choices(), seed=1)
    croupier.do(to_command({"do": "buy-in", "player": "ann", "amount": 10}))
    assert croupier.journal is not None
    journal = MemoryJournal(croupier.journal.order)
    house = Floor.from_journal(journal, lambda _: SoftwareShoe(random_source(1)))
    house.do("1", to_command({"do": "buy-in", "player": "ann", "amount": 10}))
    ids = [one.command_id for one in journal.order]
    first = ids[: len(croupier.journal.order)]
    assert not set(ids[len(first) :]) & set(first)


def test_an_id_of_the_dealers_steps_is_nobody_elses() -> None:
    croupier = Croupier(STAR_BLACKJACK, Choices(), seed=1)
    command = to_command({"do": "buy-in", "player": "ann", "amount": 10})
    with pytest.raises(CroupierError, match="no \\+ in it"):
        croupier.house.do("1", command, command_id="x+1")
