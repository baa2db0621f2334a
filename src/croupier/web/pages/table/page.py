"""A table's page: a pure function of what a viewer may see, and of the cloth."""

from datetime import datetime

import msgspec

from croupier.display.choices import Option
from croupier.display.sentences import Sentence
from croupier.display.viewers import a_card, capital, counted, listed, player_of
from croupier.display.views import Prompt, SignView, TableView, hand_name, told_total
from croupier.messages import Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Catalogue
from croupier.web.pages.svg_symbols import CHIPS, chip_name
from croupier.web.pages.table.felt import (
    BoxPart,
    ChipPart,
    FeltPrint,
    PayTable,
    boxes_of,
    category_name,
    insurance_chips,
    named_cards,
    spoken,
)
from croupier.web.pages.table.history import LinePart, gist, settled_lines, signed

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


KEYS = {
    False: (
        ("H", "hit"),
        ("S", "stand"),
        ("D", "double"),
        ("P", "split"),
        ("U", "surrender"),
        ("Y", "insure"),
        ("E", "even"),
        ("N", "no"),
    ),
    True: (("B", "bet"), ("F", "fold"), ("C", "concede")),
}
"""What keys call at a table: not of Caribbean Stud, and of Caribbean Stud."""
BOTH = (
    ("1–8", "chip"),
    ("← →", "spot"),
    ("↵", "lay there"),
    ("R", "repeat"),
    ("X", "double all"),
    ("⌫", "clear"),
    ("D", "deal"),
    ("W", "why"),
    ("?", "keys"),
)
"""What keys do at every table."""
PLACES = 2
"""How many cards of the dealer's have a place before they come."""
HAND_OF_FIVE = 5
NEVER_LAID = ("bet",)
"""Spots on which nothing is laid before the cards: their wager is an answer."""


class RefusalPart(msgspec.Struct, frozen=True):
    """Why something was refused, as it is shown."""

    why: str
    """What is wrong, and what is accepted."""
    clauses: tuple[str, ...]
    """The clause that decides, then those that shape it; empty where it is no rule's matter."""


