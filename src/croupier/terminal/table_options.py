"""A table's options on the command line: one name each, for every command that opens a table.

Each class of options adds to the one before: ``strategy`` takes the rules that change play,
``edge`` also what wagers pay, ``simulate`` also how the cards are dealt, ``play`` and ``deal`` also
the table's limits. The panel of the help text in which an option is listed says for which games it
is.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, TypeVar, get_args, get_type_hints

from cyclopts import Group, Parameter

from croupier.cards import Device
from croupier.errors import CroupierError
from croupier.games.table.choices import (
    PAY_TABLE,
    PAY_TABLE_CHOICES,
    Choices,
    JackpotTerms,
    Mode,
)
from croupier.games.table.state import Table
from croupier.rulebooks import GAMES, BlackjackLaw, StudLaw, TableLaw, UnknownGameError, law_of
from croupier.terminal.arguments import (
    WHOLE,
    read_amount,
    read_positive_amount,
    read_share,
    require_at_least_one,
    split_names,
)
from croupier.terminal.line_input import read_line
from croupier.terminal.output import print_table

ANY_TABLE = Group("Table", sort_key=1)
BLACKJACK = Group("Blackjack", sort_key=2)
CARIBBEAN_STUD = Group("Caribbean Stud", sort_key=3)

JACKPOT_TERMS: tuple[tuple[str, Callable[[str, str], Any]], ...] = (
    ("pool", read_positive_amount),
    ("increment", read_share),
    ("bonus", read_positive_amount),
)
"""The options that come with a jackpot, and the function that reads each."""


def is_given(value: object) -> bool:
    """Return whether an option with this value was given on the command line."""
    return value is not None and value is not False and value != ()


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """Options that change how a hand is played."""

    decks: Annotated[int | None, WHOLE, Parameter(group=ANY_TABLE)] = None
    """How many decks are dealt from."""
    soft_17: Annotated[Literal["stand", "draw"] | None, Parameter(group=BLACKJACK)] = None
    """The layout's rule for the dealer's soft 17, where the rulebook offers a choice."""
    layout: Annotated[int | None, WHOLE, Parameter(group=BLACKJACK)] = None
    """The layout's number, where the rulebook numbers its layouts."""
    resplit: Annotated[bool, Parameter(group=BLACKJACK, negative=(), show_default=False)] = False
    """Allow split hands to be split again."""
    max_payout: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None
    """The most that a bet can win, in dollars."""

    def given_options(self) -> dict[str, Any]:
        """Return the options given on the command line, by field name."""
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in every.items() if is_given(value)}


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PayingTableOptions(TableOptions):
    """Also options for what side bets and the jackpot pay."""

    lucky_lucky_table: Annotated[int | None, WHOLE, Parameter(group=BLACKJACK)] = None
    """The pay table for Lucky Lucky, counted from 1."""
    perfect_pairs_table: Annotated[int | None, WHOLE, Parameter(group=BLACKJACK)] = None
    """The pay table for Perfect Pairs, counted from 1."""
    pay_tables: Annotated[str | None, Parameter(group=BLACKJACK)] = None
    """The pay tables of other side bets, such as my-pairs=2, separated by commas."""
    jackpot: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None
    """The jackpot wager in dollars; without it, the table has no progressive jackpot."""
    pool: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None
    """The reading of the jackpot meter, in dollars."""
    increment: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None
    """The share of each jackpot wager that goes to the meter, from 0 to 1."""
    bonus: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None
    """What every other jackpot bettor wins on a royal or straight flush jackpot, in dollars."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DealtTableOptions(PayingTableOptions):
    """Also options for how the cards are dealt and which wagers are offered."""

    device: Annotated[Literal["shoe", "shuffler"] | None, Parameter(group=ANY_TABLE)] = None
    """What the cards come from."""
    depth: Annotated[int | None, WHOLE, Parameter(group=BLACKJACK)] = None
    """How many cards are behind the cutting card; one deck's worth by default."""
    side_bets: Annotated[str | None, Parameter(group=BLACKJACK)] = None
    """The side bets that the table offers, separated by commas."""
    ten_insurance: Annotated[bool, Parameter(group=BLACKJACK, negative=(), show_default=False)] = (
        False
    )
    """Offer insurance against a ten as well."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class OpenTableOptions(DealtTableOptions):
    """Also options for what a table shows to its players: boxes, limits, Player Cards."""

    boxes: Annotated[int | None, WHOLE, Parameter(group=ANY_TABLE)] = None
    """How many boxes the layout has."""
    minimum: Annotated[str | None, Parameter(group=ANY_TABLE)] = None
    """The smallest wager on a box, in dollars."""
    maximum: Annotated[str | None, Parameter(group=ANY_TABLE)] = None
    """The largest wager on a box, in dollars."""
    player_cards: Annotated[bool | None, Parameter(group=CARIBBEAN_STUD)] = None
    """Keep Player Cards and gaming limits; a terminal asks, and the opening lines say it."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class LiveTableOptions(OpenTableOptions):
    """Also options for the staff of a live table."""

    checklist: Annotated[bool, Parameter(group=ANY_TABLE, negative=(), show_default=False)] = False
    """Require the dealer to report layout and equipment before the first round."""
    cashless: Annotated[bool, Parameter(group=CARIBBEAN_STUD, negative=(), show_default=False)] = (
        False
    )
    """Take no cash at the table, so that it may do without a drop box."""


