"""``croupier audit``: verify, balance, checkpoint and prove; other commands are attached here."""

import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from croupier.errors import CroupierError
from croupier.features.audit.cli import exports, rounds, upkeep
from croupier.features.audit.cli import witness as cli_witness
from croupier.features.audit.cli.draws import draw_findings
from croupier.features.audit.cli.exports import verify_copy
from croupier.features.audit.cli.records import (
    FAILED,
    NOTHING_WRONG,
    Flag,
    open_record,
    read_file,
    write_file,
)
from croupier.features.audit.cli.shoes import find_master_key, shoe
from croupier.features.audit.cli.upkeep import keys
from croupier.money import in_dollars
from croupier.record.integrity.checkpoints import Checkpoint, signed_text
from croupier.record.integrity.exports import is_export
from croupier.record.integrity.proofs import first_in_play
from croupier.record.integrity.proofs import prove as proof_of
from croupier.record.integrity.verification import Verdict, wrong_balances
from croupier.record.integrity.verification import verify as look_at
from croupier.record.secrets.key_changes import check_key, key_in_use
from croupier.record.secrets.keys import public_key, public_text, signing_key
from croupier.record.stores.base import Balances, BeingWrittenError, Store, day_setting
from croupier.streams import TABLE
from croupier.terminal.arguments import WholeNumber
from croupier.terminal.output import print_json, print_note, print_table

audit = App(name="audit", help="Check, replay and export what was recorded.")
NOTHING_FOUND = "nothing wrong was found in what was checked"
MOST_PRINTED = 10
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

    This checks every hash, every position and every checkpoint. It also draws
    again what the house drew by a seed that is published: seats of tournaments,
    ballots between tied players, winners of promotions. Give the house's public
    key, and the checkpoints and leaf hashes that you have kept yourself: those
    in the record alone prove little. Nobody can detect events cut off after the
    last checkpoint that somebody holds. What was not checked is listed, and so
    is what follows from no event, such as passwords.

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
    witness = [] if leaves is None else load_leaf_hashes(leaves)
    master = find_master_key(record, master_key)
    with open_record(record) as store:
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
        with store.at_one_moment():
            false = tuple(draw_findings(store))
        verdict = msgspec.structs.replace(verdict, findings=(*verdict.findings, *false))
    if json:
        print_json(
            {**msgspec.structs.asdict(verdict), "head": verdict.head.hex(), "ok": verdict.ok}
        )
    else:
        print_verdict(verdict)
    return 0 if verdict.ok else FAILED


def print_verdict(verdict: Verdict) -> None:
    """Print the result of checking a record; of many findings only the first."""
    print(f"{verdict.events} events, head {verdict.head.hex()}")
    print(f"checkpoints checked: {verdict.checkpoints}")
    if verdict.seals:
        print(f"seals opened: {verdict.seals}")
    for event, way in verdict.jumps.items():
        print(f"note: the clock jumped {way} at event {event}")
    for finding in verdict.findings[:MOST_PRINTED]:
        print(f"WRONG: {finding.what}")
    if more := len(verdict.findings[MOST_PRINTED:]):
        print(f"WRONG: and {more} more, which --json lists")
    for what in verdict.unchecked:
        print(what)
    if verdict.outside:
        print(f"outside the tree, and not checked: {', '.join(verdict.outside)}")
    if verdict.ok:
        print(NOTHING_FOUND if verdict.unchecked else NOTHING_WRONG)


def load_leaf_hashes(path: Path) -> list[bytes]:
    """Return the hashes in a file, one on each line."""
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
    with open_record(record) as store:
        kept, wrong = store.balances(), wrong_balances(store)
    shown = {
        key: amount
        for key, amount in sorted(kept.items())
        if table in (None, TABLE.name_of(key[0]))
        and player in (None, key[2].partition("/")[2])
        and account in (None, key[2])
        and on in (None, key[1])
    }
    if json:
        print_json({"ok": not wrong, "balances": balance_rows(shown), "wrong": wrong})
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


def balance_rows(balances: Balances) -> list[dict[str, object]]:
    """Return balances for programs."""
    return [
        {"stream": stream, "day": day, "account": account, "amount": amount}
        for (stream, day, account), amount in balances.items()
    ]


def read_day(text: str) -> date:
    """Return a gaming day as people write it."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CroupierError(f"--day: {text!r} is not a day; write it as 2026-06-01") from None


def checkpoint(
    record: str,
    /,
    *,
    key: Path,
    leaves: Path | None = None,
    public: Path | None = None,
    json: Flag = False,
) -> int:
    """Sign the record's length and root hash, for somebody to keep elsewhere.

    The record keeps the checkpoint too, unless somebody is playing there.

    Examples:

        croupier audit checkpoint evening.db --key signing.pem > monday.txt

        croupier audit checkpoint evening.db --key signing.pem --public house.pem --leaves day.hex

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    key
        The signing key; if the file does not exist, a new key is created.
    leaves
        Also write the hash of every event to this file, to trace a change to its event.
    public
        Write the public key to this file, for inspectors.
    json
        Print it for programs, with the text to keep.
    """
    try:
        with open_record(record, writing=True) as store:
            told, note = sign_head(store, key, leaves, public)
            store.keep_checkpoint(told.size, note)
    except BeingWrittenError:
        with open_record(record) as store:
            told, note = sign_head(store, key, leaves, public)
        print_note("the record is being written: the checkpoint is kept here and not there")
    if json:
        facts = {"size": told.size, "head": told.head.hex(), "at": told.at, "day": told.day}
        print_json({**facts, "note": note.decode("ascii")})
    else:
        sys.stdout.write(note.decode("ascii"))
    return 0


def sign_head(
    store: Store, key: Path, leaves: Path | None, public: Path | None
) -> tuple[Checkpoint, bytes]:
    """Return a checkpoint of the record as it is, and write the files that go with it."""
    for path in (key, leaves, public):
        if path is not None and not path.parent.is_dir():
            raise CroupierError(f"{path} cannot be written: there is no folder {path.parent}")
    signing = signing_key(key)
    peaks, now = store.peaks, datetime.now(UTC)
    told = Checkpoint(peaks.size, peaks.head(), now, day_setting(store).day_of(now))
    if leaves is not None:
        write_file(leaves, "".join(f"{leaf.leaf.hex()}\n" for leaf in store.leaves()))
    if public is not None:
        write_file(public, public_text(signing))
    return told, signed_text(told, signing)


def prove(record: str, event: WholeNumber, /, *, json: Flag = False) -> int:  # noqa: ARG001 - always JSON
    """Write a proof that an event is in the record, for somebody who has no copy of it.

    It refers to the newest checkpoint before the first event of any round that
    is still in play.

    To check it, use proof_verifier.py from the package
    croupier.record.integrity, which runs without the rest of croupier.

    Examples:

        croupier audit prove evening.db 17 > proof.json

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    event
        The event's position in the record.
    json
        No effect: a proof is always JSON.
    """
    with open_record(record) as store:
        print_json(proof_of(store, event, before=first_in_play(store)))
    return 0


for command in (
    rounds.rounds,
    rounds.play_rounds,
    rounds.replay,
    checkpoint,
    prove,
    exports.export,
    exports.schema,
    upkeep.prepare,
    upkeep.adopt_law,
    upkeep.day,
    upkeep.snapshots,
    upkeep.erase,
    exports.archive,
    cli_witness.witness,
    shoe,
    keys,
):
    audit.command(command)
