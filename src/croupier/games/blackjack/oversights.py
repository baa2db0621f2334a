"""Oversights: steps left out, late insurance, absent players, wagers above the maximum."""

from msgspec.structs import replace

from croupier.cards import Card, Device, remaining_cards
from croupier.games.blackjack.calls import decline_for
from croupier.games.blackjack.controllers import PlayerAway, come_back, pass_control
from croupier.games.blackjack.device_failure import ask_returned_player, has_wagered
from croupier.games.blackjack.state import (
    DOUBLE,
    INSURANCE,
    OPEN,
    BlackjackDraft,
    BlackjackTable,
    Box,
    Hand,
    Phase,
    cards_out,
    hand_total,
    round_of,
)
from croupier.games.blackjack.turn import may_insure_late
from croupier.games.table.checks import not_empowered, not_the_dealer, player_excluded
from croupier.games.table.choices import Mode
from croupier.games.table.contest.checks import not_in_tournaments
from croupier.games.table.draft import Handler, on
from croupier.games.table.new_cards import after_cutting_card
from croupier.games.table.preparation import (
    PreparationChanged,
    ask_shuffle,
    burn_rule,
    no_cut_rule,
    step_not_due,
)
from croupier.games.table.state import (
    MAIN,
    Stage,
    is_only_called,
    round_has_begun,
    unchanged,
)
from croupier.games.table.wagers import (
    ReportOverMaximum,
    excess_over_maximum,
    leave_over_maximum,
    none_above_maximum,
    over_maximum_event,
    part_of,
)
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import BlackjackLaw, Provision


class ReportMiscall(Command, frozen=True, tag="miscall"):
    """Reports that the total of a hand was called wrongly."""

    box: int
    """Where the hand lies, from 1."""
    total: int
    """The total that was called."""
    hand: int | None = None
    """Which hand of the box, counted from 1; left out, the first."""


class ReportAbsent(Command, frozen=True, tag="absent"):
    """Reports that a player is not there, or will not decide."""

    box: int
    """The box that waits for a decision, from 1."""
    player: str | None = None
    """Who; left out, the one who decides for the box."""


class ReportPresent(Command, frozen=True, tag="present"):
    """Reports that a player who was absent is there again."""

    box: int
    """The box where the player was absent, from 1."""
    player: str
    """Who is back."""


class Overlook(Command, frozen=True, tag="overlook"):
    """Reports that a step was left out and play went on."""

    step: str
    """``cut``, ``burn``, ``shuffle``, ``discards`` or ``insurance``."""


class CallInsurance(Command, frozen=True, tag="call-insurance"):
    """Offers insurance late, where it was forgotten."""


