"""The questions of a mathematician about a game: its edge, its best play, what-ifs, simulation.

Each function takes a game by its name or its law, and the operator's choices. Amounts are cents;
expectations are the player's, in units of the wager. ``croupier.maths`` offers all of them. An
argument that is wrong, or that the game has no use for, raises :class:`ArgumentError`.
"""

import secrets
from time import perf_counter
from typing import TypedDict, Unpack, overload

import msgspec

from croupier.cards import read_cards
from croupier.errors import ArgumentError
from croupier.games.table.choices import GivenChoices, read_choices
from croupier.maths.arguments import (
    MOST_CORES,
    MOST_ROUNDS,
    MOST_SEED,
    AnyBlackjack,
    AnyStud,
    CardsText,
    CardText,
    ChangedRules,
    Game,
    GivenChart,
    read_cents,
    read_given_chart,
    read_maybe_cents,
    read_rules,
    read_switch,
    read_whole,
    refuse_given,
)
from croupier.maths.blackjack.analysis import BlackjackAnalysis
from croupier.maths.blackjack.best_play import BlackjackPlay, HandChoices, blackjack_play
from croupier.maths.blackjack.best_play import hand_choices as choices_with_hand
from croupier.maths.blackjack.value_tables import HandValues, RemovalEffects
from croupier.maths.blackjack.value_tables import effects_of_removal as effects_of_cards
from croupier.maths.blackjack.value_tables import hand_values as values_of_hands
from croupier.maths.simulation.clusters import read_address, require_ray, run_on_cluster
from croupier.maths.simulation.results import SimulationResult
from croupier.maths.simulation.runs import TotalsWatcher, run
from croupier.maths.simulation.tables import SimulationRequest, simulated_table
from croupier.maths.stud.analysis import BEST, StudDecision
from croupier.maths.stud.figures import StudEdge
from croupier.maths.stud.play import StudPlay, best_play
from croupier.maths.study_tables import StudyTable, study_table, with_changes
from croupier.maths.tabular import RowCells, Tabular
from croupier.money import Cents
from croupier.rulebooks import StudLaw, read_law

SEED_BITS = 32
MOST_IN_HAND = 21
BLACKJACK, STUD = "blackjack", "Caribbean Stud"


