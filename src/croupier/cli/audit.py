"""``croupier audit``: look into a record, and hold it against what somebody else has kept of it."""

import csv
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter

from croupier.cli.audit_keys import keys
from croupier.cli.audit_rounds import Flag, opened, replay, rounds
from croupier.cli.audit_shoe import shoe
from croupier.cli.output import print_json, print_note, print_table
from croupier.errors import CroupierError
from croupier.money import in_dollars
from croupier.record.checkpoints import Checkpoint, signed
from croupier.record.envelopes import Envelope
from croupier.record.keys import public_key, public_text, signing_key
from croupier.record.proofs import prove as proof_of
from croupier.record.stores import day_setting
from croupier.record.verification import verify as look_at
from croupier.record.verification import wrong_balances

audit = App(name="audit", help="Check, replay and export what was recorded.")
audit.command(rounds)
audit.command(replay)
audit.command(shoe)
audit.command(keys)
FAILED = 1
NOTHING_WRONG = "nothing is wrong"


@audit.command
def verify(
    record: str,
    /,
    *,
    key: Path | None = None,
    checkpoint: Annotated[tuple[Path, ...], Parameter(negative=())] = (),
    leaves: Path | None = None,
    json: Flag = False,
) -> int:
    """Say whether a record is what was written, and where it is not.

    Every hash, every place and every checkpoint is looked at. Give the house's
    public key, and the checkpoints and leaf hashes that you have kept
    yourself: those in the record alone prove little. What was cut off after
    the last checkpoint that somebody holds cannot be seen.

    Examples:

        croupier audit verify evening.db

        croupier audit verify evening.db --key house.pem --checkpoint monday.txt

        croupier audit verify postgresql://floor.example/croupier --key house.pem

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    key
        The public key that checkpoints are signed with.
    checkpoint
        A checkpoint that was kept elsewhere; may be given several times.
    leaves
        Leaf hashes that were kept elsewhere, as checkpoint --leaves writes them.
    json
        Print the verdict for programs.
    """
    held = [read_file(one) for one in checkpoint]
    witness = [] if leaves is None else leaf_hashes(leaves)
    with opened(record) as store:
        verdict = look_at(
            store, None if key is None else public_key(key), held=held, witness=witness
        )
    if json:
        print_json(
            {**msgspec.structs.asdict(verdict), "head": verdict.head.hex(), "ok": verdict.ok}
        )
    else:
        print(f"{verdict.events} events, head {verdict.head.hex()}")
        print(f"checkpoints held against it: {verdict.checkpoints}")
        for finding in verdict.findings:
            print(f"WRONG: {finding.what}")
        if verdict.ok:
            print(NOTHING_WRONG)
    return 0 if verdict.ok else FAILED


def read_file(path: Path) -> bytes:
    """What a file holds."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CroupierError(f"{path} cannot be read: {error.strerror}") from None


def leaf_hashes(path: Path) -> list[bytes]:
    """The hashes in a file, one on each line."""
    try:
        return [bytes.fromhex(line) for line in read_file(path).decode("ascii").splitlines()]
    except ValueError:
        raise CroupierError(f"{path} is no list of hashes: one on each line, in hex") from None


@audit.command
def balance(record: str, /, *, json: Flag = False) -> int:
    """Compute all balances from the events, and compare them with those that were kept.

    Examples:

        croupier audit balance evening.db

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    json
        Print them for programs, in cents.
    """
    with opened(record) as store:
        kept, wrong = store.balances(), wrong_balances(store)
    rows = [
        {"stream": stream, "day": day.isoformat(), "account": account, "amount": amount}
        for (stream, day, account), amount in sorted(kept.items())
    ]
    if json:
        print_json({"ok": not wrong, "balances": rows, "wrong": wrong})
        return FAILED if wrong else 0
    print_table(
        "",
        ("table", "gaming day", "account", "balance"),
        [
            (
                str(row["stream"]),
                str(row["day"]),
                str(row["account"]),
                in_dollars(amount, sign=True),
            )
            for row, amount in zip(
                rows, (amount for _, amount in sorted(kept.items())), strict=True
            )
        ],
    )
    for finding in wrong:
        print(f"WRONG: {finding.what}")
    print(NOTHING_WRONG if not wrong else f"{len(wrong)} balances are wrong")
    return FAILED if wrong else 0


@audit.command
def checkpoint(
    record: str, /, *, key: Path, leaves: Path | None = None, public: Path | None = None
) -> int:
    """Sign how long the record is and what it comes to, for somebody to keep elsewhere.

    Examples:

        croupier audit checkpoint evening.db --key signing.pem > monday.txt

        croupier audit checkpoint evening.db --key signing.pem --public house.pem --leaves day.hex

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    key
        The signing key; a new one is made where there is no such file.
    leaves
        Write the hash of every event there too, so that a change can be pinned to its event.
    public
        Write the public key there, to be given to inspectors.
    """
    signing = signing_key(key)
    with opened(record, writing=True) as store:
        peaks = store.peaks
        now = datetime.now(UTC)
        told = Checkpoint(peaks.size, peaks.head(), now, day_setting(store).day_of(now))
        note = signed(told, signing)
        store.keep_checkpoint(peaks.size, note)
        if leaves is not None:
            hashes = (f"{leaf.leaf.hex()}\n" for leaf in store.leaves())
            save(leaves, "".join(hashes))
    if public is not None:
        save(public, public_text(signing))
    sys.stdout.write(note.decode("ascii"))
    return 0


def save(path: Path, text: str) -> None:
    """Write a file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CroupierError(f"{path} cannot be written: {error.strerror}") from None


@audit.command
def prove(record: str, event: int, /) -> int:
    """Write a proof that an event is in the record, for somebody who has neither.

    It is checked by proof_verifier.py of the package croupier.record, which
    imports nothing of croupier.

    Examples:

        croupier audit prove evening.db 17 > proof.json

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    event
        The event, by its place in the record.
    """
    with opened(record) as store:
        print_json(proof_of(store, event))
    return 0


@audit.command
def export(record: str, /, *, form: str = "jsonl") -> int:
    """Write all events to standard output: as JSON Lines, byte for byte as stored, or as CSV.

    Examples:

        croupier audit export evening.db > evening.jsonl

        croupier audit export evening.db --form csv > evening.csv

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    form
        jsonl or csv.
    """
    if form not in ("jsonl", "csv"):
        raise CroupierError(f"--form: there is no {form!r}; there are jsonl and csv")
    with opened(record) as store:
        if form == "jsonl":
            for leaf in store.leaves():
                sys.stdout.write(f"{leaf.body.decode()}\n")
            return 0
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(
            ("position", "stream", "version", "recorded", "actor", "role", "event", "hash")
        )
        for leaf, one in zip(store.leaves(), store.read_all(), strict=True):
            recorded = "" if one.recorded is None else one.recorded.isoformat()
            kind = one.event.__struct_config__.tag
            rows.writerow(
                (
                    one.position,
                    one.stream,
                    one.version,
                    recorded,
                    one.actor,
                    one.role.value,
                    kind,
                    leaf.leaf.hex(),
                )
            )
    print_note(f"exported {record}")
    return 0


@audit.command
def schema() -> int:
    """Print the JSON Schema of what a record holds: one envelope for each event.

    Examples:

        croupier audit schema > envelope.schema.json
    """
    print_json(msgspec.json.schema(Envelope, schema_hook=schema_of))
    return 0


def schema_of(kind: type) -> dict[str, Any]:
    """The schema of a value that JSON has no form for: a fraction is written as text."""
    return {"type": "string", "title": kind.__name__}
