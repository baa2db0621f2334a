"""A dealer at the console of a live table, by keys alone."""

from playwright.sync_api import expect

from tests.browser.people import Person


class Dealer:
    """Somebody who deals, and counts the keys."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.page, self.table = person, person.page, table
        self.keys = 0
        self.page.goto(f"/tables/{table}/console")

    def press(self, *keys: str) -> None:
        """Press keys one after the other, the last of which the table answers."""
        with self.person.a_change():
            for key in keys:
                self.page.keyboard.press(key)
        self.keys += len(keys)

    def is_prompted(self, *parts: str) -> None:
        """The console says what is due, sooner or later, in words that have these parts."""
        for part in parts:
            expect(self.page.locator(".prompt h2")).to_contain_text(part)

    def cards(self, *cards: str) -> None:
        """Enter cards, each when the table asks for one."""
        for card in cards:
            expect(self.page.locator("#card-entry")).to_be_visible()
            self.press(*card)

    def seats(self, player: str, box: int) -> None:
        """Seat somebody who has no browser."""
        form = self.page.locator("form[action$='/seat']")
        with self.person.a_change():
            form.get_by_label("Player").fill(player)
            form.get_by_label("Box").fill(str(box))
            form.get_by_role("button", name="Seat").click()

    def looks_up(self) -> None:
        """Leave all fields, so that keys are the console's."""
        self.page.locator("h1").click()

    def makes_ready(self) -> None:
        """Shuffle, have the first player cut, load, burn: until wagers are taken."""
        self.looks_up()
        prompt = self.page.locator(".prompt h2")
        for _ in range(8):
            self.person.is_up_to_date()
            words = prompt.inner_text()
            if words.startswith("Wagers") or " wagers on box " in words:
                return
            self.press("c" if words.startswith("Cut") else "Enter")
        raise AssertionError(prompt.inner_text())

    def reports(self, action: str, **fields: str) -> None:
        """Pick what happened from the menu, and say what it asks; what follows is then shown."""
        self.page.get_by_role("link", name=action).click()
        expect(self.page.locator("#report h3")).to_have_text(action)
        self.tells(**fields)

    def tells(self, **fields: str) -> None:
        """Say what a report asks; what follows is then shown."""
        form = self.page.locator("#report")
        for label, value in fields.items():
            form.get_by_label(label.capitalize()).fill(value)
        form.get_by_role("button").first.click()
        expect(form.get_by_role("button", name="Record it")).to_be_visible()

    def records_it(self) -> None:
        """Confirm what was reported."""
        with self.person.a_change():
            self.page.locator("#report").get_by_role("button", name="Record it").click()
        self.looks_up()
