"""The secrets of a table's cards lie sealed in the store, each for its own table and shoe."""

from pathlib import Path

import pytest

from croupier.cards import DECK
from croupier.features.fairness.rules.shoes import CommittedShoe, OrderFixed
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.sealed_orders import (
    SealedSecrets,
    UnopenedOrderError,
    seal_for_shoe,
    unseal_for_shoe,
)
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.features.fairness.committed_tables import KEY, OTHER_KEY

MARK, ROOT = "ab" * 32, "cd" * 32
SEED = bytes(range(100, 132))
SHOE = CommittedShoe(shoe="shoe-1", commitment=MARK, order=OrderFixed("shoe-1", 3, ROOT))


def test_a_secret_opens_with_its_key_for_what_it_is_bound_to_alone() -> None:
    data = seal_for_shoe(SEED, KEY.key, "seed", "shoe-1", "cards/1")
    assert unseal_for_shoe(data, KEY.key, "seed", "shoe-1", "cards/1") == SEED
    assert data != seal_for_shoe(SEED, KEY.key, "seed", "shoe-1", "cards/1"), "never twice the same"
    for key, bound in (
        (OTHER_KEY, ("seed", "shoe-1", "cards/1")),
        (KEY, ("cards", "shoe-1", "cards/1")),
        (KEY, ("seed", "shoe-2", "cards/1")),
        (KEY, ("seed", "shoe-1", "cards/2")),
        (KEY, ("seed", "shoe-", "1cards/1")),
    ):
        with pytest.raises(UnopenedOrderError, match="does not open"):
            unseal_for_shoe(data, key.key, *bound)
    for broken in (data[:-1], b"", bytes([data[0] ^ 1]) + data[1:]):
        with pytest.raises(UnopenedOrderError):
            unseal_for_shoe(broken, KEY.key, "seed", "shoe-1", "cards/1")


@pytest.fixture
def journal(tmp_path: Path) -> SqliteJournal:
    return SqliteJournal(tmp_path / "evening.db")


def test_each_shoe_has_a_data_key_of_its_own(journal: SqliteJournal) -> None:
    secrets = SealedSecrets(journal, "cards/1", KEY)
    secrets.keep_seed("shoe-1", MARK, SEED)
    assert secrets.seed(SHOE) == SEED
    secrets.keep_cards(SHOE, ROOT, DECK[:3])
    assert secrets.cards(SHOE) == DECK[:3]
    assert secrets.reveal(SHOE).cards == DECK[:3]
    kept = journal.order("cards/1", f"shoe-1/seed/{MARK[:16]}")
    assert kept is not None
    with pytest.raises(UnopenedOrderError):
        unseal_for_shoe(kept, KEY.key, "seed", "shoe-1", "cards/1")
    journal.close()


def test_a_try_that_was_cut_short_does_not_spoil_the_next(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data key was kept and the seed was not; the same seed comes again."""
    secrets = SealedSecrets(journal, "cards/1", KEY)
    keep = journal.keep_order

    def first_only(stream: str, handle: str, data: bytes) -> None:
        if "/seed/" in handle:
            raise KeyboardInterrupt
        keep(stream, handle, data)

    with monkeypatch.context() as patched:
        patched.setattr(journal, "keep_order", first_only)
        with pytest.raises(KeyboardInterrupt):
            secrets.keep_seed("shoe-1", MARK, SEED)
    secrets.keep_seed("shoe-1", MARK, SEED)
    assert secrets.seed(SHOE) == SEED
    journal.close()


def test_another_key_or_table_opens_nothing(journal: SqliteJournal) -> None:
    SealedSecrets(journal, "cards/1", KEY).keep_seed("shoe-1", MARK, SEED)
    for stream, key in (("cards/1", OTHER_KEY), ("cards/2", KEY)):
        with pytest.raises(UnopenedOrderError, match=r"does not open the cards|is not kept"):
            SealedSecrets(journal, stream, key).seed(SHOE)
    unknown = CommittedShoe(shoe="shoe-9", commitment=MARK)
    with pytest.raises(UnopenedOrderError):
        SealedSecrets(journal, "cards/1", KEY).seed(unknown)
    journal.close()


def test_a_secret_that_was_moved_to_another_shoe_does_not_open(journal: SqliteJournal) -> None:
    secrets = SealedSecrets(journal, "cards/1", KEY)
    secrets.keep_seed("shoe-1", MARK, SEED)
    moved = CommittedShoe(shoe="shoe-2", commitment=MARK)
    for what in ("seed", f"data key under {KEY.id}"):
        data = journal.order("cards/1", f"shoe-1/{what}/{MARK[:16]}")
        assert data is not None
        journal.keep_order("cards/1", f"shoe-2/{what}/{MARK[:16]}", data)
    with pytest.raises(UnopenedOrderError, match="does not open"):
        secrets.seed(moved)
    journal.close()


def test_a_new_master_key_opens_what_it_was_wrapped_for(journal: SqliteJournal) -> None:
    secrets = SealedSecrets(journal, "cards/1", KEY)
    secrets.keep_seed("shoe-1", MARK, SEED)
    secrets.rewrap(SHOE, OTHER_KEY)
    assert SealedSecrets(journal, "cards/1", OTHER_KEY).seed(SHOE) == SEED
    journal.close()


def test_keys_do_not_show_themselves() -> None:
    key = MasterKey(b"k" * 32)
    assert "kkkk" not in repr(key)
    assert key.id in repr(key)
    assert len({MasterKey(bytes([n]) * 32).id for n in range(50)}) == 50
