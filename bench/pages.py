"""Pages in a browser: how soon something is seen, and how soon an answer is.

Server, browser and stopwatch share the machine. Each figure stands beside the limit that it is to
keep: those that the Web Vitals call good, and two seconds for a page to be right again.
"""

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import RenderableType
from rich.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.people import Person
    from tests.browser.serving import Server

TIMES = 7
FIRST_PAINT_MS, ANSWER_MS, RIGHT_AGAIN_MS = 1800, 200, 2000
LONG_STACK = " ".join(["8S 6C 6D 2H 2C 2D TD"] * 40)
"""Rounds in which a player is asked several times."""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
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


class PageRow(msgspec.Struct, frozen=True):
    """One thing that somebody at a page waits for."""

    what: str
    """What it is."""
    milliseconds: float
    """The median of all times."""
    slowest: float
    """The slowest of them."""
    limit: int
    """What it is to stay below, in milliseconds."""
    times: int
    """How often it was measured."""


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


def _row(what: str, limit: int, measured: list[float]) -> PageRow:
    return PageRow(what, statistics.median(measured), max(measured), limit, len(measured))


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


def right_again(server: "Server", player: "Person") -> float:
    """How soon a page is right after its server has started again."""
    from playwright.sync_api import expect

    server.stop()
    expect(player.page.locator("#lost")).to_be_visible()
    server.start()
    start = time.perf_counter()
    expect(player.page.locator("#lost")).to_have_count(0)
    return (time.perf_counter() - start) * 1000


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
        player.presses("d")
    rows.append(_row("a round's end, from the key on", ANSWER_MS, answers))
    watching = Person(server, browser)
    watching.goes_to(table)
    others = []
    for _ in range(TIMES):
        others.append(seen_elsewhere(player, watching, "s"))
        player.presses("r")
        player.presses("d")
    rows.append(_row("the same, in another browser", ANSWER_MS, others))
    progress("pages: a server that starts again")
    again = [right_again(server, player) for _ in range(3)]
    rows.append(_row("a page after its server has started again", RIGHT_AGAIN_MS, again))
    for one in (player, watching):
        one.leaves()
    return rows


def run(*, seconds: float, progress: Callable[[str], None]) -> PagesReport:  # noqa: ARG001
    """Measure the pages; without a browser nothing is."""
    chromium = shutil.which("chromium")
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
    for column in ("median", "slowest", "limit", "times"):
        table.add_column(column, justify="right")
    for row in report.rows:
        table.add_row(
            row.what,
            f"{row.milliseconds:,.0f}",
            f"{row.slowest:,.0f}",
            f"{row.limit:,}",
            str(row.times),
        )
    return table
