"""``croupier deal``: a live table, dealt with real cards by a person or a card-reading shoe."""

import sys
from datetime import UTC, datetime
from io import TextIOWrapper
from typing import Annotated, Literal

from cyclopts import Parameter

from croupier.cards import Device
from croupier.cli.amounts import amount, at_least_one, names, share, sum_of
from croupier.cli.dealing.dealer_terminal import DealerTerminal
from croupier.cli.dealing.live_table import LiveTable
from croupier.cli.dealing.machine import serve
from croupier.cli.play import table_at_terminal
from croupier.table.choices import Mode


def now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


def deal(
    game: str,
    /,
    *,
    boxes: int | None = None,
    decks: int | None = None,
    device: Literal["shoe", "shuffler"] | None = None,
    minimum: str | None = None,
    maximum: str | None = None,
    side_bets: str | None = None,
    lucky_lucky_table: int | None = None,
    perfect_pairs_table: int | None = None,
    soft_17: Literal["stand", "draw"] | None = None,
    layout: int | None = None,
    resplit: Annotated[bool, Parameter(negative=())] = False,
    ten_insurance: Annotated[bool, Parameter(negative=())] = False,
    jackpot: str | None = None,
    pool: str | None = None,
    increment: str | None = None,
    bonus: str | None = None,
    max_payout: str | None = None,
    clock: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Deal a live table: enter what happens with real cards, line by line.

    After each line the table tells what follows from it, what to say aloud, and what is due.

    Lines:

        shuffle           then cut ann 200, load, burn, as they fall due
        wager ann 1 25    ann lays $25 on box 1
        deal              no more bets
        4S  10H           each card as it comes out
        hit  stand  double  split   what the player calls
        draw-in-error 4S  what went wrong; the rulebook's remedy follows
        due table notices help quit

    Examples:

        croupier deal star-blackjack

        croupier deal canberra-blackjack --decks 4 --device shuffler

        echo '{"do": "shuffle"}' | croupier deal caribbean-stud --json

    Parameters
    ----------
    game
        The game by its name, such as star-blackjack.
    boxes
        How many boxes the layout has.
    decks
        How many decks are dealt from.
    device
        What the cards come from.
    minimum
        The least wager on a box, in dollars.
    maximum
        The most, in dollars.
    side_bets
        Optional wagers that the table offers, with commas between them.
    lucky_lucky_table
        Which of its pay tables Lucky Lucky is paid by.
    perfect_pairs_table
        Which of its pay tables Perfect Pairs is paid by, where the rulebook has several.
    soft_17
        What the layout says of the dealer's soft 17, where the rulebook leaves it open.
    layout
        The number of the layout, where the rulebook numbers them.
    resplit
        Let a hand made by splitting be split again.
    ten_insurance
        Offer insurance against a ten as well.
    jackpot
        The jackpot wager in dollars: Caribbean Stud with its progressive jackpot.
    pool
        What the jackpot's meter stands at when the table opens, in dollars.
    increment
        The share of each jackpot wager that goes to the meter, from 0 to 1.
    bonus
        What every other jackpot bettor wins with a royal or straight flush jackpot, in dollars.
    max_payout
        The most that a bet of Caribbean Stud wins, in dollars.
    clock
        Give each command the time of day, so that signs and deadlines count; else only at= does.
    json
        Read a command in JSON from each line, and answer each with a line of JSON.
    """
    at_least_one("decks", decks)
    chosen = {
        "mode": Mode.LIVE,
        "boxes": boxes,
        "decks": decks,
        "device": None if device is None else Device(device),
        "minimum": None if minimum is None else amount("minimum", minimum),
        "maximum": None if maximum is None else amount("maximum", maximum),
        "side_bets": None if side_bets is None else names(side_bets),
        "lucky_lucky_table": lucky_lucky_table,
        "perfect_pairs_table": perfect_pairs_table,
        "soft_17": soft_17,
        "layout": layout,
        "resplit": resplit or None,
        "ten_insurance": ten_insurance or None,
        "jackpot": None if jackpot is None else amount("jackpot", jackpot),
        "pool": None if pool is None else sum_of("pool", pool),
        "increment": None if increment is None else share("increment", increment),
        "bonus": None if bonus is None else sum_of("bonus", bonus),
        "max_payout": None if max_payout is None else amount("max-payout", max_payout),
    }
    live = LiveTable(table_at_terminal(game, chosen, None), now if clock else None)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    if json:
        serve(live, sys.stdin, sys.stdout)
    else:
        DealerTerminal(live, sys.stdin, sys.stdout).run()
    return 0
