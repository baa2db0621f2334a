"""What simulated tournaments have shown: who wins, who goes on, how long it takes, with errors."""

from math import sqrt

import msgspec

from croupier.floor.tournaments.fields import table_sizes
from croupier.maths.kernels.running_totals import Numbers
from croupier.maths.kernels.tournament_wagers import MOST_BOXES
from croupier.maths.simulation_results import CONFIDENCE_95
from croupier.maths.tournament_simulation import SimulatedTournament


class Frequency(msgspec.Struct, frozen=True):
    """How often something happens, or how much of it, on average."""

    mean: float
    """The average over all tournaments."""
    standard_error: float
    """How far off the average may be: its standard deviation."""

    @property
    def margin(self) -> float:
        """How far off the average may be, with a confidence of 95 per cent."""
        return CONFIDENCE_95 * self.standard_error


class BotResult(msgspec.Struct, frozen=True, rename="kebab"):
    """How the players of one kind fare."""

    bot: str
    """How they wager."""
    players: int
    """How many of them enter."""
    wins: Frequency
    """The share of them that ends in first place, alone or level with others."""
    goes_on: dict[str, Frequency]
    """The share of them that goes on from each session but the last; empty where nobody does."""


class BoxResult(msgspec.Struct, frozen=True, rename="kebab"):
    """How the players of one box fare in a session."""

    box: int
    """The box, from 1."""
    players: int
    """How many tables have a player there."""
    succeeds: Frequency
    """The share of them that goes on; in the last session, and for points, that is first."""


class SessionOutcome(msgspec.Struct, frozen=True, rename="kebab"):
    """What a session comes to."""

    session: str
    """What it is called."""
    players: int
    """How many play it."""
    rounds: Frequency
    """The rounds of its longest table, play-offs included."""
    boxes: list[BoxResult]
    """Box by box."""


class TournamentResult(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A whole run."""

    game: str
    """The game by its name."""
    tournaments: int
    """How many were played."""
    seed: int
    """From what all chance followed."""
    complete: bool
    """Whether all that were asked for were played."""
    bots: list[BotResult]
    """How the players fare, by how they wager."""
    sessions: list[SessionOutcome]
    """Session by session."""
    rounds: Frequency
    """The rounds of a tournament, the longest table of each session counted."""
    play_offs: Frequency
    """The share of tournaments with a play-off."""
    table_rounds: int
    """The rounds of all tables of all tournaments."""
    seconds: float
    """How long the run took."""


def result_of(
    simulated: SimulatedTournament,
    sums: Numbers,
    *,
    game: str,
    tournaments: int,
    asked: int,
    seed: int,
    seconds: float,
) -> TournamentResult:
    """What the sums of so many tournaments say."""

    def frequency(place: int, of: int = 1) -> Frequency:
        total, squares = int(sums[0, place]), int(sums[1, place])
        spread = max(0, tournaments * squares - total * total)
        error = sqrt(spread / max(1, tournaments - 1)) / tournaments
        return Frequency(total / tournaments / of, error / of)

    kinds, plans = simulated.kinds, simulated.conditions.sessions
    step = len(kinds) + MOST_BOXES + 1
    starts = [len(kinds) + number * step for number in range(len(plans))]
    bots = []
    for number, kind in enumerate(kinds):
        players = simulated.bots.count(kind)
        goes_on = {
            plan.name: frequency(start + number, players)
            for plan, start in zip(plans, starts, strict=True)
            if plan.advance
        }
        bots.append(BotResult(kind, players, frequency(number, players), goes_on))
    sessions = []
    for plan, start, players in zip(plans, starts, simulated.fields, strict=True):
        sizes = table_sizes(plan, players)
        boxes = []
        for box in range(max(sizes)):
            seated = sum(size > box for size in sizes)
            boxes.append(BoxResult(box + 1, seated, frequency(start + len(kinds) + box, seated)))
        rounds = frequency(start + len(kinds) + MOST_BOXES)
        sessions.append(SessionOutcome(plan.name, players, rounds, boxes))
    size = simulated.size
    return TournamentResult(
        game=game,
        tournaments=tournaments,
        seed=seed,
        complete=tournaments == asked,
        bots=bots,
        sessions=sessions,
        rounds=frequency(size - 3),
        play_offs=frequency(size - 1),
        table_rounds=int(sums[0, size - 2]),
        seconds=seconds,
    )
