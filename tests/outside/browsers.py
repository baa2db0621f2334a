"""A real browser for people at a floor: Debian's Chromium, driven by Playwright."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.outside.product import Floor

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
