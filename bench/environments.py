"""Training grounds: decisions a second of croupier's environments and of Gymnasium's own Blackjack.

All follow one policy: draw below 17, else stand; insurance is declined. Rates are per second of
processor time on one core, and the contestants take turns in short slices. The vector environment
is measured twice: the steps alone, Python's side of them included, and with the policy in numpy.
"""

import platform
from collections.abc import Callable
from functools import partial
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

LIMIT_PER_SECOND = 3_000_000
"""What the vector environment is asked to reach on one core."""
STAND_FROM = 17
SEED = 17
SLICES = 5
BATCH = 20
STAND, HIT, DECLINE = 0, 1, 7
TOTAL = 0
FOLD, BET = 0, 1
CATEGORY = 0


class Worked(NamedTuple):
    """Decisions that were made, and the processor time that they took."""

    decisions: int
    seconds: float


Play = Callable[[float], Worked]
"""Plays for about so many seconds of processor time."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What one contestant did, or why it is not there."""

    what: str
    decisions_per_second: float | None = None
    spread: float | None = None
    """From the slowest slice to the fastest, as a share of the median."""
    note: str | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of one run, and what they were measured with."""

    python: str
    rows: list[Row]

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured; Gymnasium's may be missing."""
        return all(row.note is None for row in self.rows if row.what != PEER)


def charted(observations: Any, masks: Any) -> Any:
    """What the policy does at many blackjack tables."""
    import numpy as np

    draws = (observations[:, TOTAL] < STAND_FROM) & (masks[:, HIT] == 1)
    return np.where(masks[:, DECLINE] == 1, DECLINE, np.where(draws, HIT, STAND))


def paired(observations: Any, _masks: Any) -> Any:
    """What is done at many tables of Caribbean Stud: bet with a pair or better."""
    return (observations[:, CATEGORY] > 0).astype("int64")


def vector(game: str, tables: int, policy: Callable[[Any, Any], Any], *, alone: bool) -> Play:
    """Many tables on the kernels; ``alone`` leaves the policy out of the time."""
    environments = import_module("croupier.gym").VectorTables(game, tables)
    observations, info = environments.reset(seed=SEED)

    def play(seconds: float) -> Worked:
        nonlocal observations, info
        start = process_time()
        steps, stepping = 0, 0.0
        while process_time() - start < seconds:
            for _ in range(BATCH):
                actions = policy(observations, info["action_mask"])
                before = process_time()
                observations, _, _, _, info = environments.step(actions)
                stepping += process_time() - before
            steps += BATCH
        return Worked(steps * tables, stepping if alone else process_time() - start)

    return play


def single(game: str) -> Play:
    """One table of blackjack, by the full rulebook."""
    environment = import_module("croupier.gym").GameEnvironment(game)
    environment.reset(seed=SEED)

    def play(seconds: float) -> Worked:
        start, decisions = process_time(), 0
        while process_time() - start < seconds:
            seen, info = environment.reset()
            over = False
            while not over:
                mask = info["action_mask"]
                action = HIT if seen[TOTAL] < STAND_FROM and mask[HIT] else STAND
                action = DECLINE if mask[DECLINE] else action
                seen, _, over, _, info = environment.step(action)
                decisions += 1
        return Worked(decisions, process_time() - start)

    return play


def charted_one(seen: Any, mask: Any) -> int:
    """What the policy does at one table of blackjack at which it bets as well.

    It bets what it can, and then says that it is ready.
    """
    if mask[DECLINE]:
        return DECLINE
    if mask[HIT] and seen[TOTAL] < STAND_FROM:
        return HIT
    return STAND if mask[STAND] else len(mask) - 1 - int(mask[::-1].argmax())


def paired_one(seen: Any, mask: Any) -> int:
    """What is done at one table of Caribbean Stud at which the agent bets as well."""
    return (BET if seen[CATEGORY] > 0 else FOLD) if mask[BET] else int(mask.argmax())


def betting(game: str, policy: Callable[[Any, Any], int], **options: Any) -> Play:
    """One table whose agent bets; a bet is a decision too."""
    environment = import_module("croupier.gym").TableEnvironment(game, bets=(1,), **options)
    environment.reset(seed=SEED)

    def play(seconds: float) -> Worked:
        start, decisions = process_time(), 0
        while process_time() - start < seconds:
            seen, info = environment.reset()
            over = False
            while not over:
                action = policy(seen, info["action_mask"])
                seen, _, over, _, info = environment.step(action)
                decisions += 1
        return Worked(decisions, process_time() - start)

    return play


def in_turn(game: str, policy: Callable[[Any, Any], int]) -> Play:
    """Three agents at one table, one after the other."""
    table = import_module("croupier.gym").TableInTurn(game, players=3, bets=(1,))
    table.reset(seed=SEED)

    def play(seconds: float) -> Worked:
        start, decisions = process_time(), 0
        while process_time() - start < seconds:
            table.reset()
            while not table.terminations[table.agent_selection]:
                view = table.observe(table.agent_selection)
                table.step(policy(view["observation"], view["action_mask"]))
                decisions += 1
        return Worked(decisions, process_time() - start)

    return play


