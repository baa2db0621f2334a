"""Invalid wagers: what was placed without a valid card, or beyond a Loss Limit, goes back."""

from croupier.money import Cents
from croupier.stud.commands import InvalidateWagers
from croupier.stud.events import HandFolded, StakeTakenBack
from croupier.stud.jackpots import take_back_jackpot_wagers
from croupier.stud.state import Standing, stud_law, stud_round
from croupier.table.commands import Command
from croupier.table.drafting import Draft, Handler, not_the_dealer
from croupier.table.state import Refused, Stake
from croupier.table.wagering import entries_back, part_of


def invalidate_wagers(draft: Draft, command: Command) -> Refused | None:
    """Give invalid wagers back: all of a player's, or what is over a limit, the last placed first.

    Reading K17: the stake of any invalid wager goes back during a round too, and wins nothing.
    """
    assert isinstance(command, InvalidateWagers)
    table = draft.table
    law = stud_law(table).player_cards
    if law is None:
        clause = table.law.wagers.no_change_after.clause
        return Refused("invalid/unknown", clause, "this game has no Player Cards")
    found = law.found_before if table.round is None else law.found_during
    if refused := not_the_dealer(command, found.clause):
        return refused
    lying = table.wagers if table.round is None else stud_round(table).stakes
    stakes = [stake for stake in lying if stake.player == command.player]
    on_jackpot = () if table.round is None else stud_round(table).jackpot
    if not stakes and all(player != command.player for player, _ in on_jackpot):
        rule = law.found_after
        why = f"{command.player} has no wager here; what is settled stands"
        return Refused("invalid/settled", rule.clause, why, rule.also)
    if command.over is not None and command.over <= 0:
        return Refused("invalid/amount", law.over_limit.clause, "more than nothing goes back")
    clause = found.clause if command.over is None else law.last_first.clause
    left = sum(stake.amount for stake in stakes) if command.over is None else command.over
    for stake in reversed(stakes):
        part = min(stake.amount, left)
        left -= part
        if part:
            draft.emit(_taken_back(stake, part, clause))
    if command.over is None and draft.table.round is not None:
        take_back_jackpot_wagers(draft, command.player, clause)
    _fold_what_has_no_wager(draft, command.player, clause)
    return None


def _taken_back(stake: Stake, amount: Cents, clause: str) -> StakeTakenBack:
    entries = entries_back(part_of(stake, amount), clause)
    return StakeTakenBack(stake.player, stake.box, stake.on, amount, entries, clause)


def _fold_what_has_no_wager(draft: Draft, player: str, clause: str) -> None:
    """A hand without a wager left is out of the round."""
    if draft.table.round is None:
        return
    round_ = stud_round(draft.table)
    for hand in round_.hands:
        wagered = any(stake.box == hand.box for stake in round_.stakes)
        if hand.player == player and not wagered and hand.standing is not Standing.FOLDED:
            draft.emit(HandFolded(player, hand.box, clause))


HANDLERS: dict[type[Command], Handler] = {InvalidateWagers: invalidate_wagers}
