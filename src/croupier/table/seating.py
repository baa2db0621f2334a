"""Coming, sitting, changing money, reserving boxes, leaving."""

from croupier.money import (
    CASH,
    FLOAT,
    VOUCHERS,
    Entry,
    chips_of,
    purse_of,
    tokens_of,
    transfer,
)
from croupier.table.checks import (
    kept_for_another,
    no_such_box,
    not_in_chips,
    round_under_way,
    too_few,
    unknown_player,
)
from croupier.table.commands import (
    BuyIn,
    ColourUp,
    Command,
    ExchangeVoucher,
    GiveUpBox,
    Leave,
    NominateBox,
    ReleaseBoxes,
    ReserveBoxes,
    Rise,
    Sit,
    VacateSeat,
)
from croupier.table.drafting import Draft, Handler, not_empowered
from croupier.table.events import (
    BoughtIn,
    BoxesReleased,
    BoxesReserved,
    BoxGivenUp,
    BoxNominated,
    ColouredUp,
    PlayerArrived,
    PlayerLeft,
    SeatLeft,
    SeatTaken,
    VoucherExchanged,
)
from croupier.table.preparing import prepare
from croupier.table.state import Player, Refused, Stage, Table, seated_at
from croupier.table.wagering import has_stake_in_play, returned


def arrive(draft: Draft, player: str) -> None:
    """Note a player who is new at the table."""
    if player not in draft.table.players:
        draft.emit(PlayerArrived(player))


def buy_in(draft: Draft, command: Command) -> Refused | None:
    """Money for chips."""
    assert isinstance(command, BuyIn)
    if refused := not_in_chips(draft.table, command.amount):
        return refused
    arrive(draft, command.player)
    clause = draft.table.law.wagers.chips_or_tokens.clause
    chips, purse = chips_of(command.player), purse_of(command.player)
    postings = [
        *transfer(FLOAT, chips, command.amount, clause).postings,
        *transfer(purse, CASH, command.amount, clause).postings,
    ]
    brought = -draft.table.chips(command.player)
    if brought > 0:
        postings += transfer(purse, chips, brought, clause).postings
    draft.emit(BoughtIn(command.player, command.amount, Entry(tuple(postings), clause)))
    return None


def colour_up(draft: Draft, command: Command) -> Refused | None:
    """Small chips for large ones; no value moves."""
    assert isinstance(command, ColourUp)
    table = draft.table
    refused = (
        unknown_player(table, command.player)
        or not_in_chips(table, command.amount)
        or too_few(table, command.player, command.amount)
    )
    if refused:
        return refused
    clause = table.law.wagers.chips_or_tokens.clause
    draft.emit(ColouredUp(command.player, command.amount, clause))
    return None


def exchange_voucher(draft: Draft, command: Command) -> Refused | None:
    """A promotional voucher for tokens."""
    assert isinstance(command, ExchangeVoucher)
    rule = draft.table.law.wagers.chips_or_tokens
    if "tokens" not in rule.value:
        return Refused("wager/no-tokens", rule.clause, "this game is not played with tokens")
    if refused := not_in_chips(draft.table, command.amount):
        return refused
    arrive(draft, command.player)
    entry = transfer(VOUCHERS, tokens_of(command.player), command.amount, rule.clause)
    draft.emit(VoucherExchanged(command.player, command.amount, entry))
    return None


def sit(draft: Draft, command: Command) -> Refused | None:
    """Take the seat at a box."""
    assert isinstance(command, Sit)
    table = draft.table
    if refused := no_such_box(table, command.box) or kept_for_another(
        table, command.player, command.box
    ):
        return refused
    sitting = seated_at(table, command.box)
    if sitting is not None and sitting.name != command.player:
        return Refused(
            "seat/taken",
            table.law.wagers.several_boxes.clause,
            f"{sitting.name} sits at box {command.box}",
        )
    arrive(draft, command.player)
    draft.emit(SeatTaken(command.player, command.box))
    return None


def rise(draft: Draft, command: Command) -> Refused | None:
    """Give the seat up of one's own will."""
    assert isinstance(command, Rise)
    player = draft.table.players.get(command.player)
    if player is None or player.seat is None:
        return Refused("seat/none", "", f"{command.player} has no seat at this table")
    draft.emit(SeatLeft(player.name, player.seat, ""))
    return None


