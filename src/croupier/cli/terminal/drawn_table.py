"""The table drawn on felt: cards with borders, chips, boxes side by side."""

from enum import Enum

from rich.text import Text

from croupier.cards import Card
from croupier.cli.terminal.faces import Faces
from croupier.cli.terminal.paint import chips_for
from croupier.cli.terminal.typed_text import folded
from croupier.display.views import (
    BoxView,
    DealerView,
    HandView,
    WagerView,
    short_on,
    told_total,
)
from croupier.money import Cents, in_dollars

Block = list[Text]
"""Rows of equal width."""

CARD_ROWS = 4
MOST_CHIPS = 3
GAP = 2
SHORTEST_NAME = 12


class Spread(Enum):
    """How close the cards of a hand lie."""

    APART = "apart"
    FANNED = "fanned"
    TIGHT = "tight"


def row(*parts: tuple[str, str]) -> Text:
    """A row of the felt from pieces of text and their styles."""
    text = Text()
    for part, style in parts:
        text.append(part, style)
    return text


def widened(text: Text, width: int, *, centred: bool = True) -> Text:
    """A row as wide as asked; one that is too wide is cut."""
    spare = width - text.cell_len
    if spare < 0:
        text = text.copy()
        text.truncate(width)
        return text
    left = spare // 2 if centred else 0
    return Text(" " * left).append_text(text).append(" " * (spare - left))


def beside(blocks: list[Block], gap: int) -> Block:
    """Blocks side by side, their tops level."""
    height = max(len(block) for block in blocks)
    rows = []
    for number in range(height):
        line = Text()
        for place, block in enumerate(blocks):
            line.append(" " * gap if place else "")
            width = block[0].cell_len
            line.append_text(block[number] if number < len(block) else Text(" " * width))
        rows.append(line)
    return rows


# ---------------------------------------------------------------------------------------- cards


def draw_cards(cards: tuple[Card | None, ...], faces: Faces, spread: Spread) -> Block:
    """A hand of cards in four rows."""
    rows: Block = [Text() for _ in range(CARD_ROWS)]
    top_left, top_right, low_left, low_right = faces.corners
    for place, card in enumerate(cards):
        last = place == len(cards) - 1
        whole = last or spread is Spread.APART
        inner = 2 if spread is Spread.TIGHT or not whole else 3
        if card is None:
            edge = ink = "card.back"
            rank = suit = faces.back * inner
        else:
            edge = "card.edge"
            ink = f"card.{card.suit.name.lower()}"
            rank = faces.rank(card).ljust(inner)
            suit = faces.suit(card).ljust(inner)
            if spread is Spread.APART:
                suit = faces.suit(card).rjust(inner)
        rows[0].append(top_left + faces.level * inner + (top_right if whole else ""), edge)
        for number, sign in ((1, rank), (2, suit)):
            rows[number].append(faces.upright, edge)
            rows[number].append(sign, ink)
            rows[number].append(faces.upright if whole else "", edge)
        rows[3].append(low_left + faces.level * inner + (low_right if whole else ""), edge)
    return rows


def chips(amount: Cents, faces: Faces, most: int) -> Text:
    """An amount with its chips in front."""
    line = Text()
    styles = chips_for(amount, most)
    for style in styles:
        line.append(faces.chip, style)
    line.append(" " if styles else "")
    line.append(in_dollars(amount), "bold")
    return line


# ---------------------------------------------------------------------------------------- hands


def short_total(hand: HandView | DealerView) -> str:
    """A total in few letters: a soft 17 is 7/17."""
    if hand.total is not None and hand.soft and told_total(hand).startswith("soft"):
        return f"{hand.total - 10}/{hand.total}"
    return told_total(hand)


def draw_dealer(dealer: DealerView, faces: Faces) -> Block:
    """The dealer's hand, or the place where it will lie."""
    name = row(
        ("Dealer", "bold"), (f"  {short_total(dealer)}" if dealer.cards else "", "felt.gold")
    )
    if not dealer.cards:
        empty = [row(("", "")) for _ in range(CARD_ROWS)]
        return [name, *(widened(line, name.cell_len) for line in empty)]
    cards = draw_cards(dealer.cards, faces, Spread.APART)
    width = max(name.cell_len, cards[0].cell_len)
    return [widened(line, width) for line in (name, *cards)]


