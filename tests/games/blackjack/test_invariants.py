"""Whatever is said at a table, money and cards are conserved and a refusal changes nothing."""

from collections import Counter
from random import Random

import pytest

from croupier.cards import Device
from croupier.floor import Croupier
from croupier.games.blackjack.game import EVOLVERS
from croupier.games.blackjack.history import Mark, checkpoints
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.blackjack.state import cards_out
from croupier.games.engine import decide, evolve, fold, handle
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import CardDealt, Deal
from croupier.messages import Refused
from croupier.rulebooks import BLACKJACK, STAR_BLACKJACK, Role
from tests.support.invariants import check_invariants
from tests.support.tables import blackjack
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
        check_invariants(croupier)
        croupier.do(Deal(by=Role.DEALER))
        while croupier.table.round is not None:
            command = lawful_command(croupier, chance)
            answer = croupier.do(command)
            if not getattr(command, "of", None):  # another's claim may be the better one
                assert not isinstance(answer, Refused), f"{command} was due, then {answer}"
            check_invariants(croupier)


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
            check_invariants(croupier)
            taken += 1
    assert taken > 20
    assert refused > 100


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("seed", range(3))
def test_folding_the_events_gives_the_table(game: str, seed: int) -> None:
    chance = Random(seed)
    croupier = whimsical_table(game, chance)
    for _ in range(30):
        play_round(croupier, chance)
    assert fold(croupier.events) == (croupier.table, croupier.history)


def test_decide_tells_what_handle_does() -> None:
    croupier = Croupier(STAR_BLACKJACK, seed=3)
    chance = Random(3)
    place_wagers(croupier, chance)
    events = decide(croupier.law, croupier.table, Deal(by=Role.DEALER))
    outcome = handle(croupier.law, croupier.table, Deal(by=Role.DEALER))
    assert not isinstance(events, Refused)
    assert not isinstance(outcome, Refused)
    assert events == outcome.events
    table = croupier.table
    for event in events:
        table = evolve(table, event)
    assert table == outcome.table


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("seed", range(3))
def test_a_shuffling_device_never_deals_a_card_that_is_out(game: str, seed: int) -> None:
    chance = Random(seed)
    law = BLACKJACK[game]
    choices = Choices(device=Device.SHUFFLER, decks=6, boxes=law.equipment.boxes.value[-1])
    croupier = Croupier(law, choices, seed=seed)
    for _ in range(60):
        play_round(croupier, chance)
        check_invariants(croupier)
        out = Counter(cards_out(blackjack(croupier.table)))
        assert max(out.values(), default=0) <= 6


def test_a_round_keeps_its_past_card_by_card() -> None:
    croupier = Croupier(STAR_BLACKJACK, seed=5)
    chance = Random(5)
    play_round(croupier, chance)
    past = checkpoints(croupier.history, EVOLVERS)
    drawn = [checkpoint.table.shoe.drawn for checkpoint in past]
    assert drawn == sorted(drawn)
    assert len(drawn) >= 4
    (start,) = (n for n, event in enumerate(croupier.events) if isinstance(event, RoundOpened))
    dealt = [event for event in croupier.events[start:] if isinstance(event, CardDealt)]
    assert [one.event for one in past if one.mark is Mark.CARD] == dealt
    assert past[-1].mark is Mark.END
