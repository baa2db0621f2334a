"""The house as manager of its own tournaments: it awards prizes, and opens the next tournament.

These are tournaments on a server that start as soon as enough have entered: nobody has to run them.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from croupier.features.tournaments.rules.conditions import Conditions, SessionPlan
from croupier.features.tournaments.rules.decisions import plan_tournament as planned_by
from croupier.features.tournaments.rules.entries import (
    AppointManager,
    DesignateTable,
    NotifyOf,
    PublishConditions,
)
from croupier.features.tournaments.rules.placings import AwardPrizes
from croupier.features.tournaments.rules.seats import DrawSeats, StartSession
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase
from croupier.features.tournaments.runner import TournamentRunner, follow_all, plan
from croupier.features.tournaments.standings import players_to_start
from croupier.floor.floor import HOUSE, Floor
from croupier.floor.resting_tables import tournament_law
from croupier.games.table.choices import Choices
from croupier.messages import Command, Refused
from croupier.record.envelopes import Cause, Envelope
from croupier.rulebooks import Role, law_of
from croupier.streams import STARTS, TOURNAMENT
from croupier.web.service.floor_service import FloorService

FAR_OFF = datetime(2100, 1, 1, tzinfo=UTC)
"""The stated time of a session that begins as soon as all places are taken."""


class Series(NamedTuple):
    """Tournaments that the house opens one after the other, and runs itself."""

    game: str
    """The game whose rulebook they follow."""
    conditions: Conditions
    """The same in each of them."""


SERIES = {
    "sit-and-go-": Series(
        "canberra-blackjack",
        Conditions(
            entry_fee=50_00,
            chips=1000_00,
            sessions=(SessionPlan(name="final", rounds=10),),
            sit_and_go=3,
            maximum_players=3,
            minimum_players=3,
            wager_seconds=30,
            starts=FAR_OFF,
        ),
    ),
    # Reading TR32: this rulebook knows no sit-and-go, so the start is moved, with notice in the
    # conditions (19.5.3).
    "challenge-sit-and-go-": Series(
        "blackjack-challenge",
        Conditions(
            entry_fee=50_00,
            chips=1000_00,
            sessions=(SessionPlan(name="final", rounds=10),),
            maximum_players=4,
            minimum_players=4,
            wager_seconds=30,
            starts=FAR_OFF,
            withdraw_until=FAR_OFF,
            entry_method=(
                "on the page of the tournament, which gives notice that the session starts as "
                "soon as the last place is taken"
            ),
        ),
    ),
}
"""The series of the house, by the beginning of their tournaments' names; a number follows."""


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
        if tournament.manager != HOUSE or isinstance(tournament_law(tournament), Refused):
            return
        if has_start_due(tournament):
            self._service.submit(partial(_start, name))
        if tournament.phase is not TournamentPhase.FINISHED:
            return
        if tournament.awards is None:
            self._service.submit(partial(_award, name))
        else:
            self._open_next(name)

    def _open_next(self, name: str) -> None:
        """Open the next tournament of a series."""
        for series in SERIES:
            number = name.removeprefix(series)
            if name.startswith(series) and number.isdigit():
                self._service.submit(
                    partial(open_sit_and_go, series=series, number=int(number) + 1)
                )


def has_start_due(tournament: Tournament) -> bool:
    """Return whether the house must move the start to now: the last place is taken.

    A sit-and-go starts by itself, in the rulebook that knows it.
    """
    waits = tournament.phase in (TournamentPhase.ENTRIES, TournamentPhase.SEATING)
    number = 0 if tournament.conditions.sit_and_go else players_to_start(tournament)
    return waits and not tournament.session and 0 < number <= len(tournament.active)


def _start(name: str, floor: Floor) -> None:
    """Seat everybody and start: all were notified, as the conditions say (19.5.3)."""
    by = Role.TOURNAMENT_MANAGER
    opening = (
        DesignateTable(1, by=by),
        DrawSeats(seated=True, by=by),
        StartSession(notified=True, by=by),
    )
    refused = _submit_once(name, opening, floor)
    assert refused is None, refused


def _award(name: str, floor: Floor) -> None:
    """Award the prizes of a tournament that is over."""
    refused = _submit_once(name, (AwardPrizes(by=Role.TOURNAMENT_MANAGER),), floor)
    assert refused is None, refused


def open_sit_and_go(floor: Floor, *, series: str, number: int) -> None:
    """Open the tournament of a series for anybody who comes, unless it is open already."""
    name = f"{series}{number}"
    if name in floor.tournaments:
        return
    game, conditions = SERIES[series]
    planned = planned_by(law_of(game), name, conditions, choices=Choices(boxes=7))
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
