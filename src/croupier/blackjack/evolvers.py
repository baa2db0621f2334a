"""How the events of a blackjack round change the table."""

from msgspec.structs import replace

from croupier.blackjack import events as happened
from croupier.blackjack.irregular_evolvers import EVOLVERS as IRREGULAR_EVOLVERS
from croupier.blackjack.permission_evolvers import EVOLVERS as PERMISSION_EVOLVERS
from croupier.blackjack.state import (
    CALLED_DOUBLE,
    DEALER,
    DEALERS_TURN,
    DONE,
    DOUBLE,
    GONE,
    INSURANCE,
    INSURING,
    ON_A_HAND,
    PLAYING,
    SPLIT,
    SURRENDER,
    BlackjackTable,
    Box,
    Hand,
    Question,
    Round,
    round_of,
)
from croupier.money import posted
from croupier.table.card_events import CardsShuffled
from croupier.table.contest_rounds import form_stakes, initial_wagers
from croupier.table.events import Event
from croupier.table.evolvers import EVOLVERS as TABLE_EVOLVERS
from croupier.table.evolvers import counted_in, unchanged
from croupier.table.messages import Evolver
from croupier.table.stages import Mix
from croupier.table.state import MAIN, Settlement, Stake


def evolve(table: BlackjackTable, event: Event) -> BlackjackTable:
    """The table after an event."""
    after: BlackjackTable = EVOLVERS[type(event)](table, event)
    return after


def round_opened(table: BlackjackTable, event: happened.RoundOpened) -> BlackjackTable:
    boxes = tuple([Box(control.box, control.player, control.clause) for control in event.control])
    stakes = table.wagers
    if event.controller_first:
        first = {control.box: control.player for control in event.control}
        stakes = tuple(sorted(stakes, key=lambda stake: first[stake.box] != stake.player))
    if event.unpaid or event.unpaid_optional:
        back = {*event.unpaid_optional, *((player, box, MAIN) for player, box in event.unpaid)}
        stakes = tuple(
            replace(stake, below_minimum=True)
            if (stake.player, stake.box, stake.on) in back
            else stake
            for stake in stakes
        )
    contest = table.contest
    if contest is not None:
        if contest.forms:
            laid = {stake.box for stake in stakes}
            alone = [form_stakes(table, box.number) for box in boxes if box.number not in laid]
            stakes = (*stakes, *(stake for one in alone for stake in one))
        wagered = initial_wagers(stakes, MAIN)
        contest = replace(contest, wagered=wagered, before=replace(contest, before=None))
    return replace(
        table,
        wagers=(),
        contest=contest,
        round=Round(boxes=boxes, stakes=stakes),
        players=counted_in(table, MAIN, event.idle),
        rounds=table.rounds + 1,
        rounds_this_shoe=table.rounds_this_shoe + 1,
        cutting_card_at=table.cutting_card_at if table.first_card_out else None,
        first_card_out=False,
        players_then={},
        limits_then=None,
        side_bet_limits_then={},
        settled=(),
    )


def with_hand(boxes: tuple[Box, ...], place: int, position: int, hand: Hand) -> tuple[Box, ...]:
    """Boxes with one hand changed: of the box at a place, by its position from 1."""
    box = boxes[place]
    hands = box.hands
    hands = (hand,) if len(hands) == 1 else (*hands[: position - 1], hand, *hands[position:])
    changed = list(boxes)
    changed[place] = replace(box, hands=hands)
    return tuple(changed)


def card_dealt(table: BlackjackTable, event: happened.CardDealt) -> BlackjackTable:
    round_ = round_of(table)
    if event.box == DEALER:
        round_ = replace(round_, dealer=(*round_.dealer, event.card), called=False)
    else:
        place = round_.place(event.box)
        hand = round_.boxes[place].hands[event.hand - 1]
        cards = (*hand.cards, event.card)
        if hand.call is None and not event.covered:
            hand = replace(hand, cards=cards)
        else:
            doubled = hand.call is CALLED_DOUBLE
            hand = replace(hand, cards=cards, doubled=doubled, call=None, covered=event.covered)
        boxes = with_hand(round_.boxes, place, event.hand, hand)
        round_ = replace(round_, boxes=boxes, called=False)
    if event.ahead:
        return without_ahead(table, event, round_)
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    if table.untold:
        return replace(table, round=round_, shoe=shoe, untold=table.untold - 1)
    return replace(table, round=round_, shoe=shoe)


