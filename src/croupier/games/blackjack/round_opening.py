"""Closing betting and opening the round: which wagers count, who decides for which box."""

from collections.abc import Collection, Iterable

import msgspec
from msgspec.structs import replace

from croupier.games.blackjack.controllers import BoxUnattended
from croupier.games.blackjack.due import missing_device_clause
from croupier.games.blackjack.settlement import forget_burn
from croupier.games.blackjack.side_bets import return_lapsed, stakes_below_sign, stakes_over_sign
from croupier.games.blackjack.state import (
    BlackjackDraft,
    BlackjackTable,
    Box,
    Round,
    round_of,
)
from croupier.games.table.checks import not_the_dealer
from croupier.games.table.contest.checks import not_all_wagered as contest_not_to_be_dealt
from croupier.games.table.contest.rounds import (
    close_round,
    correct_wagers,
    form_stakes,
    initial_wagers,
    resumed_session,
)
from croupier.games.table.contest.state import Contest, marker_at
from croupier.games.table.contest.turns import contest_of, terms_of, tournament_law
from croupier.games.table.draft import Handler, on
from croupier.games.table.notices import PlayerWarned
from croupier.games.table.preparation import PreparationChanged, not_ready_to_deal
from croupier.games.table.rounds import Deal
from croupier.games.table.state import (
    MAIN,
    Preparation,
    Settlement,
    Stage,
    Stake,
    is_only_called,
    players_at,
    players_at_round_start,
)
from croupier.games.table.wagers import (
    WagerReturned,
    controller_of,
    corrects_wagers_at_deal,
    excess_over_maximum,
    idle_players,
    nearest_dealer_first,
    part_of,
    stakes_below_minimum,
    wager_return,
)
from croupier.messages import Command, Event, Evolver, Refused
from croupier.money import Cents, Till
from croupier.rulebooks import BlackjackLaw, Says
from croupier.rulebooks.law.blackjack import BelowMinimum


class BoxControl(msgspec.Struct, frozen=True, gc=False):
    """Who decides for a box, and by which clause."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """Who decides for it."""
    clause: str
    """The clause that chose them among the players of the box."""
    places: tuple[str, ...] = ()
    """The clauses by which the wagers lie: the controlling player's nearest the dealer."""


class RoundOpened(Event, frozen=True, tag="round-opened"):
    """Betting closed; these boxes are in the round."""

    control: tuple[BoxControl, ...]
    """The boxes in the round, and who decides for each."""
    clause: str
    """The clause that lets the deal begin."""
    unpaid: tuple[tuple[str, int], ...] = ()
    """Players and boxes whose wager is below the minimum and goes back, whatever the result."""
    idle: tuple[str, ...] = ()
    """Players whose sitting out this round counts towards giving up their seat."""
    controller_first: bool = False
    """Whether the wager of the player who decides for a box lies nearest the dealer."""
    unpaid_optional: tuple[tuple[str, int, str], ...] = ()
    """Players, boxes and optional wagers of theirs that are below the minimum and go back."""


class PlayerCount(msgspec.Struct, frozen=True, gc=False):
    """What was counted of a player before a round was called."""

    rounds_this_shoe: int
    """How many rounds of this shoe the player had a wager in."""
    idle_rounds: int
    """How many rounds in a row the player had sat out on a seat."""
    last_boxes: tuple[int, ...]
    """Where the player had wagers in the round before."""


class CallTakenBack(Event, frozen=True, tag="call-taken-back"):
    """No card of the round was out: the call does not count, and its wagers lie as before it."""

    counts: dict[str, PlayerCount]
    """What was counted of each player before the call."""
    rounds_this_shoe: int
    """How many rounds of this shoe there were before it."""
    cutting_card_at: int | None
    """Where the cutting card had come out in the round before; none where it had not."""
    settled: tuple[Settlement, ...]
    """What was settled in the round before, which is the last one again."""
    contest: Contest | None
    """The session of a tournament before the call; none where none is played."""
    clause: str
    """The clause by which nothing had begun."""


