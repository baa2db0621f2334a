"""Wagers on the layout before a round: placing, moving, withdrawing, who controls a box.

What becomes of a wager once it is in play is in ``rounds`` and in each family's ``settlement``.
"""

from functools import partial

import msgspec
from msgspec.structs import replace

from croupier.games.table.checks import (
    box_reserved,
    no_such_box,
    not_empowered,
    not_in_chips,
    not_open,
    one_box_only,
    outside_hours,
    restriction_of,
    tender_refusal,
)
from croupier.games.table.contest.turns import MADE_UP, must_wager, tournament_law
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.notices import PlayerReminded
from croupier.games.table.rounds import Remedies
from croupier.games.table.state import (
    MAIN,
    Limits,
    PastRound,
    PlayerArrived,
    Stake,
    Table,
    is_betting_over,
    is_only_called,
    limits_in_round,
    minimum_for,
    personal_limits_by_player,
    round_has_begun,
    same_stake,
    seat_holder_at_round_start,
    stake_of,
    stakes_on,
)
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.money import Cents, Entry, Posting, Till, balances_after, in_dollars, transfer
from croupier.rulebooks import Says, TableLaw
from croupier.rulebooks.law.table import Control, MaximumOf


class PlaceWager(PlayerCommand, frozen=True, tag="wager"):
    """Puts chips or tokens on the layout."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it goes, from 1."""
    amount: Cents
    """How much is wagered."""
    on: str = MAIN
    """What it is on: ``main``, ``ante``, ``jackpot`` or an optional wager."""
    chips: str = msgspec.field(default="chips", name="with")
    """``chips`` or ``tokens``."""
    proxy: str = ""
    """Who lays it down, where that is not the player."""
    helping: bool = False
    """Whether that person only helps a player who is at the table."""


class WithdrawWager(PlayerCommand, frozen=True, tag="withdraw"):
    """Takes a wager back before the first card."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    on: str = MAIN
    """What it is on."""


class MoveWager(PlayerCommand, frozen=True, tag="move-wager"):
    """Moves an initial wager to another box before the first card."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    to_box: int
    """The box where it belongs."""


class RefuseWager(Command, frozen=True, tag="refuse-wager"):
    """Removes a wager from the layout before the first card."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    reason: str
    """The grounds."""
    on: str = MAIN
    """What it is on."""


class ReportOverMaximum(Command, frozen=True, tag="over-maximum"):
    """Reports a wager above the maximum that was noticed in the round, or after it."""

    box: int
    """Where it lies, or lay, from 1."""
    number: int | None = None
    """Which round, counted since the table opened; left out, the one under way or just ended."""


class OverMaximumFound(Event, frozen=True, tag="over-maximum-found"):
    """A wager turned out to be above the maximum."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, or lay, from 1."""
    round: int
    """In which round, counted since the table opened."""
    excess: Cents
    """By how much."""
    back: tuple[Stake, ...]
    """What of it goes back, as the round is not over; empty if the round is, and stands."""
    entries: tuple[Entry, ...]
    """The postings: from the layout to the player; empty if nothing goes back."""
    clause: str
    """The clause that says so."""


class WagerPlaced(Event, frozen=True, tag="wager-placed"):
    """Chips or tokens were put on the layout."""

    player: str
    """Whose wager it is."""
    box: int
    """Where it lies, from 1."""
    on: str
    """What it is on: ``main``, ``ante``, ``jackpot`` or the name of an optional wager."""
    amount: Cents
    """How much was put down, tokens included."""
    tokens: Cents
    """The part of it that is promotional tokens; 0 if all of it is chips."""
    entry: Entry
    """The postings: from the player to the layout."""


class WagerReturned(Event, frozen=True, tag="wager-returned"):
    """A wager, or a part of it, went back to its owner."""

    player: str
    """Whose wager it was."""
    box: int
    """Where it lay, from 1."""
    on: str
    """What it was on, as in ``wager-placed``."""
    amount: Cents
    """How much went back."""
    entries: tuple[Entry, ...]
    """The postings: from the layout to the player, chips and tokens apart."""
    clause: str
    """The clause by which it went back."""
    why: str
    """The reason for people, in a few words."""


