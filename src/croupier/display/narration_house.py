"""Wagers, money and cards between rounds, in sentences, whatever the game."""

from croupier.cards import Card
from croupier.display.disclosure import SeenEvent
from croupier.display.seen_events import ShuffleSeen
from croupier.display.sentences import Told
from croupier.display.views import TableView
from croupier.display.voices import Voice
from croupier.display.words import counted
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.table import card_events
from croupier.table import events as floor
from croupier.table.state import MAIN

SILENT = (card_events.PreparationChanged, floor.PlayerArrived, floor.ClockMoved)
"""Events that mean nothing to a player, or that other events say better."""


def told_of_the_house(law: TableLaw, event: SeenEvent, view: TableView, voice: Voice) -> Told:
    """A sentence about people, chips and the shoe."""
    match event:
        case floor.BoughtIn(player=player, amount=amount):
            who = voice.does(player, "change", "changes")
            return f"{who} {in_dollars(amount)} for chips", True
        case floor.WagerPlaced(player=player, box=box, on=on, amount=amount):
            what = voice.whose(player, "wager" if on == MAIN else f"{on} wager")
            watched = view.contest is not None and player != voice.me
            laid = sum(
                one.amount
                for one in view.wagers
                if (one.player, one.box, one.on) == (player, box, on)
            )
            more = f" more, {in_dollars(laid)} in all" if laid > amount else ""
            return f"{what} on box {box}: {in_dollars(amount)}{more}", watched
        case floor.PlayerReminded(player=player, box=box, limits=limits):
            what = voice.whose(player, "wager")
            sign = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
            return (
                f"{what} on box {box} is outside {sign}, which is the player's responsibility",
                True,
            )
        case floor.LimitsChanged(limits=limits):
            sign = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
            return f"The limits are {sign} from now on", True
        case floor.WagerReturned(player=player, box=box, amount=amount, why=why):
            what = voice.whose(player, "wager")
            back = f"{in_dollars(amount)} is returned, {voice.named(why)}"
            return f"{what} on box {box}: {back}", True
    return _of_the_shoe(law, event, view, voice)


def _of_the_shoe(law: TableLaw, event: SeenEvent, view: TableView, voice: Voice) -> Told:
    match event:
        case ShuffleSeen(by_hand_clause=str(by_hand)) if by_hand:
            return "The dealer mixes the cards by hand, then the device does", True
        case ShuffleSeen():
            return f"The dealer shuffles {counted(view.decks, 'deck')}", True
        case card_events.CutDeclined(player=player):
            return f"{voice.whose(player, 'cut')} is passed on", True
        case card_events.CardsCut(position=position, player=player):
            who = "The dealer cuts" if law.cut.dealer_cuts else "A supervisor cuts"
            who = who if player is None else voice.does(player, "cut", "cuts")
            return f"{who} {position} cards from the front", True
        case card_events.ShoeLoaded(depth=depth):
            return f"The cutting card goes in front of the last {depth} cards", False
        case card_events.DeviceLoaded():
            return "The cards go into the shuffling device", False
        case card_events.CardBurned(shown=shown, unseen=unseen):
            return f"The dealer burns {_burned(shown, unseen, voice)}", True
        case card_events.CuttingCardShown(box=box):
            when = "now" if box is None else "this round"
            return f"The cutting card comes out: a shuffle follows {when}", True
    return None


def _burned(shown: Card | None, unseen: int, voice: Voice) -> str:
    face_down = "a card unseen" if unseen == 1 else f"{unseen} cards unseen"
    if shown is None:
        return face_down
    return f"{voice.faces.card(shown)} and {face_down}" if unseen else voice.faces.card(shown)
