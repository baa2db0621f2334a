"""Running the server: readiness, upgrades, bad requests, settings, what systemd is told."""

import errno
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace
from uvicorn.config import create_ssl_context

from croupier.app.processes import GRACE_SECONDS, transport
from croupier.app.settings import BadSettingError, Settings, effective_settings
from croupier.cli import serve
from croupier.cli.main import run
from croupier.record.secrets.keys import BadKeyError, new_master_key, public_text, signing_key
from croupier.web.auth.policy import DEFAULT_POLICY
from croupier.web.http.middleware import BadSiteError
from croupier.web.service.store import ServerStore
from tests.support.certificates import write_certificate
from tests.support.doorkeepers import told
from tests.support.serving import ServerProcess
from tests.web.test_tables import STAR, ask

Client = TestClient[Litestar]
ROOT = Path(__file__).resolve().parents[2]


def test_a_process_that_meets_a_newer_schema_takes_no_more_commands(
    client: Client, settings: Settings
) -> None:
    assert client.get("/readyz").status_code == 200
    with sqlite3.connect(settings.database, timeout=120) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute(f"PRAGMA user_version = {version + 1}")
    end = time.monotonic() + 60
    while client.get("/readyz").status_code == 200:
        assert time.monotonic() < end, "it stays ready"
        time.sleep(0.05)
    refused = ask(client, "ann", "buy-in", amount=100_00)
    assert (refused.status_code, refused.json()["code"]) == (503, "server/outdated")
    assert client.get(STAR).status_code == 200


