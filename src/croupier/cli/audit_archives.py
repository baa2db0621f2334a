"""``croupier audit archive``: closed gaming days as files that stand alone."""

from datetime import UTC, datetime
from pathlib import Path

from croupier.cli.audit_records import Flag, opened_record
from croupier.cli.output import print_json
from croupier.errors import CroupierError
from croupier.record import archives
from croupier.record.keys import public_key


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
        with opened_record(record) as store:
            made = archives.archive(store, folder, datetime.now(UTC))
    report = archives.check(folder, None if key is None else public_key(key))
    if json:
        print_json(report)
        return 0
    for file in made:
        print(f"{file.day}: events {file.first} to {file.last} are in {file.path.name}")
    held = f", checked against {report.checkpoints} checkpoints" if key is not None else ""
    print(f"{report.days} days with {report.events} events, without a gap{held}")
    return 0
