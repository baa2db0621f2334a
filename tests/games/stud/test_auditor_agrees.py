"""The engine and the independent auditor come to the same money by the same clauses."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from croupier.cards import Card, Device
from croupier.floor import Croupier
from croupier.games.stud.bets import (
    BetPlaced,
    Concede,
    Fold,
    FoldAbsent,
    HandConceded,
    HandFolded,
    PlaceBet,
    Settle,
    StudRoundOpened,
)
from croupier.games.stud.due import BetDue, SettlementDue
from croupier.games.stud.jackpots import JackpotWagersTaken
from croupier.games.stud.state import stud_round
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.rounds import CardDealt, Deal, WagersSettled
from croupier.games.table.wagers import PlaceWager, WagerPlaced
from croupier.messages import Command, Event, Refused
from croupier.rulebooks import CARIBBEAN_STUD, Role
from tests.auditor.stud import (
    RANKS,
    SUITS,
    HandFacts,
    RoundFacts,
    TableFacts,
    faults,
    kind,
    settle,
)
from tests.support.tables import stud

PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
ONLOOKERS = ("onlooker one", "onlooker two")
WAGER = 500

Key = tuple[str, int, str]
"""Player, box and kind of wager."""


# A table, and a round at it -----------------------------------------------------------------------


def some_choices(chance: Random) -> Choices:
    terms = JackpotTerms(
        wager=WAGER,
        pool=chance.choice([0, 3_000_000, 5_300_001, 7_000_000, 12_345_678, 40_000_019]),
        increment=Decimal(chance.choice(["0", "0.7", "0.333", "1"])),
        bonus=chance.choice([0, 300, 25_000]),
        seed=chance.choice([0, 1_000_000]),
    )
    return Choices(
        device=chance.choice(list(Device)),
        maximum=chance.choice([5_000, 500_000]),
        max_payout=chance.choice([None, 5_050, 100_000]),
        jackpot=terms if chance.random() < 0.85 else None,
    )


def place_wagers(croupier: Croupier, boxes: list[int], chance: Random) -> None:
    """Antes, and jackpot wagers on some of the boxes; here and there an onlooker's (11.1.1)."""
    players = chance.sample(PLAYERS, len(boxes))
    onlookers = list(ONLOOKERS)
    for player, box in zip(players, boxes, strict=True):
        ante = chance.randint(10, 160) * 50
        must(croupier, PlaceWager(player, box, ante, "ante", by=Role.PLAYER))
        if croupier.pool is None or chance.random() < 0.3:
            continue
        if onlookers and chance.random() < 0.1:
            onlooker = onlookers.pop()
            must(croupier, PlaceWager(onlooker, box, WAGER, "jackpot", by=Role.SUPERVISOR))
        else:
            must(croupier, PlaceWager(player, box, WAGER, "jackpot", by=Role.PLAYER))


def must(croupier: Croupier, command: Command) -> None:
    answer = croupier.do(command)
    assert not isinstance(answer, Refused), f"{command}: {answer}"


def decide(croupier: Croupier, chance: Random) -> None:
    """One decision of a player, or the dealer's going on."""
    item = chance.choice(croupier.due)
    if isinstance(item, BetDue):
        pause = chance.random() < 0.3
        if chance.random() < 0.7:
            must(croupier, PlaceBet(item.player, item.box, pause=pause, by=Role.PLAYER))
        elif chance.random() < 0.8:
            must(croupier, Fold(item.player, item.box, pause=pause, by=Role.PLAYER))
        else:
            must(croupier, FoldAbsent(item.box, by=Role.DEALER))
        return
    assert isinstance(item, SettlementDue)
    if item.boxes and chance.random() < 0.4:
        hand = stud_round(stud(croupier.table)).hand(chance.choice(item.boxes))
        assert hand is not None
        # Refused where the dealer has no hand.
        croupier.do(Concede(hand.player, hand.box, by=Role.PLAYER))
        if chance.random() < 0.5:
            return
    must(croupier, Settle(by=Role.DEALER))


