"""Tournaments for the simulator: from a law, conditions and players to arrays for kernels."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Device
from croupier.errors import CroupierError
from croupier.features.tournaments.rules.conditions import Conditions, Entrants, SessionPlan, Ties
from croupier.features.tournaments.rules.placings import prize_amounts
from croupier.features.tournaments.rules.seats import FieldError, players_of_sessions, table_sizes
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.blackjack.charts import FlatChart
from croupier.maths.blackjack.parameters import DOUBLE, BlackjackParameters, parameters_of
from croupier.maths.kernels.random_streams import seed_stream
from croupier.maths.kernels.tables import Numbers
from croupier.maths.kernels.tournaments.cards import BOTS, MOST_BOXES, ShoeTerms
from croupier.maths.kernels.tournaments.play import simulate_tournaments, values_size
from croupier.maths.kernels.tournaments.room import (
    ADVANCED,
    BALLOT,
    FALLEN,
    LEFT_LEVEL,
    PLAYED_OFF,
    Lots,
    Play,
    Rules,
    SessionRows,
    new_play,
)
from croupier.maths.kernels.tournaments.rounds import (
    BROKEN,
    DOUBLED,
    HALF,
    WAS_DOUBLED,
    WENT_OVER,
    StakeTerms,
)
from croupier.maths.kernels.tournaments.sessions import SessionTerms, Switches
from croupier.maths.simulation.automata import (
    GONE,
    NOTHING,
    OUTCOMES,
    PART,
    STRIDE,
    WHOLE,
    HandTables,
    Machine,
    chart_follower,
    ticks_for,
)
from croupier.maths.simulation.blackjack import cutting_card_depth, shoe_of
from croupier.maths.simulation.results import CONFIDENCE_95
from croupier.maths.simulation.runs import run_parallel
from croupier.money import in_dollars
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.blackjack import DoubleAmount

CHUNK_TOURNAMENTS = 1000
"""The number of tournaments of a chunk; each chunk has its own random stream."""
NO_LIMIT = 1 << 30
MOST_CENTS = 1 << 49
"""The most that a player may have: the kernels keep chips and box in one floating-point number,
which is exact up to sixteen times this."""
MOST_WON = 10
"""No player wins more than this many times the maximum in a round, including doubles and splits."""


class UnsimulatedError(CroupierError):
    """Raised for a tournament that cannot be simulated."""


class TournamentChunk(NamedTuple):
    """A part of a run."""

    number: int
    tournaments: int


class SimulatedTournament:
    """A tournament to simulate, always with the same players and with other cards."""

    def __init__(
        self,
        law: BlackjackLaw,
        conditions: Conditions,
        choices: Choices,
        bots: Sequence[str],
        chart: FlatChart | None = None,
        hands: HandTables | None = None,
    ) -> None:
        """Build the arrays for the kernels.

        ``bots`` names how each entrant wagers; the chart is the best one by default. ``hands`` are
        those of another tournament with the same chart, at the same tables.
        """
        require_simulable(law, conditions, choices)
        self.conditions = conditions
        self.bots = tuple(bots)
        self.kinds = tuple(dict.fromkeys(self.bots))
        """The bots that take part, in the order in which they first do."""
        self.fields = _fields(conditions, len(self.bots), choices.boxes)
        """The number of players of each session."""
        choices = replace(
            choices,
            minimum=conditions.minimum,
            maximum=conditions.maximum,
            unit=conditions.step,
        )
        rules = parameters_of(law, choices)
        choices = replace(choices, decks=rules.decks)
        if hands is None:
            hands = hand_tables(rules, chart or BlackjackStudy(law, choices).flat_chart)
        self.hands = hands
        self.rules = self._rules(law, choices)
        self.format = self._format()

    def _rules(self, law: BlackjackLaw, choices: Choices) -> Rules:
        conditions, hands = self.conditions, self.hands
        return Rules(
            numbers=hands.numbers,
            at=hands.at,
            stakes=StakeTerms(
                ticks=float(hands.ticks),
                chip=float(choices.chip),
                paid_in=1.0 if law.wagers.rounding is None else float(choices.chip),
                for_less=law.double.amount.value is not DoubleAmount.EXACTLY_WAGER,
            ),
            shoe=shoe_terms(law, choices),
            session=SessionTerms(
                conditions.minimum,
                conditions.maximum,
                conditions.order_of_wagering,
                conditions.deal_from_marker,
            ),
            cards=shoe_of(choices.decks, suits=False),
        )

    def _format(self) -> SessionRows:
        conditions = self.conditions
        sessions = conditions.sessions
        plans = [
            [
                plan.tables,
                plan.rounds,
                plan.advance,
                conditions.chips_for(plan),
                FALLEN if plan.entrants is Entrants.ELIMINATED else ADVANCED,
                tie_break(conditions, number),
            ]
            for number, plan in enumerate(sessions)
        ]
        levels = [[one.after, one.minimum, one.maximum] for one in conditions.levels]
        return SessionRows(
            plans=np.array(plans, np.int64),
            levels=np.array(levels, np.int64).reshape(-1, 3),
            eliminations=eliminations_of(sessions),
            matters=np.array(
                [ties_that_matter(conditions, number) for number in range(len(sessions))]
            ),
            points=points_of(conditions),
            by_points=conditions.by_points,
            bots=np.array([BOTS.index(bot) for bot in self.bots], np.int64),
            kinds=np.array([self.kinds.index(bot) for bot in self.bots], np.int64),
        )

    @property
    def size(self) -> int:
        """The number of sums."""
        return int(values_size(len(self.kinds), len(self.conditions.sessions)))

    def room(self, noted: int = 0) -> Play:
        """Return the arrays to play in, with room to note this many rounds."""
        room: Play = new_play(
            len(self.bots),
            len(self.conditions.sessions),
            len(self.rules.cards),
            self.hands.most_hands,
            noted,
        )
        return room

    def play(self, seed: int, chunk: TournamentChunk) -> Numbers:
        """Return the sums of a chunk: the values of its tournaments, and their squares."""
        sums = np.zeros((2, self.size), np.int64)
        simulate_tournaments(
            self.rules,
            self.format,
            self.room(),
            len(self.kinds),
            chunk.tournaments,
            seed_stream(seed, chunk.number),
            NO_LOTS,
            sums,
        )
        return sums

    def run(self, tournaments: int, *, seed: int, cores: int) -> Iterator[tuple[int, Numbers]]:
        """Yield the number of tournaments played so far, and their sums, after each chunk."""
        done, total = 0, np.zeros((2, self.size), np.int64).astype(object)

        def play(chunk: TournamentChunk) -> tuple[int, Numbers]:
            return chunk.tournaments, self.play(seed, chunk)

        with ThreadPoolExecutor(cores) as pool:
            for count, sums in run_parallel(pool, play, chunks_of(tournaments), cores):
                done += count
                total += sums
                yield done, total


def _fields(conditions: Conditions, players: int, boxes: int) -> tuple[int, ...]:
    """Return how many players each session has. Raise if there are not enough seats."""
    try:
        return players_of_sessions(conditions, players, boxes)
    except FieldError as error:
        raise UnsimulatedError(str(error)) from None


def chunks_of(tournaments: int) -> Iterator[TournamentChunk]:
    """Yield the parts of a run, in order."""
    for number, start in enumerate(range(0, tournaments, CHUNK_TOURNAMENTS)):
        yield TournamentChunk(number, min(CHUNK_TOURNAMENTS, tournaments - start))


def no_lots() -> Lots:
    """Return empty lots: nothing is drawn beforehand, everything is random."""
    nobody = np.zeros((0, 0), np.int64)
    return Lots(np.zeros((0, 0), np.uint32), np.zeros(0, np.int64), nobody, nobody)


NO_LOTS = no_lots()


def require_simulable(law: BlackjackLaw, conditions: Conditions, choices: Choices) -> None:
    """Raise for a tournament that cannot be simulated."""
    for plan in conditions.sessions:
        if plan.other_game:
            raise UnsimulatedError(
                f"the session named {plan.name!r} is of another game, which is not simulated"
            )
    if conditions.by_points and conditions.prize_ties is Ties.PLAY_OFF:
        raise UnsimulatedError(
            'prize-ties: a play-off of players who are level on points is not simulated; "share" is'
        )
    if choices.device is not Device.SHOE:
        raise UnsimulatedError("[tables] device: tournaments are simulated from a shoe")
    minimums = [conditions.minimum, *(level.minimum for level in conditions.levels)]
    step = lcm(choices.chip, conditions.unit or 1)
    for minimum in minimums:
        if minimum % step:
            raise UnsimulatedError(
                f"the software players wager whole minimums, and {in_dollars(minimum)} is not a "
                f"whole number of {in_dollars(step)}, which chips and unit ask for"
            )
    chips = max(map(conditions.chips_for, conditions.sessions))
    maximum = max([conditions.maximum, *(level.maximum for level in conditions.levels)])
    rounds = sum(plan.rounds for plan in conditions.sessions)
    if chips + rounds * MOST_WON * maximum > MOST_CENTS:
        raise UnsimulatedError(
            f"chips and maximum: nobody may come to have more than {in_dollars(MOST_CENTS)}"
        )
    if law.cut.burned_each_round is not None and choices.burn_each_round:
        raise UnsimulatedError("[tables] burn-each-round: no such card is burned in tournaments")


def hand_tables(rules: BlackjackParameters, chart: FlatChart) -> HandTables:
    """Return the hands of a game, with results that keep a double apart from the wager."""
    ticks = ticks_for(rules)
    verdicts, at_once = rules.verdicts.copy(), rules.at_once.copy()
    verdicts[DOUBLE] *= DOUBLED
    at_once[:, DOUBLE] *= DOUBLED
    apart = rules._replace(verdicts=verdicts, at_once=at_once)
    machine = Machine(apart, chart_follower(chart), ticks=ticks, means=(WHOLE, PART, NOTHING))
    hands = machine.tables()
    results = results_of(hands)
    doubles = (results + HALF) // DOUBLED
    odds = whole_odds(results - doubles * DOUBLED, ticks) + DOUBLED * whole_odds(doubles, ticks)
    lowest = int(odds.min())
    numbers = hands.numbers.copy()
    numbers[int(hands.at.pays) :][: odds.size] = (odds - lowest).ravel()
    told = numbers[int(hands.at.needs) :][: odds.size].reshape(odds.shape)
    told[:, int(WENT_OVER)] = (told[:, 0] == GONE) & (odds[:, 0] < 0)
    told[:, int(WAS_DOUBLED)] = [bool(row.any()) for row in doubles]
    return hands._replace(numbers=numbers, at=hands.at._replace(lowest=np.int64(lowest)))


def results_of(hands: HandTables) -> Numbers:
    """Return the results of all finished hands, by hand and outcome."""
    count = int(hands.at.first_fork - hands.at.limit)
    pays = hands.numbers[int(hands.at.pays) :][: count * STRIDE].astype(np.int64)
    results: Numbers = pays.reshape(count, STRIDE) + hands.at.lowest
    results[:, OUTCOMES:] = 0
    return results


def whole_odds(ticks_won: Numbers, ticks: int) -> Numbers:
    """Return ticks as odds: whole ones, or a number of ticks if they are not whole."""
    return np.where(ticks_won % ticks == 0, ticks_won // ticks, ticks_won + BROKEN)


def shoe_terms(law: BlackjackLaw, choices: Choices) -> ShoeTerms:
    """Return how the cards are prepared."""
    last = law.shuffle.last_rounds
    depth = law.cut.cutting_card_depth.value
    part, whole = depth.part
    return ShoeTerms(
        burned=int(law.cut.burned is not None and choices.burn),
        depth=cutting_card_depth(law, choices),
        least_depth=depth.least_decks * CARDS_PER_DECK,
        part=part,
        whole=whole,
        most_depth=NO_LIMIT if depth.most_decks is None else depth.most_decks * CARDS_PER_DECK,
        last_rounds=0 if last is None else last.value,
    )


def eliminations_of(
    sessions: Sequence[SessionPlan],
) -> Switches:
    """Return whether a player is eliminated after a round, by session and round from 1."""
    found = np.zeros((len(sessions), 1 + max(plan.rounds for plan in sessions)), np.bool_)
    for number, plan in enumerate(sessions):
        found[number, list(plan.eliminations)] = True
    return found


def tie_break(conditions: Conditions, session: int) -> int:
    """Return how a tie that matters is decided in a session."""
    if conditions.by_points:
        way = conditions.point_ties
    elif session == len(conditions.sessions) - 1:
        way = conditions.prize_ties
    else:
        way = conditions.ties
    return {Ties.PLAY_OFF: PLAYED_OFF, Ties.BALLOT: BALLOT, Ties.SHARE: LEFT_LEVEL}[way]


def ties_that_matter(conditions: Conditions, session: int) -> Switches:
    """Return whether a tie matters, by its first place, from 0, and its size."""
    found = np.zeros((MOST_BOXES, MOST_BOXES + 1), np.bool_)
    last = session == len(conditions.sessions) - 1
    shares: Sequence[Decimal] | None = None
    if conditions.by_points:
        shares = conditions.points
    elif last:
        shares = conditions.prizes
    for start in range(MOST_BOXES):
        for size in range(2, MOST_BOXES + 1):
            if shares is None:
                found[start, size] = start < conditions.sessions[session].advance < start + size
            else:
                own = {shares[at] if at < len(shares) else 0 for at in range(start, start + size)}
                found[start, size] = len(own) > 1
    return found


def points_of(conditions: Conditions) -> Numbers:
    """Return the points of a place, in whole numbers, by first place of its group and its size."""
    earned = np.zeros((MOST_BOXES, MOST_BOXES + 1), np.int64)
    if not conditions.by_points:
        return earned
    shares = [Fraction(one) for one in conditions.points]
    whole = lcm(*range(1, MOST_BOXES + 1), *(share.denominator for share in shares))
    for start in range(MOST_BOXES):
        for size in range(1, MOST_BOXES + 1):
            together = sum(shares[start : start + size], start=Fraction(0))
            earned[start, size] = int(together / size * whole)
    return earned


class Frequency(msgspec.Struct, frozen=True):
    """How often something happens, or how much of it, on average."""

    mean: float
    """The average over all tournaments."""
    standard_error: float
    """The standard deviation of the average."""

    @property
    def margin(self) -> float:
        """The half-width of the interval around the average with a confidence of 95 per cent."""
        return CONFIDENCE_95 * self.standard_error


class BotResult(msgspec.Struct, frozen=True, rename="kebab"):
    """The results of the players of one kind."""

    bot: str
    """How they wager."""
    players: int
    """The number of these players."""
    wins: Frequency
    """The share of them in first place, alone or level with others."""
    goes_on: dict[str, Frequency]
    """The share of them that advances from each session but the last; empty if nobody does."""
    places: list[Frequency] = []
    """The share of them at each place of the last session, from the first; empty where points
    decide. Players who are level count at the best of their places."""
    prize: float | None = None
    """What each of them wins on average, in cents; ``None`` where points decide, or level players
    share their prizes."""


class BoxResult(msgspec.Struct, frozen=True, rename="kebab"):
    """The results of the players of one box in a session."""

    box: int
    """The box, from 1."""
    players: int
    """The number of tables with a player there."""
    succeeds: Frequency
    """The share of them that advances; in the last session, and for points, that is first."""


class SessionOutcome(msgspec.Struct, frozen=True, rename="kebab"):
    """The results of a session."""

    session: str
    """The name of the session."""
    players: int
    """The number of its players."""
    rounds: Frequency
    """The rounds of its longest table, including play-offs."""
    boxes: list[BoxResult]
    """The results box by box."""


class TournamentResult(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The results of a whole run."""

    game: str
    """The name of the game."""
    tournaments: int
    """The number of tournaments played."""
    seed: int
    """The number that determines all random choices."""
    complete: bool
    """Whether all requested tournaments were played."""
    bots: list[BotResult]
    """The results of the players, by how they wager."""
    sessions: list[SessionOutcome]
    """The results session by session."""
    rounds: Frequency
    """The rounds of a tournament, counting the longest table of each session."""
    play_offs: Frequency
    """The share of tournaments with a play-off."""
    table_rounds: int
    """The rounds of all tables of all tournaments."""
    seconds: float
    """The computing time."""


