"""Strategy drills: one hand after the other, each answer graded by its exact worth.

The whole state of a drill is its address: the game, the kind of hands, a number and the answers so
far. So nothing is kept, every step works without script, and the same answers lead to the same
hands. What was answered wrongly is asked again a little later.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from zlib import crc32

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Card, Rank
from croupier.cards.shoe import random_order
from croupier.display.choices import Option
from croupier.display.viewers import lower_first
from croupier.display.views import Prompt, TableView, hand_value
from croupier.errors import CroupierError
from croupier.features.school.coach import (
    NO_MISTAKE,
    Advice,
    HandToDecide,
    hand_advice,
    hand_to_decide,
    option_call,
)
from croupier.floor.card_sources import random_source
from croupier.games.table.choices import Choices
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw, law_of
from croupier.web.pages.table.felt import named_cards, spoken_cards
from croupier.web.pages.table.set_ups import (
    BOX,
    INSURANCE,
    SHOWN,
    TWO_CARDS,
    SetUp,
    find_set_up,
    play,
)

QUESTIONS = 20
"""The number of questions of a drill."""
AGAIN_AFTER = 3
"""How many questions later a hand is asked again that was answered wrongly."""
ALL, HARD, SOFT, PAIRS, BETS = "all", "hard", "soft", "pairs", "bets"
ACE_SHOWN = "ace"
OPEN_HARD = range(8, 18)
"""The hard totals that leave something to decide."""
PAIR_RANKS = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN)
ADDRESS = re.compile(rf"([0-9]{{1,6}})-([a-z]{{0,{QUESTIONS}}})(\.?)")
HAND_CARDS = 5


class UnknownDrillError(CroupierError):
    """There is no such drill, or an answer in its address was not offered."""


class DrillKind(msgspec.Struct, frozen=True):
    """A kind of hands to be drilled in."""

    name: str
    """Its name in addresses."""
    title: str
    """Its title on buttons."""
    about: str
    """The hands that come, in one sentence."""


BLACKJACK_KINDS = (
    DrillKind(ALL, "Everything", "Hard, soft and paired hands against any card."),
    DrillKind(HARD, "Hard hands", "Totals of 8 to 17 without an ace that counts eleven."),
    DrillKind(SOFT, "Soft hands", "An ace that counts eleven."),
    DrillKind(PAIRS, "Pairs", "Split, or not?"),
    DrillKind(INSURANCE, "Insurance", "An ace shows: what does insuring this hand cost?"),
)
STUD_KINDS = (DrillKind(BETS, "Bet or fold", "Five cards of yours against one of the dealer's."),)


def kinds_for(law: TableLaw) -> tuple[DrillKind, ...]:
    """Return the kinds of hands that can be drilled in a game."""
    if isinstance(law, StudLaw):
        return STUD_KINDS
    insurable = isinstance(law, BlackjackLaw) and law.insurance is not None
    return tuple(one for one in BLACKJACK_KINDS if one.name != INSURANCE or insurable)


def find_kind(law: TableLaw, name: str) -> DrillKind:
    """Return a kind of hands by its name. Raise ``UnknownDrillError`` if the game has none."""
    for one in kinds_for(law):
        if one.name == name:
            return one
    names = ", ".join(one.name for one in kinds_for(law))
    raise UnknownDrillError(f"there is no drill {name!r} in {law.title}: there are {names}")


# Questions ----------------------------------------------------------------------------------------


class DrillQuestion(msgspec.Struct, frozen=True):
    """A hand, and what may be called with it."""

    name: str
    """The name of the hand, for practising it; empty if it cannot be set up alone."""
    choices: Choices
    """The operator's choices for the table."""
    hand: HandToDecide
    """The hand as the mathematics takes it."""
    total: str
    """What the hand counts, or is called."""
    cards: tuple[tuple[str, str], ...]
    """Each of its cards as drawn: a name on the page, and the drawing."""
    label: str
    """The same for screen readers."""
    dealer: tuple[tuple[str, str], ...]
    """The dealer's cards as drawn."""
    dealer_label: str
    """The same for screen readers."""
    options: tuple[tuple[str, str], ...]
    """The answers: key and call."""

    def call(self, key: str) -> str:
        """Return the call of a key. Raise ``UnknownDrillError`` if it answers nothing here."""
        for known, call in self.options:
            if known == key:
                return call
        raise UnknownDrillError(f"{key!r} does not answer the question there")


