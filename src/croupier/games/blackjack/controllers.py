"""Who decides for a box when a player is out of the round.

That includes the questions to other players of the box that nobody is left to answer.
"""

from msgspec.structs import replace

from croupier.games.blackjack.calls import decline_for
from croupier.games.blackjack.state import (
    HAND_BOUND_STAKES,
    OPEN,
    SPLIT,
    SURRENDER,
    BlackjackDraft,
    BlackjackTable,
    Box,
    Question,
    round_of,
    takes_part,
    with_box,
)
from croupier.games.table.state import MAIN, Line, Stake
from croupier.games.table.wagers import controller_of, returning_entry
from croupier.messages import Event, Evolver
from croupier.money import Entry, balances_after


class ControlPassed(Event, frozen=True, tag="control-passed"):
    """The player who decides for a box is absent or has no wager left on it; another decides."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    absent: str
    """Who decided until then."""
    player: str
    """Who decides instead."""
    control_clause: str
    """The clause that chose them among the others of the box."""
    clause: str
    """The clause that says what is done when nobody decides."""
    away: bool = True
    """Whether they no longer take part; false where only their wagers on the box are gone."""


class BoxUnattended(Event, frozen=True, tag="box-unattended"):
    """Nobody is there to decide for a box."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    absent: str
    """Who decided until then."""
    clause: str
    """The clause by which the hand is played without a decision."""
    away: bool = True
    """Whether they no longer take part; false where only their wagers on the box are gone."""


class PlayerReturned(Event, frozen=True, tag="player-returned"):
    """A player who was absent has returned."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """Who has returned."""
    controller: str
    """Who decides for the box now."""
    control_clause: str
    """The clause that chose who decides."""
    clause: str
    """The clause that says what is done when nobody decides."""


class PlayerAway(Event, frozen=True, tag="player-away"):
    """A player of a box who does not decide for it is not there to answer."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """Who is not there."""
    clause: str
    """The clause that says what is done when nobody decides."""


class QuestionDropped(Event, frozen=True, tag="question-dropped"):
    """A double, split or surrender fell with the wager of the player who had called it."""

    what: str
    """``double``, ``split`` or ``surrender``."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    entry: Entry | None
    """What others had laid to join it went back to them; none where nothing was laid."""
    clause: str
    """The clause by which the wager went."""


def control_passed(table: BlackjackTable, event: ControlPassed) -> BlackjackTable:
    return with_box(
        table,
        event.box,
        controller=event.player,
        control_clause=event.control_clause,
        absent=event.absent if event.away else None,
    )


def box_unattended(table: BlackjackTable, event: BoxUnattended) -> BlackjackTable:
    away = event.absent if event.away else None
    return with_box(table, event.box, absent=away, unattended=True)


def player_returned(table: BlackjackTable, event: PlayerReturned) -> BlackjackTable:
    round_ = round_of(table)
    boxes = tuple(
        replace(
            box,
            controller=event.controller,
            control_clause=event.control_clause,
            absent=tuple(name for name in box.absent if name != event.player),
            unattended=False,
        )
        if box.number == event.box
        else box
        for box in round_.boxes
    )
    return replace(table, round=replace(round_, boxes=boxes))


def player_away(table: BlackjackTable, event: PlayerAway) -> BlackjackTable:
    return with_box(table, event.box, absent=event.player)


def question_dropped(table: BlackjackTable, event: QuestionDropped) -> BlackjackTable:
    round_ = round_of(table)
    here = (event.box, event.hand)
    stakes = tuple(
        replace(stake, surrendered=False)
        if event.what == SURRENDER and (stake.box, stake.hand) == here
        else stake
        for stake in round_.stakes
        if (stake.box, stake.hand, stake.on) != (*here, event.what)
    )
    entries = () if event.entry is None else (event.entry,)
    return replace(
        table,
        round=replace(round_, stakes=stakes, question=None),
        balances=balances_after(table.balances, entries),
    )


def pass_on_control(draft: BlackjackDraft, player: str, number: int, clause: str) -> None:
    """Pass control of a box on if the player who has it has no wager left there."""
    box = round_of(draft.table).box(number)
    here = (stake for stake in round_of(draft.table).stakes if stake.box == number)
    if box is None or any((stake.player, stake.on) == (player, MAIN) for stake in here):
        return
    if box.controller == player and any(h.progress is OPEN for h in box.hands):
        pass_control(draft, box, player, clause, away=False)


