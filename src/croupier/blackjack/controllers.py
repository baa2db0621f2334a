"""Who decides for a box when a player is out of the round; questions nobody is left to answer."""

from msgspec.structs import replace

from croupier.blackjack.calls import decline_for
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.irregular_events import (
    BoxUnattended,
    ControlPassed,
    PlayerAway,
    PlayerReturned,
    QuestionDropped,
)
from croupier.blackjack.irregular_evolvers import ON_HAND
from croupier.blackjack.state import (
    OPEN,
    SPLIT,
    BlackjackTable,
    Box,
    Question,
    round_of,
    takes_part,
)
from croupier.money import Entry, Posting
from croupier.table.state import MAIN, Line, Stake
from croupier.table.wagers import controlling


def hand_on(draft: BlackjackDraft, player: str, number: int, clause: str) -> None:
    """Let the next player of a box decide where the one who did has no wager left on it."""
    box = round_of(draft.table).box(number)
    here = (stake for stake in round_of(draft.table).stakes if stake.box == number)
    if box is None or any((stake.player, stake.on) == (player, MAIN) for stake in here):
        return
    if box.controller == player and any(h.progress is OPEN for h in box.hands):
        pass_control(draft, box, player, clause, away=False)


def unasked(draft: BlackjackDraft, player: str, clause: str, *, void: bool = False) -> None:
    """Take the silence of a player who is being asked as a no.

    Reading R17: where the wager of the player who called a double, split or surrender is void, so
    is the call, and the next player of the box decides anew.
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
    """Take back a call that others were asked to join, with all that was laid for it."""
    till = draft.table.till
    laid = [
        stake
        for stake in round_of(draft.table).stakes
        if (stake.box, stake.hand, stake.on) == (question.box, question.hand, question.what)
    ]
    back = tuple(Posting(till.chips(stake.player), stake.amount) for stake in laid)
    entry = None
    if back:
        total = sum(posting.amount for posting in back)
        entry = Entry((Posting(till.layout, -total), *back), clause)
    draft.emit(QuestionDropped(question.what, question.box, question.hand, entry, clause))


def step_out(draft: BlackjackDraft, player: str, clause: str) -> None:
    """Let the next player of a box decide where one is out of the round; or nobody."""
    unasked(draft, player, clause)
    for box in round_of(draft.table).boxes:
        decides = box.controller == player and not box.unattended
        if decides and any(h.progress is OPEN for h in box.hands):
            pass_control(draft, box, player, clause)


def keep_presence(draft: BlackjackDraft, boxes: tuple[Box, ...]) -> None:
    """Have players away or there as they are now, in a round that is put back to an earlier moment.

    Exclusion is not absence: who is excluded stays out by another clause.
    """
    clause = draft.law.irregular.oversight.absent.clause
    for now in boxes:
        then = round_of(draft.table).box(now.number)
        assert then is not None
        for player in now.absent:
            if player not in then.absent and player not in draft.table.excluded:
                _away_still(draft, now.number, player, clause)
        for player in then.absent:
            if player not in now.absent:
                come_back(draft, then, player, clause)


def _away_still(draft: BlackjackDraft, number: int, player: str, clause: str) -> None:
    unasked(draft, player, clause)
    box = round_of(draft.table).box(number)
    assert box is not None
    if box.controller == player:
        pass_control(draft, box, player, clause)
    else:
        draft.emit(PlayerAway(number, player, clause))


def come_back(draft: BlackjackDraft, box: Box, player: str, clause: str) -> bool:
    """Let a player who was absent take part again, if a wager of theirs is still on the box."""
    table = draft.table
    back = replace(box, absent=tuple(name for name in box.absent if name != player))
    here = present_on(table, back)
    if all(stake.player != player for stake in here):
        return False
    decides, control = controlling(draft.law, table, here)
    draft.emit(PlayerReturned(box.number, player, decides, control, clause))
    return True


def pass_control(
    draft: BlackjackDraft, box: Box, absent: str, clause: str, *, away: bool = True
) -> None:
    """Have the next player of a box decide, where the one who did is away or has no wager left.

    Reading S29: only where there is none is the box unattended.
    """
    here = present_on(draft.table, box, but=absent)
    if here:
        player, control = controlling(draft.law, draft.table, here)
        if len(here) == 1:
            control = draft.law.wagers.one_player_decides.clause
        draft.emit(ControlPassed(box.number, absent, player, control, clause, away))
    else:
        draft.emit(BoxUnattended(box.number, absent, clause, away))


def present_on(table: BlackjackTable, box: Box, *, but: str = "") -> tuple[Stake, ...]:
    """A wager of each player on a box who is there to decide, nearest the dealer first."""
    first: dict[str, Stake] = {}
    for stake in round_of(table).stakes:
        here = (stake.box, stake.on) == (box.number, MAIN)
        if here and stake.player != but and takes_part(table, box, stake.player):
            first.setdefault(stake.player, stake)
    return tuple(first.values())


def is_meant(wager: Stake | Line, player: str, box: int | None, on: str | None) -> bool:
    """Whether a wager is among those that are void; a hand's wagers go with its initial one."""
    if wager.player != player or box not in (None, wager.box):
        return False
    return on in (None, wager.on) or (on == MAIN and wager.on in (*ON_HAND, SPLIT))
