"""The pages of the cage, as a browser without scripts gets them."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from tests.features.cage.test_api import MANAGER, SUPERVISOR, at, opens
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
WHO = {"brought": "cashier-1", "received": "sue"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for these tests; each has a table of its own."""
    path = tmp_path_factory.mktemp("cage-pages") / "floor.db"
    with started(Settings(database=str(path), pace=0)) as opened:
        yield opened


def sends(client: Client, table: str, where: str = "", **form: str) -> Any:
    fields = {name.replace("_", "-"): text for name, text in form.items()}
    address = f"/tables/{table}/cage{where}"
    return client.post(address, data=fields, headers=SUPERVISOR, follow_redirects=False)


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_a_form_is_recorded_and_its_paper_can_be_printed(client: Client) -> None:
    opens(client, "1")
    sent = sends(client, "1", do="open-float", chips_2500="40", chips_500="100", **WHO)
    assert (sent.status_code, sent.headers["location"]) == (303, "/tables/1/cage?done=1")
    page = client.get("/tables/1/cage?done=1", headers=SUPERVISOR)
    assert "Print paper 1, Opener" in words(page)
    paper = words(client.get("/tables/1/cage/papers/1", headers=SUPERVISOR))
    for part in ("Opener", "1-1", "$25 40 $1,000", "$5 100 $500", "Total $1,500", "cashier-1"):
        assert part in paper, part
    assert client.get("/tables/1/cage/papers/2", headers=SUPERVISOR).status_code == 404
    assert "A drop box" not in words(client.get("/cage", headers=SUPERVISOR))


def test_a_refusal_stands_beside_the_form_which_keeps_its_values(client: Client) -> None:
    opens(client, "2")
    sent = sends(client, "2", do="open-float", chips_2500="40", brought="sue", received="Sue")
    assert sent.status_code == 409
    assert "two people" in words(sent)
    assert 'name="chips-2500"' in sent.text
    assert re.search(r'name="chips-2500"\s+value="40"', sent.text)
    for form in (
        {"do": "open-float", "chips_500": "ten"},
        {"do": "count-drop"},
        {"do": "nothing-like-it"},
    ):
        misread = sends(client, "2", **form, **WHO)
        assert misread.status_code == 409
        assert "Refused:" in words(misread)
    assert "Open the float" in words(client.get("/tables/2/cage", headers=SUPERVISOR))


def test_the_desk_pays_by_a_form_and_its_slip_can_be_printed(client: Client) -> None:
    def pays(**form: str) -> Any:
        fields = {name.replace("_", "-"): text for name, text in form.items()}
        return client.post("/cage/desk", data=fields, headers=SUPERVISOR, follow_redirects=False)

    for form, says in (
        ({"chips_2500": "4", "brought": "sue", "received": "Sue"}, "two people"),
        ({"chips_2500": "four", **WHO}, "whole number from 0"),
        (WHO, "how many chips"),
    ):
        refused = pays(**form)
        assert (refused.status_code, says in words(refused)) == (409, True)
        assert re.search(rf'name="brought"\s+value="{form["brought"]}"', refused.text)
    sent = pays(chips_2500="4", chips_500="1", **WHO)
    assert (sent.status_code, sent.headers["location"]) == (303, "/cage/desk?done=1")
    page = words(client.get("/cage/desk?done=1", headers=SUPERVISOR))
    assert "Print paper 1, Cash-out slip" in page
    assert "Paid today $105" in page
    paper = words(client.get("/cage/desk/papers/1", headers=SUPERVISOR))
    for part in ("Cash-out slip", "desk-1", "Cash desk", "$25 4 $100", "Total $105", "cashier-1"):
        assert part in paper, part
    assert client.get("/cage/desk/papers/2", headers=SUPERVISOR).status_code == 404
    assert "Paid at the desk $105" in words(client.get("/cage", headers=SUPERVISOR))
    assert "Record the payment" not in words(
        client.get("/cage/desk", headers=told("ida", "inspector"))
    )
    assert client.get("/cage/desk", headers=told("ann")).status_code == 403


def test_a_form_sent_twice_is_recorded_once(client: Client) -> None:
    opens(client, "3")
    form = {"do": "open-float", "chips_500": "10", "click": "the-same", **WHO}
    assert sends(client, "3", **form).status_code == 303
    assert sends(client, "3", **form).status_code == 303
    other = sends(client, "3", **form | {"chips_500": "20"})
    assert (other.status_code, "recorded already" in words(other)) == (409, True)
    assert client.get("/api/tables/3/cage", headers=SUPERVISOR).json()["papers"] == 1


