"""Making the cards ready: shuffle, cut, load, burn, and when each is due."""

from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Device
from croupier.rulebooks import Role, Rule, Says, TableLaw
from croupier.rulebooks.roles import Cutter
from croupier.rulebooks.table_law import Depth
from croupier.table.card_events import (
    CardBurned,
    CardsCut,
    CardsShuffled,
    CutDeclined,
    DeviceLoaded,
    PreparationChanged,
    ShoeLoaded,
)
from croupier.table.checks import not_empowered, not_the_dealer, table_closed
from croupier.table.choices import Choices, Mode
from croupier.table.commands import (
    BurnCard,
    Command,
    CutCards,
    DeclineCut,
    LoadShoe,
    ShuffleCards,
)
from croupier.table.cutters import cutter, made_ready, offer_clause, uncut
from croupier.table.draft import Handler, TableDraft, on
from croupier.table.equipment import not_in_place
from croupier.table.mixing import first_mixing, mixing, not_so_mixed
from croupier.table.state import Mix, Refused, Stage, Table


def prepare(
    draft: TableDraft,
    clause: str,
    offer: Rule[Cutter] | None,
    *,
    box: int = 0,
    controller: str = "",
    mixes: Mix = Mix.ALL,
) -> None:
    """Ask for a shuffle and all that follows it."""
    preparation = made_ready(Stage.SHUFFLE, clause, offer)
    preparation = replace(preparation, box=box, controller=controller, mixes=mixes)
    draft.emit(PreparationChanged(preparation, clause))


def shuffle_again(draft: TableDraft, clause: str) -> None:
    """Ask for a shuffle; where the cards are to be counted or replaced first, one follows that."""
    preparation = draft.table.preparation
    if preparation is None or preparation.stage not in (Stage.CHECK, Stage.REPLACE):
        prepare(draft, clause, draft.law.cut.cards_replaced)


def clause_of_stage(law: TableLaw, table: Table) -> str:
    """The clause that demands the step which is due."""
    preparation = table.preparation
    assert preparation is not None
    match preparation.stage:
        case Stage.CHECK:
            return preparation.check_clause or preparation.clause
        case Stage.REPLACE | Stage.SHUFFLE:
            return preparation.clause
        case Stage.CUT:
            return law.cut.offered.clause
        case Stage.LOAD:
            return law.cut.cutting_card_depth.clause
        case Stage.BURN:
            return preparation.burn_clause


def cutting_card_range(depth: Depth, size: int) -> tuple[int, int]:
    """How few and how many cards may lie behind the cutting card in a stack of a size."""
    part, whole = depth.part
    most = size * part // whole
    if depth.most_decks is not None:
        most = min(most, depth.most_decks * CARDS_PER_DECK)
    return min(depth.least_decks * CARDS_PER_DECK, most), most


def burning(law: TableLaw, choices: Choices) -> Says | None:
    """The rule by which cards are burned when they have been made ready, if there is one."""
    if choices.device is Device.SHUFFLER:
        return law.cut.burned_by_value or law.cut.burned_at_start or law.cut.burned
    return law.cut.burned


def only_to_burn(table: Table) -> bool:
    """Whether the cards lie where they are dealt from, and nothing is left but to burn some."""
    return table.preparation is not None and table.preparation.stage is Stage.BURN


def burns_after_bets(law: TableLaw, table: Table) -> bool:
    """Whether the cards are ready but for a burn that comes after betting has closed."""
    preparation = table.preparation
    by_value = law.cut.burned_by_value
    return (
        preparation is not None
        and by_value is not None
        and preparation.burn_clause == by_value.clause
    )


def not_ready_to_deal(law: TableLaw, table: Table, deal: Says) -> Refused | None:
    """Refuse a deal at a closed table, during a round, or before the cards are ready."""
    if refused := table_closed(law, table):
        return refused
    if table.round is not None:
        return Refused("deal/round-under-way", deal.clause, "a round is under way")
    if not table.first_card_out and (refused := not_in_place(law, table)):
        return refused
    if table.preparation is not None and not burns_after_bets(law, table):
        why = f"the cards are not ready: {table.preparation.stage.value} first"
        return Refused("deal/cards-not-ready", clause_of_stage(law, table), why)
    return None


def not_at(table: Table, stage: Stage, clause: str) -> Refused | None:
    """Refuse a step that is not the one due."""
    preparation = table.preparation
    if preparation is not None and preparation.stage is stage:
        return None
    due = f"the next step is to {preparation.stage.value}" if preparation else "the cards are ready"
    return Refused(f"{stage.value}/not-due", clause, f"no {stage.value} is due: {due}")


