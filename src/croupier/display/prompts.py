"""Prompts: what is due, as a line for everybody and as a question to the viewer who must answer."""

from collections.abc import Callable
from typing import Any

from croupier.display.choices import Option, insurable_wagers, options
from croupier.display.viewers import Voice, enters_cards, join_words, lower_first, upper_first
from croupier.display.views import NoticeView, Prompt, TableView, hand_name, hand_value
from croupier.games.blackjack.turn import (
    AnswerDue,
    DecisionDue,
    Insurable,
    InsuranceDue,
    SurrenderDue,
    WithdrawalDue,
)
from croupier.games.stud.due import BetDue, JackpotDue, SettlementDue, UnreadCardsDue
from croupier.games.stud.state import ANTE
from croupier.games.table import due as table_due
from croupier.games.table.due import Choice, CutDue, Due, TurnDue, WagersDue
from croupier.games.table.state import Table
from croupier.money import in_dollars
from croupier.rulebooks import Role, StudLaw, TableLaw


def question(law: TableLaw, view: TableView, owed: Due, voice: Voice) -> str:
    """Return the question to a player; empty if there is none. ``view`` is that player's view."""
    match owed:
        case WagersDue(closed=closed):
            return "" if closed else wager_question(law, view, voice)
        case TurnDue():
            return turn_question(view, owed, voice)
        case CutDue(player=str(player)):
            who = "you" if player == voice.me else voice.who(player)
            return f"The cards are shuffled, and the cut is offered to {who} ({owed.clause})"
        case InsuranceDue():
            offer = insurable_wagers(owed, voice.me or None)
            return insurance_question(owed, offer) if offer else ""
        case DecisionDue() | AnswerDue() | SurrenderDue():
            return hand_question(view, owed, voice)
        case BetDue():
            return bet_question(law, view, owed, voice)
        case WithdrawalDue(player=player):
            return f"{_may(player, voice)} take the wagers of the round back ({owed.clause})"
        case SettlementDue():
            return f"The hands are turned, and yours may be conceded ({owed.clause})"
    return ""


def _may(player: str, voice: Voice) -> str:
    return upper_first(voice.does(player, "may", "may"))


def wager_question(law: TableLaw, view: TableView, voice: Voice) -> str:
    """Return the question to a player while wagers are taken."""
    known, least = view.player(voice.me), view.minimum
    chips = None if known is None else known.chips
    if chips is not None and chips < least:
        return f"Your chips, {in_dollars(chips)}, are below the minimum of {in_dollars(least)}"
    text = "Your ante" if isinstance(law, StudLaw) else "Your wagers"
    if chips is not None:
        text += f", from {in_dollars(chips)} in chips"
    return text if view.meter is None else f"{text}; jackpot {in_dollars(view.meter)}"


def turn_question(view: TableView, owed: TurnDue, voice: Voice) -> str:
    """Return the question to a player whose turn it is to wager in a tournament."""
    who = "Your wager" if owed.player == voice.me else f"{voice.who(owed.player)}'s wager"
    known = view.player(owed.player)
    chips = "" if known is None or known.chips is None else f" of {in_dollars(known.chips)}"
    limits = f"{in_dollars(view.limits.minimum)} to {in_dollars(view.limits.maximum)}"
    time = f", within {owed.seconds} seconds" if owed.seconds else ""
    return f"{session_progress(view, owed)}. {who}{chips}, {limits}{time} ({owed.clause})"


def session_progress(view: TableView, owed: TurnDue) -> str:
    """Return the progress of a session: Round 3 of 20, the marker on box 2."""
    contest = view.contest
    assert contest is not None
    named = f"Round {owed.round} of {contest.rounds}"
    if contest.part == "play-off":
        named = f"Play-off, round {owed.round}"
    return f"{named}, the marker on box {owed.marker}" if owed.marker else named