def call_taken_back(table: BlackjackTable, event: CallTakenBack) -> BlackjackTable:
    counted = {
        name: replace(
            player,
            rounds_this_shoe=event.counts[name].rounds_this_shoe,
            idle_rounds=event.counts[name].idle_rounds,
            last_boxes=event.counts[name].last_boxes,
        )
        if name in event.counts
        else player
        for name, player in table.players.items()
    }
    stakes = (replace(stake, below_minimum=False) for stake in round_of(table).stakes)
    return replace(
        table,
        wagers=tuple(stake for stake in stakes if stake.amount),
        contest=event.contest,
        round=None,
        players=counted,
        rounds=table.rounds - 1,
        rounds_this_shoe=event.rounds_this_shoe,
        cutting_card_at=event.cutting_card_at,
        settled=event.settled,
    )


def round_opened(table: BlackjackTable, event: RoundOpened) -> BlackjackTable:
    boxes = tuple([Box(control.box, control.player, control.clause) for control in event.control])
    stakes = table.wagers
    # Outside tournaments a wager that lies alone on its box is the controller's own.
    alone = len(stakes) == len(boxes) and table.contest is None
    if event.controller_first and not alone:
        first = {control.box: control.player for control in event.control}
        stakes = tuple(sorted(stakes, key=lambda stake: first[stake.box] != stake.player))
    if event.unpaid or event.unpaid_optional:
        back = {*event.unpaid_optional, *((player, box, MAIN) for player, box in event.unpaid)}
        stakes = tuple(
            replace(stake, below_minimum=True)
            if (stake.player, stake.box, stake.on) in back
            else stake
            for stake in stakes
        )
    contest = table.contest
    if contest is not None:
        if contest.forms:
            laid = {stake.box for stake in stakes}
            by_form = [form_stakes(table, box.number) for box in boxes if box.number not in laid]
            stakes = (*stakes, *(stake for one in by_form for stake in one))
        wagered = initial_wagers(stakes, MAIN)
        contest = replace(contest, wagered=wagered, before=replace(contest, before=None))
    return replace(
        table,
        wagers=(),
        contest=contest,
        round=Round(
            boxes=boxes, stakes=stakes, card_out=table.first_card_out, face_down=table.face_down
        ),
        players=players_at_round_start(table, MAIN, event.idle),
        rounds=table.rounds + 1,
        rounds_this_shoe=table.rounds_this_shoe + 1,
        cutting_card_at=table.cutting_card_at if table.first_card_out else None,
        first_card_out=False,
        players_then={},
        limits_then=None,
        side_bet_limits_then={},
        settled=(),
    )


def take_call_back(draft: BlackjackDraft, clause: str) -> None:
    """Undo the call of a round that has not begun, by the clause that has that done.

    People are as they are now; what was counted as the round was called is as before it.
    """
    before = draft.history.before
    assert before is not None
    forget_burn(draft)
    table, called = draft.table, before.table
    # A shuffle since the call, where the cutting card came instead of the first card, starts the
    # count again.
    shuffled = table.rounds_this_shoe != called.rounds_this_shoe + 1
    counts = {
        name: PlayerCount(
            0 if shuffled else player.rounds_this_shoe, player.idle_rounds, player.last_boxes
        )
        for name, player in called.players.items()
    }
    contest = called.contest
    if contest is not None:
        contest = resumed_session(contest, contest_of(table))
    draft.emit(
        CallTakenBack(
            counts,
            0 if shuffled else called.rounds_this_shoe,
            None if shuffled else called.cutting_card_at,
            called.settled,
            contest,
            clause,
        )
    )


def put_before_call(draft: BlackjackDraft, number: int | None) -> BlackjackTable:
    """Take a call back if a command is about the round before it. Return the table after that."""
    table = draft.table
    if is_only_called(table) and number == table.rounds - 1 and draft.history.before is not None:
        take_call_back(draft, draft.law.wagers.no_change_after.clause)
    return draft.table


def has_lapsed(draft: BlackjackDraft) -> bool:
    """Return whether a round was only called, and no initial wager is left for it."""
    if not is_only_called(draft.table) or draft.history.before is None:
        return False
    return all(stake.on != MAIN for stake in round_of(draft.table).stakes)


VALID = BelowMinimum.VALID
"""A constant of its own: every round needs it, and reading it from the enumeration is slow."""


def deal(draft: BlackjackDraft, command: Deal) -> Refused | None:
    """Close betting and open the round."""
    law, table = draft.law, draft.table
    laid = stakes_by_box(table)
    refused = not_the_dealer(command, law.deal.order.clause) or _not_to_be_dealt(law, table, laid)
    if refused:
        return refused
    begin_round(draft, laid, overlooked=command.overlooked)
    return None


