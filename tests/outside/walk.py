"""Walking over the pages of a floor as a person does: by what can be clicked, never by address.

Every link is followed and every form sent with the values that it shows, each kind a few times.
After each step: is it a page, has it a heading and a way back, does a reload of it work?
"""

import re
from collections import Counter, deque
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx

BROWSER = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "navigate",
}
LAST = ("/sign-out", "/account/exclusion")
"""Forms that end the walk, or what may be done on it."""
SHOWN = (200, 409)
"""The statuses of a page that a link leads to; it may say that there is nothing to show yet."""
SENT = (*SHOWN, 422)
"""Those of a page that a form leads to; it may show the form again, with what was wrong."""
MOST_REDIRECTS = 5
VARIABLE = re.compile(r"[0-9]|^p-|\.")
"""What tells that a part of an address is one of many: a number, a person, a clause."""


class Step(NamedTuple):
    """Something that can be clicked: a link, or a button of a form."""

    method: str
    address: str
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def kind(self) -> tuple[object, ...]:
        """What it has in common with others like it: of each kind a few are enough."""
        parts = urlsplit(self.address)
        path = tuple("*" if VARIABLE.search(part) else part for part in parts.path.split("/"))
        path = ("rules", *("*" for _ in path[2:])) if path[1:2] == ("rules",) else path
        asked = tuple(
            (name, "*" if VARIABLE.search(value) or not value else value)
            for name, value in parse_qsl(parts.query)
        )
        # A field says which of several things a form does; what was typed into it does not.
        telling = ("what", "command", "confirmed", "step", "theme", "deck")
        fields = tuple(
            (name, value if name in telling else "") for name, value in sorted(self.fields)
        )
        return (self.method, path, asked, fields)


