"""The players' decisions: draw, stand, double, split, surrender, join, turn cards up."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from croupier.games.blackjack.state import (
    CALLED_DOUBLE,
    CALLED_HIT,
    DOUBLE,
    SPLIT,
    SURRENDER,
    BlackjackDraft,
    BlackjackTable,
    Box,
    CardCalled,
    Hand,
    Question,
    current_hand,
    face_down_rule,
    others_on,
    question_of_another_box,
    round_of,
    surrender_law,
)
from croupier.games.blackjack.turn import (
    CardsExposed,
    HandFinished,
    double_amount_refusal,
    double_cards_refusal,
    hand_at_turn,
    hand_limit_reached,
    hit_refusal,
    join_rule,
    not_in_control,
    not_to_be_called,
    own_stake,
    split_cards_refusal,
    stand_refusal,
    stay_rule,
    surrender_refusal,
)
from croupier.games.table.checks import laying_refusal, player_excluded, tokens_in
from croupier.games.table.choices import Choices
from croupier.games.table.draft import Handler, on
from croupier.games.table.state import MAIN, Stake, unchanged
from croupier.games.table.wagers import laying_entry
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.money import Cents, Entry, balances_after
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.law.blackjack import DoubleLaw, SplitLaw


class Shown(PlayerCommand, frozen=True, kw_only=True):
    """A call that is shown with a hand signal."""

    signal: str = ""
    """The signal: ``scratch``, ``tap``, ``knock``, ``wave``; if left out, a lawful one."""


class Decision(Shown, frozen=True):
    """A call for a box; without a player it is the controlling player's."""

    box: int
    """The box that the call is for, from 1."""
    player: str | None = None
    """Who calls; the controlling player if left out."""


class Hit(Decision, frozen=True, tag="hit"):
    """Asks for a card."""


class Stand(Decision, frozen=True, tag="stand"):
    """Asks for no more cards."""


class DoubleDown(Decision, frozen=True, tag="double"):
    """Doubles, or joins a double; without an amount, for as much as the wager."""

    amount: Cents | None = None
    """How much is added; as much as the wager if left out."""
    chips: str = msgspec.field(default="", name="with")
    """``chips`` or ``tokens``; left out, chips, with tokens where those are too few."""


class DeclineDouble(Decision, frozen=True, tag="no-double"):
    """Does not join a double."""


class SplitHand(Decision, frozen=True, tag="split"):
    """Splits, or joins a split."""

    chips: str = msgspec.field(default="", name="with")
    """``chips`` or ``tokens``; left out, chips, with tokens where those are too few."""


class DeclineSplit(Decision, frozen=True, tag="no-split"):
    """Does not join a split."""


class Surrender(Decision, frozen=True, tag="surrender"):
    """Gives up half the wager, or joins others who do."""


class DeclineSurrender(Decision, frozen=True, tag="no-surrender"):
    """Does not join a surrender."""


class ExposeCards(Decision, frozen=True, tag="expose"):
    """Turns the first two cards up."""


class Surrendered(Event, frozen=True, tag="surrendered"):
    """A player gave up half a wager; a marker lies on it."""

    player: str
    """Who gave it up."""
    box: int
    """Where the wager lies, from 1."""
    waiting: tuple[str, ...]
    """The players of the box who have yet to say whether they surrender; empty where none."""
    clause: str
    """The clause that allows it."""
    marker_clause: str
    """The clause that asks for the marker."""


class DecisionSignalled(Event, frozen=True, tag="decision-signalled"):
    """A player showed a decision with a hand signal."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    call: str
    """What was decided, by the name of the command."""
    signal: str
    """How it was shown."""
    clause: str
    """The clause that asks for signals."""


class DoublePlaced(Event, frozen=True, tag="double-placed"):
    """A player put a further wager on a hand."""

    player: str
    """Who doubled."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    amount: Cents
    """The further wager."""
    waiting: tuple[str, ...]
    """The players of the box who have yet to say whether they double."""
    entry: Entry
    """The postings: from the player to the layout."""
    tokens: Cents = 0
    """The part of it that is promotional tokens; 0 where all of it is chips."""


