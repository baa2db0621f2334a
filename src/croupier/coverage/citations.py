"""The tests in code that cite clauses: ``@cites("star-blackjack", "11.1.2")`` above a test."""

import ast
from collections.abc import Iterator
from pathlib import Path

from croupier.coverage.evidence import Witness

DECORATOR = "cites"


def citing_tests_below(folder: Path, root: Path) -> set[Witness]:
    """The citing tests of a folder, named by their path below another: ``tests/a.py::test_b``."""
    found: set[Witness] = set()
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if DECORATOR in source:
            found.update(citations_in(source, path.relative_to(root).as_posix()))
    return found


def citations_in(source: str, file: str) -> Iterator[Witness]:
    """The citing tests of a module."""
    yield from _tests(ast.parse(source), file)


def _tests(holder: ast.AST, name: str) -> Iterator[Witness]:
    for node in ast.iter_child_nodes(holder):
        if isinstance(node, ast.ClassDef):
            yield from _tests(node, f"{name}::{node.name}")
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for decorator in node.decorator_list:
                for book, clause in _cited(decorator):
                    yield Witness(book, clause, f"{name}::{node.name}")


def _cited(decorator: ast.expr) -> Iterator[tuple[str, str]]:
    if not isinstance(decorator, ast.Call):
        return
    called = getattr(decorator.func, "attr", getattr(decorator.func, "id", None))
    texts = [one.value for one in decorator.args if isinstance(one, ast.Constant)]
    if called == DECORATOR and texts:
        book, *clauses = map(str, texts)
        for clause in clauses:
            yield book, clause