def without_ahead(
    table: BlackjackTable, event: happened.CardDealt, round_: Round
) -> BlackjackTable:
    """The table after a card was dealt that lay ready in front of the shoe."""
    ahead, offered = table.ahead, table.offered
    box = round_of(table).box(event.box)
    if box is not None and box.hands[event.hand - 1].refused:
        ahead = (*ahead[:offered], *ahead[offered + 1 :])
    else:
        ahead, offered = ahead[1:], max(0, offered - 1)
    return replace(table, round=round_, ahead=ahead, offered=offered)


def cards_exposed(table: BlackjackTable, event: happened.CardsExposed) -> BlackjackTable:
    round_ = round_of(table)
    boxes = list(round_.boxes)
    place = round_.place(event.box)
    (hand,) = boxes[place].hands
    boxes[place] = replace(boxes[place], hands=(replace(hand, covered=False),))
    return replace(table, round=replace(round_, boxes=tuple(boxes)))


def initial_deal_completed(
    table: BlackjackTable, event: happened.InitialDealCompleted
) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=PLAYING))


def discards_returned(table: BlackjackTable, event: happened.DiscardsReturned) -> BlackjackTable:
    shoe = table.shoe
    if not shoe.handle:
        back = len(table.discards)
        shoe = replace(shoe, drawn=shoe.drawn - back, returned=shoe.returned + back)
    round_ = table.round
    if round_ is not None:
        round_ = replace(round_, fed_back=table.discards)
    return replace(table, discards=(), shoe=shoe, round=round_)


def insurance_offered(table: BlackjackTable, event: happened.InsuranceOffered) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=INSURING))


def insurance_placed(table: BlackjackTable, event: happened.InsurancePlaced) -> BlackjackTable:
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


def insurance_displaced(
    table: BlackjackTable, event: happened.InsuranceDisplaced
) -> BlackjackTable:
    gone = Stake(event.player, event.box, INSURANCE, event.amount, hand=0, of=event.of)
    stakes = tuple(s for s in round_of(table).stakes if not same_stake(s, gone))
    return replace(
        table,
        round=replace(round_of(table), stakes=stakes),
        balances=posted(table.balances, (event.entry,)),
    )


def surrendered(table: BlackjackTable, event: happened.Surrendered) -> BlackjackTable:
    round_ = round_of(table)
    stakes = tuple(
        replace(stake, surrendered=True)
        if (stake.player, stake.box, stake.on) == (event.player, event.box, MAIN)
        else stake
        for stake in round_.stakes
    )
    asked = Question(SURRENDER, event.box, 1, event.waiting) if event.waiting else None
    question = asked or _of_another_box(round_, event.box)
    return replace(table, round=replace(round_, stakes=stakes, question=question, called=True))


def _of_another_box(round_: Round, number: int) -> Question | None:
    """The question to the players of another box, which a hand given up here leaves open."""
    question = round_.question
    return None if question is None or question.box == number else question


def insurance_closed(table: BlackjackTable, event: happened.InsuranceClosed) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=PLAYING))


def card_called(table: BlackjackTable, event: happened.CardCalled) -> BlackjackTable:
    round_ = round_of(table)
    place = round_.place(event.box)
    hand = replace(round_.boxes[place].hands[event.hand - 1], call=event.call)
    boxes = with_hand(round_.boxes, place, event.hand, hand)
    return replace(table, round=replace(round_, boxes=boxes, question=None, called=True))


def hand_finished(table: BlackjackTable, event: happened.HandFinished) -> BlackjackTable:
    round_ = round_of(table)
    place = round_.place(event.box)
    hand = replace(round_.boxes[place].hands[event.hand - 1], progress=DONE)
    boxes = with_hand(round_.boxes, place, event.hand, hand)
    called = round_.called or event.called
    question = _of_another_box(round_, event.box)
    return replace(table, round=replace(round_, boxes=boxes, question=question, called=called))


def double_placed(table: BlackjackTable, event: happened.DoublePlaced) -> BlackjackTable:
    stake = Stake(event.player, event.box, DOUBLE, event.amount, event.hand, original=False)
    return further_wager(table, event, stake)


