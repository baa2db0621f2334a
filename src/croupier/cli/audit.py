"""``croupier audit``: look into a record, and hold it against what somebody else has kept of it."""

from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from croupier.cli import (
    audit_archives,
    audit_exports,
    audit_proofs,
    audit_rounds,
    audit_upkeep,
    audit_witness,
)
from croupier.cli.audit_copies import verify_copy
from croupier.cli.audit_keys import keys
from croupier.cli.audit_records import FAILED, NOTHING_WRONG, Flag, opened_record, read_file
from croupier.cli.audit_shoe import key_at_hand, shoe
from croupier.cli.output import print_json, print_table
from croupier.errors import CroupierError
from croupier.money import in_dollars
from croupier.record.balances import Balances
from croupier.record.key_changes import check_key, key_in_use
from croupier.record.keys import public_key
from croupier.record.log_exports import is_export
from croupier.record.verification import Verdict, wrong_balances
from croupier.record.verification import verify as look_at

audit = App(name="audit", help="Check, replay and export what was recorded.")
NOTHING_FOUND = "nothing wrong was found in what was checked"
MOST_TOLD = 10
"""How many findings are printed one by one."""


@audit.command
def verify(
    record: str,
    /,
    *,
    key: Path | None = None,
    checkpoint: Annotated[tuple[Path, ...], Parameter(negative=())] = (),
    leaves: Path | None = None,
    master_key: Path | None = None,
    json: Flag = False,
) -> int:
    """Check that a record is as it was written, and name every place where it is not.

    This checks every hash, every position and every checkpoint. Give the
    house's public key, and the checkpoints and leaf hashes that you have kept
    yourself: those in the record alone prove little. Nobody can detect events
    cut off after the last checkpoint that somebody holds. What was not checked
    is listed, and so is what follows from no event, such as passwords.

    A copy that a server sent (/api/audit/export) is checked against the
    checkpoint in it. Its withheld events are listed: they belong to rounds that
    were in play.

    Examples:

        croupier audit verify evening.db

        croupier audit verify croupier.jsonl --key house.pem

        croupier audit verify evening.db --key house.pem --checkpoint monday.txt

        croupier audit verify postgresql://floor.example/croupier --key house.pem

    Parameters
    ----------
    record
        The record: a file, the address of a PostgreSQL database, or a copy.
    key
        The house's public key, to verify checkpoints.
    checkpoint
        A checkpoint that was kept elsewhere; may be repeated.
    leaves
        Leaf hashes that were kept elsewhere, as checkpoint --leaves writes them.
    master_key
        The house's master key, to open what is sealed; by default, the file beside the record.
    json
        Print the verdict for programs.
    """
    held = [read_file(one) for one in checkpoint]
    if is_export(Path(record)):
        known = None if key is None else public_key(key)
        return verify_copy(Path(record), known, held=held, json=json)
    witness = [] if leaves is None else leaf_hashes(leaves)
    master = key_at_hand(record, master_key)
    with opened_record(record) as store:
        if master is not None and master.id != key_in_use(store):
            if master_key is not None:
                check_key(store, master, str(master_key), record)
            master = None
        verdict = look_at(
            store,
            None if key is None else public_key(key),
            held=held,
            witness=witness,
            master=master,
        )
    if json:
        print_json(
            {**msgspec.structs.asdict(verdict), "head": verdict.head.hex(), "ok": verdict.ok}
        )
    else:
        print_verdict(verdict)
    return 0 if verdict.ok else FAILED


def print_verdict(verdict: Verdict) -> None:
    """Print what came of looking at a record; of many findings only the first."""
    print(f"{verdict.events} events, head {verdict.head.hex()}")
    print(f"checkpoints checked: {verdict.checkpoints}")
    if verdict.seals:
        print(f"seals opened: {verdict.seals}")
    for event, way in verdict.jumps.items():
        print(f"note: the clock jumped {way} at event {event}")
    for finding in verdict.findings[:MOST_TOLD]:
        print(f"WRONG: {finding.what}")
    if more := len(verdict.findings[MOST_TOLD:]):
        print(f"WRONG: and {more} more, which --json lists")
    for what in verdict.unchecked:
        print(what)
    if verdict.outside:
        print(f"outside the tree, and not checked: {', '.join(verdict.outside)}")
    if verdict.ok:
        print(NOTHING_FOUND if verdict.unchecked else NOTHING_WRONG)


def leaf_hashes(path: Path) -> list[bytes]:
    """The hashes in a file, one on each line."""
    try:
        return [bytes.fromhex(line) for line in read_file(path).decode("ascii").splitlines()]
    except ValueError:
        raise CroupierError(f"{path} is not a list of hashes, one on each line, in hex") from None


@audit.command
def balance(
    record: str,
    /,
    *,
    table: str | None = None,
    player: str | None = None,
    account: str | None = None,
    day: str | None = None,
    json: Flag = False,
) -> int:
    """Compute all balances from the events, and compare them with the stored ones.

    Examples:

        croupier audit balance evening.db

        croupier audit balance evening.db --player ann

        croupier audit balance evening.db --table 2 --day 2026-06-01

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    table
        Only this table's balances.
    player
        Only this player's balances, at any table.
    account
        Only this account, such as float.
    day
        Only this gaming day, such as 2026-06-01.
    json
        Print them for programs, in cents.
    """
    on = None if day is None else read_day(day)
    with opened_record(record) as store:
        kept, wrong = store.balances(), wrong_balances(store)
    shown = {
        key: amount
        for key, amount in sorted(kept.items())
        if table in (None, key[0].partition("/")[2])
        and player in (None, key[2].partition("/")[2])
        and account in (None, key[2])
        and on in (None, key[1])
    }
    if json:
        print_json({"ok": not wrong, "balances": listed(shown), "wrong": wrong})
        return FAILED if wrong else 0
    print_table(
        "",
        ("table", "gaming day", "account", "balance"),
        [
            (stream, day.isoformat(), account, in_dollars(amount, sign=True))
            for (stream, day, account), amount in shown.items()
        ],
    )
    for finding in wrong:
        print(f"WRONG: {finding.what}")
    print(NOTHING_WRONG if not wrong else f"{len(wrong)} balances are wrong")
    return FAILED if wrong else 0


def listed(balances: Balances) -> list[dict[str, object]]:
    """Balances for programs."""
    return [
        {"stream": stream, "day": day, "account": account, "amount": amount}
        for (stream, day, account), amount in balances.items()
    ]


def read_day(text: str) -> date:
    """A gaming day as people write it."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CroupierError(f"--day: {text!r} is not a day; write it as 2026-06-01") from None


for command in (
    audit_rounds.rounds,
    audit_rounds.replay,
    audit_proofs.checkpoint,
    audit_proofs.prove,
    audit_exports.export,
    audit_exports.schema,
    audit_upkeep.prepare,
    audit_upkeep.adopt_law,
    audit_upkeep.day,
    audit_upkeep.snapshots,
    audit_upkeep.erase,
    audit_archives.archive,
    audit_witness.witness,
    shoe,
    keys,
):
    audit.command(command)
