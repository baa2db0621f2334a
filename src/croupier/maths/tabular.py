"""Results that are also tables: records for Polars, pandas or CSV, and HTML for a notebook."""

from collections.abc import Sequence
from html import escape
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from croupier.errors import CroupierError

RowCells: TypeAlias = dict[str, object]
"""The cells of a row by column name."""


class Tabular:
    """A result that can be shown as one table."""

    __slots__ = ()

    def records(self) -> list[RowCells]:
        """Return the rows of the table, all with the same columns."""
        raise NotImplementedError

    def to_polars(self) -> Any:
        """Return the table as a Polars data frame."""
        return _library("polars").DataFrame(self.records())

    def to_pandas(self) -> Any:
        """Return the table as a pandas data frame."""
        return _library("pandas").DataFrame(self.records())

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        return as_html(self.records())


def _library(name: str) -> Any:
    """Return a library of data frames, which is optional. Raise if it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise CroupierError(f"{name} is not installed; pip install croupier[{name}]") from None


def as_html(rows: Sequence[RowCells]) -> str:
    """Return rows as an HTML table without styles.

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
    """Return a cell for people: floats to six places, nothing for ``None``."""
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
    """The variance; ``None`` if it was not computed."""
    hit: float | None = None
    """How often it wins; ``None`` for a wager without that figure."""
    stand_off: float | None = None
    """How often it stands off; ``None`` for a wager without that figure."""
    loss: float | None = None
    """How often it loses; ``None`` for a wager without that figure."""
    average_wager: float | None = None
    """The mean of all that is wagered in a round; ``None`` for a wager without that figure."""
    element_of_risk: float | None = None
    """The expectation for each unit that is wagered; ``None`` for a wager without that figure."""

    @property
    def sd(self) -> float | None:
        """The standard deviation; ``None`` if the variance is unknown."""
        return None if self.variance is None else self.variance**0.5

    def record(self, game: str) -> RowCells:
        """Return the line as cells by column name."""
        return {
            "game": game,
            "wager": self.wager,
            "ev": self.ev,
            "rtp": 1 + self.ev,
            "variance": self.variance,
            "sd": self.sd,
            "hit": self.hit,
            "stand_off": self.stand_off,
            "loss": self.loss,
            "average_wager": self.average_wager,
            "element_of_risk": self.element_of_risk,
        }
