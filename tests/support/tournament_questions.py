"""What is asked of a tournament at every moment, repeatably: any of its commands, by anybody."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec

from croupier.features.tournaments.files import TournamentStage
from croupier.features.tournaments.rules.conduct import MissingChips
from croupier.features.tournaments.rules.decisions import HANDLERS, decide, tournament_commands
from croupier.features.tournaments.rules.draft import TournamentOutcome
from croupier.features.tournaments.rules.state import Tournament, participants
from croupier.floor.floor import Answer
from croupier.games.table.disputes import AskReview, DecideDispute, LodgeComplaint, RaiseDispute
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import GAMING_ROLES, BlackjackLaw, Role
from tests.support.evenings import fields_of
from tests.support.roster import TOURNAMENT, drawn
from tests.support.samples import samples_of

ASKED = 10
"""How many commands are asked about after each step."""
MOMENT, NOTHING = timedelta(seconds=1), timedelta(0)
ROLES = (Role.TOURNAMENT_MANAGER, Role.GAMING_MANAGER, Role.SUPERVISOR, Role.DEALER, Role.PLAYER)


def kinds() -> tuple[type[Command], ...]:
    """Every command that a tournament may answer."""
    return (*HANDLERS, RaiseDispute, DecideDispute, AskReview, LodgeComplaint)


def questions(stage: TournamentStage, chance: Random) -> Iterator[tuple[Command, Answer]]:
    """Some commands, and what each would lead to now, at the tables as well; or the refusal."""
    house = stage.house
    for _ in range(ASKED):
        command = anything(house.law, house.tournament, chance)
        if type(command) in tournament_commands(house.law):
            yield command, _found(stage, command)


def questions_about(
    kind: type[Command], stage: TournamentStage, chance: Random
) -> Iterator[tuple[Command, Answer]]:
    """Some commands of a kind, and what each would lead to now."""
    for _ in range(ASKED):
        command = anything_of(kind, stage.house.law, stage.house.tournament, chance)
        yield command, _found(stage, command)


def _found(stage: TournamentStage, command: Command) -> Answer:
    house = stage.house
    found = decide(house.law, house.tournament, house.tables_now, command)
    return found if isinstance(found, Refused) else events_of(found)


def events_of(outcome: TournamentOutcome) -> tuple[Event, ...]:
    """What happens in the tournament, and then at its tables."""
    at_tables = (event for table in outcome.tables.values() for event in table.events)
    return (*outcome.events, *at_tables)


def anything(law: BlackjackLaw, tournament: Tournament, chance: Random) -> Command:
    """Any command of a tournament, mostly by whose business it is."""
    return anything_of(chance.choice(drawn(TOURNAMENT, kinds())), law, tournament, chance)


def anything_of(
    kind: type[Command], law: BlackjackLaw, tournament: Tournament, chance: Random
) -> Command:
    """A command of a kind, mostly by whose business it is."""
    given: dict[str, Any] = {"by": _role(law, kind, chance)}
    if chance.random() < 0.3:
        given["at"] = chance.choice(_times(tournament))
    named = _named(law, tournament)
    for field in fields_of(kind):
        if field.name not in ("by", "at"):
            given[field.name] = chance.choice(_values(field, named))
    return kind(**given)


def _role(law: BlackjackLaw, kind: type[Command], chance: Random) -> Role:
    """Mostly whose business it is, which for the manager's is as the rulebook says."""
    assert law.tournaments is not None
    manager = law.tournaments.entries.run_by.value
    if chance.random() < 0.2:
        return chance.choice(ROLES)
    return manager if kind.usual in (Role.TOURNAMENT_MANAGER, Role.DEALER) else kind.usual


def _times(tournament: Tournament) -> list[datetime]:
    """Right before, at and after now, the start of the next session and the end of a break."""
    on_break = tournament.on_break
    named = [tournament.clock, tournament.starts, on_break.until if on_break else None]
    around = [
        when + shift for when in named if when is not None for shift in (-MOMENT, NOTHING, MOMENT)
    ]
    clock = tournament.clock
    return [when for when in around if clock is None or when >= clock - MOMENT]


def _values(field: msgspec.structs.FieldInfo, named: dict[str, list[Any]]) -> Sequence[Any]:
    """What may stand in a field: by its name, else by its type."""
    if field.name in named and field.type is not bool:
        return named[field.name]
    return samples_of(field.type)


def _named(law: BlackjackLaw, tournament: Tournament) -> dict[str, list[Any]]:
    names = sorted({*tournament.entrants, "zoe"})
    rules = law.tournaments
    assert rules is not None
    return {
        "player": names,
        "instead": names,
        "table": [0, 1, 1, 1, 2, 2],
        "box": [0, 1, 2, 3, tournament.boxes, tournament.boxes + 1],
        "dispute": [0, 1, 1, 2],
        "ground": ["nonsense", *rules.seats.grounds],
        "whom": list(GAMING_ROLES),
        "starts": [tournament.starts + timedelta(days=days) for days in (-1, 0, 1)],
        "lots": [(), tuple(range(len(names))), tuple(range(len(participants(tournament))))],
        "seats": [None, {}, {names[0]: "1/1"}, {one.player: "1/1" for one in tournament.seats}],
        "places": [{}, {name: place for place, name in enumerate(names, 1)}],
        "agreed": [(), tuple(names[:1]), tuple(names), tournament.active],
        "missing": [(), (MissingChips(100, 2),), (MissingChips(0, 0),)],
    }
