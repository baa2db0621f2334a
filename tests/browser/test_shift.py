"""A whole shift from the browser: five tables, their floats, what goes wrong, and the day's report.

Every figure on the report is held to the record's own books.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.rulebooks import Role
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server

GAMES = {
    "shift-star": "star-blackjack",
    "shift-challenge": "blackjack-challenge",
    "shift-perth": "perth-blackjack",
    "shift-canberra": "canberra-blackjack",
    "shift-stud": "caribbean-stud",
}
OPENER = {100_00: 10, 25_00: 40}
"""$2,000."""


class Cashier:
    """Somebody who keeps the floats from the pages of the cage."""

    def __init__(self, person: Person) -> None:
        self.page: Page = person.page

    def records(
        self, table: str, deed: str, chips: dict[int, int] | None = None, **given: str
    ) -> None:
        """Fill in the form of a deed and send it; it is recorded, with a paper."""
        self.page.goto(f"/tables/{table}/cage?do={deed}")
        form = self.page.locator("#deed")
        for chip, count in (chips or {}).items():
            form.locator(f"input[name=chips-{chip}]").fill(str(count))
        for name, value in given.items():
            form.locator(f"input[name={name}]").fill(value)
        form.locator("input[name=brought]").fill("cashier-4")
        form.get_by_role("button").click()
        expect(self.page.locator(".cage-done")).to_contain_text("Recorded")

    def counts(self, table: str, deed: str, *, short: int = 0) -> None:
        """Count what the page says is in the rack, less what is missing, in the fewest chips."""
        self.page.goto(f"/tables/{table}/cage?do={deed}")
        shown = self.page.locator(".facts-strip dd").first.inner_text()
        left = round(float(shown.strip().lstrip("$").replace(",", "")) * 100) - short
        chips = {}
        for chip in (1_000_00, 100_00, 25_00, 5_00, 1_00, 50):
            chips[chip], left = divmod(left, chip)
        assert not left, shown
        self.records(table, deed, chips)

    def empties_the_box(self, table: str) -> None:
        """Collect the drop box, and count in it what the books say."""
        self.page.goto(f"/tables/{table}/cage")
        shown = self.page.locator(".facts-strip dd:not(.note)").last.inner_text()
        self.records(table, "collect-drop", box="A1")
        self.records(table, "count-drop", amount=shown.strip().lstrip("$").replace(",", ""))


def opens(page: Page, name: str, game: str) -> None:
    """Open a live table by the form."""
    page.goto(f"/tables/new?game={game}")
    page.locator("main input[name=name]").fill(name)
    page.locator("main [name=mode]").select_option("live")
    cards = page.locator("main [name=player_cards]")
    if cards.count():
        cards.select_option("no")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("main.table-page, main[data-table]")).to_be_visible()


def makes_ready(console: Dealer) -> None:
    """Shuffle, cut, load, burn: until wagers are taken; at stud the dealer cuts."""
    console.looks_up()
    for _ in range(8):
        console.person.is_up_to_date()
        words = console.page.locator(".prompt h2").inner_text()
        if words.startswith("Wagers"):
            return
        by_player = words.startswith("Cut") and "by the dealer" not in words
        console.press("c" if by_player else "Enter")
    raise AssertionError(words)


def starts(console: Dealer, *cards: str) -> None:
    """Take the wager of $25 on box 1, and deal the first cards."""
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    console.cards(*cards)


def plays_star(console: Dealer) -> None:
    """A card came out that was not due: it becomes the dealer's, who busts; bob wins $25."""
    starts(console, "9s", "6c", "9h")
    console.reports("A card came out that was not due", card="KS")
    console.records_it()
    console.press("s")
    console.is_prompted("lies ready")
    console.cards("ks", "9d")


def plays_challenge(console: Dealer) -> None:
    """A card was typed wrongly and taken back; bob's 18 beats 17."""
    starts(console, "9s", "6c")
    console.reports("I typed the last card wrongly")
    console.records_it()
    console.cards("7c", "9h")
    console.press("s")
    console.cards("td")