def play(croupier: Croupier, boxes: list[int], chance: Random) -> tuple[int, list[Event]]:
    """A whole round: the meter with its contributions, and all that happened."""
    start = len(croupier.events)
    place_wagers(croupier, boxes, chance)
    before = croupier.pool
    must(croupier, Deal(by=Role.DEALER))
    meter = 0
    if croupier.pool is not None:
        assert before is not None
        meter = croupier.pool.meter
        fed = sum(
            len(event.wagers) * WAGER * croupier.pool.increment
            for event in croupier.events[start:]
            if isinstance(event, JackpotWagersTaken)
        )
        assert meter + croupier.pool.carry == before.meter + before.carry + Fraction(fed)
    while croupier.table.round is not None:
        decide(croupier, chance)
    return meter, croupier.events[start:]


# From events to facts -----------------------------------------------------------------------------


def facts(choices: Choices, meter: int, events: list[Event]) -> RoundFacts:
    """What the auditor is told: read from what happened, settlement lines left out."""
    terms = choices.jackpot
    table = TableFacts(
        maximum=choices.maximum,
        max_payout=choices.max_payout,
        jackpot_wager=WAGER if terms is None else terms.wager,
        bonus=0 if terms is None else terms.bonus,
        meter=meter,
    )
    players: dict[int, str] = {}
    antes: Counter[int] = Counter()
    bets: Counter[int] = Counter()
    decisions: dict[int, str] = {}
    jackpots: dict[int, str] = {}
    cards: dict[int, tuple[str, ...]] = {}
    for event in events:
        match event:
            case WagerPlaced(on="ante", box=box, amount=amount):
                antes[box] += amount
            case StudRoundOpened():
                players.update(event.players)
            case JackpotWagersTaken(wagers=wagers):
                jackpots.update({box: player for player, box in wagers})
            case CardDealt(card=card, box=box):
                cards[box] = (*cards.get(box, ()), card.value)
            case BetPlaced(box=box, amount=amount):
                bets[box] += amount
                decisions[box] = "bet"
            case HandFolded(box=box):
                decisions[box] = "fold"
            case HandConceded(box=box):
                decisions[box] = "conceded"
            case _:
                pass
    hands = tuple(
        HandFacts(
            box=box,
            player=player,
            ante=antes[box],
            cards=cards[box],
            decision=decisions[box],
            bet=bets[box],
            jackpot=box in jackpots,
            jackpot_by=jackpots.get(box, ""),
        )
        for box, player in players.items()
    )
    return RoundFacts(table, hands, cards[0])


def engine_lines(events: list[Event]) -> dict[Key, tuple[str, int, set[str]]]:
    """Result, net and clauses by wager. A jackpot wager may have several lines, as with a bonus:
    they are added up, and one that pays makes it won."""
    found: dict[Key, tuple[str, int, set[str]]] = {}
    for event in events:
        if not isinstance(event, WagersSettled):
            continue
        for line in event.lines:
            key = (line.player, line.box, line.on)
            clauses = {line.clause, *line.also}
            if key not in found:
                found[key] = line.result, line.net, clauses
                continue
            assert line.on == "jackpot", f"{key} is settled twice"
            result, net, cited = found[key]
            result = "win" if "win" in (result, line.result) else result
            found[key] = result, net + line.net, cited | clauses
    return found


def compare(choices: Choices, meter: int, events: list[Event]) -> RoundFacts:
    """Every wager has the same result, the same net and a clause that both know."""
    told = facts(choices, meter, events)
    assert faults(told) == [], told
    engine = engine_lines(events)
    auditor = {(line.player, line.box, line.on): line for line in settle(told)}
    assert engine.keys() == auditor.keys(), told
    for key, line in auditor.items():
        result, net, clauses = engine[key]
        assert (result, net) == (line.result, line.net), f"{line}, in {told}"
        assert line.clause in clauses, f"{line}, but {clauses}, in {told}"
    return told


def mostly_slow(count: int) -> list[Any]:
    """So many seeds; of eight, one runs each time, and the others are slow tests."""
    return [pytest.param(seed, marks=pytest.mark.slow if seed % 8 else ()) for seed in range(count)]


