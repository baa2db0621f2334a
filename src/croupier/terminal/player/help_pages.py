"""Pages that a player can ask for at any prompt: help, the sign, the rules, why, the log."""

from collections.abc import Iterable

from croupier.display.narration.table import settlement_sentence
from croupier.display.sentences import Sentence
from croupier.display.viewers import Voice, deck_count, join_words
from croupier.display.views import TableView
from croupier.games.blackjack.opening import pay_table
from croupier.games.blackjack.state import BlackjackTable, soft_17
from croupier.games.table.state import Table
from croupier.money import in_dollars
from croupier.rulebooks import BlackjackLaw, Clause, Provision, TableLaw, catalogue
from croupier.rulebooks.catalogue import search, sections
from croupier.terminal.player.typed import list_short_names, quote

MOST_CLAUSES = 14
"""The most clauses listed: what a small terminal can show."""
INDENT = "    "

WORDS = (
    ("?", "this help"),
    ("sign", "the limits, the layout's inscriptions, the side bets and what they pay"),
    ("rules", "the sections; rules 11.1 or rules split finds clauses"),
    ("why", "each settled wager: how much, by which clause, and what it says"),
    ("log", "all that happened in the round, with the clauses"),
    ("table", "the table once more; with several tables, table 2 goes to the second"),
    ("hint, coach", "at a practice table: what each choice is worth; what mistakes have cost"),
    ("q", "leave, at any time; a round under way is finished first"),
)

WAGERS = (
    ("25", "$25 on your last boxes (box 1 at first)"),
    ("1:25 3:50", "$25 on box 1 and $50 on box 3"),
    ("1,3:25", "$25 on boxes 1 and 3; 2-5:25 on boxes 2 to 5"),
    ("Enter", "the last wagers again"),
    ("buy 100", "change another $100 for chips"),
)

DECISIONS = (
    ("h s d p", "hit, stand, double, split; d 10 doubles for $10"),
    ("y e n", "insure for the most, take even money, decline; 1:5 insures box 1 for $5"),
)


def help_text(law: TableLaw, shorts: dict[str, str]) -> list[str]:
    """Return the keys and words, with the short names of this table's side bets."""
    wagers = list(WAGERS)
    if shorts:
        example = "1:25 " + " ".join(f"{short}5" for short in shorts.values())
        wagers.insert(3, (example, f"side bets too: {list_short_names(shorts)}"))
    rows = [("Wagers", wagers), ("Play", list(DECISIONS)), ("Any time", list(WORDS))]
    return two_columns(law.title, rows)


def two_columns(title: str, rows: list[tuple[str, list[tuple[str, str]]]]) -> list[str]:
    """Return keys and what they do in two columns, under their headings."""
    lines = [f"{title}: the prompt says what is due; these are the keys."]
    column = max(len(key) for _, pairs in rows for key, _ in pairs) + 2
    for heading, pairs in rows:
        lines.append(heading)
        lines += [f"  {key:<{column}}{what}" for key, what in pairs]
    return lines


def sign_text(
    law: BlackjackLaw, table: BlackjackTable, view: TableView, shorts: dict[str, str]
) -> list[str]:
    """Return the sign and the inscriptions on the cloth, each with its clause."""
    limits = view.limits
    soft = soft_17(law, table)
    lines = [
        f"The sign ({law.limits.sign.clause}): minimum {in_dollars(limits.minimum)}, maximum "
        f"{in_dollars(limits.maximum)}, steps of {in_dollars(limits.unit)}.",
        f"{deck_count(table)} from a {table.choices.device.value}, {table.choices.boxes} boxes.",
        f"The dealer {'draws to' if soft.value else 'stands on'} a soft 17 ({soft.clause}).",
        *cloth_text(view),
    ]
    if not shorts:
        return [*lines, "No side bets at this table."]
    for bet in law.side_bets.kinds:
        column = pay_table(bet, table.choices)
        if bet.name in shorts and column is not None:
            pays = ", ".join(f"{line.name} {line.odds.value[column]}" for line in bet.lines)
            amounts = table.side_bet_limits.get(bet.name)
            takes = (
                f" takes {in_dollars(amounts.minimum)} to {in_dollars(amounts.maximum)} and"
                if amounts
                else ""
            )
            title = f" ({bet.title})" if bet.title else ""
            offer = f"{shorts[bet.name]}, {bet.name}{title}{takes}"
            lines.append(f"{offer} pays {pays} ({bet.wins.clause})")
    return lines


def cloth_text(view: TableView, *, but: Iterable[Provision] = ()) -> list[str]:
    """Return the inscriptions and signs, except the provisions ``but``, shown elsewhere."""
    elsewhere = {rule.clause for rule in but}
    signs = [
        f"  {sign.text} ({sign.clause})" for sign in view.signs if sign.clause not in elsewhere
    ]
    return ["On the cloth:", *signs] if signs else []


def rules_text(law: TableLaw, asked: str, example: str = "split") -> list[str]:
    """Return the clauses that match a word or a number; without one, the sections."""
    book = catalogue(law.book)
    words = asked.split()
    if not words:
        named = [f"{part.id} {part.title}" for part in sections(book) if part.title]
        return [
            f"The rulebook of {law.title} has these sections:",
            f"  {', '.join(named)}",
            f"Type rules and a number or a word: rules 11.1, rules {example}.",
        ]
    clauses = [clause for clause in book.clauses.values() if _is_or_is_part(clause, asked)]
    if not clauses:
        clauses = [clause for _, clause in search([book], words)]
    if not clauses:
        return [f"No clause of {law.title} has {quote(asked)}: try a shorter word."]
    lines = [f"{clause.id}  {clause.gist}" for clause in clauses[:MOST_CLAUSES]]
    more = len(clauses) - MOST_CLAUSES
    if more > 0:
        lines.append(f"and {more} more: name a clause, or add a word.")
    return lines


def _is_or_is_part(clause: Clause, asked: str) -> bool:
    return clause.id == asked or clause.id.startswith((f"{asked}.", f"{asked}(", f"{asked}:"))


def why_text(law: TableLaw, view: TableView, voice: Voice) -> list[str]:
    """Return each settled wager with its clauses and their text."""
    book = catalogue(law.book)
    lines = []
    for line in view.settled:
        lines.append(f"{settlement_sentence(line, view, voice)} (wager {in_dollars(line.stake)})")
        for clause in (line.clause, *line.also):
            known = book.clauses.get(clause)
            lines.append(f"{INDENT}{clause}  {known.gist if known else ''}")
    return lines or ["Nothing has been settled yet."]


def log_text(log: Iterable[Sentence]) -> list[str]:
    """Return the round under way, or the last one, event by event."""
    return [entry.with_clauses for entry in log] or ["No round has been played yet."]


def opening_text(law: TableLaw, table: Table, shorts: dict[str, str]) -> list[str]:
    """Return the lines that a player reads on sitting down."""
    limits = table.limits
    lines = [
        f"{law.title}: {deck_count(table)} from a {table.choices.device.value}, "
        f"{table.choices.boxes} boxes.",
        f"The sign: minimum {in_dollars(limits.minimum)}, maximum {in_dollars(limits.maximum)}, "
        f"steps of {in_dollars(limits.unit)}.",
    ]
    if shorts:
        lines.append(f"Side bets: {join_words(f'{s} {name}' for name, s in shorts.items())}.")
    return [*lines, "Type ? for help, q to leave."]
