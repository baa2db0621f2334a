"""The felt: what is printed on a table, and boxes, hands and chips at their places."""

from collections.abc import Iterable, Mapping
from math import hypot

import msgspec

from croupier.cards import Card, Category, rank_hand
from croupier.display.viewers import player_of
from croupier.display.views import (
    BoxView,
    HandView,
    SettledView,
    TableView,
    WagerView,
    hand_value,
    short_names,
)
from croupier.games.blackjack.opening import pay_table
from croupier.games.blackjack.state import DOUBLE, INSURANCE, BlackjackTable, soft_17
from croupier.games.stud.state import ANTE, BET, JACKPOT, StudStanding
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.state import MAIN, Table
from croupier.money import Cents, in_dollars
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw
from croupier.web.pages.svg_symbols import MOST_DRAWN, chip_name, chips_for

BONUS = "Bonus to the others"
"""What all others with a jackpot wager win with a royal or straight flush jackpot."""


class PayTable(msgspec.Struct, frozen=True):
    """What one kind of wager pays."""

    title: str
    """The title, such as "Perfect Pairs pays"."""
    lines: tuple[tuple[str, str, str], ...]
    """Hand or combination, what it pays, the clause; the best first."""
    short: str = ""
    """What is printed on its spot; empty if the title says it all."""


def hand_title(category: Category) -> str:
    """Return the name of a kind of poker hand, for people: Full house."""
    return category.key.replace("-", " ").capitalize()


def category_name(cards: tuple[Card, ...]) -> str:
    """Return the name of the hand that five cards make."""
    return hand_title(rank_hand(cards).category)


def stud_pays(law: StudLaw) -> PayTable:
    """Return what a bet of Caribbean Stud pays."""
    pays = law.settlement.bet
    ordered = sorted(pays, key=lambda category: -category.value)
    lines = tuple((hand_title(one), str(pays[one].value), pays[one].clause) for one in ordered)
    return PayTable("A bet pays", lines)


def side_bet_pays(
    law: BlackjackLaw, choices: Choices, shorts: Mapping[str, str]
) -> tuple[PayTable, ...]:
    """Return what the optional wagers of a table pay, by the chosen pay tables."""
    found = []
    for bet in law.side_bets.kinds:
        column = pay_table(bet, choices)
        if bet.name in choices.side_bets and column is not None:
            lines = tuple(
                (
                    line.name.replace("-", " ").capitalize(),
                    str(line.odds.value[column]),
                    line.odds.clause,
                )
                for line in bet.lines
            )
            found.append(PayTable(f"{bet.full_title} pays", lines, shorts[bet.name].upper()))
    return tuple(found)


def jackpot_pays(
    law: StudLaw, chosen: JackpotTerms | None
) -> tuple[tuple[str, int, int, Cents, str], ...]:
    """Return what the jackpot pays, the best hand first: a part of the pool, or a fixed amount."""
    if chosen is None:
        return ()
    terms = law.jackpot
    shares = [
        (one, *rule.value, terms.least[one].value if one in terms.least else 0, rule.clause)
        for one, rule in terms.shares.items()
    ]
    fixed = [(one, 0, 0, rule.value, rule.clause) for one, rule in terms.fixed.items()]
    every = sorted((*shares, *fixed), key=lambda line: -line[0].value)
    bonus = (BONUS, 0, 0, chosen.bonus, terms.bonus.clause)
    found = tuple((hand_title(one), part, of, least, by) for one, part, of, least, by in every)
    return (*found, bonus) if chosen.bonus else found


# Places and print ---------------------------------------------------------------------------------

WIDTH, HEIGHT = 1200, 670
CURVE = (
    (1058.0, 238.0, -28.0),
    (926.0, 388.0, -19.0),
    (772.0, 474.0, -9.0),
    (600.0, 504.0, 0.0),
    (428.0, 474.0, 9.0),
    (274.0, 388.0, 19.0),
    (142.0, 238.0, 28.0),
)
"""The line on which boxes stand, from the dealer's left: x, y, and the lean towards the dealer."""
MOST_BOXES = 12
"""The most boxes with places; no layout has more."""
INSURANCE_CENTRE = (600.0, -46.0)
"""The centre of the arc that the insurance line follows."""
INSURANCE_RADIUS = 369.0


class FeltPlace(msgspec.Struct, frozen=True):
    """A place on the felt."""

    x: float
    """From the left edge."""
    y: float
    """From the dealer's edge."""
    lean: float = 0
    """The angle towards the dealer, in degrees."""


class Spot(msgspec.Struct, frozen=True):
    """A place of a box that takes one kind of wager."""

    on: str
    """The kind of wager."""
    short: str
    """What is printed on it; empty for nothing."""
    x: float
    """From the middle of the box, in its own direction."""
    y: float
    """From the middle of the box, away from the dealer."""
    shape: str = "round"
    """``round`` or ``square``."""
    size: float = 15
    """Half its width."""
    title: str = ""
    """The wager's name for people; empty if it is the kind with capitals."""


