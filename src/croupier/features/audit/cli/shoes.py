"""``croupier audit shoe``: the commitments to a table's cards, and whether they were kept."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from croupier.cards import write_cards
from croupier.display.viewers import Official, Onlooker, Patron, Viewer
from croupier.errors import CroupierError
from croupier.features.audit.cli.records import Flag, open_record, table_stream
from croupier.features.audit.cli.rounds import law_to_narrate_by
from croupier.features.audit.cli.upkeep import record_file
from croupier.features.fairness.audit import (
    Check,
    ShoeReport,
    TableReport,
    audit_shoes,
    find_chance,
    load_shoes,
)
from croupier.features.fairness.reveals import REVEAL_IN_WORDS, make_proof, shoe_note
from croupier.games.table.state import PlayerArrived
from croupier.record.envelopes import Envelope
from croupier.record.secrets.keys import BadKeyError, MasterKey, master_key, master_key_path
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.base import Store
from croupier.rulebooks import Role
from croupier.streams import CARDS, KINDS, TABLE
from croupier.terminal.output import print_json, print_text

FAILED = 1
INSPECTOR, ANYBODY = "inspector", "anybody"
VIEWERS: dict[str, Viewer] = {INSPECTOR: Official(Role.INSPECTOR), ANYBODY: Onlooker()}
"""Viewers who are not players."""
MARKS = {True: "holds", False: "WRONG", None: "not yet"}
LIVE = "people deal real cards here: nobody can commit to their order, and nothing proves it"


def shoe(
    record: str,
    table: str | None = None,
    shoe: str | None = None,
    /,
    *,
    key: Path | None = None,
    viewer: str | None = None,
    notes: Flag = False,
    json: Flag = False,
) -> int:
    """Show and check the house's commitments to the cards of an automatic table.

    Each shoe, or each epoch of a shuffling device, has a commitment, the
    players' seeds, a hash of its order, and its cut. When the shoe is over, the
    record reveals its seed, and this command recomputes everything. With the
    house's master key, it also checks the cards of a shoe in play, without
    showing their order. It says when everybody may know the seed.

    --viewer writes what one person may know about one shoe, and --notes what
    everybody may write down before the first card. verifier.py from the
    package croupier.features.fairness, which runs without the rest of
    croupier, checks the one against the other.

    Examples:

        croupier audit shoe evening.db

        croupier audit shoe evening.db 1 shoe-2

        croupier audit shoe evening.db 1 --notes > notes.json

        croupier audit shoe evening.db 1 shoe-2 --viewer ann > ann.json

    Parameters
    ----------
    record
        The record: a file, or the address of a PostgreSQL database.
    table
        The table's name; not needed if there is only one.
    shoe
        The shoe's name; all shoes of the table by default.
    key
        The house's master key; by default, the file beside the record if there is one.
    viewer
        A player's name, anybody, or inspector: show only what that person may know.
    notes
        Print the commitments and the hashes of the orders alone, to check proofs against.
    json
        Print it for programs.
    """
    with open_record(record) as store:
        stream = table_stream(store, table)
        _, name = KINDS.of(stream)
        secrets = open_secrets(store, name, record, key)
        law = law_to_narrate_by(list(store.read_stream(stream)))
        if viewer is not None:
            print_json(_reveal(store, law, name, shoe, viewer, secrets))
            return 0
        if notes:
            shoes = load_shoes(store, name).ledger.values()
            told = [shoe_note(one) for one in shoes if shoe in (None, one.shoe)]
            print_json({"stream": CARDS.stream(name), "shoes": told})
            return 0
        report = audit_shoes(store, law, name, secrets=secrets)
    shown = [one for one in report.shoes if shoe in (None, one.shoe)]
    if shoe is not None and not shown:
        raise unknown_shoe_error(shoe, name, [one.shoe for one in report.shoes])
    ok = report.ok if shoe is None else all(one.ok for one in shown)
    if json:
        print_json({**msgspec.structs.asdict(report), "shoes": shown, "ok": ok})
    else:
        _print(report, shown, whole=shoe is not None)
    return 0 if ok else FAILED


def open_secrets(store: Store, table: str, record: str, key: Path | None) -> SealedSecrets | None:
    """Return the secrets that the master key opens; ``None`` without a key.

    A key that was not named and cannot be read counts as none.
    """
    master = find_master_key(record, key)
    return None if master is None else SealedSecrets(store, CARDS.stream(table), master)


def find_master_key(record: str, key: Path | None) -> MasterKey | None:
    """Return the master key that was named or lies in its usual place; ``None`` if there is none.

    A key that was not named and cannot be read counts as none.
    """
    try:
        return master_key(key or master_key_path(record_file(record)))
    except BadKeyError:
        if key is not None:
            raise
        return None


def unknown_shoe_error(shoe: str, table: str, known: list[str]) -> CroupierError:
    """Return the error for a shoe that does not exist."""
    there = f"it has had {', '.join(known)}" if known else "it has had none"
    return CroupierError(f"table {table} has no shoe {shoe!r}: {there}")


def read_viewer(name: str, table: str, of_table: Iterable[Envelope]) -> Viewer:
    """Return the viewer whom a name on the command line means."""
    if name in VIEWERS:
        return VIEWERS[name]
    arrived = (one.event for one in of_table if isinstance(one.event, PlayerArrived))
    if all(one.player != name for one in arrived):
        raise CroupierError(
            f"--viewer: no {name!r} has played at table {table}; "
            f"name a player, {ANYBODY}, or {INSPECTOR}"
        )
    return Patron(name)


def _reveal(
    store: Store,
    law: Any,
    table: str,
    shoe: str | None,
    viewer: str,
    secrets: SealedSecrets | None,
) -> dict[str, Any]:
    if shoe is None:
        raise CroupierError("--viewer: name the table and the shoe too, such as 1 shoe-1")
    shoes = load_shoes(store, table)
    if shoes.live:
        raise CroupierError(f"table {table}: {LIVE}")
    if shoe not in shoes.ledger:
        raise unknown_shoe_error(shoe, table, list(shoes.ledger))
    chance, mixed = find_chance(shoes.ledger[shoe], CARDS.stream(table), secrets)
    of_table = list(store.read_stream(TABLE.stream(table)))
    return make_proof(
        law,
        of_table,
        shoes,
        shoe,
        read_viewer(viewer, table, of_table),
        stream=CARDS.stream(table),
        chance=chance,
        mixed=mixed,
    )


def _print(report: TableReport, shown: list[ShoeReport], *, whole: bool) -> None:
    """Print the report for people."""
    print(f"table {report.table}")
    if report.live:
        print_text(LIVE)
        return
    if not report.shoes:
        print_text("there is no commitment: the record proves nothing about these cards")
        return
    for one in shown:
        print()
        for line in _lines(one, whole=whole):
            print(line)
    print()
    for position in report.uncommitted:
        print(f"WRONG: no commitment stands behind the shuffle at event {position}")
    count = f"{len(report.shoes)} commitments, {report.abandoned} abandoned"
    if report.unrevealed:
        count += f" ({report.unrevealed} never revealed)"
    print(f"{count}, {report.dropped} seeds of players dropped")
    print("nothing is wrong" if report.ok else "something is WRONG")


def _lines(one: ShoeReport, *, whole: bool) -> list[str]:
    """Return the lines about one shoe."""
    lines = [f"{one.shoe}: {one.standing}, {_kind(one)}, {one.dealt} dealt", *_warnings(one)]
    lines.append(f"  commitment  {one.commitment} (event {one.committed})")
    if not one.seeds and not one.dropped:
        lines += [f"  promised    a seed by {player}" for player in one.promised]
    lines += [f"  seed        box {by.box}, {by.player}: {by.seed}" for by in one.seeds]
    lines += [
        f"  DROPPED     the seed that {by.player} promised at box {by.box}" for by in one.dropped
    ]
    if one.root:
        lines.append(f"  root        {one.root}")
    if one.cut is not None:
        lines.append(f"  cut         after card {one.cut}, by {_cutter(one)}")
    if one.seed:
        known = "published" if one.published else "for officials"
        lines.append(f"  house seed  {one.seed} ({known})")
    if not one.published:
        lines.append(f"  reveal      {REVEAL_IN_WORDS[one.reveal]}")
    if one.order and whole:
        lines.append("  order       before the cut, from the front:")
        lines += [f"    {write_cards(one.order[at : at + 13])}" for at in range(0, one.size, 13)]
    return [*lines, *map(_check, one.checks)]


def _kind(one: ShoeReport) -> str:
    """Return what a seed was for."""
    if one.rounds is not None:
        return f"a device, rounds {one.rounds[0]} to {one.rounds[1]}"
    cards = f"{one.size} cards" if one.size else "no order yet"
    return f"{cards}, what was left of {one.replaces}" if one.replaces else cards


def _cutter(one: ShoeReport) -> str:
    if one.cut_for_absent:
        return "the dealer's software for absent players: this proves less"
    return one.cut_by


def _warnings(one: ShoeReport) -> list[str]:
    """Return what makes a shoe prove less."""
    found = []
    if one.why:
        found.append(f"  abandoned   {one.why}{'' if one.seed else '; it was never revealed'}")
    if one.repeatable:
        found.append("  repeatable  its seed follows from --seed, which somebody chose: no proof")
    return found


def _check(check: Check) -> str:
    why = f": {check.why}" if check.why else ""
    return f"  {MARKS[check.ok]:<11} {check.what}{why}"
