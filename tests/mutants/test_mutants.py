"""The tool tells a fault that a test notices from one that none does."""

import os
from pathlib import Path

import pytest

from tests.mutants.__main__ import arguments, population, sample
from tests.mutants.changes import Change
from tests.mutants.children import Child
from tests.mutants.code_changes import CodeFinder, code_changes
from tests.mutants.equivalents import Equivalent, equivalents, left_out, stale
from tests.mutants.evidence import RedBaselineError, Seen, gather
from tests.mutants.law_values import differing, values_of
from tests.mutants.project import CROUPIER, Project
from tests.mutants.reporting import Tally
from tests.mutants.running import try_all
from tests.mutants.tiny_project import tiny_project
from tests.mutants.trials import RECORD, REGISTER, Trial, Verdict

FEE = """
LEAST = 3


def fee(amount):
    if amount < 10:
        return LEAST
    return amount // 2


def waived(amount):
    while amount > 100:
        amount -= 50
    return amount > 90 and amount != 95


def never_called():
    return 1 + 1
"""
TESTS = """
from tiny.fee import fee, waived


def test_a_small_amount():
    assert fee(4) == 3


def test_a_large_amount():
    assert fee(20) == 10


def test_waived():
    assert waived(92)
    assert not waived(110)
"""


LOOKED_AT = {
    ("amount > 90", "(amount <= 90)"),
    ("amount < 10", "(amount <= 10)"),
    ("3", "4"),
    ("amount -= 50", "amount += 50"),
    ("1 + 1", "(1 - 1)"),
}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A package with a module and its tests, one of which is too weak."""
    monkeypatch.setattr("tests.mutants.trials.TEST_SECONDS", 1)
    return tiny_project(tmp_path, monkeypatch, FEE, TESTS)


def test_what_tests_notice_and_what_they_do_not(tiny: Project) -> None:
    seen = gather(tiny, jobs=1)
    every = code_changes(tiny.root, tiny.code, tiny.source)
    changes = [change for change in every if (change.was, change.now) in LOOKED_AT]
    tried = try_all(tiny, changes, seen, jobs=2, budget=5.0)
    found = {(change.was, change.now): verdict for change, verdict in tried}
    noticed = found["amount > 90", "(amount <= 90)"]
    assert (noticed.outcome, noticed.by) == ("killed", "test_tiny.py::test_waived")
    weak = found["amount < 10", "(amount <= 10)"]
    assert (weak.outcome, weak.by, weak.run) == ("survived", "", 2)
    assert found["3", "4"].outcome == "killed", "a constant is changed as the module is imported"
    assert found["amount -= 50", "amount += 50"].outcome == "killed", "it does not end"
    unseen = found["1 + 1", "(1 - 1)"]
    assert (unseen.outcome, unseen.run) == ("survived", 0), "no test runs it"


KEPT = """
from functools import cache

_known = {}


@cache
def fee(kind):
    return 3 if kind == "small" else 7


def doubled(amount):
    if amount not in _known:
        _known[amount] = amount * 2
    return _known[amount]
"""
TESTS_OF_KEPT = """
from tiny.fee import doubled, fee


def test_there_is_one():
    assert fee("small") and doubled(4) is not None


def test_how_much_it_is():
    assert (fee("small"), doubled(4)) == (3, 8)