class TotalMiscalled(Event, frozen=True, tag="total-miscalled"):
    """The total of a hand was called wrongly; what was decided on it stands."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    called: int
    """The total that was called."""
    total: int
    """The total that the hand has."""
    clause: str
    """The clause by which players count their own."""


class StepForgotten(Event, frozen=True, tag="step-forgotten"):
    """A cut, a shuffle or a burn was left out, and play goes on."""

    step: str
    """``cut``, ``shuffle`` or ``burn``."""
    shuffle_after_round: bool
    """Whether the cards are shuffled when the round is over."""
    clause: str
    """The clause by which play goes on."""


class DiscardsForgotten(Event, frozen=True, tag="discards-forgotten"):
    """The discards will not be put into the device in this round."""

    clause: str
    """The clause by which they stay in the rack."""


class DiscardsFound(Event, frozen=True, tag="discards-found"):
    """The discards were thought to be in the device, and still lie in the rack."""

    cards: tuple[Card | None, ...]
    """The cards in the rack; none is one that nobody saw."""
    clause: str
    """The clause by which they stay there."""


class InsuranceForgotten(Event, frozen=True, tag="insurance-forgotten"):
    """Insurance was not called."""

    clause: str
    """The clause that says what is done."""


class InsuranceCalledLate(Event, frozen=True, tag="insurance-called-late"):
    """Insurance is offered after all."""

    clause: str
    """The clause that allows it."""


def step_forgotten(table: BlackjackTable, event: StepForgotten) -> BlackjackTable:
    clause = event.clause if event.shuffle_after_round else table.shuffle_after_round
    return replace(table, shuffle_after_round=clause)


def discards_forgotten(table: BlackjackTable, event: DiscardsForgotten) -> BlackjackTable:
    return replace(table, discards_kept=True)


def discards_found(table: BlackjackTable, event: DiscardsFound) -> BlackjackTable:
    shoe = table.shoe
    if not shoe.handle:
        found = len(event.cards)
        shoe = replace(shoe, drawn=shoe.drawn + found, returned=shoe.returned - found)
    return replace(
        table,
        shoe=shoe,
        discards=(*event.cards, *table.discards),
        round=replace(round_of(table), fed_back=()),
    )


def insurance_forgotten(table: BlackjackTable, event: InsuranceForgotten) -> BlackjackTable:
    round_ = replace(round_of(table), phase=Phase.PLAY, insurance_missed=True)
    return replace(table, round=round_)


def insurance_called_late(table: BlackjackTable, event: InsuranceCalledLate) -> BlackjackTable:
    round_ = replace(
        round_of(table), phase=Phase.INSURANCE, insurance_missed=False, insurance_late=True
    )
    return replace(table, round=round_)


STEPS = ("cut", "burn", "shuffle", "discards", "insurance")


def overlook(draft: BlackjackDraft, command: Overlook) -> Refused | None:
    """Record that a step was left out, and continue as the rulebook says."""
    law = draft.law
    clause = law.shuffle.occasions.clause
    if command.step not in STEPS:
        known = ", ".join(STEPS)
        return Refused("overlook/step", clause, f"{command.step!r} is not one of {known}")
    if refused := not_the_dealer(command, clause):
        return refused
    match command.step:
        case "insurance":
            return _insurance_forgotten(draft)
        case "discards":
            return _discards_forgotten(draft)
        case "shuffle":
            return _shuffle_forgotten(draft)
        case "cut":
            return _remedy_forgotten_cut(draft)
        case _:
            return _burn_forgotten(draft)


def no_remedy(step: str, demanded: Provision) -> Refused:
    """Refuse a step for which the rulebook has no remedy, by the clause that demands the step."""
    why = f"this rulebook has no rule for a forgotten {step}: do it now"
    return Refused("overlook/no-rule", demanded.clause, why)


def no_insurance(law: BlackjackLaw) -> Refused:
    """Refuse the report of a forgotten insurance call if the rulebook does not mention one."""
    insurance = law.insurance
    return no_remedy(
        "call for insurance", insurance.called if insurance else law.wagers.no_change_after
    )


def _remedy_forgotten_cut(draft: BlackjackDraft) -> Refused | None:
    rule = draft.law.irregular.oversight.cut
    if rule is None:
        return no_remedy("cut", draft.law.cut.offered)
    if draft.table.choices.device is Device.SHUFFLER:
        why = "cards in a shuffling device are not cut"
        return Refused("overlook/not-due", no_cut_rule(draft.law).clause, why, (rule.clause,))
    if _is_found_later(draft.table):
        draft.emit(StepForgotten("cut", True, rule.clause))
        if not round_has_begun(draft.table):
            ask_shuffle(draft, rule.clause, draft.law.cut.cards_replaced)
        return None
    if refused := step_not_due(draft.law, draft.table, Stage.CUT, rule.clause):
        return replace(refused, clause=rule.clause)
    preparation = draft.table.preparation
    assert preparation is not None
    draft.emit(StepForgotten("cut", True, rule.clause))
    draft.emit(PreparationChanged(replace(preparation, stage=Stage.LOAD), rule.clause))
    return None


def _is_found_later(table: BlackjackTable) -> bool:
    """Return whether a person deals from a shoe, and rounds of it have been played.

    Then an earlier step with the real cards is known only from what people report.
    """
    live = table.choices.mode is Mode.LIVE and table.choices.device is Device.SHOE
    return live and table.preparation is None and table.rounds_this_shoe > 0


def _still_unshuffled(draft: BlackjackDraft) -> bool:
    """Return whether a shuffle that was forgotten, or that a forgotten cut demands, is due."""
    preparation = draft.table.preparation
    law = draft.law.irregular.oversight
    forgotten = {rule.clause for rule in (law.shuffle, law.cut) if rule is not None}
    return (
        preparation is not None
        and preparation.stage is Stage.SHUFFLE
        and preparation.clause in forgotten
    )


def _shuffle_forgotten(draft: BlackjackDraft) -> Refused | None:
    rule = draft.law.irregular.oversight.shuffle
    if rule is None:
        return no_remedy("shuffle", draft.law.shuffle.occasions)
    table = draft.table
    if table.cutting_card_at is None and _is_found_later(table):
        draft.emit(StepForgotten("shuffle", True, rule.clause))
        if not round_has_begun(table):
            ask_shuffle(draft, rule.clause, draft.law.cut.cards_replaced)
        return None
    due = after_cutting_card(draft.law, table) or _still_unshuffled(draft)
    if table.choices.device is Device.SHUFFLER or not due:
        why = "this is only for the shuffle after the cutting card"
        shuffler = table.choices.device is Device.SHUFFLER
        clause = no_cut_rule(draft.law).clause if shuffler else rule.clause
        return Refused("overlook/not-due", clause, why, (rule.clause,))
    draft.emit(StepForgotten("shuffle", True, rule.clause))
    draft.emit(PreparationChanged(None, rule.clause))
    return None


def _burn_forgotten(draft: BlackjackDraft) -> Refused | None:
    rule = draft.law.irregular.oversight.burn
    if rule is None:
        law = draft.law.cut
        burned = burn_rule(draft.law, draft.table.choices) or law.burned_each_round
        return no_remedy("burn", burned or law.offered)
    if refused := step_not_due(draft.law, draft.table, Stage.BURN, rule.clause):
        return replace(refused, clause=rule.clause)
    draft.emit(StepForgotten("burn", False, rule.clause))
    draft.emit(PreparationChanged(None, rule.clause))
    return None


def _discards_forgotten(draft: BlackjackDraft) -> Refused | None:
    table = draft.table
    rule = draft.law.irregular.oversight.discards
    if rule is None:
        return no_remedy("return of the discards", draft.law.deal.discards_returned)
    if refused := not_in_tournaments(draft.law, table, rule.clause):
        return refused
    if table.choices.device is not Device.SHUFFLER:
        why = "discards go into a shuffling device when the initial deal is done"
        return Refused("overlook/not-due", rule.clause, why)
    if table.round is None or round_of(table).phase is Phase.DEALING:
        draft.emit(DiscardsForgotten(rule.clause))
        return None
    back = round_of(table).fed_back
    seen = (*cards_out(table), *(card for card in back if card is not None))
    if not back or min(remaining_cards(table.choices.decks, seen).values()) < 0:
        why = "no discards were put into the device, or some of them have come out again"
        return Refused("overlook/not-due", rule.clause, why)
    draft.emit(DiscardsFound(back, rule.clause))
    return None


def _insurance_forgotten(draft: BlackjackDraft) -> Refused | None:
    table = draft.table
    rule = draft.law.irregular.oversight.insurance
    if rule is None:
        return no_insurance(draft.law)
    offered = table.round is not None and round_of(table).phase is Phase.INSURANCE
    if not offered or round_of(table).insurance_late:
        return Refused("overlook/not-due", rule.clause, "no call for insurance is due")
    if any(stake.on == INSURANCE for stake in round_of(table).stakes):
        return Refused("overlook/insured", rule.clause, "insurance was called: a wager is insured")
    draft.emit(InsuranceForgotten(rule.clause))
    return None


def call_insurance(draft: BlackjackDraft, command: CallInsurance) -> Refused | None:
    """Offer insurance late."""
    table = draft.table
    law = draft.law.irregular.oversight
    rule = law.insurance
    if rule is None:
        return no_insurance(draft.law)
    if refused := not_empowered(command, rule, "offer insurance late"):
        return refused
    if table.round is None or not round_of(table).insurance_missed:
        return Refused("insurance/not-missed", rule.clause, "no call for insurance was missed")
    if len(round_of(table).dealer) > 1:
        why = "the dealer's second card is dealt"
        return Refused("insurance/too-late", rule.clause, why)
    if not any(may_insure_late(draft.law, box) for box in round_of(table).boxes):
        why = "nobody is left to insure"
        return Refused("insurance/too-late", rule.clause, why)
    draft.emit(InsuranceCalledLate(rule.clause))
    return None


def report_absent(draft: BlackjackDraft, command: ReportAbsent) -> Refused | None:
    """Pass control to another player of the box, or have the hand drawn above eleven."""
    table = draft.table
    rule = draft.law.irregular.oversight.absent
    if refused := not_the_dealer(command, rule.clause):
        return refused
    box = round_of(table).box(command.box) if table.round is not None else None
    if box is not None and _is_absent_while_choosing(table, box, command.player or box.controller):
        draft.emit(PlayerAway(box.number, command.player or box.controller, rule.clause))
        return None
    if box is None or not any(hand.progress is OPEN for hand in box.hands):
        why = f"box {command.box} has no hand to decide on"
        return Refused("absent/no-hand", rule.clause, why)
    absent = command.player or box.controller
    question = round_of(table).question
    if question is not None and question.box == box.number and absent in question.waiting:
        decline_for(draft, question, absent)
        if absent != box.controller:
            draft.emit(PlayerAway(box.number, absent, rule.clause))
            return None
    if absent != box.controller or box.unattended:
        why = f"nobody is waiting for {absent} at box {box.number}"
        return Refused("absent/not-in-control", rule.clause, why)
    pass_control(draft, box, absent, rule.clause)
    return None


def _is_absent_while_choosing(table: BlackjackTable, box: Box, player: str) -> bool:
    """Return whether an absent player was only being asked to stay in.

    Nobody waits for the answer of a player who is absent.
    """
    round_ = round_of(table)
    if player not in round_.choosing or not has_wagered(table, player, box.number):
        return False
    asked = round_.question is not None and player in round_.question.waiting
    decides = box.controller == player and any(hand.progress is OPEN for hand in box.hands)
    return not (asked or decides)


def report_present(draft: BlackjackDraft, command: ReportPresent) -> Refused | None:
    """Bring an absent player back into the round, with control at the player's turn."""
    table = draft.table
    rule = draft.law.irregular.oversight.absent
    if refused := not_the_dealer(command, rule.clause):
        return refused
    box = round_of(table).box(command.box) if table.round is not None else None
    if box is None or command.player not in box.absent:
        why = f"{command.player} was not reported absent at box {command.box}"
        return Refused("absent/not-reported", rule.clause, why)
    if refused := player_excluded(table, command.player):
        return refused
    if not come_back(draft, box, command.player, rule.clause):
        why = f"{command.player} has no wager on box {command.box} any more"
        return Refused("absent/no-hand", rule.clause, why)
    ask_returned_player(draft, command.player)
    return None