Opened = TypeVar("Opened", bound=OpenTableOptions)
YES_OR_NO = {"y": True, "yes": True, "n": False, "no": False}


def find_law(game: str) -> TableLaw:
    """Return the law of a game. Raise if there is no such game."""
    try:
        return law_of(game)
    except UnknownGameError as error:
        raise CroupierError(str(error)) from None


def option_name(field: str) -> str:
    """Return the option of a field: ``side_bets`` is ``--side-bets``."""
    return f"--{field.replace('_', '-')}"


def print_games() -> None:
    """Print the games that can be played."""
    rows = [(name, law.title) for name, law in GAMES.items()]
    print_table(
        "Sit down at a game by its name: croupier play star-blackjack",
        ("", ""),
        rows,
        widest_first=24,
    )
    print("A first round is explained: croupier play --tutorial")


def refuse_given(options: Mapping[str, object], why: str) -> None:
    """Raise if one of the options, which have no effect here, was given."""
    for name, value in options.items():
        if value:
            raise CroupierError(f"{option_name(name)}: {why}")


def refuse_options_of_other_games(
    law: TableLaw, command: Callable[..., Any], given: Mapping[str, object]
) -> None:
    """Raise if an option of another kind of game was given.

    ``command`` is the function or class that declares the options; their panels say the kind of
    game.
    """
    stud = isinstance(law, StudLaw)
    other, kind = (BLACKJACK, "blackjack") if stud else (CARIBBEAN_STUD, "Caribbean Stud")
    for name, hint in get_type_hints(command, include_extras=True).items():
        panels = [note.group for note in get_args(hint) if isinstance(note, Parameter)]
        if (other,) in panels and is_given(given.get(name)):
            raise CroupierError(f"{option_name(name)}: only for {kind}, not for {law.game}")


def read_choices(
    law: TableLaw, options: TableOptions, *, mode: Mode = Mode.AUTOMATIC, pool: str = ""
) -> Choices:
    """Return the operator's choices. Raise if an option has no effect at this table.

    ``pool`` names the jackpot's pool; an empty name makes it the table's own.
    """
    given = options.given_options()
    refuse_options_of_other_games(law, type(options), given)
    require_at_least_one("decks", options.decks)
    for name in ("minimum", "maximum", "max_payout"):
        if name in given:
            given[name] = read_amount(name.replace("_", "-"), given[name])
    if "device" in given:
        given["device"] = Device(given["device"])
    if "side_bets" in given:
        given["side_bets"] = split_names(given["side_bets"])
        if not given["side_bets"]:
            raise CroupierError("--side-bets: name at least one, such as perfect-pairs")
    if "depth" in given:
        given["cutting_card_depth"] = _depth(law, given)
    terms = _jackpot(given, pool)
    if terms is not None:
        given["jackpot"] = terms
    if isinstance(law, BlackjackLaw):
        given |= _inscription(law, options, given)
        _check_pay_tables(law, options, given)
    return Choices(**given, mode=mode)


def _depth(law: TableLaw, given: dict[str, Any]) -> int:
    """Take the depth of the cutting card out of the options. Raise for a shuffling device."""
    if given.get("device") is Device.SHUFFLER:
        raise CroupierError(
            f"--depth: a shuffling device has no cutting card; "
            f"deal {law.title} from a shoe, or leave it out"
        )
    depth: int = given.pop("depth")
    return depth


def _jackpot(given: dict[str, Any], pool: str) -> JackpotTerms | None:
    """Take the jackpot's terms out of the options; None if the table has no jackpot."""
    terms = {name: take(name, given.pop(name)) for name, take in JACKPOT_TERMS if name in given}
    if "jackpot" not in given:
        for name in terms:
            raise CroupierError(f"--{name}: only with --jackpot, such as --jackpot 5")
        return None
    return JackpotTerms(name=pool, wager=read_amount("jackpot", given.pop("jackpot")), **terms)