def test_the_pit_shows_what_each_float_should_hold(client: Client) -> None:
    opens(client, "pit-float")
    opens(client, "pit-bare")

    def floats(headers: dict[str, str]) -> dict[str, str]:
        page = client.get("/pit?find=pit-", headers=headers).text
        cells = r'/tables/(pit-[a-z]+)/console".*?data-label="Float">([^<]*)</td>'
        return dict(re.findall(cells, page, re.DOTALL))

    assert floats(SUPERVISOR) == {"pit-float": "", "pit-bare": ""}
    sent = sends(client, "pit-float", do="open-float", chips_2500="40", chips_500="100", **WHO)
    assert sent.status_code == 303
    at(client, "pit-float", "buy-in", player="ann", amount=200_00)
    assert floats(SUPERVISOR) == {"pit-float": "$1,300", "pit-bare": ""}
    assert floats(told("tom", "tournament-manager")) == {}, "who may not see the cage"


def test_at_a_live_table_the_dealer_changes_money_for_chips(client: Client) -> None:
    opens(client, "by-hand")
    ann = told("ann")
    body = {"command": "buy-in", "amount": 100_00}
    denied = client.post("/api/tables/by-hand/commands", json=body, headers=ann)
    assert (denied.status_code, denied.json()["code"]) == (403, "request/not-yours")
    assert "the dealer changes money for chips" in denied.json()["detail"]
    seated = words(client.post("/tables/by-hand/sit", data={"box": "2"}, headers=ann))
    assert "Your chips not counted yet" in seated
    assert "The dealer changes money for chips here" in seated
    refused = client.post("/tables/by-hand/buy", data={"dollars": "100"}, headers=ann)
    assert (refused.status_code, "put it on the table" in words(refused)) == (409, True)
    shown = client.get("/api/tables/by-hand/cage", headers=SUPERVISOR).json()
    assert shown["drop"] == 0
    at(client, "by-hand", "buy-in", player="ann", amount=100_00)
    assert "Your chips $100" in words(client.get("/tables/by-hand", headers=ann))
    shown = client.get("/api/tables/by-hand/cage", headers=SUPERVISOR).json()
    assert shown["drop"] == 100_00


def test_players_buy_in_and_cash_out_and_the_drop_follows(client: Client) -> None:
    opens(client, "4")
    sends(client, "4", do="open-float", chips_2500="40", **WHO)
    assert sends(client, "4", "/chips", what="buy", player="ann", amount="120").status_code == 303
    page = words(client.get("/tables/4/cage", headers=SUPERVISOR))
    assert "Float now $880" in page
    assert "In the drop box $120" in page
    assert sends(client, "4", "/chips", what="leave", player="ann").status_code == 303
    assert "Nobody is at the table" in words(client.get("/tables/4/cage", headers=SUPERVISOR))
    gone = sends(client, "4", "/chips", what="leave", player="ann")
    assert (gone.status_code, "Refused:" in words(gone)) == (409, True)
    odd = sends(client, "4", "/chips", what="buy", player="ann", amount="0.10")
    assert 'href="/rules/star-blackjack/5.1"' in odd.text
    assert re.search(r'name="amount"\s+value="0.10"', odd.text)
    for form in ({"player": "ann", "amount": "much"}, {"player": " ", "amount": "5"}):
        assert sends(client, "4", "/chips", what="buy", **form).status_code == 409
    sends(client, "4", do="collect-drop", box="7A", **WHO)
    desk = client.get("/cage", headers=SUPERVISOR)
    assert "Table 4 Star Blackjack: a drop box waits to be counted" in words(desk)
    assert sends(client, "4", do="count-drop", drop="2", amount="119.50", **WHO).status_code == 303
    sheet = words(client.get("/tables/4/cage/papers/3", headers=SUPERVISOR))
    assert "Counted $119.50 By the books $120 Variance \N{MINUS SIGN}$0.50" in sheet


def test_days_are_chosen_and_pages_are_for_those_who_may(client: Client) -> None:
    today = client.get("/api/cage/report", headers=SUPERVISOR).json()["day"]
    before = date.fromisoformat(today) - timedelta(days=1)
    assert "Nothing moved" in words(client.get(f"/cage?day={before}", headers=SUPERVISOR))
    for day in ("monday", "9999-12-31"):
        assert client.get(f"/cage?day={day}", headers=SUPERVISOR).status_code == 400
    opens(client, "5")
    inspector = told("ida", "inspector")
    page = client.get("/tables/5/cage", headers=inspector)
    assert page.status_code == 200
    assert "Open the float" not in page.text
    dealer = told("dan", "dealer")
    for address in ("/cage", "/tables/5/cage"):
        assert client.get(address, headers=dealer).status_code == 403
    assert 'href="/cage"' in client.get("/pit", headers=MANAGER).text
    assert 'href="/cage"' not in client.get("/", headers=dealer).text
