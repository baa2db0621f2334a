"""The parts of a generated page: texts, tables, and how it was made."""

import inspect
import re
from collections.abc import Iterable, Sequence
from textwrap import fill

WIDTH = 120
QUOTED = re.compile(r"`[^`]+`")
KEPT = "\0"
"""Stands for a space at which no line ends."""
MADE = "Made from the source by `python -m tests.docs.tables`; a test keeps it true."


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def said(documented: object) -> str:
    """The first sentence of a docstring, on one line."""
    return cell((inspect.getdoc(documented) or "").partition("\n\n")[0])


def cell(text: str) -> str:
    """A text as it stands in a table."""
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


def prose(*sentences: str) -> str:
    """Sentences as a paragraph; what is quoted stays on one line."""
    kept = QUOTED.sub(lambda found: found[0].replace(" ", KEPT), " ".join(sentences))
    lines = fill(kept, WIDTH, break_on_hyphens=False, break_long_words=False)
    return lines.replace(KEPT, " ")


def page(title: str, *parts: str) -> str:
    """A page: its title and what stands in it."""
    return "\n\n".join((f"# {title}", *parts)) + "\n"
