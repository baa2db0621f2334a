"""Where kernels play tournaments: what they are told of one, and what they write down."""

from typing import Any, NamedTuple

import numpy as np

from croupier.maths.kernels.compilation import kernel
from croupier.maths.kernels.random_streams import Cards
from croupier.maths.kernels.simulated.hands import MOST_CARDS, CodeTable
from croupier.maths.kernels.tables import Numbers
from croupier.maths.kernels.tournaments.cards import (
    MOST_BOXES,
    PILE_SIZE,
    SEAT_SIZE,
    SEATS,
    Amounts,
    Stacks,
)
from croupier.maths.kernels.tournaments.rounds import FinishedHands
from croupier.maths.kernels.tournaments.sessions import (
    CONTEST_SIZE,
    MERIT_SIZE,
    Switches,
    TablePlacings,
)

PLAN_TABLES, PLAN_ROUNDS, PLAN_ADVANCE, PLAN_CHIPS, PLAN_ENTRANTS, PLAN_TIES = range(6)
"""The columns of the sessions' plans."""
ADVANCED, FALLEN = range(2)
"""Who plays a session: those who went on, or those who did not."""
PLAYED_OFF, BALLOT, LEFT_LEVEL = range(3)
"""How a tie that matters is decided in a session: by a play-off, by lot, or not at all."""
BOX, PLACE, WENT_ON = range(3)
"""What is known of an entrant in a session: the box from 0, the place at the table, whether it goes
on. The place is 0 where it did not play."""
FATE_SIZE = 3
TABLE_ROUNDS, PLAY_OFFS = range(2)
"""What is counted of a tournament: the rounds of all tables, the tables with a play-off."""
COUNT_SIZE = 2


class Rules(NamedTuple):
    """The hands and terms of a tournament's tables, as kernels take them."""

    numbers: CodeTable
    at: Any
    stakes: Any
    shoe: Any
    session: Any
    cards: Cards


class SessionRows(NamedTuple):
    """The sessions of a tournament, as kernels take them."""

    plans: Numbers
    """A row for each session."""
    levels: Numbers
    """A row for each change of the limits."""
    eliminations: Switches
    """Whether somebody is out after a round, by session and round from 1."""
    matters: Switches
    """Whether a tie matters, by session, the place where it begins from 0, and its size."""
    points: Numbers
    """What a place earns, by where its group begins from 0 and its size; nothing but noughts where
    points do not decide."""
    by_points: bool
    """Whether points over all sessions decide, and everybody plays every session."""
    bots: Numbers
    """How each entrant wagers."""
    kinds: Numbers
    """Which of the bots that are told apart each entrant is."""


class Lots(NamedTuple):
    """Draws that were made beforehand, for tests; all are empty where chance has its way."""

    stacks: Stacks
    """The cards as they leave the shoes."""
    sizes: Numbers
    """How many each stack has."""
    seats: Numbers
    """A permutation of the players for each session."""
    ballots: Numbers
    """A permutation of the boxes for each table, in the order in which they are played."""


class Play(NamedTuple):
    """Where tournaments are played: one after the other in the same room."""

    shoe: Cards
    pile: Numbers
    hands: FinishedHands
    seats: Amounts
    contest: Numbers
    standings: TablePlacings
    players: Numbers
    """Who plays the session, in the order in which lots name them."""
    drawn: Numbers
    """The same by the places that they have drawn."""
    ranked: Numbers
    """The same table by table, from the best on."""
    field: Numbers
    fallen: Numbers
    """Who has gone on, and who has not."""
    fields: Numbers
    """How many they are."""
    points: Numbers
    """What each entrant has earned."""
    fates: Numbers
    """What became of each entrant: by session, what is known, and entrant."""
    lengths: Numbers
    """The rounds of the longest table of each session."""
    counts: Numbers
    """What is counted of the tournament."""
    notes: Numbers
    """Wagers and chips of each round, for tests; no row where nobody looks."""


@kernel
def new_play(entrants: int, sessions: int, cards: int, most_hands: int, noted: int) -> Play:
    """Room for tournaments."""
    hands = MOST_BOXES * most_hands
    return Play(
        np.zeros(2 * cards + MOST_CARDS, np.uint32),
        np.zeros(PILE_SIZE, np.int64),
        FinishedHands(
            np.zeros(hands, np.uint64),
            np.zeros(hands, np.uint64),
            np.zeros(hands, np.float64),
            np.zeros(most_hands, np.uint64),
            np.zeros(MOST_BOXES, np.uint64),
            np.zeros(MOST_BOXES, np.uint64),
            np.zeros(SEATS, np.uint64),
        ),
        np.zeros((SEAT_SIZE, SEATS), np.float64),
        np.zeros(CONTEST_SIZE, np.int64),
        TablePlacings(
            np.zeros(MOST_BOXES, np.int64),
            np.zeros(MOST_BOXES, np.bool_),
            np.zeros((MERIT_SIZE, MOST_BOXES), np.float64),
        ),
        np.zeros(entrants, np.int64),
        np.zeros(entrants, np.int64),
        np.zeros(entrants, np.int64),
        np.zeros(entrants, np.int64),
        np.zeros(entrants, np.int64),
        np.zeros(2, np.int64),
        np.zeros(entrants, np.int64),
        np.zeros((sessions, FATE_SIZE, entrants), np.int64),
        np.zeros(sessions, np.int64),
        np.zeros(COUNT_SIZE, np.int64),
        np.zeros((noted, 2 * MOST_BOXES), np.int64),
    )
