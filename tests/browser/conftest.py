"""Browsers for the tests of pages: Debian's Chromium, driven by Playwright."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from croupier.rulebooks import Role
from tests.browser.people import WAIT_MS, Person
from tests.browser.serving import Server

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
expect.set_options(timeout=WAIT_MS)
STAFF = (
    Role.DEALER,
    Role.SUPERVISOR,
    Role.GAMING_MANAGER,
    Role.TOURNAMENT_MANAGER,
    Role.ADMINISTRATOR,
)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all these tests of a process.

    It is closed before other tests begin: while it is open, its event loop counts as running.
    """
    if CHROMIUM is None:
        pytest.exit("no Chromium: scripts/need-browser says how to get it", returncode=1)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a process, with the demo floor and staff named by their roles."""
    running = Server(tmp_path_factory.mktemp("floor"))
    for role in STAFF:
        running.staff(f"the-{role.value}", role)
    yield running
    running.stop()


@pytest.fixture
def person(server: Server, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Makes people with browsers of their own; at the end no page may have been at fault."""
    made: list[Person] = []

    def enter(at: Server = server, **options: object) -> Person:
        made.append(Person(at, browser, **options))
        return made[-1]

    yield enter
    for one in made:
        one.leaves()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test alone, which may stop and start it."""
    running = Server(tmp_path)
    for role in STAFF:
        running.staff(f"the-{role.value}", role)
    yield running
    running.stop()
