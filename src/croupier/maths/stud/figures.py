"""The figures of ``croupier edge`` for a table of Caribbean Stud."""

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
    """The player's expectation; below zero is the house's edge."""
    variance: float
    """The variance of a round."""
    sd: float
    """The standard deviation of a round."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    element_of_risk: float
    """The expectation for each unit at risk, ante and bet together."""
    raise_frequency: float
    """The share of hands that are bet on."""
    average_wager: float
    """What is at risk in a round on average, in antes."""
    strategy: str
    """What the way to play is called."""


class StudChart(msgspec.Struct, frozen=True):
    """The best of the simple strategies."""

    name: str
    """What it is called."""
    ev: float
    """What it expects, in units of the ante."""


class JackpotEdge(msgspec.Struct, frozen=True, kw_only=True):
    """The jackpot wager: amounts in dollars, all else in units of the wager."""

    ev: float
    """The player's expectation; below zero is the house's edge."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    hit: float
    """How often the player's own hand wins."""
    break_even: float | None
    """The least meter, before the round's wagers, at which nothing is lost; none where there is
    none."""
    wager: float
    """The jackpot wager."""
    pool: float
    """The meter before the round's wagers feed it."""
    increment: float
    """The share of each wager that goes to the meter."""
    bonus: float
    """What other jackpot bettors win; 0 where nothing."""
    players: int
    """How many at the table wager on the jackpot, this player among them."""
    by_category: dict[str, float]
    """What each hand brings of the return, by category."""
    bonus_return: float
    """What the bonus brings of it."""
    increment_return: float
    """What the round's own wagers bring of it."""
    sharing_cost: float
    """What is lost to other winners of the same round."""


class StudEdge(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """What ``croupier edge`` says of Caribbean Stud."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the figures hold for, by the names of the options."""
    main: StudMain
    """Ante and bet under best play."""
    chart: StudChart
    """The best of the simple strategies."""
    insurance: None = None
    """Always none: the game has no insurance."""
    side_bets: dict[str, SideBetFigures] = {}
    """Always empty: the game has no optional wagers."""
    jackpot: JackpotEdge | None = None
    """The jackpot wager; none where no meter was named."""
    strategies: dict[str, StudFigures] = {}
    """Simple ways to play, by name."""
    seconds: float
    """How long it took."""

    def lines(self) -> list[FigureLine]:
        """Every way to play, and the jackpot wager."""
        lines = [FigureLine(BEST_PLAY, self.main.ev, self.main.variance)]
        lines += [FigureLine(name, one.ev, one.variance) for name, one in self.strategies.items()]
        if self.jackpot is not None:
            lines.append(FigureLine("jackpot", self.jackpot.ev, hit=self.jackpot.hit))
        return lines

    def records(self) -> list[RowCells]:
        """A row for every way to play, and the jackpot wager."""
        return [line.record(self.game) for line in self.lines()]


def stud_edge(
    law: StudLaw,
    choices: Choices,
    *,
    ante: Cents | None = None,
    seen: tuple[Card, ...] = (),
    jackpot_players: int = 1,
) -> StudEdge:
    """All figures of a table of Caribbean Stud."""
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
