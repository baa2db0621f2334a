"""Jackpot wagers of rounds that are over, as their settlement tells of them."""

from croupier.floor import Croupier
from croupier.games.stud.jackpots import tokens_of_jackpot_wager
from croupier.games.table.choices import Choices
from croupier.games.table.state import Line, Settlement
from croupier.money import Entry
from croupier.rulebooks import CARIBBEAN_STUD
from tests.support.tables import stud


def line(player: str, on: str, tokens: int) -> Line:
    return Line(player, 1, 1, on, "lose", 5_00, -5_00, "10.1", (), Entry((), "10.1"), tokens=tokens)


def test_tokens_of_an_ante_and_of_others_are_none_of_a_jackpot_wager() -> None:
    """Ann's ante was a token and her jackpot wager chips; bob's was the other way round."""
    table = stud(Croupier(CARIBBEAN_STUD, Choices()).table)
    lines = (
        line("ann", "ante", 5_00),
        line("ann", "jackpot", 0),
        line("bob", "ante", 0),
        line("bob", "jackpot", 5_00),
    )
    past = (Settlement(lines, "10.1"),)
    assert tokens_of_jackpot_wager(table, ("ann", 1), past) == 0
    assert tokens_of_jackpot_wager(table, ("bob", 1), past) == 5_00
