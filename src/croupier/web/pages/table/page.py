"""A table's page: a pure function of what a viewer may see, and of the printed felt."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from croupier.display.choices import Option
from croupier.display.sentences import Sentence
from croupier.display.viewers import (
    NO_NAMES,
    Names,
    Onlooker,
    Voice,
    join_words,
    lower_first,
    noun_count,
    player_of,
    rank_with_article,
    upper_first,
)
from croupier.display.views import Prompt, SignView, TableView, hand_name, hand_value
from croupier.messages import Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Catalogue
from croupier.web.pages.svg_symbols import CHIPS, chip_name
from croupier.web.pages.table.bets import SavedBet
from croupier.web.pages.table.contest import ContestPart, session_table_label, wager_question
from croupier.web.pages.table.felt import (
    BoxPart,
    ChipPart,
    FeltPrint,
    PayTable,
    boxes_of,
    category_name,
    insurance_chips,
    named_cards,
    spoken_cards,
)
from croupier.web.pages.table.history import LinePart, gist, settlement_lines, signed_amount
from croupier.web.pages.text import table_label

WAGERS = "wagers"
INSURANCE = "insurance"
CUT = "cut"
ANSWER, SURRENDER, WITHDRAWAL, SETTLEMENT = "answer", "surrender", "withdrawal", "settlement"
HANDS = ("decision", ANSWER, SURRENDER, "bet")
"""The kinds of questions about a hand."""
LABELS = {"none": "no insurance"}
"""Labels of answers that say too little."""


class AnswerButton(msgspec.Struct, frozen=True):
    """A button for one answer, with its key."""

    key: str
    """The keyboard key."""
    label: str
    clause: str
    """The clause that allows it; empty if none is needed."""
    most: Cents
    """The further wager that goes with it; 0 for none."""
    for_less: bool
    """Whether that may be less."""


class ViewerQuestion(msgspec.Struct, frozen=True):
    """What the viewer is asked, or which player the table waits for."""

    kind: str
    """``wagers``, ``turn`` for the wager in a tournament, ``hand``, ``insurance``, ``cut``,
    ``other``; ``wait`` if it is not the viewer's to answer."""
    heading: str
    """The question."""
    note: str
    """Further information; often empty."""
    clause: str
    """The clause that demands it; empty if none does."""
    calls: tuple[AnswerButton, ...] = ()
    """The answers; none while wagers are taken, or if there is nothing to answer."""
    player: str = ""
    """The name of the player the table waits for; empty for the viewer, or nobody."""
    phase: str = ""
    """The phase of play that it belongs to: what is sent for one phase never acts in the next."""


def question_for(view: TableView, *, declined: bool = False) -> ViewerQuestion:
    """Return the most pressing question the viewer may answer, else what the table waits for.

    A viewer who has ``declined`` insurance is not asked again while others think about it.
    """
    if asked := _contest_question(view):
        return asked
    for prompt in view.prompts:
        if declined and prompt.due == INSURANCE:
            continue
        if prompt.question and (prompt.options or prompt.due == WAGERS):
            return replace(_question_of(view, prompt), phase=phase_of(view, prompt))
    first = view.prompts[0] if view.prompts else None
    return replace(_waiting_question(view), phase=f"wait/{phase_of(view, first)}")


def _contest_question(view: TableView) -> ViewerQuestion | None:
    """Return the question about a wager in a tournament; ``None`` if none is due there now."""
    found = wager_question(view)
    if found is None:
        return None
    kind = "turn" if found.mine else "wait"
    return ViewerQuestion(kind, found.heading, found.note, found.clause, phase=found.phase)


def phase_of(view: TableView, prompt: Prompt | None) -> str:
    """Return the phase of play in which something is due.

    It stays the same while others sit down or lay chips, and changes with every card of the hand
    that is asked about.
    """
    if prompt is None:
        return f"{view.rounds}"
    if prompt.due == WAGERS:
        return f"{view.rounds}/{WAGERS}"
    hand = view.hand(prompt.box, prompt.hand or 1) if prompt.box else None
    cards = 0 if hand is None else len(hand.cards)
    return f"{view.rounds}/{prompt.due}/{prompt.box or 0}/{prompt.hand or 0}/{cards}"


