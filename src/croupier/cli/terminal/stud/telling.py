"""What happens at a table of Caribbean Stud, told in sentences that keep hidden cards hidden."""

from croupier.cli.terminal.scene import boxes_of, dealer_of
from croupier.cli.terminal.telling import (
    SILENT,
    Entry,
    Told,
    Voice,
    clauses_of,
    of_the_house,
    settlement,
    told_entry,
)
from croupier.cli.terminal.views import Scene, told_total
from croupier.money import in_dollars
from croupier.stud import events as play
from croupier.stud.state import DEALER, stud_law
from croupier.table import events as floor
from croupier.table.events import Event

MADE_READY = (floor.CardsShuffled, floor.CardsCut, floor.DeviceLoaded, floor.ShoeLoaded)
"""What happens before every round, and so stands in the log only."""


def tell_stud(event: Event, scene: Scene, voice: Voice) -> tuple[Entry, ...]:
    """An event in sentences; ``scene`` is the one after it."""
    if isinstance(event, SILENT):
        return ()
    if isinstance(event, play.WagersSettled):
        return settlement(event, scene, voice)
    if isinstance(event, play.DealerExposed):
        return _turned(event, scene, voice)
    told = _of_the_cards(event, voice) or _of_a_wager(event, scene, voice)
    told = told or of_the_house(event, scene, voice)
    if told is not None and isinstance(event, MADE_READY):
        told = told[0], False
    return (told_entry(event, told),)


def _turned(event: play.DealerExposed, scene: Scene, voice: Voice) -> tuple[Entry, ...]:
    cards = voice.faces.cards(dealer_of(scene).cards)
    what = "plays" if event.plays else "does not play"
    clause = stud_law(scene.table).settlement.qualifies.clause
    return (
        Entry(f"The dealer turns {cards}", clauses_of(event)),
        Entry(f"That is {event.hand}: the dealer {what}", (clause,), cites=True),
    )


def _of_the_cards(event: Event, voice: Voice) -> Told:
    match event:
        case play.CardDealt(box=box, card=card):
            if box == DEALER:
                return "The dealer gets a card", False
            return f"Box {box} gets {voice.faces.card(card)}", False
        case play.BettingOpened(shown=shown):
            return f"The dealer shows {voice.faces.card(shown)}", False
        case play.RoundEnded():
            return "The cards are collected", False
        case floor.ShoeLoaded():
            return "The deck goes into the shoe", False
    return None


def _of_a_wager(event: Event, scene: Scene, voice: Voice) -> Told:
    match event:
        case play.StudRoundOpened(players=players):
            boxes = ", ".join(str(box) for box, _ in players)
            return f"Betting is closed; in the round: box {boxes}", False
        case play.JackpotWagersTaken(amount=amount):
            return f"{in_dollars(amount)} goes to the jackpot: {_meter(scene)}", True
        case play.BetPlaced(player=player, box=box, amount=amount):
            return f"{voice.whose(player, 'bet')} on box {box}: {in_dollars(amount)}", True
        case play.HandFolded(player=player, box=box):
            return f"{voice.whose(player, 'hand')} on box {box} is folded", True
        case play.HandConceded(player=player, box=box):
            return f"{voice.whose(player, 'hand')} on box {box} is conceded", True
        case play.JackpotWon(hands=hands):
            won = ", ".join(f"box {box} with {_hand(scene, box)}" for _, box, _ in hands)
            return f"The jackpot is won: {won}", True
        case play.JackpotPaid():
            return f"The jackpot is paid: {_meter(scene)}", True
    return None


def _hand(scene: Scene, box: int) -> str:
    return told_total(boxes_of(scene)[box - 1].hands[0])


def _meter(scene: Scene) -> str:
    return f"the meter stands at {in_dollars(scene.meter or 0)}"
