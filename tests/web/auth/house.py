"""A house with people in it: a server in this process, and browsers that sign in."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.application import application
from croupier.app.people import PeopleModule
from croupier.app.settings import Settings
from croupier.rulebooks import Role
from croupier.web.auth.policy import Policy
from croupier.web.auth.second_factor import STEP_SECONDS, code_at
from croupier.web.auth.sessions import COOKIE
from tests.support.doorkeepers import QUICK_HASH

ADDRESS = "http://127.0.0.1:8000"
PASSWORD = "four words in a row"
QUICK = Policy(argon2=QUICK_HASH)
"""A policy under which a password is hashed in no time."""


class HouseClock:
    """A clock that starts with the test, and that only the test moves on."""

    def __init__(self) -> None:
        self.at = float(int(time.time()))

    def __call__(self) -> float:
        return self.at

    def pass_by(self, seconds: float) -> None:
        self.at += seconds


class Browser:
    """Somebody's browser: it keeps the cookie, and says which site a request comes from."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client
        self.secret = ""
        """What it shows; empty before somebody signs in."""
        self.token = ""
        """A bearer token to be shown instead."""
        self.device = b""
        """The secret of the device for codes of whoever sits there."""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Response:
        sent = {"Origin": ADDRESS} | {k.replace("_", "-"): v for k, v in headers.items()}
        if self.token:
            sent |= {"Authorization": f"Bearer {self.token}"}
        elif self.secret:
            sent |= {"Cookie": f"{COOKIE}={self.secret}"}
        form = isinstance(body, str)
        given = {} if body is None else {"content" if form else "json": body}
        self._client.cookies.clear()
        answer = self._client.request(method, path, headers=sent, **given)
        if COOKIE in answer.headers.get("set-cookie", ""):
            self.secret = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        return answer

    def done(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Ask for something that must be carried out."""
        answer = self.ask(method, path, body, **headers)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Ask for something that must not be carried out: the status, and the reason's code."""
        answer = self.ask(method, path, body, **headers)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        problem = answer.json()
        assert problem["status"] == answer.status_code
        assert problem["detail"]
        return answer.status_code, problem["code"]

    @property
    def account(self) -> str:
        return str(self.done("GET", "/api/session")["account"])


class House:
    """A server with people, an administrator among them."""

    def __init__(self, client: TestClient[Litestar], clock: HouseClock, folder: Path) -> None:
        self.client, self.clock, self._folder = client, clock, folder
        self._administrator: Browser | None = None

    @property
    def people(self) -> PeopleModule:
        part: PeopleModule = self.client.app.state.people
        return part

    def browser(self) -> Browser:
        return Browser(self.client)

    @property
    def first_password(self) -> str:
        return (self._folder / "floor.db-administrator").read_text().strip()

    @property
    def administrator(self) -> Browser:
        """The administrator, with a password and a device of their own."""
        if self._administrator is None:
            browser = self.browser()
            self.settle(browser, "administrator", self.first_password)
            self._administrator = browser
        return self._administrator

    def settle(self, browser: Browser, name: str, one_time: str) -> None:
        """Have somebody sign in with a password for once, and set up what is asked of them."""
        browser.done("POST", "/api/session", {"name": name, "password": one_time})
        new = {"current": one_time, "new": PASSWORD}
        if browser.done("PUT", "/api/session/password", new)["confined"]:
            self.set_up_device(browser)

    def set_up_device(self, browser: Browser) -> list[str]:
        """Set up a device for codes; the recovery codes."""
        from base64 import b32decode

        begun = browser.done("POST", "/api/session/factor", {"password": PASSWORD})
        browser.device = b32decode(begun["secret"])
        body = {"enrolment": begun["enrolment"], "code": self.code(browser)}
        codes: list[str] = browser.done("PUT", "/api/session/factor", body)["recovery-codes"]
        return codes

    def code(self, browser: Browser) -> str:
        """A code that was never used."""
        self.clock.pass_by(STEP_SECONDS)
        return code_at(browser.device, self.clock())

    def player(self, name: str = "ann") -> Browser:
        """Somebody who has signed up."""
        browser = self.browser()
        browser.done("POST", "/api/people", {"name": name, "password": PASSWORD})
        return browser

    def member(self, *roles: Role, name: str = "") -> Browser:
        """Somebody with roles, who has set up all that is asked of them."""
        name = name or "-".join(role.value for role in roles)[:32]
        if roles == (Role.PLAYER,):
            return self.player(name)
        body = {"name": name, "roles": [role.value for role in roles]}
        made = self.administrator.done("POST", "/api/staff", body)
        browser = self.browser()
        self.settle(browser, name, made["password"])
        return browser

    def sign_in(self, name: str, *, device: bytes = b"", password: str = PASSWORD) -> Browser:
        """Somebody signing in once more, in a new browser."""
        browser = self.browser()
        browser.device = device
        body = {"name": name, "password": password}
        if device:
            body["code"] = self.code(browser)
        browser.done("POST", "/api/session", body)
        return browser


@contextmanager
def opened_house(folder: Path, policy: Policy = QUICK, *, empty: bool = True) -> Iterator[House]:
    """A house, with the tables of the demo floor or none, for as long as the test lasts."""
    settings = Settings(database=str(folder / "floor.db"), empty=empty, pace=0)
    app = application(settings, policy=policy)
    clock = HouseClock()
    app.state.people.accounts.now = clock
    with TestClient(app, base_url=ADDRESS) as client:
        yield House(client, clock, folder)