def question_hands(law: TableLaw, kind: str, number: int) -> Iterator[SetUp]:
    """Yield the hands of a drill, in the order in which they are asked."""
    seed = crc32(f"{law.game}/{kind}/{number}".encode())
    if isinstance(law, StudLaw):
        for at in range(QUESTIONS):
            yield stud_hand(seed + at, at)
        return
    own = [name for name in TWO_CARDS if _belongs(name, kind)]
    shown = [ACE_SHOWN] if kind == INSURANCE else list(SHOWN)
    pairs = [f"{one}-against-{other}" for one in own for other in shown]
    for name in random_order(pairs, random_source(seed)):
        yield find_set_up(law, name)


def _belongs(name: str, kind: str) -> bool:
    """Return whether a hand is asked in a drill of a kind."""
    sort, _, figure = name.partition("-")
    if sort == "hard" and int(figure) not in OPEN_HARD:
        return False
    wanted = {HARD: "hard", SOFT: "soft", PAIRS: "pair"}.get(kind, sort)
    return sort == wanted


def stud_hand(seed: int, at: int) -> SetUp:
    """Return five cards and the dealer's: by turns ace-king, a small pair, ace-king and any.

    Between ace-king and a small pair lies what is hard to decide.
    """
    deck = random_order(DECK, random_source(seed))
    first: list[Card] = []
    if at % 2 == 0:
        first = [next(card for card in deck if card.rank is rank) for rank in (Rank.ACE, Rank.KING)]
    elif at % 4 == 1:
        rank = PAIR_RANKS[seed % len(PAIR_RANKS)]
        first = [card for card in deck if card.rank is rank][:2]
    used = {card.rank for card in first}
    own = list(first)
    for card in deck:
        if len(own) == HAND_CARDS:
            break
        if card not in own and (not first or card.rank not in used):
            own.append(card)
            used.add(card.rank)
    theirs = [card for card in deck if card not in own][-HAND_CARDS:]
    stack = " ".join(f"{one} {other}" for one, other in zip(theirs, own, strict=True))
    return SetUp("", "", "", stack)


@lru_cache(maxsize=4096)
def question_for(game: str, hand: SetUp, *, insurance: bool) -> DrillQuestion:
    """Return what a hand asks, as the table would: whether to insure it, or how to play it."""
    law = law_of(game)
    dealt = play(law, hand, shoe=1, calls="")
    prompt = dealt.view.prompts[0]
    if prompt.due == INSURANCE and not insurance:
        dealt = play(law, hand, shoe=1, calls="n")
        prompt = dealt.view.prompts[0]
    if (prompt.due == INSURANCE) is not insurance:
        raise UnknownDrillError(f"{hand.title}: insurance is not offered there")
    view = dealt.view
    held = view.hand(BOX, 1)
    assert held is not None
    total = hand_value(held)
    asked = _insurance_question(view) if insurance else hand_to_decide(view)
    assert asked is not None
    if hand.title:
        # A pair says what is to be decided, its total does not.
        words = f"insure {lower_first(hand.title)}" if insurance else lower_first(hand.title)
        asked = replace(asked, situation=words)
    return DrillQuestion(
        hand.name,
        dealt.croupier.table.choices,
        asked,
        total,
        named_cards(view, "own", held.cards),
        f"You have {spoken_cards(held.cards)}: {total}",
        named_cards(view, "dealer", view.dealer.cards),
        f"The dealer has {spoken_cards(view.dealer.cards)}",
        tuple((one.key, _call(prompt, one)) for one in prompt.options if one.key),
    )


