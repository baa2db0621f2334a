"""The client: a round played by a program, refusals as errors, live messages."""

from collections.abc import Iterator

import pytest

from croupier.client import Client, ProblemError
from croupier.rulebooks import Role
from croupier.table.commands import BuyIn, Deal, PlaceWager
from croupier.web.app import application
from croupier.web.settings import Settings
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash, told
from tests.support.servers import listening

TABLE = "star-blackjack-1"


@pytest.fixture
def address(settings: Settings) -> Iterator[str]:
    with listening(
        application(settings, doorkeeper=TrustingDoorkeeper, policy=quick_to_hash(settings))
    ) as found:
        yield found


@pytest.fixture
def ann(address: str) -> Iterator[Client]:
    client = Client(address)
    client._http.headers.update(told("ann"))
    yield client
    client.close()


def test_a_program_plays_a_round(ann: Client) -> None:
    followed = ann.follow(TABLE, words=True)
    assert next(followed).kind == "hello"
    ann.ask(TABLE, BuyIn("ann", 100_00, by=Role.PLAYER))
    ann.ask(TABLE, PlaceWager("ann", 1, 25_00, by=Role.PLAYER))
    ann.ask(TABLE, Deal(by=Role.DEALER))
    view = ann.view(TABLE)
    while view.under_way:
        option = view.prompts[0].options[-1]
        for command in option.commands:
            ann.ask(TABLE, command)
        if not option.commands:
            ann.ask_fields(TABLE, {"command": "close-insurance"})
        view = ann.view(TABLE)
    assert view.settled
    kinds = []
    for message in followed:
        kinds += [event["event"] for event in message.data["events"]]
        if "round-ended" in kinds:
            break
    assert kinds.index("bought-in") < kinds.index("wager-placed") < kinds.index("round-ended")


def test_a_refusal_is_an_error_with_its_clause(ann: Client) -> None:
    ann.ask(TABLE, BuyIn("ann", 100_00, by=Role.PLAYER))
    with pytest.raises(ProblemError) as refused:
        ann.ask(TABLE, PlaceWager("ann", 1, 25_25, by=Role.PLAYER))
    assert (refused.value.code, refused.value.status) == ("wager/not-in-chips", 409)
    assert refused.value.clause
    assert refused.value.gist


def test_every_table_can_be_listed_and_seen(ann: Client) -> None:
    for table in ann.tables():
        assert ann.view(table.table).game == table.game