def _question_of(view: TableView, prompt: Prompt) -> ViewerQuestion:
    if prompt.due == WAGERS:
        return _of_wagers(view, prompt)
    kind = {INSURANCE: INSURANCE, CUT: CUT}.get(prompt.due, "other")
    heading, note = without_clause(prompt.question), ""
    if prompt.due == ANSWER and prompt.box is not None:
        kind, heading, note = "hand", _of_answer(view, prompt), _of_hand(view, prompt)
    elif prompt.due in HANDS and prompt.box is not None:
        kind, heading, note = "hand", _of_hand(view, prompt), _of_calls(prompt)
        if prompt.due == SURRENDER:
            heading += ". Surrender?"
    elif prompt.due == INSURANCE:
        heading = f"{upper_first(_insurance_button(prompt))}?"
        note = without_clause(prompt.question)
    elif prompt.due == CUT:
        heading = "Will you cut the cards?"
    elif prompt.due == WITHDRAWAL:
        heading, note = "Will you take your wagers back?", heading
    elif prompt.due == SETTLEMENT:
        heading, note = "Will you concede your hand?", heading
    return ViewerQuestion(kind, heading, note, prompt.clause, tuple(map(_call, prompt.options)))


def _of_calls(prompt: Prompt) -> str:
    """Return what may be called, as a question: Hit, stand or split $10?"""
    labels = [_call(option).label for option in prompt.options]
    if len(labels) == 1:
        return f"{labels[0]} is all that the rules allow here."
    return upper_first(f"{join_words([lower_first(one) for one in labels], 'or')}?")


def without_clause(question: str) -> str:
    """Return a question without the clause at its end, which is shown beside it."""
    return question.rpartition(" (")[0] if question.endswith(")") else question


def _call(option: Option) -> AnswerButton:
    label = LABELS.get(option.label) or option.label.partition(" or less")[0]
    return AnswerButton(option.key, upper_first(label), option.clause, option.most, option.for_less)


def _insurance_button(prompt: Prompt) -> str:
    even = any(option.key == "e" for option in prompt.options)
    return "insurance or even money" if even else "insurance"


def _of_wagers(view: TableView, prompt: Prompt) -> ViewerQuestion:
    me = player_of(view.viewer)
    laid = sum(wager.amount for wager in view.wagers if wager.player == me)
    limits = view.limits
    heading = f"Your wagers: {in_dollars(laid)}" if laid else prompt.question.partition(",")[0]
    sign = f"{in_dollars(view.minimum)} to {in_dollars(limits.maximum)} on a box"
    return ViewerQuestion(WAGERS, heading, f"{sign}, until the first card", prompt.clause)


def _of_answer(view: TableView, prompt: Prompt) -> str:
    """Return what somebody has called for a shared box, as a question: ann doubles box 3. Will
    you?"""
    assert prompt.box is not None
    box = view.box(prompt.box)
    who = view.names.get(box.controller or "", box.controller or "The box's player")
    joins = (one.label.split()[0] for one in prompt.options if not one.label.startswith("no "))
    call = next(joins, "")
    calls = {"double": "doubles", "split": "splits", "surrender": "surrenders"}.get(call)
    name = hand_name(view, prompt.box, prompt.hand or 1)
    return f"{who} {calls} {lower_first(name)}. Will you?" if calls else f"{name}: will you join?"


def _of_hand(view: TableView, prompt: Prompt) -> str:
    """Return a hand and what it is up against: Box 2: soft 18 against a six."""
    assert prompt.box is not None
    hand = view.hand(prompt.box, prompt.hand or 1)
    total = hand_value(hand) if hand is not None else ""
    shown = [card for card in view.dealer.cards if card is not None]
    name = hand_name(view, prompt.box, prompt.hand or 1)
    against = f" against {rank_with_article(shown[0])}" if shown else ""
    return f"{name}: {total or 'your hand'}{against}"


def _waiting_question(view: TableView) -> ViewerQuestion:
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
        return ViewerQuestion("wait", "Betting is open", _due_text(first), first.clause)
    return ViewerQuestion("wait", view.phase, _due_text(first), first.clause)


def _due_text(prompt: Prompt) -> str:
    """Return what is due, without the clause at its end."""
    return without_clause(prompt.text)


def spoken_turn(question: ViewerQuestion) -> str:
    """Return one sentence for the live region: whose turn, and the possible answers."""
    if question.kind == "wait":
        return ""
    if question.kind == WAGERS:
        return "Wagers are open."
    if question.kind == "turn":
        return f"{question.heading}: {question.note}."
    answers = join_words((call.label.lower() for call in question.calls), "or")
    return f"{question.heading}. Your turn: {answers}." if question.calls else question.heading


