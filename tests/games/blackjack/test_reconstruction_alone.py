"""A reconstruction touches its round alone: what people did at the table since then stays done."""

from random import Random

import pytest
from msgspec.structs import fields

from croupier.floor import Croupier
from croupier.games.blackjack.reconstruction import Reconstruct
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.turn import InsuranceDue
from croupier.games.engine import handle
from croupier.games.table.card_counts import CheckOrdered, counts_due
from croupier.games.table.choices import Mode
from croupier.games.table.dispatch import TABLE_EVENTS
from croupier.games.table.due import WagersDue
from croupier.games.table.preparation import PreparationChanged
from croupier.messages import ClockMoved, Command, Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.games.blackjack.test_mishaps import answer, table_of
from tests.support.invariants import check_invariants
from tests.support.likely import likely
from tests.support.tables import blackjack

COMMANDS = 6
"""How many commands are given between the end of a round and its reconstruction."""
ATTEMPTS = 40
"""How often a command is drawn for each of them: most are refused, or part of a round."""
NO_PART_OF_ROUNDS = TABLE_EVENTS | {ClockMoved, CheckOrdered, PreparationChanged}
OF_THE_ROUND = frozenset(
    {
        *("round", "wagers", "shoe", "discards", "ahead", "offered", "untold", "settled"),
        *("balances", "preparation", "shuffle_after_round", "check_after_round", "notices"),
        *("further_checks_after_round", "rounds_left", "cutting_card_at", "cutting_card_back"),
    }
)
"""What a reconstruction may change: the cards, the wagers and the money of its round. Notices may
be added, and a count that is due moves to the end of the round; both are looked at apart."""
KEPT = tuple(field.name for field in fields(BlackjackTable) if field.name not in OF_THE_ROUND)


def after_a_round(game: str, mode: Mode, chance: Random) -> Croupier:
    """A table at which a round has just ended."""
    while True:
        croupier = table_of(game, mode, chance)
        for _ in range(200):
            if croupier.table.rounds and croupier.table.round is None:
                return croupier
            go_on(croupier, chance)


def go_on(croupier: Croupier, chance: Random) -> None:
    """Do what is due; only wagers and insurance may be refused."""
    due = croupier.due[0]
    answered = croupier.do(answer(croupier, due, chance))
    assert isinstance(due, WagersDue | InsuranceDue) or not isinstance(answered, Refused), answered


def no_part_of_a_round(croupier: Croupier, chance: Random) -> Command | None:
    """A lawful command that is no part of a round, or none where none was drawn."""
    for _ in range(ATTEMPTS):
        command = likely(croupier.table, chance)
        outcome = handle(croupier.law, croupier.table, command, croupier.history)
        if isinstance(outcome, Refused) or not outcome.events:
            continue
        if NO_PART_OF_ROUNDS.issuperset(map(type, outcome.events)):
            return command
    return None


def compare(game: str, mode: Mode, seed: int) -> int:
    """Give commands after a round, reconstruct it, and return how many commands were given."""
    chance = Random(f"{game} {mode} {seed} alone")
    croupier = after_a_round(game, mode, chance)
    given = 0
    for _ in range(COMMANDS):
        command = no_part_of_a_round(croupier, chance)
        if command is None:
            continue
        assert not isinstance(croupier.do(command), Refused)
        given += 1
        before = blackjack(croupier.table)
        answered = croupier.do(Reconstruct(1, keep_calls=True, by=Role.DEALER))
        if isinstance(answered, Refused):
            continue
        after = blackjack(croupier.table)
        for name in KEPT:
            assert getattr(after, name) == getattr(before, name), (command, name)
        assert after.notices[: len(before.notices)] == before.notices, command
        if before.round is None:
            counts = (after.check_after_round, *after.further_checks_after_round)
            assert set(counts_due(croupier.law, before)) <= set(counts), command
        check_invariants(croupier)
        finish(croupier, chance)
    return given


def finish(croupier: Croupier, chance: Random) -> None:
    """Play the round to its end again."""
    for _ in range(200):
        if croupier.table.round is None:
            return
        go_on(croupier, chance)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("game", BLACKJACK)
def test_a_reconstruction_leaves_the_table_and_its_people_alone(game: str, mode: Mode) -> None:
    assert sum(compare(game, mode, seed) for seed in range(8)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("game", BLACKJACK)
def test_many_reconstructions_do(game: str, mode: Mode) -> None:
    assert sum(compare(game, mode, seed) for seed in range(8, 120)) > 200
