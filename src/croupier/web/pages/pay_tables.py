"""What wagers pay, as it stands beside a table: each line with the clause that says so."""

from collections.abc import Mapping

import msgspec

from croupier.blackjack.opening import pay_table
from croupier.cards import Card, Category, rank_hand
from croupier.money import Cents
from croupier.rulebooks import BlackjackLaw, StudLaw
from croupier.table.choices import Choices, JackpotTerms

BONUS = "Bonus to the others"
"""What all others with a jackpot wager win with a royal or straight flush jackpot."""


class PayTable(msgspec.Struct, frozen=True):
    """What one kind of wager pays."""

    title: str
    """What it is called: A bet pays, Perfect Pairs pays."""
    lines: tuple[tuple[str, str, str], ...]
    """Hand or combination, what it pays, the clause; the best first."""
    short: str = ""
    """What is printed on its spot; empty where the title says it all."""


def hand_title(category: Category) -> str:
    """A kind of poker hand, for people: Full house."""
    return category.key.replace("-", " ").capitalize()


def category_name(cards: tuple[Card, ...]) -> str:
    """The kind of hand that five cards make."""
    return hand_title(rank_hand(cards).category)


def stud_pays(law: StudLaw) -> PayTable:
    """What a bet of Caribbean Stud pays."""
    pays = law.settlement.bet
    ordered = sorted(pays, key=lambda category: -category.value)
    lines = tuple((hand_title(one), str(pays[one].value), pays[one].clause) for one in ordered)
    return PayTable("A bet pays", lines)


def side_bet_pays(
    law: BlackjackLaw, choices: Choices, shorts: Mapping[str, str]
) -> tuple[PayTable, ...]:
    """What the optional wagers of a table pay, by the pay tables that were chosen for it."""
    found = []
    for bet in law.side_bets.kinds:
        column = pay_table(bet, choices)
        if bet.name in choices.side_bets and column is not None:
            lines = tuple(
                (
                    line.name.replace("-", " ").capitalize(),
                    str(line.odds.value[column]),
                    line.odds.clause,
                )
                for line in bet.lines
            )
            found.append(PayTable(f"{bet.full_title} pays", lines, shorts[bet.name].upper()))
    return tuple(found)


def jackpot_pays(
    law: StudLaw, chosen: JackpotTerms | None
) -> tuple[tuple[str, int, int, Cents, str], ...]:
    """What the jackpot pays, the best hand first: a part of the pool, or an amount of its own."""
    if chosen is None:
        return ()
    terms = law.jackpot
    shares = [
        (one, *rule.value, terms.least[one].value if one in terms.least else 0, rule.clause)
        for one, rule in terms.shares.items()
    ]
    fixed = [(one, 0, 0, rule.value, rule.clause) for one, rule in terms.fixed.items()]
    every = sorted((*shares, *fixed), key=lambda line: -line[0].value)
    bonus = (BONUS, 0, 0, chosen.bonus, terms.bonus.clause)
    found = tuple((hand_title(one), part, of, least, by) for one, part, of, least, by in every)
    return (*found, bonus) if chosen.bonus else found
