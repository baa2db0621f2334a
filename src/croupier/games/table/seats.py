"""Players and their places: arriving, buying in, sitting, reserving boxes, leaving."""

from datetime import datetime

from msgspec.structs import replace

from croupier.games.table.checks import (
    box_reserved,
    no_such_box,
    not_empowered,
    not_in_chips,
    not_open,
    not_the_dealer,
    player_excluded,
    round_under_way,
    too_few_chips,
    unknown_player,
)
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.preparation import ask_shuffle
from croupier.games.table.state import (
    Player,
    PlayerArrived,
    Stage,
    Table,
    has_lost_seat,
    is_betting_over,
    round_has_begun,
    seat_holder,
    unchanged,
    with_former_limits,
    with_name,
    with_player,
)
from croupier.games.table.wagers import has_stake_in_play, wager_return
from croupier.messages import Command, Event, Evolver, PlayerCommand, Refused
from croupier.money import Cents, Entry, balances_after, transfer
from croupier.rulebooks import Says, TableLaw
from croupier.rulebooks.law.table import Tender


class BuyIn(PlayerCommand, frozen=True, tag="buy-in"):
    """Changes money for chips; from then on the player's chips are counted."""

    player: str
    """Who buys."""
    amount: Cents
    """For how much."""


class ColourUp(PlayerCommand, frozen=True, tag="colour-up"):
    """Changes chips for larger ones."""

    player: str
    """Whose chips they are."""
    amount: Cents
    """What they are worth."""


class ExchangeVoucher(PlayerCommand, frozen=True, tag="exchange-voucher"):
    """Changes a promotional voucher for tokens."""

    player: str
    """Whose voucher it is."""
    amount: Cents
    """What it is worth."""
    until: datetime | None = None
    """The last moment at which the voucher counts; left out, it says none."""
    games: tuple[str, ...] = ()
    """The games that the voucher is for; left out, any."""
    conditions: str = ""
    """Further conditions on the voucher, in its words; the dealer sees that they hold."""


class Sit(PlayerCommand, frozen=True, tag="sit"):
    """Takes the seat at a box."""

    player: str
    """Who sits down."""
    box: int
    """At which box, from 1."""


class Rise(PlayerCommand, frozen=True, tag="rise"):
    """Gives the seat up."""

    player: str
    """Who rises."""


class Leave(PlayerCommand, frozen=True, tag="leave"):
    """Leaves the table with all chips."""

    player: str
    """Who leaves."""


class NominateBox(PlayerCommand, frozen=True, tag="nominate-box"):
    """Names the box where a player with several wants face-down cards."""

    player: str
    """Who names it."""
    box: int
    """The box, from 1."""


class GiveUpBox(Command, frozen=True, tag="give-up-box"):
    """Makes a player with several boxes hand one to a player who finds none."""

    player: str
    """Who gives it up."""
    box: int
    """The box, from 1."""
    to: str
    """Who gets it."""


class ReserveBoxes(Command, frozen=True, tag="reserve-boxes"):
    """Keeps boxes for one player."""

    player: str
    """Who has the boxes reserved."""
    boxes: tuple[int, ...]
    """Which boxes, from 1."""


class ReleaseBoxes(Command, frozen=True, tag="release-boxes"):
    """Ends a player's reservation."""

    player: str
    """Whose reservation ends."""


class ChangeDealer(Command, frozen=True, tag="change-dealer"):
    """Puts another dealer at the table."""

    dealer: str
    """Who deals from now on, by name or staff number."""


class VacateSeat(Command, frozen=True, tag="vacate-seat"):
    """Makes a player who keeps sitting out give up the seat."""

    player: str
    """Whose seat it is."""


class BoughtIn(Event, frozen=True, tag="bought-in"):
    """Money was changed for chips."""

    player: str
    """Who bought in."""
    amount: Cents
    """How much, in chips that are worth money."""
    entry: Entry
    """The postings: from cash to the player's chips."""