def insurance_offer(wager: Insurable) -> str:
    """Return what a wager may have: box 1 up to $12.50, or even money."""
    most = f"up to {in_dollars(wager.most)}" if wager.most else ""
    even = "even money" if wager.even_money else ""
    return f"box {wager.box} " + " or ".join(part for part in (most, even) if part)


def insurance_question(owed: InsuranceDue, offer: tuple[Insurable, ...]) -> str:
    """Return which wagers may be insured, and for how much."""
    wagers = join_words(insurance_offer(wager) for wager in offer)
    return f"Insurance against the {owed.against}, {wagers} ({owed.clause})"


def hand_question(
    view: TableView, owed: DecisionDue | AnswerDue | SurrenderDue, voice: Voice
) -> str:
    """Return a hand and the dealer's card: Box 1 has 11 with 8H 3D against 6C."""
    hand = view.box(owed.box).hands[owed.hand - 1]
    name = hand_name(view, owed.box, owed.hand)
    if owed.player != voice.me:
        name = f"{voice.who(owed.player)}, {lower_first(name)}"
    cards = voice.faces.cards(hand.cards)
    has = f"has {hand_value(hand)} with {cards}" if hand_value(hand) else f"has {cards}"
    return f"{name} {has} against {voice.faces.cards(view.dealer.cards)}"


def bet_question(law: TableLaw, view: TableView, owed: BetDue, voice: Voice) -> str:
    """Return a poker hand and the dealer's open cards."""
    hand = view.box(owed.box).hands[0]
    shown = tuple(card for card in view.dealer.cards if card is not None)
    who = "You have" if owed.player == voice.me else f"{voice.who(owed.player)} has"
    text = f"{who} {hand_value(hand)}, against {voice.faces.cards(shown)}"
    if any(choice.most for choice in owed.choices):
        return text
    assert isinstance(law, StudLaw)
    ante = sum(wager.amount for wager in view.box(owed.box).wagers if wager.on == ANTE)
    bet = in_dollars(ante * law.betting.bet.value)
    return f"{text}; you lack the chips for the bet of {bet}"


def prompts_of(
    law: TableLaw, table: Table, view: TableView, due: tuple[Due, ...], voice: Voice
) -> tuple[Prompt, ...]:
    """Return the prompts, most urgent first.

    Questions and options are only for a viewer who may answer.
    """
    return tuple(_prompt(law, table, view, owed, voice) for owed in due)


def _prompt(law: TableLaw, table: Table, view: TableView, owed: Due, voice: Voice) -> Prompt:
    player: str | None = getattr(owed, "player", None)
    chosen: tuple[Option, ...] = ()
    if voice.me:
        chosen = options(law, table, owed, voice.me)
    elif enters_cards(voice.viewer):
        chosen = options(law, table, owed)
    mine = bool(voice.me) and (player == voice.me or (player is None and bool(chosen)))
    if isinstance(owed, table_due.WagersDue):
        mine = bool(voice.me)
    return Prompt(
        str(owed.__struct_config__.tag),
        prompt_line(view, owed, voice),
        getattr(owed, "clause", ""),
        player,
        getattr(owed, "box", None),
        getattr(owed, "hand", None),
        question(law, view, owed, voice) if mine else "",
        chosen,
    )


def prompt_lines(view: TableView) -> list[str]:
    """Return a line for each thing due, most urgent first; for staff also the open notices."""
    lines = [prompt.text for prompt in view.prompts] or ["Nothing: the table is closed"]
    waiting = [notice for notice in view.notices if not notice.acknowledged]
    if waiting:
        told_ = (f"{notice.number} ({notice.whom.title})" for notice in waiting)
        lines.append(f"Open notices: {', '.join(told_)}")
    if late := [str(notice.number) for notice in waiting if notice.overdue]:
        lines.append(f"Overdue notices: {', '.join(late)}")
    return lines


