"""How the events of a blackjack round change the table."""

from msgspec.structs import replace

from croupier.blackjack import events as happened
from croupier.blackjack.irregular_evolving import EVOLVERS as IRREGULAR_EVOLVERS
from croupier.blackjack.state import (
    DEALER,
    DOUBLE,
    INSURANCE,
    SPLIT,
    SURRENDER,
    Box,
    Call,
    Hand,
    Phase,
    Progress,
    Question,
    Round,
    law_of,
    round_of,
)
from croupier.money import posted
from croupier.table.events import Event
from croupier.table.evolving import EVOLVERS as TABLE_EVOLVERS
from croupier.table.evolving import Evolver, counted_in
from croupier.table.state import MAIN, ROUNDS_KEPT, PastRound, Settlement, Stake, Table


def evolve(table: Table, event: Event) -> Table:
    """The table after an event."""
    return EVOLVERS[type(event)](table, event)


def round_opened(table: Table, event: happened.RoundOpened) -> Table:
    boxes = tuple(Box(control.box, control.player, control.clause) for control in event.control)
    stakes = table.wagers
    if table.law.wagers.nearest_place is not None:
        first = {control.box: control.player for control in event.control}
        stakes = tuple(sorted(stakes, key=lambda stake: first[stake.box] != stake.player))
    if event.unpaid:
        stakes = tuple(
            replace(stake, below_minimum=True)
            if stake.on == MAIN and (stake.player, stake.box) in event.unpaid
            else stake
            for stake in stakes
        )
    players = {name: counted_in(table, player) for name, player in table.players.items()}
    return replace(
        table,
        wagers=(),
        round=Round(boxes=boxes, stakes=stakes),
        players=players,
        rounds=table.rounds + 1,
        rounds_this_shoe=table.rounds_this_shoe + 1,
        cutting_card_at=None,
        first_card_out=False,
        settled=(),
        past=(*table.past, PastRound(table.rounds, table.settled))[-ROUNDS_KEPT:],
        before=None,
    )


def with_hand(round_: Round, box: int, position: int, hand: Hand) -> tuple[Box, ...]:
    """The boxes of a round with one hand changed."""
    boxes = round_.boxes
    for place, one in enumerate(boxes):
        if one.number == box:
            hands = (*one.hands[: position - 1], hand, *one.hands[position:])
            return (*boxes[:place], replace(one, hands=hands), *boxes[place + 1 :])
    return boxes


def hand_at(round_: Round, box: int, position: int) -> Hand:
    """A hand by its box and its position from 1."""
    found = round_.box(box)
    assert found is not None
    return found.hands[position - 1]


def change_hand(table: Table, event: object, hand: Hand) -> Table:
    """The table with the hand that an event speaks of changed."""
    round_ = round_of(table)
    box, position = event.box, event.hand  # type: ignore[attr-defined]
    return replace(table, round=replace(round_, boxes=with_hand(round_, box, position, hand)))


def card_dealt(table: Table, event: happened.CardDealt) -> Table:
    round_ = round_of(table)
    if event.box == DEALER:
        round_ = replace(round_, dealer=(*round_.dealer, event.card), asked=None)
    else:
        hand = hand_at(round_, event.box, event.hand)
        hand = replace(
            hand,
            cards=(*hand.cards, event.card),
            doubled=hand.doubled or hand.call is Call.DOUBLE,
            call=None,
            covered=event.covered or hand.covered,
        )
        boxes = with_hand(round_, event.box, event.hand, hand)
        round_ = replace(round_, boxes=boxes, asked=None)
    if event.ahead:
        return without_ahead(table, event, round_)
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return replace(table, round=round_, shoe=shoe, before=table)


def without_ahead(table: Table, event: happened.CardDealt, round_: Round) -> Table:
    """The table after a card was dealt that lay ready in front of the shoe."""
    ahead, offered = table.ahead, table.offered
    if event.box != DEALER and hand_at(round_of(table), event.box, event.hand).refused:
        ahead = (*ahead[:offered], *ahead[offered + 1 :])
    else:
        ahead, offered = ahead[1:], max(0, offered - 1)
    return replace(table, round=round_, ahead=ahead, offered=offered, before=table)


def cards_exposed(table: Table, event: happened.CardsExposed) -> Table:
    round_ = round_of(table)
    hand = replace(hand_at(round_, event.box, 1), covered=False)
    return replace(table, round=replace(round_, boxes=with_hand(round_, event.box, 1, hand)))


def initial_deal_completed(table: Table, event: happened.InitialDealCompleted) -> Table:
    return replace(table, round=replace(round_of(table), phase=Phase.PLAY))