def test_a_store_that_cannot_be_written_is_not_ready_until_it_can(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: commands fail, and a change that needs no room still succeeds."""
    service = client.app.state.service
    store = service.store.writer
    (pages,) = store._db.execute("PRAGMA max_page_count").fetchone()
    store._db.execute("PRAGMA max_page_count = 1")
    for number in range(1000):
        if ask(client, f"guest{number}", "buy-in", amount=100_00).status_code == 503:
            break
    assert client.get("/readyz").status_code == 503
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    assert client.get("/readyz").status_code == 503, "it has failed a moment ago"
    monkeypatch.setattr("croupier.web.service.floor_service.RECOVERY_SECONDS", 0)
    size = store.peaks.size
    assert client.get("/readyz").status_code == 200
    assert store.peaks.size == size
    assert service._writer.failed_at is None
    assert ask(client, "ann", "buy-in", amount=100_00).status_code == 200


def test_a_store_that_works_again_is_ready_at_once(client: Client) -> None:
    client.app.state.service._writer.failed_at = time.monotonic()
    assert client.get("/readyz").status_code == 503
    assert ask(client, "ann", "buy-in", amount=100_00).status_code == 200
    assert client.get("/readyz").status_code == 200


def test_a_full_disk_is_noticed_before_a_command_fails(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr("croupier.web.service.store.LEAST_ROOM", 2**62)
    assert client.get("/readyz").status_code == 503


def test_the_figures_of_a_process_can_be_read(client: Client) -> None:
    ask(client, "ann", "buy-in", amount=100_00)
    figures = client.get("/metrics").text
    assert "croupier_work_total" in figures
    assert "croupier_commit_seconds_bucket" in figures
    assert 'croupier_request_seconds_count{kind="api"}' in figures
    assert "croupier_queued 0.0" in figures


def test_refusals_are_counted_by_code(client: Client) -> None:
    ask(client, "ann", "hit", box=1)
    figures = client.get("/metrics").text
    found = re.findall(r'croupier_refusals_total\{code="([a-z/-]+)"\} [1-9]', figures)
    assert found


DEPLOYED = ("grafana-dashboard.json", "prometheus-rules.yml")
METRIC = re.compile(r"croupier_[a-z_]+")


@pytest.mark.parametrize("name", DEPLOYED)
def test_dashboards_and_alerts_name_figures_that_exist(client: Client, name: str) -> None:
    ask(client, "ann", "hit", box=1)
    figures = set(METRIC.findall(client.get("/metrics").text))
    text = (Path(__file__).parents[2] / "deploy" / name).read_text(encoding="utf-8")
    named = set(METRIC.findall(text))
    assert len(named) > 3
    assert named <= figures


BAD_BODIES = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'{"command": "wager"}',
    b'{"command": 7}',
    b'{"command": "wager", "box": "one", "amount": 5}',
    b'{"command": "wager", "box": 1e400, "amount": 5}',
    b'{"command": "wager", "box": 1, "amount": 99999999999999999999999}',
    b'{"command": "card", "card": "ZZ"}',
    b'{"command": "pay-jackpot", "payments": []}',
    b'{"command": "shuffle", "handle": "mine"}',
    b'{"a":' * 5000,
    b"\xff\xfe",
    b'{"command": "buy-in", "amount": 100, "player": "bob"}',
)


def test_a_bad_body_gets_one_sentence_and_changes_nothing(client: Client) -> None:
    before = client.get("/api/tables").json()
    headers = told("ann") | {"Content-Type": "application/json"}
    for body in BAD_BODIES:
        answer = client.post(f"{STAR}/commands", content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (body[:40], answer.text)
        assert answer.json()["detail"], body[:40]
        assert "Traceback" not in answer.text
    assert client.get("/api/tables").json() == before


def test_a_body_that_is_too_long_is_not_read(client: Client) -> None:
    headers = told("ann") | {"Content-Type": "application/json"}
    answer = client.post(f"{STAR}/commands", content=b" " * 100_000, headers=headers)
    assert answer.status_code == 413


def test_a_flag_is_stronger_than_the_environment_and_that_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "croupier.toml"
    file.write_text("port = 1111\npace = 2\nempty = true\n")
    environment = {"CROUPIER_PORT": "2222", "CROUPIER_PACE": "1"}
    settings, explained = effective_settings({"port": 3333}, environment=environment, file=file)
    assert (settings.port, settings.pace, settings.empty) == (3333, 1, True)
    sources = {one.name: one.source for one in explained}
    assert (sources["port"], sources["pace"], sources["empty"]) == ("flag", "environment", "file")
    assert all(one.meaning for one in explained)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prt = 1", "there is no setting 'prt'"),
        ("port = 'x'", "port"),
        ("port =", "end of the file: a value is missing"),
    ],
)
def test_a_bad_file_is_told_in_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "croupier.toml"
    file.write_text(text)
    with pytest.raises(BadSettingError, match=said):
        effective_settings({}, environment={}, file=file)


def test_what_the_house_asks_of_people_is_set_like_all_else() -> None:
    given = {"sign_up": False, "players_need_codes": True}
    settings, _ = effective_settings(given, environment={"CROUPIER_STAFF_IDLE_MINUTES": "5"})
    policy = settings.policy
    assert (policy.sign_up, policy.staff_idle_seconds) == (False, 300)
    assert policy.needs_code(plays=True)
    assert Settings().policy == DEFAULT_POLICY
    with pytest.raises(BadSettingError, match="--sign-in-attempts: 3 to 1000, not 1"):
        effective_settings({"sign_in_attempts": 1}, environment={})


def test_a_strict_server_leaves_nothing_open_that_level_2_asks_for() -> None:
    """As the settings for a deployment have it; other settings do not open it again."""
    with pytest.raises(BadSettingError, match="--strict: logs must leave this machine"):
        Settings(strict=True)
    deployed, _ = effective_settings({}, environment={}, file=ROOT / "deploy" / "croupier.toml")
    assert deployed.strict
    wide_open = replace(deployed, players_need_codes=False, database_password=True)
    assert wide_open.policy.needs_code(plays=True)
    assert not wide_open.takes_passwords
    with pytest.raises(BadSiteError, match="others could listen in"):
        replace(deployed, host="0.0.0.0", proxies="192.0.2.1", private_network=True)
    assert Settings().takes_passwords


def test_several_processes_on_a_file_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--workers", "2"]) == 2
    assert "only one process can write to a SQLite file" in capsys.readouterr().err


NOWHERE = "postgresql://127.0.0.1:1/casino"
"""An address where no server listens."""


def _as_they_are(_: Settings) -> None:
    """Leaves the logs of all other tests alone."""


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--recover", "nobody"], "there is no floor at croupier.db"),
        (["--database", NOWHERE, "--recover", "nobody"], "the record cannot be opened"),
        (["--database", NOWHERE], "no record can be created there"),
        (["--database", NOWHERE, "--workers", "2"], "no record can be created there"),
        (["--database", "mysql://localhost/casino"], "a record cannot be at a mysql:// address"),
        (["--database", "text", "--key", "key"], "it is not a database"),
        (["--key", "text"], "text holds no master key"),
        (["--checkpoints", "text"], "--checkpoints: text cannot be a folder"),
        (["--certificate", "text", "--certificate-key", "none"], "not a certificate with its key"),
        (["--shortest-password", "1"], "--shortest-password: 10 to 64"),
    ],
)
def test_a_server_that_cannot_start_leaves_nothing_behind(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    flags: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("croupier.app.processes.set_up_logs", _as_they_are)
    text = tmp_path / "text"
    text.write_text("some text, and nothing else that a floor could be made of")
    text.chmod(0o600)
    assert run(["serve", "--port", "0", *flags]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [text]


def test_a_port_in_use_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    assert f"127.0.0.1:{port} is in use" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_second_server_on_a_file_leaves_no_key_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("croupier.app.processes.set_up_logs", _as_they_are)
    first = ServerStore("floor.db")
    before = {*tmp_path.iterdir()}
    assert run(["serve", "--port", "0", "--database", "floor.db", "--key", "another"]) == 2
    printed = capsys.readouterr()
    assert "floor.db is in use by another process" in printed.err
    assert printed.out == "", "nobody is told that it opens"
    assert {*tmp_path.iterdir()} == before
    first.close()


def test_a_folder_for_checkpoints_is_made(tmp_path: Path) -> None:
    ServerStore(str(tmp_path / "floor.db"), checkpoints=tmp_path / "copies" / "here").close()
    assert (tmp_path / "copies" / "here").is_dir()


def test_keys_may_come_from_the_service_manager_and_lie_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed, floor = tmp_path / "credentials", tmp_path / "floor"
    handed.mkdir()
    floor.mkdir()
    master, signing = handed / "croupier-master-key", handed / "croupier-signing-key"
    known = new_master_key(master).id, public_text(signing_key(signing))
    for path in (master, signing):
        path.chmod(0o440)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(handed))
    store = ServerStore(str(floor / "floor.db"))
    assert (store.master.id, public_text(store.signing)) == known
    store.close()
    assert [one.name for one in floor.iterdir() if "key" in one.name] == []
    signing.chmod(0o444)
    with pytest.raises(BadKeyError, match="others can read or change the credential"):
        ServerStore(str(floor / "floor.db"))


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.fail("install systemd: systemd-analyze checks the unit")
    unit = tmp_path / "croupier.service"
    unit.write_text((ROOT / "deploy" / "croupier.service").read_text())
    shutil.copytree(ROOT / "deploy" / "croupier.service.d", tmp_path / "croupier.service.d")
    checked = subprocess.run(
        [program, "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    assert "croupier.service" not in checked.stderr, checked.stderr


def test_a_server_that_stops_takes_leave_of_all_who_listen(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "floor.db"), tmp_path / "key", tmp_path / "log")
    server.start()
    server.wait()
    with httpx.stream("GET", f"{server.address}/api/live", timeout=60) as answer:
        lines = answer.iter_lines()
        assert next(lines) == "event: hello"
        began = time.monotonic()
        assert server.stop() in (0, -signal.SIGTERM)
        assert time.monotonic() - began < GRACE_SECONDS
        assert "event: bye" in list(lines)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux can")
def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "UNREAD_SECONDS", 1)
    with (
        serve.listening_socket(Settings(port=0)) as ear,
        socket.create_connection(ear.getsockname()),
        ear.accept()[0] as connection,
    ):
        connection.settimeout(60)
        with pytest.raises(TimeoutError) as cut_off:
            connection.sendall(bytes(100_000_000))
    assert cut_off.value.errno == errno.ETIMEDOUT, "the system did it, not the test's own patience"


def test_the_servers_own_tls_is_new_and_its_suites_are_good(tmp_path: Path) -> None:
    certificate = str(write_certificate(tmp_path))
    settings = Settings(certificate=certificate, certificate_key=certificate)
    given = transport(settings)
    context = create_ssl_context(
        given["ssl_certfile"],
        given["ssl_keyfile"],
        None,
        ssl.PROTOCOL_TLS_SERVER,
        ssl.CERT_NONE,
        None,
        given["ssl_ciphers"],
    )
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2
    assert all(one["aead"] for one in context.get_ciphers())
    assert transport(Settings()) == {}
