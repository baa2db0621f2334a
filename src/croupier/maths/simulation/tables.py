"""From a law, an operator's choices and a request to a table that can be simulated."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import asdict

from croupier.errors import ArgumentError
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.blackjack.charts import Chart
from croupier.maths.simulation.blackjack import (
    BlackjackSimulation,
    Seats,
    cutting_card_depth,
    with_room,
)
from croupier.maths.simulation.results import SimulationResult, result_of
from croupier.maths.simulation.runs import Chunk, Plan, Simulated, Totals, terms_of
from croupier.maths.simulation.stud import check_stud_game, stud_game
from croupier.maths.stud.analysis import BEST
from croupier.maths.stud.terms import stud_terms
from croupier.maths.whatif import changes_text
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw


class SimulationRequest(NamedTuple):
    """What to simulate, beyond the operator's choices."""

    boxes_played: int
    """The number of boxes with a wager in each round."""
    wager: Cents
    """The wager on each box."""
    side_wager: Cents | None = None
    """The wager on each side bet; ``None`` for as much as the wager."""
    chart: Chart | None = None
    """The chart to play by; ``None`` for the best one."""
    insurance: bool = False
    """Whether all insurance on offer is taken."""
    strategy: str = BEST
    """The way to play Caribbean Stud; other games use the chart."""
    rules: Mapping[str, str] = {}
    """What-ifs that the law contains already, as they were given; the result names them."""


class SimulatedTable(NamedTuple):
    """A table to simulate, and the units of its figures."""

    game: Simulated
    name: str
    options: dict[str, object]
    wager: Cents
    stakes: dict[str, int]
    """The stakes on wagers other than the main one, in ticks."""

    def plan(
        self, rounds: int, *, seed: int, session_rounds: int, float_cents: Cents | None
    ) -> Plan:
        """Return the plan of a run of this many rounds."""
        ticks = None if float_cents is None else -(-float_cents * self.game.ticks // self.wager)
        return Plan(rounds, seed, session_rounds, ticks)

    def play_first(self, plan: Plan) -> None:
        """Play one round, so that everything is compiled."""
        self.game.play(plan.seed, Chunk(0, 1), terms_of(self.game, plan))

    def result(self, plan: Plan, totals: Totals, *, seconds: float) -> SimulationResult:
        """Return the results of a run."""
        return result_of(
            self.game,
            plan,
            totals,
            name=self.name,
            options=self.options,
            wager_cents=self.wager,
            stakes=self.stakes,
            seconds=seconds,
        )


def check_request(law: TableLaw, choices: Choices, asked: SimulationRequest) -> None:
    """Raise if a request cannot be simulated, before anything is compiled or counted."""
    if isinstance(law, StudLaw):
        check_stud_game(law, boxes=asked.boxes_played, strategy=asked.strategy)
        stud_terms(law, choices, ante=asked.wager)
        return
    assert isinstance(law, BlackjackLaw)
    roomy = with_room(law, choices, asked.boxes_played)
    study = BlackjackStudy(law, roomy)
    cutting_card_depth(law, study.choices)
    if asked.insurance and law.insurance is None:
        raise ArgumentError(f"insurance: {law.title} has no insurance")


def simulated_table(law: TableLaw, choices: Choices, asked: SimulationRequest) -> SimulatedTable:
    """Return a table of any game. Raise if the request cannot be simulated."""
    check_request(law, choices, asked)
    if isinstance(law, StudLaw):
        table = _stud(law, choices, asked)
    else:
        assert isinstance(law, BlackjackLaw)
        table = _blackjack(law, choices, asked)
    if not asked.rules:
        return table
    return table._replace(options=table.options | {"set": changes_text(asked.rules)})


def _blackjack(law: BlackjackLaw, choices: Choices, asked: SimulationRequest) -> SimulatedTable:
    choices = with_room(law, choices, asked.boxes_played)
    study = BlackjackStudy(law, choices)
    chart = asked.chart or study.chart
    side_stake = Fraction(asked.side_wager or asked.wager, asked.wager)
    seats = Seats(asked.boxes_played, side_stake, asked.insurance)
    game = BlackjackSimulation(law, choices, chart, seats)
    options = {
        **study.options,
        "device": game.choices.device.value,
        "chart": chart.name,
        "insurance": "always" if asked.insurance else "never",
    }
    stakes = {bet.name: game.side_ticks for bet in game.bets}
    return SimulatedTable(game, law.game, options, asked.wager, stakes)


def _stud(law: StudLaw, choices: Choices, asked: SimulationRequest) -> SimulatedTable:
    game = stud_game(
        law, choices, boxes=asked.boxes_played, strategy=asked.strategy, ante=asked.wager
    )
    options: dict[str, object] = {"device": choices.device.value, "strategy": asked.strategy}
    stakes = {}
    if choices.jackpot is not None:
        terms = asdict(choices.jackpot)
        options |= {f"jackpot-{name}": in_dollars(terms[name]) for name in ("wager", "pool")}
        stakes["jackpot"] = choices.jackpot.wager
    return SimulatedTable(game, law.game, options, asked.wager, stakes)
