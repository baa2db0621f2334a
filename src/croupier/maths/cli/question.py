"""Options that ``edge``, ``strategy`` and ``simulate`` share: the table, what-ifs, cards seen."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.money import Cents
from croupier.rulebooks import StudLaw, TableLaw
from croupier.terminal.arguments import read_amount
from croupier.terminal.table_options import (
    CARIBBEAN_STUD,
    TableOptions,
    read_choices,
    refuse_options_of_other_games,
)

if TYPE_CHECKING:
    from croupier.maths.study_tables import StudyTable

STUDY = "This is for study: "


def study_notice(law: TableLaw) -> str:
    """Return the warning that the rulebook or the operator may forbid such figures in play."""
    if law.conduct.no_aids is None:
        return f"{STUDY}at the table the operator may forbid it"
    return f"{STUDY}at the table no device may work out play ({law.conduct.no_aids})"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class WhatIfOptions:
    """Changed rules of the law."""

    changes: Annotated[
        tuple[str, ...], Parameter(name="--set", negative=(), show_default=False)
    ] = ()
    """What if: a rule of the law and another value, such as blackjack=6:5; may be repeated."""

    def rules(self) -> dict[str, str]:
        """Return the changed values by the names of their rules.

        Raise for text that is no change.
        """
        rules = {}
        for change in self.changes:
            name, equals, value = change.partition("=")
            if not equals:
                raise CroupierError(
                    f"--set: {change!r} is not a change; write RULE=VALUE, as in decks=2"
                )
            rules[name.strip()] = value
        return rules


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class StudyOptions(WhatIfOptions):
    """What is assumed beyond the operator's choices."""

    wager: Annotated[str | None, Parameter(group=CARIBBEAN_STUD)] = None
    """The ante in dollars; only with --max-payout."""
    seen: str | None = None
    """Cards that have left the shoe before the hand, such as "8H 8D"."""


def table_from_options(
    law: TableLaw, options: TableOptions, study: StudyOptions, *, jackpot_players: int | None = None
) -> "StudyTable":
    """Return the table to study. Raise, naming the option, if the options do not fit the game."""
    from croupier.cards import read_cards
    from croupier.maths.study_tables import study_table, with_changes

    refuse_options_of_other_games(law, StudyOptions, vars(study))
    rules = study.rules()
    choices = read_choices(with_changes(law, rules), options)
    with naming_options():
        seen = read_cards("seen", study.seen or "")
    if not isinstance(law, StudLaw):
        return study_table(law, choices, rules=rules, seen=seen)
    players = _jackpot_players(options, jackpot_players)
    ante = _ante(study, choices)
    return study_table(law, choices, rules=rules, seen=seen, ante=ante, jackpot_players=players)


def _ante(study: StudyOptions, choices: Choices) -> Cents | None:
    """Return the ante to study, if a maximum payout makes it matter."""
    if study.wager is None:
        return None
    if choices.max_payout is None:
        raise CroupierError("--wager: only with --max-payout")
    return read_amount("wager", study.wager)


def _jackpot_players(options: TableOptions, number: int | None) -> int:
    """Return how many players wager on the jackpot. Raise if its meter is missing."""
    given = options.given_options()
    if "jackpot" in given and "pool" not in given:
        raise CroupierError("--jackpot: give the meter's reading too, such as --pool 100000")
    if "jackpot" not in given and number is not None:
        raise CroupierError("--jackpot-players: only with --jackpot, such as --jackpot 1")
    return 1 if number is None else number


@contextmanager
def naming_options() -> Iterator[None]:
    """Name the option in errors about an argument: ``side_wager: ...``, ``--side-wager: ...``."""
    from croupier.errors import ArgumentError

    try:
        yield
    except ArgumentError as error:
        argument, _, why = str(error).partition(":")
        raise CroupierError(f"--{argument.replace('_', '-')}:{why}") from None


def options_text(options: dict[str, object]) -> str:
    """Return options for people: ``8 decks, soft 17 stand``."""
    words = []
    for name, value in options.items():
        if isinstance(value, bool):
            words += [name] if value else []
        elif isinstance(value, float):
            words.append(f"{name.replace('-', ' ')} ${value:,.2f}")
        elif isinstance(value, list):
            words.append(f"{name} {' '.join(map(str, value))}")
        else:
            decks = "1 deck" if value == 1 else f"{value} decks"
            words.append(decks if name == "decks" else f"{name.replace('-', ' ')} {value}")
    return ", ".join(words)