def discards_returned(table: Table, event: happened.DiscardsReturned) -> Table:
    shoe = table.shoe
    if shoe.stack is None:
        shoe = replace(shoe, drawn=shoe.drawn - len(table.discards))
    if table.round is None:
        return replace(table, discards=(), shoe=shoe, before=None)
    round_ = round_of(table)
    hands = (hand for box in round_.boxes for hand in box.hands)
    mixed_in = any(hand.progress is Progress.GONE for hand in hands)
    return replace(
        table,
        discards=(),
        shoe=shoe,
        round=replace(round_, fed_back=table.discards),
        before=None if mixed_in else table.before,
    )


def insurance_offered(table: Table, event: happened.InsuranceOffered) -> Table:
    return replace(table, round=replace(round_of(table), phase=Phase.INSURANCE))


def insurance_placed(table: Table, event: happened.InsurancePlaced) -> Table:
    stakes = list(round_of(table).stakes)
    placed = Stake(event.player, event.box, INSURANCE, event.amount, hand=0, of=event.of)
    for place, stake in enumerate(stakes):
        if same_stake(stake, placed):
            stakes[place] = replace(stake, amount=stake.amount + event.amount)
            break
    else:
        stakes.append(placed)
    return replace(
        table,
        round=replace(round_of(table), stakes=tuple(stakes)),
        balances=posted(table.balances, (event.entry,)),
    )


def same_stake(one: Stake, other: Stake) -> bool:
    """Whether two stakes are the same player's on the same thing."""
    return (one.player, one.box, one.hand, one.on, one.of) == (
        other.player,
        other.box,
        other.hand,
        other.on,
        other.of,
    )


def insurance_displaced(table: Table, event: happened.InsuranceDisplaced) -> Table:
    gone = Stake(event.player, event.box, INSURANCE, event.amount, hand=0, of=event.of)
    stakes = tuple(s for s in round_of(table).stakes if not same_stake(s, gone))
    return replace(
        table,
        round=replace(round_of(table), stakes=stakes),
        balances=posted(table.balances, (event.entry,)),
    )


def surrendered(table: Table, event: happened.Surrendered) -> Table:
    round_ = round_of(table)
    stakes = tuple(
        replace(stake, surrendered=True)
        if (stake.player, stake.box, stake.on) == (event.player, event.box, MAIN)
        else stake
        for stake in round_.stakes
    )
    question = Question(SURRENDER, event.box, 1, event.waiting) if event.waiting else None
    round_ = round_of(decided(table))
    return replace(table, round=replace(round_, stakes=stakes, question=question))


def insurance_closed(table: Table, event: happened.InsuranceClosed) -> Table:
    return replace(table, round=replace(round_of(table), phase=Phase.PLAY))


def decided(table: Table) -> Table:
    """The table with a note of how it was before a decision, should that be asked again."""
    round_ = round_of(table)
    if round_.question is not None:
        return table
    return replace(table, round=replace(round_, asked=table))


def card_called(table: Table, event: happened.CardCalled) -> Table:
    hand = hand_at(round_of(table), event.box, event.hand)
    if event.call is Call.HIT:
        table = decided(table)
    table = change_hand(table, event, replace(hand, call=event.call))
    round_ = round_of(table)
    return (
        table if round_.question is None else replace(table, round=replace(round_, question=None))
    )


def hand_finished(table: Table, event: happened.HandFinished) -> Table:
    if event.clause == law_of(table).play.stands.clause:
        table = decided(table)
    hand = hand_at(round_of(table), event.box, event.hand)
    table = change_hand(table, event, replace(hand, progress=Progress.DONE))
    round_ = round_of(table)
    return (
        table if round_.question is None else replace(table, round=replace(round_, question=None))
    )


def double_placed(table: Table, event: happened.DoublePlaced) -> Table:
    stake = Stake(event.player, event.box, DOUBLE, event.amount, event.hand, original=False)
    return further_wager(table, event, stake)


def split_placed(table: Table, event: happened.SplitPlaced) -> Table:
    stake = Stake(event.player, event.box, SPLIT, event.amount, event.hand, original=False)
    return further_wager(table, event, stake)


def further_wager(
    table: Table, event: happened.DoublePlaced | happened.SplitPlaced, stake: Stake
) -> Table:
    """The table with a wager for a double or split, and the question to the other players."""
    table = decided(table)
    round_ = round_of(table)
    question = Question(stake.on, event.box, event.hand, event.waiting)
    first = (event.player, event.box, event.hand, MAIN)
    unpaid = any(
        (s.player, s.box, s.hand, s.on) == first and s.below_minimum for s in round_.stakes
    )
    stake = replace(stake, below_minimum=unpaid)
    return replace(
        table,
        round=replace(round_, stakes=(*round_.stakes, stake), question=question),
        balances=posted(table.balances, (event.entry,)),
    )


def joining_declined(table: Table, event: happened.JoiningDeclined) -> Table:
    round_ = round_of(table)
    assert round_.question is not None
    waiting = tuple(name for name in round_.question.waiting if name != event.player)
    return replace(table, round=replace(round_, question=replace(round_.question, waiting=waiting)))


