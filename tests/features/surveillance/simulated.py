"""Rounds from a shuffled shoe, played by a plain player, with faults that a test plants."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from croupier.cards import DECK
from croupier.features.surveillance.control import WatchedGame
from croupier.features.surveillance.observations import RoundSeen, TableRules, WagerSeen

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
DECKS = 8
PENETRATION = 330
"""After how many cards the shoe is shuffled."""
ROUNDS_A_DAY = 400
FIVE = "5"
FIGURES = WatchedGame(TableRules(True, 0), False, (), None, None)


def total(cards: list[int]) -> int:
    points = [DECK[place].points for place in cards]
    hard = sum(points)
    return hard + 10 if 1 in points and hard <= 11 else hard


def is_natural(cards: list[int]) -> bool:
    return len(cards) == 2 and total(cards) == 21


def shoe_without(missing: int, rank: str = FIVE) -> list[int]:
    """Eight decks without some cards of a rank."""
    cards = [place for _ in range(DECKS) for place in range(len(DECK))]
    wanted = [place for place in cards if DECK[place].value.startswith(rank)]
    for place in wanted[:missing]:
        cards.remove(place)
    return cards


class Play:
    """One round: hands and the dealer's cards, drawn from a stack."""

    def __init__(self, cards: list[int], boxes: int) -> None:
        self._cards = cards
        self.came: list[int] = []
        self.hands = [[self.draw()] for _ in range(boxes)]
        self.dealers = [self.draw()]
        for hand in self.hands:
            hand.append(self.draw())
        enough = 12 if 2 <= DECK[self.dealers[0]].points <= 6 else 17
        for hand in self.hands:
            while total(hand) < enough:
                hand.append(self.draw())
        self.standing = [one for one in self.hands if total(one) <= 21 and not is_natural(one)]
        self.before = len(self.came)
        while self.standing and total(self.dealers) < 17:
            self.dealers.append(self.draw())

    def draw(self) -> int:
        self.came.append(self._cards.pop())
        return self.came[-1]

    def wagers(self, *, pays_pushes: bool) -> tuple[tuple[WagerSeen, ...], int]:
        """What the wagers came to, and how many hands stood off."""
        wagers, stood_off = [], 0
        for box, hand in enumerate(self.hands, 1):
            net = result(hand, self.dealers, bool(self.standing))
            if net == 0 and pays_pushes:
                net = 10_00
            elif net == 0 and hand in self.standing:
                stood_off += 1
            wagers.append(WagerSeen("ann", "main", box, 10_00, net))
        return tuple(wagers), stood_off


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
    shoe, played = 0, 0
    while True:
        shoe += 1
        cards = list(whole)
        random.shuffle(cards)
        out = [0] * len(DECK)
        while sum(out) < PENETRATION:
            left = tuple(DECKS - gone for gone in out)
            play = Play(cards, boxes)
            wagers, stood_off = play.wagers(pays_pushes=pays_pushes)
            for place in play.came:
                out[place] += 1
            played += 1
            yield RoundSeen(
                table=table,
                day=(START + timedelta(days=played // ROUNDS_A_DAY)).date().isoformat(),
                at=START + timedelta(minutes=played),
                dealer=dealer,
                shoe=shoe,
                size=DECKS * len(DECK),
                left=left,
                cards=tuple(play.came),
                boxes=tuple((one[0], one[1]) for one in play.hands),
                before_dealer=play.before if play.standing else 0,
                first=play.dealers[0],
                dealer_total=0 if is_natural(play.dealers) else total(play.dealers),
                standing=tuple(map(total, play.standing)),
                stood_off=stood_off,
                wagers=wagers,
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
