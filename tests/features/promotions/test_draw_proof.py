"""The proof of a draw: each value changed alone is refused, by the program and by the page."""

import json
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from croupier.features.promotions import draw_verifier
from croupier.features.promotions.lots import draw_commitment, draw_numbers, draw_proof
from croupier.features.promotions.rules import Promotion, Terms
from croupier.features.promotions.rules.draws import DrawWinners, EnterPromotion
from croupier.features.promotions.rules.publication import PublishTerms, StartPromotion, SubmitTerms
from croupier.features.promotions.rules.state import DrawProof, Ticket
from croupier.features.promotions.rules.terms import Prize
from croupier.messages import Refused
from croupier.record.envelopes import Cause
from croupier.record.journal import StreamWrite
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import PrizeKind
from tests.features.tournaments.test_lots import alter, verify
from tests.support.promotions import DRAW, STARTS, Desk

SCRIPT = str(files("croupier.web.pages") / "static" / "scripts" / "draw.js")
RUNNER = Path(__file__).with_name("draw.js")
DENO = Path(sys.executable).with_name("deno")
STREAM, SEED, WORD = "promotion/june", bytes(range(32)), "ein Wort: tea"
Proof = dict[str, Any]
Given = dict[str, Any]


def proof_of(entries: int, prizes: int, among: tuple[int, ...] = (), word: str = WORD) -> Proof:
    """A proof as the server sends it."""
    numbers = among or tuple(range(1, entries + 1))
    drawn = draw_numbers(SEED, STREAM, entries, numbers, min(prizes, len(numbers)), word=word)
    promotion = Promotion(
        game="star-blackjack",
        revision="1",
        terms=Terms(prizes=(Prize(kind=PrizeKind.GOODS, value=100),) * prizes),
        commitment=draw_commitment(SEED, STREAM),
        tickets=(Ticket("ann", 0),) * entries,
        proof=DrawProof(SEED.hex(), word, among, drawn),
    )
    made = draw_proof(STREAM, promotion)
    assert made is not None
    return made


def in_python(
    folder: Path, capsys: pytest.CaptureFixture[str], proof: Proof, given: Given
) -> tuple[bool, str]:
    """Whether the program accepts a proof, and why not."""
    (folder / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    arguments = [str(folder / "proof.json"), "--commitment", given["commitment"]]
    arguments += [] if given["word"] is None else ["--word", given["word"]]
    code = draw_verifier.main(arguments)
    said = capsys.readouterr().out.splitlines()
    assert code in (0, 1)
    return code == 0, "" if code == 0 else said[0]


def in_browsers(questions: list[tuple[Proof, Given]]) -> list[dict[str, Any]]:
    """What the page answers, all in one process."""
    done = subprocess.run(
        [str(DENO), "run", "--quiet", "--no-remote", "--allow-read", str(RUNNER), SCRIPT],
        input="\n".join(json.dumps(one) for one in questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def changes(proof: Proof) -> dict[str, Proof]:
    """The proof with each value changed alone, left out, or one too many."""
    other = {
        "proof": "shoe",
        "stream": "promotion/july",
        "commitment": "0" * 64,
        "house-seed": "1" * 64,
        "word": "coffee",
        "entries": proof["entries"] + 1,
        "among": [1, 2],
        "prizes": proof["prizes"] + 1,
        "drawn": proof["drawn"][::-1],
    }
    assert other.keys() == proof.keys()
    changed = {name: {**proof, name: value} for name, value in other.items()}
    changed |= {f"no {name}": {k: v for k, v in proof.items() if k != name} for name in proof}
    return changed | {
        "more": {**proof, "note": "trust me"},
        "unordered": {**proof, "among": [2, 1]},
    }


def test_honest_proofs_hold_and_forged_ones_do_not_for_the_program_and_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = [
        proof_of(1, 1),
        proof_of(3, 5),
        proof_of(300, 3),
        proof_of(70_000, 2, word=""),
        proof_of(9, 2, (2, 5, 9)),
    ]
    base = proof_of(300, 3)
    right: Given = {"commitment": base["commitment"], "word": None}
    heard = {**right, "word": WORD}
    questions = [(one, right) for one in honest] + [(base, heard)]
    forged = [(one, right) for one in changes(base).values()]
    forged += [(base, {**right, "commitment": "f" * 64}), (base, {**right, "word": "coffee"})]
    found = in_browsers([*questions, *forged])
    for (proof, given), verdict in zip([*questions, *forged], found, strict=True):
        holds, why = in_python(tmp_path, capsys, proof, given)
        assert verdict["holds"] == holds, (proof, why, verdict)
    assert [one["holds"] for one in found] == [True] * len(questions) + [False] * len(forged)


def test_every_entry_wins_equally_often() -> None:
    """4,000 draws of one number in eight; 500 each, give or take five standard deviations."""
    seeds = (number.to_bytes(32, "big") for number in range(4_000))
    found = Counter(draw_numbers(one, STREAM, 8, range(1, 9), 1, word="")[0] for one in seeds)
    assert set(found) == set(range(1, 9))
    assert all(abs(times - 500) < 5 * 21 for times in found.values())


def test_what_is_no_file_of_a_proof_is_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "proof.json").write_text("tea", encoding="utf-8")
    assert draw_verifier.main([str(tmp_path / "proof.json"), "--commitment", "0"]) == 2
    assert "cannot be read" in capsys.readouterr().err


# -------------------------------------------------------------------- in a record, by audit verify


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record with a draw that follows from the seed committed to."""
    desk, by, players = Desk(), Role.GAMING_MANAGER, ("ann", "bob", "cat")
    (number,) = draw_numbers(SEED, STREAM, 3, (1, 2, 3), 1, word=WORD)
    winner = players[number - 1]
    proof = DrawProof(SEED.hex(), WORD, (), (number,))
    for command in (
        SubmitTerms(by=by, at=STARTS - timedelta(hours=48)),
        PublishTerms(by=by),
        StartPromotion(by=by, at=STARTS, commitment=draw_commitment(SEED, STREAM)),
        *(EnterPromotion(player, by=Role.PLAYER, at=STARTS) for player in players),
        DrawWinners(winners=(winner,), proof=proof, word=WORD, by=by, at=DRAW),
    ):
        answer = desk.do(command)
        assert not isinstance(answer, Refused), answer
    store = SqliteJournal(tmp_path / "june.db")
    cause = Cause("june", "gus", Role.GAMING_MANAGER, DRAW)
    store.append([StreamWrite(STREAM, 0, tuple(desk.events))], cause)
    store.close()
    return tmp_path / "june.db"


def test_a_record_whose_draw_holds_is_verified(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verify(record, capsys, code=0)


@pytest.mark.parametrize(
    ("old", "new", "tag", "said"),
    [
        (SEED.hex(), "0" * 64, "draw-revealed", "is not the one that it committed to"),
        ("ein Wort", "zwei Wort", "draw-revealed", "the numbers had to be"),
        ('"winners":["', '"winners":["x', "winners-drawn", "not those whose entries were drawn"),
        ('"event":"draw-revealed"', '"event":"draw-retold"', "draw-revealed", "cannot be checked"),
    ],
    ids=["the seed", "the word", "the winner", "the tag"],
)
def test_a_changed_draw_is_found_in_its_record(
    record: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, tag: str, said: str
) -> None:
    alter(record, old, new, tag)
    assert said in verify(record, capsys, code=1)