class RuleEffect(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """The effect of changed rules."""

    game: str
    """The name of the game."""
    rules: dict[str, str]
    """The changed rules and their values."""
    before: float
    """The player's expectation under the law as it is, in units of the wager."""
    after: float
    """The player's expectation under the changed rules."""

    @property
    def effect(self) -> float:
        """The player's gain; negative if the house gains."""
        return self.after - self.before

    def records(self) -> list[RowCells]:
        """Return one row."""
        rules = " ".join(f"{name}={value}" for name, value in self.rules.items())
        return [
            {
                "game": self.game,
                "rules": rules,
                "before": self.before,
                "after": self.after,
                "effect": self.effect,
            }
        ]


class StudyKeywords(TypedDict, total=False):
    """What every exact study of a game takes by name."""

    rules: ChangedRules | None
    """Rules to change, by their names in the law; ``None`` for the law as it is."""
    seen: CardsText
    """Cards that have left the shoe."""


@overload
def analyse(
    game: AnyBlackjack,
    choices: GivenChoices = ...,
    *,
    chart: GivenChart = ...,
    **shared: Unpack[StudyKeywords],
) -> BlackjackAnalysis: ...
@overload
def analyse(
    game: AnyStud,
    choices: GivenChoices = ...,
    *,
    ante: Cents | None = ...,
    jackpot_players: int | None = ...,
    **shared: Unpack[StudyKeywords],
) -> StudEdge: ...
@overload
def analyse(
    game: Game,
    choices: GivenChoices = ...,
    *,
    chart: GivenChart = ...,
    ante: Cents | None = ...,
    jackpot_players: int | None = ...,
    **shared: Unpack[StudyKeywords],
) -> BlackjackAnalysis | StudEdge: ...
def analyse(
    game: Game,
    choices: GivenChoices = None,
    *,
    rules: ChangedRules | None = None,
    seen: CardsText = (),
    chart: GivenChart = None,
    ante: Cents | None = None,
    jackpot_players: int | None = None,
) -> BlackjackAnalysis | StudEdge:
    """Return all exact figures of a game, from a full shoe or one without the cards seen.

    ``chart`` is compared with best play (blackjack). ``ante`` matters under a maximum payout, and
    ``jackpot_players`` for the share of a jackpot (Caribbean Stud).

    >>> analyse("perth-blackjack-plus", {"layout": 7}).game
    'perth-blackjack-plus'
    """
    table = _study_table(
        game, choices, rules=rules, seen=seen, ante=ante, jackpot_players=jackpot_players
    )
    if table.stud is not None and chart is not None:
        refuse_given(table.law.game, ["chart"], only_for=BLACKJACK)
    return table.figures(read_given_chart("chart", chart))


@overload
def strategy(
    game: AnyBlackjack,
    choices: GivenChoices = ...,
    *,
    exceptions: bool = ...,
    **shared: Unpack[StudyKeywords],
) -> BlackjackPlay: ...
@overload
def strategy(
    game: AnyStud,
    choices: GivenChoices = ...,
    *,
    ante: Cents | None = ...,
    **shared: Unpack[StudyKeywords],
) -> StudPlay: ...
@overload
def strategy(
    game: Game,
    choices: GivenChoices = ...,
    *,
    ante: Cents | None = ...,
    exceptions: bool = ...,
    **shared: Unpack[StudyKeywords],
) -> BlackjackPlay | StudPlay: ...
def strategy(
    game: Game,
    choices: GivenChoices = None,
    *,
    rules: ChangedRules | None = None,
    seen: CardsText = (),
    ante: Cents | None = None,
    exceptions: bool = False,
) -> BlackjackPlay | StudPlay:
    """Return the best play of a game as a chart.

    ``exceptions`` adds hands whose exact cards decide (blackjack).
    """
    table = _study_table(game, choices, rules=rules, seen=seen, ante=ante)
    exceptions = read_switch("exceptions", exceptions)
    if table.stud is None:
        return blackjack_play(table, exceptions=exceptions)
    if exceptions:
        refuse_given(table.law.game, ["exceptions"], only_for=BLACKJACK)
    return best_play(table.stud, table.choices, ante=table.ante, seen=table.seen)


@overload
def hand_choices(
    game: AnyBlackjack,
    hand: CardsText,
    dealer: CardText,
    choices: GivenChoices = ...,
    **shared: Unpack[StudyKeywords],
) -> HandChoices: ...
@overload
def hand_choices(
    game: AnyStud,
    hand: CardsText,
    dealer: CardText,
    choices: GivenChoices = ...,
    *,
    ante: Cents | None = ...,
    **shared: Unpack[StudyKeywords],
) -> StudDecision: ...
@overload
def hand_choices(
    game: Game,
    hand: CardsText,
    dealer: CardText,
    choices: GivenChoices = ...,
    *,
    ante: Cents | None = ...,
    **shared: Unpack[StudyKeywords],
) -> HandChoices | StudDecision: ...
def hand_choices(
    game: Game,
    hand: CardsText,
    dealer: CardText,
    choices: GivenChoices = None,
    *,
    rules: ChangedRules | None = None,
    seen: CardsText = (),
    ante: Cents | None = None,
) -> HandChoices | StudDecision:
    """Return the value of every call with one hand: ``"T 6"`` or ``[10, 6]`` against ``"T"``.

    >>> next(iter(hand_choices("perth-blackjack", "T 6", "6").choices))
    'stand'
    """
    table = _study_table(game, choices, rules=rules, seen=seen, ante=ante)
    return choices_with_hand(table, hand, dealer)


def hand_values(
    game: Game,
    choices: GivenChoices = None,
    *,
    rules: ChangedRules | None = None,
    seen: CardsText = (),
    cards: int | None = 2,
) -> HandValues:
    """Return the value of every call with every hand against every card of the dealer (blackjack).

    ``cards`` is how many cards the hands have; ``None`` for all hands of two and more.

    >>> hand_values("perth-blackjack").hands[0].hand
    'A A'
    """
    table = _blackjack_table(game, choices, rules=rules, seen=seen, what="hand_values")
    number = None if cards is None else read_whole("cards", cards, least=2, most=MOST_IN_HAND)
    return values_of_hands(table, cards=number)


def effects_of_removal(
    game: Game,
    choices: GivenChoices = None,
    *,
    rules: ChangedRules | None = None,
    seen: CardsText = (),
) -> RemovalEffects:
    """Return what the player gains for each card that has left the shoe (blackjack)."""
    table = _blackjack_table(game, choices, rules=rules, seen=seen, what="effects_of_removal")
    return effects_of_cards(table)


def _blackjack_table(
    game: Game,
    choices: GivenChoices,
    *,
    rules: ChangedRules | None,
    seen: CardsText,
    what: str,
) -> StudyTable:
    table = _study_table(game, choices, rules=rules, seen=seen)
    if table.stud is not None:
        raise ArgumentError(f"{what}: only for blackjack; {table.law.game} has no such table")
    return table


def what_if(game: Game, rules: ChangedRules, choices: GivenChoices = None) -> RuleEffect:
    """Return the expectation of a game with changed rules, beside that of the law as it is."""
    law, changed = read_law(game), read_rules(rules)
    if not changed:
        raise ArgumentError("rules: name one that changes, such as {'blackjack': '6:5'}")
    return RuleEffect(
        game=law.game,
        rules=changed,
        before=analyse(law, choices).main.ev,
        after=analyse(law, choices, rules=changed).main.ev,
    )


def simulate(
    game: Game,
    choices: GivenChoices = None,
    *,
    rules: ChangedRules | None = None,
    rounds: float = 1_000_000,
    boxes_played: int = 1,
    wager: Cents = 10_00,
    side_wager: Cents | None = None,
    chart: GivenChart = None,
    insurance: bool = False,
    strategy: str | None = None,
    session_rounds: int = 100,
    float_cents: Cents | None = None,
    seed: int | None = None,
    cores: int = 1,
    cluster: str | None = None,
    progress: TotalsWatcher | None = None,
) -> SimulationResult:
    """Simulate rounds from real shoes with the cutting card. The same seed gives the same result.

    ``chart``, ``insurance`` and ``side_wager`` are for blackjack, ``strategy`` for Caribbean Stud
    (``"best"``, or the name of a simple one). Without a seed one is drawn, and the result names it.
    ``cluster`` is the address of a Ray cluster, such as ``"ray://host:10001"``; ``"auto"`` is the
    one that this machine belongs to, and ``"local"`` starts one here. The ``cores`` of this machine
    play only until its workers have started. ``progress`` receives the totals so far.
    """
    changed = read_rules(rules)
    law = with_changes(read_law(game), changed)
    table_choices = read_choices(choices)
    request = SimulationRequest(
        boxes_played=read_whole("boxes_played", boxes_played, least=1, most=99),
        wager=read_cents("wager", wager),
        side_wager=read_maybe_cents("side_wager", side_wager),
        chart=read_given_chart("chart", chart),
        insurance=read_switch("insurance", insurance),
        strategy=BEST if strategy is None else strategy,
        rules=changed,
    )
    if isinstance(law, StudLaw):
        given = {"chart": chart, "insurance": insurance, "side_wager": side_wager}
        refuse_given(law.game, [name for name, one in given.items() if one], only_for=BLACKJACK)
    elif strategy is not None:
        refuse_given(law.game, ["strategy"], only_for=STUD)
    if side_wager is not None and not table_choices.side_bets:
        raise ArgumentError(
            "side_wager: the table has no side bets; name them, such as "
            "choices={'side_bets': ['perfect-pairs']}"
        )
    count = read_whole("rounds", rounds, least=2, most=MOST_ROUNDS)
    session = read_whole("session_rounds", session_rounds, least=1, most=MOST_ROUNDS)
    workers = read_whole("cores", cores, least=1, most=MOST_CORES)
    number = secrets.randbits(SEED_BITS) if seed is None else seed
    number = read_whole("seed", number, most=MOST_SEED)
    at_stake = read_maybe_cents("float_cents", float_cents)
    address = None if cluster is None else read_address(cluster)
    if address is not None:
        require_ray()
    if progress is not None and not callable(progress):
        raise ArgumentError(f"progress: {progress!r} is not a function; pass one of the totals")
    table = simulated_table(law, table_choices, request)
    plan = table.plan(count, seed=number, session_rounds=session, float_cents=at_stake)
    table.play_first(plan)
    started = perf_counter()
    if address is None:
        totals = run(table.game, plan, cores=workers, progress=progress)
    else:
        totals = run_on_cluster(table.game, plan, address=address, cores=workers, progress=progress)
    return table.result(plan, totals, seconds=perf_counter() - started)


def _study_table(
    game: Game,
    choices: GivenChoices,
    *,
    rules: ChangedRules | None,
    seen: CardsText,
    ante: Cents | None = None,
    jackpot_players: int | None = None,
) -> StudyTable:
    """Return the table to study. Raise for an argument that its game has no use for."""
    law, table_choices = read_law(game), read_choices(choices)
    ante_cents = read_maybe_cents("ante", ante)
    players = 1
    if jackpot_players is not None:
        players = read_whole("jackpot_players", jackpot_players, least=1, most=99)
    if not isinstance(law, StudLaw):
        given = {"ante": ante, "jackpot_players": jackpot_players}
        names = [name for name, one in given.items() if one is not None]
        refuse_given(law.game, names, only_for=STUD)
    elif ante is not None and table_choices.max_payout is None:
        raise ArgumentError(
            "ante: it matters only under a maximum payout; give one, such as "
            "choices={'max_payout': 50_000_00}"
        )
    elif jackpot_players is not None and table_choices.jackpot is None:
        raise ArgumentError(
            "jackpot_players: the table has no jackpot; give it one, such as "
            "choices={'jackpot': {'wager': 1_00, 'pool': 100_000_00}}"
        )
    return study_table(
        law,
        table_choices,
        rules=read_rules(rules),
        seen=read_cards("seen", seen),
        ante=ante_cents,
        jackpot_players=players,
    )