class ColouredUp(Event, frozen=True, tag="coloured-up"):
    """Chips were changed for larger ones."""

    player: str
    """Whose chips were changed."""
    amount: Cents
    """What the chips are worth, before and after."""
    clause: str
    """The clause that lets them be changed."""


class VoucherExchanged(Event, frozen=True, tag="voucher-exchanged"):
    """A voucher was changed for tokens."""

    player: str
    """Whose voucher it was."""
    amount: Cents
    """What the tokens are worth."""
    entry: Entry
    """The postings: from vouchers to the player's tokens."""
    conditions: str = ""
    """Further conditions on the voucher, which were seen to hold; empty if it has none."""


class SeatTaken(Event, frozen=True, tag="seat-taken"):
    """A player sat down at a box."""

    player: str
    """Who sat down."""
    box: int
    """The box that the seat belongs to, from 1."""
    idle_rounds: int = 0
    """How many rounds in a row they have sat out on a seat here: another seat, or the same one
    again, does not set it back to 0 (U9)."""


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """A player gave the seat up, or had to."""

    player: str
    """Who gave the seat up."""
    box: int
    """The box that the seat belonged to, from 1."""
    clause: str
    """The clause by which the seat is lost; empty if the player gave it up at will."""


class PlayerLeft(Event, frozen=True, tag="player-left"):
    """A player left with all chips; a marker of the old minimum goes too."""

    player: str
    """Who left."""
    entries: tuple[Entry, ...]
    """The postings of chips, tokens and wagers that went along; empty if there were none."""
    clause: str
    """The clause that lets wagers not in play go too, or has the marker removed."""


class BoxNominated(Event, frozen=True, tag="box-nominated"):
    """A player named the box for face-down cards."""

    player: str
    """Who named it."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause that lets them."""


class DealerChanged(Event, frozen=True, tag="dealer-changed"):
    """Another dealer has come to the table."""

    dealer: str
    """Who deals from now on, by name."""
    clause: str
    """The clause that says when; empty if the rulebook has none."""


