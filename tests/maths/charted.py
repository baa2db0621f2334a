"""A player who follows a chart at the engine's own table, and chance to make both up."""

from random import Random

from croupier.cards import Card
from croupier.floor import Croupier
from croupier.floor.one_table import call_command
from croupier.games.blackjack.insurance import CloseInsurance, Insure
from croupier.games.blackjack.state import Hand, round_of, total_of
from croupier.games.blackjack.turn import DecisionDue, InsuranceDue, SurrenderDue
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import Deal, WagersSettled
from croupier.games.table.state import MAIN
from croupier.games.table.wagers import PlaceWager
from croupier.maths.blackjack.charts import DEALER_CARDS, PAIR_NAMES, Chart
from croupier.messages import Command, Refused
from croupier.rulebooks import BlackjackLaw, Role
from tests.support.tables import blackjack, blackjack_law

PLAYER = "ann"
WAGER = 2_000
"""Cents; every odds of every game give whole cents."""
MEANS = {
    "S": ("stand",),
    "H": ("hit",),
    "Dh": ("double", "hit"),
    "Ds": ("double", "stand"),
    "P": ("split",),
    "Rh": ("surrender", "hit"),
    "Rs": ("surrender", "stand"),
    "Rp": ("surrender", "split"),
    "-": (),
}


def random_chart(chance: Random) -> Chart:
    """A chart in which anything may stand anywhere, sensible or not."""

    def rows(names: list[str], words: str) -> dict[str, str]:
        return {name: " ".join(chance.choices(words.split(), k=10)) for name in names}

    hard, soft = [str(n) for n in range(4, 21)], [str(n) for n in range(12, 21)]
    usual, later = "S S H H H Dh Dh Ds Rh Rs", "S H H Dh Ds"
    return Chart(
        hard=rows(hard, usual),
        soft=rows(soft, usual),
        pairs=rows(list(PAIR_NAMES), "P P P Rp - S H Dh"),
        hard_three=rows(hard, later),
        soft_three=rows(soft, later),
        hard_four=rows(hard, "S H H"),
        soft_four=rows(soft, "S H H"),
    )


def word_of(chart: Chart, hand: Hand, dealer: Card, *, pair: bool) -> str:
    """What stands in the chart for a hand: for its pair, or for its total."""
    column = DEALER_CARDS.index("A" if dealer.points == 1 else "23456789T"[dealer.points - 2])
    points = [card.points for card in hand.cards]
    if pair:
        row = chart.pairs[PAIR_NAMES[points[0] - 1]]
    else:
        soft = 1 in points and sum(points) <= 11
        total = str(sum(points) + (10 if soft else 0))
        by_cards = [chart.soft, chart.soft_three, chart.soft_four]
        if not soft:
            by_cards = [chart.hard, chart.hard_three, chart.hard_four]
        row = by_cards[min(len(points), 4) - 2][total]
    return row.split()[column]


def wishes(chart: Chart, hand: Hand, dealer: Card) -> list[str]:
    """What a player would call on a hand, first wish first."""
    pair = len(hand.cards) == 2 and hand.cards[0].points == hand.cards[1].points
    wished = [*MEANS[word_of(chart, hand, dealer, pair=True)]] if pair else []
    return [*wished, *MEANS[word_of(chart, hand, dealer, pair=False)], "hit", "stand"]


def charted_command(croupier: Croupier, chart: Chart, *, insured: bool) -> Command:
    """What a player does by the chart about what is due."""
    round_ = round_of(blackjack(croupier.table))
    due = croupier.due[0]
    if isinstance(due, InsuranceDue):
        mine = {stake.box for stake in round_.stakes if stake.on == "insurance"}
        for wager in due.wagers if insured else ():
            if wager.box not in mine:
                return Insure(PLAYER, wager.box, wager.most, by=Role.PLAYER)
        return CloseInsurance(by=Role.DEALER)
    for one in croupier.due:
        assert isinstance(one, DecisionDue | SurrenderDue)
        if wish_of(croupier, chart, one) == "surrender":
            return call_command("surrender", one)
    assert isinstance(due, DecisionDue)
    return call_command(wish_of(croupier, chart, due), due)


def wish_of(croupier: Croupier, chart: Chart, due: DecisionDue | SurrenderDue) -> str:
    """What a player calls by the chart; one who may surrender out of turn looks ahead."""
    round_ = round_of(blackjack(croupier.table))
    box = round_.box(due.box)
    assert box is not None
    hand = box.hands[due.hand - 1]
    offered = {choice.call for choice in due.choices}
    if isinstance(due, SurrenderDue):
        offered |= {"hit", "double", "split"}
        if total_of(hand.cards)[0] >= blackjack_law(croupier).play.must_draw_below.value:
            offered.add("stand")
    return next(wish for wish in wishes(chart, hand, round_.dealer[0]) if wish in offered)


def play_engine(
    croupier: Croupier, chart: Chart, boxes: int, *, side_wager: int, insured: bool
) -> tuple[dict[str, int], int]:
    """Play a round: what each kind of wager won in cents, and how many cards have been drawn."""
    for box in range(1, boxes + 1):
        must(croupier, PlaceWager(PLAYER, box, WAGER, by=Role.PLAYER))
        for kind in croupier.table.choices.side_bets:
            must(croupier, PlaceWager(PLAYER, box, side_wager, kind, by=Role.PLAYER))
    start = len(croupier.events)
    must(croupier, Deal(by=Role.DEALER))
    while croupier.table.round is not None:
        must(croupier, charted_command(croupier, chart, insured=insured))
    won: dict[str, int] = {MAIN: 0}
    for event in croupier.events[start:]:
        if isinstance(event, WagersSettled):
            for line in event.lines:
                kind = MAIN if line.on == "double" else line.on
                won[kind] = won.get(kind, 0) + line.net
    return won, croupier.table.shoe.drawn


def must(croupier: Croupier, command: Command) -> None:
    """Carry out what cannot be refused."""
    outcome = croupier.do(command)
    assert not isinstance(outcome, Refused), f"{command}: {outcome}"


def random_choices(law: BlackjackLaw, chance: Random) -> Choices:
    """Some choices of an operator, most of them lawful."""
    ten = law.insurance is not None and law.insurance.ten is not None
    names = [name for name in law.side_bets.names if chance.random() < 0.5]
    if law.side_bets.one_kind is not None:
        names = names[:1]
    return Choices(
        decks=chance.choice([4, 6, 8]),
        side_bets=tuple(names),
        lucky_lucky_table=chance.choice([1, 2, 3]),
        soft_17=chance.choice(["stand", "draw"]),
        layout=chance.randint(1, 10),
        ten_insurance=ten and chance.random() < 0.5,
        resplit=law.split.permitted_by is not None and chance.random() < 0.5,
        burn=False,
        burn_each_round=law.cut.burned_each_round is not None and chance.random() < 0.3,
    )