def begin_round(
    draft: BlackjackDraft,
    laid: dict[int, tuple[Stake, ...]],
    *,
    overlooked: tuple[int, ...] = (),
) -> None:
    """Open the round with the wagers that lie there; a tournament corrects them first."""
    table = draft.table
    if table.contest is not None:
        correct_wagers(draft)
        if draft.table is not table:
            laid = stakes_by_box(draft.table)
        if not laid:
            close_round(draft)
            return
    _open_round(draft, laid, overlooked)


def _open_round(
    draft: BlackjackDraft, laid: dict[int, tuple[Stake, ...]], overlooked: tuple[int, ...]
) -> None:
    """Give back what does not count, find who decides for each box, and begin.

    Reading R34: if the first card slipped out, the limits of that moment count.
    """
    law, table = draft.law, draft.table
    if table.limits_then is not None:
        players = {**table.players, **table.players_then}
        table = replace(table, limits=table.limits_then, players=players)
    unpaid = _below_minimum(draft, table)
    within_limits = table.contest is not None and corrects_wagers_at_deal(law)
    control = []
    for box in in_deal_order(table, laid):
        stakes = laid[box]
        if len(stakes) == 1:
            here = BoxControl(box, stakes[0].player, law.wagers.ascertained.clause)
        else:
            player, clause = controller_of(law, table, deciding_stakes(table, stakes) or stakes)
            here = BoxControl(box, player, clause, _places(law))
            stakes = nearest_dealer_first(law, stakes, player)
        control.append(here)
        if not within_limits and box not in overlooked:
            _return_excess(draft, table, stakes, unpaid)
    return_lapsed(draft)
    draft.emit(
        RoundOpened(
            tuple(control),
            deal_start_clause(law, table),
            unpaid,
            idle_players(law, draft.table),
            law.wagers.nearest_place is not None,
            _off_the_signs(draft, table) if table.choices.side_bets else (),
        )
    )
    for here in control if table.excluded else ():
        if here.player in table.excluded:
            draft.emit(BoxUnattended(here.box, here.player, table.excluded[here.player]))
    each_round = round_burn_rule(law, table)
    if each_round is not None and table.preparation is None:
        burn = Preparation(Stage.BURN, each_round.clause, burn_clause=each_round.clause)
        draft.emit(PreparationChanged(burn, each_round.clause))


def round_burn_rule(law: BlackjackLaw, table: BlackjackTable) -> Says | None:
    """Return the rule by which the first card of every round is burned, if it is."""
    return law.cut.burned_each_round if table.choices.burn_each_round else None


def deal_start_clause(law: BlackjackLaw, table: BlackjackTable) -> str:
    """Return the clause that says where the deal starts."""
    from_marker = table.contest is not None and terms_of(table).deal_from_marker
    deals = tournament_law(law).wagers.order.deals if from_marker else None
    return law.deal.order.clause if deals is None else deals.clause


def in_deal_order(table: BlackjackTable, boxes: Iterable[int]) -> list[int]:
    """Return the boxes in the order of the deal.

    It starts at the dealer's left, or at the marker of a tournament if its conditions say so.
    """
    contest = table.contest
    if contest is None or not terms_of(table).deal_from_marker:
        return sorted(boxes)
    marker = marker_at(contest)
    return sorted(boxes, key=lambda box: (box < marker, box))


def stakes_by_box(table: BlackjackTable) -> dict[int, tuple[Stake, ...]]:
    """Return the initial wagers on each box, nearest the dealer first.

    A box that only a form plays has a stake of 0: the form is secret. A player who is out because
    an open wager could not be made up plays no form either.
    """
    laid: dict[int, tuple[Stake, ...]] = {}
    for stake in table.wagers:
        if stake.on == MAIN:
            laid[stake.box] = (*laid.get(stake.box, ()), stake)
    contest = table.contest
    if contest is not None:
        boxes = {one.box for one in contest.in_play}
        for form in contest.forms:
            if form.box in boxes:
                laid.setdefault(form.box, form_stakes(table, form.box))
    return laid


def deciding_stakes(table: BlackjackTable, stakes: tuple[Stake, ...]) -> tuple[Stake, ...]:
    """Return the wagers of players who may decide.

    Reading R18: a wager of a player who was excluded before the deal plays, but decides nothing.
    """
    if not table.excluded:
        return stakes
    return tuple(stake for stake in stakes if stake.player not in table.excluded)


