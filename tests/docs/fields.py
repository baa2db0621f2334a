"""Classes of the source, and what it says of each of their fields."""

import ast
from collections.abc import Iterator
from pathlib import Path

from croupier.display.command_fields import declared_field_texts as declared_field_texts
from croupier.display.command_fields import field_texts as field_texts


def classes_in(path: Path) -> Iterator[ast.ClassDef]:
    """The classes of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield node
