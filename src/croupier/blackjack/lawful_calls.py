"""What a player may call at a turn, with the clause that allows it and for how much."""

from functools import lru_cache

from croupier.blackjack.decisions import DecisionDue
from croupier.blackjack.state import (
    RANK,
    BlackjackTable,
    Box,
    Hand,
    HandTurn,
    face_down_rule,
    hand_total,
    surrender_law,
)
from croupier.blackjack.surrenders import may_surrender
from croupier.blackjack.turn import (
    bars_double,
    may_hit,
    may_split_cards,
    may_stand,
    own_stake,
)
from croupier.cards import Card, Rank
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw
from croupier.rulebooks.blackjack_law import DoubleAmount
from croupier.table.due import Choice
from croupier.table.state import Stake


def decision_due(law: BlackjackLaw, table: BlackjackTable, turn: HandTurn) -> DecisionDue:
    """The decision of the box whose turn it is, with every lawful choice."""
    box, position, hand = turn
    total, soft = hand_total(law, hand)
    if hand.split or hand.covered:
        choices = choices_of_split_or_covered(law, hand) + further_wagers(law, table, turn)
    else:
        choices, cards = usual_choices(law, total), hand.cards
        two = len(cards) == 2
        if may_be_raised(law, cards) if two else len(cards) in law.double.on_cards.value:
            choices += further_wagers(law, table, turn)
    if law.surrender is not None:
        choices += surrender_choice(law, table, box)
    offered = None
    if table.offered and not table.untold:
        offered, refused = table.ahead[0], law.irregular.stray.refused
        if refused is not None:
            choices += (Choice("refuse-card", refused.clause),)
    return DecisionDue(
        box.number,
        position,
        box.controller,
        total,
        soft,
        choices,
        (law.split.decisions if hand.split else law.play.turn).clause,
        counted_by(law, frozenset(map(RANK, hand.cards))),
        offered,
    )


@lru_cache(maxsize=1024)
def usual_choices(law: BlackjackLaw, total: int) -> tuple[Choice, ...]:
    """Whether a hand of a total may draw and stand, but for split hands and covered ones."""
    hit, stand = Choice("hit", law.play.draws.clause), Choice("stand", law.play.stands.clause)
    return (hit,) if total < law.play.must_draw_below.value else (hit, stand)


def choices_of_split_or_covered(law: BlackjackLaw, hand: Hand) -> tuple[Choice, ...]:
    """The same for a hand that was made by splitting, or whose first cards lie face down."""
    choices = []
    if hand.covered:
        choices.append(Choice("expose", face_down_rule(law).clause))
    if may_hit(law, hand) is None:
        choices.append(Choice("hit", law.play.draws.clause))
    if may_stand(law, hand) is None:
        choices.append(Choice("stand", law.play.stands.clause))
    return tuple(choices)


@lru_cache(maxsize=8192)
def may_be_raised(law: BlackjackLaw, cards: tuple[Card, ...]) -> bool:
    """Whether the first two cards allow a double or a split; the most usual hands allow neither."""
    return cards[0].points == cards[1].points or not bars_double(law, Hand(cards))


def further_wagers(law: BlackjackLaw, table: BlackjackTable, turn: HandTurn) -> tuple[Choice, ...]:
    """Whether a hand may be doubled and split, and for how much."""
    box, position, hand = turn
    doubles, splits = not bars_double(law, hand), may_split(law, table, box, hand)
    if not (doubles or splits):
        return ()
    stake = own_stake(table, box.controller, box.number, position)
    if stake is None:
        return ()
    choices = []
    if doubles and (most := most_to_double(law, table, stake)):
        choices.append(Choice("double", law.play.doubles.clause, most))
    if splits and stake.amount and stake.amount == affordable(table, stake):
        choices.append(Choice("split", law.play.splits.clause, stake.amount))
    return tuple(choices)


def may_split(law: BlackjackLaw, table: BlackjackTable, box: Box, hand: Hand) -> bool:
    """Whether the cards of a hand allow a split; most hands are no pair, which is checked first."""
    alike = len({card.points for card in hand.cards}) == 1
    return alike and may_split_cards(law, table, box.number, hand) is None


@lru_cache(maxsize=4096)
def counted_by(law: BlackjackLaw, ranks: frozenset[Rank]) -> tuple[str, ...]:
    """The clauses that give cards of some ranks their values."""
    return tuple(
        value.says.clause for value in law.cards.values if not ranks.isdisjoint(value.ranks)
    )


def affordable(table: BlackjackTable, stake: Stake) -> Cents:
    """How much of a wager its owner could lay again."""
    player = table.players[stake.player]
    if not player.counted:
        return stake.amount
    chip = table.choices.chip
    return min(stake.amount, max(0, table.chips(stake.player)) // chip * chip)


def most_to_double(law: BlackjackLaw, table: BlackjackTable, stake: Stake) -> Cents:
    """How much the owner of a wager can double it for; nothing where that is too little."""
    most = affordable(table, stake)
    exactly = law.double.amount.value is DoubleAmount.EXACTLY_WAGER
    return 0 if exactly and most < stake.amount else most


def surrender_choice(law: BlackjackLaw, table: BlackjackTable, box: Box) -> tuple[Choice, ...]:
    """The surrender, where a box may."""
    if may_surrender(law, table, box) is not None:
        return ()
    return (Choice("surrender", surrender_law(law).called.clause),)
