"""Renderings that no native editor would let stand, and what to write instead."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "docs" / "guides").glob("*.md"),
    *(ROOT / "docs" / "decisions").glob("*.md"),
]
AVOIDED = {
    r"(?<!-)anew": "again, afresh",
    r"go(es)? home": "is returned",
    r"ha(s|ve) it so": "says so",
    r"the rulebook has it": "the rulebook says",
    r"can be had": "is available, follows from",
    r"seemly": "fitting",
    r"is told of": "hears of, is notified of",
    r"in the manner of": "like",
    r"be it": "whether",
    r"whilst": "while",
    r"amidst": "in, during",
}
"""Patterns to avoid, and what to write instead."""


@pytest.mark.parametrize("pattern", AVOIDED)
def test_documents_avoid(pattern: str) -> None:
    found = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in PAGES
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(rf"\b{pattern}\b", line, re.IGNORECASE)
    ]
    assert not found, f"write {AVOIDED[pattern]!r} instead: {found}"
