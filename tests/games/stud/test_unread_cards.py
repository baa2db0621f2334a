"""A round dealt with cards that nobody reads comes to what the same round comes to with known ones.

The decision page is docs/decisions/0030-face-down-cards.md.
"""

from random import Random

import pytest

from croupier.cards import DECK, Card, Device
from croupier.floor import Croupier
from croupier.games.stud.bets import Fold, PlaceBet
from croupier.games.stud.cards import DealFaceDown, TurnCard
from croupier.games.stud.due import BetDue, JackpotDue, UnreadCardsDue
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.stud.state import UnreadCardsError, require_read_cards
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.due import CardDue, CutDue, LoadDue, ShuffleDue
from croupier.games.table.preparation import CutCards, LoadShoe, ShuffleCards
from croupier.games.table.rounds import Deal, DealCard
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import CARIBBEAN_STUD, Role

PLAYERS = (("ann", 1), ("bob", 2), ("cat", 4))


class Dealing:
    """A dealer who reads no card, or every card, until it is turned."""

    def __init__(self, seed: int, device: Device, *, reads: bool) -> None:
        chance = Random(seed)
        self._deck = chance.sample(DECK, len(DECK))
        self._bets = {box: chance.random() < 0.5 for _, box in PLAYERS}
        self._reads = reads
        self._laid: dict[int, list[Card]] = {}
        terms = JackpotTerms(wager=5_00, pool=10_000_00)
        choices = Choices(mode=Mode.LIVE, device=device, jackpot=terms)
        self.croupier = Croupier(CARIBBEAN_STUD, choices)

    def carry_out(self, command: Command) -> None:
        answer = self.croupier.do(command)
        assert not isinstance(answer, Refused), answer

    def round(self) -> None:
        """Deal and settle one round."""
        for player, box in PLAYERS:
            for on, amount in (("ante", 10_00), ("jackpot", 5_00)):
                self.carry_out(PlaceWager(player, box, amount, on, by=Role.PLAYER))
        while self.croupier.table.preparation is not None:
            self.carry_out(self._made_ready())
        self.carry_out(Deal(by=Role.DEALER))
        while self.croupier.table.round is not None:
            self.carry_out(self._next())

    def _made_ready(self) -> Command:
        match self.croupier.due[0]:
            case ShuffleDue():
                return ShuffleCards(by=Role.DEALER)
            case CutDue():
                return CutCards(26, by=Role.DEALER)
            case LoadDue():
                return LoadShoe(by=Role.DEALER)
        raise AssertionError(self.croupier.due)

    def _next(self) -> Command:
        match self.croupier.due[0]:
            case CardDue(box=box, covered=covered):
                card = self._deck.pop(0)
                if covered and not self._reads:
                    self._laid.setdefault(box, []).append(card)
                    return DealFaceDown(by=Role.DEALER)
                return DealCard(card, by=Role.DEALER)
            case UnreadCardsDue(box=box):
                return TurnCard(self._laid[box].pop(0), by=Role.DEALER)
            case BetDue(player=player, box=box):
                kind = PlaceBet if self._bets[box] else Fold
                return kind(player, box, by=Role.PLAYER)
            case JackpotDue():
                return PayJackpot(by=Role.DEALER)
        raise AssertionError(self.croupier.due)


@pytest.mark.parametrize("device", Device)
@pytest.mark.parametrize("seed", range(12))
def test_unread_cards_come_to_the_same_settlement(seed: int, device: Device) -> None:
    read, unread = (Dealing(seed, device, reads=reads) for reads in (True, False))
    for one in (read, unread):
        one.round()
    assert unread.croupier.table.settled == read.croupier.table.settled
    assert unread.croupier.table.balances == read.croupier.table.balances
    assert unread.croupier.pool == read.croupier.pool
    assert unread.croupier.table.shoe == read.croupier.table.shoe


def test_a_hand_is_never_compared_before_it_is_read() -> None:
    with pytest.raises(UnreadCardsError):
        require_read_cards((DECK[0], None))
