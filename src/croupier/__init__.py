"""Casino table games run by the book: every payment, refusal and remedy names its clause."""

from typing import TYPE_CHECKING

from croupier.kit import VERSION
from croupier.kit.lazy import lazy_attributes, lazy_directory

if TYPE_CHECKING:
    from croupier.cards import Card, parse_card, parse_cards
    from croupier.errors import ArgumentError, CroupierError
    from croupier.floor import Croupier, Floor
    from croupier.floor.command_text import to_command
    from croupier.floor.round_lines import (
        RoundLine,
        differences,
        play_round,
        read_round,
        round_lines,
        write_round,
    )
    from croupier.games.blackjack.calls import DoubleDown, Hit, SplitHand, Stand, Surrender
    from croupier.games.blackjack.insurance import Insure
    from croupier.games.blackjack.state import BlackjackTable, Round
    from croupier.games.blackjack.turn import DecisionDue
    from croupier.games.engine import decide, due, evolve, fold, handle, open_table
    from croupier.games.stud.bets import Fold, PlaceBet
    from croupier.games.stud.state import StudTable
    from croupier.games.table.choices import Choices, JackpotTerms
    from croupier.games.table.due import Due
    from croupier.games.table.rounds import Deal, DealCard
    from croupier.games.table.state import Line, Table
    from croupier.games.table.wagers import PlaceWager, WagerPlaced
    from croupier.messages import Command, Event, Refused
    from croupier.money import transfer
    from croupier.notation import NotationError, read, write
    from croupier.rulebooks import Role, law_of

__all__ = [
    "ArgumentError",
    "BlackjackTable",
    "Card",
    "Choices",
    "Command",
    "Croupier",
    "CroupierError",
    "Deal",
    "DealCard",
    "DecisionDue",
    "DoubleDown",
    "Due",
    "Event",
    "Floor",
    "Fold",
    "Hit",
    "Insure",
    "JackpotTerms",
    "Line",
    "NotationError",
    "PlaceBet",
    "PlaceWager",
    "Refused",
    "Role",
    "Round",
    "RoundLine",
    "SplitHand",
    "Stand",
    "StudTable",
    "Surrender",
    "Table",
    "WagerPlaced",
    "__version__",
    "cards",
    "decide",
    "differences",
    "due",
    "evolve",
    "fold",
    "handle",
    "law_of",
    "maths",
    "open_table",
    "parse_card",
    "parse_cards",
    "play_round",
    "read",
    "read_round",
    "round_lines",
    "rulebooks",
    "to_command",
    "transfer",
    "write",
    "write_round",
]

__version__ = VERSION

__dir__ = lazy_directory(__all__)
__getattr__ = lazy_attributes(
    __name__,
    {
        "ArgumentError": "croupier.errors",
        "BlackjackTable": "croupier.games.blackjack.state",
        "Card": "croupier.cards",
        "Choices": "croupier.games.table.choices",
        "Command": "croupier.messages",
        "Croupier": "croupier.floor",
        "CroupierError": "croupier.errors",
        "Deal": "croupier.games.table.rounds",
        "DealCard": "croupier.games.table.rounds",
        "DecisionDue": "croupier.games.blackjack.turn",
        "DoubleDown": "croupier.games.blackjack.calls",
        "Due": "croupier.games.table.due",
        "Event": "croupier.messages",
        "Fold": "croupier.games.stud.bets",
        "Hit": "croupier.games.blackjack.calls",
        "Floor": "croupier.floor",
        "Insure": "croupier.games.blackjack.insurance",
        "JackpotTerms": "croupier.games.table.choices",
        "Line": "croupier.games.table.state",
        "NotationError": "croupier.notation",
        "PlaceBet": "croupier.games.stud.bets",
        "PlaceWager": "croupier.games.table.wagers",
        "Refused": "croupier.messages",
        "Role": "croupier.rulebooks",
        "Round": "croupier.games.blackjack.state",
        "RoundLine": "croupier.floor.round_lines",
        "SplitHand": "croupier.games.blackjack.calls",
        "Stand": "croupier.games.blackjack.calls",
        "StudTable": "croupier.games.stud.state",
        "Surrender": "croupier.games.blackjack.calls",
        "Table": "croupier.games.table.state",
        "WagerPlaced": "croupier.games.table.wagers",
        "cards": "croupier.cards:",
        "decide": "croupier.games.engine",
        "differences": "croupier.floor.round_lines",
        "due": "croupier.games.engine",
        "evolve": "croupier.games.engine",
        "fold": "croupier.games.engine",
        "handle": "croupier.games.engine",
        "law_of": "croupier.rulebooks",
        "maths": "croupier.maths:",
        "open_table": "croupier.games.engine",
        "parse_card": "croupier.cards",
        "parse_cards": "croupier.cards",
        "play_round": "croupier.floor.round_lines",
        "read": "croupier.notation",
        "read_round": "croupier.floor.round_lines",
        "round_lines": "croupier.floor.round_lines",
        "rulebooks": "croupier.rulebooks:",
        "to_command": "croupier.floor.command_text",
        "transfer": "croupier.money",
        "write": "croupier.notation",
        "write_round": "croupier.floor.round_lines",
    },
)