def _inscription(law: BlackjackLaw, options: TableOptions, given: dict[str, Any]) -> dict[str, Any]:
    """Take the soft 17 rule out of the options, given by word or by layout number."""
    rules = law.dealer.draws_soft_17
    chosen = {name: given.pop(name) for name in ("soft_17", "layout") if name in given}
    if not chosen:
        return {}
    first = option_name(next(iter(chosen)))
    if fixed := rules.get(""):
        studied = not isinstance(options, OpenTableOptions)
        what_if = "; try --set soft-17=stand or --set soft-17=draw" if studied else ""
        raise CroupierError(f"{first}: {law.title} leaves no choice ({fixed.clause}){what_if}")
    says = {layout: "draw" if rule.value else "stand" for layout, rule in rules.items()}
    asked, number = chosen.get("soft_17"), chosen.get("layout")
    if number is None:
        fitting = [layout for layout, word in says.items() if word == asked]
        if not fitting:
            raise CroupierError(f"{first}: no layout of {law.title} says {asked}")
        return {"layout": int(fitting[0])} if fitting[0].isdecimal() else {"soft_17": fitting[0]}
    if not any(layout.isdecimal() for layout in rules):
        known = " or ".join(rules)
        raise CroupierError(f"--layout: {law.title} numbers no layouts; use --soft-17 {known}")
    word = says.get(str(number), asked)
    if asked not in (None, word):
        raise CroupierError(f"--soft-17: layout {number} of {law.title} says {word}")
    return {"layout": number}


def _read_pay_tables(text: str) -> tuple[tuple[str, int], ...]:
    """Return the pay tables that an option names. Raise for anything but names and numbers."""
    found = []
    for word in split_names(text):
        name, equals, number = word.partition("=")
        if not (name and equals and number.isdecimal()):
            raise CroupierError(
                f"--pay-tables: {word!r} is not a side bet and a number: my-pairs=2"
            )
        found.append((name, int(number)))
    return tuple(found)


def _check_pay_tables(law: BlackjackLaw, options: TableOptions, given: dict[str, Any]) -> None:
    """Raise if a pay table is given for a side bet that the game or the table does not have."""
    own = {field: given[field] for field in PAY_TABLE_CHOICES if field in given}
    for field, number in own.items():
        name = field.removesuffix(PAY_TABLE).replace("_", "-")
        _check_pay_table(law, options, given, option_name(field), name, number)
    given["pay_tables"] = _read_pay_tables(given.pop("pay_tables", ""))
    for name, number in given["pay_tables"]:
        _check_pay_table(law, options, given, "--pay-tables", name, number)


def _check_pay_table(
    law: BlackjackLaw,
    options: TableOptions,
    given: dict[str, Any],
    option: str,
    name: str,
    number: int,
) -> None:
    bet = next((one for one in law.side_bets.kinds if one.name == name), None)
    if bet is None:
        known = ", ".join(law.side_bets.names)
        raise CroupierError(f"{option}: the optional wagers of {law.title} are {known}")
    count = bet.pay_tables
    if not 1 <= number <= count:
        tables = "one pay table" if count == 1 else f"pay tables 1 to {count}"
        raise CroupierError(f"{option}: {law.title} has {tables} for {name}")
    if isinstance(options, DealtTableOptions):
        if name not in given.get("side_bets", ()):
            raise CroupierError(f"{option}: only with --side-bets {name}")
    else:
        given["side_bets"] = (*given.get("side_bets", ()), name)


def ask_for_player_cards(game: str, options: Opened) -> Opened:
    """Return the options, with Player Cards decided if the rulebook has them.

    At a terminal, ask if neither option was given. Elsewhere leave it open: the opening lines say
    that none are kept.
    """
    rules = find_law(game).player_cards
    if rules is None or options.player_cards is not None:
        return options
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return options
    question = f"Keep Player Cards and gaming limits ({rules.card.clause})? y yes, n no: "
    while (line := read_line(sys.stdin, sys.stdout, question)) and line.strip() not in YES_OR_NO:
        pass
    return replace(options, player_cards=YES_OR_NO.get(line.strip(), False))


def player_card_lines(law: TableLaw, table: Table) -> list[str]:
    """Return the line on Player Cards and limits; none if the rulebook has no Player Cards."""
    rules = law.player_cards
    if rules is None:
        return []
    if table.choices.player_cards:
        return [f"The table keeps Player Cards and gaming limits ({rules.card.clause})."]
    return [f"The table keeps no Player Cards ({rules.card.clause}); use --player-cards for that."]
