"""The walks on docs/architecture.md are those that the code takes: each is played and traced."""

import re
from pathlib import Path

import pytest

from tests.docs.flows import FLOWS, watched

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
WALK = re.compile(
    r"^\*\*(.+?)\*\*[^\n]*(?:\n[^\n`]+)*\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
STEP = re.compile(r"^([\w/]+) +(\w+) {2,}\S")


def walks() -> dict[str, list[tuple[str, str]]]:
    """Return the walks on the page: under each heading the modules and functions in order."""
    section = PAGE.read_text(encoding="utf-8").partition("## Eight walks")[2].partition("\n## ")[0]
    found = {}
    for title, text in WALK.findall(section):
        steps = [STEP.match(line) for line in text.splitlines()]
        assert all(steps), f"{title}: write a module, a function and what it does on each line"
        found[title.rstrip(".,")] = [(step[1], step[2]) for step in steps if step is not None]
    return found


def test_every_walk_is_played() -> None:
    assert list(walks()) == list(FLOWS)


def test_the_page_counts_the_modules_of_a_wager() -> None:
    counted = re.search(r"A wager in the browser.*: (\d+) modules", PAGE.read_text("utf-8"))
    title = next(iter(FLOWS))
    assert counted is not None
    assert int(counted[1]) == len({module for module, _ in walks()[title]})


@pytest.mark.parametrize("title", FLOWS)
def test_a_walk_is_as_the_page_says(title: str, tmp_path: Path) -> None:
    with watched() as calls:
        FLOWS[title](calls, tmp_path)
    made = iter(calls.made)
    for step in walks()[title]:
        if step not in made:
            known = "elsewhere, or not in this order" if step in calls.made else "never"
            pytest.fail(f"docs/architecture.md, {title}: {'.'.join(step)} is called {known}")
