"""Rounds as surveillance sees them, gathered from the events of tables.

Only what a round shows without a doubt is taken: after something irregular with the cards a table
is not counted until its next shuffle, since nobody can say exactly what is left in the shoe.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from croupier.cards import DECK, SHUFFLER, Card
from croupier.games.blackjack.calls import HandSplit, Surrendered
from croupier.games.blackjack.deal import CardMisplaced, PlayCompleted
from croupier.games.blackjack.history import RoundReconstructed
from croupier.games.blackjack.round_opening import CallTakenBack, RoundOpened
from croupier.games.blackjack.settlement import DiscardsReturned, SpareCardBurned
from croupier.games.blackjack.stray_cards import CardDrawnInError, CardRefused, ReadyCardCorrected
from croupier.games.blackjack.voids import FirstCardCleared, HandVoided, SettlementsUndone
from croupier.games.engine import cards_drawn
from croupier.games.stud.bets import StudRoundOpened
from croupier.games.stud.cards import CardCorrected, FaceDownCardDealt
from croupier.games.stud.misdeals import CardsCounted, MisdealDeclared
from croupier.games.table.card_counts import CardsDropped, WrongCardsFound
from croupier.games.table.choices import Mode
from croupier.games.table.equipment import DeviceFailed
from croupier.games.table.opening import TableOpened
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.rounds import (
    STAND_OFF,
    VOID,
    CardDealt,
    RoundEnded,
    RoundVoided,
    WagersSettled,
)
from croupier.games.table.seats import BoughtIn, DealerChanged
from croupier.games.table.state import Line, Mix
from croupier.house.gaming_days import USUAL_GAMING_DAY, GamingDaySet
from croupier.messages import Event
from croupier.money import Cents
from croupier.record.envelopes import Envelope
from croupier.rulebooks import GAMES, BlackjackLaw, law_of
from croupier.rulebooks.law.table import Result
from croupier.streams import KINDS, TABLE

PLACES = {card: place for place, card in enumerate(DECK)}
"""The place of each card in a deck."""
CARDS = len(DECK)
SOFTWARE = "software"
"""The dealer of an automatic table."""
MAIN_WAGERS = ("main", "double", "ante", "bet")
"""The wagers on which the edge of a table counts; all others are optional ones or insurance."""
FIRST_WAGERS = ("main", "ante")
INSURANCE = "insurance"
IRREGULAR = (
    CallTakenBack,
    CardCorrected,
    CardDrawnInError,
    CardMisplaced,
    CardRefused,
    CardsCounted,
    CardsDropped,
    DeviceFailed,
    FirstCardCleared,
    HandVoided,
    MisdealDeclared,
    ReadyCardCorrected,
    RoundReconstructed,
    RoundVoided,
    SettlementsUndone,
    SpareCardBurned,
    WrongCardsFound,
)
"""Events after which it is uncertain what is left in the shoe, or what a round came to."""


class WagerSeen(msgspec.Struct, frozen=True):
    """What a player had on a box in a round, and the result."""

    player: str
    """Who wagered."""
    on: str
    """``main``, ``ante`` or the name of an optional wager."""
    box: int
    """The box, from 1."""
    stake: Cents
    """The first wager; doubles, split wagers and bets on it are not in it."""
    net: Cents
    """What the player won with all that was wagered on it; below zero is a loss."""


class RoundSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round."""

    table: str
    """The name of the table."""
    day: str
    """The gaming day, such as ``2026-05-01``."""
    at: datetime
    """When it ended."""
    dealer: str
    """Who dealt; ``software`` at an automatic table, empty where nobody was named."""
    shoe: int
    """The number of the shoe at its table, from 1."""
    size: int
    """How many cards a full shoe holds."""
    left: tuple[int, ...]
    """How many of each card of a deck were left before the round; empty if that is uncertain."""
    cards: tuple[int, ...]
    """The cards that came out, in order, by their places in a deck."""
    boxes: tuple[tuple[int, int], ...] = ()
    """The first two cards of each box, at blackjack."""
    before_dealer: int = 0
    """How many cards had come out when the dealer drew to a first card; 0 if the dealer did not."""
    first: int = -1
    """The dealer's first card, by its place in a deck; -1 if there was none."""
    dealer_total: int = 0
    """The dealer's final total; 0 for a blackjack."""
    standing: tuple[int, ...] = ()
    """The totals that were compared with the dealer's: whole hands, no blackjacks."""
    stood_off: int = 0
    """How many of those stood off."""
    wagers: tuple[WagerSeen, ...] = ()
    """All wagers of the round that stood."""


