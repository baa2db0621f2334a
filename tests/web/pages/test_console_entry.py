"""What a dealer enters at the console: cards by keys, unread ones too, and plain numbers."""

import pytest

from croupier.cards import Card, Device
from croupier.display.views import TableView
from croupier.games.stud.cards import DealFaceDown, TurnCard
from croupier.games.table.rounds import DealCard
from croupier.messages import Command
from croupier.rulebooks import Role
from croupier.web.pages.console.page import (
    card_commands,
    command_for_step,
    seat_commands,
    steps_of,
    wager_commands,
)
from croupier.web.pages.table.felt import felt_print
from croupier.web.pages.table.forms import MisreadError, spot_commands
from tests.cli.test_deal import live, typed

UNREAD = DealFaceDown(by=Role.DEALER)


def keyed(view: TableView, key: str) -> tuple[Command, ...]:
    """What a key of the console stands for."""
    step = next(step for step in steps_of(view) if step.key == key)
    return command_for_step(view, step.name, Role.DEALER)


def test_a_face_down_card_needs_one_key() -> None:
    table = live("caribbean-stud", device=Device.SHOE)
    typed(table, "shuffle", "cut 26", "load", "w ann 1 10", "d")
    view = table.view()
    assert [step.key for step in steps_of(view)] == ["?"]
    assert keyed(view, "?") == card_commands(view, "??", Role.DEALER) == (UNREAD,)
    assert card_commands(view, "10H", Role.DEALER) == (DealCard(Card("TH"), by=Role.DEALER),)


def test_a_device_gives_a_hand_at_once_and_cards_are_turned_by_their_faces() -> None:
    table = live("caribbean-stud", device=Device.SHUFFLER)
    typed(table, "shuffle", "w ann 1 10", "d", "??")
    assert keyed(table.view(), "x") == (UNREAD,) * 4
    typed(table, "x", "?", "x")
    assert table.view().prompts[0].due == "unread-cards"
    assert card_commands(table.view(), "2c", Role.DEALER) == (TurnCard(Card("2C"), by=Role.DEALER),)


def test_a_card_that_is_turned_face_up_is_named() -> None:
    table = live("star-blackjack")
    typed(table, "shuffle", "w ann 1 10", "d")
    assert steps_of(table.view()) == ()


@pytest.mark.parametrize("number", ["\u00b2", "\u0663", "9" * 40, "-1", "1.0", "", " "])
def test_a_number_is_plain_digits(number: str) -> None:
    table = live("star-blackjack")
    view, felt = table.view(), felt_print(table.law, table.table)
    with pytest.raises(MisreadError, match="give the box"):
        wager_commands(view, felt, {"box": number, "amount": "10", "player": "ann"})
    with pytest.raises(MisreadError, match="a name and a box"):
        seat_commands(view, {"box": number, "player": "ann"})
    with pytest.raises(MisreadError):
        spot_commands(view, "1:main", number, "")
    with pytest.raises(MisreadError):
        spot_commands(view, f"{number}:main", "100", "")
