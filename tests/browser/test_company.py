"""Several people at once: shared boxes, insurance, a jackpot that others see."""

from collections.abc import Callable

from playwright.sync_api import expect

from croupier.table.choices import Mode
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server


def test_three_browsers_share_a_box_and_one_joins_the_double(
    person: Callable[..., Person], server: Server
) -> None:
    table = server.opens("shared")
    ann, bob, cat = (person().signs_up() for _ in range(3))
    ann.goes_to(table).sits(1)
    bob.goes_to(table).sits(2)
    cat.goes_to(table).sits(3)
    dealer = Dealer(person().signs_in("the-dealer"), table)
    dealer.makes_ready()
    ann.waits_for(lambda: ann.page.locator(".betting").count() == 1)
    ann.lays(1, "20")
    bob.waits_for(lambda: bob.page.locator(".betting").count() == 1)
    bob.lays(1, "10")
    cat.waits_for(lambda: cat.page.locator(".betting").count() == 1)
    cat.lays(1, "10")
    expect(cat.box(1)).to_contain_text(f"{ann.name} $20 + {bob.name} $10 + {cat.name} $10")
    dealer.page.locator("h1").click()
    dealer.press("d")
    dealer.cards("6s", "5c", "5d")
    expect(ann.page.locator(".asked h2")).to_have_text("Box 1: 11 against a five")
    expect(bob.page.locator(".turn-bar")).to_contain_text(f"{ann.name} decides")
    ann.presses("d")
    expect(bob.page.get_by_role("button", name="Double $10")).to_be_visible()
    bob.page.get_by_role("button", name="Double $10").click()
    expect(cat.page.get_by_role("button", name="No double")).to_be_visible()
    cat.page.get_by_role("button", name="No double").click()
    expect(dealer.page.locator(".prompt h2")).to_contain_text("Card to box 1")
    dealer.cards("ts", "9h", "8d")
    for one, net in ((ann, "+$20"), (bob, "+$10"), (cat, "+$10")):
        expect(one.page.locator(".lines li.mine").first).to_contain_text(net)
    assert ann.page.locator(".lines li.mine").count() == 2
    assert cat.page.locator(".lines li.mine").count() == 1


def test_insurance_and_even_money_are_a_question(
    person: Callable[..., Person], server: Server
) -> None:
    table = server.opens("insured")
    ann, bob = person().signs_up(), person().signs_up()
    ann.goes_to(table).sits(1)
    bob.goes_to(table).sits(2)
    dealer = Dealer(person().signs_in("the-dealer"), table)
    dealer.makes_ready()
    for box in "12":
        dealer.press("w", box, "2", "0", "Enter")
    dealer.press("d")
    dealer.cards("as", "9c", "ah", "kd", "9d")
    expect(ann.page.locator(".asked h2")).to_have_text("Insurance or even money?")
    expect(bob.page.locator(".asked h2")).to_have_text("Insurance?")
    ann.presses("e")
    field = bob.page.locator(".sum-field input[name=amount-y]")
    field.fill("5")
    bob.page.get_by_role("button", name="Insure for $10").click()
    expect(bob.page.locator(".insured use")).to_have_count(1)
    expect(bob.page.locator(".turn-bar.waiting")).to_be_visible()
    dealer.page.locator("h1").click()
    dealer.press("n")
    expect(ann.page.locator(".lines li.mine").first).to_contain_text("+$20")
    dealer.press("s")
    dealer.cards("kh")
    expect(bob.page.locator(".lines li.mine").first).to_be_visible()
    assert "+$10" in bob.page.locator(".lines").inner_text()


def test_a_jackpot_is_seen_to_grow_at_another_table_and_on_the_floor(
    person: Callable[..., Person],
) -> None:
    """Both demo tables of Caribbean Stud feed one pool."""
    player, watching, strolling = person().signs_up(), person(), person()
    watching.goes_to("caribbean-stud-2")
    strolling.page.goto("/")
    meters = [one.page.locator("[data-meter]").first for one in (watching, strolling)]
    before = [meter.inner_text() for meter in meters]
    player.goes_to("caribbean-stud-1")
    seat = player.page.locator(".box:has(.sit)").first
    box = int(seat.get_attribute("data-box") or 0)
    player.sits(box)
    player.lays(box, "5", "Ante")
    player.lays(box, "5", "Jackpot")
    player.presses("d")
    for meter, was in zip(meters, before, strict=True):
        expect(meter).not_to_have_text(was)


def test_an_automatic_table_counts_its_clock(person: Callable[..., Person], server: Server) -> None:
    server.opens(
        "hurried", mode=Mode.AUTOMATIC, wager_seconds=60, decision_seconds=60, card_milliseconds=10
    )
    player = person().signs_up()
    player.goes_to("hurried").sits(1)
    player.waits_for(lambda: player.page.locator(".betting").count() == 1)
    player.lays(1, "10")
    clock = player.page.locator(".clock b").first
    expect(clock).to_be_visible()
    assert 0 < int(clock.inner_text()) <= 60
