"""Events hold the facts: nothing that applies them reads a law, and no later law changes them."""

import ast
import inspect
from collections.abc import Callable, Iterator
from textwrap import dedent
from typing import Any

import pytest

from croupier.features.promotions.rules.decisions import EVOLVERS as PROMOTION_EVOLVERS
from croupier.features.tournaments.rules.decisions import EVOLVERS as TOURNAMENT_EVOLVERS
from croupier.games.blackjack.game import EVOLVERS as BLACKJACK_EVOLVERS
from croupier.games.blackjack.history import remember
from croupier.games.stud.game import EVOLVERS as STUD_EVOLVERS
from croupier.games.stud.game import remember_rounds
from croupier.games.table.state import Table
from croupier.house.accounts import EVOLVERS as ACCOUNT_EVOLVERS
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw

ALL = (
    *BLACKJACK_EVOLVERS.values(),
    *STUD_EVOLVERS.values(),
    *TOURNAMENT_EVOLVERS.values(),
    *PROMOTION_EVOLVERS.values(),
    *ACCOUNT_EVOLVERS.values(),
    remember,
    remember_rounds,
)
LAWS = {kind.__name__ for kind in (TableLaw, BlackjackLaw, StudLaw)}


def tree_of(function: Callable[..., Any]) -> ast.Module:
    return ast.parse(dedent(inspect.getsource(function)))


def functions_called(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The project's functions that a function names, itself first, and what those name in turn."""
    seen: dict[Callable[..., Any], None] = {}
    open_ = [function]
    while open_:
        one = open_.pop()
        if not inspect.isfunction(one) or one in seen or not one.__module__.startswith("croupier"):
            continue
        seen[one] = None
        names = {node.id for node in ast.walk(tree_of(one)) if isinstance(node, ast.Name)}
        names -= {*one.__code__.co_varnames, *one.__code__.co_cellvars}
        open_ += [one.__globals__[name] for name in names if name in one.__globals__]
    yield from seen


def faults(function: Callable[..., Any]) -> list[str]:
    """What in a function's source could read a law."""
    tree = tree_of(function)
    found = [
        f"reads .law in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "law"
    ]
    found += [
        f"compares clauses in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and "clause" in ast.unparse(node)
    ]
    for hint in function.__annotations__.values():
        if LAWS & {str(hint), getattr(hint, "__name__", "")}:
            found.append("takes a law")
    return found


@pytest.mark.parametrize("evolver", dict.fromkeys(ALL), ids=lambda one: one.__qualname__)
def test_no_evolver_reads_a_law(evolver: Callable[..., Any]) -> None:
    called = {one.__qualname__: faults(one) for one in functions_called(evolver)}
    assert {name: found for name, found in called.items() if found} == {}


def test_one_that_did_would_be_found() -> None:
    from croupier.games.table.checks import not_in_chips

    def compares(_: Table, event: Any) -> bool:
        return bool(event.clause == "10.3")

    def reads(table: Any) -> object:
        return table.law

    assert faults(compares)
    assert faults(reads)
    assert faults(not_in_chips)
