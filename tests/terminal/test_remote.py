"""``play --server`` and ``deal --server``: a server's tables in the terminal."""

import base64
import io
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.cli.main import run
from croupier.client import Client, Message
from croupier.games.table.choices import Choices, Mode
from croupier.rulebooks import law_of
from croupier.terminal.player.colours import WITH_SYMBOLS
from croupier.terminal.player.felt import choose_screen
from croupier.terminal.remote import RemoteSitting, RemoteTerminal
from croupier.web.auth.second_factor import code_at
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash, told
from tests.support.servers import listening

BOX = {"ann": {"box": 1, "amount": 10_00}, "bob": {"box": 2, "amount": 10_00}}
"""Where each of two players has a wager."""
PASSWORD = "a long enough password"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    settings = Settings(database=str(tmp_path / "floor.db"), pace=0, code_drift=1)
    with listening(application(settings)) as found:
        yield found


def test_somebody_signs_up_plays_and_leaves(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROUPIER_PASSWORD", PASSWORD)
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n25\n" + "s\nh\nn\n" * 20 + "q\n"))
    arguments = ["play", "star-blackjack", "--server", address, "--player", "ann", "--sign-up"]
    assert run([*arguments, "--bankroll", "100"]) == 0
    shown = capsys.readouterr().out
    assert "25, 1:25 3:50     wagers in dollars; on boxes 1 and 3" in shown
    assert "$25 on box 1." in shown
    assert "Your chips are back in your purse." in shown


def test_whoever_has_a_device_is_asked_for_its_code(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recovery = _device_of("ann", address)
    monkeypatch.setenv("CROUPIER_PASSWORD", PASSWORD)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    monkeypatch.setattr("getpass.getpass", lambda _: f" {recovery}\n")
    arguments = ["play", "star-blackjack", "--server", address, "--player", "ann"]
    assert run(arguments) == 0
    assert "Your chips are back in your purse." in capsys.readouterr().out
    monkeypatch.setenv("CROUPIER_CODE", recovery)
    assert run(arguments) == 2
    assert capsys.readouterr().err == "croupier: this code is wrong, or was used before\n"
    monkeypatch.delenv("CROUPIER_PASSWORD")
    assert run(["deal", "star-blackjack", "--server", address]) == 2
    assert capsys.readouterr().err == "croupier: --dealer: give your name, or set CROUPIER_TOKEN\n"


def _device_of(name: str, address: str) -> str:
    """Make an account with a device for codes, as a browser does; one of its recovery codes."""
    with httpx.Client(base_url=address, headers={"Origin": address}) as browser:
        account = browser.post("/api/people", json={"name": name, "password": PASSWORD})
        browser.headers["Cookie"] = account.headers["Set-Cookie"].partition(";")[0]
        begun = browser.post("/api/session/factor", json={"password": PASSWORD}).json()
        code = code_at(base64.b32decode(begun["secret"]), time.time())
        shown = {"enrolment": begun["enrolment"], "code": code}
        return str(browser.put("/api/session/factor", json=shown).json()["recovery-codes"][0])


def test_whoever_waits_for_others_is_told_and_goes_on_after_a_break(address: str) -> None:
    table, clients = "star-blackjack-1", [Client(address), Client(address)]
    for client, name in zip(clients, ("ann", "bob"), strict=True):
        client.sign_up(name, PASSWORD)
        client.sign_in(name, PASSWORD)
        for fields in ({"command": "buy-in", "amount": 100_00}, {"command": "wager", **BOX[name]}):
            client.ask_fields(table, fields)
    ann, bob = clients
    shown = io.StringIO()
    screen = choose_screen(io.StringIO(), shown, (), WITH_SYMBOLS, plain=True)
    hello = Message("hello", None, {})
    ann.follow = lambda *_, **__: iter([hello])  # type: ignore[method-assign]
    RemoteSitting(ann, table, ann.me, screen).run(100_00)
    assert "The deal waits for the other players" in shown.getvalue()
    assert bob.ask_fields(table, {"command": "deal"})["events"], "ann had said that it may begin"
    for client in clients:
        client.close()


def test_a_server_that_is_not_there_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CROUPIER_PASSWORD", PASSWORD)
    arguments = ["play", "star-blackjack", "--server", "http://127.0.0.1:9", "--player", "ann"]
    assert run(arguments) == 2
    assert capsys.readouterr().err == "croupier: no server answers at http://127.0.0.1:9\n"


def test_a_dealer_deals_a_live_table(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "floor.db"), empty=True)
    app = application(settings, authenticator=TrustingDoorkeeper, policy=quick_to_hash(settings))
    with listening(app) as address:
        service = app.state.service
        service.submit(
            lambda floor: floor.open_table(
                law_of("star-blackjack"),
                Choices(mode=Mode.LIVE, burn=False),
                cards=floor.cards_of("live"),
                name="live",
            )
        ).result(60)
        client = Client(address)
        client._http.headers.update(told("dan", "dealer"))
        lines = ["buy-in ann 100", "shuffle", "cut ann 200", "load", "w ann 1 25", "dth9c6d"]
        lines += ["s ts", "4h", "w", "w ann 50", "table", "help wager", "undo", "equipment"]
        lines += ["burn by=supervisor", "nonsense", "quit"]
        target = io.StringIO()
        RemoteTerminal(client, "live", io.StringIO("\n".join(lines)), target).run()
        client.close()
        player = Client(address)
        player._http.headers.update(told("bob"))
        seen = io.StringIO()
        screen = choose_screen(io.StringIO("q\n"), seen, (), WITH_SYMBOLS, plain=True)
        player.follow = lambda *_, **__: iter([Message("hello", None, {})])  # type: ignore[method-assign]
        RemoteSitting(player, "live", "bob", screen).run(100_00)
        player.close()
    assert "the dealer changes money for chips" in " ".join(seen.getvalue().split())
    shown = target.getvalue().splitlines()
    assert any(line.startswith("ann, box 1 loses $25 (15.1.7)") for line in shown)
    assert 'Say: "No more bets" (7.1)' in shown
    assert "Refused: No card is due now (7.1)." in shown
    assert "ann's wager on box 1: $25 (5.2)." in shown
    assert "ann's wager on box 1: $50 more, $75 in all (5.2)." in shown
    assert "wager  ann, box 1 main $75" in shown
    assert any(line.strip() == "1 to 7" for line in shown)
    assert "Not understood: a server knows who asks, and when: leave by= and at= out." in shown
    assert any("neither a card nor a command" in line for line in shown)
    assert shown[-1] == "Table live stays as it is: the server keeps the evening."
