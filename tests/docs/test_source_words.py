"""The words of the source: docstrings and comments, package by package.

A package is listed in ``DONE`` once its docstrings read well. It then avoids
what the documents avoid (``test_words``), the phrases below, and first words that do not say what
a function does.
"""

import ast
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import accumulate, groupby
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.docs.test_words import AVOIDED, ROOT, SOURCE

DONE = (
    "app",
    "cards",
    "cli",
    "client",
    "display",
    "errors",
    "features",
    "floor",
    "games",
    "gym",
    "house",
    "kit",
    "maths",
    "messages",
    "money",
    "notation",
    "record",
    "rulebooks",
    "scenarios",
    "streams",
    "terminal",
    "web",
)
"""The packages and modules, relative to ``croupier``, that these tests read."""
REFUSED = {
    r"whoever|whomever": "the player who, the caller, the process that",
    r"(as|how) (it|they|he|she) (now )?stands?": "the current state",
    r"goes? without saying": "the default is",
    r"lets? go of|letting go of": "close, release",
    r"(came|comes) of (it|them|a|the)": "the outcome, the result",
    r"(is|are|was|were|be) (asked|wanted) of": "is required from",
    r"for once": "one-time, once",
    r"one's|oneself": "the player's own, their own",
    r"so (much|many) (room|time|is|are)": "the number, the width, the time",
    r"what (is|was|has been) (asked|meant|wanted)": "name it: the question, the command",
    r"whose (it|that) (is|was)": "name the owner",
    r"who (it|that) (is|was)": "name the person: the player, the dealer",
    r"if need be": "if necessary",
}
"""Renderings to avoid in docstrings and comments, and what to write instead."""
OPENINGS = {
    r"What|Which": "Return the ..., or a verb for what it does",
    r"Who|Whom|Whose": "Return the player who ..., the owner of ...",
    r"Whether|If": "Return whether ...",
    r"How (many|much)": "Return the number of ..., the amount of ...",
    r"How|Why|When|Where|In which|By which|For which": "Return how ..., or name the thing",
    r"The|A|An|All|Every|Each|Some|No|Nothing|None|One": "Return the ..., Draw a ..., Raise if ...",
    r"Returns|Raises|Yields|Gives|Makes|Takes|Reads|Writes|Has|Is|Tells|Says": "the imperative",
}
"""First words of a function's docstring that are not an imperative, and what to write instead."""


@dataclass(frozen=True)
class Note:
    """A docstring, or a block of comments."""

    place: str
    """The file, from the project's folder."""
    line: int
    """The line of the file on which it begins."""
    text: str
    """The text, with its line breaks."""
    of_function: bool
    """Whether it is the docstring of a function or method; properties are named like values."""

    def found(self, pattern: str) -> Iterator[str]:
        """Yield ``file:line: text`` for each match, also of words that a line break divides."""
        lines = self.text.split("\n")
        words_before = list(accumulate(len(line.split()) for line in lines))
        joined = " ".join(self.text.split())
        for match in re.finditer(rf"\b(?:{pattern})\b", joined, re.IGNORECASE):
            word = len(joined[: match.start()].split())
            row = next(row for row, before in enumerate(words_before) if word < before)
            yield f"{self.place}:{self.line + row}: {lines[row].strip()}"


def modules(package: str) -> list[Path]:
    """Return the modules of a package, or the one module of that name."""
    module = SOURCE / f"{package}.py"
    return [module] if module.is_file() else sorted((SOURCE / package).rglob("*.py"))


def notes(path: Path) -> Iterator[Note]:
    """Yield the docstrings, the lines under fields and constants, and the comments of a module."""
    code = path.read_text(encoding="utf-8")
    place = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    tree = ast.parse(code)
    functions = {id(node.body[0]) for node in ast.walk(tree) if is_plain_function(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                yield Note(place, node.lineno, text, id(node) in functions)
    for line, text in comments(code):
        yield Note(place, line, text, of_function=False)


def is_plain_function(node: ast.AST) -> TypeGuard[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return whether a node is a function, and not a property."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return not any(ast.unparse(mark).endswith("property") for mark in node.decorator_list)


def comments(code: str) -> Iterator[tuple[int, str]]:
    """Yield each block of comments with its first line; neighbouring lines are one block."""
    found = [
        (token.start[0], token.string.lstrip("# "))
        for token in tokenize.generate_tokens(StringIO(code).readline)
        if token.type == tokenize.COMMENT
    ]
    # Lines that follow each other have the same difference between line and position.
    for _, block in groupby(enumerate(found), key=lambda pair: pair[1][0] - pair[0]):
        lines = [comment for _, comment in block]
        yield lines[0][0], "\n".join(text for _, text in lines)


@cache
def notes_done() -> tuple[Note, ...]:
    """Return the notes of all packages that are done, read once."""
    return tuple(note for package in DONE for path in modules(package) for note in notes(path))


@pytest.mark.parametrize("package", DONE)
def test_a_package_that_is_done_exists(package: str) -> None:
    assert modules(package), f"{package} is no longer in src/croupier: take it out of DONE"


def test_the_style_checker_holds_packages_that_are_done_to_the_imperative() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ignored = settings["tool"]["ruff"]["lint"]["per-file-ignores"]
    excused = {
        path.removeprefix("src/croupier/").rstrip("/*").removesuffix(".py")
        for path, rules in ignored.items()
        if "D401" in rules
    }
    assert not excused & set(DONE), "take their D401 out of per-file-ignores in pyproject.toml"


@pytest.mark.parametrize("pattern", AVOIDED | REFUSED)
def test_docstrings_and_comments_avoid(pattern: str) -> None:
    instead = (AVOIDED | REFUSED)[pattern]
    listed = "\n".join(place for note in notes_done() for place in note.found(pattern))
    assert not listed, f"write {instead!r} instead:\n{listed}"


@pytest.mark.parametrize("opening", OPENINGS)
def test_docstrings_of_functions_begin_with_an_imperative(opening: str) -> None:
    found = [
        f"{note.place}:{note.line}: {note.text.partition(chr(10))[0]}"
        for note in notes_done()
        if note.of_function and re.match(rf"(?:{opening})\b", note.text)
    ]
    listed = "\n".join(found)
    assert not found, f"begin with {OPENINGS[opening]!r}:\n{listed}"


def test_a_phrase_is_found_on_its_line_and_across_two(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        '"""A module.\n\nTold to whoever\nasks."""\n\n\ndef f() -> None:\n'
        '    """What follows."""\n    # a b\n    # c goes without\n    # saying\n'
    )
    module, function, comment = notes(path)
    assert list(module.found("whoever asks")) == ["a.py:3: Told to whoever"]
    assert (function.line, function.of_function, module.of_function) == (8, True, False)
    assert list(comment.found("goes without saying")) == ["a.py:10: c goes without"]


def test_the_line_of_a_property_may_be_a_noun(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('class A:\n    @property\n    def b(self) -> int:\n        """The b."""\n')
    assert [note.of_function for note in notes(path)] == [False]
