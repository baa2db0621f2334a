"""``croupier audit prepare``, ``keys``, ``adopt-law``, ``day``, ``snapshots`` and ``erase``."""

import os
import re
from contextlib import closing
from datetime import time
from pathlib import Path

import msgspec
from cyclopts import App

from croupier.errors import CroupierError
from croupier.features.audit.cli.records import FAILED, NOTHING_WRONG, Flag, open_record
from croupier.floor.resting_tables import AdoptLaw
from croupier.games.table.opening import LawAdopted
from croupier.house.gaming_days import GamingDaySet, time_zone
from croupier.messages import Refused
from croupier.record.envelopes import Cause
from croupier.record.journal import StreamWrite
from croupier.record.secrets.key_changes import (
    change_master_key,
    check_key,
    finish_key_change,
    key_in_use,
    replace_lost_key,
    replace_lost_key_in_place,
    rotate_in_place,
)
from croupier.record.secrets.keys import MasterKey, master_key, master_key_path, new_master_key
from croupier.record.secrets.personal_data import erase as erase_person
from croupier.record.snapshots import SnapshotReport, check_snapshots
from croupier.record.stores.base import day_setting
from croupier.record.stores.locations import (
    POSTGRES,
    driver_errors_explained,
    is_server_address,
    without_driver,
)
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from croupier.streams import SETTINGS
from croupier.terminal.output import print_json, print_table

keys = App(name="keys", help="Change the master key that encrypts the cards of a record.")


def record_file(record: str) -> Path | None:
    """Return the file of a record; ``None`` if the record is on a server."""
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
    where = key or master_key_path(record_file(record))
    with open_record(record, writing=True) as store:
        if not key_in_use(store):
            raise CroupierError(f"{record} has no master key: it holds no encrypted cards")
        finish_key_change(store, where)
        old = master_key(where)
        if new_key is None:
            new, count = rotate_in_place(store, where)
        else:
            check_key(store, old, str(where), record)
            new = new_master_key(new_key)
            count = change_master_key(store, old, new)
    from croupier.web.auth.administration import reseal_devices_of

    reseal_devices_of(record, old, new)
    return _print_outcome(new, count, "go on under it", json=json)


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
    where = key or master_key_path(record_file(record))
    with open_record(record, writing=True) as store:
        if not key_in_use(store):
            raise CroupierError(f"{record} has no master key: it holds no encrypted cards")
        if new_key is None:
            new, count = replace_lost_key_in_place(store, where)
        else:
            old = master_key(where) if where.exists() else None
            if old is not None:
                check_key(store, old, str(where), record)
            new = new_master_key(new_key)
            count = replace_lost_key(store, new, old)
    return _print_outcome(new, count, "are abandoned", json=json)


def _print_outcome(new: MasterKey, commitments: int, become: str, *, json: bool) -> int:
    if json:
        print_json({"key": new.id, "commitments": commitments})
    else:
        print(f"the master key is now {new.id}; {commitments} commitments {become}")
    return 0


HOUR = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def prepare(record: str, /, *, json: Flag = False) -> int:
    """Create an empty record, or upgrade an older one to this version.

    In a PostgreSQL database, this creates the tables and the two roles that
    they need; you must be allowed to create roles. Afterwards any member of
    croupier_writer can write, and nobody can change what is written.

    Examples:

        croupier audit prepare postgresql://floor.example/croupier

        croupier audit prepare evening.db

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    json
        Print the outcome for programs.
    """
    with driver_errors_explained(record):
        if not is_server_address(record):
            SqliteJournal(record).close()
        else:
            try:
                from croupier.record.stores.postgres.schema import prepare as made_ready
            except ImportError:
                raise without_driver() from None
            made_ready(record)
    if json:
        print_json({"ready": True})
    else:
        print("the record is ready")
    return 0


def adopt_law(
    record: str, table: str = "", /, *, void_round: Flag = False, json: Flag = False
) -> int:
    """Move what rests to the law that is installed; the record keeps what differs.

    A table or a tournament rests if its law is not the one installed. A table is
    moved between rounds; a round that is under way can be called off, and every
    wager of it goes back. On a server, a gaming manager does this on the table's
    console.

    Examples:

        croupier audit adopt-law evening.db

        croupier audit adopt-law evening.db 2 --void-round

    Parameters
    ----------
    record
        The record: a file that no server has open.
    table
        The name of the table or the tournament. Without it, a tournament that
        rests is moved, or the one table that does.
    void_round
        Call off the round that is under way.
    json
        Print the event for programs.
    """
    from croupier.features.tournaments.records import adopt_law_in_record
    from croupier.terminal.saved_play import SavedPlay

    if is_server_address(record):
        raise CroupierError("a table of a server is moved on its console")
    if not Path(record).exists():
        raise CroupierError(f"no record at {record}")
    command = AdoptLaw(void_round=void_round, by=Role.GAMING_MANAGER)
    with driver_errors_explained(record):
        tournament, answer = adopt_law_in_record(Path(record), table, command)
        name = tournament or table
        if not tournament:
            with closing(SavedPlay(Path(record), os.urandom, resume=True)) as evening:
                tables = evening.house.tables
                resting = [one for one in tables if tables[one].rests is not None]
                name = table or (resting[0] if len(resting) == 1 else "")
                if name not in tables:
                    raise CroupierError(f"name a table; these rest: {', '.join(resting) or 'none'}")
                answer = evening.house.do(name, command)
    if isinstance(answer, Refused):
        raise CroupierError(answer.why)
    adopted = next(event for event in answer if isinstance(event, LawAdopted))
    if json:
        print_json(adopted)
        return 0
    kind = "tournament" if tournament else "table"
    print(f"{kind} {name} stands under revision {adopted.revision} ({adopted.fingerprint}) now")
    if not adopted.known:
        print("what changed is not known: no version of croupier had its earlier law")
    for one in adopted.changes:
        print(f"{one.line}: {one.before} -> {one.after}")
    return 0


