"""The verifier of the pages says of every proof what the one in Python says, in the same words."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import Device
from croupier.display.viewers import Onlooker
from croupier.features.fairness import verifier
from croupier.features.fairness.seeds import SecretOwner
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.features.fairness.committed_tables import CommittedTables
from tests.features.fairness.test_reveals import given_to, noted
from tests.features.fairness.test_verifier import ANN, BOB, PROOFS, Proof, changes

SCRIPT = str(files("croupier.web.pages") / "static" / "scripts" / "verifier.js")
RUNNER = Path(__file__).with_name("verify.js")
DENO = Path(sys.executable).with_name("deno")
SHOES = 40
Verdict = dict[str, Any]
Question = tuple[Any, dict[str, Any]]
"""A proof, and what its reader holds it to."""


def browser_verdicts(questions: list[Question]) -> list[Verdict]:
    """What the script answers, all in one process."""
    lines = [
        json.dumps([json.dumps(proof), {**given, "notes": json.dumps(given.get("notes"))}])
        for proof, given in questions
    ]
    done = subprocess.run(
        [str(DENO), "run", "--quiet", "--no-remote", "--allow-read", str(RUNNER), SCRIPT],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(questions)
    return found


def python_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str], question: Question
) -> tuple[bool, list[str]]:
    """What the verifier in Python answers: whether it holds, and its sentences."""
    proof, given = question
    (folder / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    (folder / "notes.json").write_text(json.dumps(given.get("notes")), encoding="utf-8")
    arguments = [str(folder / "proof.json")]
    if given.get("notes"):
        arguments += ["--notes", str(folder / "notes.json")]
    for name in ("commitment", "seed", "secret", "cut"):
        if name in given:
            arguments += [f"--{name}", str(given[name])]
    capsys.readouterr()
    code = verifier.main(arguments)
    said = capsys.readouterr().out.splitlines()
    assert code in (0, 1), "it can be read"
    return code == 0, [line for line in said if not line.startswith("cards ")]


def in_python_words(verdict: Verdict) -> tuple[bool, list[str]]:
    """A verdict of the script, as the verifier in Python would print it."""
    if not verdict["holds"]:
        return False, [f"it does not hold: {verdict['why']}"]
    last = "it holds: compare the cards with those that you saw"
    return True, [
        *(f"checked     {one}" for one in verdict["checked"]),
        *(f"not checked {one}" for one in verdict["unchecked"]),
        last if verdict["kind"] != "unused" else "it holds",
    ]


def assert_they_agree(
    questions: list[Question], folder: Path, capsys: pytest.CaptureFixture[str]
) -> list[Verdict]:
    found = browser_verdicts(questions)
    for question, verdict in zip(questions, found, strict=True):
        assert in_python_words(verdict) == python_verdict(folder, capsys, question)
    return found


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


def test_every_value_changed_alone_is_refused_with_the_same_sentence(
    honest: tuple[Proof, Proof], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, notes = honest
    forged = [(changed, {"notes": notes}) for _, _, changed in changes(proof)]
    found = assert_they_agree([(proof, {"notes": notes}), *forged], tmp_path, capsys)
    assert found[0]["holds"]
    assert not any(one["holds"] for one in found[1:])
    assert len(forged) > 15


def test_a_hash_that_differs_is_shown_beside_the_one_that_was_committed(
    honest: tuple[Proof, Proof],
) -> None:
    proof, notes = honest
    hashes = [name for name in ("house-seed", "root") if name in proof]
    other = {name: {**proof, name: "0" * 64} for name in hashes}
    unbound = {"commitment": proof["commitment"]} if proof["proof"] != "seen" else {"notes": notes}
    for name, one in zip(
        hashes, browser_verdicts([(other[n], unbound) for n in hashes]), strict=True
    ):
        assert not one["holds"]
        assert one["step"]
        assert {len(one["committed"]), len(one["computed"])} == {64}, name
        assert one["committed"] != one["computed"]


def test_what_a_reader_gives_is_held_to_alike(
    honest: tuple[Proof, Proof], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commitment, seed, secret, cut and notes, right and wrong."""
    proof, notes = honest
    right = proof["commitment"]
    given: list[dict[str, Any]] = [
        {"commitment": right},
        {"commitment": "0" * 64},
        {"commitment": right, "seed": "not mine"},
        {"notes": notes, "seed": "not mine"},
        {"notes": notes, "secret": "my luck"},
        {"notes": notes, "secret": "nobody's luck"},
        {"notes": notes, "cut": proof.get("cut", 0)},
        {"notes": notes, "cut": 7},
        {"notes": {**notes, "shoes": []}},
        {"notes": {**notes, "stream": "cards/2"}},
        {"notes": {**notes, "shoes": notes["shoes"] * 2}},
        {"notes": {**notes, "shoes": [{**one, "commitment": "0" * 64} for one in notes["shoes"]]}},
        {"notes": {**notes, "shoes": [{**one, "root": ""} for one in notes["shoes"]]}},
        {"notes": {**notes, "shoes": [{**one, "size": 1} for one in notes["shoes"]]}},
    ]
    given += [{"notes": notes, "seed": one["seed"]} for one in proof.get("seeds", [])]
    found = assert_they_agree([(proof, one) for one in given], tmp_path, capsys)
    assert {one["holds"] for one in found} == {True, False}


def shoes_of_many_tables(folder: Path) -> Iterator[Question]:
    """Shoes and devices of all sizes, with seeds and without, each with its notes."""
    contributors: tuple[list[SecretOwner], ...] = ([], [ANN], [ANN, BOB])
    for number in range(SHOES):
        journal = SqliteJournal(folder / f"{number}.db")
        tables = CommittedTables(journal, contributors=contributors[number % 3])
        decks = (6, 8)[number % 2]
        if number % 4 == 3:
            tables.open(device=Device.SHUFFLER)
            for _ in range(3):
                tables.blackjack_round()
            tables.cards.cards("1").desk.end()
        else:
            tables.open(decks=decks)
            tables.play_out()
        tables.publish(days=1)
        yield given_to(Onlooker(), journal, "star-blackjack"), {"notes": noted(journal)}
        journal.close()


def test_the_shoes_of_many_tables_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = list(shoes_of_many_tables(tmp_path))
    found = assert_they_agree(questions, tmp_path, capsys)
    assert all(one["holds"] for one in found)
    whole = {(one["cards"], one["size"]) for one in found if one["kind"] == "shoe"}
    assert whole == {(312, 312), (416, 416)}
    assert {one["kind"] for one in found} == {"shoe", "device"}


def test_every_proof_is_refused_by_the_commitment_alone_where_python_refuses_it(
    honest: tuple[Proof, Proof], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, _ = honest
    given = {"commitment": proof["commitment"]}
    forged = [(changed, given) for _, _, changed in islice(changes(proof), 0, None, 2)]
    assert_they_agree(forged, tmp_path, capsys)


def test_what_is_no_proof_is_said_so() -> None:
    nothing = browser_verdicts([([1, 2], {"commitment": "0" * 64}), (None, {"commitment": ""})])
    assert {one["why"] for one in nothing} == {"it is no proof that this program knows"}
    [unreadable] = browser_verdicts([({"proof": "unused"}, {"notes": [3]})])
    assert unreadable["holds"] is False
