"""What is asked of a tournament at every moment, repeatably: any of its commands, by anybody."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import msgspec

from croupier.floor.tournaments.conduct_events import MissingChips
from croupier.floor.tournaments.draft import TournamentOutcome
from croupier.floor.tournaments.handlers import HANDLERS, answered, decide
from croupier.play.house import Answer
from croupier.play.tournament_scenario import TournamentStage
from croupier.rulebooks import GAMING_ROLES, Role
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.irregular_commands import AskReview, DecideDispute, LodgeComplaint, RaiseDispute
from croupier.table.state import Refused
from tests.support.evenings import START

ASKED = 10
"""How many commands are asked about after each step."""
KINDS: list[type[Command]] = sorted(
    (*HANDLERS, RaiseDispute, DecideDispute, AskReview, LodgeComplaint),
    key=lambda kind: kind.__name__,
)
ROLES = (Role.TOURNAMENT_MANAGER, Role.GAMING_MANAGER, Role.SUPERVISOR, Role.DEALER, Role.PLAYER)


def questions(stage: TournamentStage, chance: Random) -> Iterator[tuple[Command, Answer]]:
    """Some commands, and what each would lead to now, at the tables as well; or the refusal."""
    house = stage.house
    for _ in range(ASKED):
        command = _anything(stage, chance)
        if type(command) in answered(house.law):
            found = decide(house.law, house.tournament, house.tables_now, command)
            yield command, found if isinstance(found, Refused) else _events(found)


def _events(outcome: TournamentOutcome) -> tuple[Event, ...]:
    at_tables = (event for table in outcome.tables.values() for event in table.events)
    return (*outcome.events, *at_tables)


def _anything(stage: TournamentStage, chance: Random) -> Command:
    kind = chance.choice(KINDS)
    given: dict[str, Any] = {"by": chance.choice([kind.usual, kind.usual, *ROLES])}
    for field in msgspec.structs.fields(kind):
        if field.name not in ("by", "at"):
            given[field.name] = chance.choice(_values(field, stage))
    return kind(**given)


def _values(field: msgspec.structs.FieldInfo, stage: TournamentStage) -> list[Any]:
    """What may stand in a field: by its name, else by its type."""
    if field.type is bool:
        return [False, True]
    named = _named(stage)
    if field.name in named:
        return named[field.name]
    if field.type is str:
        return ["", "one", "two"]
    return [None, -1, 0, 1, 2, 60] if "None" in str(field.type) else [-1, 0, 1, 2, 60]


def _named(stage: TournamentStage) -> dict[str, list[Any]]:
    tournament = stage.house.tournament
    names = sorted({*tournament.entrants, "zoe"})
    rules = stage.law.tournaments
    assert rules is not None
    return {
        "player": names,
        "instead": names,
        "ground": ["nonsense", *rules.seats.grounds],
        "whom": list(GAMING_ROLES),
        "starts": [START + timedelta(days=days) for days in (-400, 0, 400)],
        "lots": [(), (0,), tuple(range(len(names))), tuple(range(len(names) - 1))],
        "seats": [None, {}, {names[0]: "1/1"}, {one.player: "1/1" for one in tournament.seats}],
        "places": [{}, {name: place for place, name in enumerate(names, 1)}],
        "agreed": [(), tuple(names[:1]), tuple(names)],
        "missing": [(), (MissingChips(100, 2),), (MissingChips(0, 0),)],
    }
