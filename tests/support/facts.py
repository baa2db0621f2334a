"""What happened in a round, told to the auditor: from the events alone, not the engine's state."""

from collections.abc import Sequence

from croupier.games.blackjack.calls import DoublePlaced, HandSplit, SplitPlaced, Surrendered
from croupier.games.blackjack.insurance import InsuranceDisplaced, InsurancePlaced
from croupier.games.blackjack.opening import pay_table
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.blackjack.state import BlackjackTable, soft_17
from croupier.games.table.rounds import CardDealt, WagersSettled
from croupier.games.table.state import MAIN, Line
from croupier.messages import Event
from croupier.rulebooks import BLACKJACK, BlackjackLaw
from tests.auditor.facts import BoxFacts, HandFacts, RoundFacts, TableFacts, WagerFacts

EVEN_MONEY = {law.interim.even_money.clause for law in BLACKJACK.values() if law.interim.even_money}


class Hand:
    """A hand as the events tell it."""

    def __init__(self, cards: list[str], players: list[str]) -> None:
        self.cards = cards
        self.players = players
        self.doubled: dict[str, int] = {}


class Box:
    """A box as the events tell it."""

    def __init__(self, players: list[str]) -> None:
        self.hands = [Hand([], players)]
        self.initial: tuple[str, ...] = ()
        self.joined: list[str] = []
        self.insurance: dict[str, int] = {}
        self.even_money: set[str] = set()
        self.surrendered: set[str] = set()
        self.insured_by_others: dict[tuple[str, str], int] = {}
        self.going_back: set[str] = set()


def perfect_pairs_table(law: BlackjackLaw, table: BlackjackTable) -> int:
    """The pay column of Perfect Pairs, counted from 1."""
    bets = (bet for bet in law.side_bets.kinds if bet.name == "perfect-pairs")
    number = next((pay_table(bet, table.choices) for bet in bets), None)
    return 1 if number is None else number + 1


def table_facts(law: BlackjackLaw, table: BlackjackTable) -> TableFacts:
    """The operator's choices."""
    return TableFacts(
        decks=table.choices.decks,
        chip=table.choices.chip,
        maximum=table.limits.maximum,
        resplit=table.resplit,
        ten_insurance=table.choices.ten_insurance,
        held_blackjacks=table.held_blackjacks,
        lucky_lucky_table=table.choices.lucky_lucky_table,
        perfect_pairs_table=perfect_pairs_table(law, table),
        draws_soft_17=soft_17(law, table).value,
    )


def round_facts(law: BlackjackLaw, before: BlackjackTable, events: Sequence[Event]) -> RoundFacts:
    """A finished round from the table before its first card and the events since."""
    mains = [stake for stake in before.wagers if stake.on == MAIN]
    boxes = {
        number: Box([stake.player for stake in mains if stake.box == number])
        for number in sorted({stake.box for stake in mains})
    }
    dealer: list[str] = []
    for event in events:
        tell(event, boxes, dealer)
    return RoundFacts(
        table=table_facts(law, before),
        boxes=tuple(box_facts(before, number, box) for number, box in boxes.items()),
        dealer=tuple(dealer),
    )


def tell(event: Event, boxes: dict[int, Box], dealer: list[str]) -> None:
    """Note what one event says."""
    match event:
        case CardDealt(box=0, card=card):
            dealer.append(card.value)
        case CardDealt():
            box = boxes[event.box]
            box.hands[event.hand - 1].cards.append(event.card.value)
            if len(box.initial) < 2:
                box.initial = (*box.initial, event.card.value)
        case HandSplit():
            box = boxes[event.box]
            hand = box.hands[event.hand - 1]
            box.hands.insert(event.hand, Hand([hand.cards.pop()], box.joined))
            box.joined = []
        case _:
            tell_wager(event, boxes)


def tell_wager(event: Event, boxes: dict[int, Box]) -> None:
    """Note what an event says of wagers."""
    match event:
        case RoundOpened(unpaid=unpaid):
            for player, number in unpaid:
                boxes[number].going_back.add(player)
        case SplitPlaced():
            boxes[event.box].joined.append(event.player)
        case DoublePlaced():
            boxes[event.box].hands[event.hand - 1].doubled[event.player] = event.amount
        case Surrendered():
            boxes[event.box].surrendered.add(event.player)
        case InsurancePlaced() | InsuranceDisplaced():
            tell_insurance(event, boxes[event.box])
        case WagersSettled(clause=clause, lines=lines) if clause in EVEN_MONEY:
            for line in lines:
                boxes[line.box].even_money.add(line.player)
        case _:
            pass


def tell_insurance(event: InsurancePlaced | InsuranceDisplaced, box: Box) -> None:
    """Note insurance on a player's own wager or on another's."""
    if isinstance(event, InsuranceDisplaced):
        del box.insured_by_others[event.player, event.of]
    elif event.of:
        pair = event.player, event.of
        box.insured_by_others[pair] = box.insured_by_others.get(pair, 0) + event.amount
    else:
        box.insurance[event.player] = box.insurance.get(event.player, 0) + event.amount


def box_facts(before: BlackjackTable, number: int, box: Box) -> BoxFacts:
    """A box, written down."""
    seated = next((p.name for p in before.players.values() if p.seat == number), None)
    return BoxFacts(
        number=number,
        seated=seated,
        wagers=tuple(
            WagerFacts(player=stake.player, amount=stake.amount, on=stake.on)
            for stake in before.wagers
            if stake.box == number
        ),
        hands=tuple(
            HandFacts(
                cards=tuple(hand.cards), players=tuple(hand.players), doubled=dict(hand.doubled)
            )
            for hand in box.hands
        ),
        insurance=box.insurance,
        even_money=frozenset(box.even_money),
        surrendered=frozenset(box.surrendered),
        insured_by_others=box.insured_by_others,
        going_back=frozenset(box.going_back),
        initial=box.initial,
    )


def settled_lines(events: Sequence[Event]) -> list[Line]:
    """All wagers that the engine settled."""
    return [line for event in events if isinstance(event, WagersSettled) for line in event.lines]