class TableSheet(msgspec.Struct):
    """What is gathered of one table."""

    game: str
    """The name of the game."""
    live: bool
    """Whether a person deals."""
    counts_money: bool
    """Whether results are the house's: not at practice tables and in tournaments."""
    device: bool
    """Whether a device shuffles all the time."""
    dealer: str = ""
    """Who deals; empty where nobody was named."""
    shoe: int = 0
    """The number of shuffles so far."""
    size: int = 0
    """How many cards a full shoe holds."""
    out: list[int] | None = None
    """How many of each card are out; ``None`` while that is uncertain."""
    drop: Cents = 0
    """What players have bought chips for."""
    # The round under way.
    playing: bool = False
    """Whether a round is under way."""
    certain: bool = True
    """Whether nothing irregular has happened in the round."""
    cards: list[int] = []
    """The cards that came out in the round, in order, by their places in a deck."""
    before: list[int] | None = None
    """How many of each card were out before the round; ``None`` if that is uncertain."""
    hands: dict[str, list[int]] = {}
    """The cards of each box's first hand."""
    split: list[int] = []
    """Boxes whose hand was split."""
    done: list[int] = []
    """Boxes whose wager was surrendered, or settled before the dealer drew."""
    dealers: list[int] = []
    """The dealer's cards."""
    before_dealer: int = 0
    """How many cards of the round had come out when the dealer began to draw; 0 before that."""
    standing: dict[str, int] = {}
    """The totals compared with the dealer's, by box."""
    lines: list[Line] = []
    """What became of the wagers of the round so far."""


def _total(cards: Sequence[int]) -> int:
    """Return the total of a hand, an ace counted as 11 where that does not go over."""
    points = [DECK[place].points for place in cards]
    hard = sum(points)
    return hard + 10 if 1 in points and hard <= 11 else hard


def is_natural(cards: Sequence[int]) -> bool:
    """Return whether two cards are a blackjack."""
    return len(cards) == 2 and _total(cards) == 21


class SheetsSnapshot(msgspec.Struct, frozen=True):
    """All sheets in a snapshot of the floor."""

    tables: dict[str, TableSheet]
    """The sheet of each table."""
    setting: GamingDaySet
    """When the gaming day changes."""


class Observer:
    """Gathers finished rounds from the log, in its order."""

    def __init__(self) -> None:
        self.tables: dict[str, TableSheet] = {}
        self._setting = USUAL_GAMING_DAY

    def snapshot_state(self) -> SheetsSnapshot:
        """Return all sheets, for a snapshot of the floor."""
        return SheetsSnapshot(self.tables, self._setting)

    def restore(self, found: SheetsSnapshot) -> None:
        """Continue from the sheets of a snapshot."""
        self.tables, self._setting = found.tables, found.setting

    def rounds_in(self, envelopes: Sequence[Envelope]) -> Iterator[RoundSeen]:
        """Yield the rounds that ended with these events."""
        for envelope in envelopes:
            if isinstance(envelope.event, GamingDaySet):
                self._setting = envelope.event
            kind, name = KINDS.of(envelope.stream)
            if kind is TABLE:
                found = self._take(name, envelope)
                if found is not None:
                    yield found

    def _take(self, name: str, envelope: Envelope) -> RoundSeen | None:
        event = envelope.event
        if isinstance(event, TableOpened):
            self.tables[name] = TableSheet(
                game=event.game,
                live=event.choices.mode is Mode.LIVE,
                counts_money=not event.choices.practice and event.choices.tournament is None,
                device=event.choices.device is SHUFFLER,
                size=CARDS * event.choices.decks,
            )
        sheet = self.tables.get(name)
        if sheet is None:
            return None
        if isinstance(event, RoundEnded) and sheet.playing:
            return self._finish(name, sheet, envelope)
        _take_table_event(sheet, event)
        if sheet.playing:
            _take_round_event(sheet, event)
        return None

    def _finish(self, name: str, sheet: TableSheet, envelope: Envelope) -> RoundSeen | None:
        sheet.playing = False
        at = envelope.recorded or envelope.at
        if not sheet.certain or at is None:
            return None
        left: tuple[int, ...] = ()
        if sheet.before is not None:
            decks = sheet.size // CARDS
            left = tuple(decks - out for out in sheet.before)
        stood_off = sum(
            line.result == STAND_OFF
            for line in _first_lines(sheet.lines)
            if str(line.box) in sheet.standing
        )
        natural = is_natural(sheet.dealers)
        completed = natural or _total(sheet.dealers) >= 17
        return RoundSeen(
            table=name,
            day=self._setting.day_of(at).isoformat(),
            at=at,
            dealer=sheet.dealer if sheet.live else SOFTWARE,
            shoe=sheet.shoe,
            size=sheet.size,
            left=left,
            cards=tuple(sheet.cards),
            boxes=tuple((one[0], one[1]) for one in sheet.hands.values() if len(one) > 1),
            before_dealer=sheet.before_dealer if completed and sheet.standing else 0,
            first=sheet.dealers[0] if sheet.dealers else -1,
            dealer_total=0 if natural else _total(sheet.dealers),
            standing=tuple(sheet.standing.values()) if completed else (),
            stood_off=stood_off if completed else 0,
            wagers=tuple(_wagers(sheet)) if sheet.counts_money else (),
        )