# Rounds as they come ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", mostly_slow(40))
def test_they_agree_on_any_rounds(seed: int) -> None:
    chance = Random(seed)
    choices = some_choices(chance)
    croupier = Croupier(CARIBBEAN_STUD, choices, seed=chance.getrandbits(32))
    for _ in range(500):
        boxes = sorted(chance.sample(range(1, 8), chance.randint(1, 6)))
        compare(choices, *play(croupier, boxes, chance))


# Rounds from stacked shoes ------------------------------------------------------------------------


def wanted(name: str, chance: Random) -> list[str]:
    """Five cards that make a certain hand, or nearly so."""
    one, other = chance.sample(RANKS, 2)
    suit = chance.choice(SUITS)
    match name:
        case "royal flush":
            return [rank + suit for rank in "TJQKA"]
        case "straight flush":
            low = chance.randrange(9)
            return [rank + suit for rank in ("A" + RANKS)[low : low + 5]]
        case "straight":
            low = chance.randrange(10)
            return [rank + chance.choice(SUITS) for rank in ("A" + RANKS)[low : low + 5]]
        case "around the corner":
            return [rank + suit for rank in chance.choice(["QKA23", "KA234", "JQKA2"])]
        case "four of a kind":
            return [*(one + each for each in SUITS), other + suit]
        case "full house":
            three, two = chance.sample(SUITS, 3), chance.sample(SUITS, 2)
            return [*(one + each for each in three), *(other + each for each in two)]
        case "flush":
            return [rank + suit for rank in chance.sample(RANKS, 5)]
        case _:
            return chance.sample([rank + each for rank in RANKS for each in SUITS], 5)


NAMES = (
    "royal flush",
    "straight flush",
    "straight flush",
    "straight",
    "around the corner",
    "four of a kind",
    "full house",
    "flush",
    "like the last",
    "anything",
)


def next_hand(deck: list[str], last: list[str], chance: Random) -> list[str]:
    """A good hand from what is left of the deck; if that fails, any."""
    name = chance.choice(NAMES)
    for _ in range(8):
        hand = wanted(name, chance)
        if name == "like the last":
            hand = [card[0] + chance.choice(SUITS) for card in last]
        if len(set(hand)) == 5 and set(hand) <= set(deck):
            chance.shuffle(hand)
            return hand
    return chance.sample(deck, 5)


def stacked(boxes: int, device: Device, chance: Random) -> tuple[Card, ...]:
    """A deck that deals good hands to the dealer and to the boxes."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    chance.shuffle(deck)
    hands: list[list[str]] = []
    for _ in range(boxes + 1):
        hand = next_hand(deck, hands[-1] if hands else ["AC"], chance)
        hands.append(hand)
        deck = [card for card in deck if card not in hand]
    if chance.random() < 0.5:
        chance.shuffle(hands)
    if device is Device.SHOE:
        order = [hand[turn] for turn in range(5) for hand in hands]
    else:
        order = [card for hand in hands for card in hand]
    return tuple(Card(card) for card in (*order, *deck))


@pytest.mark.parametrize("seed", mostly_slow(12))
def test_they_agree_on_jackpots(seed: int) -> None:
    chance = Random(1_000 + seed)
    seen: Counter[str] = Counter()
    for _ in range(400):
        boxes = sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
        choices = some_choices(chance)
        stack = stacked(len(boxes), choices.device, chance)
        croupier = Croupier(CARIBBEAN_STUD, choices, stack=stack)
        told = compare(choices, *play(croupier, boxes, chance))
        assert "".join(told.dealer) == dealt_first(stack, len(boxes), choices.device)
        won = Counter(kind(hand.cards) for hand in told.hands if hand.jackpot)
        seen.update(won.keys())
        seen.update(f"two of {name}" for name, times in won.items() if times > 1)
        seen["both"] += won["royal flush"] > 0 and won["straight flush"] > 0
    assert min(seen[name] for name in NAMES[:8] if name != "around the corner") > 10
    assert seen["two of straight flush"] > 10
    assert seen["both"] > 5


def dealt_first(stack: tuple[Card, ...], boxes: int, device: Device) -> str:
    """The dealer's five cards as the stack was meant."""
    step = boxes + 1 if device is Device.SHOE else 1
    return "".join(stack[turn * step].value for turn in range(5))
