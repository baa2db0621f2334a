"""Tournaments in browsers: a director and players with their own, from conditions to prizes."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from croupier.rulebooks import Role
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server

MANAGER = "the-tournament-manager"
CONSOLE = "/tournaments/{}/director"
LONGEST_SECONDS = 90


def do_deed(who: Person, cup: str, deed: str, **fields: str) -> None:
    """Choose a deed, read what follows, and confirm it."""
    who.page.goto(f"{CONSOLE.format(cup)}?deed={deed}")
    panel = who.page.locator("#deed")
    for name, value in fields.items():
        field = panel.locator(f"[name={name}]")
        if value == "yes":
            field.check()
        else:
            field.select_option(value)
    panel.get_by_role("button", name="Show what follows").click()
    expect(who.page.locator("#deed .follows li").first).to_be_visible()
    who.page.get_by_role("button", name="Confirm").click()
    expect(who.page.locator("#deed")).to_have_count(0)


def plan(
    director: Person, cup: str, game: str = "star-blackjack", **conditions: str
) -> None:
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
    server.staff(MANAGER, Role.TOURNAMENT_MANAGER)
    operator, director = person().signs_in("the-gaming-manager"), person().signs_in(MANAGER)
    plan(operator, cup, sessions="final, 1, 1, 0", pass_cards="1", undisclosed_wagers="1")
    do_deed(operator, cup, "publish-conditions")
    names = server.service.read_model.names
    manager = next(key for key, name in names.items() if name == MANAGER)
    do_deed(operator, cup, "appoint-manager", person=manager)
    players = [person().signs_up() for _ in range(2)]
    for one in players:
        one.page.goto(f"/tournaments/{cup}")
        one.page.get_by_role("button", name="Enter for $100").click()
        expect(one.page.locator("#own")).to_contain_text("You have entered")
    do_deed(director, cup, "designate-table", table="1")
    do_deed(director, cup, "draw-seats")
    for one in players:
        one.page.get_by_role("button", name="Take your seat").click()
        expect(one.page.locator("#own")).to_contain_text("You are there")
    director.page.goto(CONSOLE.format(cup))
    expect(director.page.locator("table.dense")).to_contain_text("there")
    do_deed(director, cup, "start-session", notified="yes")
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
    do_deed(director, cup, "award-prizes")
    for one in players:
        one.page.goto(f"/tournaments/{cup}")
    won = [one.page.locator("#own").inner_text() for one in players]
    assert sum("You won $200" in words for words in won) == 1, won


@pytest.mark.slow
def test_one_person_plays_a_sit_and_go_against_software_while_the_wall_follows(
    person: Callable[..., Person], server: Server
) -> None:
    open_now = [
        name
        for name, one in server.service.read_model.tournaments.items()
        if one.phase.value == "entries" and one.conditions.sit_and_go
    ]
    name = open_now[-1]
    player, wall = person().signs_up(), person(viewport={"width": 1920, "height": 1080})
    wall.page.goto(f"/wall/{name}")
    player.page.goto("/")
    player.page.get_by_role("link", name="Enter for $50").click()
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
    do_deed(operator, cup, "publish-conditions")
    names = server.service.read_model.names
    manager = next(key for key, name in names.items() if name == MANAGER)
    do_deed(operator, cup, "appoint-manager", person=manager)


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
    server.staff(MANAGER, Role.TOURNAMENT_MANAGER)
    operator, director = person().signs_in("the-gaming-manager"), person().signs_in(MANAGER)
    plan(operator, cup, game="canberra-blackjack", sessions="final, 1, 1, 0")
    appoint(operator, server, cup)
    do_deed(operator, cup, "notify")
    players = [person().signs_up() for _ in range(2)]
    enter_all(players, cup)
    do_deed(director, cup, "staff-table", table="1", live="yes")
    do_deed(director, cup, "draw-seats")
    seat_all(players, cup)
    do_deed(director, cup, "start-session", notified="yes")
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
    do_deed(director, cup, "award-prizes")
    players[0].page.goto(f"/tournaments/{cup}")
    expect(players[0].page.locator("#own")).to_contain_text("You won $200")


def wagers(players: list[Person], table: str) -> None:
    """Lay the minimum, each in turn, at the felt."""
    for one in players:
        one.goes_to(table)
        one.is_asked(re.compile("Your wager"))
        one.clicks("Lay it")
