"""People in browsers: each has a browser of their own, and says when a page is at fault."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.serving import PASSWORD, Server

WAIT_MS = 60_000
"""How long anything is waited for; it costs nothing where all is well."""
REFUSED = ".turn-bar .refused, .prompt .refused"
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
        """Create an account; the form itself is tried in ``test_people.py``."""
        return self._passes("/sign-up", name or f"player{next(_numbers)}")

    def signs_in(self, name: str) -> "Person":
        return self._passes("/sign-in", name)

    def _passes(self, door: str, name: str) -> "Person":
        """Send what the form of a door sends, without loading the page and the one behind it."""
        self.name = name
        sent: dict[str, str | float | bool] = {"name": name, "password": PASSWORD}
        answer = self.context.request.post(
            door, form=sent, headers={"Origin": self.server.url}, max_redirects=0
        )
        assert answer.status == 303, answer.text()
        return self

    def finds_on_floor(self, table: str) -> Locator:
        """Leaf through the floor to a table; the card of it."""
        self.page.goto("/")
        cards = self.page.locator(".place-card")
        card = cards.filter(has=self.page.locator(f"a[href='/tables/{table}']"))
        while not card.count():
            self.page.get_by_role("link", name="Next tables").click()
            self.page.wait_for_load_state()
        return card

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
        expect(self.page.locator(".turn-bar.betting")).to_be_visible()
        with self.a_change():
            self.page.get_by_label("Another amount").fill(dollars)
            self.page.get_by_role("button", name=f"Lay on box {box}, {on}").click()

    def clicks(self, name: str) -> None:
        """Click the button of a name, and wait until the table has moved on or has refused."""
        with self.a_change():
            self.page.get_by_role("button", name=name).click()

    def presses(self, key: str) -> None:
        """Press a key, and wait until the table has moved on or has refused."""
        with self.a_change():
            self.page.keyboard.press(key)

    def is_asked(self, heading: str | re.Pattern[str]) -> None:
        """The turn bar asks this, sooner or later, and takes an answer."""
        expect(self.page.locator(".question h2")).to_have_text(heading)
        self.sees_it()

    def sees_it(self) -> None:
        """People need a moment to see what is asked; the page ignores what comes sooner."""
        self.page.wait_for_load_state()
        expect(self.page.locator("html[data-settling]")).to_have_count(0)

    # ----------------------------------------------------------------------------- waiting for it

    @property
    def table(self) -> str:
        """The table that the page shows."""
        return self.page.locator("main").get_attribute("data-table") or ""

    def is_up_to_date(self) -> None:
        """Wait until the page shows the table as the server has it."""
        table = self.table
        self.waits_for(lambda: self._shown() >= self.server.version(table))

    def _shown(self) -> int:
        return int(self.page.locator("main").get_attribute("data-version") or 0)

    @contextmanager
    def a_change(self) -> Iterator[None]:
        """What is done in here changes the table or is refused; after it the page shows which."""
        self.is_up_to_date()
        self.sees_it()
        table = self.table
        before, refused = self.server.moment(table), self.page.locator(REFUSED)
        told = refused.all_inner_texts()
        yield
        self.waits_for(
            lambda: (
                self.server.moment(table) != before or refused.all_inner_texts() not in ([], told)
            )
        )
        self.is_up_to_date()

    def waits_for(self, condition: Callable[[], bool]) -> None:
        """Wait for something that stays true once it is true."""
        deadline = time.monotonic() + WAIT_MS / 1000
        while not condition():
            if time.monotonic() > deadline:
                words = self.page.locator("main").inner_text()
                raise AssertionError(f"in vain; the page says {words!r}")
            self.page.wait_for_timeout(15)

    def leaves(self) -> None:
        self.context.close()
        assert not self.faults, self.faults
