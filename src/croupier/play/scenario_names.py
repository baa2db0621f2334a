"""The names that a scenario's expectations go by: events and their fields, results, meters."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any, get_args

from croupier.play.scenario import Scenario
from croupier.record.envelopes import RecordedEvent
from croupier.table.events import Event
from croupier.table.payments import LOSE, STAND_OFF, VOID, WIN

RESULTS = (WIN, LOSE, STAND_OFF, VOID)
"""How a wager may end, as ``[[paid]]`` names it."""
NOT_OF_EVENTS = frozenset({"event", "table"})
"""Keys of an expected event that are no fields of it."""


@cache
def event_types() -> dict[str, type[Event]]:
    """Every event that may be recorded, by its wire name."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(RecordedEvent)}


def misnamed_results(scenario: Scenario) -> list[str]:
    """Results that a scenario expects and that no wager can have."""
    known = f"{', '.join(RESULTS[:-1])} and {RESULTS[-1]}"
    return [
        f"paid {number}: there is no result {paid.result!r}; choose from {known}"
        for number, paid in enumerate(scenario.paid, 1)
        if paid.result not in (None, *RESULTS)
    ]


def misnamed_event(wanted: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the names in an event that a file expects."""
    name = wanted.get("event")
    if name is None:
        return
    kind = event_types().get(str(name))
    if kind is None:
        yield f"there is no event {name!r}; {near(str(name), event_types())}"
        return
    fields = kind.__struct_encode_fields__
    for key in wanted:
        if key not in NOT_OF_EVENTS and key not in fields:
            has = f"it has {', '.join(fields)}" if fields else "it has no fields"
            yield f"{name} has no field {key!r}; {has}"


def misnamed_meters(scenario: Scenario, pools: Iterable[str], *, named: bool) -> list[str]:
    """Meters that no pool has; the only pool goes by any name where it was given none."""
    known = sorted(pools)
    if len(known) == 1 and not named:
        return []
    told = f"choose from {', '.join(known)}" if known else "no table has a jackpot"
    return [
        f"meter {name}: there is no such pool; {told}"
        for name in scenario.meters
        if name not in known
    ]


def near(name: str, names: Iterable[str]) -> str:
    """The names that somebody may have meant."""
    known = sorted(names)
    close = get_close_matches(name, known, n=3, cutoff=0.4)
    return f"near it: {', '.join(close)}" if close else f"choose from {', '.join(known)}"