class BoxGivenUp(Event, frozen=True, tag="box-given-up"):
    """A player with several boxes handed one over."""

    player: str
    """Who had the box."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    to: str
    """Who has it now."""
    clause: str
    """The clause that asks for it."""


class BoxesReserved(Event, frozen=True, tag="boxes-reserved"):
    """Boxes are kept for one player."""

    player: str
    """For whom the boxes are reserved."""
    boxes: tuple[int, ...]
    """Their numbers, from 1."""
    clause: str
    """The clause that lets them be kept."""


class BoxesReleased(Event, frozen=True, tag="boxes-released"):
    """A reservation ended."""

    player: str
    """Whose reservation it was."""
    clause: str
    """The clause under which it had been made."""


def bought_in(table: Table, event: BoughtIn) -> Table:
    table = replace(table, balances=balances_after(table.balances, (event.entry,)))
    return with_player(table, event.player, counted=True)


def voucher_exchanged(table: Table, event: VoucherExchanged) -> Table:
    return replace(table, balances=balances_after(table.balances, (event.entry,)))


def seat_taken(table: Table, event: SeatTaken) -> Table:
    return with_player(
        table, event.player, seat=event.box, place=event.box, idle_rounds=event.idle_rounds
    )


def seat_left(table: Table, event: SeatLeft) -> Table:
    return with_player(table, event.player, seat=None)


def player_left(table: Table, event: PlayerLeft) -> Table:
    players = {name: player for name, player in table.players.items() if name != event.player}
    reserved = {box: name for box, name in table.reserved.items() if name != event.player}
    keeping = any(player.retained_minimum is not None for player in players.values())
    gone = table.players[event.player]
    if gone.personal is not None:
        table = with_former_limits(table)
    held = table.held
    if gone.restriction is not None:
        held = {**held, gone.name: gone.restriction}
    return replace(
        table,
        players=players,
        held=held,
        told=with_name(table.told, gone.name, when=gone.warned),
        restricted=with_name(table.restricted, gone.name, when=gone.restricted_before),
        reserved=reserved,
        previous_limits=table.previous_limits if keeping else None,
        balances=balances_after(table.balances, event.entries),
    )


def box_nominated(table: Table, event: BoxNominated) -> Table:
    return with_player(table, event.player, nominated=event.box)


def box_given_up(table: Table, event: BoxGivenUp) -> Table:
    player = table.players[event.player]
    if player.seat == event.box:
        table = with_player(table, event.player, seat=None)
    return with_player(table, event.to, seat=event.box, place=event.box)


def boxes_reserved(table: Table, event: BoxesReserved) -> Table:
    return replace(table, reserved={**table.reserved, **dict.fromkeys(event.boxes, event.player)})


def boxes_released(table: Table, event: BoxesReleased) -> Table:
    kept = {box: name for box, name in table.reserved.items() if name != event.player}
    return replace(table, reserved=kept)


def dealer_changed(table: Table, event: DealerChanged) -> Table:
    return replace(table, dealer=event.dealer)


def record_arrival(draft: TableDraft, player: str) -> None:
    """Record the arrival of a player who is new at the table."""
    if player not in draft.table.players:
        draft.emit(PlayerArrived(player))


def record_arrival_for_staff(draft: TableDraft, player: str) -> Refused | None:
    """Record the arrival of a person whom staff act on before any wager; refuse an excluded one.

    Reading R41: limits and restrictions apply to anybody who has come up to the table.
    """
    if player in draft.table.players:
        return None
    if refused := player_excluded(draft.table, player):
        return refused
    record_arrival(draft, player)
    return None


def buy_in(draft: TableDraft, command: BuyIn) -> Refused | None:
    """Change money for chips."""
    till = draft.table.till
    refused = not_open(draft.law, draft.table) or not_in_chips(
        draft.law, draft.table, command.amount
    )
    if refused:
        return refused
    record_arrival(draft, command.player)
    clause = draft.law.wagers.chips_or_tokens.clause
    chips, purse = till.chips(command.player), till.purse(command.player)
    postings = [
        *transfer(till.float, chips, command.amount, clause).postings,
        *transfer(purse, till.cash, command.amount, clause).postings,
    ]
    brought = -draft.table.chips(command.player)
    if brought > 0:
        postings += transfer(purse, chips, brought, clause).postings
    draft.emit(BoughtIn(command.player, command.amount, Entry(tuple(postings), clause)))
    return None


def colour_up(draft: TableDraft, command: ColourUp) -> Refused | None:
    """Change small chips for large ones; no value moves."""
    table = draft.table
    refused = (
        unknown_player(table, command.player)
        or not_in_chips(draft.law, table, command.amount)
        or too_few_chips(draft.law, table, command.player, command.amount)
    )
    if refused:
        return refused
    clause = draft.law.wagers.chips_or_tokens.clause
    draft.emit(ColouredUp(command.player, command.amount, clause))
    return None


def exchange_voucher(draft: TableDraft, command: ExchangeVoucher) -> Refused | None:
    """Change a promotional voucher for tokens."""
    till = draft.table.till
    rule = draft.law.wagers.chips_or_tokens
    if Tender.TOKENS not in rule.value:
        return Refused("wager/no-tokens", rule.clause, "this game is not played with tokens")
    refused = not_open(draft.law, draft.table) or not_in_chips(
        draft.law, draft.table, command.amount
    )
    if refused:
        return refused
    clause = (draft.law.wagers.vouchers or rule).clause
    if refused := _condition_not_met(draft, command, clause):
        return refused
    record_arrival(draft, command.player)
    entry = transfer(till.vouchers, till.tokens(command.player), command.amount, clause)
    conditions = command.conditions.strip()
    draft.emit(VoucherExchanged(command.player, command.amount, entry, conditions))
    return None


def _condition_not_met(draft: TableDraft, command: ExchangeVoucher, clause: str) -> Refused | None:
    """Refuse a voucher whose own conditions exclude this game or this moment."""
    game, clock = draft.law.game, draft.table.clock
    if command.games and game not in command.games:
        why = f"the voucher is for {', '.join(command.games)}, and this is {game}"
        return Refused("voucher/other-game", clause, why)
    if command.until is None:
        return None
    if command.until.tzinfo is None:
        return Refused("clock/no-zone", "", "a time needs its zone, such as 2026-05-01T20:00:00Z")
    if clock is None:
        return Refused("clock/unknown", clause, "the voucher has an end: give the time")
    if clock > command.until:
        why = f"the voucher counted until {command.until.isoformat()}"
        return Refused("voucher/expired", clause, why)
    return None


def sit(draft: TableDraft, command: Sit) -> Refused | None:
    """Take the seat at a box."""
    table = draft.table
    refused = (
        not_open(draft.law, table)
        or no_such_box(draft.law, table, command.box)
        or box_reserved(draft.law, table, command.player, command.box)
    )
    if refused:
        return refused
    sitting = seat_holder(table, command.box)
    if sitting is not None and sitting.name != command.player:
        return Refused(
            "seat/taken",
            draft.law.wagers.several_boxes.clause,
            f"{sitting.name} sits at box {command.box}",
        )
    record_arrival(draft, command.player)
    _end_seats_of_excluded(draft, command.box, but=command.player)
    idle = draft.table.players[command.player].idle_rounds
    draft.emit(SeatTaken(command.player, command.box, idle))
    return None


def _end_seats_of_excluded(draft: TableDraft, box: int, *, but: str) -> None:
    """End the seat of an excluded player at a box that somebody else takes now."""
    table = draft.table
    for player in table.players.values():
        if player.seat == box and player.name != but and has_lost_seat(table, player):
            draft.emit(SeatLeft(player.name, box, table.excluded[player.name]))


def rise(draft: TableDraft, command: Rise) -> Refused | None:
    """Give a seat up voluntarily."""
    player = draft.table.players.get(command.player)
    if player is None or player.seat is None:
        return Refused("seat/none", "", f"{command.player} has no seat at this table")
    draft.emit(SeatLeft(player.name, player.seat, ""))
    return None


def leave(draft: TableDraft, command: Leave) -> Refused | None:
    """Leave with all chips; wagers not yet in play are given back first."""
    table = draft.table
    till = table.till
    if refused := unknown_player(table, command.player):
        return refused
    if has_stake_in_play(table, command.player):
        return Refused(
            "wager/in-play",
            draft.law.wagers.no_change_after.clause,
            f"{command.player} has a wager in play and may leave when it is decided",
        )
    _take_back_wagers(draft, command.player, draft.law.wagers.before_first_card.clause, "left")
    table = draft.table
    keeps = table.players[command.player].retained_minimum is not None
    retained = draft.law.limits.retained if keeps else None
    clause = draft.law.wagers.before_first_card.clause
    if retained is not None:
        clause = retained.marker_removed.clause
    chips = table.chips(command.player)
    tokens = table.balances.get(till.tokens(command.player), 0)
    entries = []
    if chips > 0:
        entries.append(
            transfer(till.chips(command.player), till.purse(command.player), chips, clause)
        )
    if tokens:
        entries.append(transfer(till.tokens(command.player), till.vouchers, tokens, clause))
    draft.emit(PlayerLeft(command.player, tuple(entries), clause))
    vacant = draft.law.shuffle.after_vacancy
    # A shuffle follows a count and new cards anyway.
    before = (Stage.CHECK, Stage.REPLACE, Stage.SHUFFLE)
    fresh = table.preparation is not None and table.preparation.stage in before
    stays = fresh or table.shoe.stacked
    if vacant is not None and not draft.table.players and not stays:
        ask_shuffle(draft, vacant.clause, draft.law.cut.at_start)
    return None


def reserve_boxes(draft: TableDraft, command: ReserveBoxes) -> Refused | None:
    """Reserve boxes for one player."""
    table = draft.table
    rule = draft.law.wagers.reserved
    if rule is None:
        return _no_reservations(draft.law)
    if refused := not_empowered(command, rule, "reserve boxes"):
        return refused
    for box in command.boxes:
        if refused := no_such_box(draft.law, table, box) or box_reserved(
            draft.law, table, command.player, box
        ):
            return refused
    draft.emit(BoxesReserved(command.player, command.boxes, rule.clause))
    if not is_betting_over(table):
        _clear_for(draft, command, rule.clause)
    return None


def _clear_for(draft: TableDraft, command: ReserveBoxes, clause: str) -> None:
    """Give back others' wagers on boxes that are now reserved, and end their seats there.

    Reading R30: the reservation binds all wagers while no card is out, not only later ones.
    """
    table = draft.table
    for stake in table.wagers:
        if stake.box in command.boxes and stake.player != command.player:
            draft.emit(
                wager_return(table.till, stake, clause, "the box is kept for another player")
            )
    for box in command.boxes:
        sitting = seat_holder(table, box)
        if sitting is not None and sitting.name != command.player:
            draft.emit(SeatLeft(sitting.name, box, clause))


def release_boxes(draft: TableDraft, command: ReleaseBoxes) -> Refused | None:
    """End a reservation."""
    rule = draft.law.wagers.reserved
    if rule is None:
        return _no_reservations(draft.law)
    if refused := not_empowered(command, rule, "release reserved boxes"):
        return refused
    if command.player not in draft.table.reserved.values():
        return Refused("box/not-reserved", rule.clause, f"no box is reserved for {command.player}")
    draft.emit(BoxesReleased(command.player, rule.clause))
    return None


def _no_reservations(law: TableLaw) -> Refused:
    clause = law.wagers.several_boxes.clause
    return Refused("box/no-reservations", clause, f"{law.title} reserves no boxes")


def boxes_of(table: Table, player: Player) -> set[int]:
    """Return the boxes that a player uses: the seat and those with the player's wagers."""
    if has_lost_seat(table, player):
        return set()
    boxes = {stake.box for stake in table.wagers if stake.player == player.name}
    if player.seat is not None:
        boxes.add(player.seat)
    return boxes or set(player.last_boxes)


