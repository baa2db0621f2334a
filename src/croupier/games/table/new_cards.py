"""New cards, shuffles on demand, and riffles at a player's request."""

from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Device
from croupier.games.table.card_counts import CardsChecked, ask_check
from croupier.games.table.checks import not_empowered, unknown_player
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.preparation import PreparationChanged, ask_shuffle
from croupier.games.table.state import Stage, Table, round_has_begun, unchanged
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import Role, Rule, Says, TableLaw


class OrderShuffle(Command, frozen=True, tag="order-shuffle"):
    """Has the cards shuffled after a round because they may not be well mixed."""


class ReplaceCards(Command, frozen=True, tag="replace-cards"):
    """Brings new cards to the table."""


class RiffleCards(Command, frozen=True, tag="riffle"):
    """Riffles pre-shuffled cards at a player's wish."""

    player: str
    """Who asks for it."""
    factory: bool = False
    """Whether the manufacturer shuffled them."""


class CardsReplaced(Event, frozen=True, tag="cards-replaced"):
    """New cards came to the table."""

    clause: str
    """The clause that brings new cards."""


class CardsRiffled(Event, frozen=True, tag="cards-riffled"):
    """Pre-shuffled cards were riffled at a player's wish."""

    player: str
    """Who asked for it."""
    clause: str
    """The clause that allows the wish."""


class ShuffleOrdered(Event, frozen=True, tag="shuffle-ordered"):
    """When the round is over, the cards are shuffled."""

    clause: str
    """The clause that allows the order."""


def shuffle_ordered(table: Table, event: ShuffleOrdered) -> Table:
    return replace(table, shuffle_after_round=table.shuffle_after_round or event.clause)


def cards_replaced(table: Table, event: CardsReplaced) -> Table:
    return replace(table, kept=None) if table.kept is not None else table


def order_shuffle(draft: TableDraft, command: OrderShuffle) -> Refused | None:
    """Order a shuffle because the cards may not be well mixed."""
    table = draft.table
    rule = draft.law.shuffle.directed
    if rule is None:
        clause = draft.law.shuffle.occasions.clause
        return Refused("shuffle/not-ordered", clause, "this rulebook has no shuffle on demand")
    if refused := not_empowered(command, rule, "order a shuffle"):
        return refused
    in_shuffler = table.choices.device is Device.SHUFFLER
    if in_shuffler and not draft.law.shuffle.directed_in_shuffler:
        why = "a shuffle is ordered where the cards are dealt from a card shoe"
        return Refused("shuffle/not-ordered", rule.clause, why)
    if round_has_begun(table):
        draft.emit(ShuffleOrdered(rule.clause))
        return None
    if not table.rounds_this_shoe and not draft.law.shuffle.directed_anytime:
        return Refused("shuffle/not-after-a-round", rule.clause, "it is ordered after a round")
    if table.preparation is None:
        ask_shuffle(draft, rule.clause, draft.law.cut.cards_replaced)
    else:
        again = replace(table.preparation, stage=Stage.SHUFFLE, declined=(), burn_clause="")
        draft.emit(PreparationChanged(again, rule.clause))
    return None


def replace_cards(draft: TableDraft, command: ReplaceCards) -> Refused | None:
    """Bring new cards, at a moment when the rulebook allows it."""
    table = draft.table
    law = draft.law.cards
    if refused := not_empowered(command, law.replaced_by, "replace the cards"):
        return refused
    shuffler = table.choices.device is Device.SHUFFLER
    rule: Says | Rule[bool] = law.replaced_with_shuffler if shuffler else law.replaced_with_shoe
    wanted = table.preparation is not None and table.preparation.stage is Stage.REPLACE
    if not wanted and (round_has_begun(table) or not table.rounds):
        return Refused("cards/not-now", rule.clause, "cards are replaced after a round")
    if (
        not wanted
        and not shuffler
        and law.replaced_with_shoe.value
        and not after_cutting_card(draft.law, table)
    ):
        return Refused(
            "cards/not-now",
            rule.clause,
            "with a shoe, cards are replaced after the cutting card has come out and "
            "before the shuffle",
        )
    bring_new_cards(draft, rule.clause, by=command.by)
    return None


def bring_new_cards(draft: TableDraft, clause: str, *, by: Role = Role.SUPERVISOR) -> None:
    """Bring new cards, and ask for their check if the rulebook demands one, then for a shuffle.

    Reading R20: where cards may have been checked before they are required, they come checked,
    unless they were put under lock without that.
    """
    kept = draft.table.kept
    draft.emit(CardsReplaced(clause))
    checks = draft.law.checks
    checked = checks.replacements
    if kept is not None and not kept.checked:
        ask_check(draft, checks.checked_by.clause)
    elif checked is None:
        expected = draft.table.choices.decks * CARDS_PER_DECK
        draft.emit(CardsChecked(expected, (), (), (), by, checks.checked_by.clause))
        ask_shuffle(draft, clause, draft.law.cut.cards_replaced)
    else:
        ask_check(draft, checked.clause)


def after_cutting_card(law: TableLaw, table: Table) -> bool:
    """Return whether the cutting card has come out and the shuffle after it is still due."""
    rules = law.shuffle
    preparation = table.preparation
    return (
        preparation is not None
        and preparation.stage is Stage.SHUFFLE
        and preparation.clause in (rules.cutting_card_first.clause, rules.cutting_card_drawn.clause)
    )


def riffle(draft: TableDraft, command: RiffleCards) -> Refused | None:
    """Record that pre-shuffled cards were riffled at a player's request."""
    table = draft.table
    law = draft.law.shuffle
    rule = law.riffle_factory if command.factory else law.riffle
    if rule is None:
        return Refused(
            "riffle/unknown", law.occasions.clause, "this rulebook does not allow riffling"
        )
    refused = not_empowered(command, rule, "approve a riffle") or unknown_player(
        table, command.player
    )
    if refused:
        return refused
    before_cut = (Stage.CUT,) if command.factory else (Stage.SHUFFLE, Stage.CUT)
    if table.preparation is None or table.preparation.stage not in before_cut:
        return Refused("riffle/too-late", rule.clause, "cards are riffled before they are cut")
    draft.emit(CardsRiffled(command.player, rule.clause))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(OrderShuffle, order_shuffle),
    **on(ReplaceCards, replace_cards),
    **on(RiffleCards, riffle),
}


EVOLVERS: dict[type[Event], Evolver] = {
    CardsReplaced: cards_replaced,
    ShuffleOrdered: shuffle_ordered,
    CardsRiffled: unchanged,
}