def wager_placed(table: Table, event: WagerPlaced) -> Table:
    added = Stake(event.player, event.box, event.on, event.amount, tokens=event.tokens)
    lying = stake_of(table, event.player, event.box, event.on)
    if lying is None:
        wagers = (*table.wagers, added)
    else:
        amount, tokens = lying.amount + event.amount, lying.tokens + event.tokens
        more = replace(lying, amount=amount, tokens=tokens)
        wagers = tuple(more if stake is lying else stake for stake in table.wagers)
    players = table.players
    player = players[event.player]
    if player.seat is None and player.place != event.box:
        players = {**players, event.player: replace(player, place=event.box)}
    return replace(
        table,
        wagers=wagers,
        players=players,
        balances=balances_after(table.balances, (event.entry,)),
    )


def wager_returned(table: Table, event: WagerReturned) -> Table:
    part = Stake(event.player, event.box, event.on, event.amount)
    return replace(
        table,
        wagers=without_part(table.wagers, part),
        balances=balances_after(table.balances, event.entries),
    )


def over_maximum_found(table: Table, event: OverMaximumFound) -> Table:
    if not event.back:
        return table
    assert table.round is not None
    stakes = []
    for stake in table.round.stakes:
        same = (part for part in event.back if same_stake(part, stake))
        stakes.append(rest_of(stake, stake.amount - sum(part.amount for part in same)))
    return replace(
        table,
        round=replace(table.round, stakes=tuple(stakes)),
        balances=balances_after(table.balances, event.entries),
    )


OF_BOX = MaximumOf.BOX


def remind(draft: TableDraft, command: PlaceWager, beside: tuple[Stake, ...], rule: Says) -> None:
    """Remind a player whose wager is below the minimum, or takes the box over the maximum.

    ``beside`` is what lay there before, of the player's own and of others.
    """
    table, player = draft.table, command.player
    limits, personal = table.limits, table.players[player].personal
    own = measured = command.amount
    if not beside and personal is None and limits.minimum <= own <= limits.maximum:
        return
    shared = personal is None and draft.law.limits.maximum_of.value is OF_BOX
    for stake in beside:
        if stake.player == player:
            own += stake.amount
        if shared or stake.player == player:
            measured += stake.amount
    maximum = limits.maximum if personal is None else personal.maximum
    minimum = minimum_for(table, player)
    if minimum <= own and measured <= maximum:
        return
    limits = Limits(minimum, maximum, limits.unit)
    draft.emit(PlayerReminded(player, command.box, own, limits, rule.clause))


def excess_over_maximum(
    law: TableLaw,
    table: Table,
    stakes: tuple[Stake, ...],
    *,
    going_back: tuple[tuple[str, int], ...] = (),
    number: int | None = None,
) -> tuple[tuple[Stake, Cents, str], ...]:
    """Return each excess over a box's maximum: stake, excess, clause. The controller is first.

    A wager that goes back whatever the result takes nothing of the maximum from the others. With
    the ``number`` of a round, the limits of that round count; without one, those that hold now.
    """
    rules = law.limits
    former = None if number is None else limits_in_round(table, number)
    maximum = (table.limits if former is None else former.limits).maximum
    if rules.personal_exceeds and sum([s.amount for s in stakes]) <= maximum:
        return ()
    taken = 0
    over = []
    own_limits = personal_limits_by_player(table) if former is None else former.personal
    above: Says = rules.above_maximum
    others = rules.personal_others
    if others is not None:
        stakes = tuple(sorted(stakes, key=lambda stake: stake.player not in own_limits))
        above = others if stakes[0].player in own_limits else above
    for place, stake in enumerate(stakes):
        personal = own_limits.get(stake.player)
        clause = above.clause
        if personal is not None:
            allowed = personal.maximum
            if rules.personal_exceeds:
                allowed = max(allowed, maximum - taken)
        elif rules.maximum_of.value is MaximumOf.WAGER:
            allowed = maximum
        else:
            allowed = max(0, maximum - taken)
            if len(stakes) > 1 and rules.shares:
                clause = rules.shares[place].clause
        if (stake.player, stake.box) in going_back:
            continue
        excess = max(0, stake.amount - allowed)
        taken += stake.amount - excess
        if excess:
            over.append((stake, excess, clause))
    return tuple(over)


def over_maximum_event(
    table: Table, stake: Stake, excess: Cents, back: tuple[Stake, ...], clause: str
) -> OverMaximumFound:
    """Return the event by which a wager counts to the maximum in the round under way."""
    entries = tuple(entry for part in back for entry in return_entries(table.till, part, clause))
    return OverMaximumFound(stake.player, stake.box, table.rounds, excess, back, entries, clause)


