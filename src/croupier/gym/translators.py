"""Between an agent and the engine: what it is asked, what it may say, what it sees."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from croupier.blackjack.commands import CloseInsurance, Insure, TakeEvenMoney
from croupier.blackjack.decisions import DecisionDue, InsuranceDue
from croupier.blackjack.state import BlackjackTable, current_hand, round_of, total_of
from croupier.cards import DECK, RANKS, Card
from croupier.gym.actions import BlackjackAction, StudAction
from croupier.gym.observations import BLACKJACK_COLUMNS, STUD_COLUMNS, Column, Observation
from croupier.gym.watch import BOX, DEALER, Watch
from croupier.maths.kernels import blackjack_steps, step_shoes, stud_steps
from croupier.maths.poker_classes import NUMBER_OF, category_of, rank_hands
from croupier.money import Cents
from croupier.play.engine import cards_out
from croupier.play.reader import command_types
from croupier.rulebooks import Role, StudLaw, TableLaw
from croupier.stud.due import BetDue
from croupier.stud.state import StudTable, face_up
from croupier.table.commands import Command
from croupier.table.due import Due
from croupier.table.state import MAIN, Table

AGENT = "agent"
"""What the agent is called at the table."""


class Translator(Protocol):
    """What the environment asks of a family of games."""

    actions: type[IntEnum]
    columns: tuple[Column, ...]
    dtype: type[Any]
    """The numbers of an observation."""
    initial: str
    """What the first wager is called."""

    def lawful(self, due: Due | None) -> tuple[IntEnum, ...]:
        """What may be said to what is due; to nothing, what ends the round."""

    def commands(self, action: IntEnum, due: Due | None) -> Iterator[Command]:
        """An action as the engine takes it, and what goes without saying after it."""

    def observation(self, table: Table, due: Due | None, watch: Watch, wager: Cents) -> Observation:
        """What the agent sees while the round goes on."""

    def between_rounds(self, table: Table) -> Observation:
        """What the agent sees when a round is over."""


class BlackjackTranslator:
    """Between an agent and a table of the blackjack family."""

    actions: type[IntEnum] = BlackjackAction
    columns = BLACKJACK_COLUMNS
    dtype = np.int8
    initial = MAIN

    def lawful(self, due: Due | None) -> tuple[IntEnum, ...]:
        """The calls that are due, or what may be said to insurance."""
        match due:
            case InsuranceDue(wagers=wagers):
                mine = wagers[0]
                offered = (
                    (BlackjackAction.INSURE, mine.most > 0),
                    (BlackjackAction.EVEN_MONEY, mine.even_money),
                    (BlackjackAction.DECLINE, True),
                )
                return tuple(action for action, is_offered in offered if is_offered)
            case DecisionDue(choices=choices):
                return tuple(BlackjackAction[choice.call.upper()] for choice in choices)
            case _:
                return (BlackjackAction.STAND,)

    def commands(self, action: IntEnum, due: Due | None) -> Iterator[Command]:
        """A call, or an answer to insurance; whoever has insured wants no more of it."""
        match action:
            case BlackjackAction.INSURE:
                most = due.wagers[0].most if isinstance(due, InsuranceDue) else 0
                yield Insure(AGENT, BOX, most, by=Role.PLAYER)
                yield CloseInsurance(by=Role.DEALER)
            case BlackjackAction.EVEN_MONEY:
                yield TakeEvenMoney(AGENT, BOX, by=Role.PLAYER)
            case BlackjackAction.DECLINE:
                yield CloseInsurance(by=Role.DEALER)
            case _:
                kind = command_types()[action.name.lower()]
                yield kind(box=BOX, player=AGENT, by=Role.PLAYER)  # type: ignore[call-arg]

    def observation(self, table: Table, due: Due | None, watch: Watch, wager: Cents) -> Observation:
        """The hand that is asked about; of a round that asked nothing, the one that was dealt."""
        assert isinstance(table, BlackjackTable)
        row = self.between_rounds(table)
        cards, position, hands, split = tuple(watch.cards[BOX]), 1, 1, False
        if table.round is not None:
            box = round_of(table).boxes[0]
            current = current_hand(round_of(table))
            hand = box.hands[0]
            if current is not None:
                _, position, hand = current
            cards, hands, split = hand.cards, len(box.hands), hand.split
        total, soft = total_of(cards)
        points = [card.points for card in cards]
        row[step_shoes.TOTAL], row[step_shoes.SOFT] = total, soft
        row[step_shoes.PAIR] = points[0] if len(points) == 2 and len(set(points)) == 1 else 0
        row[step_shoes.DEALER] = watch.cards[DEALER][0].points
        row[step_shoes.HAND], row[step_shoes.HANDS] = position, hands
        row[step_shoes.IS_SPLIT] = split
        row[step_shoes.STAKED] = watch.staked * blackjack_steps.WHOLE // wager
        row[step_shoes.INSURED] = watch.insured
        row[step_shoes.INSURANCE] = isinstance(due, InsuranceDue)
        _count(cards, row, step_shoes.HELD)
        return row

    def between_rounds(self, table: Table) -> Observation:
        """The cards that are out of the shoe."""
        row = np.zeros(len(self.columns), self.dtype)
        _count(cards_out(table), row, step_shoes.SEEN)
        return row


PLACES = {id(card): RANKS.index(card.rank) for card in DECK}
"""The place of a card's rank, by the card's identity: to hash an enumeration's member is slow."""


def _count(cards: list[Card] | tuple[Card, ...], row: Observation, column: int) -> None:
    """Write down how many cards of each rank there are."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[PLACES[id(card)]] += 1
    row[column : column + len(RANKS)] = counts


class StudTranslator:
    """Between an agent and a table of Caribbean Stud."""

    actions: type[IntEnum] = StudAction
    columns = STUD_COLUMNS
    dtype = np.int16
    initial = "ante"

    def lawful(self, due: Due | None) -> tuple[IntEnum, ...]:
        """To bet or to fold."""
        assert isinstance(due, BetDue)
        return tuple(StudAction[choice.call.upper()] for choice in due.choices)

    def commands(self, action: IntEnum, due: Due | None) -> Iterator[Command]:  # noqa: ARG002
        """A bet of twice the ante, or the end of the hand."""
        kind = command_types()[action.name.lower()]
        yield kind(player=AGENT, box=BOX, by=Role.PLAYER)  # type: ignore[call-arg]

    def observation(
        self,
        table: Table,
        due: Due | None,  # noqa: ARG002
        watch: Watch,
        wager: Cents,  # noqa: ARG002
    ) -> Observation:
        """The own hand, and the dealer's card that lies face up."""
        assert isinstance(table, StudTable)
        row = self.between_rounds(table)
        hand = watch.cards[BOX]
        shown = face_up(table)
        assert shown is not None
        strength = int(rank_hands(np.array([[NUMBER_OF[card] for card in hand]], np.uint8))[0])
        row[stud_steps.CATEGORY] = category_of(strength)
        row[stud_steps.STRENGTH] = strength
        pairs = [(NUMBER_OF[card] // 4 + 1, NUMBER_OF[card] % 4 + 1) for card in (shown, *hand)]
        row[stud_steps.DEALER :] = np.ravel(pairs)
        return row

    def between_rounds(self, table: Table) -> Observation:  # noqa: ARG002
        """Nothing: the next round has a deck shuffled afresh."""
        return np.zeros(len(self.columns), self.dtype)


def translator_for(law: TableLaw) -> Translator:
    """Who stands between an agent and a table of a game."""
    return StudTranslator() if isinstance(law, StudLaw) else BlackjackTranslator()
