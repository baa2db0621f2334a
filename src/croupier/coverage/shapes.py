"""The law's shape, as the source speaks of it: which names stand for which part of the law."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from croupier.coverage.law_data import declaring
from croupier.rulebooks import Rule, Says


class Held(msgspec.Struct, frozen=True):
    """A field of the law that holds a rule, or several."""

    owner: type
    """The part of the law that has the field."""
    field: str
    """The field's name."""


Kinds = frozenset[type | Held]
"""What an expression may be: parts of the law, rules of it. Of a collection, what it holds."""
NOTHING: Kinds = frozenset()


class Shapes:
    """The parts of the law, and the functions and attributes of the source that lead to them."""

    def __init__(self, laws: Iterable[type]) -> None:
        self.parts: dict[str, type] = {}
        self.fields: dict[tuple[type, str], Kinds] = {}
        self.returned: dict[str, Kinds] = {}
        """What functions return, by their name."""
        self.valuing: set[str] = set()
        """Functions that read the value of a rule that they are given, by their name."""
        self.passing: dict[str, set[str]] = {}
        """Functions that hand such a rule on, each with those that it calls."""
        self.attributes: dict[str, Kinds] = {}
        """What attributes outside the law lead to: ``table.law``."""
        for law in laws:
            for kind in law.__mro__:
                if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct:
                    self._add(kind)

    def _add(self, part: type) -> None:
        if self.parts.get(part.__name__) is part:
            return
        self.parts[part.__name__] = part
        for field, hint in get_type_hints(part).items():
            owner = declaring(part, field)
            kinds: set[type | Held] = set()
            for one in _structs_in(hint):
                if one in (Rule, Says):
                    kinds.add(Held(owner, field))
                else:
                    kinds.add(one)
                    self._add(one)
            self.fields[part, field] = frozenset(kinds)

    def learn(self, module: ast.Module) -> None:
        """Take in what a module declares about its functions and attributes."""
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._note(self.returned, node.name, self.annotated(node.returns))
                self._learn_given_rules(node)
                self._learn_own_attributes(node)
            elif isinstance(node, ast.ClassDef):
                for one in node.body:
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                        self._note(self.attributes, one.target.id, self.annotated(one.annotation))

    def _learn_given_rules(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        rules = rules_given(function)
        for node in ast.walk(function) if rules else ():
            match node:
                case ast.Attribute(value=ast.Name(id=name), attr="value") if name in rules:
                    self.valuing.add(function.name)
                case ast.Call(func=ast.Name(id=called), args=given):
                    if any(isinstance(one, ast.Name) and one.id in rules for one in given):
                        self.passing.setdefault(function.name, set()).add(called)

    def takes_value(self, function: str, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a function reads the value of a rule that it is given, or has others read it."""
        seen |= {function}
        return function in self.valuing or any(
            self.takes_value(called, seen) for called in self.passing.get(function, set()) - seen
        )

    def _learn_own_attributes(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        parameters = self.parameters(function)
        for node in ast.walk(function):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
                self._note(self.attributes, node.target.attr, self.annotated(node.annotation))
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                kinds = parameters.get(node.value.id, NOTHING)
                for target in node.targets:
                    if isinstance(target, ast.Attribute):
                        self._note(self.attributes, target.attr, kinds)

    def parameters(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, Kinds]:
        """What a function's parameters are."""
        given = function.args
        every = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
        return {one.arg: self.annotated(one.annotation) for one in every if one is not None}

    def annotated(self, annotation: ast.expr | None) -> Kinds:
        """The parts of the law that an annotation names."""
        if annotation is None:
            return NOTHING
        names = re.findall(r"\w+", ast.unparse(annotation))
        return frozenset(self.parts[name] for name in names if name in self.parts)

    @staticmethod
    def _note(known: dict[str, Kinds], name: str, kinds: Kinds) -> None:
        if kinds:
            known[name] = known.get(name, NOTHING) | kinds


def names_a_rule(annotation: ast.expr | None) -> bool:
    """Whether an annotation speaks of a rule with a value."""
    return annotation is not None and "Rule" in re.findall(r"\w+", ast.unparse(annotation))


def rules_given(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The parameters of a function that are rules."""
    given = function.args
    every = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    return {one.arg for one in every if names_a_rule(one.annotation)}


def _structs_in(hint: Any) -> Iterator[type]:
    """The structs that a type is made of; a rule's own value is not looked into."""
    origin = get_origin(hint) or hint
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        yield origin
        return
    for inner in get_args(hint):
        yield from _structs_in(inner)