def leave_over_maximum(
    draft: TableDraft, box: int, number: int, past: tuple[PastRound, ...]
) -> Refused | None:
    """Record a wager above the maximum in a round that is over: wagers and results stand."""
    law, table = draft.law, draft.table
    clause = law.limits.above_maximum.clause
    known = {one.number: one.settlements for one in past}
    known[table.rounds] = table.settled
    if number not in known:
        return Refused("over-maximum/no-round", clause, f"round {number} is no longer known")
    lines = {
        line.player: line
        for one in known[number]
        for line in one.lines
        if line.box == box and line.on == law.initial and line.hand == 1
    }
    laid = tuple(Stake(line.player, box, line.on, line.stake) for line in lines.values())
    over = excess_over_maximum(law, table, laid, number=number) if laid else ()
    if not over:
        return none_above_maximum(law, box)
    for stake, excess, _ in over:
        draft.emit(OverMaximumFound(stake.player, box, number, excess, (), (), clause))
    return None


def none_above_maximum(law: TableLaw, box: int) -> Refused:
    """Refuse a report of a wager above the maximum where there is none."""
    why = f"no wager on box {box} is above the maximum"
    return Refused("over-maximum/none", law.limits.above_maximum.clause, why)


def stakes_below_minimum(law: TableLaw, table: Table) -> tuple[Stake, ...]:
    """Return the initial wagers that are below their owner's minimum."""
    return tuple(
        stake
        for stake in table.wagers
        if stake.on == law.initial and stake.amount < minimum_for(table, stake.player)
    )


def laying_entry(till: Till, player: str, amount: Cents, tokens: Cents, clause: str) -> Entry:
    """Return the entry that lays a wager, or an addition to one, with its part in tokens."""
    purses = ((till.chips(player), amount - tokens), (till.tokens(player), tokens))
    taken = (Posting(purse, -part) for purse, part in purses if part)
    return Entry((*taken, Posting(till.layout, amount)), clause)


def returning_entry(till: Till, stakes: list[Stake], clause: str) -> Entry | None:
    """Return the entry that gives stakes back, chips as chips; ``None`` if there is nothing."""
    back: dict[str, Cents] = {}
    for stake in stakes:
        parts = (
            (till.chips(stake.player), stake.amount - stake.tokens),
            (till.tokens(stake.player), stake.tokens),
        )
        for purse, part in parts:
            back[purse] = back.get(purse, 0) + part
    postings = tuple(Posting(purse, amount) for purse, amount in back.items() if amount)
    if not postings:
        return None
    total = sum(posting.amount for posting in postings)
    return Entry((Posting(till.layout, -total), *postings), clause)


def return_entries(till: Till, stake: Stake, clause: str) -> tuple[Entry, ...]:
    """Return the entries that give a stake back: chips as chips, tokens as tokens."""
    chips = stake.amount - stake.tokens
    entries = []
    if chips:
        entries.append(transfer(till.layout, till.chips(stake.player), chips, clause))
    if stake.tokens:
        entries.append(transfer(till.layout, till.tokens(stake.player), stake.tokens, clause))
    return tuple(entries)


def part_of(stake: Stake, amount: Cents) -> Stake:
    """Return a part of a stake to be returned or paid alone: its chips first, then its tokens."""
    chips = stake.amount - stake.tokens
    return replace(stake, amount=amount, tokens=max(0, amount - chips))


def rest_of(stake: Stake, amount: Cents) -> Stake:
    """Return what is left of a stake without such a part: its tokens as far as they go."""
    return replace(stake, amount=amount, tokens=min(stake.tokens, amount))


def without_part(stakes: tuple[Stake, ...], part: Stake) -> tuple[Stake, ...]:
    """Return the stakes after a part of one, or the whole of it, was taken away."""
    left = []
    for stake in stakes:
        if (stake.player, stake.box, stake.on) != (part.player, part.box, part.on):
            left.append(stake)
        elif stake.amount > part.amount:
            left.append(rest_of(stake, stake.amount - part.amount))
    return tuple(left)


def wager_return(till: Till, stake: Stake, clause: str, why: str) -> WagerReturned:
    """Return the event that gives a whole stake back."""
    entries = return_entries(till, stake, clause)
    return WagerReturned(stake.player, stake.box, stake.on, stake.amount, entries, clause, why)


