"""What is asked of a viewer: the most pressing question and its answers, or who is waited for."""

import msgspec

from croupier.display.choices import Option
from croupier.display.viewers import player_of
from croupier.display.views import Prompt, TableView, hand_name, told_total
from croupier.display.words import a_card, capital, listed
from croupier.money import Cents, in_dollars

WAGERS = "wagers"
INSURANCE = "insurance"
CUT = "cut"
HANDS = ("decision", "answer", "surrender", "bet")
"""What is asked about a hand."""
LABELS = {"none": "no insurance"}
"""Answers that say too little on a button."""


class AnswerButton(msgspec.Struct, frozen=True):
    """One answer: a button with its key."""

    key: str
    """The key for it."""
    label: str
    """What it does."""
    clause: str
    """The clause that allows it; empty where none is needed."""
    most: Cents
    """The further wager that goes with it; 0 where none does."""
    for_less: bool
    """Whether that may be less."""


class ViewerQuestion(msgspec.Struct, frozen=True):
    """What is asked of the viewer, or who else is waited for."""

    kind: str
    """``wagers``, ``hand``, ``insurance``, ``cut``, ``other``; ``wait`` where it is not for the
    viewer to answer."""
    heading: str
    """The question."""
    note: str
    """What more there is to know; often empty."""
    clause: str
    """The clause that demands it; empty where none does."""
    calls: tuple[AnswerButton, ...] = ()
    """The answers; none while wagers are taken, and where there is nothing to answer."""
    player: str = ""
    """Who is waited for, by name; empty where it is the viewer, or nobody."""


def question_for(view: TableView, *, declined: bool = False) -> ViewerQuestion:
    """The most pressing thing that the viewer may answer, else what is waited for.

    Who has ``declined`` insurance is not asked again while others think about it.
    """
    for prompt in view.prompts:
        if declined and prompt.due == INSURANCE:
            continue
        if prompt.question and (prompt.options or prompt.due == WAGERS):
            return _asked(view, prompt)
    return _waited_for(view)


def _asked(view: TableView, prompt: Prompt) -> ViewerQuestion:
    if prompt.due == WAGERS:
        return _of_wagers(view, prompt)
    kind = {INSURANCE: INSURANCE, CUT: CUT}.get(prompt.due, "other")
    heading, note = without_clause(prompt.question), ""
    if prompt.due in HANDS and prompt.box is not None:
        kind, heading = "hand", _of_hand(view, prompt)
    elif prompt.due == INSURANCE:
        heading = f"{capital(_insured(prompt))}?"
        note = without_clause(prompt.question)
    elif prompt.due == CUT:
        heading = "You may cut the cards"
    return ViewerQuestion(kind, heading, note, prompt.clause, tuple(map(_call, prompt.options)))


def without_clause(question: str) -> str:
    """A question without the clause at its end: it stands beside as a mark."""
    return question.rpartition(" (")[0] if question.endswith(")") else question


def _call(option: Option) -> AnswerButton:
    label = LABELS.get(option.label) or option.label.partition(" or less")[0]
    return AnswerButton(option.key, capital(label), option.clause, option.most, option.for_less)


def _insured(prompt: Prompt) -> str:
    even = any(option.key == "e" for option in prompt.options)
    return "insurance or even money" if even else "insurance"


def _of_wagers(view: TableView, prompt: Prompt) -> ViewerQuestion:
    me = player_of(view.viewer)
    laid = sum(wager.amount for wager in view.wagers if wager.player == me)
    limits = view.limits
    heading = f"Your wagers: {in_dollars(laid)}" if laid else prompt.question.partition(",")[0]
    sign = f"{in_dollars(view.minimum)} to {in_dollars(limits.maximum)} on a box"
    return ViewerQuestion(WAGERS, heading, f"{sign}, until the first card", prompt.clause)


def _of_hand(view: TableView, prompt: Prompt) -> str:
    """A hand and what it is up against: Box 2: soft 18 against a six."""
    assert prompt.box is not None
    hand = view.hand(prompt.box, prompt.hand or 1)
    total = told_total(hand) if hand is not None else ""
    shown = [card for card in view.dealer.cards if card is not None]
    name = hand_name(view, prompt.box, prompt.hand or 1)
    against = f" against {a_card(shown[0])}" if shown else ""
    return f"{name}: {total or 'your hand'}{against}"


def _waited_for(view: TableView) -> ViewerQuestion:
    if not view.prompts:
        return ViewerQuestion("wait", view.phase, f"{view.rests[:1].upper()}{view.rests[1:]}.", "")
    first = view.prompts[0]
    if first.player is not None:
        who = view.names.get(first.player, first.player)
        heading = f"{who} decides" if first.due in HANDS else f"{who} is asked"
        if first.box is not None:
            heading += f" for box {first.box}"
        return ViewerQuestion("wait", heading, "", first.clause, player=who)
    if first.due == WAGERS:
        return ViewerQuestion("wait", "Betting is open", _told(first), first.clause)
    return ViewerQuestion("wait", view.phase, _told(first), first.clause)


def _told(prompt: Prompt) -> str:
    """What is due, without the clause at its end."""
    return without_clause(prompt.text)


def spoken_turn(question: ViewerQuestion) -> str:
    """One sentence for the live region: whose turn, and what may be answered."""
    if question.kind == "wait":
        return ""
    if question.kind == WAGERS:
        return "Wagers are open."
    answers = listed((call.label.lower() for call in question.calls), "or")
    return f"{question.heading}. Your turn: {answers}." if question.calls else question.heading
