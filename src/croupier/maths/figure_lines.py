"""One wager's figures on a line: the same for every game, on a screen, in a file or in a frame."""

from typing import NamedTuple

from croupier.maths.tabular import RowCells

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
