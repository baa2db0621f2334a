"""Irregularities at random moments of random rounds, live and automatic: nothing is lost."""

from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import Device
from croupier.floor import Croupier, UnlawfulTableError
from croupier.games.blackjack.device_failure import StayIn, TakeBackWagers
from croupier.games.blackjack.turn import InsuranceDue, WithdrawalDue
from croupier.games.engine import decide, evolve, fold
from croupier.games.table.choices import Mode
from croupier.games.table.due import (
    BurnDue,
    CardDue,
    CheckDue,
    CutDue,
    DeviceDue,
    Due,
    EquipmentDue,
    LoadDue,
    ReplacementDue,
    ShuffleDue,
    WagersDue,
)
from croupier.games.table.equipment import RestoreDevice
from croupier.games.table.new_cards import ReplaceCards
from croupier.games.table.preparation import ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.seats import Sit
from croupier.games.table.state import Table
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.support.dealing import dealers_step, fresh_card
from tests.support.invariants import check_invariants
from tests.support.mishaps import some_mishap
from tests.support.whim import PLAYERS, any_command, lawful_command, place_wagers, whimsical_choices

STEPS = 160


def table_of(game: str, mode: Mode, chance: Random) -> Croupier:
    """A table with some choices of an operator and two players."""
    law = BLACKJACK[game]
    while True:
        choices = whimsical_choices(law, chance)
        device = chance.choice(list(Device))
        low = device is Device.SHUFFLER and chance.random() < 0.3
        choices = replace(choices, mode=mode, device=device, low_limit=low)
        try:
            croupier = Croupier(law, choices, seed=chance.getrandbits(32))
        except UnlawfulTableError:
            continue
        for box, player in enumerate(PLAYERS[:2], 1):
            croupier.do(Sit(player, box, by=Role.PLAYER))
        return croupier


def answer(croupier: Croupier, due: Due, chance: Random) -> Command:
    """What the one who owes it does about something due."""
    match due:
        case CardDue():
            return DealCard(due.ahead or fresh_card(croupier, chance), by=Role.DEALER)
        case ShuffleDue() if croupier.table.choices.mode is Mode.LIVE:
            return ShuffleCards(by=Role.DEALER)
        case ShuffleDue() | CutDue() | LoadDue() | BurnDue() | CheckDue() | EquipmentDue():
            return dealers_step(croupier, due, chance)
        case ReplacementDue():
            return ReplaceCards(by=Role.GAMING_MANAGER)
        case DeviceDue():
            return RestoreDevice(by=Role.DEALER)
        case WithdrawalDue():
            return chance.choice([StayIn, TakeBackWagers])(due.player, by=Role.PLAYER)
        case WagersDue():
            place_wagers(croupier, chance)
            return Deal(by=Role.DEALER)
        case _:
            return lawful_command(croupier, chance)


def some_command(croupier: Croupier, chance: Random) -> tuple[Command, bool]:
    """A mishap now and then, nonsense rarely, else what is due, which must be accepted."""
    whim = chance.random()
    if whim < 0.25:
        return some_mishap(croupier, chance), False
    if whim < 0.3:
        return any_command(croupier, chance), False
    due = croupier.due[0]
    return answer(croupier, due, chance), not isinstance(due, WagersDue | InsuranceDue)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", BLACKJACK)
def test_money_and_cards_are_conserved(game: str, seed: int, mode: Mode) -> None:
    chance = Random(f"{game} {seed} {mode}")
    croupier = table_of(game, mode, chance)
    for _ in range(STEPS):
        command, owed = some_command(croupier, chance)
        before = croupier.table
        answered = croupier.do(command)
        if isinstance(answered, Refused):
            assert not owed, (command, answered)
            assert croupier.table is before
        check_invariants(croupier)


@pytest.mark.parametrize("game", BLACKJACK)
def test_events_alone_lead_to_the_same_table(game: str) -> None:
    chance = Random(game)
    croupier = table_of(game, Mode.LIVE, chance)
    for _ in range(STEPS):
        command, _ = some_command(croupier, chance)
        table: Table = croupier.table
        events = decide(croupier.law, table, command, croupier.history)
        answered = croupier.do(command)
        if isinstance(events, Refused):
            assert answered == events
        else:
            for event in events:
                table = evolve(table, event)
            assert table == croupier.table
    assert fold(croupier.events) == (croupier.table, croupier.history)
