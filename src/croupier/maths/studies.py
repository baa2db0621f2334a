"""The questions of a mathematician about a game: its edge, its best play, what-ifs, simulation.

Each function takes a game by its name or its law, and the operator's choices. Amounts are cents;
expectations are the player's, in units of the wager. ``croupier.maths`` offers all of them.
"""

import secrets
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TypeAlias

import msgspec

from croupier.cards import Card
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.analysis import BlackjackAnalysis
from croupier.maths.blackjack.best_play import (
    BlackjackPlay,
    HandChoices,
    blackjack_play,
    read_cards,
)
from croupier.maths.blackjack.best_play import hand_choices as choices_with_hand
from croupier.maths.blackjack.charts import Chart
from croupier.maths.simulation.results import SimulationResult
from croupier.maths.simulation.runs import run
from croupier.maths.simulation.tables import SimulationRequest, simulated_table
from croupier.maths.stud.analysis import BEST, StudDecision
from croupier.maths.stud.figures import StudEdge
from croupier.maths.stud.play import StudPlay, best_play
from croupier.maths.study_tables import StudyTable, study_table, with_changes
from croupier.maths.tabular import RowCells, Tabular
from croupier.money import Cents
from croupier.rulebooks import TableLaw, law_of

Game: TypeAlias = str | TableLaw
"""The name of a game, such as ``star-blackjack``, or its law."""
ChangedRules: TypeAlias = Mapping[str, str]
"""Rules with other values, as ``croupier edge --set`` takes them."""
SEED_BITS = 32


class RuleEffect(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """The effect of changed rules."""

    game: str
    """The name of the game."""
    rules: dict[str, str]
    """The changed rules and their values."""
    before: float
    """The player's expectation under the law as it is, in units of the wager."""
    after: float
    """The player's expectation under the changed rules."""

    @property
    def effect(self) -> float:
        """The player's gain; negative if the house gains."""
        return self.after - self.before

    def records(self) -> list[RowCells]:
        """Return one row."""
        rules = " ".join(f"{name}={value}" for name, value in self.rules.items())
        return [
            {
                "game": self.game,
                "rules": rules,
                "before": self.before,
                "after": self.after,
                "effect": self.effect,
            }
        ]


def analyse(
    game: Game,
    choices: Choices | None = None,
    *,
    rules: ChangedRules | None = None,
    seen: str | Sequence[Card] = (),
    chart: Chart | None = None,
    ante: Cents | None = None,
    jackpot_players: int = 1,
) -> BlackjackAnalysis | StudEdge:
    """Return all exact figures of a game, from a full shoe or one without the cards seen.

    ``chart`` is compared with best play; ``ante`` matters under a maximum payout, and
    ``jackpot_players`` for the share of a jackpot.

    >>> analyse("perth-blackjack-plus", Choices(layout=7)).game
    'perth-blackjack-plus'
    """
    asked = _study_table(game, choices, rules, seen, ante=ante, jackpot_players=jackpot_players)
    return asked.figures(chart)


def strategy(
    game: Game,
    choices: Choices | None = None,
    *,
    rules: ChangedRules | None = None,
    seen: str | Sequence[Card] = (),
    ante: Cents | None = None,
    exceptions: bool = False,
) -> BlackjackPlay | StudPlay:
    """Return the best play of a game as a chart.

    ``exceptions`` adds hands whose exact cards decide.
    """
    asked = _study_table(game, choices, rules, seen, ante=ante)
    if asked.stud is not None:
        return best_play(asked.stud, asked.choices, ante=asked.ante, seen=asked.seen)
    return blackjack_play(asked, exceptions=exceptions)


def hand_choices(
    game: Game,
    hand: str,
    dealer: str,
    choices: Choices | None = None,
    *,
    rules: ChangedRules | None = None,
    seen: str | Sequence[Card] = (),
    ante: Cents | None = None,
) -> HandChoices | StudDecision:
    """Return the value of every call with one hand: ``"T 6"`` against ``"T"``.

    >>> next(iter(hand_choices("perth-blackjack", "T 6", "6").choices))
    'stand'
    """
    return choices_with_hand(_study_table(game, choices, rules, seen, ante=ante), hand, dealer)


def what_if(game: Game, rules: ChangedRules, choices: Choices | None = None) -> RuleEffect:
    """Return the expectation of a game with changed rules, beside that of the law as it is."""
    law = _law(game)
    return RuleEffect(
        game=law.game,
        rules=dict(rules),
        before=analyse(law, choices).main.ev,
        after=analyse(law, choices, rules=rules).main.ev,
    )


def simulate(
    game: Game,
    choices: Choices | None = None,
    *,
    rules: ChangedRules | None = None,
    rounds: int = 1_000_000,
    boxes_played: int = 1,
    wager: Cents = 10_00,
    side_wager: Cents | None = None,
    chart: Chart | None = None,
    insurance: bool = False,
    strategy: str = BEST,
    session_rounds: int = 100,
    float_cents: Cents | None = None,
    seed: int | None = None,
    cores: int = 1,
) -> SimulationResult:
    """Simulate rounds from real shoes with the cutting card. The same seed gives the same result.

    ``chart`` and ``insurance`` are for blackjack, ``strategy`` for Caribbean Stud. Without a seed
    one is drawn, and the result names it.
    """
    rules = rules or {}
    law = with_changes(_law(game), rules)
    asked = SimulationRequest(boxes_played, wager, side_wager, chart, insurance, strategy, rules)
    table = simulated_table(law, choices or Choices(), asked)
    plan = table.plan(
        rounds,
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        session_rounds=session_rounds,
        float_cents=float_cents,
    )
    table.play_first(plan)
    started = perf_counter()
    totals = run(table.game, plan, cores=cores)
    return table.result(plan, totals, seconds=perf_counter() - started)


def _law(game: Game) -> TableLaw:
    return law_of(game) if isinstance(game, str) else game


def _study_table(
    game: Game,
    choices: Choices | None,
    rules: ChangedRules | None,
    seen: str | Sequence[Card],
    *,
    ante: Cents | None = None,
    jackpot_players: int = 1,
) -> StudyTable:
    return study_table(
        _law(game),
        choices or Choices(),
        rules=rules,
        seen=read_cards("seen", seen),
        ante=ante,
        jackpot_players=jackpot_players,
    )