class SplitPlaced(Event, frozen=True, tag="split-placed"):
    """A player put a wager down for the second of the hands to be formed."""

    player: str
    """Who split."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand is to become two, counted from 1."""
    amount: Cents
    """The further wager."""
    waiting: tuple[str, ...]
    """The players of the box who have yet to say whether they split; empty where none."""
    entry: Entry
    """The postings: from the player to the layout."""
    tokens: Cents = 0
    """The part of it that is promotional tokens; 0 where all of it is chips."""


class JoiningDeclined(Event, frozen=True, tag="joining-declined"):
    """A player did not join a double, split or surrender."""

    player: str
    """Who did not join."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    what: str
    """``double``, ``split`` or ``surrender``."""
    clause: str
    """The clause that leaves it to them."""


class HandSplit(Event, frozen=True, tag="hand-split"):
    """A hand became two."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand became two, counted from 1; the new one lies behind it."""
    clause: str
    """The clause that allows it."""
    sideways_clause: str = ""
    """The clause by which the card of a split ace is laid sideways; empty where none is."""


def surrendered(table: BlackjackTable, event: Surrendered) -> BlackjackTable:
    round_ = round_of(table)
    stakes = tuple(
        replace(stake, surrendered=True)
        if (stake.player, stake.box, stake.on) == (event.player, event.box, MAIN)
        else stake
        for stake in round_.stakes
    )
    own_question = Question(SURRENDER, event.box, 1, event.waiting) if event.waiting else None
    question = own_question or question_of_another_box(round_, event.box)
    return replace(table, round=replace(round_, stakes=stakes, question=question, called=True))


def double_placed(table: BlackjackTable, event: DoublePlaced) -> BlackjackTable:
    return with_further_wager(table, event, DOUBLE)


def split_placed(table: BlackjackTable, event: SplitPlaced) -> BlackjackTable:
    return with_further_wager(table, event, SPLIT)


def with_further_wager(
    table: BlackjackTable, event: DoublePlaced | SplitPlaced, on: str
) -> BlackjackTable:
    """Return the table with a wager for a double or split, and the next player to answer."""
    round_ = round_of(table)
    question = Question(on, event.box, event.hand, event.waiting)
    first = (event.player, event.box, event.hand, MAIN)
    unpaid = any(
        (s.player, s.box, s.hand, s.on) == first and s.below_minimum for s in round_.stakes
    )
    stake = Stake(
        event.player,
        event.box,
        on,
        event.amount,
        event.hand,
        original=False,
        tokens=event.tokens,
        below_minimum=unpaid,
    )
    return replace(
        table,
        round=replace(round_, stakes=(*round_.stakes, stake), question=question, called=True),
        balances=balances_after(table.balances, (event.entry,)),
    )


def joining_declined(table: BlackjackTable, event: JoiningDeclined) -> BlackjackTable:
    round_ = round_of(table)
    assert round_.question is not None
    waiting = tuple(name for name in round_.question.waiting if name != event.player)
    return replace(table, round=replace(round_, question=replace(round_.question, waiting=waiting)))


def hand_split(table: BlackjackTable, event: HandSplit) -> BlackjackTable:
    round_ = round_of(table)
    boxes = list(round_.boxes)
    for place, box in enumerate(boxes):
        if box.number == event.box:
            left, right = box.hands[event.hand - 1].cards
            formed = (Hand((left,), split=True), Hand((right,), split=True))
            hands = (*box.hands[: event.hand - 1], *formed, *box.hands[event.hand :])
            boxes[place] = replace(box, hands=hands)
    stakes = tuple(_after_split(stake, event) for stake in round_.stakes)
    return replace(table, round=replace(round_, boxes=tuple(boxes), stakes=stakes, question=None))


def _after_split(stake: Stake, event: HandSplit) -> Stake:
    if stake.box != event.box:
        return stake
    if stake.on == SPLIT:
        return replace(stake, on=MAIN, hand=event.hand + 1)
    return replace(stake, hand=stake.hand + 1) if stake.hand > event.hand else stake


DecisionT = TypeVar("DecisionT", bound=Decision)
Answer = Callable[[BlackjackDraft, DecisionT], Refused | None]
"""The handler of one kind of decision."""


