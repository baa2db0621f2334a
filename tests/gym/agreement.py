"""The vector environment's tables played again at the engine's own, card for card."""

from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, RANKS, Card, Device, Shoe
from croupier.cards.poker import HAND_SIZE
from croupier.games.table.choices import Choices
from croupier.gym.compiled import BlackjackTables, StudTables
from croupier.gym.engine_table import EngineTable
from croupier.gym.options import USUAL_WAGER
from croupier.gym.vector import VectorTables
from croupier.maths.kernels.simulated.step_blackjack import END, SHUFFLES
from croupier.rulebooks import law_of

UNLAWFUL_SHARE = 0.05
"""How often an action is tried that need not be lawful."""


class KnownCards:
    """A source that deals what it is told to.

    The engine may shuffle before it is known what the kernel's next shoe is, so the order is looked
    at only when a card is drawn. Kernels of blackjack know ranks alone: suits are given out from
    the cards that the engine shuffles, which must be of just those ranks unless they are ``few``.
    """

    def __init__(self, *, few: bool = False) -> None:
        self.orders: deque[list[Card]] = deque()
        self._few = few
        self._order: Sequence[Card] | None = None
        self._pool: Sequence[Card] = ()
        self._count = 0
        self._shuffles = 0

    def shuffle(
        self,
        cards: Sequence[Card],
        count: int,
        instead_of: Shoe | None = None,  # noqa: ARG002
    ) -> str:
        self._shuffles += 1
        self._order, self._pool, self._count = None, cards, count
        return f"known-{self._shuffles}"

    def _known(self) -> Sequence[Card]:
        if self._order is None:
            order = self.orders.popleft()
            assert len(order) == self._count, "the engine shuffles another number of cards"
            self._order = order if self._few else self._with_suits(order)
        return self._order

    def _with_suits(self, order: Sequence[Card]) -> list[Card]:
        ranks = Counter(card.rank for card in order)
        assert ranks == Counter(card.rank for card in self._pool), "other cards are shuffled"
        if Counter(order) == Counter(self._pool):
            return list(order)
        pools = {rank: [card for card in self._pool if card.rank is rank] for rank in RANKS}
        return [pools[card.rank].pop() for card in order]

    def cards_drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        return tuple(self._known()[: shoe.drawn])

    def in_front(self, shoe: Shoe) -> Card | None:
        front = self.next_cards(shoe)
        return front[0] if front else None

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        return tuple(self._known()[shoe.drawn : shoe.drawn + count])

    def any_of(self, cards: Counter[Card], *, draw: int = 0, in_round: int = 0) -> Card:  # noqa: ARG002
        told, *self.orders[0] = self.orders[0]
        like = [card for card in DECK if cards[card] > 0 and card.rank is told.rank]
        assert like, f"no {told.rank.word} is in the device"
        return told if told in like or self._few else like[0]

    def number_below(self, limit: int) -> int:
        assert limit > 0
        return 0


class FollowingTable(EngineTable):
    """The engine's table, dealt from cards that are known."""

    def __init__(self, game: str, choices: Choices, *, few: bool) -> None:
        self.known = KnownCards(few=few)
        super().__init__(law_of(game), choices, wager=USUAL_WAGER, cards=self.known)


