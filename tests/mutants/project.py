"""What is mutated, and which tests judge it."""

from pathlib import Path

import msgspec


class Project(msgspec.Struct, frozen=True):
    """A project whose tests are tried."""

    root: Path
    """Its folder."""
    source: str
    """The folder that modules are imported from."""
    code: tuple[str, ...]
    """The folders or files whose code is changed."""
    law: str = ""
    """The folder with laws as data; empty where there is none."""
    scenarios: str = ""
    """The folder with scenario files; empty where there is none."""
    tests: tuple[str, ...] = ()
    """The folders or files with tests for pytest."""
    changed_by: frozenset[str] = frozenset()
    """The names by which functions are handed what they change."""


CROUPIER = Project(
    root=Path(__file__).parents[2],
    source="src",
    code=tuple(
        f"src/croupier/{layer}"
        for layer in (
            "cards",
            "money",
            "games",
            "house",
            "features/tournaments/rules",
            "features/promotions/rules",
        )
    ),
    law="src/croupier/rulebooks",
    scenarios="tests/scenarios",
    tests=(
        *(
            f"tests/{layer}"
            for layer in (
                "cards",
                "money",
                "games/table",
                "games/stud",
                "house",
                "features/promotions",
                "features/tournaments",
            )
        ),
        *(
            f"tests/rulebooks/test_{name}.py"
            for name in ("catalogue", "citations", "law", "roles", "soundness")
        ),
        *(
            f"tests/games/blackjack/test_{name}.py"
            for name in (
                "auditor_agrees",
                "cutting_card_in_passing",
                "evolvers",
                "family_floor",
                "invariants",
                "law_parts",
                "mishaps",
                "mixed_discards",
                "never_stuck",
                "pairs",
                "pay_tables",
                "perft",
                "reconstruction_alone",
                "who_is_asked",
            )
        ),
        "tests/test_evolvers.py",
    ),
    changed_by=frozenset({"draft", "new", "waiting"}),
)
"""Scenarios and the tests of the layers that decide. Pages, screens and the mathematics are left
out: they repeat what the law says, and a page that is out of date shows no rule at work."""
