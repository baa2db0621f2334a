"""People come, go, buy in and are restricted while a round is put right again and again."""

from random import Random

import pytest

from croupier.cards import DECK, Device
from croupier.floor import Croupier
from croupier.games.blackjack.reconstruction import Reconstruct
from croupier.games.engine import fold
from croupier.games.stud.cards import CorrectCard
from croupier.games.stud.corrections import CorrectBet, RevealFolded
from croupier.games.stud.misdeals import ReportWrongCount
from croupier.games.table.choices import Mode
from croupier.games.table.conduct import Sanction
from croupier.games.table.due import WagersDue
from croupier.games.table.notices import Notify
from croupier.games.table.restrictions import (
    LiftRestriction,
    LimitPlayers,
    RestrictToMinimum,
    RestrictToOneBox,
)
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import (
    BuyIn,
    ChangeDealer,
    ColourUp,
    ExchangeVoucher,
    GiveUpBox,
    Leave,
    NominateBox,
    ReleaseBoxes,
    ReserveBoxes,
    Rise,
    Sit,
    VacateSeat,
)
from croupier.games.table.signs import (
    AnnounceClosure,
    AnnounceLimits,
    ChangeLimits,
    SetPersonalLimits,
)
from croupier.games.table.wagers import MoveWager, PlaceWager, RefuseWager, WithdrawWager
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, CARIBBEAN_STUD, Role
from tests.games.blackjack.test_mishaps import answer, table_of
from tests.support import stud_mishaps
from tests.support.invariants import check_invariants
from tests.support.likely import likely_of
from tests.support.tables import stud
from tests.support.whim import place_wagers

NO_PART_OF_A_ROUND: tuple[type[Command], ...] = (
    AnnounceClosure,
    AnnounceLimits,
    BuyIn,
    ChangeDealer,
    ChangeLimits,
    ColourUp,
    ExchangeVoucher,
    GiveUpBox,
    LiftRestriction,
    LimitPlayers,
    MoveWager,
    NominateBox,
    Notify,
    RefuseWager,
    ReleaseBoxes,
    ReserveBoxes,
    RestrictToMinimum,
    RestrictToOneBox,
    Rise,
    Sanction,
    SetPersonalLimits,
    Sit,
    VacateSeat,
    WithdrawWager,
)
PEOPLE = ("ann", "bob", "cat", "dan", "eve", "flo", "gus")
ROUNDS = 4
CORRECTIONS = 4
"""How often each round is put right, or somebody tries to."""


def come_and_go(croupier: Croupier, chance: Random) -> Command:
    """Something that is no part of a round: somebody arrives, leaves, or is seen to."""
    player, table = chance.choice(PEOPLE), croupier.table
    box = chance.randint(1, table.choices.boxes)
    on = "main" if croupier.law.game in BLACKJACK else "ante"
    chips = chance.choice(["chips", "chips", "tokens"])
    options: list[Command] = [
        BuyIn(player, 50_000, by=Role.PLAYER),
        Sit(player, box, by=Role.PLAYER),
        Rise(player, by=Role.PLAYER),
        PlaceWager(player, box, 2_000, on, chips, by=Role.PLAYER),
        Leave(chance.choice(PEOPLE[3:]), by=Role.PLAYER),  # the first three stay for their round
        likely_of(chance.choice(NO_PART_OF_A_ROUND), table, chance),
        likely_of(chance.choice(NO_PART_OF_A_ROUND), table, chance),
    ]
    return chance.choice(options)


def play_on(croupier: Croupier, chance: Random, steps: int) -> None:
    """Do what is due in a round, for so many steps or to its end."""
    while steps and croupier.table.round is not None:
        croupier.do(answer(croupier, croupier.due[0], chance))
        check_invariants(croupier)
        steps -= 1


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", BLACKJACK)
def test_a_blackjack_round_is_put_right_however_people_come_and_go(
    game: str, seed: int, mode: Mode
) -> None:
    chance = Random(f"{game} {seed} {mode}")
    croupier = table_of(game, mode, chance)
    taken_back = 0
    for _ in range(ROUNDS):
        make_ready(croupier, chance)
        place_wagers(croupier, chance)
        croupier.do(Deal(by=Role.DEALER))
        play_on(croupier, chance, steps=200)
        for _ in range(CORRECTIONS):
            stir(croupier, chance)
            cards, misread = chance.randint(1, 4), chance.random() < 0.3
            said = Reconstruct(cards, misread=misread, by=Role.DEALER)
            taken_back += not isinstance(croupier.do(said), Refused)
            check_invariants(croupier)
            stir(croupier, chance)
            play_on(croupier, chance, steps=chance.choice([0, 1, 2, 200]))
        play_on(croupier, chance, steps=200)
        assert fold(croupier.events) == (croupier.table, croupier.history)
    # A shuffling device takes the cards of a round back at its end: nothing is left to put right.
    assert taken_back or croupier.table.choices.device is not Device.SHOE


def make_ready(croupier: Croupier, chance: Random) -> None:
    """Do the dealer's work ahead of a round until wagers are asked for."""
    for _ in range(20):
        if isinstance(croupier.due[0], WagersDue):
            return
        croupier.do(answer(croupier, croupier.due[0], chance))


def stir(croupier: Croupier, chance: Random) -> None:
    """A few people come, go or are seen to; money and cards stay what they are."""
    for _ in range(chance.randint(0, 6)):
        before = croupier.table
        if isinstance(croupier.do(come_and_go(croupier, chance)), Refused):
            assert croupier.table is before
    check_invariants(croupier)


def stud_correction(croupier: Croupier, chance: Random) -> Command:
    """Something about a round of Caribbean Stud that is put right."""
    lying = stud_mishaps.lying_cards(stud(croupier.table)) or list(DECK)
    box = chance.randint(1, 6)
    options: list[Command] = [
        CorrectCard(chance.choice(lying), chance.choice(DECK), by=Role.DEALER),
        CorrectBet(box, chance.random() < 0.5, by=Role.DEALER),
        RevealFolded(box, by=Role.SUPERVISOR),
        ReportWrongCount(box, chance.choice([4, 6]), (), by=Role.DEALER),
    ]
    return chance.choice(options)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("seed", range(6))
def test_a_stud_round_is_put_right_however_people_come_and_go(seed: int, mode: Mode) -> None:
    chance = Random(f"{CARIBBEAN_STUD.game} {seed} {mode}")
    croupier = stud_mishaps.a_table(mode, chance)
    for _ in range(60):
        for _ in range(chance.randint(0, 3)):
            croupier.do(come_and_go(croupier, chance))
        if croupier.table.round is None:
            stud_mishaps.place_wagers(croupier, chance)
        croupier.do(stud_mishaps.lawful(croupier, chance))
        if chance.random() < 0.3:
            croupier.do(stud_correction(croupier, chance))
        assert sum(croupier.table.balances.values()) == 0
    assert fold(croupier.events)[0] == croupier.table