def answer_for_silent(
    draft: BlackjackDraft, player: str, clause: str, *, void: bool = False
) -> None:
    """Treat the silence of a player who is being asked as a refusal to join.

    Reading R17: if the wager of the player who called a double, split or surrender is void, so is
    the call, and the next player of the box decides afresh.
    """
    round_ = round_of(draft.table)
    question = round_.question
    if question is None:
        return
    if player in question.waiting:
        decline_for(draft, question, player)
    elif void and round_.boxes[round_.place(question.box)].controller == player:
        _drop_question(draft, question, clause)


def _drop_question(draft: BlackjackDraft, question: Question, clause: str) -> None:
    """Cancel a call that others were asked to join, and give back all that was laid for it."""
    till = draft.table.till
    laid = [
        stake
        for stake in round_of(draft.table).stakes
        if (stake.box, stake.hand, stake.on) == (question.box, question.hand, question.what)
    ]
    entry = returning_entry(till, laid, clause)
    draft.emit(QuestionDropped(question.what, question.box, question.hand, entry, clause))


def step_out(draft: BlackjackDraft, player: str, clause: str) -> None:
    """Pass on or end control of the boxes of a player who is out of the round."""
    answer_for_silent(draft, player, clause)
    for box in round_of(draft.table).boxes:
        decides = box.controller == player and not box.unattended
        if decides and any(h.progress is OPEN for h in box.hands):
            pass_control(draft, box, player, clause)


def keep_presence(draft: BlackjackDraft, boxes: tuple[Box, ...]) -> None:
    """Restore who is away and who is present, in a round that was put back to an earlier moment.

    Exclusion is not absence: an excluded player stays out by another clause.
    """
    clause = draft.law.irregular.oversight.absent.clause
    for now in boxes:
        then = round_of(draft.table).box(now.number)
        assert then is not None
        for player in now.absent:
            if player not in then.absent and player not in draft.table.excluded:
                mark_away(draft, now.number, player, clause)
        for player in then.absent:
            if player not in now.absent:
                come_back(draft, then, player, clause)


def mark_away(draft: BlackjackDraft, number: int, player: str, clause: str) -> None:
    """Have a player of a box count as absent, with control passed on if it was theirs."""
    answer_for_silent(draft, player, clause)
    box = round_of(draft.table).box(number)
    assert box is not None
    if box.controller == player:
        pass_control(draft, box, player, clause)
    else:
        draft.emit(PlayerAway(number, player, clause))


def come_back(draft: BlackjackDraft, box: Box, player: str, clause: str) -> bool:
    """Bring an absent player back to a box. Return whether a wager of theirs is still there."""
    table = draft.table
    back = replace(box, absent=tuple(name for name in box.absent if name != player))
    here = stakes_of_present(table, back)
    if all(stake.player != player for stake in here):
        return False
    decides, control = controller_of(draft.law, table, here)
    draft.emit(PlayerReturned(box.number, player, decides, control, clause))
    return True


def pass_control(
    draft: BlackjackDraft, box: Box, absent: str, clause: str, *, away: bool = True
) -> None:
    """Pass control of a box to its next player; if there is none, the box is unattended.

    Reading S29: another player decides before the box counts as unattended.
    """
    here = stakes_of_present(draft.table, box, but=absent)
    if here:
        player, control = controller_of(draft.law, draft.table, here)
        if len(here) == 1:
            control = draft.law.wagers.one_player_decides.clause
        draft.emit(ControlPassed(box.number, absent, player, control, clause, away))
    else:
        draft.emit(BoxUnattended(box.number, absent, clause, away))


def stakes_of_present(table: BlackjackTable, box: Box, *, but: str = "") -> tuple[Stake, ...]:
    """Return a wager of each player on a box who can decide, nearest the dealer first."""
    first: dict[str, Stake] = {}
    for stake in round_of(table).stakes:
        here = (stake.box, stake.on) == (box.number, MAIN)
        if here and stake.player != but and takes_part(table, box, stake.player):
            first.setdefault(stake.player, stake)
    return tuple(first.values())


def is_declared_void(wager: Stake | Line, player: str, box: int | None, on: str | None) -> bool:
    """Return whether a wager is among those declared void; a hand's wagers go with its first."""
    if wager.player != player or box not in (None, wager.box):
        return False
    return on in (None, wager.on) or (on == MAIN and wager.on in (*HAND_BOUND_STAKES, SPLIT))


EVOLVERS: dict[type[Event], Evolver] = {
    ControlPassed: control_passed,
    BoxUnattended: box_unattended,
    PlayerReturned: player_returned,
    PlayerAway: player_away,
    QuestionDropped: question_dropped,
}
