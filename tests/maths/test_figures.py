"""The figures of every table: that all are there, and that they are those of single tables."""

from collections import Counter

import pytest
from msgspec.structs import replace

from croupier.maths import figures
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.figures import DECKS, every_figure, side_bets_of, tables_of
from croupier.maths.stud.analysis import analyse_stud
from croupier.rulebooks import (
    BLACKJACK,
    BLACKJACK_CHALLENGE,
    CANBERRA_BLACKJACK,
    CARIBBEAN_STUD,
    GAMES,
    PERTH_BLACKJACK,
    STAR_BLACKJACK,
)


def test_every_lawful_table_is_looked_at() -> None:
    """Star 3.1 and 12.5, Challenge 3.1, Canberra 2.1 and 12.1, Perth 2.2, 4.22 and 4.23."""
    numbers = {game: len(list(tables_of(law))) for game, law in BLACKJACK.items()}
    assert numbers == {
        "star-blackjack": 4,
        "blackjack-challenge": 2,
        "canberra-blackjack": 10,
        "perth-blackjack": 10,
        "perth-vegas-blackjack": 10,
        "perth-blackjack-plus": 10,
    }
    assert {one.decks for one in tables_of(CANBERRA_BLACKJACK)} == set(DECKS)
    layouts = {
        BlackjackStudy(PERTH_BLACKJACK, one).inscription for one in tables_of(PERTH_BLACKJACK)
    }
    assert layouts == {"1", "7"}


def test_every_pay_table_is_looked_at_with_its_decks() -> None:
    """Perth 3.19 has seven columns, each for a number of decks; Star three tables of one wager."""
    perth = [(row.table, row.decks) for row in side_bets_of(PERTH_BLACKJACK)]
    assert perth == [(1, 4), (2, 6), (3, 6), (4, 6), (5, 6), (6, 8), (7, 8)]
    star = Counter(row.bet for row in side_bets_of(STAR_BLACKJACK))
    assert star.items() >= {"perfect-pairs": 2, "any-pairs": 2, "lucky-lucky": 6}.items()


def test_a_game_taken_in_later_is_looked_at_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    outside = replace(PERTH_BLACKJACK, game="outside-blackjack")
    monkeypatch.setitem(GAMES, outside.game, outside)
    monkeypatch.setattr(figures, "tables_of", lambda _: ())
    monkeypatch.setattr(figures, "stud_edge", lambda law, _: law)
    monkeypatch.setattr(figures, "break_evens_of", lambda _: ())
    assert outside.game in {row.game for row in every_figure().side_bets}


def test_the_figures_are_those_of_single_tables() -> None:
    seen = []
    found = every_figure(
        (BLACKJACK_CHALLENGE, CARIBBEAN_STUD),
        cores=2,
        progress=lambda done, number: seen.append((done, number)),
    )
    assert seen == [(0, 2), (1, 2), (2, 2)]
    assert [row.options["decks"] for row in found.blackjack] == [6, 8]
    single = BlackjackStudy(BLACKJACK_CHALLENGE).analysis()
    assert found.blackjack[1].ev == single.main.ev
    assert [one.main for one in found.usual] == [single.main]
    assert [one.main.ev for one in found.stud] == [analyse_stud(CARIBBEAN_STUD).best.ev]
    assert {row.wager: row.meter for row in found.break_even if row.players == 1} == {
        1.0: pytest.approx(159_810.55),
        2.5: pytest.approx(672_763.20),
        5.0: pytest.approx(1_527_684.22),
    }
