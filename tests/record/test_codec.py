"""Logs hold cents, people write dollars, and neither is taken for the other."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.features.promotions.rules import Promotion
from croupier.floor.command_text import BadCommandError, to_command
from croupier.games.engine import open_table
from croupier.games.stud.bets import StudRoundOpened
from croupier.games.table.choices import TournamentTerms
from croupier.games.table.opening import TableOpened
from croupier.games.table.wagers import PlaceWager
from croupier.house.accounts import EVOLVERS as ACCOUNT_EVOLVERS
from croupier.house.jackpots import PoolEvent
from croupier.messages import Event
from croupier.record.codec import (
    COMMANDS,
    UnreadableLogError,
    decode,
    decode_command,
    decode_envelope,
    decode_event,
    encode,
)
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role, law_of
from croupier.streams import PROMOTION, RecordedEvent
from tests.support.values import structs_of, values_of

EVENTS: tuple[type[Event], ...] = get_args(RecordedEvent)


def names(kinds: Any) -> list[str]:
    return sorted(kind.__name__ for kind in kinds)


def readable(value: Any) -> bool:
    """Whether all whole numbers are small enough for JSON readers, and all times have a zone."""
    try:
        data = encode(value)
    except (OverflowError, UnicodeEncodeError, ValueError):
        return False
    return b"\\ud8" not in data


@pytest.mark.parametrize("kind", EVENTS, ids=[kind.__name__ for kind in EVENTS])
@settings(
    max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(data=st.data())
def test_every_kind_of_event_is_read_back_as_it_was_written(
    kind: type[Event], data: st.DataObject
) -> None:
    event = data.draw(values_of(kind).filter(readable))
    assert decode_event(encode(event)) == event


def test_every_event_belongs_to_a_stream() -> None:
    """A log holds what its streams can be folded from, no more and no less."""
    tagged = {
        kind
        for kind in structs_of("messages", "games", "house", "features", "record")
        if issubclass(kind, Event) and not kind.__subclasses__()
    }
    assert names(tagged) == names(EVENTS)
    assert not set(get_args(PoolEvent)) & set(ACCOUNT_EVOLVERS)


def test_tags_name_one_event_each() -> None:
    tags = [kind.__struct_config__.tag for kind in EVENTS]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("kind", COMMANDS, ids=[kind.__name__ for kind in COMMANDS])
@settings(
    max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(data=st.data())
def test_every_command_is_read_back_in_cents(kind: Any, data: st.DataObject) -> None:
    command = data.draw(values_of(kind).filter(readable))
    assert decode_command(encode(command)) == command


@pytest.mark.parametrize("kind", PROMOTION.commands, ids=lambda kind: kind.__name__)
@settings(
    max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(data=st.data())
def test_every_command_of_a_promotion_is_read_back_in_cents(kind: Any, data: st.DataObject) -> None:
    command = data.draw(values_of(kind).filter(readable))
    assert decode_command(encode(command), PROMOTION.commands) == command


@settings(
    max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(data=st.data())
def test_a_promotion_is_read_back_as_it_was_written(data: st.DataObject) -> None:
    promotion = data.draw(values_of(Promotion).filter(readable))
    assert decode(Promotion, encode(promotion)) == promotion


def test_a_command_of_a_log_is_not_taken_for_one_that_a_person_wrote() -> None:
    command = PlaceWager("ann", 1, 550, by=Role.PLAYER)
    logged = msgspec.json.decode(encode(command))
    assert logged["amount"] == 550
    with pytest.raises(BadCommandError, match="in cents"):
        to_command(logged)
    with pytest.raises(BadCommandError, match="in cents"):
        to_command({**logged, "do": "wager"})


def test_what_a_person_wrote_is_not_taken_for_a_log() -> None:
    written = {"do": "wager", "player": "ann", "box": 1, "amount": 5.50}
    assert to_command(written) == PlaceWager("ann", 1, 550, by=Role.PLAYER)
    with pytest.raises(UnreadableLogError, match="no command of a log"):
        decode_command(msgspec.json.encode({**written, "by": "player", "amount": 550}))


def test_a_command_that_says_nobody_is_nobodys() -> None:
    with pytest.raises(UnreadableLogError, match="by"):
        decode_command(b'{"command": "deal"}')


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b'{"event": "no-such-thing"}',
        b'{"event": "pool-opened", "increment": "1/0"}',
        b'{"stream": "table/1"}',
    ],
)
def test_what_no_log_holds_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableLogError, match="this is no"):
        decode_event(data)
    with pytest.raises(UnreadableLogError, match="this is no"):
        decode_envelope(data)


def test_a_stud_round_of_a_log_that_names_no_deck_was_played_with_the_first() -> None:
    opened = decode_event(
        b'{"event": "stud-round-opened", "players": [[1, "ann"]], "clause": "7.2"}'
    )
    assert opened == StudRoundOpened(((1, "ann"),), "7.2", 1)


@pytest.mark.parametrize(("switch", "terms"), [(b"false", None), (b"true", TournamentTerms())])
def test_a_table_that_only_said_whether_it_was_for_a_tournament_is_still_read(
    switch: bytes, terms: TournamentTerms | None
) -> None:
    opened = open_table(law_of("star-blackjack"))
    old = encode(opened).replace(b'"tournament":null', b'"tournament":' + switch)
    read = decode_event(old)
    assert isinstance(read, TableOpened)
    assert read.choices.tournament == terms


def test_an_envelope_says_all_that_is_known_of_an_event() -> None:
    assert Envelope.__struct_fields__ == (
        "stream",
        "version",
        "command_id",
        "actor",
        "role",
        "at",
        "event",
        "position",
        "recorded",
        "clock",
        "origin",
        "salt",
    )
