"""What must happen next in a round of Caribbean Stud, and who owes it."""

from msgspec.structs import replace

from croupier.cards import Category, Device, rank_hand
from croupier.games.stud.state import (
    DEALER,
    HAND_SIZE,
    StudHand,
    StudPhase,
    StudRound,
    StudStanding,
    StudTable,
    dealer_card_exposed,
    require_read_cards,
    stud_round,
)
from croupier.games.table.checks import tokens_in
from croupier.games.table.due import (
    CardDue,
    Choice,
    DeviceDue,
    Due,
    WagersDue,
    due_between_rounds,
    due_preparation,
)
from croupier.games.table.state import Stage
from croupier.money import Cents
from croupier.rulebooks import StudLaw
from croupier.rulebooks.law.irregularities import VoidRoundLaw


class BetDue(Due, frozen=True, tag="bet"):
    """A player owes a decision: fold, or bet on."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """Who decides."""
    choices: tuple[Choice, ...]
    """What may be called, each with its clause."""
    clause: str
    """The clause that asks for the decision."""


class UnreadCardsDue(Due, frozen=True, tag="unread-cards"):
    """Cards of a hand lie face down, nobody has read them, and they must be turned."""

    box: int
    """Whose hand, from 1; 0 is the dealer's."""
    count: int
    """How many are to be turned."""
    clause: str
    """The clause that has them turned."""


class SettlementDue(Due, frozen=True, tag="settlement"):
    """The dealer settles; until then players may concede, once the dealer's hand is turned.

    Where a wrong bet lies at a live table, the dealer turns the hand first, or has it corrected.
    """

    boxes: tuple[int, ...]
    """The boxes that may still be conceded."""
    clause: str
    """The clause of the settlement."""


class JackpotDue(Due, frozen=True, tag="jackpot"):
    """Hands that the jackpot pool must pay, from the dealer's right, and all who have a wager."""

    hands: tuple[tuple[str, int, Category], ...]
    """Player, box and category of each."""
    bettors: tuple[tuple[str, int], ...]
    """Player and box of each."""
    clause: str
    """The clause by which they are paid."""


def due(law: StudLaw, table: StudTable) -> tuple[Due, ...]:
    """Return all that is due at a table now, the most urgent first."""
    if table.round is None:
        items = tuple(with_signs(law, table, item) for item in due_between_rounds(law, table))
        if is_device_awaited(table):
            failure = law.device_failure
            assert isinstance(failure, VoidRoundLaw)
            return (DeviceDue(failure.goes_on.clause), *items[1:])
        return items
    round_ = stud_round(table)
    match round_.phase:
        case StudPhase.DEALING:
            step = (
                due_preparation(law, table) or card_due(law, table) or unread_cards_due(law, table)
            )
            assert step is not None
            return (step,)
        case StudPhase.BETTING:
            if are_all_decided(table):
                unread = unread_cards_due(law, table)
                return (unread or SettlementDue((), law.betting.exposed.clause),)
            first = players_to_play_first(table)
            undecided = (h for h in round_.hands if h.standing is StudStanding.UNDECIDED)
            return tuple(
                BetDue(
                    hand.box,
                    hand.player,
                    choices(law, table, hand.box),
                    law.betting.decision.clause,
                )
                for hand in undecided
                if not first or hand.player in first
            )
        case StudPhase.EXPOSED:
            conceding = tuple(
                hand.box
                for hand in round_.hands
                if hand.standing is StudStanding.BET and hand.player not in table.excluded
            )
            if not dealer_plays(law, table):
                conceding = ()
            settlement = SettlementDue(conceding, law.settlement.concede.clause)
            unread = unread_cards_due(law, table)
            return (settlement,) if unread is None else (unread, settlement)
        case _:  # the jackpot is left: once that is paid, the round is over in the same moment
            bettors = tuple(one for one in round_.jackpot if one[0] not in round_.unpaid)
            return (JackpotDue(jackpot_hands(law, table), bettors, law.jackpot.hands_left.clause),)


def dealer_plays(law: StudLaw, table: StudTable) -> bool:
    """Return whether the dealer's hand is good enough to play."""
    return rank_hand(require_read_cards(stud_round(table).dealer)) >= law.settlement.qualifies.value


def is_device_awaited(table: StudTable) -> bool:
    """Return whether the cards are to be shuffled in a device, and it is out of use."""
    preparation = table.preparation
    shuffling = preparation is not None and preparation.stage is Stage.SHUFFLE
    return shuffling and table.device_missing and table.choices.device is Device.SHUFFLER


def are_all_decided(table: StudTable) -> bool:
    """Return whether every hand of the round is decided, so that the dealer's may be turned."""
    return all(hand.standing is not StudStanding.UNDECIDED for hand in stud_round(table).hands)


def players_to_play_first(table: StudTable) -> tuple[str, ...]:
    """Return the players with an undecided hand who were directed to play before the others."""
    first = table.first
    if not first:
        return ()
    waiting = {h.player for h in stud_round(table).hands if h.standing is StudStanding.UNDECIDED}
    return tuple(player for player in first if player in waiting)


