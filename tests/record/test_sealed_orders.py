"""Orders of cards lie sealed in the store, and a table goes on with the cards that it had."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from croupier.cards import DECK, Card, full_decks, shuffled
from croupier.play.card_sources import UnknownOrderError, chance
from croupier.play.house import House
from croupier.play.recorded_evening import KeptShoe
from croupier.record.envelopes import table_stream
from croupier.record.sealed_orders import UnopenedOrderError, sealed, unsealed
from croupier.record.sqlite_journal import SqliteJournal
from croupier.rulebooks import law_of
from croupier.table.choices import Choices
from tests.record.days import say

KEY, OTHER = bytes(range(32)), bytes(32)
RUN = 8
"""So many cards in a row, undealt, must be nowhere on disk."""


def test_an_order_opens_with_its_key_for_its_shoe_alone() -> None:
    order = shuffled(full_decks(8), chance(3))
    data = sealed(order, KEY, stream="table/1", handle="shoe-1")
    assert unsealed(data, KEY, stream="table/1", handle="shoe-1") == order
    assert data != sealed(order, KEY, stream="table/1", handle="shoe-1"), "never twice the same"
    for key, stream, handle in (
        (OTHER, "table/1", "shoe-1"),
        (KEY, "table/2", "shoe-1"),
        (KEY, "table/1", "shoe-2"),
        (KEY, "table/", "1shoe-1"),
    ):
        with pytest.raises(UnopenedOrderError, match="does not open"):
            unsealed(data, key, stream=stream, handle=handle)
    with pytest.raises(UnopenedOrderError):
        unsealed(data[:-1], KEY, stream="table/1", handle="shoe-1")


def a_table(journal: SqliteJournal) -> House:
    house = House(journal)
    cards = KeptShoe(os.urandom, journal, KEY, table_stream("1"))
    house.open_table(law_of("star-blackjack"), Choices(), cards=cards)
    say(house, "1", "wager", player="ann", box=1, amount=20)
    return house


def undealt(house: House) -> tuple[Card, ...]:
    running = house.tables["1"]
    return running.cards.next_cards(running.table.shoe, running.table.shoe.left)


def test_a_table_goes_on_with_the_cards_that_it_had(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    house = a_table(journal)
    cards = undealt(house)
    journal.close()
    again = SqliteJournal(tmp_path / "evening.db")
    restored = House.restored(
        again, lambda name: KeptShoe(os.urandom, again, KEY, table_stream(name))
    )
    assert undealt(restored) == cards
    answer = say(restored, "1", "deal")
    assert isinstance(answer, tuple)
    other = KeptShoe(os.urandom, again, KEY, table_stream("2"))
    with pytest.raises(UnknownOrderError):
        other.in_front(restored.tables["1"].table.shoe)
    again.close()


ENCODINGS: tuple[Callable[[Sequence[Card]], bytes], ...] = (
    lambda cards: "".join(str(card) for card in cards).encode(),
    lambda cards: " ".join(str(card) for card in cards).encode(),
    lambda cards: ",".join(f'"{card}"' for card in cards).encode(),
    lambda cards: bytes(DECK.index(card) for card in cards),
)
"""Every way in which the code writes cards."""


def found_on_disk(folder: Path, cards: tuple[Card, ...]) -> list[str]:
    """The files in which some cards in a row can be read."""
    wanted = [
        encode(cards[at : at + RUN]) for at in range(len(cards) - RUN + 1) for encode in ENCODINGS
    ]
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return [str(path) for path, data in files.items() if any(one in data for one in wanted)]


def test_while_a_shoe_is_in_play_its_order_is_nowhere_on_disk(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    house = a_table(journal)
    cards = undealt(house)
    assert len(cards) > 400
    assert found_on_disk(tmp_path, cards) == []
    for encode in ENCODINGS:
        planted = tmp_path / "planted.log"
        planted.write_bytes(b"debug: " + encode(cards[100:120]) + b"\n")
        assert found_on_disk(tmp_path, cards) == [str(planted)]
        planted.unlink()
    journal.close()
