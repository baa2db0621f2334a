"""What is changed in the law: numbers, roles and policies, lists, clauses, whole provisions."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.changes import Change, Finder, Found, members, modules_in, other_members

BOOK = re.compile(r'catalogue\("([a-z-]+)"\)')
IMPORTED = re.compile(r"from croupier\.rulebooks\.(\w+) import \([^)]*\bRule\b")
PROVISIONS = ("Rule", "Says")


def law_changes(root: Path, folder: str, source: str) -> list[Change]:
    """Every change of the laws in a folder."""
    enumerations = members(root / source)
    optional = _optional_fields(root / folder)
    changes = []
    for path in modules_in(root / folder / "books"):
        book = _book_of(path)
        if book is not None:
            finder = LawFinder(path.relative_to(root).as_posix(), path.read_bytes())
            finder.enumerations = enumerations
            finder.optional = optional
            finder.clauses = _clauses(root / folder / "data" / f"{book}.tsv")
            changes += finder.find()
    return changes


def _book_of(path: Path) -> str | None:
    """The rulebook that a module cites, itself or by the module that it takes ``Rule`` from."""
    text = path.read_text(encoding="utf-8")
    if found := BOOK.search(text):
        return found[1]
    if found := IMPORTED.search(text):
        return _book_of(path.with_name(f"{found[1]}.py"))
    return None


def _clauses(table: Path) -> list[str]:
    """The clauses of a rulebook, in its order."""
    lines = table.read_text(encoding="utf-8").splitlines()[1:]
    return [line.partition("\t")[0] for line in lines]


def _optional_fields(folder: Path) -> set[str]:
    """The fields of a law that may be none: that a rulebook has such a provision decides."""
    return {
        node.target.id
        for path in (folder / "law").glob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and "None" in ast.unparse(node.annotation).split(" | ")
    }


class LawFinder(Finder):
    """Finds what can be changed in the module of a law."""

    enumerations: dict[str, tuple[str, ...]]
    optional: set[str]
    clauses: list[str]

    def visit_Call(self, node: ast.Call) -> None:  # noqa: N802
        """The words of a description decide nothing, and stay."""
        words = isinstance(node.func, ast.Name) and node.func.id == "Says"
        self._all(node.args[1:] if words else node.args)
        self._all(node.keywords)

    def changed(self, node: ast.AST) -> Iterator[Found]:
        match node:
            case ast.Constant():
                yield from self._constant(node)
            case ast.Attribute():
                for other in other_members(node, self.enumerations):
                    yield "policy", ast.unparse(node), node, other
            case ast.Tuple() | ast.Set() if len(node.elts) > 1 and isinstance(
                getattr(node, "ctx", ast.Load()), ast.Load
            ):
                yield from _shorter(node)
            case ast.keyword() if node.arg in self.optional:
                yield from _taken_away(node)

    def _constant(self, node: ast.Constant) -> Iterator[Found]:
        value = node.value
        if isinstance(value, bool):
            yield "yes/no", str(value), node, str(not value)
        elif isinstance(value, int):
            yield "number", str(value), node, str(value + 1)
            if value > 1:
                yield "number", str(value), node, str(value - 1)
        elif isinstance(value, str) and value in self.clauses:
            place = self.clauses.index(value)
            other = self.clauses[(place + 1) % len(self.clauses)]
            yield "clause", f'"{value}"', node, f'"{other}"'


def _shorter(node: ast.Tuple | ast.Set) -> Iterator[Found]:
    """A list without its last member."""
    was = ast.unparse(node)
    rest = [ast.unparse(one) for one in node.elts[:-1]]
    if isinstance(node, ast.Set):
        yield "list", was, node, f"{{{', '.join(rest)}}}"
    else:
        yield "list", was, node, f"({', '.join(rest)},)"


def _taken_away(node: ast.keyword) -> Iterator[Found]:
    """A provision that the rulebook need not have."""
    none = isinstance(node.value, ast.Constant) and node.value.value is None
    if not none:
        yield "provision", f"{node.arg}={ast.unparse(node.value)}", node.value, "None"
