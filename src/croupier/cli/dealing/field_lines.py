"""What the source says of each field: the line of explanation below it."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from textwrap import dedent


def explained(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The fields that a class declares, each with the line below it; empty where there is none."""
    following = [*node.body[1:], None]
    for statement, after in zip(node.body, following, strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id, _text(after)


def _text(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        value = node.value.value
        return " ".join(value.split()) if isinstance(value, str) else ""
    return ""


@cache
def field_texts(kind: type) -> dict[str, str]:
    """What is said of every field of a class, those of the classes above it too."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("croupier."):
            (node,) = ast.parse(dedent(inspect.getsource(one))).body
            assert isinstance(node, ast.ClassDef)
            found |= dict(explained(node))
    return found
