"""A promotion that runs: its draw is fair, its journal holds it, and it only watches tables."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.errors import CroupierError
from croupier.features.promotions.files import default_terms, read_promotion_command
from croupier.features.promotions.rehearsal import Rehearsal, rehearse
from croupier.features.promotions.rules import Prize, Terms
from croupier.features.promotions.rules.terms import Earning
from croupier.features.promotions.runner import (
    RunningPromotion,
    TableWatch,
    write_earned_entries,
)
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.command_text import to_command
from croupier.floor.floor import Floor
from croupier.games.table.choices import Choices
from croupier.messages import Refused
from croupier.record.codec import decode_envelope, encode
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import law_of
from croupier.rulebooks.law.promotions import PrizeKind
from croupier.streams import PROMOTION
from tests.support.promotions import DRAW, STARTS

STAR = law_of("star-blackjack")
STUD = law_of("caribbean-stud")


def running(
    terms: Terms | None = None, *, game: str = "star-blackjack", **options: Any
) -> RunningPromotion:
    law = law_of(game)
    promotion = RunningPromotion.open(law, terms or default_terms(law), **options)
    step(promotion, "submit-terms", at=STARTS - timedelta(hours=24))
    step(promotion, "publish-terms")
    step(promotion, "start-promotion", at=STARTS)
    return promotion


def step(promotion: RunningPromotion, do: str, **fields: Any) -> Any:
    written = {"do": do, **fields}
    answer = promotion.do(read_promotion_command(promotion.law, promotion.promotion.terms, written))
    assert not isinstance(answer, Refused), answer.why
    return answer


# ------------------------------------------------------------------------------------- the draw


@pytest.mark.parametrize(
    ("entered", "prizes"), [("ann bob", 1), ("ann bob cat", 2), ("ann ann bob", 1), ("a b c d", 3)]
)
def test_every_order_of_the_entries_is_as_likely(entered: str, prizes: int) -> None:
    """Exact: every sequence of the bytes that a draw takes, each counted once.

    A draw looks at one byte for each place but the last, and at the top bits of it alone; bytes of
    which no number can be made are passed over. With the other bits left out, all that is left is
    one equally likely sequence for each order.
    """
    tickets = entered.split()
    terms = replace(
        default_terms(STAR),
        prizes=tuple(Prize(kind=PrizeKind.GOODS, value=100) for _ in range(prizes)),
    )
    found: Counter[tuple[str, ...]] = Counter()
    limits = range(len(tickets), 1, -1)
    shifts = [8 - (limit - 1).bit_length() for limit in limits]
    for numbers in product(*(range(limit) for limit in limits)):
        made = [bytes([one << shift]) for one, shift in zip(numbers, shifts, strict=True)]
        source = iter(made)
        promotion = running(terms, source=partial(taken, source))
        for player in tickets:
            step(promotion, "enter", player=player)
        found[promotion.draw_winners()] += 1
        assert next(source, None) is None, "a draw takes one byte for each place but the last"
    assert len(set(found.values())) == 1 or len(set(tickets)) < len(tickets)
    by_hand: Counter[tuple[str, ...]] = Counter()
    for order in orders(tickets):
        by_hand[tuple(order[:prizes])] += 1
    assert found == by_hand


def taken(source: Iterator[bytes], size: int) -> bytes:
    """The next of some bytes, which are asked for one by one."""
    assert size == 1
    return next(source)


def orders(items: list[str]) -> list[list[str]]:
    """All orders of some things, those that look alike counted apart."""
    if not items:
        return [[]]
    return [
        [items[n], *rest] for n in range(len(items)) for rest in orders(items[:n] + items[n + 1 :])
    ]


def test_a_byte_of_which_no_number_can_be_made_is_passed_over() -> None:
    source = iter([b"\xff", b"\x00", b"\x00"])
    promotion = running(source=lambda _: next(source))
    for player in ("ann", "bob", "cat"):
        step(promotion, "enter", player=player)
    assert promotion.draw_winners() in (("ann",), ("bob",), ("cat",))
    assert next(source, None) is None


def test_the_same_seed_draws_the_same_winners() -> None:
    def drawn(seed: int) -> tuple[str, ...]:
        promotion = running(source=random_source(seed))
        for number in range(50):
            step(promotion, "enter", player=f"p{number}")
        step(promotion, "draw", at=DRAW)
        return tuple(win.player for win in promotion.promotion.wins)

    assert drawn(7) == drawn(7)
    assert len({drawn(seed) for seed in range(12)}) > 6


# ---------------------------------------------------------------------------------- the journal


def test_a_command_that_comes_again_has_the_answer_that_it_had() -> None:
    promotion = running()
    entry = read_promotion_command(
        STAR, promotion.promotion.terms, {"do": "enter", "player": "ann"}
    )
    first = promotion.do(entry, command_id="entry 1")
    assert promotion.do(entry, command_id="entry 1") == first
    assert len(promotion.promotion.tickets) == 1


def test_a_promotion_is_restored_from_its_journal() -> None:
    journal = MemoryJournal()
    promotion = running(name="june", journal=journal)
    step(promotion, "enter", player="ann")
    written = [decode_envelope(encode(one)) for one in journal.order]
    assert {one.stream for one in written} == {"promotion/june"}
    again = RunningPromotion.restore(STAR, MemoryJournal(written), name="june")
    assert again.promotion == promotion.promotion
    assert again.due == promotion.due
    step(again, "enter", player="bob")
    assert len(again.promotion.tickets) == 2
    with pytest.raises(CroupierError, match="no promotion july"):
        RunningPromotion.restore(STAR, journal, name="july")


def test_a_game_without_rules_has_no_promotion() -> None:
    with pytest.raises(CroupierError, match="no rules for promotions"):
        RunningPromotion.open(law_of("perth-blackjack"), default_terms(STAR))


# --------------------------------------------------------------------------------- watching tables


def table(shoe: str, *, game: str = "star-blackjack") -> tuple[Floor, MemoryJournal]:
    journal = MemoryJournal()
    house = Floor(journal)
    cards = parse_cards(shoe)
    law = law_of(game)
    house.open_table(
        law, Choices(burn=False), cards=SoftwareShoe(random_source(1), cards), stacked=len(cards)
    )
    return house, journal


def play(house: Floor, *steps: dict[str, Any]) -> None:
    for one in steps:
        assert not isinstance(house.do("1", to_command(one)), Refused), one


def earning(game: str = "star-blackjack", **what: Any) -> RunningPromotion:
    terms = replace(default_terms(law_of(game)), earned_by=Earning(**what))
    return running(terms, game=game)


TWO_WAGERS = (
    {"do": "wager", "player": "ann", "box": 1, "amount": 100},
    {"do": "wager", "player": "bob", "box": 2, "amount": 49.50},
    {"do": "deal"},
)


def test_a_wager_of_so_much_earns_an_entry() -> None:
    house, journal = table("TH 9C 7D 8D TS TC TD")
    promotion = earning(wager=50_00)
    watch = TableWatch(promotion, journal, "1")
    play(house, *TWO_WAGERS)
    assert watch.look() == ()
    play(house, {"do": "stand", "box": 1}, {"do": "stand", "box": 2})
    assert len(watch.look()) == 1
    (ticket,) = promotion.promotion.tickets
    assert (ticket.player, ticket.wagered) == ("ann", 100_00)


def test_one_append_that_settles_two_tables_enters_the_players_of_both() -> None:
    house, _ = table("TH 7D TS TC TD")
    cards = parse_cards("TH 7D TS TC TD")
    second = SoftwareShoe(random_source(1), cards)
    law = law_of("star-blackjack")
    house.open_table(law, Choices(burn=False), cards=second, stacked=len(cards))
    house.states_of(PROMOTION)["june"] = earning(wager=50_00).promotion
    writes = []
    for name, player in (("1", "ann"), ("2", "bob")):
        for do in ({"do": "wager", "player": player, "box": 1, "amount": 100}, {"do": "deal"}):
            assert not isinstance(house.do(name, to_command(do)), Refused)
        settled = house.tables[name].decide_for_others(to_command({"do": "stand", "box": 1}))
        assert not isinstance(settled, Refused)
        writes.append(house.write(f"table/{name}", settled.events))
    (entries,) = write_earned_entries(house, writes)
    assert entries.stream == "promotion/june"
    assert len(entries.events) == 2
    assert [one.player for one in house.states_of(PROMOTION)["june"].tickets] == ["ann", "bob"]


def test_looking_twice_enters_nobody_twice() -> None:
    house, journal = table("TH 9C 7D 8D TS TC TD")
    promotion = earning(wager=5_00)
    play(house, *TWO_WAGERS, {"do": "stand", "box": 1}, {"do": "stand", "box": 2})
    watch = TableWatch(promotion, journal, "1")
    assert len(watch.look()) == 2
    assert watch.look() == ()
    TableWatch(promotion, journal, "1").look()
    assert [ticket.player for ticket in promotion.promotion.tickets] == ["ann", "bob"]


def test_looking_again_after_a_restart_enters_nobody_twice_where_tables_keep_time() -> None:
    """The promotion's clock has moved on by then, and the entries are still known."""
    house, journal = table("TH 9C 7D 8D TS TC TD")
    promotion = earning(wager=5_00)
    timed = {**TWO_WAGERS[0], "at": "2026-06-02T20:00:00Z"}
    play(house, timed, *TWO_WAGERS[1:], {"do": "stand", "box": 1}, {"do": "stand", "box": 2})
    first = TableWatch(promotion, journal, "1").look()
    step(promotion, "enter", player="cat", at="2026-06-03T10:00:00Z")
    assert TableWatch(promotion, journal, "1").look() == first
    assert [ticket.player for ticket in promotion.promotion.tickets] == ["ann", "bob", "cat"]


