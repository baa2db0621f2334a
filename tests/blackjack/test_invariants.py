"""Whatever is said at a table, money and cards are conserved and a refusal changes nothing."""

from collections import Counter
from functools import reduce
from random import Random

import pytest

from croupier.blackjack import decide, evolve, handle
from croupier.blackjack.commands import Deal
from croupier.blackjack.state import cards_out
from croupier.cards import Device
from croupier.play import Croupier
from croupier.rulebooks import BLACKJACK, STAR_BLACKJACK
from croupier.table.choices import Choices
from croupier.table.state import Refused
from tests.support.invariants import check_invariants
from tests.support.whim import (
    any_command,
    lawful_command,
    place_wagers,
    play_round,
    whimsical_table,
)


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("seed", range(12))
def test_lawful_commands_are_taken_and_keep_every_invariant(game: str, seed: int) -> None:
    chance = Random(seed)
    croupier = whimsical_table(game, chance)
    for _ in range(40):
        place_wagers(croupier, chance)
        check_invariants(croupier.table)
        croupier.do(Deal())
        while croupier.table.round is not None:
            command = lawful_command(croupier, chance)
            answer = croupier.do(command)
            if not getattr(command, "of", None):  # another's claim may be the better one
                assert not isinstance(answer, Refused), f"{command} was due, then {answer}"
            check_invariants(croupier.table)


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("seed", range(8))
def test_any_words_are_carried_out_or_refused_with_nothing_changed(game: str, seed: int) -> None:
    chance = Random(seed)
    croupier = whimsical_table(game, chance)
    taken = refused = 0
    for _ in range(1_500):
        before = croupier.table
        whim = chance.random() < 0.3 and before.round is not None
        command = lawful_command(croupier, chance) if whim else any_command(croupier, chance)
        answer = croupier.do(command)
        if isinstance(answer, Refused):
            assert croupier.table is before
            assert answer.why
            assert answer.clause or answer.code in {"player/unknown", "seat/none"}, answer
            refused += 1
        else:
            check_invariants(croupier.table)
            taken += 1
    assert taken > 20
    assert refused > 100


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("seed", range(3))
def test_folding_the_events_gives_the_table(game: str, seed: int) -> None:
    chance = Random(seed)
    croupier = whimsical_table(game, chance)
    start = croupier.table
    for _ in range(30):
        play_round(croupier, chance)
    assert reduce(evolve, croupier.events, start) == croupier.table


def test_decide_tells_what_handle_does() -> None:
    croupier = Croupier(STAR_BLACKJACK, seed=3)
    chance = Random(3)
    place_wagers(croupier, chance)
    events = decide(croupier.table, Deal())
    outcome = handle(croupier.table, Deal())
    assert not isinstance(events, Refused)
    assert not isinstance(outcome, Refused)
    assert events == outcome.events
    assert reduce(evolve, events, croupier.table) == outcome.table


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("seed", range(3))
def test_a_shuffling_device_never_deals_a_card_that_is_out(game: str, seed: int) -> None:
    chance = Random(seed)
    law = BLACKJACK[game]
    choices = Choices(device=Device.SHUFFLER, decks=6, boxes=law.equipment.boxes.value[-1])
    croupier = Croupier(law, choices, seed=seed)
    for _ in range(60):
        play_round(croupier, chance)
        check_invariants(croupier.table)
        out = Counter(cards_out(croupier.table))
        assert max(out.values(), default=0) <= 6


def test_a_round_keeps_its_past_card_by_card() -> None:
    croupier = Croupier(STAR_BLACKJACK, seed=5)
    chance = Random(5)
    play_round(croupier, chance)
    earlier = []
    table = croupier.table.before
    while table is not None:
        earlier.append(table.shoe.drawn)
        table = table.before
    assert earlier == sorted(earlier, reverse=True)
    assert len(earlier) >= 4
