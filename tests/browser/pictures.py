"""Pictures of the pages for README and guides: ``make screenshots``."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from croupier.rulebooks import Role
from tests.browser.conftest import CHROMIUM, STAFF
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIDE_BETS = ("perfect-pairs", "any-pairs", "lucky-lucky")
WIDTHS = {390: 844, 1440: 900}
PEOPLE = ("ann", "bob", "cat", "dan", "eve")
BOXES = {"ann": 1, "bob": 2, "cat": 3, "dan": 5, "eve": 6}
WAGERS = {"ann": "25", "bob": "20", "cat": "50", "dan": "25", "eve": "100"}


@contextmanager
def opened() -> Iterator[tuple[Server, Browser]]:
    """A floor and a browser for as long as pictures are taken."""
    if CHROMIUM is None:
        sys.exit("The pictures need Chromium: install it with apt-get install chromium.")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        for role in (*STAFF, Role.INSPECTOR):
            server.staff(f"the-{role.value}", role)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield server, browser
        browser.close()
        server.stop()


def take(person: Person, name: str, *, width: int = 1440, dark: bool = False) -> None:
    """Take a picture of what somebody sees."""
    person.page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    person.page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    person.page.evaluate("document.activeElement?.blur()")
    person.page.wait_for_timeout(300)
    scheme = "-dark" if dark else ""
    path = FOLDER / f"{name}-{width}{scheme}.jpeg"
    person.page.screenshot(path=path, type="jpeg", quality=88)


def a_table_in_mid_round(server: Server, browser: Browser) -> tuple[dict[str, Person], Dealer]:
    """Five people at a live table; bob is asked about a soft eighteen against a six."""
    table = server.opens("table-4", side_bets=SIDE_BETS)
    people = {name: Person(server, browser).signs_up(name) for name in PEOPLE}
    for name, box in BOXES.items():
        people[name].goes_to(table).sits(box)
    dealer = Dealer(Person(server, browser).signs_in("the-dealer"), table)
    dealer.makes_ready()
    for name, box in BOXES.items():
        dealer.press("w", str(box), *WAGERS[name], "Enter")
    dealer.press("w", "3", "p", "e", "5", "Enter")
    take(people["bob"], "betting")
    dealer.press("d")
    dealer.cards("as", "7c", "9h", "ts", "5d", "6c", "td", "ad", "9d", "3h", "ks")
    return people, dealer


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with opened() as (server, browser):
        people, dealer = a_table_in_mid_round(server, browser)
        bob = people["bob"]
        for width, dark in ((1440, False), (1440, True), (390, False)):
            take(bob, "table", width=width, dark=dark)
        bob.page.keyboard.press("d")
        bob.page.wait_for_timeout(400)
        take(bob, "refused")
        take(dealer.person, "console")
        dealer.page.get_by_role("link", name="A card came out that was not due").click()
        dealer.page.locator("#report input[name=card]").fill("5S")
        dealer.page.keyboard.press("Enter")
        dealer.page.wait_for_timeout(300)
        take(dealer.person, "report")
        bob.page.goto("/")
        take(bob, "floor")
        for one in (*people.values(), dealer.person):
            one.context.close()


if __name__ == "__main__":
    main()
