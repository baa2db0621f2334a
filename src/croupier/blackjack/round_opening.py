"""Closing betting and opening the round: what counts of the wagers, who decides for which box."""

from croupier.blackjack.commands import Deal
from croupier.blackjack.draft import BlackjackDraft
from croupier.blackjack.events import (
    BoxControl,
    RoundOpened,
)
from croupier.blackjack.irregular_events import BoxUnattended
from croupier.blackjack.side_bets import bet_named, lapsed_side_bet
from croupier.blackjack.state import (
    BlackjackTable,
)
from croupier.money import Cents, Till
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.table_law import BelowMinimum
from croupier.table.card_events import PreparationChanged
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.events import PlayerWarned, WagerReturned
from croupier.table.preparation import not_ready_to_deal
from croupier.table.state import MAIN, Preparation, Refused, Stage, Stake
from croupier.table.wagers import (
    below_minimum,
    controlling,
    in_places,
    over_maximum,
    part_of,
    returned,
    sitting_out,
)


def deal(draft: BlackjackDraft, command: Deal) -> Refused | None:
    """Close betting and open the round."""
    table = draft.table
    till = table.till
    law = draft.law
    laid = by_box(table)
    boxes = sorted(laid)
    refused = not_the_dealer(command, law.deal.order.clause) or _not_to_be_dealt(law, table, boxes)
    if refused:
        return refused
    unpaid = _below_minimum(draft)
    control = []
    for box in boxes:
        stakes = laid[box]
        player, clause = controlling(law, table, taking_part(table, stakes) or stakes)
        control.append(BoxControl(box, player, clause, _places(law, stakes)))
        ordered = in_places(law, stakes, player)
        for stake, excess, share_clause in over_maximum(law, table, ordered, going_back=unpaid):
            draft.emit(_excess(till, law, stake, excess, share_clause))
    for stake in draft.table.wagers:
        bet = None if stake.on == MAIN else bet_named(law, table, stake.on)
        if bet is not None and (lapsed := lapsed_side_bet(table, bet, stake)) is not None:
            draft.emit(returned(till, stake, lapsed, "the initial wager that it needs is gone"))
    draft.emit(
        RoundOpened(
            tuple(control),
            law.deal.order.clause,
            unpaid,
            sitting_out(law, draft.table),
            law.wagers.nearest_place is not None,
        )
    )
    for here in control:
        if here.player in table.excluded:
            draft.emit(BoxUnattended(here.box, here.player, table.excluded[here.player]))
    each_round = law.cut.burned_each_round
    if each_round is not None and table.choices.burn_each_round and table.preparation is None:
        burn = Preparation(Stage.BURN, each_round.clause, burn_clause=each_round.clause)
        draft.emit(PreparationChanged(burn, each_round.clause))
    return None


def by_box(table: BlackjackTable) -> dict[int, tuple[Stake, ...]]:
    """The initial wagers that lie on each box, nearest the dealer first."""
    laid: dict[int, tuple[Stake, ...]] = {}
    for stake in table.wagers:
        if stake.on == MAIN:
            laid[stake.box] = (*laid.get(stake.box, ()), stake)
    return laid


def taking_part(table: BlackjackTable, stakes: tuple[Stake, ...]) -> tuple[Stake, ...]:
    """The wagers of players who may decide.

    Reading R18: a wager of somebody who was excluded before the deal plays, but decides nothing.
    """
    if not table.excluded:
        return stakes
    return tuple(stake for stake in stakes if stake.player not in table.excluded)


def _places(law: BlackjackLaw, stakes: tuple[Stake, ...]) -> tuple[str, ...]:
    rules = law.wagers
    if len(stakes) == 1:
        return ()
    places = (rule for rule in (rules.nearest_place, rules.other_places) if rule is not None)
    return tuple(clause for rule in places for clause in (rule.clause, *rule.also))


def _not_to_be_dealt(law: BlackjackLaw, table: BlackjackTable, boxes: list[int]) -> Refused | None:
    if refused := not_ready_to_deal(law, table, law.deal.order):
        return refused
    if not boxes:
        return Refused("deal/no-wagers", law.floor.no_wagers.clause, "no wager has been placed")
    return _lone_player(law, table, boxes)


def _lone_player(law: BlackjackLaw, table: BlackjackTable, boxes: list[int]) -> Refused | None:
    rule = law.wagers.lone_player_two_boxes
    if rule is None or not table.choices.lone_player_two_boxes:
        return None
    players = {stake.player for stake in table.wagers if stake.on == MAIN}
    if len(players) > 1 or len(boxes) > 1:
        return None
    return Refused("deal/one-box", rule.clause, "a player alone at the table wagers on two boxes")


def _below_minimum(draft: BlackjackDraft) -> tuple[tuple[str, int], ...]:
    """Warn who wagers below the minimum for the first time; name what others have done again."""
    rule = draft.law.limits.below_minimum
    if rule.value is BelowMinimum.VALID:
        return ()
    table = draft.table
    again = []
    for stake in below_minimum(draft.law, table):
        if table.players[stake.player].warned:
            again.append((stake.player, stake.box))
        else:
            draft.emit(PlayerWarned(stake.player, stake.box, rule.clause))
    return tuple(again)


def _excess(
    till: Till, law: BlackjackLaw, stake: Stake, excess: Cents, clause: str
) -> WagerReturned:
    why = f"above the maximum, which counts ({law.limits.above_maximum.clause})"
    return returned(till, part_of(stake, excess), clause, why)


HANDLERS: dict[type[Command], Handler] = {**on(Deal, deal)}
