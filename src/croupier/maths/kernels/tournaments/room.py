"""The arrays in which kernels play tournaments: the plan of one, and what is written about it."""

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
"""The players of a session: those who advanced, or those who did not."""
PLAYED_OFF, BALLOT, LEFT_LEVEL = range(3)
"""How a tie that matters is decided: by a play-off, by lot, or not at all."""
BOX, PLACE, WENT_ON = range(3)
"""The fields of an entrant in a session: the box from 0, the place at the table (0 if the entrant
did not play), whether the entrant advances."""
FATE_SIZE = 3
TABLE_ROUNDS, PLAY_OFFS = range(2)
"""The counts of a tournament: rounds of all tables, tables with a play-off."""
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
    """Whether a player is eliminated after a round, by session and round from 1."""
    matters: Switches
    """Whether a tie matters, by session, first place from 0, and size."""
    points: Numbers
    """The points of a place, by first place of its group from 0 and its size; all 0 if points do
    not decide."""
    by_points: bool
    """Whether points over all sessions decide, and everybody plays every session."""
    bots: Numbers
    """How each entrant wagers."""
    kinds: Numbers
    """The kind of each entrant among those counted separately."""


class Lots(NamedTuple):
    """Draws made beforehand, for tests; all empty if they are random."""

    stacks: Stacks
    """The cards as they leave the shoes."""
    sizes: Numbers
    """The number of cards of each stack."""
    seats: Numbers
    """A permutation of the players for each session."""
    ballots: Numbers
    """A permutation of the boxes for each table, in the order of play."""


class Play(NamedTuple):
    """The arrays in which tournaments are played, one after another."""

    shoe: Cards
    pile: Numbers
    hands: FinishedHands
    seats: Amounts
    contest: Numbers
    standings: TablePlacings
    players: Numbers
    """The players of the session, in the order in which lots name them."""
    drawn: Numbers
    """The players by the seats that they have drawn."""
    ranked: Numbers
    """The players table by table, best first."""
    field: Numbers
    fallen: Numbers
    """The entrants who advanced, and those who did not."""
    fields: Numbers
    """The numbers of these."""
    points: Numbers
    """The points of each entrant."""
    fates: Numbers
    """What happened to each entrant: by session, field and entrant."""
    lengths: Numbers
    """The rounds of the longest table of each session."""
    counts: Numbers
    """The counts of the tournament."""
    notes: Numbers
    """Wagers and chips of each round, for tests; no rows if nothing is noted."""


@kernel
def new_play(entrants: int, sessions: int, cards: int, most_hands: int, noted: int) -> Play:
    """Return the arrays for tournaments of this size."""
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
