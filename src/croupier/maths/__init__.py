"""Exact analysis, best strategies and simulation, from the same law as the engine.

The functions here are the interface for Python programs and notebooks (docs/api.md). The modules
behind them are imported on first use, since they import numpy. ``blackjack`` and ``stud`` are
exact, ``simulation`` deals, both on the compiled ``kernels``; ``studies`` asks the questions,
``cli``, ``api`` and ``jobs`` offer them to users.
"""

from typing import TYPE_CHECKING

from croupier.kit.lazy import lazy_attributes, lazy_directory

if TYPE_CHECKING:
    from croupier.maths.blackjack.analysis import BlackjackAnalysis
    from croupier.maths.blackjack.best_play import BlackjackPlay, HandChoices
    from croupier.maths.blackjack.charts import Chart, read_chart
    from croupier.maths.blackjack.value_tables import HandValue, HandValues, RemovalEffects
    from croupier.maths.simulation.results import SimulationResult
    from croupier.maths.stud.analysis import StudDecision
    from croupier.maths.stud.figures import StudEdge
    from croupier.maths.stud.play import StudPlay
    from croupier.maths.studies import (
        RuleEffect,
        analyse,
        effects_of_removal,
        hand_choices,
        hand_values,
        simulate,
        strategy,
        what_if,
    )

__all__ = [
    "BlackjackAnalysis",
    "BlackjackPlay",
    "Chart",
    "HandChoices",
    "HandValue",
    "HandValues",
    "RemovalEffects",
    "RuleEffect",
    "SimulationResult",
    "StudDecision",
    "StudEdge",
    "StudPlay",
    "analyse",
    "effects_of_removal",
    "hand_choices",
    "hand_values",
    "read_chart",
    "simulate",
    "strategy",
    "what_if",
]

__dir__ = lazy_directory(__all__)
__getattr__ = lazy_attributes(
    __name__,
    {
        "BlackjackAnalysis": "croupier.maths.blackjack.analysis",
        "BlackjackPlay": "croupier.maths.blackjack.best_play",
        "Chart": "croupier.maths.blackjack.charts",
        "HandChoices": "croupier.maths.blackjack.best_play",
        "HandValue": "croupier.maths.blackjack.value_tables",
        "HandValues": "croupier.maths.blackjack.value_tables",
        "RemovalEffects": "croupier.maths.blackjack.value_tables",
        "RuleEffect": "croupier.maths.studies",
        "SimulationResult": "croupier.maths.simulation.results",
        "StudDecision": "croupier.maths.stud.analysis",
        "StudEdge": "croupier.maths.stud.figures",
        "StudPlay": "croupier.maths.stud.play",
        "analyse": "croupier.maths.studies",
        "effects_of_removal": "croupier.maths.studies",
        "hand_choices": "croupier.maths.studies",
        "hand_values": "croupier.maths.studies",
        "read_chart": "croupier.maths.blackjack.charts",
        "simulate": "croupier.maths.studies",
        "strategy": "croupier.maths.studies",
        "what_if": "croupier.maths.studies",
    },
)
