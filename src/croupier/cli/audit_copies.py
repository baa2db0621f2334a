"""``croupier audit verify`` of a copy that a server sent, instead of a record."""

from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.cli.audit_records import FAILED, NOTHING_WRONG
from croupier.cli.output import print_json
from croupier.record.log_exports import ExportReport, check_export

MOST_SHOWN = 10
"""How many findings, and how many withheld events, are printed one by one."""
UNSIGNED = "not checked: who signed it, since no key was given"


def verify_copy(
    path: Path, key: Ed25519PublicKey | None, *, held: Sequence[bytes], json: bool
) -> int:
    """Check a copy and print what came of it; 0 where nothing is wrong, else 1."""
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
    for one in report.withheld[:MOST_SHOWN]:
        print(f"withheld: event {one.position} of {one.stream}: {one.why}")
    if more := len(report.withheld[MOST_SHOWN:]):
        print(f"withheld: and {more} more, which --json lists")
    for finding in report.findings[:MOST_SHOWN]:
        print(f"WRONG: {finding}")
    if more := len(report.findings[MOST_SHOWN:]):
        print(f"WRONG: and {more} more, which --json lists")
    if signed:
        print(f"checkpoints checked: {report.checkpoints}")
    else:
        print(UNSIGNED)
    if report.ok:
        print(NOTHING_WRONG if signed else "it fits the checkpoint in it")