def amount_at_risk(table: Table, player: str) -> Cents:
    """Return how much a player has on the layout, before a round or in it."""
    in_play = table.round.stakes if table.round is not None else ()
    return sum(stake.amount for stake in (*table.wagers, *in_play) if stake.player == player)


def chips_at_risk(table: Table, player: str) -> Cents:
    """Return how much a player has on the layout, promotional tokens left out."""
    in_play = table.round.stakes if table.round is not None else ()
    lying = (*table.wagers, *in_play)
    return sum(stake.amount - stake.tokens for stake in lying if stake.player == player)


def has_stake_in_play(table: Table, player: str) -> bool:
    """Return whether the player has a wager in the round under way."""
    if not is_betting_over(table):
        return False
    stakes = table.wagers if table.round is None else table.round.stakes
    return any(stake.player == player for stake in stakes)


def betting_closed(law: TableLaw, table: Table) -> Refused | None:
    """Refuse a wager while betting is closed."""
    if refused := not_open(law, table):
        return refused
    if not is_betting_over(table):
        return None
    rules = law.wagers
    return Refused(
        "wager/round-under-way",
        (rules.none_after or rules.no_change_after).clause,
        "the first card is out: wagers stay until they are decided",
        (rules.no_change_after.clause, rules.before_first_card.clause),
    )


def no_wager_now(law: TableLaw, table: Table) -> Refused | None:
    """Refuse to lay a wager while betting is closed, or outside the hours of gaming.

    Wagers that lie there can still be withdrawn then: that needs open betting and no more.
    """
    return betting_closed(law, table) or outside_hours(law, table, "wager/outside-hours")


def _refuse_closed_betting(law: TableLaw, table: Table, player: str) -> Refused | None:
    """Refuse an initial wager while betting is closed.

    Reading R35: in a tournament, a card that slipped out does not excuse anybody from wagering.
    """
    if table.first_card_out and table.contest is not None and must_wager(table, player):
        return None
    refused = no_wager_now(law, table)
    if refused is None or not (table.open and is_betting_over(table)):
        return refused
    return replace(refused, also=(*refused.also, *law.wagers.before_first_card.also))


def not_payable(law: TableLaw, table: Table, command: PlaceWager) -> Refused | None:
    """Refuse chips that the table does not take, or that the player does not have."""
    return tender_refusal(law, table, command.player, command.amount, command.chips)


def not_on_this_box(
    law: TableLaw, table: Table, command: PlaceWager, here: tuple[Stake, ...]
) -> Refused | None:
    """Refuse a box that does not exist, is reserved, or is full."""
    if refused := no_such_box(law, table, command.box):
        return refused
    if table.reserved and (refused := box_reserved(law, table, command.player, command.box)):
        return refused
    several = law.wagers.boxes_per_player
    most = None if several is None else several.value or table.choices.boxes_per_player
    if most is not None:
        assert several is not None
        own = {stake.box for stake in table.wagers if stake.player == command.player}
        if len(own | {command.box}) > most:
            return Refused(
                "wager/too-many-boxes",
                several.clause,
                f"a player has {most} box{'es' * (most > 1)} here",
            )
    if not here:
        return None
    players = {stake.player for stake in here}
    one = law.wagers.one_wager
    if one is not None:
        [stake] = here
        laid = stake.tokens if command.chips == "tokens" else stake.amount - stake.tokens
        if stake.player == command.player and not laid:
            return None
        return Refused("wager/one-only", one.clause, f"box {command.box} has its wager already")
    if command.player not in players and len(players) >= table.players_per_box:
        why = f"{len(players)} players have wagers on box {command.box} and no more may join"
        rule = law.wagers.players_per_box
        fewer = None if len(players) >= rule.value else law.wagers.fewer_players
        if fewer is None:
            return Refused("wager/box-full", rule.clause, why, rule.also)
        return Refused("wager/box-full", fewer.clause, why, (rule.clause,))
    return None


def corrects_wagers_at_deal(law: TableLaw) -> bool:
    """Return whether a tournament corrects wagers at the deal and not when placed."""
    return tournament_law(law).wagers.short.value is MADE_UP