def draw_hand(hand: HandView, faces: Faces, spread: Spread) -> Block:
    """A hand with its total, its wager, and what became of it."""
    cards = draw_cards(hand.cards, faces, spread)
    if not hand.cards:
        cards = [row(("", "")) for _ in range(CARD_ROWS)]
    pointer = f"{faces.pointer} " if hand.turn else ""
    style = "turn" if hand.turn else "felt.gold"
    room = max(cards[0].cell_len, SHORTEST_NAME)
    first, *rest = folded(hand.name, room) if hand.name else [short_total(hand)]
    below = [row((f" {total} ", style)) for total in (f"{pointer}{first}", *rest)]
    if hand.wagers:
        laid = sum(wager.amount for wager in hand.wagers)
        below.append(chips(laid, faces, MOST_CHIPS if spread is not Spread.TIGHT else 1))
    lines = [wager.settled for wager in hand.wagers if wager.settled is not None]
    if lines:
        net = sum(line.net for line in lines)
        below.append(row(sum_text(net, lines[0].result)))
        clauses = " ".join(dict.fromkeys(line.clause for line in lines))
        room = max(cards[0].cell_len, *(text.cell_len for text in below))
        below += [row((part, "felt.clause")) for part in folded(clauses, max(room, 7))]
    width = max(text.cell_len for text in (*cards, *below))
    return [widened(text, width) for text in (*cards, *below)]


def sum_text(net: Cents, result: str) -> tuple[str, str]:
    """What a wager came to, green or red."""
    if net > 0:
        return in_dollars(net, sign=True), "felt.win"
    if net < 0:
        return in_dollars(net), "felt.loss"
    return result, "felt.level"


def draw_box(box: BoxView, faces: Faces, shorts: dict[str, str], spread: Spread) -> Block:
    """A box: its number, its hands, its optional wagers."""
    if not box.hands:
        return draw_empty(box.number, faces)
    hands = beside([draw_hand(hand, faces, spread) for hand in box.hands], 1)
    turn = any(hand.turn for hand in box.hands)
    name = row((f"box {box.number}", "bold" if turn else "felt.faint"))
    extras = [wager_row(wager, shorts, cited=spread is Spread.APART) for wager in box.wagers]
    width = max(text.cell_len for text in (name, *hands, *extras))
    return [widened(text, width) for text in (name, *hands, *extras)]


def wager_row(wager: WagerView, shorts: dict[str, str], *, cited: bool) -> Text:
    """An optional wager or insurance: its short name, and what it is or came to."""
    name = (f"{short_on(wager.on, shorts)} ", "")
    if wager.settled is None:
        return row(name, (in_dollars(wager.amount), "bold"))
    clause = f" {wager.settled.clause.rpartition(':')[2]}" if cited else ""
    return row(name, sum_text(wager.settled.net, wager.settled.result), (clause, "felt.clause"))


def draw_empty(number: int, faces: Faces) -> Block:
    """A box without a wager: a place on the cloth."""
    top_left, top_right, low_left, low_right = faces.corners
    inner = f" {number} "
    edge = faces.level * len(inner)
    rows = ["", top_left + edge + top_right, faces.upright + inner + faces.upright]
    rows.append(low_left + edge + low_right)
    width = len(inner) + 2
    return [widened(row((text, "felt.faint")), width) for text in rows]


def draw_boxes(
    boxes: tuple[BoxView, ...], faces: Faces, shorts: dict[str, str], width: int
) -> Block | None:
    """All boxes side by side, as wide apart as fits; ``None`` where they do not fit at all."""
    in_play = tuple(box for box in boxes if box.hands)
    for shown, spread in (
        (boxes, Spread.APART),
        (boxes, Spread.FANNED),
        (in_play, Spread.APART),
        (in_play, Spread.FANNED),
        (in_play, Spread.TIGHT),
    ):
        if shown:
            block = beside([draw_box(box, faces, shorts, spread) for box in shown], GAP)
            if block[0].cell_len <= width:
                return block
    return None