"""


@pytest.mark.slow
def test_what_code_keeps_of_earlier_calls_hides_no_test(tiny: Project) -> None:
    (tiny.root / "tiny" / "fee.py").write_text(KEPT)
    (tiny.root / "test_tiny.py").write_text(TESTS_OF_KEPT)
    seen = gather(tiny, jobs=1)
    every = code_changes(tiny.root, tiny.code, tiny.source)
    changes = [one for one in every if one.now in ("4", "(amount // 2)")]
    tried = [*try_all(tiny, changes, seen, jobs=2, budget=5.0)]
    assert [verdict.outcome for _, verdict in tried] == ["killed", "killed"]


@pytest.mark.slow
def test_a_process_that_fails_by_itself_is_tried_again(
    tiny: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = gather(tiny, jobs=1)
    change = code_changes(tiny.root, tiny.code, tiny.source)[0]
    once = tiny.root / "failed-once"
    judge = Trial._judge

    def failing_first(trial: Trial) -> Verdict:
        if not once.exists():
            once.touch()
            raise OSError("no room")
        return judge(trial)

    monkeypatch.setattr(Trial, "_judge", failing_first)
    [(_, verdict)] = try_all(tiny, [change], seen, jobs=1, budget=5.0)
    assert verdict.outcome == "killed"


@pytest.mark.slow
def test_a_process_that_always_fails_is_a_change_not_noticed(
    tiny: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Trial, "_judge", lambda _: 1 // 0)
    [(change, verdict)] = try_all(tiny, [a_change()], Seen(), jobs=1, budget=5.0)
    assert (verdict.outcome, verdict.broke_off) == ("survived", True)
    Tally("code", of=1, trials=1).take(change, verdict)
    assert "it could not be tried" in capsys.readouterr().out


@pytest.mark.slow
def test_pytest_may_take_longer_to_start_than_a_test_to_run(tiny: Project) -> None:
    seen = gather(tiny, jobs=1)
    slow = "from time import process_time as now\nend = now() + 1.2\nwhile now() < end: pass\n"
    (tiny.root / "conftest.py").write_text(slow)
    changes = code_changes(tiny.root, tiny.code, tiny.source)
    weak = [one for one in changes if one.now == "(amount <= 10)"]
    [(_, verdict)] = try_all(tiny, weak, seen, jobs=1, budget=5.0)
    assert (verdict.outcome, verdict.broke_off) == ("survived", False)


def test_tests_that_fail_anyway_teach_nothing(tiny: Project) -> None:
    (tiny.root / "test_tiny.py").write_text(TESTS.replace("== 3", "== 5"))
    with pytest.raises(RedBaselineError, match="test_a_small_amount"):
        gather(tiny, jobs=1)


def changes_of(code: str) -> set[tuple[str, str]]:
    finder = CodeFinder("x.py", code.encode(), {"Role": ("DEALER", "SUPERVISOR", "INSPECTOR")})
    return {(change.was, change.now) for change in finder.find()}


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("def f(a): return a <= 2", {("a <= 2", "(a < 2)"), ("a <= 2", "(a > 2)"), ("2", "3")}),
        ("def f(a, b): return a and b", {("a and b", "(a or b)"), ("a and b", "(a)")}),
        ("def f(a): return not a", {("not a", "(a)")}),
        ("def f(a): return a.x if a else 1", {("a", "(not (a))")}),
        ("def f(a) -> int | None: return a", {("return a", "return None")}),
        ("def f(a): a.emit()", {("a.emit()", "pass")}),
        ("def f(a): return [x for x in a if x]", {("x", "True"), ("x", "(not (x))")}),
        ("def f(a): return max(a)", {("max(a)", "(min(a))")}),
        ("def f(): return Role.DEALER", {("Role.DEALER", "Role.INSPECTOR")}),
        ("NAMES = {'a': True}", {("True", "False")}),
    ],
)
def test_changes_of_code(code: str, wanted: set[tuple[str, str]]) -> None:
    assert wanted <= changes_of(code)


@pytest.mark.parametrize(
    "code",
    [
        "__all__ = [1, 2]",
        "Kind = int | None",
        "def f(a):\n    why = 'one' if a else 'many'\n    return why",
        "def f(a):\n    why = 'x'\n    if a > 1:\n        why += 'y'\n    return why",
        "def f(a):\n    named = 'x' if a else 'y'\n    why = f'it is {named}'\n    return why",
        "def f(a: 'x < 1') -> 'y | 2': return a",
        "class A(B, frozen=True): pass",
        "def f(a): assert a > 1",
        "def f(a): raise E(a > 1)",
        "def f(a): return f'{a + 1}'",
        'def f(a):\n    "words"\n    return a + "x"',
    ],
)
def test_what_decides_nothing_is_left_alone(code: str) -> None:
    assert changes_of(code) == set()


def test_every_change_of_croupier_can_be_read_and_differs() -> None:
    sources: dict[str, bytes] = {}
    for change in (one for some in population(CROUPIER).values() for one in some):
        source = sources.setdefault(change.file, (CROUPIER.root / change.file).read_bytes())
        changed = change.applied(source)
        assert changed != source, change
        start, end = change.start, change.start + len(change.now.encode())
        assert changed[start:end].decode() == change.now, change


def test_every_test_of_a_round_is_asked() -> None:
    folder = CROUPIER.root / "tests" / "games" / "blackjack"
    found = {f"tests/games/blackjack/{path.name}" for path in folder.glob("test_*.py")}
    asked = {name for name in CROUPIER.tests if name.startswith("tests/games/blackjack/")}
    assert found - asked == {"tests/games/blackjack/test_any_command.py"}, (
        "hypothesis takes too long"
    )


def test_kinds_of_changes_of_the_law() -> None:
    found = population(CROUPIER)["law"]
    assert {one.kind for one in found} == {
        "clause",
        "list",
        "number",
        "policy",
        "provision",
        "yes/no",
    }
    pays = [one for one in found if one.file.endswith("star_blackjack.py") and one.was == "30"]
    assert {one.now for one in pays} >= {"29", "31"}


def test_a_sample_is_the_same_for_a_seed() -> None:
    changes = population(CROUPIER)["law"]
    first, again, other = (
        sample(changes, arguments(["--count", "20", "--seed", seed])) for seed in ("1", "1", "2")
    )
    assert len(first) == 20
    assert first == again != other
    assert sample(changes, arguments(["--all"])) == changes


def test_a_value_of_the_law_is_known_by_its_path() -> None:
    from croupier.rulebooks import STAR_BLACKJACK

    values = values_of({"star": STAR_BLACKJACK})
    assert values["star.settlement.blackjack.clause"] == "'15.1.1'"
    assert values["star.wagers.control"] == "3 of them"
    changed = {**values, "star.split.hands.value": "9"}
    assert differing(values, changed) == {"star.split.hands.value"}


def test_what_stands_in_a_table_is_read_with_the_table() -> None:
    seen = Seen(reads={"perth.other_titles": [3], "perth.lines[0].odds": [4]})
    assert seen.readers("perth.other_titles[Role.INSPECTOR]") == [3]
    assert seen.readers("perth.lines[0].odds") == [4]
    assert seen.readers("perth.lines[1].odds") == []


def a_change(**fields: object) -> Change:
    given = {"line": 3, "kind": "sum", "start": 0, "end": 1, "watched": (3, 3), "at_import": False}
    named = {"file": "a.py", "scope": "f", "was": "a + b", "now": "a - b"}
    return Change(**{**given, **named, **fields})  # type: ignore[arg-type]


def test_equivalents_are_left_out_and_stale_ones_found() -> None:
    listed = [Equivalent("a.py", "f", "a + b", "a - b", why="b is always 0")]
    there, moved, other = a_change(), a_change(line=9), a_change(was="b + a")
    assert left_out(listed, [there, moved, other]) == [other]
    assert stale(listed, [there]) == []
    assert stale(listed, [other]) == listed


def test_the_list_of_equivalents_is_current_and_says_why() -> None:
    changes = [one for some in population(CROUPIER).values() for one in some]
    assert stale(equivalents(), changes) == [], "the code has moved on: take these out"
    assert all(len(one.why.split()) > 3 for one in equivalents())


def test_a_survivor_is_listed_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally("code", of=9, trials=4)
    tally.take(a_change(), Verdict("survived", run=7))
    for by in (f"{RECORD}star/a", f"{REGISTER}::test_one[star-blackjack]"):
        tally.take(a_change(), Verdict("killed", by))
    tally.take(a_change(), Verdict("same"))
    assert not tally.told(0.95)
    assert tally.told(0.6)
    printed = capsys.readouterr().out
    assert "a.py:3: a + b -> a - b in f (sum; 7 tests ran)" in printed
    assert "code: 2 noticed, 1 not, 1 changed nothing: 66.7%" in printed
    assert "1 of them by what is kept of scenarios" in printed
    assert "1 of them by the register of citations alone" in printed


def test_a_process_that_takes_too_long_is_ended() -> None:
    child = Child(lambda: bytes(os.read(os.pipe()[0], 1)))
    assert child.wait(0.2) is None