def average_prize(simulated: SimulatedTournament, places: Sequence[Frequency]) -> float | None:
    """Return what a player wins on average, in cents, by how often each place is theirs.

    ``None`` where places do not decide alone: by points, and where level players share prizes.
    """
    conditions = simulated.conditions
    if not places or conditions.prize_ties is Ties.SHARE:
        return None
    pool = conditions.entry_fee * len(simulated.bots) + conditions.added
    pool = max(pool - conditions.commission * len(simulated.bots), conditions.guarantee)
    prizes = prize_amounts(pool, conditions.prizes, len(places))
    return sum(place.mean * prize for place, prize in zip(places, prizes, strict=False))


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
    """Return the results from the sums of this many tournaments."""

    def frequency(place: int, of: int = 1) -> Frequency:
        total, squares = int(sums[0, place]), int(sums[1, place])
        spread = max(0, tournaments * squares - total * total)
        error = sqrt(spread / max(1, tournaments - 1)) / tournaments
        return Frequency(total / tournaments / of, error / of)

    kinds, plans = simulated.kinds, simulated.conditions.sessions
    step = len(kinds) + MOST_BOXES + 1
    front = len(kinds) * (1 + MOST_BOXES)
    starts = [front + number * step for number in range(len(plans))]
    most = (
        0 if simulated.conditions.by_points else max(table_sizes(plans[-1], simulated.fields[-1]))
    )
    bots = []
    for number, kind in enumerate(kinds):
        players = simulated.bots.count(kind)
        goes_on = {
            plan.name: frequency(start + number, players)
            for plan, start in zip(plans, starts, strict=True)
            if plan.advance
        }
        at = len(kinds) + number * MOST_BOXES
        places = [frequency(at + place, players) for place in range(most)]
        prize = average_prize(simulated, places)
        wins = frequency(number, players)
        bots.append(BotResult(kind, players, wins, goes_on, places, prize))
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
