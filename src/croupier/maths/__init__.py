"""Exact analysis, best strategies and simulation, from the same law as the engine.

The functions here are the interface for Python programs and notebooks (docs/api.md); the
modules behind them are imported when they are first asked for, since they bring numpy with them.
"""

from typing import TYPE_CHECKING

from croupier.on_demand import directory, on_demand

if TYPE_CHECKING:
    from croupier.maths.analysis import BlackjackAnalysis
    from croupier.maths.best_play import BlackjackPlay, HandChoices
    from croupier.maths.charts import Chart, read_chart
    from croupier.maths.simulation_results import SimulationResult
    from croupier.maths.stud import StudDecision
    from croupier.maths.stud_figures import StudEdge
    from croupier.maths.stud_play import StudPlay
    from croupier.maths.studies import (
        RuleEffect,
        analyse,
        hand_choices,
        simulate,
        strategy,
        what_if,
    )

__all__ = [
    "BlackjackAnalysis",
    "BlackjackPlay",
    "Chart",
    "HandChoices",
    "RuleEffect",
    "SimulationResult",
    "StudDecision",
    "StudEdge",
    "StudPlay",
    "analyse",
    "hand_choices",
    "read_chart",
    "simulate",
    "strategy",
    "what_if",
]

__dir__ = directory(__all__)
__getattr__ = on_demand(
    __name__,
    {
        "BlackjackAnalysis": "croupier.maths.analysis",
        "BlackjackPlay": "croupier.maths.best_play",
        "Chart": "croupier.maths.charts",
        "HandChoices": "croupier.maths.best_play",
        "RuleEffect": "croupier.maths.studies",
        "SimulationResult": "croupier.maths.simulation_results",
        "StudDecision": "croupier.maths.stud",
        "StudEdge": "croupier.maths.stud_figures",
        "StudPlay": "croupier.maths.stud_play",
        "analyse": "croupier.maths.studies",
        "hand_choices": "croupier.maths.studies",
        "read_chart": "croupier.maths.charts",
        "simulate": "croupier.maths.studies",
        "strategy": "croupier.maths.studies",
        "what_if": "croupier.maths.studies",
    },
)
