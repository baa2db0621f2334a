"""Cards that were committed to, dealt at tables: stopped, resumed, lost, drawn by devices."""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from croupier.cards import Card, Device, full_decks
from croupier.features.fairness.audit import TableReport, audit_shoes
from croupier.features.fairness.rules.shoes import ShoeStage
from croupier.features.fairness.seeds import EPOCH_ROUNDS, SecretOwner
from croupier.floor.card_sources import UnknownOrderError, random_source
from croupier.messages import Refused
from croupier.record.secrets.key_changes import replace_lost_key
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import law_of
from tests.features.fairness.committed_tables import KEY, OTHER_KEY, CommittedTables
from tests.record.days import say


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    opened = SqliteJournal(tmp_path / "evening.db")
    yield opened
    opened.close()


def undealt(tables: CommittedTables, table: str = "1") -> tuple[Card, ...]:
    running = tables.house.tables[table]
    return running.cards.next_cards(running.table.shoe, running.table.shoe.cards_left)


def report(tables: CommittedTables, game: str = "star-blackjack") -> TableReport:
    secrets = SealedSecrets(tables.store, "cards/1", KEY)
    found = audit_shoes(tables.store, law_of(game), "1", secrets=secrets)
    assert found.ok, [check for shoe in found.shoes for check in shoe.checks if not check.ok]
    return found


