"""How each event changes a person."""

from typing import Any

from msgspec.structs import replace

from croupier.floor.people.events import (
    FactorRemoved,
    FactorSet,
    PasswordSet,
    PersonEvent,
    PersonRegistered,
    PersonReinstated,
    PersonSuspended,
    PlayerExcluded,
    PlayLimitSet,
    ReminderSet,
    RoleGranted,
    RoleWithdrawn,
    SessionsEnded,
    TokenIssued,
    TokenRevoked,
)
from croupier.floor.people.state import Person, PlayLimit

ENDING_SESSIONS = (
    RoleGranted
    | RoleWithdrawn
    | PersonSuspended
    | PasswordSet
    | FactorSet
    | FactorRemoved
    | SessionsEnded
)
"""What ends every earlier session: each carries the version of the rights it was made on."""


def evolve(person: Person, event: PersonEvent) -> Person:
    """The person after an event."""
    version = person.version + 1
    rights = version if isinstance(event, ENDING_SESSIONS) else person.rights
    return replace(person, version=version, rights=rights, **_changed(person, event))


def _changed(person: Person, event: PersonEvent) -> dict[str, Any]:
    """The fields that an event changes, besides the versions."""
    match event:
        case PersonRegistered(person=name, roles=roles):
            return {"id": name, "roles": frozenset(roles)}
        case RoleGranted(role=role):
            return {"roles": person.roles | {role}}
        case RoleWithdrawn(role=role):
            return {"roles": person.roles - {role}}
        case PersonSuspended(reason=reason):
            return {"suspended": reason}
        case PersonReinstated():
            return {"suspended": ""}
        case FactorSet() | FactorRemoved():
            return {"second_factor": isinstance(event, FactorSet)}
        case TokenIssued(token=token):
            return {"tokens": person.tokens | {token}}
        case TokenRevoked(token=token):
            return {"tokens": person.tokens - {token}}
        case _:
            return _of_play(event)


def _of_play(event: PersonEvent) -> dict[str, Any]:
    """The fields that an event about somebody's play changes."""
    match event:
        case PlayerExcluded(until=until):
            return {"excluded": True, "excluded_until": until}
        case ReminderSet(minutes=minutes):
            return {"reminder_minutes": minutes}
        case PlayLimitSet(kind=kind, amount=amount, effective=effective, meanwhile=meanwhile):
            return {f"{kind}_limit": PlayLimit(meanwhile, amount, effective)}
        case _:
            return {}
