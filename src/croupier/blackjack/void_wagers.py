"""Wagers of one player declared void or taken back, and who decides for a box after that."""

from croupier.blackjack.calls import decline_for
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.events import WagersSettled
from croupier.blackjack.irregular_events import (
    BoxUnattended,
    ControlPassed,
    QuestionDropped,
    SettlementsUndone,
)
from croupier.blackjack.irregular_evolvers import ON_HAND
from croupier.blackjack.state import (
    SPLIT,
    BlackjackTable,
    Box,
    Progress,
    Question,
    round_of,
    takes_part,
)
from croupier.blackjack.voids import clear_first_card, undone_in_round, void_past, void_round
from croupier.money import Entry, Posting
from croupier.rulebooks.irregularity_law import PaidAlready
from croupier.table.payments import VOID, given_back
from croupier.table.remedies import Remedies, VoidTerms
from croupier.table.state import MAIN, Line, Refused, Stake
from croupier.table.wagers import controlling, returned


def void_player(draft: BlackjackDraft, player: str, clause: str) -> Refused | None:
    """Declare all wagers of a player void, those that are settled in this round too."""
    return take_wagers_back(draft, player, clause, PaidAlready.REPAID)


def take_wagers_back(
    draft: BlackjackDraft,
    player: str,
    clause: str,
    paid_already: PaidAlready,
    *,
    box: int | None = None,
    on: str | None = None,
) -> Refused | None:
    """Give a player back what was wagered in this round; a shared box goes on with the others.

    All of it, or what lies on one box or is of one kind. Where no initial wager is left on a box,
    an optional one of somebody else goes back with it.
    """
    table = draft.table
    till = table.till
    void = VoidTerms(clause, paid_already=paid_already)
    undone_lines = tuple(
        line
        for line in undone_in_round(draft.law, table, void)
        if _meant(line, player, box, on) and not table.first_card_out
    )
    if table.round is None:
        return _back_between_rounds(draft, player, clause, undone_lines, box=box, on=on)
    meant = [stake for stake in round_of(table).stakes if _meant(stake, player, box, on)]
    own = {stake.box for stake in meant if stake.on == MAIN}
    if (box, on) != (None, None) and not (meant or undone_lines):
        return _none_meant(player, clause)
    question = round_of(table).question
    if question is not None and question.box in {stake.box for stake in meant}:
        unasked(draft, player, clause, void=True)
    round_ = round_of(draft.table)
    meant = [stake for stake in round_.stakes if _meant(stake, player, box, on)]
    others = {s.box for s in round_.stakes if s.on == MAIN and s not in meant}
    lying = tuple(
        given_back(till, stake, VOID, clause)
        for stake in round_.stakes
        if stake in meant or stake.box in own - others
    )
    if undone_lines:
        draft.emit(SettlementsUndone(undone_lines, clause))
    if lying:
        draft.emit(WagersSettled(lying, clause))
    for number in sorted(own):
        _hand_on(draft, player, number, clause)
    return None


def _back_between_rounds(
    draft: BlackjackDraft,
    player: str,
    clause: str,
    undone_lines: tuple[Line, ...],
    *,
    box: int | None,
    on: str | None,
) -> Refused | None:
    """Give wagers back that lie for the next round, and undo those of the one just ended."""
    till = draft.table.till
    meant = [stake for stake in draft.table.wagers if _meant(stake, player, box, on)]
    if (box, on) != (None, None) and not (meant or undone_lines):
        return _none_meant(player, clause)
    for stake in meant:
        draft.emit(returned(till, stake, clause, "the wager was declared void"))
    clear_first_card(draft)
    if undone_lines:
        draft.emit(SettlementsUndone(undone_lines, clause))
    return None


def _meant(wager: Stake | Line, player: str, box: int | None, on: str | None) -> bool:
    """Whether a wager is among those that are void; a hand's wagers go with its initial one."""
    if wager.player != player or box not in (None, wager.box):
        return False
    return on in (None, wager.on) or (on == MAIN and wager.on in (*ON_HAND, SPLIT))


def _none_meant(player: str, clause: str) -> Refused:
    return Refused("wager/none", clause, f"{player} has no such wager in this round")


def _hand_on(draft: BlackjackDraft, player: str, number: int, clause: str) -> None:
    """Let the next of a box decide where the player has no wager left on it."""
    box = round_of(draft.table).box(number)
    here = (stake for stake in round_of(draft.table).stakes if stake.box == number)
    if box is None or any((stake.player, stake.on) == (player, MAIN) for stake in here):
        return
    if box.controller == player and any(h.progress is Progress.OPEN for h in box.hands):
        pass_control(draft, box, player, clause)


def unasked(draft: BlackjackDraft, player: str, clause: str, *, void: bool = False) -> None:
    """Take the silence of a player who is being asked as a no.

    Reading R17: where the wager is void of the player who called a double, split or surrender, the
    call falls with it and the next of the box decides anew.
    """
    question = round_of(draft.table).question
    if question is None:
        return
    if player in question.waiting:
        refused = decline_for(draft, question, player)
        assert refused is None
        return
    box = round_of(draft.table).box(question.box)
    if void and box is not None and box.controller == player:
        _drop_question(draft, question, clause)


def _drop_question(draft: BlackjackDraft, question: Question, clause: str) -> None:
    """Take a call back that others were asked to join, with all that was laid for it."""
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
    """Let the next of a box decide where a player is out of the round; or nobody."""
    unasked(draft, player, clause)
    for box in round_of(draft.table).boxes:
        if box.controller == player and any(h.progress is Progress.OPEN for h in box.hands):
            pass_control(draft, box, player, clause)


def pass_control(draft: BlackjackDraft, box: Box, absent: str, clause: str) -> None:
    """Have the next player of a box decide for it.

    Reading S29: only where there is none is the box unattended.
    """
    here = present_on(draft.table, box, but=absent)
    if here:
        player, control = controlling(draft.law, draft.table, here)
        draft.emit(ControlPassed(box.number, absent, player, control, clause))
    else:
        draft.emit(BoxUnattended(box.number, absent, clause))


def present_on(table: BlackjackTable, box: Box, *, but: str = "") -> tuple[Stake, ...]:
    """A wager of each player on a box who is there to decide, nearest the dealer first."""
    first: dict[str, Stake] = {}
    for stake in round_of(table).stakes:
        here = (stake.box, stake.on) == (box.number, MAIN)
        if here and stake.player != but and takes_part(table, box, stake.player):
            first.setdefault(stake.player, stake)
    return tuple(first.values())


def void_wager(
    draft: BlackjackDraft, player: str, clause: str, box: int | None, on: str | None
) -> Refused | None:
    """Declare some wagers of a player void: on one box, or of one kind."""
    return take_wagers_back(draft, player, clause, PaidAlready.REPAID, box=box, on=on)


REMEDIES = Remedies(void_round, void_player, step_out, void_wager, void_past)
