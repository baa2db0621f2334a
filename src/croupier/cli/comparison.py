"""``croupier rules compare`` and ``irregularities``: the games side by side, from their law."""

from croupier.cli.output import print_json, print_table
from croupier.errors import CroupierError
from croupier.guide.comparison import Cell, Topic, compare
from croupier.guide.irregularities import MISHAPS, Mishap, remedy
from croupier.rulebooks import BLACKJACK, GAMES

HEADING = """# The blackjack games side by side

What each game says, with the clauses in brackets. Made from the rulebooks' data by
`croupier rules compare --markdown`; a test keeps it true.
"""


def print_comparison(games: tuple[str, ...], *, json: bool, markdown: bool) -> None:
    """Print what some games say, topic by topic; all games if none is named."""
    for game in games:
        if game not in BLACKJACK:
            raise CroupierError(f"there is no game {game!r}; choose from {', '.join(BLACKJACK)}")
    topics = compare(BLACKJACK[game] for game in games or BLACKJACK)
    if json:
        print_json(topics)
    elif markdown:
        print(as_markdown(topics), end="")
    else:
        for topic in topics:
            rows = [(game, with_clauses(cell)) for game, cell in topic.cells.items()]
            print_table(topic.topic, ("", ""), rows, widest_first=24)
            print()


def with_clauses(cell: Cell) -> str:
    """What a game says, its clauses in brackets."""
    return f"{cell.text} [{', '.join(cell.clauses)}]" if cell.clauses else cell.text


def as_markdown(topics: tuple[Topic, ...]) -> str:
    """The comparison as a page."""
    games = list(topics[0].cells)
    titles = [BLACKJACK[game].title for game in games]
    lines = [HEADING, f"| | {' | '.join(titles)} |", f"| --- |{' --- |' * len(titles)}"]
    for topic in topics:
        cells = " | ".join(with_clauses(cell) for cell in topic.cells.values())
        lines.append(f"| {topic.topic} | {cells} |")
    return "\n".join(lines) + "\n"


def print_mishaps(games: tuple[str, ...], *, json: bool, markdown: bool) -> None:
    """Print what is done when something goes wrong; for all games if none is named."""
    for game in games:
        if game not in GAMES:
            raise CroupierError(f"there is no game {game!r}; choose from {', '.join(GAMES)}")
    chosen = games or tuple(GAMES)
    if json:
        print_json([mishap_data(mishap, chosen) for mishap in MISHAPS])
    elif markdown:
        print(mishaps_as_markdown(chosen), end="")
    else:
        for mishap in MISHAPS:
            cells = {game: remedy(GAMES[game], mishap) for game in chosen}
            if not any(cell.clauses for cell in cells.values()):
                continue
            rows = [(game, with_clauses(cell)) for game, cell in cells.items()]
            title = f"{mishap.title} ({mishap.command})"
            print_table(title, ("", mishap.at_the_table), rows, widest_first=24)
            print()


def mishap_data(mishap: Mishap, games: tuple[str, ...]) -> dict[str, object]:
    """A mishap for programs."""
    return {
        "mishap": mishap.title,
        "at_the_table": mishap.at_the_table,
        "command": mishap.command,
        "games": {game: remedy(GAMES[game], mishap) for game in games},
    }


def mishaps_as_markdown(games: tuple[str, ...]) -> str:
    """Every mishap under a heading, with what is done and a table of the games."""
    parts = []
    for mishap in MISHAPS:
        lines = [
            f"### {mishap.title}",
            "",
            f"{mishap.at_the_table} Report it with `{mishap.command}`.",
            "",
            "| game | what the rulebook says | clauses |",
            "| --- | --- | --- |",
        ]
        for game in games:
            cell = remedy(GAMES[game], mishap)
            clauses = ", ".join(cell.clauses) or "–"
            lines.append(f"| {GAMES[game].title} | {cell.text} | {clauses} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)
