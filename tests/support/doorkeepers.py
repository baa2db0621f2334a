"""Somebody at the door who believes what they are told: for tests of what lies behind it."""

from typing import Any

from litestar.connection import ASGIConnection

from croupier.rulebooks import Role
from croupier.web.hall.hall import Hall
from croupier.web.people.principal import VISITOR, Principal

SCHEME = "Told "
"""Begins the header that says who asks: ``Authorization: Told ann player``."""


class TrustingDoorkeeper:
    """Takes everybody for who they say they are, and gives new players play money."""

    def __init__(self, hall: Hall, chips: int = 10_000_00) -> None:
        self._hall, self._chips = hall, chips
        self._known: set[str] = set()

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """Who asks, by their own word; a visitor where they say nothing."""
        told = connection.headers.get("Authorization", "")
        if not told.startswith(SCHEME):
            return VISITOR
        account, *roles = told.removeprefix(SCHEME).split()
        if "player" in roles and account not in self._known:
            self._known.add(account)
            await self._hall.do(lambda floor: floor.grant(account, self._chips))
        return Principal(
            account=account,
            name=account.capitalize(),
            roles=frozenset(Role(role) for role in roles),
            session=account,
        )


def told(account: str, *roles: str) -> dict[str, str]:
    """The header by which somebody says who they are."""
    return {"Authorization": f"{SCHEME}{account} {' '.join(roles or ('player',))}"}
