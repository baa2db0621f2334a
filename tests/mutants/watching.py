"""Code that also works out what it would come to with a change, and goes on as if it had not."""

import ast
import builtins
from collections.abc import Callable, Collection, Sequence

from tests.mutants.changes import Change, Places
from tests.mutants.overlay import Overlay, module_name
from tests.mutants.project import Project

KINDS = ("and/or", "comparison", "filter", "opposite", "part of a condition", "sum")
"""Changes to an expression that may leave its value as it was."""
NAME = "_also_worked_out"


class Watch:
    """Keeps the changes that have not made a difference yet, by their numbers."""

    def __init__(self, changes: Collection[int]) -> None:
        self.idle = set(changes)
        self._busy = False

    def __call__(
        self,
        truth: bool,
        numbers: Sequence[int],
        was: Callable[[], object],
        *now: Callable[[], object],
    ) -> object:
        """The value of an expression, as it was; changes that would make it another are noted."""
        value = was()
        if self._busy or self.idle.isdisjoint(numbers):
            return value
        self._busy = True  # what a change runs only by mistake says nothing of other changes
        try:
            for number, other in zip(numbers, now, strict=True):
                if number in self.idle and _differs(value, other, truth=truth):
                    self.idle.remove(number)
        finally:
            self._busy = False
        return value


def _differs(value: object, other: Callable[[], object], *, truth: bool) -> bool:
    """Whether something else would come out; an error is something else."""
    try:
        instead = other()
    except Exception:  # noqa: BLE001 - whatever code raises that runs where it should not
        return True
    return bool(instead) != bool(value) if truth else instead is not value and instead != value


def install(project: Project, changes: Sequence[Change]) -> Watch:
    """Have the project's modules imported so that changes are watched; none of them may be yet."""
    by_file: dict[str, dict[int, Change]] = {}
    for number, change in enumerate(changes):
        by_file.setdefault(change.file, {})[number] = change
    watch = Watch(range(len(changes)))
    setattr(builtins, NAME, watch)
    for file, inside in by_file.items():
        path = project.root / file
        tree = Watcher(path.read_bytes(), inside).watched()
        Overlay(module_name(project.root / project.source, path), path, tree).install()
    return watch


def can_be_watched(project: Project, change: Change, source: bytes) -> bool:
    """Whether a change may be worked out beside the code: it must not do or name anything."""
    if change.at_import or change.kind not in KINDS:
        return False
    was = source[change.start : change.end].decode()
    parts = list(ast.walk(ast.parse(f"({was})", mode="eval")))
    return not any(
        isinstance(part, ast.NamedExpr)
        or (isinstance(part, ast.Call) and not project.changed_by.isdisjoint(_given(part)))
        for part in parts
    )


def _given(call: ast.Call) -> set[str]:
    """The names of what is handed to a call, and of what it is a method of."""
    handed = [*call.args, *(one.value for one in call.keywords)]
    if isinstance(call.func, ast.Attribute):
        handed.append(call.func.value)
    return {one.id for one in handed if isinstance(one, ast.Name)}


class Watcher(ast.NodeTransformer):
    """Puts a call of the watch around every expression that some change is for."""

    def __init__(self, source: bytes, changes: dict[int, Change]) -> None:
        self._source = source
        self._places = Places(source)
        self._numbers: dict[tuple[int, int], list[int]] = {}
        for number, change in changes.items():
            self._numbers.setdefault((change.start, change.end), []).append(number)
        self._changes = changes
        self._conditions: set[ast.AST] = set()

    def watched(self) -> ast.Module:
        """The module, with its watches."""
        tree = ast.parse(self._source)
        for node in ast.walk(tree):
            self._conditions.update(_conditions_of(node))
        self.generic_visit(tree)
        return ast.fix_missing_locations(tree)

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.pattern):
            return node
        truth = node in self._conditions
        if truth and isinstance(node, ast.BoolOp):
            self._conditions.update(node.values)
        numbers = self._numbers.pop(self._places.of(node), []) if isinstance(node, ast.expr) else []
        inside: ast.AST = self.generic_visit(node)
        if not numbers:
            return inside
        others = [ast.parse(self._changes[number].now, mode="eval").body for number in numbers]
        given = (ast.Constant(truth), ast.Tuple([ast.Constant(one) for one in numbers], ast.Load()))
        values = (_later(one) for one in (inside, *others))
        call = ast.Call(ast.Name(NAME, ast.Load()), [*given, *values], [])
        return ast.copy_location(call, node)


def _conditions_of(node: ast.AST) -> list[ast.expr]:
    """The expressions of a node of which nothing counts but whether they are true."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            return [test]
        case ast.UnaryOp(op=ast.Not(), operand=test):
            return [test]
        case ast.match_case(guard=ast.expr() as test):
            return [test]
        case ast.comprehension(ifs=tests):
            return tests
        case _:
            return []


def _later(value: ast.AST) -> ast.Lambda:
    """A value that is worked out when it is asked for."""
    assert isinstance(value, ast.expr)
    nothing = ast.arguments([], [], None, [], [], None, [])
    return ast.Lambda(nothing, value)
