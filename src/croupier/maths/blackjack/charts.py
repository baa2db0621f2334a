"""A chart of play, by total and dealer's card: as people write it and as kernels take it.

A chart is a TOML or JSON file of rows. A row has ten words, for the dealer's 2 to 9, ten, ace::

    name = "plain"
    [hard]
    11 = "Dh Dh Dh Dh Dh Dh Dh Dh H H"
    [pairs]
    8 = "P P P P P P P P P H"

``H`` hits and ``S`` stands. ``Dh`` doubles where that may be done and else hits, ``Ds`` else
stands; ``Rh``, ``Rs`` and ``Rp`` surrender likewise, or else split. ``P`` splits where that may be
done, and where not plays the pair as its total, as ``-`` always does.

``[hard]`` and ``[soft]`` hold for any number of cards; ``[hard-three]``, ``[soft-three]`` for three
cards or more, ``[hard-four]``, ``[soft-four]`` for four or more, where the number of cards matters.
A row that is left out is that of fewer cards, or else: hit below hard 17 and soft 18, then stand.
"""

import os
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.errors import CroupierError
from croupier.kit.shapes import ShapeError, convert_data
from croupier.kit.toml_files import UnreadableFileError, parse_toml, read_text
from croupier.maths.blackjack.hands import index_of
from croupier.maths.kernels.tables import CALLS, RANKS, Booleans, Hands, Integers
from croupier.maths.kernels.tables import DOUBLE as CALL_DOUBLE
from croupier.maths.kernels.tables import HIT as CALL_HIT
from croupier.maths.kernels.tables import STAND as CALL_STAND
from croupier.maths.tabular import RowCells, Tabular

(
    STAND,
    HIT,
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    SPLIT_OR_TOTAL,
    SURRENDER_OR_HIT,
    SURRENDER_OR_STAND,
    SURRENDER_OR_SPLIT,
    BY_TOTAL,
) = range(9)
"""The meanings of a cell, as numbers."""

WORDS = ("S", "H", "Dh", "Ds", "P", "Rh", "Rs", "Rp", "-")
"""The meanings of a cell, as words, in the order of the numbers."""
DEALER_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
"""The columns of a row."""
PAIR_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
"""Ranks by what they count, an ace first: row ``n`` of a flat chart of pairs counts ``n + 1``."""
CLASSES = 3
"""The classes of hands by number of cards: two, three, four or more."""
TOTALS = 22

Cells = NDArray[np.int8]
ChartRows = dict[str, str]


class ChartError(CroupierError):
    """Raised for a chart that cannot be read."""


class FlatChart(msgspec.Struct, frozen=True):
    """A chart as arrays. The dealer's card and a pair's rank are the value less one, an ace 0."""

    totals: Cells
    """By class of cards, hard or soft, total, dealer's card: 3 by 2 by 22 by 10."""
    pairs: Cells
    """By rank and dealer's card: 10 by 10."""


