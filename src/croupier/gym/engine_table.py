"""The engine's table with one agent: it explains and shows what the kernels play, and judges it."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, DECK, SUITS, Card, Shoe
from croupier.errors import CroupierError
from croupier.floor.card_sources import CardSource, SoftwareShoe
from croupier.floor.floor import Floor
from croupier.floor.running_table import RunningTable
from croupier.games.table.choices import Choices
from croupier.games.table.due import Due
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.gym.rendering import Commentary
from croupier.gym.translation import AGENT, BOX, Observation, Watch, translator_for
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role, TableLaw

TABLE = "1"


class EngineTable:
    """One agent with one wager on one box of a table of the engine, dealt from a card source."""

    def __init__(
        self,
        law: TableLaw,
        choices: Choices,
        *,
        wager: Cents,
        cards: CardSource,
        narrated: bool = False,
    ) -> None:
        self.law = law
        self.wager = wager
        self.translator = translator_for(law)
        self._floor = Floor()
        self.running: RunningTable = self._floor.open_table(law, choices, cards=cards, name=TABLE)
        """The engine's table."""
        self._watch = Watch()
        self.comments = Commentary(self.running, AGENT) if narrated else None
        """What happens, for the agent to read or see; ``None`` if it is not to be rendered."""

    def _submit(self, command: Command) -> None:
        """Submit a command and follow its events. Raise if it is refused."""
        answer = self._floor.do(TABLE, command)
        if isinstance(answer, Refused):
            raise CroupierError(f"{answer.why} ({answer.clause})")
        self._watch.follow(answer)
        if self.comments is not None:
            self.comments.follow(answer)

    @property
    def due(self) -> Due | None:
        """What is due in the round; ``None`` when it is over."""
        return self.running.due[0] if self.running.table.round is not None else None

    def deal(self) -> None:
        """Wager, and deal the next round to its first decision."""
        self._watch = Watch()
        if self.comments is not None:
            self.comments.clear()
        initial = self.translator.initial
        self._submit(PlaceWager(AGENT, BOX, self.wager, initial, by=Role.PLAYER))
        self._submit(Deal(by=Role.DEALER))

    def act(self, action: int) -> bool:
        """Take a lawful action. Return whether the round is over."""
        if self.comments is not None:
            self.comments.sentences = []
        due = self.due
        if due is not None:
            for command in self.translator.commands(self.translator.actions(action), due):
                self._submit(command)
        return self.due is None

    @property
    def reward(self) -> float:
        """What the round has won or lost so far, in wagers."""
        return self._watch.net / self.wager

    def lawful(self) -> tuple[IntEnum, ...]:
        """Return the lawful actions; if nothing is due, the one that ends the round."""
        return self.translator.lawful(self.due)

    def mask(self) -> NDArray[np.int8]:
        """Return a 1 for each lawful action."""
        mask = np.zeros(len(self.translator.actions), np.int8)
        mask[list(self.lawful())] = 1
        return mask

    def observation(self) -> Observation:
        """Return what the agent sees in the round."""
        return self.translator.observation(self.running.table, self.due, self._watch, self.wager)

    def last_observation(self) -> Observation:
        """Return what the agent sees when the round is over."""
        return self.translator.between_rounds(self.running.table)

    def reason(self, action: int) -> str:
        """Return the engine's reason for refusing an unlawful action."""
        said = self.translator.actions(action)
        command = next(iter(self.translator.commands(said, self.due)))
        answer = self.running.decide_for_others(command)
        assert isinstance(answer, Refused), f"{command} is not in the mask, and was not refused"
        return f"{answer.code}: {answer.why} ({answer.clause})"


def refuse_unlawful(law: TableLaw, choices: Choices, wager: Cents) -> None:
    """Raise if the engine would refuse to open the table or to deal for the wager."""
    source = np.random.default_rng(0).bytes
    EngineTable(law, choices, wager=wager, cards=SoftwareShoe(source)).deal()


class RepeatedCards:
    """A card source that deals the cards of one round again, in the order given."""

    def __init__(self, cards: Sequence[Card], *, burned: int = 0) -> None:
        self.cards = cards
        """The cards of the round so far; more may be added as they are dealt."""
        self._burned = burned
        """How many cards are burned before the round; which they were, nobody knows."""

    def shuffle(
        self,
        cards: Sequence[Card],  # noqa: ARG002
        count: int,  # noqa: ARG002
        instead_of: Shoe | None = None,  # noqa: ARG002
    ) -> str:
        """Return a handle: the order is given."""
        return "repeated"

    def _order(self) -> tuple[Card, ...]:
        return (*DECK[: self._burned], *self.cards)

    def cards_drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return the cards that have left the shoe."""
        return self._order()[: shoe.drawn]

    def in_front(self, shoe: Shoe) -> Card | None:
        """Return the card in front; ``None`` after the last one that is known."""
        front = self.next_cards(shoe)
        return front[0] if front else None

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        """Return the cards in front; fewer if no more are known."""
        return self._order()[shoe.drawn : shoe.drawn + count]

    def any_of(self, cards: Counter[Card], *, draw: int = 0, in_round: int = 0) -> Card:  # noqa: ARG002
        """Return the card that a device gave out as its draw of this number."""
        return self.cards[draw]

    def number_below(self, limit: int) -> int:
        """Return the place of a cut, which changes nothing here: the middle."""
        return limit // 2


def with_suits(ranks: Sequence[int], salt: int) -> list[Card]:
    """Return cards of these ranks, counted from an ace as 0, with suits that vary by the salt.

    The cards of blackjack's kernels have no suits. A rank's cards take the suits in turn, so that
    no card comes up more often than a shoe of several decks has it.
    """
    seen: Counter[int] = Counter()
    cards = []
    for rank in ranks:
        suit = (seen[rank] + salt + 3 * rank) % len(SUITS)
        cards.append(DECK[len(SUITS) * rank + suit])
        seen[rank] += 1
    assert len(DECK) == CARDS_PER_DECK
    return cards