class FeltPrint(msgspec.Struct, frozen=True):
    """What is printed on a table."""

    game: str
    """The game, which decides the colour."""
    boxes: int
    first: str
    """The large line of print."""
    second: str
    """The small line under it; empty for none."""
    insurance: str
    """The text on the insurance line; empty without one."""
    spots: tuple[Spot, ...]
    """The spots of each box, the main one first."""
    stud: bool
    """Whether five cards lie on each box."""
    pays: tuple[PayTable, ...] = ()
    """What a bet of Caribbean Stud and each optional wager pays."""
    jackpot: tuple[tuple[str, int, int, Cents, str], ...] = ()
    """What the jackpot pays: hand, the part of the pool and of how many, the least, the clause."""

    @property
    def layable(self) -> frozenset[str]:
        """The spots that take wagers before the cards; a bet of Caribbean Stud is an answer."""
        return frozenset(spot.on for spot in self.spots if spot.on != BET)


def felt_print(law: TableLaw, table: Table) -> FeltPrint:
    """Return what is printed on a table."""
    choices = table.choices
    if isinstance(law, StudLaw):
        second = law.text_of(law.equipment.inscriptions[0]) if law.equipment.inscriptions else ""
        spots = stud_spots(jackpot=0 if choices.jackpot is None else choices.jackpot.wager)
        return FeltPrint(
            law.game,
            choices.boxes,
            law.title,
            second,
            "",
            spots,
            stud=True,
            pays=(stud_pays(law),),
            jackpot=jackpot_pays(law, choices.jackpot),
        )
    assert isinstance(law, BlackjackLaw)
    assert isinstance(table, BlackjackTable)
    return FeltPrint(
        law.game,
        choices.boxes,
        f"Blackjack pays {law.settlement.blackjack.value}",
        dealer_line(law, table),
        "Insurance" if law.insurance is not None else "",
        blackjack_spots(law, choices.side_bets),
        stud=False,
        pays=side_bet_pays(law, choices, short_names(choices.side_bets)),
    )


def dealer_line(law: BlackjackLaw, table: BlackjackTable) -> str:
    """Return what the felt says of the dealer's own hand, on this layout."""
    draws = soft_17(law, table).value
    return "Dealer stands on hard 17 and soft 18" if draws else "Dealer stands on all 17s"


def blackjack_spots(law: BlackjackLaw, side_bets: tuple[str, ...]) -> tuple[Spot, ...]:
    """Return the ring of the main wager and, below it, a smaller one for each optional wager."""
    count = len(side_bets)
    offsets = {0: (), 1: (0.0,), 2: (-19.0, 19.0), 3: (-37.0, 0.0, 37.0)}.get(
        count, tuple(34.0 * (i - (count - 1) / 2) for i in range(count))
    )
    shorts = short_names(side_bets)
    titles = {bet.name: bet.title for bet in law.side_bets.kinds}
    side = (
        Spot(
            name, shorts[name].upper(), x, 62 - (abs(x) / 37) ** 2 * 13, title=titles.get(name, "")
        )
        for name, x in zip(side_bets, offsets, strict=True)
    )
    return (Spot(MAIN, "", 0, 0, size=36), *side)


def stud_spots(*, jackpot: Cents) -> tuple[Spot, ...]:
    """Return ante and bet as two squares, and above them the ring of the jackpot with its price."""
    spots = (
        Spot(ANTE, "ANTE", 0, -2, "square", 33),
        Spot(BET, "BET", 0, 46, "square", 33),
    )
    return (*spots, Spot(JACKPOT, in_dollars(jackpot), 0, -42, size=13)) if jackpot else spots


def box_place(box: int, boxes: int) -> FeltPlace:
    """Return the place of a box: evenly along the curve.

    >>> box_place(4, 7)
    FeltPlace(x=600.0, y=504.0, lean=0.0)
    """
    last = len(CURVE) - 1
    along = last / 2 if boxes == 1 else (box - 1) * last / (boxes - 1)
    start = min(int(along), last - 1)
    part = along - start
    around = [CURVE[min(max(start + i, 0), last)] for i in (-1, 0, 1, 2)]
    x, y, lean = (round(_between(values, part), 1) for values in zip(*around, strict=True))
    return FeltPlace(x, y, lean)


def _between(values: tuple[float, ...], part: float) -> float:
    """Return a value between the second and the third, on a Catmull-Rom curve."""
    before, start, end, after = values
    bend = 2 * before - 5 * start + 4 * end - after
    twist = 3 * (start - end) + after - before
    return start + part / 2 * (end - before + part * (bend + part * twist))