class RoundPart(msgspec.Struct, frozen=True):
    """What a round came to for the viewer."""

    number: int
    """Which round of the table."""
    amount: str
    """What was won, with its sign."""
    tone: str
    """``win``, ``lose`` or empty."""
    clause: str
    """The clause that decided most of it."""


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a table's page shows."""

    id: str
    """The table's name on the floor."""
    version: int
    """Up to where the table's stream has been read."""
    view: TableView
    """What the viewer may see."""
    cloth: FeltPrint
    """What is printed."""
    book: str
    """The rulebook, by its name for programs."""
    about: str
    """Number, limits, decks and round, in a line."""
    boxes: tuple[BoxPart, ...]
    """Every box, in the order of play."""
    insured: tuple[ChipPart, ...]
    """What lies on the insurance line."""
    dealer_cards: tuple[tuple[str, str], ...]
    """The dealer's cards."""
    dealer_label: str
    """The same as a screen reader says it."""
    dealer_total: str
    """What they count."""
    dealer_places: int
    """How many dashed places are left for cards to come."""
    question: ViewerQuestion
    """What is asked."""
    note: str
    """What more there is to know, or the clause behind the question in our words."""
    due: str
    """The wire name of it; empty where nothing is."""
    lines: tuple[LinePart, ...]
    """What was settled."""
    signs: tuple[SignView, ...]
    """What the cloth and the signs say."""
    told: tuple[Sentence, ...]
    """What happened last, in sentences; empty where nothing needs to be told."""
    rounds: tuple[RoundPart, ...]
    """The viewer's last rounds."""
    meter: str
    """The jackpot's meter; empty where there is none."""
    said: str
    """What the live region says."""
    refused: RefusalPart | None
    """Why the last thing asked for was refused; none where it was not."""
    at_table: bool
    """Whether the viewer is a player who is there."""
    may_sit: bool
    """Whether the viewer may take a seat."""
    may_deal: bool
    """Whether the viewer may have the round dealt now."""
    seconds: int
    """How much time is left for the answer; 0 where there is no limit."""
    of_seconds: int
    """Of how much; 0 where there is no limit."""
    picked: Cents
    """The chip that is picked in the rack."""
    practice: bool
    """Whether it is a practice table, which has a coach."""
    player_cards: bool
    """Whether Player Cards are looked after here."""
    pays: tuple[PayTable, ...]
    """What the jackpot pays, a bet of Caribbean Stud, and the optional wagers."""
    held: str
    """The kind of hand that the viewer holds; empty where it is not known."""
    changes: tuple[str, ...]
    """What the signs announce: other limits, the closing; often nothing."""
    chips: str
    """What the viewer has in chips here; empty where that is nobody's matter."""
    purse: str
    """What the viewer has away from the tables; empty where that is nobody's matter."""

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"/tables/{self.id}"

    @property
    def betting(self) -> bool:
        """Whether the viewer may lay wagers."""
        return self.question.kind == "wagers"

    @property
    def layable(self) -> frozenset[str]:
        """The spots on which something may be laid before the cards."""
        return frozenset(spot.on for spot in self.cloth.spots if spot.on not in NEVER_LAID)

    @property
    def rack(self) -> tuple[tuple[Cents, str], ...]:
        """The chips to lay, the smallest first."""
        return tuple((value, chip_name(value)) for value in reversed(CHIPS))

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """What keys do here."""
        return KEYS[self.cloth.stud] + BOTH


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What a table's page shows beside the view."""

    told: tuple[Sentence, ...] = ()
    """What happened last."""
    rounds: tuple[RoundPart, ...] = ()
    """The viewer's last rounds."""
    refused: Refused | str | None = None
    """Why the last thing asked for was refused: by a rule, or in a sentence of the page's own."""
    notice: str = ""
    """What the viewer is told of what was just asked for; often nothing."""
    may_deal: bool = False
    """Whether the viewer may have the round dealt now."""
    seconds: int = 0
    """How much time is left for the answer."""
    of_seconds: int = 0
    """Of how much."""
    picked: Cents = 500
    """The chip that is picked in the rack."""
    declined: bool = False
    """Whether the viewer wants no insurance in this round."""
    practice: bool = False
    """Whether it is a practice table, which has a coach."""
    player_cards: bool = False
    """Whether Player Cards are looked after here."""
    purse: Cents | None = None
    """What the viewer has away from the tables; none where that is nobody's matter."""


NOTHING = Surroundings()


def table_page(
    name: str,
    version: int,
    view: TableView,
    cloth: FeltPrint,
    book: Catalogue,
    around: Surroundings = NOTHING,
) -> TablePage:
    """The page of a table for a viewer."""
    question = question_for(view, declined=around.declined)
    dealer = view.dealer
    fresh = bool(view.wagers) and not view.under_way
    cards = () if fresh else dealer.cards
    places = (
        0 if cloth.stud and cards else max(0, (HAND_OF_FIVE if cloth.stud else PLACES) - len(cards))
    )
    me = player_of(view.viewer)
    here = view.player(me) if me else None
    refused = refusal_part(around.refused)
    return TablePage(
        id=name,
        version=version,
        view=view,
        cloth=cloth,
        book=book.book,
        about=about_line(name, view),
        boxes=boxes_of(view, cloth),
        insured=insurance_chips(view, cloth),
        dealer_cards=named_cards(view, "dealer", cards),
        dealer_label=f"The dealer has {spoken(cards)}" if cards else "The dealer has no cards",
        dealer_total=dealer_total(view) if cards else "",
        dealer_places=places,
        question=question,
        note=around.notice or question.note or gist(book, question.clause),
        due=view.prompts[0].due if view.prompts else "",
        lines=settled_lines(view, cloth, book),
        signs=view.signs,
        told=around.told,
        rounds=around.rounds,
        meter="" if view.meter is None else in_dollars(view.meter),
        said=said(view, question, refused),
        refused=refused,
        at_table=here is not None,
        may_sit=bool(me) and (here is None or here.seat is None) and view.open and not view.rests,
        may_deal=around.may_deal,
        seconds=around.seconds,
        of_seconds=around.of_seconds,
        picked=around.picked,
        practice=around.practice,
        player_cards=around.player_cards,
        pays=(*jackpot_table(cloth, view), *cloth.pays),
        held=held_by(view),
        changes=announced(view),
        chips=in_dollars(here.chips) if here is not None and here.chips is not None else "",
        purse="" if around.purse is None else in_dollars(around.purse),
    )