# The page -----------------------------------------------------------------------------------------

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
"""What keys do at a table: of blackjack, and of Caribbean Stud."""
BOTH = (
    ("1–8", "chip"),
    ("← →", "spot"),
    ("↵", "lay there"),
    ("Z", "undo"),
    ("R", "repeat"),
    ("X", "double all"),
    ("⌫", "clear"),
    ("G", "deal"),
    ("W", "why"),
    ("?", "keys"),
)
"""What keys do at every table."""
PRACTICE_KEYS = (("G", "again"), ("R", "other cards"), ("X", "another"), ("W", "why"))
"""What keys do besides where a hand is set up."""
IN_CONTEST = (
    ("G", "lay it"),
    ("C", "pass card"),
    ("U", "form"),
    ("W", "why"),
    ("?", "keys"),
)
"""What keys do at a table of a tournament instead."""
PLACES = 2
"""How many cards of the dealer's have a place before they are dealt."""
HAND_OF_FIVE = 5


class RefusalPart(msgspec.Struct, frozen=True):
    """Why something was refused, as shown."""

    why: str
    """What is wrong, and what is accepted."""
    clauses: tuple[str, ...]
    """The deciding clause, then those that shape it; empty if no rule forbids it."""


class RoundPart(msgspec.Struct, frozen=True):
    """The viewer's result of a round."""

    number: int
    """Its number at the table."""
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
    """The version of the table that is shown."""
    view: TableView
    """What the viewer may see."""
    felt: FeltPrint
    book: str
    """The rulebook, by its name for programs."""
    about: str
    """Number, limits, decks and round, in a line."""
    boxes: tuple[BoxPart, ...]
    """Every box, in the order of play."""
    insured: tuple[ChipPart, ...]
    """What lies on the insurance line."""
    dealer_cards: tuple[tuple[str, str], ...]
    dealer_label: str
    """The dealer's cards for screen readers."""
    dealer_total: str
    dealer_places: int
    """The number of dashed places for cards to come."""
    question: ViewerQuestion
    note: str
    """Further information, or the clause behind the question in our words."""
    notice: str
    """A message about the last form, which stands in place of the note; often empty."""
    due: str
    """The wire name of what is due; empty for nothing."""
    offered: tuple[str, str] | None
    """The card drawn in error that may be taken: its drawing and its name; often ``None``."""
    lines: tuple[LinePart, ...]
    """The settlement."""
    signs: tuple[SignView, ...]
    """The signs at the table."""
    sentences: tuple[Sentence, ...]
    """What happened last, in sentences."""
    rounds: tuple[RoundPart, ...]
    """The viewer's last rounds."""
    meter: str
    """The jackpot's meter; empty without one."""
    announcement: str
    """The sentence for the live region."""
    refused: RefusalPart | None
    """Why the last form was refused; ``None`` if it was not."""
    at_table: bool
    """Whether the viewer is a player at this table."""
    may_sit: bool
    """Whether the viewer may take a seat."""
    may_deal: bool
    """Whether the viewer may have the round dealt now."""
    deals_itself: bool
    """Whether software deals here."""
    ready: bool
    """Whether the viewer has asked for the deal, and others are waited for."""
    last_total: Cents
    """What the viewer's wagers of the last round came to; 0 if there were none."""
    waits_for: tuple[str, ...]
    """The names of the others that the deal or the end of insurance waits for."""
    saved: tuple[SavedBet, ...]
    """The bets that the viewer's browser keeps."""
    seconds: int
    """The time left for the answer; 0 without a limit."""
    of_seconds: int
    """The whole time for the answer; 0 without a limit."""
    chip: Cents
    """The chip picked in the rack."""
    practice: bool
    """Whether it is a practice table, which has a coach."""
    player_cards: bool
    """Whether Player Cards are in use here."""
    pays: tuple[PayTable, ...]
    """What the jackpot, a bet of Caribbean Stud and the optional wagers pay."""
    held: str
    """The kind of hand that the viewer holds; empty if unknown."""
    changes: tuple[str, ...]
    """What the signs announce: other limits, the closing; often nothing."""
    chips: str
    """The viewer's chips here; empty for anybody but players."""
    purse: str
    """The viewer's money away from the tables; empty for anybody but players."""
    set_up: str
    """The address of a hand that is set up for practice; empty at a table of the floor."""
    contest: ContestPart | None
    """The session of a tournament that is played here; ``None`` at other tables."""

    @property
    def address(self) -> str:
        """The address that the page's forms stand under."""
        return self.set_up or f"/tables/{self.id}"

    @property
    def may_bet(self) -> bool:
        """Whether the viewer may place wagers."""
        return self.question.kind == "wagers"

    @property
    def has_played_last(self) -> bool:
        """Whether the viewer has played in the round that is over."""
        return self.at_table and not self.view.under_way and any(one.mine for one in self.lines)

    @property
    def has_rack(self) -> bool:
        """Whether the viewer has chips to lay, now or in the next round."""
        here = bool(player_of(self.view.viewer)) and not (self.view.rests or self.set_up)
        return here and self.contest is None

    @property
    def waiting_text(self) -> str:
        """For whom the table waits, in words; empty if only for the viewer, or nobody."""
        return f"Waiting for {join_words(self.waits_for)}" if self.waits_for else ""

    @property
    def rack(self) -> tuple[tuple[Cents, str], ...]:
        """The chips of the rack, the smallest first."""
        return tuple((value, chip_name(value)) for value in reversed(CHIPS))

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """What keys do here."""
        others = PRACTICE_KEYS if self.set_up else BOTH
        return KEYS[self.felt.stud] + (others if self.contest is None else IN_CONTEST)


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What a table's page shows beside the view."""

    sentences: tuple[Sentence, ...] = ()
    """What happened last."""
    rounds: tuple[RoundPart, ...] = ()
    """The viewer's last rounds."""
    refused: Refused | str | None = None
    """Why the last form was refused: by a rule, or in a sentence of the page's own."""
    notice: str = ""
    """A message about the last form; often empty."""
    may_deal: bool = False
    """Whether the viewer may have the round dealt now."""
    deals_itself: bool = False
    """Whether software deals here."""
    ready: bool = False
    """Whether the viewer has asked for the deal, and others are waited for."""
    last_total: Cents = 0
    """What the viewer's wagers of the last round came to."""
    waits_for: tuple[str, ...] = ()
    """The names of those that the deal or the end of insurance waits for."""
    saved: tuple[SavedBet, ...] = ()
    """The bets that the viewer's browser keeps."""
    seconds: int = 0
    """The time left for the answer."""
    of_seconds: int = 0
    """The whole time for the answer."""
    chip: Cents = 500
    """The chip picked in the rack."""
    declined: bool = False
    """Whether the viewer wants no insurance in this round."""
    practice: bool = False
    """Whether it is a practice table, which has a coach."""
    player_cards: bool = False
    """Whether Player Cards are in use here."""
    purse: Cents | None = None
    """The viewer's money away from the tables; ``None`` for anybody but players."""
    set_up: str = ""
    """The address of a hand that is set up for practice."""
    about: str = ""
    """What stands beside the title, instead of name and limits of the table; often empty."""
    contest: ContestPart | None = None
    """The session of a tournament that is played here; ``None`` at other tables."""


