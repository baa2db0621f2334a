"""What a viewer gets of a shoe: the cards that they saw, and all once the seed is published."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import Device
from croupier.display.viewers import Official, Onlooker, Patron, Viewer
from croupier.features.fairness import verifier
from croupier.features.fairness.audit import find_chance, load_shoes
from croupier.features.fairness.reveals import NotRevealedError, make_proof, shoe_note
from croupier.features.fairness.rules.shoes import Reveal
from croupier.features.fairness.seeds import SecretOwner
from croupier.games.table.rounds import CardDealt
from croupier.record.secrets.key_changes import replace_lost_key
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from tests.features.fairness.committed_tables import KEY, OTHER_KEY, CommittedTables

INSPECTOR = Official(Role.INSPECTOR)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    opened = SqliteJournal(tmp_path / "evening.db")
    yield opened
    opened.close()


def given_to(
    viewer: Viewer,
    journal: SqliteJournal,
    game: str,
    shoe: str = "shoe-1",
    *,
    with_key: bool = False,
) -> dict[str, Any]:
    secrets = SealedSecrets(journal, "cards/1", KEY) if with_key else None
    shoes = load_shoes(journal, "1")
    chance, mixed = find_chance(shoes.ledger[shoe], "cards/1", secrets)
    told = make_proof(
        law_of(game),
        journal.read_stream("table/1"),
        shoes,
        shoe,
        viewer,
        stream="cards/1",
        chance=chance,
        mixed=mixed,
    )
    return dict(json.loads(json.dumps(told)))


def noted(journal: SqliteJournal) -> dict[str, Any]:
    """What somebody could have written down before the first card of each shoe."""
    ledger = load_shoes(journal, "1").ledger
    return {"stream": "cards/1", "shoes": [shoe_note(one) for one in ledger.values()]}


def verdict(told: dict[str, Any], journal: SqliteJournal, folder: Path, *options: str) -> int:
    proof, notes = folder / "proof.json", folder / "notes.json"
    proof.write_text(json.dumps(told), encoding="utf-8")
    notes.write_text(json.dumps(noted(journal)), encoding="utf-8")
    return verifier.main([str(proof), "--notes", str(notes), *options])


def cards_at(journal: SqliteJournal, box: int) -> list[str]:
    told = (one.event for one in journal.read_stream("table/1"))
    return [str(one.card) for one in told if isinstance(one, CardDealt) and one.box == box]


def cards_in(told: dict[str, Any]) -> set[str]:
    return {one["card"] for one in told["cards"]}


def test_a_folded_hand_is_shown_to_its_player_and_the_inspector_alone(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    tables = CommittedTables(journal)
    tables.open("caribbean-stud", device=Device.SHOE)
    tables.stud_round(folding=("bob",))
    tables.cards.cards("1").desk.end()
    tables.publish()
    dealer, ann, bob = (set(cards_at(journal, box)) for box in (0, 1, 2))
    seen = {
        "ann": given_to(Patron("ann"), journal, "caribbean-stud"),
        "bob": given_to(Patron("bob"), journal, "caribbean-stud"),
        "anybody": given_to(Onlooker(), journal, "caribbean-stud"),
        "inspector": given_to(INSPECTOR, journal, "caribbean-stud"),
    }
    assert cards_in(seen["ann"]) == dealer | ann
    assert cards_in(seen["bob"]) == dealer | ann | bob
    assert cards_in(seen["anybody"]) == dealer | ann
    assert cards_in(seen["inspector"]) >= dealer | ann | bob
    for who, told in seen.items():
        assert verdict(told, journal, tmp_path) == 0
        assert ("house-seed" in told) == (who == "inspector")
    text = json.dumps(seen["ann"])
    hidden = [one["salt"] for one in seen["bob"]["cards"] if one["card"] in bob - ann - dealer]
    assert len(hidden) == 5
    assert not any(salt in text for salt in hidden)
    assert seen["inspector"]["house-seed"] not in text


def test_where_all_fold_an_onlooker_sees_the_dealers_hand_alone(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open("caribbean-stud", device=Device.SHOE)
    tables.stud_round(folding=("ann", "bob"))
    tables.cards.cards("1").desk.end()
    told = given_to(Onlooker(), journal, "caribbean-stud")
    assert cards_in(told) == set(cards_at(journal, 0)), "it was turned"


@pytest.mark.parametrize("device", Device)
def test_after_the_gaming_day_everybody_checks_every_card_of_caribbean_stud(
    journal: SqliteJournal, tmp_path: Path, device: Device
) -> None:
    tables = CommittedTables(journal, contributors=[SecretOwner("ann", "my luck")])
    tables.open("caribbean-stud", device=device)
    tables.stud_round(folding=("bob",))
    tables.cards.cards("1").desk.end()
    tables.publish(days=1)
    told = given_to(Onlooker(), journal, "caribbean-stud")
    assert told == given_to(INSPECTOR, journal, "caribbean-stud")
    cards = {one["card"] for one in told.get("cards") or told["draws"]}
    assert cards >= {one for box in (0, 1, 2) for one in cards_at(journal, box)}
    assert verdict(told, journal, tmp_path, "--secret", "my luck") == 0
    assert verdict(told, journal, tmp_path, "--secret", "another's") == 1


def test_a_burned_card_is_known_when_its_shoe_is_over(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    tables = CommittedTables(journal, contributors=[SecretOwner("ann", "my luck")])
    tables.open(decks=6)
    tables.blackjack_round()
    early = given_to(Patron("ann"), journal, "star-blackjack", with_key=True)
    assert (early["proof"], "house-seed" in early) == ("seen", False)
    assert verdict(early, journal, tmp_path) == 0
    assert verdict(early, journal, tmp_path, "--secret", "my luck") == 1, "it proves no seed"
    tables.play_out()
    tables.publish()
    told = given_to(Patron("ann"), journal, "star-blackjack")
    assert told == given_to(Onlooker(), journal, "star-blackjack")
    assert 1 not in {one["number"] for one in told["cards"]}, "the first card was burned"
    assert (told["proof"], len(told["cards"]) > 200) == ("shoe", True)
    assert verdict(told, journal, tmp_path, "--secret", "my luck") == 0
    assert verdict(told, journal, tmp_path, "--secret", "another's") == 1
    commitment = told["commitment"]
    proof = str(tmp_path / "proof.json")
    assert verifier.main([proof, "--commitment", commitment]) == 0
    assert verifier.main([proof, "--commitment", "0" * 64]) == 1


def test_with_the_key_a_player_checks_while_the_shoe_is_in_play(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.cards.cards("1").desk.invite()
    with pytest.raises(NotRevealedError, match="no card follows"):
        given_to(Patron("ann"), journal, "star-blackjack", with_key=True)
    tables.blackjack_round()
    told = given_to(Patron("ann"), journal, "star-blackjack", with_key=True)
    assert verdict(told, journal, tmp_path) == 0
    assert "house-seed" not in told
    dealt = len(cards_at(journal, 0)) + len(cards_at(journal, 1))
    assert len(told["cards"]) == dealt
    with pytest.raises(NotRevealedError, match="takes the house's key"):
        given_to(Patron("ann"), journal, "star-blackjack")
    with pytest.raises(NotRevealedError, match="its seed is not revealed"):
        given_to(INSPECTOR, journal, "star-blackjack", with_key=True)


@pytest.mark.parametrize("game", ["star-blackjack", "caribbean-stud"])
def test_of_a_device_nothing_can_be_checked_before_its_seed_is_published(
    journal: SqliteJournal, tmp_path: Path, game: str
) -> None:
    tables = CommittedTables(journal)
    tables.open(game, device=Device.SHUFFLER)
    for _ in range(2):
        tables.stud_round() if game.endswith("stud") else tables.blackjack_round()
    tables.cards.cards("1").desk.end()
    tables.publish()
    players: list[Viewer] = [Onlooker(), Patron("ann")]
    for viewer in players:
        with pytest.raises(NotRevealedError, match="gaming day has ended"):
            given_to(viewer, journal, game)
    tables.publish(days=1)
    for viewer in [*players, INSPECTOR]:
        assert verdict(given_to(viewer, journal, game), journal, tmp_path) == 0


def test_a_house_that_publishes_nothing_says_so(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal, reveal=Reveal.NEVER)
    tables.open(device=Device.SHUFFLER)
    tables.blackjack_round()
    tables.cards.cards("1").desk.end()
    tables.publish(days=2)
    with pytest.raises(NotRevealedError, match="never: cards that you did not see cannot be"):
        given_to(Patron("ann"), journal, "star-blackjack")
    assert given_to(INSPECTOR, journal, "star-blackjack")["proof"] == "device"


def test_an_abandoned_shoe_is_shown_when_its_cards_are_gone(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    """What was left of it is dealt on, in another order: which cards those are, it would tell."""
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    replace_lost_key(journal, OTHER_KEY, KEY)
    tables = CommittedTables(journal, OTHER_KEY)
    tables.publish()
    assert "house-seed" not in given_to(Onlooker(), journal, "star-blackjack")
    tables.blackjack_round()
    tables.publish()
    assert "house-seed" not in given_to(Onlooker(), journal, "star-blackjack")
    tables.play_out(shoes=4)
    tables.publish()
    for shoe, kind in (("shoe-1", "shoe"), ("shoe-2", "unused"), ("shoe-3", "shoe")):
        told = given_to(Onlooker(), journal, "star-blackjack", shoe)
        assert told["proof"] == kind
        assert verdict(told, journal, tmp_path) == 0
    assert given_to(Onlooker(), journal, "star-blackjack", "shoe-3")["after"] > 0


def test_of_a_shoe_whose_key_was_lost_nothing_is_known(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    replace_lost_key(journal, OTHER_KEY)
    with pytest.raises(NotRevealedError, match="its key was lost"):
        given_to(Patron("ann"), journal, "star-blackjack")
