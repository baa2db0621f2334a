"""Software players in a server's tournaments: they fill free seats, and play as their turns come.

A person who has entered a tournament that the house starts as soon as it is full may call them.
"""

import asyncio
from collections.abc import Iterable
from functools import partial

from croupier.features.tournaments.bots import BOTS, lawful_wager
from croupier.features.tournaments.rules.entries import Enter
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase
from croupier.features.tournaments.runner import TournamentRunner
from croupier.features.tournaments.standings import players_to_start
from croupier.floor.floor import HOUSE, Floor
from croupier.floor.one_table import basic_bot
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.table.contest.turns import contest_of
from croupier.games.table.due import Due, TurnDue
from croupier.games.table.wagers import PlaceWager
from croupier.house.gaming_days import FloorStarted
from croupier.messages import Command, Refused
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from croupier.streams import TABLE, TOURNAMENT
from croupier.web.service.floor_service import FloorService
from croupier.web.service.readiness import advance_when_ready

PREFIX = "software-"
"""The beginning of the ids of software players; their number and the tournament follow."""
THINKING = 1.5
"""How long a software player thinks, in cards dealt at the table's pace."""


def software_player(number: int, tournament: str) -> str:
    """Return the id of a software player in a tournament."""
    return f"{PREFIX}{number}.{tournament}"


def is_software(player: str) -> bool:
    """Return whether a player is software."""
    return player.startswith(PREFIX)


def software_name(player: str) -> str:
    """Return the name of a software player for people.

    >>> software_name("software-2.sit-and-go-1")
    'Software player 2'
    """
    return f"Software player {player.removeprefix(PREFIX).partition('.')[0]}"


def may_call_software(tournament: Tournament, player: str) -> bool:
    """Return whether a player may have the free seats of a tournament filled with software.

    Only in a tournament that the house starts as soon as it is full, and only a player who has
    entered.
    """
    return (
        tournament.phase is TournamentPhase.ENTRIES
        and tournament.manager == HOUSE
        and players_to_start(tournament) > len(tournament.active)
        and player in tournament.active
    )


def fill_with_software(floor: Floor, name: str, player: str) -> Refused | None:
    """Enter software players until the tournament starts. Return the refusal if one is refused.

    Each pays the fee from play money that the house grants for it.
    """
    runner = TournamentRunner(floor, name)
    number = 0
    while may_call_software(runner.tournament, player):
        number += 1
        one = software_player(number, name)
        if one in runner.tournament.entrants:
            continue
        floor.grant(one, runner.tournament.conditions.entry_fee)
        entered = Enter(one, by=Role.PLAYER)
        answer = runner.submit(entered, actor=one, command_id=f"enter/{one}")
        if isinstance(answer, Refused):
            return answer
    return None


class SoftwareSeats:
    """The software players at the tables of a floor."""

    def __init__(self, service: FloorService) -> None:
        self._service = service

    def see(self, envelopes: Iterable[Envelope]) -> None:
        """Have software players act at the tables that changed."""
        changed: dict[str, None] = {}
        model = self._service.read_model
        for envelope in envelopes:
            if isinstance(envelope.event, FloorStarted):
                changed |= dict.fromkeys(model.tables)
                self._introduce(model.tournaments)
            elif (name := TABLE.name_of(envelope.stream)) is not None:
                changed[name] = None
            elif (name := TOURNAMENT.name_of(envelope.stream)) is not None:
                self._introduce((name,))
        for name in changed:
            self._look_at(name)

    def _introduce(self, tournaments: Iterable[str]) -> None:
        """Give software players their names."""
        model = self._service.read_model
        for name in tournaments:
            for player in filter(is_software, model.tournaments[name].entrants):
                model.names[player] = software_name(player)

    def _look_at(self, name: str) -> None:
        """Have the software player act whom a table waits for, after a moment."""
        shown = self._service.read_model.tables.get(name)
        if shown is None or shown.table.contest is None or shown.rests:
            return
        if not any(is_software(one.player) for one in shown.table.contest.contestants):
            return
        owed = shown.due[:1]
        if not any(awaits_software(shown.table, one) for one in owed):  # type: ignore[arg-type]
            return
        pause = THINKING * shown.table.choices.card_milliseconds / 1000
        step = partial(self._service.submit, partial(take_step, name))
        asyncio.get_running_loop().call_later(pause, step)


def awaits_software(table: BlackjackTable, owed: Due) -> bool:
    """Return whether a software player is asked for something that is due."""
    match owed:
        case TurnDue(player=player) | DecisionDue(player=player) | AnswerDue(player=player):
            return is_software(player)
        case InsuranceDue():
            return any(is_software(one.player) for one in contest_of(table).in_play)
    return False


def take_step(name: str, floor: Floor) -> None:
    """Carry out what a software player does next at a table; nothing if none is asked any more."""
    running = floor.tables.get(name)
    if running is None or running.rests is not None or not running.due:
        return
    table, owed = running.table, running.due[0]
    assert isinstance(table, BlackjackTable)
    version = floor.version(TABLE.stream(name))
    if isinstance(owed, InsuranceDue):
        for one in contest_of(table).in_play:
            if is_software(one.player):
                known = f"{name}@{version}/insurance"
                advance_when_ready(floor, name, one.player, CloseInsurance, command_id=known)
        return
    command = software_command(table, owed)
    if command is not None:
        player = getattr(owed, "player", "")
        floor.submit(name, command, actor=player, command_id=f"{name}@{version}")


def software_command(table: BlackjackTable, owed: Due) -> Command | None:
    """Return what a software player does about something that is due; ``None`` if nothing."""
    if not awaits_software(table, owed):
        return None
    if isinstance(owed, TurnDue):
        styles = tuple(BOTS.values())
        number = int(owed.player.removeprefix(PREFIX).partition(".")[0])
        amount = lawful_wager(styles[(number - 1) % len(styles)], table, owed.player)
        return PlaceWager(owed.player, owed.box, amount, by=Role.PLAYER)
    return basic_bot(owed)