def report_miscall(draft: BlackjackDraft, command: ReportMiscall) -> Refused | None:
    """Record that a hand's total was called wrongly, with the right one."""
    law = draft.law
    rule = law.play.own_count
    if rule is None:
        why = f"{law.title} does not say who answers for a total that was called wrongly"
        return Refused("miscall/no-rule", law.play.turn.clause, why)
    if refused := not_the_dealer(command, rule.clause):
        return refused
    number = 1 if command.hand is None else command.hand
    hand = _hand(draft, command.box, number)
    if hand is None:
        why = f"no total of hand {number} on box {command.box} can have been called"
        return Refused("miscall/no-hand", rule.clause, why)
    total, _ = hand_total(law, hand)
    if total == command.total:
        why = f"box {command.box} has {total}: it was called right"
        return Refused("miscall/right", rule.clause, why)
    draft.emit(TotalMiscalled(command.box, number, command.total, total, rule.clause))
    return None


def _hand(draft: BlackjackDraft, number: int, position: int) -> Hand | None:
    """Return the hand that was called, if it lies there face up."""
    round_ = draft.table.round
    box = None if round_ is None else round_.box(number)
    if box is None or not 1 <= position <= len(box.hands):
        return None
    hand = box.hands[position - 1]
    return None if hand.covered or len(hand.cards) < 2 else hand