class PageReader(HTMLParser):
    """Reads what can be clicked on a page, and what a form would send."""

    def __init__(self, address: str, text: str) -> None:
        super().__init__()
        self.address = address
        self.headings = 0
        self.links: list[str] = []
        self.files: list[str] = []
        self._forms: list[dict[str, str]] = []
        self._fields: list[tuple[int, str, str]] = []
        self._buttons: list[tuple[int, str, str, str]] = []
        self._ids: dict[str, int] = {}
        self._claimed: list[tuple[str, str, str]] = []
        self._open = -1
        self._select = ""
        self._options: list[tuple[str, bool]] = []
        self._unnamed = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("h1", "h2"):
            self.headings += 1
        elif tag == "a" and "download" in given:
            self.files.append(given["href"])
        elif tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "form":
            self._open = len(self._forms)
            self._forms.append(given)
            self._ids[given.get("id", "")] = self._open
        elif tag == "input":
            self._take_input(given)
        elif tag == "button" and given.get("type", "submit") == "submit":
            self._take_button(given)
        elif tag == "select":
            self._select, self._options = given.get("name", ""), []
        elif tag == "option" and self._select:
            self._unnamed = "value" not in given
            self._options.append((given.get("value", ""), "selected" in given))

    def handle_data(self, data: str) -> None:
        if self._unnamed:
            self._options[-1] = (data.strip(), self._options[-1][1])
            self._unnamed = False

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = -1
        elif tag == "select" and self._select:
            chosen = [value for value, picked in self._options if picked]
            value = next(iter(chosen or [value for value, _ in self._options]), "")
            self._fields.append((self._open, self._select, value))
            self._select = ""

    def _take_input(self, given: dict[str, str]) -> None:
        kind, name = given.get("type", "text"), given.get("name", "")
        if kind in ("radio", "checkbox") and "checked" not in given:
            return
        if name:
            self._fields.append((self._open, name, given.get("value", "")))

    def _take_button(self, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if given.get("formmethod") == "dialog":
            return
        if "form" in given:
            self._claimed.append((given["form"], name, value))
        elif self._open >= 0:
            self._buttons.append((self._open, name, value, given.get("formaction", "")))

    @property
    def steps(self) -> list[Step]:
        """Everything that can be clicked, links first."""
        found = []
        for link in self.links:
            whole = urljoin(self.address, link)
            if urlsplit(whole).netloc == urlsplit(self.address).netloc and link[:1] != "#":
                found.append(Step("GET", whole.partition("#")[0]))
        claimed = [
            (self._ids[form], name, value, "")
            for form, name, value in self._claimed
            if form in self._ids
        ]
        for at, name, value, _ in self._buttons + claimed:
            fields = [(field, text) for form, field, text in self._fields if form == at]
            if name:
                fields.append((name, value))
            form = self._forms[at]
            method = form.get("method", "get").upper()
            found.append(Step(method, urljoin(self.address, form.get("action", "")), tuple(fields)))
        return found


class Walk:
    """One person's walk over a floor."""

    def __init__(self, client: httpx.Client, who: str, *, of_each: int, most: int) -> None:
        self.client, self.who = client, who
        self.of_each, self.most = of_each, most
        self.pages: set[str] = set()
        """The addresses that a page was seen at."""
        self.links = self.buttons = self.files = 0
        """How many links were followed, forms sent and files received."""
        self.wrong: list[str] = []
        """Every fault that was found, in words."""
        self.left = 0
        """How much that could be clicked was not, as the walk had become too long."""

    @property
    def told(self) -> str:
        """The walk in a line."""
        return (
            f"{self.who}: {len(self.pages)} pages, {self.links} links, {self.buttons} buttons, "
            f"{self.files} files, {len(self.wrong)} wrong"
        )

    def begin(self) -> "Walk":
        """Walk from the floor to wherever clicks lead."""
        seen: Counter[tuple[object, ...]] = Counter()
        first = Step("GET", str(self.client.base_url))
        waiting = {"GET": deque([first]), "POST": deque[Step]()}
        last = []
        for turn in range(2 * self.most):
            # A button and a link in turn: pages have so many links that no button would be reached.
            method = ("GET", "POST")[turn % 2]
            if not waiting[method]:
                continue
            step = waiting[method].popleft()
            if urlsplit(step.address).path in LAST and step.method == "POST":
                last.append(step)
                continue
            for further in self.take(step):
                if seen[further.kind] < self.of_each:
                    seen[further.kind] += 1
                    waiting[further.method].append(further)
        self.left = sum(map(len, waiting.values()))
        for step in sorted(set(last), key=lambda step: LAST.index(urlsplit(step.address).path)):
            self.take(step)
        return self

    def take(self, step: Step) -> list[Step]:
        """Click something and look at what comes; returns what can be clicked there."""
        if step.method == "GET":
            self.links += 1
        else:
            self.buttons += 1
        answer = self._ask(step)
        if "attachment" in answer.headers.get("content-disposition", ""):
            self.files += 1
            return []
        allowed = SENT if step.method == "POST" else SHOWN
        page = self._look(answer, step, allowed)
        if page is None:
            return []
        if step.method == "POST":
            self._look(self._ask(Step("GET", str(answer.url))), step, (200,), "reloaded")
        if str(answer.url) not in self.pages:
            self._save(page)
        self.pages.add(str(answer.url))
        return page.steps

    def _save(self, page: PageReader) -> None:
        """Have the browser save the files of a page: they are never shown."""
        for link in page.files:
            answer = self._ask(Step("GET", urljoin(page.address, link)))
            self.files += 1
            if not answer.is_success:
                self.wrong.append(f"{answer.url} cannot be saved: {answer.status_code}")

    def _ask(self, step: Step) -> httpx.Response:
        """Ask as a browser does, which keeps its cookie over redirects; httpx would not."""
        own = {**BROWSER, "Origin": str(self.client.base_url).rstrip("/")}
        fields = dict(step.fields) or None
        form, query = (fields, None) if step.method == "POST" else (None, fields)
        answer = self.client.request(
            step.method, step.address, data=form, params=query, headers=own
        )
        for _ in range(MOST_REDIRECTS):
            if not answer.is_redirect:
                break
            answer = self.client.get(
                urljoin(str(answer.url), answer.headers["location"]), headers=own
            )
        return answer

    def _look(
        self, answer: httpx.Response, step: Step, allowed: tuple[int, ...], when: str = "clicked"
    ) -> PageReader | None:
        """See that an answer is a page; returns it, or notes what is wrong."""
        kind = answer.headers.get("content-type", "")
        faults = []
        if answer.status_code not in allowed:
            faults.append(f"status {answer.status_code}")
        if not kind.startswith("text/html"):
            faults.append(f"no page but {kind}: {answer.text[:80]}")
        page = PageReader(str(answer.url), answer.text)
        if not page.headings:
            faults.append("no heading")
        if "/" not in page.links:
            faults.append("no way back")
        if faults:
            what = f"{step.method} {step.address} {dict(step.fields) or ''}".strip()
            self.wrong.append(f"{what}, {when}: {', '.join(faults)} at {answer.url}")
        return page if kind.startswith("text/html") else None
