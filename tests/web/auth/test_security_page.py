"""The page on security: every point has an answer, and the tests that it names are there."""

import ast
import re

from tests.support.refusals import ROOT

PAGE = ROOT / "docs" / "security.md"
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \| ([^|]*) \|$")
STATUSES = {"met", "in part", "not met", "n/a"}
POINTS = 253
"""How many points levels 1 and 2 of ASVS 5.0.0 have."""


def rows() -> list[tuple[str, ...]]:
    found = (ROW.match(line) for line in PAGE.read_text(encoding="utf-8").splitlines())
    return [tuple(part.strip() for part in row.groups()) for row in found if row]


def names_of_tests() -> set[str]:
    names = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                names.add(node.name)
    return names


def test_every_point_is_there_once_and_in_order() -> None:
    numbers = [tuple(int(part) for part in row[0].split(".")) for row in rows()]
    assert len(numbers) == POINTS
    assert numbers == sorted(set(numbers))


def test_every_point_has_an_answer_and_a_test_or_a_reason() -> None:
    for number, point, status, how, shown in rows():
        assert point, number
        assert status in STATUSES, number
        assert how, number
        assert bool(shown) == (status in ("met", "in part")), number


def test_the_tests_that_are_named_exist() -> None:
    known = names_of_tests()
    for number, _, _, _, shown in rows():
        for name in re.findall(r"`(\w+)`", shown):
            assert name in known, (number, name)
