"""Purses: chips come out of them and go back, and nobody plays with what is not there."""

from litestar import Litestar
from litestar.testing import TestClient

from tests.support.doorkeepers import told
from tests.web.test_tables import ask

Client = TestClient[Litestar]


def purse(client: Client, who: str) -> int:
    return int(client.get("/api/accounts/me", headers=told(who)).json()["purse"])


def test_chips_come_out_of_the_purse_and_go_back(client: Client) -> None:
    assert purse(client, "ann") == 10_000_00
    ask(client, "ann", "buy-in", amount=400_00)
    assert purse(client, "ann") == 9_600_00
    assert ask(client, "ann", "leave").status_code == 200
    assert purse(client, "ann") == 10_000_00


def test_nobody_buys_more_than_the_purse_holds(client: Client) -> None:
    refused = ask(client, "ann", "buy-in", amount=10_000_50)
    assert (refused.status_code, refused.json()["code"]) == (409, "purse/too-little")
    assert purse(client, "ann") == 10_000_00


def test_nobody_wagers_who_has_bought_no_chips(client: Client) -> None:
    refused = ask(client, "ann", "wager", box=1, amount=25_00)
    assert (refused.status_code, refused.json()["code"]) == (409, "purse/no-chips")
