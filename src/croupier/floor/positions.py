"""A position: a table with the cards that are still to come, as one line to play on from.

A table's own line says what lies on it, not the order of the cards. A position adds that where the
software knows it, and the jackpot pool and accounts that the table depends on. What happened before
is no part of it, so nothing of it can be taken back.
"""

from collections import Counter
from typing import NamedTuple

import msgspec

from croupier.cards import Bytes, Card, full_decks, random_order, remaining_cards
from croupier.errors import CroupierError
from croupier.floor.card_sources import CardSource, SoftwareShoe, UnknownOrderError
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.engine import cards_out
from croupier.games.stud.state import StudTable
from croupier.games.table.state import Table
from croupier.house.accounts import PlayerAccount
from croupier.house.jackpots import Pool
from croupier.notation import NotationError, read, write


class PositionError(CroupierError):
    """A line from which no table can be played on."""


class TablePosition(msgspec.Struct, frozen=True):
    """A table and everything that its next cards and payments depend on."""

    table: BlackjackTable | StudTable
    """The table, as its own line writes it."""
    coming: tuple[Card, ...] = ()
    """The cards left in the shoe, the next one first; empty where no order is held: a device that
    shuffles as it deals, real cards, or an order that is not known."""
    drawn: tuple[Card, ...] = ()
    """The cards that have left the shoe, in order, burned ones included; empty where ``coming``
    is."""
    pool: Pool | None = None
    """The jackpot pool that the table feeds; none where it feeds none."""
    accounts: dict[str, PlayerAccount] = {}
    """The accounts of players whose cards or limits were presented; empty where none were."""


class LaidCards(NamedTuple):
    """The cards of a position, before they lie in a source."""

    drawn: tuple[Card, ...]
    coming: tuple[Card, ...]


def position_of(
    table: Table, cards: CardSource, pool: Pool | None, accounts: dict[str, PlayerAccount]
) -> TablePosition:
    """Return the position of a table that is dealt from a source."""
    assert isinstance(table, BlackjackTable | StudTable)
    laid = _laid_cards(table, cards)
    return TablePosition(table, laid.coming, laid.drawn, pool, dict(accounts))


def _laid_cards(table: Table, cards: CardSource) -> LaidCards:
    if not table.shoe.handle:
        return LaidCards((), ())
    try:
        return LaidCards(
            cards.cards_drawn(table.shoe), cards.next_cards(table.shoe, table.shoe.cards_left)
        )
    except UnknownOrderError:
        return LaidCards((), ())


def write_position(position: TablePosition) -> str:
    """Return a position as one line."""
    return write(position)


def read_position(line: str) -> TablePosition:
    """Return the position that a line stands for; a table's own line is one without an order.

    Raise :class:`PositionError` for a line that cannot be read, or that holds other cards than its
    shoe.
    """
    if not isinstance(line, str):
        raise PositionError(f"position: {line!r} is not a line, such as table.position")
    try:
        if line.lstrip().startswith("("):
            position = read(line, TablePosition)
        else:
            position = TablePosition(read(line, BlackjackTable | StudTable))
    except NotationError as error:
        raise PositionError(f"position: {error}") from None
    _check(position)
    return position


def _check(position: TablePosition) -> None:
    shoe = position.table.shoe
    if not position.coming and not position.drawn:
        return
    if len(position.coming) != shoe.cards_left or len(position.drawn) != shoe.drawn:
        raise PositionError(
            f"position: the shoe has {shoe.cards_left} cards to come and {shoe.drawn} drawn, "
            f"the line {len(position.coming)} and {len(position.drawn)}"
        )
    if not shoe.stacked:
        cards = Counter(position.coming + position.drawn)
        for card, count in cards.items():
            if count > shoe.decks:
                raise PositionError(
                    f"position: {card} is there {count} times; {shoe.decks} decks have "
                    f"{shoe.decks} of it"
                )


def source_for(position: TablePosition, source: Bytes) -> SoftwareShoe:
    """Return the source of cards to play on with.

    Where the line has no order of the shoe's cards, those that nobody has seen come in a random
    one.
    """
    shoe = position.table.shoe
    if not shoe.handle:
        return SoftwareShoe(source)
    if position.coming or position.drawn or not shoe.size:
        return SoftwareShoe.from_order(source, shoe, position.drawn + position.coming)
    seen = Counter(cards_out(position.table))
    whole = Counter(full_decks(shoe.decks))
    if shoe.stacked or seen - whole:
        raise PositionError("position: the cards of a stacked shoe are not known; name them all")
    unseen = random_order(tuple(remaining_cards(shoe.decks, seen.elements()).elements()), source)
    gone = (*seen.elements(), *unseen)
    return SoftwareShoe.from_order(source, shoe, gone[: shoe.size])
