"""The ways through the house that docs/architecture.md follows, as they really run.

Each function plays one of them while every call into croupier is noted, in all threads.
"""

import io
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

from croupier import Choices, rulebooks, to_command
from croupier.app.settings import Settings
from croupier.cards import parse_cards
from croupier.cli.main import run
from croupier.display.layout import table_view
from croupier.display.scenes import scene_of
from croupier.display.viewers import Patron
from croupier.floor import Croupier
from croupier.games.table.choices import JackpotTerms
from croupier.messages import Refused
from tests.features.tournaments.test_api import PLACE, PLAYERS, enter, play
from tests.web.auth.house import opened_house
from tests.web.conftest import started

SOURCE = Path(__file__).parents[2] / "src" / "croupier"


class Calls:
    """Notes which functions of which modules are called, in order, while it is switched on."""

    def __init__(self) -> None:
        self.made: list[tuple[str, str]] = []
        """The module, as ``floor/floor``, and the function."""
        self.noting = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call, as Python's profiler reports it."""
        code = frame.f_code
        if self.noting and event == "call" and code.co_filename.startswith(str(SOURCE)):
            module = Path(code.co_filename).relative_to(SOURCE).with_suffix("")
            self.made.append((module.as_posix(), code.co_name))

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is called meanwhile."""
        self.noting = True
        try:
            yield
        finally:
            self.noting = False


@contextmanager
def watched() -> Iterator[Calls]:
    """Watch this thread and all that are started meanwhile."""
    calls = Calls()
    threading.setprofile(calls)
    sys.setprofile(calls)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def wager(calls: Calls, folder: Path) -> None:
    """A player lays a chip by the page of a table."""
    with opened_house(folder, empty=False) as house:
        ann = house.player()
        games = {one["game"]: one["table"] for one in ann.done("GET", "/api/tables")}
        place = f"/tables/{games['star-blackjack']}"
        ann.ask("POST", f"{place}/sit", "box=1")
        with calls.noted():
            answer = ann.ask("POST", f"{place}/lay", "spot=1:main&amount=25", Croupier_Part="main")
        assert answer.status_code < 400, answer.text


def double(calls: Calls, folder: Path) -> None:
    """A player presses Double on the page, in the first round in which it is offered."""
    with opened_house(folder, empty=False) as house:
        ann = house.player()
        games = {one["game"]: one["table"] for one in ann.done("GET", "/api/tables")}
        table = games["star-blackjack"]
        ann.ask("POST", f"/tables/{table}/sit", "box=1")
        for _ in range(300):
            prompt = ann.done("GET", f"/api/tables/{table}")["prompts"][0]
            if prompt["due"] == "wagers":
                ann.ask("POST", f"/tables/{table}/lay", "spot=1:main&amount=5")
                ann.done("POST", f"/api/tables/{table}/commands", {"command": "deal"})
                continue
            calls_by_key = {one["key"]: one["commands"] for one in prompt["options"]}
            keys = {made[0]["command"]: key for key, made in calls_by_key.items() if made}
            given = f"about={prompt['due']}&key="
            if "double" in keys:
                with calls.noted():
                    given += keys["double"]
                    answer = ann.ask("POST", f"/tables/{table}/answer", given, Croupier_Part="main")
                assert answer.status_code < 400, answer.text
                return
            key = keys.get("stand") or next(key for key in calls_by_key)
            ann.ask("POST", f"/tables/{table}/answer", given + key)
        raise AssertionError("no hand of 9, 10 or 11 in a hundred rounds")


def split(calls: Calls, _: Path) -> None:
    """A player splits a box on which another has wagered too, who is then asked."""
    shoe = parse_cards("8H 6C 8D TS TC 9D 2C 3C 4C 5C TD")
    croupier = Croupier(rulebooks.law_of("star-blackjack"), Choices(burn=False), stack=shoe)
    for player in ("ann", "bob"):
        wager = {"do": "wager", "player": player, "box": 1, "amount": 20}
        assert not isinstance(croupier.do(to_command(wager)), Refused)
    croupier.do(to_command({"do": "deal"}))
    with calls.noted():
        answer = croupier.do(to_command({"do": "split", "player": "ann", "box": 1}))
        scene = scene_of(croupier.table)
        prompt = table_view(croupier.law, scene, Patron("bob"), due=croupier.due).prompts[0]
        assert not isinstance(answer, Refused), answer
        assert prompt.options, prompt
        croupier.do(to_command({"do": "split", "player": "bob", "box": 1}))


def drawn_in_error(calls: Calls, _: Path) -> None:
    """A dealer reports a card drawn in error in the terminal; the player refuses it."""
    lines = (
        "sit ann 1, shuffle, cut ann 200, load, burn, wager ann 1 25, deal, TH, 6C, 4D, "
        "draw-in-error 9S, refuse-card 1, 9S, 5C, q"
    )
    typed = "\n".join(lines.split(", ")) + "\n"
    given, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        with redirect_stdout(io.StringIO()) as out, calls.noted():
            run(["deal", "star-blackjack"])
    finally:
        sys.stdin = given
    assert "ann refuses the card" in out.getvalue()


def jackpot(calls: Calls, _: Path) -> None:
    """A flush wins a share of the pool."""
    shoe = parse_cards("8S QH 2S 4H QS KH KS 8H 4S 2H")
    terms = JackpotTerms(name="grand", wager=5_00, pool=30_000_00)
    law = rulebooks.law_of("caribbean-stud")
    croupier = Croupier(law, Choices(jackpot=terms), stack=shoe)
    for on, amount in (("ante", 10), ("jackpot", 5)):
        wager = {"do": "wager", "player": "ann", "box": 1, "amount": amount, "on": on}
        croupier.do(to_command(wager))
    croupier.do(to_command({"do": "deal"}))
    with calls.noted():
        croupier.do(to_command({"do": "bet", "player": "ann", "box": 1}))


def tournament(calls: Calls, folder: Path) -> None:
    """Three players enter a tournament of the demo floor and play its rounds."""
    settings = Settings(database=str(folder / "floor.db"), pace=0)
    with started(settings) as client:
        for who in PLAYERS:
            enter(client, who)
        session = client.get(PLACE).json()["tournament"]
        table = session["seats"][0]["table"]
        end = time.monotonic() + 60
        with calls.noted():
            while client.get(PLACE).json()["tournament"]["awards"] is None:
                assert time.monotonic() < end
                play(client, table)


def edge(calls: Calls, _: Path) -> None:
    """The exact edge of a game on the command line."""
    with redirect_stdout(io.StringIO()), calls.noted():
        assert run(["edge", "star-blackjack"]) == 0


def sign_in(calls: Calls, folder: Path) -> None:
    """Somebody signs in, and asks for what their role may not have."""
    with opened_house(folder) as house:
        house.player()
        ann = house.browser()
        with calls.noted():
            body = {"name": "ann", "password": "four words in a row"}
            assert ann.ask("POST", "/api/session", body).status_code < 300
            assert ann.ask("GET", "/api/people").status_code == 403


FLOWS: dict[str, Callable[[Calls, Path], None]] = {
    "A wager in the browser": wager,
    "A click on Double": double,
    "A split on a shared box": split,
    "A card drawn in error": drawn_in_error,
    "A jackpot won": jackpot,
    "The end of a tournament's round": tournament,
    "`croupier edge`": edge,
    "Signing in, and a right refused": sign_in,
}
"""The flows by their headings on the page."""
