"""Commands as people write them, in dollars, and as logs hold them, in cents: never mixed up."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from croupier.cards import Card
from croupier.floor.command_text import BadCommandError, command_types, to_command
from croupier.games.table.rounds import DealCard
from croupier.games.table.seats import Sit
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, PlayerCommand
from croupier.record.codec import UnreadableLogError, decode_command, encode
from croupier.rulebooks import Role


def test_amounts_are_dollars() -> None:
    wager = to_command({"do": "wager", "player": "ann", "box": 1, "amount": 7.5, "with": "tokens"})
    assert wager == PlaceWager("ann", 1, 750, chips="tokens", by=Role.PLAYER)


def test_cards_are_two_letters() -> None:
    assert to_command({"do": "card", "card": "TH"}) == DealCard(Card("TH"), by=Role.DEALER)


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
        ({}, "do is missing"),
        ({"do": "juggle"}, "there is no step 'juggle'; choose from absent, "),
        ({"do": ["wager"]}, "there is no step"),
        ({"do": "sit", "player": "ann"}, "sit: box is missing"),
        ({"do": "sit", "player": "ann", "box": "x"}, "sit: box: this must be a whole number"),
        ({"do": "sit", "player": "ann", "box": 1, "hat": 1}, "sit: there is no field hat"),
        ({"do": "wager", "player": "ann", "box": 1, "amount": "ten"}, "'ten' is not an amount"),
        ({"do": "wager", "player": "ann", "box": 1, "amount": 1.005}, "at most two decimals"),
        ({"do": "card", "card": "1H"}, "card: card: '1H' is not accepted here"),
        ({"do": "deal", "at": "noon"}, "deal: 'noon' is not a time such as"),
        ({"do": "deal", "by": "king"}, "deal: by: 'king' is not accepted here"),
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


def test_who_asks_is_filled_in_where_nobody_says_so() -> None:
    assert to_command({"do": "sit", "player": "ann", "box": 1}).by is Role.PLAYER
    assert to_command({"do": "deal"}).by is Role.DEALER
    assert to_command({"do": "deal", "by": "supervisor"}).by is Role.SUPERVISOR
    assert to_command({"do": "time-out", "player": "ann"}).by is Role.TOURNAMENT_MANAGER
    for kind in command_types().values():
        assert kind.usual in (Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.TOURNAMENT_MANAGER)
        assert kind.usual is not Role.PLAYER or issubclass(kind, PlayerCommand)


def test_a_title_of_a_rulebook_is_a_role() -> None:
    said = {"do": "order-shuffle", "by": "table-inspector"}
    assert to_command(said).by is Role.SUPERVISOR
    assert to_command({**said, "by": "operator"}).by is Role.GAMING_MANAGER
    assert to_command({**said, "by": "inspector"}).by is Role.INSPECTOR


def test_what_a_jackpot_pays_is_nobodys_to_say() -> None:
    assert to_command({"do": "pay-jackpot"}).by is Role.DEALER
    with pytest.raises(BadCommandError, match="comes from the pool"):
        to_command({"do": "pay-jackpot", "payments": []})


# The other form -----------------------------------------------------------------------------------

WRITTEN = {"do": "wager", "player": "ann", "box": 1, "amount": 7.5}
LOGGED = b'{"command":"wager","by":"player","player":"ann","box":1,"amount":750}'


def test_both_forms_come_to_the_same_command() -> None:
    assert (
        to_command(WRITTEN) == decode_command(LOGGED) == PlaceWager("ann", 1, 750, by=Role.PLAYER)
    )


def test_a_log_holds_cents_and_who_asked() -> None:
    held = msgspec.json.decode(encode(to_command(WRITTEN)))
    assert (held["command"], held["amount"], held["by"]) == ("wager", 750, "player")
    assert "do" not in held
    assert decode_command(encode(to_command(WRITTEN))) == to_command(WRITTEN)


def test_the_reader_for_people_takes_no_command_of_a_log() -> None:
    """Seven dollars fifty would become seven hundred and fifty dollars."""
    logged = msgspec.json.decode(LOGGED)
    for data in (logged, {**logged, "do": "wager"}):
        with pytest.raises(BadCommandError, match="a command from a log, in cents"):
            to_command(data)


@pytest.mark.parametrize(
    "data",
    [
        WRITTEN,
        {**WRITTEN, "amount": 7},
        {**WRITTEN, "amount": 7, "command": "wager", "by": "player"},
        {"command": "wager", "by": "player", "player": "ann", "box": 1, "amount": 7.5},
        {"command": "wager", "player": "ann", "box": 1, "amount": 750},
        {"command": "juggle", "by": "player"},
    ],
)
def test_the_codec_of_logs_takes_nothing_that_people_write(data: dict[str, Any]) -> None:
    with pytest.raises(UnreadableLogError, match="no command of a log"):
        decode_command(msgspec.json.encode(data))
