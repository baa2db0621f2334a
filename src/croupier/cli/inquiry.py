"""What ``edge`` and ``strategy`` are asked about: a table, what-ifs, cards that are gone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from croupier.blackjack.opening import open_blackjack, pay_table
from croupier.cards import Card, Device, NotACardError, parse_cards
from croupier.cli.amounts import amount, at_least_one, share, sum_of
from croupier.errors import CroupierError
from croupier.money import Cents, Odds
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw, UnknownGameError, law_of
from croupier.rulebooks.blackjack_law import SideBet
from croupier.table.choices import Choices, JackpotTerms
from croupier.table.opening import with_usual_decks
from croupier.table.state import Refused

if TYPE_CHECKING:
    from croupier.maths.analysis import BlackjackStudy

BLACKJACK_ONLY = (
    "soft_17",
    "layout",
    "resplit",
    "perfect_pairs_table",
    "lucky_lucky_table",
)
JACKPOT = ("pool", "increment", "bonus", "jackpot_players")
STUD_ONLY = ("ante", "max_payout", "jackpot_wager", *JACKPOT)

STUDY = "This is for study: "


def aid_at_the_table(law: TableLaw) -> str:
    """What the rulebook says of such figures at the table, where it has a clause on devices."""
    conduct = law.conduct
    clauses = [
        rule.clause for rule in conduct.prohibited if rule.clause != conduct.sanctioned.clause
    ]
    if not clauses:
        return f"{STUDY}at the table the operator may forbid it"
    return f"{STUDY}at the table no device may work out play ({clauses[0]})"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """What the operator has chosen for the table, and what else is to hold.

    Parameters
    ----------
    decks
        How many decks are dealt from.
    soft_17
        What the layout says of the dealer's soft 17, where the rulebook leaves it open.
    layout
        The number of the layout, where the rulebook numbers them.
    resplit
        Let a hand made by splitting be split again.
    perfect_pairs_table
        Which of its pay tables Perfect Pairs is paid by, counted from 1.
    lucky_lucky_table
        Which of its pay tables Lucky Lucky is paid by, counted from 1.
    ante
        Caribbean Stud: the ante in dollars, which matters under a maximum payout only.
    max_payout
        Caribbean Stud: the most that a bet wins, in dollars.
    jackpot_wager
        Caribbean Stud: the jackpot wager in dollars; say --pool too.
    pool
        What the jackpot's meter stands at, in dollars.
    increment
        The share of each jackpot wager that goes to the meter, from 0 to 1.
    bonus
        What every other jackpot bettor wins with a royal or straight flush jackpot, in dollars.
    jackpot_players
        How many at the table wager on the jackpot.
    changes
        What if: a rule of the law and another value, such as blackjack=6:5; may be repeated.
    seen
        Cards that are gone before the hand, such as "8H 8D".
    """

    decks: int | None = None
    soft_17: Literal["stand", "draw"] | None = None
    layout: int | None = None
    resplit: Annotated[bool, Parameter(negative=())] = False
    perfect_pairs_table: int | None = None
    lucky_lucky_table: int | None = None
    ante: str | None = None
    max_payout: str | None = None
    jackpot_wager: str | None = None
    pool: str | None = None
    increment: str | None = None
    bonus: str | None = None
    jackpot_players: int | None = None
    changes: Annotated[tuple[str, ...], Parameter(name="--set", negative=())] = ()
    seen: str | None = None

    def given(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Those of some options that somebody has given."""
        found = {name: getattr(self, name) for name in names}
        return {name: it for name, it in found.items() if it is not None and it is not False}


