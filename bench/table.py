"""Rounds of croupier itself, by the engine alone and in a house.

This is the one place in `bench` that knows croupier's interface. It is imported when rounds are
played, so that a missing piece is an `ImportError` of that moment.
"""

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.floor.running_table import RunningTable
    from croupier.games.table.due import Due
    from croupier.messages import Command

GAME = "star-blackjack"
STAKE = 10_00
STAND_FROM = 17
SEED = 1
BATCH = 20

Do = Callable[["Command"], object]
"""Carries a command out, with what the dealer then does besides."""


def play_rounds(boxes: int, seconds: float, *, in_house: bool = False) -> tuple[int, int]:
    """Play for about so many seconds; return the rounds finished and the commands carried out.

    One player at each box wagers, draws below seventeen and never insures, like the peers' players.
    The commands counted are those given: wagers, the deal, each decision, the end of insurance.
    Events are made and not kept, so that memory does not grow with the rounds.
    """
    from croupier.games.table.rounds import Deal
    from croupier.games.table.wagers import PlaceWager
    from croupier.messages import Command
    from croupier.rulebooks import Role

    running, do = _house() if in_house else _engine()
    decide = _player()
    opening: list[Command] = [
        PlaceWager(f"player {box}", box, STAKE, by=Role.PLAYER) for box in range(1, boxes + 1)
    ]
    opening.append(Deal(by=Role.DEALER))
    rounds = commands = 0
    deadline = perf_counter() + seconds
    while perf_counter() < deadline:
        for _ in range(BATCH):
            for command in opening:
                do(command)
            commands += len(opening)
            while running.table.round is not None:
                commands += 1
                do(decide(running.due[0]))
            rounds += 1
    return rounds, commands


def _player() -> Callable[["Due"], "Command"]:
    """A player of the one policy; insurance is closed without any."""
    from croupier.games.blackjack.calls import Hit, Stand
    from croupier.games.blackjack.insurance import CloseInsurance
    from croupier.games.blackjack.turn import DecisionDue
    from croupier.rulebooks import Role

    player, dealer = Role.PLAYER, Role.DEALER

    def decide(due: "Due") -> "Command":
        if not isinstance(due, DecisionDue):
            return CloseInsurance(by=dealer)
        call = Hit if due.total < STAND_FROM else Stand
        return call(due.box, due.player, by=player)

    return decide


def _engine() -> tuple["RunningTable", Do]:
    """A table with its dealer and nothing around it: decide, evolve, due."""
    from croupier.floor.card_sources import SoftwareShoe, random_source
    from croupier.floor.running_table import RunningTable
    from croupier.games.engine import evolve, open_table
    from croupier.messages import Refused
    from croupier.rulebooks import law_of

    law = law_of(GAME)
    opened = open_table(law)
    assert not isinstance(opened, Refused)
    running = RunningTable(law, evolve(None, opened), cards=SoftwareShoe(random_source(SEED)))

    def do(command: "Command") -> None:
        outcome = running.decide_for_others(command)
        if isinstance(outcome, Refused):
            raise RuntimeError(f"the benchmark's own {command} was refused: {outcome}")
        running.apply(outcome)
        while running.dealer_has_more and (own := running.dealers_command()) is not None:
            dealt = running.decide(own)
            assert not isinstance(dealt, Refused)
            running.apply(dealt)

    return running, do


def _house() -> tuple["RunningTable", Do]:
    """A table in a house, as `croupier.floor.Croupier` offers it; no journal is kept."""
    from croupier.floor import Croupier
    from croupier.messages import Refused
    from croupier.rulebooks import law_of

    croupier = Croupier(law_of(GAME), seed=SEED, keep_journal=False)

    def do(command: "Command") -> None:
        answer = croupier.do(command)
        if isinstance(answer, Refused):
            raise RuntimeError(f"the benchmark's own {command} was refused: {answer}")

    return croupier.house.tables[croupier.name], do
