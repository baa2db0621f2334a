"""Rounds from a shuffled shoe, played by a plain player, with faults that a test plants."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from croupier.cards import DECK
from croupier.features.surveillance.control import TableFigures
from croupier.features.surveillance.observations import RoundSeen, TableRules, WagerSeen

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
DECKS = 8
PENETRATION = 330
"""After how many cards the shoe is shuffled."""
ROUNDS_A_DAY = 400
FIVE = "5"
EDGE, VARIANCE = 0.0055, 1.33
FIGURES = TableFigures(TableRules(True, 0), False, (), None, None)


def total(cards: list[int]) -> int:
    points = [DECK[place].points for place in cards]
    hard = sum(points)
    return hard + 10 if 1 in points and hard <= 11 else hard


def shoe_without(missing: int, rank: str = FIVE) -> list[int]:
    """Eight decks without some cards of a rank."""
    cards = [place for _ in range(DECKS) for place in range(len(DECK))]
    wanted = [place for place in cards if DECK[place].value.startswith(rank)]
    for place in wanted[:missing]:
        cards.remove(place)
    return cards


def rounds(
    random: Random,
    *,
    missing: int = 0,
    pays_pushes: bool = False,
    boxes: int = 2,
    table: str = "1",
    dealer: str = "Kim",
) -> Iterator[RoundSeen]:
    """Rounds for ever. Players draw to 17, or stand from 12 against a small card."""
    whole = shoe_without(missing)
    at, shoe, played = START, 0, 0
    while True:
        shoe += 1
        cards = list(whole)
        random.shuffle(cards)
        out = [0] * len(DECK)
        used = 0
        while used < PENETRATION:
            came: list[int] = []

            def draw(came: list[int] = came, cards: list[int] = cards) -> int:
                came.append(cards.pop())
                return came[-1]

            left = tuple(DECKS - gone for gone in out)
            hands = [[draw()] for _ in range(boxes)]
            dealers = [draw()]
            for hand in hands:
                hand.append(draw())
            for hand in hands:
                enough = 12 if 2 <= DECK[dealers[0]].points <= 6 else 17
                while total(hand) < enough:
                    hand.append(draw())
            standing = [
                one for one in hands if total(one) <= 21 and not (len(one) == 2 and total(one) == 21)
            ]
            before = len(came)
            if standing:
                while total(dealers) < 17:
                    dealers.append(draw())
            natural = len(dealers) == 2 and total(dealers) == 21
            wagers, stood_off = [], 0
            for box, hand in enumerate(hands, 1):
                net = result(hand, dealers, bool(standing))
                if net == 0 and pays_pushes:
                    net = 10_00
                elif net == 0 and hand in standing:
                    stood_off += 1
                wagers.append(WagerSeen("ann", "main", box, 10_00, net))
            for place in came:
                out[place] += 1
            used += len(came)
            played += 1
            at += timedelta(minutes=1)
            yield RoundSeen(
                table=table,
                day=(START + timedelta(days=played // ROUNDS_A_DAY)).date().isoformat(),
                at=at,
                dealer=dealer,
                shoe=shoe,
                size=DECKS * len(DECK),
                left=left,
                cards=tuple(came),
                boxes=tuple((one[0], one[1]) for one in hands),
                before_dealer=before if standing else 0,
                first=dealers[0],
                dealer_total=0 if natural else total(dealers),
                standing=tuple(total(one) for one in standing),
                stood_off=stood_off,
                wagers=tuple(wagers),
            )


def result(hand: list[int], dealers: list[int], dealer_plays: bool) -> int:
    """What a wager of ten dollars wins."""
    mine, natural = total(hand), len(hand) == 2 and total(hand) == 21
    if mine > 21:
        return -10_00
    theirs = total(dealers)
    if natural:
        return 0 if len(dealers) == 2 and theirs == 21 else 15_00
    if not dealer_plays or theirs > 21 or mine > theirs:
        return 10_00
    if len(dealers) == 2 and theirs == 21:
        return -10_00
    return 0 if mine == theirs else -10_00