def split_placed(table: BlackjackTable, event: happened.SplitPlaced) -> BlackjackTable:
    stake = Stake(event.player, event.box, SPLIT, event.amount, event.hand, original=False)
    return further_wager(table, event, stake)


def further_wager(
    table: BlackjackTable, event: happened.DoublePlaced | happened.SplitPlaced, stake: Stake
) -> BlackjackTable:
    """The table with a wager for a double or split, and the question to the other players."""
    round_ = round_of(table)
    question = Question(stake.on, event.box, event.hand, event.waiting)
    first = (event.player, event.box, event.hand, MAIN)
    unpaid = any(
        (s.player, s.box, s.hand, s.on) == first and s.below_minimum for s in round_.stakes
    )
    stake = replace(stake, below_minimum=unpaid)
    return replace(
        table,
        round=replace(round_, stakes=(*round_.stakes, stake), question=question, called=True),
        balances=posted(table.balances, (event.entry,)),
    )


def joining_declined(table: BlackjackTable, event: happened.JoiningDeclined) -> BlackjackTable:
    round_ = round_of(table)
    assert round_.question is not None
    waiting = tuple(name for name in round_.question.waiting if name != event.player)
    return replace(table, round=replace(round_, question=replace(round_.question, waiting=waiting)))


def hand_split(table: BlackjackTable, event: happened.HandSplit) -> BlackjackTable:
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


def wagers_settled(table: BlackjackTable, event: happened.WagersSettled) -> BlackjackTable:
    round_ = round_of(table)
    touched, settled = set(), set()
    for line in event.lines:
        touched.add(line.box)
        settled.add((line.player, line.box, line.hand, line.on, line.of))
    stakes, live = [], set()
    for stake in round_.stakes:
        box = stake.box
        if box not in touched:
            stakes.append(stake)
        elif (stake.player, box, stake.hand, stake.on, stake.of) not in settled:
            stakes.append(stake)
            if stake.on in ON_A_HAND:
                live.add((box, stake.hand))
    boxes, cards = round_.boxes, table.discards
    for place, here in enumerate(boxes):
        if here.number not in touched:
            continue
        for position, hand in enumerate(here.hands, 1):
            if hand.progress is not GONE and (here.number, position) not in live:
                cards += hand.cards
                gone = replace(hand, progress=GONE)
                boxes = with_hand(boxes, place, position, gone)
    return replace(
        table,
        round=replace(round_, stakes=tuple(stakes), boxes=boxes),
        discards=cards,
        settled=(*table.settled, Settlement(event.lines, event.clause)),
        balances=posted(table.balances, [line.entry for line in event.lines]),
    )


def play_completed(table: BlackjackTable, event: happened.PlayCompleted) -> BlackjackTable:
    return replace(table, round=replace(round_of(table), phase=DEALERS_TURN))


def round_ended(table: BlackjackTable, event: happened.RoundEnded) -> BlackjackTable:
    left = table.rounds_left
    return replace(
        table,
        round=None,
        untold=0,
        discards=(*table.discards, *round_of(table).dealer),
        rounds_left=None if left is None else max(0, left - 1),
    )


def cards_shuffled(table: BlackjackTable, event: CardsShuffled) -> BlackjackTable:
    shuffled: BlackjackTable = TABLE_EVOLVERS[CardsShuffled](table, event)
    if event.mixes is not Mix.ALL:
        return shuffled
    return replace(shuffled, offered=0, limits_then=None, side_bet_limits_then={})


EVOLVERS: dict[type[Event], Evolver] = {
    **TABLE_EVOLVERS,
    **IRREGULAR_EVOLVERS,
    **PERMISSION_EVOLVERS,
    CardsShuffled: cards_shuffled,
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
    happened.DecisionSignalled: unchanged,
    happened.HandFinished: hand_finished,
    happened.DoublePlaced: double_placed,
    happened.SplitPlaced: split_placed,
    happened.JoiningDeclined: joining_declined,
    happened.HandSplit: hand_split,
    happened.WagersSettled: wagers_settled,
    happened.PlayCompleted: play_completed,
    happened.RoundEnded: round_ended,
}
"""One function per event, the table's and the round's."""