def notice_line(notice: NoticeView, voice: Voice) -> str:
    """Return a notice as one line."""
    about = voice.with_names(notice.about)
    about = f"{about} ({voice.who(notice.player)})" if notice.player else about
    state = "acknowledged" if notice.acknowledged else "open"
    text = f"{notice.number} {state}, {notice.whom.title}: {about}"
    if notice.clause:
        text += f" ({notice.clause})"
    if notice.deadline is not None:
        text += f", until {notice.deadline.isoformat(timespec='minutes')}"
    return text


def prompt_line(view: TableView, owed: Due, voice: Voice) -> str:
    """Return a line for something that is due, with its clause: Card to box 2 (7.1)."""
    tell = PROMPT_LINES.get(type(owed))
    tag = str(owed.__struct_config__.tag)
    words = tag.capitalize() if tell is None else tell(view, owed, voice)
    clause = getattr(owed, "clause", "")
    return f"{words} ({clause})" if clause else words


def _calls(choices: tuple[Choice, ...]) -> str:
    """Return the choices as they are typed, with the largest amount of each."""
    return ", ".join(
        f"{choice.call} {in_dollars(choice.most)}" if choice.most else choice.call
        for choice in choices
    )


def _hand(view: TableView, box: int, hand: int) -> str:
    """Return the name of a hand for the middle of a sentence."""
    return lower_first(hand_name(view, box, hand)) if box else "the dealer"


def _card(view: TableView, owed: table_due.CardDue, voice: Voice) -> str:
    words = f"Card to {_hand(view, owed.box, owed.hand)}"
    words += ", face down" if owed.covered else ""
    ready = owed.ahead if enters_cards(voice.viewer) else None
    return words if ready is None else f"{words}: the {ready} that lies ready"


def _decision(view: TableView, owed: DecisionDue, voice: Voice) -> str:
    hand = view.hand(owed.box, owed.hand)
    total = ""
    if hand is not None and hand.total is not None:
        total = f" with {'soft ' if hand.soft else ''}{hand.total}"
    offered = "" if owed.offered is None else f"; the {owed.offered} is the next card"
    name = _hand(view, owed.box, owed.hand)
    return f"{voice.who(owed.player)} decides for {name}{total}: {_calls(owed.choices)}{offered}"


def _answer(view: TableView, owed: AnswerDue, voice: Voice) -> str:
    name = _hand(view, owed.box, owed.hand)
    return f"{voice.who(owed.player)} answers for {name}: {_calls(owed.choices)}"


def _surrender(view: TableView, owed: SurrenderDue, voice: Voice) -> str:
    return f"{voice.who(owed.player)} may surrender {_hand(view, owed.box, owed.hand)}"


def _withdrawal(_: TableView, owed: WithdrawalDue, voice: Voice) -> str:
    return f"{voice.who(owed.player)} chooses: {_calls(owed.choices)}"


def _insurance(_: TableView, owed: InsuranceDue, voice: Voice) -> str:
    offers = []
    for wager in insurable_wagers(owed):
        even = " or even-money" if wager.even_money else ""
        who = voice.who(wager.player)
        offers.append(f"{who} box {wager.box} up to {in_dollars(wager.most)}{even}")
    told = f"Insurance against the {owed.against}, then close-insurance"
    if owed.turn:
        first = voice.who(owed.turn)
        told = f"Insurance against the {owed.against}, in turn from {first}, then close-insurance"
    return f"{told}: {', '.join(offers)}" if offers else f"{told}: nobody can place any"


def _wagers(_: TableView, owed: table_due.WagersDue, __: Voice) -> str:
    limits = owed.limits
    if owed.closed:
        return "Deal: the first card is out, and no more wagers are taken"
    return f"Wagers from {in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}, then deal"


def _equipment(_: TableView, owed: table_due.EquipmentDue, __: Voice) -> str:
    names = ", ".join(owed.lacking)
    return f"Report in place, check-equipment by={owed.by.value}: {names}"


def _check(_: TableView, owed: table_due.CheckDue, __: Voice) -> str:
    by = "" if owed.by is Role.DEALER else f" by={owed.by.value}"
    return f"Check that all {owed.expected} cards are there: check-cards{by}"


