"""Proofs of single events, checked without the log and without croupier."""

import ast
import json
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.record.integrity import proof_verifier
from croupier.record.integrity.checkpoints import Checkpoint, signed_text
from croupier.record.integrity.proofs import NoProofError, prove
from croupier.record.secrets.keys import (
    BadKeyError,
    master_key,
    new_master_key,
    public_key,
    public_text,
    signing_key,
)
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.days import play_day

MOST_LINES = 150
VERIFIER = Path(proof_verifier.__file__)
KEY = Ed25519PrivateKey.generate()


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> SqliteJournal:
    opened = SqliteJournal(tmp_path_factory.mktemp("day") / "day.db")
    play_day(opened, rounds=1)
    peaks = opened.peaks
    checkpoint = Checkpoint(peaks.size, peaks.head(), datetime.now(UTC), date(2026, 6, 1))
    opened.keep_checkpoint(peaks.size, signed_text(checkpoint, KEY))
    return opened


def test_the_verifier_is_short_and_imports_nothing_of_croupier() -> None:
    text = VERIFIER.read_text(encoding="utf-8")
    assert len(text.splitlines()) < MOST_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").partition(".")[0] != "croupier"
        if isinstance(node, ast.Import):
            assert all(not one.name.startswith("croupier") for one in node.names)


def test_every_event_is_proved_and_an_altered_proof_is_not(journal: SqliteJournal) -> None:
    for position in range(1, journal.peaks.size + 1):
        proof = prove(journal, position)
        assert proof_verifier.check(proof, KEY.public_key()) == ""
        other = prove(journal, position % journal.peaks.size + 1)
        for key in ("event", "position", "hashes"):
            assert proof_verifier.check({**proof, key: other[key]}, KEY.public_key())


def test_a_proof_is_checked_from_outside(journal: SqliteJournal, tmp_path: Path) -> None:
    proof, key = tmp_path / "proof.json", tmp_path / "house.pem"
    proof.write_text(json.dumps(prove(journal, 3)), encoding="utf-8")
    key.write_text(public_text(KEY), encoding="utf-8")

    def run() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(VERIFIER), str(proof), str(key)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    done = run()
    assert (done.returncode, json.loads(done.stdout)["position"]) == (0, 3)
    key.write_text(public_text(Ed25519PrivateKey.generate()), encoding="utf-8")
    assert (run().returncode, run().stderr) == (
        1,
        "the proof is not valid: the checkpoint was not signed with this key\n",
    )
    proof.write_text("{}", encoding="utf-8")
    assert run().returncode == 2


def test_what_no_checkpoint_covers_is_not_proved(journal: SqliteJournal, tmp_path: Path) -> None:
    with pytest.raises(NoProofError, match="is not covered"):
        prove(journal, journal.peaks.size + 1)
    empty = SqliteJournal(tmp_path / "empty.db")
    with pytest.raises(NoProofError, match="there is no checkpoint yet"):
        prove(empty, 1)
    empty.close()


def test_keys_lie_in_files_that_only_their_owner_reads(tmp_path: Path) -> None:
    signing, master = tmp_path / "signing.pem", tmp_path / "master.key"
    assert public_text(signing_key(signing)) == public_text(signing_key(signing))
    assert new_master_key(master).id == master_key(master).id
    for path in (signing, master):
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o640)
    with pytest.raises(BadKeyError, match="others can read the key"):
        signing_key(signing)
    with pytest.raises(BadKeyError, match="others can read the key"):
        master_key(master)
    short = tmp_path / "short.key"
    short.write_bytes(b"too short")
    short.chmod(0o600)
    with pytest.raises(BadKeyError, match="it has 9 bytes, not 32"):
        master_key(short)
    with pytest.raises(BadKeyError, match="holds no public key"):
        public_key(short)
    with pytest.raises(BadKeyError, match="cannot be read"):
        public_key(tmp_path / "none.pem")
