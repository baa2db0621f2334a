"""Whatever is asked for, in any order, a tournament can be brought to its prizes or to a refund."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from croupier.cards import Device
from croupier.features.tournaments.bots import open_tournament
from croupier.features.tournaments.rules.conditions import (
    Conditions,
    Entrants,
    Format,
    Seating,
    SessionPlan,
    Ties,
    condition_slips,
    conditions_refusal,
)
from croupier.features.tournaments.rules.entries import Enter
from croupier.features.tournaments.rules.state import player_account, pool_account
from croupier.features.tournaments.runner import TournamentRunner
from croupier.games.table.choices import Choices, Level, Mode
from croupier.messages import Command, Refused
from croupier.rulebooks import BlackjackLaw, Role, law_of
from tests.support.continuations import said
from tests.support.tournament_endings import bring_to_an_end, is_over, take_next_step
from tests.support.tournament_questions import anything_of, kinds

GAMES = ("star-blackjack", "blackjack-challenge", "canberra-blackjack")
CANBERRA = "canberra-blackjack"
PLAYERS = ("ann", "bob", "cat", "dan", "eve")
KINDS = tuple(sorted(kinds(), key=lambda kind: kind.__name__))
SEEDS = st.integers(0, 2**32 - 1)
Choose = Callable[[Sequence[Any]], Any]
"""Picks one of some values: by hypothesis, or by a seed."""

FINAL = SessionPlan(name="final", rounds=2)
HEATS = SessionPlan(name="heat", tables=2, rounds=1, advance=1)
SESSIONS = (
    (FINAL,),
    (HEATS, FINAL),
    (
        HEATS,
        SessionPlan(name="again", rounds=1, advance=1, entrants=Entrants.ELIMINATED),
        FINAL,
    ),
    (SessionPlan(name="heat", tables=1, rounds=3, advance=2, eliminations=(1,)), FINAL),
)
FOR_POINTS = ((FINAL,), (SessionPlan(name="one", tables=2, rounds=1), FINAL))
OF_ALL: dict[str, Sequence[Any]] = {
    "entry_fee": (0, 100_00),
    "chips": (1000_00, 20_00),
    "levels": ((), (Level(after=1, minimum=50_00, maximum=500_00),)),
    "sessions": SESSIONS,
    "order_of_wagering": (True, False),
    "buy_backs": (0, 1),
    "minimum_players": (2, 3),
    "cash_out": (False, True),
    "added": (0, 55_55),
    "prize_ties": (Ties.PLAY_OFF, Ties.SHARE),
    "prizes": ((Decimal(100),), (Decimal(70), Decimal(30))),
}
OF_SYDNEY: dict[str, Sequence[Any]] = {
    "buy_in": (0, 0, 20_00),
    "pass_cards": (0, 1),
    "undisclosed_wagers": (0, 1),
    "seating": tuple(Seating),
}
OF_CANBERRA: dict[str, Sequence[Any]] = {
    "commission": (0, 10_00),
    "ties": (Ties.PLAY_OFF, Ties.BALLOT),
    "sit_and_go": (0, 0, 3),
    "format": (Format.PROGRESS, Format.PROGRESS, Format.POINTS),
}


def lawful_conditions(game: str, choose: Choose) -> Conditions:
    """Conditions that the rulebook lets an operator publish."""
    own = OF_CANBERRA if game == CANBERRA else OF_SYDNEY
    stated = {name: choose(values) for name, values in (OF_ALL | own).items()}
    if stated.get("commission"):
        stated["entry_fee"] = 100_00
    if stated.get("format") is Format.POINTS:
        stated |= {"points": (Decimal(3), Decimal(1)), "sessions": choose(FOR_POINTS)}
    if stated.get("sit_and_go"):
        stated |= {"sessions": (FINAL,), "minimum_players": 3, "maximum_players": 3}
    conditions = Conditions(**stated)
    law, kept = law_of(game), conditions.commission
    assert conditions_refusal(law, conditions, omitted=(), approved=kept) is None
    assert not list(condition_slips(conditions))
    return conditions


class AnyOrder(RuleBasedStateMachine):
    """A tournament in which anybody may ask for anything at any time."""

    house: TournamentRunner | None = None
    chance: Random

    @initialize(data=st.data(), seed=SEEDS)
    def open_by_hypothesis(self, data: st.DataObject, seed: int) -> None:
        self.open(lambda values: data.draw(st.sampled_from(values)), seed)

    def open(self, choose: Choose, seed: int) -> None:
        """Open a tournament, with some entries."""
        game, self.chance = choose(GAMES), Random(seed)
        law = law_of(game)
        assert isinstance(law, BlackjackLaw)
        conditions = lawful_conditions(game, choose)
        choices = Choices(device=choose(tuple(Device)), mode=choose(tuple(Mode)))
        self.house = open_tournament(law, conditions, name="any", choices=choices, seed=seed)
        for player in PLAYERS[: choose(range(len(PLAYERS) + 1))]:
            self.house.submit(Enter(player, by=Role.PLAYER))

    @rule(steps=st.integers(1, 15))
    def goes_on(self, steps: int) -> None:
        """What is due is done."""
        assert self.house is not None
        for _ in range(steps):
            if not is_over(self.house):
                take_next_step(self.house, self.chance)

    @rule(kind=st.sampled_from(KINDS), seed=SEEDS)
    def asks_at_the_desk(self, kind: type[Command], seed: int) -> None:
        """Somebody asks for something, sensible or not."""
        house = self.house
        assert house is not None
        self.submit(anything_of(kind, house.law, house.tournament, Random(seed)), None)

    @rule(seed=SEEDS)
    def asks_at_a_table(self, seed: int) -> None:
        """Somebody does something at a table, mostly what is due."""
        assert self.house is not None
        chance = Random(seed)
        if tables := self.house.tables_now:
            number = chance.choice(list(tables))
            self.submit(said(self.house.law, tables[number], chance), number)

    def submit(self, command: Command, table: int | None) -> None:
        """Submit a command; a refused one changes nothing."""
        assert self.house is not None
        before = self.house.tournament, self.house.tables_now
        answer = self.house.submit(command, table=table)
        if isinstance(answer, Refused):
            assert answer.why
            assert (self.house.tournament, self.house.tables_now) == before

    @invariant()
    def money_sums_to_zero(self) -> None:
        if self.house is not None:
            assert sum(self.house.tournament.balances.values()) == 0
            for table in self.house.tables_now.values():
                assert sum(table.balances.values()) == 0
                players = table.contest.contestants if table.contest else ()
                assert all(table.chips(one.player) >= 0 for one in players)

    def teardown(self) -> None:
        if self.house is None:
            return
        bring_to_an_end(self.house, self.chance)
        self.money_sums_to_zero()
        tournament = self.house.tournament
        balances = tournament.balances
        assert balances.get(pool_account(tournament.name), 0) == 0
        if tournament.awards is not None:
            paid = sum(one.fee + one.bought_back for one in tournament.entrants.values())
            assert sum(tournament.awards.values()) == paid + tournament.conditions.added
        elif not tournament.conditions.cash_out:
            for name in tournament.entrants:
                assert balances.get(player_account(name), 0) == 0, name


def walk(seed: int) -> None:
    """Play one tournament as a seed decides."""
    chance, machine = Random(seed), AnyOrder()
    machine.open(chance.choice, seed)
    for _ in range(chance.randint(0, 40)):
        way, seed = chance.random(), chance.getrandbits(32)
        if way < 0.3:
            machine.goes_on(steps=chance.randint(1, 15))
        elif way < 0.65:
            machine.asks_at_the_desk(kind=chance.choice(KINDS), seed=seed)
        else:
            machine.asks_at_a_table(seed=seed)
        machine.money_sums_to_zero()
    machine.teardown()


@given(seed=SEEDS)
@settings(max_examples=200)
def test_a_tournament_can_be_brought_to_its_end(seed: int) -> None:
    walk(seed)


@pytest.mark.slow
@given(seed=SEEDS)
@settings(max_examples=1_500)
def test_many_tournaments_can_be_brought_to_their_ends(seed: int) -> None:
    walk(seed)


@pytest.mark.slow
def test_the_shortest_way_to_no_end_is_looked_for() -> None:
    few = settings(max_examples=60, stateful_step_count=20)
    run_state_machine_as_test(AnyOrder, settings=few)