def at_once(game: str, policy: Callable[[Any, Any], int]) -> Play:
    """Three agents at one table, all in each step; to wait is no decision."""
    table = import_module("croupier.gym").TableAtOnce(game, players=3, bets=(1,))
    table.reset(seed=SEED)
    wait = len(table.actions) - 1

    def play(seconds: float) -> Worked:
        start, decisions = process_time(), 0
        while process_time() - start < seconds:
            views, _ = table.reset()
            while table.agents:
                actions = {
                    agent: policy(view["observation"], view["action_mask"])
                    for agent, view in views.items()
                }
                decisions += sum(action != wait for action in actions.values())
                views = table.step(actions)[0]
        return Worked(decisions, process_time() - start)

    return play


def single_stud() -> Play:
    """One table of Caribbean Stud."""
    environment = import_module("croupier.gym").GameEnvironment(STUD)
    environment.reset(seed=SEED)

    def play(seconds: float) -> Worked:
        start, decisions = process_time(), 0
        while process_time() - start < seconds:
            seen, _ = environment.reset()
            environment.step(BET if seen[CATEGORY] > 0 else FOLD)
            decisions += 1
        return Worked(decisions, process_time() - start)

    return play


def gymnasiums_own() -> Play:
    """Gymnasium's `Blackjack-v1`, without the checker that `make` wraps around it."""
    made = import_module("gymnasium").make("Blackjack-v1", disable_env_checker=True)
    made.reset(seed=SEED)

    def play(seconds: float) -> Worked:
        start, decisions = process_time(), 0
        while process_time() - start < seconds:
            (total, _, _), _ = made.reset()
            over = False
            while not over:
                (total, _, _), _, over, _, _ = made.step(HIT if total < STAND_FROM else STAND)
                decisions += 1
        return Worked(decisions, process_time() - start)

    return play


PEER = "gymnasium's own Blackjack-v1"
STAR, STUD = "star-blackjack", "caribbean-stud"
CONTESTANTS: dict[str, Callable[[], Play]] = {
    "vector, 1,024 tables: steps": partial(vector, STAR, 1_024, charted, alone=True),
    "vector, 4,096 tables: steps": partial(vector, STAR, 4_096, charted, alone=True),
    "vector, 16,384 tables: steps": partial(vector, STAR, 16_384, charted, alone=True),
    "vector, 4,096 tables: with the policy": partial(vector, STAR, 4_096, charted, alone=False),
    "vector, 4,096 tables of Caribbean Stud: steps": partial(
        vector, STUD, 4_096, paired, alone=True
    ),
    "one table": partial(single, STAR),
    "one table of Caribbean Stud": single_stud,
    "an agent that bets": partial(betting, STAR, charted_one),
    "on three boxes, each with a side bet": partial(
        betting, STAR, charted_one, most_boxes=3, side_bets=["perfect-pairs"]
    ),
    "in Caribbean Stud": partial(betting, STUD, paired_one),
    "three agents in turn": partial(in_turn, STAR, charted_one),
    "three agents at once": partial(at_once, STAR, charted_one),
    PEER: gymnasiums_own,
}


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure every contestant for so many seconds in all, in alternating slices."""
    ready: dict[str, Play] = {}
    notes: dict[str, str] = {}
    for what, prepare in CONTESTANTS.items():
        progress(f"warming up: {what}")
        try:
            ready[what] = prepare()
            ready[what](0.1)
        except ImportError as error:
            ready.pop(what, None)
            notes[what] = str(error)
    rates: dict[str, list[float]] = {what: [] for what in ready}
    for number in range(1, SLICES + 1):
        for what, play in ready.items():
            progress(f"slice {number} of {SLICES}: {what}")
            worked = play(seconds / SLICES)
            rates[what].append(worked.decisions / worked.seconds)
    rows = [
        Row(what=what, note=notes[what]) if what in notes else _row(what, rates[what])
        for what in CONTESTANTS
    ]
    return Report(python=platform.python_version(), rows=rows)


def _row(what: str, rates: list[float]) -> Row:
    middle = median(rates)
    spread = (max(rates) - min(rates)) / middle
    return Row(what=what, decisions_per_second=middle, spread=spread)


def show(report: Report) -> Table:
    """The report as a table."""
    shown = Table(
        title="Decisions a second at Star Blackjack, on one core",
        caption=f"Medians of {SLICES} slices of processor time; the vector one is asked for "
        f"{LIMIT_PER_SECOND:,}, one table for 1 of gymnasium's. Python {report.python}",
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    for heading in ("what", "decisions/s", "spread", "÷ gymnasium's"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    peer = next(row.decisions_per_second for row in report.rows if row.what == PEER)
    for row in report.rows:
        rate = row.decisions_per_second
        if rate is None or row.spread is None:
            shown.add_row(row.what, row.note or "", "", "")
            continue
        ratio = "-" if peer is None else f"{rate / peer:,.2f}"
        shown.add_row(row.what, f"{rate:,.0f}", f"{row.spread:.0%}", ratio)
    return shown