def _places(law: BlackjackLaw) -> tuple[str, ...]:
    """Return the clauses by which several wagers lie on a box."""
    rules = law.wagers
    places = (rule for rule in (rules.nearest_place, rules.other_places) if rule is not None)
    return tuple(clause for rule in places for clause in (rule.clause, *rule.also))


def _not_to_be_dealt(
    law: BlackjackLaw, table: BlackjackTable, boxes: Collection[int]
) -> Refused | None:
    if table.contest is not None and (refused := contest_not_to_be_dealt(law, table)):
        return refused
    if refused := not_ready_to_deal(law, table, law.deal.order):
        return refused
    if table.choices.low_limit and (wanted := missing_device_clause(law, table)):
        why = "at low limits all cards come from a shuffling device: restore-device"
        return Refused("device/low-limit", wanted, why)
    if table.contest is not None:
        return None
    if not boxes:
        return Refused("deal/no-wagers", law.floor.no_wagers.clause, "no wager has been placed")
    return _lone_player(law, table)


def _lone_player(law: BlackjackLaw, table: BlackjackTable) -> Refused | None:
    """Refuse a single box to the only player at the table, who must play two.

    Readings P33, R36: a player who sits the round out counts; an excluded one does not.
    """
    if not table.choices.lone_player_two_boxes or table.first_card_out:
        return None
    rule = law.wagers.lone_player_two_boxes
    assert rule is not None
    players = players_at(table)
    if len(players) > 1:
        return None
    own = {stake.box for stake in table.wagers if stake.on == MAIN and stake.player in players}
    if len(own) != 1:
        return None
    return Refused("deal/one-box", rule.clause, "a player alone at the table wagers on two boxes")


def _below_minimum(draft: BlackjackDraft, table: BlackjackTable) -> tuple[tuple[str, int], ...]:
    """Warn players whose wager is below the minimum. Return those who were warned before."""
    if draft.law.limits.below_minimum.value is VALID:
        return ()
    again = _warn_owners(draft, table, stakes_below_minimum(draft.law, table))
    return tuple((stake.player, stake.box) for stake in again)


def _warn_owners(
    draft: BlackjackDraft, table: BlackjackTable, short: tuple[Stake, ...]
) -> tuple[Stake, ...]:
    """Warn the owners of short wagers. Return the wagers whose owners were warned before."""
    clause = draft.law.limits.below_minimum.clause
    again = []
    for stake in short:
        if table.players[stake.player].warned:
            again.append(stake)
        else:
            draft.emit(PlayerWarned(stake.player, stake.box, clause))
    return tuple(again)


def _off_the_signs(
    draft: BlackjackDraft, table: BlackjackTable
) -> tuple[tuple[str, int, str], ...]:
    """Give back the excess of optional wagers over their signs. Return those below them again.

    Warnings given in this round do not count: ``table`` is the one at its opening.
    """
    law = draft.law
    for stake, excess in stakes_over_sign(law, draft.table):
        clause = law.limits.above_maximum.clause
        draft.emit(_excess(table.till, law, stake, excess, clause))
    again = _warn_owners(draft, table, stakes_below_sign(law, draft.table))
    return tuple((stake.player, stake.box, stake.on) for stake in again)


def _return_excess(
    draft: BlackjackDraft,
    table: BlackjackTable,
    stakes: tuple[Stake, ...],
    going_back: tuple[tuple[str, int], ...],
) -> None:
    """Give back what lies on a box above the table's maximum."""
    law = draft.law
    for stake, excess, clause in excess_over_maximum(law, table, stakes, going_back=going_back):
        draft.emit(_excess(table.till, law, stake, excess, clause))


def _excess(
    till: Till, law: BlackjackLaw, stake: Stake, excess: Cents, clause: str
) -> WagerReturned:
    why = f"above the maximum, which counts ({law.limits.above_maximum.clause})"
    return wager_return(till, part_of(stake, excess), clause, why)


HANDLERS: dict[type[Command], Handler] = {
    **on(Deal, deal),
}


EVOLVERS: dict[type[Event], Evolver] = {
    RoundOpened: round_opened,
    CallTakenBack: call_taken_back,
}
