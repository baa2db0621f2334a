"""A round of Caribbean Stud at one moment."""

from enum import Enum

import msgspec

from croupier.cards import Card
from croupier.money import Cents
from croupier.rulebooks import StudLaw
from croupier.table.state import RoundState, Table

DEALER = 0
ANTE, BET, JACKPOT = "ante", "bet", "jackpot"
HAND_SIZE = 5


class StudPhase(Enum):
    """Where the round stands."""

    DEALING = "dealing"
    BETTING = "betting"
    EXPOSED = "exposed"
    """The dealer's hand is turned; players may concede."""
    JACKPOT = "jackpot"
    """Antes and bets are settled; jackpot hands wait to be paid."""
    PAID = "paid"
    """Nothing is left to settle."""


class Standing(Enum):
    """What a player has said to a hand."""

    UNDECIDED = "undecided"
    BET = "bet"
    FOLDED = "folded"
    CONCEDED = "conceded"


class StudHand(msgspec.Struct, frozen=True, gc=False):
    """A player's five cards."""

    box: int
    player: str
    cards: tuple[Card, ...] = ()
    standing: Standing = Standing.UNDECIDED


class StudRound(RoundState, frozen=True, gc=False, kw_only=True):
    """A round of Caribbean Stud."""

    hands: tuple[StudHand, ...]
    maximum: Cents
    """The maximum that held when the round began."""
    dealer: tuple[Card, ...] = ()
    phase: StudPhase = StudPhase.DEALING
    pause: bool = False
    """Whether settlement waits for the dealer's word after the hands are turned."""
    jackpot: tuple[tuple[str, int], ...] = ()
    """Who has a jackpot wager in this round: player and box."""

    def hand(self, box: int) -> StudHand | None:
        """The hand on a box."""
        return next((hand for hand in self.hands if hand.box == box), None)


def stud_law(table: Table) -> StudLaw:
    """The table's law, as the stud law that it is."""
    return table.law  # type: ignore[return-value]


def stud_round(table: Table) -> StudRound:
    """The round under way, as the stud round that it is."""
    return table.round  # type: ignore[return-value]


def face_up(table: Table) -> Card | None:
    """The dealer's card that lies face up, once all cards are dealt."""
    dealer = stud_round(table).dealer
    if len(dealer) < HAND_SIZE:
        return None
    return dealer[-1] if table.choices.device.value == "shoe" else dealer[0]


def cards_out(table: Table) -> list[Card]:
    """The cards that have left the deck."""
    out = [card for card in table.discards if card is not None]
    if table.round is not None:
        round_ = stud_round(table)
        out += round_.dealer
        out += [card for hand in round_.hands for card in hand.cards]
    return out
