"""Ballots with proof, and what ``croupier audit verify`` finds of draws in a changed record."""

import sqlite3
from argparse import Namespace
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.features.fairness import seat_verifier
from croupier.features.fairness.rules.chance import CommittedChance
from croupier.features.fairness.seeds import CommittedHouse
from croupier.features.tournaments import files
from croupier.features.tournaments.files import stage_tournament
from croupier.features.tournaments.lots import LotDraw, lot_draws, lot_proof, seeds_drawn
from croupier.features.tournaments.rules.conditions import MOST_BOXES
from croupier.features.tournaments.rules.placings import TableFinished
from croupier.features.tournaments.rules.seats import DrawSeats, SeatsDrawn
from croupier.floor.card_sources import random_source
from croupier.record.secrets.keys import MasterKey
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from croupier.streams import TOURNAMENT
from tests.features.fairness.test_browser_verifier import browser_verdicts
from tests.support.scenario_files import SCENARIOS, own_scenarios

BALLOT = SCENARIOS / "canberra-blackjack/19-tournament-rounds/a-ballot-for-the-place.toml"


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record in which a ballot decides who advances, and the final is drawn twice at once."""
    path = tmp_path / "cup.db"
    store = SqliteJournal(path)
    monkeypatch.setattr(files, "MemoryJournal", lambda: store)
    (scenario,) = own_scenarios(BALLOT)
    stage = stage_tournament(scenario.data)
    house = CommittedHouse(store, MasterKey(bytes(32)), random_source(7))
    stage.house.floor.ballots = house.lots
    desk = house.lots(stage.house.name)
    desk.invite()
    for step in scenario.data["steps"]:
        stage.take(dict(step))
    for _ in range(2):
        drawn = stage.house.submit(DrawSeats(by=Role.TOURNAMENT_MANAGER))
        assert isinstance(drawn, tuple), drawn
    desk.publish(seeds_drawn(store, stage.house.name))
    store.close()
    return path


def draws_of(record: Path) -> tuple[str, tuple[LotDraw, ...]]:
    store = SqliteJournal(record, writing=False)
    (name,) = TOURNAMENT.names(store.streams())
    found = lot_draws(store, name)
    store.close()
    return name, found


def alter(record: Path, old: str, new: str, tag: str) -> None:
    """Change the bytes of the last event with a tag, as somebody at the file would."""
    db = sqlite3.connect(record)
    db.executescript("DROP TRIGGER IF EXISTS events_stay; DROP TRIGGER IF EXISTS events_are_kept;")
    found = db.execute(
        "SELECT position, CAST(body AS TEXT) FROM events WHERE CAST(body AS TEXT) LIKE ? "
        "ORDER BY position DESC LIMIT 1",
        (f'%"event":"{tag}"%',),
    ).fetchone()
    assert old in found[1], found
    changed = found[1].replace(old, new).encode()
    db.execute("UPDATE events SET body = ? WHERE position = ?", (changed, found[0]))
    db.commit()
    db.close()


def verify(record: Path, capsys: pytest.CaptureFixture[str], *, code: int) -> str:
    assert run(["audit", "verify", str(record)]) == code
    return capsys.readouterr().out


def test_a_ballot_follows_from_a_committed_seed(record: Path) -> None:
    name, (ballot, *_) = draws_of(record)
    proof = lot_proof(name, ballot)
    # By hand: the seed gives each box a lot, and the lowest of those who are tied advances.
    seed = bytes.fromhex(proof["house-seed"])
    lots = CommittedChance(seed, proof["stream"], proof["shoe"], ()).lots(MOST_BOXES + 1)
    right = sorted([("ann", 1), ("bob", 2)], key=lambda one: lots[one[1]])
    assert proof["ties"] == [[{"player": player, "box": box} for player, box in right]]
    done, left = seat_verifier.run_checks(
        proof, Namespace(notes=None, commitment=proof["commitment"])
    )
    assert done[-1] == "the order of 2 tied players follows from the seed"
    assert any(one.startswith("that these were tied") for one in left)


def test_a_false_ballot_is_refused_by_the_program_and_by_the_page_alike(record: Path) -> None:
    name, (ballot, *_) = draws_of(record)
    proof = lot_proof(name, ballot)
    made: dict[str, dict[str, Any]] = {"another seed": {**proof, "house-seed": "0" * 64}}
    made["the other way round"] = changed = deepcopy(proof)
    changed["ties"][0].reverse()
    made["one box twice"] = changed = deepcopy(proof)
    changed["ties"][0][0]["box"] = changed["ties"][0][1]["box"]
    made["no such box"] = changed = deepcopy(proof)
    changed["ties"][0][0]["box"] = proof["lots"]
    made["nobody"] = {**proof, "ties": []}
    made["too many lots"] = {**proof, "lots": 101}
    given = {"commitment": proof["commitment"]}
    verdicts = browser_verdicts([(proof, given), *((one, given) for one in made.values())])
    assert verdicts[0]["holds"], verdicts[0]
    for (what, wrong), verdict in zip(made.items(), verdicts[1:], strict=True):
        with pytest.raises(seat_verifier.UnprovenError) as refused:
            seat_verifier.run_checks(wrong, Namespace(notes=None, commitment=proof["commitment"]))
        assert (verdict["holds"], verdict["why"]) == (False, str(refused.value)), what


def test_draws_that_follow_at_once_have_seeds_of_their_own(record: Path) -> None:
    name, found = draws_of(record)
    store = SqliteJournal(record, writing=False)
    events = [one.event for one in store.read_stream(TOURNAMENT.stream(name))]
    store.close()
    named = [one.lots for one in events if isinstance(one, SeatsDrawn | TableFinished) and one.lots]
    assert named == ["draw-1", "draw-2", "draw-3"]
    assert [one.is_ballot for one in found] == [True, False, False, False]
    assert [bool(one.seed.published) for one in found] == [True, True, True, False]
    assert all(one.in_order for one in found), "each was committed to before it was drawn by"


def test_a_record_whose_draws_hold_is_verified(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verify(record, capsys, code=0)


CHANGES = {
    "the ballot": ('"ballots":[[', '"ballots":[["bob","ann"]],"was":[[', "table-finished"),
    "the place of a seed": ('"lots":"draw-1"', '"lots":"draw-9"', "table-finished"),
    "a seed used twice": ('"lots":"draw-3"', '"lots":"draw-2"', "seats-drawn"),
    "no draw at all": (
        '"drawn":true,"clause"',
        '"drawn":false,"clause"',
        "seats-drawn",
    ),
    "a seat": ('"box":1', '"box":2', "seats-drawn"),
    "the phase": ('"session":"final"', '"session":7', "seats-drawn"),
}
SENTENCES = {
    "the ballot": "had to come before",
    "the place of a seed": "nobody committed to draw-9",
    "a seed used twice": "follow from draw-2",
    "no draw at all": "draw-3 of tournament {name}: its seed is published, and the record has",
    "a seat": "had to have box 1 of table 1, not box 2 of table 1",
    "the phase": "cannot be checked",
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_draw_is_found(
    record: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    name, found = draws_of(record)
    old, new, tag = CHANGES[what]
    if what == "the ballot" and found[0].ballots[0][0].player == "bob":
        new = new.replace('"bob","ann"', '"ann","bob"')
    alter(record, old, new, tag)
    if what == "no draw at all":
        alter(record, '"lots":"draw-3"', '"lots":""', tag)
    said = verify(record, capsys, code=1)
    assert SENTENCES[what].format(name=name) in said, said
