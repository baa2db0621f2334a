"""What ``edge`` and ``strategy`` are asked about: a table, what-ifs, cards that are gone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NamedTuple

from cyclopts import Parameter
from msgspec.structs import replace

from croupier.blackjack.opening import open_blackjack, pay_table
from croupier.cards import Card, Device, NotACardError, parse_cards
from croupier.cli.amounts import amount
from croupier.cli.table_options import (
    CARIBBEAN_STUD,
    TableOptions,
    choices_of,
    pay_tables_of,
    refuse_for_other_games,
)
from croupier.errors import CroupierError
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw
from croupier.table.choices import Choices
from croupier.table.opening import with_usual_decks
from croupier.table.state import Refused

if TYPE_CHECKING:
    from croupier.maths.analysis import BlackjackStudy

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
class StudyOptions:
    """What is to hold beyond what the operator has chosen for the table."""

    wager: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None
    """The ante in dollars, with --max-payout; without one it changes nothing."""
    changes: Annotated[
        tuple[str, ...], Parameter(name="--set", negative=(), show_default=False)
    ] = ()
    """What if: a rule of the law and another value, such as blackjack=6:5; may be repeated."""
    seen: str | None = None
    """Cards that are gone before the hand, such as "8H 8D"."""


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
        several = {bet.name: pay_table(bet, choices) for bet in bets if pay_tables_of(bet) > 1}
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


def table_asked(
    law: TableLaw, options: TableOptions, study: StudyOptions, *, jackpot_players: int | None = None
) -> AskedTable:
    """The table that is asked about, or an error that says what is wrong."""
    refuse_for_other_games(law, StudyOptions, vars(study))
    law = _changed(law, study.changes)
    choices = choices_of(law, options)
    seen = () if study.seen is None else cards_of("seen", study.seen)
    if isinstance(law, StudLaw):
        ante = _ante(study, choices)
        players = _jackpot_players(options, jackpot_players)
        return AskedTable(law, choices, study.changes, seen, ante, players)
    assert isinstance(law, BlackjackLaw)
    return AskedTable(law, dealt_lawfully(law, choices), study.changes, seen)


def _ante(study: StudyOptions, choices: Choices) -> Cents | None:
    """The ante that is asked about, where a maximum payout makes it matter."""
    if study.wager is None:
        return None
    if choices.max_payout is None:
        raise CroupierError("--wager: this matters under a maximum payout; say --max-payout too")
    return amount("wager", study.wager)


def _jackpot_players(options: TableOptions, number: int | None) -> int:
    """How many wager on the jackpot, and whether its meter is told."""
    given = options.given()
    if "jackpot" in given and "pool" not in given:
        raise CroupierError("--jackpot: say what the meter stands at, such as --pool 100000")
    if "jackpot" not in given and number is not None:
        raise CroupierError("--jackpot-players: say --jackpot too, such as --jackpot 1")
    return 1 if number is None else number


def cards_of(option: str, text: str) -> tuple[Card, ...]:
    """Cards that somebody names."""
    try:
        return parse_cards(text)
    except NotACardError as error:
        raise CroupierError(f"--{option}: {error}") from None


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


def dealt_lawfully(law: BlackjackLaw, choices: Choices) -> Choices:
    """Choices with a lawful device, and insurance against a ten where it may be offered.

    Cards come from a shoe, or from a shuffling device where only that may have so many decks.
    """
    ten = law.insurance is not None and law.insurance.ten is not None
    devices = sorted(law.equipment.devices.value, key=_shoe_first)
    found = [replace(choices, ten_insurance=ten, device=device) for device in devices]
    lawful = (one for one in found if not isinstance(open_blackjack(law, one), Refused))
    return next(lawful, found[0])


def _shoe_first(device: Device) -> bool:
    return device is not Device.SHOE


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