class AskedTable(NamedTuple):
    """A table to be looked at exactly."""

    law: TableLaw
    choices: Choices
    changes: tuple[str, ...] = ()
    """What-ifs, as they were given."""
    seen: tuple[Card, ...] = ()
    ante: Cents | None = None
    jackpot_players: int = 1

    def study(self) -> "BlackjackStudy":
        """The study of a blackjack table."""
        from croupier.maths.analysis import BlackjackStudy

        return BlackjackStudy(self.blackjack, self.choices, seen=self.seen)

    def pay_tables(self) -> dict[str, object]:
        """Which pay tables hold, of those optional wagers that have several."""
        bets = self.law.side_bets.kinds if isinstance(self.law, BlackjackLaw) else ()
        choices = with_usual_decks(self.law, self.choices)
        several = {bet.name: pay_table(bet, choices) for bet in bets if len(tables_of(bet)) > 1}
        return {f"{name}-table": at + 1 for name, at in several.items() if at is not None}

    def told(self, options: dict[str, object]) -> dict[str, object]:
        """Options with a device other than the shoe and the what-ifs put in."""
        told = dict(options)
        if self.choices.device is not Device.SHOE:
            told["device"] = self.choices.device.value
        if self.changes:
            told["set"] = list(self.changes)
        return told

    @property
    def blackjack(self) -> BlackjackLaw:
        """The law, where it is blackjack's."""
        if isinstance(self.law, BlackjackLaw):
            return self.law
        raise CroupierError(f"this is for blackjack, not for {self.law.game}")

    @property
    def stud(self) -> StudLaw | None:
        """The law, where it is Caribbean Stud's."""
        return self.law if isinstance(self.law, StudLaw) else None


def tables_of(bet: SideBet) -> tuple[Odds, ...]:
    """What the first line of an optional wager pays, by pay table."""
    return bet.lines[0].odds.value


def table_asked(game: str, options: TableOptions) -> AskedTable:
    """The table that is asked about, or an error that says what is wrong."""
    try:
        law = law_of(game)
    except UnknownGameError as error:
        raise CroupierError(str(error)) from None
    _refuse_others(law, options)
    law = _changed(law, options.changes)
    seen = () if options.seen is None else cards_of("seen", options.seen)
    if isinstance(law, StudLaw):
        ante = None if options.ante is None else amount("ante", options.ante)
        players = 1 if options.jackpot_players is None else options.jackpot_players
        return AskedTable(law, stud_choices(options), options.changes, seen, ante, players)
    assert isinstance(law, BlackjackLaw)
    return AskedTable(law, blackjack_choices(law, options), options.changes, seen)


def cards_of(option: str, text: str) -> tuple[Card, ...]:
    """Cards that somebody names."""
    try:
        return parse_cards(text)
    except NotACardError as error:
        raise CroupierError(f"--{option}: {error}") from None


def _refuse_others(law: TableLaw, options: TableOptions) -> None:
    """Refuse options of another kind of game."""
    stud = isinstance(law, StudLaw)
    kind = "blackjack" if stud else "Caribbean Stud"
    for option in options.given(BLACKJACK_ONLY if stud else STUD_ONLY):
        name = option.replace("_", "-")
        raise CroupierError(f"--{name}: this is for {kind}, not for {law.game}")


def _changed(law: TableLaw, changes: tuple[str, ...]) -> TableLaw:
    """The law with other rules."""
    rules = []
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise CroupierError(f"--set: {change!r} is no change; write RULE=VALUE, as in decks=2")
        rules.append((name.strip(), value))
    if not rules:
        return law
    from croupier.maths.whatif import with_rules

    return with_rules(law, rules)


def stud_choices(options: TableOptions) -> Choices:
    """The choices of a table of Caribbean Stud."""
    terms: dict[str, Any] = options.given(JACKPOT)
    players = terms.pop("jackpot_players", None)
    chosen: dict[str, Any] = options.given(("decks",))
    at_least_one("decks", options.decks)
    if options.max_payout is not None:
        chosen["max_payout"] = amount("max-payout", options.max_payout)
    if options.jackpot_wager is None:
        if terms or players is not None:
            first = next(iter(terms), "jackpot_players").replace("_", "-")
            raise CroupierError(f"--{first}: say --jackpot-wager too, such as --jackpot-wager 1")
        return Choices(**chosen)
    if options.pool is None:
        raise CroupierError("--jackpot-wager: say what the meter stands at, such as --pool 100000")
    chosen["jackpot"] = JackpotTerms(
        wager=amount("jackpot-wager", options.jackpot_wager),
        pool=sum_of("pool", options.pool),
        increment=share("increment", options.increment or "0"),
        bonus=sum_of("bonus", options.bonus or "0"),
    )
    return Choices(**chosen)


