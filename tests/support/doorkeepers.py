"""Somebody at the door who believes what they are told: for tests of what lies behind it."""

from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from croupier.app.settings import Settings
from croupier.floor.floor import Answer
from croupier.messages import Command
from croupier.rulebooks import Role
from croupier.web.auth.permissions import VISITOR, Principal
from croupier.web.auth.policy import Argon2, Policy
from croupier.web.service.floor_service import FloorService

QUICK_HASH = Argon2(passes=1, kibibytes=8, lanes=1)
"""A cost at which hashing a password takes no time."""
SCHEME = "Told "
"""Begins the header that says who asks: ``Authorization: Told ann player``."""


def quick_to_hash(settings: Settings) -> Policy:
    """What settings ask of people, but for the time that the hash of a password takes."""
    return msgspec.structs.replace(settings.policy, argon2=QUICK_HASH)


class TrustingDoorkeeper:
    """Takes everybody for who they say they are, and gives new players play money."""

    def __init__(self, service: FloorService, chips: int = 10_000_00) -> None:
        self._service, self._chips = service, chips
        self._known: set[str] = set()

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """Who asks, by their own word; a visitor where they say nothing."""
        told = connection.headers.get("Authorization", "")
        if not told.startswith(SCHEME):
            return VISITOR
        account, *roles = told.removeprefix(SCHEME).split()
        if "player" in roles and account not in self._known:
            self._known.add(account)
            await self._service.do(lambda floor: floor.grant(account, self._chips))
        return Principal(
            account=account,
            name=account.capitalize(),
            roles=frozenset(Role(role) for role in roles),
            session=account,
        )


def told(account: str, *roles: str) -> dict[str, str]:
    """The header by which somebody says who they are."""
    return {"Authorization": f"{SCHEME}{account} {' '.join(roles or ('player',))}"}


async def ask_floor(
    service: FloorService, table: str, command: Command, *, actor: str, command_id: str
) -> Answer:
    """Have the writer decide a command at a table; nobody asks whether the actor may."""
    answer: Answer = await service.do(
        lambda floor: floor.submit(table, command, actor=actor, command_id=command_id),
        (actor, command_id),
    )
    return answer