def check_signal_first(handler: Answer[DecisionT]) -> Answer[DecisionT]:
    """Wrap a handler so that a reported hand signal is checked before the decision itself."""

    def answer(draft: BlackjackDraft, command: DecisionT) -> Refused | None:
        if command.signal:
            if refused := _no_signal(draft.law, draft.table.choices, command):
                return refused
            rules = draft.law.play
            clause = rules.turn.clause if rules.signals is None else rules.signals.draw.clause
            call = str(command.__struct_config__.tag)
            draft.emit(DecisionSignalled(command.box, call, command.signal, clause))
        return handler(draft, command)

    return answer


def _no_signal(law: BlackjackLaw, choices: Choices, command: Decision) -> Refused | None:
    """Refuse a decision whose hand signal neither the rulebook nor the operator accepts."""
    rules = law.play.signals
    if rules is None:
        return None
    known = choices.signals
    if isinstance(command, Hit):
        known = (*rules.draw.value, *known)
    elif isinstance(command, Stand):
        known = (*rules.stand.value, *known)
    if command.signal in known:
        return None
    call = command.__struct_config__.tag
    accepted = " or ".join(known) or "a signal that the operator accepts, and none is chosen"
    why = f"{call} is shown by {accepted}, not by {command.signal}"
    return Refused("call/signal", rules.draw.clause, why)


def hit(draft: BlackjackDraft, command: Hit) -> Refused | None:
    """Ask for a card."""
    table = draft.table
    turn = hand_at_turn(draft.law, table, command.box, command.player)
    if isinstance(turn, Refused):
        return turn
    box, position, hand = turn
    if (hand.covered or hand.split) and (refused := hit_refusal(draft.law, hand)):
        return refused
    draft.called = CardCalled(box.number, position, CALLED_HIT, draft.law.play.draws.clause)
    return None


def stand(draft: BlackjackDraft, command: Stand) -> Refused | None:
    """Ask for no more cards."""
    table = draft.table
    turn = hand_at_turn(draft.law, table, command.box, command.player)
    if isinstance(turn, Refused):
        return turn
    box, position, hand = turn
    if refused := stand_refusal(draft.law, hand):
        return refused
    draft.emit(HandFinished(box.number, position, draft.law.play.stands.clause, called=True))
    return None


def expose(draft: BlackjackDraft, command: ExposeCards) -> Refused | None:
    """Turn the first two cards up."""
    table = draft.table
    turn = hand_at_turn(draft.law, table, command.box, command.player)
    if isinstance(turn, Refused):
        return turn
    box, _, hand = turn
    law = draft.law
    if not hand.covered:
        return Refused("expose/face-up", law.cards.face_up.clause, "the cards are already face up")
    draft.emit(CardsExposed(box.number, face_down_rule(law).clause))
    return None


def question_for(table: BlackjackTable, what: str, command: Decision) -> Question | None:
    """Return the open question that a command answers, if its player was asked one."""
    if table.round is None:
        return None
    question = round_of(table).question
    if question is None or question.what != what or question.box != command.box:
        return None
    return question if command.player in question.waiting else None


