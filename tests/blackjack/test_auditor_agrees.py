"""The engine and the auditor, written apart from the same rulebook, settle random rounds alike."""

from collections import Counter
from random import Random

import pytest

from croupier.blackjack.commands import ApproveHeldBlackjacks, Deal
from croupier.play import Croupier
from croupier.rulebooks import Role
from croupier.table.events import CardsShuffled
from tests.auditor import faults, settle
from tests.support.facts import round_facts, settled_lines
from tests.support.whim import lawful_command, place_wagers, whimsical_table

ROUNDS_PER_SEED = 500
SEEDS = range(42)

EVERY_RESULT = {
    ("main", "win"),
    ("main", "lose"),
    ("main", "stand-off"),
    ("double", "win"),
    ("double", "lose"),
    ("double", "stand-off"),
    ("insurance", "win"),
    ("insurance", "lose"),
}


@pytest.mark.parametrize("seed", SEEDS)
def test_engine_and_auditor_settle_alike(seed: int) -> None:
    chance = Random(seed)
    croupier = whimsical_table("star-blackjack", chance)
    if chance.random() < 0.3:
        croupier.do(ApproveHeldBlackjacks(by=Role.ASSISTANT_GAMING_MANAGER))
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(ROUNDS_PER_SEED):
        place_wagers(croupier, chance)
        before = croupier.table
        croupier.events.clear()
        croupier.do(Deal())
        while croupier.table.round is not None:
            croupier.do(lawful_command(croupier, chance))
        if ran_out_of_cards(croupier):
            continue  # the discards came again, so that a card may lie twice as often as decks
        facts = round_facts(before, croupier.events)
        story = f"seed {seed}, round {number}: {facts}"
        assert faults(facts) == [], story
        mine = {
            (
                line.player,
                line.box,
                0 if line.on in before.choices.side_bets else line.hand,
                line.on,
            ): (line.result, line.net, {line.clause, *line.also})
            for line in settled_lines(croupier.events)
        }
        # A wager of which the maximum leaves nothing is void for the auditor; the engine has
        # given it back before the first card.
        theirs = [line for line in settle(facts) if (line.on, line.result) != ("main", "void")]
        assert len(mine) == len(theirs), story
        for line in theirs:
            result, net, clauses = mine[line.player, line.box, line.hand, line.on]
            assert (result, net) == (line.result, line.net), story
            assert line.clause in clauses, f"{line} is not by {clauses}; {story}"
            seen[line.on, line.result] += 1
    assert seen.keys() >= EVERY_RESULT, f"seed {seed} shows too little: {seen}"


def ran_out_of_cards(croupier: Croupier) -> bool:
    return any(
        isinstance(event, CardsShuffled) and event.clause == "16.9" for event in croupier.events
    )