def with_signs(law: StudLaw, table: StudTable, item: Due) -> Due:
    """Return what is due between rounds, with the signs of jackpot and maximum payout added."""
    terms = table.choices.jackpot
    if not isinstance(item, WagersDue):
        return item
    signs = list(item.signs)
    if terms is not None:
        signs.append(law.jackpot.amount)
        signs += [law.jackpot.bonus_sign] if terms.bonus else []
    if table.choices.max_payout is not None:
        signs.append(law.settlement.most_paid)
    if table.english_only:
        signs.append(law.irregular.english_only)
    return replace(item, signs=tuple(signs))


def choices(law: StudLaw, table: StudTable, box: int) -> tuple[Choice, ...]:
    """Return the lawful calls of the player of a box."""
    rules = law.betting
    amount = bet_of(law, table, box)
    fold = Choice("fold", rules.fold.clause)
    player = next(stake.player for stake in stud_round(table).stakes if stake.box == box)
    if has_too_few_for(table, player, amount):
        return (fold,)
    return (Choice("bet", rules.bet.clause, amount), fold)


def has_too_few_for(table: StudTable, player: str, amount: Cents) -> bool:
    """Return whether a player is known to have too little for a bet, tokens included."""
    return (
        table.players[player].counted
        and table.chips(player) < amount
        and not tokens_in(table, player, amount)
    )


def bet_of(law: StudLaw, table: StudTable, box: int) -> Cents:
    """Return the bet that a box's ante demands."""
    ante = next(stake for stake in stud_round(table).stakes if stake.box == box)
    return ante.amount * law.betting.bet.value


def bet_needed(law: StudLaw, table: StudTable, box: int) -> Cents | None:
    """Return the bet that a box would need; ``None`` if it has no hand."""
    if table.round is None or all(stake.box != box for stake in stud_round(table).stakes):
        return None
    return bet_of(law, table, box)


def card_due(law: StudLaw, table: StudTable) -> CardDue | None:
    """Return the card that is due: one at a time from a shoe, five at a time from a device."""
    if table.round is None or stud_round(table).phase is not StudPhase.DEALING:
        return None
    round_ = stud_round(table)
    rules = law.deal
    hands = (hand for hand in round_.hands if _takes_cards(round_, hand))
    places = [(DEALER, len(round_.dealer)), *((h.box, len(h.cards)) for h in hands)]
    if table.choices.device is Device.SHUFFLER:
        waiting = [box for box, count in places if count < HAND_SIZE]
        if not waiting:
            return None
        box = waiting[0]
        return CardDue(box, 1, rules.five_at_a_time.clause, covered=True)
    least = min(count for _, count in places)
    if least == HAND_SIZE:
        return None
    box = next(box for box, count in places if count == least)
    turned = box == DEALER and least == HAND_SIZE - 1 and dealer_card_exposed(table) is None
    return CardDue(box, 1, rules.one_at_a_time.clause, covered=not turned)


def _takes_cards(round_: StudRound, hand: StudHand) -> bool:
    """Return whether cards are dealt to a box: a wager or a card lies there."""
    if hand.cards or any(box == hand.box for _, box in round_.jackpot):
        return True
    return any(stake.box == hand.box for stake in round_.stakes)


def unread_cards_due(law: StudLaw, table: StudTable) -> UnreadCardsDue | None:
    """Return the hand whose unread cards must be turned now.

    After the deal that is the dealer's one card; after the last decision the rest of the dealer's
    hand; at the settlement every hand that bets or may win the jackpot, from the dealer's right.
    """
    round_ = stud_round(table)
    match round_.phase:
        case StudPhase.DEALING if card_due(law, table) is None:
            return UnreadCardsDue(DEALER, 1, law.deal.face_down.clause)
        case StudPhase.BETTING if are_all_decided(table) and None in round_.dealer:
            count = round_.dealer.count(None)
            return UnreadCardsDue(DEALER, count, law.betting.exposed.clause)
        case StudPhase.EXPOSED:
            jackpot = {box for player, box in round_.jackpot if player not in round_.unpaid}
            for hand in sorted(round_.hands, key=lambda hand: -hand.box):
                counts = hand.standing is StudStanding.BET or hand.box in jackpot
                if not hand.read and counts:
                    clause = law.settlement.from_the_right.clause
                    return UnreadCardsDue(hand.box, hand.cards.count(None), clause)
    return None


def whose_cards(box: int) -> str:
    """Return the words for the cards of a box or of the dealer, for a sentence."""
    return f"the cards of box {box}" if box else "the dealer's cards"


def jackpot_hands(law: StudLaw, table: StudTable) -> tuple[tuple[str, int, Category], ...]:
    """Return the hands with a jackpot wager that the jackpot pays, from the dealer's right."""
    qualifying = law.jackpot.qualifying
    round_ = stud_round(table)
    won = []
    for player, box in sorted(round_.jackpot, key=lambda wager: -wager[1]):
        if player in round_.unpaid:
            continue
        hand = round_.hand(box)
        assert hand is not None
        category = rank_hand(require_read_cards(hand.cards)).category
        if category in qualifying:
            won.append((player, box, category))
    return tuple(won)
