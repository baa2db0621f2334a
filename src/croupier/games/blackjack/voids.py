"""Rounds and hands declared void: wagers go back, what was paid stands or is repaid."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.blackjack.controllers import (
    answer_for_silent,
    is_declared_void,
    pass_on_control,
    step_out,
)
from croupier.games.blackjack.round_opening import has_lapsed, put_before_call, take_call_back
from croupier.games.blackjack.settlement import (
    feed_back,
    forget_burn,
    keeps_spare_cards,
    shuffle_if_due,
)
from croupier.games.blackjack.state import (
    DOUBLE,
    GONE,
    HAND_BOUND_STAKES,
    INSURANCE,
    BlackjackDraft,
    BlackjackTable,
    Box,
    cards_of,
    events_since_last_round,
    moments,
    round_of,
    without_lines,
)
from croupier.games.table.checks import no_such_wager, not_empowered, nothing_to_continue
from croupier.games.table.contest.rounds import (
    absence_lines_back,
    void_earlier_round,
    with_round_reopened,
)
from croupier.games.table.draft import Handler, on
from croupier.games.table.new_cards import clause_of_standing_results
from croupier.games.table.preparation import CardBurned, ensure_shuffle
from croupier.games.table.rounds import (
    VOID,
    PastRoundVoided,
    Remedies,
    RoundVoided,
    VoidTerms,
    WagersSettled,
    loss_line,
    record_outstanding,
    refund_line,
    reversal_line,
    reversal_lines,
    settlements_of_round,
)
from croupier.games.table.state import (
    MAIN,
    Line,
    PastRound,
    is_betting_over,
    is_only_called,
    is_past,
)
from croupier.games.table.wagers import wager_return
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Till, balances_after
from croupier.rulebooks import BlackjackLaw, Role, Rule
from croupier.rulebooks.law.irregularities import FoundLater, MisdealLaw, PaidAlready, TransferLaw


class VoidRound(Command, frozen=True, tag="void-round"):
    """Declares void a round that cannot be reconstructed."""

    number: int | None = None
    """Which one, counted since the table opened; left out, the one under way or just ended."""


class VoidHand(Command, frozen=True, tag="void-hand"):
    """Declares the hand of a box void."""

    box: int
    """The box whose hand is void, from 1."""
    number: int | None = None
    """In which round; left out, the one under way or just ended."""
    first_cards: bool = False
    """Whether the error was in the first two cards, which decide optional wagers."""
    hand: int | None = None
    """Which of several hands, counted from 1; left out, all of the box."""


class FirstCardCleared(Event, frozen=True, tag="first-card-cleared"):
    """No wager is left for a round whose first card had slipped out: betting is open again."""

    cards: tuple[Card, ...]
    """The cards that lay ready in front of the shoe."""
    burned: bool
    """Whether the card was burned; otherwise it is still the next one."""
    clause: str
    """The clause by which betting is open again."""


class HandVoided(Event, frozen=True, tag="hand-voided"):
    """The hand of a box is void and its wagers went back."""

    box: int
    """Whose hand, from 1."""
    lines: tuple[Line, ...]
    """What became of each wager on it."""
    clause: str
    """The clause by which it is void."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""
    hand: int | None = None
    """Which of several hands of the box; none for all of them."""