def plays_perth(console: Dealer) -> None:
    """A card came out that was not due: it makes the dealer's 19; bob's 18 loses."""
    starts(console, "9s", "9c", "9h")
    console.reports("A card came out that was not due", card="KS")
    console.records_it()
    console.press("s")
    console.cards("ks")


def plays_canberra(console: Dealer) -> None:
    """A card was typed wrongly and taken back; bob's 18 loses to 20."""
    starts(console, "9s", "6c")
    console.reports("I typed the last card wrongly")
    console.records_it()
    console.cards("tc", "9h")
    console.press("s")
    console.cards("td")


def plays_stud(console: Dealer) -> None:
    """A card was typed wrongly and put right; bob folds and loses the ante."""
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    faces_down(console)
    console.cards("kc")
    console.reports("I typed a card wrongly", wrong="KC", right="QC")
    console.records_it()
    faces_down(console)
    console.is_prompted("decides")
    console.press("f")
    for card in ("2s", "3d", "5h", "9c", "7s", "8d", "4h", "6s", "Td"):
        console.person.is_up_to_date()
        if console.page.locator("#card-entry").count() == 0:
            return
        console.cards(card.lower())


def faces_down(console: Dealer) -> None:
    """Deal the cards that come face down, unread."""
    for _ in range(9):
        console.person.is_up_to_date()
        if "face down" not in console.page.locator(".prompt h2").inner_text():
            return
        console.press("?")


PLAYS: dict[str, Callable[[Dealer], None]] = {
    "shift-star": plays_star,
    "shift-challenge": plays_challenge,
    "shift-perth": plays_perth,
    "shift-canberra": plays_canberra,
    "shift-stud": plays_stud,
}


def disputes_and_decides(player: Person, supervisor: Page) -> None:
    """The player raises a dispute on the own screen; it is decided from the pit."""
    player.page.get_by_role("button", name="Dispute").click()
    player.page.get_by_label("In dispute").fill("the king that came out")
    player.clicks("Raise it")
    supervisor.goto("/pit?show=needs")
    need = supervisor.locator(".need", has_text="disputes something")
    expect(need).to_contain_text("the king that came out")
    need.locator("summary", has_text="Decide").click()
    need.get_by_label("What is decided").fill("it was the dealer's")
    need.get_by_role("button", name="What follows?").click()
    need.get_by_role("button", name="Record it").click()
    expect(supervisor.locator(".need.first")).to_have_count(0)
    own = player.page.get_by_role("list", name="Your disputes").get_by_role("listitem")
    expect(own).to_contain_text("Decided: it was the dealer's.")


def raises_the_limits(console: Dealer) -> None:
    """A sign announces other limits; they come into force at its time."""
    sign = {"minimum": "25", "maximum": "2500", "from when": "2030-01-01T20:00"}
    console.reports("Announce other limits", **sign)
    console.records_it()
    console.page.goto("/pit")
    row = console.page.locator(".pit-tables tr", has_text="Shift perth")
    expect(row).to_contain_text("Minimum $5 to $25")


def takes_a_seat(player: Person, console: Dealer) -> None:
    """The player sits down on the own screen; the dealer changes $200 for chips."""
    player.goes_to("shift-star").sits(1)
    console.page.reload()
    console.reports("A player buys chips", player="bob", amount="200")
    console.records_it()


def buys_and_cashes_out(console: Dealer) -> None:
    """Somebody comes with $300, and leaves with all of it in chips."""
    console.reports("A player buys chips", player="cat", amount="300")
    console.records_it()
    console.reports("A player cashes out", player="cat")
    console.records_it()