def boxes_in_use(table: Table) -> set[int]:
    """Return all boxes that some player uses."""
    return {box for player in table.players.values() for box in boxes_of(table, player)}


def give_up_box(draft: TableDraft, command: GiveUpBox) -> Refused | None:
    """Hand one of a player's boxes to another who finds none."""
    table = draft.table
    rule = draft.law.wagers.several_boxes
    if isinstance(rule, Says):
        return Refused("box/the-only-one", rule.clause, "nobody has several boxes here")
    refused = (
        not_empowered(command, rule, "make a player give up a box")
        or unknown_player(table, command.player)
        or no_such_box(draft.law, table, command.box)
        or round_under_way(draft.law, table, "a box changes hands")
        or box_reserved(draft.law, table, command.to, command.box)
    )
    if refused:
        return refused
    taker = table.players.get(command.to)
    if command.to == command.player or (taker is not None and boxes_of(table, taker)):
        return Refused("box/has-one", rule.clause, f"{command.to} has a box already")
    boxes = boxes_of(table, table.players[command.player])
    if command.box not in boxes:
        return Refused("box/not-theirs", rule.clause, f"{command.player} does not use that box")
    if len(boxes) < 2:
        return Refused("box/the-only-one", rule.clause, f"{command.player} has no other box")
    free = set(range(1, table.choices.boxes + 1)) - boxes_in_use(table)
    if free:
        return Refused("box/others-free", rule.clause, f"box {min(free)} is free")
    for stake in table.wagers:
        if stake.player == command.player and stake.box == command.box:
            draft.emit(wager_return(draft.table.till, stake, rule.clause, "the box was given up"))
    record_arrival(draft, command.to)
    _end_seats_of_excluded(draft, command.box, but=command.to)
    draft.emit(BoxGivenUp(command.player, command.box, command.to, rule.clause))
    return None