class SettlementsUndone(Event, frozen=True, tag="settlements-undone"):
    """Wagers that were settled in this round went back after all."""

    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause by which they went back."""


def first_card_cleared(table: BlackjackTable, event: FirstCardCleared) -> BlackjackTable:
    table = replace(
        table, first_card_out=False, players_then={}, limits_then=None, side_bet_limits_then={}
    )
    if not event.burned:
        return table
    return replace(table, ahead=(), offered=0, discards=(*table.discards, *event.cards))


def round_voided(table: BlackjackTable, event: RoundVoided) -> BlackjackTable:
    balances = balances_after(table.balances, (line.entry for line in event.lines))
    if table.round is None:
        return with_round_reopened(replace(table, settled=(), balances=balances))
    round_ = round_of(table)
    gone = Counter(cards_of(round_.boxes, gone=True))
    lying = Counter(cards_of(round_.boxes, gone=False)) - gone
    left = table.rounds_left
    unknown = (None,) * table.untold
    after = replace(
        table,
        round=None,
        shoe=replace(table.shoe, drawn=table.shoe.drawn + table.untold),
        untold=0,
        discards=(
            *table.discards,
            *lying.elements(),
            *round_.dealer,
            *unknown,
            *table.ahead[event.kept :],
        ),
        ahead=table.ahead[: event.kept],
        offered=0,
        settled=(),
        balances=balances,
        rounds_left=None if left is None else max(0, left - 1),
    )
    return with_round_reopened(after)


def hand_voided(table: BlackjackTable, event: HandVoided) -> BlackjackTable:
    balances = balances_after(table.balances, (line.entry for line in event.lines))
    settled = tuple(
        replace(one, lines=tuple(x for x in left if not _on_void_hand(x, event)))
        for one in table.settled
        for left in (without_lines(one.lines, event.lines),)
    )
    if table.round is None:
        return replace(table, settled=settled, balances=balances)
    round_ = round_of(table)
    discards = list(table.discards)
    boxes = []
    for box in round_.boxes:
        if box.number == event.box:
            hands = []
            for place, hand in enumerate(box.hands, 1):
                if event.hand in (None, place):
                    discards += hand.cards if hand.progress is not GONE else ()
                    hand = replace(hand, progress=GONE, call=None)
                hands.append(hand)
            box = replace(box, hands=tuple(hands))
        boxes.append(box)
    back = {(line.player, line.box, line.hand, line.on, line.of) for line in event.lines}
    stakes = tuple(
        stake
        for stake in round_.stakes
        if (stake.player, stake.box, stake.hand, stake.on, stake.of) not in back
    )
    question = round_.question
    if question is not None and question.box == event.box and event.hand in (None, question.hand):
        question = None
    return replace(
        table,
        round=replace(round_, boxes=tuple(boxes), stakes=stakes, question=question),
        discards=tuple(discards),
        settled=settled,
        balances=balances,
    )


def _on_void_hand(line: Line, event: HandVoided) -> bool:
    """Return whether a settled wager stood and fell with a hand that is void."""
    return (
        line.box == event.box and event.hand in (None, line.hand) and line.on in HAND_BOUND_STAKES
    )


def settlements_undone(table: BlackjackTable, event: SettlementsUndone) -> BlackjackTable:
    settled = tuple(
        replace(one, lines=without_lines(one.lines, event.lines)) for one in table.settled
    )
    balances = balances_after(table.balances, (line.entry for line in event.lines))
    return replace(table, settled=settled, balances=balances)


def void_round(draft: BlackjackDraft, void: VoidTerms) -> None:
    """Call off the round under way, or undo the one just ended."""
    table = draft.table
    till = table.till
    if table.first_card_out:
        call_off(draft, void.clause)
        return
    lines: list[Line] = []
    boxes: tuple[Box, ...] = ()
    if table.round is not None:
        boxes = round_of(table).boxes
        for stake in round_of(table).stakes:
            if void.keeps(stake.player):
                lines.append(loss_line(till, stake, void.clause, void.also))
            else:
                lines.append(refund_line(till, stake, VOID, void.clause, void.also))
    lines += reversal_lines_of_round(draft.law, table, void)
    under_way = table.round is not None
    choosing = under_way and bool(round_of(table).choosing)
    failure = draft.law.device_failure
    lines += absence_lines_back(draft, void.clause)
    kept = table.offered if under_way and keeps_spare_cards(draft.law) else 0
    draft.emit(RoundVoided(tuple(lines), void.clause, void.also, kept))
    record_outstanding(draft, lines, void.clause)
    if under_way:
        feed_back(draft)
        forget_burn(draft)
    table = draft.table
    postponed = table.shuffle_after_round or table.check_after_round
    if choosing and not postponed:
        assert isinstance(failure, TransferLaw)
        ensure_shuffle(draft, failure.shuffled.clause)
    elif under_way and (postponed or table.preparation is None):
        shuffle_if_due(draft, boxes)


def call_off(draft: BlackjackDraft, clause: str, box: int | None = None) -> None:
    """Give back wagers, of one box or all, before a round whose first card slipped out."""
    for stake in draft.table.wagers:
        if box in (None, stake.box):
            draft.emit(wager_return(draft.table.till, stake, clause, "void before it was dealt"))
    clear_first_card(draft)


def clear_first_card(draft: BlackjackDraft) -> None:
    """Clear a first card that slipped out for a round that has no wager left.

    Reading R19: if the rulebook voids a round without wagers, the card is burned; else it is the
    next card. Betting is open again.
    """
    table = draft.table
    if not table.first_card_out or any(stake.on == MAIN for stake in table.wagers):
        return
    law = draft.law.irregular.stray
    rule = law.no_wagers or law.drawn
    for stake in table.wagers:
        why = "its initial wager is gone"
        draft.emit(wager_return(draft.table.till, stake, rule.clause, why))
    burned = law.no_wagers is not None
    draft.emit(FirstCardCleared(table.ahead, burned, rule.clause))
    if burned and not table.ahead:
        draft.emit(CardBurned(rule.clause))


def reversal_lines_of_round(
    law: BlackjackLaw, table: BlackjackTable, void: VoidTerms
) -> Iterator[Line]:
    """Yield the lines that reverse what was settled in the round."""
    return reversal_lines(table.till, table.settled, void, final=law.settlement.moment.clause)


def void_terms(law: BlackjackLaw, table: BlackjackTable) -> VoidTerms:
    """Return how a misdealt round is void."""
    rules = law.irregular.misdeal
    in_tournament = rules.paid_in_tournament if table.choices.tournament is not None else None
    paid = in_tournament or rules.paid_already
    goes_on = () if rules.goes_on is None else (rules.goes_on.clause,)
    also = (paid.clause, *paid.also, *goes_on, *rules.void.also)
    also = tuple(clause for clause in dict.fromkeys(also) if clause != rules.void.clause)
    return VoidTerms(rules.void.clause, also, paid.value)


def declare_round_void(draft: BlackjackDraft, command: VoidRound) -> Refused | None:
    """Declare a round void, with the powers that the rulebook gives."""
    table = draft.table
    law = draft.law.irregular.misdeal
    if refused := not_empowered(command, law.void, "declare a round void"):
        return refused
    table = put_before_call(draft, command.number)
    if command.number is not None and is_past(table, command.number):
        return _void_past(draft, command.number, None, first_cards=False)
    if not (is_betting_over(table) or table.settled):
        return Refused("void/no-round", law.void.clause, "there is no round to declare void")
    if not is_betting_over(table) and (refused := _results_stand(draft)):
        return refused
    impractical = draft.law.conduct.impractical
    by_that = impractical is not None and impractical.clause == law.void.clause
    if by_that and not is_betting_over(table):
        return nothing_to_continue(law.void.clause)
    if not law.hand_by_hand:
        void_round(draft, void_terms(draft.law, table))
        return None
    if table.first_card_out:
        call_off(draft, law.void.clause)
        return None
    boxes = _boxes(table)
    for box in boxes:
        void_hand(draft, box, law.void.clause, law.void.also)
    if boxes:
        return None
    return Refused("void/no-round", law.void.clause, "every hand is void already")


def _results_stand(draft: BlackjackDraft) -> Refused | None:
    """Refuse to undo a round that was over when a card was found missing or foreign.

    Reading U4: there the rulebook lets earlier results stand.
    """
    clause = clause_of_standing_results(events_since_last_round(draft.history))
    if not clause:
        return None
    why = "a card was found missing or foreign since: earlier results stand"
    return Refused("void/results-stand", clause, why)


def _boxes(table: BlackjackTable) -> list[int]:
    """Return the boxes with hands that may be void, in the round under way or just ended."""
    lines = (line for one in table.settled for line in one.lines)
    boxes = {line.box for line in lines if line.on in HAND_BOUND_STAKES}
    if table.round is not None:
        boxes |= {stake.box for stake in round_of(table).stakes}
    return sorted(boxes)


def declare_hand_void(draft: BlackjackDraft, command: VoidHand) -> Refused | None:
    """Declare one hand void, if the rulebook goes hand by hand."""
    table = draft.table
    law = draft.law.irregular.misdeal
    if not law.hand_by_hand:
        return Refused("void/whole-rounds", law.void.clause, "whole rounds are void here")
    if refused := not_empowered(command, law.void, "declare a hand void"):
        return refused
    table = put_before_call(draft, command.number)
    if command.number is not None and is_past(table, command.number):
        return _void_past(draft, command.number, command.box, first_cards=command.first_cards)
    if table.first_card_out and any(stake.box == command.box for stake in table.wagers):
        call_off(draft, law.void.clause, command.box)
        return None
    box = None if table.round is None else round_of(table).box(command.box)
    hands = 1 if box is None else len(box.hands)
    wrong = command.hand is not None and not 1 <= command.hand <= hands
    if wrong or table.first_card_out or command.box not in _boxes(table):
        why = f"box {command.box} has no hand to declare void"
        return Refused("void/no-hand", law.void.clause, why)
    rule = law.void
    if command.hand is not None and hands > 1:
        return _void_one(draft, command.box, command.hand, rule)
    void_hand(draft, command.box, rule.clause, rule.also, first_cards=command.first_cards)
    return None


def _void_one(draft: BlackjackDraft, box: int, hand: int, rule: Rule[Role]) -> Refused | None:
    """Give back the wagers on one of several hands of a box; the others play on."""
    table, also = draft.table, _with_side_bets(draft, rule.also)
    stakes = round_of(table).stakes
    lines = [
        refund_line(table.till, stake, VOID, rule.clause, also)
        for stake in stakes
        if (stake.box, stake.hand) == (box, hand)
    ]
    lines += [
        reversal_line(table.till, line, rule.clause, also)
        for settlement in table.settled
        for line in settlement.lines
        if (line.box, line.hand) == (box, hand) and line.on in (MAIN, DOUBLE) and line.net
    ]
    if not lines:
        why = f"hand {hand} of box {box} has no wager to give back"
        return Refused("void/no-hand", rule.clause, why)
    left = any(s.box == box and s.hand not in (0, hand) for s in stakes)
    if not left:
        lines += [
            refund_line(table.till, stake, VOID, rule.clause, also)
            for stake in stakes
            if (stake.box, stake.on) == (box, INSURANCE)
        ]
    draft.emit(HandVoided(box, tuple(lines), rule.clause, also, hand))
    record_outstanding(draft, lines, rule.clause)
    return None


def _with_side_bets(draft: BlackjackDraft, also: tuple[str, ...]) -> tuple[str, ...]:
    """Return the clauses of a void hand, with the one that keeps optional wagers valid."""
    side_bets = draft.law.irregular.misdeal.side_bets_valid
    return also if side_bets is None else (*also, side_bets.clause)


def void_hand(
    draft: BlackjackDraft,
    box: int,
    clause: str,
    also: tuple[str, ...] = (),
    *,
    first_cards: bool = False,
) -> None:
    """Give back the wagers on a box; an optional one that is decided stays so.

    Reading P12: an optional wager goes back too if its cards were not dealt, or dealt wrongly.
    """
    table = draft.table
    till = table.till
    also = _with_side_bets(draft, also)
    stakes = () if table.round is None else round_of(table).stakes
    lines = [refund_line(till, stake, VOID, clause, also) for stake in stakes if stake.box == box]
    lines += [
        reversal_line(till, line, clause, also)
        for settlement in table.settled
        for line in settlement.lines
        if line.box == box and (first_cards or line.on in HAND_BOUND_STAKES) and line.net
    ]
    draft.emit(HandVoided(box, tuple(lines), clause, also))
    record_outstanding(draft, lines, clause)


def void_player(draft: BlackjackDraft, player: str, clause: str) -> None:
    """Declare all wagers of a player void, including those settled in this round."""
    take_wagers_back(draft, player, clause, PaidAlready.REPAID)


def take_wagers_back(
    draft: BlackjackDraft,
    player: str,
    clause: str,
    paid_already: PaidAlready,
    *,
    box: int | None = None,
    on: str | None = None,
) -> None:
    """Give back what a player wagered in this round; a shared box continues with the others.

    Either all of it, or what lies on one box or is of one kind. If no initial wager is left on a
    box, another player's optional wager goes back with it.
    """
    table = draft.table
    till = table.till
    void = VoidTerms(clause, paid_already=paid_already)
    undone_lines = tuple(
        line
        for line in reversal_lines_of_round(draft.law, table, void)
        if is_declared_void(line, player, box, on) and not table.first_card_out
    )
    if table.round is None:
        _back_between_rounds(draft, player, clause, undone_lines, box=box, on=on)
        return
    meant = [stake for stake in round_of(table).stakes if is_declared_void(stake, player, box, on)]
    own = {stake.box for stake in meant if stake.on == MAIN}
    question = round_of(table).question
    if question is not None and question.box in {stake.box for stake in meant}:
        answer_for_silent(draft, player, clause, void=True)
    round_ = round_of(draft.table)
    meant = [stake for stake in round_.stakes if is_declared_void(stake, player, box, on)]
    others = {s.box for s in round_.stakes if s.on == MAIN and s not in meant}
    lying = tuple(
        refund_line(till, stake, VOID, clause)
        for stake in round_.stakes
        if stake in meant or stake.box in own - others
    )
    if undone_lines:
        draft.emit(SettlementsUndone(undone_lines, clause))
    if lying:
        draft.emit(WagersSettled(lying, clause))
    record_outstanding(draft, undone_lines + lying, clause)
    if has_lapsed(draft):
        take_call_back(draft, clause)
        return
    for number in sorted(own):
        pass_on_control(draft, player, number, clause)


def _back_between_rounds(
    draft: BlackjackDraft,
    player: str,
    clause: str,
    undone_lines: tuple[Line, ...],
    *,
    box: int | None,
    on: str | None,
) -> None:
    """Give back wagers that lie for the next round, and undo those of the one just ended."""
    till = draft.table.till
    for stake in draft.table.wagers:
        if is_declared_void(stake, player, box, on):
            draft.emit(wager_return(till, stake, clause, "the wager was declared void"))
    clear_first_card(draft)
    if undone_lines:
        draft.emit(SettlementsUndone(undone_lines, clause))
        record_outstanding(draft, undone_lines, clause)


def void_wager(
    draft: BlackjackDraft, player: str, clause: str, box: int | None, on: str | None
) -> Refused | None:
    """Declare some wagers of a player void: on one box, or of one kind."""
    before = len(draft.events)
    take_wagers_back(draft, player, clause, PaidAlready.REPAID, box=box, on=on)
    return no_such_wager(player, clause) if len(draft.events) == before else None


def _void_past(
    draft: BlackjackDraft, number: int, box: int | None, *, first_cards: bool
) -> Refused | None:
    """Declare a round void after later ones have begun, if the rulebook allows it."""
    law = draft.law.irregular.misdeal
    later = law.found_later
    if later.value is FoundLater.STANDS:
        why = "the error was found after the next round began: the result stands"
        return Refused("void/too-late", later.clause, why)
    known = draft.history.past
    if number == draft.table.rounds:
        return _void_just_ended(draft, box, first_cards=first_cards)
    past = next((one for one in known if one.number == number), None)
    if past is None or not any(one.lines for one in past.settlements):
        lasting = (one for one in known if any(s.lines for s in one.settlements))
        kept = ", ".join(str(one.number) for one in lasting) or "none"
        why = f"the rounds still known are: {kept}"
        return Refused("void/no-round", later.clause, why)
    lines = _past_lines(draft.table.till, law, past, box, first_cards=first_cards)
    void_earlier_round(draft, PastRoundVoided(number, box, lines, later.clause, later.also))
    record_outstanding(draft, lines, later.clause)
    return None


def _void_just_ended(
    draft: BlackjackDraft, box: int | None, *, first_cards: bool
) -> Refused | None:
    """Declare the last round void after the first card of the next slipped out."""
    table = draft.table
    later = draft.law.irregular.misdeal.found_later
    boxes = [number for number in _boxes(table) if box in (None, number)]
    if not boxes:
        why = "nothing in that round is left to declare void"
        return Refused("void/no-round", later.clause, why)
    if later.value is FoundLater.HAND_MAY_BE_VOID:
        for number in boxes:
            void_hand(draft, number, later.clause, later.also, first_cards=first_cards)
        return None
    void = VoidTerms(later.clause, later.also, PaidAlready.REPAID)
    lines = tuple(reversal_lines_of_round(draft.law, table, void))
    lines += absence_lines_back(draft, later.clause)
    draft.emit(RoundVoided(lines, later.clause, later.also))
    record_outstanding(draft, lines, later.clause)
    return None


def _past_lines(
    till: Till, law: MisdealLaw, past: PastRound, box: int | None, *, first_cards: bool
) -> tuple[Line, ...]:
    every = first_cards or law.side_bets_valid is None
    return tuple(
        reversal_line(till, line, law.found_later.clause, law.found_later.also)
        for settlement in past.settlements
        for line in settlement.lines
        if line.net and box in (None, line.box) and (every or line.on in HAND_BOUND_STAKES)
    )


def void_past(draft: BlackjackDraft, number: int, void: VoidTerms) -> Refused | None:
    """Call off a round after later ones have begun."""
    table = draft.table
    settlements = settlements_of_round(table, draft.history.past, number, void)
    if isinstance(settlements, Refused):
        return settlements
    lines = tuple(reversal_lines(table.till, settlements, void))
    if number == table.rounds:
        lines += absence_lines_back(draft, void.clause)
        draft.emit(RoundVoided(lines, void.clause, void.also))
    else:
        void_earlier_round(draft, PastRoundVoided(number, None, lines, void.clause, void.also))
    record_outstanding(draft, lines, void.clause)
    return None


def exclude(draft: BlackjackDraft, player: str, clause: str) -> None:
    """Take an excluded player out of the round, or of the one to come.

    Reading U1: before the first card, their wagers go back. Reading R18: after it, they play, and
    their owner decides nothing. In a tournament its manager says what becomes of them.
    """
    table = draft.table
    if is_only_called(table) and table.contest is None:
        void_player(draft, player, clause)
    elif table.round is not None:
        step_out(draft, player, clause)
    elif table.contest is None and not table.first_card_out:
        for stake in table.wagers:
            if stake.player == player:
                draft.emit(wager_return(table.till, stake, clause, "the player is excluded"))


REMEDIES = Remedies(
    void_round, void_player, exclude, void_wager, void_past, put_before_call, moments
)


HANDLERS: dict[type[Command], Handler] = {
    **on(VoidRound, declare_round_void),
    **on(VoidHand, declare_hand_void),
}


EVOLVERS: dict[type[Event], Evolver] = {
    FirstCardCleared: first_card_cleared,
    RoundVoided: round_voided,
    HandVoided: hand_voided,
    SettlementsUndone: settlements_undone,
}
