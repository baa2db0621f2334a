"""Which fields of the law the system's source really reads, and where.

The source is parsed, not run: a variable is followed from its annotation, a function's return or
an assignment to the part of the law that it stands for. So ``card.number`` is never taken for a
reading of ``law.cards.number``.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from croupier.coverage.shapes import NOTHING, Held, Kinds, Shapes, names_a_rule


class Use(Enum):
    """What is done with a rule that is read."""

    CITED = "cited"
    """Only its clause is taken, to be handed on."""
    USED = "used"
    """That there is such a rule counts, or it goes elsewhere whole."""
    VALUED = "valued"
    """Its value is taken, or its words."""


WEIGHTS = tuple(Use)
TAKEN = {"clause": Use.CITED, "value": Use.VALUED, "text": Use.VALUED}
"""What it means that an attribute of a rule is read."""
Readings = dict[Held, dict[str, Use]]
"""The fields that are read: in which modules, and what for."""

PASSED_THROUGH = {
    "cast", "dict", "enumerate", "filter", "frozenset", "iter", "list", "max", "min", "next",
    "replace", "reversed", "set", "sorted", "tuple", "zip",
}  # fmt: skip
"""Functions whose result is, or holds, what they are given."""
OF_MAPPINGS = {"get", "items", "values"}
"""Methods whose result is, or holds, what the mapping holds."""


def read_source(
    laws: Iterable[type], modules: Mapping[str, str], *, beside: str | None = None
) -> Readings:
    """What modules, given as source by their name, read of some kinds of law.

    The package ``beside`` declares the law: its functions are known, its readings do not count.
    """
    shapes = Shapes(laws)
    trees = {name: ast.parse(source) for name, source in modules.items()}
    for tree in trees.values():
        shapes.learn(tree)
    readings: Readings = {}
    for name, tree in trees.items():
        if beside is None or not f"{name}.".startswith(f"{beside}."):
            _Reader(name, shapes, readings).walk(tree)
    return readings


def modules_below(folder: Path, package: str) -> dict[str, str]:
    """The source of a package's modules by their dotted name."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join((package, *parts)).removesuffix(".__init__")
        found[name] = path.read_text(encoding="utf-8")
    return found


