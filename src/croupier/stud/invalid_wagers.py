"""Invalid wagers: what was placed without a valid card, or beyond a Loss Limit, goes back."""

import sys

from msgspec.structs import replace

from croupier.money import Cents, Till
from croupier.stud.commands import InvalidateWagers
from croupier.stud.draft import StudDraft
from croupier.stud.events import StakeTakenBack
from croupier.stud.irregular_events import PlayerAdvised
from croupier.stud.jackpots import jackpot_results, jackpot_wager, take_back_jackpot_wagers
from croupier.stud.settlement import bet_winnings
from croupier.stud.state import ANTE, BET, JACKPOT, StudTable, stud_round
from croupier.stud.voids import fold_what_has_no_wager, jackpot_wagers_back
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.notices import duties_of_a_limit
from croupier.table.payments import VOID, settle, undone
from croupier.table.remedies import VoidTerms, as_they_stand
from croupier.table.state import Line, Refused, Stake
from croupier.table.wagers import entries_back, part_of

ALL: Cents = sys.maxsize
"""More than lies on any layout."""


def invalidate_wagers(draft: StudDraft, command: InvalidateWagers) -> Refused | None:
    """Give invalid wagers back: all of a player's, or what is over a limit, the last placed first.

    Reading K17: the stake of any invalid wager goes back during a round too, and wins nothing; the
    round lasts from its first card until its jackpot is paid (K41).
    """
    table = draft.table
    law = draft.law.player_cards
    if law is None:
        clause = draft.law.wagers.no_change_after.clause
        return Refused("invalid/unknown", clause, "this game has no Player Cards")
    begun = table.round is not None and bool(stud_round(table).dealer)
    found = law.found_during if begun else law.found_before
    if refused := not_the_dealer(command, found.clause):
        return refused
    lying = table.wagers if table.round is None else stud_round(table).stakes
    stakes = [stake for stake in lying if stake.player == command.player]
    settled = [] if table.round is None else _settled(table, command.player)
    pooled = {player for (player, _), told in jackpot_results(table).items() if VOID not in told}
    if not stakes and not settled and (table.round is None or command.player not in pooled):
        rule = law.found_after if command.over is None else law.over_after
        why = f"{command.player} has no wager here; what is settled stands"
        return Refused("invalid/settled", rule.clause, why, rule.also)
    if command.over is not None and command.over <= 0:
        return Refused(
            "invalid/amount", law.over_limit.clause, "the amount to return must be above $0"
        )
    clause = found.clause if command.over is None else law.last_first.clause
    left = ALL if command.over is None else command.over
    for kind in (BET, JACKPOT, ANTE):
        left = _take_back(draft, [stake for stake in stakes if stake.on == kind], left, clause)
        if kind == JACKPOT and draft.table.round is not None:
            left = _from_pool(draft, command.player, left, clause)
        else:
            left = _undo(draft, [line for line in settled if line.on == kind], left, clause)
    fold_what_has_no_wager(draft, clause)
    if command.over is not None:
        draft.emit(PlayerAdvised(command.player, duties_of_a_limit(law), law.last_first.clause))
    return None


def _settled(table: StudTable, player: str) -> list[Line]:
    """A player's antes and bets that were settled in the round under way and are not back."""
    lines = (line for _, line in as_they_stand(table.settled) if line.player == player)
    return [line for line in lines if line.on != JACKPOT and line.result != VOID]


def _undo(draft: StudDraft, lines: list[Line], most: Cents, clause: str) -> Cents:
    """Undo the given amount of settled wagers of the round; returns what is left to give back."""
    undoing = []
    for line in lines:
        if part := min(line.stake, most):
            most -= part
            undoing.append(undone(draft.table.till, _part(draft, line, part), clause))
    settle(draft, tuple(undoing), clause)
    return most


def _part(draft: StudDraft, line: Line, part: Cents) -> Line:
    """A part of a settled wager, with what the rest would not have won or lost.

    A bet under the displayed maximum may have won no more than its rest wins alone.
    """
    rest = line.stake - part
    kept = line.net * rest // line.stake
    if line.on == BET and line.net > 0:
        kept = bet_winnings(draft.law, draft.table, line.box, rest)
    tokens = max(0, part - (line.stake - line.tokens))
    return replace(line, stake=part, net=line.net - kept, tokens=tokens)


def _from_pool(draft: StudDraft, player: str, most: Cents, clause: str) -> Cents:
    """Return a player's jackpot wagers out of the pool; returns what is left to give back."""
    if not most:
        return 0
    results = jackpot_results(draft.table).items()
    wagers = sum(owner == player and VOID not in told for (owner, _), told in results)
    take_back_jackpot_wagers(draft, player, clause)
    settle(draft, tuple(jackpot_wagers_back(draft, VoidTerms(clause), player=player)), clause)
    return max(0, most - wagers * jackpot_wager(draft.table))


def _take_back(draft: StudDraft, stakes: list[Stake], most: Cents, clause: str) -> Cents:
    """Return the given amount of some wagers, the last first; returns what is left to give back.

    Reading K31: of a jackpot wager no part can stay, as it is of one amount; it goes back whole.
    """
    for stake in reversed(stakes):
        part = stake.amount if stake.on == JACKPOT else min(stake.amount, most)
        if most:
            most = max(0, most - part)
            draft.emit(_taken_back(draft.table.till, stake, part, clause))
    return most


def _taken_back(till: Till, stake: Stake, amount: Cents, clause: str) -> StakeTakenBack:
    entries = entries_back(till, part_of(stake, amount), clause)
    return StakeTakenBack(stake.player, stake.box, stake.on, amount, entries, clause)


HANDLERS: dict[type[Command], Handler] = {**on(InvalidateWagers, invalidate_wagers)}