def vacate_seat(draft: TableDraft, command: VacateSeat) -> Refused | None:
    """End the seat of a player who sat out at a full table."""
    table = draft.table
    rounds = draft.law.floor.idle_rounds
    if refused := not_empowered(command, draft.law.floor.vacated_by, "vacate a seat"):
        return refused
    player = table.players.get(command.player)
    if player is None or player.seat is None:
        return Refused("seat/none", rounds.clause, f"{command.player} has no seat at this table")
    if player.idle_rounds < rounds.value:
        return Refused(
            "seat/not-idle",
            rounds.clause,
            f"{player.name} has sat out {player.idle_rounds} rounds in a row, not {rounds.value}",
        )
    others = set(range(1, table.choices.boxes + 1)) - {player.seat} - boxes_in_use(table)
    if others and draft.law.floor.vacated_when_full:
        return Refused("seat/others-free", rounds.clause, f"the seat at box {min(others)} is free")
    draft.emit(SeatLeft(player.name, player.seat, rounds.clause))
    return None


def change_dealer(draft: TableDraft, command: ChangeDealer) -> Refused | None:
    """Change the dealer; refuse it during a round if the rulebook does."""
    rule = draft.law.floor.new_dealer
    clause = "" if rule is None else rule.clause
    dealt = draft.law.cards.dealt_from
    if refused := not_the_dealer(command, dealt.clause):
        return replace(refused, also=dealt.also)
    if rule is not None and round_has_begun(draft.table):
        why = "a round that has begun is dealt to its end by the same dealer"
        return Refused("dealer/round-under-way", clause, why)
    draft.emit(DealerChanged(command.dealer, clause))
    return None


