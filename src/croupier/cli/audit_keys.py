"""``croupier audit keys``: change the master key of a record, or go on without a lost one."""

from pathlib import Path

from cyclopts import App

from croupier.cli.audit_records import Flag, opened_record
from croupier.cli.output import print_json
from croupier.errors import CroupierError
from croupier.record.key_changes import (
    check_key,
    finish_change,
    key_in_use,
    lose,
    lost_in_place,
    rotate,
    rotate_in_place,
)
from croupier.record.keys import MasterKey, master_key, master_key_path, new_master_key
from croupier.record.locations import POSTGRES

keys = App(name="keys", help="Change the master key that encrypts the cards of a record.")


def file_of(record: str) -> Path | None:
    """The file that a record is; none where it is on a server."""
    return None if record.startswith(POSTGRES) else Path(record)


@keys.command(name="rotate")
def rotate_key(
    record: str,
    /,
    *,
    key: Path | None = None,
    new_key: Path | None = None,
    json: Flag = False,
) -> int:
    """Encrypt with a new master key from now on, including the shoes in play.

    The change is an event in the record. What the old key had encrypted stays
    in the database, so keep the old key from others until those shoes are over,
    or use lost.

    Examples:

        croupier audit keys rotate evening.db

        croupier audit keys rotate postgresql://floor.example/croupier --key old --new-key new

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    key
        The current key; by default, the one beside the record, or the credential.
    new_key
        Where to write the new key; by default, in place of the old one.
    json
        Print the outcome for programs.
    """
    where = key or master_key_path(file_of(record))
    with opened_record(record, writing=True) as store:
        if not key_in_use(store):
            raise CroupierError(f"{record} has no master key: it holds no encrypted cards")
        finish_change(store, where)
        old = master_key(where)
        if new_key is None:
            new, count = rotate_in_place(store, where)
        else:
            check_key(store, old, str(where), record)
            new = new_master_key(new_key)
            count = rotate(store, old, new)
    from croupier.web.people.part import reseal_devices_of

    reseal_devices_of(record, old, new)
    return _told(new, count, "go on under it", json=json)


@keys.command(name="lost")
def lost_key(
    record: str,
    /,
    *,
    key: Path | None = None,
    new_key: Path | None = None,
    json: Flag = False,
) -> int:
    """Give up all shoes whose key is lost or known to others, and start with a new key.

    The record marks every shoe in play as abandoned, for ever, and reveals it
    if the old key is still there. Play continues with a new shoe: the remaining
    cards, in a new order with its own commitment. What the lost key had
    encrypted about people is lost with it.

    Examples:

        croupier audit keys lost evening.db

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    key
        The key that others may know; by default, the one beside the record, if there is one.
    new_key
        Where to write the new key; by default, in place of the old one.
    json
        Print the outcome for programs.
    """
    where = key or master_key_path(file_of(record))
    with opened_record(record, writing=True) as store:
        if not key_in_use(store):
            raise CroupierError(f"{record} has no master key: it holds no encrypted cards")
        if new_key is None:
            new, count = lost_in_place(store, where)
        else:
            old = master_key(where) if where.exists() else None
            if old is not None:
                check_key(store, old, str(where), record)
            new = new_master_key(new_key)
            count = lose(store, new, old)
    return _told(new, count, "are abandoned", json=json)


def _told(new: MasterKey, commitments: int, become: str, *, json: bool) -> int:
    if json:
        print_json({"key": new.id, "commitments": commitments})
    else:
        print(f"the master key is now {new.id}; {commitments} commitments {become}")
    return 0