NOTHING = Surroundings()


def table_page(
    name: str,
    version: int,
    view: TableView,
    felt: FeltPrint,
    book: Catalogue,
    around: Surroundings = NOTHING,
) -> TablePage:
    """Return the page of a table for a viewer."""
    question = question_for(view, declined=around.declined)
    dealer = view.dealer
    fresh = bool(view.wagers) and not view.under_way
    cards = () if fresh else dealer.cards
    places = (
        0 if felt.stud and cards else max(0, (HAND_OF_FIVE if felt.stud else PLACES) - len(cards))
    )
    me = player_of(view.viewer)
    here = view.player(me) if me else None
    refused = refusal_part(around.refused, view.names)
    return TablePage(
        id=name,
        version=version,
        view=view,
        felt=felt,
        book=book.book,
        about=around.about or about_line(name, felt.game, view),
        boxes=boxes_of(view, felt),
        insured=insurance_chips(view, felt),
        dealer_cards=named_cards(view, "dealer", cards),
        dealer_label=f"The dealer has {spoken_cards(cards)}"
        if cards
        else "The dealer has no cards",
        dealer_total=dealer_total(view) if cards else "",
        dealer_places=places,
        question=question,
        note=question.note or gist(book, question.clause),
        notice=around.notice,
        due=view.prompts[0].due if view.prompts else "",
        offered=None
        if view.offered is None
        else (str(view.offered), f"The next card is the {view.offered.name_in_words}"),
        lines=settlement_lines(view, felt, book),
        signs=view.signs,
        sentences=around.sentences,
        rounds=around.rounds,
        meter="" if view.meter is None else in_dollars(view.meter),
        announcement=announcement(view, question, refused),
        refused=refused,
        at_table=here is not None and not around.set_up,
        may_sit=_may_sit(view),
        may_deal=around.may_deal,
        deals_itself=around.deals_itself,
        ready=around.ready,
        last_total=around.last_total,
        waits_for=_others_waited_for(view, question, around),
        saved=around.saved,
        seconds=around.seconds,
        of_seconds=around.of_seconds,
        chip=around.chip,
        practice=around.practice,
        player_cards=around.player_cards,
        pays=(*jackpot_table(felt, view), *felt.pays),
        held=held_hand(view),
        changes=sign_changes(view),
        chips=in_dollars(here.chips) if here is not None and here.chips is not None else "",
        purse="" if around.purse is None else in_dollars(around.purse),
        set_up=around.set_up,
        contest=around.contest,
    )