def jackpot_table(cloth: FeltPrint, view: TableView) -> tuple[PayTable, ...]:
    """What the jackpot pays now, where there is one; a share of the pool as the meter stands."""
    if view.meter is None:
        return ()
    lines = tuple(
        (hand, in_dollars(max(least, view.meter * part // of if of else 0)), clause)
        for hand, part, of, least, clause in cloth.jackpot
    )
    return (PayTable("The jackpot pays", lines, "J"),)


def held_by(view: TableView) -> str:
    """The kind of hand that the viewer holds at Caribbean Stud; empty where it is not known."""
    me = player_of(view.viewer)
    hands = [hand for box in view.boxes if box.controller == me for hand in box.hands]
    cards = hands[0].cards if me and hands else ()
    known = tuple(card for card in cards if card is not None)
    return category_name(known) if len(known) == HAND_OF_FIVE else ""


def announced(view: TableView) -> tuple[str, ...]:
    """What the signs announce: other limits, the closing."""
    found = []
    if (sign := view.limit_sign) is not None and sign.limits is not None:
        limits = f"{in_dollars(sign.limits.minimum)} to {in_dollars(sign.limits.maximum)}"
        found.append(f"From {told_time(sign.effective)}: {limits} on a box")
    if (sign := view.closing_sign) is not None:
        found.append(f"The table closes at {told_time(sign.effective)}")
    return tuple(found)


def told_time(at: datetime) -> str:
    """A time that a sign announces, with its day and its zone: 14:30 UTC+11:00 on 3 May."""
    return f"{at:%H:%M %Z} on {at:%-d %B}"


def dealer_total(view: TableView) -> str:
    """What the dealer's cards count, or what the open one of five is."""
    if total := told_total(view.dealer):
        return total
    shown = [card for card in view.dealer.cards if card is not None]
    return f"shows {shown[0].rank.word}" if shown else ""


def about_line(name: str, view: TableView) -> str:
    """A table in a line: number, limits, decks, round."""
    limits = view.limits
    sign = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
    parts = [name, f"{sign} in steps of {in_dollars(limits.unit)}"]
    parts.append(counted(view.decks, "deck"))
    if view.rounds:
        parts.append(f"round {view.rounds}")
    return " · ".join(parts)


def refusal_part(refused: Refused | str | None) -> RefusalPart | None:
    """A refusal as it is shown."""
    match refused:
        case None:
            return None
        case Refused(why=why, clause=clause, also=also):
            return RefusalPart(why, tuple(one for one in (clause, *also) if one))
    return RefusalPart(refused, ())


def said(view: TableView, question: ViewerQuestion, refused: RefusalPart | None) -> str:
    """At most one sentence for each turn or result, own boxes first."""
    if refused is not None:
        clause = f" Clause {refused.clauses[0]}." if refused.clauses else ""
        return f"Refused: {refused.why}.{clause}"
    me = player_of(view.viewer)
    own = [one for one in view.settled if one.player == me]
    results = ""
    if own and not view.under_way:
        net = sum(one.net for one in own)
        outcome = "you are even" if not net else f"you {'win' if net > 0 else 'lose'}"
        amount = f" {in_dollars(abs(net))}" if net else ""
        dealer = dealer_total(view)
        results = f"Dealer {dealer}. " if dealer else ""
        results += f"Round {view.rounds}: {outcome}{amount}. "
    return (results + spoken_turn(question)).strip()


def round_part(number: int, net: Cents, clause: str) -> RoundPart:
    """A round and what it came to."""
    tone = "win" if net > 0 else "lose" if net else ""
    return RoundPart(number, signed(net) if net else "even", tone, clause)