def test_a_blackjack_earns_an_entry_and_twenty_one_does_not() -> None:
    """Ann has ace and king. Bob has seven, four and ten: also 21."""
    house, journal = table("AH 7C 6D KD 4S TC TD 5S")
    promotion = earning(hand="blackjack")
    play(house, *TWO_WAGERS, {"do": "hit", "box": 2})
    TableWatch(promotion, journal, "1").look()
    assert [ticket.player for ticket in promotion.promotion.tickets] == ["ann"]


def test_a_flush_at_caribbean_stud_earns_an_entry_though_it_was_folded() -> None:
    shoe = "9C 2H 3D 4D 5H 6S 7S 8H TC TD JH JC KS KH 2S"
    house, journal = table(shoe, game="caribbean-stud")
    promotion = earning("caribbean-stud", hand="flush")
    play(
        house,
        {"do": "wager", "player": "ann", "box": 1, "amount": 10, "on": "ante"},
        {"do": "wager", "player": "bob", "box": 2, "amount": 10, "on": "ante"},
        {"do": "deal"},
        {"do": "fold", "player": "ann", "box": 1},
        {"do": "bet", "player": "bob", "box": 2},
    )
    TableWatch(promotion, journal, "1").look()
    assert [ticket.player for ticket in promotion.promotion.tickets] == ["ann"]


