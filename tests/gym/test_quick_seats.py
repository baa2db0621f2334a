"""The quick tables of agents who bet, beside the engine's: the same rounds, step by step."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.gym import TableEnvironment
from croupier.gym.quick_seats import QuickSeats, hand_book, may_play_quickly
from croupier.gym.seats import AgentSeats, SeatTerms, numpy_shoe
from croupier.gym.table_environment import read_terms
from croupier.rulebooks import BLACKJACK

REASONS_SHARE = 0.03
"""How often the reason for a refusal is compared as well."""
HIT, SPLIT = 1, 3


def terms_of(
    game: str, *, players: int, boxes_each: int, wager: int = 20_00, **options: Any
) -> SeatTerms:
    return read_terms(
        game,
        None,
        options,
        players=[f"p{number}" for number in range(players)],
        boxes_each=boxes_each,
        wager=wager,
        bets=(1, 2, 5),
        side_wager=5_00,
        others=(),
    )


def play_both(terms: SeatTerms, seed: int, *, rounds: int, greedy: bool = False) -> QuickSeats:
    """Play the same rounds at both tables, and compare all that there is to see after every step.

    Who is greedy draws and splits as long as that is possible.
    """
    engine = AgentSeats(terms, numpy_shoe(np.random.default_rng(seed)))
    quick = QuickSeats(terms, numpy_shoe(np.random.default_rng(seed)))
    chance = Random(seed)
    for number in range(rounds):
        if number:
            engine.begin()
            quick.begin()
        while not engine.over:
            compare(engine, quick)
            player = chance.choice(engine.players_to_act())
            lawful = np.flatnonzero(engine.mask(player)).tolist()
            if chance.random() < REASONS_SHARE:
                other = chance.choice(np.flatnonzero(engine.mask(player) == 0).tolist())
                assert quick.reason(player, other) == engine.reason(player, other)
            action = chance.choice(lawful)
            if greedy and not engine.betting:
                action = next((call for call in (SPLIT, HIT) if call in lawful), action)
            assert quick.act(player, action) == engine.act(player, action)
        compare(engine, quick)
        for player in terms.players:
            assert quick.winnings_of(player) == engine.winnings_of(player)
    return quick


def compare(engine: AgentSeats, quick: QuickSeats) -> None:
    assert quick.over == engine.over
    assert quick.players_to_act() == engine.players_to_act()
    for player in engine.terms.players:
        assert quick.observe(player).tolist() == engine.observe(player).tolist()
        assert quick.mask(player).tolist() == engine.mask(player).tolist()


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize(("players", "boxes_each"), [(1, 1), (3, 2)])
def test_the_engine_sees_and_pays_the_same(game: str, players: int, boxes_each: int) -> None:
    side_bet = BLACKJACK[game].side_bets.kinds[-1].name
    terms = terms_of(game, players=players, boxes_each=boxes_each, side_bets=[side_bet])
    assert may_play_quickly(terms)
    play_both(terms, seed=4, rounds=25 if players == 1 else 12)


@pytest.mark.slow
@pytest.mark.parametrize("game", BLACKJACK)
def test_the_engine_agrees_for_long(game: str) -> None:
    chance = Random(game)
    kinds = [kind.name for kind in BLACKJACK[game].side_bets.kinds]
    for seed in range(20):
        players = chance.randint(1, 4)
        options: dict[str, Any] = {"side_bets": [chance.choice(kinds)]} if seed % 2 else {}
        terms = terms_of(game, players=players, boxes_each=chance.randint(1, 7 // players))
        terms = terms._replace(choices=terms_of(game, players=1, boxes_each=1, **options).choices)
        play_both(terms, seed, rounds=60, greedy=seed % 5 == 0)


def test_the_engine_plays_on_where_a_shoe_runs_out() -> None:
    options = {"decks": 6, "cutting_card_depth": 0}
    terms = terms_of("star-blackjack", players=2, boxes_each=3, **options)
    taken_over = [
        play_both(terms, seed, rounds=rounds, greedy=True)._engine is not None
        for seed, rounds in ((1, 13), (1, 26))
    ]
    assert taken_over == [True, False], "choose other numbers of rounds"


def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = terms_of("star-blackjack", players=1, boxes_each=2)
    book = hand_book("star-blackjack", QuickSeats(terms, source())._choices)
    dear = {rank: (wins, stake - 1) for rank, (wins, stake) in book.insurance.items()}
    for fault in ({"lowest": book.lowest + 1}, {"insurance": dear}, {"burned_each_round": 1}):
        monkeypatch.setattr(
            "croupier.gym.quick_seats.hand_book",
            lambda *_, fault=fault: book._replace(**fault),
        )
        with pytest.raises(AssertionError):
            play_both(terms, seed=3, rounds=60)


def source() -> Any:
    return numpy_shoe(np.random.default_rng(1))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("star-blackjack", {"device": "shuffler"}),
        ("star-blackjack", {"wager": 5_50}),
        ("caribbean-stud", {}),
    ],
)
def test_what_the_automata_do_not_play_the_engine_does(game: str, options: Any) -> None:
    environment = TableEnvironment(game, bets=(1,), **options)
    environment.reset(seed=1)
    assert isinstance(environment._seats, AgentSeats)


def test_rendered_rounds_are_the_same_rounds() -> None:
    plain, shown = (
        TableEnvironment("perth-blackjack", most_boxes=2, bets=(1,), render_mode=mode)
        for mode in (None, "ansi")
    )
    chance = Random(2)
    for number in range(10):
        seed = 2 if number == 0 else None
        row, _ = plain.reset(seed=seed)
        assert row.tolist() == shown.reset(seed=seed)[0].tolist()
        over = False
        while not over:
            action = chance.choice(np.flatnonzero(plain.action_mask()).tolist())
            row, reward, over, _, _ = plain.step(action)
            other, others_reward, _, _, _ = shown.step(action)
            assert (row.tolist(), reward) == (other.tolist(), others_reward)


def test_a_copy_amid_a_round_plays_on_alike() -> None:
    terms = terms_of("canberra-blackjack", players=2, boxes_each=2)
    table = QuickSeats(terms, source())
    chance = Random(5)
    copy = table
    for number in range(30):
        if number == 3:
            copy = pickle.loads(pickle.dumps(table))
        while not table.over:
            player = table.players_to_act()[0]
            action = chance.choice(np.flatnonzero(table.mask(player)).tolist())
            table.act(player, action)
            if copy is not table:
                copy.act(player, action)
                assert copy.observe(player).tolist() == table.observe(player).tolist()
        table.begin()
        if copy is not table:
            copy.begin()
