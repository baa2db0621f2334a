"""How events change a table. Pure, total, and never in doubt: what an event says has happened."""

from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.money import posted
from croupier.table import card_events
from croupier.table import events as happened
from croupier.table.contest_clock import with_time_noted
from croupier.table.contest_evolvers import EVOLVERS as CONTEST_EVOLVERS
from croupier.table.events import Event
from croupier.table.irregular_evolvers import EVOLVERS as IRREGULAR_EVOLVERS
from croupier.table.irregular_evolvers import unchanged as unchanged
from croupier.table.messages import Evolver
from croupier.table.state import (
    Mix,
    Player,
    Reach,
    Restriction,
    Sign,
    Stake,
    Table,
    stake_of,
)
from croupier.table.upkeep_evolvers import EVOLVERS as UPKEEP_EVOLVERS
from croupier.table.wagers import without


def with_player(table: Table, name: str, **changes: Any) -> Table:
    """The table with one player changed."""
    player = replace(table.players[name], **changes)
    return replace(table, players={**table.players, name: player})


def clock_moved(table: Table, event: happened.ClockMoved) -> Table:
    contest = table.contest
    noted = None if contest is None else with_time_noted(table, contest)
    return replace(table, clock=event.at, contest=noted)


def player_arrived(table: Table, event: happened.PlayerArrived) -> Table:
    came = event.player
    player = Player(
        came,
        restriction=table.held.get(came),
        warned=came in table.told,
        restricted_before=came in table.restricted,
    )
    held = {name: kept for name, kept in table.held.items() if name != came}
    return replace(table, players={**table.players, came: player}, held=held)


def bought_in(table: Table, event: happened.BoughtIn) -> Table:
    table = replace(table, balances=posted(table.balances, (event.entry,)))
    return with_player(table, event.player, counted=True)


def voucher_exchanged(table: Table, event: happened.VoucherExchanged) -> Table:
    return replace(table, balances=posted(table.balances, (event.entry,)))


def seat_taken(table: Table, event: happened.SeatTaken) -> Table:
    return with_player(table, event.player, seat=event.box, place=event.box, idle_rounds=0)


def seat_left(table: Table, event: happened.SeatLeft) -> Table:
    return with_player(table, event.player, seat=None)


def _and(names: tuple[str, ...], name: str, *, when: bool) -> tuple[str, ...]:
    """Names with one more, once."""
    return (*names, name) if when and name not in names else names


def player_left(table: Table, event: happened.PlayerLeft) -> Table:
    players = {name: player for name, player in table.players.items() if name != event.player}
    reserved = {box: name for box, name in table.reserved.items() if name != event.player}
    keeping = any(player.retained_minimum is not None for player in players.values())
    gone = table.players[event.player]
    held = table.held
    if gone.restriction is not None:
        held = {**held, gone.name: gone.restriction}
    return replace(
        table,
        players=players,
        held=held,
        told=_and(table.told, gone.name, when=gone.warned),
        restricted=_and(table.restricted, gone.name, when=gone.restricted_before),
        reserved=reserved,
        previous_limits=table.previous_limits if keeping else None,
        balances=posted(table.balances, event.entries),
    )


def wager_placed(table: Table, event: happened.WagerPlaced) -> Table:
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
        balances=posted(table.balances, (event.entry,)),
    )


def wager_returned(table: Table, event: happened.WagerReturned) -> Table:
    part = Stake(event.player, event.box, event.on, event.amount)
    return replace(
        table,
        wagers=without(table.wagers, part),
        balances=posted(table.balances, event.entries),
    )


def preparation_changed(table: Table, event: card_events.PreparationChanged) -> Table:
    return replace(table, preparation=event.preparation)


def cards_shuffled(table: Table, event: card_events.CardsShuffled) -> Table:
    back = 0 if event.handle else table.shoe.draws - event.drawn
    shoe = replace(
        table.shoe,
        handle=event.handle,
        size=event.size,
        drawn=event.drawn,
        returned=back,
        cut=0,
    )
    if event.mixes is Mix.LEFT:
        return replace(table, shoe=shoe)
    shoe = replace(shoe, cutting_card=None)
    if event.mixes is Mix.DISCARDS:  # no new shoe: reading R52
        return replace(table, shoe=shoe, discards=())
    players = {
        name: replace(player, rounds_this_shoe=0, restriction=_after_shuffle(player.restriction))
        for name, player in table.players.items()
    }
    held = {name: kept for name, kept in table.held.items() if _after_shuffle(kept) is not None}
    return replace(
        table,
        held=held,
        shoe=shoe,
        ahead=(),
        first_card_out=False,
        players_then={},
        discards=(),
        rounds_this_shoe=0,
        cutting_card_at=None,
        cutting_card_back=False,
        shuffle_after_round="",
        check_after_round="",
        players=players,
    )


