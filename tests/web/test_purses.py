"""Purses: chips come out of them and go back, and nobody plays with what is not there."""

from litestar import Litestar
from litestar.testing import TestClient

from tests.support.doorkeepers import told
from tests.web.test_tables import STAR, ask

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


def exchange_voucher(client: Client, amount: int) -> None:
    sent = {"command": "exchange-voucher", "player": "ann", "amount": amount}
    done = client.post(f"{STAR}/commands", json=sent, headers=told("sue", "supervisor"))
    assert done.status_code == 200, done.json()


def test_staff_change_a_voucher_and_the_player_does_not(client: Client) -> None:
    """Whoever could enter a voucher that nobody has seen would make money (Star 5.1)."""
    denied = ask(client, "ann", "exchange-voucher", amount=50_00)
    assert (denied.status_code, denied.json()["code"]) == (403, "request/not-yours")
    exchange_voucher(client, 50_00)


def test_tokens_alone_buy_no_double_in_chips(client: Client) -> None:
    """What is added to a wager of tokens is paid with what the player has here."""
    exchange_voucher(client, 1_000_00)
    codes = set()
    for _ in range(40):
        laid = ask(client, "ann", "wager", box=1, amount=20_00, **{"with": "tokens"})
        assert laid.status_code == 200, laid.json()
        ask(client, "ann", "deal")
        if client.get(STAR, headers=told("ann")).json()["under-way"]:
            codes.add(ask(client, "ann", "double", box=1).json()["code"])
            ask(client, "ann", "stand", box=1)
            break
    assert codes == {"purse/no-chips"}