def shuffle(draft: TableDraft, command: ShuffleCards) -> Refused | None:
    """Record a shuffle; whoever deals keeps the order, the table the number of cards.

    A shoe whose cards were laid beforehand continues with them: they lie as they come out.
    """
    table = draft.table
    law = draft.law
    clause = mixing(law, table).clause
    if refused := not_the_dealer(command, clause) or not_at(table, Stage.SHUFFLE, clause):
        return refused
    whole = table.choices.decks * CARDS_PER_DECK
    mixes = mixed(table)
    refused = _not_so_shuffled(law, table, command, whole) or not_so_mixed(law, table, command)
    if refused:
        return refused
    assert table.preparation is not None
    size, drawn, handle = whole, 0, command.handle
    if table.shoe.stacked:
        size, drawn, handle = table.shoe.size, table.shoe.drawn, table.shoe.handle
        size += command.cards if table.shoe.empty else 0
    elif handle:
        size = command.cards
    elif mixes is Mix.LEFT:
        drawn = table.shoe.drawn
    elif mixes is Mix.DISCARDS:
        drawn = table.shoe.drawn - len(table.discards)
    machine = law.shuffle.machine if command.machine else None
    by_machine = "" if machine is None else machine.clause
    first = law.shuffle.by_hand_first if command.by_hand else None
    by_hand = "" if first is None else first.clause
    clause = table.preparation.clause
    draft.emit(CardsShuffled(clause, size, drawn, mixes, handle, by_machine, by_hand))
    if table.choices.device is Device.SHUFFLER:
        draft.emit(DeviceLoaded(law.cut.not_for_shuffler.clause))
        _burn_next_or_ready(draft)
    else:
        _next(draft, Stage.CUT, table.preparation.cut_clause or law.cut.offered.clause)
    return None


def _not_so_shuffled(
    law: TableLaw, table: Table, command: ShuffleCards, whole: int
) -> Refused | None:
    """Refuse an order where none is kept, no order where one is, or one of too many cards."""
    clause = law.cards.decks.clause
    if table.shoe.stacked:
        return None
    kept = table.choices.mode is Mode.AUTOMATIC and table.choices.device is Device.SHOE
    if kept != bool(command.handle):
        why = "software shuffles this table's cards and keeps their order"
        if not kept:
            why = "nobody keeps the order of this table's cards"
        return Refused("shuffle/order", clause, why)
    if kept and command.cards not in (possible := _cards_to_mix(table, whole)):
        why = f"the cards to be shuffled are {possible[-1]}, not {command.cards}"
        return Refused("shuffle/other-cards", clause, why)
    return None


def _cards_to_mix(table: Table, whole: int) -> range:
    """How many cards a shuffle may mix; who deals need not know all that were burned unseen."""
    match mixed(table):
        case Mix.ALL:
            return range(whole, whole + 1)
        case Mix.DISCARDS:
            seen = sum(card is not None for card in table.discards)
            return range(seen, len(table.discards) + 1)
        case Mix.LEFT:
            return range(table.shoe.left, table.shoe.left + 1)


def mixed(table: Table) -> Mix:
    """What the shuffle that is due mixes; after a round, always all cards."""
    if table.round is None:
        return Mix.ALL
    assert table.preparation is not None
    return table.preparation.mixes


def _no_cut_due(law: TableLaw, table: Table) -> Refused | None:
    """Refuse a cut of cards that are never cut, or not now."""
    if table.choices.device is Device.SHUFFLER:
        why = "cards in a shuffling device are not cut"
        return Refused("cut/shuffling-device", uncut(law).clause, why)
    return not_at(table, Stage.CUT, law.cut.offered.clause)


def _offered_elsewhere(law: TableLaw, table: Table) -> Refused:
    """Refuse the cut to somebody to whom it is not offered, by the clause that offers it."""
    who = cutter(law, table) or f"a {law.cut.passed_on.value.title}"
    why = f"the cut is offered to {who}"
    return Refused("cut/not-offered", offer_clause(law, table), why, (law.cut.offered.clause,))


def cut(draft: TableDraft, command: CutCards) -> Refused | None:
    """Cut the stack where the designated person says."""
    table = draft.table
    law = draft.law.cut
    if refused := _no_cut_due(draft.law, table):
        return refused
    if law.dealer_cuts and (command.player is not None or command.by is not Role.DEALER):
        return Refused("cut/dealer-only", law.declined.clause, "the dealer cuts, nobody else")
    offered = cutter(draft.law, table)
    if command.player is None:
        if refused := not_empowered(command, law.passed_on, "cut when no player does"):
            return refused
        if offered is not None:
            return Refused(
                "cut/players-first", law.passed_on.clause, f"the cut is first offered to {offered}"
            )
    elif command.player != offered:
        return _offered_elsewhere(draft.law, table)
    least = least_cut(draft.law, table)
    size = stack_size(table)
    if not least <= command.position <= size - least:
        why = f"cut between card {least} and card {size - least}"
        why += ": at least a deck on either side" if law.from_either_end.value else ""
        return Refused("cut/too-near-the-end", law.from_either_end.clause, why)
    assert table.preparation is not None
    draft.emit(CardsCut(command.position, command.player, law.from_either_end.clause))
    _next(draft, Stage.LOAD, law.cutting_card_depth.clause)
    return None