def _after_shuffle(restriction: Restriction | None) -> Restriction | None:
    over = restriction is not None and restriction.reach is Reach.UNTIL_SHUFFLE
    return None if over else restriction


def cut_declined(table: Table, event: card_events.CutDeclined) -> Table:
    preparation = table.preparation
    assert preparation is not None
    declined = (*preparation.declined, event.player)
    return replace(table, preparation=replace(preparation, declined=declined))


def cards_cut(table: Table, event: card_events.CardsCut) -> Table:
    if table.shoe.stacked:
        return table
    return replace(table, shoe=replace(table.shoe, cut=event.position))


def shoe_loaded(table: Table, event: card_events.ShoeLoaded) -> Table:
    known = table.shoe.handle and not table.shoe.stacked
    at = table.shoe.size - event.depth if known else None
    back = table.cutting_card_at is not None
    return replace(table, shoe=replace(table.shoe, cutting_card=at), cutting_card_back=back)


def card_burned(table: Table, event: card_events.CardBurned) -> Table:
    burned: list[Card | None] = [] if event.shown is None else [event.shown]
    burned += [None] * event.unseen
    burned[: event.ahead] = table.ahead[: event.ahead]
    shoe = replace(table.shoe, drawn=table.shoe.drawn + len(burned) - event.ahead)
    ahead = table.ahead[event.ahead :]
    return replace(table, shoe=shoe, ahead=ahead, discards=(*table.discards, *burned))


def player_warned(table: Table, event: happened.PlayerWarned) -> Table:
    return with_player(table, event.player, warned=True)


def box_nominated(table: Table, event: happened.BoxNominated) -> Table:
    return with_player(table, event.player, nominated=event.box)


def cutting_card_shown(table: Table, event: card_events.CuttingCardShown) -> Table:
    shoe = replace(table.shoe, cutting_card=None)
    return replace(table, shoe=shoe, cutting_card_at=event.box, cutting_card_back=False)


def players_per_box_limited(table: Table, event: happened.PlayersPerBoxLimited) -> Table:
    return replace(table, players_per_box=event.players)


def box_given_up(table: Table, event: happened.BoxGivenUp) -> Table:
    player = table.players[event.player]
    if player.seat == event.box:
        table = with_player(table, event.player, seat=None)
    return with_player(table, event.to, seat=event.box, place=event.box)


def boxes_reserved(table: Table, event: happened.BoxesReserved) -> Table:
    return replace(table, reserved={**table.reserved, **dict.fromkeys(event.boxes, event.player)})


def boxes_released(table: Table, event: happened.BoxesReleased) -> Table:
    kept = {box: name for box, name in table.reserved.items() if name != event.player}
    return replace(table, reserved=kept)


def player_restricted(table: Table, event: happened.PlayerRestricted) -> Table:
    notices = tuple(
        replace(notice, used=True) if notice.player == event.player else notice
        for notice in table.notices
    )
    table = replace(table, notices=notices)
    return with_player(table, event.player, restriction=event.restriction, restricted_before=True)


def shuffle_ordered(table: Table, event: card_events.ShuffleOrdered) -> Table:
    return replace(table, shuffle_after_round=table.shuffle_after_round or event.clause)


def dealer_changed(table: Table, event: happened.DealerChanged) -> Table:
    return replace(table, dealer=event.dealer)


def law_adopted(table: Table, event: happened.LawAdopted) -> Table:
    return replace(
        table,
        revision=event.revision,
        fingerprint=event.fingerprint,
        law_values=event.law_values,
        players_per_box=event.players_per_box,
    )


def limits_announced(table: Table, event: happened.LimitsAnnounced) -> Table:
    sign = Sign(event.displayed, event.effective, event.limits)
    if event.retained:
        return replace(table, retained_sign=sign)
    return replace(table, limit_sign=sign)


