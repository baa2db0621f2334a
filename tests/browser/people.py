"""People in browsers: each has a browser of their own, and says when a page is at fault."""

import re
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.serving import PASSWORD, Server

WAIT_MS = 5_000
HARMLESS = re.compile(
    r"status of (401|403|404|409|422)|ERR_(INTERNET_DISCONNECTED|CONNECTION)|net::"
)
"""What a browser writes of answers that are meant: a refusal has a status of its own."""
_numbers = count(1)


class Person:
    """Somebody with a browser."""

    def __init__(self, server: Server, browser: Browser, **options: object) -> None:
        self.server = server
        self.context = browser.new_context(
            base_url=server.url,
            **({"viewport": {"width": 1440, "height": 900}} | options),  # type: ignore[arg-type]
        )
        self.context.set_default_timeout(WAIT_MS)
        self.faults: list[str] = []
        self.page = self.new_tab()
        self.name = ""

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not HARMLESS.search(message.text):
            self.faults.append(message.text)

    # ------------------------------------------------------------------------------- signing in

    def signs_up(self, name: str = "") -> "Person":
        """Make an account through the form."""
        self.name = name or f"player{next(_numbers)}"
        self.page.goto("/sign-up")
        self._at_the_door("Make an account")
        return self

    def signs_in(self, name: str) -> "Person":
        self.name = name
        self.page.goto("/sign-in")
        self._at_the_door("Sign in")
        return self

    def _at_the_door(self, button: str) -> None:
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name=button).click()
        expect(self.page.locator(".who")).to_contain_text(self.name)

    # --------------------------------------------------------------------------------- at a table

    def goes_to(self, table: str) -> "Person":
        self.page.goto(f"/tables/{table}")
        return self

    def sits(self, box: int) -> None:
        self.box(box).get_by_role("button", name="Sit here").click()
        expect(self.box(box)).to_have_class(re.compile("own"))

    def box(self, number: int) -> Locator:
        return self.page.locator(f".box[data-box='{number}']")

    def lays(self, box: int, dollars: str, on: str = "Main") -> None:
        """Type an amount, and click a spot."""
        before = self.version
        self.page.get_by_label("Another amount").fill(dollars)
        self.page.get_by_role("button", name=f"Lay on box {box}, {on}").click()
        self.waits_for(lambda: self.version > before)

    @property
    def version(self) -> int:
        return int(self.page.locator("main").get_attribute("data-version") or 0)

    @property
    def asked(self) -> str:
        return self.page.locator(".asked h2").inner_text()

    def presses(self, key: str) -> None:
        """Press a key, and wait until the table has gone on or has refused."""
        before = self.version
        self.page.keyboard.press(key)
        refused = self.page.locator(".turn-bar .refused")
        self.waits_for(lambda: self.version > before or refused.count() > 0)

    def waits_for(self, condition: Callable[[], bool]) -> None:
        for _ in range(WAIT_MS // 25):
            if condition():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"in vain; the page says {self.page.locator('main').inner_text()!r}")

    def leaves(self) -> None:
        self.context.close()
        assert not self.faults, self.faults
