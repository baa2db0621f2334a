"""A real browser for people at a floor: Debian's Chromium, driven by Playwright."""

import re
import shutil
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.outside.product import Floor
from tests.outside.walk import LAST, Step, Walk

WAIT_MS = 30_000
"""How long anything is waited for; it costs nothing where all is well."""
NO_FAULT = re.compile(r"status of (401|403|404|409|422)|net::")
"""What a browser writes to its console of a form that was refused, or of a page that was left."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, for as long as it is needed."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found, "no Chromium: scripts/need-browser says how to get it"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


class Visit:
    """Somebody's browser at a floor, with all that went wrong in it."""

    def __init__(
        self,
        browser: Browser,
        floor: Floor,
        client: httpx.Client | None = None,
        *,
        script: bool = True,
    ) -> None:
        """Come as a visitor, or as whoever has signed in with a client."""
        self.context = browser.new_context(
            base_url=floor.url, timezone_id="Australia/Perth", java_script_enabled=script
        )
        self.context.set_default_timeout(WAIT_MS)
        if client is not None:
            name, _, value = client.headers["Cookie"].partition("=")
            # The cookie is for secure connections; to this very machine any connection is.
            where = floor.url.replace("http:", "https:")
            self.context.add_cookies([{"name": name, "value": value, "url": where}])
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not NO_FAULT.search(message.text):
            self.faults.append(message.text)


CLICKABLE = """() => [...document.querySelectorAll("a[href], form button")].map((one, at) => ({
  at,
  label: one.innerText.trim().replace(/[0-9]+/g, "*"),
  where: one.tagName === "A" ? one.href : one.form.action,
  own: one.tagName === "A" ? new URL(one.href).origin === location.origin && !one.hash : true,
  button: one.tagName === "BUTTON",
  seen: one.checkVisibility(),
}))"""
"""Everything that can be clicked on a page, in its order."""
SETTLE_MS = 200
"""How long a page may take to put in place what a script has fetched."""


def in_turn(clickable: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Take a button and a link in turn: a page has so many links that few buttons came about."""
    buttons = [one for one in clickable if one["button"]]
    links = [one for one in clickable if not one["button"]]
    pairs = zip_longest(buttons, links)
    return [one for pair in pairs for one in pair if one is not None]


def kind_of(one: dict[str, Any]) -> tuple[object, ...]:
    """What something clickable has in common with others like it: one of each kind is enough."""
    where = one["where"].replace("/tables/practice", "/tables/1")  # a table like any other
    if one["button"]:
        return (*Step("POST", where).kind, one["label"])
    return Step("GET", where).kind


class BrowserWalk(Walk):
    """The same walk in a real browser: each thing is clicked, and each page that comes reloaded."""

    def __init__(self, visit: Visit, who: str, client: httpx.Client, *, most: int) -> None:
        super().__init__(client, who, of_each=1, most=most)
        self.visit = visit
        visit.page.on("download", lambda _: self._note_file())
        visit.page.on("dialog", lambda dialog: dialog.accept())

    def _note_file(self) -> None:
        self.files += 1

    def begin(self) -> "BrowserWalk":
        """Walk from the floor, page after page, clicking whatever was not clicked before."""
        seen: Counter[tuple[object, ...]] = Counter()
        waiting = deque(["/"])
        while waiting and self.links + self.buttons < self.most:
            address = waiting.popleft()
            self.visit.page.goto(address)
            for one in in_turn(self.visit.page.evaluate(CLICKABLE)):
                kind = kind_of(one)
                ends = urlsplit(one["where"]).path in LAST
                if not one["seen"] or not one["own"] or ends or seen[kind]:
                    continue
                seen[kind] += 1
                if reached := self._click(address, one):
                    waiting.append(reached)
                if self.links + self.buttons >= self.most:
                    break
        return self

    def _click(self, address: str, one: dict[str, Any]) -> str:
        """Click something on a page, and look at what comes; returns its address if it is new."""
        page = self.visit.page
        page.goto(address)
        # What was clicked before may have changed the page: the place among the others is not kept.
        alike = (now for now in page.evaluate(CLICKABLE) if kind_of(now) == kind_of(one))
        still = next((now for now in alike if now["seen"] and now["own"]), None)
        if still is None:
            return ""
        page.locator("a[href], form button").nth(still["at"]).click()
        page.wait_for_timeout(SETTLE_MS)
        page.wait_for_load_state()
        if one["button"]:
            self.buttons += 1
        else:
            self.links += 1
        self._look_at(f"{address}, {one['label'] or one['where']}, clicked")
        answer = page.goto(page.url)
        if answer is None or answer.status != httpx.codes.OK:
            self.wrong.append(f"{page.url}: reloaded, {answer and answer.status}")
        self._look_at(f"{address}, {one['label'] or one['where']}, reloaded")
        new = page.url not in self.pages
        self.pages.add(page.url)
        return page.url if new else ""

    def _look_at(self, what: str) -> None:
        """See that the browser shows a page with a heading and a way back, and no fault."""
        page, faults = self.visit.page, self.visit.faults
        if page.evaluate("document.contentType") != "text/html":
            faults.append(f"no page: {page.content()[:80]}")
        if not page.locator("h1, h2").count():
            faults.append("no heading")
        if not page.locator("a[href='/']").count():
            faults.append("no way back")
        self.wrong += [f"{what}: {fault} at {page.url}" for fault in faults]
        faults.clear()