def report_over_maximum(draft: BlackjackDraft, command: ReportOverMaximum) -> Refused | None:
    """Pay and collect to the maximum from now on; what was settled in an earlier round stands."""
    law, table = draft.law, draft.table
    clause = law.limits.above_maximum.clause
    if refused := not_the_dealer(command, clause):
        return refused
    number = table.rounds if command.number is None else command.number
    if table.round is not None and number == table.rounds and not is_only_called(table):
        return _count_to_the_maximum(draft, command.box)
    return leave_over_maximum(draft, command.box, number, draft.history.past)


def _count_to_the_maximum(draft: BlackjackDraft, box: int) -> Refused | None:
    """Give back what lies on a box above the maximum, and of doubles what exceeds the wager."""
    law, table = draft.law, draft.table
    lying = round_of(table).stakes
    # One wager of each player counts: those of split hands are as large as the first.
    first = {s.player: s for s in reversed(lying) if s.box == box and s.on == MAIN}
    stakes = tuple(reversed(first.values()))
    over = excess_over_maximum(law, table, stakes, number=table.rounds) if stakes else ()
    if not over:
        return none_above_maximum(law, box)
    for stake, excess, clause in over:
        back = []
        for part in lying:
            if (part.player, part.box) == (stake.player, box) and part.on in (MAIN, DOUBLE):
                less = part.amount - min(part.amount, stake.amount - excess)
                back += [part_of(part, less)] if less else []
        draft.emit(over_maximum_event(table, stake, excess, tuple(back), clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(Overlook, overlook),
    **on(CallInsurance, call_insurance),
    **on(ReportAbsent, report_absent),
    **on(ReportPresent, report_present),
    **on(ReportMiscall, report_miscall),
    **on(ReportOverMaximum, report_over_maximum),
}


EVOLVERS: dict[type[Event], Evolver] = {
    TotalMiscalled: unchanged,
    StepForgotten: step_forgotten,
    DiscardsForgotten: discards_forgotten,
    DiscardsFound: discards_found,
    InsuranceForgotten: insurance_forgotten,
    InsuranceCalledLate: insurance_called_late,
}
