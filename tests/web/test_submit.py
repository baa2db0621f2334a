"""The one way in: who may submit what, in which role, and what keeps a player from it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from croupier.cards import parse_card
from croupier.floor.floor import Floor, UnknownTableError
from croupier.floor.resting_tables import AdoptLaw
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import Role, law_of
from croupier.web.auth.permissions import VISITOR, Principal
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService
from croupier.web.service.messages import CommandMessage, read_command
from croupier.web.service.store import ServerStore
from croupier.web.service.submit import CommandResult, at_table, submit, submit_all

AUTOMATIC, LIVE = "1", "live"
PURCHASE = BuyIn("ann", 100_00, by=Role.PLAYER)


def somebody(name: str, *roles: Role, **fields: Any) -> Principal:
    """Somebody who has signed in."""
    return Principal(account=name, name=name, roles=frozenset(roles), session=name, **fields)


ANN = somebody("ann", Role.PLAYER)
DAN = somebody("dan", Role.DEALER)


def _open(floor: Floor) -> None:
    law = law_of("star-blackjack")
    floor.open_table(law, cards=floor.cards_of(AUTOMATIC), name=AUTOMATIC)
    floor.open_table(law, Choices(mode=Mode.LIVE), cards=floor.cards_of(LIVE), name=LIVE)


def in_a_service(folder: Path, evening: Callable[[FloorService], Awaitable[Any]]) -> Any:
    """What an evening comes to in a hall with a table of software's and one of a dealer's."""

    async def opened() -> Any:
        service = FloorService(ServerStore(str(folder / "floor.db")))
        await service.open()
        await service.do(_open)
        await service.do(lambda floor: floor.grant("ann", 100_00))
        try:
            return await evening(service)
        finally:
            await service.close()

    return asyncio.run(opened())


def answer_to(
    folder: Path, principal: Principal, command: Command | CommandMessage, table: str = AUTOMATIC
) -> Any:
    """What one command comes to."""
    return in_a_service(
        folder, lambda service: submit(service, principal, at_table(table, command, "a"))
    )


DENIALS = [
    (VISITOR, PURCHASE, AUTOMATIC, 401, "sign-in/needed"),
    (somebody("adam", Role.ADMINISTRATOR), PURCHASE, AUTOMATIC, 403, "person/not-permitted"),
    (somebody("ann", Role.PLAYER, confined=True), PURCHASE, AUTOMATIC, 403, "session/confined"),
    (
        somebody("ann", Role.PLAYER, scopes=frozenset({"read"})),
        PURCHASE,
        AUTOMATIC,
        403,
        "token/scope",
    ),
    (DAN, PURCHASE, AUTOMATIC, 403, "request/not-yours"),
    (ANN, BuyIn("bob", 1_00, by=Role.PLAYER), AUTOMATIC, 403, "request/not-yours"),
    (ANN, Deal(by=Role.DEALER), LIVE, 403, "request/not-yours"),
    (ANN, PURCHASE, LIVE, 403, "request/not-yours"),
    (ANN, AdoptLaw(by=Role.GAMING_MANAGER), AUTOMATIC, 403, "person/not-permitted"),
    (
        somebody("dan", Role.DEALER, scopes=frozenset({"shoe:other"})),
        DealCard(parse_card("8H"), by=Role.DEALER),
        LIVE,
        403,
        "request/not-yours",
    ),
    (
        somebody("dan", Role.DEALER, scopes=frozenset({"shoe"})),
        Deal(by=Role.DEALER),
        LIVE,
        403,
        "request/not-yours",
    ),
]


@pytest.mark.parametrize(("principal", "command", "table", "status", "code"), DENIALS)
def test_who_may_not_submit_is_denied_and_the_log_says_so(
    tmp_path: Path, principal: Principal, command: Command, table: str, status: int, code: str
) -> None:
    with capture_logs() as lines, pytest.raises(ProblemError) as problem:
        answer_to(tmp_path, principal, command, table)
    assert (problem.value.status, problem.value.code) == (status, code)
    denied = [line for line in lines if line["event"] == "denied"]
    assert len(denied) == (0 if principal.is_visitor else 1)


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnknownTableError):
        answer_to(tmp_path, ANN, PURCHASE, "nowhere")


def test_the_role_follows_from_the_account_whatever_the_command_says(tmp_path: Path) -> None:
    async def evening(service: FloorService) -> list[tuple[str, Role]]:
        forged = BuyIn("ann", 50_00, by=Role.GAMING_MANAGER)
        await submit(service, ANN, at_table(AUTOMATIC, forged, "a"))
        await submit(service, DAN, at_table(LIVE, PURCHASE, "b"))
        asked = read_command(b'{"command": "sit", "box": 1}')
        await submit(service, ANN, at_table(LIVE, asked, "c"))
        written = await service.read(lambda store: list(store.read_all(0)))
        return [(one.command_id, one.role) for one in written if one.command_id in "abc"]

    found = dict(in_a_service(tmp_path, evening))
    assert found == {"a": Role.PLAYER, "b": Role.DEALER, "c": Role.PLAYER}


@pytest.mark.parametrize(("principal", "table"), [(ANN, AUTOMATIC), (DAN, LIVE)])
def test_an_exclusion_keeps_a_player_out_whoever_submits_for_them(
    tmp_path: Path, principal: Principal, table: str
) -> None:
    no = Refused("exclusion/begun", "", "ann is excluded")

    async def evening(service: FloorService) -> CommandResult | Refused:
        service.exclusion = lambda player, _: no if player == "ann" else None
        return await submit(service, principal, at_table(table, PURCHASE, "a"))

    assert in_a_service(tmp_path, evening) == no


def test_a_form_ends_with_its_first_refusal_and_comes_once(tmp_path: Path) -> None:
    wager = PlaceWager("ann", 99, 10_00, by=Role.PLAYER)
    form = [
        at_table(AUTOMATIC, PURCHASE, "1"),
        at_table(AUTOMATIC, wager, "2"),
        at_table(AUTOMATIC, PURCHASE, "3"),
    ]

    async def evening(service: FloorService) -> tuple[Any, ...]:
        first = await submit_all(service, ANN, form)
        other = at_table(AUTOMATIC, BuyIn("ann", 1_00, by=Role.PLAYER), "1")
        return first, await submit_all(service, ANN, [other, *form])

    first, again = in_a_service(tmp_path, evening)
    assert [isinstance(one, Refused) for one in first] == [False, True]
    assert again == ()
