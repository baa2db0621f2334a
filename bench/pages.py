"""Pages in a browser: how soon something is seen, and how soon an answer is.

Server, browser and stopwatch share the machine. Each figure stands beside the limit that it is to
keep: those that the Web Vitals call good, and two seconds for a page to be right again.
"""

import asyncio
import re
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import msgspec
from rich.console import RenderableType
from rich.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.people import Person
    from tests.browser.serving import Server

TIMES = 7
FIRST_PAINT_MS, ANSWER_MS, RIGHT_AGAIN_MS = 1800, 200, 2000
CARD_MS, CROWD_MS = 150, 500
PIT_MS, NEED_MS = 200, 1000
PIT_TABLES = 100
"""How many tables the pit has at least while it is measured."""
TOLD_VERSION = re.compile(r'^data: .*"version": ?([0-9]+)')
SHOWN_VERSION = re.compile(r'data-version="([0-9]+)"')
OK = 200
SPECTATORS = 50
"""How many watch one table."""
LONG_STACK = " ".join(["8S 6C 6D 2H 2C 2D TD"] * 40)
"""Rounds in which a player is asked several times."""
HIT_STACK = " ".join(["8S 6C 6D 2H TD KC"] * 60)
"""Rounds in which a player draws one card and stands."""
STAND_STACK = " ".join(["8S 6C 6D TD KC"] * 60)
"""Rounds in which a player stands at once."""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
CARD_SHOWN = """() => new Promise((done) => {
  const cards = () => document.querySelectorAll(".box.own .card").length;
  const button = document.querySelector(".calls button[data-key=h]");
  const before = cards(), start = performance.now();
  const watch = new MutationObserver(() => {
    if (cards() <= before) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - start));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  button.click();
})"""
"""Clicks on Hit, and tells after how many milliseconds the page has drawn the card."""
PRESSED = """(key) => new Promise((done) => {
  const version = document.querySelector("main").dataset.version, start = performance.now();
  const seen = () => document.querySelector("main").dataset.version !== version
    || document.querySelector(".turn-bar .refused");
  const watch = new MutationObserver(() => {
    if (!seen()) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - start));
  });
  watch.observe(document.body, { childList: true, subtree: true });
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
})"""
"""Presses a key, and tells after how many milliseconds the page has drawn what came of it."""


NEED_SHOWN = """(about) => { window.shown = new Promise((done) => {
  const watch = new MutationObserver(() => {
    const needs = [...document.querySelectorAll(".need")];
    if (!needs.some((one) => one.textContent.includes(about))) return;
    watch.disconnect();
    requestAnimationFrame(() => done(Date.now()));
  });
  watch.observe(document.body, { childList: true, subtree: true });
}); }"""
"""Waits for something that needs somebody, and keeps the moment at which the pit has drawn it."""


class PageRow(msgspec.Struct, frozen=True):
    """One thing that somebody at a page waits for."""

    what: str
    """What it is."""
    milliseconds: float
    """The median of all times."""
    slowest: float
    """The slowest of them; where there are many, what 95 of 100 stay below."""
    limit: int
    """What it is to stay below, in milliseconds."""
    times: int
    """How often it was measured."""

    @property
    def share_of_limit(self) -> float:
        """The median as a part of the limit: below 1 the limit is kept."""
        return self.milliseconds / self.limit


class PagesReport(msgspec.Struct, frozen=True):
    """What was measured, or why nothing was."""

    rows: tuple[PageRow, ...]
    """One for each thing that is waited for."""
    reason: str = ""
    """Why nothing was measured; empty where something was."""

    @property
    def complete(self) -> bool:
        """Whether pages were measured."""
        return bool(self.rows)


MANY = 20
"""From how many times on the slowest twentieth is left out."""