def insurance_place(box: int, boxes: int) -> FeltPlace:
    """Return the place of a box's insurance: on the line, between box and dealer."""
    place = box_place(box, boxes)
    middle_x, middle_y = INSURANCE_CENTRE
    way_x, way_y = place.x - middle_x, place.y - middle_y
    far = hypot(way_x, way_y)
    scale = INSURANCE_RADIUS / far
    return FeltPlace(round(middle_x + way_x * scale, 1), round(middle_y + way_y * scale, 1))


def places_css() -> str:
    """Return the places of boxes as a style sheet: our pages allow no inline styles."""
    rules = []
    for boxes in range(1, MOST_BOXES + 1):
        for box in range(1, boxes + 1):
            place = box_place(box, boxes)
            rules.append(
                f'[data-boxes="{boxes}"]>[data-box="{box}"]'
                f"{{--x:{place.x:g};--y:{place.y:g};--lean:{place.lean:g}}}"
            )
    return "\n".join(rules) + "\n"


# What lies on the felt ----------------------------------------------------------------------------

RISE = 4.5
"""The size of a chip divided by how much higher it lies than the one under it."""
BESIDE = 26.0
"""The distance between stacks on one spot."""
SMALLER = {0: 0.58, 1: 0.58, 2: 0.46, 3: 0.37}
"""The size of chips in a spot, by the number of stacks it holds."""


class ChipPart(msgspec.Struct, frozen=True):
    """A chip as drawn."""

    name: str
    """The name of its drawing."""
    x: float
    """Its left edge."""
    y: float
    """Its upper edge."""
    size: float
    """Its width."""


class HandPart(msgspec.Struct, frozen=True):
    """A hand as drawn."""

    position: int
    """Its place among the hands of the box, from 1."""
    cards: tuple[tuple[str, str], ...]
    """Each card's own name on this page, and its drawing."""
    label: str
    """The hand for screen readers."""
    total: str
    """What it counts, or is called; empty if unknown."""
    figure: str
    """The total as a figure alone, for small places; empty if unknown."""
    net: Cents | None
    """What its wagers have won together; ``None`` until they are settled."""
    turn: bool
    """Whether a decision for it is due."""
    done: bool
    """Whether nothing more happens to it."""


class BoxPart(msgspec.Struct, frozen=True):
    """A box as drawn."""

    number: int
    """Its number on the layout."""
    own: bool
    """Whether the viewer sits there, or has a wager on its cards."""
    turn: bool
    """Whether a decision for it is due."""
    seated: str
    """The name of the seated player; empty if the seat is free."""
    taken: bool
    """Whether somebody sits there or has a wager on it."""
    hands: tuple[HandPart, ...]
    chips: tuple[ChipPart, ...]
    bets: tuple[tuple[str, str], ...]
    """The players with a wager on it, and how much."""
    folded: bool
    """Whether its hand was given up."""


def boxes_of(view: TableView, felt: FeltPrint) -> tuple[BoxPart, ...]:
    """Return every box of the layout, in the order of play."""
    fresh = bool(view.wagers) and not view.under_way
    return tuple(_box(view, felt, box, fresh=fresh) for box in view.boxes)


def _box(view: TableView, felt: FeltPrint, box: BoxView, *, fresh: bool) -> BoxPart:
    wagers = next_wagers(view, box.number) if fresh else wagers_of(box)
    due = boxes_due(view)
    hands = (
        ()
        if fresh
        else tuple(
            _hand(view, box, hand, turn=hand.turn and box.number in due) for hand in box.hands
        )
    )
    me = player_of(view.viewer)
    owners = {wager.player for wager in wagers}
    here = view.player(me) if me else None
    # A box does not become the viewer's by a chip while betting is open: it would change its place.
    stands = here is None or here.seat is None
    return BoxPart(
        box.number,
        own=bool(me) and (box.seated == me or (me in owners and (stands or bool(hands)))),
        turn=any(hand.turn for hand in hands),
        seated=name_of(view, box.seated) if box.seated else "",
        taken=bool(box.seated or owners),
        hands=hands,
        chips=tuple(chips_on(felt, wagers, len(hands))),
        bets=_bets(view, box, wagers),
        folded=bool(hands) and box.hands[0].standing == StudStanding.FOLDED.value,
    )


def boxes_due(view: TableView) -> frozenset[int | None]:
    """Return the boxes whose turn is shown: the first of those that decide, and the viewer's own.

    At Caribbean Stud all decide at once; a ring around every hand would say nothing.
    """
    me = player_of(view.viewer)
    own = {prompt.box for prompt in view.prompts if prompt.player and prompt.player == me}
    first = {prompt.box for prompt in view.prompts[:1]}
    return frozenset(own or first)


def next_wagers(view: TableView, box: int) -> tuple[WagerView, ...]:
    """Return the wagers on a box for the next round."""
    return tuple(wager for wager in view.wagers if wager.box == box)


