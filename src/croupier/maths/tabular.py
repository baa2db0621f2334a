"""Results that are also tables: records for Polars, pandas or CSV, and HTML for a notebook."""

from collections.abc import Sequence
from html import escape
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from croupier.errors import CroupierError

RowCells: TypeAlias = dict[str, object]
"""The cells of a row by the names of the columns."""


class Tabular:
    """A result that can be shown as one table."""

    __slots__ = ()

    def records(self) -> list[RowCells]:
        """The rows of the table, all with the same columns."""
        raise NotImplementedError

    def to_polars(self) -> Any:
        """The table as a Polars data frame."""
        return _library("polars").DataFrame(self.records())

    def to_pandas(self) -> Any:
        """The table as a pandas data frame."""
        return _library("pandas").DataFrame(self.records())

    def _repr_html_(self) -> str:
        """The table as a notebook shows it."""
        return as_html(self.records())


def _library(name: str) -> Any:
    """A library of data frames, which croupier runs without."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise CroupierError(f"{name} is not installed; pip install croupier[{name}]") from None


def as_html(rows: Sequence[RowCells]) -> str:
    """Rows as a table of HTML, with nothing but its structure.

    >>> as_html([{"call": "hit", "worth": -0.25}])
    '<table><thead><tr><th>call</th><th>worth</th></tr></thead><tbody><tr><td>hit</td><td>-0.250000</td></tr></tbody></table>'
    """
    columns = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{_cell(row[column])}</td>' for column in columns)}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    """A cell for people: floats to six places, nothing for none."""
    if value is None:
        return ""
    return f"{value:.6f}" if isinstance(value, float) else escape(str(value))


BEST_PLAY = "best-play"
BEST_CHART = "best-chart"


class FigureLine(NamedTuple):
    """One wager or way to play, in units of the wager."""

    wager: str
    """Its name: ``best-play``, ``insurance-ace``, ``perfect-pairs``."""
    ev: float
    """The player's expectation."""
    variance: float | None = None
    """None where it was not worked out."""
    hit: float | None = None
    """How often it wins; none where that is not asked of such a wager."""

    @property
    def sd(self) -> float | None:
        """The standard deviation, where the variance is known."""
        return None if self.variance is None else self.variance**0.5

    def record(self, game: str) -> RowCells:
        """The line as cells by the names of their columns."""
        return {
            "game": game,
            "wager": self.wager,
            "ev": self.ev,
            "rtp": 1 + self.ev,
            "variance": self.variance,
            "sd": self.sd,
            "hit": self.hit,
        }
