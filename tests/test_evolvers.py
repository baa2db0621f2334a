"""Events hold the facts: nothing that applies them reads a law, and no later law changes them."""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import croupier
from croupier.rulebooks import BlackjackLaw, StudLaw, TableLaw

SOURCE = Path(croupier.__file__).parent
FILES = [*SOURCE.rglob("*evolvers.py"), SOURCE / "blackjack" / "history.py"]
MODULES = [
    ".".join(("croupier", *file.relative_to(SOURCE).with_suffix("").parts)) for file in FILES
]
LAWS = {kind.__name__ for kind in (TableLaw, BlackjackLaw, StudLaw)}


def imported_functions(module: object, tree: ast.Module) -> list[object]:
    names = [
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    found = (getattr(module, name) for name in names)
    return [one for one in found if inspect.isfunction(one)]


def faults(source: str, functions: list[object]) -> list[str]:
    """What in a module's source could read a law."""
    tree = ast.parse(source)
    found = [
        f"imports {node.module}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier.rulebooks")
    ]
    found += [
        f"reads .law in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "law"
    ]
    found += [
        f"compares clauses in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and "clause" in ast.unparse(node)
    ]
    for function in functions:
        assert inspect.isfunction(function)
        if LAWS & {str(hint) for hint in function.__annotations__.values()} or any(
            getattr(hint, "__name__", "") in LAWS for hint in function.__annotations__.values()
        ):
            found.append(f"calls {function.__name__}, which takes a law")
    return found


@pytest.mark.parametrize("name", MODULES)
def test_no_evolver_reads_a_law(name: str) -> None:
    module = import_module(name)
    assert module.__file__ is not None
    source = Path(module.__file__).read_text(encoding="utf-8")
    assert faults(source, imported_functions(module, ast.parse(source))) == []


def test_one_that_did_would_be_found() -> None:
    from croupier.games.table.checks import not_in_chips

    assert faults("from croupier.rulebooks import GAMES", [])
    assert faults("def f(table, event):\n    return event.clause == '10.3'", [])
    assert faults("def f(table, event):\n    return table.law", [])
    assert faults("", [not_in_chips])