class Chart(
    Tabular, msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """A chart of play, in rows of ten words."""

    name: str = ""
    """The name of the chart; empty if it has none."""
    hard: ChartRows = {}
    """Hard totals: ten words, for the dealer's 2 to 9, ten and ace."""
    soft: ChartRows = {}
    """Soft totals."""
    pairs: ChartRows = {}
    """Pairs by rank; a dash plays the total."""
    hard_three: ChartRows = {}
    """Hard totals of three cards or more; empty if they are played like ``hard``."""
    soft_three: ChartRows = {}
    """Soft totals of three cards or more; empty if they are played like ``soft``."""
    hard_four: ChartRows = {}
    """Hard totals of four cards or more; empty if they are played like those of three."""
    soft_four: ChartRows = {}
    """Soft totals of four cards or more; empty if they are played like those of three."""

    def records(self) -> list[RowCells]:
        """Return a row for each hand, with a column for each dealer's card."""
        tables = {"hard": self.hard, "soft": self.soft, "pair": self.pairs}
        tables |= {"hard, three cards": self.hard_three, "soft, three cards": self.soft_three}
        tables |= {"hard, four cards": self.hard_four, "soft, four cards": self.soft_four}
        return [
            {"kind": kind, "hand": hand, **dict(zip(DEALER_CARDS, row.split(), strict=True))}
            for kind, rows in tables.items()
            for hand, row in rows.items()
        ]

    def flat(self) -> FlatChart:
        """Return the chart as arrays. Raise :class:`ChartError` for a row that cannot be read."""
        totals = np.empty((CLASSES, 2, TOTALS, RANKS), np.int8)
        totals[:, 0, :17], totals[:, 0, 17:] = HIT, STAND
        totals[:, 1, :18], totals[:, 1, 18:] = HIT, STAND
        tables = ((self.hard, self.soft), (self.hard_three, self.soft_three))
        for first, pair in enumerate((*tables, (self.hard_four, self.soft_four))):
            for soft, rows in enumerate(pair):
                for total, row in rows.items():
                    totals[first:, soft, _total(total)] = _cells(row, WORDS_FOR_TOTALS)
        pairs = np.full((RANKS, RANKS), BY_TOTAL, np.int8)
        for name, row in self.pairs.items():
            if name not in PAIR_NAMES:
                raise ChartError(f"{name!r} is not a pair: write one of {' '.join(PAIR_NAMES)}")
            pairs[PAIR_NAMES.index(name)] = _cells(row, WORDS)
        return FlatChart(totals, pairs)


WORDS_FOR_TOTALS = ("S", "H", "Dh", "Ds", "Rh", "Rs")


def _total(text: str) -> int:
    if text.isdecimal() and int(text) < TOTALS:
        return int(text)
    raise ChartError(f"{text!r} is not a total: write a number below {TOTALS}")


def _cells(row: str, allowed: tuple[str, ...]) -> Cells:
    words = row.split()
    if len(words) != RANKS or not set(words) <= set(allowed):
        accepted = " ".join(allowed)
        raise ChartError(f"{row!r} is not a row: write ten words, each one of {accepted}")
    return np.roll(np.array([WORDS.index(word) for word in words], np.int8), 1)


def _row(cells: Cells) -> str:
    return " ".join(WORDS[cell] for cell in np.roll(cells, -1))


def chart_of(flat: FlatChart, name: str, *, hard_from: int = 4) -> Chart:
    """Return a chart in rows from its arrays.

    Rows that repeat those for fewer cards are left out.
    """
    tables: list[ChartRows] = []
    for cards in range(CLASSES):
        for counts_eleven, totals in enumerate((range(hard_from, TOTALS), range(12, TOTALS))):
            rows = {str(total): _row(flat.totals[cards, counts_eleven, total]) for total in totals}
            if cards:
                fewer = flat.totals[cards - 1, counts_eleven]
                before = {str(total): _row(fewer[total]) for total in totals}
                rows = {total: row for total, row in rows.items() if row != before[total]}
            tables.append(rows)
    pairs = {PAIR_NAMES[rank]: _row(flat.pairs[rank]) for rank in range(RANKS)}
    hard, soft, hard_three, soft_three, hard_four, soft_four = tables
    return Chart(
        name=name,
        hard=hard,
        soft=soft,
        pairs=pairs,
        hard_three=hard_three,
        soft_three=soft_three,
        hard_four=hard_four,
        soft_four=soft_four,
    )


def read_chart(path: str | os.PathLike[str]) -> Chart:
    """Return the chart in a TOML or JSON file. Without a name, it takes the name of the file."""
    given: object = path
    if not isinstance(given, str | os.PathLike) or not os.fspath(given):
        raise ChartError(f"path: {path!r} is not the path of a chart; write one, such as 'my.toml'")
    path, text = Path(path), ""
    try:
        text = read_text(path)
        data = _parse_json(text) if path.suffix == ".json" else parse_toml(text)
        chart = convert_data(data, Chart)
        chart.flat()
    except (UnreadableFileError, ShapeError, ChartError) as error:
        raise ChartError(f"{path} is not a chart{_at_line(str(error), text)}: {error}") from None
    if not any((chart.hard, chart.soft, chart.pairs)):
        raise ChartError(f"{path} is not a chart: it has no row in [hard], [soft] or [pairs]")
    return chart if chart.name else replace(chart, name=str(path))


def _parse_json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise UnreadableFileError("this is not JSON") from None


def _at_line(error: str, text: str) -> str:
    """Return the line that an error quotes, as text; empty if it is not found."""
    quoted = re.match(r"(?:there is no field )?'?(?P<what>.+?)'?(?: is not a |;)", error)
    if quoted is None:
        return ""
    lines = text.splitlines()
    found = next((n for n, line in enumerate(lines, 1) if quoted["what"] in line), None)
    return "" if found is None else f", line {found}"


SPLITS = (SPLIT_OR_TOTAL, SURRENDER_OR_SPLIT)
SURRENDERS = (SURRENDER_OR_HIT, SURRENDER_OR_STAND, SURRENDER_OR_SPLIT)
DOUBLES = (DOUBLE_OR_HIT, DOUBLE_OR_STAND)
HITS = (HIT, DOUBLE_OR_HIT, SURRENDER_OR_HIT)
STANDS = (STAND, DOUBLE_OR_STAND, SURRENDER_OR_STAND)


def among(cells: Integers | Cells, words: tuple[int, ...]) -> Booleans:
    """Return where cells have one of the given words."""
    wanted = np.zeros(len(WORDS), np.bool_)
    wanted[list(words)] = True
    found: Booleans = wanted[cells]
    return found


def cells_of(chart: FlatChart, hands: Hands, dealer: int) -> Integers:
    """Return the chart's cell for each hand against a dealer's card; a pair's own if it has one."""
    classes = np.clip(hands.cards - 2, 0, CLASSES - 1)
    by_total = chart.totals[classes, hands.soft.astype(np.int64), hands.totals, dealer]
    cells: Integers = by_total.astype(np.int64)
    for pair in range(RANKS):
        cell = int(chart.pairs[pair, dealer])
        if cell not in (BY_TOTAL, *SPLITS):
            cells[index_of(pair, pair)] = cell
    return cells


def chart_calls(cells: Integers, lawful: Integers) -> Integers:
    """Return the chart's call with each hand, as a mask with one bit."""
    calls: Integers = _calls_by_word()[cells, lawful]
    return calls


@cache
def _calls_by_word() -> Integers:
    """Return the call for each word of a chart, by the mask of lawful calls."""
    calls = np.zeros((len(WORDS), 1 << CALLS), np.int64)
    lawful = np.arange(1 << CALLS)
    for words, order in (
        (STANDS, (CALL_STAND, CALL_HIT)),
        (HITS, (CALL_HIT, CALL_STAND)),
        (DOUBLES, (CALL_DOUBLE,)),
    ):
        for word, call in product(words, reversed(order)):
            calls[word, lawful >> call & 1 == 1] = 1 << call
    return calls


def splits(chart: FlatChart, pair: int, dealer: int) -> bool:
    """Return whether a chart splits a pair."""
    return int(chart.pairs[pair, dealer]) in SPLITS


def surrenders(chart: FlatChart, cells: Integers, hand: int, pair: int | None, dealer: int) -> bool:
    """Return whether a chart surrenders the first two cards if that is allowed."""
    if pair is not None and int(chart.pairs[pair, dealer]) != BY_TOTAL:
        return int(chart.pairs[pair, dealer]) in SURRENDERS
    return int(cells[hand]) in SURRENDERS