def limits_changed(table: Table, event: happened.LimitsChanged) -> Table:
    players = {
        name: replace(
            player,
            retained_minimum=player.retained_minimum or table.limits.minimum,
            place=event.keeping[name],
        )
        if name in event.keeping
        else player
        for name, player in table.players.items()
    }
    previous = table.limits if event.keeping else table.previous_limits
    sign = table.limit_sign
    announced = None if sign is None else sign.limits
    if announced is not None and announced.minimum == event.limits.minimum:
        sign = None
    return replace(
        table, limits=event.limits, players=players, previous_limits=previous, limit_sign=sign
    )


def retained_minimum_changed(table: Table, event: happened.RetainedMinimumChanged) -> Table:
    over = event.minimum >= table.limits.minimum
    players = {
        name: replace(player, retained_minimum=None if over else event.minimum)
        if player.retained_minimum is not None
        else player
        for name, player in table.players.items()
    }
    previous = None
    if not over:
        assert table.previous_limits is not None
        previous = replace(table.previous_limits, minimum=event.minimum)
    return replace(table, players=players, previous_limits=previous, retained_sign=None)


def personal_limits_set(table: Table, event: happened.PersonalLimitsSet) -> Table:
    return with_player(table, event.player, personal=event.limits)


def closure_announced(table: Table, event: happened.ClosureAnnounced) -> Table:
    sign = Sign(event.displayed, event.effective)
    return replace(table, closing_sign=sign, rounds_left=event.rounds)


def table_closed(table: Table, event: happened.TableClosed) -> Table:
    return replace(table, open=False)


def counted_in(table: Table, initial: str, idle: tuple[str, ...]) -> dict[str, Player]:
    """The players as a round begins: where their wagers lie, or one more round sat out.

    ``initial`` is the wager that the round is played for, ``idle`` those whose sitting out counts.
    """
    boxes: dict[str, tuple[int, ...]] = {}
    playing = set()
    for stake in table.wagers:
        name = stake.player
        boxes[name] = (*boxes[name], stake.box) if name in boxes else (stake.box,)
        if stake.on == initial:
            playing.add(name)
    players = {}
    for name, player in table.players.items():
        players[name] = replace(
            player,
            rounds_this_shoe=player.rounds_this_shoe + (name in playing),
            idle_rounds=player.idle_rounds + 1 if name in idle else 0,
            last_boxes=boxes.get(name, ()),
        )
    return players


EVOLVERS: dict[type[Event], Evolver] = {
    **IRREGULAR_EVOLVERS,
    **UPKEEP_EVOLVERS,
    **CONTEST_EVOLVERS,
    happened.ClockMoved: clock_moved,
    happened.PlayerArrived: player_arrived,
    happened.BoughtIn: bought_in,
    happened.ColouredUp: unchanged,
    happened.VoucherExchanged: voucher_exchanged,
    happened.SeatTaken: seat_taken,
    happened.SeatLeft: seat_left,
    happened.PlayerLeft: player_left,
    happened.WagerPlaced: wager_placed,
    happened.WagerReturned: wager_returned,
    card_events.PreparationChanged: preparation_changed,
    card_events.CardsShuffled: cards_shuffled,
    card_events.CutDeclined: cut_declined,
    card_events.CardsCut: cards_cut,
    card_events.ShoeLoaded: shoe_loaded,
    card_events.DeviceLoaded: unchanged,
    card_events.CardBurned: card_burned,
    happened.PlayerWarned: player_warned,
    happened.PlayerReminded: unchanged,
    happened.BoxNominated: box_nominated,
    card_events.CuttingCardShown: cutting_card_shown,
    happened.DealerChanged: dealer_changed,
    happened.LawAdopted: law_adopted,
    card_events.ShuffleOrdered: shuffle_ordered,
    card_events.CardsRiffled: unchanged,
    happened.PlayersPerBoxLimited: players_per_box_limited,
    happened.BoxGivenUp: box_given_up,
    happened.BoxesReserved: boxes_reserved,
    happened.BoxesReleased: boxes_released,
    happened.PlayerRestricted: player_restricted,
    happened.LimitsAnnounced: limits_announced,
    happened.LimitsChanged: limits_changed,
    happened.RetainedMinimumChanged: retained_minimum_changed,
    happened.PersonalLimitsSet: personal_limits_set,
    happened.ClosureAnnounced: closure_announced,
    happened.TableClosed: table_closed,
}
"""One function per event."""
