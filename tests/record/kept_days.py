"""Recorded days that must load for ever: ``python -m tests.record.kept_days`` adds this version's.

Each version of croupier keeps a folder of its own under ``kept``, and none is ever written anew.
The days are those of scenario files, as few as hold every kind of event that any of them leads to.
"""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from croupier.features.compliance.runs import check_file
from croupier.features.promotions import rules
from croupier.features.tournaments.rules.decisions import evolve
from croupier.kit.merkle import head_of, leaf_hash
from croupier.record.codec import decode_envelope, encode
from croupier.record.envelopes import Envelope
from croupier.record.journal import MemoryJournal
from croupier.record.snapshots import recover

KEPT = Path(__file__).parent / "kept"
SCENARIOS = Path(__file__).parents[1] / "scenarios"
DAYS, EXPECTED = "days.jsonl", "expected.json"


class Expected(msgspec.Struct, frozen=True):
    """What a day came to when it was kept."""

    name: str
    """The scenario that it was played by."""
    events: int
    """How many events it has."""
    head: str
    """The head of the tree over their bytes."""
    streams: dict[str, dict[str, Any]]
    """Facts about each stream after its last event."""


class KeptDay(msgspec.Struct, frozen=True):
    """A day as it was kept."""

    lines: tuple[bytes, ...]
    """Its envelopes, byte for byte."""
    expected: Expected
    """What it came to."""


# -------------------------------------------------------------------------------------- the facts


def _table(state: Any) -> dict[str, Any]:
    table, _ = state
    balances = {account: amount for account, amount in table.balances.items() if amount}
    return {"rounds": table.rounds, "balances": balances, "open": table.open}


def _pool(pool: Any) -> dict[str, Any]:
    return {"meter": pool.meter}


def _account(account: Any) -> dict[str, Any]:
    return {"lost": account.lost, "resting": account.resting, "deposited": account.deposited}


def _tournament(tournament: Any) -> dict[str, Any]:
    balances = {account: amount for account, amount in tournament.balances.items() if amount}
    return {"phase": tournament.phase.value, "balances": balances, "awards": tournament.awards}


def _promotion(promotion: Any) -> dict[str, Any]:
    counted = ("tickets", "wins", "notices", "claims", "disputes")
    return {name: len(getattr(promotion, name)) for name in counted}


FACTS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "table": _table,
    "pool": _pool,
    "account": _account,
    "tournament": _tournament,
    "promotion": _promotion,
}
EVOLVE: dict[str, Callable[[Any, Any], Any]] = {
    "tournament": evolve,
    "promotion": rules.evolve,
}


def facts_of(journal: MemoryJournal, stream: str) -> dict[str, Any]:
    """What is known of a stream after its last event."""
    kind = stream.partition("/")[0]
    if kind not in FACTS:
        return {}
    if kind not in EVOLVE:
        return FACTS[kind](recover(journal, stream).state)
    state = None
    for event in journal.events(stream):
        state = EVOLVE[kind](state, event)
    return FACTS[kind](state)


def come_to(name: str, lines: tuple[bytes, ...]) -> Expected:
    """What a day comes to, from its bytes."""
    journal = MemoryJournal(decode_envelope(line) for line in lines)
    streams = {stream: facts_of(journal, stream) for stream in journal.streams()}
    head = head_of([leaf_hash(line) for line in lines]).hex()
    return Expected(name, len(lines), head, msgspec.to_builtins(streams))


# ---------------------------------------------------------------------------- keeping and reading


def kept_days(folder: Path) -> Iterator[KeptDay]:
    """The days of one version."""
    expected = msgspec.json.decode((folder / EXPECTED).read_bytes(), type=list[Expected])
    days = (folder / DAYS).read_bytes().split(b"\n\n")
    for text, one in zip(days, expected, strict=True):
        yield KeptDay(tuple(text.strip().split(b"\n")), one)


def played() -> Iterator[tuple[str, list[Envelope]]]:
    """The journals of all scenario files, those of tournaments and promotions among them."""
    made: list[MemoryJournal] = []
    making = MemoryJournal.__init__

    def watched(self: MemoryJournal, *arguments: Any, **options: Any) -> None:
        making(self, *arguments, **options)
        made.append(self)

    MemoryJournal.__init__ = watched  # type: ignore[method-assign]
    try:
        for file in sorted(SCENARIOS.rglob("*.toml")):
            made.clear()
            check_file(file)
            for journal in made:
                yield file.relative_to(SCENARIOS).as_posix(), list(journal.order)
    finally:
        MemoryJournal.__init__ = making  # type: ignore[method-assign]


def kinds_of(day: list[Envelope]) -> set[str]:
    return {str(one.event.__struct_config__.tag) for one in day}


def chosen() -> list[tuple[str, list[Envelope]]]:
    """The days that hold every kind of event, the ones that add most for their length first."""
    every = [(name, day, kinds_of(day)) for name, day in played() if day]
    missing = set().union(*(kinds for _, _, kinds in every))
    found = []
    while missing:
        best = max(every, key=lambda one: len(one[2] & missing) / (len(one[1]) + 10))
        found.append((best[0], best[1]))
        missing -= best[2]
    return found


def main() -> None:
    """Keep this version's days; those that are there stay as they are."""
    folder = KEPT / version("croupier")
    if folder.exists():
        sys.exit(f"{folder.name} has its days already, and they are never written anew")
    days = [(name, tuple(encode(one) for one in day)) for name, day in chosen()]
    folder.mkdir(parents=True)
    text = b"\n\n".join(b"\n".join(lines) for _, lines in days) + b"\n"
    (folder / DAYS).write_bytes(text)
    expected = [come_to(name, lines) for name, lines in days]
    (folder / EXPECTED).write_bytes(msgspec.json.format(msgspec.json.encode(expected)) + b"\n")


if __name__ == "__main__":
    main()
