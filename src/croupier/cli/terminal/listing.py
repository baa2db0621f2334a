"""The layout in lines of text: one per hand, for plain terminals and for crowded tables."""

from croupier.cli.terminal.faces import Faces
from croupier.cli.terminal.typed_text import TIE, folded
from croupier.display.views import BoxView, HandView, TableView, WagerView, short_on, told_total
from croupier.money import in_dollars
from croupier.table.state import MAIN


def list_table(view: TableView, faces: Faces, shorts: dict[str, str], width: int) -> list[str]:
    """The dealer's hand and every hand of the boxes in the round."""
    rows = [_row(box, hand, faces, shorts) for box in view.boxes for hand in box.hands]
    dealer = view.dealer
    rows.insert(0, ("dealer", "", faces.cards(dealer.cards), told_total(dealer), ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for *cells, wagers in rows:
        name, turn, cards, total = map(str.ljust, cells, widths)
        lines += hanging(f"{name} {turn}{cards}  {total}", wagers, width)
    return lines


def hanging(start: str, rest: str, width: int) -> list[str]:
    """A line whose last column is folded under itself; under the margin where it has no room."""
    if not rest:
        return [start.rstrip()]
    column = len(start) + 2
    if column > width * 3 // 4:
        return [*folded(start, width), *folded(" " * 10 + rest, width, indent=" " * 10)]
    first, *others = folded(rest, width - column)
    return [f"{start}  {first}", *(" " * column + other for other in others)]


def _row(
    box: BoxView, hand: HandView, faces: Faces, shorts: dict[str, str]
) -> tuple[str, str, str, str, str]:
    name = f"box {box.number}"
    if len(box.hands) > 1:
        name += f" hand {hand.position}"
    wagers = hand.wagers + (box.wagers if hand.position == 1 else ())
    told = ", ".join(_laid(wager, shorts) for wager in wagers if wager.settled is None)
    results = ", ".join(_result(wager, shorts) for wager in wagers if wager.settled is not None)
    return (
        name,
        f"{faces.pointer} " if hand.turn else "",
        faces.cards(hand.cards),
        told_total(hand),
        "; ".join(part for part in (told, results) if part),
    )


def _named(wager: WagerView, shorts: dict[str, str]) -> str:
    return "" if wager.on == MAIN else f"{short_on(wager.on, shorts)}{TIE}"


def _laid(wager: WagerView, shorts: dict[str, str]) -> str:
    return _named(wager, shorts) + in_dollars(wager.amount)


def _result(wager: WagerView, shorts: dict[str, str]) -> str:
    settled = wager.settled
    assert settled is not None
    net = in_dollars(settled.net, sign=True) if settled.net else settled.result
    return f"{_named(wager, shorts)}{net}{TIE}({settled.clause})"
