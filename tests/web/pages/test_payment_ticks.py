"""Payments that a dealer ticks off: on every console of the table, until the next round."""

import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.display.viewers import Viewer
from croupier.rulebooks import Role
from croupier.web.auth.permissions import Principal
from croupier.web.auth.stores.postgres import postgres_credentials
from croupier.web.live.subscribers import Subscriber
from croupier.web.live.updates import Subscription
from croupier.web.service.floor_service import FloorService
from croupier.web.service.submit import viewer_for
from tests.support.doorkeepers import told
from tests.web.conftest import started

TABLE = "live"
CONSOLE = f"/tables/{TABLE}/console"
DEALER, SUPERVISOR = told("dee", "dealer"), told("sue", "supervisor")
INSPECTOR, PLAYER = told("ian", "inspector"), told("ann")
LINE = re.compile(r'<tr data-line="([^"]+)"\s+class="(\w*)"')
SOON_SECONDS = 60.0
"""How long to wait for what takes half a second unless the machine is busy."""
ROUND = ("8S", "9H", "6C", "TD", "KD")
"""Box 1, box 2 and the dealer, then the second cards of the boxes."""


def enter(client: TestClient[Litestar], what: str, **fields: str) -> None:
    """Send a form of the console, as a browser without script does."""
    answer = client.post(f"{CONSOLE}/{what}", data=fields, headers=DEALER)
    assert answer.status_code == 200, answer.text


def play_round(client: TestClient[Litestar]) -> None:
    """Deal a round of two players, who stand; the dealer then has 23."""
    for box in "12":
        enter(client, "wager", box=box, amount="25")
    enter(client, "step", step="option-0")
    for card in ROUND:
        enter(client, "card", card=card)
    for _ in range(2):
        page = client.get(CONSOLE, headers=DEALER).text
        found = re.search(r'value="(option-\d)"\s+data-key="s"', page)
        assert found is not None
        enter(client, "step", step=found[1])
    for card in ("7D", "TH"):
        enter(client, "card", card=card)


def settle_round(client: TestClient[Litestar]) -> TestClient[Litestar]:
    """Open a live table and play a round there."""
    choices = {"mode": "live", "burn": False}
    opened = {"table": TABLE, "game": "star-blackjack", "choices": choices}
    manager = told("max", "gaming-manager")
    assert client.post("/api/tables", json=opened, headers=manager).is_success
    for player, box in (("bob", "1"), ("cat", "2")):
        enter(client, "seat", player=player, box=box)
    for step in ("shuffle", "option-0", "load"):
        enter(client, "step", step=step)
    play_round(client)
    return client


@pytest.fixture
def settled(client: TestClient[Litestar]) -> TestClient[Litestar]:
    """A client of a server with a live table, where a round has been settled."""
    return settle_round(client)


def lines(client: TestClient[Litestar], who: dict[str, str]) -> dict[str, str]:
    """The lines of the settlement that a console shows, each with its state."""
    return dict(LINE.findall(client.get(CONSOLE, headers=who).text))


def tick(client: TestClient[Litestar], who: dict[str, str], line: str, done: str = "yes") -> int:
    form = {"line": line, "done": done}
    return client.post(f"{CONSOLE}/tick", data=form, headers=who).status_code


def follow(client: TestClient[Litestar], account: str, role: Role) -> Subscriber:
    """Follow the table as somebody in a role."""
    principal = Principal(account=account, roles=frozenset({role}), session=account)

    def viewer_at(_: str) -> Viewer:
        return viewer_for(principal)

    async def join() -> Subscriber:
        service: FloorService = client.app.state.service
        subscription = Subscription(frozenset({TABLE}))
        return service.subscribers.join(principal, viewer_at, subscription)

    with client.portal() as portal:
        return portal.call(join)


def test_every_console_shows_the_same_ticks_until_the_next_round(
    settled: TestClient[Litestar],
) -> None:
    first, second = lines(settled, DEALER)
    assert lines(settled, DEALER) == {first: "now", second: ""}
    assert tick(settled, DEALER, first) == 200
    for who in (DEALER, SUPERVISOR, INSPECTOR):
        assert lines(settled, who) == {first: "done", second: "now"}
        assert "1 of 2 done" in settled.get(CONSOLE, headers=who).text
    assert tick(settled, SUPERVISOR, second) == 200
    assert tick(settled, SUPERVISOR, second) == 200, "the same form again changes nothing"
    assert lines(settled, DEALER) == {first: "done", second: "done"}
    assert tick(settled, DEALER, first, "no") == 200
    assert lines(settled, SUPERVISOR) == {first: "now", second: "done"}
    play_round(settled)
    assert list(lines(settled, DEALER).values()) == ["now", ""]
    assert tick(settled, DEALER, first) == 409, "a form of the round before"
    assert tick(settled, DEALER, next(iter(lines(settled, DEALER)))) == 200
    store = settled.app.state.people.accounts.store
    assert store.payment_ticks(TABLE, 1) == frozenset()


def test_only_those_who_may_deal_tick_payments_off(settled: TestClient[Litestar]) -> None:
    first, second = lines(settled, DEALER)
    for who in (PLAYER, INSPECTOR):
        assert tick(settled, who, first) == 403
    tick(settled, {}, first)
    assert tick(settled, DEALER, "9-unknown") == 409
    assert lines(settled, DEALER) == {first: "now", second: ""}
    assert f'action="{CONSOLE}/tick"' in settled.get(CONSOLE, headers=SUPERVISOR).text
    assert f'action="{CONSOLE}/tick"' not in settled.get(CONSOLE, headers=INSPECTOR).text


def test_staff_who_follow_the_table_learn_of_a_tick_at_once(settled: TestClient[Litestar]) -> None:
    supervisor, player = (
        follow(settled, name, role)
        for name, role in (("sue", Role.SUPERVISOR), ("bob", Role.PLAYER))
    )
    first, _ = lines(settled, DEALER)
    assert tick(settled, DEALER, first) == 200
    (update,) = supervisor._waiting
    assert (update.kind, supervisor.encode(update)) == ("ticks", b'{"table":"live"}')
    assert not player._waiting


def test_ticks_survive_a_restart_of_the_server(settings: Settings) -> None:
    with started(settings) as client:
        first, second = lines(settle_round(client), DEALER)
        assert tick(client, DEALER, first) == 200
    with started(settings) as client:
        assert lines(client, DEALER) == {first: "done", second: "now"}


def test_consoles_learn_of_ticks_at_another_process(postgres_url: str, tmp_path: Path) -> None:
    settings = Settings(database=postgres_url, key=str(tmp_path / "key"), empty=True)
    with started(settings) as client, client.portal() as portal:
        supervisor = follow(client, "sue", Role.SUPERVISOR)
        elsewhere = postgres_credentials(postgres_url)
        elsewhere.tick_payment(TABLE, 1, "0-a")
        elsewhere.close()
        (update,) = portal.call(supervisor.next, SOON_SECONDS)
        assert (update.kind, update.name) == ("ticks", TABLE)
