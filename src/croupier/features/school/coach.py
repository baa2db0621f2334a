"""The coach of a practice table: the exact worth of each choice, and what mistakes have cost.

The rulebooks forbid aids at any other table, so the coach is used at practice tables only. The
terminal and the pages show the same.
"""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from croupier.display.choices import Option
from croupier.display.viewers import player_of, rank_with_article
from croupier.display.views import Prompt, TableView, hand_value
from croupier.games.table.choices import Choices
from croupier.maths.background import (
    BusyMathsError,
    HandQuestion,
    MathsProcess,
    Worths,
    hand_worths,
)
from croupier.rulebooks import TableLaw

COACHED_DUES = ("decision", "bet")
"""The kinds of prompts that the coach advises on."""
NO_MISTAKE = 1e-9
"""How much less than the best choice a choice may be worth and still be no mistake."""
PERCENT = 100


class HandToDecide(msgspec.Struct, frozen=True):
    """A hand that a player has to decide about."""

    situation: str
    """The hand and what it is up against: 16 against a ten."""
    cards: str
    """Its cards."""
    dealer: str
    """The dealer's open card."""
    offered: frozenset[str]
    """The calls that are lawful."""
    insurance: bool = False
    """Whether insurance is what has to be decided."""


class Worth(msgspec.Struct, frozen=True):
    """What a choice is worth."""

    call: str
    """The choice."""
    worth: float
    """What it is worth, in units of the wager."""
    behind: float
    """How much less than the best choice; 0 for the best."""

    @property
    def in_words(self) -> str:
        """Return the gain or loss per hundred wagered, in words."""
        return percent_text(self.worth)


class Advice(msgspec.Struct, frozen=True):
    """What the choices of a hand are worth, the best first."""

    situation: str
    """The hand and what it is up against: 16 against a ten."""
    choices: tuple[Worth, ...]
    """The choices that are lawful now."""


class Mistake(msgspec.Struct, frozen=True):
    """A choice that was worth less than the best."""

    situation: str
    """The hand and what it was up against."""
    made: str
    """What was chosen."""
    best: str
    """What would have been worth most."""
    cost: float
    """How much less it was worth, in units of the wager."""


class DecisionTotals(msgspec.Struct):
    """What a player's decisions at a practice table came to."""

    decisions: int = 0
    """How many decisions there were."""
    cost: float = 0.0
    """What all mistakes have cost together, in units of the wager."""
    mistakes: list[Mistake] = []
    """The mistakes, the newest first."""

    def note(self, advice: "Advice", call: str) -> "Mistake | None":
        """Record a decision. Return the mistake if it was one."""
        made = next((one for one in advice.choices if one.call == call), None)
        if made is None:
            return None
        self.decisions += 1
        if made.behind <= NO_MISTAKE:
            return None
        mistake = Mistake(advice.situation, call, advice.choices[0].call, made.behind)
        self.cost += mistake.cost
        self.mistakes.insert(0, mistake)
        return mistake

    def kinds(self) -> list[tuple[str, int, float]]:
        """Return the mistakes by kind: what was done instead of what, how often, what it cost."""
        found: dict[str, tuple[int, float]] = {}
        for one in self.mistakes:
            kind = f"{one.made} instead of {one.best}"
            times, cost = found.get(kind, (0, 0.0))
            found[kind] = (times + 1, cost + one.cost)
        ordered = sorted(found.items(), key=lambda item: -item[1][1])
        return [(kind, times, cost) for kind, (times, cost) in ordered]


def option_call(option: Option) -> str:
    """Return the call that an option makes, by the name of its command."""
    return str(option.commands[0].__struct_config__.tag)


def viewer_prompt(view: TableView) -> Prompt | None:
    """Return the decision that the viewer has to make; ``None`` if there is none."""
    me = player_of(view.viewer)
    found = (
        one for one in view.prompts if one.due in COACHED_DUES and one.player == me and one.box
    )
    return next(found, None)


def hand_to_decide(view: TableView) -> HandToDecide | None:
    """Return the hand that the viewer has to decide about; ``None`` if there is none."""
    prompt = viewer_prompt(view)
    shown = [card for card in view.dealer.cards if card is not None]
    if prompt is None or prompt.box is None or not shown:
        return None
    hand = view.hand(prompt.box, prompt.hand or 1)
    if hand is None or None in hand.cards:
        return None
    return HandToDecide(
        f"{hand_value(hand)} against {rank_with_article(shown[0])}",
        " ".join(str(card) for card in hand.cards if card is not None),
        str(shown[0]),
        frozenset(option_call(option) for option in prompt.options if option.commands),
    )


def hand_question(law: TableLaw, choices: Choices, asked: HandToDecide) -> HandQuestion:
    """Return the question for the worth of a hand's calls."""
    return HandQuestion(law.game, choices, asked.cards, asked.dealer, asked.insurance)


def hand_advice(law: TableLaw, choices: Choices, asked: HandToDecide) -> Advice | None:
    """Return what the choices of a hand are worth; ``None`` if they cannot be computed."""
    worths = call_worths(hand_question(law, choices, asked))
    known = {call: worth for call, worth in worths if call in asked.offered}
    if not known:
        return None
    best = max(known.values())
    ordered = sorted(known.items(), key=lambda item: -item[1])
    return Advice(
        asked.situation, tuple(Worth(call, worth, best - worth) for call, worth in ordered)
    )


def viewer_advice(law: TableLaw, choices: Choices, view: TableView) -> Advice | None:
    """Return what the viewer's choices are worth; ``None`` if nothing is theirs to decide."""
    asked = hand_to_decide(view)
    return None if asked is None else hand_advice(law, choices, asked)


def percent_text(part: float) -> str:
    """Return a part of the wager as a percentage with its sign, a true minus below zero."""
    return f"{PERCENT * part:+.2f} %".replace("-", "\N{MINUS SIGN}")


_WORTHS: dict[HandQuestion, Worths] = {}


def call_worths(asked: HandQuestion) -> Worths:
    """Return what each call is worth off a full shoe; empty if it cannot be computed."""
    if asked not in _WORTHS:
        _WORTHS[asked] = hand_worths(asked)
    return _WORTHS[asked]


async def learn_worths(
    maths: MathsProcess, law: TableLaw, choices: Choices, hands: Iterable[HandToDecide]
) -> None:
    """Have the worth of hands computed by the process that does such things, if it answers."""
    for hand in hands:
        asked = hand_question(law, choices, hand)
        if asked not in _WORTHS and maths.answers:
            with suppress(BusyMathsError):
                _WORTHS[asked] = await maths.worths(asked)
