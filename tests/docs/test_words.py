"""Renderings that no native editor would let stand, and what to write instead.

They are looked for in the documents, in what commands print and refuse, and in the pages.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "croupier"
PAGES = [
    *ROOT.glob("*.md"),
    ROOT / "bench" / "README.md",
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "docs" / "guides").glob("*.md"),
    *(ROOT / "docs" / "decisions").glob("*.md"),
]
TEMPLATES = sorted(SOURCE.rglob("templates/**/*.html"))
MARKUP = re.compile(r"<[^>]*>|\{[%{#].*?[%}#]\}")
"""What stands in a template and is not read by anybody."""
LAW = SOURCE / "rulebooks"
"""The words of the law are part of its fingerprint: a record of years ago was made under them."""
AVOIDED = {
    r"(?<!-)anew": "again, afresh",
    r"go(es)? home": "is returned",
    r"ha(s|ve) it so": "says so",
    r"rulebooks? ha(s|ve) it": "the rulebook says",
    r"can be had|to be had": "is available, follows from",
    r"seemly": "fitting",
    r"(five|six|seven|eight) (blackjack )?(games|rulebooks)": "every game",
    r"(is|are|was|were|be) told": "is notified, is shown, sees",
    r"(un)?told (of|anew|apart|again)": "reported, entered again, distinguished",
    r"tell(s|ing)? of": "covers, reports, describes",
    r"tells (what|how|which|where|whom|why|the|each)": "shows, says, explains",
    r"in the manner of": "like",
    r"be it": "whether",
    r"whilst": "while",
    r"amidst": "in, during",
    r"so many (as|rounds|boxes|cards|minutes|players|rows)": "that many, a number of",
    r"one's own": "your own, their own",
    r"the own": "the player's own, its own",
    r"(as|which) .{1,30} has it": "as it says",
    r"but for (what|those|the|a)": "except",
    r"at the (most|least)": "at most, at least",
    r"lend a hand": "help",
    r"knows? (no|of no)": "has no",
    r"in silence": "silently, without a word",
    r"for the occasion": "(leave it out)",
    r"rounds by the (ten )?million": "millions of rounds",
    r"somebody's above": "a higher role",
    r"is borne out|bears? (it )?out": "confirms, shows",
    r"is made out": "is drawn up",
    r"thereof|therein|thereby|hereby|wherein": "of it, in it, by it",
    r"is of no": "has no",
    r"have yourself": "(rewrite)",
    r"(is|are|was) spoken of": "is mentioned",
    r"(?<!there )(is|are) no (card|wager|choice|answer|row|total|pair|chart|number)": "is not a",
    r"(?<!there )(is|are) no (day|role|time|seat)": "is not a",
    # "There is no value here" is plain English, unlike "this is no value".
    r"(?<!there )(is|are) no (clause|database|value|address|port)": "is not a",
    r"(?<!there )(is|are) no (text|money|limits|name|date)": "is not a",
    r"look(s|ed)? after": "keeps, manages",
    r"(made|make|makes) ready": "prepared",
    r"put together again": "reconstructed",
    r"(above|than|less than) nothing": "above $0, less than $0",
    r"with commas between": "separated by commas",
    r"(hold|held|holds) (the [a-z ]{1,20} )?against": "checked against, compared with",
    r"say (with )?--": "give, name, use",
    r"say .{1,20} too": "also give",
    r"goes with --": "only with",
    r"amid": "during",
    r"the like": "and so on",
    r"whence": "from where",
    r"that which": "what",
    r"in the place of": "in place of, instead of",
    r"thrown? away|throws? .{0,20}away": "delete",
    r"chosen and told": "chosen and printed",
    r"asks? no(thing)? of": "does not require",
    r"a person of the trade": "casino staff",
    r"has something against": "does not allow",
    r"must not be there yet|is there already": "must not exist yet, already exists",
    r"as (high|low|few|many) as may be": "(rewrite)",
    r"for (somebody|someone) to take away": "for somebody to collect",
    r"speaks? of": "mentions, says about",
}
"""Patterns to avoid, and what to write instead."""


def passages() -> Iterator[tuple[str, str]]:
    """Everything that somebody reads, with its place."""
    for page in PAGES:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{page.relative_to(ROOT)}:{number}", line
    for page in TEMPLATES:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{page.relative_to(ROOT)}:{number}", MARKUP.sub(" ", line)
    for path in sorted(SOURCE.rglob("*.py")):
        if not path.is_relative_to(LAW):
            for number, text in printed(path):
                yield f"{path.relative_to(ROOT)}:{number}", text


def printed(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a module that may be printed: help of commands, and all that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    helps = {id(note) for note in commands_help(tree)} if path.parent.name == "cli" else set()
    skipped = notes - helps
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in skipped
        ):
            yield node.lineno, " ".join(node.value.split())


def commands_help(tree: ast.Module) -> Iterator[ast.expr]:
    """The docstrings that ``--help`` prints: those that explain parameters or give examples."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Expr):
            text = ast.get_docstring(node) or ""
            if "Parameters\n" in text or "Examples:" in text:
                yield node.body[0].value


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """All passages, found once."""
    return tuple(passages())


def test_all_that_is_read_is_looked_at() -> None:
    places = " ".join(place for place, _ in texts())
    for part in ("README.md", "docs/guides/players.md", "templates/table/main.html", "cli/deal.py"):
        assert part in places


@pytest.mark.parametrize("pattern", AVOIDED)
def test_what_people_read_avoids(pattern: str) -> None:
    words = re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
    found = [f"{place}: {text[:160]}" for place, text in texts() if words.search(text)]
    listed = "\n".join(found)
    assert not found, f"write {AVOIDED[pattern]!r} instead:\n{listed}"
