"""Sentences about the events of one game: blackjack first, then Caribbean Stud."""

from croupier.cards import Category
from croupier.display.disclosure import DisclosedEvent
from croupier.display.seen_events import CardSeen, ShuffleSeen
from croupier.display.sentences import Sentence, SentenceDraft, clauses_of
from croupier.display.viewers import Voice
from croupier.display.views import TableView, hand_name, hand_value
from croupier.games.blackjack.calls import (
    DoublePlaced,
    HandSplit,
    JoiningDeclined,
    SplitPlaced,
    Surrendered,
)
from croupier.games.blackjack.deal import InitialDealCompleted, PlayCompleted
from croupier.games.blackjack.insurance import (
    InsuranceClosed,
    InsuranceDeclined,
    InsuranceOffered,
    InsurancePlaced,
)
from croupier.games.blackjack.round_opening import BoxControl, CallTakenBack, RoundOpened
from croupier.games.blackjack.settlement import DiscardsReturned
from croupier.games.blackjack.state import DEALER, CardCalled
from croupier.games.blackjack.turn import CardsExposed, HandFinished
from croupier.games.stud.bets import (
    BetPlaced,
    BettingOpened,
    DealerExposed,
    HandConceded,
    HandFolded,
    StudRoundOpened,
)
from croupier.games.stud.cards import CardTurned, FaceDownCardDealt
from croupier.games.stud.jackpots import JackpotPaid, JackpotWagersTaken
from croupier.games.stud.settlement import JackpotWon
from croupier.games.stud.state import DEALER as STUD_DEALER
from croupier.games.table.preparation import CardsCut, DeviceLoaded, ShoeLoaded
from croupier.games.table.rounds import RoundEnded
from croupier.money import in_dollars
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw


def blackjack_sentence(
    law: TableLaw, event: DisclosedEvent, view: TableView, voice: Voice
) -> SentenceDraft:
    """Return a sentence about a hand or a wager of a blackjack round; ``None`` for other events."""
    return _hand_sentence(law, event, view, voice) or _wager_sentence(event, view, voice)


def _hand_sentence(
    law: TableLaw, event: DisclosedEvent, view: TableView, voice: Voice
) -> SentenceDraft:
    match event:
        case CardSeen():
            return _card_sentence(event, view, voice)
        case HandFinished(box=box, hand=hand, clause=clause):
            assert isinstance(law, BlackjackLaw)
            stood = clause == law.play.stands.clause
            return _finished_sentence(view, box, hand, stood=stood)
        case HandSplit(box=box, sideways_clause=sideways):
            laid = ", each ace's card to be laid sideways" if sideways else ""
            return f"Box {box} is split{laid}", True
        case CardsExposed(box=box):
            return f"The cards of box {box} are turned: {_turned_cards(view, box, voice)}", True
        case Surrendered(player=player, box=box):
            return f"{voice.whose(player, 'wager')} on box {box} is surrendered", True
        case CardCalled(box=box, hand=hand, sideways_clause=sideways):
            laid = ", to be laid sideways" if sideways else ""
            return f"A card is called for {hand_name(view, box, hand)}{laid}", False
        case InitialDealCompleted():
            return "The first cards are dealt", False
        case PlayCompleted():
            return "The players are done", False
        case RoundEnded():
            return "The cards go to the discard rack", False
    return None


def _wager_sentence(event: DisclosedEvent, view: TableView, voice: Voice) -> SentenceDraft:
    match event:
        case CallTakenBack():
            return "The call is taken back: no card was out", False
        case RoundOpened(control=control):
            boxes = ", ".join(str(one.box) for one in control)
            first = "".join(_wager_order(one, voice) for one in control if one.places)
            return f"Betting is closed; in the round: box {boxes}{first}", False
        case DoublePlaced(player=player, box=box, hand=hand, amount=amount):
            name = hand_name(view, box, hand)
            name = name if player == voice.me else voice.whose(player, name)
            return f"{name} is doubled for {in_dollars(amount)}", True
        case SplitPlaced(player=player, box=box, amount=amount):
            what = voice.whose(player, "wager for the split")
            return f"{what} of box {box}: {in_dollars(amount)}", False
        case JoiningDeclined(player=player, box=box, what=what):
            who = voice.does(player, "do not join", "does not join")
            return f"{who} the {what} of box {box}", True
        case DiscardsReturned():
            return "The discards go back into the shuffling device", False
    return _insurance_sentence(event, voice)


def _insurance_sentence(event: DisclosedEvent, voice: Voice) -> SentenceDraft:
    match event:
        case InsuranceOffered(against=against):
            return f"Insurance is called against the dealer's {against}", True
        case InsurancePlaced(player=player, box=box, amount=amount):
            what = voice.whose(player, "wager")
            return f"{what} on box {box} is insured for {in_dollars(amount)}", True
        case InsuranceDeclined(player=player, box=box):
            who = voice.does(player, "want", "wants")
            return f"{who} no insurance on box {box}", True
        case InsuranceClosed():
            return "Insurance is closed", False
    return None


