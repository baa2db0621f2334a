"""A package with one module and its tests, small enough that every change can be tried."""

from pathlib import Path

import pytest

from tests.mutants.project import Project


def tiny_project(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    tests: str,
    changed_by: frozenset[str] = frozenset(),
) -> Project:
    """Write the package, and have it imported from its folder."""
    (folder / "tiny").mkdir()
    (folder / "tiny" / "__init__.py").write_text("")
    (folder / "tiny" / "fee.py").write_text(code)
    (folder / "test_tiny.py").write_text(tests)
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.chdir(folder)
    return Project(
        root=folder, source=".", code=("tiny",), tests=("test_tiny.py",), changed_by=changed_by
    )
