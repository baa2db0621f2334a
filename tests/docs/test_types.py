"""Documented Python passes ``mypy --strict``, warnings are errors, and its names are at the top."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from tests.docs.pages import PAGES, ROOT, blocks

PUBLIC = ("croupier", "croupier.maths", "croupier.gym", "croupier.client")
"""Where users import from."""
INSIDE = {
    "docs/add-a-rulebook.md",
    "docs/add-a-side-bet.md",
    "docs/architecture.md",
    "docs/promotions.md",
    "docs/record.md",
}
"""Pages for those who work on croupier itself, or run parts of its floor."""


def python_of(page: Path) -> str:
    """The Python of a page as one module, each line where it stands on the page."""
    lines: list[str] = []
    for block in blocks(page):
        if block.language == "python":
            lines += [""] * (block.line - 1 - len(lines))
            lines += block.text.splitlines()
    return "\n".join([*lines, ""])


WITH_PYTHON = [page for page in PAGES if python_of(page).strip()]


def test_documented_python_passes_mypy_strict(tmp_path: Path) -> None:
    for page in WITH_PYTHON:
        name = page.relative_to(ROOT).with_suffix("").as_posix().replace("/", "_")
        (tmp_path / f"{name.replace('-', '_')}.py").write_text(python_of(page), encoding="utf-8")
    checked = subprocess.run(
        [
            sys.executable,
            *("-W", "error", "-m", "mypy", "--strict", "--config-file", "pyproject.toml"),
            *("--cache-dir", ".mypy_cache", *map(str, sorted(tmp_path.iterdir()))),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout.replace(f"{tmp_path}/", "") + checked.stderr


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_what_users_import_is_at_the_top(page: Path) -> None:
    if page.relative_to(ROOT).as_posix() in INSIDE:
        return
    for node in ast.walk(ast.parse(python_of(page))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier"):
            assert node.module in PUBLIC, f"{page.name}: from {node.module} import ..."


def test_every_public_name_can_be_imported() -> None:
    for name in croupier.__all__:
        assert getattr(croupier, name) is not None
    assert set(croupier.__all__) <= set(dir(croupier))
