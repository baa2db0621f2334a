"""The cloth of a table, from its law and its operator's choices: what is printed, and where.

A player sees box 1 on the right, which is the dealer's left. The measures are those of the felt's
own drawing, 1200 wide.
"""

from math import hypot

import msgspec

from croupier.blackjack.state import BlackjackTable, soft_17
from croupier.display.wagers import short_names
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw
from croupier.stud.state import ANTE, BET, JACKPOT
from croupier.table.state import MAIN, Table
from croupier.web.pages.pay_tables import PayTable, jackpot_pays, side_bet_pays, stud_pays

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
"""For how many boxes places are drawn; no layout has so many."""
INSURANCE_CENTRE = (600.0, -46.0)
"""The centre of the arc that the insurance line follows."""
INSURANCE_RADIUS = 369.0


class FeltPlace(msgspec.Struct, frozen=True):
    """Where something lies on the felt."""

    x: float
    """From the left edge."""
    y: float
    """From the dealer's edge."""
    lean: float = 0
    """By how many degrees it is turned towards the dealer."""


class Spot(msgspec.Struct, frozen=True):
    """A place of a box that takes one kind of wager."""

    on: str
    """The kind of wager."""
    short: str
    """What is printed on it; empty where nothing is."""
    x: float
    """From the middle of the box, in its own direction."""
    y: float
    """From the middle of the box, away from the dealer."""
    shape: str = "round"
    """``round`` or ``square``."""
    size: float = 15
    """Half its width."""
    title: str = ""
    """What people call the wager; empty where that is its kind with capitals."""


class Cloth(msgspec.Struct, frozen=True):
    """What is printed on a table."""

    game: str
    """The game, which tells the colour."""
    boxes: int
    """How many boxes there are."""
    first: str
    """The large line of print."""
    second: str
    """The small line under it; empty where there is none."""
    insurance: str
    """What stands on the insurance line; empty where there is none."""
    spots: tuple[Spot, ...]
    """The places of each box for wagers, the main one first."""
    stud: bool
    """Whether five cards lie on each box."""
    pays: tuple[PayTable, ...] = ()
    """What a bet of Caribbean Stud pays, and each optional wager; empty where there are none."""
    jackpot: tuple[tuple[str, int, int, Cents, str], ...] = ()
    """What its jackpot pays: hand, the part of the pool and of how many, the least, the clause."""


def cloth_of(law: TableLaw, table: Table) -> Cloth:
    """The cloth of a table."""
    choices = table.choices
    if isinstance(law, StudLaw):
        second = law.worded(law.equipment.inscriptions[0]) if law.equipment.inscriptions else ""
        jackpot = choices.jackpot is not None
        spots = stud_spots(jackpot=jackpot)
        return Cloth(
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
    return Cloth(
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
    """What the cloth says of the dealer's own hand, as this layout has it."""
    draws = soft_17(law, table).value
    return "Dealer stands on hard 17 and soft 18" if draws else "Dealer stands on all 17s"


def blackjack_spots(law: BlackjackLaw, side_bets: tuple[str, ...]) -> tuple[Spot, ...]:
    """The ring of the main wager and, below it, a smaller one for each optional wager."""
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


def stud_spots(*, jackpot: bool) -> tuple[Spot, ...]:
    """Ante and bet as two squares, and above them the ring of the jackpot."""
    spots = (
        Spot(ANTE, "ANTE", 0, -2, "square", 33),
        Spot(BET, "BET", 0, 46, "square", 33),
    )
    return (*spots, Spot(JACKPOT, "J", 0, -42, size=13)) if jackpot else spots


def box_place(box: int, boxes: int) -> FeltPlace:
    """Where a box of so many stands: evenly along the curve.

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
    """A smooth way from the second value to the third (Catmull and Rom's)."""
    before, start, end, after = values
    bend = 2 * before - 5 * start + 4 * end - after
    twist = 3 * (start - end) + after - before
    return start + part / 2 * (end - before + part * (bend + part * twist))


def insurance_place(box: int, boxes: int) -> FeltPlace:
    """Where the insurance of a box lies: on the line, between box and dealer."""
    place = box_place(box, boxes)
    middle_x, middle_y = INSURANCE_CENTRE
    way_x, way_y = place.x - middle_x, place.y - middle_y
    far = hypot(way_x, way_y)
    scale = INSURANCE_RADIUS / far
    return FeltPlace(round(middle_x + way_x * scale, 1), round(middle_y + way_y * scale, 1))


def places_css() -> str:
    """Where boxes stand, as a style sheet: inline styles are forbidden to our pages."""
    rules = []
    for boxes in range(1, MOST_BOXES + 1):
        for box in range(1, boxes + 1):
            place = box_place(box, boxes)
            rules.append(
                f'[data-boxes="{boxes}"]>[data-box="{box}"]'
                f"{{--x:{place.x:g};--y:{place.y:g};--lean:{place.lean:g}}}"
            )
    return "\n".join(rules) + "\n"
