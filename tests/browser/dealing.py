"""A dealer at the console of a live table, by keys alone."""

from tests.browser.people import Person


class Dealer:
    """Somebody who deals, and counts the keys."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.page, self.table = person, person.page, table
        self.keys = 0
        self.page.goto(f"/tables/{table}/console")

    def press(self, *keys: str) -> None:
        """Press keys one after the other, the last of which the table answers."""
        before = self.person.version
        for key in keys:
            self.page.keyboard.press(key)
        self.keys += len(keys)
        refused = self.page.locator(".prompt .refused")
        self.person.waits_for(lambda: self.person.version > before or refused.count() > 0)

    @property
    def prompt(self) -> str:
        return self.page.locator(".prompt h2").inner_text()

    @property
    def aloud(self) -> str:
        return " ".join(self.page.locator(".aloud").all_inner_texts())

    def cards(self, *cards: str) -> None:
        for card in cards:
            self.press(*card)

    def seats(self, player: str, box: int) -> None:
        """Seat somebody who has no browser."""
        form = self.page.locator("form[action$='/seat']")
        form.get_by_label("Player").fill(player)
        form.get_by_label("Box").fill(str(box))
        before = self.person.version
        form.get_by_role("button", name="Seat").click()
        self.person.waits_for(lambda: self.person.version > before)

    def makes_ready(self) -> None:
        """Shuffle, have the first player cut, load, burn: until wagers are taken."""
        self.page.locator("h1").click()
        for _ in range(8):
            if self.prompt.startswith("Wagers"):
                return
            self.press("c" if self.prompt.startswith("Cut") else "Enter")
        raise AssertionError(self.prompt)