def test_a_void_round_earns_nothing() -> None:
    house, journal = table("TH 9C 7D 8D TS TC TD")
    promotion = earning(wager=5_00)
    play(
        house,
        *TWO_WAGERS,
        {"do": "invalidate-round", "ground": "disruption", "by": "supervisor"},
    )
    TableWatch(promotion, journal, "1").look()
    assert promotion.promotion.tickets == ()


def test_a_table_that_is_watched_is_the_same_table() -> None:
    """Card for card and cent for cent: what a promotion does leaves no trace at the table."""
    watched, journal = table("TH 9C 7D 8D TS TC TD")
    promotion = earning(wager=5_00)
    watch = TableWatch(promotion, journal, "1")
    alone, other = table("TH 9C 7D 8D TS TC TD")
    for one in (*TWO_WAGERS, {"do": "stand", "box": 1}, {"do": "stand", "box": 2}):
        play(watched, one)
        watch.look()
        play(alone, one)
    assert promotion.promotion.tickets
    assert watched.tables["1"].table == alone.tables["1"].table
    assert [encode(one) for one in journal.order] == [encode(one) for one in other.order]
    assert all(stream.startswith("table/") for stream in journal.streams())


def test_what_is_earned_after_the_closing_time_is_refused() -> None:
    house, journal = table("TH 9C 7D 8D TS TC TD")
    promotion = earning(wager=5_00)
    late = {**TWO_WAGERS[0], "at": "2026-06-08T00:00:00Z"}
    play(house, late, {"do": "deal"}, {"do": "stand", "box": 1})
    (answer,) = TableWatch(promotion, journal, "1").look()
    assert isinstance(answer, Refused)
    assert answer.clause == "20.7.6"


# -------------------------------------------------------------------------------------- rehearsals


@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge", "caribbean-stud"])
@pytest.mark.parametrize("seed", range(3))
def test_a_rehearsal_ends_with_every_prize_awarded(game: str, seed: int) -> None:
    law = law_of(game)
    terms = replace(
        default_terms(law),
        prizes=(
            Prize(kind=PrizeKind.CASINO_DOLLARS, value=25_000_00),
            Prize(kind=PrizeKind.GOODS, value=100_00),
        ),
        presence_required=seed == 1,
        earned_by=Earning(wager=20_00) if seed == 2 else None,
    )
    promotion = rehearse(law, terms, Rehearsal(entrants=5, rounds=3, seed=seed))
    assert [win.paid is not None for win in promotion.promotion.wins] == [True, True]
    assert promotion.due == ()
    assert promotion.promotion.scrutineer


def test_a_rehearsal_in_which_nobody_earns_an_entry_says_so() -> None:
    terms = replace(default_terms(STUD), earned_by=Earning(hand="royal-flush"))
    with pytest.raises(CroupierError, match="nobody has earned an entry"):
        rehearse(STUD, terms, Rehearsal(rounds=1, seed=1))