def _row(what: str, limit: int, measured: list[float]) -> PageRow:
    times = sorted(measured)
    slowest = times[-1 - (len(times) // MANY)]
    return PageRow(what, statistics.median(times), slowest, limit, len(times))


def first_paint(server: "Server", browser: "Browser", path: str) -> float:
    """How soon a browser that has nothing yet draws the first thing of a page."""
    from tests.browser.people import Person

    somebody = Person(server, browser)
    somebody.page.goto(path, wait_until="load")
    painted = 0.0
    while not painted:
        painted = float(somebody.page.evaluate(PAINTED))
    somebody.leaves()
    return painted


def seated(server: "Server", browser: "Browser", table: str) -> "Person":
    """A player in mid-round."""
    from tests.browser.people import Person
    from tests.browser.test_rounds import bets

    player = Person(server, browser).signs_up()
    bets(player, table)
    return player


def pressed(page: "Page", key: str) -> float:
    """How soon the page shows what came of a key."""
    return float(page.evaluate(PRESSED, key))


def seen_elsewhere(player: "Person", other: "Person", key: str) -> float:
    """How soon another browser shows what somebody did, from the key to the drawing."""
    other.is_up_to_date()
    before = other.page.locator("main").get_attribute("data-version")
    other.page.evaluate(
        """(version) => { window.changed = new Promise((done) => {
          const watch = new MutationObserver(() => {
            if (document.querySelector("main").dataset.version === version) return;
            watch.disconnect();
            requestAnimationFrame(() => done(Date.now()));
          });
          watch.observe(document.body, { childList: true, subtree: true });
        }); }""",
        before,
    )
    start = float(
        player.page.evaluate(
            """(key) => { const now = Date.now();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            return now; }""",
            key,
        )
    )
    return float(other.page.evaluate("window.changed")) - start


def _is_offered(player: "Person", key: str) -> None:
    """Wait until a call is offered, and taken."""
    from playwright.sync_api import expect

    expect(player.page.locator(f".calls button[data-key={key}]")).to_be_visible()
    player.is_up_to_date()
    player.sees_it()


def click_to_card(player: "Person") -> list[float]:
    """How soon a card is there after the click on Hit, over and over."""
    found = []
    for _ in range(TIMES * 3):
        _is_offered(player, "h")
        found.append(float(player.page.evaluate(CARD_SHOWN)))
        _is_offered(player, "s")
        player.presses("s")
        player.presses("g")
    return found


class Crowd:
    """People who watch a table as its page does: told of a change, they fetch the part."""

    def __init__(self, url: str, table: str) -> None:
        self._url, self._table = url, table
        self.seen: list[list[tuple[int, float]]] = [[] for _ in range(SPECTATORS)]
        """For each spectator the versions that came, and when."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._tasks = [self._loop.create_task(self._watch(one)) for one in self.seen]
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _watch(self, seen: list[tuple[int, float]]) -> None:
        part, live = {"Croupier-Part": "main"}, {"tables": self._table}
        async with (
            httpx.AsyncClient(base_url=self._url, timeout=60) as client,
            client.stream("GET", "/api/live", params=live) as messages,
        ):
            async for line in messages.aiter_lines():
                told = TOLD_VERSION.search(line)
                if told is None or (seen and seen[-1][0] >= int(told[1])):
                    continue
                answer = await client.get(f"/tables/{self._table}", headers=part)
                version = SHOWN_VERSION.search(answer.text)
                if answer.status_code != OK or version is None or "<html" in answer.text:
                    raise RuntimeError(f"no part of a page: {answer.status_code}")
                seen.append((int(version[1]), time.time()))

    @property
    def fault(self) -> BaseException | None:
        """What ended the first spectator who could not go on; nothing while all watch."""
        done = (one for one in self._tasks if one.done() and not one.cancelled())
        return next((one.exception() for one in done), None)

    def milliseconds(self, version: int, since: float) -> list[float]:
        """How long after a moment each spectator had a version, or a newer one."""
        firsts = ([at for shown, at in one if shown >= version] for one in self.seen)
        return [1000 * (min(one) - since) for one in firsts if one]

    def leave(self) -> None:
        """End all connections."""
        for task in self._tasks:
            self._loop.call_soon_threadsafe(task.cancel)
        self._thread.join()


def crowd_sees(server: "Server", player: "Person", table: str) -> list[float]:
    """How soon each of many spectators has what a player did, for several rounds."""
    crowd, found = Crowd(server.url, table), []
    player.waits_for(lambda: server.listeners >= SPECTATORS)
    for _ in range(TIMES):
        _is_offered(player, "s")
        before, start = server.version(table), time.time()
        player.page.keyboard.press("s")
        player.waits_for(lambda: server.version(table) > before)  # noqa: B023
        while len(crowd.milliseconds(before + 1, start)) < SPECTATORS:
            if crowd.fault is not None:
                raise crowd.fault
            time.sleep(0.05)
        found += crowd.milliseconds(before + 1, start)
        player.presses("g")
    crowd.leave()
    return found


def right_again(server: "Server", player: "Person") -> float:
    """How soon a page is right after its server has started again."""
    from playwright.sync_api import expect

    server.stop()
    expect(player.page.locator("#lost")).to_be_visible()
    server.start()
    start = time.perf_counter()
    expect(player.page.locator("#lost")).to_have_count(0)
    return (time.perf_counter() - start) * 1000


def pit_answers(server: "Server", manager: "Person") -> list[float]:
    """How soon the server has sent all of the pit."""
    cookies = {one["name"]: one["value"] for one in manager.context.cookies()}
    found = []
    with httpx.Client(base_url=server.url, cookies=cookies, timeout=60) as client:
        for _ in range(TIMES * 3):
            start = time.perf_counter()
            answer = client.get("/pit")
            found.append((time.perf_counter() - start) * 1000)
            shown = answer.text.count('<th scope="row">')
            if answer.status_code != OK or shown < PIT_TABLES:
                raise RuntimeError(f"no pit: {answer.status_code}, {shown} tables")
    return found


def notice_seen(server: "Server", manager: "Person", table: str, number: int) -> float:
    """How soon the pit shows a notice, from the request that gives it to the drawing."""
    about = f"bench notice {number}."
    manager.page.evaluate(NEED_SHOWN, about)
    start = time.time()
    answer = manager.context.request.post(
        f"/api/tables/{table}/commands",
        data={"command": "notify", "whom": "inspector", "about": about},
        headers={"Origin": server.url},
    )
    if not answer.ok:
        raise RuntimeError(f"no notice: {answer.text()}")
    return float(manager.page.evaluate("window.shown")) - 1000 * start


def pit_rows(server: "Server", browser: "Browser") -> list[PageRow]:
    """The pit of a large floor, and how soon it shows that somebody is needed."""
    from croupier.rulebooks import Role
    from tests.browser.people import Person

    tables = [server.opens(f"pit-{number}") for number in range(1, PIT_TABLES + 1)]
    server.staff("pit-manager", Role.GAMING_MANAGER)
    manager = Person(server, browser).signs_in("pit-manager")
    manager.page.goto("/pit")
    answers = pit_answers(server, manager)
    seen = [notice_seen(server, manager, tables[one], one) for one in range(TIMES)]
    manager.leaves()
    return [
        _row(f"the pit with {PIT_TABLES} tables, from the server", PIT_MS, answers),
        _row("a notice on that pit, from the request on", NEED_MS, seen),
    ]


def measured(
    server: "Server", browser: "Browser", progress: Callable[[str], None]
) -> list[PageRow]:
    """Every row, in the order of somebody's evening."""
    from tests.browser.people import Person

    rows = []
    table = server.alone("star-blackjack", LONG_STACK)
    player = seated(server, browser, table)
    for what, path in (("the floor", "/"), ("a table in mid-round", f"/tables/{table}")):
        progress(f"pages: {what}")
        painted = [first_paint(server, browser, path) for _ in range(TIMES)]
        rows.append(_row(f"first paint of {what}", FIRST_PAINT_MS, painted))
    progress("pages: answers")
    refused = []
    for _ in range(TIMES):
        refused.append(pressed(player.page, "p"))
        player.page.reload()
    rows.append(_row("a refusal, from the key on", ANSWER_MS, refused))
    answers = []
    for _ in range(TIMES):
        answers.append(pressed(player.page, "s"))
        player.presses("r")
        player.presses("g")
    rows.append(_row("a round's end, from the key on", ANSWER_MS, answers))
    watching = Person(server, browser)
    watching.goes_to(table)
    others = []
    for _ in range(TIMES):
        others.append(seen_elsewhere(player, watching, "s"))
        player.presses("r")
        player.presses("g")
    rows.append(_row("the same, in another browser", ANSWER_MS, others))
    progress("pages: cards")
    hitting = seated(server, browser, server.alone("star-blackjack", HIT_STACK))
    rows.append(_row("a card, from the click on Hit", CARD_MS, click_to_card(hitting)))
    progress("pages: spectators")
    watched = server.alone("star-blackjack", STAND_STACK)
    standing = seated(server, browser, watched)
    crowd = crowd_sees(server, standing, watched)
    rows.append(_row(f"a round's end, for each of {SPECTATORS} spectators", CROWD_MS, crowd))
    progress("pages: a server that starts again")
    again = [right_again(server, player) for _ in range(3)]
    rows.append(_row("a page after its server has started again", RIGHT_AGAIN_MS, again))
    for one in (player, watching, hitting, standing):
        one.leaves()
    progress("pages: the pit")
    rows += pit_rows(server, browser)
    return rows


def run(*, seconds: float, progress: Callable[[str], None]) -> PagesReport:  # noqa: ARG001
    """Measure the pages; without a browser nothing is."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        return PagesReport((), "no chromium: install it with `apt-get install chromium`")
    try:
        from playwright.sync_api import expect, sync_playwright

        from tests.browser.people import WAIT_MS
        from tests.browser.serving import Server
    except ImportError as error:
        return PagesReport((), f"{error.name} is not installed")
    expect.set_options(timeout=WAIT_MS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        rows = measured(server, browser, progress)
        browser.close()
        server.stop()
    return PagesReport(tuple(rows))


def show(report: PagesReport) -> RenderableType:
    """The report as a table."""
    if not report.rows:
        return f"pages: {report.reason}"
    table = Table(title="Pages in a browser, milliseconds")
    table.add_column("what somebody waits for")
    for column in ("median", "slowest", "limit", "of the limit", "times"):
        table.add_column(column, justify="right")
    for row in report.rows:
        table.add_row(
            row.what,
            f"{row.milliseconds:,.0f}",
            f"{row.slowest:,.0f}",
            f"{row.limit:,}",
            f"{row.share_of_limit:.2f}",
            str(row.times),
        )
    return table
