"""``croupier audit archive``, ``export`` and ``schema``: copies, and events for other programs."""

import csv
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.errors import CroupierError
from croupier.features.audit.cli.records import FAILED, NOTHING_WRONG, Flag, open_record
from croupier.floor.round_lines import round_schema
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import Envelope
from croupier.record.integrity import archives
from croupier.record.integrity.exports import ExportReport, check_export
from croupier.record.secrets.keys import public_key
from croupier.record.stores.base import Leaf, Store
from croupier.terminal.output import print_json, print_note

# ------------------------------------------------------------------------------------------ copies


def archive(
    folder: Path, record: str | None = None, /, *, key: Path | None = None, json: Flag = False
) -> int:
    """Write the closed gaming days of a record to a folder, or check the days already there.

    Each day gets its own compressed file, with its events byte for byte as
    stored. Existing files stay as they are. The command then checks the folder
    from the first event on; with --key, also against the signed checkpoints in
    it. Without a record, it only checks.

    Examples:

        croupier audit archive days evening.db

        croupier audit archive days --key house.pem

    Parameters
    ----------
    folder
        The folder with one file for each day.
    record
        The record: a file, or the address of a PostgreSQL database.
    key
        The house's public key, to verify checkpoints.
    json
        Print what the folder holds for programs.
    """
    if record is None and not folder.is_dir():
        raise CroupierError(f"there is no folder {folder}")
    made = []
    if record is not None:
        with open_record(record) as store:
            made = archives.archive(store, folder, datetime.now(UTC))
    report = archives.check_archive(folder, None if key is None else public_key(key))
    if json:
        print_json(report)
        return 0
    for file in made:
        print(f"{file.day}: events {file.first} to {file.last} are in {file.path.name}")
    held = f", checked against {report.checkpoints} checkpoints" if key is not None else ""
    print(f"{report.days} days with {report.events} events, without a gap{held}")
    return 0


MOST_PRINTED = 10
"""How many findings, and how many withheld events, are printed one by one."""
UNSIGNED = "not checked: who signed it, since no key was given"


def verify_copy(
    path: Path, key: Ed25519PublicKey | None, *, held: Sequence[bytes], json: bool
) -> int:
    """Check a copy and print the result. Return 0 if nothing is wrong, else 1."""
    report = check_export(path, key, held=held)
    if json:
        print_json(
            {
                "ok": report.ok,
                "first": report.first,
                "last": report.last,
                "withheld": report.withheld,
                "checkpoints": report.checkpoints,
                "signatures_checked": key is not None,
                "findings": report.findings,
            }
        )
    else:
        print_report(report, signed=key is not None)
    return 0 if report.ok else FAILED


def print_report(report: ExportReport, *, signed: bool) -> None:
    """Print what a copy holds, what it withholds and what is wrong with it."""
    print(f"a copy of events {report.first} to {report.last}, {len(report.withheld)} withheld")
    for one in report.withheld[:MOST_PRINTED]:
        print(f"withheld: event {one.position} of {one.stream}: {one.why}")
    if more := len(report.withheld[MOST_PRINTED:]):
        print(f"withheld: and {more} more, which --json lists")
    for finding in report.findings[:MOST_PRINTED]:
        print(f"WRONG: {finding}")
    if more := len(report.findings[MOST_PRINTED:]):
        print(f"WRONG: and {more} more, which --json lists")
    if signed:
        print(f"checkpoints checked: {report.checkpoints}")
    else:
        print(UNSIGNED)
    if report.ok:
        print(NOTHING_WRONG if signed else "it fits the checkpoint in it")


# ----------------------------------------------------------------------------------------- exports


FORMS = ("jsonl", "csv", "parquet")
COLUMNS = {
    "position": "int64",
    "stream": "string",
    "version": "int64",
    "recorded": "string",
    "actor": "string",
    "role": "string",
    "event": "string",
    "hash": "string",
    "body": "string",
}
"""The columns of a row and their types; the last is the whole event, as it is stored."""
ROWS_AT_ONCE = 10_000


