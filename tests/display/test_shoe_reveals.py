"""What a viewer gets of a shoe: the cards that they saw, and what opens them; nothing else."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import Device
from croupier.display.shoe_reveals import NotRevealedError, reveal
from croupier.display.viewers import Official, Onlooker, Patron, Viewer
from croupier.play.seed_desk import SecretOwner
from croupier.play.shoe_audit import known_chance, shoes_of
from croupier.record import shoe_verifier
from croupier.record.key_changes import lose
from croupier.record.sealed_orders import SealedSecrets
from croupier.record.sqlite_journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from croupier.table.round_events import CardDealt
from tests.play.committed_tables import KEY, OTHER_KEY, CommittedTables

INSPECTOR = Official(Role.INSPECTOR)
MOST_LINES = 150
VERIFIER = Path(shoe_verifier.__file__)


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
    shoes = shoes_of(journal, "1")
    chance, mixed = known_chance(shoes.ledger[shoe], "cards/1", secrets)
    told = reveal(
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


def verdict(told: dict[str, Any], folder: Path, secret: str = "") -> int:
    file = folder / "reveal.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    return shoe_verifier.main([str(file), secret] if secret else [str(file)])


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
        assert verdict(told, tmp_path) == 0
        assert ("house-seed" in told) == (who == "inspector")
    text = json.dumps(seen["ann"])
    secret = seen["inspector"]
    hidden = [one["salt"] for one in secret["cards"] if one["card"] in bob]
    assert len(hidden) == 5
    assert not any(salt in text for salt in hidden)
    assert secret["house-seed"] not in text


def test_where_all_fold_an_onlooker_sees_the_dealers_hand_alone(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open("caribbean-stud", device=Device.SHOE)
    tables.stud_round(folding=("ann", "bob"))
    tables.cards.cards("1").desk.end()
    told = given_to(Onlooker(), journal, "caribbean-stud")
    assert cards_in(told) == set(cards_at(journal, 0)), "it was turned"


def test_a_burned_card_stays_hidden(journal: SqliteJournal, tmp_path: Path) -> None:
    tables = CommittedTables(journal, contributors=[SecretOwner("ann", "my luck")])
    tables.open(decks=6)
    tables.play_out()
    told = given_to(Patron("ann"), journal, "star-blackjack")
    whole = given_to(INSPECTOR, journal, "star-blackjack")
    assert 1 not in {one["number"] for one in told["cards"]}, "the first card was burned"
    assert len(told["cards"]) == len(whole["cards"]) > 200
    assert verdict(told, tmp_path, "my luck") == 0
    assert verdict(told, tmp_path, "another's") == 1
    assert verdict(whole, tmp_path) == 0


def test_with_the_key_a_player_checks_while_the_shoe_is_in_play(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    told = given_to(Patron("ann"), journal, "star-blackjack", with_key=True)
    assert verdict(told, tmp_path) == 0
    assert "house-seed" not in told
    dealt = len(cards_at(journal, 0)) + len(cards_at(journal, 1))
    assert len(told["cards"]) == dealt
    with pytest.raises(NotRevealedError, match="takes the house's key"):
        given_to(Patron("ann"), journal, "star-blackjack")
    with pytest.raises(NotRevealedError, match="its seed is not revealed"):
        given_to(INSPECTOR, journal, "star-blackjack", with_key=True)


@pytest.mark.parametrize("game", ["star-blackjack", "caribbean-stud"])
def test_an_epoch_is_shown_to_those_from_whom_nothing_in_it_was_hidden(
    journal: SqliteJournal, tmp_path: Path, game: str
) -> None:
    tables = CommittedTables(journal)
    tables.open(game, device=Device.SHUFFLER)
    stud = game.endswith("stud")
    for _ in range(2):
        tables.stud_round() if stud else tables.blackjack_round()
    tables.cards.cards("1").desk.end()
    for viewer in (Onlooker(), Patron("ann"), INSPECTOR):
        told = given_to(viewer, journal, game)
        assert verdict(told, tmp_path) == 0
        whole = viewer == INSPECTOR or not stud
        assert ("house-seed" in told) == whole
        assert bool(told.get("draws")) == whole


def test_an_abandoned_shoe_that_nobody_saw_a_card_of_is_shown_to_all(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    lose(journal, OTHER_KEY, KEY)
    unused = given_to(Onlooker(), journal, "star-blackjack", "shoe-2")
    assert unused["house-seed"]
    assert verdict(unused, tmp_path) == 0
    begun = given_to(Onlooker(), journal, "star-blackjack")
    assert "house-seed" not in begun
    assert verdict(begun, tmp_path) == 0


def test_of_a_shoe_whose_key_was_lost_nothing_is_known(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    lose(journal, OTHER_KEY)
    with pytest.raises(NotRevealedError, match="its key was lost"):
        given_to(Patron("ann"), journal, "star-blackjack")


def changes(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every value of a reveal changed, one at a time."""
    for field in ("stream", "shoe", "commitment", "root", "house-seed"):
        changed = json.loads(json.dumps(told))
        changed[field] = changed[field][:-1] + ("0" if changed[field][-1] != "0" else "1")
        yield field, changed
    for field in ("cut", "size", "after"):
        yield field, {**told, field: told[field] + 1}
    for field, value in (("seed", "x"), ("player", "x"), ("box", 9), ("promise", "00" * 32)):
        changed = json.loads(json.dumps(told))
        changed["seeds"][0][field] = value
        yield f"seeds {field}", changed
    for field, value in (("card", "XX"), ("salt", "00" * 16), ("number", 400), ("place", 0)):
        changed = json.loads(json.dumps(told))
        changed["cards"][7][field] = value
        yield f"cards {field}", changed
    changed = json.loads(json.dumps(told))
    changed["cards"][7]["path"][2] = "00" * 32
    yield "path", changed
    swapped = json.loads(json.dumps(told))
    swapped["mixed"][0] = "KS"
    yield "mixed", swapped


def test_the_verifier_finds_every_change_and_imports_nothing_of_croupier(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    tables = CommittedTables(journal, contributors=[SecretOwner("ann", "my luck")])
    tables.open(decks=6)
    tables.play_out()
    whole = given_to(INSPECTOR, journal, "star-blackjack")
    assert verdict(whole, tmp_path) == 0
    for what, changed in changes(whole):
        assert verdict(changed, tmp_path) == 1, what
    text = VERIFIER.read_text(encoding="utf-8")
    assert "import croupier" not in text
    assert "from croupier" not in text
    assert len(text.splitlines()) < MOST_LINES


def test_what_is_no_reveal_is_said_so(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("[1, 2]", encoding="utf-8")
    for arguments in ([], [str(tmp_path / "none.json")], [str(other)], [str(VERIFIER)]):
        assert shoe_verifier.main(arguments) == 2
