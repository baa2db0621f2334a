"""Invalid wagers: what was placed without a valid card, or beyond a Loss Limit, goes back."""

from croupier.money import Cents, Till
from croupier.stud.commands import InvalidateWagers
from croupier.stud.draft import StudDraft
from croupier.stud.events import HandFolded, StakeTakenBack
from croupier.stud.irregular_events import PlayerAdvised
from croupier.stud.jackpots import jackpot_results, take_back_jackpot_wagers
from croupier.stud.state import BET, JACKPOT, Standing, StudPhase, stud_round
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.state import Refused, Stake
from croupier.table.wagers import entries_back, part_of

UNSETTLED = (StudPhase.DEALING, StudPhase.BETTING, StudPhase.EXPOSED)
IN_PLAY = (Standing.UNDECIDED, Standing.BET)


def invalidate_wagers(draft: StudDraft, command: InvalidateWagers) -> Refused | None:
    """Give invalid wagers back: all of a player's, or what is over a limit, the last placed first.

    Reading K17: the stake of any invalid wager goes back during a round too, and wins nothing.
    """
    table = draft.table
    law = draft.law.player_cards
    if law is None:
        clause = draft.law.wagers.no_change_after.clause
        return Refused("invalid/unknown", clause, "this game has no Player Cards")
    found = law.found_before if table.round is None else law.found_during
    if refused := not_the_dealer(command, found.clause):
        return refused
    lying = table.wagers if table.round is None else stud_round(table).stakes
    stakes = [stake for stake in lying if stake.player == command.player]
    undecided = {player for (player, _), told in jackpot_results(table).items() if not told}
    if not stakes and command.player not in undecided:
        rule = law.found_after
        why = f"{command.player} has no wager here; what is settled stands"
        return Refused("invalid/settled", rule.clause, why, rule.also)
    if command.over is not None and command.over <= 0:
        return Refused("invalid/amount", law.over_limit.clause, "more than nothing goes back")
    clause = found.clause if command.over is None else law.last_first.clause
    total = sum(stake.amount for stake in stakes)
    left = total if command.over is None else command.over
    left = _take_back(draft, [stake for stake in stakes if stake.on == BET], left, clause)
    if draft.table.round is not None and (left > 0 or command.over is None):
        back = _from_pool(draft, command.player, clause)
        left -= 0 if command.over is None else back
    _take_back(draft, [stake for stake in stakes if stake.on != BET], left, clause)
    fold_what_has_no_wager(draft, command.player, clause)
    if command.over is not None:
        draft.emit(PlayerAdvised(command.player, law.duties, law.last_first.clause))
    return None


def _from_pool(draft: StudDraft, player: str, clause: str) -> Cents:
    """Give a player's jackpot wager back out of the pool; how much that was."""
    before = draft.table.chips(player)
    take_back_jackpot_wagers(draft, player, clause)
    return draft.table.chips(player) - before


def _take_back(draft: StudDraft, stakes: list[Stake], most: Cents, clause: str) -> Cents:
    """Give back so much of some wagers, the last placed first; what is left to give back.

    Reading K31: of a jackpot wager no part can stay, as it is of one amount; it goes back whole.
    """
    for stake in reversed(stakes):
        part = stake.amount if stake.on == JACKPOT else min(stake.amount, most)
        if most > 0:
            most -= part
            draft.emit(_taken_back(draft.table.till, stake, part, clause))
    return most


def _taken_back(till: Till, stake: Stake, amount: Cents, clause: str) -> StakeTakenBack:
    entries = entries_back(till, part_of(stake, amount), clause)
    return StakeTakenBack(stake.player, stake.box, stake.on, amount, entries, clause)


def fold_what_has_no_wager(draft: StudDraft, player: str, clause: str) -> None:
    """A hand without a wager left is out of the round."""
    if draft.table.round is None or stud_round(draft.table).phase not in UNSETTLED:
        return
    round_ = stud_round(draft.table)
    for hand in round_.hands:
        wagered = any(stake.box == hand.box for stake in round_.stakes)
        if hand.player == player and not wagered and hand.standing in IN_PLAY:
            draft.emit(HandFolded(player, hand.box, clause))


HANDLERS: dict[type[Command], Handler] = {**on(InvalidateWagers, invalidate_wagers)}
