"""Simulated rounds against the engine's, card for card, and against exact expectations."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, Card, Device, rank_hand
from croupier.cards.poker import HIGH
from croupier.errors import ArgumentError
from croupier.floor import Croupier
from croupier.games.stud.bets import Fold, PlaceBet
from croupier.games.stud.due import BetDue
from croupier.games.stud.state import face_up_card, require_read_cards, stud_round
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.rounds import Deal, WagersSettled
from croupier.games.table.wagers import PlaceWager
from croupier.maths.kernels.simulated.stud import PART_HITS, PART_SQUARES, PART_WON, play_decks
from croupier.maths.kernels.tables import ROUNDS, SQUARES, WON
from croupier.maths.simulation.runs import Plan, Totals, run
from croupier.maths.simulation.stud import (
    Bets,
    StudGame,
    jackpot_rules,
    strategy_bets,
    stud_game,
    stud_rules,
)
from croupier.maths.stud.analysis import BEST, SIMPLE_STRATEGIES, analyse_stud, decide_stud
from croupier.maths.stud.jackpots import analyse_jackpot
from croupier.maths.stud.poker_classes import NUMBER_OF, HandClass
from croupier.maths.stud.terms import StudTerms, stud_terms
from croupier.rulebooks import CARIBBEAN_STUD, Role
from tests.games.stud.test_auditor_agrees import must, stacked
from tests.support.tables import stud

WAGER = 500
STRATEGIES = (BEST, *(one.name for one in SIMPLE_STRATEGIES))


class Round:
    """One round, to be played by the engine and by the kernel."""

    def __init__(self, chance: Random) -> None:
        self.boxes = sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
        terms = JackpotTerms(
            wager=WAGER,
            pool=chance.choice([0, 3_000_000, 5_300_001, 12_345_678, 40_000_019]),
            increment=Decimal(chance.choice(["0", "0.7", "0.333", "1"])),
            bonus=chance.choice([0, 300, 25_000]),
        )
        self.choices = Choices(
            device=chance.choice(list(Device)),
            max_payout=chance.choice([None, 5_050, 100_000]),
            jackpot=terms if chance.random() < 0.8 else None,
        )
        self.on = [self.choices.jackpot is not None and chance.random() < 0.7 for _ in self.boxes]
        self.ante = chance.choice([500, 2_350, 8_000])
        self.strategy = chance.choice(STRATEGIES)
        if chance.random() < 0.5:
            self.stack = stacked(len(self.boxes), self.choices.device, chance)
        else:
            self.stack = tuple(chance.sample(DECK, len(DECK)))

    def by_engine(self) -> Counter[tuple[str, int]]:
        """What the engine pays for ante and bet together, and for the jackpot, by box."""
        croupier = Croupier(CARIBBEAN_STUD, self.choices, stack=self.stack)
        for box, on in zip(self.boxes, self.on, strict=True):
            must(croupier, PlaceWager(f"player {box}", box, self.ante, "ante", by=Role.PLAYER))
            if on:
                must(croupier, PlaceWager(f"player {box}", box, WAGER, "jackpot", by=Role.PLAYER))
        must(croupier, Deal(by=Role.DEALER))
        while croupier.table.round is not None:
            due = croupier.due[0]
            assert isinstance(due, BetDue)
            table = stud(croupier.table)
            hand, known = stud_round(table).hand(due.box), face_up_card(table)
            assert hand is not None
            assert known is not None
            decision = PlaceBet if self.bets(require_read_cards(hand.cards), known) else Fold
            must(croupier, decision(due.player, due.box, by=Role.PLAYER))
        won: Counter[tuple[str, int]] = Counter()
        for event in croupier.events:
            if isinstance(event, WagersSettled):
                for line in event.lines:
                    won["jackpot" if line.on == "jackpot" else "main", line.box] += line.net
        return won

    def bets(self, hand: tuple[Card, ...], known: Card) -> bool:
        """Whether to bet, without the tables that the kernel looks at."""
        if self.strategy == BEST:
            law, choices = CARIBBEAN_STUD, self.choices
            return decide_stud(law, hand, known, choices=choices, ante=self.ante).best == "bet"
        [simple] = [one for one in SIMPLE_STRATEGIES if one.name == self.strategy]
        heights = tuple(sorted((HIGH[card.rank] for card in hand), reverse=True))
        suited = len({card.suit for card in hand}) == 1
        return simple.bets(HandClass(rank_hand(hand), suited, heights), HIGH[known.rank])

    def by_kernel(self) -> Counter[tuple[str, int]]:
        """The same from the kernel that simulates."""
        law, choices = CARIBBEAN_STUD, self.choices
        terms = stud_terms(law, choices, ante=self.ante)
        bets = known_bets(self.strategy, terms)
        rules = stud_rules(terms, choices.device, len(self.boxes), bets)
        jackpot = jackpot_rules(law.jackpot, choices.jackpot, self.on)
        deck = np.array([[NUMBER_OF[card] for card in self.stack]], dtype=np.uint32)
        main = np.zeros((1, len(self.boxes)), dtype=np.int64)
        side = np.zeros((1, len(self.boxes)), dtype=np.int64)
        play_decks(deck, rules, jackpot, main, side)
        won = Counter({("main", box): int(n) for box, n in zip(self.boxes, main[0], strict=True)})
        for box, on, net in zip(self.boxes, self.on, side[0], strict=True):
            if on:
                won["jackpot", box] = int(net)
        return won


@cache
def known_bets(strategy: str, terms: StudTerms) -> Bets:
    return strategy_bets(strategy, terms)


def compare(seed: int, rounds: int) -> None:
    chance = Random(seed)
    seen: Counter[str] = Counter()
    for number in range(rounds):
        round_ = Round(chance)
        engine = round_.by_engine()
        assert engine == round_.by_kernel(), f"round {number} of seed {seed}: {vars(round_)}"
        best = max((net for (on, _), net in engine.items() if on == "jackpot"), default=0)
        seen["a share of the meter"] += best >= 5_000_00 - WAGER
        seen["folded"] += engine["main", round_.boxes[0]] == -round_.ante
        seen["paid"] += engine["main", round_.boxes[0]] > round_.ante
    assert min(seen.values()) > rounds / 100


@pytest.mark.parametrize("seed", range(4))
def test_the_kernel_plays_as_the_engine_does(seed: int) -> None:
    compare(seed, 300)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_the_kernel_plays_as_the_engine_does_on_many_decks(seed: int) -> None:
    compare(seed, 2_000)


def simulated(game: StudGame, rounds: int, seed: int = 1, cores: int = 1) -> Totals:
    return run(game, Plan(rounds=rounds, seed=seed, session_rounds=100), cores=cores)


def mean_and_error(totals: Totals, part: int, unit: float) -> tuple[float, float]:
    """The mean of a wager's result in a round and its standard error, in units."""
    rounds = int(totals.tally[ROUNDS])
    mean = totals.parts[part, PART_WON] / rounds
    error = ((totals.parts[part, PART_SQUARES] / rounds - mean**2) / rounds) ** 0.5
    return mean / unit, error / unit


