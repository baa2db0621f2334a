"""Whatever happens at a table of Caribbean Stud, money and cards are conserved."""

from collections import Counter
from decimal import Decimal
from random import Random

import pytest

from croupier.cards import DECK, Device
from croupier.floor import Croupier
from croupier.floor.command_text import command_types
from croupier.games.engine import due, fold
from croupier.games.stud.bets import Concede, Fold, PlaceBet, Settle
from croupier.games.stud.due import BetDue, SettlementDue
from croupier.games.stud.state import cards_out, stud_round
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import CARIBBEAN_STUD, Role
from tests.support.tables import cards_of, stud

PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay")


def a_table(chance: Random) -> Croupier:
    terms = JackpotTerms(
        wager=500,
        pool=chance.choice([0, 3_000_000]),
        increment=Decimal(chance.choice(["0", "0.7", "0.333"])),
        bonus=chance.choice([0, 25_000]),
        seed=1_000_000,
    )
    choices = Choices(
        device=chance.choice(list(Device)),
        maximum=chance.choice([5_000, 500_000]),
        max_payout=chance.choice([None, 100_000]),
        jackpot=terms if chance.random() < 0.8 else None,
    )
    return Croupier(CARIBBEAN_STUD, choices, seed=chance.getrandbits(32))


def place_antes(croupier: Croupier, chance: Random) -> None:
    for box, player in enumerate(chance.sample(PLAYERS, chance.randint(1, 6)), 1):
        croupier.do(PlaceWager(player, box, chance.randint(1, 80) * 100, "ante", by=Role.PLAYER))
        if chance.random() < 0.5:
            croupier.do(PlaceWager(player, box, 500, "jackpot", by=Role.PLAYER))


def lawful(croupier: Croupier, chance: Random) -> Command:
    item = chance.choice(croupier.due)
    match item:
        case BetDue():
            pause = chance.random() < 0.2
            kind = PlaceBet if chance.random() < 0.6 else Fold
            return kind(item.player, item.box, pause=pause, by=Role.PLAYER)
        case SettlementDue(boxes=boxes) if boxes and chance.random() < 0.3:
            box = chance.choice(boxes)
            hand = stud_round(stud(croupier.table)).hand(box)
            assert hand is not None
            return Concede(hand.player, box, by=Role.PLAYER)
        case SettlementDue():
            return Settle(by=Role.DEALER)
        case _:
            raise AssertionError(f"a person was asked for {item}")


def check(croupier: Croupier) -> None:
    table = stud(croupier.table)
    assert sum(table.balances.values()) == 0
    stakes = table.wagers if table.round is None else stud_round(table).stakes
    assert table.balances.get(table.till.layout, 0) == sum(stake.amount for stake in stakes)
    out = Counter(cards_out(table))
    assert max(out.values(), default=0) <= 1
    if table.shoe.handle:
        source = cards_of(croupier)
        assert Counter(source.next_cards(table.shoe, table.shoe.cards_left)) + out == Counter(DECK)
        assert Counter(source.cards_drawn(table.shoe)) == out
    assert croupier.due == due(croupier.law, table)
    assert croupier.due
    if croupier.pool is not None:
        assert croupier.pool.is_balanced


@pytest.mark.parametrize("seed", range(20))
def test_rounds_keep_money_and_cards(seed: int) -> None:
    chance = Random(seed)
    croupier = a_table(chance)
    for _ in range(60):
        place_antes(croupier, chance)
        check(croupier)
        croupier.do(Deal(by=Role.DEALER))
        while croupier.table.round is not None:
            command = lawful(croupier, chance)
            answer = croupier.do(command)
            if not isinstance(command, Concede):
                assert not isinstance(answer, Refused), f"{command} was due, then {answer}"
            check(croupier)
    assert fold(croupier.events) == (croupier.table, croupier.history)


@pytest.mark.parametrize("seed", range(6))
def test_any_words_are_carried_out_or_refused(seed: int) -> None:
    chance = Random(seed)
    croupier = a_table(chance)
    kinds = command_types()
    taken = refused = 0
    for _ in range(1_500):
        before = croupier.table
        player, box = chance.choice(PLAYERS), chance.randint(0, 8)
        kind = chance.choice(["ante", "jackpot", "main"])
        said: Command = chance.choice(
            [
                PlaceWager(
                    player, box, chance.choice([0, 500, 1_000, 7_777]), kind, by=Role.PLAYER
                ),
                PlaceBet(player, box, chance.choice([None, 100, 2_000]), by=Role.PLAYER),
                Fold(player, box, by=Role.PLAYER),
                Concede(player, box, by=Role.PLAYER),
                Settle(by=Role.DEALER),
                Deal(by=Role.DEALER),
                kinds["hit"](box=box, by=Role.PLAYER),  # type: ignore[call-arg]
                kinds["fold-absent"](box=box, by=Role.DEALER),  # type: ignore[call-arg]
            ]
        )
        answer = croupier.do(said)
        if isinstance(answer, Refused):
            assert croupier.table is before
            assert answer.why
            refused += 1
        else:
            check(croupier)
            taken += 1
    assert taken > 20
    assert refused > 100
