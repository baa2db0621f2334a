"""Making the cards ready: shuffle, cut, load, burn, and when each is due."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Card, Device, full_decks, remaining_cards
from croupier.rulebooks import Role, Rule, TableLaw
from croupier.rulebooks.table_law import Cutter, Depth
from croupier.table.choices import Choices, Mode
from croupier.table.commands import (
    BurnCard,
    Command,
    CutCards,
    DeclineCut,
    LoadShoe,
    ShuffleCards,
)
from croupier.table.drafting import Draft, Handler, not_empowered, not_the_dealer
from croupier.table.events import (
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutDeclined,
    DeviceLoaded,
    PreparationChanged,
    ShoeLoaded,
)
from croupier.table.state import Mix, Preparation, Refused, Stage, Table


def cutter(table: Table) -> str | None:
    """The player who is offered the cut now; ``None`` when a supervisor cuts.

    The first is named by the clause of the preparation; a refusal passes the cut on clockwise.
    """
    preparation = table.preparation
    if preparation is None or not table.players or table.law.cut.dealer_cuts:
        return None
    around = sorted(table.players.values(), key=lambda player: player.place or 0)
    names = [player.name for player in around]
    start = names.index(first_cutter(table, preparation))
    waiting = [name for name in names[start:] + names[:start] if name not in preparation.declined]
    return waiting[0] if waiting else None


def first_cutter(table: Table, preparation: Preparation) -> str:
    """The player to whom the cut is offered first."""
    players = sorted(table.players.values(), key=lambda player: player.place or 0)
    match preparation.cutter:
        case Cutter.FIRST_PLAYER:
            return next(iter(table.players))
        case Cutter.LEFTMOST:
            return players[0].name
        case Cutter.BOX_OF_CUTTING_CARD:
            if preparation.controller in table.players:
                return preparation.controller
            further = (player for player in players if (player.place or 0) > preparation.box)
            return next(further, players[0]).name
        case Cutter.RIGHTMOST:
            return players[-1].name


def prepare(
    draft: Draft,
    clause: str,
    offer: Rule[Cutter],
    *,
    box: int = 0,
    controller: str = "",
    mixes: Mix = Mix.ALL,
) -> None:
    """Ask for a shuffle and all that follows it."""
    preparation = Preparation(
        Stage.SHUFFLE,
        clause,
        offer.clause,
        offer.value,
        box=box,
        controller=controller,
        mixes=mixes,
    )
    draft.emit(PreparationChanged(preparation, clause))


def shuffle_again(draft: Draft, clause: str) -> None:
    """Ask for a shuffle; where the cards are to be counted or replaced first, one follows that."""
    preparation = draft.table.preparation
    if preparation is None or preparation.stage not in (Stage.CHECK, Stage.REPLACE):
        prepare(draft, clause, draft.table.law.cut.cards_replaced)


def clause_of_stage(table: Table) -> str:
    """The clause that demands the step which is due."""
    preparation = table.preparation
    assert preparation is not None
    match preparation.stage:
        case Stage.CHECK | Stage.REPLACE | Stage.SHUFFLE:
            return preparation.clause
        case Stage.CUT:
            return table.law.cut.offered.clause
        case Stage.LOAD:
            return table.law.cut.cutting_card_depth.clause
        case Stage.BURN:
            return preparation.burn_clause


def cutting_card_range(depth: Depth, size: int) -> tuple[int, int]:
    """How few and how many cards may lie behind the cutting card in a stack of a size."""
    part, whole = depth.part
    most = size * part // whole
    if depth.most_decks is not None:
        most = min(most, depth.most_decks * CARDS_PER_DECK)
    return min(depth.least_decks * CARDS_PER_DECK, most), most


def burning(law: TableLaw, choices: Choices) -> Rule[int] | Rule[str] | None:
    """The rule by which cards are burned when they have been made ready, if there is one."""
    if choices.device is Device.SHUFFLER and law.cut.burned_by_value is not None:
        return law.cut.burned_by_value
    return law.cut.burned


def burns_after_bets(table: Table) -> bool:
    """Whether the cards are ready but for a burn that comes after betting has closed."""
    preparation = table.preparation
    by_value = table.law.cut.burned_by_value
    return (
        preparation is not None
        and by_value is not None
        and preparation.stage is Stage.BURN
        and preparation.burn_clause == by_value.clause
    )


def not_ready_to_deal(table: Table, deal: Rule[str]) -> Refused | None:
    """Refuse a deal at a closed table, during a round, or before the cards are ready."""
    if not table.open:
        return Refused("table/closed", table.law.floor.closed_by.clause, "the table is closed")
    if table.round is not None:
        return Refused("deal/round-under-way", deal.clause, "a round is under way")
    if table.preparation is not None and not burns_after_bets(table):
        why = f"the cards are not ready: {table.preparation.stage.value} first"
        return Refused("deal/cards-not-ready", clause_of_stage(table), why)
    return None


def impossible_card(
    table: Table,
    card: Card,
    cards_out: Callable[[Table], list[Card]],
    *,
    ahead: Card | None = None,
    clause: str = "",
) -> Refused | None:
    """Refuse a card that cannot have come out; ``ahead`` is one that lies ready to be dealt."""
    law = table.law.cards
    if table.preparation is not None:
        why = "the cards are being made ready"
        return Refused("card/not-ready", table.preparation.clause, why)
    if ahead is not None:
        if ahead is card:
            return None
        why = f"the {ahead} lies ready and is the next card"
        return Refused("card/not-next", clause or law.dealt_from.clause, why)
    if table.shoe.stack is not None:
        if table.shoe.next_card is card:
            return None
        why = "the table deals from its own shoe"
        return Refused("card/not-next", law.dealt_from.clause, why)
    if remaining_cards(table.choices.decks, cards_out(table))[card] > 0:
        return None
    why = f"every {card} of {table.choices.decks} decks is out already"
    return Refused("card/none-left", law.decks.clause, why)


def not_at(table: Table, stage: Stage, clause: str) -> Refused | None:
    """Refuse a step that is not the one due."""
    preparation = table.preparation
    if preparation is not None and preparation.stage is stage:
        return None
    due = f"the next step is to {preparation.stage.value}" if preparation else "the cards are ready"
    return Refused(f"{stage.value}/not-due", clause, f"no {stage.value} is due: {due}")


def shuffle(
    draft: Draft, command: Command, cards_out: Callable[[Table], list[Card]]
) -> Refused | None:
    """Take a shuffle in."""
    assert isinstance(command, ShuffleCards)
    table = draft.table
    law = table.law
    clause = law.shuffle.occasions.clause
    if refused := not_the_dealer(command, clause) or not_at(table, Stage.SHUFFLE, clause):
        return refused
    automatic_shoe = table.choices.mode is Mode.AUTOMATIC and table.choices.device is Device.SHOE
    if automatic_shoe != (command.order is not None):
        need = "needs" if automatic_shoe else "does not know"
        return Refused(
            "shuffle/order", law.cards.decks.clause, f"this table {need} the order of the cards"
        )
    if command.order is not None and not _right_cards(table, command.order, cards_out):
        return Refused(
            "shuffle/other-cards",
            law.cards.decks.clause,
            f"the order must hold the cards of {table.choices.decks} decks that are to be "
            f"shuffled, once each",
        )
    assert table.preparation is not None
    draft.emit(CardsShuffled(command.order, table.preparation.clause))
    if table.choices.device is Device.SHUFFLER:
        draft.emit(DeviceLoaded(law.cut.not_for_shuffler.clause))
        _burn_next_or_ready(draft)
    else:
        _next(draft, Stage.CUT, table.preparation.cut_clause)
    return None


def _right_cards(table: Table, order: tuple[Card, ...], out: Callable[[Table], list[Card]]) -> bool:
    """Whether an order holds the cards that are to be shuffled."""
    expected = Counter(shuffled_cards(table, out))
    if mixed(table) is Mix.LEFT:
        missing = expected - Counter(order)
        return not Counter(order) - expected and missing.total() == unseen_discards(table)
    return Counter(order) == expected


def unseen_discards(table: Table) -> int:
    """How many cards lie in the rack that nobody saw."""
    return sum(card is None for card in table.discards)


def shuffled_cards(table: Table, out: Callable[[Table], list[Card]]) -> tuple[Card, ...]:
    """The cards that a shuffle mixes, where they are known."""
    match mixed(table):
        case Mix.ALL:
            return full_decks(table.choices.decks)
        case Mix.DISCARDS:
            return tuple(card for card in table.discards if card is not None)
        case Mix.LEFT:
            return tuple(remaining_cards(table.choices.decks, out(table)).elements())


def mixed(table: Table) -> Mix:
    """What the shuffle that is due mixes; after a round, always all cards."""
    preparation = table.preparation
    if preparation is None or table.round is None:
        return Mix.ALL
    return preparation.mixes


def cut(draft: Draft, command: Command) -> Refused | None:
    """Cut the stack where the designated person says."""
    assert isinstance(command, CutCards)
    table = draft.table
    law = table.law.cut
    if table.choices.device is Device.SHUFFLER:
        clause = law.not_for_shuffler.clause
        return Refused("cut/shuffling-device", clause, "cards in a shuffling device are not cut")
    if refused := not_at(table, Stage.CUT, law.offered.clause):
        return refused
    if law.dealer_cuts and (command.player is not None or command.by is not Role.DEALER):
        return Refused("cut/dealer-only", law.declined.clause, "the dealer cuts, and nobody else")
    offered = cutter(table)
    if command.player is None:
        if refused := not_empowered(command, law.passed_on, "cut when no player does"):
            return refused
        if offered is not None:
            return Refused(
                "cut/players-first", law.passed_on.clause, f"the cut is first offered to {offered}"
            )
    elif command.player != offered:
        who = offered or f"a {law.passed_on.value.title}"
        return Refused("cut/not-offered", law.offered.clause, f"the cut is offered to {who}")
    least = least_cut(table)
    size = table.shoe.size
    if not least <= command.position <= size - least:
        why = f"cut between card {least} and card {size - least}"
        why += ": a deck must lie on either side" if law.from_either_end.value else ""
        return Refused("cut/too-near-the-end", law.from_either_end.clause, why)
    assert table.preparation is not None
    draft.emit(CardsCut(command.position, command.player, law.from_either_end.clause))
    _next(draft, Stage.LOAD, law.cutting_card_depth.clause)
    return None


def least_cut(table: Table) -> int:
    """How many cards must lie on each side of the cut; of a small stack, half."""
    wanted = table.law.cut.from_either_end.value * CARDS_PER_DECK
    return max(1, min(wanted, table.shoe.size // 2))


def decline_cut(draft: Draft, command: Command) -> Refused | None:
    """Pass the cut on."""
    assert isinstance(command, DeclineCut)
    law = draft.table.law.cut
    if refused := not_at(draft.table, Stage.CUT, law.offered.clause):
        return refused
    offered = cutter(draft.table)
    if command.player != offered:
        return Refused("cut/not-offered", law.offered.clause, f"the cut is offered to {offered}")
    draft.emit(CutDeclined(command.player, law.declined.clause))
    return None


def load(draft: Draft, command: Command) -> Refused | None:
    """Insert the cutting card and put the stack into the shoe."""
    assert isinstance(command, LoadShoe)
    table = draft.table
    rule = table.law.cut.cutting_card_depth
    if refused := not_the_dealer(command, rule.clause):
        return refused
    uncut = table.law.cut.optional and not_at(table, Stage.CUT, rule.clause) is None
    if not uncut and (refused := not_at(table, Stage.LOAD, rule.clause)):
        return refused
    depth = command.depth
    if depth is None:
        depth = table.choices.cutting_card_depth
    least, most = cutting_card_range(rule.value, table.shoe.size)
    if depth is None or (command.depth is None and mixed(table) is not Mix.ALL):
        depth = min(max(CARDS_PER_DECK, least), most)
    if not least <= depth <= most:
        return Refused(
            "load/depth",
            rule.clause,
            f"the cutting card goes {least} to {most} cards from the back, not {depth}",
        )
    draft.emit(ShoeLoaded(depth, rule.clause))
    _burn_next_or_ready(draft)
    return None


def burn(draft: Draft, command: Command) -> Refused | None:
    """Burn the first card unseen, or show it and burn as many as it counts."""
    assert isinstance(command, BurnCard)
    table = draft.table
    law = table.law.cut
    burned = burning(table.law, table.choices)
    clause = burned.clause if burned is not None else law.offered.clause
    if refused := not_the_dealer(command, clause) or not_at(table, Stage.BURN, clause):
        return refused
    assert table.preparation is not None
    clause = table.preparation.burn_clause or table.preparation.clause
    if burns_after_bets(table) and table.round is None:
        return Refused("burn/too-soon", clause, "the burn comes when betting has closed")
    by_value = law.burned_by_value is not None and law.burned_by_value.clause == clause
    if by_value != (command.card is not None):
        need = "is shown: name it" if by_value else "is not shown"
        return Refused("burn/card", clause, f"the first card {need}")
    if command.card is not None:
        if table.shoe.stack is not None and table.shoe.next_card is not command.card:
            dealt_from = table.law.cards.dealt_from.clause
            return Refused("card/not-next", dealt_from, "the table deals from its own shoe")
        draft.emit(CardBurned(clause, command.card, command.card.points))
    else:
        draft.emit(CardBurned(clause))
    draft.emit(PreparationChanged(None, clause))
    return None


def _next(draft: Draft, stage: Stage, clause: str, burn_clause: str = "") -> None:
    now = draft.table.preparation
    assert now is not None
    preparation = replace(now, stage=stage, declined=(), burn_clause=burn_clause)
    draft.emit(PreparationChanged(preparation, clause))


def _burn_next_or_ready(draft: Draft) -> None:
    table = draft.table
    preparation = table.preparation
    assert preparation is not None
    burned = burning(table.law, table.choices) if table.choices.burn else None
    at_start = preparation.clause == table.law.shuffle.at_start.clause
    once = table.choices.device is Device.SHUFFLER and burned is table.law.cut.burned
    if burned is not None and mixed(table) is Mix.ALL and (at_start or not once):
        _next(draft, Stage.BURN, burned.clause, burned.clause)
    else:
        draft.emit(PreparationChanged(None, table.law.shuffle.occasions.clause))


def handlers(cards_out: Callable[[Table], list[Card]]) -> dict[type[Command], Handler]:
    """The handlers of these commands for a family of games."""
    return {
        ShuffleCards: partial(shuffle, cards_out=cards_out),
        CutCards: cut,
        DeclineCut: decline_cut,
        LoadShoe: load,
        BurnCard: burn,
    }
