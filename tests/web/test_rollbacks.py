"""A floor whose file was exchanged for an older one: refused, unless somebody accepts it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.cli.main import run
from croupier.cli.serve import accept_older_record
from croupier.features.fairness.rules.shoes import ShoeAbandoned
from croupier.house.gaming_days import RollbackAccepted
from croupier.record.integrity.rollbacks import RolledBackError
from croupier.record.integrity.verification import verify
from croupier.record.secrets.keys import signing_key
from croupier.record.stores.locations import open_store
from croupier.web.service.store import newest_checkpoint_file
from tests.support.doorkeepers import told
from tests.web.conftest import started
from tests.web.test_interface import play_a_round
from tests.web.test_tables import STAR

INSPECTOR = told("ivy", "inspector")


def in_a_folder(settings: Settings, tmp_path: Path) -> Settings:
    """Checkpoints in a folder alone; what lies beside the file goes back with it."""
    return replace(settings, checkpoints=str(tmp_path / "checkpoints"))


def beside_the_file(settings: Settings, _: Path) -> Settings:
    """Nothing but what the server keeps beside its file."""
    return settings


def roll_back(settings: Settings, tmp_path: Path) -> Path:
    """Play a round, keep the file, play another, and put the file back; the newer one is kept."""
    file, older, newer = Path(settings.database), tmp_path / "older.db", tmp_path / "newer.db"
    with started(settings) as client:
        play_a_round(client, "ann")
    shutil.copyfile(file, older)
    with started(settings) as client:
        play_a_round(client, "ann")
        if settings.checkpoints:
            assert client.post("/api/checkpoints", headers=INSPECTOR).status_code == 201
    file.rename(newer)
    shutil.copyfile(older, file)
    if settings.checkpoints:
        newest_checkpoint_file(settings.database).unlink()
    return newer


@pytest.mark.parametrize("kept", [in_a_folder, beside_the_file])
def test_an_older_record_is_refused_until_somebody_accepts_it(
    settings: Settings,
    tmp_path: Path,
    kept: Callable[[Settings, Path], Settings],
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = kept(settings, tmp_path)
    newer = roll_back(settings, tmp_path)
    for _ in range(2):
        with pytest.raises(RolledBackError, match=r"was rolled back to \d+ events.*--accept-rollb"):
            application(settings)
    file = Path(settings.database)
    older = file.read_bytes()
    shutil.copyfile(newer, file)
    with started(settings) as client:
        assert client.get(STAR).json()["rounds"] == 2
    file.write_bytes(older)
    accept_older_record(settings)
    assert "was rolled back, and continues from there; " in capsys.readouterr().err
    store = open_store(settings.database)
    events = [one.event for one in store.read_all()]
    public = signing_key(Path(f"{settings.database}-signing-key")).public_key()
    assert verify(store, public).ok
    store.close()
    (accepted,) = [one for one in events if isinstance(one, RollbackAccepted)]
    assert accepted.events < accepted.checkpoint
    assert any(isinstance(one, ShoeAbandoned) for one in events)
    for rounds in (1, 2):
        with started(settings) as client:
            assert client.get(STAR).json()["rounds"] == rounds
            play_a_round(client, "ann")


def test_a_record_that_went_on_elsewhere_is_refused(settings: Settings, tmp_path: Path) -> None:
    """It is longer than the checkpoint says, but begins with another log."""
    newer = roll_back(settings, tmp_path)
    file, beside = Path(settings.database), newest_checkpoint_file(settings.database)
    note = beside.read_bytes()
    beside.unlink()
    with started(settings) as client:
        for _ in range(3):
            play_a_round(client, "ann")
    beside.write_bytes(note)
    with pytest.raises(RolledBackError, match="rolled back, and then went on in another way"):
        application(settings)
    shutil.copyfile(newer, file)
    with started(settings):
        pass


def test_a_second_rollback_after_an_accepted_one_is_refused_again(
    settings: Settings, tmp_path: Path
) -> None:
    roll_back(settings, tmp_path)
    accept_older_record(settings)
    roll_back(settings, tmp_path)
    with pytest.raises(RolledBackError):
        application(settings)


def test_a_restored_record_says_enough(settings: Settings, tmp_path: Path) -> None:
    """Whoever restores a copy need not accept the rollback too: the record tells of it."""
    settings = in_a_folder(settings, tmp_path)
    copied = tmp_path / "copy.db"
    with started(settings) as client:
        play_a_round(client, "ann")
        assert run(["backup", settings.database, str(copied)]) == 0
        play_a_round(client, "ann")
        assert client.post("/api/checkpoints", headers=INSPECTOR).status_code == 201
    Path(settings.database).rename(tmp_path / "newer.db")
    assert run(["restore", str(copied), settings.database]) == 0
    with started(settings) as client:
        assert client.get(STAR).json()["rounds"] == 1


def test_nothing_is_accepted_where_nothing_was_rolled_back(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with started(settings) as client:
        play_a_round(client, "ann")
    accept_older_record(settings)
    assert "was not rolled back" in capsys.readouterr().err
    store = open_store(settings.database)
    assert not any(isinstance(one.event, RollbackAccepted) for one in store.read_all())
    store.close()


def test_a_missing_record_of_which_there_are_checkpoints_is_not_begun_anew(
    settings: Settings, tmp_path: Path
) -> None:
    settings = in_a_folder(settings, tmp_path)
    with started(settings) as client:
        assert client.post("/api/checkpoints", headers=INSPECTOR).status_code == 201
    file = Path(settings.database)
    file.unlink()
    with pytest.raises(RolledBackError, match="there is no record at"):
        application(settings)
    assert not file.exists()
    settings = replace(settings, checkpoints="")
    with started(settings) as client:
        assert client.get(STAR).json()["rounds"] == 0


def test_other_files_in_the_folder_and_other_keys_say_nothing(
    settings: Settings, tmp_path: Path
) -> None:
    settings = in_a_folder(settings, tmp_path)
    other = replace(settings, database=str(tmp_path / "other.db"))
    with started(other) as client:
        assert client.post("/api/checkpoints", headers=INSPECTOR).status_code == 201
    folder = Path(settings.checkpoints)
    assert list(folder.iterdir())
    (folder / "notes.txt").write_text("size 12\n")
    (folder / "torn.txt").write_bytes(b"\xff" * 20)
    newest_checkpoint_file(settings.database).write_bytes(b"")
    with started(settings) as client:
        assert client.get(STAR).status_code == 200