def _take_table_event(sheet: TableSheet, event: Event) -> None:
    """Take in what concerns the cards and the people of a table."""
    match event:
        case CardsShuffled():
            _shuffle(sheet, event)
        case DiscardsReturned():
            _return_discards(sheet, final=event.final)
        case DealerChanged(dealer=dealer):
            sheet.dealer = dealer
        case BoughtIn(amount=amount):
            sheet.drop += amount
        case RoundOpened() | StudRoundOpened():
            _begin(sheet)
        case FaceDownCardDealt():
            # Nobody has seen it, and which hands are shown later depends on what is in them.
            sheet.out = None
            sheet.before = None
    if isinstance(event, IRREGULAR):
        sheet.out, sheet.certain = None, False
    for card in cards_drawn(event):
        _draw(sheet, card)


def _shuffle(sheet: TableSheet, event: CardsShuffled) -> None:
    sheet.shoe += 1
    sheet.size = event.size
    whole = event.mixes is Mix.ALL and not event.drawn and event.size % CARDS == 0
    sheet.out = [0] * CARDS if whole else None
    sheet.certain = sheet.certain and not sheet.playing


def _return_discards(sheet: TableSheet, *, final: bool) -> None:
    """Count the cards of the round alone as out: the device has all others again."""
    if final and sheet.playing:
        sheet.out = None
    elif sheet.device:
        sheet.out = [0] * CARDS
        for place in sheet.cards if sheet.playing else ():
            sheet.out[place] += 1


def _begin(sheet: TableSheet) -> None:
    sheet.playing, sheet.certain = True, True
    sheet.before = None if sheet.out is None else list(sheet.out)
    sheet.cards, sheet.hands, sheet.split, sheet.done = [], {}, [], []
    sheet.dealers, sheet.before_dealer, sheet.standing, sheet.lines = [], 0, {}, []


def _draw(sheet: TableSheet, card: Card | None) -> None:
    if card is None:
        return
    place = PLACES[card]
    if sheet.out is not None:
        sheet.out[place] += 1
    if sheet.playing:
        sheet.cards.append(place)


def _take_round_event(sheet: TableSheet, event: Event) -> None:
    """Take in what happens in a round."""
    match event:
        case CardDealt(card=card, box=0):
            sheet.dealers.append(PLACES[card])
        case CardDealt(card=card, box=box, hand=1):
            sheet.hands.setdefault(str(box), []).append(PLACES[card])
        case HandSplit(box=box):
            sheet.split.append(box)
        case Surrendered(box=box):
            sheet.done.append(box)
        case WagersSettled(lines=lines):
            sheet.lines.extend(lines)
            if not sheet.before_dealer:
                sheet.done.extend(line.box for line in _first_lines(lines))
        case PlayCompleted():
            sheet.before_dealer = len(sheet.cards)
            out = {*sheet.split, *sheet.done}
            sheet.standing = {
                box: _total(cards)
                for box, cards in sheet.hands.items()
                if int(box) not in out and _total(cards) <= 21 and not is_natural(cards)
            }


def _first_lines(lines: Sequence[Line]) -> list[Line]:
    """Return one line for each box: that of a first wager on its first hand."""
    found: dict[int, Line] = {}
    for line in lines:
        if line.on in FIRST_WAGERS and line.hand == 1:
            found.setdefault(line.box, line)
    return list(found.values())


def _wagers(sheet: TableSheet) -> Iterator[WagerSeen]:
    """Yield what each player had on each box, with doubles and split wagers in the result."""
    stakes: dict[tuple[str, int, str], Cents] = {}
    nets: dict[tuple[str, int, str], Cents] = {}
    for line in sheet.lines:
        if line.result == VOID or line.on == INSURANCE:
            continue
        main = line.on in MAIN_WAGERS
        key = line.player, line.box, "main" if main else line.on
        nets[key] = nets.get(key, 0) + line.net
        if not main or (line.on in FIRST_WAGERS and line.hand == 1):
            stakes[key] = stakes.get(key, 0) + line.stake
    for (player, box, on), stake in stakes.items():
        if stake:
            yield WagerSeen(player, on, box, stake, nets[player, box, on])


class TableRules(msgspec.Struct, frozen=True):
    """What the law of a game says that surveillance needs."""

    stand_off: bool
    """Whether equal totals stand off."""
    also_stands_off: int
    """A total of the dealer's over 21 that is a stand-off for all who stand; 0 for none."""


def rules_of(game: str) -> TableRules | None:
    """Return what surveillance needs of a blackjack game; ``None`` for other games."""
    law = law_of(game) if game in GAMES else None
    if not isinstance(law, BlackjackLaw):
        return None
    exactly = law.settlement.dealer_exactly
    return TableRules(
        law.settlement.original.equal.value is Result.STAND_OFF,
        0 if exactly is None else exactly.value,
    )
