"""What an agent who bets sees: the columns of the plain environments, then its boxes and bets."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.games.blackjack.state import BlackjackTable, Hand, round_of, total_of
from croupier.games.blackjack.turn import DecisionDue, InsuranceDue
from croupier.games.engine import cards_out
from croupier.games.stud.state import StudTable, face_up_card
from croupier.gym.seats import AgentSeats, SeatTerms
from croupier.gym.translation import (
    BLACKJACK_COLUMNS,
    DEALER,
    MOST_HANDS,
    MOST_TOTAL,
    STUD_COLUMNS,
    Column,
    count_ranks,
)
from croupier.maths.kernels.simulated import step_blackjack, stud
from croupier.maths.stud.poker_classes import NUMBER_OF, category_of, rank_hands
from croupier.rulebooks import StudLaw

SeatRow = NDArray[Any]
"""An observation: a row of 32-bit numbers."""


def columns_of(terms: SeatTerms) -> tuple[Column, ...]:
    """Return the columns of an observation."""
    is_stud = isinstance(terms.law, StudLaw)
    plain = STUD_COLUMNS if is_stud else BLACKJACK_COLUMNS
    most = max(terms.bets)
    # A box may have all its hands doubled, and insurance of half the first wager.
    most_staked = step_blackjack.WHOLE * most * (2 * MOST_HANDS) + most
    columns = [
        column._replace(most=most_staked) if column.name == "staked" else column for column in plain
    ]
    columns += [
        Column("betting", 1, "1 while bets are open"),
        Column("box", terms.boxes_each, "which of the agent's boxes is in question, else 0"),
    ]
    for box in range(1, terms.boxes_each + 1):
        columns.append(Column(f"wager_{box}", most, "the wager on this box, in units"))
        if not is_stud:
            columns.append(Column(f"total_{box}", MOST_TOTAL, "what its first hand counts"))
        columns += [
            Column(f"{name}_{box}", 1, f"1 where {name} was wagered on as well")
            for name in terms.side_bets
        ]
    return tuple(columns)


def observe(seats: AgentSeats, player: str, columns: Sequence[Column]) -> SeatRow:
    """Return what a player sees: the hand in question, or the first of the player's own."""
    table, terms = seats.running.table, seats.terms
    row: SeatRow = np.zeros(len(columns), np.int32)
    boxes = terms.boxes_of(player)
    asked = seats.box_in_question(player)
    place = len(STUD_COLUMNS) if isinstance(table, StudTable) else len(BLACKJACK_COLUMNS)
    row[place : place + 2] = seats.betting, asked and boxes.index(asked) + 1
    if isinstance(table, StudTable):
        _observe_stud(seats, table, boxes, row)
    else:
        assert isinstance(table, BlackjackTable)
        _observe_blackjack(seats, table, asked, boxes, row)
    place += 2
    for box in boxes:
        row[place] = seats.laid.get((box, terms.initial), 0) // terms.wager
        place += 1
        if isinstance(table, BlackjackTable):
            row[place] = _first_total(table, box)
            place += 1
        for name in terms.side_bets:
            row[place] = (box, name) in seats.laid
            place += 1
    return row


def _first_total(table: BlackjackTable, box: int) -> int:
    hands = _hands_of(table, box)
    return min(total_of(hands[0].cards)[0], MOST_TOTAL) if hands else 0


def _hands_of(table: BlackjackTable, box: int) -> tuple[Hand, ...]:
    if table.round is None:
        return ()
    return next((one.hands for one in round_of(table).boxes if one.number == box), ())


def _observe_blackjack(
    seats: AgentSeats, table: BlackjackTable, asked: int, boxes: range, row: Any
) -> None:
    count_ranks(cards_out(table), row, step_blackjack.SEEN)
    due = seats.due
    box = asked or next((one for one in boxes if _hands_of(table, one)), 0)
    hands = _hands_of(table, box)
    if not hands:
        return
    position = due.hand if isinstance(due, DecisionDue) and due.box == box else 1
    hand = hands[position - 1]
    total, soft = total_of(hand.cards)
    points = [card.points for card in hand.cards]
    row[step_blackjack.TOTAL], row[step_blackjack.SOFT] = min(total, MOST_TOTAL), soft
    row[step_blackjack.PAIR] = points[0] if len(points) == 2 and len(set(points)) == 1 else 0
    shown = seats.cards.get(DEALER)
    row[step_blackjack.DEALER] = shown[0].points if shown else 0
    row[step_blackjack.HAND], row[step_blackjack.HANDS] = position, len(hands)
    row[step_blackjack.IS_SPLIT] = hand.split
    row[step_blackjack.STAKED] = seats.staked[box] * step_blackjack.WHOLE // seats.terms.wager
    row[step_blackjack.INSURED] = box in seats.insured
    row[step_blackjack.INSURANCE] = isinstance(due, InsuranceDue) and bool(asked)
    count_ranks(hand.cards, row, step_blackjack.HELD)


def _observe_stud(seats: AgentSeats, table: StudTable, boxes: range, row: Any) -> None:
    asked = next((seats.box_in_question(one) for one in seats.players_to_act()), 0)
    box = asked if asked in boxes else boxes[0]
    hand: list[Card] = seats.cards.get(box, [])
    shown = face_up_card(table) if table.round is not None else None
    if shown is None or not hand:
        return
    strength = int(rank_hands(np.array([[NUMBER_OF[card] for card in hand]], np.uint8))[0])
    row[stud.CATEGORY], row[stud.STRENGTH] = category_of(strength), strength
    pairs = [(NUMBER_OF[card] // 4 + 1, NUMBER_OF[card] % 4 + 1) for card in (shown, *hand)]
    row[stud.DEALER : stud.COLUMNS] = np.ravel(pairs)