def wagers_of(box: BoxView) -> tuple[WagerView, ...]:
    """Return all wagers of the round on a box."""
    return (*box.wagers, *(wager for hand in box.hands for wager in hand.wagers))


def name_of(view: TableView, player: str) -> str:
    """Return a player's name."""
    return view.names.get(player, player)


def _bets(
    view: TableView, box: BoxView, wagers: tuple[WagerView, ...]
) -> tuple[tuple[str, str], ...]:
    """Return who has how much on a box, the player who decides first."""
    sums: dict[str, Cents] = {box.controller: 0} if box.controller else {}
    for wager in wagers:
        sums[wager.player] = sums.get(wager.player, 0) + wager.amount
    return tuple(
        (name_of(view, player), in_dollars(amount)) for player, amount in sums.items() if amount
    )


def spoken_cards(cards: Iterable[Card | None]) -> str:
    """Return cards for screen readers."""
    return ", ".join("a card face down" if card is None else card.name_in_words for card in cards)


def named_cards(
    view: TableView, place: str, cards: tuple[Card | None, ...]
) -> tuple[tuple[str, str], ...]:
    """Return each card's name on the page, which it keeps while it lies there, and its drawing."""
    return tuple(
        (f"r{view.rounds}-{place}-{at}", "back" if card is None else str(card))
        for at, card in enumerate(cards)
    )


def _hand(view: TableView, box: BoxView, hand: HandView, *, turn: bool) -> HandPart:
    total = hand_value(hand)
    ours = hand.wagers or (box.wagers if len(box.hands) == 1 else ())
    decided = [wager.settled for wager in ours if wager.settled is not None]
    net = sum(one.net for one in decided) if decided and len(decided) == len(ours) else None
    words = spoken_cards(hand.cards)
    return HandPart(
        hand.position,
        named_cards(view, f"b{box.number}-h{hand.position}", hand.cards),
        f"{words}: {total}" if total else words,
        "folded" if hand.standing == StudStanding.FOLDED.value else total,
        "" if hand.total is None else str(hand.total),
        net,
        turn,
        hand.done or net is not None,
    )


def stack(amount: Cents, x: float, y: float, size: float) -> Iterable[ChipPart]:
    """Return the chips of an amount as a stack; the largest is at the bottom."""
    for at, value in enumerate(chips_for(amount)[:MOST_DRAWN]):
        top = y - at * size / RISE
        yield ChipPart(
            chip_name(value), round(x - size, 1), round(top - size, 1), round(size * 2, 1)
        )


def chips_on(felt: FeltPrint, wagers: tuple[WagerView, ...], hands: int) -> Iterable[ChipPart]:
    """Return what lies on the spots of a box: wagers, and beside them what was paid."""
    spots = {spot.on: spot for spot in felt.spots}
    for on, spot in spots.items():
        lying = [wager for wager in wagers if _spot_of(wager, spots) == on and _lies(wager)]
        count = len(lying)
        size = spot.size * (SMALLER.get(count, 0.3) if spot.size > 20 else 0.86)
        for at, wager in enumerate(sorted(lying, key=lambda one: (one.hand, one.on == DOUBLE))):
            x = spot.x + (at - (count - 1) / 2) * min(BESIDE, 64 / max(count, 1))
            yield from stack(wager.amount, x, spot.y + 3, size)
        if paid := sum(wager.settled.net for wager in lying if wager.settled is not None):
            yield from _payment(spot, paid, size, hands)


def _payment(spot: Spot, paid: Cents, size: float, hands: int) -> Iterable[ChipPart]:
    """Return a payment beside the wager, as a dealer places it."""
    away = spot.size + size + (10 if hands > 1 else 2)
    yield from stack(max(paid, 0), spot.x - away, spot.y + 2, size)


def _spot_of(wager: WagerView, spots: dict[str, Spot]) -> str:
    """Return the spot of a wager: a double lies with the wager that it doubles."""
    if wager.on in spots:
        return wager.on
    return next(iter(spots)) if wager.on == DOUBLE else ""


def _lies(wager: WagerView) -> bool:
    """Return whether the chips are still there: what was lost is in the float."""
    settled: SettledView | None = wager.settled
    return settled is None or settled.net >= 0


def insurance_chips(view: TableView, felt: FeltPrint) -> tuple[ChipPart, ...]:
    """Return what lies on the insurance line, each between its box and the dealer."""
    if not felt.insurance:
        return ()
    found: list[ChipPart] = []
    for box in view.boxes:
        lying = [wager for wager in box.wagers if wager.on == INSURANCE and wager.settled is None]
        if amount := sum(wager.amount for wager in lying):
            place = insurance_place(box.number, felt.boxes)
            found += stack(amount, place.x, place.y, 13)
    return tuple(found)
