"""What the engine does by a clause without naming it: by counting, by opening, by doing nothing.

Most clauses are seen in the answers of the engine. A few are not: that a picture card counts ten,
that the dealer draws no card which decides nothing, that a blackjack waits. Each is the work of one
function. If that function runs in a decision and comes to what the clause says, the clause was
acted on. Each function here yields the rules that such a function of the engine acted on.
"""

from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

from croupier.cards import Card
from croupier.games.blackjack import settlement
from croupier.games.blackjack.deal import lay_card
from croupier.games.blackjack.due import dealer_card_clause, dealer_draw_clause
from croupier.games.blackjack.state import BlackjackTable, hand_total, has_blackjack, total_of
from croupier.games.stud import bets, corrections
from croupier.games.stud.state import stud_round
from croupier.games.table import wagers
from croupier.games.table import wagers as table_wagers
from croupier.games.table.choices import Choices
from croupier.games.table.draft import Draft
from croupier.games.table.rounds import CardDealt
from croupier.games.table.state import Table, minimum_for
from croupier.house import jackpots
from croupier.house.jackpots import Pool, PoolFed, TableLinked
from croupier.rulebooks import BlackjackLaw, Provision, StudLaw, TableLaw
from croupier.rulebooks.law.stud import JackpotLaw

Arguments = dict[str, Any]
"""The arguments of a function, and its variables when it returned."""
ImplicitRules = Callable[[TableLaw, Arguments, Any], Iterator[Provision]]
"""Yields the rules that a function acted on, from the table's law, its arguments and its result."""
DEALER_STANDS_FROM = 17


def value_rules(law: TableLaw, cards: tuple[Card, ...]) -> Iterator[Provision]:
    """Yield the rules that give cards their values."""
    ranks = {card.rank for card in cards}
    for value in law.cards.values:
        if not value.ranks.isdisjoint(ranks):
            yield value.says


def hand_value_rules(law: TableLaw, given: Arguments, _: object) -> Iterator[Provision]:
    """Yield the values of a hand's cards, including those it was doubled on."""
    yield from value_rules(law, given["hand"].cards)


