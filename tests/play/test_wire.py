"""Commands from plain data: amounts in dollars, times in ISO 8601, errors in one sentence."""

from datetime import UTC, datetime
from typing import Any

import pytest

from croupier.cards import Card
from croupier.play.wire import BadCommandError, command_types, to_command
from croupier.rulebooks import Role
from croupier.table.commands import Command, DealCard, PlaceWager, Sit


def test_amounts_are_dollars() -> None:
    wager = to_command({"do": "wager", "player": "ann", "box": 1, "amount": 7.5, "with": "tokens"})
    assert wager == PlaceWager("ann", 1, 750, chips="tokens")


def test_cards_are_two_letters() -> None:
    assert to_command({"do": "card", "card": "TH"}) == DealCard(Card("TH"))


@pytest.mark.parametrize(
    "at",
    [
        "2026-05-01T20:00",
        "2026-05-01T20:00:00Z",
        "2026-05-01 22:00:00+02:00",
        datetime(2026, 5, 1, 20, 0, tzinfo=UTC),
        datetime(2026, 5, 1, 20, 0),  # noqa: DTZ001
    ],
)
def test_a_time_without_a_zone_is_universal(at: object) -> None:
    sit = to_command({"do": "sit", "player": "ann", "box": 1, "at": at, "by": "supervisor"})
    eight = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
    assert sit == Sit("ann", 1, at=eight, by=Role.SUPERVISOR)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "there is no step None"),
        ({"do": "juggle"}, "there is no step 'juggle'; there are absent, "),
        ({"do": ["wager"]}, "there is no step"),
        ({"do": "sit", "player": "ann"}, "sit: Object missing required field `box`"),
        ({"do": "sit", "player": "ann", "box": "one"}, "sit: Expected `int`, got `str`"),
        ({"do": "sit", "player": "ann", "box": 1, "hat": 1}, "sit: Object contains unknown field"),
        ({"do": "wager", "player": "ann", "box": 1, "amount": "ten"}, "'ten' is not an amount"),
        ({"do": "wager", "player": "ann", "box": 1, "amount": 1.005}, "at most two decimals"),
        ({"do": "card", "card": "1H"}, "card: Invalid enum value '1H'"),
        ({"do": "deal", "at": "noon"}, "deal: 'noon' is not a time such as"),
        ({"do": "deal", "by": "king"}, "deal: Invalid enum value 'king'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadCommandError) as caught:
        to_command(data)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_command_has_a_name_of_its_own() -> None:
    assert all(issubclass(kind, Command) for kind in command_types().values())
    assert len({kind.__name__ for kind in command_types().values()}) == len(command_types())
