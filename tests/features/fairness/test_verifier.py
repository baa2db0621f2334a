"""The stand-alone verifier: each value of a proof, changed alone, is refused in one sentence."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cards import Device
from croupier.display.viewers import Onlooker, Patron
from croupier.features.fairness import verifier
from croupier.features.fairness.seeds import SecretOwner
from croupier.messages import Refused
from croupier.record.secrets.key_changes import replace_lost_key
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.features.fairness.committed_tables import KEY, OTHER_KEY, CommittedTables
from tests.features.fairness.test_publication import in_a_round
from tests.features.fairness.test_reveals import given_to, noted
from tests.record.days import say

VERIFIER = Path(verifier.__file__)
MOST_LINES = 400
ANN, BOB = SecretOwner("ann", "my luck", 1), SecretOwner("bob", "his luck", 2)
SEED = 29
"""Chance that repeats: a card told of the place beside its own may be there, and be no forgery."""
Proof = dict[str, Any]
Where = tuple[str | int, ...]


# Proofs of every kind ----------------------------------------------------------------------------


def shoe_in_play(journal: SqliteJournal) -> Proof:
    tables = CommittedTables(journal, chance=Random(SEED).randbytes, contributors=[ANN, BOB])
    tables.open(decks=6)
    tables.blackjack_round()
    return given_to(Patron("ann"), journal, "star-blackjack", with_key=True)


def shoe_over(journal: SqliteJournal) -> Proof:
    tables = CommittedTables(journal, chance=Random(SEED).randbytes, contributors=[ANN, BOB])
    tables.open(decks=6)
    tables.play_out()
    tables.publish()
    return given_to(Patron("ann"), journal, "star-blackjack")


def discards(journal: SqliteJournal) -> Proof:
    tables = CommittedTables(journal, chance=Random(SEED).randbytes, contributors=[ANN])
    tables.open(decks=6)
    in_a_round(tables)
    table = tables.house.tables["1"]
    while not table.table.shoe.empty:
        assert not isinstance(say(tables.house, "1", "faced-card"), Refused)
    while table.table.round is not None:
        if isinstance(say(tables.house, "1", "hit", box=1), Refused):
            say(tables.house, "1", "close-insurance")
    tables.blackjack_round()
    tables.publish()
    return given_to(Patron("ann"), journal, "star-blackjack", "shoe-2")


def rest_of_a_shoe(journal: SqliteJournal) -> Proof:
    tables = CommittedTables(journal, chance=Random(SEED).randbytes)
    tables.open(decks=6)
    tables.blackjack_round()
    replace_lost_key(journal, OTHER_KEY, KEY)
    tables = CommittedTables(journal, OTHER_KEY, Random(SEED + 1).randbytes)
    tables.play_out(shoes=4)
    tables.publish()
    return given_to(Onlooker(), journal, "star-blackjack", "shoe-3")


def unused(journal: SqliteJournal) -> Proof:
    tables = CommittedTables(journal, chance=Random(SEED).randbytes)
    tables.open(decks=6)
    desk = tables.cards.cards("1").desk
    desk.invite()
    desk.end()
    tables.publish()
    return given_to(Onlooker(), journal, "star-blackjack")


def stud_shoe(journal: SqliteJournal) -> Proof:
    return stud(journal, Device.SHOE)


def stud_device(journal: SqliteJournal) -> Proof:
    return stud(journal, Device.SHUFFLER)


def stud(journal: SqliteJournal, device: Device) -> Proof:
    tables = CommittedTables(journal, chance=Random(SEED).randbytes, contributors=[ANN, BOB])
    tables.open("caribbean-stud", device=device)
    for _ in range(3):
        tables.stud_round()
    tables.cards.cards("1").desk.end()
    tables.publish(days=1)
    return given_to(Onlooker(), journal, "caribbean-stud")


def blackjack_device(journal: SqliteJournal) -> Proof:
    tables = CommittedTables(journal, chance=Random(SEED).randbytes, contributors=[ANN, BOB])
    tables.open(device=Device.SHUFFLER)
    for _ in range(3):
        tables.blackjack_round()
    tables.cards.cards("1").desk.end()
    tables.publish(days=1)
    return given_to(Onlooker(), journal, "star-blackjack")


PROOFS: dict[str, Callable[[SqliteJournal], Proof]] = {
    "a shoe in play": shoe_in_play,
    "a shoe that is over": shoe_over,
    "discards that were mixed": discards,
    "the rest of a shoe": rest_of_a_shoe,
    "an unused seed": unused,
    "a shoe of Caribbean Stud": stud_shoe,
    "a device of Caribbean Stud": stud_device,
    "a device of blackjack": blackjack_device,
}


@pytest.fixture(scope="module", params=PROOFS)
def honest(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Proof, Proof]:
    """A proof of each kind, and the notes that were made before."""
    journal = SqliteJournal(tmp_path_factory.mktemp("proof") / "evening.db")
    proof = PROOFS[request.param](journal)
    notes = noted(journal)
    journal.close()
    return proof, notes


# Changes -----------------------------------------------------------------------------------------


def places(value: Any, where: Where = ()) -> Iterator[Where]:
    """Every place of a proof; of a long list, the first two, the middle and the last."""
    if where:
        yield where
    if isinstance(value, dict):
        for name, one in value.items():
            yield from places(one, (*where, name))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) // 2, len(value) - 1} & set(range(len(value)))):
            yield from places(value[index], (*where, index))


def others(value: Any) -> Iterator[Any]:
    """Other values than this one: near it, far from it, of other kinds, of none."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, value + 52, -value - 1, float(value), str(value))
        case str():
            yield from (value + "0", value[:-1], value.swapcase(), f" {value}", "", 0)
            yield ("1" if value[:1] == "0" else "0") + value[1:]
            yield value[:-1] + ("A" if value[-1:] != "A" else "K")
            yield "KS" if value != "KS" else "AC"
        case list():
            yield []
            yield value + value[-1:]
            yield value[:1] + value
            yield value[:-1]
            yield value[1:]
            yield value[::-1]
        case dict():
            yield {}
            yield {**value, "more": 1}
    yield None
    yield [value]