def test_a_table_goes_on_with_the_cards_that_it_had(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    cards = undealt(tables)
    assert len(cards) > 390
    again = CommittedTables(journal)
    assert undealt(again) == cards
    again.blackjack_round()
    with pytest.raises(UnknownOrderError):
        again.cards.cards("2").in_front(tables.house.tables["1"].table.shoe)


def test_shoes_are_played_one_after_the_other_and_each_is_proved(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal, contributors=[SecretOwner("ann", "my luck")])
    tables.open(decks=6)
    tables.play_out(shoes=2)
    tables.publish()
    found = report(tables)
    over = [one for one in found.shoes if one.standing == "over"]
    assert len(over) == 2
    assert all(check.ok for one in over for check in one.checks)
    assert all(Counter(one.order) == Counter(full_decks(6)) for one in over)
    assert all(one.cut_for_absent for one in over), "the dealer's software cut"
    assert [seed.player for one in over for seed in one.seeds] == ["ann", "ann"]


def test_a_player_who_cuts_is_named(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal, cut_for_players=False)
    tables.open()
    say(tables.house, "1", "wager", player="ann", box=1, amount=20)
    said = say(tables.house, "1", "cut", player="ann", position=100)
    assert not isinstance(said, Refused), said
    shoe = report(tables).shoes[0]
    assert (shoe.cut, shoe.cut_by, shoe.cut_for_absent) == (100, "ann", False)


@pytest.mark.parametrize("game", ["star-blackjack", "canberra-blackjack", "caribbean-stud"])
def test_a_device_draws_by_seeds_that_change_after_so_many_rounds(
    journal: SqliteJournal, game: str
) -> None:
    tables = CommittedTables(journal, chance=random_source(5))
    tables.open(game, device=Device.SHUFFLER)
    stud = game.endswith("stud")
    for number in range(EPOCH_ROUNDS + 3):
        if number == 4:
            tables = CommittedTables(journal, chance=random_source(6))
        tables.stud_round() if stud else tables.blackjack_round()
    found = report(tables, game)
    assert [one.standing for one in found.shoes] == ["over", "in play", "open"]
    assert found.shoes[0].rounds is not None
    assert found.shoes[0].repeatable
    last = "every card that was dealt is the one that had to come"
    for one in found.shoes[:2]:
        assert one.dealt > 10
        assert next(check.ok for check in one.checks if check.what == last) is True


def test_draws_of_a_device_depend_on_nothing_that_a_process_remembers(
    journal: SqliteJournal,
) -> None:
    tables = CommittedTables(journal)
    tables.open(device=Device.SHUFFLER)
    tables.blackjack_round()
    shoe = tables.house.tables["1"].table.shoe
    left = Counter(full_decks(8))
    again = CommittedTables(journal).cards.cards("1")
    drawn = [source.any_of(left, draw=shoe.draws, in_round=1) for source in (again, again)]
    assert drawn[0] is drawn[1]
    assert drawn[0] is tables.cards.cards("1").any_of(left, draw=shoe.draws, in_round=1)


def test_what_comes_out_of_a_device_is_counted_on_when_cards_go_back(
    journal: SqliteJournal,
) -> None:
    tables = CommittedTables(journal)
    tables.open("canberra-blackjack", device=Device.SHUFFLER, decks=4)
    seen = [0]
    for _ in range(6):
        tables.blackjack_round()
        seen.append(tables.house.tables["1"].table.shoe.draws)
    assert all(later >= earlier + 3 for earlier, later in pairwise(seen))


def test_a_lost_key_gives_the_shoe_up_and_play_goes_on_with_what_is_left(
    journal: SqliteJournal,
) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    say(tables.house, "1", "wager", player="ann", box=1, amount=20)
    say(tables.house, "1", "deal")
    before = tables.house.tables["1"].table
    assert replace_lost_key(journal, OTHER_KEY) == 2
    again = CommittedTables(journal, OTHER_KEY)
    table = again.house.tables["1"].table
    assert table.shoe == before.shoe
    assert len(undealt(again)) == table.shoe.cards_left
    while again.house.tables["1"].table.round is not None:
        for call in ("stand", "hit"):
            if not isinstance(say(again.house, "1", call, box=1), Refused):
                break
        else:
            say(again.house, "1", "close-insurance")
    again.blackjack_round()
    secrets = SealedSecrets(journal, "cards/1", OTHER_KEY)
    found = audit_shoes(journal, law_of("star-blackjack"), "1", secrets=secrets)
    assert found.ok
    assert (found.abandoned, found.unrevealed) == (2, 2)
    first, _, instead = found.shoes[:3]
    assert (first.standing, first.why) == ("abandoned", "its key was lost")
    assert instead.replaces == "shoe-1"
    assert instead.dealt >= 4
    assert {check.what for check in instead.checks if check.ok} >= {
        "the cards that were mixed are those that had to be",
        "every card that was dealt is the one that had to come",
    }
    third = CommittedTables(journal, OTHER_KEY)
    assert undealt(third) == undealt(again), "the cards that are left stay as they are"


def test_a_key_that_is_lost_twice(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    replace_lost_key(journal, OTHER_KEY)
    CommittedTables(journal, OTHER_KEY).blackjack_round()
    replace_lost_key(journal, KEY)
    again = CommittedTables(journal, KEY)
    again.blackjack_round()
    again.play_out(shoes=1)
    found = report(again)
    assert found.unrevealed == 4
    assert [one.replaces for one in found.shoes].count("shoe-1") == 2


def test_a_lost_key_of_a_device_begins_a_new_epoch(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open(device=Device.SHUFFLER)
    tables.blackjack_round()
    replace_lost_key(journal, OTHER_KEY, KEY)
    again = CommittedTables(journal, OTHER_KEY)
    again.blackjack_round()
    secrets = SealedSecrets(journal, "cards/1", OTHER_KEY)
    found = audit_shoes(journal, law_of("star-blackjack"), "1", secrets=secrets)
    assert found.ok
    assert (found.abandoned, found.unrevealed) == (2, 0), "the old key was there: all is revealed"
    standing = [one.standing for one in again.cards.cards("1").desk.ledger.values()]
    assert standing == [ShoeStage.ABANDONED, ShoeStage.ABANDONED, ShoeStage.IN_PLAY, ShoeStage.OPEN]


def test_cards_mixed_again_amid_a_round_get_a_commitment_of_their_own(
    journal: SqliteJournal,
) -> None:
    """A shoe that runs out mixes its discards, those that were burned unseen among them."""
    source = CommittedTables(journal, chance=os.urandom).cards.cards("1")
    whole = source.shuffle(full_decks(1), 52)
    order = source.desk.order_of(source.desk.ledger[whole])
    part = source.desk.fix(order[:30], 28, handle=whole)
    shoe = source.desk.ledger[part]
    assert shoe.order is not None
    assert (shoe.order.decks, shoe.order.size) == (0, 28)
    assert not Counter(source.desk.order_of(shoe)) - Counter(order[:30])
    again = CommittedTables(journal).cards.cards("1").desk
    assert again.order_of(again.ledger[part]) == source.desk.order_of(shoe)
    again.end()
    assert Counter(again.ledger[part].cards) == Counter(order[:30])
