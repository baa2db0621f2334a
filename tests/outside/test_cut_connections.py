"""A connection to the database is cut at any byte: nothing that was done is called refused.

The client does what the answer says: it sends the same again, under the same key. In the end the
log is held against the answers.
"""

import time
from collections import Counter
from collections.abc import Callable
from random import Random

import httpx
import psycopg
import pytest

from tests.outside.people import command, sign_up
from tests.outside.product import Floor
from tests.outside.wire import TO_DATABASE, TO_SERVER, CuttableWire, wire_to

CENTS = 100_00
LONGEST = {TO_DATABASE: 4_000, TO_SERVER: 1_500}
"""About how many bytes a command takes in each direction: cuts fall before, in and after it."""
PATIENCE_SECONDS = 60
UNKNOWN = ("server/outcome-unknown", "server/store-gone")


class Cuts:
    """Commands amid cuts, and every answer to them."""

    def __init__(self, house: Floor, wire: CuttableWire, chance: Random) -> None:
        self._wire, self._chance = wire, chance
        self._ann = sign_up(house, "ann")
        self.table = self._ann.get("/api/tables").json()[0]["table"]
        self.answers: Counter[int] = Counter()
        self.codes: Counter[str] = Counter()

    def buy(self, number: int) -> None:
        """Buy chips once, however often it must be sent, while the wire is cut somewhere."""
        way = self._chance.choice([TO_DATABASE, TO_SERVER])
        self._wire.cut_at(way, self._chance.randint(1, LONGEST[way]))
        send = self._by_form if number % 4 == 3 else self._by_command
        end = time.monotonic() + PATIENCE_SECONDS
        while not self._is_done(send(number)):
            assert time.monotonic() < end, "it is never carried out"
            time.sleep(0.05)
        self._wire.mend()

    def _by_command(self, number: int) -> httpx.Response:
        return command(self._ann, self.table, f"cut-{number}", command="buy-in", amount=CENTS)

    def _by_form(self, number: int) -> httpx.Response:
        form = {"version": f"cut-{number}", "dollars": "100"}
        return self._ann.post(f"/tables/{self.table}/buy", data=form)

    def _is_done(self, answer: httpx.Response) -> bool:
        """Look at an answer: it was done, or nobody knows; and no word of the driver's is in it."""
        self.answers[answer.status_code] += 1
        assert "server closed" not in answer.text
        assert "connection" not in answer.text or answer.is_success, answer.text
        if answer.status_code in (httpx.codes.OK, httpx.codes.SEE_OTHER):
            return True
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text
        if "json" in answer.headers["content-type"]:
            assert answer.headers["Retry-After"]
            assert answer.json()["code"] in UNKNOWN
            self.codes[answer.json()["code"]] += 1
        return False

    @property
    def chips(self) -> int:
        """What the table says that the player has."""
        (me,) = self._ann.get(f"/api/tables/{self.table}").json()["players"]
        return int(me["chips"])


def bought(database: str) -> int:
    """How many purchases the log holds, by a look into the database itself."""
    with psycopg.connect(database) as db:
        schema = "SELECT table_schema FROM information_schema.tables WHERE table_name = 'events'"
        (name,) = db.execute(schema).fetchone() or ("",)
        bodies = db.execute(
            psycopg.sql.SQL("SELECT body FROM {}.events").format(psycopg.sql.Identifier(name))
        )
        return sum(b'"bought-in"' in bytes(body) for (body,) in bodies)


def hold(floor: Callable[..., Floor], database: str, cuts: int, seed: int) -> None:
    with wire_to(database) as wire:
        house = floor("--play-money", "100000", database=wire.address).start()
        people = Cuts(house, wire, Random(seed))
        for number in range(cuts):
            people.buy(number)
        assert people.answers[503], "no cut was noticed"
        assert people.chips == cuts * CENTS, "something was done twice, or not at all"
        assert bought(database) == cuts
        house.stop()


def test_what_was_carried_out_is_never_called_refused(
    floor: Callable[..., Floor], postgres_url: str
) -> None:
    hold(floor, postgres_url, cuts=40, seed=1)


@pytest.mark.slow
def test_hundreds_of_cuts(floor: Callable[..., Floor], postgres_url: str) -> None:
    hold(floor, postgres_url, cuts=400, seed=2)