def blackjack_rules(law: TableLaw, given: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rule by which two cards are a blackjack by their values."""
    if answer:
        yield from hand_value_rules(law, given, None)


def dealing_rules(law: TableLaw, given: Arguments, _: object) -> Iterator[Provision]:
    """Yield the rules of dealing for one card."""
    yield from card_source_rules(law, given["draft"].table, covered=given["due"].covered)


def joint_dealing_rules(law: TableLaw, given: Arguments, _: object) -> Iterator[Provision]:
    """Yield the rules of dealing for cards among events that came together, one by one."""
    for event in given["events"]:
        if isinstance(event, CardDealt):
            yield from card_source_rules(law, given["self"].table, covered=event.covered)


def card_source_rules(law: TableLaw, table: Table, *, covered: bool) -> Iterator[Provision]:
    """Yield the rules for the source of a card, and for dealing it face up among covered ones."""
    yield law.cards.dealt_from
    if isinstance(table, BlackjackTable) and table.face_down and not covered:
        yield law.cards.face_up


def dealer_value_rules(law: TableLaw, given: Arguments, _: object) -> Iterator[Provision]:
    """Yield the values of the dealer's cards."""
    yield from value_rules(law, given["dealer"])


def dealer_stop_rules(law: TableLaw, given: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rule by which the dealer does not draw a card that would decide nothing."""
    assert isinstance(law, BlackjackLaw)
    total, _ = total_of(given["round_"].dealer)
    if answer is None and total < DEALER_STANDS_FROM:
        yield law.dealer.no_effect[given["table"].inscription]


def waiting_blackjack_rules(law: TableLaw, _: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rule by which a blackjack waits because the dealer may have one too."""
    assert isinstance(law, BlackjackLaw)
    if answer is None:
        yield law.interim.waits


def shared_maximum_rules(law: TableLaw, given: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rule that divides the maximum among a box's wagers, if it did not suffice."""
    if answer and law.limits.shares:
        yield from law.limits.shares[: len(given["stakes"])]


def decider_rules(law: TableLaw, _: Arguments, __: object) -> Iterator[Provision]:
    """Yield the rule that says, before the deal, who decides for a box."""
    yield law.wagers.ascertained


def small_ante_rules(law: TableLaw, given: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rule by which an ante below the minimum stays in the round."""
    assert isinstance(law, StudLaw)
    table = given["draft"].table
    stakes = () if answer is not None or table.round is None else stud_round(table).stakes
    if any(one.on == law.initial and one.amount < minimum_for(table, one.player) for one in stakes):
        yield law.limits.below_minimum


def over_limit_rules(law: TableLaw, given: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rule by which a wager beyond the Loss Limit is returned."""
    if answer is None and given["command"].over is not None and law.player_cards is not None:
        yield law.player_cards.over_limit


def pool_rules(_: TableLaw, given: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rules of a pool that grows by wagers or is linked to another table."""
    law: JackpotLaw = given["law"]
    pool: Pool = given["pool"]
    for event in answer if isinstance(answer, tuple) else ():
        if isinstance(event, PoolFed):
            yield law.rate
        elif isinstance(event, TableLinked) and pool.tables:
            yield from (law.same_wager, law.same_rate, law.same_pay_table)


def bonus_rules(_: TableLaw, given: Arguments, answer: object) -> Iterator[Provision]:
    """Yield the rule of an operator's bonus that was paid."""
    if answer:
        law: JackpotLaw = given["law"]
        yield law.bonus


IMPLICIT_FUNCTIONS: dict[CodeType, ImplicitRules] = {
    hand_total.__code__: hand_value_rules,
    has_blackjack.__code__: blackjack_rules,
    lay_card.__code__: dealing_rules,
    bets.give_card.__code__: dealing_rules,
    Draft.emit_all.__code__: joint_dealing_rules,
    dealer_draw_clause.__code__: dealer_value_rules,
    dealer_card_clause.__code__: dealer_stop_rules,
    settlement.early_blackjack.__code__: waiting_blackjack_rules,
    table_wagers.excess_over_maximum.__code__: shared_maximum_rules,
    wagers.controller_of.__code__: decider_rules,
    bets.deal.__code__: small_ante_rules,
    corrections.invalidate_wagers.__code__: over_limit_rules,
    jackpots.decide.__code__: pool_rules,
    jackpots.bonus_payments.__code__: bonus_rules,
}
"""The functions that act on clauses which no answer names."""


def choice_rules(law: TableLaw, choices: Choices) -> Iterator[Provision]:
    """Yield the rules that allow what an operator chose for a table instead of the default."""
    usual = Choices()
    if choices.decks != usual.decks:
        cards = law.cards
        by_device = cards.decks_in_shuffler if choices.device is not usual.device else None
        yield (cards.decks_with_side_bets if choices.side_bets else by_device) or cards.decks
    if choices.boxes != usual.boxes:
        yield law.equipment.boxes
    if choices.device is not usual.device or choices.mode is not usual.mode:
        yield law.equipment.devices
    if choices.low_limit and law.limits.low_limit is not None:
        yield law.limits.low_limit.device
    if choices.side_bets or choices.jackpot is not None:
        yield from _optional_wager_rules(law, choices)
    if choices.tournament and isinstance(law, BlackjackLaw) and law.tournaments is not None:
        yield law.tournaments.prevails


def _optional_wager_rules(law: TableLaw, choices: Choices) -> Iterator[Provision]:
    if law.equipment.side_bet_areas is not None:
        yield law.equipment.side_bet_areas
    if isinstance(law, BlackjackLaw) and len(choices.side_bets) > 1:
        several = law.side_bets.several_kinds
        yield from () if several is None else (several,)
