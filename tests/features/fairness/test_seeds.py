"""Seeds: committed to by the house, promised and given by players, closed in box order."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.cards import DECK, full_decks
from croupier.features.fairness.rules.chance import PlayerSeed, seed_promise
from croupier.features.fairness.rules.shoes import OrderFixed, SeedCommitted, SeedsClosed, ShoeStage
from croupier.features.fairness.seeds import (
    EPOCH_ROUNDS,
    BehindError,
    SecretOwner,
    SeedDesk,
    SeedRefusedError,
)
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.rounds import RoundEnded
from croupier.messages import Event
from croupier.record.envelopes import Cause
from croupier.record.journal import StreamWrite
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from tests.features.fairness.committed_tables import KEY


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    opened = SqliteJournal(tmp_path / "evening.db")
    yield opened
    opened.close()


def desk_at(journal: SqliteJournal, *owners: SecretOwner) -> SeedDesk:
    return SeedDesk(journal, "1", KEY, lambda size: b"\7" * size, contributors=owners)


def told(desk: SeedDesk, player: str, seed: str) -> str:
    return seed_promise(seed, desk.stream, desk.invite().shoe, player)


def test_the_house_commits_before_anybody_adds_a_seed(journal: SqliteJournal) -> None:
    desk = desk_at(journal)
    with pytest.raises(SeedRefusedError, match="no seed is committed to"):
        desk.promise("ann", 1, "ab" * 32)
    shoe = desk.invite()
    assert (shoe.shoe, shoe.standing) == ("shoe-1", ShoeStage.OPEN)
    assert desk.invite() == shoe, "asking again commits to nothing new"
    desk.promise("ann", 1, told(desk, "ann", "luck"))
    events = [type(one.event) for one in journal.read_stream(desk.stream)]
    assert events[0] is SeedCommitted


def test_seeds_count_in_the_order_of_the_boxes(journal: SqliteJournal) -> None:
    desk = desk_at(journal)
    for player, box in (("eve", 5), ("ann", 1), ("bob", 3)):
        desk.promise(player, box, told(desk, player, f"{player}'s"))
    for player in ("bob", "eve", "ann"):
        desk.give(player, f"{player}'s")
    name = desk.fix(full_decks(6), 312)
    assert desk.ledger[name].seeds == (
        PlayerSeed(1, "ann", "ann's"),
        PlayerSeed(3, "bob", "bob's"),
        PlayerSeed(5, "eve", "eve's"),
    )
    assert desk.ledger[name].dropped == ()


def test_nobody_promises_once_a_seed_is_shown(journal: SqliteJournal) -> None:
    """Else the last one could choose a seed by those of the others."""
    desk = desk_at(journal)
    desk.promise("ann", 1, told(desk, "ann", "luck"))
    desk.give("ann", "luck")
    with pytest.raises(SeedRefusedError, match="promise one for the next shoe"):
        desk.promise("bob", 2, told(desk, "bob", "chance"))


def test_a_seed_that_was_promised_and_not_given_is_dropped_and_told(journal: SqliteJournal) -> None:
    desk = desk_at(journal)
    desk.promise("ann", 1, told(desk, "ann", "luck"))
    desk.promise("bob", 2, told(desk, "bob", "chance"))
    desk.give("bob", "chance")
    shoe = desk.ledger[desk.fix(DECK, 52)]
    assert shoe.seeds == (PlayerSeed(2, "bob", "chance"),)
    assert shoe.dropped == (PlayerSeed(1, "ann", ""),)


@pytest.mark.parametrize(
    ("player", "seed", "why"),
    [
        ("ann", "other", "not the seed that ann promised"),
        ("bob", "luck", "bob has promised no seed"),
        ("ann", "", "1 to 128 printable"),
        ("ann", "a" * 129, "1 to 128 printable"),
        ("ann", "a\nb", "1 to 128 printable"),
    ],
)
def test_a_seed_that_does_not_fit_changes_nothing(
    journal: SqliteJournal, player: str, seed: str, why: str
) -> None:
    desk = desk_at(journal)
    desk.promise("ann", 1, told(desk, "ann", "luck"))
    before = journal.version(desk.stream)
    with pytest.raises(SeedRefusedError, match=why):
        desk.give(player, seed)
    assert journal.version(desk.stream) == before


def test_a_promise_is_made_once_and_is_a_hash(journal: SqliteJournal) -> None:
    desk = desk_at(journal)
    desk.invite()
    for wrong in ("", "luck", "AB" * 32, "ab" * 31):
        with pytest.raises(SeedRefusedError, match="64 hexadecimal digits"):
            desk.promise("ann", 1, wrong)
    desk.promise("ann", 1, "ab" * 32)
    with pytest.raises(SeedRefusedError, match="already"):
        desk.promise("ann", 2, "cd" * 32)


def at_table(journal: SqliteJournal, *events: Event) -> None:
    """Write events down in the stream of the table."""
    version = journal.version("table/1")
    cause = Cause(f"table {version}", "dealer", Role.DEALER)
    journal.append([StreamWrite("table/1", version, events)], cause)


def test_an_order_is_fixed_and_the_next_seed_committed_to_at_once(journal: SqliteJournal) -> None:
    desk = desk_at(journal)
    first = desk.fix(full_decks(8), 416)
    tags = [one.event.__struct_config__.tag for one in journal.read_stream(desk.stream)]
    assert tags == ["seed-committed", "seeds-closed", "order-fixed", "seed-committed"]
    fixing = [one for one in journal.read_stream(desk.stream) if one.version > 1]
    assert len({one.command_id for one in fixing}) == 1, "one append"
    assert first == "shoe-1"


def test_a_shoe_is_revealed_when_the_log_says_that_the_next_is_on_the_table(
    journal: SqliteJournal,
) -> None:
    """Whoever decides a shuffle may still be too late: then the old shoe stays in play."""
    desk = desk_at(journal)
    first = desk.fix(full_decks(8), 416)
    at_table(journal, CardsShuffled("4.1", 416, handle=first))
    second = desk.fix(full_decks(8), 416, handle=first)
    desk.reveal_over()
    assert desk.ledger[first].standing is ShoeStage.IN_PLAY
    assert desk.order_of(desk.ledger[first]), "cards can still be dealt from it"
    again = desk_at(journal)
    at_table(journal, CardsShuffled("4.1", 416, handle=second))
    for one in (desk, again):
        one.refresh()
        one.reveal_over()
        assert one.ledger[first].standing is ShoeStage.OVER
        assert one.ledger[first].seed == "07" * 32
        assert one.ledger[second].standing is ShoeStage.IN_PLAY


def test_a_table_that_has_gone_on_loses_no_shoe_to_one_who_is_behind(
    journal: SqliteJournal,
) -> None:
    desk = desk_at(journal)
    first = desk.fix(full_decks(8), 416)
    at_table(journal, CardsShuffled("4.1", 416, handle=first))
    with pytest.raises(BehindError):
        desk_at(journal).fix(DECK, 40, handle="")
    assert desk_at(journal).ledger[first].standing is ShoeStage.IN_PLAY


def test_an_order_that_never_came_to_the_table_stands(journal: SqliteJournal) -> None:
    """A crash between the two appends gives nobody a second try."""
    desk = desk_at(journal)
    first = desk.fix(full_decks(8), 416)
    again = desk_at(journal)
    assert again.fix(full_decks(8), 416, handle="") == first
    assert again.order_of(again.ledger[first]) == desk.order_of(desk.ledger[first])
    other = again.fix(DECK, 52, handle="")
    assert other == "shoe-2"
    assert again.ledger[first].standing is ShoeStage.ABANDONED
    assert again.ledger[first].seed, "an abandoned order is revealed"


def test_secrets_give_each_shoe_a_seed_of_its_own(journal: SqliteJournal) -> None:
    desk = desk_at(journal, SecretOwner("ann", "secret"))
    names = [desk.fix(DECK, 52)]
    names.append(desk.fix(DECK, 52, handle=names[0]))
    seeds = [desk.ledger[name].seeds[0].seed for name in names]
    assert seeds[0] != seeds[1]
    assert not any("secret" in leaf.body.decode() for leaf in journal.leaves())


def test_a_secret_that_was_forgotten_drops_its_seed(journal: SqliteJournal) -> None:
    desk_at(journal, SecretOwner("ann", "secret")).invite()
    desk = desk_at(journal, SecretOwner("ann", "another"))
    shoe = desk.ledger[desk.fix(DECK, 52)]
    assert [one.player for one in shoe.dropped] == ["ann"]
    desk = desk_at(journal)
    assert [one.player for one in desk.ledger[desk.fix(DECK, 52, handle=shoe.shoe)].dropped] == [
        "ann"
    ]


def test_an_epoch_lasts_so_many_rounds_and_is_then_revealed(journal: SqliteJournal) -> None:
    desk = desk_at(journal)
    first = desk.epoch(1)
    assert desk.epoch(EPOCH_ROUNDS).shoe == first.shoe
    second = desk.epoch(EPOCH_ROUNDS + 1)
    assert second.shoe != first.shoe
    opened = RoundOpened((), "7.1")
    at_table(journal, opened)
    desk.reveal_over()
    assert desk.ledger[first.shoe].standing is ShoeStage.IN_PLAY
    assert desk.epoch(EPOCH_ROUNDS).shoe == first.shoe, "a round of it may still be under way"
    at_table(journal, RoundEnded("16.1"), opened)
    desk.reveal_over()
    assert desk.ledger[first.shoe].standing is ShoeStage.OVER
    assert desk_at(journal).epoch(EPOCH_ROUNDS + 2).shoe == second.shoe, "found again"


def test_a_closed_table_reveals_its_last_shoe(journal: SqliteJournal) -> None:
    desk = desk_at(journal)
    desk.fix(DECK, 52)
    desk.end()
    assert [one.standing for one in desk.ledger.values()] == [ShoeStage.OVER, ShoeStage.ABANDONED]
    assert all(one.seed for one in desk.ledger.values())
    desk.end()
    events = [one.event for one in journal.read_stream(desk.stream)]
    assert sum(isinstance(one, SeedsClosed | OrderFixed) for one in events) == 2


def test_two_processes_fix_one_order(journal: SqliteJournal) -> None:
    """Each has a desk of its own on the same stream; who comes second takes what stands."""
    one, other = desk_at(journal), desk_at(journal)
    first = one.fix(full_decks(8), 416)
    assert other.fix(full_decks(8), 416) == first
    assert one.epoch(1).shoe == other.epoch(1).shoe == "shoe-2"


def test_a_process_that_comes_too_late_begins_anew(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = desk_at(journal), desk_at(journal)
    refresh, waiting = one.refresh, [other]

    def too_early() -> None:
        """Read, and let the other desk write before this one does."""
        refresh()
        if waiting:
            waiting.pop().fix(full_decks(8), 416)

    monkeypatch.setattr(one, "refresh", too_early)
    assert one.fix(full_decks(8), 416) == "shoe-1"
    fixed = [one for one in journal.read_stream(one.stream) if isinstance(one.event, OrderFixed)]
    assert len(fixed) == 1
