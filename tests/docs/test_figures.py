"""The figures of the reference are those that come out today."""

import pytest
from msgspec.structs import replace

from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.cli.edge import (
    break_even_table,
    insurance_table,
    main_table,
    side_bet_table,
    stud_table,
    usual_table,
)
from croupier.maths.figures import EveryFigure, edge_row, every_figure, side_bets_of, tables_of
from croupier.rulebooks import BLACKJACK, BLACKJACK_CHALLENGE, CARIBBEAN_STUD
from tests.docs import tables
from tests.docs.pages import rows, sections

PAGE = tables.REFERENCE / "figures.md"
CURRENT = "the figures are out of date: python -m tests.docs.tables figures"


def some_figures() -> EveryFigure:
    """A part of all figures: two games whole, the first table of each other, all side bets."""
    found = every_figure((BLACKJACK_CHALLENGE, CARIBBEAN_STUD), cores=2)
    first = [BlackjackStudy(law, next(tables_of(law))) for law in BLACKJACK.values()]
    side_bets = tuple(row for law in BLACKJACK.values() for row in side_bets_of(law))
    return replace(
        found,
        blackjack=(*found.blackjack, *map(edge_row, first)),
        side_bets=side_bets,
    )


def test_a_part_of_the_figures_is_current() -> None:
    found, shown = some_figures(), sections(PAGE)
    for name, make, whole in (
        ("main", main_table, False),
        ("usual", usual_table, False),
        ("insurance", insurance_table, False),
        ("side-bets", side_bet_table, True),
        ("stud", stud_table, True),
        ("jackpot", break_even_table, True),
    ):
        title, _ = tables.FIGURE_TEXTS[name]
        told = {tuple(row) for row in rows(shown[title].replace("---:", "---"))}
        now = set(make(found).rows)
        assert now
        assert now <= told, CURRENT
        assert not whole or now == told, CURRENT


@pytest.mark.slow
def test_all_figures_are_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == tables.figures(), CURRENT