def not_this_much(
    law: TableLaw, table: Table, command: PlaceWager, here: tuple[Stake, ...]
) -> Refused | None:
    """Refuse an amount that the player's restriction or the sign's unit forbids."""
    if table.contest is not None and corrects_wagers_at_deal(law):
        return None
    total = command.amount
    for stake in here:
        if stake.player == command.player:
            total += stake.amount
    minimum = minimum_for(table, command.player)
    restriction = restriction_of(table, command.player)
    if restriction is not None:
        if refused := one_box_only(table, command.player, command.box):
            return refused
        if total != minimum:
            least = in_dollars(minimum)
            why = f"{command.player} is restricted to the minimum of {least}"
            return Refused("wager/minimum-only", restriction.clause, why)
    if refused := _beside_personal_limits(law, table, command, here):
        return refused
    if total > minimum and (total - minimum) % table.limits.unit:
        return Refused(
            "wager/not-in-units",
            law.limits.unit.clause,
            f"above {in_dollars(minimum)} wagers go in steps of {in_dollars(table.limits.unit)}",
        )
    return None


def _beside_personal_limits(
    law: TableLaw, table: Table, command: PlaceWager, here: tuple[Stake, ...]
) -> Refused | None:
    """Refuse to exceed the ordinary maximum beside a player with personal limits."""
    rule = law.limits.personal_others
    if rule is None:
        return None
    own = personal_limits_by_player(table)
    beside = any(stake.player in own for stake in here)
    if command.player in own or not beside:
        return None
    if sum(stake.amount for stake in here) + command.amount <= table.limits.maximum:
        return None
    most = in_dollars(table.limits.maximum)
    why = f"with {command.player}'s wager box {command.box} would hold more than {most}"
    return Refused("wager/over-the-box", rule.clause, why)


def place_initial(draft: TableDraft, command: PlaceWager) -> Refused | None:
    """Place the wager that a round is played for, or add to it.

    In a tournament that corrects wagers at the deal, the checks of the session have already covered
    the box, the kind of chips and their number.
    """
    law, table = draft.law, draft.table
    here = stakes_on(table, command.box, command.on)
    if here or table.contest is None or not corrects_wagers_at_deal(law):
        refused = (
            _refuse_closed_betting(law, table, command.player)
            or not_on_this_box(law, table, command, here)
            or not_payable(law, table, command)
            or not_this_much(law, table, command, here)
        )
    else:
        refused = _refuse_closed_betting(law, table, command.player) or not_in_chips(
            law, table, command.amount
        )
    if refused:
        return refused
    lay_wager(draft, command, law.wagers.before_first_card.clause)
    if law.limits.players_watch is not None:
        remind(draft, command, here, law.limits.players_watch)
    return None


def lay_wager(draft: TableDraft, command: PlaceWager, clause: str) -> None:
    """Put a lawful wager on the layout."""
    player, amount = command.player, command.amount
    table = draft.table
    till = table.till
    if player not in table.players:
        draft.emit(PlayerArrived(player))
    tokens = amount if command.chips == "tokens" else 0
    source = till.tokens(player) if tokens else till.chips(player)
    entry = transfer(source, till.layout, amount, clause)
    draft.emit(WagerPlaced(player, command.box, command.on, amount, tokens, entry))


def withdraw_wager(draft: TableDraft, command: WithdrawWager, remedies: Remedies) -> Refused | None:
    """Give back a wager that its owner no longer wants, before the first card.

    Reading R2: also after the call of no more bets.
    """
    table = draft.table
    clause = draft.law.wagers.no_change_after.clause
    if is_only_called(table):
        return remedies.void_wager(draft, command.player, clause, command.box, command.on)
    if refused := betting_closed(draft.law, table):
        return refused
    stake = stake_of(table, command.player, command.box, command.on)
    if stake is None:
        return _no_such_wager(command, clause)
    draft.emit(wager_return(draft.table.till, stake, clause, "withdrawn before the first card"))
    return None


def move_wager(draft: TableDraft, command: MoveWager) -> Refused | None:
    """Move an initial wager to another box; its owner answers for where it lies."""
    law, table = draft.law, draft.table
    own = law.wagers.own_placing
    if refused := betting_closed(law, table):
        also = () if own is None else (own.clause, *own.also)
        return replace(refused, also=(*refused.also, *also))
    clause = (own or law.wagers.no_change_after).clause
    stake = stake_of(table, command.player, command.box, law.initial)
    if stake is None or command.to_box == command.box:
        why = f"{command.player} has no wager on box {command.box} that could be moved from there"
        return Refused("wager/none", clause, why)
    draft.emit(wager_return(table.till, stake, clause, f"moved to box {command.to_box}"))
    parts = {"chips": stake.amount - stake.tokens, "tokens": stake.tokens}
    for tender, amount in parts.items():
        if amount:
            placed = PlaceWager(
                command.player, command.to_box, amount, law.initial, tender, by=command.by
            )
            if refused := place_initial(draft, placed):
                return refused
    return None


