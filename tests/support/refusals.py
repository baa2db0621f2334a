"""Every code of a refusal, and what shows it: a scenario, or a test where no scenario can.

``python -m tests.support.refusals`` adds rows to ``tests/refusals.tsv`` for codes that scenarios
show; a row for a test is written by hand.
"""

import ast
import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from croupier.features.compliance.runs import find_runner
from croupier.features.tournaments.rules.state import Fate
from croupier.floor.state import UnlawfulTableError
from croupier.games.table.contest.state import Standing
from croupier.games.table.state import Stage
from croupier.messages import Refused
from croupier.scenarios.files import Scenario, convert_scenario, set_stage
from croupier.scenarios.refusals import OF_A_REFUSAL
from tests.support.scenario_files import OwnScenario, all_own_scenarios

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "croupier"
TABLE = ROOT / "tests" / "refusals.tsv"


STAGES = (Stage.SHUFFLE, Stage.CUT, Stage.LOAD, Stage.BURN)
GONE = (Fate.WITHDRAWN, Fate.DISQUALIFIED, Fate.FORFEITED, Fate.REPLACED)
OUT = (Standing.ELIMINATED, Standing.DISQUALIFIED, Standing.FORFEITED)
MADE = {
    "f'{stage.value}/not-due'": {f"{stage.value}/not-due" for stage in STAGES},
    "f'tournament/{entrant.fate.value}'": {f"tournament/{fate.value}" for fate in GONE},
    "f'contest/{one.standing.value}'": {f"contest/{one.value}" for one in OUT},
}
"""The codes that are put together from a value."""
HANDED_IN = ("code", "problem.code")
"""Codes that somebody else gave: a caller, or a server."""
REFUSING = {"Refused": 0, "statement_refusal": 1, "_never": 1, "outside_hours": 2}
"""What makes refusals, and which of its arguments is the code."""


@cache
def refusal_codes() -> frozenset[str]:
    """Every code that a refusal in the source may have."""
    codes = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            place = REFUSING.get(getattr(node.func, "id", ""))
            if place is None or ast.unparse(node.args[place]) in HANDED_IN:
                continue  # it is counted where it is written
            code = node.args[place]
            if isinstance(code, ast.Constant):
                codes.add(str(code.value))
            else:
                assert ast.unparse(code) in MADE, path
                codes |= MADE[ast.unparse(code)]
    return frozenset(codes)


def rows() -> dict[str, str]:
    """What shows each code, as the table says."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        found = [(code, shown) for code, shown in csv.reader(file, delimiter="\t")]
    assert found[0] == ("code", "shown by")
    assert len({code for code, _ in found[1:]}) == len(found) - 1, "a code stands twice"
    return dict(found[1:])


def refused_in(data: dict[str, Any]) -> Iterator[str]:
    """The codes of the refusals that a scenario expects."""
    if "kind" in data:
        answers = find_runner(data["kind"])(data).answers
        yield from (one.code for one in answers if isinstance(one, Refused))
        return
    scenario = convert_scenario(data, Scenario)
    try:
        stage = set_stage(scenario)
    except UnlawfulTableError as error:
        yield error.refused.code
        return
    for step in scenario.steps:
        fields = {key: value for key, value in step.items() if key not in OF_A_REFUSAL}
        answer = stage.take(fields)
        if "refused" in step and isinstance(answer, Refused):
            yield answer.code


def row_name(scenario: OwnScenario) -> str:
    """How a row names a scenario: its file, and its game where the file is for several."""
    file, mark, game = scenario.name.partition("::")
    return f"tests/scenarios/{file}.toml{mark}{game}"


def constants_of(test: str) -> set[object]:
    """The values that are written in a test, named by its file and function."""
    path, _, name = test.partition("::")
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
    raise AssertionError(f"there is no {test}")


def main() -> None:
    """Write the table anew, as far as scenarios show the codes."""
    known = rows() if TABLE.exists() else {}
    codes = refusal_codes()
    shown = {code: by for code, by in known.items() if code in codes}
    for one in all_own_scenarios():
        for code in refused_in(one.data):
            shown.setdefault(code, row_name(one))
    lines = ["code\tshown by", *(f"{code}\t{shown[code]}" for code in sorted(shown))]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
