"""A player's proof: the own cards lay where the house had committed them to lie."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_access import faults
from tests.browser.test_rounds import bets, finished
from tests.features.fairness.test_reveals import noted
from tests.features.fairness.test_verifier import PROOFS


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


def test_a_shoe_in_play_is_checked_in_the_browser(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    table = server.alone("star-blackjack")
    bets(player, table)
    finished(player)
    page = player.page
    page.goto(f"/tables/{table}/proof")
    page.get_by_role("button", name="Check shoe-1").first.click()
    headline = page.locator(".verdict.holds .headline")
    expect(headline).to_contain_text("cards that you saw as committed")
    expect(page.locator(".verdict .steps .done").first).to_be_visible()
    expect(page.locator(".verdict .steps .open").first).to_contain_text("has not published")
    assert faults(page) == []


def checks_files(page: Page, folder: Path, kind: str, **changed: object) -> None:
    """Pick the files of a proof and of the notes for it, as somebody has saved them."""
    journal = SqliteJournal(folder / "evening.db")
    proof, notes = PROOFS[kind](journal), noted(journal)
    journal.close()
    (folder / "proof.json").write_text(json.dumps(proof | changed), encoding="utf-8")
    (folder / "notes.json").write_text(json.dumps(notes), encoding="utf-8")
    page.locator("summary", has_text="Check a proof that you saved").click()
    page.locator("input[name=proof]").set_input_files(folder / "proof.json")
    page.locator("input[name=notes]").set_input_files(folder / "notes.json")
    page.get_by_role("button", name="Check the file").click()


@pytest.fixture
def proof_page(person: Callable[..., Person], server: Server) -> Page:
    """The page of proofs, which loses its connection as soon as it is there."""
    visitor = person()
    table = server.alone("star-blackjack")
    bets(person().signs_up(), table)
    visitor.page.goto(f"/tables/{table}/proof", wait_until="networkidle")
    visitor.context.set_offline(True)
    return visitor.page


def test_a_saved_proof_is_checked_without_a_connection(proof_page: Page, tmp_path: Path) -> None:
    checks_files(proof_page, tmp_path, "a shoe that is over")
    expect(proof_page.locator(".verdict.holds .headline")).to_have_text(
        "312 of 312 cards as committed"
    )
    expect(proof_page.locator(".verdict .steps .done")).to_have_count(6)
    assert faults(proof_page) == []


def test_the_draws_of_a_device_are_checked_too(proof_page: Page, tmp_path: Path) -> None:
    checks_files(proof_page, tmp_path, "a device of blackjack")
    expect(proof_page.locator(".verdict.holds .headline")).to_contain_text("draws as committed")


def test_a_changed_file_fails_in_sight_with_the_step_and_both_hashes(
    proof_page: Page, tmp_path: Path
) -> None:
    checks_files(proof_page, tmp_path, "a shoe that is over", **{"house-seed": "0" * 64})
    verdict = proof_page.locator(".verdict.fails")
    expect(verdict.locator(".headline")).to_have_text("It does not hold: the house's seed")
    expect(verdict.locator(".failed")).to_contain_text("not the one that it committed to")
    hashes = verdict.locator(".hash").all_inner_texts()
    assert len({one.replace(" ", "") for one in hashes}) == 2
    assert all(len(one.replace(" ", "")) == 64 for one in hashes)
    assert faults(proof_page) == []


def test_what_is_no_proof_is_said_so(proof_page: Page, tmp_path: Path) -> None:
    (tmp_path / "proof.json").write_text("<html>", encoding="utf-8")
    proof_page.locator("summary", has_text="Check a proof that you saved").click()
    proof_page.get_by_role("button", name="Check the file").click()
    expect(proof_page.locator("#verdict .problem")).to_have_text("Pick the file of a proof first.")
    proof_page.locator("input[name=proof]").set_input_files(tmp_path / "proof.json")
    proof_page.get_by_role("button", name="Check the file").click()
    expect(proof_page.locator("#verdict .problem")).to_have_text("The file is not JSON.")


def test_a_house_that_changes_its_commitment_is_caught_by_the_browsers_own_notes(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    table = server.alone("star-blackjack")
    bets(player, table)
    finished(player)
    page = player.page
    page.goto(f"/tables/{table}/proof", wait_until="networkidle")
    page.evaluate(
        """(key) => localStorage.setItem(key, localStorage.getItem(key)
            .replace(/"commitment":"[0-9a-f]{64}"/, `"commitment":"${"ab".repeat(32)}"`))""",
        f"notes/cards/{table}",
    )
    page.get_by_role("button", name="Check shoe-1").first.click()
    expect(page.locator(".verdict.fails .failed")).to_contain_text("not the one in your notes")
    page.get_by_role("button", name="Forget this browser's notes").click()
    expect(page.locator("#verdict .problem")).to_contain_text("has forgotten")