def _card_sentence(event: CardSeen, view: TableView, voice: Voice) -> SentenceDraft:
    name = hand_name(view, event.box, event.hand)
    if event.card is None:
        return f"{name} gets a card face down", False
    card = voice.faces.card(event.card)
    if event.box == DEALER:
        first = len(view.dealer.cards) == 1
        return f"The dealer draws {card}: {hand_value(view.dealer)}", not first
    hand = view.hand(event.box, event.hand)
    assert hand is not None
    initial = not hand.split and len(hand.cards) <= 2
    return f"{name} draws {card}: {hand_value(hand)}", not initial


def _finished_sentence(view: TableView, box: int, hand: int, *, stood: bool) -> SentenceDraft:
    name = hand_name(view, box, hand)
    total = _total(view, box, hand)
    if total == "blackjack":
        return f"{name} has blackjack", True
    if stood:
        return f"{name} stands on {total}", True
    return f"{name} is complete: {total}", False


def _total(view: TableView, box: int, hand: int) -> str:
    found = view.hand(box, hand)
    return "" if found is None else hand_value(found)


def _turned_cards(view: TableView, box: int, voice: Voice) -> str:
    hand = view.box(box).hands[0]
    return f"{voice.faces.cards(hand.cards)}, {hand_value(hand)}"


def _wager_order(control: BoxControl, voice: Voice) -> str:
    """Return how the wagers of a shared box lie, for rulebooks that prescribe it."""
    wager = voice.whose(control.player, "wager")
    clauses = ", ".join(control.places)
    return f"; on box {control.box} {wager} lies nearest the dealer ({clauses})"


PREPARATION_EVENTS = (ShuffleSeen, CardsCut, DeviceLoaded, ShoeLoaded)
"""Events that come before every round of Caribbean Stud, and so are only in the log."""


def dealer_hand_sentences(
    law: StudLaw, event: DealerExposed, view: TableView, voice: Voice
) -> tuple[Sentence, ...]:
    """Return sentences about the dealer's hand and whether it plays."""
    cards = voice.faces.cards(view.dealer.cards)
    what = "plays" if event.plays else "does not play"
    clause = law.settlement.qualifies.clause
    return (
        Sentence(f"The dealer turns {cards}", clauses_of(event)),
        Sentence(f"That is {event.hand}: the dealer {what}", (clause,), cites=True),
    )


def stud_sentence(event: DisclosedEvent, view: TableView, voice: Voice) -> SentenceDraft:
    """Return a sentence about the cards or a wager of a stud round; ``None`` for other events."""
    return _stud_card_sentence(event, voice) or _stud_wager_sentence(event, view, voice)


def _stud_card_sentence(event: DisclosedEvent, voice: Voice) -> SentenceDraft:
    match event:
        case CardSeen(box=box, card=card):
            if box == STUD_DEALER:
                return "The dealer gets a card", False
            what = "a card" if card is None else voice.faces.card(card)
            return f"Box {box} gets {what}", False
        case FaceDownCardDealt(box=box):
            who = f"Box {box}" if box else "The dealer"
            return f"{who} gets a card face down", False
        case CardTurned(card=card, box=box):
            whose = f"on box {box}" if box else "of the dealer"
            return f"A card {whose} is turned: {voice.faces.card(card)}", False
        case BettingOpened(shown=shown):
            return f"The dealer shows {voice.faces.card(shown)}", False
        case RoundEnded():
            return "The cards are collected", False
        case ShoeLoaded():
            return "The deck goes into the shoe", False
    return None


def _stud_wager_sentence(event: DisclosedEvent, view: TableView, voice: Voice) -> SentenceDraft:
    match event:
        case StudRoundOpened(players=players):
            boxes = ", ".join(str(box) for box, _ in players)
            return f"Betting is closed; in the round: box {boxes}", False
        case JackpotWagersTaken(amount=amount):
            return f"{in_dollars(amount)} goes to the jackpot: {_meter(view)}", True
        case BetPlaced(player=player, box=box, amount=amount):
            return f"{voice.whose(player, 'bet')} on box {box}: {in_dollars(amount)}", True
        case HandFolded(player=player, box=box):
            return f"{voice.whose(player, 'hand')} on box {box} is folded", True
        case HandConceded(player=player, box=box):
            return f"{voice.whose(player, 'hand')} on box {box} is conceded", True
        case JackpotWon(hands=hands):
            won = ", ".join(
                f"box {box} with {_hand(view, box, category)}" for _, box, category in hands
            )
            return f"The jackpot is won: {won}", True
        case JackpotPaid():
            return f"The jackpot is paid: {_meter(view)}", True
    return None


def _hand(view: TableView, box: int, category: Category) -> str:
    """Return the name of a hand; its category if the cards stay hidden from the viewer."""
    hand = view.hand(box, 1)
    name = "" if hand is None else hand_value(hand)
    return name or category.key.replace("-", " ")


def _meter(view: TableView) -> str:
    return f"the meter stands at {in_dollars(view.meter or 0)}"
