"""Rounds as lines of JSON: written from a record, read, played again without a difference."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import Croupier, CroupierError
from croupier.floor.round_lines import (
    RoundLine,
    differences,
    play_round,
    read_round,
    round_lines,
    round_schema,
    write_round,
)
from croupier.record.envelopes import Envelope
from croupier.rulebooks import GAMES, Role
from croupier.streams import TABLE
from tests.floor.round_trips import lines_of, round_trips

SCHEMA = Path(__file__).parents[2] / "docs" / "round.schema.json"
STAR_SHOE = "AH AS 6C KD 7D TC 9S"


def star_table() -> Croupier:
    table = Croupier("star-blackjack", {"burn": False}, stack=STAR_SHOE)
    table.wager("ann", box=1, amount=5.50)
    table.wager("bob", box=2, amount=20)
    table.deal()
    return table


def star_line() -> RoundLine:
    table = star_table()
    table.stand(box=2)
    return lines_of(table)[0]


def test_a_line_tells_the_round() -> None:
    line = star_line()
    assert (line.game, line.number, line.status) == ("star-blackjack", 1, "ended")
    assert line.choices == {"burn": False, "decks": 8}
    assert [(one.player, one.box, one.on, one.amount) for one in line.wagers] == [
        ("ann", 1, "main", 550),
        ("bob", 2, "main", 2000),
    ]
    assert line.cards == tuple(STAR_SHOE.split())
    assert line.actions == ({"command": "deal"}, {"command": "stand", "box": 2})
    assert line.net == {"ann": 850, "bob": 2000}
    assert line.results[0].clause == "9.1.1"
    assert write_round(line).count("\n") == 0


def test_rounds_of_every_game_go_round_without_a_difference() -> None:
    seen: dict[str, int] = {}
    for line, found in round_trips(1400):
        assert found == []
        seen[line.game] = seen.get(line.game, 0) + 1
    assert seen.keys() == GAMES.keys()


@pytest.mark.slow
def test_more_rounds_go_round_without_a_difference() -> None:
    assert not [found for _, found in round_trips(10_000, seed=2) if found]


def test_a_changed_line_is_noticed() -> None:
    form = json.loads(write_round(star_line()))
    form["results"][1]["net"] = 2100
    [gone, new] = differences(read_round(json.dumps(form)))
    assert gone == "round 1: not settled again: main of bob on box 2 win 2100 by 15.1.2"
    assert new == "round 1: settled now: main of bob on box 2 win 2000 by 15.1.2"
    form["actions"][1] = {"command": "double", "box": 2}
    [why] = differences(read_round(json.dumps(form)))
    assert why.startswith("round 1: double is refused: 8 may not be doubled")


def test_a_line_of_another_program_needs_no_start() -> None:
    form = json.loads(write_round(star_line()))
    form["start"] = ""
    assert differences(read_round(json.dumps(form))) == []


def test_a_round_under_way_and_a_void_one_are_told() -> None:
    table = star_table()
    [line] = lines_of(table)
    assert (line.status, line.actions) == ("under-way", ({"command": "deal"},))
    table.void_round(by=Role.GAMING_MANAGER)
    [line] = lines_of(table)
    assert line.status == "void"


def test_what_the_actions_do_not_tell_is_named() -> None:
    table = Croupier("star-blackjack", {"burn": False}, stack="8H 6C 3D 5S TS TC 9D")
    table.wager("ann", box=1, amount=20)
    table.deal()
    table.draw_in_error()
    [line] = lines_of(table)
    assert line.beyond == ("card-drawn-in-error",)
    with pytest.raises(CroupierError, match="cannot be played again: it has card-drawn-in-error"):
        play_round(line)


def test_a_live_round_is_played_again_by_software() -> None:
    table = Croupier("perth-blackjack", {"mode": "live", "burn": False, "device": "shuffler"})
    table.secure_cards()
    table.shuffle()
    table.wager("ann", box=1, amount=10)
    table.deal()
    for card in ("5H", "9C", "6D"):
        table.card(card)
    table.hit(box=1)
    table.card("TS")
    table.card("KD")
    lines = lines_of(table)
    assert [line.status for line in lines] == ["ended"]
    assert lines[0].net == {"ann": 1000}
    assert differences(lines[0]) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "this is no line of JSON: "),
        ("[]", "this must be a table of names and values, not a list"),
        ('{"format": "croupier-round"}', "game is missing"),
        ('{"format": "phh"}', "this is no croupier-round of version 1: format: "),
    ],
)
def test_what_is_no_round_is_refused(text: str, why: str) -> None:
    with pytest.raises(CroupierError) as refusal:
        read_round(text)
    assert why in str(refusal.value)


def test_another_version_is_refused() -> None:
    form = json.loads(write_round(star_line())) | {"version": 2}
    with pytest.raises(CroupierError, match="no croupier-round of version 1: version: "):
        read_round(json.dumps(form))


def test_the_schema_is_published() -> None:
    published = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert published == json.loads(msgspec.json.encode(round_schema())), (
        "croupier audit schema --rounds > docs/round.schema.json"
    )
    required: Any = published["$defs"]["RoundLine"]["required"]
    assert {"game", "wagers", "cards", "actions", "results", "status"} <= set(required)


def test_rounds_are_read_from_envelopes_alone() -> None:
    table = star_table()
    table.stand(box=2)
    assert table.journal is not None
    envelopes: list[Envelope] = list(table.journal.read_stream(TABLE.stream("1")))
    assert list(round_lines(iter(envelopes))) == lines_of(table)
