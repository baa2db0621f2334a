"""What happens at a table of Caribbean Stud, in sentences."""

from croupier.cards import Category
from croupier.display.disclosure import SeenEvent
from croupier.display.seen_events import CardSeen, ShuffleSeen
from croupier.display.sentences import Sentence, Told, clauses_of
from croupier.display.views import TableView, told_total
from croupier.display.voices import Voice
from croupier.money import in_dollars
from croupier.rulebooks import StudLaw
from croupier.stud import events as play
from croupier.stud.state import DEALER
from croupier.table import card_events

MADE_READY = (ShuffleSeen, card_events.CardsCut, card_events.DeviceLoaded, card_events.ShoeLoaded)
"""What happens before every round, and so is only in the log."""


def hands_turned(
    law: StudLaw, event: play.DealerExposed, view: TableView, voice: Voice
) -> tuple[Sentence, ...]:
    """The dealer's hand, and whether it plays."""
    cards = voice.faces.cards(view.dealer.cards)
    what = "plays" if event.plays else "does not play"
    clause = law.settlement.qualifies.clause
    return (
        Sentence(f"The dealer turns {cards}", clauses_of(event)),
        Sentence(f"That is {event.hand}: the dealer {what}", (clause,), cites=True),
    )


def told_of_stud(event: SeenEvent, view: TableView, voice: Voice) -> Told:
    """A sentence about the cards or a wager of a round."""
    return _of_the_cards(event, voice) or _of_a_wager(event, view, voice)


def _of_the_cards(event: SeenEvent, voice: Voice) -> Told:
    match event:
        case CardSeen(box=box, card=card):
            if box == DEALER:
                return "The dealer gets a card", False
            what = "a card" if card is None else voice.faces.card(card)
            return f"Box {box} gets {what}", False
        case play.FaceDownCardDealt(box=box):
            who = f"Box {box}" if box else "The dealer"
            return f"{who} gets a card face down", False
        case play.CardTurned(card=card, box=box):
            whose = f"on box {box}" if box else "of the dealer"
            return f"A card {whose} is turned: {voice.faces.card(card)}", False
        case play.BettingOpened(shown=shown):
            return f"The dealer shows {voice.faces.card(shown)}", False
        case play.RoundEnded():
            return "The cards are collected", False
        case card_events.ShoeLoaded():
            return "The deck goes into the shoe", False
    return None


def _of_a_wager(event: SeenEvent, view: TableView, voice: Voice) -> Told:
    match event:
        case play.StudRoundOpened(players=players):
            boxes = ", ".join(str(box) for box, _ in players)
            return f"Betting is closed; in the round: box {boxes}", False
        case play.JackpotWagersTaken(amount=amount):
            return f"{in_dollars(amount)} goes to the jackpot: {_meter(view)}", True
        case play.BetPlaced(player=player, box=box, amount=amount):
            return f"{voice.whose(player, 'bet')} on box {box}: {in_dollars(amount)}", True
        case play.HandFolded(player=player, box=box):
            return f"{voice.whose(player, 'hand')} on box {box} is folded", True
        case play.HandConceded(player=player, box=box):
            return f"{voice.whose(player, 'hand')} on box {box} is conceded", True
        case play.JackpotWon(hands=hands):
            won = ", ".join(
                f"box {box} with {_hand(view, box, category)}" for _, box, category in hands
            )
            return f"The jackpot is won: {won}", True
        case play.JackpotPaid():
            return f"The jackpot is paid: {_meter(view)}", True
    return None


def _hand(view: TableView, box: int, category: Category) -> str:
    """A hand by its name; by its category where its cards stay hidden from the viewer."""
    hand = view.hand(box, 1)
    name = "" if hand is None else told_total(hand)
    return name or category.key.replace("-", " ")


def _meter(view: TableView) -> str:
    return f"the meter stands at {in_dollars(view.meter or 0)}"
