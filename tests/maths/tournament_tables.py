"""Tournaments that the engine plays with software players, as the kernels take them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from croupier.cards import RANKS
from croupier.features.tournaments.bots import open_tournament, play_all
from croupier.features.tournaments.rules.conditions import MOST_BOXES, Conditions
from croupier.features.tournaments.rules.decisions import evolve as evolve_tournament
from croupier.features.tournaments.rules.placings import TableFinished
from croupier.features.tournaments.rules.seats import SeatsDrawn
from croupier.features.tournaments.rules.state import TableResult, Tournament, participants
from croupier.games.engine import evolve
from croupier.games.table.choices import Choices
from croupier.games.table.contest.rounds import ContestRoundEnded
from croupier.games.table.preparation import CardBurned, CardsShuffled
from croupier.games.table.rounds import CardDealt
from croupier.games.table.state import Table
from croupier.games.table.wagers import WagerPlaced
from croupier.maths.blackjack.charts import FlatChart
from croupier.maths.kernels.tables import Numbers
from croupier.maths.kernels.tournaments.room import Lots
from croupier.messages import Event
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import BlackjackLaw
from croupier.streams import TABLE, TOURNAMENT

NAME = "spring"
UNSEEN = 0
"""Stands for a card that was burned unseen: nothing hangs on it."""


class Noted(NamedTuple):
    """A round at a table: what was wagered on its boxes, and the chips after it."""

    wagers: list[int]
    chips: list[int]


class TableStory(NamedTuple):
    """What happened at one table of a session."""

    boxes: int
    rounds: list[Noted]
    stacks: list[list[int]]
    """The ranks of the cards that left the shoe, shuffle after shuffle."""
    sizes: list[int]
    """How many cards were shuffled."""


class TournamentStory(NamedTuple):
    """What happened in a tournament."""

    tables: list[TableStory]
    """The tables in the order in which they were played."""
    seats: list[list[int]]
    """The lots of each session: which of its players has which seat."""
    results: list[list[TableResult]]
    """Session by session, table by table."""

    def lots(self) -> Lots:
        """The draws that were made, for kernels to repeat."""
        stacks = [stack for table in self.tables for stack in table.stacks]
        sizes = [size for table in self.tables for size in table.sizes]
        cards = np.zeros((len(stacks), max(sizes)), np.uint32)
        for row, stack in enumerate(stacks):
            cards[row, : len(stack)] = stack
        seats = np.zeros((len(self.seats), max(map(len, self.seats))), np.int64)
        for row, drawn in enumerate(self.seats):
            seats[row, : len(drawn)] = drawn
        return Lots(cards, np.array(sizes, np.int64), seats, self._ballots())

    def _ballots(self) -> Numbers:
        """Lots by box that put those who were level into the order that a ballot gave them."""
        results = [result for session in self.results for result in session]
        ballots = np.zeros((len(results), MOST_BOXES + 1), np.int64)
        for row, result in enumerate(results):
            order = [player for group in result.groups for player in group]
            for place, player in enumerate(order):
                ballots[row, list(result.counts).index(player) + 1] = place
        return ballots


def play_by_engine(
    law: BlackjackLaw,
    conditions: Conditions,
    choices: Choices,
    bots: Sequence[str],
    chart: FlatChart,
    *,
    seed: int,
) -> TournamentStory:
    """Play a tournament through the engine, and tell what happened."""
    journal = MemoryJournal()
    house = open_tournament(law, conditions, name=NAME, choices=choices, seed=seed, journal=journal)
    players = [f"player-{number}" for number in range(len(bots))]
    for _ in play_all(house, players, bots, chart):
        pass
    streams: dict[str, list[Event]] = {}
    for envelope in journal.order:
        streams.setdefault(envelope.stream, []).append(envelope.event)
    seats, results = _tell_tournament(streams[TOURNAMENT.stream(NAME)])
    tables = [
        _tell_table(streams[TABLE.stream(f"{plan.name}/{result.table}")])
        for plan, session in zip(conditions.sessions, results, strict=True)
        for result in session
    ]
    return TournamentStory(tables, seats, results)


def _tell_tournament(events: Iterable[Event]) -> tuple[list[list[int]], list[list[TableResult]]]:
    """The lots of each session, and its results."""
    seats: list[list[int]] = []
    results: list[list[TableResult]] = []
    tournament: Tournament | None = None
    for event in events:
        if isinstance(event, SeatsDrawn):
            assert tournament is not None
            seats.append(_lots(participants(tournament), event))
            results.append([])
        if isinstance(event, TableFinished):
            results[-1].append(event.result)
        tournament = evolve_tournament(tournament, event)
    return seats, results


def _lots(players: Sequence[str], event: SeatsDrawn) -> list[int]:
    """The lots from which a seating follows."""
    tables = max(seat.table for seat in event.seats)
    drawn = {(seat.box - 1) * tables + seat.table - 1: seat.player for seat in event.seats}
    return [players.index(drawn[place]) for place in range(len(players))]


def _tell_table(events: Iterable[Event]) -> TableStory:
    table: Table | None = None
    story = TableStory(0, [], [], [])
    wagers: dict[int, int] = {}
    boxes = 0
    for event in events:
        table = evolve(table, event)
        match event:
            case CardsShuffled(size=size):
                story.stacks.append([])
                story.sizes.append(size)
            case CardBurned(unseen=unseen):
                story.stacks[-1].extend([UNSEEN] * unseen)
            case CardDealt(card=card):
                story.stacks[-1].append(RANKS.index(card.rank))
                dealt = len(story.stacks)
            case WagerPlaced(box=box, amount=amount):
                wagers[box] = amount
            case ContestRoundEnded():
                assert table.contest is not None
                players = table.contest.contestants
                boxes = len(players)
                story.rounds.append(
                    Noted(
                        [wagers.get(one.box, 0) for one in players],
                        [table.chips(one.player) for one in players],
                    )
                )
                wagers = {}
            case _:
                pass
    del story.stacks[dealt:], story.sizes[dealt:]
    return story._replace(boxes=boxes)
