"""A witness follows a floor from outside, and notices when the house takes back what it signed."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.outside.people import administrator, command, hire, sign_up
from tests.outside.product import Floor, Product, free_port

TABLE = "star-blackjack-1"


def grow(player: httpx.Client, inspector: httpx.Client, amount: int) -> int:
    """Let something happen and have it signed; returns how many events there are."""
    command(player, TABLE, command="buy-in", amount=amount).raise_for_status()
    made = inspector.post("/api/checkpoints")
    assert made.status_code == httpx.codes.CREATED, made.text
    return int(made.json()["size"])


def see_as_a_visitor(house: Floor, folder: Path, first: int, last: int) -> None:
    """Nobody needs an account to get the key, the checkpoints and the proofs of continuation."""
    visitor = house.visitor()
    (folder / "house.pem").write_text(visitor.get("/api/house/key").text)
    proof = visitor.get(f"/api/checkpoints/{last}/consistency?since={first}").json()
    assert (proof["since"], proof["size"]) == (first, last)
    assert visitor.get(f"/api/checkpoints/{first}").json()["size"] == first
    assert visitor.get("/api/checkpoints/newest").json()["size"] == last


@pytest.mark.slow
def test_a_witness_follows_a_floor_and_notices_a_rollback_and_another_history(
    floor: Callable[..., Floor], product: Product, tmp_path: Path
) -> None:
    house = floor().start()
    ann = sign_up(house, "ann")
    inspector = hire(house, administrator(house), "ivy", "inspector")
    first = grow(ann, inspector, 100_00)

    def look(*options: str | Path) -> tuple[int, str]:
        words = ("audit", "witness", house.url, "--once", "--folder", tmp_path / "kept", *options)
        done = product.run(*words, folder=tmp_path)
        return done.returncode, done.stdout + done.stderr

    assert look() == (0, f"{first} events: 1 new checkpoints, 1 kept\n")
    assert look() == (0, f"{first} events: nothing new, 1 checkpoints kept\n")

    # The house as it was, for somebody who wants to take back what happens from now on.
    house.stop()
    before = tmp_path / "before"
    shutil.copytree(house.folder, before)
    house.start()
    second = grow(ann, inspector, 200_00)
    third = grow(ann, inspector, 50_00)
    code, said = look("--json")
    assert (code, json.loads(said)) == (
        0,
        {"ok": True, "size": third, "new": 2, "kept": 3, "findings": []},
    )

    see_as_a_visitor(house, tmp_path, first, third)

    # A network that is cut is no accusation.
    house.stop()
    code, said = look()
    assert code == 2
    assert f"no server answers at {house.url}; nothing was compared" in said

    # Rolled back: the folder is the one of before.
    shutil.rmtree(house.folder)
    shutil.copytree(before, house.folder)
    house.start()
    code, said = look("--key", tmp_path / "house.pem")
    assert code == 1
    assert f"rolled back: the house signed {third} events, and now shows {first}" in said

    # Another history, signed with the same key, as long as the one that was signed, and longer.
    assert grow(ann, inspector, 300_00) == second
    assert look()[0] == 1
    while grow(ann, inspector, 10_00) < third:
        pass
    grow(ann, inspector, 10_00)
    code, said = look()
    assert code == 1
    assert "the house signed two logs of" in said or "no longer shows the checkpoint" in said
    assert list((tmp_path / "kept").glob("contradiction-*.txt"))
    house.stop()
    assert "Traceback" not in house.said


def test_a_witness_looks_again_and_again_until_it_finds_something_wrong(
    floor: Callable[..., Floor], product: Product, tmp_path: Path
) -> None:
    house = floor().start()
    ann = sign_up(house, "ann")
    inspector = hire(house, administrator(house), "ivy", "inspector")
    first = grow(ann, inspector, 100_00)
    shutil.copytree(house.folder, tmp_path / "before")
    words = ["audit", "witness", house.url, "--every", "1", "--folder", tmp_path / "kept", "--json"]
    output, notes = tmp_path / "looks", tmp_path / "notes"
    with output.open("wb") as looks, notes.open("wb") as said:
        witness = subprocess.Popen(
            [*product.command, *map(str, words)],
            cwd=tmp_path,
            env=product.environment,
            stdin=subprocess.DEVNULL,
            stdout=looks,
            stderr=said,
        )
    try:
        wait_until(lambda: f'"size":{first},' in output.read_text().replace(" ", ""))
        second = grow(ann, inspector, 50_00)
        wait_until(lambda: f'"size":{second},' in output.read_text().replace(" ", ""))
        house.stop()
        wait_until(lambda: "it will be tried again" in notes.read_text())
        shutil.rmtree(house.folder)
        shutil.copytree(tmp_path / "before", house.folder)
        house.start()
        assert witness.wait(60) == 1
    finally:
        witness.kill()
        witness.wait()
    last = json.loads(output.read_text().splitlines()[-1])
    assert last["ok"] is False
    assert f"rolled back: the house signed {second} events" in last["findings"][0]


def wait_until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for what another process does."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.1)


def test_a_witness_goes_on_where_nobody_answers_yet(product: Product, tmp_path: Path) -> None:
    done = product.run(
        "audit",
        "witness",
        f"http://127.0.0.1:{free_port()}",
        "--once",
        "--key",
        tmp_path / "none.pem",
        folder=tmp_path,
    )
    assert (done.returncode, "none.pem cannot be read" in done.stderr) == (2, True)
    wrong = product.run("audit", "witness", "floor", "--once", folder=tmp_path)
    assert (wrong.returncode, "is not an address such as" in wrong.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