def export(
    record: str, /, *, form: str = "jsonl", output: Path | None = None, json: Flag = False
) -> int:
    """Write all events: as JSON Lines, byte for byte as stored, as CSV or as Parquet.

    Parquet needs an extra: pip install 'croupier[parquet]'.

    Examples:

        croupier audit export evening.db > evening.jsonl

        croupier audit export evening.db --form csv > evening.csv

        croupier audit export evening.db --form parquet --output evening.parquet

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    form
        jsonl, csv or parquet.
    output
        The file to write; by default standard output, which Parquet cannot use.
    json
        The same as --form jsonl.
    """
    form = "jsonl" if json else form
    if form not in FORMS:
        raise CroupierError(f"--form: there is no {form!r}; choose jsonl, csv or parquet")
    if form == "parquet" and output is None:
        raise CroupierError("--form parquet: name the file with --output")
    with open_record(record) as store:
        if form == "parquet":
            assert output is not None
            written = write_parquet(store, output)
        elif output is None:
            written = write_lines(store, form, sys.stdout)
        else:
            with new_file(output) as file:
                written = write_lines(store, form, file)
    if output is not None:
        print_note(f"{written} events are in {output}")
    return 0


def new_file(path: Path) -> Any:
    """Open a file for writing that must not exist yet."""
    try:
        return path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise CroupierError(f"--output: the file {path} already exists") from None
    except OSError as error:
        raise CroupierError(f"--output: {path} cannot be written: {error.strerror}") from None


def write_lines(store: Store, form: str, file: Any) -> int:
    """Write the events one line each. Return how many there were."""
    if form == "csv":
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow([name for name in COLUMNS if name != "body"])
        lines.writerows(row[:-1] for row in event_rows(store))
    else:
        file.writelines(f"{stored_text(leaf)}\n" for leaf in store.leaves())
    return store.peaks.size


def stored_text(leaf: Leaf) -> str:
    """Return an event as it is stored, which is text."""
    try:
        return leaf.body.decode()
    except UnicodeDecodeError:
        raise CroupierError(
            f"event {leaf.position} cannot be read; croupier audit verify says why"
        ) from None


def event_rows(store: Store) -> Iterator[tuple[object, ...]]:
    """Yield the events as rows of a table."""
    for leaf in store.leaves():
        one = decode_envelope(leaf.body)
        recorded = "" if one.recorded is None else one.recorded.isoformat()
        kind = one.event.__struct_config__.tag
        place = one.position, one.stream, one.version, recorded
        yield *place, one.actor, one.role.value, kind, leaf.leaf.hex(), stored_text(leaf)


def write_parquet(store: Store, path: Path) -> int:
    """Write the events as a table of columns. Return how many there were."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise CroupierError("Parquet needs an extra: pip install 'croupier[parquet]'") from None
    schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in COLUMNS.items()])
    new_file(path).close()
    written = 0
    with parquet.ParquetWriter(path, schema) as file:
        for rows in in_groups(event_rows(store)):
            columns = [list(column) for column in zip(*rows, strict=True)]
            file.write_table(pa.table(dict(zip(COLUMNS, columns, strict=True)), schema=schema))
            written += len(rows)
    return written


def in_groups(rows: Iterator[tuple[object, ...]]) -> Iterator[list[tuple[object, ...]]]:
    """Yield the rows in groups of limited size."""
    group: list[tuple[object, ...]] = []
    for row in rows:
        group.append(row)
        if len(group) == ROWS_AT_ONCE:
            yield group
            group = []
    if group:
        yield group


def schema(*, rounds: Flag = False, json: Flag = False) -> int:  # noqa: ARG001 - always JSON
    """Print the JSON Schema of what a record holds: one envelope for each event.

    With --rounds, that of a line of croupier audit rounds --format jsonl.

    Examples, for an editor or a program that checks a record:

        croupier audit schema > envelope.schema.json

        croupier audit schema --rounds > round.schema.json

    Parameters
    ----------
    rounds
        The schema of rounds in the open format.
    json
        A schema is JSON with or without.
    """
    found = round_schema() if rounds else msgspec.json.schema(Envelope, schema_hook=schema_of)
    print_json(found)
    return 0


def schema_of(kind: type) -> dict[str, Any]:
    """Return the schema of a value that JSON has no form for: a fraction is written as text."""
    return {"type": "string", "title": kind.__name__}