def refuse_wager(draft: TableDraft, command: RefuseWager, remedies: Remedies) -> Refused | None:
    """Give back a wager that a supervisor refuses, before the first card.

    Reading R2: also after the call of no more bets, as long as no card is out.
    """
    table = draft.table
    rule = draft.law.wagers.refused
    if rule is None:
        clause = draft.law.wagers.no_change_after.clause
        return Refused("wager/not-refused", clause, f"{draft.law.title} has no such power")
    if refused := not_empowered(command, rule, "refuse a wager"):
        return refused
    called = is_only_called(table)
    if round_has_begun(table):
        return Refused("wager/round-under-way", rule.clause, "betting is closed: the round goes on")
    stake = stake_of(table, command.player, command.box, command.on)
    if stake is None and not called:
        return _no_such_wager(command, rule.clause)
    if not command.reason.strip():
        return Refused("wager/no-reason", rule.clause, "give the grounds for refusing a wager")
    if stake is None:
        on = None if command.on == draft.law.initial else command.on
        return remedies.void_wager(draft, command.player, rule.clause, command.box, on)
    draft.emit(wager_return(draft.table.till, stake, rule.clause, command.reason))
    return None


def _no_such_wager(command: WithdrawWager | RefuseWager, clause: str) -> Refused:
    what = f"a wager on {command.on} at box {command.box}"
    return Refused("wager/none", clause, f"{command.player} has not placed {what}")


def controller_of(law: TableLaw, table: Table, stakes: tuple[Stake, ...]) -> tuple[str, str]:
    """Return the player who decides for a box, and the clause that says so.

    Reading S25: among several highest wagers the nearest to the dealer decides, by the clause on
    the highest: not all of them are equal.
    """
    rules = law.wagers
    if len(stakes) == 1:
        return stakes[0].player, rules.ascertained.clause
    for rule in rules.control:
        match rule.value:
            case Control.SEATED:
                seated = seat_holder_at_round_start(table, stakes[0].box)
                own = [stake for stake in stakes if stake.player == seated]
                if own:
                    return own[0].player, rule.clause
            case Control.HIGHEST_WAGER:
                most = max(stake.amount for stake in stakes)
                highest = [stake for stake in stakes if stake.amount == most]
                if len(highest) < len(stakes):
                    return highest[0].player, rule.clause
            case Control.NEAREST_DEALER:
                return stakes[0].player, rule.clause
    raise AssertionError("the last way to find a controlling player always finds one")


def nearest_dealer_first(
    law: TableLaw, stakes: tuple[Stake, ...], controller: str
) -> tuple[Stake, ...]:
    """Return the wagers of a box from the dealer outwards.

    Where the rulebook has the controlling player's wager nearest the dealer it comes first; else
    they lie as they were placed.
    """
    if law.wagers.nearest_place is None:
        return stakes
    return tuple(sorted(stakes, key=lambda stake: stake.player != controller))


def idle_players(law: TableLaw, table: Table) -> tuple[str, ...]:
    """Return the players without a wager in the opening round, if it counts against their seats."""
    playing = {stake.player for stake in table.wagers}
    if playing.issuperset(table.players):
        return ()
    # The seat of an excluded player is free, and nobody sits out on it.
    seated = {
        player.name: player.seat
        for player in table.players.values()
        if player.seat is not None and player.name not in table.excluded
    }
    idle = tuple([name for name in seated if name not in playing])
    if not law.floor.vacated_when_full:
        return idle
    used = {stake.box for stake in table.wagers}
    used.update(seated.values())
    return () if len(used) < table.choices.boxes else idle


def handlers(remedies: Remedies) -> dict[type[Command], Handler]:
    """Return the handlers that need a family's remedies."""
    return {
        **on(WithdrawWager, partial(withdraw_wager, remedies=remedies)),
        **on(RefuseWager, partial(refuse_wager, remedies=remedies)),
    }


HANDLERS: dict[type[Command], Handler] = {
    **on(MoveWager, move_wager),
}

EVOLVERS: dict[type[Event], Evolver] = {
    WagerPlaced: wager_placed,
    WagerReturned: wager_returned,
    OverMaximumFound: over_maximum_found,
}
