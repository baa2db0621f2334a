"""The figures that ``croupier edge`` prints for Caribbean Stud."""

from time import perf_counter

import msgspec

from croupier.cards import Card
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.side_bets import SideBetFigures
from croupier.maths.stud.analysis import StudFigures, analyse_stud
from croupier.maths.stud.jackpots import JackpotAnalysis
from croupier.maths.tabular import BEST_PLAY, FigureLine, RowCells, Tabular
from croupier.money import Cents
from croupier.rulebooks import StudLaw

CENTS = 100


class StudMain(msgspec.Struct, frozen=True, kw_only=True):
    """Ante and bet together under best play, in units of the ante."""

    ev: float
    """The player's expectation; negative if the house has the edge."""
    variance: float
    """The variance of a round."""
    sd: float
    """The standard deviation of a round."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    element_of_risk: float
    """The expectation for each unit at risk, ante and bet together."""
    raise_frequency: float
    """The share of hands that are bet on."""
    average_wager: float
    """The average amount at risk in a round, in antes."""
    win: float
    """How often the ante wins."""
    stand_off: float
    """How often the ante stands off."""
    loss: float
    """How often the ante loses, folded hands included."""
    strategy: str
    """The name of the way to play."""


class StudChart(msgspec.Struct, frozen=True):
    """The best of the simple strategies."""

    name: str
    """The name of the strategy."""
    ev: float
    """The expectation, in units of the ante."""


class JackpotEdge(msgspec.Struct, frozen=True, kw_only=True):
    """The jackpot wager: amounts in dollars, all else in units of the wager."""

    ev: float
    """The player's expectation; negative if the house has the edge."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    hit: float
    """How often the player's own hand wins."""
    break_even: float | None
    """The smallest meter, before the round's wagers, at which nothing is lost; ``None`` if there is
    none."""
    wager: float
    """The jackpot wager."""
    pool: float
    """The meter before the round's wagers feed it."""
    increment: float
    """The share of each wager that goes to the meter."""
    bonus: float
    """What other jackpot bettors win; 0 for nothing."""
    players: int
    """The number of jackpot bettors at the table, including this player."""
    by_category: dict[str, float]
    """The contribution of each category of hand to the return."""
    bonus_return: float
    """The contribution of the bonus."""
    increment_return: float
    """The contribution of the round's own wagers."""
    sharing_cost: float
    """The loss to other winners of the same round."""


class StudEdge(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """The figures that ``croupier edge`` prints for Caribbean Stud."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices that the figures are for, by option name."""
    main: StudMain
    """Ante and bet under best play."""
    chart: StudChart
    """The best of the simple strategies."""
    insurance: None = None
    """Always ``None``: the game has no insurance."""
    side_bets: dict[str, SideBetFigures] = {}
    """Always empty: the game has no optional wagers."""
    jackpot: JackpotEdge | None = None
    """The jackpot wager; ``None`` if no meter was given."""
    strategies: dict[str, StudFigures] = {}
    """Simple strategies by name."""
    seconds: float
    """The computing time."""

    def lines(self) -> list[FigureLine]:
        """Return a line for every way to play, and for the jackpot wager."""
        ways: dict[str, StudMain | StudFigures] = {BEST_PLAY: self.main, **self.strategies}
        lines = [
            FigureLine(
                name,
                one.ev,
                one.variance,
                one.win,
                one.stand_off,
                one.loss,
                one.average_wager,
                one.element_of_risk,
            )
            for name, one in ways.items()
        ]
        if self.jackpot is not None:
            lines.append(FigureLine("jackpot", self.jackpot.ev, hit=self.jackpot.hit))
        return lines

    def records(self) -> list[RowCells]:
        """Return a row for every way to play, and for the jackpot wager."""
        return [line.record(self.game) for line in self.lines()]


def stud_edge(
    law: StudLaw,
    choices: Choices,
    *,
    ante: Cents | None = None,
    seen: tuple[Card, ...] = (),
    jackpot_players: int = 1,
) -> StudEdge:
    """Return all figures of a table of Caribbean Stud."""
    started = perf_counter()
    found = analyse_stud(law, choices, ante=ante, seen=seen, jackpot_players=jackpot_players)
    best = found.best
    options: dict[str, object] = {"ante": found.ante / CENTS}
    if choices.max_payout is not None:
        options["max-payout"] = choices.max_payout / CENTS
    if seen:
        options["seen"] = found.seen.split()
    simple = min(found.strategies, key=lambda name: found.strategies[name].cost)
    return StudEdge(
        game=law.game,
        options=options,
        main=StudMain(
            ev=best.ev,
            variance=best.variance,
            sd=best.sd,
            rtp=1 + best.ev,
            element_of_risk=best.element_of_risk,
            raise_frequency=best.raise_frequency,
            average_wager=best.average_wager,
            win=best.win,
            stand_off=best.stand_off,
            loss=best.loss,
            strategy=best.title,
        ),
        chart=StudChart(simple, found.strategies[simple].ev),
        jackpot=None if found.jackpot is None else _in_dollars(found.jackpot),
        strategies=found.strategies,
        seconds=perf_counter() - started,
    )


def _in_dollars(found: JackpotAnalysis) -> JackpotEdge:
    fields = msgspec.structs.asdict(found)
    for name in ("wager", "pool", "bonus", "break_even"):
        if fields[name] is not None:
            fields[name] /= CENTS
    return JackpotEdge(**fields)
