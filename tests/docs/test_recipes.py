"""The recipes name files that are there and symbols that are in them, and count them rightly."""

import ast
import re
from pathlib import Path
from textwrap import dedent

import pytest

from croupier.web.pages import rules
from tests.docs.pages import ROOT, rows

RECIPES = ("add-a-command", "add-a-side-bet", "add-a-page")
QUOTED = re.compile(r"`([^`]+)`")
SYMBOL = re.compile(r"[A-Za-z_]\w+")


def page_of(recipe: str) -> str:
    return (ROOT / "docs" / f"{recipe}.md").read_text(encoding="utf-8")


def steps_of(recipe: str) -> list[tuple[int, Path, list[str]]]:
    """Return the steps of a recipe's list of files: a number, the file, the symbols in it."""
    found = []
    for row in rows(page_of(recipe)):
        if row[0].isdigit():
            file = ROOT / row[1].strip("`")
            symbols = [one for one in QUOTED.findall(row[2]) if SYMBOL.fullmatch(one)]
            found.append((int(row[0]), file, symbols))
    return found


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_file_and_symbol_of_a_recipe_is_there(recipe: str) -> None:
    for step, file, symbols in steps_of(recipe):
        assert file.exists(), f"{recipe}, step {step}: there is no {file.relative_to(ROOT)}"
        for symbol in symbols:
            text = file.read_text(encoding="utf-8")
            assert re.search(rf"\b{symbol}\b", text), f"{recipe}, step {step}: no {symbol}"


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_step_of_a_list_is_explained(recipe: str) -> None:
    listed = {step for step, _, _ in steps_of(recipe)}
    told = {int(one) for one in re.findall(r"^(\d+)\. \*\*", page_of(recipe), re.MULTILINE)}
    assert listed, f"{recipe} has no list of files"
    assert listed <= told, f"{recipe}: explain {sorted(listed - told)}"


@pytest.mark.parametrize(("recipe", "most"), [("add-a-command", 8), ("add-a-page", 4)])
def test_a_recipe_counts_its_files(recipe: str, most: int) -> None:
    counted = re.search(r"\*\*(\d+) files", page_of(recipe))
    assert counted is not None
    steps = [step for step, _, _ in steps_of(recipe)]
    assert int(counted[1]) == most == len([step for step in steps if step <= most])


def test_the_route_of_the_recipe_uses_what_its_module_has() -> None:
    (sketch,) = re.findall(
        r"^ *```py\n(.*?)^ *```", page_of("add-a-page"), re.DOTALL | re.MULTILINE
    )
    tree = ast.parse(dedent(sketch))
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)} | {"request"}
    missing = {node.id for node in names} - own - vars(rules).keys()
    assert not missing, f"{missing} are not in {rules.__name__}"
