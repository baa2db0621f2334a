"""A table of Caribbean Stud and its round at one moment, and the questions that all ask of it."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.errors import CroupierError
from croupier.games.table.draft import Draft
from croupier.games.table.state import PastRound, RoundState, Table
from croupier.messages import Event, Evolver
from croupier.money import Cents
from croupier.rulebooks import StudLaw

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


class StudStanding(Enum):
    """What a player has decided about a hand."""

    UNDECIDED = "undecided"
    BET = "bet"
    FOLDED = "folded"
    CONCEDED = "conceded"
    VOID = "void"
    """It has too few or too many cards."""


class StudHand(msgspec.Struct, frozen=True, gc=False):
    """A player's five cards."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """The player who holds the hand."""
    cards: tuple[Card | None, ...] = ()
    """Its cards, in the order in which they came; none for one face down that nobody has read."""
    standing: StudStanding = StudStanding.UNDECIDED
    """What the player has decided about it."""

    @property
    def read(self) -> bool:
        """Whether every card of the hand has been read."""
        return None not in self.cards


class StudRound(RoundState, frozen=True, gc=False, kw_only=True):
    """A round of Caribbean Stud."""

    hands: tuple[StudHand, ...]
    """The players' hands, from the dealer's left."""
    maximum: Cents
    """The maximum that held when the round began."""
    overlooked: tuple[int, ...] = ()
    """The boxes whose antes nobody has seen to exceed it: they count as they lie."""
    dealer: tuple[Card | None, ...] = ()
    """The dealer's cards, in the order in which they came; none for one that nobody has read."""
    phase: StudPhase = StudPhase.DEALING
    """Where it stands."""
    pause: bool = False
    """Whether settlement waits for the dealer after the hands are turned."""
    jackpot: tuple[tuple[str, int], ...] = ()
    """Who has a jackpot wager in this round: player and box."""
    jackpot_tokens: tuple[tuple[str, int], ...] = ()
    """Those of the jackpot wagers that were laid in promotional tokens."""
    handled: tuple[int, ...] = ()
    """The boxes whose players have taken up their cards."""
    exposed: tuple[Card, ...] = ()
    """Cards that were shown by mistake during the deal."""
    shown_early: tuple[Card, ...] = ()
    """Cards of the dealer's that were shown while players still decided."""
    unpaid: tuple[str, ...] = ()
    """Players who gamble against the operator's policy and need not be paid."""
    bets_cut: tuple[int, ...] = ()
    """The boxes of bets of which a part went back: what is left is valid as it lies."""

    @property
    def has_cards(self) -> bool:
        """Whether a card was dealt; the first is the dealer's."""
        return bool(self.dealer)

    @property
    def pooled_places(self) -> tuple[tuple[str, int], ...]:
        """Player and box of each jackpot wager."""
        return self.jackpot

    def hand(self, box: int) -> StudHand | None:
        """Return the hand on a box."""
        return next((hand for hand in self.hands if hand.box == box), None)


class Mispayment(msgspec.Struct, frozen=True, gc=False):
    """A payment that was too much (above zero) or too little, and what became of it."""

    player: str | None
    """Who was paid wrongly; none where nobody knows."""
    amount: Cents
    """By how much: above zero too much, below it too little."""
    suspected: bool
    """Whether it may have been intended."""
    at: datetime | None = None
    """When it was found; none where nobody kept time."""
    step: str = "open"
    """``open``, ``tried`` or ``put-right``."""


class StudTable(Table, frozen=True, gc=False, kw_only=True, tag="stud", rename="kebab"):
    """A table of Caribbean Stud, with what only this game needs."""

    round: StudRound | None = None
    """The round under way."""
    first: tuple[str, ...] = ()
    """Players who must play their hands before others take up their cards."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Groups of players of whom only one may play here."""
    english_only: bool = False
    """Whether the players were directed to speak English only."""
    mispayments: tuple[Mispayment, ...] = ()
    """Wrong payments, in the order in which they were found."""


def cards_at(table: StudTable, box: int) -> tuple[Card | None, ...]:
    """Return the cards of a box, or of the dealer (0)."""
    round_ = stud_round(table)
    hand = round_.hand(box)
    return round_.dealer if hand is None else hand.cards


def with_cards(round_: StudRound, box: int, cards: tuple[Card | None, ...]) -> StudRound:
    """Return the round with other cards on a box, or in the dealer's hand (0)."""
    hand = round_.hand(box)
    return (
        replace(round_, dealer=cards)
        if hand is None
        else with_hand(round_, replace(hand, cards=cards))
    )


def with_hand(round_: StudRound, changed: StudHand) -> StudRound:
    """Return the round with one hand changed."""
    hands = tuple(changed if hand.box == changed.box else hand for hand in round_.hands)
    return replace(round_, hands=hands)


def with_standing(table: StudTable, box: int, now: StudStanding) -> StudRound:
    """Return the round with a hand's standing changed."""
    hand = stud_round(table).hand(box)
    assert hand is not None
    return with_hand(stud_round(table), replace(hand, standing=now))


def with_handled(round_: StudRound, box: int) -> StudRound:
    """Return the round once the player of a box has handled the cards."""
    if box in round_.handled:
        return round_
    return replace(round_, handled=(*round_.handled, box))


def stud_round(table: StudTable) -> StudRound:
    """Return the round under way; there must be one."""
    return table.round  # type: ignore[return-value]


def dealer_card_exposed(table: StudTable) -> Card | None:
    """Return the dealer's card that was shown by mistake during the deal, if one was."""
    round_ = stud_round(table)
    return next((card for card in round_.exposed if card in round_.dealer), None)


def face_up_card(table: StudTable) -> Card | None:
    """Return the dealer's face-up card, once all cards are dealt and it is turned.

    Reading K9: one shown by mistake during the deal lies in its place, and no other is turned.
    """
    exposed = dealer_card_exposed(table)
    dealer = stud_round(table).dealer
    if exposed is not None or len(dealer) < HAND_SIZE:
        return exposed
    return dealer[-1] if table.choices.device.value == "shoe" else dealer[0]


def cards_out(table: StudTable) -> list[Card]:
    """Return the cards that have left the deck, as far as they have been read."""
    out = list(table.discards)
    if table.round is not None:
        round_ = stud_round(table)
        out += round_.dealer
        out += [card for hand in round_.hands for card in hand.cards]
    return [card for card in out if card is not None]


def place_of(table: StudTable, card: Card) -> int | None:
    """Return where a card lies, as it was entered: a box, or 0 for the dealer's hand."""
    if table.round is None:
        return None
    round_ = stud_round(table)
    if card in round_.dealer:
        return DEALER
    return next((hand.box for hand in round_.hands if card in hand.cards), None)


class UnreadCardsError(CroupierError):
    """A hand was compared although some of its cards are unread."""


def require_read_cards(cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand. Raise ``UnreadCardsError`` if one of them is unread."""
    read = tuple(card for card in cards if card is not None)
    if len(read) < len(cards):
        raise UnreadCardsError("a hand is being compared before all its cards are turned")
    return read


class StudDraft(Draft[StudLaw, StudTable]):
    """A draft under the law of Caribbean Stud, with the settlements of past rounds."""

    __slots__ = ("past",)

    law: StudLaw

    def __init__(
        self,
        law: StudLaw,
        table: StudTable,
        evolvers: Mapping[type[Event], Evolver],
        past: tuple[PastRound, ...] = (),
    ) -> None:
        super().__init__(law, table, evolvers)
        self.past = past
