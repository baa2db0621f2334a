"""New cards, shuffles on demand, and riffles at a player's request."""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.cards import CARDS_PER_DECK, Device
from croupier.games.table.card_counts import CardsChecked, WrongCardsFound, counts_due
from croupier.games.table.checks import not_empowered, unknown_player
from croupier.games.table.draft import Handler, TableDraft, on
from croupier.games.table.preparation import (
    PreparationChanged,
    ask_shuffle,
    preparation_from,
)
from croupier.games.table.state import Stage, Table, is_betting_over, unchanged
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import Role, Rule, Says, TableLaw


class OrderShuffle(Command, frozen=True, tag="order-shuffle"):
    """Orders a shuffle after a round because the cards may not be well mixed."""


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
    """Order a shuffle because the cards may not be well mixed.

    Reading U15: where a further clause lets the manager have a device's cards shuffled by hand, the
    manager orders it by that clause.
    """
    table = draft.table
    rule = draft.law.shuffle.directed
    if rule is None:
        clause = draft.law.shuffle.occasions.clause
        return Refused("shuffle/not-ordered", clause, "this rulebook has no shuffle on demand")
    if refused := not_empowered(command, rule, "order a shuffle"):
        return refused
    in_shuffler = table.choices.device is Device.SHUFFLER
    if in_shuffler and rule.also and command.by.may_act_as(Role.GAMING_MANAGER):
        rule = replace(rule, clause=rule.also[0], also=())
    if in_shuffler and not draft.law.shuffle.directed_in_shuffler:
        why = "a shuffle is ordered where the cards are dealt from a card shoe"
        return Refused("shuffle/not-ordered", rule.clause, why)
    if is_betting_over(table):
        draft.emit(ShuffleOrdered(rule.clause))
        return None
    if not table.rounds_this_shoe and not draft.law.shuffle.directed_anytime:
        return Refused("shuffle/not-after-a-round", rule.clause, "it is ordered after a round")
    if table.preparation is None:
        ask_shuffle(draft, rule.clause, draft.law.cut.cards_replaced)
    elif table.preparation.stage not in (Stage.CHECK, Stage.REPLACE):
        # A count and new cards come first, and a shuffle follows them anyway.
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
    if not wanted and (is_betting_over(table) or not table.rounds):
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
    unless they were put under lock without that. Reading U5: a count of the old cards that is due
    stays due, and comes first. One that was ordered after these were found wrong is of the new.
    """
    law, table = draft.law, draft.table
    kept, checks = table.kept, law.checks
    unchecked = "" if checks.replacements is None else checks.replacements.clause
    if kept is not None and not kept.checked:
        unchecked = checks.checked_by.clause
    asked = tuple(one for one in counts_due(law, table) if one != unchecked)
    counted = table.preparation is not None and table.preparation.stage is Stage.REPLACE
    of_old, of_new = ((), asked) if counted else (asked, ())
    draft.emit(CardsReplaced(clause))
    if not unchecked:
        expected = table.choices.decks * CARDS_PER_DECK
        draft.emit(CardsChecked(expected, (), (), (), by, checks.checked_by.clause))
    counts = of_old or (*((unchecked,) if unchecked else ()), *of_new)
    now = preparation_from(
        Stage.CHECK if counts else Stage.SHUFFLE, unchecked or clause, law.cut.cards_replaced
    )
    if counts and counts[0] != now.clause:
        now = replace(now, check_clause=counts[0])
    if of_old:
        now = replace(now, replaced=True, check_of_new=unchecked)
    pre_shuffled = kept is not None and kept.pre_shuffled
    now = replace(now, further_checks=counts[1:], pre_shuffled=pre_shuffled)
    draft.emit(PreparationChanged(now, counts[0] if counts else clause))


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
    """Record that pre-shuffled cards were riffled at a player's request.

    Reading U8: no others are riffled.
    """
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
    if not table.preparation.pre_shuffled:
        why = "only cards that came shuffled are riffled"
        return Refused("riffle/not-pre-shuffled", rule.clause, why)
    draft.emit(CardsRiffled(command.player, rule.clause))
    return None


def clause_of_standing_results(events: Iterable[Event]) -> str:
    """Return the clause by which earlier results stand since a card was found missing or foreign.

    Empty where none was, where a count has disproved the report, and where no clause says so. What
    a count has confirmed stays so, and that new cards are complete says nothing about the old ones.
    """
    found, confirmed = "", False
    before: Event | None = None
    for event in events:
        if isinstance(event, WrongCardsFound):
            found = event.earlier_rounds
        elif isinstance(event, CardsChecked):
            confirmed = confirmed or bool(event.missing or event.extra or event.foreign)
            if not confirmed and not isinstance(before, CardsReplaced):
                found = ""
        before = event
    return found


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
