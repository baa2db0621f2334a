"""What players of a blackjack round owe: decisions, answers, insurance or none."""

import msgspec

from croupier.cards import Card
from croupier.money import Cents
from croupier.table.due import Choice, Due


class DecisionDue(Due, frozen=True, tag="decision"):
    """A player owes a decision."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who decides."""
    total: int
    """What the hand counts."""
    soft: bool
    """Whether an ace in it counts eleven."""
    choices: tuple[Choice, ...]
    """What may be called, each with its clause."""
    clause: str
    """The clause that asks for the decision."""
    counted: tuple[str, ...]
    """The clauses by which the cards count what they do."""
    offered: Card | None = None
    """A card drawn in error, which is the next and may be refused."""


class AnswerDue(Due, frozen=True, tag="answer"):
    """Another player of the box owes an answer: joining a double or split, or not."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who is asked."""
    choices: tuple[Choice, ...]
    """What may be answered, each with its clause."""
    clause: str
    """The clause that leaves it to them."""


class SurrenderDue(Due, frozen=True, tag="surrender"):
    """A player may surrender while no hand has a third card, whoever's turn it is."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who may."""
    choices: tuple[Choice, ...]
    """What may be called, each with its clause."""
    clause: str
    """The clause that allows it."""


class WithdrawalDue(Due, frozen=True, tag="withdrawal"):
    """A player may take the wagers of the round back, or stay in, because the device failed."""

    player: str
    """Who is asked."""
    choices: tuple[Choice, ...]
    """What may be answered, each with its clause."""
    clause: str
    """The clause that gives them the choice."""


class Insurable(msgspec.Struct, frozen=True, gc=False):
    """A wager that may be insured, for how much, and whether even money is available."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    most: Cents
    """The largest insurance that it may have."""
    even_money: bool
    """Whether its blackjack may be paid at once."""

    @property
    def is_on_offer(self) -> bool:
        """Whether there is anything to ask its player: not where no chip is left to insure with."""
        return self.most > 0 or self.even_money


class InsuranceDue(Due, frozen=True, tag="insurance"):
    """Insurance is open until the dealer closes it."""

    wagers: tuple[Insurable, ...]
    """What may be insured."""
    against: str
    """``ace`` or ``ten``."""
    clause: str
    """The clause that offers it."""
    others: str
    """The clause by which a wager may be insured by another player; empty where none does."""
