"""Floors that earlier releases left behind: today's wheel opens all of them and plays on."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.outside.leave_floor import JACKPOT_WAGER, LARGEST, RELEASES, what_lies
from tests.outside.people import administrator, command, hire, sign_in, sign_up
from tests.outside.play import chips_at, do, end_round, open_round
from tests.outside.product import Floor, Product

FLOORS = sorted(path.name for path in RELEASES.iterdir())
STAKES = {"caribbean-stud": {"on": "ante"}}
"""What the first wager is on, where it is not the main one."""


SHORT = FLOORS[0], FLOORS[-1]
"""The oldest floor, whose tables rest, and the newest; the others take their time."""
TRIED = [pytest.param(one, marks=() if one in SHORT else pytest.mark.slow) for one in FLOORS]


def assert_verified(product: Product, folder: Path) -> None:
    """Verify the record. A floor that went on into another gaming day has signed a checkpoint by
    then, which nobody can check without the key: verify says so, and that the rest is right."""
    last = product.say("audit", "verify", "floor.db", folder=folder).splitlines()[-1]
    assert last in ("nothing is wrong", "nothing wrong was found in what was checked")


@pytest.fixture(params=TRIED)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A copy of the floor that a release left, and what lay on its tables."""
    kept = RELEASES / request.param
    folder = tmp_path / "left"
    folder.mkdir()
    for file in kept.glob("floor.db*"):
        shutil.copy(file, folder / file.name)
        (folder / file.name).chmod(0o600)
    expected: dict[str, Any] = json.loads((kept / "expected.json").read_text(encoding="utf-8"))
    return folder, expected


def test_every_floor_is_small() -> None:
    assert len(FLOORS) >= 3
    for name in FLOORS:
        assert sum(file.stat().st_size for file in (RELEASES / name).iterdir()) <= LARGEST


def test_todays_version_opens_the_floor_of_a_release_and_plays_on(
    release: tuple[Path, dict[str, Any]], floor: Callable[..., Floor], product: Product
) -> None:
    folder, expected = release
    house = floor(folder=folder).start()
    ann, bob = sign_in(house, "ann"), sign_in(house, "bob")
    assert what_lies(ann) == expected, "every table is there, with every chip"
    resting = {one["table"]: one["rests"] for one in ann.get("/api/tables").json() if one["rests"]}
    counted = re.search(r"resting tables: (\d+)", house.visitor().get("/readyz").text)
    assert (int(counted.group(1)) if counted else 0) == len(resting)
    manager = hire(house, administrator(house), "max", "gaming-manager")
    for name, table in expected.items():
        who = ann if "ann" in table["chips"] else bob
        if name in resting:
            move(manager, who, name, table, resting[name])
        elif table["under-way"]:
            end_round(who, name)
        if table["chips"]:
            play_a_hand(who, name, table["game"])
    house.stop()
    assert "Traceback" not in house.said
    assert_verified(product, folder)


def move(
    manager: httpx.Client, who: httpx.Client, name: str, table: dict[str, Any], why: str
) -> None:
    """See that a table rests, that its players can go, and have it moved to today's law."""
    assert "a gaming manager can move the table" in why
    refused = command(who, name, command="buy-in", amount=100_00)
    assert (refused.status_code, refused.json()["code"]) == (409, "table/resting")
    if table["under-way"]:
        early = manager.post(f"/api/tables/{name}/law", json={})
        assert early.json()["code"] == "adopt-law/round-under-way"
    elif table["chips"]:
        purse = purse_of(who)
        do(who, name, command="leave")
        assert purse_of(who) == purse + sum(table["chips"].values())
    moved = manager.post(f"/api/tables/{name}/law", json={"void-round": True})
    assert moved.status_code == httpx.codes.OK, moved.text
    (adopted,) = (one for one in moved.json()["events"] if one["event"] == "law-adopted")
    assert adopted["fingerprint"] != adopted["earlier-fingerprint"]
    assert adopted["known"] == bool(adopted["changes"])
    if table["under-way"]:
        pooled = JACKPOT_WAGER if table["game"] == "caribbean-stud" else 0
        whole = sum(table["chips"].values()) + table["wagers"] + pooled
        assert sum(chips_at(who, name).values()) == whole, "every wager went back"


def purse_of(client: httpx.Client) -> int:
    account = client.get("/api/session").json()["account"]
    found: int = client.get(f"/api/accounts/{account}").json()["purse"]
    return found


def play_a_hand(client: httpx.Client, name: str, game: str) -> None:
    """Sit down where nobody sits, and play one hand to its end."""
    if not chips_at(client, name):
        do(client, name, command="buy-in", amount=100_00)
    open_round(client, name, {"box": 3, "amount": 25_00, **STAKES.get(game, {})})
    end_round(client, name)


LAW = """\
from msgspec.structs import replace
from croupier.rulebooks import STAR_BLACKJACK
HARBOUR = replace(STAR_BLACKJACK, game="harbour-blackjack", title="Harbour Blackjack")
"""
"""A game of one's own, as the handbook has it."""


@pytest.mark.slow
def test_a_table_rests_while_the_file_with_its_law_is_forgotten(
    floor: Callable[..., Floor], product: Product, tmp_path: Path
) -> None:
    law = tmp_path / "harbour.py"
    law.write_text(LAW, encoding="utf-8")
    folder, name = tmp_path / "harbour", "harbour-blackjack-1"
    first = floor("--law", law, folder=folder).start()
    ann = sign_up(first, "ann")
    do(ann, name, command="buy-in", amount=100_00)
    manager = hire(first, administrator(first), "max", "gaming-manager")
    planned = {"tournament": "cup", "game": "harbour-blackjack", "conditions": {}}
    assert manager.post("/api/tournaments", json=planned).is_success
    publish = {"command": "publish-conditions"}
    assert manager.post("/api/tournaments/cup/commands", json=publish).is_success
    first.stop()
    second = floor(folder=folder).start()
    assert second.visitor().get("/readyz").text == (
        f"ready\nresting tables: 1 ({name})\nresting tournaments: 1 (cup)\n"
    )
    listed = {one["tournament"]: one for one in second.visitor().get("/api/tournaments").json()}
    assert "no law of harbour-blackjack is loaded" in listed["cup"]["rests"]
    ann = sign_in(second, "ann")
    for address in (f"/api/tables/{name}", f"/tables/{name}", f"/tables/{name}/rounds", "/"):
        page = ann.get(address)
        assert page.status_code == httpx.codes.OK, page.text
    assert "no law of harbour-blackjack is loaded" in ann.get(f"/tables/{name}").text
    assert chips_at(ann, name) == {"ann": 100_00}
    refused = command(ann, name, command="wager", box=1, amount=25_00)
    assert (refused.status_code, refused.json()["code"]) == (409, "table/resting")
    do(ann, name, command="leave")
    second.stop()
    told = product.run("audit", "replay", "floor.db", name, folder=folder)
    assert told.returncode == 0, told.stderr
    assert "no law of harbour-blackjack is loaded" in told.stderr
    third = floor("--law", law, folder=folder).start()
    play_a_hand(sign_in(third, "ann"), name, "harbour-blackjack")
    third.stop()
    assert_verified(product, folder)
