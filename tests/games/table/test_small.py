"""A table stays small: what it costs to compare, print and encode it is what lies on it."""

from typing import get_args

import msgspec

from croupier import Choices, Croupier, to_command
from croupier.cards import Card, Shoe, parse_cards
from croupier.games.table.opening import TableOpened
from croupier.games.table.preparation import CardsShuffled
from croupier.messages import Refused
from croupier.record.codec import encode
from croupier.rulebooks import STAR_BLACKJACK
from croupier.streams import RecordedEvent

BOXES = range(1, 7)
SMALL = "2C 2D 2H 2S AC AD AH AS 3C 3D 3H 3S " * 12


def decided(decisions: int) -> Croupier:
    """A round of six boxes with small cards, after so many cards were asked for."""
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards(SMALL))
    for box in BOXES:
        wager = {"do": "wager", "player": f"player-{box}", "box": box, "amount": 10}
        croupier.do(to_command(wager))
    croupier.do(to_command({"do": "deal"}))
    if any(item.__class__.__name__ == "InsuranceDue" for item in croupier.due):
        croupier.do(to_command({"do": "close-insurance"}))
    box, left = 1, decisions
    while left:
        answer = croupier.do(to_command({"do": "hit", "box": box}))
        if isinstance(answer, Refused):
            box += 1
        else:
            left -= 1
    return croupier


def test_a_long_round_makes_no_table_large() -> None:
    few, many = decided(2), decided(20)
    assert many.table.round is not None
    assert len(repr(many.table)) < len(repr(few.table)) + 20 * 12
    assert len(encode(many.table)) < len(encode(few.table)) + 20 * 12
    assert len(repr(many.table)) < 4_000


def test_equal_tables_are_equal_however_they_came_about() -> None:
    one, other = decided(16), decided(16)
    assert one.table is not other.table
    assert one.table == other.table
    assert hash(one.table) == hash(other.table)
    assert repr(one.table) == repr(other.table)
    assert one.history == other.history
    assert one.table != decided(15).table


def cards_in(kind: type[msgspec.Struct]) -> set[str]:
    """The fields of a struct that hold cards."""
    return {
        field.name
        for field in msgspec.structs.fields(kind)
        if Card in (field.type, *get_args(field.type))
        or any(Card in (one, *get_args(one)) for one in get_args(field.type))
    }


def test_no_value_has_a_place_for_the_order_of_cards_that_are_not_dealt() -> None:
    assert cards_in(Shoe) == set()
    assert cards_in(CardsShuffled) == set()
    assert cards_in(TableOpened) == set()
    assert "order" not in {
        field.name for kind in get_args(RecordedEvent) for field in msgspec.structs.fields(kind)
    }


def test_the_next_cards_of_a_shoe_are_in_nothing_that_is_kept() -> None:
    """The same evening with another order behind it: nothing that is kept tells them apart."""
    front = "TH 7C 8D"
    kept = []
    for behind in ("TC 2S", "3D 4H"):
        croupier = Croupier(
            STAR_BLACKJACK, Choices(burn=False), stack=parse_cards(f"{front} {behind}")
        )
        croupier.do(to_command({"do": "wager", "player": "ann", "box": 1, "amount": 10}))
        croupier.do(to_command({"do": "deal"}))
        assert croupier.journal is not None
        kept.append(
            (
                repr(croupier.table),
                encode(croupier.table),
                encode(croupier.history),
                [encode(envelope) for envelope in croupier.journal.order],
                croupier.due,
            )
        )
    assert kept[0] == kept[1]