def _take_back_wagers(draft: TableDraft, player: str, clause: str, why: str) -> None:
    for stake in draft.table.wagers:
        if stake.player == player:
            draft.emit(wager_return(draft.table.till, stake, clause, why))


def nominate_box(draft: TableDraft, command: NominateBox) -> Refused | None:
    """Name the box where a player with several wants face-down cards."""
    table = draft.table
    rule = draft.law.cards.face_down_one_box
    if rule is None:
        clause = draft.law.cards.face_up.clause
        return Refused("box/no-nomination", clause, "face-down cards are for all boxes here")
    refused = (
        unknown_player(table, command.player)
        or no_such_box(draft.law, table, command.box)
        or round_under_way(draft.law, table, "a box is named")
    )
    if refused:
        return refused
    draft.emit(BoxNominated(command.player, command.box, rule.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(BuyIn, buy_in),
    **on(ColourUp, colour_up),
    **on(ExchangeVoucher, exchange_voucher),
    **on(Sit, sit),
    **on(Rise, rise),
    **on(Leave, leave),
    **on(ReserveBoxes, reserve_boxes),
    **on(ReleaseBoxes, release_boxes),
    **on(GiveUpBox, give_up_box),
    **on(VacateSeat, vacate_seat),
    **on(ChangeDealer, change_dealer),
    **on(NominateBox, nominate_box),
}


EVOLVERS: dict[type[Event], Evolver] = {
    BoughtIn: bought_in,
    ColouredUp: unchanged,
    VoucherExchanged: voucher_exchanged,
    SeatTaken: seat_taken,
    SeatLeft: seat_left,
    PlayerLeft: player_left,
    BoxNominated: box_nominated,
    DealerChanged: dealer_changed,
    BoxGivenUp: box_given_up,
    BoxesReserved: boxes_reserved,
    BoxesReleased: boxes_released,
}