def _replacement(_: TableView, owed: table_due.ReplacementDue, __: Voice) -> str:
    return f"Other cards: replace-cards by={owed.by.value}"


def _shuffle(_: TableView, __: table_due.ShuffleDue, ___: Voice) -> str:
    return "Shuffle"


def _cut(view: TableView, owed: table_due.CutDue, voice: Voice) -> str:
    cards = f"between card {owed.least} and card {view.shoe.size - owed.least}"
    if owed.player is not None:
        return f"Cut by {voice.who(owed.player)}, {cards}"
    return f"Cut by the {owed.by.title}, {cards}"


def _load(_: TableView, owed: table_due.LoadDue, __: Voice) -> str:
    return f"Load the shoe, the cutting card before the last {owed.least} to {owed.most} cards"


def _burn(view: TableView, owed: table_due.BurnDue, __: Voice) -> str:
    which = "the card that lies ready" if view.ready else "the first card"
    return f"Burn {which}, shown" if owed.shown else f"Burn {which}"


def _bet(_: TableView, owed: BetDue, voice: Voice) -> str:
    return f"{voice.who(owed.player)} decides for box {owed.box}: {_calls(owed.choices)}"


def _device(_: TableView, __: table_due.DeviceDue, ___: Voice) -> str:
    return "Another shuffling device: restore-device"


def _unread_cards(_: TableView, owed: UnreadCardsDue, __: Voice) -> str:
    whose = f"box {owed.box}" if owed.box else "the dealer's hand"
    cards = "a card" if owed.count == 1 else f"{owed.count} cards"
    return f"Turn {cards} of {whose}"


def _settlement(_: TableView, owed: SettlementDue, __: Voice) -> str:
    boxes = join_words(map(str, owed.boxes), "or") if owed.boxes else ""
    return f"Settle; box {boxes} may concede before" if boxes else "Settle"


def _jackpot(_: TableView, owed: JackpotDue, voice: Voice) -> str:
    won = ", ".join(f"{voice.who(player)} box {box}" for player, box, _ in owed.hands)
    return f"Pay the jackpot, pay-jackpot: {won}" if won else "Pay the jackpot: pay-jackpot"


def _turn(_: TableView, owed: table_due.TurnDue, voice: Voice) -> str:
    time = f" within {owed.seconds} seconds" if owed.seconds else ""
    if owed.deadline is not None:
        time += f", until {owed.deadline:%H:%M:%S}" + (", overdue" if owed.overdue else "")
    marker = f", the marker on box {owed.marker}" if owed.marker else ""
    return f"{voice.who(owed.player)} wagers on box {owed.box}{time}; round {owed.round}{marker}"


def _absence(_: TableView, owed: table_due.AbsenceDue, voice: Voice) -> str:
    return f"{voice.who(owed.player)} of box {owed.box} is absent: the manager decides"


PROMPT_LINES: dict[type[Due], Callable[[TableView, Any, Voice], str]] = {
    table_due.TurnDue: _turn,
    table_due.AbsenceDue: _absence,
    table_due.CardDue: _card,
    DecisionDue: _decision,
    AnswerDue: _answer,
    SurrenderDue: _surrender,
    WithdrawalDue: _withdrawal,
    InsuranceDue: _insurance,
    table_due.WagersDue: _wagers,
    table_due.EquipmentDue: _equipment,
    table_due.CheckDue: _check,
    table_due.ReplacementDue: _replacement,
    table_due.ShuffleDue: _shuffle,
    table_due.CutDue: _cut,
    table_due.LoadDue: _load,
    table_due.BurnDue: _burn,
    table_due.DeviceDue: _device,
    BetDue: _bet,
    UnreadCardsDue: _unread_cards,
    SettlementDue: _settlement,
    JackpotDue: _jackpot,
}
"""The function that words each type of thing due."""