def blackjack_choices(law: BlackjackLaw, options: TableOptions) -> Choices:
    """The choices of a blackjack table; insurance against a ten is offered where it may be.

    Cards come from a shoe, or from a shuffling device where only that may have so many decks.
    """
    at_least_one("decks", options.decks)
    chosen = options.given(("decks", "resplit")) | _layout(law, options)
    chosen |= _pay_tables(law, options)
    chosen["ten_insurance"] = law.insurance is not None and law.insurance.ten is not None
    choices = [Choices(**chosen, device=device) for device in law.equipment.devices.value]
    choices.sort(key=lambda one: one.device is not Device.SHOE)
    lawful = (one for one in choices if not isinstance(open_blackjack(law, one), Refused))
    return next(lawful, choices[0])


def _layout(law: BlackjackLaw, options: TableOptions) -> dict[str, Any]:
    """What the layout says of the soft seventeen, by word or by number."""
    rules = law.dealer.draws_soft_17
    given = options.given(("soft_17", "layout"))
    if not given:
        return {}
    option = "--" + next(iter(given)).replace("_", "-")
    if fixed := rules.get(""):
        raise CroupierError(
            f"{option}: {law.title} leaves no choice ({fixed.clause}); "
            "--set soft-17=stand or draw asks what if"
        )
    says = {layout: "draw" if rule.value else "stand" for layout, rule in rules.items()}
    if options.layout is None:
        fitting = [layout for layout, word in says.items() if word == options.soft_17]
        if not fitting:
            raise CroupierError(f"{option}: no layout of {law.title} says {options.soft_17}")
        return {"layout": int(fitting[0])} if fitting[0].isdecimal() else {"soft_17": fitting[0]}
    if not any(layout.isdecimal() for layout in rules):
        known = " or ".join(rules)
        raise CroupierError(f"--layout: {law.title} numbers none; say --soft-17 {known}")
    word = says.get(str(options.layout), options.soft_17)
    if options.soft_17 not in (None, word):
        raise CroupierError(f"--soft-17: layout {options.layout} of {law.title} says {word}")
    return {"layout": options.layout}


def _pay_tables(law: BlackjackLaw, options: TableOptions) -> dict[str, Any]:
    """Pay tables of optional wagers; a table that is named is also offered, and so checked."""
    chosen: dict[str, Any] = {}
    for option, number in options.given(("perfect_pairs_table", "lucky_lucky_table")).items():
        name = option.removesuffix("_table").replace("_", "-")
        bet = next((bet for bet in law.side_bets.kinds if bet.name == name), None)
        if bet is None:
            known = ", ".join(law.side_bets.names)
            raise CroupierError(f"--{name}-table: the optional wagers of {law.title} are {known}")
        count = len(tables_of(bet))
        if not 1 <= number <= count:
            tables = "one pay table" if count == 1 else f"pay tables 1 to {count}"
            raise CroupierError(f"--{name}-table: {law.title} has {tables} for {name}")
        chosen |= {option: number, "side_bets": (*chosen.get("side_bets", ()), name)}
    return chosen


def in_words(options: dict[str, object]) -> str:
    """Options for people: ``8 decks, soft 17 stand``."""
    words = []
    for name, value in options.items():
        if isinstance(value, bool):
            words += [name] if value else []
        elif isinstance(value, float):
            words.append(f"{name.replace('-', ' ')} ${value:,.2f}")
        elif isinstance(value, list):
            words.append(f"{name} {' '.join(map(str, value))}")
        else:
            words.append(
                f"{value} decks" if name == "decks" else f"{name.replace('-', ' ')} {value}"
            )
    return ", ".join(words)
