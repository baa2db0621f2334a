"""``croupier play``: a table in the terminal."""

import os
import sys
from io import TextIOWrapper
from typing import Annotated, Any, Literal, TextIO

from cyclopts import Parameter

from croupier.cards import Device
from croupier.cli.amounts import amount, at_least_one, names, share, sum_of
from croupier.cli.terminal.blackjack_sitting import BlackjackSitting
from croupier.cli.terminal.evening import Evening
from croupier.cli.terminal.faces import PLAIN_ASCII, WITH_SYMBOLS, Faces, showable
from croupier.cli.terminal.felt import FeltScreen
from croupier.cli.terminal.screen import PlainScreen, Screen
from croupier.cli.terminal.sitting import Sitting
from croupier.cli.terminal.stud.stud_sitting import StudSitting
from croupier.cli.terminal.typed_wagers import short_names
from croupier.display.viewers import Patron
from croupier.display.voices import Voice
from croupier.errors import CroupierError
from croupier.play import Croupier
from croupier.rulebooks import StudLaw, TableLaw, UnknownGameError, law_of
from croupier.table.choices import Choices, JackpotTerms

LONGEST_NAME = 20
MOST_TABLES = 9
POOL = "jackpot"
"""The name of the pool that all tables of a house feed."""
LONGEST_PAUSE_SECONDS = 5.0
JACKPOT = ("pool", "increment", "bonus")
"""What is said of a jackpot, where there is one."""
STUD_ONLY = ("jackpot", *JACKPOT, "max_payout")
BLACKJACK_ONLY = (
    "side_bets",
    "lucky_lucky_table",
    "perfect_pairs_table",
    "soft_17",
    "layout",
    "resplit",
    "ten_insurance",
)


def play(
    game: str,
    /,
    *,
    player: str = "you",
    bankroll: str = "500",
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
    tables: int = 1,
    seed: int | None = None,
    pause: float = 0.12,
    no_colour: Annotated[bool, Parameter(negative=())] = False,
    ascii: Annotated[bool, Parameter(negative=())] = False,  # noqa: A002 - the option's name
) -> int:
    """Sit down at a table in the terminal.

    The table asks for what is due and names the keys; each line ends with Enter.

    Keys:

        25                wager $25 on your last boxes
        1:25 3:50 pp5     several boxes, side bets by their initials
        Enter             the last wagers again
        h s d p           hit, stand, double, split; d 10 doubles for $10
        y e n             insurance, even money, none
        10 j  b f         Caribbean Stud: ante and jackpot; bet, fold
        why  log          each payment by its clause; the round's events
        sign  rules split the limits; clauses by word or number
        table  buy 100    the table again; more chips
        ?  q              help; leave at any time, with a summary

    Examples:

        croupier play star-blackjack

        croupier play star-blackjack --side-bets perfect-pairs,lucky-lucky --seed 7

        croupier play caribbean-stud --jackpot 5 --pool 30000 --increment 0.7

        croupier play caribbean-stud --jackpot 5 --pool 30000 --increment 0.7 --tables 2

        printf '\\n1:25 3:50\\ns\\ns\\n' | croupier play star-blackjack --seed 7

    Parameters
    ----------
    game
        The game by its name, such as star-blackjack.
    player
        What you are called at the table.
    bankroll
        Dollars that you change for chips.
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
    tables
        How many tables the house has: table 2 goes to the second. Those with a jackpot share it.
    seed
        Shuffle repeatably: the same seed and the same input give the same evening.
    pause
        Seconds between two cards where the table is drawn; 0 deals at once.
    no_colour
        Plain lines; also where NO_COLOR is set or the output is no terminal.
    ascii
        Letters for suits, and no line drawing.
    """
    at_least_one("decks", decks)
    chosen = {
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
    money = amount("bankroll", bankroll)
    if not 1 <= tables <= MOST_TABLES:
        raise CroupierError(f"--tables: a house has 1 to {MOST_TABLES} tables, not {tables}")
    opened = tables_at_terminal(game, chosen, seed, tables)
    croupier = opened[0]
    faces = PLAIN_ASCII if ascii or not showable(sys.stdout.encoding) else WITH_SYMBOLS
    voice = Voice(Patron(seemly(player)), faces)
    pause = min(pause, LONGEST_PAUSE_SECONDS) if pause > 0 else 0.0
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    screen = choose_screen(sys.stdin, sys.stdout, croupier, faces, pause, plain=no_colour)
    if tables == 1:
        seat(croupier, screen, voice, seed).run(money)
    else:
        sittings = {one.name: seat(one, screen, voice, seed) for one in opened}
        Evening(sittings, screen).run(money)
    return 0


def seat(croupier: Croupier, screen: Screen, voice: Voice, seed: int | None) -> Sitting:
    """An evening at a table, by the kind of its law."""
    if isinstance(croupier.law, StudLaw):
        return StudSitting(croupier, screen, voice, seed=seed)
    return BlackjackSitting(croupier, screen, voice, seed=seed)


def table_at_terminal(game: str, chosen: dict[str, Any], seed: int | None) -> Croupier:
    """A table with its dealer, by the choices that were given."""
    return tables_at_terminal(game, chosen, seed, 1)[0]


def tables_at_terminal(
    game: str, chosen: dict[str, Any], seed: int | None, number: int
) -> list[Croupier]:
    """Tables of one house, by the choices that were given; with a jackpot, on one pool."""
    try:
        law = law_of(game)
    except UnknownGameError as error:
        raise CroupierError(str(error)) from None
    given = {key: value for key, value in chosen.items() if value is not None}
    refuse_others(law, given)
    terms = {key: given.pop(key) for key in JACKPOT if key in given}
    if "jackpot" in given:
        given["jackpot"] = JackpotTerms(name=POOL, wager=given["jackpot"], **terms)
    elif terms:
        raise CroupierError(f"--{next(iter(terms))}: say --jackpot too, such as --jackpot 5")
    choices = Choices(**given)
    opened: list[Croupier] = []
    for place in range(number):
        chance = None if seed is None else seed + place
        beside = opened[0] if opened else None
        opened.append(Croupier(law, choices, seed=chance, cut_for_players=False, beside=beside))
    return opened


def refuse_others(law: TableLaw, given: dict[str, Any]) -> None:
    """Refuse options of another kind of game."""
    others = BLACKJACK_ONLY if isinstance(law, StudLaw) else STUD_ONLY
    kind = "blackjack" if isinstance(law, StudLaw) else "Caribbean Stud"
    for option in others:
        if option in given:
            name = option.replace("_", "-")
            raise CroupierError(f"--{name}: this is for {kind}, not for {law.game}")


def choose_screen(
    source: TextIO, target: TextIO, croupier: Croupier, faces: Faces, pause: float, *, plain: bool
) -> Screen:
    """A drawn table where colours can be shown and somebody types; else plain lines."""
    shorts = short_names(croupier.table.choices.side_bets)
    piped = not source.isatty()
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    if plain or piped or dumb or os.environ.get("NO_COLOR") or not target.isatty():
        return PlainScreen(source, target, faces=faces, shorts=shorts, echo=piped)
    return FeltScreen(source, target, faces=faces, shorts=shorts, pause_seconds=pause)


def seemly(player: str) -> str:
    """A name that can be shown at the table."""
    name = " ".join(player.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise CroupierError(
            f"--player: a name has 1 to {LONGEST_NAME} printable characters, such as ann"
        )
    return name
