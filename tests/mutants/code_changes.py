"""What is changed in code: comparisons, conditions, sums, numbers, what is returned and done."""

import ast
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

from tests.mutants.changes import Change, Finder, Found, members, modules_in, negated, other_members

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def code_changes(root: Path, folders: tuple[str, ...], source: str) -> list[Change]:
    """Every change of the code in some folders; enumerations are looked up below ``source``."""
    enumerations = members(root / source)
    return [
        change
        for folder in folders
        for path in modules_in(root / folder)
        for change in CodeFinder(
            path.relative_to(root).as_posix(), path.read_bytes(), enumerations
        ).find()
    ]


class CodeFinder(Finder):
    """Finds what can be changed in a module."""

    def __init__(self, file: str, source: bytes, enumerations: dict[str, tuple[str, ...]]) -> None:
        super().__init__(file, source)
        self.enumerations = enumerations

    def changed(self, node: ast.AST) -> Iterator[Found]:
        change = CHANGES.get(type(node))
        if change is not None:
            for kind, now in change(self, node):
                yield kind, ast.unparse(node), node, now
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not _has_its_own(node.test):
            yield "condition", ast.unparse(node.test), node.test, negated(node.test)
        if isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield "filter", ast.unparse(test), test, "True"
                if not _has_its_own(test):
                    yield "filter", ast.unparse(test), test, negated(test)


def _has_its_own(test: ast.expr) -> bool:
    """Whether a condition has changes of its own, and need not be turned round as a whole."""
    return isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp)


New = Iterator[tuple[str, str]]
"""Kinds of changes and what is put instead."""


def _with(node: ast.expr, **fields: object) -> str:
    """An expression with some of its parts replaced, in brackets."""
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return f"({ast.unparse(other)})"


def _comparison(_: CodeFinder, node: ast.Compare) -> New:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield "comparison", _with(node, ops=ops)


def _condition(_: CodeFinder, node: ast.BoolOp) -> New:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "and/or", _with(node, op=other)
    for place in range(len(node.values)):
        values = [*node.values[:place], *node.values[place + 1 :]]
        rest = values[0] if len(values) == 1 else ast.BoolOp(node.op, values)
        yield "part of a condition", f"({ast.unparse(rest)})"


def _sign(_: CodeFinder, node: ast.UnaryOp) -> New:
    if isinstance(node.op, ast.Not):
        yield "not", f"({ast.unparse(node.operand)})"
    elif isinstance(node.op, ast.USub):
        yield "sign", f"({ast.unparse(node.operand)})"


def _sum(finder: CodeFinder, node: ast.BinOp) -> New:
    if isinstance(node.op, ast.BitOr):
        if finder.functions:  # elsewhere it makes a type
            yield "union", f"({ast.unparse(node.left)})"
            yield "union", f"({ast.unparse(node.right)})"
        return
    texts = ast.Constant | ast.JoinedStr | ast.Tuple | ast.List
    for side in (node.left, node.right):
        if isinstance(side, texts) and not isinstance(getattr(side, "value", None), int):
            return
    if type(node.op) in SUMS:
        yield "sum", _with(node, op=SUMS[type(node.op)]())


def _number(_: CodeFinder, node: ast.Constant) -> New:
    if isinstance(node.value, bool):
        yield "yes/no", str(not node.value)
    elif isinstance(node.value, int):
        yield "number", str(node.value + 1)
        if node.value > 0:
            yield "number", str(node.value - 1)


def _added(_: CodeFinder, node: ast.AugAssign) -> New:
    if type(node.op) in SUMS:
        other = copy(node)
        other.op = SUMS[type(node.op)]()
        yield "added", ast.unparse(other)


def _called(_: CodeFinder, node: ast.Call) -> New:
    if isinstance(node.func, ast.Name) and node.func.id in OPPOSITES:
        yield "opposite", _with(node, func=ast.Name(OPPOSITES[node.func.id]))


def _member(finder: CodeFinder, node: ast.Attribute) -> New:
    for other in other_members(node, finder.enumerations)[-1:]:
        yield "member", other


def _returned(finder: CodeFinder, node: ast.Return) -> New:
    returns = finder.functions[-1].returns
    none = isinstance(node.value, ast.Constant) and node.value.value is None
    if node.value is not None and not none and returns is not None:
        kinds = ast.unparse(returns).split(" | ")
        if "None" in kinds:
            yield "returned", "return None"


def _done(_: CodeFinder, node: ast.Expr) -> New:
    if isinstance(node.value, ast.Call):
        yield "left out", "pass"


def _loop(_: CodeFinder, node: ast.Break | ast.Continue) -> New:
    yield "loop", "break" if isinstance(node, ast.Continue) else "continue"


CHANGES: dict[type[ast.AST], Callable[[CodeFinder, Any], New]] = {
    ast.Compare: _comparison,
    ast.BoolOp: _condition,
    ast.UnaryOp: _sign,
    ast.BinOp: _sum,
    ast.Constant: _number,
    ast.AugAssign: _added,
    ast.Call: _called,
    ast.Attribute: _member,
    ast.Return: _returned,
    ast.Expr: _done,
    ast.Break: _loop,
    ast.Continue: _loop,
}
