"""What must hold of a record after any fault, whatever was under way."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from croupier.errors import CroupierError
from croupier.games.table.seats import BoughtIn, BuyIn
from croupier.games.table.wagers import WagerPlaced
from croupier.kit.merkle import Peaks
from croupier.money import Cents
from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.stores.base import Store
from croupier.record.stores.sqlite.files import open_connection
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.days import Answered, Asked, Day, Diary, day_in_a_file, fronts_of
from tests.faults.defects import Defect, spoilt

MORE = 4
"""How many more things guests do after a fault, to see whether the tables go on."""
PAYING = BoughtIn | WagerPlaced
"""What a command leads to once and no more."""


def entries(diary: Diary) -> tuple[list[Asked], list[Answered]]:
    """What was asked for, and what was answered."""
    asked = [entry for entry in diary if isinstance(entry, Asked)]
    return asked, [entry for entry in diary if isinstance(entry, Answered)]


def record_findings(store: Store, diary: Diary) -> list[str]:
    """What is wrong with a record by itself, and beside what guests were answered."""
    found = [finding.what for finding in (*verify(store).findings, *wrong_balances(store))]
    if sum(store.balances().values()) != 0:
        found.append("the accounts do not come to nothing")
    return found + lost(store, diary) + doubled(store)


def lost(store: Store, diary: Diary) -> list[str]:
    """What was answered, and is not there as it was."""
    _, answered = entries(diary)
    heads, kept = {}, {one.command_id for one in store.read_all()}
    peaks = Peaks()
    for leaf in store.leaves():
        peaks.add(leaf.leaf)
        heads[peaks.size] = peaks.head().hex()
    return [
        f"{one.command_id} was answered, and is not in the record"
        for one in answered
        if (one.events and one.command_id not in kept) or heads.get(one.size) != one.head
    ]


def doubled(store: Store) -> list[str]:
    """Commands that moved money more than once."""
    moved = Counter(
        (one.actor, one.command_id, one.stream)
        for one in store.read_all()
        if isinstance(one.event, PAYING)
    )
    return [f"{name} of {actor} was done twice" for (actor, name, _), n in moved.items() if n > 1]


def cards_findings(day: Day, diary: Diary) -> list[str]:
    """Where other cards lie in front of a shoe than when the last answer was given."""
    _, answered = entries(diary)
    if not answered:
        return []
    found = []
    for table, front in fronts_of(day.house).items():
        before = answered[-1].fronts.get(table)
        if before is None or before.shoe != front.shoe:
            continue
        left = before.cards.split()[front.drawn - before.drawn :]
        if front.cards.split()[: len(left)] != left:
            found.append(f"table {table} has other cards in front than it had")
    return found


def going_on(day: Day, diary: Diary) -> list[str]:
    """What goes wrong when guests ask again for what they got no answer to, and then go on."""
    asked, answered = entries(diary)
    found = []
    if answered:
        again = next(one for one in asked if one.command_id == answered[-1].command_id)
        if day.ask(again) != answered[-1].answer:
            found.append(f"{again.command_id} got another answer when it came again")
    if len(asked) > len(answered):
        day.ask(asked[-1])
    day.play(range(len(asked), len(asked) + MORE))
    return found


def findings(day: Day, diary: Diary) -> list[str]:
    """All that is wrong after a fault; the day goes on, and is looked at again."""
    found = record_findings(day.store, diary) + cards_findings(day, diary)
    if found:
        return found
    found = going_on(day, diary)
    return found + record_findings(day.store, diary) + cents_off(day.store, diary)


def examined(path: Path, diary: Diary, defect: Defect | None = None) -> list[str]:
    """All that is wrong with a day in a file, for a process that knows nothing else of it."""
    opened = partial(SqliteJournal, connect=spoilt(open_connection, defect))
    try:
        with day_in_a_file(path, diary.append, opened) as day:
            return findings(day, diary)
    except (CroupierError, sqlite3.Error, AssertionError) as error:
        return [f"the day does not go on: {error}"]


def cents_off(store: Store, diary: Diary) -> list[str]:
    """Where guests have bought other amounts than they asked for."""
    asked = {one.command_id: one for one in entries(diary)[0]}
    wanted = bought([one.content for one in asked.values()])
    found = bought([one.event for one in store.read_all()])
    return [] if wanted == found else [f"bought: {dict(found)}, asked for: {dict(wanted)}"]


def bought(all_of: Sequence[object]) -> Counter[str]:
    """What guests have bought or wanted to, by their names."""
    amounts: Counter[str] = Counter()
    for one in all_of:
        if isinstance(one, BuyIn | BoughtIn):
            amounts[one.player] += Cents(one.amount)
    return amounts
