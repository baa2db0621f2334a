"""Who may know each kind of event, worked out without the table that the display goes by.

``who_may_know.tsv`` is the register: one row for each kind of event, with who may know it, why, and
what delicate fields of it everybody is shown. It was written from the rulebooks and from what can
be seen and heard at a table. On top of it there are rules that follow from how an event is
declared: from the union that it belongs to, and from the types and names of its fields. Both must
agree with what the display declares, so a wrong declaration has to be wrong in two places, and must
break no rule either.
"""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec

from croupier.cards import Card
from croupier.display import disclosure
from croupier.display.disclosure import Disclosed
from croupier.house.accounts import EVOLVERS as ACCOUNT_EVOLVERS
from croupier.house.people import PersonEvent
from croupier.messages import Event
from croupier.streams import RecordedEvent

REGISTER = Path(__file__).with_name("who_may_know.tsv")
DECIDE = f"add it to DISCLOSURE in {disclosure.__name__}, and a row to {REGISTER.name}"
"""Where it is decided."""
PART = "part"
AUDIENCES = {
    Disclosed.PUBLIC: "everybody",
    Disclosed.STAFF: "staff",
    Disclosed.CONCERNED: "named",
    Disclosed.OFF_THE_FLOOR: "nobody",
}
"""How the register calls what the display declares; ``part`` is shown without its secret."""
REASONS = {
    "everybody": {
        "layout": "chips, open cards and hands lie on the layout",
        "spoken": "the dealer or an official says it aloud at the table",
        "sign": "it is on a sign, on the layout or in the house rules",
        "handling": "cards are handled in front of everybody, without their faces",
        "meter": "the meter of the jackpot shows it",
        "fairness": "anybody must be able to check the cards by it",
        "published": "the terms of a promotion are published, and its draws held in public",
        "tournament": "it is announced to all who play in a tournament or watch it",
    },
    "staff": {
        "suspicion": "the house talks about somebody, who must not be warned",
        "security": "it tells how cards and chips are guarded",
        "order": "all cards follow from it",
        "machinery": "it is about the server, its keys and its copies",
        "not-published": "it is between the house and the regulator until it is published",
        "person": "it says why somebody was turned away",
    },
    "named": {
        "money": "it is about somebody's own money and limits",
        "conduct": "it is between the house and a player",
        "prize": "it is between the house and somebody who entered or won",
    },
    "nobody": {"account": "it is between a person and those who keep the accounts"},
    PART: {
        "face-down": "a card in it may lie face down",
        "order": "it names the order of the cards",
        "finding": "staff alone may know which cards are missing, damaged or too many",
        "form": "an undisclosed wager is secret until it is announced",
        "dispute": "it is for whoever raised the dispute, and for staff",
    },
}
"""Why somebody may know of an event, for each audience."""
OF_PEOPLE = {
    "about",
    "address",
    "breach",
    "detained",
    "excluded",
    "ground",
    "identified",
    "name",
    "note",
    "outcome",
    "person",
    "reason",
    "restriction",
    "suspected",
    "why",
}
"""Fields that say something about a person, or hold what staff wrote."""
SECRETS = {"seed", "key"}
"""Fields that cards or people's data follow from."""


class Row(NamedTuple):
    """What the register says of one kind of event."""

    event: str
    who: str
    why: str
    shows: frozenset[str]


@cache
def register() -> dict[str, Row]:
    """Read the register, by the names of the events."""
    with REGISTER.open(encoding="utf-8", newline="") as file:
        rows = [
            Row(one["event"], one["who"], one["why"], frozenset((one["shows"] or "").split()))
            for one in csv.DictReader(file, delimiter="\t")
        ]
    found = {row.event: row for row in rows}
    assert len(found) == len(rows), "an event has two rows"
    return found


def every_kind() -> tuple[type[Event], ...]:
    """Return every kind of event that a log may hold."""
    return get_args(RecordedEvent)


def tag_of(kind: type[Event]) -> str:
    """Return the name of a kind of event in the log."""
    return str(kind.__struct_config__.tag)


def holds_card(kind: Any, within: tuple[Any, ...] = ()) -> bool:
    """Whether a card can be in a value of some type, however deep."""
    if kind is Card:
        return True
    if kind in within:
        return False
    if parts := get_args(kind):
        return any(holds_card(part, within) for part in parts)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = msgspec.structs.fields(kind)
        return any(holds_card(field.type, (*within, kind)) for field in fields)
    return False


@cache
def delicate_fields(kind: type[Event]) -> frozenset[str]:
    """Return the fields that may hold a card, a secret, or something about a person."""
    return frozenset(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name in OF_PEOPLE | SECRETS or holds_card(field.type)
    )


def bound_audience(kind: type[Event]) -> str:
    """Return who alone may know an event because of the union it belongs to; empty for any."""
    if kind in get_args(PersonEvent):
        return "nobody"
    return "named" if kind in ACCOUNT_EVOLVERS else ""


def faults(
    declared: Mapping[type[Event], object],
    rows: Mapping[str, Row],
    kinds: tuple[type[Event], ...],
) -> Iterator[str]:
    """Say what is wrong with who may know which event, one sentence for each fault."""
    for kind in set(declared) - set(kinds):
        yield f"{tag_of(kind)} is declared and in no log"
    for tag in sorted(set(rows) - {tag_of(kind) for kind in kinds}):
        yield f"{tag} has a row and is in no log"
    for kind in kinds:
        if kind not in declared or tag_of(kind) not in rows:
            yield f"nobody has decided who may know {tag_of(kind)}: {DECIDE}"
        else:
            yield from faults_of(kind, declared[kind], rows[tag_of(kind)])


def faults_of(kind: type[Event], rule: object, row: Row) -> Iterator[str]:
    """Say what is wrong with one kind of event."""
    who = AUDIENCES[rule] if isinstance(rule, Disclosed) else PART
    if who != row.who:
        yield f"{row.event} is for {row.who}, and declared for {who}"
    if row.why not in REASONS[row.who]:
        yield f"{row.event}: {row.why!r} is no reason for {row.who}"
    if (bound := bound_audience(kind)) and who != bound:
        yield f"{row.event} is declared for {who}: its kind is for {bound}"
    shown = delicate_fields(kind) if who == "everybody" else frozenset()
    if shown != row.shows:
        fields = ", ".join(sorted(shown ^ row.shows))
        yield f"{row.event} is declared for {who}: nobody has decided to show {fields}"
    if who == "named" and not {"player", "players"} & set(kind.__struct_fields__):
        yield f"{row.event} is for those whom it names, and names nobody"


def may_know(event: Event, player: str, *, staff: bool) -> bool:
    """Whether a viewer may know by the register that something happened: a player, or staff."""
    who = register()[tag_of(type(event))].who
    if who == "named":
        named = (getattr(event, "player", ""), *getattr(event, "players", ()))
        return staff or (bool(player) and player in named)
    return who in ("everybody", PART) or (who == "staff" and staff)