def double(draft: BlackjackDraft, command: DoubleDown) -> Refused | None:
    """Double, or join a double."""
    table = draft.table
    question = question_for(table, DOUBLE, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_double(draft, command, command.player, question.hand, waiting)
    alone = draft.law.double.only_with_caller
    turn = hand_at_turn(draft.law, table, command.box, command.player, alone)
    if isinstance(turn, Refused):
        return turn
    box, position, hand = turn
    if refused := double_cards_refusal(draft.law, hand):
        return refused
    return _place_double(draft, command, box.controller, position, others_on(table, box, position))


def _place_double(
    draft: BlackjackDraft, command: DoubleDown, player: str, hand: int, waiting: tuple[str, ...]
) -> Refused | None:
    table = draft.table
    till = table.till
    law = draft.law.double
    stake = own_stake(table, player, command.box, hand)
    if stake is None:
        return _no_wager(draft.law, player)
    amount = stake.amount if command.amount is None else command.amount
    tokens = tokens_in(table, player, amount, command.chips)
    if refused := double_amount_refusal(draft.law, table, stake, amount) or laying_refusal(
        draft.law, table, player, amount, tokens, tender=command.chips
    ):
        return refused
    entry = laying_entry(till, player, amount, tokens, law.amount.clause)
    draft.emit(DoublePlaced(player, command.box, hand, amount, waiting, entry, tokens))
    if not waiting:
        draft.emit(_card_for_double(law, command.box, hand))
    return None


def _card_for_double(law: DoubleLaw, box: int, hand: int) -> CardCalled:
    """Return the call for the one card of a double, and how it is laid."""
    sideways = "" if law.sideways is None else law.sideways.clause
    return CardCalled(box, hand, CALLED_DOUBLE, law.one_card.clause, sideways)


def _no_wager(law: BlackjackLaw, player: str) -> Refused:
    """Refuse a further wager to a player who decides for a hand without a wager on it."""
    why = f"{player} has no wager on this hand to add to"
    return Refused("call/no-stake", law.play.turn.clause, why)


def decline_double(draft: BlackjackDraft, command: DeclineDouble) -> Refused | None:
    """Decline to join a double."""
    question = question_for(draft.table, DOUBLE, command)
    if question is None:
        clause = draft.law.double.others.clause
        return Refused("double/not-asked", clause, "nobody asked this player to double")
    _decline(draft, question, command)
    return None


def split(draft: BlackjackDraft, command: SplitHand) -> Refused | None:
    """Split, or join a split."""
    table = draft.table
    question = question_for(table, SPLIT, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_split(draft, command, command.player, question.hand, waiting)
    alone = draft.law.split.only_with_caller
    turn = hand_at_turn(draft.law, table, command.box, command.player, alone)
    if isinstance(turn, Refused):
        return _refuse_second_split(draft.law, table, command.box, turn)
    box, position, hand = turn
    if refused := split_cards_refusal(draft.law, table, box.number, hand):
        return refused
    waiting = others_on(table, box, position)
    return _place_split(draft, command, box.controller, position, waiting)


def _refuse_second_split(
    law: BlackjackLaw, table: BlackjackTable, number: int, refused: Refused
) -> Refused:
    """Refuse to split a split ace again once it has its card, if the rulebook forbids it."""
    if refused.code != "call/split-aces":
        return refused
    box = round_of(table).box(number)
    assert box is not None
    return hand_limit_reached(law, table, box, box.hands[-1]) or refused


def _place_split(
    draft: BlackjackDraft, command: SplitHand, player: str, hand: int, waiting: tuple[str, ...]
) -> Refused | None:
    table = draft.table
    till = table.till
    box = command.box
    stake = own_stake(table, player, box, hand)
    if stake is None or not stake.amount:
        return _no_wager(draft.law, player)
    clause = split_clause(draft.law, table, box, player)
    tokens = tokens_in(table, player, stake.amount, command.chips)
    if refused := laying_refusal(
        draft.law, table, player, stake.amount, tokens, tender=command.chips
    ):
        return replace(refused, also=(*refused.also, clause))
    entry = laying_entry(till, player, stake.amount, tokens, clause)
    draft.emit(SplitPlaced(player, box, hand, stake.amount, waiting, entry, tokens))
    if not waiting:
        draft.emit(_split_event(draft.law, table, box, hand))
    return None


def _split_event(law: BlackjackLaw, table: BlackjackTable, number: int, hand: int) -> HandSplit:
    """Return the event that splits a hand, by the clause of the player who called it."""
    box = round_of(table).box(number)
    assert box is not None
    clause = split_clause(law, table, number, box.controller)
    return HandSplit(number, hand, clause, _aces_laid_by(law.split, box, hand))


def _aces_laid_by(rules: SplitLaw, box: Box, hand: int) -> str:
    """Return the clause by which a split ace's card is laid sideways; empty if there is none."""
    if rules.aces_sideways is None or box.hands[hand - 1].cards[0].points != 1:
        return ""
    further = rules.further_aces_one_card if len(box.hands) > 1 else None
    return (further or rules.aces_sideways).clause


def split_clause(law: BlackjackLaw, table: BlackjackTable, number: int, player: str) -> str:
    """Return the clause under which a wager for a split is made: first, further, or joined."""
    rules = law.split
    box = round_of(table).box(number)
    assert box is not None
    if player != box.controller:
        return join_rule(law, table, number).clause
    if len(box.hands) == 1:
        return rules.equal_value.clause
    current = current_hand(round_of(table))
    assert current is not None
    aces = current[2].cards[0].points == 1
    return ((rules.aces_again if aces else None) or rules.again).clause


def decline_split(draft: BlackjackDraft, command: DeclineSplit) -> Refused | None:
    """Decline to join a split; the wager stays with the first of the two hands."""
    question = question_for(draft.table, SPLIT, command)
    if question is None:
        clause = draft.law.split.others.clause
        return Refused("split/not-asked", clause, "nobody asked this player to split")
    _decline(draft, question, command)
    return None


def surrender(draft: BlackjackDraft, command: Surrender) -> Refused | None:
    """Surrender, or join a surrender."""
    table = draft.table
    law = draft.law
    question = question_for(table, SURRENDER, command)
    if question is not None:
        assert command.player is not None
        waiting = tuple(name for name in question.waiting if name != command.player)
        return _place_surrender(draft, command.box, command.player, waiting)
    if refused := not_to_be_called(law, table, command.box):
        return refused
    box = round_of(table).box(command.box)
    assert box is not None
    refused = player_excluded(table, command.player or box.controller) or surrender_refusal(
        law, table, box
    )
    if refused:
        return refused
    if command.player is not None and command.player != box.controller:
        return not_in_control(law, box)
    return _place_surrender(draft, command.box, box.controller, others_on(table, box, 1))


def _place_surrender(
    draft: BlackjackDraft, box: int, player: str, waiting: tuple[str, ...]
) -> Refused | None:
    rules = surrender_law(draft.law)
    draft.emit(Surrendered(player, box, waiting, rules.called.clause, rules.marker.clause))
    if not waiting:
        draft.emit(HandFinished(box, 1, rules.no_more_cards.clause))
    return None


def decline_surrender(draft: BlackjackDraft, command: DeclineSurrender) -> Refused | None:
    """Decline to join a surrender; the hand takes no more cards anyway."""
    law = draft.law
    question = question_for(draft.table, SURRENDER, command)
    if question is None:
        clause = law.surrender.others.clause if law.surrender else law.play.turn.clause
        return Refused("surrender/not-asked", clause, "nobody asked this player to surrender")
    _decline(draft, question, command)
    return None


def _decline(draft: BlackjackDraft, question: Question, command: Decision) -> None:
    assert command.player is not None
    decline_for(draft, question, command.player)


def decline_for(draft: BlackjackDraft, question: Question, player: str) -> None:
    """Record a player's refusal to join; the silence of an absent player counts as one."""
    law, table = draft.law, draft.table
    box, hand, what = question.box, question.hand, question.what
    done: Event
    if what == DOUBLE:
        clause = law.double.others.clause
        done = _card_for_double(law.double, box, hand)
    elif what == SPLIT:
        clause = stay_rule(law, table, box).clause
        done = _split_event(law, table, box, hand)
    else:
        clause = surrender_law(law).others.clause
        done = HandFinished(box, hand, surrender_law(law).no_more_cards.clause)
    draft.emit(JoiningDeclined(player, box, hand, what, clause))
    if len(question.waiting) == 1:
        draft.emit(done)


HANDLERS: dict[type[Command], Handler] = {
    **on(Hit, check_signal_first(hit)),
    **on(Stand, check_signal_first(stand)),
    **on(ExposeCards, check_signal_first(expose)),
    **on(DoubleDown, check_signal_first(double)),
    **on(DeclineDouble, check_signal_first(decline_double)),
    **on(SplitHand, check_signal_first(split)),
    **on(DeclineSplit, check_signal_first(decline_split)),
    **on(Surrender, check_signal_first(surrender)),
    **on(DeclineSurrender, check_signal_first(decline_surrender)),
}


EVOLVERS: dict[type[Event], Evolver] = {
    Surrendered: surrendered,
    DecisionSignalled: unchanged,
    DoublePlaced: double_placed,
    SplitPlaced: split_placed,
    JoiningDeclined: joining_declined,
    HandSplit: hand_split,
}