class _Reader:
    """Follows the law through one module."""

    def __init__(self, module: str, shapes: Shapes, readings: Readings) -> None:
        self.module = module
        self.shapes = shapes
        self.readings = readings
        self.names: dict[str, Kinds] = {}
        self.returns_rule = False

    def note(self, kinds: Kinds, use: Use) -> None:
        """Write down a reading; the more is made of the rule, the more it weighs."""
        for held in kinds:
            if isinstance(held, Held):
                places = self.readings.setdefault(held, {})
                places[self.module] = max(places.get(self.module, use), use, key=WEIGHTS.index)

    def bind(self, target: ast.expr, kinds: Kinds) -> None:
        """Let a name, or each of several, stand for something besides what it stood for."""
        match target:
            case ast.Name(id=name):
                self.names[name] = self.names.get(name, NOTHING) | kinds
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self.bind(part, kinds)
            case ast.Starred(value=part):
                self.bind(part, kinds)
            case _:
                self.note(kinds, Use.USED)

    # Statements -------------------------------------------------------------------------------

    def walk(self, node: ast.AST) -> None:
        """Go through a statement, and all that stands in it."""
        handle = STATEMENTS.get(type(node))
        if handle is not None:
            handle(self, node)
        elif isinstance(node, ast.expr):
            self.use(node)
        else:
            for child in ast.iter_child_nodes(node):
                self.walk(child)

    def walk_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Go through a function, in which names are its own."""
        outer = self.names, self.returns_rule
        self.names = {**self.names, **self.shapes.parameters(node)}
        self.returns_rule = names_a_rule(node.returns)
        for part in (*node.decorator_list, *node.body):
            self.walk(part)
        self.names, self.returns_rule = outer

    def walk_return(self, node: ast.Return) -> None:
        """A rule that a function returns is taken for its value, and a clause for what it is."""
        if node.value is not None:
            self.note(self.look(node.value), Use.VALUED if self.returns_rule else Use.USED)

    def walk_assignment(self, node: ast.Assign) -> None:
        """Take an assignment in; of two tuples, part by part."""
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for left, right in zip(target.elts, node.value.elts, strict=False):
                    self.bind(left, self.look(right))
            else:
                self.bind(target, self.look(node.value))

    def walk_annotated(self, node: ast.AnnAssign) -> None:
        """Take an annotated assignment in."""
        kinds = self.look(node.value) if node.value is not None else NOTHING
        self.bind(node.target, kinds | self.shapes.annotated(node.annotation))

    def walk_loop(self, node: ast.For | ast.AsyncFor) -> None:
        """Take a loop in: its variable is what the collection holds."""
        self.bind(node.target, self.look(node.iter))
        for part in (*node.body, *node.orelse):
            self.walk(part)

    # Expressions ------------------------------------------------------------------------------

    def use(self, node: ast.expr) -> None:
        """Go through an expression whose value counts here."""
        self.note(self.look(node), Use.USED)

    def look(self, node: ast.expr) -> Kinds:
        """What an expression is; a rule that it merely names is not read by that alone."""
        handle = EXPRESSIONS.get(type(node))
        if handle is not None:
            return handle(self, node)
        for child in ast.iter_child_nodes(node):
            self.walk(child)
        return NOTHING

    def look_up(self, node: ast.Name) -> Kinds:
        """What a name stands for; a class named is its own kind, as in ``cast``."""
        part = self.shapes.parts.get(node.id)
        return self.names.get(node.id, NOTHING) | (frozenset({part}) if part else NOTHING)

    def look_into(self, node: ast.Attribute) -> Kinds:
        """What an attribute is, reading a rule where it takes something of one."""
        base = self.look(node.value)
        if not base:
            return self.shapes.attributes.get(node.attr, NOTHING)
        self.note(base, TAKEN.get(node.attr, Use.USED))
        parts = (one for one in base if isinstance(one, type))
        return NOTHING.union(*(self.shapes.fields.get((one, node.attr), NOTHING) for one in parts))

    def look_at_call(self, node: ast.Call) -> Kinds:
        """What a call returns: what the function declares, or what it passes through."""
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        name = getattr(node.func, "id", "")
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in OF_MAPPINGS:
                given = [node.func.value, *given]
            else:
                self.walk(node.func)
        if name in PASSED_THROUGH | OF_MAPPINGS:
            return NOTHING.union(*(self.look(one) for one in given))
        use = Use.VALUED if self.shapes.takes_value(name) else Use.USED
        for one in given:
            self.note(self.look(one), use)
        return self.shapes.returned.get(name, NOTHING)

    def look_at_choice(self, node: ast.IfExp) -> Kinds:
        """One or the other."""
        self.use(node.test)
        return self.look(node.body) | self.look(node.orelse)

    def look_at_each(self, node: ast.BoolOp | ast.Tuple | ast.List | ast.Set) -> Kinds:
        """Any of several."""
        each = node.values if isinstance(node, ast.BoolOp) else node.elts
        return NOTHING.union(*(self.look(one) for one in each))

    def look_within(self, node: ast.Subscript) -> Kinds:
        """One of a collection."""
        self.use(node.slice)
        return self.look(node.value)

    def look_behind(self, node: ast.Starred | ast.Await) -> Kinds:
        """The value itself."""
        return self.look(node.value)

    def look_and_bind(self, node: ast.NamedExpr) -> Kinds:
        """A value that is named on the way."""
        kinds = self.look(node.value)
        self.bind(node.target, kinds)
        return kinds

    def look_through(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Kinds:
        """What a comprehension holds."""
        self.look_round(node.generators)
        return self.look(node.elt)

    def look_through_pairs(self, node: ast.DictComp) -> Kinds:
        """What the values of a comprehension are."""
        self.look_round(node.generators)
        self.use(node.key)
        return self.look(node.value)

    def look_round(self, loops: Iterable[ast.comprehension]) -> None:
        """Take the loops of a comprehension in."""
        for loop in loops:
            self.bind(loop.target, self.look(loop.iter))
            for condition in loop.ifs:
                self.use(condition)


STATEMENTS: dict[type[ast.AST], Callable[[_Reader, Any], None]] = {
    ast.FunctionDef: _Reader.walk_function,
    ast.AsyncFunctionDef: _Reader.walk_function,
    ast.Return: _Reader.walk_return,
    ast.Assign: _Reader.walk_assignment,
    ast.AnnAssign: _Reader.walk_annotated,
    ast.For: _Reader.walk_loop,
    ast.AsyncFor: _Reader.walk_loop,
}
EXPRESSIONS: dict[type[ast.AST], Callable[[_Reader, Any], Kinds]] = {
    ast.Name: _Reader.look_up,
    ast.Attribute: _Reader.look_into,
    ast.Call: _Reader.look_at_call,
    ast.IfExp: _Reader.look_at_choice,
    ast.BoolOp: _Reader.look_at_each,
    ast.Tuple: _Reader.look_at_each,
    ast.List: _Reader.look_at_each,
    ast.Set: _Reader.look_at_each,
    ast.Subscript: _Reader.look_within,
    ast.Starred: _Reader.look_behind,
    ast.Await: _Reader.look_behind,
    ast.NamedExpr: _Reader.look_and_bind,
    ast.ListComp: _Reader.look_through,
    ast.SetComp: _Reader.look_through,
    ast.GeneratorExp: _Reader.look_through,
    ast.DictComp: _Reader.look_through_pairs,
}