@pytest.mark.parametrize("strategy", [BEST, "ace-king", "blind"])
@pytest.mark.parametrize("boxes", [1, 7])
def test_simulated_rounds_come_to_the_exact_expectation(strategy: str, boxes: int) -> None:
    exact = analyse_stud(CARIBBEAN_STUD)
    figures = exact.best if strategy == BEST else exact.strategies[strategy]
    game = stud_game(CARIBBEAN_STUD, boxes=boxes, strategy=strategy)
    mean, error = mean_and_error(simulated(game, 1_000_000), 0, game.ticks * boxes)
    assert abs(mean - figures.ev) < 4 * error
    if boxes == 1:
        assert error * 1_000 == pytest.approx(figures.sd, rel=0.05)


def test_simulated_jackpots_come_to_the_exact_expectation() -> None:
    """A nearly empty meter, seven players and a large bonus: least sums and bonus pay."""
    terms = JackpotTerms(wager=WAGER, pool=100_000, increment=Decimal("0.5"), bonus=50_000_00)
    choices = Choices(jackpot=terms)
    exact = analyse_jackpot(
        CARIBBEAN_STUD.jackpot,
        wager=WAGER,
        pool=terms.pool,
        increment=Fraction(terms.increment),
        bonus=terms.bonus,
        players=7,
    )
    game = stud_game(CARIBBEAN_STUD, choices, boxes=7)
    totals = simulated(game, 1_000_000)
    mean, error = mean_and_error(totals, 1, WAGER * 7)
    assert abs(mean - exact.ev) < 4 * error
    assert totals.parts[1, PART_HITS] / 7_000_000 == pytest.approx(exact.hit, rel=0.05)


def test_the_same_seed_gives_the_same_totals_on_any_number_of_cores() -> None:
    game = stud_game(CARIBBEAN_STUD, boxes=3)
    one, two = (simulated(game, 600_000, seed=5, cores=cores) for cores in (1, 2))
    other = simulated(game, 600_000, seed=6)
    assert all((mine == theirs).all() for mine, theirs in zip(one, two, strict=True))
    assert one.tally[WON] != other.tally[WON]


def test_a_wager_alone_is_the_whole_result() -> None:
    totals = simulated(stud_game(CARIBBEAN_STUD), 10_000)
    assert totals.parts[0, PART_WON] == totals.tally[WON]
    assert totals.parts[0, PART_SQUARES] == totals.tally[SQUARES]
    assert totals.tally[ROUNDS] == 10_000


@pytest.mark.parametrize(
    ("boxes", "strategy", "ante", "why"),
    [
        (10, BEST, None, "1 to 9 boxes can be in play, not 10"),
        (1, "luck", None, "'luck' is not a strategy; choose from best, three-rules"),
        (7, BEST, 100_000_00, "lower the stakes"),
    ],
)
def test_a_game_that_cannot_be_simulated_is_refused(
    boxes: int, strategy: str, ante: int | None, why: str
) -> None:
    with pytest.raises(ArgumentError, match=why):
        stud_game(CARIBBEAN_STUD, boxes=boxes, strategy=strategy, ante=ante)