def _insurance_question(view: TableView) -> HandToDecide:
    held, shown = view.hand(BOX, 1), view.dealer.cards[0]
    assert held is not None
    assert shown is not None
    return HandToDecide(
        "insurance",
        " ".join(str(card) for card in held.cards),
        str(shown),
        frozenset({"insure", "decline"}),
        insurance=True,
    )


def _call(prompt: Prompt, option: Option) -> str:
    """Return the call of an option; no insurance is a call too, though nothing is submitted."""
    if prompt.due == INSURANCE:
        return "insure" if option.key == "y" else "decline"
    return option_call(option)


# Answers ------------------------------------------------------------------------------------------


class DrillAnswer(msgspec.Struct, frozen=True):
    """An answer and its grade."""

    question: DrillQuestion
    """The question that was answered."""
    call: str
    """What was answered."""
    advice: Advice
    """What each call is worth, the best first."""

    @property
    def cost(self) -> float:
        """What the answer costs against the best one, in units of the wager; 0 for the best."""
        behind = next(one.behind for one in self.advice.choices if one.call == self.call)
        return behind if behind > NO_MISTAKE else 0.0

    @property
    def right(self) -> bool:
        """Whether no other answer is worth more."""
        return not self.cost

    @property
    def best(self) -> str:
        """The call that is worth most."""
        return self.advice.choices[0].call


class Drill(msgspec.Struct, frozen=True):
    """A drill as far as it was answered."""

    kind: DrillKind
    """The kind of its hands."""
    number: int
    """The number that its hands follow from."""
    keys: str
    """The keys of the answers so far."""
    answers: tuple[DrillAnswer, ...]
    """Those answers with their grades."""
    question: DrillQuestion | None
    """The next question; ``None`` when all are answered."""

    @property
    def count_right(self) -> int:
        """How many answers were right."""
        return sum(one.right for one in self.answers)

    @property
    def cost(self) -> float:
        """What all mistakes cost together, in units of the wager."""
        return sum(one.cost for one in self.answers)

    @property
    def streak(self) -> int:
        """How many answers in a row were right, up to the last."""
        wrong = [at for at, one in enumerate(self.answers, start=1) if not one.right]
        return len(self.answers) - (wrong[-1] if wrong else 0)

    @property
    def best_streak(self) -> int:
        """The longest row of right answers."""
        best = run = 0
        for one in self.answers:
            run = run + 1 if one.right else 0
            best = max(best, run)
        return best

    def weak_spots(self) -> list[DrillAnswer]:
        """Return the wrong answers, the most costly first, each hand once."""
        worst = sorted((one for one in self.answers if not one.right), key=lambda one: -one.cost)
        return list({one.question.hand.situation: one for one in reversed(worst)}.values())[::-1]


def read_address(played: str) -> tuple[int, str, bool]:
    """Return the number, the answers and whether the last grade is shown.

    Raise ``UnknownDrillError`` if it does not read as one.
    """
    found = ADDRESS.fullmatch(played)
    if found is None:
        raise UnknownDrillError("there is no such drill")
    return int(found[1]), found[2], bool(found[3])


def next_question(
    law: TableLaw, kind: DrillKind, fresh: Iterator[SetUp], answers: Sequence[DrillAnswer]
) -> DrillQuestion:
    """Return the next question: a hand that was answered wrongly before, or a fresh one.

    A hand with which nothing but one call is lawful asks nothing, and is passed over.
    """
    before = len(answers) - AGAIN_AFTER
    if before >= 0 and not answers[before].right:
        return answers[before].question
    found = (question_for(law.game, one, insurance=kind.name == INSURANCE) for one in fresh)
    return next(one for one in found if len(one.options) > 1)


def grade(law: TableLaw, question: DrillQuestion, key: str) -> DrillAnswer:
    """Return an answer with its grade. Raise ``UnknownDrillError`` if it was not offered."""
    call = question.call(key)
    advice = hand_advice(law, question.choices, question.hand)
    if advice is None or call not in {one.call for one in advice.choices}:
        raise UnknownDrillError(f"what {call} is worth there is not known")
    return DrillAnswer(question, call, advice)
