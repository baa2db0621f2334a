"""Every notebook of the documents runs from its first cell to its last."""

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def run_notebook(path: Path) -> dict[str, Any]:
    """What the cells of a notebook have defined, run one after the other."""
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "a notebook is kept without outputs"
            exec("".join(cell["source"]), names)
    return names


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    names = run_notebook(path)
    assert names["cost"] > 0.001
    assert names["changed"]
    assert abs(names["distance"]) < 5