def _may_sit(view: TableView) -> bool:
    """Return whether the viewer may take a seat; in a tournament seats are drawn."""
    me = player_of(view.viewer)
    here = view.player(me) if me else None
    stands = bool(me) and (here is None or here.seat is None)
    return stands and view.open and not view.rests and view.contest is None


def _others_waited_for(
    view: TableView, question: ViewerQuestion, around: Surroundings
) -> tuple[str, ...]:
    """Return the names of those that the table waits for, without the viewer's own."""
    me = player_of(view.viewer)
    own = view.names.get(me, me)
    names = around.waits_for or ((question.player,) if question.player else ())
    return tuple(name for name in names if name != own)


def jackpot_table(felt: FeltPrint, view: TableView) -> tuple[PayTable, ...]:
    """Return what the jackpot pays now, if there is one; shares of the pool by the meter."""
    if view.meter is None:
        return ()
    lines = tuple(
        (hand, in_dollars(max(least, view.meter * part // of if of else 0)), clause)
        for hand, part, of, least, clause in felt.jackpot
    )
    return (PayTable("The jackpot pays", lines, "J"),)


def held_hand(view: TableView) -> str:
    """Return the kind of hand that the viewer holds at Caribbean Stud; empty if unknown."""
    me = player_of(view.viewer)
    hands = [hand for box in view.boxes if box.controller == me for hand in box.hands]
    cards = hands[0].cards if me and hands else ()
    known = tuple(card for card in cards if card is not None)
    return category_name(known) if len(known) == HAND_OF_FIVE else ""


def sign_changes(view: TableView) -> tuple[str, ...]:
    """Return what the signs announce: other limits, the closing."""
    found = []
    if (sign := view.limit_sign) is not None and sign.limits is not None:
        limits = f"{in_dollars(sign.limits.minimum)} to {in_dollars(sign.limits.maximum)}"
        found.append(f"From {sign_time(sign.effective)}: {limits} on a box")
    if (sign := view.closing_sign) is not None:
        found.append(f"The table closes at {sign_time(sign.effective)}")
    return tuple(found)


def sign_time(at: datetime) -> str:
    """Return the time on a sign, with its day and zone: 14:30 UTC+11:00 on 3 May."""
    return f"{at:%H:%M %Z} on {at:%-d %B}"


def dealer_total(view: TableView) -> str:
    """Return what the dealer's cards count, or what the open one of five is."""
    if total := hand_value(view.dealer):
        return total
    shown = [card for card in view.dealer.cards if card is not None]
    return f"shows {shown[0].rank.word}" if shown else ""


def about_line(name: str, game: str, view: TableView) -> str:
    """Return a table in a line: its name as people say it, limits, decks, round."""
    limits = view.limits
    sign = f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}"
    label = table_label(name, game) if view.contest is None else session_table_label(name)
    parts = [label, f"{sign} in steps of {in_dollars(limits.unit)}"]
    parts.append(noun_count(view.decks, "deck"))
    if view.rounds:
        parts.append(f"round {view.rounds}")
    return " · ".join(parts)


def refusal_part(refused: Refused | str | None, names: Names = NO_NAMES) -> RefusalPart | None:
    """Return a refusal as shown, with people by their names."""
    match refused:
        case None:
            return None
        case Refused(why=why, clause=clause, also=also):
            why = Voice(Onlooker(), names=names).with_names(why)
            return RefusalPart(why, tuple(one for one in (clause, *also) if one))
    return RefusalPart(refused, ())


def announcement(view: TableView, question: ViewerQuestion, refused: RefusalPart | None) -> str:
    """Return at most one sentence for each turn or result, the viewer's boxes first."""
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
    """Return a round with its result."""
    tone = "win" if net > 0 else "lose" if net else ""
    return RoundPart(number, signed_amount(net) if net else "even", tone, clause)
