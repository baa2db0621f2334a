"""A copy of a running floor: without keys, put back elsewhere, and what it then says of itself."""

import json
import os
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.cli.main import run
from croupier.features.fairness.rules.shoes import ShoeAbandoned
from croupier.house.gaming_days import FloorRestored
from croupier.record import copies
from croupier.record.integrity.checkpoints import verify_checkpoint
from croupier.record.integrity.verification import verify
from croupier.record.secrets.keys import create_private_file, signing_key
from croupier.record.stores.locations import open_store
from tests.support.doorkeepers import told
from tests.support.postgres_servers import client_programs, new_database
from tests.web.conftest import started
from tests.web.test_interface import play_a_round
from tests.web.test_tables import STAR, ask

INSPECTOR = told("ivy", "inspector")
ADDRESS = "http://127.0.0.1:8000"
OWN = {"Origin": ADDRESS}


def opened_app(settings: Settings) -> TestClient[Litestar]:
    """A server that knows people by what it keeps of them."""
    return TestClient(application(settings), base_url=ADDRESS)


@pytest.fixture(autouse=True)
def _passphrase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "correct horse battery staple")


def test_a_floor_is_copied_while_it_runs_and_goes_on_elsewhere(
    settings: Settings, tmp_path: Path
) -> None:
    copied, keys, elsewhere = tmp_path / "copy.db", tmp_path / "keys", tmp_path / "new" / "floor.db"
    elsewhere.parent.mkdir()
    with started(settings) as client:
        play_a_round(client, "ann")
        assert run(["backup", settings.database, str(copied)]) == 0
        assert run(["backup", settings.database, str(keys), "--keys"]) == 0
        play_a_round(client, "ann")
        later = client.post("/api/checkpoints", headers=INSPECTOR).json()["note"].encode()
    secret = Path(f"{settings.database}-key").read_bytes()
    assert secret not in copied.read_bytes()
    assert secret not in keys.read_bytes()
    assert run(["restore", str(copied), str(elsewhere), "--keys", str(keys)]) == 0
    store = open_store(str(elsewhere))
    events = [one.event for one in store.read_all()]
    assert any(isinstance(event, FloorRestored) for event in events)
    assert any(isinstance(event, ShoeAbandoned) for event in events)
    public = signing_key(Path(f"{settings.database}-signing-key")).public_key()
    assert verify_checkpoint(later, public).size > 0
    (gap,) = verify(store, public, held=(later,)).findings
    assert gap.before == verify_checkpoint(later, public).size
    assert gap.what.endswith("says that the record was restored from a copy")
    assert verify(store).ok
    store.close()
    with started(Settings(database=str(elsewhere), pace=0)) as client:
        assert client.get(STAR).json()["rounds"] == 1
        assert ask(client, "ann", "wager", box=1, amount=25_00).status_code == 200
        assert ask(client, "ann", "deal").status_code == 200


def test_a_floor_on_postgresql_is_copied_and_everybody_signs_in_anew(
    postgres_server: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    programs = client_programs(postgres_server)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    key, dump = tmp_path / "key", tmp_path / "floor.dump"
    settings = Settings(database=new_database(postgres_server), key=str(key), pace=0)
    elsewhere = replace(settings, database=new_database(postgres_server))
    made = {"name": "ann", "password": "a long enough password"}
    with opened_app(settings) as client:
        signed = client.post("/api/people", json=made, headers=OWN)
        cookie = {"Cookie": signed.headers["set-cookie"].partition(";")[0]} | OWN
        scopes = {"password": made["password"], "scopes": ["read"]}
        token = client.post("/api/tokens", json=scopes, headers=cookie).json()["token"]
        assert run(["backup", settings.database, str(dump)]) == 0
        assert client.get("/api/session", headers=cookie).json()["name"] == "ann"
    assert dump.stat().st_mode & 0o077 == 0, "hashes of passwords are in it"
    assert run(["restore", str(dump), elsewhere.database, "--key", str(key)]) == 0
    assert run(["restore", str(dump), elsewhere.database, "--key", str(key)]) == 2
    assert "there is a record already: name an empty database" in capsys.readouterr().err
    store = open_store(elsewhere.database)
    assert verify(store).ok
    assert any(isinstance(one.event, FloorRestored) for one in store.read_all())
    store.close()
    with opened_app(elsewhere) as client:
        assert client.get("/api/session", headers=cookie).json()["name"] == ""
        bearer = {"Authorization": f"Bearer {token}"}
        assert client.get("/api/session", headers=bearer).status_code == 401
        assert client.post("/api/session", json=made, headers=OWN).json()["name"] == "ann"


def test_a_copy_that_fails_leaves_no_file_and_tells_no_password(
    postgres_server: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    programs = client_programs(postgres_server)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    nowhere = "postgresql://max:unguessable@127.0.0.1:1/casino"
    assert run(["backup", nowhere, str(tmp_path / "floor.dump")]) == 2
    assert run(["serve", "--explain", "--database", nowhere]) == 0
    told = capsys.readouterr()
    assert "pg_dump failed: connection to server" in told.err
    assert "database = 'postgresql://max@127.0.0.1:1/casino' (flag)" in told.out
    assert "unguessable" not in told.err + told.out
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    there.write_text("something")
    with started(settings):
        assert run(["backup", settings.database, str(there)]) == 2
        assert "already exists" in capsys.readouterr().err
        copied = tmp_path / "copy.db"
        assert run(["backup", settings.database, str(copied)]) == 0
    assert run(["restore", str(copied), settings.database]) == 2
    assert there.read_text() == "something"


def test_a_wrong_passphrase_opens_nothing(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    keys, copied = tmp_path / "keys", tmp_path / "copy.db"
    with started(settings):
        assert run(["backup", settings.database, str(keys), "--keys"]) == 0
        assert run(["backup", settings.database, str(copied)]) == 0
    monkeypatch.setenv("CROUPIER_PASSPHRASE", "another long passphrase")
    assert run(["restore", str(copied), str(tmp_path / "x.db"), "--keys", str(keys)]) == 2
    assert "the passphrase does not open" in capsys.readouterr().err


def test_keys_that_were_exported_at_another_cost_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, exported = tmp_path / "key", tmp_path / "keys"
    create_private_file(key, b"x" * 32)
    monkeypatch.setattr(copies, "DOUBLINGS", copies.FIRST_DOUBLINGS)
    copies.export_keys([key], exported, "a long passphrase")
    monkeypatch.undo()
    before = json.loads(exported.read_bytes())
    assert before.pop("doublings") == 15
    exported.write_text(json.dumps(before))
    assert copies.import_keys(exported, "a long passphrase") == {"key": b"x" * 32}
    copies.export_keys([key], tmp_path / "new", "a long passphrase")
    assert json.loads((tmp_path / "new").read_bytes())["doublings"] == 17
    assert copies.import_keys(tmp_path / "new", "a long passphrase") == {"key": b"x" * 32}