def hand_split(table: Table, event: happened.HandSplit) -> Table:
    round_ = round_of(table)
    boxes = list(round_.boxes)
    for place, box in enumerate(boxes):
        if box.number == event.box:
            left, right = box.hands[event.hand - 1].cards
            formed = (Hand((left,), split=True), Hand((right,), split=True))
            hands = (*box.hands[: event.hand - 1], *formed, *box.hands[event.hand :])
            boxes[place] = replace(box, hands=hands)
    stakes = tuple(_after_split(stake, event) for stake in round_.stakes)
    return replace(table, round=replace(round_, boxes=tuple(boxes), stakes=stakes, question=None))


def _after_split(stake: Stake, event: happened.HandSplit) -> Stake:
    if stake.box != event.box:
        return stake
    if stake.on == SPLIT:
        return replace(stake, on=MAIN, hand=event.hand + 1)
    return replace(stake, hand=stake.hand + 1) if stake.hand > event.hand else stake


def wagers_settled(table: Table, event: happened.WagersSettled) -> Table:
    round_ = round_of(table)
    settled = {(line.player, line.box, line.hand, line.on, line.of) for line in event.lines}
    stakes = tuple(
        stake
        for stake in round_.stakes
        if (stake.player, stake.box, stake.hand, stake.on, stake.of) not in settled
    )
    live = {(stake.box, stake.hand) for stake in stakes if stake.on in (MAIN, DOUBLE)}
    discards = list(table.discards)
    boxes = []
    for box in round_.boxes:
        hands = box.hands
        for position, hand in enumerate(hands, 1):
            if hand.progress is not Progress.GONE and (box.number, position) not in live:
                discards.extend(hand.cards)
                hand = replace(hand, progress=Progress.GONE)
                hands = (*hands[: position - 1], hand, *hands[position:])
        boxes.append(box if hands is box.hands else replace(box, hands=hands))
    return replace(
        table,
        round=replace(round_, stakes=stakes, boxes=tuple(boxes)),
        discards=tuple(discards),
        settled=(*table.settled, Settlement(event.lines, event.clause)),
        balances=posted(table.balances, (line.entry for line in event.lines)),
    )


def play_completed(table: Table, event: happened.PlayCompleted) -> Table:
    return replace(table, round=replace(round_of(table), phase=Phase.DEALER))


def round_ended(table: Table, event: happened.RoundEnded) -> Table:
    left = table.rounds_left
    return replace(
        table,
        round=None,
        discards=(*table.discards, *round_of(table).dealer),
        rounds_left=None if left is None else max(0, left - 1),
        before=table,
    )


def held_blackjacks_approved(table: Table, event: happened.HeldBlackjacksApproved) -> Table:
    return replace(table, held_blackjacks=event.approved)


def face_down_approved(table: Table, event: happened.FaceDownApproved) -> Table:
    return replace(table, face_down=event.approved)


def resplit_permitted(table: Table, event: happened.ResplitPermitted) -> Table:
    return replace(table, resplit=True)


def side_bet_limits_set(table: Table, event: happened.SideBetLimitsSet) -> Table:
    return replace(table, side_bet_limits={**table.side_bet_limits, event.on: event.limits})


def side_bets_limited(table: Table, event: happened.SideBetsLimited) -> Table:
    return replace(table, side_bets_for_bettors_only=True)


EVOLVERS: dict[type[Event], Evolver] = {
    **TABLE_EVOLVERS,
    **IRREGULAR_EVOLVERS,
    happened.RoundOpened: round_opened,
    happened.CardDealt: card_dealt,
    happened.CardsExposed: cards_exposed,
    happened.InitialDealCompleted: initial_deal_completed,
    happened.DiscardsReturned: discards_returned,
    happened.InsuranceOffered: insurance_offered,
    happened.InsurancePlaced: insurance_placed,
    happened.InsuranceDisplaced: insurance_displaced,
    happened.InsuranceClosed: insurance_closed,
    happened.Surrendered: surrendered,
    happened.CardCalled: card_called,
    happened.HandFinished: hand_finished,
    happened.DoublePlaced: double_placed,
    happened.SplitPlaced: split_placed,
    happened.JoiningDeclined: joining_declined,
    happened.HandSplit: hand_split,
    happened.WagersSettled: wagers_settled,
    happened.PlayCompleted: play_completed,
    happened.RoundEnded: round_ended,
    happened.HeldBlackjacksApproved: held_blackjacks_approved,
    happened.FaceDownApproved: face_down_approved,
    happened.ResplitPermitted: resplit_permitted,
    happened.SideBetLimitsSet: side_bet_limits_set,
    happened.SideBetsLimited: side_bets_limited,
}
"""One function per event, the table's and the round's."""