@pytest.mark.slow
def test_a_shift_is_run_from_the_browser_and_its_report_equals_the_books(
    own_server: Server, person: Callable[..., Person]
) -> None:
    server = own_server
    manager = person(server).signs_in("the-gaming-manager")
    supervisor = person(server).signs_in("the-supervisor")
    cashier = Cashier(supervisor)
    player = person(server).signs_up("bob")
    for number, (table, game) in enumerate(GAMES.items()):
        opens(manager.page, table, game)
        cashier.records(table, "open-float", OPENER)
        name = f"dealer-{number}"
        server.staff(name, Role.DEALER)
        console = Dealer(person(server).signs_in(name), table)
        console.reports("Another dealer takes over", dealer=name)
        console.records_it()
        if table == "shift-star":
            takes_a_seat(player, console)
        else:
            console.seats("bob", 1)
        makes_ready(console)
        PLAYS[table](console)
        cashier.records(table, "fill-float", {25_00: 20})
    disputes_and_decides(player, supervisor.page)
    raises_the_limits(Dealer(manager, "shift-perth"))
    buys_and_cashes_out(Dealer(person(server).signs_in("dealer-3"), "shift-canberra"))
    cashier.records("shift-canberra", "credit-float", {100_00: 2})
    closing = Dealer(manager, "shift-challenge")
    closing.reports("A player cashes out", player="bob")
    closing.records_it()
    closing.reports("Close the table")
    closing.records_it()
    cashier.page.goto("/cage")
    expect(cashier.page.locator(".cage-due")).to_contain_text("closed, but the float")
    cashier.counts("shift-star", "count-float", short=5_00)
    for table in GAMES:
        cashier.counts(table, "close-float")
        cashier.empties_the_box(table)
    cashier.page.goto("/tables/shift-star/cage/papers/3")
    expect(cashier.page.locator(".cage-paper")).to_contain_text("By the books")
    expect(cashier.page.locator(".paper-signs")).to_contain_text("Checked by the-supervisor")
    log = server.do(server.service.read(lambda store: list(store.read_stream("cage/shift-star"))))
    assert "the-supervisor" not in str(log), "the log has ids, and no names"
    report_equals_books(cashier.page, server)


def report_equals_books(page: Page, server: Server) -> None:
    """Hold the page and the API to the balances that the store keeps."""
    report: Any = page.request.get("/api/cage/report").json()
    books = server.do(server.service.read(lambda store: store.balances()))
    day = date.fromisoformat(report["day"])

    def moved(stream: str, account: str) -> int:
        return books.get((stream, day, account), 0)

    rows = {row["table"]: row for row in report["tables"]}
    assert rows.keys() == GAMES.keys()
    for name, row in rows.items():
        table, cage = f"table/{name}", f"cage/{name}"
        assert row["drop"] == moved(table, "cash") > 0
        assert row["win"] == moved(table, "cash") + moved(table, "float")
        assert row["variance"] == -moved(cage, "variance")
        assert row["opener"] + row["fills"] - row["credits"] - row["closer"] == -moved(
            cage, "cage-chips"
        )
        assert row["counted-drop"] == moved(cage, "cage-cash") == row["drop"]
        # The rack is empty, and so is the box: the books of table and cage come to nothing.
        assert moved(table, "float") + moved(cage, "float") == 0
        assert moved(table, "cash") + moved(cage, "cash") == 0
        assert row["rounds"] == 1
    wins = {name: row["win"] for name, row in rows.items()}
    assert wins == {
        "shift-star": -25_00,
        "shift-challenge": -25_00,
        "shift-perth": 25_00,
        "shift-canberra": 25_00,
        "shift-stud": 25_00,
    }
    assert report["variance"] == -5_00
    assert {one["game"] for one in report["games"]} == set(GAMES.values())
    assert sum(one["win"] for one in report["dealers"]) == report["win"] == 25_00
    page.goto("/cage")
    foot = page.locator(".cage-sum")
    expect(foot).to_contain_text("+$25")
    expect(page.locator(".facts-strip")).to_contain_text("+$25")
