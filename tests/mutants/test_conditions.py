"""The list of what no test needs has all of it, and nothing that some test needs."""

from pathlib import Path

import pytest

from tests.mutants.changes import Change
from tests.mutants.conditions import idle_changes, told, watchable
from tests.mutants.evidence import RedBaselineError
from tests.mutants.project import Project
from tests.mutants.tiny_project import tiny_project

FEE = """
def fee(amount, member, guest):
    if member and amount > 10 or guest is not None and guest.young:
        return amount // 2
    return sum(part for part in (amount, 3) if part > 3) or 3


def taken(amounts, amount):
    amounts.remove(amount)
    return True


def all_taken(amounts):
    return taken(amounts, 5) and taken(amounts, 6)


def half(amount):
    if (share := amount // 2) > 3 and share < 9:
        return share
    return 0


LEAST = 3 if 4 > 3 and 5 > 4 else 2
"""
TESTS = """
from tiny.fee import all_taken, fee, half


def test_fees():
    assert fee(20, True, None) == 10
    assert fee(20, False, None) == 20
    assert fee(2, True, None) == 3
    assert half(10) == 5
    assert half(18) == 0


def test_all_are_taken_once():
    assert all_taken([5, 6])
"""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A package with a module and its tests, who never see a guest."""
    return tiny_project(tmp_path, monkeypatch, FEE, TESTS, frozenset({"amounts"}))


def changed(changes: list[Change]) -> set[tuple[str, str]]:
    return {(change.was, change.now) for change in changes}


def test_what_never_makes_a_difference_is_listed(tiny: Project) -> None:
    changes = watchable(tiny)
    idle = changed(idle_changes(tiny, changes, jobs=2))
    guest = "guest is not None and guest.young"
    whole = f"member and amount > 10 or ({guest})"
    assert idle == {
        ("amount > 10", "(amount >= 10)"),
        (whole, "(member and amount > 10)"),
        (guest, "(guest is not None)"),
    }
    needed = changed(changes) - idle
    assert (guest, "(guest.young)") in needed, "an error is a difference"
    assert ("part > 3", "True") in needed


def test_what_does_something_or_gives_a_name_is_not_worked_out_twice(tiny: Project) -> None:
    found = {change.scope for change in watchable(tiny)}
    assert "all_taken" not in found
    assert "LEAST" not in found, "it is worked out as the module is imported"
    in_half = changed([one for one in watchable(tiny) if one.scope == "half"])
    assert in_half == {
        ("amount // 2", "(amount * 2)"),
        ("share < 9", "(share <= 9)"),
        ("share < 9", "(share >= 9)"),
    }


def test_a_project_whose_tests_fail_tells_nothing(tiny: Project) -> None:
    (tiny.root / "test_tiny.py").write_text(TESTS.replace("== 5", "== 6"))
    with pytest.raises(RedBaselineError, match="test_fees"):
        idle_changes(tiny, watchable(tiny), jobs=1)


def test_it_says_what_it_found_and_whether_that_is_little(
    tiny: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    one = watchable(tiny)[0]
    assert told([one], among=100, seconds=30.0)
    assert not told([one], among=99, seconds=30.0)
    printed = capsys.readouterr().out
    assert f"{one} in fee" in printed
    assert "99 of 100 changes make a difference to some test: 99.0% in 0.5 minutes" in printed
