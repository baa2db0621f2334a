"""What is due, as a question to the player who must answer."""

from croupier.blackjack.decisions import (
    AnswerDue,
    DecisionDue,
    Insurable,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
)
from croupier.display.choices import on_offer
from croupier.display.views import TableView, hand_name, told_total
from croupier.display.voices import Voice
from croupier.display.words import capital, listed, small
from croupier.money import in_dollars
from croupier.rulebooks import StudLaw, TableLaw
from croupier.stud.due import BetDue, SettlementDue
from croupier.stud.state import ANTE
from croupier.table.due import CutDue, Due, TurnDue, WagersDue


def question(law: TableLaw, view: TableView, owed: Due, voice: Voice) -> str:
    """What a player is asked; ``view`` is that player's, ``voice`` speaks to whoever reads it."""
    match owed:
        case WagersDue(closed=closed):
            return "" if closed else of_wagers(law, view, voice)
        case TurnDue():
            return of_a_turn(view, owed, voice)
        case CutDue(player=str(player)):
            who = "you" if player == voice.me else voice.who(player)
            return f"The cards are shuffled, and the cut is offered to {who} ({owed.clause})"
        case InsuranceDue():
            offer = on_offer(owed, voice.me or None)
            return of_insurance(owed, offer) if offer else ""
        case DecisionDue() | AnswerDue() | SurrenderDue():
            return of_a_hand(view, owed, voice)
        case BetDue():
            return of_a_bet(law, view, owed, voice)
        case WithdrawalDue(player=player):
            return f"{_may(player, voice)} take the wagers of the round back ({owed.clause})"
        case SettlementDue():
            return f"The hands are turned, and yours may be conceded ({owed.clause})"
    return ""


def _may(player: str, voice: Voice) -> str:
    return capital(voice.does(player, "may", "may"))


def of_wagers(law: TableLaw, view: TableView, voice: Voice) -> str:
    """What a player is asked while wagers are taken."""
    known, least = view.player(voice.me), view.minimum
    chips = None if known is None else known.chips
    if chips is not None and chips < least:
        return f"Your chips, {in_dollars(chips)}, are below the minimum of {in_dollars(least)}"
    text = "Your ante" if isinstance(law, StudLaw) else "Your wagers"
    if chips is not None:
        text += f", from {in_dollars(chips)} in chips"
    return text if view.meter is None else f"{text}; jackpot {in_dollars(view.meter)}"


def of_a_turn(view: TableView, owed: TurnDue, voice: Voice) -> str:
    """The question to a player whose turn it is to wager in a tournament."""
    who = "Your wager" if owed.player == voice.me else f"{voice.who(owed.player)}'s wager"
    known = view.player(owed.player)
    chips = "" if known is None or known.chips is None else f" of {in_dollars(known.chips)}"
    limits = f"{in_dollars(view.limits.minimum)} to {in_dollars(view.limits.maximum)}"
    time = f", within {owed.seconds} seconds" if owed.seconds else ""
    return f"{told_round(view, owed)}. {who}{chips}, {limits}{time} ({owed.clause})"


def told_round(view: TableView, owed: TurnDue) -> str:
    """Where a session stands: Round 3 of 20, the marker on box 2."""
    contest = view.contest
    assert contest is not None
    named = f"Round {owed.round} of {contest.rounds}"
    if contest.part == "play-off":
        named = f"Play-off, round {owed.round}"
    return f"{named}, the marker on box {owed.marker}" if owed.marker else named


def offered(wager: Insurable) -> str:
    """What a wager may have: box 1 up to $12.50, or even money."""
    most = f"up to {in_dollars(wager.most)}" if wager.most else ""
    even = "even money" if wager.even_money else ""
    return f"box {wager.box} " + " or ".join(part for part in (most, even) if part)


def of_insurance(owed: InsuranceDue, offer: tuple[Insurable, ...]) -> str:
    """Which wagers may be insured, and for how much."""
    wagers = listed(offered(wager) for wager in offer)
    return f"Insurance against the {owed.against}, {wagers} ({owed.clause})"


def of_a_hand(view: TableView, owed: DecisionDue | AnswerDue | SurrenderDue, voice: Voice) -> str:
    """A hand and what it is up against: Box 1 has 11 with 8H 3D against 6C."""
    hand = view.box(owed.box).hands[owed.hand - 1]
    name = hand_name(view, owed.box, owed.hand)
    if owed.player != voice.me:
        name = f"{voice.who(owed.player)}, {small(name)}"
    cards = voice.faces.cards(hand.cards)
    has = f"has {told_total(hand)} with {cards}" if told_total(hand) else f"has {cards}"
    return f"{name} {has} against {voice.faces.cards(view.dealer.cards)}"


def of_a_bet(law: TableLaw, view: TableView, owed: BetDue, voice: Voice) -> str:
    """A poker hand and the dealer's open cards."""
    hand = view.box(owed.box).hands[0]
    shown = tuple(card for card in view.dealer.cards if card is not None)
    who = "You have" if owed.player == voice.me else f"{voice.who(owed.player)} has"
    text = f"{who} {told_total(hand)}, against {voice.faces.cards(shown)}"
    if any(choice.most for choice in owed.choices):
        return text
    assert isinstance(law, StudLaw)
    ante = sum(wager.amount for wager in view.box(owed.box).wagers if wager.on == ANTE)
    bet = in_dollars(ante * law.betting.bet.value)
    return f"{text}; you lack the chips for the bet of {bet}"
