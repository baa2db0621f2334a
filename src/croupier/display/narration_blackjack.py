"""What happens in a blackjack round, in sentences."""

from croupier.blackjack import events as play
from croupier.blackjack.state import DEALER
from croupier.display.disclosure import SeenEvent
from croupier.display.seen_events import CardSeen
from croupier.display.sentences import Told
from croupier.display.views import TableView, hand_name, told_total
from croupier.display.voices import Voice
from croupier.money import in_dollars
from croupier.rulebooks import BlackjackLaw, TableLaw


def told_of_blackjack(law: TableLaw, event: SeenEvent, view: TableView, voice: Voice) -> Told:
    """A sentence about a hand or a wager of a round."""
    return _of_a_hand(law, event, view, voice) or _of_a_wager(event, view, voice)


def _of_a_hand(law: TableLaw, event: SeenEvent, view: TableView, voice: Voice) -> Told:
    match event:
        case CardSeen():
            return _card(event, view, voice)
        case play.HandFinished(box=box, hand=hand, clause=clause):
            assert isinstance(law, BlackjackLaw)
            stood = clause == law.play.stands.clause
            return _finished(view, box, hand, stood=stood)
        case play.HandSplit(box=box, sideways_clause=sideways):
            laid = ", each ace's card to be laid sideways" if sideways else ""
            return f"Box {box} is split{laid}", True
        case play.CardsExposed(box=box):
            return f"The cards of box {box} are turned: {_shown(view, box, voice)}", True
        case play.Surrendered(player=player, box=box):
            return f"{voice.whose(player, 'wager')} on box {box} is surrendered", True
        case play.CardCalled(box=box, hand=hand, sideways_clause=sideways):
            laid = ", to be laid sideways" if sideways else ""
            return f"A card is called for {hand_name(view, box, hand)}{laid}", False
        case play.InitialDealCompleted():
            return "The first cards are dealt", False
        case play.PlayCompleted():
            return "The players are done", False
        case play.RoundEnded():
            return "The cards go to the discard rack", False
    return None


def _of_a_wager(event: SeenEvent, view: TableView, voice: Voice) -> Told:
    match event:
        case play.RoundOpened(control=control):
            boxes = ", ".join(str(one.box) for one in control)
            first = "".join(_in_line(one, voice) for one in control if one.places)
            return f"Betting is closed; in the round: box {boxes}{first}", False
        case play.InsuranceOffered(against=against):
            return f"Insurance is called against the dealer's {against}", True
        case play.InsurancePlaced(player=player, box=box, amount=amount):
            what = voice.whose(player, "wager")
            return f"{what} on box {box} is insured for {in_dollars(amount)}", True
        case play.InsuranceClosed():
            return "Insurance is closed", False
        case play.DoublePlaced(player=player, box=box, hand=hand, amount=amount):
            name = hand_name(view, box, hand)
            name = name if player == voice.me else voice.whose(player, name)
            return f"{name} is doubled for {in_dollars(amount)}", True
        case play.SplitPlaced(player=player, box=box, amount=amount):
            what = voice.whose(player, "wager for the split")
            return f"{what} of box {box}: {in_dollars(amount)}", False
        case play.JoiningDeclined(player=player, box=box, what=what):
            who = voice.does(player, "do not join", "does not join")
            return f"{who} the {what} of box {box}", True
        case play.DiscardsReturned():
            return "The discards go back into the shuffling device", False
    return None


def _card(event: CardSeen, view: TableView, voice: Voice) -> Told:
    name = hand_name(view, event.box, event.hand)
    if event.card is None:
        return f"{name} gets a card face down", False
    card = voice.faces.card(event.card)
    if event.box == DEALER:
        first = len(view.dealer.cards) == 1
        return f"The dealer draws {card}: {told_total(view.dealer)}", not first
    hand = view.hand(event.box, event.hand)
    assert hand is not None
    initial = not hand.split and len(hand.cards) <= 2
    return f"{name} draws {card}: {told_total(hand)}", not initial


def _finished(view: TableView, box: int, hand: int, *, stood: bool) -> Told:
    name = hand_name(view, box, hand)
    total = _total(view, box, hand)
    if total == "blackjack":
        return f"{name} has blackjack", True
    if stood:
        return f"{name} stands on {total}", True
    return f"{name} is complete: {total}", False


def _total(view: TableView, box: int, hand: int) -> str:
    found = view.hand(box, hand)
    return "" if found is None else told_total(found)


def _shown(view: TableView, box: int, voice: Voice) -> str:
    hand = view.box(box).hands[0]
    return f"{voice.faces.cards(hand.cards)}, {told_total(hand)}"


def _in_line(control: play.BoxControl, voice: Voice) -> str:
    """How the wagers of a shared box lie, where the rulebook says so."""
    wager = voice.whose(control.player, "wager")
    clauses = ", ".join(control.places)
    return f"; on box {control.box} {wager} lies nearest the dealer ({clauses})"
