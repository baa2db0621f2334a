"""A player's proof: the own cards lay where the house had committed them to lie."""

import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_rounds import bets, finished


def test_the_file_of_ones_own_cards_holds(
    person: Callable[..., Person], server: Server, tmp_path: Path
) -> None:
    player = person(accept_downloads=True).signs_up()
    table = server.alone("star-blackjack")
    bets(player, table)
    finished(player)
    player.page.get_by_role("link", name="Proof of your cards").click()
    expect(player.page.locator("code.hash").first).not_to_be_empty()
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="My cards").first.click()
    path, notes = tmp_path / "mine.json", tmp_path / "notes.json"
    download.value.save_as(path)
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="the commitments").click()
    download.value.save_as(notes)
    verifier = str(files("croupier.features.fairness") / "verifier.py")
    checked = subprocess.run(
        [sys.executable, verifier, str(path), "--notes", str(notes)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_seed_is_promised_by_its_hash_and_shown_afterwards(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    table = server.alone("star-blackjack")
    bets(player, table)
    finished(player)
    page = player.page
    page.goto(f"/tables/{table}/proof")
    with page.expect_request("**/seeds/promises") as promised:
        page.get_by_label("Any words or digits").fill("my own luck")
        page.get_by_role("button", name="Promise a seed").click()
    assert "luck" not in (promised.value.post_data or ""), "the house hears the hash alone"
    expect(page.get_by_label("The seed that you promised")).to_have_value("my own luck")
    page.get_by_role("button", name="Show my seed").click()
    expect(page.get_by_role("status").filter(has_text="my own luck")).to_be_visible()
