"""Practice tables: a coach tells what each choice is worth, there and nowhere else."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from croupier.maths.asked_tables import asked_table
from croupier.maths.best_play import HandChoices, hand_choices
from croupier.rulebooks import law_of
from croupier.table.choices import Choices, Mode
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server


def test_the_coach_knows_the_worth_of_each_choice(
    person: Callable[..., Person], server: Server
) -> None:
    table = server.opens("with-coach", practice=True)
    player = person().signs_up()
    player.context.set_default_timeout(25_000)
    player.goes_to(table).sits(1)
    dealer = Dealer(person().signs_in("the-dealer"), table)
    dealer.makes_ready()
    dealer.press("w", "1", "2", "5", "Enter")
    dealer.press("d")
    dealer.cards("8s", "9c", "3d")
    told = player.page.locator("[data-told]")
    expect(told).to_contain_text("11 against a nine", ignore_case=True, timeout=25_000)
    law = law_of("star-blackjack")
    exact = hand_choices(asked_table(law, Choices(mode=Mode.LIVE)), "8S 3D", "9C")
    assert isinstance(exact, HandChoices)
    rows = told.locator("tr").all_inner_texts()
    assert [re.split(r"\s+", row)[0].lower() for row in rows] == ["double", "hit"]
    assert f"{100 * exact.choices['hit']:+.2f}" in rows[1]
    cost = exact.choices["double"] - exact.choices["hit"]
    player.presses("h")
    expect(told).to_contain_text("1 decisions, 1 mistakes", timeout=25_000)
    expect(told).to_contain_text("hit instead of double")
    expect(told).to_contain_text(f"{100 * cost:.2f} %")


def test_no_other_table_has_a_coach(person: Callable[..., Person]) -> None:
    player = person().signs_up()
    player.goes_to("star-blackjack-1")
    assert player.page.locator("[data-coach]").count() == 0
    player.page.goto("/tables/star-blackjack-1/coach")
    expect(player.page.locator("main .problem")).to_contain_text("practice tables alone (clause 18.1)")
