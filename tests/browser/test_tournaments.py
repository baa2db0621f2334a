"""Tournaments in browsers: a director and players with their own, from conditions to prizes."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server

MANAGER = "the-tournament-manager"
CONSOLE = "/tournaments/{}/director"
LONGEST_SECONDS = 90


def do_action(who: Person, cup: str, action: str, **fields: str) -> None:
    """Choose an action, read what follows, and confirm it."""
    who.page.goto(f"{CONSOLE.format(cup)}?command={action}")
    panel = who.page.locator("#action")
    for name, value in fields.items():
        field = panel.locator(f"[name={name}]")
        if value == "yes":
            field.check()
        else:
            field.select_option(value)
    panel.get_by_role("button", name="Show what follows").click()
    expect(who.page.locator("#action .follows li").first).to_be_visible()
    who.page.get_by_role("button", name="Confirm").click()
    expect(who.page.locator("#action")).to_have_count(0)


def plan(director: Person, cup: str, game: str = "star-blackjack", **conditions: str) -> None:
    """Write the conditions in the form, see them checked, and plan the tournament."""
    page = director.page
    page.goto(f"/tournaments/new?game={game}&template=one-table")
    expect(page.locator("#check")).to_contain_text("may be published")
    for name, value in conditions.items():
        page.locator(f"main [name={name.replace('_', '-')}]").fill(value)
    page.locator("main [name=name]").fill(cup)
    page.get_by_role("button", name="Plan it").click()
    expect(page).to_have_url(re.compile(f"{cup}/director"))


def play_on(players: list[Person]) -> None:
    """Do what each player is asked for at the felt, if anything."""
    for one in players:
        bar = one.page.locator("form.turn-bar .calls")
        if not bar.count():
            continue
        for label in ("Lay it", "Stand", "No insurance", "No ", "Hit"):
            button = bar.get_by_role("button", name=label)
            if button.count():
                one.sees_it()
                button.first.click()
                one.page.wait_for_timeout(100)
                break


@pytest.mark.slow
def test_a_star_tournament_from_conditions_to_prizes(
    person: Callable[..., Person], server: Server
) -> None:
    """Both pass in the only round, so they are level: a play-off decides, then prizes."""
    cup = "browser-cup"
    operator, director = person().signs_in("the-gaming-manager"), person().signs_in(MANAGER)
    plan(operator, cup, sessions="final, 1, 1, 0", pass_cards="1", undisclosed_wagers="1")
    do_action(operator, cup, "publish-conditions")
    names = server.service.read_model.names
    manager = next(key for key, name in names.items() if name == MANAGER)
    do_action(operator, cup, "appoint-manager", person=manager)
    players = [person().signs_up() for _ in range(2)]
    for one in players:
        one.page.goto(f"/tournaments/{cup}")
        one.page.get_by_role("button", name="Enter for $100").click()
        expect(one.page.locator("#own")).to_contain_text("You have entered")
    do_action(director, cup, "designate-table", table="1")
    do_action(director, cup, "draw-seats")
    for one in players:
        one.page.get_by_role("button", name="Take your seat").click()
        expect(one.page.locator("#own")).to_contain_text("You are there")
    director.page.goto(CONSOLE.format(cup))
    expect(director.page.locator("table.dense")).to_contain_text("there")
    do_action(director, cup, "start-session", notified="yes")
    watching = person().goes_to(f"{cup}.1.1")
    for one in players:
        one.goes_to(f"{cup}.1.1")
    contest = server.service.table(f"{cup}.1.1").table.contest
    assert contest is not None
    boxes = {names[one.player]: one.box for one in contest.contestants}
    for one in sorted(players, key=lambda player: boxes[player.name]):
        one.is_asked(re.compile("Your wager"))
        one.clicks("Pass card")
    expect(watching.page.locator(".contest-note")).to_contain_text("level and play it off")
    expect(watching.page.locator(".contest-note a.clause")).to_contain_text("19.10.3")
    end = time.monotonic() + LONGEST_SECONDS
    model = server.service.read_model
    while model.tournaments[cup].phase.value != "finished":
        assert time.monotonic() < end, [one.page.locator("main").inner_text() for one in players]
        play_on(players)
    do_action(director, cup, "award-prizes")
    for one in players:
        one.page.goto(f"/tournaments/{cup}")
    won = [one.page.locator("#own").inner_text() for one in players]
    assert sum("You won $200" in words for words in won) == 1, won


@pytest.mark.slow
def test_one_person_plays_challenge_against_software_while_the_wall_follows(
    person: Callable[..., Person], server: Server
) -> None:
    """Its rulebook knows no sit-and-go: the house starts it when the last place is taken."""
    open_now = [
        name
        for name, one in server.service.read_model.tournaments.items()
        if one.phase.value == "entries" and name.startswith("challenge-sit-and-go")
    ]
    name = open_now[-1]
    player, wall = person().signs_up(), person(viewport={"width": 1920, "height": 1080})
    wall.page.goto(f"/wall/{name}")
    player.page.goto("/")
    player.page.locator(f"a[href='/tournaments/{name}']").first.click()
    player.page.get_by_role("button", name="Enter for $50").click()
    player.page.get_by_role("button", name="Play against software players").click()
    player.page.get_by_role("link", name="To the felt").click()
    expect(wall.page.locator(".now-round")).to_contain_text("of 10")
    end = time.monotonic() + LONGEST_SECONDS
    while server.service.read_model.tournaments[name].awards is None:
        assert time.monotonic() < end, player.page.locator("main").inner_text()
        play_on([player])
    expect(wall.page.locator(".now-round")).to_contain_text("over")
    expect(player.page.locator(".contest-note")).to_contain_text("Prizes:")


def appoint(operator: Person, server: Server, cup: str) -> None:
    """Publish the conditions, and have the tournament manager run it."""
    do_action(operator, cup, "publish-conditions")
    names = server.service.read_model.names
    manager = next(key for key, name in names.items() if name == MANAGER)
    do_action(operator, cup, "appoint-manager", person=manager)


def enter_all(players: list[Person], cup: str) -> None:
    for one in players:
        one.page.goto(f"/tournaments/{cup}")
        one.page.get_by_role("button", name="Enter for $100").click()
        expect(one.page.locator("#own")).to_contain_text("You have entered")


def seat_all(players: list[Person], cup: str) -> None:
    for one in players:
        one.page.goto(f"/tournaments/{cup}")
        one.page.get_by_role("button", name="Take your seat").click()
        expect(one.page.locator("#own")).to_contain_text("You are there")


@pytest.mark.slow
def test_a_canberra_tournament_is_dealt_by_a_person_and_a_round_is_declared_void(
    person: Callable[..., Person], server: Server
) -> None:
    cup = "live-cup"
    operator, director = person().signs_in("the-gaming-manager"), person().signs_in(MANAGER)
    plan(operator, cup, game="canberra-blackjack", sessions="final, 1, 1, 0")
    appoint(operator, server, cup)
    do_action(operator, cup, "notify")
    players = [person().signs_up() for _ in range(2)]
    enter_all(players, cup)
    do_action(director, cup, "staff-table", table="1", live="yes")
    do_action(director, cup, "draw-seats")
    seat_all(players, cup)
    do_action(director, cup, "start-session", notified="yes")
    table = f"{cup}.1.1"
    console = Dealer(person().signs_in("the-dealer"), table)
    console.makes_ready()
    names, contest = server.service.read_model.names, server.service.table(table).table.contest
    assert contest is not None
    boxes = {names[one.player]: one.box for one in contest.contestants}
    players.sort(key=lambda one: boxes[one.name])
    wagers(players, table)
    console.looks_up()
    console.press("d")
    console.cards("9s", "8h")
    supervisor = Dealer(person().signs_in("the-supervisor"), table)
    supervisor.reports("Declare the round void")
    supervisor.records_it()
    for one in players:
        expect(one.page.locator(".order")).to_contain_text("$1,000")
    wagers(players, table)
    console.looks_up()
    console.press("d")
    # Box 1 has 19, box 2 has 17, the dealer draws to 18: box 1 wins $10, box 2 loses them.
    console.cards("9s", "8h", "6d", "ts", "9c")
    console.press("s")
    players[1].clicks("Stand")
    console.cards("2c", "th")
    model = server.service.read_model
    director.waits_for(lambda: model.tournaments[cup].phase.value == "finished")
    do_action(director, cup, "award-prizes")
    players[0].page.goto(f"/tournaments/{cup}")
    expect(players[0].page.locator("#own")).to_contain_text("You won $200")


def wagers(players: list[Person], table: str) -> None:
    """Lay the minimum, each in turn, at the felt."""
    for one in players:
        one.goes_to(table)
        one.is_asked(re.compile("Your wager"))
        one.clicks("Lay it")


def people_at(players: list[Person], server: Server, table: str) -> list[Person]:
    """The players of a table, by their boxes."""
    names, contest = server.service.read_model.names, server.service.table(table).table.contest
    assert contest is not None
    boxes = {names[one.player]: one.box for one in contest.contestants}
    return sorted((one for one in players if one.name in boxes), key=lambda one: boxes[one.name])


def lays(who: Person, dollars: str) -> None:
    who.is_asked(re.compile("Your wager"))
    who.page.get_by_label("Your wager in dollars").fill(dollars)
    who.clicks("Lay it")


def finish(players: list[Person], is_over: Callable[[], bool]) -> None:
    """Play on until something is over."""
    end = time.monotonic() + LONGEST_SECONDS
    while not is_over():
        assert time.monotonic() < end, [one.page.locator("main").inner_text() for one in players]
        play_on(players)


def play_live_heat(players: list[Person], console: Dealer, watching: Person, cup: str) -> None:
    """Two rounds at a table that a person deals: a form, an elimination and a buy-back."""
    first, second = players
    table = console.table
    # The first wagers everything, and loses it to 18; the second's form of $100 wins with 19.
    lays(first.goes_to(table), "1000")
    second.goes_to(table)
    second.is_asked(re.compile("Your wager"))
    second.page.get_by_role("button", name="Form (1)").click()
    second.page.get_by_label("On the form, in dollars").fill("100")
    second.clicks("Hand in the form")
    expect(watching.page.locator(".order")).to_contain_text("form")
    assert "$100" not in watching.page.locator("main").inner_text().replace("$1,000", "")
    deal(console, players, "ts", "9h", "6d", "6s", "tc")
    expect(watching.page.locator(".order")).to_contain_text("$1,100")
    first.page.goto(f"/tournaments/{cup}")
    first.page.get_by_role("button", name="Buy back").click()
    expect(first.page.locator("#own")).to_contain_text("felt")
    for one in (second, first):
        lays(one.goes_to(table), "10")
    deal(console, players, "ts", "9h", "6d", "9s", "tc")


def deal(console: Dealer, players: list[Person], *cards: str) -> None:
    """Deal a round at the console: players stand, and the dealer draws to 18."""
    console.looks_up()
    console.press("d")
    console.cards(*cards)
    for one in players:
        one.clicks("Stand")
    console.cards("2c", "th")


@pytest.mark.slow
def test_a_star_tournament_with_heats_a_buy_back_a_form_a_tie_and_a_play_off(
    person: Callable[..., Person], server: Server
) -> None:
    """One heat is dealt by a person, the other by software; so is the final, which ends level."""
    cup = "great-cup"
    operator, director = person().signs_in("the-gaming-manager"), person().signs_in(MANAGER)
    terms = {"sessions": "heats, 2, 2, 1\nfinal, 1, 1, 0", "prizes": "60, 40", "maximum": "1000"}
    forms = {"pass_cards": "1", "undisclosed_wagers": "1"}
    plan(operator, cup, **terms, **forms, buy_backs="1", buy_back_until="2")
    appoint(operator, server, cup)
    players = [person().signs_up() for _ in range(4)]
    enter_all(players, cup)
    for table in ("1", "2"):
        do_action(director, cup, "designate-table", table=table)
    do_action(director, cup, "staff-table", table="1", live="yes")
    do_action(director, cup, "draw-seats")
    seat_all(players, cup)
    do_action(director, cup, "start-session", notified="yes")
    console = Dealer(person().signs_in("the-dealer"), f"{cup}.1.1")
    console.makes_ready()
    heat, watching = people_at(players, server, console.table), person().goes_to(console.table)
    play_live_heat(heat, console, watching, cup)
    others, model = people_at(players, server, f"{cup}.1.2"), server.service.read_model
    for one in others:
        one.goes_to(f"{cup}.1.2")
    finish(others, lambda: model.tournaments[cup].phase.value == "between")
    do_action(director, cup, "staff-table", table="1")
    do_action(director, cup, "draw-seats")
    finalists = [one for one in players if id_of(server, one) in model.tournaments[cup].field]
    assert heat[1] in finalists
    seat_all(finalists, cup)
    do_action(director, cup, "start-session", notified="yes")
    play_level_final(finalists, server, watching, cup)
    do_action(director, cup, "award-prizes")
    # Four fees of $100 and a buy-back of $50: 60 and 40 per cent of $450.
    assert sorted((model.tournaments[cup].awards or {}).values()) == [180_00, 270_00]
    for one in finalists:
        one.page.goto(f"/tournaments/{cup}")
        expect(one.page.locator("#own")).to_contain_text("You won")
    check_draws(watching, cup)


def play_level_final(finalists: list[Person], server: Server, watching: Person, cup: str) -> None:
    """Both pass in the only round, so they are level, and play it off."""
    final = f"{cup}.2.1"
    for one in people_at(finalists, server, final):
        one.goes_to(final)
        one.is_asked(re.compile("Your wager"))
        one.clicks("Pass card")
    watching.goes_to(final)
    expect(watching.page.locator(".contest-note")).to_contain_text("level and play it off")
    model = server.service.read_model
    finish(finalists, lambda: model.tournaments[cup].phase.value == "finished")


def id_of(server: Server, who: Person) -> str:
    return next(key for key, name in server.service.read_model.names.items() if name == who.name)


def check_draws(who: Person, cup: str) -> None:
    """Have the browser check both draws of the seats."""
    who.page.goto(f"/tournaments/{cup}/draws")
    for draw, seats in (("draw-1", 4), ("draw-2", 2)):
        who.page.get_by_role("button", name=f"Check {draw}").click()
        expect(who.page.locator(".verdict.holds .headline")).to_have_text(
            f"{seats} seats as committed"
        )