def day(
    record: str,
    /,
    *,
    zone: str | None = None,
    starts: str | None = None,
    by: str = "gaming-manager",
    json: Flag = False,
) -> int:
    """Show when the gaming day starts, or set it; the record keeps the setting as an event.

    Examples:

        croupier audit day evening.db

        croupier audit day evening.db --zone Australia/Sydney --starts 06:00

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    zone
        The time zone of the house, such as Australia/Sydney.
    starts
        The time at which the gaming day starts there, such as 06:00.
    by
        The id of the person who sets it.
    json
        Print the setting for programs.
    """
    with open_record(record, writing=bool(zone or starts)) as store:
        setting = day_setting(store)
        if zone or starts:
            hour = setting.starts if starts is None else read_hour(starts)
            setting = GamingDaySet(time_zone(zone or setting.zone).key, hour)
            version = store.version(SETTINGS)
            cause = Cause(f"day/{version}", by, Role.GAMING_MANAGER)
            store.append([StreamWrite(SETTINGS, version, (setting,))], cause)
    if json:
        print_json(setting)
    else:
        print(f"the gaming day changes at {setting.starts:%H:%M}, {setting.zone}")
    return 0


def read_hour(text: str) -> time:
    """Return a time of day as people write it."""
    found = HOUR.fullmatch(text)
    if found is None:
        raise CroupierError(f"--starts: {text!r} is not a time of day; write it as 06:00")
    return time(int(found[1]), int(found[2]))


def snapshots(record: str, /, *, drop: Flag = False, json: Flag = False) -> int:
    """Compare each snapshot with the state computed from the events, or delete all snapshots.

    A snapshot spares a server from replaying all events of a stream. Without
    snapshots, a table takes longer to open; nothing else changes.

    Examples:

        croupier audit snapshots evening.db

        croupier audit snapshots evening.db --drop

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    drop
        Delete all snapshots.
    json
        Print what was found for programs.
    """
    if drop:
        with open_record(record, writing=True) as store:
            dropped = store.drop_snapshots()
        if json:
            print_json({"dropped": dropped})
        else:
            print(f"{dropped} snapshots deleted")
        return 0
    with open_record(record) as store:
        found = check_snapshots(store)
    wrong = [one for one in found if not one.right]
    if json:
        print_json({"ok": not wrong, "snapshots": [msgspec.structs.asdict(one) for one in found]})
    else:
        print_table("", ("stream", "after", ""), [snapshot_row(one) for one in found])
        print(
            NOTHING_WRONG if not wrong else f"{len(wrong)} snapshots are wrong; --drop deletes them"
        )
    return FAILED if wrong else 0


def erase(record: str, person: str, /, *, by: str, json: Flag = False) -> int:
    """Erase a person: nobody can then read what was stored under their key.

    A record stores names, addresses and the words of claims only encrypted,
    with one key for each person. This command deletes the key. The id stays,
    and with it every sum and every hash, so verify and balance find nothing
    wrong. Earlier copies of the record still have the key: erase the person
    there too.

    Examples:

        croupier audit erase evening.db ann --by gaming-manager

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    person
        The person's id, as used in the events.
    by
        The id of the person who erases; the record keeps it as an event.
    json
        Print the outcome for programs.
    """
    with open_record(record, writing=True) as store:
        cause = Cause(f"erase/{store.peaks.size}", by, Role.GAMING_MANAGER)
        events = erase_person(store, person, cause)
    if json:
        print_json({"person": person, "events": events})
    else:
        print(f"{person} is erased; {events} events held something of them")
    return 0


def snapshot_row(one: SnapshotReport) -> tuple[str, str, str]:
    """Return a snapshot as a row of a table."""
    state = "WRONG" if not one.right else "" if one.fit else "of another version, not used"
    return one.stream, f"{one.version} events", state
