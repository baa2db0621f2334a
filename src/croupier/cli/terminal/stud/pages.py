"""What may be asked at a table of Caribbean Stud: its keys, its sign, its pay tables."""

from croupier.cards import Category
from croupier.cli.table_options import looked_after
from croupier.cli.terminal.pages import WORDS, cloth_text, two_columns
from croupier.cli.terminal.stud.typed_limits import USES
from croupier.display.views import TableView
from croupier.display.words import counted_decks
from croupier.money import Cents, Odds, in_dollars
from croupier.rulebooks import Rule, StudLaw
from croupier.table.choices import JackpotTerms
from croupier.table.state import Table

ANTES = (
    ("10", "an ante of $10 on your last box (box 1 at first)"),
    ("3:10", "the same on box 3; a player has one hand"),
    ("Enter", "the last wagers again"),
    ("buy 100", "change another $100 for chips"),
)

OWN_WORDS = {
    "sign": "the limits, what the bet and the jackpot pay",
    "rules": "the sections; rules 11.1 or rules jackpot finds clauses",
}
"""Words that mean a little else here than at a blackjack table."""


def stud_help(law: StudLaw, table: Table) -> list[str]:
    """The keys and words."""
    antes = list(ANTES)
    if table.choices.jackpot is not None:
        wager = in_dollars(table.choices.jackpot.wager)
        antes.insert(2, ("10 j", f"with the jackpot wager of {wager}"))
    times = {2: "twice"}.get(law.betting.bet.value, f"{law.betting.bet.value} times")
    decisions = [
        ("b", f"bet {times} the ante ({law.betting.bet.clause})"),
        ("f", f"fold, and lose the ante ({law.betting.fold.clause})"),
    ]
    words = [(key, OWN_WORDS.get(key, what)) for key, what in WORDS]
    parts = [("Wagers", antes), ("Play", decisions), ("Any time", words)]
    if table.choices.player_cards:
        parts.insert(2, ("Limits", list(USES.values())))
    return two_columns(law.title, parts)


def stud_sign(law: StudLaw, table: Table, view: TableView) -> list[str]:
    """The sign and what the cloth says, each with its clause; what bets and the jackpot pay."""
    rules = law.settlement
    limits = table.limits
    lines = [
        f"The sign ({law.limits.sign.clause}): ante {in_dollars(limits.minimum)} to "
        f"{in_dollars(limits.maximum)}, steps of {in_dollars(limits.unit)}.",
        f"{counted_decks(table)} from a {table.choices.device.value}, "
        f"{table.choices.boxes} boxes, one hand a player ({law.wagers.one_player_decides.clause}).",
        f"The dealer plays with {rules.qualifies.value} or better ({rules.qualifies.clause}); if "
        f"not, the ante wins ({rules.no_hand_ante.clause}) and the bet stands off "
        f"({rules.no_hand.clause}).",
    ]
    lines += cloth_text(view, but=(law.jackpot.amount, law.jackpot.bonus_sign, rules.most_paid))
    pays = ", ".join(f"{_row(rule.clause)} {rule.value}" for rule in _each(law))
    lines.append(f"The bet pays {pays} ({rules.ante.also[0]}).")
    if table.choices.max_payout is not None:
        most = in_dollars(table.choices.max_payout)
        lines.append(f"A bet wins at most {most} ({rules.most_paid.clause}).")
    return lines + _jackpot(law, table.choices.jackpot, view.meter)


def _each(law: StudLaw) -> list[Rule[Odds]]:
    """The lines of the bet's pay table, highest hand first, each once."""
    by_clause = {rule.clause: rule for rule in law.settlement.bet.values()}
    return list(reversed(by_clause.values()))


def _row(clause: str) -> str:
    return clause.rpartition(":")[2].replace("-", " ")


def _jackpot(stud: StudLaw, terms: JackpotTerms | None, meter: Cents | None) -> list[str]:
    if terms is None:
        return ["No jackpot at this table."]
    law = stud.jackpot
    wins: list[str] = []
    for kind, rule in law.qualifying.items():
        name = rule.text
        if kind in law.shares:
            part, whole = law.shares[kind].value
            share = "the meter" if part == whole else f"{part}/{whole} of the meter"
            wins.append(f"{name} {share}, {in_dollars(law.least[kind].value)} at least")
        else:
            wins.append(f"{name} {in_dollars(law.fixed[kind].value)}")
    clause = law.fixed[Category.FOUR_OF_A_KIND].also[0]
    lines = [
        f"j, the jackpot takes {in_dollars(terms.wager)} ({law.amount.clause}), "
        f"{terms.increment.normalize():%} of it to the meter ({law.rate.clause}); the meter "
        f"stands at {in_dollars(meter or 0)}.",
        f"It pays {'; '.join(wins)} ({clause}).",
    ]
    if terms.bonus:
        lines.append(
            f"Everybody else with a jackpot wager wins {in_dollars(terms.bonus)} when a royal or "
            f"straight flush does ({law.bonus.clause})."
        )
    return lines


def stud_opening(law: StudLaw, table: Table, meter: Cents | None) -> list[str]:
    """What a player reads on sitting down."""
    limits = table.limits
    lines = [
        f"{law.title}: {counted_decks(table)} from a {table.choices.device.value}, "
        f"{table.choices.boxes} boxes, one hand a player.",
        f"The sign: ante {in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}, "
        f"steps of {in_dollars(limits.unit)}; the bet is twice the ante.",
    ]
    if table.choices.jackpot is not None:
        lines.append(
            f"Jackpot: {in_dollars(table.choices.jackpot.wager)} takes part, and the meter "
            f"stands at {in_dollars(meter or 0)}."
        )
    lines += looked_after(law, table)
    return [*lines, "Type ? for help, q to leave."]
