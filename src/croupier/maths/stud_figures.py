"""The figures of ``croupier edge`` for a table of Caribbean Stud."""

from time import perf_counter

import msgspec

from croupier.cards import Card
from croupier.maths.jackpots import JackpotAnalysis
from croupier.maths.sidebets import SideBetFigures
from croupier.maths.stud import StudFigures, analyse_stud
from croupier.money import Cents
from croupier.rulebooks import StudLaw
from croupier.table.choices import Choices

CENTS = 100


class StudMain(msgspec.Struct, frozen=True, kw_only=True):
    """Ante and bet together under best play, in units of the ante."""

    ev: float
    variance: float
    sd: float
    rtp: float
    element_of_risk: float
    raise_frequency: float
    average_wager: float
    strategy: str


class StudChart(msgspec.Struct, frozen=True):
    """The best of the simple strategies."""

    name: str
    ev: float


class JackpotEdge(msgspec.Struct, frozen=True, kw_only=True):
    """The jackpot wager: amounts in dollars, all else in units of the wager."""

    ev: float
    rtp: float
    hit: float
    break_even: float | None
    """The least meter at which nothing is lost in the long run, before the round's wagers."""
    wager: float
    pool: float
    increment: float
    bonus: float
    players: int
    by_category: dict[str, float]
    bonus_return: float
    increment_return: float
    sharing_cost: float


class StudEdge(msgspec.Struct, frozen=True, kw_only=True):
    """What ``croupier edge`` says of Caribbean Stud."""

    game: str
    options: dict[str, object]
    main: StudMain
    chart: StudChart
    insurance: None = None
    side_bets: dict[str, SideBetFigures] = {}
    jackpot: JackpotEdge | None = None
    strategies: dict[str, StudFigures] = {}
    seconds: float


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
