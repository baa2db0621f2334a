"""The house as manager of its own tournaments: it awards prizes, and opens the next tournament.

These are sit-and-go tournaments on a server, which no person has to run.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial

from croupier.features.tournaments.rules.conditions import Conditions, SessionPlan
from croupier.features.tournaments.rules.decisions import plan_tournament as planned_by
from croupier.features.tournaments.rules.entries import AppointManager, NotifyOf, PublishConditions
from croupier.features.tournaments.rules.placings import AwardPrizes
from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.features.tournaments.runner import TournamentRunner, follow_all, plan
from croupier.floor.floor import HOUSE, Floor
from croupier.floor.resting_tables import tournament_law
from croupier.games.table.choices import Choices
from croupier.messages import Command, Refused
from croupier.record.envelopes import Cause, Envelope
from croupier.rulebooks import Role, law_of
from croupier.streams import STARTS, TOURNAMENT
from croupier.web.service.floor_service import FloorService

GAME = "canberra-blackjack"
"""The game whose rulebook allows tournaments that start as soon as enough players have entered."""
SERIES = "sit-and-go-"
"""The beginning of the names of the house's tournaments; a number follows."""
CONDITIONS = Conditions(
    entry_fee=50_00,
    chips=1000_00,
    sessions=(SessionPlan(name="final", rounds=10),),
    sit_and_go=3,
    maximum_players=3,
    minimum_players=3,
    wager_seconds=30,
    starts=datetime(2100, 1, 1, tzinfo=UTC),
)
"""Three players, ten rounds, everything to the winner."""


class HouseManager:
    """The manager of the tournaments that the house runs itself."""

    def __init__(self, service: FloorService) -> None:
        self._service = service

    def see(self, envelopes: Iterable[Envelope]) -> None:
        """React to events that were written: award prizes, open the next tournament."""
        changed: dict[str, None] = {}
        for envelope in envelopes:
            if envelope.stream == STARTS:
                started = envelope.command_id
                self._service.submit(partial(follow_all, started=started))
                changed |= dict.fromkeys(self._service.read_model.tournaments)
            elif (name := TOURNAMENT.name_of(envelope.stream)) is not None:
                changed[name] = None
        for name in changed:
            self._check_tournament(name)

    def _check_tournament(self, name: str) -> None:
        tournament = self._service.read_model.tournaments[name]
        if tournament.manager != HOUSE or tournament.phase is not TournamentPhase.FINISHED:
            return
        if isinstance(tournament_law(tournament), Refused):
            return
        if tournament.awards is None:
            self._service.submit(partial(_award, name))
        elif name.startswith(SERIES) and name.removeprefix(SERIES).isdigit():
            self._service.submit(
                partial(open_sit_and_go, number=int(name.removeprefix(SERIES)) + 1)
            )


def _award(name: str, floor: Floor) -> None:
    """Award the prizes of a tournament that is over."""
    refused = _submit_once(name, (AwardPrizes(by=Role.TOURNAMENT_MANAGER),), floor)
    assert refused is None, refused


def open_sit_and_go(floor: Floor, number: int) -> None:
    """Open the tournament with a number for anybody who comes, unless it is open already."""
    name = f"{SERIES}{number}"
    if name in floor.tournaments:
        return
    law = law_of(GAME)
    planned = planned_by(law, name, CONDITIONS, choices=Choices(boxes=7))
    assert not isinstance(planned, Refused)
    plan(floor, planned, Cause(f"plan/{planned.name}", HOUSE, Role.GAMING_MANAGER))
    refused = publish_for_house(floor, name, HOUSE)
    assert refused is None, refused


def publish_for_house(floor: Floor, name: str, manager: str) -> Refused | None:
    """Publish a tournament's conditions and appoint who runs it, in the house's name.

    Where the rulebook wants it, the regulator gets a copy. Return the first refusal.
    """
    by = Role.GAMING_MANAGER
    opening: list[Command] = [PublishConditions(by=by), AppointManager(manager, by=by)]
    rules = law_of(floor.tournaments[name].game).tournaments
    if rules is not None and rules.entries.regulator_told is not None:
        opening.append(NotifyOf(Role.REGULATOR, "conditions", by=by))
    return _submit_once(name, tuple(opening), floor)


def _submit_once(name: str, commands: tuple[Command, ...], floor: Floor) -> Refused | None:
    """Submit commands in the house's name, each once. Return the first refusal."""
    runner = TournamentRunner(floor, name)
    for command in commands:
        tag = str(command.__struct_config__.tag)
        answer = runner.submit(command, actor=HOUSE, command_id=f"{name}/{tag}")
        if isinstance(answer, Refused):
            return answer
    return None