def least_cut(law: TableLaw, table: Table) -> int:
    """How many cards must lie on each side of the cut; of a small stack, half."""
    wanted = law.cut.from_either_end.value * CARDS_PER_DECK
    return max(1, min(wanted, stack_size(table) // 2))


def stack_size(table: Table) -> int:
    """How many cards are cut and loaded.

    Of cards that were laid beforehand, as many as the decks have: those that come out are known.
    """
    shoe = table.shoe
    if not shoe.stacked:
        return shoe.left
    whole = shoe.decks * CARDS_PER_DECK
    return whole - shoe.drawn if mixed(table) is Mix.LEFT else whole


def decline_cut(draft: TableDraft, command: DeclineCut) -> Refused | None:
    """Pass the cut on."""
    law = draft.law.cut
    if refused := _no_cut_due(draft.law, draft.table):
        return refused
    if law.dealer_cuts:
        return Refused("cut/dealer-only", law.declined.clause, "the dealer cuts, nobody else")
    if command.player != cutter(draft.law, draft.table):
        return _offered_elsewhere(draft.law, draft.table)
    draft.emit(CutDeclined(command.player, law.declined.clause))
    return None


def load(draft: TableDraft, command: LoadShoe) -> Refused | None:
    """Insert the cutting card and put the stack into the shoe."""
    table = draft.table
    rule = draft.law.cut.cutting_card_depth
    if refused := not_the_dealer(command, rule.clause):
        return refused
    uncut = draft.law.cut.optional and not_at(table, Stage.CUT, rule.clause) is None
    if not uncut and (refused := not_at(table, Stage.LOAD, rule.clause)):
        return refused
    depth = command.depth
    if depth is None:
        depth = table.choices.cutting_card_depth
    least, most = cutting_card_range(rule.value, stack_size(table))
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


def burn(draft: TableDraft, command: BurnCard) -> Refused | None:
    """Burn the first card unseen, or show it and burn as many as it counts."""
    table = draft.table
    law = draft.law.cut
    burned = burning(draft.law, table.choices)
    clause = (burned or law.burned_each_round or law.offered).clause
    if refused := not_the_dealer(command, clause) or not_at(table, Stage.BURN, clause):
        return refused
    assert table.preparation is not None
    clause = table.preparation.burn_clause
    if burns_after_bets(draft.law, table) and table.round is None:
        return Refused("burn/too-soon", clause, "the burn comes when betting has closed")
    by_value = law.burned_by_value is not None and law.burned_by_value.clause == clause
    first = table.ahead[0] if table.ahead else None
    card = command.card or first if by_value else command.card
    if by_value != (card is not None):
        why = f"the first card {'is shown: name it' if by_value else 'is not shown'}"
        also = () if by_value or burned is None else burned.also
        return Refused("burn/card", clause, why, also)
    if card is not None and first not in (None, card):
        return Refused("card/not-next", clause, f"the {first} lies ready and is the next card")
    unseen = 1 if card is None else card.points
    ahead = min(len(table.ahead), unseen + (card is not None))
    draft.emit(CardBurned(clause, card, unseen, ahead))
    draft.emit(PreparationChanged(None, clause))
    return None


def _next(draft: TableDraft, stage: Stage, clause: str, burn_clause: str = "") -> None:
    now = draft.table.preparation
    assert now is not None
    preparation = replace(now, stage=stage, declined=(), burn_clause=burn_clause)
    draft.emit(PreparationChanged(preparation, clause))


def _burn_next_or_ready(draft: TableDraft) -> None:
    table = draft.table
    preparation = table.preparation
    assert preparation is not None
    rules = draft.law.cut
    burned = burning(draft.law, table.choices) if table.choices.burn else None
    if table.round is not None and table.choices.burn_each_round:
        burned = rules.burned_each_round
    at_start = preparation.clause == first_mixing(draft.law, table.choices.device).clause
    once = table.choices.device is Device.SHUFFLER and burned in (
        rules.burned,
        rules.burned_at_start,
    )
    if burned is not None and mixed(table) is Mix.ALL and (at_start or not once):
        _next(draft, Stage.BURN, burned.clause, burned.clause)
    else:
        draft.emit(PreparationChanged(None, mixing(draft.law, table).clause))


HANDLERS: dict[type[Command], Handler] = {
    **on(ShuffleCards, shuffle),
    **on(CutCards, cut),
    **on(DeclineCut, decline_cut),
    **on(LoadShoe, load),
    **on(BurnCard, burn),
}
