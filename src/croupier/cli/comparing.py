"""``croupier rules compare``: the blackjack games side by side, from their law."""

from croupier.cli.output import print_json, print_table
from croupier.errors import CroupierError
from croupier.rulebooks import BLACKJACK
from croupier.rulebooks.comparing import Cell, Topic, compare

HEADING = """# The blackjack games side by side

What each game says, with the clauses in brackets. Made from the rulebooks' data by
`croupier rules compare --markdown`; a test keeps it true.
"""


def print_comparison(games: tuple[str, ...], *, json: bool, markdown: bool) -> None:
    """Print what some games say, topic by topic; all games if none is named."""
    for game in games:
        if game not in BLACKJACK:
            raise CroupierError(f"there is no game {game!r}; there are {', '.join(BLACKJACK)}")
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
