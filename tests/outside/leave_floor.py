"""Leaves the floor of a release behind, for every later version to open.

``python -m tests.outside.leave_floor NAME`` builds the wheel of this checkout, serves a floor, has
two people play there and stops it. With ``--checkout PATH`` it is another checkout's wheel. What
the floor held when it was left goes into ``releases/NAME``, beside its database and keys.
"""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

import httpx

from tests.outside.people import sign_up
from tests.outside.play import chips_at, do, end_round, named, open_round, view_of
from tests.outside.product import ROOT, Floor, Product

RELEASES = Path(__file__).with_name("releases")
FLOOR = "floor.db"
STAR, CANBERRA, STUD = "star-blackjack-1", "canberra-blackjack-1", "caribbean-stud-1"
JACKPOT_WAGER = 5_00
"""What lies in the pool once a round is dealt, and no longer on the table."""
LARGEST = 300_000
"""How many bytes a release may leave."""


def play(floor: Floor) -> dict[str, object]:
    """Have ann and bob play; returns what lies on every table at the end."""
    ann, bob = sign_up(floor, "ann"), sign_up(floor, "bob")
    do(bob, CANBERRA, command="buy-in", amount=300_00)
    do(bob, CANBERRA, command="sit", box=2)
    open_round(bob, CANBERRA, {"box": 2, "amount": 50_00})
    end_round(bob, CANBERRA)
    do(ann, STAR, command="buy-in", amount=500_00)
    do(ann, STAR, command="sit", box=1)
    while not open_round(ann, STAR, {"box": 1, "amount": 20_00}):
        pass
    do(ann, STUD, command="buy-in", amount=200_00)
    do(ann, STUD, command="sit", box=1)
    ante = {"box": 1, "amount": 25_00, "on": "ante"}
    jackpot = {"box": 1, "amount": JACKPOT_WAGER, "on": "jackpot"}
    while not open_round(ann, STUD, ante, jackpot):
        pass
    return what_lies(ann)


def what_lies(client: httpx.Client) -> dict[str, object]:
    """Every table of a floor: its game, the rounds, the chips of each player."""
    return {
        one["table"]: {
            "game": one["game"],
            "rounds": one["rounds"],
            "under-way": one["under-way"],
            "chips": chips_at(client, one["table"]),
            "wagers": sum(one["laid"] for one in view_of(client, one["table"])["players"]),
        }
        for one in map(named, client.get("/api/tables").json())
    }


def leave(name: str, checkout: Path) -> int:
    """Play on the floor of a checkout, and keep what it leaves; returns its size in bytes."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "wheel").mkdir()
        product = Product.install(folder / "wheel", checkout)
        (folder / "floor").mkdir()
        floor = Floor(product, folder / "floor").start()
        try:
            lies = play(floor)
        finally:
            floor.end()
        kept = RELEASES / name
        kept.mkdir(parents=True)
        for file in sorted((folder / "floor").glob(f"{FLOOR}*")):
            if file.stat().st_size:
                shutil.copy(file, kept / file.name)
    (kept / "expected.json").write_text(json.dumps(lies, indent=1) + "\n", encoding="utf-8")
    return sum(file.stat().st_size for file in kept.iterdir())


def main(given: list[str] | None = None) -> int:
    """Leave one floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--checkout", type=Path, default=ROOT)
    asked = parser.parse_args(given)
    size = leave(asked.name, asked.checkout)
    sys.stdout.write(f"{RELEASES / asked.name}: {size} bytes\n")
    return 0 if size <= LARGEST else 1


if __name__ == "__main__":
    sys.exit(main())
