"""A change to one place of a source file, and what code and law have in common in finding them."""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

Found = tuple[str, str, ast.AST, str]
"""Kind of change, what stood there in words, the node that is replaced, and what replaces it."""
WORDS = ("__all__", "why")
"""What holds words for people or names for importers, and decides nothing."""


class Change(msgspec.Struct, frozen=True):
    """One mutant: a place in a file, and the text that is put there."""

    file: str
    """The file's path within the project."""
    line: int
    """The line on which the change is."""
    scope: str
    """The function, class or constant around it; empty at the top of a module."""
    kind: str
    """What sort of change it is, such as ``comparison`` or ``odds``."""
    was: str
    """What stands there, on one line."""
    now: str
    """What is put there, on one line."""
    start: int
    """Where it begins, in bytes of the file."""
    end: int
    """Where it ends."""
    watched: tuple[int, int]
    """First and last line of the code that has to run for the change to matter."""
    at_import: bool
    """Whether it runs once, as the module is imported, and not with each test."""

    def applied(self, source: bytes) -> bytes:
        """The file with the change made."""
        return source[: self.start] + self.now.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {shortened(self.was)} -> {shortened(self.now)}"


def shortened(text: str, length: int = 90) -> str:
    """A text on one line, cut where it is too long to read."""
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length - 3]}..."


def negated(node: ast.expr) -> str:
    """An expression turned round."""
    return f"(not ({ast.unparse(node)}))"


class Places:
    """Where the nodes of a source file stand in it, in bytes."""

    def __init__(self, source: bytes) -> None:
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def of(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node begins and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset


class Finder(ast.NodeVisitor):
    """Goes through a module and finds the changes that ``changed`` names for a node.

    Left out is what decides nothing: types, texts, assertions, errors for whoever writes code.
    """

    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.changes: list[Change] = []
        self.scope: list[str] = []
        self.functions: list[ast.FunctionDef] = []
        self.spoken: set[str] = set()
        self._places = Places(source)
        self._source = source
        self._watched = (1, 1)

    def find(self) -> list[Change]:
        """All changes of the file, in its order."""
        self.visit(ast.parse(self._source))
        return self.changes

    def changed(self, node: ast.AST) -> Iterator[Found]:
        """The changes of one node."""
        raise NotImplementedError

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr | ast.Assert | ast.Raise | ast.Import | ast.ImportFrom):
            return
        if isinstance(node, ast.If) and all(map(_is_words, (*node.body, *node.orelse))):
            return
        if isinstance(node, ast.AugAssign) and _is_words(node):
            return
        if isinstance(node, ast.keyword) and node.arg == "strict":  # zip asserts what it is given
            return
        if isinstance(node, ast.stmt | ast.match_case):
            self._watched = _lines_that_run(node)
        for kind, was, place, now in self.changed(node):
            self._add(kind, was, place, now)
        super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outside, self.spoken = self.spoken, _spoken_names(node)
        self.scope.append(node.name)
        self.functions.append(node)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._all(node.body)
        self.functions.pop()
        self.scope.pop()
        self.spoken = outside

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.append(node.name)
        self._all(node.body)
        self.scope.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._named(node.target, node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if ast.unparse(node.targets[0]) not in (*WORDS, *self.spoken):
            self._named(node.targets[0], node.value)

    def _named(self, target: ast.expr, value: ast.expr) -> None:
        """A constant's name is a scope, where no function is around it."""
        if self.functions:
            self.visit(value)
            return
        self.scope.append(ast.unparse(target))
        self.visit(value)
        self.scope.pop()

    def _all(self, nodes: Sequence[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def _add(self, kind: str, was: str, place: ast.AST, now: str) -> None:
        assert isinstance(place, ast.expr | ast.stmt)
        start, end = self._places.of(place)
        self.changes.append(
            Change(
                file=self.file,
                line=place.lineno,
                scope=".".join(self.scope),
                kind=kind,
                was=was,
                now=now,
                start=start,
                end=end,
                watched=self._watched,
                at_import=not self.functions,
            )
        )


def _spoken_names(function: ast.FunctionDef) -> set[str]:
    """The names that a function puts into its sentences, and looks at nowhere else."""
    sentences = [
        one.value for one in ast.walk(function) if isinstance(one, ast.Assign) and _is_words(one)
    ]
    said = Counter(name for sentence in sentences for name in _names_read(sentence))
    read = Counter(_names_read(function))
    return {name for name, times in said.items() if read[name] == times}


def _names_read(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
            yield one.id


def _is_words(node: ast.stmt) -> bool:
    """Whether a statement puts a sentence together: what chooses among such decides nothing."""
    match node:
        case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
            return ast.unparse(target) in WORDS
        case _:
            return False


def _lines_that_run(node: ast.stmt | ast.match_case) -> tuple[int, int]:
    """The lines of a statement: all of a function's, and of others the head alone."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno, max(node.pattern.lineno, node.body[0].lineno - 1)
    assert node.end_lineno is not None
    body = getattr(node, "body", None)
    if isinstance(node, ast.FunctionDef) or not body:
        return node.lineno, node.end_lineno
    return node.lineno, max(node.lineno, body[0].lineno - 1)


def modules_in(folder: Path) -> list[Path]:
    """The modules of a folder, or the one that is named."""
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]


def members(root: Path) -> dict[str, tuple[str, ...]]:
    """The members of every enumeration below a folder, by its name."""
    found: dict[str, tuple[str, ...]] = {}
    for path in modules_in(root):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef) and any(
                ast.unparse(base).endswith("Enum") for base in node.bases
            ):
                names = [
                    target.id
                    for one in node.body
                    if isinstance(one, ast.Assign)
                    for target in one.targets
                    if isinstance(target, ast.Name) and target.id.isupper()
                ]
                found[node.name] = tuple(names)
    return found


def other_members(node: ast.Attribute, enumerations: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The members before and after the one that an expression takes from an enumeration."""
    if not isinstance(node.value, ast.Name):
        return ()
    names = enumerations.get(node.value.id, ())
    if node.attr not in names:
        return ()
    place = names.index(node.attr)
    others = {names[place - 1], names[(place + 1) % len(names)]} - {node.attr}
    return tuple(f"{node.value.id}.{name}" for name in sorted(others, key=names.index))