class Follower:
    """All tables of a vector environment at the engine's own tables."""

    def __init__(self, game: str, choices: Choices, vector: VectorTables, *, few: bool) -> None:
        self.vector = vector
        self.device = choices.device
        self.single = [FollowingTable(game, choices, few=few) for _ in range(vector.num_envs)]
        self._mixed = np.zeros(vector.num_envs, np.int64)
        self.lost: set[int] = set()
        """Tables that ran out of cards in a step and were shuffled in it too: what was dealt in
        between cannot be told, and they are followed no further."""

    def lay_cards(self, again: NDArray[np.bool_]) -> None:
        """Tell the engine's tables which cards the kernel's have; ``again`` where stud is dealt."""
        compiled = self.vector.compiled
        if isinstance(compiled, BlackjackTables):
            mixed = compiled.rows[:, SHUFFLES]
            for table in np.flatnonzero(mixed != self._mixed).tolist():
                at_first = self._mixed[table] == 0
                if not at_first and mixed[table] != self._mixed[table] + 1:
                    self.lost.add(table)
                size = compiled.rows[table, END]
                ranks = compiled.shoes[table, :size]
                self.single[table].known.orders.append([DECK[4 * rank] for rank in ranks])
            self._mixed = mixed.copy()
            return
        assert isinstance(compiled, StudTables)
        for table in np.flatnonzero(again).tolist():
            dealer, mine = compiled.tables.hands[2 * table : 2 * table + 2].tolist()
            front = [card for pair in zip(dealer, mine, strict=True) for card in pair]
            if self.device is Device.SHUFFLER:
                front = dealer + mine
            assert len(set(front)) == 2 * HAND_SIZE
            behind = [card for card in range(len(DECK)) if card not in front]
            behind = [] if self.device is Device.SHUFFLER else behind
            self.single[table].known.orders.append([DECK[card] for card in (*front, *behind)])

    def begin_round(self, table: int) -> None:
        """Leave what a device had mixed for the round before."""
        if self.device is Device.SHUFFLER:
            self.single[table].known.orders.popleft()


def some_actions(masks: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.int64]:
    """Actions by chance, nearly all of them lawful; splits and doubles more often than not."""
    weights = chance.random(masks.shape) * masks
    weights[:, 2:5] *= 1.5
    actions = weights.argmax(axis=1)
    wild = chance.random(len(masks)) < UNLAWFUL_SHARE
    return np.where(wild, chance.integers(masks.shape[1], size=len(masks)), actions)


def same(told: str, mine: Any, engines: Any, *, where: str) -> None:
    """Fail with all that is needed to look at a difference."""
    assert np.array_equal(mine, engines), f"{told}: kernel {mine}, engine {engines}; {where}"


def same_view(engine: EngineTable, observation: Any, mask: Any, *, where: str) -> None:
    """Fail unless the kernel shows what the engine's agent sees and may do."""
    same("observation", observation, engine.observation(), where=where)
    same("mask", mask, engine.mask(), where=where)


def play_both(
    game: str, choices: Choices, vector: VectorTables, *, seed: int, steps: int, few: bool = False
) -> int:
    """Play the kernel's tables and the engine's side by side; how many rounds were followed."""
    chance = np.random.default_rng(seed)
    follower = Follower(game, choices, vector, few=few)
    observations, info = vector.reset(seed=seed)
    follower.lay_cards(np.ones(vector.num_envs, np.bool_))
    for table, single in enumerate(follower.single):
        single.deal()
        where = f"{game} {choices} seed {seed} table {table}, first deal"
        same_view(single, observations[table], info["action_mask"][table], where=where)
    rounds = 0
    for number in range(steps):
        actions = some_actions(info["action_mask"], chance)
        observations, rewards, ended, truncated, info = vector.step(actions)
        assert not truncated.any()
        follower.lay_cards(ended)
        for table, single in enumerate(follower.single):
            if table in follower.lost:
                continue
            where = f"{game} {choices} seed {seed} table {table} step {number}: {actions[table]}"
            refused = actions[table] not in single.lawful()
            same("refusal", info["refused"][table], refused, where=where)
            over = not refused and single.act(actions[table])
            same("end", ended[table], over, where=where)
            reward = -1.0 if refused else single.reward if over else 0.0
            same("reward", rewards[table], reward, where=where)
            if over:
                rounds += 1
                follower.begin_round(table)
                same("last", info["final_obs"][table], single.last_observation(), where=where)
                single.deal()
            same_view(single, observations[table], info["action_mask"][table], where=where)
    return rounds


def few_ranks(vector: VectorTables, chance: Random) -> None:
    """Fill the shoes with cards of few ranks: that makes more pairs, aces and long hands."""
    compiled = vector.compiled
    assert isinstance(compiled, BlackjackTables)
    size = compiled.terms.size
    ranks = chance.sample(range(len(RANKS)), chance.choice([5, 7]))
    compiled.spare[size:] = [ranks[place % len(ranks)] for place in range(size)]