def changes(proof: Proof) -> Iterator[tuple[Where, Any, Proof]]:
    """The proof with one value changed, for every value and in every way."""
    for where in places(proof):
        *path, last = where
        holder = proof
        for step in path:
            holder = holder[step]  # type: ignore[index]
        value = holder[last]  # type: ignore[index]
        for other in others(value):
            if other == value and type(other) is type(value):
                continue
            changed = copy.deepcopy(proof)
            inside = changed
            for step in path:
                inside = inside[step]  # type: ignore[index]
            inside[last] = other  # type: ignore[index]
            yield where, other, changed
        changed = copy.deepcopy(proof)
        inside = changed
        for step in path:
            inside = inside[step]  # type: ignore[index]
        del inside[last]  # type: ignore[arg-type]
        yield where, "removed", changed


def written(folder: Path, proof: Any, notes: Any) -> list[str]:
    (folder / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    (folder / "notes.json").write_text(json.dumps(notes), encoding="utf-8")
    return [str(folder / "proof.json"), "--notes", str(folder / "notes.json")]


def test_each_value_changed_alone_is_refused(
    honest: tuple[Proof, Proof], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, notes = honest
    arguments = written(tmp_path, proof, notes)
    assert verifier.main(arguments) == 0, capsys.readouterr().out
    passed, tried = [], 0
    for where, other, changed in changes(proof):
        (tmp_path / "proof.json").write_text(json.dumps(changed), encoding="utf-8")
        capsys.readouterr()
        found = verifier.main(arguments)
        said = capsys.readouterr().out
        tried += 1
        if found != 1 or not said.startswith("it does not hold: ") or said.count("\n") != 1:
            passed.append((where, other, found, said))
    assert not passed, passed[:5]
    assert tried > 15


def test_each_value_is_held_to_the_notes_or_to_the_commitment(
    honest: tuple[Proof, Proof], tmp_path: Path
) -> None:
    """By the commitment alone a whole proof holds as well; one of cards seen proves nothing."""
    proof, notes = honest
    file, *_ = written(tmp_path, proof, notes)
    whole = proof["proof"] != "seen"
    assert (verifier.main([file, "--commitment", proof["commitment"]]) == 0) == whole
    assert verifier.main([file, "--commitment", "0" * 64]) == 1
    if whole:
        for _, _, changed in islice(changes(proof), 0, None, 7):
            Path(file).write_text(json.dumps(changed), encoding="utf-8")
            assert verifier.main([file, "--commitment", proof["commitment"]]) == 1


def test_a_commitment_that_nobody_wrote_down_is_refused(
    honest: tuple[Proof, Proof], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, notes = honest
    unknown = [
        {**notes, "shoes": []},
        {**notes, "stream": "cards/2"},
        {**notes, "shoes": [{**one, "commitment": "0" * 64} for one in notes["shoes"]]},
        {**notes, "shoes": notes["shoes"] * 2},
    ]
    for one in unknown:
        assert verifier.main(written(tmp_path, proof, one)) == 1
        assert "notes" in capsys.readouterr().out
    with pytest.raises(SystemExit) as refused:
        verifier.main(written(tmp_path, proof, notes)[:1])
    assert refused.value.code == 2


def test_it_runs_alone_and_says_what_it_checked_and_what_not(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    proof, notes = shoe_in_play(journal), noted(journal)
    journal.close()
    alone = [sys.executable, "-I", str(VERIFIER), *written(tmp_path, proof, notes)]
    done = subprocess.run(alone, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "checked     the commitment and the root are those in your notes" in done.stdout
    assert "not checked that the order follows from the seeds" in done.stdout
    text = VERIFIER.read_text(encoding="utf-8")
    assert "import croupier" not in text
    assert "from croupier" not in text
    assert len(text.splitlines()) <= MOST_LINES, "somebody is meant to read it"


def test_what_is_no_proof_is_said_so(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("[1, 2]", encoding="utf-8")
    bound = ["--commitment", "0" * 64]
    assert verifier.main([str(other), *bound]) == 1
    for path in (tmp_path / "none.json", VERIFIER):
        assert verifier.main([str(path), *bound]) == 2