def leave(draft: Draft, command: Command) -> Refused | None:
    """Leave with the chips; wagers not yet in play are taken along."""
    assert isinstance(command, Leave)
    table = draft.table
    if refused := unknown_player(table, command.player):
        return refused
    if has_stake_in_play(table, command.player):
        return Refused(
            "wager/in-play",
            table.law.wagers.no_change_after.clause,
            f"{command.player} has a wager in play and may leave when it is decided",
        )
    _take_back_wagers(draft, command.player, table.law.wagers.before_first_card.clause, "left")
    table = draft.table
    retained = table.law.limits.retained
    clause = table.law.wagers.before_first_card.clause
    if retained is not None and table.players[command.player].retained_minimum is not None:
        clause = retained.marker_removed.clause
    chips = table.chips(command.player)
    tokens = table.balances.get(tokens_of(command.player), 0)
    entries = []
    if chips > 0:
        entries.append(transfer(chips_of(command.player), purse_of(command.player), chips, clause))
    if tokens:
        entries.append(transfer(tokens_of(command.player), VOUCHERS, tokens, clause))
    draft.emit(PlayerLeft(command.player, tuple(entries), clause))
    vacant = table.law.shuffle.after_vacancy
    fresh = table.preparation is not None and table.preparation.stage is Stage.SHUFFLE
    stays = fresh or table.shoe.stacked
    if vacant is not None and not draft.table.players and not stays:
        prepare(draft, vacant.clause, table.law.cut.at_start)
    return None


def reserve_boxes(draft: Draft, command: Command) -> Refused | None:
    """Keep boxes for one player."""
    assert isinstance(command, ReserveBoxes)
    table = draft.table
    rule = table.law.wagers.reserved
    if rule is None:
        return _no_reservations(table)
    if refused := not_empowered(command, rule, "reserve boxes"):
        return refused
    for box in command.boxes:
        if refused := no_such_box(table, box) or kept_for_another(table, command.player, box):
            return refused
    draft.emit(BoxesReserved(command.player, command.boxes, rule.clause))
    return None


def release_boxes(draft: Draft, command: Command) -> Refused | None:
    """End a reservation."""
    assert isinstance(command, ReleaseBoxes)
    rule = draft.table.law.wagers.reserved
    if rule is None:
        return _no_reservations(draft.table)
    if refused := not_empowered(command, rule, "release reserved boxes"):
        return refused
    if command.player not in draft.table.reserved.values():
        return Refused("box/not-reserved", rule.clause, f"no box is kept for {command.player}")
    draft.emit(BoxesReleased(command.player, rule.clause))
    return None


def _no_reservations(table: Table) -> Refused:
    clause = table.law.wagers.several_boxes.clause
    return Refused("box/no-reservations", clause, f"{table.law.title} reserves no boxes")


def boxes_of(table: Table, player: Player) -> set[int]:
    """The boxes that a player uses: the seat, and where wagers of theirs lie."""
    boxes = {stake.box for stake in table.wagers if stake.player == player.name}
    if player.seat is not None:
        boxes.add(player.seat)
    return boxes or set(player.last_boxes)


def boxes_in_use(table: Table) -> set[int]:
    """All boxes that some player uses."""
    return {box for player in table.players.values() for box in boxes_of(table, player)}


def give_up_box(draft: Draft, command: Command) -> Refused | None:
    """Hand one of several boxes to a player who finds none."""
    assert isinstance(command, GiveUpBox)
    table = draft.table
    rule = table.law.wagers.several_boxes
    refused = (
        not_empowered(command, rule, "have a box given up")
        or unknown_player(table, command.player)
        or no_such_box(table, command.box)
        or round_under_way(table, "a box changes hands")
        or kept_for_another(table, command.to, command.box)
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
            draft.emit(returned(stake, rule.clause, "the box was given up"))
    arrive(draft, command.to)
    draft.emit(BoxGivenUp(command.player, command.box, command.to, rule.clause))
    return None


def vacate_seat(draft: Draft, command: Command) -> Refused | None:
    """Have a player give the seat up who sat out at a full table."""
    assert isinstance(command, VacateSeat)
    table = draft.table
    rounds = table.law.floor.idle_rounds
    if refused := not_empowered(command, table.law.floor.vacated_by, "have a seat vacated"):
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
    if others and table.law.floor.vacated_when_full:
        return Refused("seat/others-free", rounds.clause, f"the seat at box {min(others)} is free")
    draft.emit(SeatLeft(player.name, player.seat, rounds.clause))
    return None


def _take_back_wagers(draft: Draft, player: str, clause: str, why: str) -> None:
    for stake in draft.table.wagers:
        if stake.player == player:
            draft.emit(returned(stake, clause, why))


def nominate_box(draft: Draft, command: Command) -> Refused | None:
    """Name the box where a player with several wants face-down cards."""
    assert isinstance(command, NominateBox)
    table = draft.table
    rule = table.law.cards.face_down_one_box
    if rule is None:
        clause = table.law.cards.face_up.clause
        return Refused("box/no-nomination", clause, "face-down cards are not for one box here")
    refused = (
        unknown_player(table, command.player)
        or no_such_box(table, command.box)
        or round_under_way(table, "a box is named")
    )
    if refused:
        return refused
    draft.emit(BoxNominated(command.player, command.box, rule.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    BuyIn: buy_in,
    ColourUp: colour_up,
    ExchangeVoucher: exchange_voucher,
    Sit: sit,
    Rise: rise,
    Leave: leave,
    ReserveBoxes: reserve_boxes,
    ReleaseBoxes: release_boxes,
    GiveUpBox: give_up_box,
    VacateSeat: vacate_seat,
    NominateBox: nominate_box,
}
