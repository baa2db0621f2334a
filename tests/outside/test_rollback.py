"""Old copies in the place of a record, damaged ones, and what ``verify`` says of a record."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.outside.people import administrator, command, hire, sign_in, sign_up
from tests.outside.product import Floor, Product

TABLE = "practice"


def play_on(who: httpx.Client, times: int = 3) -> None:
    """Have things happen at a table."""
    for _ in range(times):
        done = command(who, TABLE, command="buy-in", amount=100)
        assert done.status_code == httpx.codes.OK, done.text


def refusal(house: Floor, *options: str) -> str:
    """What a floor says that does not start: one sentence, with exit code 2."""
    house.log.unlink()
    house.launch(*options)
    assert house.process.wait(120) == 2, house.said
    (said,) = house.said.splitlines()
    return said


def kinds(house: Floor) -> list[str]:
    """The kinds of all events in a record, in their order."""
    said = house.product.say("audit", "export", house.database, folder=house.folder)
    return [json.loads(line)["event"]["event"] for line in said.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["", "checkpoints"])
def test_an_older_file_is_refused_until_somebody_accepts_it(
    floor: Callable[..., Floor], folder: str
) -> None:
    house = floor(*(["--checkpoints", folder] if folder else [])).start()
    who = sign_up(house, "ann")
    play_on(who)
    house.stop()
    file, older = Path(house.database), Path(f"{house.database}.monday")
    newer = Path(f"{house.database}.tuesday")
    shutil.copyfile(file, older)
    house.start()
    play_on(sign_in(house, "ann"))
    if folder:
        ivy = hire(house, administrator(house), "ivy", "inspector")
        assert ivy.post("/api/checkpoints").status_code == httpx.codes.CREATED
    house.stop()
    file.rename(newer)
    shutil.copyfile(older, file)
    if folder:
        file.with_name(f"{file.name}-checkpoint").unlink()
    for _ in range(2):
        said = refusal(house)
        assert "was rolled back to" in said
        assert "--accept-rollback" in said
    shutil.copyfile(newer, file)
    house.start()
    house.stop()
    shutil.copyfile(older, file)
    house.start("--accept-rollback")
    play_on(sign_in(house, "ann"))
    house.stop()
    assert kinds(house).count("rollback-accepted") == 1
    house.start()
    house.stop()
    assert kinds(house).count("rollback-accepted") == 1
    assert house.product.run("audit", "verify", file, folder=house.folder).returncode == 0


@pytest.mark.slow
def test_every_older_file_is_refused_after_a_kill_too(floor: Callable[..., Floor]) -> None:
    """A file for each of five days; whichever comes back is refused, but the last."""
    house = floor().start()
    who, file, days = sign_up(house, "ann"), Path(house.database), []
    for number in range(5):
        play_on(who, 20)
        house.stop()
        days.append(file.with_name(f"day-{number}.db"))
        shutil.copyfile(file, days[-1])
        house.start()
        who = sign_in(house, "ann")
    play_on(who, 20)
    house.kill()
    house.start()
    house.stop()
    last = file.with_name("last.db")
    shutil.copyfile(file, last)
    for day in days:
        shutil.copyfile(day, file)
        assert "was rolled back to" in refusal(house)
    shutil.copyfile(last, file)
    house.start()


def damage_event(copy: Path) -> None:
    """Change one byte of an event, with the trigger out of the way."""
    with closing(sqlite3.connect(copy)) as db, db:
        (guard,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'events_stay'").fetchone()
        db.execute("DROP TRIGGER events_stay")
        (body,) = db.execute("SELECT body FROM events WHERE position = 5").fetchone()
        db.execute("UPDATE events SET body = ? WHERE position = 5", (body[:-1] + b" ",))
        db.execute(guard)


def cut_off(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])


def drop_trigger(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("DROP TRIGGER events_are_kept")


def change_balance(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE balances SET amount = amount + 1")


def no_database(copy: Path) -> None:
    copy.write_text("nothing of the kind\n" * 500)


@pytest.mark.slow
def test_a_damaged_copy_is_not_restored(
    product: Product, floor: Callable[..., Floor], tmp_path: Path
) -> None:
    house = floor().start()
    play_on(sign_up(house, "ann"))
    good = tmp_path / "good.db"
    assert product.run("backup", house.database, good, folder=house.folder).returncode == 0
    place = tmp_path / "restored"
    place.mkdir()
    target = place / "floor.db"
    for damage in (damage_event, cut_off, drop_trigger, change_balance, no_database):
        bad = tmp_path / f"{damage.__name__}.db"
        shutil.copyfile(good, bad)
        damage(bad)
        refused = product.run("restore", bad, target, folder=tmp_path)
        assert refused.returncode == 2, damage.__name__
        (said,) = refused.stderr.splitlines()
        assert bad.name in said
        assert list(place.iterdir()) == [], damage.__name__
    restored = product.run("restore", good, target, folder=tmp_path)
    assert restored.returncode == 0, restored.stderr
    before = target.read_bytes()
    again = product.run("restore", good, target, folder=tmp_path)
    assert again.returncode == 2
    assert "already exists" in again.stderr
    assert target.read_bytes() == before


@pytest.mark.slow
def test_verify_says_what_it_did_not_check(
    product: Product, floor: Callable[..., Floor], tmp_path: Path
) -> None:
    house = floor().start()
    play_on(sign_up(house, "ann"))
    ivy = hire(house, administrator(house), "ivy", "inspector")
    assert ivy.post("/api/checkpoints").status_code == httpx.codes.CREATED
    public = tmp_path / "house.pem"
    public.write_text(ivy.get("/api/checkpoints").json()["key"])
    copy = tmp_path / "copy.db"
    assert product.run("backup", house.database, copy, folder=tmp_path).returncode == 0
    house.stop()

    said = product.say("audit", "verify", copy, folder=tmp_path).splitlines()
    assert "1 checkpoint not checked: no key given" in said
    assert any(line.endswith("seals not checked: no master key given") for line in said)
    (outside,) = [line for line in said if line.startswith("outside the tree, and not checked: ")]
    assert "passwords" in outside
    assert "sessions" in outside
    assert said[-1] == "nothing wrong was found in what was checked"

    keys = ("--key", public, "--master-key", f"{house.database}-key")
    said = product.say("audit", "verify", copy, *keys, folder=tmp_path).splitlines()
    assert "checkpoints checked: 1" in said
    assert any(line.startswith("seals opened: ") for line in said)
    assert said[-1] == "nothing is wrong"
    verdict = json.loads(product.say("audit", "verify", copy, "--json", folder=tmp_path))
    assert verdict["ok"]
    assert "1 checkpoint not checked: no key given" in verdict["unchecked"]
    assert "sessions" in verdict["outside"]

    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("UPDATE orders SET sealed = zeroblob(length(sealed))")
        db.execute("UPDATE commands SET content = 'x' WHERE content <> ''")
    wrong = product.run("audit", "verify", copy, *keys, folder=tmp_path)
    assert wrong.returncode == 1
    for what in ("the trigger events_stay is missing", "is no hash", "does not open"):
        assert any(
            line.startswith("WRONG: ") and what in line for line in wrong.stdout.splitlines()
        ), what
    assert "nothing is wrong" not in wrong.stdout
