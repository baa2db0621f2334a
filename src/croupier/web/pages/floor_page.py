"""The floor's page: every table as a card with a miniature of its felt."""

import msgspec

from croupier.display.views import TableView
from croupier.display.words import counted
from croupier.money import in_dollars
from croupier.web.hall.summaries import TableSummary
from croupier.web.pages.cloth import Cloth, box_place
from croupier.web.pages.layout import boxes_of
from croupier.web.pages.terms import title_of

FILTERS = (
    ("all", "All games"),
    ("blackjack", "Blackjack"),
    ("poker", "Poker"),
    ("free", "A seat is free"),
    ("low", "Up to $10"),
    ("live", "Live dealer"),
)
PRACTICE = ("practice", "with a coach")
LOW = 10_00
"""The highest minimum of a table for small wagers."""
MINI_TOP = 10
"""How far below its upper edge the miniature begins."""


class MiniSpot(msgspec.Struct, frozen=True):
    """A box in the miniature."""

    x: float
    """From its left edge."""
    y: float
    """From its upper edge."""
    state: str
    """``free``, ``taken`` or ``mine``."""


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it stands on the floor's page."""

    table: TableSummary
    """The table in a few words."""
    limits: tuple[str, str]
    """The least and the most on a box."""
    facts: tuple[str, ...]
    """What is special about it."""
    spots: tuple[MiniSpot, ...]
    """Its boxes."""
    stud: bool
    """Whether its boxes are square."""
    dealt: bool
    """Whether a round is under way."""
    free: int
    """How many seats are free."""
    mine: int
    """The box where the viewer sits; 0 where there is none."""
    pace: int
    """How many rounds it has in an hour; 0 before there are some."""
    meter: str
    """The jackpot's meter; empty where there is none."""
    now: str
    """What happens there; nothing does where nobody is."""
    kinds: tuple[str, ...]
    """By which filters it is found."""


def table_card(
    table: TableSummary, view: TableView, cloth: Cloth, *, practice: bool = False, pace: int = 0
) -> TableCard:
    """A table's card."""
    boxes = boxes_of(view, cloth)
    spots = []
    for box in boxes:
        place = box_place(box.number, len(boxes))
        state = "mine" if box.own else "taken" if box.taken else "free"
        spots.append(MiniSpot(round(place.x / 5, 1), round(place.y / 5 + MINI_TOP, 1), state))
    return TableCard(
        table=table,
        limits=(in_dollars(table.minimum), in_dollars(table.maximum)),
        facts=(*(PRACTICE if practice else ()), *_facts(table, view, cloth)),
        spots=tuple(spots),
        stud=cloth.stud,
        dealt=table.under_way,
        free=table.boxes - table.seated,
        mine=next((box.number for box in boxes if box.own), 0),
        pace=pace,
        meter="" if table.meter is None else in_dollars(table.meter),
        now=table.phase if _is_busy(table) else "waits for players",
        kinds=_kinds(table, cloth),
    )


def _is_busy(table: TableSummary) -> bool:
    """Whether there is more to say of a table than that it waits for players."""
    return bool(table.seated or table.under_way or table.rests)


def _facts(table: TableSummary, view: TableView, cloth: Cloth) -> tuple[str, ...]:
    facts = [counted(view.decks, "deck"), table.mode]
    facts += [spot.title or title_of(spot.on) for spot in cloth.spots if spot.on in table.side_bets]
    if not cloth.stud:
        facts.append(cloth.first.replace("Blackjack pays", "blackjack"))
    if table.meter is not None:
        facts.append("jackpot")
    return tuple(facts)


def _kinds(table: TableSummary, cloth: Cloth) -> tuple[str, ...]:
    kinds = ["all", "poker" if cloth.stud else "blackjack"]
    if table.boxes > table.seated and not table.rests:
        kinds.append("free")
    if table.minimum <= LOW:
        kinds.append("low")
    if table.mode == "live":
        kinds.append("live")
    return tuple(kinds)
